// Stacks of screens.

import Segue

let navigationMethod = Method("navigation", [.options("options", Options([screenItem("root").required] + containerItems))]) {
  call throws(ScriptError) in
  let root = call[0]["root"].object
  guard let screen = call.area.screen(root) else { throw ScriptError("segue.navigation: root has been released") }
  let navigation = try asking { () throws(SegueError) in try call.area.engine.makeNavigation(root: screen) }
  try call.give(navigation, keeping: [root])
}

private let popOptions = Options(goItems + [.integer("levels")])
private let replaceOptions = Options(goItems + [screenItem("instead_of")])

let navigationTable = ClassTable(
  "navigation", .navigation, open: true,
  methods: [
    Method("push", [screenItem("screen"), .options("options", goOptions).optional, .function("completion").optional]) {
      call throws(ScriptError) in
      let navigation = try call.navigation()
      try call.bring(call[0], "navigation:push", owner: call.object) { screen throws(ScriptError) in
        try call.go(1) { go throws(SegueError) in
          try navigation.push(screen, animated: go.animated, interaction: go.interaction, conflict: go.conflict)
        }
      }
    },
    Method("pop", [.options("options", popOptions).optional, .function("completion").optional]) { call throws(ScriptError) in
      let navigation = try call.navigation()
      let levels = Int(clamping: call[0]["levels"].integerIfGiven ?? 1)
      try call.go(0) { go throws(SegueError) in
        try navigation.pop(levels, animated: go.animated, interaction: go.interaction, conflict: go.conflict)
      }
    },
    Method("pop_to_root", [.options("options", goOptions).optional, .function("completion").optional]) {
      call throws(ScriptError) in
      let navigation = try call.navigation()
      try call.go(0) { go throws(SegueError) in
        try navigation.popToRoot(animated: go.animated, interaction: go.interaction, conflict: go.conflict)
      }
    },
    // To a screen of the stack, or to the nearest one below the top of a kind.
    Method(
      "pop_to",
      [
        Item.object("screen", .screen, .navigation, .tabs).or(.string("screen")), .options("options", goOptions).optional,
        .function("completion").optional,
      ]
    ) { call throws(ScriptError) in
      let navigation = try call.navigation()
      let found: Screen?
      if let kind = call[0].stringIfGiven {
        found = navigation.stack.dropLast().last { $0.matches(kind) }
        if found == nil {
          call.give(.none)
          return call.give(.string("there is no \"\(kind)\" below the top of the stack"))
        }
      } else {
        found = call.area.screen(call[0].object)
      }
      guard let found else { throw ScriptError("navigation:pop_to: screen has been released") }
      try call.go(1) { go throws(SegueError) in
        try navigation.pop(to: found, animated: go.animated, interaction: go.interaction, conflict: go.conflict)
      }
    },
    // In the place of the top screen, or of another one and everything above it.
    Method("replace", [screenItem("screen"), .options("options", replaceOptions).optional, .function("completion").optional]) {
      call throws(ScriptError) in
      let navigation = try call.navigation()
      var old: Screen?
      if let given = call[1]["instead_of"].objectIfGiven {
        old = call.area.screen(given)
        if old == nil { throw ScriptError("navigation:replace: instead_of has been released") }
      }
      try call.bring(call[0], "navigation:replace", owner: call.object) { screen throws(ScriptError) in
        try call.go(1) { go throws(SegueError) in
          try navigation.replace(
            old, with: screen, animated: go.animated, interaction: go.interaction, conflict: go.conflict)
        }
      }
    },
    Method("remove", [screenItem("screen"), .options("options", goOptions).optional, .function("completion").optional]) {
      call throws(ScriptError) in
      let navigation = try call.navigation()
      guard let screen = call.area.screen(call[0].object) else {
        throw ScriptError("navigation:remove: screen has been released")
      }
      try call.go(1) { go throws(SegueError) in
        try navigation.remove(screen, animated: go.animated, interaction: go.interaction, conflict: go.conflict)
      }
    },
    Method(
      "set",
      [
        .list("screens", of: screenItem("screen")), .options("options", goOptions).optional,
        .function("completion").optional,
      ]
    ) { call throws(ScriptError) in
      let navigation = try call.navigation()
      try call.bring(all: call[0], "navigation:set") { screens throws(ScriptError) in
        try call.go(1) { go throws(SegueError) in
          try navigation.set(screens, animated: go.animated, interaction: go.interaction, conflict: go.conflict)
        }
      }
    },
    backSwipe, swipe,
  ] + containerMethods,
  fields: [
    Field(
      .object("top", .screen),
      get: { call throws(ScriptError) in call.give(.object(call.area.object(try call.navigation().top))) }),
    Field(
      .list("stack", of: .object("screen", .screen)),
      get: { call throws(ScriptError) in
        call.give(.list(try call.navigation().stack.map { .object(call.area.object($0)) }))
      }),
  ] + containerFields,
  describe: { call throws(ScriptError) in
    let stack = (call.area.container(call.object) as? Navigation)?.stack.map(\.kind).joined(separator: " → ")
    call.give(.string(stack.map { "navigation (\($0))" } ?? "navigation (released)"))
  })

extension Call {
  func navigation() throws(ScriptError) -> Navigation {
    guard let navigation = try container() as? Navigation else { throw ScriptError("navigation has been released") }
    return navigation
  }

  /// Makes a new container known; it keeps what it was made of.
  func give(_ container: Container, keeping parts: [Object]) throws(ScriptError) {
    let options = self[0]
    if let kind = options["kind"].stringIfGiven { container.kind = kind }
    if let word = options["conflict"].wordIfGiven { container.conflict = ConflictPolicy.allCases[word] }
    let object = area.object(container)
    do throws(ScriptError) {
      try bridge.adopt(object)
      let view = Object(.view, container.view)
      try bridge.adopt(view)
      // Each keeps the other: the view is on screen for as long as the container is used, and the other way round.
      try bridge.link(object, to: view)
      try bridge.link(view, to: object)
      for part in parts { try bridge.link(object, to: part) }
    } catch {
      area.engine.release(container)
      throw error
    }
    give(.object(object))
  }

  /// As `bring`, for a list of screens of which some may be there already.
  fileprivate func bring(
    all list: Argument, _ name: String, _ body: ([Screen]) throws(ScriptError) -> Void
  ) throws(ScriptError) {
    var screens: [Screen] = []
    var kept: [Object] = []
    do throws(ScriptError) {
      try list.forEachElement { element throws(ScriptError) in
        let given = element.object
        guard let screen = area.screen(given) else {
          throw ScriptError("\(name): screen \(screens.count + 1) has been released")
        }
        screens.append(screen)
        if screen.container == nil {
          try bridge.link(object, to: given)
          kept.append(given)
        }
      }
      try body(screens)
    } catch {
      for given in kept { bridge.unlink(object, from: given) }
      throw error
    }
    let container = try container()
    for (screen, given) in screens.map({ ($0, area.object($0)) }) where screen.container == nil && kept.contains(given) {
      if !container.awaits(screen) { bridge.unlink(object, from: given) }
    }
  }
}
