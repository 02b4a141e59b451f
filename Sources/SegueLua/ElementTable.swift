// What a run does to single elements: shared ones, borrowed ones, ones in a finger's hand; and restorers by themselves.

import Segue

private let restoreOptions = Options([
  .list("ignore", of: .word("field", of: Restorer.Field.allCases.map(\.rawValue))),
  .list("also", of: .word("property", of: Property.all.map(\.name))),
])

private let shareOptions = Options(
  starterItems + [
    .word("content", of: ShareOptions.Content.allCases.map(\.rawValue)), .boolean("fade"), .boolean("crop"),
    .boolean("corner"), .number("arc"),
  ])

private let targetOptions = Options([.word("at", of: Run.Landing.allCases.map(\.rawValue))])

/// A run's methods about single elements.
let elementMethods = [
  // Puts the view back when the run is rolled back, or when it is taken back.
  Method("restore", [.object("view", .view), .options("options", restoreOptions).optional]) { call throws(ScriptError) in
    let run = try call.run()
    try call[1].save(call[0].object, with: run.saved)
  },
  // Puts the view on top of the run's stage, where it is seen, until the run has ended.
  Method("move", [.object("view", .view)]) { call throws(ScriptError) in
    let run = try call.run()
    try asking { () throws(SegueError) in try run.borrowed.move(call[0].object.handle(), to: run.stage) }
  },
  // The same with a picture of the view, which is hidden meanwhile. nil for a hidden view.
  Method("picture", [.object("view", .view)]) { call throws(ScriptError) in
    let run = try call.run()
    call.give(
      view: try asking { () throws(SegueError) in try run.picture(of: call[0].object.handle()) })
  },
  // The element that both screens have under one id flies from the one place to the other.
  Method("share", [.string("id"), .options("options", shareOptions).optional, .function("completion").optional]) {
    call throws(ScriptError) in
    let (run, o) = (try call.run(), call[1])
    var options = ShareOptions()
    if o.isOptions {
      if let word = o["content"].wordIfGiven { options.content = ShareOptions.Content.allCases[word] }
      options.fades = o["fade"].booleanIfGiven
      options.crops = o["crop"].booleanIfGiven ?? true
      options.changesCorner = o["corner"].booleanIfGiven ?? true
      options.arc = o["arc"].number
    }
    let motion = try o.motionOptions(call)
    try call.area.start(call, completion: call[2]) { () throws(SegueError) in try run.share(call[0].string, options, motion) }
  },
  // What is seen of a shared element while it flies, its translation being where its middle is on the stage; nil while it does not.
  Method("shared", [.string("id")]) { call throws(ScriptError) in call.give(view: try call.run().shared(call[0].string)) },
  // Shows properties at once, whatever the plan says; when the finger lets go they land with everything else.
  Method("apply", [.object("view", .view), .options("properties", changeOptions)]) { call throws(ScriptError) in
    let run = try call.run()
    var changes: [Engine.Change] = []
    try call[1].changes(&changes, of: call[0].object, call.area)
    try asking { () throws(SegueError) in try run.apply(call[0].object.handle(), changes) }
  },
  // Lets properties land elsewhere, at the run's finish or at its cancel.
  Method(
    "change_target",
    [.object("view", .view), .options("properties", changeOptions), .options("options", targetOptions).optional]
  ) { call throws(ScriptError) in
    let run = try call.run()
    var changes: [Engine.Change] = []
    try call[1].changes(&changes, of: call[0].object, call.area)
    let landing = call[2]["at"].wordIfGiven.map { Run.Landing.allCases[$0] } ?? .finish
    try asking { () throws(SegueError) in try run.changeTarget(call[0].object.handle(), changes, of: landing) }
  },
]

extension Argument {
  fileprivate func save(_ view: Object, with restorer: Restorer) throws(ScriptError) {
    var ignored: Set<Restorer.Field> = []
    var also: [Property] = []
    if isOptions {
      try self["ignore"].forEachElement { field throws(ScriptError) in ignored.insert(Restorer.Field.allCases[field.word]) }
      try self["also"].forEachElement { property throws(ScriptError) in also.append(Property.all[property.word]) }
    }
    try asking { () throws(SegueError) in try restorer.save(view.handle(), ignoring: ignored, also: also) }
  }
}

// MARK: Restorers

/// segue.restorer(): remembers how views are and puts them back, the last save first.
let restorerMethod = Method("restorer") { call throws(ScriptError) in
  let (engine, bridge) = (call.area.engine, call.bridge)
  let restorer = engine.makeRestorer()
  let object = Object(.restorer, restorer)
  do throws(ScriptError) {
    try bridge.adopt(object)
  } catch {
    engine.release(restorer)
    throw error
  }
  call.area.register(bridge, object, "restorer") { [unowned engine, link = bridge.link] in
    engine[restorer]?.restore()
    link.bridge?.unanchor(object)
  }
  call.give(.object(object))
}

let restorerTable = ClassTable(
  "restorer", .restorer,
  methods: [
    Method("save", [.object("view", .view), .options("options", restoreOptions).optional]) { call throws(ScriptError) in
      try call.keepingRestorer { restorer throws(ScriptError) in try call[1].save(call[0].object, with: restorer) }
    },
    // Puts a view on top of another, where it is seen.
    Method("move", [.object("view", .view), .object("parent", .view)]) { call throws(ScriptError) in
      try call.keepingRestorer { restorer throws(ScriptError) in
        try asking { () throws(SegueError) in try restorer.move(call[0].object.handle(), to: call[1].object.handle()) }
      }
    },
    Method("picture", [.object("view", .view), .object("parent", .view)]) { call throws(ScriptError) in
      try call.keepingRestorer { restorer throws(ScriptError) in
        let picture = try asking { () throws(SegueError) in
          try restorer.picture(of: call[0].object.handle(), in: call[1].object.handle())
        }
        call.give(view: picture)
      }
    },
    Method("restore") { call throws(ScriptError) in
      try call.keepingRestorer { restorer throws(ScriptError) in restorer.restore() }
    },
  ])

extension Call {
  /// A restorer that has something to restore lives until it has.
  fileprivate func keepingRestorer(_ body: (Restorer) throws(ScriptError) -> Void) throws(ScriptError) {
    guard let restorer = area.engine[object.handle(Restorer.self)] else { throw ScriptError("restorer has been released") }
    let wasEmpty = restorer.isEmpty
    if wasEmpty { try bridge.anchor(object) }
    defer { if restorer.isEmpty { bridge.unanchor(object) } }
    try body(restorer)
  }
}

// MARK: Layout moves

private let flipOptions = Options(starterItems + [Item.object("views", .view).or(.list("views", of: .object("view", .view)))])

/// segue.flip(options, function [, completion]): the function lays views out anew, and they move there from where they stood.
let flipMethod = Method(
  "flip", [.number("options").or(.options("options", flipOptions)), .function("changes"), .function("completion").optional]
) { call throws(ScriptError) in
  let (area, bridge) = (call.area, call.bridge)
  var options = Engine.MotionOptions()
  var views: [Handle<View>]?
  if call[0].isNumber {
    guard call[0].number >= 0 else {
      throw ScriptError("segue.flip: duration expected 0 or more seconds, got \(call[0].number)")
    }
    options.timing = .curve(area.engine.isPlanning ? .linear : .ease, duration: call[0].number)
  } else {
    options = try call[0].motionOptions(call)
    let named = call[0]["views"]
    if named.isObject {
      // One view stands for itself and everything in it.
      views = area.engine.family(of: named.object.handle())
    } else if named.isGiven {
      var list: [Handle<View>] = []
      try named.forEachElement { view throws(ScriptError) in list.append(view.object.handle()) }
      views = list
    }
  }
  let changes = try bridge.store(call[1], owner: .root)
  defer { bridge.remove(changes) }
  try area.start(call, completion: call[2]) {
    try area.engine.flip(views, options) { _ = try bridge.ask(changes, kind: "the function of segue.flip") }
  }
}
