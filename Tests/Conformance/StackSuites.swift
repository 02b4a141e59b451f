// navigation/stack: what pushes, pops and replacements make of a stack, and which of them are refused.

import Segue

enum StackSuites {
  static func stack(_ test: Case) throws -> Verdict {
    if test.input["action"].exists { return try action(test) }
    if test.expect["after_each_step"].exists { return try registry(test) }
    return try ScriptSuites.script(test)
  }

  // MARK: Actions by route

  /// One action on a stack of routes. A route's parameters are the page's own here: what is compared is which pages are there.
  private static func action(_ test: Case) throws -> Verdict {
    let stage = try NavigationStage()
    let stack = try stage.begin(try test.input["stack"].list.map { try $0.name })
    var parameters: [Handle<Screen>: JSON] = [:]
    let action = test.input["action"]
    if action["old_params"].exists { parameters[stack.top.handle] = action["old_params"] }
    let before = stack.stack
    var outcome: Outcome?
    /// A new page of a name; nobody has one that is unknown.
    func made(_ key: String) throws -> Screen {
      let page = try stage.makePage(try action[key].name)
      if page.kind == "unknown" { stage.engine.release(page) }
      return page
    }
    if action["navigate"].exists || action["pop_to"].exists {
      // There one verb goes back to a page if it is there, and else brings a new one: by a push or in the place of the top.
      let key = action["navigate"].exists ? "navigate" : "pop_to"
      let name = try action[key].name
      if let there = stack.stack.last(where: { $0.kind == name }) {
        outcome = try stack.pop(to: there)
      } else {
        outcome = try key == "navigate" ? stack.push(try made(key)) : stack.replace(with: try made(key))
      }
    } else if action["pop"].exists {
      let levels = Int(try action["pop"].number)
      if action["issued_by"].exists {
        // From a page under others: those stay.
        let last = try place(of: try action["issued_by"].name, in: stack)
        for page in stack.stack[max(last - levels + 1, 1)...last].reversed() {
          outcome = try stack.remove(page)
          try stage.wait()
        }
      } else {
        outcome = try stack.pop(levels)
      }
    } else if action["pop_to_top"].exists {
      outcome = try stack.popToRoot()
    } else if action["push"].exists {
      outcome = try? stack.push(try made("push"))
    } else if action["replace"].exists {
      outcome = try? stack.replace(with: try made("replace"))
    } else {
      throw Unreadable("an unknown action")
    }
    try stage.wait()
    if action["params"].exists { parameters[stack.top.handle] = action["params"] }

    var verdict = Verdict()
    if test.expect["handled"].exists {
      verdict.expect("handled", outcome?.run != nil, try test.expect["handled"].flag)
      if outcome?.run == nil { verdict.expect("the stack", stack.stack.map(\.handle), before.map(\.handle)) }
    }
    if test.expect["stack"].exists {
      verdict.expect("the stack", stack.stack.map(\.kind), try test.expect["stack"].list.map { try $0.name })
    }
    for name in test.expect["params"].keys {
      let page = stack.stack[try place(of: name, in: stack)]
      for key in test.expect["params"][name].keys {
        let got = try parameters[page.handle].map { try $0[key].number } ?? .nan
        verdict.expect("\(key) of \(name)", got, try test.expect["params"][name][key].number, within: 0)
      }
    }
    verdict.expect("on the stage", stack.stack.filter(stage.isVisible).map(\.handle), [stack.top.handle])
    return verdict
  }

  private static func place(of name: String, in stack: Navigation) throws -> Int {
    guard let place = stack.stack.lastIndex(where: { $0.kind == name }) else { throw Unreadable("\(name) is not on the stack") }
    return place
  }

  // MARK: Registered pages

  /// A stack whose pages may have tags and be registered: both are a table of the suite's here, for they are an app's own. A stack
  /// has its first page for its root, which counts as pushed; one that a script empties shows a floor.
  private final class Registry {
    let stage: NavigationStage
    let tags: JSON
    let floor: Screen
    private(set) var stack: Navigation?
    private var registered: [String] = []
    private(set) var replaced = 0
    /// Pushes and pops that were no replacement of the whole stack.
    private(set) var (pushed, popped) = (0, 0)
    private(set) var tagChanges = 0
    private var visibleTag: String?

    init(_ test: Case) throws {
      stage = try NavigationStage()
      tags = test.input["tags"]
      floor = try stage.page("(floor)")
    }

    private func begin(_ name: String) throws -> Navigation {
      let stack = try stage.begin([name])
      stack.onNews { [unowned self] in if $0.event == .didShow, $0.screen !== floor { noteTag($0.screen.kind) } }
      if name != floor.kind { noteTag(name) }
      return stack
    }

    private func noteTag(_ name: String) {
      if let tag = tags[name].text, tag != visibleTag { tagChanges += 1 }
      if tags[name].text == nil, visibleTag != nil { tagChanges += 1 }
      visibleTag = tags[name].text
    }

    var names: [String] { stack?.stack.map(\.kind).filter { $0 != floor.kind } ?? [] }
    var shown: Int { stage.news.filter { $0.event == .didShow && $0.screen !== floor }.count }

    func found(_ tag: String) -> String? { (registered + names).first { tags[$0].text == tag } }

    /// Says what became of it: "refused: …", or whether it did something.
    func run(_ step: [JSON]) throws -> String {
      let before = (stage.count(.didPush), stage.count(.didPop))
      let said = try perform(step)
      try stage.frame()
      if step[0].text != "replace" {
        pushed += stage.count(.didPush) - before.0
        popped += stage.count(.didPop) - before.1
      }
      return said
    }

    private func perform(_ step: [JSON]) throws -> String {
      let verb = try step[0].string
      switch verb {
      case "add":
        let name = try step[1].name
        if isTaken(name) { return "refused: duplicate tag" }
        if !registered.contains(name) { registered.append(name) }
        return names.isEmpty ? try push(name) : "true"
      case "remove":
        let name = try step[1].name
        registered.removeAll { $0 == name }
        return "true"
      case "push":
        let name = try step[1].name
        return isTaken(name) ? "refused: duplicate tag" : try push(name)
      case "push_tag":
        guard let name = found(try step[1].string) else { return "refused: no page with that tag" }
        return try push(name)
      case "pop": return try said(stack?.pop(animated: false))
      case "pop_to": return try said(stack?.pop(to: try stage.page(try step[1].name), animated: false))
      case "pop_to_tag":
        guard let name = found(try step[1].string) else { return "refused: no page with that tag" }
        return try said(stack?.pop(to: try stage.page(name), animated: false))
      case "replace":
        let pages = try step[1].list.map { try stage.page(try $0.name) }
        let wanted = pages.isEmpty ? [floor] : pages
        if stack == nil { stack = try begin(floor.kind) }
        let said = try said(stack?.set(wanted, animated: false))
        try stage.frame()
        if let stack, stack.stack.map(\.handle) == wanted.map(\.handle) { replaced += 1 }
        return said
      default: throw Unreadable("unknown step \(verb)")
      }
    }

    private func isTaken(_ name: String) -> Bool {
      tags[name].text.map { tag in (registered + names).contains { $0 != name && tags[$0].text == tag } } ?? false
    }

    private func push(_ name: String) throws -> String {
      guard let stack, !names.isEmpty else {
        if let stack {
          _ = try stack.set([try stage.page(name)], animated: false)
        } else {
          stack = try begin(name)
        }
        pushed += 1
        return "true"
      }
      do { return said(try stack.push(try stage.page(name), animated: false)) } catch let error as SegueError {
        return "\(error)".contains("is already on this stack") ? "refused: already in stack" : "\(error)"
      }
    }

    private func said(_ outcome: Outcome?) -> String {
      guard let why = outcome?.refusal else { return "\(outcome != nil)" }
      return why.contains("is not on the stack") ? "refused: not in stack" : "false"
    }
  }

  private static func registry(_ test: Case) throws -> Verdict {
    let steps = try test.input["script"].list.map { try $0.list }
    let registry = try Registry(test)
    let stage = registry.stage
    let watched = test.input["rules"].text?.split(separator: "watched page: ").dropFirst().first.map(String.init)
    var verdict = Verdict()
    for (i, step) in steps.enumerated() {
      let said = try registry.run(step)
      let row = try test.expect["after_each_step"].list[i]
      for key in row.keys {
        let what = "\(key) after step \(i)"
        switch key {
        case "stack": verdict.expect(what, registry.names, try row[key].list.map { try $0.name })
        case "result": verdict.expect(what, said, try row[key].text ?? "\(row[key].flag)")
        case "pushed": verdict.expect(what, Double(registry.pushed), try row[key].number, within: 0)
        case "popped": verdict.expect(what, Double(registry.popped), try row[key].number, within: 0)
        case "replaced": verdict.expect(what, Double(registry.replaced), try row[key].number, within: 0)
        case "visible_changed": verdict.expect(what, Double(registry.shown), try row[key].number, within: 0)
        case "visible_tag_changed": verdict.expect(what, Double(registry.tagChanges), try row[key].number, within: 0)
        case "found":
          for tag in row[key].keys { verdict.expect("\(what) \(tag)", registry.found(tag), row[key][tag].text) }
        case "previous":
          for name in row[key].keys {
            let place = registry.names.firstIndex(of: name)
            verdict.expect("\(what) \(name)", place.flatMap { $0 > 0 ? registry.names[$0 - 1] : nil }, row[key][name].text)
          }
        case "watched_page":
          guard let watched else { throw Unreadable("no page is watched") }
          for (word, appearance) in Self.words where row[key][word].exists {
            verdict.expect(
              "\(what) \(word)", Double(stage.count(appearance, try stage.page(watched))), try row[key][word].number, within: 0)
          }
        default: throw Unreadable("unknown expectation \(key)")
        }
      }
    }
    return verdict
  }

  /// What a page hears of its coming and going, as it is called there.
  private static let words: [(String, Appearance)] = [
    ("showing", .willAppear), ("shown", .didAppear), ("hiding", .willDisappear), ("hidden", .didDisappear),
  ]
}
