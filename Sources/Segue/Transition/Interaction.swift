// What a finger holds: it drives one run's progress, then lets it finish or rolls it back.

/// Drives a run. It may be told of progress and outcome before its run has started (a fast flick) and after it has ended: the
/// first is kept and obeyed, the second does nothing.
public final class Interaction {
  public internal(set) var handle = Handle<Interaction>(bits: 0)
  /// Divides the time of a settle; above 0. nil: 1.
  public private(set) var completionSpeed: Double?
  private weak var run: Run?
  private var ended = false
  /// The run's progress when it was caught; shares add to it.
  private var base = 0.0
  private(set) var pendingShare: Double?
  private(set) var pendingOutcome: Bool?
  /// Hears of calls that came too late to matter.
  var note: (String) -> Void = { _ in }

  public init() {}

  var hasRun: Bool { run != nil || ended }

  /// Sets the speed until the run settles. Throws for 0, below and what is not finite.
  public func setCompletionSpeed(_ speed: Double?) throws(SegueError) {
    if let speed, !(speed > 0 && speed.isFinite) {
      throw SegueError("completion_speed expected a finite number above 0, got \(speed)")
    }
    completionSpeed = speed
  }

  /// The finger's share of the way, 0…1 and added to what the run had when it was caught. Shows in this frame.
  public func update(_ share: Double) throws(SegueError) {
    guard share.isFinite else { throw SegueError("update: progress expected a finite number, got \(share)") }
    if let run, run.state == .running {
      run.track(min(max(base + share, 0), 1))
    } else if !isOver("update") {
      pendingShare = share
    }
  }

  /// Lets the run go on to its end. `velocity` in progress per second replaces the measured one.
  public func finish(velocity: Double? = nil) { decide("finish", true, velocity) }

  /// Rolls the run back.
  public func cancel(velocity: Double? = nil) { decide("cancel", false, velocity) }

  /// Lets the run go where it would come to rest by itself: to its end if the progress, and the way that its velocity still
  /// carries it, is beyond half of the way; else back.
  public func release() {
    if let run, run.state == .running {
      let state = run.playheadState
      decide("release", state.position + state.velocity * Self.projection > Self.threshold, nil)
    } else {
      decide("release", (pendingShare ?? 0) > Self.threshold, nil)
    }
  }

  /// Takes hold of a run under way: it stands still where it is, and shares add to that. Throws when the interaction has driven
  /// another run; false when the run has ended.
  @discardableResult public func `catch`(_ run: Run) throws(SegueError) -> Bool {
    guard self.run === run || !hasRun else { throw SegueError("catch: the interaction drives another run already") }
    guard run.state == .running || run.state == .possible else { return false }
    run.attach(self)
    if run.state == .running {
      base = run.playheadState.position
      run.track(min(max(base, 0), 1))
    }
    return true
  }

  /// How far a velocity carries, in seconds: a decay that keeps 0.998 of it each millisecond.
  static let projection = 0.998 / (1 - 0.998) / 1000
  /// Half of the way.
  static let threshold = 0.5

  private func decide(_ call: String, _ finishing: Bool, _ velocity: Double?) {
    if let run, run.state == .running {
      run.settle(finishing: finishing, velocity: velocity)
    } else if !isOver(call) {
      pendingOutcome = finishing
    }
  }

  private func isOver(_ call: String) -> Bool {
    let over = ended || run.map { $0.state == .completing || $0.state == .ended } ?? false
    if over { note("\(call) came after the run had ended; nothing to do") }
    return over
  }

  func attach(_ run: Run) { self.run = run }

  /// The run is over, or somebody else holds it.
  func detach() {
    run = nil
    ended = true
  }

  /// The system took the finger's gesture away: whatever the progress and whatever its handler said, the run is rolled back.
  func systemCancelled() {
    guard let run, run.interaction === self else {
      if !ended { pendingOutcome = false }
      return
    }
    if run.state == .running { run.settle(finishing: false, velocity: nil) } else if run.state == .possible { pendingOutcome = false }
  }
}
