// How much a person wants to see move.

/// What transitions show. Whatever the policy, every hook and event comes, and a finger tracks.
public enum MotionPolicy: String, Sendable, CaseIterable {
  /// What their authors planned.
  case full
  /// A definition's plan for reduced motion, else a cross-fade.
  case reduced
  /// Nothing between the ends: a run that the clock drives ends in the frame in which it starts, and one that a finger lets go of
  /// in that frame. While a finger holds it, it shows what it does when reduced.
  case off
}

extension Run {
  var policy: MotionPolicy { engine.motionPolicy }

  /// Who writes the plan.
  func author(_ definition: TransitionDefinition) -> ((Run) throws -> Void)? {
    if policy != .full { return definition.animateReduced ?? crossFade }
    return direction == .dismiss ? definition.animateDismiss ?? definition.animate : definition.animate
  }

  /// The screen in front fades in, or out where the plan of a dismissal is played as it is written.
  private func crossFade(_ run: Run) throws {
    let appears = direction == .present || playsBackward
    let shown = try engine.numbers(.alpha, of: to.view)
    if appears { try engine.set(.alpha, of: to.view, to: [0]) }
    try engine.animate(.init(.curve(.linear, duration: duration))) {
      try engine.set(.alpha, of: to.view, to: appears ? shown : [0])
    }
  }

  /// Another policy has come while the run is under way.
  func obeyPolicy() {
    guard state == .running else { return }
    if !isInteractive, policy == .off { return settle(finishing: finishing, SettleChoice(velocity: 0)) }
    try? replan()
  }
}
