import Testing

@testable import Segue

/// A stack with two screens on a 400 × 800 stage and a manual clock: what most transition tests need.
final class Stage {
  let engine = Engine()
  let list: Screen
  let photo: Screen
  let navigation: Navigation
  /// What happened, in order, as short words.
  var log: [String] = []
  var reports: [Diagnostic] = []

  init() throws {
    list = try engine.makeScreen(kind: "list", view: engine.makeView(id: "list"))
    photo = try engine.makeScreen(kind: "photo.full", view: engine.makeView(id: "photo"))
    navigation = try engine.makeNavigation(root: list)
    try engine.setStage(navigation)
    engine.report = { [unowned self] in reports.append($0) }
    for screen in [list, photo] {
      let name = screen === list ? "list" : "photo"
      screen.onAppearance { [unowned self] in log.append("\(name).\($0.appearance.rawValue)") }
    }
    try engine.advance(to: 0)
  }

  /// Registers list → photo: the photo's alpha goes 0 → 1 and the list's x 0 → −100, linearly in p.
  @discardableResult func define(
    duration: Double = 0.5, timing: Timing = .curve(.linear, duration: 0), _ change: (TransitionDefinition) -> Void = { _ in }
  ) throws -> TransitionDefinition {
    let definition = TransitionDefinition(from: ["list"], to: ["photo"])
    definition.name = "fade"
    definition.duration = { _ in duration }
    definition.timing = timing
    definition.animate = { [unowned self] run in
      try engine.set(.alpha, of: run.to.view, to: [0])
      try engine.animate(.init(.curve(.linear, duration: run.duration))) {
        try engine.set(.alpha, of: run.to.view, to: [1])
        try engine.set(.x, of: run.from.view, to: [-100])
      }
    }
    change(definition)
    try engine.register(definition)
    return definition
  }

  @discardableResult func push(_ interaction: Interaction? = nil, animated: Bool = true) throws -> Run {
    guard case .run(let run) = try navigation.push(photo, animated: animated, interaction: interaction) else {
      throw SegueError("push was refused")
    }
    return run
  }

  @discardableResult func pop(_ interaction: Interaction? = nil, animated: Bool = true) throws -> Run {
    guard case .run(let run) = try navigation.pop(animated: animated, interaction: interaction) else {
      throw SegueError("pop was refused")
    }
    return run
  }

  func advance(to time: Double) throws { try engine.advance(to: time) }

  /// Alpha of the photo and x of the list as shown.
  var shown: (alpha: Double, x: Double) {
    get throws { try (engine.shownNumbers(.alpha, of: photo.view)[0], engine.shownNumbers(.x, of: list.view)[0]) }
  }

  /// Everything that is shown now.
  var frame: DisplayList {
    var list = DisplayList(size: Size(0, 0))
    engine.write(into: &list)
    return list
  }

  /// What was reported at a severity.
  func messages(_ severity: Diagnostic.Severity) -> [String] { reports.filter { $0.severity == severity }.map(\.message) }

  /// An interaction that holds a push or pop under way at `p`.
  func hold(_ p: Double, pop: Bool = false) throws -> (Run, Interaction) {
    let interaction = engine.makeInteraction()
    let run = try pop ? self.pop(interaction) : push(interaction)
    try interaction.update(p)
    try advance(to: engine.time)
    return (run, interaction)
  }
}

extension DisplayList: Equatable {
  public static func == (a: DisplayList, b: DisplayList) -> Bool {
    a.size == b.size && a.operations == b.operations && a.contents.count == b.contents.count
  }
}
