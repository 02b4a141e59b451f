// Starting motion: views' properties, blocks, timelines.

extension Engine {
  // MARK: Views

  /// A property's numbers as they are meant: its target while it moves, and the planned ones inside a plan.
  public func numbers(_ property: Property, of view: Handle<View>) throws(SegueError) -> [Double] {
    if property == .center {
      let frame = try numbers(.frame, of: view)
      return [frame[0] + frame[2] / 2, frame[1] + frame[3] / 2]
    }
    let lanes = try lanes(property, of: view)
    return (0..<Int(lanes.count)).map { wanted(lanes[$0]) }
  }

  /// A property's numbers as they are on screen at this moment.
  public func shownNumbers(_ property: Property, of view: Handle<View>) throws(SegueError) -> [Double] {
    if property == .center {
      let frame = try shownNumbers(.frame, of: view)
      return [frame[0] + frame[2] / 2, frame[1] + frame[3] / 2]
    }
    let lanes = try lanes(property, of: view)
    return (0..<Int(lanes.count)).map { motion.state(lanes[$0], at: moment).position }
  }

  /// A property's velocity, number by number, in its units per second.
  public func velocity(_ property: Property, of view: Handle<View>) throws(SegueError) -> [Double] {
    let lanes = try lanes(property == .center ? .translation : property, of: view)
    if property == .center {
      let frame = try self.lanes(.frame, of: view)
      let v = (0..<4).map { motion.state(frame[$0], at: moment).velocity }
      return [v[0] + v[2] / 2, v[1] + v[3] / 2]
    }
    return (0..<Int(lanes.count)).map { motion.state(lanes[$0], at: moment).velocity }
  }

  /// Sets a property: at once and at rest; or, while something is recorded, in the block or plan.
  public func set(_ property: Property, of view: Handle<View>, to numbers: [Double]) throws(SegueError) {
    let destination = try destination(property, of: view, numbers)
    try rethrowing { () throws(SceneError) in try scene.noteSet(property, of: view) }
    write(destination)
  }

  /// A finger moves a property; its velocity is measured.
  public func track(_ property: Property, of view: Handle<View>, at numbers: [Double]) throws(SegueError) {
    try track(view, [try Change(property, numbers)])
  }

  /// A finger moves properties of a view together. If one of them is refused, none moves.
  public func track(_ view: Handle<View>, _ changes: [Change]) throws(SegueError) {
    let destinations = try destinations(view, changes)
    for lanes in destinations.map(\.lanes) { interruptTurns(lanes) }
    for destination in destinations {
      for j in 0..<Int(destination.lanes.count) { motion.track(destination.lanes[j], destination.target[j], at: moment) }
    }
    changed = true
    settleEndings()
  }

  /// Where the lanes of a view are to go.
  func destinations(_ view: Handle<View>, _ changes: [Change]) throws(SegueError) -> [Destination] {
    var destinations: [Destination] = []
    for change in changes {
      destinations.append(
        try destination(
          change.property, of: view, (0..<change.property.count).map { change.numbers[$0] }, beside: destinations))
    }
    return destinations
  }

  /// Where a property of a view should go.
  public struct Change {
    public var property: Property
    /// As many as the property has; the rest is 0.
    public var numbers: SIMD4<Double>
    /// Replaces the velocity that the property has, in its units per second.
    public var velocity: SIMD4<Double>?

    public init(_ property: Property, _ numbers: SIMD4<Double>, velocity: SIMD4<Double>? = nil) {
      (self.property, self.numbers, self.velocity) = (property, numbers, velocity)
    }

    /// Throws unless there are as many numbers as the property has.
    public init(_ property: Property, _ numbers: [Double], velocity: [Double]? = nil) throws(SegueError) {
      do { try property.check(numbers) } catch { throw SegueError(error.description) }
      if let velocity, velocity.count != numbers.count {
        throw SegueError("velocity: expected as many numbers as \(property.name) has, got \(velocity.count)")
      }
      self.init(property, SIMD4(padding: numbers), velocity: velocity.map { SIMD4(padding: $0) })
    }
  }

  /// Moves properties of a view together.
  @discardableResult public func move(_ view: Handle<View>, _ changes: [Change], _ options: MotionOptions = .init())
    throws(SegueError) -> Handle<Animator>
  {
    guard let base = scene.views[view]?.lanes else { throw SegueError("view has been released") }
    // The array is kept between calls for its memory.
    var destinations = spareDestinations
    spareDestinations = []
    defer {
      destinations.removeAll(keepingCapacity: true)
      swap(&destinations, &spareDestinations)
    }
    for change in changes {
      let place = change.property.place
      guard change.numbers.isWithinScene(place.count), change.velocity?.isVelocity != false else {
        throw refusal(of: change)
      }
      var destination: Destination
      if place.offset < 0 {
        destination = try self.destination(
          change.property, of: view, (0..<place.count).map { change.numbers[$0] }, beside: destinations)
      } else {
        let lanes = LaneRange(base: base + place.offset, count: Int32(place.count), precision: .float)
        destination = Destination(lanes: lanes, target: change.numbers, unit: place.unit)
      }
      destination.velocity = change.velocity
      if change.property == .rotation { destination.target[0] = turned(destination, options) }
      destinations.put(destination)
    }
    for change in changes { try rethrowing { () throws(SceneError) in try scene.noteSet(change.property, of: view) } }
    return try start(destinations, options)
  }

  /// Where a rotation goes: to its target by plain degrees, unless it is told which way.
  private func turned(_ destination: Destination, _ options: MotionOptions) -> Double {
    let target = destination.target[0]
    guard let way = options.way else { return target + 360 * Double(options.turns) }
    let from = motion.state(destination.lanes[0], at: moment).position
    return way.destination(from: from, to: target, turns: options.turns)
  }

  /// Why the numbers of a change cannot be.
  private func refusal(of change: Change) -> SegueError {
    do {
      try change.property.check((0..<change.property.count).map { change.numbers[$0] })
    } catch { return SegueError(error.description) }
    return SegueError(
      "velocity: expected finite numbers within ±\(SceneLimit.velocity) for \(change.property.name)")
  }

  /// Everything that `body` sets moves together. Inside a plan it is planned. If `body` throws, nothing moves.
  @discardableResult public func animate(_ options: MotionOptions, _ body: () throws -> Void) throws -> Handle<Animator> {
    let recording = Recording(blockIn: recordings.last)
    recordings.append(recording)
    defer { recordings.removeAll { $0 === recording } }
    try body()
    recordings.removeAll { $0 === recording }
    return try start(recording.block ?? [], options)
  }

  // MARK: Timelines

  public func makeTimeline() -> Playback {
    let playback = Playback(engine: self)
    playback.handle = playbacks.insert(playback)
    return playback
  }

  public subscript(playback: Handle<Playback>) -> Playback? { playbacks[playback] }

  /// Ends a timeline: what it moves rests where it is.
  public func release(_ playback: Playback) {
    guard playbacks.remove(playback.handle) != nil else { return }
    playback.release()
  }

  /// Writes a timeline as a script that lasts: what `body` animates is planned, and time passes by `passPlanTime`. It is
  /// written once; a timeline that has entries gets more of them.
  public func write(_ playback: Playback, _ body: () throws -> Void) throws {
    let recording = Recording(plan: playback.plan)
    let outer = recordings
    recordings = [recording]
    defer {
      recordings = outer
      // They have done what they were asked: to be written down.
      for animator in recording.animators { end(animator, .finished, at: moment) }
    }
    try body()
  }

  /// Lets a value say where a timeline is: at `start` its first moment, at `end` its last.
  public func follow(_ playback: Playback, _ value: Handle<MotionValue>, from start: Double, to end: Double) throws(SegueError)
  {
    let lanes = try lanes(of: value)
    guard lanes.count == 1 else { throw SegueError("follow expected a value of one number, got a pair") }
    try playback.follow(lanes[0], from: start, to: end)
  }

  // MARK: Animators

  /// Whether the motion has not ended.
  public func isRunning(_ animator: Handle<Animator>) -> Bool { animators.contains(animator) }

  /// Calls `body` once when the motion ends; false if it has ended already.
  @discardableResult public func whenEnded(_ animator: Handle<Animator>, _ body: @escaping (EndReason) -> Void) -> Bool {
    guard animators.contains(animator) else { return false }
    animators[animator]!.completions.append(body)
    return true
  }

  /// Stops a motion where it is: it ends as cancelled. One that has ended is left alone.
  public func stop(_ animator: Handle<Animator>) { finish(animator, atTarget: false, .cancelled) }

  /// Stops a motion where it is because another one takes its place: it ends as interrupted.
  public func interrupt(_ animator: Handle<Animator>) { finish(animator, atTarget: false, .interrupted) }

  /// Brings a motion to its targets at once: it ends as finished.
  public func complete(_ animator: Handle<Animator>) { finish(animator, atTarget: true, .finished) }

  private func finish(_ animator: Handle<Animator>, atTarget: Bool, _ reason: EndReason) {
    guard let record = animators[animator], record.plannedEnd == nil else { return }
    changed = true
    if let playback = playbackOfAnimator[animator] {
      if atTarget { try? playback.finish() } else { playback.stop(reason) }
      return
    }
    if let waiting = delayed.remove(animator), atTarget {
      // Those that wait behind it go on waiting: it is over, and nothing else has taken the values.
      for destination in waiting {
        for j in 0..<Int(destination.lanes.count) { motion.set(destination.lanes[j], destination.target[j], at: moment) }
      }
    }
    guard animators.contains(animator) else { return }
    motion.stop(animator, atTarget: atTarget, reason: reason, at: moment)
    settleEndings()
    end(animator, reason, at: moment)
    if !turns.isEmpty { startTurns() }
  }

  /// A motion's playback: it is made when a motion is first paused, sought or turned round, and goes on from where that is.
  func playback(of animator: Handle<Animator>) throws(SegueError) -> Playback {
    if let known = playbackOfAnimator[animator] { return known }
    guard let record = animators[animator] else { throw SegueError("the motion has ended") }
    guard record.plannedEnd == nil else { throw SegueError("the motion is part of a plan, which goes as a whole") }
    guard delayed[animator] == nil, let playback = Playback(engine: self, continuing: animator) else {
      throw SegueError("the motion has not begun: it waits for its delay or its turn")
    }
    playbackOfAnimator[animator] = playback
    return playback
  }

  /// Holds a motion where it is. Throws when it has ended or not begun.
  public func pause(_ animator: Handle<Animator>) throws(SegueError) { try playback(of: animator).pause() }

  /// Lets a held motion go on.
  public func resume(_ animator: Handle<Animator>) throws(SegueError) { try playback(of: animator).resume() }

  /// Sends a motion back to where it came from, from its present value and velocity; once more, and it goes on. The way back
  /// takes as much of the whole duration as it is of the whole way.
  public func reverse(_ animator: Handle<Animator>) throws(SegueError) { try playback(of: animator).turnRound() }

  /// Puts a motion at a time, in seconds from its start.
  public func seek(_ animator: Handle<Animator>, to seconds: Double) throws(SegueError) {
    try playback(of: animator).seek(seconds)
  }

  /// Lets a motion go on from where it is and arrive in `factor` times its whole duration, bent by `curve` if there is one.
  public func goOn(_ animator: Handle<Animator>, factor: Double, curve: Curve? = nil) throws(SegueError) {
    try playback(of: animator).goOn(factor: factor, curve: curve)
  }

  /// Brings a motion back to where it came from at once: it ends as finished.
  /// One that has not begun is there.
  public func completeAtStart(_ animator: Handle<Animator>) throws(SegueError) {
    if delayed[animator] != nil { return finish(animator, atTarget: false, .finished) }
    try playback(of: animator).finish(atEnd: false)
  }

  /// How much of a motion's time is behind it, 0…1, whichever way it goes; nil when it has ended or not begun.
  public func progress(of animator: Handle<Animator>) -> Double? {
    if let playback = playbackOfAnimator[animator] { return playback.progress }
    return motion.progress(of: animator, at: moment)
  }

  /// Whether a motion is held.
  public func isPaused(_ animator: Handle<Animator>) -> Bool { playbackOfAnimator[animator]?.state == .paused }

  // MARK: The one way in

  /// How a motion starts.
  public struct MotionOptions {
    /// nil: the default, which is "ease" over a stated duration and else the default spring; in a plan "linear".
    public var timing: Timing?
    /// Seconds until the values are taken over.
    public var delay: Double
    /// Replaces a free value's velocity, in units per second.
    public var velocity: [Double]?
    /// What becomes of the motions that the values have.
    public var policy: OwnershipPolicy
    /// How often it plays and which way, where that is not once and forward. Its delay, duration and curve are not read: a
    /// motion has its own.
    public var effect: EffectTiming?
    /// Seconds of the motion a second, other than 0; below 0 it plays from its end.
    public var rate = 1.0
    public var completion: ((EndReason) -> Void)?
    public init(
      _ timing: Timing? = nil, delay: Double = 0, velocity: [Double]? = nil, policy: OwnershipPolicy = .replace,
      completion: ((EndReason) -> Void)? = nil
    ) {
      (self.timing, self.delay, self.velocity, self.completion) = (timing, delay, velocity, completion)
      self.policy = policy
    }

    /// At its end it waits, paused, and is not over: it can be turned round, or finished.
    public var pausesOnCompletion = false
    /// Which way angles go; nil: values that are angles the short one, a view's rotation by plain degrees.
    public var way: AngleWay?
    /// Whole turns that an angle goes besides, on its way.
    public var turns = 0
    /// Whether it is more than one motion to the target.
    var playsAsEffect: Bool { effect != nil || rate != 1 || pausesOnCompletion }

    /// The effect, and how long nothing happens before it. What shows its first value while it waits takes the lanes over at
    /// once, so that its delay is its own.
    var effectAfterWait: (effect: EffectTiming, wait: Double) {
      var effect = effect ?? EffectTiming()
      if self.effect == nil { effect.fill = .both }
      let waits = self.effect == nil || effect.fill == .none || effect.fill == .forwards
      effect.delay = waits ? 0 : delay
      return (effect, waits ? delay : 0)
    }

    /// Throws for numbers that no motion can have.
    fileprivate func check(_ timing: Timing) throws(SegueError) {
      guard delay >= 0, delay.isFinite else {
        throw SegueError("delay expected a finite number of seconds, 0 or more, got \(delay)")
      }
      guard rate != 0, rate.isFinite else {
        throw SegueError("rate expected a finite number other than 0, got \(rate)")
      }
      try effect?.check()
      // What waits would learn it only when its turn has come.
      guard effect?.iterations.isInfinite == true else { return }
      if rate < 0 { throw SegueError("rate: what repeats for ever has no end to play backward from") }
      if case .curve(_, duration: 0) = timing {
        throw SegueError("loops: a motion without a duration cannot be repeated for ever")
      }
    }

    /// Throws for what an entry of a plan cannot have besides.
    func checkForPlan() throws(SegueError) {
      try check(timing ?? .spring(Spring()))
      if policy != .replace {
        throw SegueError("policy: \(policy.rawValue) is for motions that start by themselves; a plan says when each starts")
      }
      if effect?.iterations.isInfinite == true {
        throw SegueError("loops: what repeats for ever has no end; in a plan, repeat the timeline")
      }
      if pausesOnCompletion {
        throw SegueError("pauses_on_completion is for motions that play by themselves; a plan goes as a whole")
      }
    }
  }

  func start(_ destinations: [Destination], _ options: MotionOptions) throws(SegueError) -> Handle<Animator> {
    let timing = options.timing ?? .spring(Spring())
    if case .curve(_, let duration) = timing, !(duration >= 0 && duration.isFinite) {
      throw SegueError("duration expected a finite number of seconds, 0 or more, got \(duration)")
    }
    try isPlanning ? options.checkForPlan() : options.check(timing)
    changed = true
    if let recording = recordings.last, let plan = recording.plan {
      let end = try plan.animate(destinations, options, at: recording.position)
      let animator = animators.insert(
        Animator(waiting: 1, plannedEnd: end, completions: options.completion.map { [$0] } ?? []))
      recordings.first { $0.plan === plan }?.animators.append(animator)
      return animator
    }
    if options.playsAsEffect { return try startEffect(destinations, timing, options) }
    if options.delay == 0, options.policy == .replace, let running = motion.runningAnimator(to: destinations, timing),
      animators.contains(running)
    {
      if let completion = options.completion { animators[running]!.completions.append(completion) }
      return running
    }
    let animator = animators.insert(Animator(completions: options.completion.map { [$0] } ?? []))
    if options.policy == .queue {
      takeTurn(destinations, delay: options.delay, animator) { [unowned self] in
        animators[animator]!.waiting -= 1
        launch($0, timing, .queue, animator)
      }
    } else if options.delay > 0 {
      animators[animator]!.waiting = 1
      delayed[animator] = destinations
      after(moment + options.delay) { [unowned self] in
        guard let destinations = delayed.remove(animator), animators.contains(animator) else { return }
        animators[animator]!.waiting -= 1
        launch(destinations, timing, options.policy, animator)
      }
    } else {
      launch(destinations, timing, options.policy, animator)
    }
    return animator
  }

  /// Starts a motion that repeats, goes back and forth, or plays at another rate: it is a timeline from the start.
  private func startEffect(_ destinations: [Destination], _ timing: Timing, _ options: MotionOptions) throws(SegueError)
    -> Handle<Animator>
  {
    let (effect, wait) = options.effectAfterWait
    let (rate, pausesOnCompletion, policy) = (options.rate, options.pausesOnCompletion, options.policy)
    if options.delay == 0, policy == .replace, let first = destinations.first,
      let running = motion.owner(first.lanes[0]).timeline.flatMap({ motion.timelines[$0]?.effectAnimator }),
      let playback = playbackOfAnimator[running],
      playback.pausesOnCompletion == pausesOnCompletion, animators.contains(running),
      playback.plays(destinations, timing, effect: effect, rate: rate)
    {
      if let completion = options.completion { animators[running]!.completions.append(completion) }
      return running
    }
    func play(_ destinations: [Destination], _ animator: Handle<Animator>) throws(SegueError) {
      if policy == .replace { interruptTurns(destinations) }
      defer { motion.settleSums(at: moment) }
      let destinations = policy == .add ? motion.onTop(destinations) : destinations
      let playback = try Playback(engine: self, destinations, timing, effect: effect, rate: rate, animator: animator)
      playback.pausesOnCompletion = pausesOnCompletion
      playbackOfAnimator[animator] = playback
    }
    let animator = animators.insert(Animator(waiting: 1, completions: options.completion.map { [$0] } ?? []))
    func playLate(_ destinations: [Destination]) {
      do { try play(destinations, animator) } catch {
        report(.init(severity: .error, message: "\(error)"))
        partEnded(animator, .cancelled, at: moment)
      }
    }
    if policy == .queue {
      takeTurn(destinations, delay: wait, animator, playLate)
      return animator
    }
    guard wait > 0 else {
      do { try play(destinations, animator) } catch {
        animators.remove(animator)
        throw error
      }
      return animator
    }
    delayed[animator] = destinations
    after(moment + wait) { [unowned self] in
      guard let destinations = delayed.remove(animator), animators.contains(animator) else { return }
      playLate(destinations)
    }
    return animator
  }

  /// Starts blocks at this moment on behalf of an animator.
  func launch(_ destinations: [Destination], _ timing: Timing, _ policy: OwnershipPolicy, _ animator: Handle<Animator>) {
    if policy == .replace { interruptTurns(destinations) }
    // One more than there are blocks, so that the animator cannot end before the last one started.
    animators[animator]!.waiting += 1
    let made =
      policy == .add
      ? motion.add(destinations, timing, at: moment, animator: animator)
      : motion.start(destinations, timing, at: moment, animator: animator)
    animators[animator]!.waiting += made
    noteDue()
    settleEndings()
    if made == 0 {
      partEnded(animator, .finished, at: moment)
    } else if animators.contains(animator) {
      animators[animator]!.waiting -= 1
      if animators[animator]!.waiting == 0 { end(animator, animators[animator]!.reason ?? .finished, at: moment) }
    }
  }

  /// Sets lanes, in the innermost recording or at once.
  func write(_ destination: Destination) {
    if let recording = recordings.last {
      recording.write(destination)
    } else {
      interruptTurns(destination.lanes)
      for j in 0..<Int(destination.lanes.count) { motion.set(destination.lanes[j], destination.target[j], at: moment) }
      changed = true
      settleEndings()
    }
  }

  func wanted(_ lane: Lane) -> Double { recordings.last?.planned(lane) ?? motion.target(lane) }

  /// Lanes are about to be given back: nothing that waits for its delay may start on them.
  func forget(_ lanes: LaneRange) {
    for recording in recordings { recording.forget(lanes) }
    for animator in delayed.animators(awaiting: lanes) {
      var rest = delayed[animator] ?? []
      rest.forget(lanes)
      delayed[animator] = rest.isEmpty ? nil : rest
      if rest.isEmpty { partEnded(animator, .removed, at: moment) }
    }
  }

  // MARK: Checks

  func lanes(_ property: Property, of view: Handle<View>) throws(SegueError) -> LaneRange {
    guard let (base, count) = scene.lanes(of: view, property) else { throw SegueError("view has been released") }
    return LaneRange(base: base, count: Int32(count), precision: .float)
  }

  /// - Parameter others: Where else the same call sends the view: a center is that of the size that it is to have.
  private func destination(
    _ property: Property, of view: Handle<View>, _ numbers: [Double], beside others: [Destination] = []
  ) throws(SegueError) -> Destination {
    try rethrowing { () throws(SceneError) in try property.check(numbers) }
    let unit = MotionUnit(threshold: property.unit.threshold, reach: property.unit.reach)
    if property == .center {
      let frame = try lanes(.frame, of: view)
      let size = (2..<4).map { others.target(of: frame[$0]) ?? wanted(frame[$0]) }
      return Destination(
        lanes: LaneRange(base: frame.base, count: 2, precision: .float),
        target: SIMD4(numbers[0] - size[0] / 2, numbers[1] - size[1] / 2, 0, 0), unit: unit)
    }
    return Destination(lanes: try lanes(property, of: view), target: vector(numbers), unit: unit)
  }

  /// The largest number or velocity of a free value: ways and their squares stay finite.
  static let largestNumber = 1e100

  func vector(_ numbers: [Double]) -> SIMD4<Double> { SIMD4(padding: numbers) }

  func check(_ numbers: [Double], _ name: String, count: Int? = nil) throws(SegueError) {
    if let count, numbers.count != count {
      throw SegueError("\(name): expected \(count) number\(count == 1 ? "" : "s"), got \(numbers.count)")
    }
    for x in numbers where !(x.magnitude <= Self.largestNumber) {
      throw SegueError(
        x.isFinite
          ? "\(name): expected a number within ±\(Self.largestNumber), got \(x)" : "\(name): expected a finite number, got \(x)"
      )
    }
  }

  func rethrowing<T>(_ body: () throws(SceneError) -> T) throws(SegueError) -> T {
    do { return try body() } catch { throw SegueError(error.description) }
  }
}

extension SIMD4<Double> {
  /// Up to four numbers; the rest is 0.
  init(padding numbers: [Double]) {
    self = .zero
    for (j, x) in numbers.prefix(4).enumerated() { self[j] = x }
  }

  /// Whether they are such as a view's property may be given.
  fileprivate var isVelocity: Bool { (0..<4).allSatisfy { self[$0].magnitude <= SceneLimit.velocity } }

  /// Whether the first numbers are such as a view may have.
  fileprivate func isWithinScene(_ count: Int) -> Bool {
    for j in 0..<count where !(self[j].magnitude <= SceneLimit.magnitude) { return false }
    return true
  }
}
