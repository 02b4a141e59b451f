// A stage on which navigation cases are played: an engine, pages by name, a stack of them, and what is told.

import Segue

final class NavigationStage {
  let engine = Engine()
  let size: Size
  private(set) var pages: [String: Screen] = [:]
  private(set) var appearances: [(page: Screen, appearance: Appearance)] = []
  private(set) var news: [ContainerNews] = []

  /// Seconds that a transition takes where a case does not say.
  static let duration = 0.4

  init(size: Size = Size(400, 800)) throws {
    self.size = size
    try engine.resize(to: size)
    try engine.register(slide())
    try frame()
  }

  /// What comes slides in from the right over what leaves.
  func slide() -> TransitionDefinition {
    let definition = TransitionDefinition(from: ["*"], to: ["*"])
    definition.duration = { _ in Self.duration }
    definition.timing = .curve(.linear, duration: 0)
    definition.animate = { [unowned engine, size] run in
      try engine.set(.translation, of: run.to.view, to: [size.width, 0])
      try engine.animate(.init(.curve(.linear, duration: run.duration))) {
        try engine.set(.translation, of: run.to.view, to: [0, 0])
      }
    }
    return definition
  }

  /// The page of a name; made when it is first asked for.
  func page(_ name: String) throws -> Screen {
    if let page = pages[name] { return page }
    let page = try makePage(name)
    pages[name] = page
    return page
  }

  /// Another page of a name.
  func makePage(_ name: String) throws -> Screen {
    let page = try engine.makeScreen(kind: name, view: try engine.makeView())
    page.onAppearance { [unowned self, unowned page] in appearances.append((page, $0.appearance)) }
    return page
  }

  /// A stack on the stage, with pages that came without transitions.
  func begin(_ names: [String]) throws -> Navigation {
    guard let root = names.first else { throw Unreadable("a stack has a page") }
    let stack = try engine.makeNavigation(root: try page(root))
    stack.onNews { [unowned self] in note($0) }
    for name in names.dropFirst() {
      _ = try stack.push(try page(name), animated: false)
      try frame()
    }
    try engine.setStage(stack)
    try frame()
    return stack
  }

  func note(_ news: ContainerNews) { self.news.append(news) }

  /// Does what is due at this moment.
  func frame() throws { try engine.advance(to: engine.time) }

  func play(_ seconds: Double) throws {
    try frame()
    try engine.advance(to: engine.time + seconds)
  }

  /// Lets whatever runs come to its end.
  func wait() throws { try play(5) }

  func x(_ page: Screen) throws -> Double { try engine.shownNumbers(.translation, of: page.view)[0] }
  func y(_ page: Screen) throws -> Double { try engine.shownNumbers(.translation, of: page.view)[1] }

  func isVisible(_ page: Screen) -> Bool { page.container.map { engine.parent(of: page.view) == $0.view } ?? false }

  func count(_ event: ContainerNews.Event) -> Int { news.filter { $0.event == event }.count }
  func count(_ appearance: Appearance, _ page: Screen) -> Int {
    appearances.filter { $0.page === page && $0.appearance == appearance }.count
  }

  func touch(_ phase: InputEvent.Phase, _ x: Double, _ y: Double) throws {
    try engine.send(InputEvent(time: engine.time, phase: phase, position: Point(x, y)))
    try frame()
  }
}

extension Outcome {
  var run: Run? { if case .run(let run) = self { run } else { nil } }
  var refusal: String? { if case .refused(let why) = self { why } else { nil } }
}
