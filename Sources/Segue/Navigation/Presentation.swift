// Screens presented over what a container shows.

/// How the screen below fares while one is presented.
public enum PresentationStyle: String, Sendable, CaseIterable {
  /// It stays where it is, is seen and hears nothing.
  case over
  /// It goes from the stage until the presented one is dismissed.
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

  override func staying(_ before: ContainerState, _ next: ContainerState) -> (leaving: Bool, entering: Bool) {
    if next.screens.count > before.screens.count { return (current(next).style == .over, false) }
    return (false, before.screens[next.screens.count].style == .over)
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

  /// Presents a screen over everything that is shown.
  func present(
    _ screen: Screen, _ style: PresentationStyle, animated: Bool, interaction: Interaction?, conflict: ConflictPolicy?,
    completion: ((EndReason) -> Void)?
  ) throws(SegueError) -> Outcome {
    try checkComing(screen, "present")
    screen.style = style
    return try request(
      "present", animated: animated, interaction: interaction, conflict: conflict, completion: completion
    ) { [self] state in
      if let refusal = refusal([screen], state) { return .refused(refusal) }
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
