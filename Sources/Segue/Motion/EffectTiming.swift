// The timing model of the Web Animations specification: which progress an effect has at a local time.

/// When an effect plays, how often and which way, as the Web Animations model has it. Times are seconds.
public struct EffectTiming: Equatable, Sendable {
  /// Which way iterations go.
  public enum Direction: String, Sendable, CaseIterable {
    case normal, reverse, alternate
    case alternateReverse = "alternate_reverse"
  }

  /// Whether the effect shows before and after it is active.
  public enum Fill: String, Sendable, CaseIterable {
    case none, forwards, backwards, both
  }

  /// Where a local time lies.
  public enum Phase: String, Sendable { case before, active, after }

  /// Before the first iteration; below 0 the effect starts in the middle.
  public var delay = 0.0
  /// After the last one.
  public var endDelay = 0.0
  /// Of one iteration, 0 or more; may be infinite.
  public var duration = 0.0
  /// How many, 0 or more; may be infinite, or a part of one.
  public var iterations = 1.0
  /// Where in the iterations the first one begins, 0 or more.
  public var iterationStart = 0.0
  public var direction = Direction.normal
  public var fill = Fill.none
  /// Bends the progress within an iteration.
  public var curve = Curve.linear

  public init() {}

  /// Whether it plays once and forward and is over then.
  var isPlain: Bool {
    iterations == 1 && direction == .normal && delay == 0 && endDelay == 0 && iterationStart == 0 && fill == .both
  }

  /// Throws for what no effect can have.
  public func check() throws(SegueError) {
    for (name, x) in [("delay", delay), ("end_delay", endDelay)] where !x.isFinite {
      throw SegueError("\(name) expected a finite number of seconds, got \(x)")
    }
    for (name, x) in [("duration", duration), ("iterations", iterations)] where !(x >= 0) {
      throw SegueError("\(name) expected 0 or more, got \(x)")
    }
    guard iterationStart >= 0, iterationStart.isFinite else {
      throw SegueError("iteration_start expected a finite number, 0 or more, got \(iterationStart)")
    }
  }

  /// Seconds that the iterations take together.
  public var activeDuration: Double { duration == 0 || iterations == 0 ? 0 : duration * iterations }

  /// When everything is over, the end delay included.
  public var endTime: Double { max(delay + activeDuration + endDelay, 0) }

  /// What an effect shows at one time.
  public struct Moment: Equatable, Sendable {
    public var phase: Phase
    /// After direction and curve; nil where the effect shows nothing.
    public var progress: Double?
    /// The iteration's number, from 0; infinite after infinitely many.
    public var iteration: Double?
  }

  /// The model's progress at a local time.
  /// - Parameters:
  ///   - time: Seconds, finite.
  ///   - backward: Whether time runs backward, which decides on which side of a boundary a time lies.
  public func moment(at time: Double, backward: Bool = false) -> Moment {
    let phase = phase(at: time, backward: backward)
    guard let activeTime = activeTime(at: time, phase) else { return Moment(phase: phase, progress: nil, iteration: nil) }

    var overall = iterationStart
    if duration > 0 { overall += activeTime / duration } else if phase != .before { overall += iterations }

    var simple =
      overall.isInfinite ? iterationStart.truncatingRemainder(dividingBy: 1) : overall.truncatingRemainder(dividingBy: 1)
    // The end of an iteration is its end, not the start of the next one.
    if simple == 0, phase != .before, activeTime == activeDuration, iterations != 0 { simple = 1 }

    let iteration: Double
    if phase == .after, iterations.isInfinite {
      iteration = .infinity
    } else {
      iteration = simple == 1 ? overall.rounded(.down) - 1 : overall.rounded(.down)
    }

    let forward = goesForward(in: iteration)
    let directed = forward ? simple : 1 - simple
    let beforeJump = forward ? phase == .before : phase == .after
    return Moment(phase: phase, progress: curve.value(directed, before: beforeJump), iteration: iteration)
  }

  private func phase(at time: Double, backward: Bool) -> Phase {
    let start = max(min(delay, endTime), 0)
    let end = max(min(delay + activeDuration, endTime), 0)
    if time < start || (backward && time == start) { return .before }
    if time > end || (!backward && time == end) { return .after }
    return .active
  }

  private func activeTime(at time: Double, _ phase: Phase) -> Double? {
    switch phase {
    case .before: fill == .backwards || fill == .both ? max(time - delay, 0) : nil
    case .active: time - delay
    case .after: fill == .forwards || fill == .both ? max(min(time - delay, activeDuration), 0) : nil
    }
  }

  /// How fast progress grows with local time, in iterations a duration: 1, −1, or 0 where it stands still. The curve is not
  /// counted.
  func direction(at time: Double) -> Double {
    guard phase(at: time, backward: false) == .active, let iteration = moment(at: time).iteration else { return 0 }
    return goesForward(in: iteration) ? 1 : -1
  }

  private func goesForward(in iteration: Double) -> Bool {
    let odd = iteration.isFinite && iteration.truncatingRemainder(dividingBy: 2) != 0
    switch direction {
    case .normal: return true
    case .reverse: return false
    case .alternate: return !odd
    case .alternateReverse: return iteration.isInfinite || odd
    }
  }
}
