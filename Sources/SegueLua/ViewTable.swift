// Views, labels and images.

import Segue

/// What every kind of view can be made with, besides its properties.
let commonItems: [Item] = [
  .string("id"), .boolean("hidden"), .boolean("clip"), .boolean("focusable"), .string("modifiers"), inputItem,
  .word("color_space", of: ColorSpace.allCases.map(\.rawValue)),
]
let viewChild = Item.object("child", .view)

/// What `segue.view` takes besides its children; `makeView` reads them by their places.
let viewItems = commonItems + Property.all.map(\.item)

let viewOptions = Options(viewItems, rest: viewChild)
let labelOptions = Options(
  viewItems + [.string("text").required] + labelItems, rest: viewChild)
let imageOptions = Options(
  viewItems + [.string("source").required, .word("fit", of: ImageFit.allCases.map(\.rawValue))],
  rest: viewChild)

private let labelItems: [Item] = [
  .number("font_size"), .boolean("bold"), .word("align", of: TextAlignment.allCases.map(\.rawValue)), .integer("lines"),
]

/// Properties that `to` moves and `track` sets.
let changeOptions = Options(Property.all.map(\.item))
/// A color's velocity is the numbers of its space, which are no color.
private let velocityOptions = Options(Property.all.map { $0.unit == .color ? .table($0.name) : $0.item })
private let viewMotionOptions = Options(starterItems + turnItems + [.options("velocity", velocityOptions)])

let viewTable = ClassTable(
  "view", .view,
  methods: [
    Method(
      "to",
      [
        .options("properties", changeOptions), .options("options", viewMotionOptions).optional,
        .function("completion").optional,
      ]
    ) {
      call throws(ScriptError) in
      let area = call.area
      // The array is kept between calls for its memory.
      var changes = area.spareChanges
      area.spareChanges = []
      defer {
        changes.removeAll(keepingCapacity: true)
        swap(&changes, &area.spareChanges)
      }
      try call[0].changes(&changes, of: call.object, call.area)
      let velocities = call[1]["velocity"]
      if velocities.isOptions { try velocities.velocities(of: &changes, call) }
      var options = try call[1].motionOptions(call)
      try call[1].turning(&options, ofAngle: changes.contains { $0.property == .rotation }, "view:to", "rotation")
      area.touched?.insert(call.object)
      try area.start(call, completion: call[2]) { () throws(SegueError) in
        try area.engine.move(call.object.handle(View.self), changes, options)
      }
    },
    Method("decay", [.options("properties", viewDecayOptions), .function("completion").optional]) { call throws(ScriptError) in
      var parts: [(property: Property, options: Engine.DecayOptions)] = []
      try call[0].forEachGiven { i, argument throws(ScriptError) in
        // One number for a scale says both; of other pairs each has its own.
        let count = throwable[i] == .scale ? 2 : 1
        do throws(ScriptError) { parts.append((throwable[i], try argument.decayOptions(count: count))) } catch {
          throw ScriptError("view:decay: \(throwable[i].name): \(error)")
        }
      }
      try call.area.start(call, completion: call[1]) {
        try call.area.engine.decay(call.object.handle(View.self), parts)
      }
    },
    Method("track", [.options("properties", changeOptions)]) { call throws(ScriptError) in
      var changes: [Engine.Change] = []
      try call[0].changes(&changes, of: call.object, call.area)
      try asking { () throws(SegueError) in try call.area.engine.track(call.object.handle(), changes) }
    },
    Method("shown", [.word("property", of: Property.all.map(\.name))]) { call throws(ScriptError) in
      let property = Property.all[call[0].word]
      let (engine, view) = (call.area.engine, call.object.handle(View.self))
      property.give(
        try asking { () throws(SegueError) in try engine.shownNumbers(property, of: view) }, in: engine.space(of: view),
        to: call
      )
    },
    Method("velocity", [.word("property", of: Property.all.map(\.name))]) { call throws(ScriptError) in
      let property = Property.all[call[0].word]
      let (engine, view) = (call.area.engine, call.object.handle(View.self))
      let velocity = try asking { () throws(SegueError) in try engine.velocity(property, of: view) }
      guard property.unit == .color else { return call.give(numbers: velocity) }
      call.give(velocity, of: .color(engine.space(of: view)))
    },
    Method("find", [.string("id")]) { call throws(ScriptError) in
      call.give(view: call.area.engine.find(call[0].string, in: call.object.handle()))
    },
    Method("add", [viewChild, .integer("index").optional]) { call throws(ScriptError) in
      let area = call.area
      let index = call[1].integerIfGiven.map { Int(clamping: $0) - 1 }
      let part = call[0].object
      let parent = area.engine.parent(of: part.handle())
      let place = area.placeOfChildren(call.object)
      try call.bridge.link(place, to: part)
      do throws(ScriptError) {
        try asking { () throws(SegueError) in try area.engine.add(part.handle(), to: place.handle(), at: index) }
      } catch {
        if parent?.bits != place.bits { call.bridge.unlink(place, from: part) }
        throw error
      }
      if let parent, parent.bits != place.bits { call.bridge.unlink(Object(.view, parent), from: part) }
    },
    Method("remove") { call throws(ScriptError) in
      let area = call.area
      let parent = area.engine.parent(of: call.object.handle())
      try asking { () throws(SegueError) in try area.engine.removeFromParent(call.object.handle()) }
      if let parent { call.bridge.unlink(Object(.view, parent), from: call.object) }
    },
    Method("bring_to_front") { call throws(ScriptError) in
      try asking { () throws(SegueError) in try call.area.engine.bringToFront(call.object.handle()) }
    },
    Method("send_to_back") { call throws(ScriptError) in
      try asking { () throws(SegueError) in try call.area.engine.sendToBack(call.object.handle()) }
    },
    // A point of this view's coordinates in another's; without one, on the stage.
    Method("convert", [.numbers("point", .point, least: 2), .object("to", .view).optional]) { call throws(ScriptError) in
      let p = call[0].numbers
      let to = call[1].objectIfGiven?.handle(View.self)
      guard let point = call.area.engine.convert(Point(p[0], p[1]), from: call.object.handle(), to: to) else {
        throw ScriptError("view:convert: the point has no place there: a view has been released or is scaled to nothing")
      }
      call.give(.numbers([point.x, point.y], .point))
    },
    // Keys go to it first, while its screen is in front.
    Method("focus") { call throws(ScriptError) in
      try asking { () throws(SegueError) in try call.area.engine.setFocus(call.object.handle()) }
    },
    onGesture,
  ],
  fields: Property.all.map(\.field) + [
    Field(
      .string("id").orNil,
      get: { call throws(ScriptError) in call.give(call.area.engine.id(of: call.object.handle()).map(Value.string) ?? .none) },
      set: { call throws(ScriptError) in
        try asking { () throws(SegueError) in try call.area.engine.setID(call[0].stringIfGiven, of: call.object.handle()) }
      }),
    flag("hidden", { $0.isHidden($1) }, { engine, flag, view throws(SegueError) in try engine.setHidden(flag, of: view) }),
    // What it does in a transition of modifiers, as text; nil for nothing of its own.
    Field(
      .string("modifiers").orNil,
      get: { call throws(ScriptError) in
        let modifiers = call.area.engine.modifiers(of: call.object.handle())
        call.give(modifiers.isEmpty ? .none : .string(modifiers.text))
      },
      set: { call throws(ScriptError) in try call.setModifiers(call[0].stringIfGiven ?? "", of: call.object) }),
    flag(
      "focusable", { $0.isFocusable($1) },
      { engine, flag, view throws(SegueError) in try engine.setFocusable(flag, of: view) }),
    Field(
      .boolean("focused"),
      get: { call throws(ScriptError) in call.give(.boolean(call.area.engine.focus == call.object.handle(View.self))) }),
    flag("clip", { $0.clips($1) }, { engine, flag, view throws(SegueError) in try engine.setClips(flag, of: view) }),
    Field(
      inputItem,
      get: { call throws(ScriptError) in
        let input = call.area.engine.input(of: call.object.handle()) ?? .never
        call.give(input == .atRest ? .string(input.rawValue) : .boolean(input == .always))
      },
      set: { call throws(ScriptError) in
        let input = call[0].input
        try asking { () throws(SegueError) in try call.area.engine.setInput(input, of: call.object.handle()) }
      }),
    Field(
      .string("color_space"),
      get: { call throws(ScriptError) in
        call.give(call.area.engine.colorSpace(of: call.object.handle()).map { Value.string($0.rawValue) } ?? .none)
      }),
    Field(
      .object("parent", .view),
      get: { call throws(ScriptError) in call.give(view: call.area.engine.parent(of: call.object.handle())) }),
    Field(
      .list("children", of: viewChild),
      get: { call throws(ScriptError) in
        let place = call.area.placeOfChildren(call.object)
        call.give(.list(call.area.engine.children(of: place.handle()).map { .object(Object(.view, $0)) }))
      }),
    Field(
      .object("scroll", .scroll),
      get: { call throws(ScriptError) in
        let isOne = call.area.engine.scrollView(of: call.object.handle()) != nil
        call.give(isOne ? .object(Object(.scroll, bits: call.object.bits)) : .none)
      }),
    labelField(.string("text"), { .string($0.text) }, { label, argument in label.text = argument.string }),
    labelField(.number("font_size"), { .number($0.fontSize) }, { label, argument in label.fontSize = argument.number }),
    labelField(.boolean("bold"), { .boolean($0.bold) }, { label, argument in label.bold = argument.boolean }),
    labelField(
      .word("align", of: TextAlignment.allCases.map(\.rawValue)), { .string($0.alignment.rawValue) },
      { label, argument in label.alignment = TextAlignment.allCases[argument.word] }),
    labelField(
      .integer("lines"), { .integer(Int64($0.lines)) }, { label, argument in label.lines = Int(clamping: argument.integer) }),
    imageField(.string("source"), { .string($0.source) }, { image, argument in image.source = argument.string }),
    imageField(
      .word("fit", of: ImageFit.allCases.map(\.rawValue)), { .string($0.fit.rawValue) },
      { image, argument in image.fit = ImageFit.allCases[argument.word] }),
  ],
  describe: { call throws(ScriptError) in
    let engine = call.area.engine
    let view: Handle<View> = call.object.handle()
    guard engine.isAlive(view) else { return call.give(.string("view (released)")) }
    let id = engine.id(of: view).map { " \"\($0)\"" } ?? ""
    let frame = (try? engine.numbers(.frame, of: view)) ?? [0, 0, 0, 0]
    call.give(.string("view\(id): x \(frame[0]), y \(frame[1]), \(frame[2]) × \(frame[3])"))
  })

let viewMethod = Method("view", [.options("options", viewOptions).optional]) { call throws(ScriptError) in
  try call.giveView(nil)
}

let labelMethod = Method("label", [.options("options", labelOptions)]) { call throws(ScriptError) in
  var label = LabelContent(text: call[0]["text"].string)
  let o = call[0]
  if let size = o["font_size"].numberIfGiven { label.fontSize = size }
  if let bold = o["bold"].booleanIfGiven { label.bold = bold }
  if let align = o["align"].wordIfGiven { label.alignment = TextAlignment.allCases[align] }
  if let lines = o["lines"].integerIfGiven { label.lines = Int(clamping: lines) }
  try call.giveView(.label(label))
}

let imageMethod = Method("image", [.options("options", imageOptions)]) { call throws(ScriptError) in
  var image = ImageContent(source: call[0]["source"].string)
  if let fit = call[0]["fit"].wordIfGiven { image.fit = ImageFit.allCases[fit] }
  try call.giveView(.image(image))
}

extension Call {
  fileprivate func setModifiers(_ text: String, of view: Object) throws(ScriptError) {
    do throws(SegueError) {
      try area.engine.setModifiers([Modifier](text: text), of: view.handle())
    } catch { throw ScriptError("view.modifiers: \(error.message)") }
  }

  func give(view: Handle<View>?) { give(view.map { .object(Object(.view, $0)) } ?? .none) }

  fileprivate func giveView(_ content: Content?) throws(ScriptError) {
    let engine = area.engine
    give(.object(try makeView(content) { id, space throws(SegueError) in try engine.makeView(id: id, colorSpace: space) }))
  }

  /// Makes a view of the call's options. If anything is refused nothing is left of it.
  func makeView(
    _ content: Content?, _ make: (_ id: String?, ColorSpace) throws(SegueError) -> Handle<View>
  ) throws(ScriptError) -> Object {
    let engine = area.engine
    let options = self[0]
    let space = options["color_space"].wordIfGiven.map { ColorSpace.allCases[$0] } ?? .oklab
    let view = try asking { () throws(SegueError) in try make(options["id"].stringIfGiven, space) }
    let object = Object(.view, view)
    let place = area.placeOfChildren(object)
    do throws(ScriptError) {
      try bridge.adopt(object)
      if place != object {
        try bridge.adopt(place)
        try bridge.link(object, to: place)
        try bridge.adopt(Object(.scroll, bits: object.bits))
        try bridge.link(object, to: Object(.scroll, bits: object.bits))
      }
      if let hidden = options["hidden"].booleanIfGiven {
        try asking { () throws(SegueError) in try engine.setHidden(hidden, of: view) }
      }
      if let clip = options["clip"].booleanIfGiven {
        try asking { () throws(SegueError) in try engine.setClips(clip, of: view) }
      }
      if let modifiers = options["modifiers"].stringIfGiven { try setModifiers(modifiers, of: object) }
      if let focusable = options["focusable"].booleanIfGiven {
        try asking { () throws(SegueError) in try engine.setFocusable(focusable, of: view) }
      }
      if options["input"].isGiven {
        let input = options["input"].input
        try asking { () throws(SegueError) in try engine.setInput(input, of: view) }
      }
      if options.isOptions {
        for property in Property.all {
          let argument = options[commonItems.count + Int(property.rawValue)]
          guard argument.isGiven else { continue }
          let numbers = try property.numbers(from: argument, in: space)
          try asking { () throws(SegueError) in try engine.set(property, of: view, to: numbers) }
        }
        if let content { try asking { () throws(SegueError) in try engine.setContent(content, of: view) } }
        try options.rest.forEachElement { argument throws(ScriptError) in
          let part = argument.object
          let parent = engine.parent(of: part.handle(View.self))
          try bridge.link(place, to: part)
          try asking { () throws(SegueError) in try engine.add(part.handle(), to: place.handle()) }
          if let parent { bridge.unlink(Object(.view, parent), from: part) }
        }
      }
    } catch {
      // Children that were added already stay alive: they belong to the script.
      for child in engine.children(of: place.handle()) { try? engine.removeFromParent(child) }
      engine.release(view)
      throw error
    }
    return object
  }
}

extension Area {
  /// Where what a script puts into a view goes: into the content of a scroll view.
  func placeOfChildren(_ view: Object) -> Object {
    engine.scrollView(of: view.handle()).map { Object(.view, $0.content) } ?? view
  }
}

extension Argument {
  /// The properties that a table names, in the order of the engine's table.
  func changes(_ changes: inout [Engine.Change], of view: Object, _ area: Area) throws(ScriptError) {
    try forEachGiven { i, argument throws(ScriptError) in
      guard let property = Property(rawValue: UInt8(i)) else { return }
      let space = property.unit == .color ? area.engine.space(of: view.handle()) : .oklab
      changes.append(Engine.Change(property, try property.vector(from: argument, in: space)))
    }
  }

  /// Gives changes the velocities that a table names.
  fileprivate func velocities(of changes: inout [Engine.Change], _ call: Call) throws(ScriptError) {
    try forEachGiven { i, argument throws(ScriptError) in
      guard let property = Property(rawValue: UInt8(i)) else { return }
      guard let place = changes.firstIndex(where: { $0.property == property }) else {
        throw ScriptError("view:to: velocity names \(property.name), which is not moved")
      }
      if property.unit == .color {
        let space = call.area.engine.space(of: call.object.handle())
        let c = try argument.plainNumbers(of: .color(space), "view:to: velocity: \(property.name)")
        changes[place].velocity = SIMD4(c[0], c[1], c[2], c[3])
      } else {
        changes[place].velocity = try property.vector(from: argument, in: .oklab)
      }
    }
  }
}

/// Whether contacts reach it: true, false, or only while it rests.
private let inputItem = Item.boolean("input").or(.word("input", of: ViewInput.allCases.map(\.rawValue)))

extension Argument {
  fileprivate var input: ViewInput { isBoolean ? (boolean ? .always : .never) : ViewInput.allCases[word] }
}

private func flag(
  _ name: String, _ get: @escaping @Sendable (Engine, Handle<View>) -> Bool,
  _ set: @escaping @Sendable (Engine, Bool, Handle<View>) throws(SegueError) -> Void
) -> Field {
  Field(
    .boolean(name), get: { call throws(ScriptError) in call.give(.boolean(get(call.area.engine, call.object.handle()))) },
    set: { call throws(ScriptError) in
      try asking { () throws(SegueError) in try set(call.area.engine, call[0].boolean, call.object.handle()) }
    })
}

private func labelField(
  _ item: Item, _ get: @escaping @Sendable (LabelContent) -> Value,
  _ set: @escaping @Sendable (inout LabelContent, Argument) -> Void
) -> Field {
  contentField(item, kind: "label", { if case .label(let label) = $0 { get(label) } else { nil } }) { content, argument in
    guard case .label(var label) = content else { return nil }
    set(&label, argument)
    return .label(label)
  }
}

private func imageField(
  _ item: Item, _ get: @escaping @Sendable (ImageContent) -> Value,
  _ set: @escaping @Sendable (inout ImageContent, Argument) -> Void
) -> Field {
  contentField(item, kind: "image", { if case .image(let image) = $0 { get(image) } else { nil } }) { content, argument in
    guard case .image(var image) = content else { return nil }
    set(&image, argument)
    return .image(image)
  }
}

/// A field of one kind of content: nil to read on other views, an error to set.
private func contentField(
  _ item: Item, kind: String, _ get: @escaping @Sendable (Content) -> Value?,
  _ changed: @escaping @Sendable (Content, Argument) -> Content?
) -> Field {
  Field(
    item,
    get: { call throws(ScriptError) in call.give(call.area.engine.content(of: call.object.handle()).flatMap(get) ?? .none) },
    set: { call throws(ScriptError) in
      let engine = call.area.engine
      let view: Handle<View> = call.object.handle()
      guard let content = engine.content(of: view), let new = changed(content, call[0]) else {
        throw ScriptError("view.\(item.name): this view is no \(kind)")
      }
      try asking { () throws(SegueError) in try engine.setContent(new, of: view) }
    })
}
