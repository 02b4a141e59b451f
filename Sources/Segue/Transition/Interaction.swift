// What a finger holds: it drives one run's progress, then lets it finish or rolls it back.

/// Drives a run. It may be told of progress and outcome before its run has started (a fast flick) and after it has ended: the
/// first is kept and obeyed, the second does nothing.
public final class Interaction {
  public internal(set) var handle = Handle<Interaction>(bits: 0)
  /// Divides the time of a settle; above 0. nil: 1.
  public private(set) var completionSpeed: Double?
  /// How many times the run's duration a settle takes at most.
  public private(set) var maxDurationFactor = GestureConstants.maxDurationFactor
  /// Bounds of the speed that shortens or lengthens a settle: the measured one, in whole ways per duration of the run, where it
  /// agrees with the outcome. The settle begins at the measured speed whatever they are.
  public private(set) var speedLimits = 1.0...1.0
  /// The share of the length of its way that a gesture must go for the whole run: a half makes it twice as quick.
  public private(set) var distanceMultiplier = 1.0
  /// Whether a finger that is ahead when the run starts, since that took long, is met over the time that the way to it takes
  /// at the run's own pace, instead of at once.
  public var isSmooth = false
  /// The pace of the settle.
  public var completionCurve = Curve.easeInOut
  /// false: the run starts on the clock, and the first update catches it.
  public var wantsInteractiveStart = true
  /// false: the finger's share goes through the curve of the definition's timing.
  public var scrubsLinearly = true
  /// How `release` decides.
  public var rule = ReleaseRule(.projection)
  /// Lets a finger pull the run beyond its ends; its length is a share of the way. nil: the ends hold.
  public var rubberBand: RubberBand?
  /// Which way a gesture goes to the run's end.
  public var towards = SwipeDirection.right
  /// A point of a view that stays under the finger, in the view's own coordinates: the gesture's way is measured along its path.
  public var anchor: (view: Handle<View>, point: Point)?
  /// Called once when its run starts, before the definition is asked anything.
  public var onStart: ((Run) -> Void)?

  private weak var run: Run?
  /// What it drove, for messages.
  private var lastRun: String?
  private var ended = false
  /// The system took its gesture away: nothing that it is told counts any more.
  private var takenAway = false
  /// The share at which the run was caught; the finger's shares add to it.
  private var base = 0.0
  /// The gesture's way at the catch, in stage units.
  private var wayAtCatch = 0.0
  private var givenDistance: Double?
  /// The whole way of the gesture that drives it, where that is said by what it is made on.
  private var pageLength: Double?
  private var path: FingerPath?
  /// What several gestures have added.
  var inputs = DriveInputs()
  /// What was told last, before anything is added to it.
  private var toldShare = 0.0
  private var lastShare = 0.0
  private var lastMove = 0.0
  private(set) var pendingShare: Double?
  private(set) var pendingOutcome: (finishing: Bool, choice: SettleChoice)?
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

  /// Sets the cap of a settle's duration, in durations of the run. Throws for 0, below and what is not finite.
  public func setMaxDurationFactor(_ factor: Double) throws(SegueError) {
    maxDurationFactor = try positive(factor, "max_duration_factor")
  }

  /// Sets the bounds of the measured speed. Throws for 0, below, what is not finite, and bounds the wrong way round.
  public func setSpeedLimits(_ least: Double, _ most: Double) throws(SegueError) {
    _ = (try positive(least, "speed_limits"), try positive(most, "speed_limits"))
    guard least <= most else { throw SegueError("speed_limits expected the lesser one first, got \(least) and \(most)") }
    speedLimits = least...most
  }

  /// Sets the share of its way that a gesture must go. Throws for 0, below and what is not finite.
  public func setDistanceMultiplier(_ factor: Double) throws(SegueError) {
    distanceMultiplier = try positive(factor, "distance_multiplier")
  }

  private func positive(_ number: Double, _ name: String) throws(SegueError) -> Double {
    guard number > 0, number.isFinite else { throw SegueError("\(name) expected a finite number above 0, got \(number)") }
    return number
  }

  /// Adds to the share that was told last: for gestures that report steps. Throws for a step that is not finite.
  public func step(_ share: Double) throws(SegueError) {
    guard share.isFinite else { throw SegueError("step: share expected a finite number, got \(share)") }
    try update(toldShare + share)
  }

  /// The finger's share of the way, 0…1 and added to what the run had when it was caught. Shows in this frame. An update while
  /// the run moves by itself catches it where it is.
  public func update(_ share: Double) throws(SegueError) {
    guard share.isFinite else { throw SegueError("update: progress expected a finite number, got \(share)") }
    driven(self)
    guard !takenAway else { return tellLate("update") }
    toldShare = share
    if let run, run.state == .running {
      // Whatever the gesture has counted so far, the run does not jump.
      if !run.isInteractive { base = heldShare(run) - share }
      show(base + share, run)
    } else if !isOver("update") {
      note(move: share)
      pendingShare = share
    }
  }

  private func show(_ share: Double, _ run: Run) {
    note(move: share)
    run.track(position(of: share, run))
  }

  private func note(move share: Double) {
    if share != lastShare { lastMove = share - lastShare }
    lastShare = share
  }

  /// Lets the run go on to its end, whatever the rule would say. `velocity` in progress per second replaces the measured one.
  public func finish(velocity: Double? = nil) { decide("finish", true, SettleChoice(velocity: velocity)) }

  /// Rolls the run back.
  public func cancel(velocity: Double? = nil) { decide("cancel", false, SettleChoice(velocity: velocity)) }

  /// The same with a choice of how. Throws for one that makes no sense.
  public func finish(_ choice: SettleChoice) throws(SegueError) { try decide("finish", true, checked: choice) }
  public func cancel(_ choice: SettleChoice) throws(SegueError) { try decide("cancel", false, checked: choice) }

  private func decide(_ call: String, _ finishing: Bool, checked choice: SettleChoice) throws(SegueError) {
    if let problem = choice.problem { throw SegueError("\(call): \(problem)") }
    decide(call, finishing, choice)
  }

  /// Lets the run go on or back, as its `rule` decides.
  public func release() { release(velocity: nil, across: 0, .touch) }

  /// The same with a choice of how. Throws for one that makes no sense.
  public func release(_ choice: SettleChoice) throws(SegueError) {
    if let problem = choice.problem { throw SegueError("release: \(problem)") }
    release(velocity: choice.velocity, across: 0, .touch, choice)
  }

  private func release(
    velocity: Double?, across: Double, _ device: InputEvent.Device, _ choice: SettleChoice = .init()
  ) {
    var release = Release(
      progress: pendingShare ?? 0, velocity: velocity ?? 0, distance: wayLength, crossVelocity: across, lastMove: lastMove,
      device: device)
    if let run, run.state == .running {
      let state = run.playheadState
      release.progress = state.position
      if velocity == nil { release.velocity = state.velocity }
    }
    var choice = choice
    choice.velocity = velocity
    decide("release", rule.goesOn(release), choice)
  }

  // MARK: Gestures

  /// Stage units of a finger's whole way; nil, the default: the size of the gesture's view along it. On a touchpad a page counts.
  public var distance: Double? { givenDistance }

  /// Sets the distance. Throws for 0, below and what is not finite.
  public func setDistance(_ distance: Double?) throws(SegueError) {
    if let distance, !(distance > 0 && distance.isFinite) {
      throw SegueError("distance expected a finite number above 0, got \(distance)")
    }
    givenDistance = distance
  }

  private var wayLength: Double {
    if let length = path?.length { return length }
    if let length = pageLength ?? givenDistance { return length * distanceMultiplier }
    guard let size = run?.stageBounds else { return 1 }
    let length = (towards.isHorizontal ? size.width : size.height) * distanceMultiplier
    return length > 0 ? length : 1
  }

  /// Obeys a gesture: its way drives the run, its end releases the run, and what the system takes away is rolled back.
  public func drive(_ report: GestureReport) throws(SegueError) {
    let page = towards.isHorizontal ? report.page.width : report.page.height
    pageLength = page > 0 && (report.device == .touchpad || givenDistance == nil) ? page : nil
    switch report.state {
    case .began, .changed: try follow(towards.along(report.translation))
    case .ended:
      try follow(towards.along(report.translation))
      release(
        velocity: progressVelocity(towards.along(report.velocity)), across: towards.across(report.velocity), report.device)
    case .cancelled: systemCancelled()
    default: break
    }
  }

  /// Lets the run go on or back, as its rule decides, with the speed at which the shares changed.
  func release(shareVelocity: Double, _ device: InputEvent.Device) {
    let slope = run.map { rubberBand?.slope(shown: $0.playheadState.position, in: 0...1) ?? 1 } ?? 1
    release(velocity: shareVelocity * slope, across: 0, device)
  }

  /// A hand-over's share of a drag.
  func follow(_ way: Double) throws(SegueError) {
    guard let run, run.state == .running else { return try update(way / wayLength) }
    guard !takenAway else { return tellLate("update") }
    driven(self)
    if !run.isInteractive {
      (base, wayAtCatch) = (heldShare(run), way)
      path = nil
    }
    if path == nil, let anchor { path = run.path(of: anchor.view, anchor.point, towards) }
    let moved = way - wayAtCatch
    show(path?.share(from: base, way: moved) ?? base + moved / wayLength, run)
  }

  /// The drag that was handed over ends with a speed along the way. False if nothing of the run was left under the finger: it is
  /// taken back.
  func letGo(speed: Double, _ device: InputEvent.Device) -> Bool {
    guard lastShare > 0 else {
      cancel(velocity: 0)
      return false
    }
    release(velocity: progressVelocity(speed), across: 0, device)
    return true
  }

  /// A finger's speed along the way as progress per second, as it shows.
  private func progressVelocity(_ speed: Double) -> Double {
    guard let run, run.state == .running else { return speed / wayLength }
    let shown = run.playheadState.position
    let free = path.map { speed / $0.slope(at: lastShare) } ?? speed / wayLength
    return free * (rubberBand?.slope(shown: shown, in: 0...1) ?? 1)
  }

  /// Takes hold of a run under way: it stands still where it is, and shares add to that. Throws when the interaction has driven
  /// another run; false when the run has ended.
  @discardableResult public func `catch`(_ run: Run) throws(SegueError) -> Bool {
    guard !takenAway, self.run === run || !hasRun else { throw SegueError("catch: the interaction has driven another run") }
    guard run.state == .running || run.state == .possible else { return false }
    driven(self)
    run.attach(self)
    if run.state == .running {
      (base, wayAtCatch) = (heldShare(run), 0)
      (path, lastShare) = (nil, base)
      // Where it is, to the bit.
      let shown = run.playheadState.position
      run.track(rubberBand == nil ? min(max(shown, 0), 1) : shown)
    }
    return true
  }

  private func decide(_ call: String, _ finishing: Bool, _ choice: SettleChoice) {
    driven(self)
    guard !takenAway else { return tellLate(call) }
    if let run, run.state == .running {
      run.settle(finishing: finishing, choice)
    } else if !isOver(call) {
      pendingOutcome = (finishing, choice)
    }
  }

  private func isOver(_ call: String) -> Bool {
    let over = ended || run.map { $0.state == .completing || $0.state == .ended } ?? false
    if over { tellLate(call) }
    return over
  }

  private func tellLate(_ call: String) {
    note("\(call) came when the interaction\(lastRun.map { " of \($0)" } ?? "") was over; nothing to do")
  }

  func attach(_ run: Run) { self.run = run }

  /// The run is over, or somebody else holds it.
  func detach() {
    lastRun = run.map { $0.definition?.title ?? "the \($0.operation.rawValue)" } ?? lastRun
    run = nil
    ended = true
  }

  /// The finger that drove it has lifted: a run that it still holds must not hang for ever.
  func letGo() {
    if run == nil, !ended, pendingShare != nil {
      note("the gesture ended, but its interaction drives no run: hand it to push, pop or what else begins one")
    }
    guard let run, run.interaction === self, run.state == .running, run.isInteractive, inputs.going.isEmpty else { return }
    note("the gesture ended and its handler called neither finish, cancel nor release; the run was released")
    release()
  }

  /// The system took the finger's gesture away: whatever the progress and whatever its handler said or will say, the run is
  /// rolled back.
  func systemCancelled() {
    guard !ended else { return }
    (takenAway, pendingOutcome) = (true, (false, SettleChoice()))
    guard let run, run.interaction === self, run.state == .running else { return }
    // A handler that has rolled it back itself is not asked twice.
    if run.isInteractive || run.finishing { run.settle(finishing: false) }
  }

  // MARK: Shares

  /// The progress that a share shows.
  func position(of share: Double, _ run: Run) -> Double {
    if let rubberBand, share < 0 || share > 1 { return rubberBand.shown(share, in: 0...1) }
    let share = min(max(share, 0), 1)
    return curve(of: run)?.value(share) ?? share
  }

  /// The share that shows the run's progress of this moment.
  private func heldShare(_ run: Run) -> Double {
    let shown = run.playheadState.position
    if let rubberBand, shown < 0 || shown > 1 { return rubberBand.position(shown: shown, in: 0...1) }
    let position = min(max(shown, 0), 1)
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
