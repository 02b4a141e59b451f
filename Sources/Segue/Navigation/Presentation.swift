// Screens presented over what a container shows.

/// How the screen below fares while one is presented.
public enum PresentationStyle: String, Sendable, CaseIterable {
  /// It stays where it is, is seen and hears nothing.
  case over
  /// It, and all that is seen under it, goes from the stage until the presented one is dismissed.
  case instead
}

/// What is presented over a container that stands by itself: a stack of its own, in the same view, in front of everything else.
public final class Presentation: Container {
  /// What everything is presented over.
  public unowned let host: Container

  init(host: Container) {
    self.host = host
    super.init(engine: host.engine, view: host.view, ContainerState())
  }

  override var title: String { "presentation" }

  public var screens: [Screen] { state.screens }

  override func current(_ state: ContainerState) -> Screen { state.screens.last ?? host.current }

  override var presence: Presence { host.outsidePresence }

  override var shown: [Screen] { state.screens + (run.map { $0.leaving.container === self ? [$0.leaving] : [] } ?? []) }

  override func seen(_ state: ContainerState) -> [Screen] {
    var seen: [Screen] = []
    for screen in state.screens.reversed() {
      seen.append(screen)
      if screen.style == .instead { return seen }
    }
    return seen + [host.current]
  }

  /// What is below everything that is presented is the host's: it comes and goes with whatever the host shows.
  override func set(_ screen: Screen, _ presence: Presence, _ reason: AppearanceReason, interactive: Bool, animated: Bool) {
    guard screen.container === host else {
      return super.set(screen, presence, reason, interactive: interactive, animated: animated)
    }
    host.cover = presence
    host.passOn(reason, interactive: interactive, animated: animated)
  }

  override func definition(_ operation: ContainerOperation, _ from: Screen, _ to: Screen) -> TransitionDefinition? {
    super.definition(operation, from, to) ?? host.definition(operation, from, to)
  }

  override func presence(of screen: Screen) -> Presence { screen.container === host ? host.cover : screen.presence }

  override func remove(_ screen: Screen) {
    guard screen.container === host else { return super.remove(screen) }
    // Whatever the host has come to show meanwhile goes.
    for shown in host.shown { super.remove(shown) }
  }

  /// Presents a screen over everything that is shown.
  func present(
    _ screen: Screen, _ style: PresentationStyle, animated: Bool, interaction: Interaction?, conflict: ConflictPolicy?,
    completion: ((EndReason) -> Void)?
  ) throws(SegueError) -> Outcome {
    try checkComing(screen, "present")
    screen.style = style
    return try request(
      "present", animated: animated, interaction: interaction, conflict: conflict, completion: completion
    ) { state in
      if screen.container != nil { return .refused("\"\(screen.kind)\" is in a container already") }
      var next = state
      next.screens.append(screen)
      return .change(.present, .present, next)
    }
  }

  /// Dismisses a screen and what is presented over it, in one run from the one in front.
  func dismiss(
    _ screen: Screen, animated: Bool, interaction: Interaction?, conflict: ConflictPolicy?,
    completion: ((EndReason) -> Void)?
  ) throws(SegueError) -> Outcome {
    try request(
      "dismiss", animated: animated, interaction: interaction, conflict: conflict, completion: completion
    ) { state in
      guard let place = state.screens.firstIndex(where: { $0 === screen }) else {
        return .refused("\"\(screen.kind)\" is not presented")
      }
      var next = state
      next.screens.removeSubrange(place...)
      return .change(.dismiss, .dismiss, next)
    }
  }
}
