// Tabs: `segue.tabs { screen, navigation, … }`.

import Segue

private let tabsOptions = Options(
  [.integer("selected"), .word("back", of: Tabs.BackBehaviour.allCases.map(\.rawValue))] + containerItems,
  rest: screenItem("screen"))

let tabsMethod = Method("tabs", [.options("options", tabsOptions)]) { call throws(ScriptError) in
  var (screens, objects) = ([Screen](), [Object]())
  try call[0].rest.forEachElement { argument throws(ScriptError) in
    guard let screen = call.area.screen(argument.object) else {
      throw ScriptError("segue.tabs: screen \(screens.count + 1) has been released")
    }
    screens.append(screen)
    objects.append(argument.object)
  }
  let selected = Int(call[0]["selected"].integerIfGiven ?? 1) - 1
  let tabs = try asking { () throws(SegueError) in try call.area.engine.makeTabs(screens, selected: selected) }
  if let word = call[0]["back"].wordIfGiven { tabs.backBehaviour = Tabs.BackBehaviour.allCases[word] }
  try call.give(tabs, keeping: objects)
}

private let tabItem = Item.integer("tab").or(.object("tab", .screen, .navigation, .tabs))

let tabsTable = ClassTable(
  "tabs", .tabs, open: true,
  methods: [
    // By place, from 1, or by screen.
    Method(
      "select",
      [tabItem, .options("options", goOptions).optional, .function("completion").optional]
    ) { call throws(ScriptError) in
      let tabs = try call.tabs()
      let place = try call.place(in: tabs, "tabs:select")
      try call.go(1) { go throws(SegueError) in
        try tabs.select(place, animated: go.animated, interaction: go.interaction, conflict: go.conflict)
      }
    },
    // Behind the last one, or at a place from 1.
    Method("insert", [screenItem("screen"), .integer("place").optional]) { call throws(ScriptError) in
      let tabs = try call.tabs()
      let place = call[1].integerIfGiven.map { Int(clamping: max($0, 0)) - 1 }
      try call.bring(call[0], "tabs:insert", owner: call.object) { screen throws(ScriptError) in
        try asking { () throws(SegueError) in try tabs.insert(screen, at: place) }
      }
    },
    // By place, from 1, or by screen.
    Method("remove", [tabItem, .options("options", goOptions).optional, .function("completion").optional]) {
      call throws(ScriptError) in
      let tabs = try call.tabs()
      let place = try call.place(in: tabs, "tabs:remove")
      guard tabs.screens.indices.contains(place) else {
        throw ScriptError("tabs:remove: there are \(tabs.screens.count) tabs, got number \(call[0].integer)")
      }
      try call.go(1) { go throws(SegueError) in
        try tabs.remove(
          tabs.screens[place], animated: go.animated, interaction: go.interaction, conflict: go.conflict ?? .queue)
      }
    },
    Method("back", [.options("options", goOptions).optional, .function("completion").optional]) { call throws(ScriptError) in
      let tabs = try call.tabs()
      try call.go(0) { go throws(SegueError) in
        try tabs.back(animated: go.animated, interaction: go.interaction, conflict: go.conflict)
      }
    },
    tabSwipe,
  ] + containerMethods,
  fields: [
    Field(
      .integer("selected"), get: { call throws(ScriptError) in call.give(.integer(Int64(try call.tabs().selected + 1))) },
      set: { call throws(ScriptError) in
        let (tabs, place) = (try call.tabs(), Int(call[0].integer) - 1)
        if place == tabs.selected { return }
        let outcome = try asking { () throws(SegueError) in try tabs.select(place) }
        if case .refused(let why) = outcome { throw ScriptError("tabs.selected: \(why)") }
      }),
    Field(
      .list("screens", of: .object("screen", .screen)),
      get: { call throws(ScriptError) in
        call.give(.list(try call.tabs().screens.map { .object(call.area.object($0)) }))
      }),
  ] + containerFields,
  describe: { call throws(ScriptError) in
    let tabs = call.area.container(call.object) as? Tabs
    let kinds = tabs?.screens.enumerated().map { $0 == tabs?.selected ? "[\($1.kind)]" : $1.kind }
    call.give(.string(kinds.map { "tabs (\($0.joined(separator: " ")))" } ?? "tabs (released)"))
  })

extension Call {
  /// The place of the tab that the first argument says, from 0; a number is taken as it is.
  fileprivate func place(in tabs: Tabs, _ name: String) throws(ScriptError) -> Int {
    guard let given = self[0].objectIfGiven else { return Int(clamping: max(self[0].integer, 0)) - 1 }
    guard let screen = area.screen(given) else { throw ScriptError("\(name): tab has been released") }
    guard let found = tabs.screens.firstIndex(where: { $0 === screen }) else {
      throw ScriptError("\(name): \"\(screen.kind)\" is none of these tabs")
    }
    return found
  }

  fileprivate func tabs() throws(ScriptError) -> Tabs {
    guard let tabs = try container() as? Tabs else { throw ScriptError("tabs has been released") }
    return tabs
  }
}
