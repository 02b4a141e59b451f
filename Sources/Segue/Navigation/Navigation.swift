// A stack of screens of which the top one shows.

/// A stack of screens in one view; pushing and popping are transitions between its top screens.
public final class Navigation: Container {
  init(engine: Engine, view: Handle<View>, root: Screen) {
    super.init(engine: engine, view: view, ContainerState(screens: [root]))
  }

  override var title: String { "stack" }

  public var stack: [Screen] { state.screens }
  public var top: Screen { current }

  override func current(_ state: ContainerState) -> Screen { state.screens[state.screens.count - 1] }

  override var asideWhenSwiped: Double { 1.0 / 3 }

  /// Puts a screen on top. Throws when the screen is in a container already.
  public func push(
    _ screen: Screen, animated: Bool = true, interaction: Interaction? = nil, conflict: ConflictPolicy? = nil,
    completion: ((EndReason) -> Void)? = nil
  ) throws(SegueError) -> Outcome {
    try checkComing(screen, "push")
    return try request(
      "push", animated: animated, interaction: interaction, conflict: conflict, completion: completion
    ) { state in
      if let refusal = Self.refusal([screen], state) { return .refused(refusal) }
      var next = state
      next.screens.append(screen)
      return .change(.push, .present, next)
    }
  }

  /// Takes the top screen off. Refused for the last one.
  public func pop(
    animated: Bool = true, interaction: Interaction? = nil, conflict: ConflictPolicy? = nil,
    completion: ((EndReason) -> Void)? = nil
  ) throws(SegueError) -> Outcome {
    try request(
      "pop", animated: animated, interaction: interaction, conflict: conflict, completion: completion
    ) { [self] state in
      guard state.screens.count > 1 else {
        return .refused("there is nothing to pop: \"\(current(state).kind)\" is the only screen")
      }
      var next = state
      next.screens.removeLast()
      return .change(.pop, .dismiss, next)
    }
  }

  /// Takes everything above a screen off, in one run from the top to it. Refused for the top one and for one that is not on the
  /// stack.
  public func pop(
    to screen: Screen, animated: Bool = true, interaction: Interaction? = nil, conflict: ConflictPolicy? = nil,
    completion: ((EndReason) -> Void)? = nil
  ) throws(SegueError) -> Outcome {
    try request(
      "pop_to", animated: animated, interaction: interaction, conflict: conflict, completion: completion
    ) { state in
      guard let place = state.screens.lastIndex(where: { $0 === screen }) else {
        return .refused("\"\(screen.kind)\" is not on the stack")
      }
      if place == state.screens.count - 1 { return .refused("\"\(screen.kind)\" is on top already") }
      var next = state
      next.screens.removeSubrange((place + 1)...)
      return .change(.pop, .dismiss, next)
    }
  }

  /// Puts a screen in the place of the top one.
  public func replace(
    with screen: Screen, animated: Bool = true, interaction: Interaction? = nil, conflict: ConflictPolicy? = nil,
    completion: ((EndReason) -> Void)? = nil
  ) throws(SegueError) -> Outcome {
    try checkComing(screen, "replace")
    return try request(
      "replace", animated: animated, interaction: interaction, conflict: conflict, completion: completion
    ) { state in
      if let refusal = Self.refusal([screen], state) { return .refused(refusal) }
      var next = state
      next.screens[state.screens.count - 1] = screen
      return .change(.replace, .present, next)
    }
  }

  /// Sets the whole stack, the bottom first. One run leads from the top to the new top: back if that was on the stack, else
  /// forward; none if it is the same. Throws for an empty list, for a screen twice and for one of another container.
  public func set(
    _ screens: [Screen], animated: Bool = true, interaction: Interaction? = nil, conflict: ConflictPolicy? = nil,
    completion: ((EndReason) -> Void)? = nil
  ) throws(SegueError) -> Outcome {
    guard !screens.isEmpty else { throw SegueError("set: screens expected at least one screen, got none") }
    for (i, screen) in screens.enumerated() {
      if screens[..<i].contains(where: { $0 === screen }) {
        throw SegueError("set: the screen of kind \"\(screen.kind)\" is there twice")
      }
      if screen.container !== self { try checkComing(screen, "set") }
    }
    return try request(
      "set", animated: animated, interaction: interaction, conflict: conflict, completion: completion
    ) { state in
      let coming = screens.filter { !state.contains($0) }
      if let refusal = Self.refusal(coming, state) { return .refused(refusal) }
      var next = state
      next.screens = screens
      let (top, newTop) = (state.screens[state.screens.count - 1], screens[screens.count - 1])
      if state.contains(newTop) { return .change(.pop, .dismiss, next) }
      return .change(next.contains(top) ? .push : .replace, .present, next)
    }
  }

  /// Why screens that were free when they were asked for cannot come any more.
  private static func refusal(_ coming: [Screen], _ state: ContainerState) -> String? {
    coming.first { $0.container != nil && !state.contains($0) || state.contains($0) }.map {
      "\"\($0.kind)\" is in a container already"
    }
  }
}
