// What a finger holds: it drives one run's progress, then lets it finish or rolls it back.

/// Drives a run. It may be told of progress and outcome before its run has started (a fast flick) and after it has ended: the
/// first is kept and obeyed, the second does nothing.
public final class Interaction {
  public internal(set) var handle = Handle<Interaction>(bits: 0)
  /// Divides the time of a settle; above 0. nil: 1.
  public private(set) var completionSpeed: Double?
  /// The pace of the settle.
  public var completionCurve = Curve.easeInOut
  /// false: the run starts on the clock, and the first update catches it.
  public var wantsInteractiveStart = true
  /// false: the finger's share goes through the curve of the definition's timing.
  public var scrubsLinearly = true
  /// Called once when its run starts, before the definition is asked anything.
  public var onStart: ((Run) -> Void)?

  private weak var run: Run?
  private var ended = false
  /// The system took its gesture away: nothing that it is told counts any more.
  private var takenAway = false
  /// The share at which the run was caught; the finger's shares add to it.
  private var base = 0.0
  private(set) var pendingShare: Double?
  private(set) var pendingOutcome: Bool?
  /// Hears of calls that came too late to matter.
  var note: (String) -> Void = { _ in }
  /// Hears that somebody drives it.
  var driven: (Interaction) -> Void = { _ in }

  public init() {}

  var hasRun: Bool { run != nil || ended }

  /// Sets the speed until the run settles. Throws for 0, below and what is not finite.
  public func setCompletionSpeed(_ speed: Double?) throws(SegueError) {
    if let speed, !(speed > 0 && speed.isFinite) {
      throw SegueError("completion_speed expected a finite number above 0, got \(speed)")
    }
    completionSpeed = speed
  }

  /// The finger's share of the way, 0…1 and added to what the run had when it was caught. Shows in this frame. An update while
  /// the run moves by itself catches it where it is.
  public func update(_ share: Double) throws(SegueError) {
    guard share.isFinite else { throw SegueError("update: progress expected a finite number, got \(share)") }
    driven(self)
    guard !takenAway else { return tellLate("update") }
    if let run, run.state == .running {
      // Whatever the gesture has counted so far, the run does not jump.
      if !run.isInteractive { base = heldShare(run) - share }
      run.track(position(of: base + share, run))
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
    guard !takenAway, self.run === run || !hasRun else { throw SegueError("catch: the interaction has driven another run") }
    guard run.state == .running || run.state == .possible else { return false }
    driven(self)
    run.attach(self)
    if run.state == .running {
      base = heldShare(run)
      run.track(min(max(run.playheadState.position, 0), 1))
    }
    return true
  }

  /// How far a velocity carries, in seconds of it.
  static let projection = GestureConstants.projection(rate: GestureConstants.decelerationTouch)
  static let threshold = GestureConstants.releaseThreshold

  private func decide(_ call: String, _ finishing: Bool, _ velocity: Double?) {
    driven(self)
    guard !takenAway else { return tellLate(call) }
    if let run, run.state == .running {
      run.settle(finishing: finishing, velocity: velocity)
    } else if !isOver(call) {
      pendingOutcome = finishing
    }
  }

  private func isOver(_ call: String) -> Bool {
    let over = ended || run.map { $0.state == .completing || $0.state == .ended } ?? false
    if over { tellLate(call) }
    return over
  }

  private func tellLate(_ call: String) { note("\(call) came when the interaction was over; nothing to do") }

  func attach(_ run: Run) { self.run = run }

  /// The run is over, or somebody else holds it.
  func detach() {
    run = nil
    ended = true
  }

  /// The finger that drove it has lifted: a run that it still holds must not hang for ever.
  func letGo() {
    guard let run, run.interaction === self, run.state == .running, run.isInteractive else { return }
    note("the gesture ended and its handler called neither finish, cancel nor release; the run was released")
    release()
  }

  /// The system took the finger's gesture away: whatever the progress and whatever its handler said or will say, the run is
  /// rolled back.
  func systemCancelled() {
    guard !ended else { return }
    (takenAway, pendingOutcome) = (true, false)
    guard let run, run.interaction === self, run.state == .running else { return }
    // A handler that has rolled it back itself is not asked twice.
    if run.isInteractive || run.finishing { run.settle(finishing: false, velocity: nil) }
  }

  // MARK: Shares

  /// The progress that a share shows.
  func position(of share: Double, _ run: Run) -> Double {
    let share = min(max(share, 0), 1)
    return curve(of: run)?.value(share) ?? share
  }

  /// The share that shows the run's progress of this moment.
  private func heldShare(_ run: Run) -> Double {
    let position = min(max(run.playheadState.position, 0), 1)
    guard let curve = curve(of: run) else { return position }
    // The first crossing: curves may overshoot, so the way there is searched step by step before it is halved.
    let steps = 64
    var high = 1.0
    for step in 1...steps where curve.value(Double(step) / Double(steps)) >= position {
      high = Double(step) / Double(steps)
      break
    }
    var low = max(0, high - 1 / Double(steps))
    for _ in 0..<52 {
      let middle = (low + high) / 2
      if curve.value(middle) < position { low = middle } else { high = middle }
    }
    return high
  }

  private func curve(of run: Run) -> Curve? {
    guard !scrubsLinearly, case .curve(let curve, _)? = run.definition?.timing else { return nil }
    return curve
  }
}
