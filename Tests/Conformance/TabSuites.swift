// navigation/tabs: choosing tabs, going back, tabs that come and go.

import Segue

enum TabSuites {
  static func tabs(_ test: Case) throws -> Verdict {
    if test.expect["steps"].exists { return try jumps(test) }
    if test.input["now_tabs"].exists { return try removed(test) }
    if test.expect["selected"].exists { return try selected(test) }
    if test.expect["history"].exists { return try histories(test) }
    return try script(test)
  }

  private static let behaviours: [String: Tabs.BackBehaviour] = [
    "history": .history, "order": .order, "initialRoute": .first, "none": .none,
  ]

  /// Tabs by name of which some have been chosen, one after the other.
  private struct Play {
    let stage: NavigationStage
    let tabs: Tabs

    init(_ names: [String], _ behaviour: String?, jumps: [String] = []) throws {
      stage = try NavigationStage()
      tabs = try stage.engine.makeTabs(try names.map(stage.page))
      tabs.onNews { [stage] in stage.note($0) }
      guard let behaviour = TabSuites.behaviours[behaviour ?? "history"] else { throw Unreadable("an unknown way back") }
      tabs.backBehaviour = behaviour
      try stage.engine.setStage(tabs)
      try stage.frame()
      for name in jumps { try jump(name) }
    }

    /// By name, or back. False if it was refused.
    @discardableResult func jump(_ name: String) throws -> Bool {
      let place = tabs.screens.firstIndex { $0.kind == name }
      guard place != nil || name == "back" else { throw Unreadable("there is no tab \(name)") }
      let done = try place.map { try tabs.select($0) } ?? tabs.back()
      try stage.wait()
      return done.run != nil
    }

    var current: String { tabs.current.kind }

    /// Where back leads, step by step, the last of them first, and where it begins.
    func history() throws -> [String] {
      var way = [current]
      while try jump("back") { way.insert(current, at: 0) }
      return way
    }
  }

  /// After each jump back is tried on tabs that have made the same jumps.
  private static func jumps(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let names = try test.input["tabs"].list.map { try $0.string }
    let behaviour = test.input["back_behaviour"].text
    func compare(_ what: String, _ play: Play, _ wanted: JSON) throws {
      verdict.expect("\(what): goes back", try play.jump("back"), wanted.exists)
      guard wanted.exists else { return }
      verdict.expect("\(what): the tab", play.current, try wanted["tab"].string)
      verdict.expect("\(what): the history", try play.history(), try wanted["history"].list.map { try $0.string })
    }
    try compare("at the start", try Play(names, behaviour), test.expect["back_at_start"])
    var jumps: [String] = []
    for step in try test.expect["steps"].list {
      jumps.append(try step["jump"].string)
      try compare("after \(jumps)", try Play(names, behaviour, jumps: jumps), step["then_back"])
    }
    return verdict
  }

  private static func histories(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let start = try test.input["start"].list.map { try $0.string }
    let script = try test.input["script"].list.map { try $0.string }
    let names = (start + script.filter { $0 != "back" }).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    for (i, wanted) in try test.expect["history"].list.enumerated() {
      let play = try Play(names, test.input["back_behaviour"].text, jumps: Array(start.dropFirst() + script[...i]))
      verdict.expect("after \(script[...i])", try play.history(), try wanted.list.map { try $0.string })
    }
    return verdict
  }

  private static func removed(_ test: Case) throws -> Verdict {
    let visited = try test.input["history"].list.map { try $0.string }
    let names = try test.input["tabs"].list.map { try $0.string }
    // The first of the history is the tab that shows at the start.
    let play = try Play(
      names, test.input["back_behaviour"].text, jumps: visited[0] == names[0] ? Array(visited[1...]) : visited)
    let left = try test.input["now_tabs"].list.map { try $0.string }
    for name in names where !left.contains(name) {
      _ = try play.tabs.remove(try play.stage.page(name))
      try play.stage.wait()
    }
    var verdict = Verdict()
    verdict.expect("the tabs", play.tabs.screens.map(\.kind), left)
    verdict.expect("the tab", play.current, try test.expect["tab"].string)
    verdict.expect("on the stage", play.tabs.screens.filter(play.stage.isVisible).map(\.kind), [play.current])
    verdict.expect("the history", try play.history(), try test.expect["history"].list.map { try $0.string })
    return verdict
  }

  private static func script(_ test: Case) throws -> Verdict {
    let play = try Play(try test.input["tabs"].list.map { try $0.string }, test.input["back_behaviour"].text)
    var handled = false
    for sentence in try test.input["script"].list.map({ try $0.string }) {
      handled = try play.jump(sentence.hasPrefix("jump ") ? String(sentence.dropFirst(5)) : sentence)
    }
    var verdict = Verdict()
    verdict.expect("handled", handled, try test.expect["handled"].flag)
    return verdict
  }

  /// Tabs that are numbered in the order in which they come.
  private static func selected(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    var play: Play?
    var made = 0
    for (i, sentence) in try test.input["script"].list.map({ try $0.string }).enumerated() {
      let words = sentence.split(separator: " ")
      var moved: Bool?
      switch words[0] {
      case "append", "prepend", "insert":
        if let play {
          let place = words[0] == "append" ? nil : words[0] == "prepend" ? 0 : words.last.flatMap { Int($0) }
          try play.tabs.insert(try play.stage.page("\(made)"), at: place)
        } else {
          play = try Play(["\(made)"], nil)
        }
        made += 1
      case "select": moved = try play?.jump(String(words[1]))
      case "next", "previous":
        // Where there is no tab is no place to go.
        let place = (play?.tabs.selected ?? 0) + (words[0] == "next" ? 1 : -1)
        moved = (try? play?.tabs.select(place))?.run != nil
      default: throw Unreadable("an unknown step \(sentence)")
      }
      try play?.stage.wait()
      guard let play else { throw Unreadable("there are no tabs") }
      let what = "after step \(i), \(sentence)"
      verdict.expect("the tab \(what)", play.current, try test.expect["selected"].list[i].name)
      verdict.expect(
        "changes \(what)", Double(play.stage.count(.didShow)), try test.expect["selection_changes"].list[i].number, within: 0)
      let wanted = try test.expect["moved"].list[i]
      if wanted.exists { verdict.expect("moved \(what)", moved, try wanted.flag) }
    }
    return verdict
  }
}
