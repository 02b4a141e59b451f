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

  override func shows(_ screen: Screen, _ state: ContainerState) -> Bool {
    let above = isHosts(screen) ? 0 : (state.place(of: screen) ?? state.screens.count) + 1
    return above > state.screens.count
      ? false : above == state.screens.count || state.styles[state.screens[above].handle] == .over
  }

  // What is below everything that is presented is the host's: whatever the host shows by now comes and goes for the screen that it
  // showed when the run was asked for.

  /// The screens of the host that runs have led from or to. A callback may bring what was presented anywhere before its run has told
  /// everything: whose a screen is, is noted when the run begins.
  private var hosts: Set<Handle<Screen>> = []

  override func noteEnds(of run: Run) {
    hosts = hosts.filter { engine[$0] != nil }
    for screen in [run.leaving, run.entering] {
      if screen.lastContainer === self { hosts.remove(screen.handle) } else { hosts.insert(screen.handle) }
    }
  }

  override func settleBelow(_ run: Run) {
    guard host.cover == .coming, !isHosts(run.entering) || run.staying.entering else { return }
    guard state.screens.first.map({ state.styles[$0.handle] == .over }) ?? true else { return }
    host.cover = .shown
    host.passOn(run.operation.reason, interactive: run.isInteractive, animated: run.isAnimated)
  }

  private func isHosts(_ screen: Screen) -> Bool { hosts.contains(screen.handle) }

  override func set(_ screen: Screen, _ presence: Presence, _ reason: AppearanceReason, interactive: Bool, animated: Bool) {
    guard isHosts(screen) else {
      return super.set(screen, presence, reason, interactive: interactive, animated: animated)
    }
    host.cover = presence
    host.passOn(reason, interactive: interactive, animated: animated)
  }

  override func place(_ screen: Screen, nextTo other: Screen?, above: Bool) {
    // Above one of the host's is above all that the host shows.
    guard isHosts(screen) else { return super.place(screen, nextTo: other.flatMap { isHosts($0) ? nil : $0 }, above: above) }
    // Each goes under those before it.
    let shown = host.run?.direction == .dismiss ? host.shown : host.shown.reversed()
    for screen in shown { host.place(screen, nextTo: nil, above: false) }
  }

  override func remove(_ screen: Screen) {
    guard isHosts(screen) else { return super.remove(screen) }
    for screen in host.shown { host.remove(screen) }
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
    return try request(
      "present", animated: animated, interaction: interaction, conflict: conflict, completion: completion
    ) { [self] state in
      if let refusal = refusal([screen], state) { return .refused(refusal) }
      var next = state
      next.screens.append(screen)
      next.styles[screen.handle] = style
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
      for screen in state.screens[place...] { next.styles[screen.handle] = nil }
      next.screens.removeSubrange(place...)
      return .change(.dismiss, .dismiss, next)
    }
  }
}
