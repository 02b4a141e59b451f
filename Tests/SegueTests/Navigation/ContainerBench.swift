import Testing

@testable import Segue

/// Screens a, b, c, … on a 400 × 800 stage with a manual clock, each of whose transitions slides the new one in.
final class ContainerBench {
  let engine = Engine()
  private(set) var screens: [String: Screen] = [:]
  /// "a.will_appear(push)" and the like, and what containers tell.
  var log: [String] = []
  var reports: [Diagnostic] = []

  init() throws {
    engine.report = { [unowned self] in reports.append($0) }
    let definition = TransitionDefinition(from: ["*"], to: ["*"])
    definition.name = "slide"
    definition.duration = { _ in 0.4 }
    definition.timing = .curve(.linear, duration: 0)
    definition.animate = { [unowned engine] run in
      try engine.set(.translation, of: run.to.view, to: [400, 0])
      try engine.animate(.init(.curve(.linear, duration: run.duration))) {
        try engine.set(.translation, of: run.to.view, to: [0, 0])
        try engine.set(.translation, of: run.from.view, to: [-100, 0])
      }
    }
    try engine.register(definition)
  }

  /// The screen of a kind; made when it is first asked for.
  subscript(kind: String) -> Screen {
    if let screen = screens[kind] { return screen }
    guard let view = try? engine.makeView(id: kind), let screen = try? engine.makeScreen(kind: kind, view: view) else {
      preconditionFailure("no screen \(kind)")
    }
    screens[kind] = screen
    screen.onAppearance { [unowned self] in log.append("\(kind).\($0.appearance.rawValue)(\($0.reason.rawValue))") }
    return screen
  }

  func navigation(_ kinds: String...) throws -> Navigation {
    let navigation = try engine.makeNavigation(root: self[kinds[0]])
    for kind in kinds.dropFirst() { try go(navigation.push(self[kind], animated: false)) }
    return navigation
  }

  /// The run of an outcome that must not be a refusal.
  @discardableResult func go(_ outcome: Outcome) throws -> Run {
    guard case .run(let run) = outcome else { throw SegueError("refused: \(outcome)") }
    try engine.advance(to: engine.time)
    return run
  }

  func refusal(_ outcome: Outcome) -> String? { if case .refused(let why) = outcome { why } else { nil } }

  func play(_ seconds: Double) throws { try engine.advance(to: engine.time + seconds) }

  func x(_ kind: String) throws -> Double { try engine.shownNumbers(.translation, of: self[kind].view)[0] }

  /// The screens whose views are on stage, back to front.
  func seen(_ view: Handle<View>) -> [String] {
    engine.children(of: view).compactMap { view in screens.first { $0.value.view == view }?.key }
  }

  func take() -> [String] {
    defer { log = [] }
    return log
  }
}
