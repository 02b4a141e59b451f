// navigation/callback_order: what pages hear, and what they may ask for or refuse while they hear it.

import Segue

enum CallbackSuites {
  static func callbacks(_ test: Case) throws -> Verdict {
    if test.input["outer"].exists { return try reentry(test) }
    if test.expect["asked"].exists { return try prevented(test) }
    if test.expect["leaving_page"].exists { return try leaving(test) }
    return try ScriptSuites.script(test)
  }

  /// A page that goes asks for something when it is gone.
  private static func reentry(_ test: Case) throws -> Verdict {
    let stage = try NavigationStage()
    let script = try StackScript(stage, stack: ["below", "top"])
    script.isAnimated = try test.input["animated"].flag
    let inner = try test.input["inner"].string
    guard let top = script.pages.last else { throw Unreadable("no page") }
    var said: [Bool] = []
    top.onAppearance { [unowned script] event in
      guard event.appearance == .didDisappear else { return }
      said.append((try? script.perform(inner, frame: false)) != nil)
    }
    try script.perform(try test.input["outer"].string)
    try stage.wait()
    var verdict = Verdict()
    guard try test.expect["inner"].string.hasPrefix("refused") else { throw Unreadable("an unknown expectation of the inner") }
    verdict.expect("what the inner \(inner) did", said, [false])
    verdict.expect("the stack", script.pages.map(\.kind), ["below"])
    verdict.expect("busy", script.isBusy, false)
    return verdict
  }

  private static func prevented(_ test: Case) throws -> Verdict {
    let stage = try NavigationStage()
    let script = try StackScript(stage, stack: try test.input["stack"].list.map { try $0.name })
    var asked = 0
    if test.input["preventing"].exists {
      try stage.page(try test.input["preventing"].name).onMayLeave { _ in
        asked += 1
        return false
      }
    }
    let told = stage.news.count + stage.appearances.count
    try script.perform(try test.input["action"].string)
    try stage.wait()
    var verdict = Verdict()
    verdict.expect("the stack", script.pages.map(\.kind), try test.expect["stack_after"].list.map { try $0.name })
    verdict.expect("asked", Double(asked), try test.expect["asked"].number, within: 0)
    if test.expect["change_reports"].exists {
      let changes = stage.news.count + stage.appearances.count - told
      verdict.expect("change reports", Double(changes), try test.expect["change_reports"].number, within: 0)
    }
    return verdict
  }

  /// What the page hears that a pop takes away, by the program or by a finger.
  private static func leaving(_ test: Case) throws -> Verdict {
    let stage = try NavigationStage()
    let stack = try stage.begin(["below", "top"])
    let page = stack.top
    let told = stage.appearances.count
    switch try test.input["action"].string {
    case "pop by button": _ = try stack.pop()
    case "interactive pop, finished": try swipe(stage, stack, to: 0.8)
    case "interactive pop, cancelled": try swipe(stage, stack, to: 0.2)
    case let action: throw Unreadable("an unknown action \(action)")
    }
    try stage.wait()
    var verdict = Verdict()
    let heard = stage.appearances.dropFirst(told).filter { $0.page === page }.map(\.appearance.rawValue)
    let wanted = try test.expect["leaving_page"].list.map { try $0.string.split(separator: " ").joined(separator: "_") }
    verdict.expect("heard", heard, wanted)
    return verdict
  }

  /// A back swipe over a share of the width that is held before it is let go.
  private static func swipe(_ stage: NavigationStage, _ stack: Navigation, to share: Double) throws {
    try stack.setSwipe(.back)
    try stage.touch(.down, 5, 400)
    for step in 1...10 {
      try stage.play(0.016)
      try stage.touch(.move, 5 + stage.size.width * share * Double(step) / 10, 400)
    }
    try stage.play(0.2)
    try stage.touch(.up, 5 + stage.size.width * share, 400)
  }
}
