// A stack of screens of which the top one shows.

/// What came of a request to a container.
public enum Outcome {
  /// It is done, or under way in this run.
  case run(Run)
  /// It cannot be done now; nothing changed. The sentence says why.
  case refused(String)
}

/// One step of what a container does.
public struct NavigationNews {
  public enum Event: String, Sendable, CaseIterable {
    /// A screen is about to be on top, or is for good; not told of a run that was rolled back.
    case willShow = "will_show"
    case didShow = "did_show"
    /// The screen that comes with a push, or goes with a pop.
    case willPush = "will_push"
    case didPush = "did_push"
    case willPop = "will_pop"
    case didPop = "did_pop"
  }
  public var event: Event
  public var screen: Screen
  public var animated: Bool
}

/// A stack of screens in one view; pushing and popping are transitions between its top screens.
public final class Navigation {
  public internal(set) var handle = Handle<Navigation>(bits: 0)
  unowned let engine: Engine
  /// The stage of its transitions.
  public let view: Handle<View>
  public internal(set) var stack: [Screen]
  /// The run that has not ended.
  public internal(set) var run: Run?
  /// Chooses the definition of an operation before anything else is asked; nil falls through.
  public var chooseDefinition: ((Operation, _ from: Screen, _ to: Screen) -> TransitionDefinition?)?
  /// The definitions of single operations, asked next.
  public var definitionOfOperation: [Operation: TransitionDefinition] = [:]
  /// The container's own definition for whatever it does, asked before the registry.
  public var ownDefinition: TransitionDefinition?
  /// Chooses what drives a run that was started without an interaction; nil lets the clock drive it.
  public var chooseInteraction: ((TransitionDefinition) -> Interaction?)?
  private var isOnStage = false
  private var news = Observers<NavigationNews>()

  /// What happens to a stack.
  public enum Operation: String, Sendable, CaseIterable {
    case push, pop
    var direction: TransitionDirection { self == .push ? .present : .dismiss }
    var reason: AppearanceReason { self == .push ? .push : .pop }
  }

  init(engine: Engine, view: Handle<View>, root: Screen) {
    (self.engine, self.view, stack) = (engine, view, [root])
    root.navigation = self
  }

  public var top: Screen { stack[stack.count - 1] }

  /// Adds a handler for every step of the container's operations; returns a name to remove it by.
  @discardableResult public func onNews(_ call: @escaping (NavigationNews) -> Void) -> UInt64 { news.add(call) }

  public func removeNewsHandler(_ id: UInt64) { news.remove(id) }

  func tell(_ events: [NavigationNews.Event], _ screens: [Screen], animated: Bool) {
    for (event, screen) in zip(events, screens) {
      for call in news.calls { call(NavigationNews(event: event, screen: screen, animated: animated)) }
    }
  }

  /// The definition that the container chooses by itself, if it does.
  func definition(_ operation: Operation, _ from: Screen, _ to: Screen) -> TransitionDefinition? {
    chooseDefinition?(operation, from, to) ?? definitionOfOperation[operation] ?? ownDefinition
  }

  /// Puts a screen on top. Throws when the screen is on a stack already; refused while a run is under way.
  public func push(
    _ screen: Screen, animated: Bool = true, interaction: Interaction? = nil, completion: ((EndReason) -> Void)? = nil
  ) throws(SegueError) -> Outcome {
    guard engine.screens.contains(screen.handle) else { throw SegueError("push: screen has been released") }
    guard engine.isAlive(screen.view) else {
      throw SegueError("push: the view of the screen of kind \"\(screen.kind)\" has been released")
    }
    if let other = screen.navigation {
      let place = other === self ? "this stack" : "another stack"
      throw SegueError("push: the screen of kind \"\(screen.kind)\" is already on \(place)")
    }
    if let refusal { return .refused(refusal) }
    try checkFree(interaction, "push")
    let leaving = top
    stack.append(screen)
    screen.navigation = self
    return .run(begin(.push, leaving: leaving, entering: screen, animated, interaction, completion))
  }

  /// Takes the top screen off. Refused for the last one, and while a run is under way.
  public func pop(
    animated: Bool = true, interaction: Interaction? = nil, completion: ((EndReason) -> Void)? = nil
  ) throws(SegueError) -> Outcome {
    if let refusal { return .refused(refusal) }
    guard stack.count > 1 else { return .refused("there is nothing to pop: \"\(top.kind)\" is the only screen") }
    try checkFree(interaction, "pop")
    let leaving = stack.removeLast()
    return .run(begin(.pop, leaving: leaving, entering: top, animated, interaction, completion))
  }

  private var refusal: String? {
    run.map { "the \($0.operation.rawValue) from \"\($0.leaving.kind)\" to \"\($0.entering.kind)\" is still under way" }
  }

  private func checkFree(_ interaction: Interaction?, _ operation: String) throws(SegueError) {
    if let interaction, interaction.hasRun { throw SegueError("\(operation): the interaction drives another run already") }
  }

  private func begin(
    _ operation: Operation, leaving: Screen, entering: Screen, _ animated: Bool, _ interaction: Interaction?,
    _ completion: ((EndReason) -> Void)?
  ) -> Run {
    let run = Run(
      engine: engine, navigation: self, operation: operation, leaving: leaving, entering: entering,
      animated: animated && isOnStage, interaction: interaction)
    if let completion { run.whenEnded(completion) }
    self.run = run
    engine.runs.append(run)
    engine.soon { run.start() }
    return run
  }

  /// The container came onto the stage: its top screen appears.
  func enterStage() {
    guard !isOnStage else { return }
    isOnStage = true
    tell([.willShow], [top], animated: false)
    place(top, above: true)
    defer { tell([.didShow], [top], animated: false) }
    for appearance in [Appearance.willAppear, .didAppear] {
      top.tell(AppearanceEvent(appearance: appearance, reason: .root, interactive: false, animated: false), engine)
    }
  }

  func leaveStage() { isOnStage = false }

  /// Lays the container and what it shows out for a size.
  func layOut(_ size: Size) {
    let frame = Rect(0, 0, size.width, size.height)
    engine.place(view, frame)
    for screen in [top] + (run.map { [$0.leaving] } ?? []) where engine.scene.parent(of: screen.view) == view {
      engine.place(screen.view, frame)
      screen.layOut(size)
    }
  }

  /// Puts a screen's view onto the stage, filling it.
  func place(_ screen: Screen, above: Bool) {
    let frame = (try? engine.numbers(.frame, of: view)) ?? [0, 0, 0, 0]
    engine.place(screen.view, Rect(0, 0, frame[2], frame[3]))
    try? engine.scene.add(screen.view, to: view, at: above ? nil : 0)
    screen.layOut(Size(frame[2], frame[3]))
    engine.changed = true
  }

  func remove(_ screen: Screen) {
    if engine.scene.parent(of: screen.view) == view { try? engine.scene.removeFromParent(screen.view) }
    engine.changed = true
  }
}
