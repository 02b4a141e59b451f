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
    ) { [self] state in
      if let refusal = refusal([screen], state) { return .refused(refusal) }
      var next = state
      next.screens.append(screen)
      return .change(.push, .present, next)
    }
  }

  /// Takes the top screen off, or so many of them, in one run. Refused where there is only one; the bottom one stays in any case.
  /// Throws for less than 1.
  public func pop(
    _ levels: Int = 1, animated: Bool = true, interaction: Interaction? = nil, conflict: ConflictPolicy? = nil,
    completion: ((EndReason) -> Void)? = nil
  ) throws(SegueError) -> Outcome {
    guard levels > 0 else { throw SegueError("pop: levels expected a number of 1 or more, got \(levels)") }
    return try request(
      "pop", animated: animated, interaction: interaction, conflict: conflict, completion: completion
    ) { [self] state in
      guard state.screens.count > 1 else {
        return .refused("there is nothing to pop: \"\(current(state).kind)\" is the only screen")
      }
      var next = state
      next.screens.removeLast(min(levels, state.screens.count - 1))
      return .change(.pop, .dismiss, next)
    }
  }

  /// Takes off everything but the bottom screen, in one run. Refused where that is all there is.
  public func popToRoot(
    animated: Bool = true, interaction: Interaction? = nil, conflict: ConflictPolicy? = nil,
    completion: ((EndReason) -> Void)? = nil
  ) throws(SegueError) -> Outcome {
    try pop(.max, animated: animated, interaction: interaction, conflict: conflict, completion: completion)
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

  /// Takes a screen out wherever it is: the top one is popped, what lies below goes without a run to be seen. Refused for the only
  /// one and for one that is not on the stack.
  public func remove(
    _ screen: Screen, animated: Bool = true, interaction: Interaction? = nil, conflict: ConflictPolicy? = nil,
    completion: ((EndReason) -> Void)? = nil
  ) throws(SegueError) -> Outcome {
    try request(
      "remove", animated: animated, interaction: interaction, conflict: conflict, completion: completion
    ) { state in
      guard state.contains(screen) else { return .refused("\"\(screen.kind)\" is not on the stack") }
      if state.screens.count == 1 { return .refused("\"\(screen.kind)\" is the only screen") }
      var next = state
      next.screens.removeAll { $0 === screen }
      return .change(.pop, .dismiss, next)
    }
  }

  /// Puts a screen in the place of the top one, or of `old` and everything above it, in one run. Refused when `old` is not on the
  /// stack.
  public func replace(
    _ old: Screen? = nil, with screen: Screen, animated: Bool = true, interaction: Interaction? = nil,
    conflict: ConflictPolicy? = nil, completion: ((EndReason) -> Void)? = nil
  ) throws(SegueError) -> Outcome {
    try checkComing(screen, "replace")
    return try request(
      "replace", animated: animated, interaction: interaction, conflict: conflict, completion: completion
    ) { [self] state in
      if let refusal = refusal([screen], state) { return .refused(refusal) }
      let old = old ?? current(state)
      guard let place = state.screens.firstIndex(where: { $0 === old }) else {
        return .refused("\"\(old.kind)\" is not on the stack")
      }
      var next = state
      next.screens.replaceSubrange(place..., with: [screen])
      return .change(.replace, .present, next)
    }
  }

  /// Sets the whole stack, the bottom first. One run leads from the top to the new top: back if that was on the stack, else
  /// forward; none if it is the same. Refused for the stack as it is. Throws for an empty list, for a screen twice and for one of another container.
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
    ) { [self] state in
      if state.screens.elementsEqual(screens, by: ===) { return .refused("the stack is like that already") }
      if let refusal = refusal(screens.filter { !state.contains($0) }, state) { return .refused(refusal) }
      var next = state
      next.screens = screens
      let (top, newTop) = (state.screens[state.screens.count - 1], screens[screens.count - 1])
      if state.contains(newTop) { return .change(.pop, .dismiss, next) }
      return .change(next.contains(top) ? .push : .replace, .present, next)
    }
  }
}
