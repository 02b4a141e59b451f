// How a run is let go: where to, how fast, and how long that takes.

/// What one release may choose for its own settle; what it leaves open is the interaction's, or the run's.
public struct SettleChoice: Sendable {
  /// Replaces the measured velocity, in progress per second.
  public var velocity: Double?
  /// Seconds that what is left takes; a release that is faster is there sooner.
  public var duration: Double?
  /// The least number of seconds that it takes, unless the release is faster.
  public var minimum: Double?
  /// A curve, whose own duration does not count, or a spring, which takes its own time and may pass the end.
  public var timing: Timing?
  /// false: it is over in this frame.
  public var isAnimated = true

  public init(
    velocity: Double? = nil, duration: Double? = nil, minimum: Double? = nil, timing: Timing? = nil, isAnimated: Bool = true
  ) {
    (self.velocity, self.duration, self.minimum) = (velocity, duration, minimum)
    (self.timing, self.isAnimated) = (timing, isAnimated)
  }

  /// A sentence about what is wrong, or nil.
  public var problem: String? {
    for (name, seconds) in [("duration", duration), ("minimum", minimum)] {
      if let seconds, !(seconds >= 0 && seconds.isFinite) { return "\(name) expected 0 or more seconds, got \(seconds)" }
    }
    return nil
  }
}

extension Run {
  /// Lets the run go on to its end.
  public func finish(_ choice: SettleChoice = .init()) { settle(finishing: true, choice) }

  /// Rolls the run back from wherever it is, with the velocity that it has.
  public func cancel(_ choice: SettleChoice = .init()) { settle(finishing: false, choice) }

  func settle(finishing: Bool, _ choice: SettleChoice = .init()) {
    var choice = choice
    // What makes no sense is as good as not said.
    if let problem = choice.problem {
      engine.report(.init(severity: .error, message: "\(definition?.title ?? "the transition"): \(problem)"))
      (choice.duration, choice.minimum) = (nil, nil)
    }
    guard state == .running, let playhead else {
      if state == .possible || state == .preparing {
        outcomeAtStart = (finishing, choice)
      } else {
        engine.report(
          .init(severity: .debug, message: "\(finishing ? "finish" : "cancel") came after the run had ended; nothing to do"))
      }
      return
    }
    if isDeciding {
      // Asked from inside on_settle: the newest wish counts once the hook has returned.
      changedMind = (finishing, choice)
      return
    }
    isDeciding = true
    defer { isDeciding = false }
    var wish = (finishing: finishing, choice: choice)
    var settlement = settlement(wish.finishing, wish.choice)
    for _ in 0..<2 {
      (self.finishing, isInteractive, changedMind) = (wish.finishing, false, nil)
      trying { try definition?.onSettle?(self, wish.finishing, settlement.duration) }
      guard state == .running, !isInteractive else { return }
      guard let changedMind, changedMind.finishing != wish.finishing else { break }
      wish = changedMind
      settlement = self.settlement(wish.finishing, wish.choice)
    }
    self.finishing = wish.finishing
    landFree()
    engine.onEvent?(.runSettled(self, finishing: finishing, seconds: settlement.duration))
    go(settlement, playhead)
  }

  /// Lets the clock bring the playhead to the end that the run goes to.
  func go(_ settlement: Settlement, _ playhead: LaneRange) {
    let end = finishing ? 1.0 : 0
    if let spring = settlement.spring {
      var options = Engine.MotionOptions(.spring(spring))
      options.completion = { [weak self] in self?.playheadEnded($0) }
      // A plan being written around this call is not the playhead's.
      let outer = engine.recordings
      engine.recordings = []
      let velocity = SIMD4(settlement.from.velocity, 0, 0, 0)
      trying {
        try engine.start(
          [Destination(lanes: playhead, target: SIMD4(end, 0, 0, 0), velocity: velocity, unit: .progress)], options)
      }
      engine.recordings = outer
      return
    }
    let animator = engine.animators.insert(
      Animator(waiting: 1, completions: [{ [weak self] in self?.playheadEnded($0) }]))
    engine.motion.settle(
      playhead[0], from: settlement.from, to: end, duration: settlement.duration, settlement.takeover,
      curve: settlement.curve, at: engine.moment, animator: animator)
    engine.noteDue()
    engine.changed = true
    engine.settleEndings()
  }

  struct Settlement {
    var from: LaneState
    var curve: Curve
    var duration: Double
    var takeover: Takeover
    /// Stands for the curve.
    var spring: Spring?
  }

  func settlement(_ finishing: Bool, _ choice: SettleChoice) -> Settlement {
    var from = playheadState
    if let velocity = choice.velocity, velocity.isFinite { from.velocity = velocity }
    // A band gives beyond the other end.
    let room = interaction?.rubberBand != nil ? Double.infinity : finishing ? from.position : 1 - from.position
    // At the other end there is nowhere to go on to: what pushes against it rests.
    if room <= 0, (from.velocity > 0) != finishing { from.velocity = 0 }
    let distance = (finishing ? 1 : 0) - from.position
    if case .spring(let spring)? = choice.timing, choice.isAnimated, policy != .off, distance != 0 || from.velocity != 0 {
      let duration = spring.restTime(distance: distance, velocity: from.velocity, threshold: MotionUnit.progress.threshold)
      return Settlement(from: from, curve: .linear, duration: duration, takeover: .fromRest, spring: spring)
    }
    var curve = interaction?.completionCurve ?? .easeInOut
    if case .curve(let own, _)? = choice.timing { curve = own }
    guard choice.isAnimated else {
      from.velocity = 0
      return settlement(finishing, from: from, room: room, curve: curve, nominal: 0)
    }
    return settlement(
      finishing, from: from, room: room, curve: curve, nominal: nominal(distance, from.velocity, choice))
  }

  /// Seconds that the whole way would take at the pace of this settle.
  private func nominal(_ distance: Double, _ velocity: Double, _ choice: SettleChoice) -> Double {
    let way = abs(distance)
    guard way > 0, duration > 0 || choice.duration != nil else { return duration }
    if let seconds = choice.duration { return max(seconds, choice.minimum ?? 0) / way }
    var speed = interaction?.completionSpeed ?? 1
    // The measured speed counts where it agrees with the outcome, within its limits.
    if let limits = interaction?.speedLimits, (velocity > 0) == (distance > 0), velocity != 0 {
      speed *= min(max(abs(velocity) * duration, limits.lowerBound), limits.upperBound)
    }
    var seconds = way * duration / speed
    seconds = min(seconds, (interaction?.maxDurationFactor ?? GestureConstants.maxDurationFactor) * duration)
    return max(seconds, choice.minimum ?? 0) / way
  }

  func settlement(_ finishing: Bool, from: LaneState, room: Double, curve: Curve, nominal: Double) -> Settlement {
    let (duration, takeover) = Takeover.settle(
      distance: (finishing ? 1 : 0) - from.position, velocity: from.velocity, nominal: policy == .off ? 0 : nominal, speed: 1,
      room: room, curve: curve)
    return Settlement(from: from, curve: curve, duration: duration, takeover: takeover)
  }
}
