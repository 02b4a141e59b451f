// Scroll views: `segue.scroll { … }` makes a view, and its `scroll` says where the content is and moves it.

import Segue

/// How a scroll view behaves, in the order of `setBehaviour`.
private let behaviourItems: [Item] = [
  .word("axis", of: ScrollBehaviour.Axis.allCases.map(\.rawValue)), .boolean("locks_axis"), .boolean("paging"),
  .list("snap", of: .number("snap")), .boolean("long_swipes"), .boolean("bounces"), .number("stiffness"),
  .number("deceleration"), .number("wheel_step"), .number("swipe_speed"), .number("long_swipe_speed"),
  .number("long_swipe_factor"), .boolean("enabled"), .numbers("content_size", .size, least: 2),
]
private let scrollEvents = ["scroll", "rest"]
private let scrollOptions = Options(
  viewItems + behaviourItems + [.options("on", Options(scrollEvents.map { .function($0) }))], rest: viewChild)

let scrollMethod = Method("scroll", [.options("options", scrollOptions).optional]) { call throws(ScriptError) in
  let engine = call.area.engine
  var behaviour = ScrollBehaviour()
  for (i, item) in behaviourItems.dropLast().enumerated() {
    try call[0][optionAt: viewItems.count + i].set(&behaviour, item.name)
  }
  let object = try call.makeView(nil) { id, space throws(SegueError) in
    try engine.makeScrollView(id: id, colorSpace: space, behaviour).view
  }
  guard let scroll = engine.scrollView(of: object.handle()) else { return }
  do throws(ScriptError) {
    if call[0]["content_size"].isGiven {
      try asking { () throws(SegueError) in try scroll.setContentSize(call[0]["content_size"].size) }
    }
    let part = Object(.scroll, bits: object.bits)
    try call[0]["on"].forEachGiven { i, handler throws(ScriptError) in
      try call.hear(scroll, part, scrollEvents[i], handler)
    }
  } catch {
    call.area.withdraw(call.bridge, Object(.scroll, bits: object.bits))
    for child in engine.children(of: scroll.content) { try? engine.removeFromParent(child) }
    engine.release(scroll.view)
    throw error
  }
  call.give(.object(object))
}

let scrollTable = ClassTable(
  "scroll", .scroll, open: true,
  methods: [
    // To an offset, either part of which may be left out, or to where a view inside is seen.
    Method(
      "to",
      [
        Item.options("offset", Options([.number("x"), .number("y")])).or(.object("offset", .view)),
        .options("options", Options(starterItems)).optional, .function("completion").optional,
      ]
    ) { call throws(ScriptError) in
      let scroll = try call.scroll()
      var (x, y) = (call[0]["x"].numberIfGiven, call[0]["y"].numberIfGiven)
      if let view = call[0].objectIfGiven {
        let place = try asking { () throws(SegueError) in try scroll.offset(showing: view.handle()) }
        (x, y) = (place.x, place.y)
      } else if x == nil, y == nil {
        throw ScriptError("scroll:to: offset expected x or y, got neither")
      }
      let options = try call[1].motionOptions(call)
      try call.area.start(call, completion: call[2]) { () throws(SegueError) in try scroll.scroll(x: x, y: y, options) }
    },
    Method("on", [.word("event", of: scrollEvents), .function("handler")]) { call throws(ScriptError) in
      try call.hear(try call.scroll(), call.object, scrollEvents[call[0].word], call[1])
    },
    Method("off", [.word("event", of: scrollEvents), .function("handler").optional]) { call throws(ScriptError) in
      call.forget(scrollEvents[call[0].word], call[1])
    },
    // What a drag that goes on beyond an end drives: the function gives an interaction, or nothing for the band.
    Method("hand_over", [.word("way", of: SwipeDirection.allCases.map(\.rawValue)), .function("begin").optional]) {
      call throws(ScriptError) in
      let (scroll, way, object) = (try call.scroll(), SwipeDirection.allCases[call[0].word], call.object)
      let event = "hand_over \(way.rawValue)"
      let callback = call[1].isFunction ? try call.store(call[1]) : nil
      call.area.withdraw(call.bridge, object) { $0.event == event }
      guard let callback else { return }
      scroll.handOvers[way] = { [link = call.bridge.link] in link.bridge?.interaction(from: callback, object) }
      call.area.register(call.bridge, object, event, [callback]) { [weak scroll] in scroll?.handOvers[way] = nil }
    },
  ],
  fields: [
    Field(
      .numbers("offset", .point, least: 2), get: { call throws(ScriptError) in call.give(point: try call.scroll().offset) },
      set: { call throws(ScriptError) in
        let (scroll, wanted) = (try call.scroll(), Point(call[0].numbers[0], call[0].numbers[1]))
        try asking { () throws(SegueError) in try scroll.setOffset(wanted) }
      }),
    Field(.numbers("target", .point), get: { call throws(ScriptError) in call.give(point: try call.scroll().target) }),
    Field(
      Item.numbers("content_size", .size, least: 2).orNil,
      get: { call throws(ScriptError) in
        let size = try call.scroll().contentSize
        call.give(.numbers([size.width, size.height], .size))
      },
      set: { call throws(ScriptError) in
        let scroll = try call.scroll()
        try asking { () throws(SegueError) in try scroll.setContentSize(call[0].size) }
      }),
    Field(.object("content", .view), get: { call throws(ScriptError) in call.give(view: try call.scroll().content) }),
    Field(.object("view", .view), get: { call throws(ScriptError) in call.give(view: try call.scroll().view) }),
    Field(.boolean("moving"), get: { call throws(ScriptError) in call.give(.boolean(try call.scroll().isMoving)) }),
    Field(.boolean("dragging"), get: { call throws(ScriptError) in call.give(.boolean(try call.scroll().isDragging)) }),
  ]
    + behaviourItems.dropLast().map { item in
      Field(
        ["deceleration", "swipe_speed"].contains(item.name) ? item.orNil : item,
        get: { call throws(ScriptError) in call.give(try call.scroll().behaviour.value(item.name)) },
        set: { call throws(ScriptError) in
          let scroll = try call.scroll()
          var behaviour = scroll.behaviour
          try call[0].set(&behaviour, item.name)
          try asking { () throws(SegueError) in try scroll.setBehaviour(behaviour) }
        })
    },
  describe: { call throws(ScriptError) in
    guard let scroll = call.area.engine.scrollView(of: Handle<View>(bits: call.object.bits)) else {
      return call.give(.string("scroll (released)"))
    }
    call.give(.string("scroll at \(scroll.offset.x), \(scroll.offset.y)"))
  })

extension ScrollBehaviour {
  /// What a field reads.
  fileprivate func value(_ name: String) -> Value {
    switch name {
    case "axis": .string(axis.rawValue)
    case "locks_axis": .boolean(locksAxis)
    case "paging": .boolean(isPaging)
    case "snap": .list(snap.map(Value.number))
    case "long_swipes": .boolean(allowsLongSwipes)
    case "bounces": .boolean(bounces)
    case "stiffness": .number(stiffness)
    case "deceleration": deceleration.map(Value.number) ?? .none
    case "wheel_step": .number(wheelStep)
    case "swipe_speed": swipeSpeed.map(Value.number) ?? .none
    case "long_swipe_speed": .number(longSwipeSpeed)
    case "long_swipe_factor": .number(longSwipeFactor)
    case "enabled": .boolean(isEnabled)
    default: .none
    }
  }
}

extension Argument {
  /// Changes what an option or a field was given for; what was not given stays.
  fileprivate func set(_ behaviour: inout ScrollBehaviour, _ name: String) throws(ScriptError) {
    if name == "deceleration", !isGiven { behaviour.deceleration = nil }
    if name == "swipe_speed", !isGiven { behaviour.swipeSpeed = nil }
    guard isGiven else { return }
    switch name {
    case "axis": behaviour.axis = ScrollBehaviour.Axis.allCases[word]
    case "locks_axis": behaviour.locksAxis = boolean
    case "paging": behaviour.isPaging = boolean
    case "snap":
      var points: [Double] = []
      try forEachElement { point throws(ScriptError) in points.append(point.number) }
      behaviour.snap = points
    case "long_swipes": behaviour.allowsLongSwipes = boolean
    case "bounces": behaviour.bounces = boolean
    case "stiffness": behaviour.stiffness = number
    case "deceleration": behaviour.deceleration = number
    case "wheel_step": behaviour.wheelStep = number
    case "swipe_speed": behaviour.swipeSpeed = number
    case "long_swipe_speed": behaviour.longSwipeSpeed = number
    case "long_swipe_factor": behaviour.longSwipeFactor = number
    case "enabled": behaviour.isEnabled = boolean
    default: break
    }
  }

  fileprivate var size: Size? { isGiven ? Size(numbers[0], numbers[1]) : nil }
}

extension LuaBridge {
  /// Asks a script what a drag goes on as.
  fileprivate func interaction(from callback: Callback, _ object: Object) -> Interaction? {
    do throws(ScriptError) {
      let answer = try ask(callback, [.object(object)], kind: "hand_over")
      guard let chosen = answer?.first, chosen != .none, chosen != .boolean(false) else { return nil }
      guard let given = chosen.asObject, given.classID == .interaction else {
        throw ScriptError("hand_over: the function must return an interaction or nil")
      }
      return area.engine[given.handle(Interaction.self)]
    } catch {
      report(.init(kind: "hand_over", error: error))
      return nil
    }
  }
}

extension Call {
  fileprivate func scroll() throws(ScriptError) -> ScrollView {
    guard let scroll = area.engine.scrollView(of: Handle<View>(bits: object.bits)) else {
      throw ScriptError("scroll: the view has been released")
    }
    return scroll
  }

  /// Adds a script's handler to a scroll view.
  fileprivate func hear(_ scroll: ScrollView, _ object: Object, _ event: String, _ handler: Argument) throws(ScriptError) {
    let callback = try store(handler, owner: object)
    let tell: () -> Void = { [weak scroll, link = bridge.link] in
      guard let scroll, let bridge = link.bridge else { return }
      bridge.start(callback, [.object(object), .numbers([scroll.offset.x, scroll.offset.y], .point)], kind: event)
    }
    let name = event == "scroll" ? scroll.onScroll { _ in tell() } : scroll.onRest(tell)
    area.register(bridge, object, event, [callback]) { [weak scroll] in
      if event == "scroll" { scroll?.removeScrollHandler(name) } else { scroll?.removeRestHandler(name) }
    }
  }
}
