// Scripts of sentences for a stack, such as "push 1", "(wait)" or "pop to 3", and what is looked at after each.

import Segue

/// Does what sentences say. A page without a name gets the next number. What comes while something is under way takes it over.
final class StackScript {
  let stage: NavigationStage
  private(set) var stack: Navigation?
  private var floor: Screen?
  private var lastNumber = 0
  private(set) var busyChanges = 0
  private var wasBusy = false
  /// Overrides what the sentences say.
  var isAnimated = true

  init(_ stage: NavigationStage, stack names: [String] = [], onFloor: Bool = false) throws {
    self.stage = stage
    if onFloor {
      // Its first push is a run, too.
      floor = try stage.page("(floor)")
      stack = try stage.begin(["(floor)"])
    } else if !names.isEmpty {
      stack = try stage.begin(names)
    }
    stack?.conflict = .retarget
  }

  var pages: [Screen] { stack?.stack.filter { $0 !== floor } ?? [] }
  var isBusy: Bool { stack?.run != nil }

  private func next(_ name: Substring?) throws -> Screen {
    lastNumber += 1
    return try stage.page(name.map(String.init) ?? "page \(lastNumber)")
  }

  /// What was on top before a run of the sentence; nil for a sentence that did nothing.
  @discardableResult func perform(_ sentence: String, frame: Bool = true) throws -> Screen? {
    let done = try begin(sentence)?.run
    if frame { try stage.frame() }
    if isBusy != wasBusy {
      wasBusy.toggle()
      busyChanges += 1
    }
    return done?.leaving
  }

  private func begin(_ sentence: String) throws -> Outcome? {
    var words = sentence.split(separator: " ")
    var animated = isAnimated
    if words.suffix(2) == ["without", "transitions"] {
      animated = false
      words.removeLast(2)
    }
    words.removeAll { $0 == "(animated)" }
    if words.count > 1 { words.removeAll { $0.hasPrefix("(") && $0.hasSuffix(")") } }
    // What stands in brackets is said of the page, not to it.
    if let bracket = words.firstIndex(where: { $0.hasPrefix("(") && $0 != "(wait)" }) { words.removeSubrange(bracket...) }
    guard let verb = words.first else { throw Unreadable("an empty sentence") }
    let rest = Array(words.dropFirst())
    switch (verb, rest.count, rest.first ?? "") {
    case ("(wait)", _, _):
      try stage.wait()
      return nil
    case ("push", 4, _) where rest[1] == "and" && rest[3] == "together":
      let outcomes = try [rest[0], rest[2]].map { try push(try next($0), animated) }
      return outcomes.compactMap { $0 }.last
    case ("push", 0...1, _): return try push(try next(rest.first), animated)
    case ("replace", 0, _): return try stack?.replace(with: try next(nil), animated: animated)
    case ("replace", 2, "by"): return try stack?.replace(with: try next(rest[1]), animated: animated)
    case ("replace", 3, _) where rest[1] == "by":
      return try stack?.replace(try stage.page(String(rest[0])), with: try next(rest[2]), animated: animated)
    case ("pop", 0, _): return try stack?.pop(animated: animated)
    case ("clear", 0, _): return try stack?.popToRoot(animated: animated)
    case ("pop", 2..., "to"), ("go", 3..., "back"):
      let name = rest.last == "first" ? pages.first?.kind : rest.last == "page" ? "(unknown)" : rest.last.map(String.init)
      return try stack?.pop(to: try stage.page(name ?? ""), animated: animated)
    default: throw Unreadable("an unknown sentence: \(sentence)")
    }
  }

  /// What is there already is refused by an error and stays where it is.
  private func push(_ page: Screen, _ animated: Bool) throws -> Outcome? {
    guard let stack else {
      stack = try stage.begin([page.kind])
      stack?.conflict = .retarget
      return nil
    }
    return try? stack.push(page, animated: animated)
  }
}

enum ScriptSuites {
  /// Compares lists of what is there after each step, and single values with what is there at the end.
  static func script(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    try compare(test, animated: true, &verdict)
    if test.expect["same_without_transitions"].exists { try compare(test, animated: false, &verdict) }
    return verdict
  }

  private static func compare(_ test: Case, animated: Bool, _ verdict: inout Verdict) throws {
    let stage = try NavigationStage()
    let names = test.input["stack"].exists ? try test.input["stack"].list.map { try $0.name } : []
    let script = try StackScript(stage, stack: names, onFloor: test.input["operation"].exists)
    script.isAnimated = animated
    let counts = try test.input["operation"].text.map { try Plays(script, operation: $0) }
    let sentences = try test.input["script"].list.map { try $0.string }
    for (i, sentence) in sentences.enumerated() {
      let returned = try script.perform(sentence)
      for key in test.expect.keys {
        // A single value, or a list that is one, is of the end.
        let whole = test.expect[key]
        let isPerStep = key == "stack" ? (try? whole.list.first?.list) != nil : (try? whole.list) != nil
        guard isPerStep || i == sentences.count - 1 else { continue }
        let wanted = try isPerStep ? whole.list[i] : whole
        if key == "returned", !wanted.exists { verdict.expect("returned by \(sentence)", returned?.kind, nil) }
        guard wanted.exists, wanted.text != "not checked", wanted.text != "either" else { continue }
        try compare(key, wanted, "\(key) after \(sentence)", returned, script, counts, test, &verdict)
      }
    }
  }

  private static func compare(
    _ key: String, _ wanted: JSON, _ what: String, _ returned: Screen?, _ script: StackScript, _ counts: Plays?,
    _ test: Case, _ verdict: inout Verdict
  ) throws {
    switch key {
    case "busy": verdict.expect(what, script.isBusy, try wanted.flag)
    case "busy_changes": verdict.expect(what, Double(script.busyChanges), try wanted.number, within: 0)
    case "depth": verdict.expect(what, Double(script.pages.count), try wanted.number, within: 0)
    case "top": verdict.expect(what, script.pages.last?.kind, try wanted.name)
    case "stack": verdict.expect(what, script.pages.map(\.kind), try wanted.list.map { try $0.name })
    case "returned": verdict.expect(what, returned?.kind, try wanted.name)
    case "same_without_transitions": break
    case _ where key.hasPrefix("page") && key.hasSuffix("_visible"):
      let page = try script.stage.page(String(key.dropFirst(4).dropLast(8)))
      verdict.expect(what, script.stage.isVisible(page), try wanted.flag)
    case _ where key.hasPrefix("page"):
      let page = try script.stage.page(String(key.dropFirst(4)))
      let columns = try test.input["columns"].list.map { try $0.string }
      let words: [String: Appearance] = [
        "activating": .willAppear, "activated": .didAppear, "deactivating": .willDisappear, "deactivated": .didDisappear,
      ]
      let got = try columns.map { column in
        guard let appearance = words[column] else { throw Unreadable("an unknown column \(column)") }
        return Double(script.stage.count(appearance, page))
      }
      verdict.expect(what, got, try wanted.numbers, within: 0)
    default:
      guard let counts else { throw Unreadable("unknown expectation \(key)") }
      verdict.expect(what, Double(counts.played[key] ?? 0), try wanted.number, within: 0)
    }
  }

  /// How often the transition of each operation brought a page, and took one away: "pushEnter", "pushExit" and so on. A container
  /// that plays one operation's for all others chooses so by itself.
  private final class Plays {
    private(set) var played: [String: Int] = [:]

    init(_ script: StackScript, operation: String) throws {
      guard let stack = script.stack, operation == "default" || ContainerOperation(rawValue: operation) != nil else {
        throw Unreadable("an unknown operation \(operation)")
      }
      var definitions: [ContainerOperation: TransitionDefinition] = [:]
      for kind in ContainerOperation.allCases {
        let definition = script.stage.slide()
        let animate = definition.animate
        definition.animate = { [unowned self, unowned script] run in
          try animate?(run)
          if script.pages.contains(where: { $0 === run.entering }) { played["\(kind.rawValue)Enter", default: 0] += 1 }
          if run.leaving.kind != "(floor)" { played["\(kind.rawValue)Exit", default: 0] += 1 }
        }
        definitions[kind] = definition
      }
      stack.choices.definition = { asked, _, _ in definitions[ContainerOperation(rawValue: operation) ?? asked] }
    }
  }
}
