// Timelines that play: a plan, a playhead in seconds, and the verbs that move it.

import Glibc  // rounded in builds without optimization

/// A sequence of motions that can be sought, played at any rate in both directions, repeated and followed.
public final class Playback {
  public enum State: String, Sendable, CaseIterable { case idle, running, paused, ended }

  public internal(set) var handle = Handle<Playback>(bits: 0)
  // A timeline may be held by a script for longer than its engine lives.
  private weak var engine: Engine?
  let plan: Timeline
  private let head: LaneRange
  public private(set) var state = State.idle {
    didSet { if (oldValue == .running) != (state == .running) { didChangeRunning?(state == .running) } }
  }
  /// Hears when it starts and when it no longer runs, so that whoever made it can keep it meanwhile.
  public var didChangeRunning: ((Bool) -> Void)?
  /// Seconds of the timeline a second; below 0 it plays backward.
  public private(set) var rate = 1.0
  /// How often it plays and which way.
  private var effect = EffectTiming.once
  private var labels: [String: Double] = [:]
  private var calls: [(place: Double, body: () -> Void)] = []
  /// When the entry before began and ended: what "<" and ">" count from.
  private var previous = (start: 0.0, end: 0.0)
  private var animator: Handle<Animator>?
  private var nextCall: UInt64?
  /// What is added waits to be played until all of it is there.
  private var isAddingTogether = false
  /// How the playhead goes, if not evenly.
  private var bend: Bend?
  private var follows = false
  /// At the end that it plays to it waits, paused.
  var pausesOnCompletion = false
  /// It goes on with an animator's motion and ends with it.
  private var continuesMotion = false
  /// What it was asked for, if it plays a motion as an effect.
  private var request: Request?

  /// A playhead that a curve brings from one position to another.
  private struct Bend {
    var from: Double
    var to: Double
    var start: Double
    var duration: Double
    var curve: Curve

    /// When the playhead first comes to a position on its way.
    func time(of position: Double) -> Double {
      guard from != to else { return start }
      let share = (position - from) / (to - from)
      if share <= 0 { return start }
      // The first of many small parts in which it is passed, halved until nothing is left to halve.
      let parts = 256
      let part = (1...parts).first { curve.value(Double($0) / Double(parts)) >= share } ?? parts
      var (low, high) = (Double(part - 1) / Double(parts), Double(part) / Double(parts))
      for _ in 0..<53 {
        let middle = (low + high) / 2
        if curve.value(middle) >= share { high = middle } else { low = middle }
      }
      return start + duration * high
    }
  }

  private struct Request {
    var destinations: [Destination]
    var timing: Timing
    var effect: EffectTiming
    var rate: Double
  }

  init(engine: Engine) {
    self.engine = engine
    head = engine.motion.allocate(1, .double)
    plan = Timeline(store: engine.motion, playhead: head[0], duration: 0, mapping: .seconds(.once))
  }

  /// Goes on with a motion under way, from where it is. Nil for one that has no blocks: it waits for its delay, or has ended.
  init?(engine: Engine, continuing motion: Handle<Animator>) {
    self.engine = engine
    head = engine.motion.allocate(1, .double)
    plan = Timeline(store: engine.motion, playhead: head[0], duration: 0, mapping: .seconds(.once))
    guard let began = engine.motion.write(motion, into: plan) else {
      engine.motion.release(head, at: engine.moment)
      return nil
    }
    // The blocks give their lanes to the plan; the animator goes on.
    engine.animators[motion]!.waiting += 1
    engine.motion.set(head[0], engine.moment - began, at: engine.moment)
    engine.motion.adopt(plan, at: engine.moment, continuing: motion)
    engine.settleEndings()
    (engine.animators[motion]!.waiting, engine.animators[motion]!.reason) = (1, nil)
    animator = motion
    continuesMotion = true
    state = .running
    plan.onLost = { [weak self] in self?.letGo(.interrupted) }
    run(from: engine.moment - began, passingStart: false)
    engine.settleEndings()
  }

  /// Plays motions as an effect, on behalf of an animator that waits for one part. Throws for what has no end to play to, or
  /// would be repeated for ever in no time.
  init(
    engine: Engine, _ destinations: [Destination], _ timing: Timing, effect: EffectTiming, rate: Double,
    animator: Handle<Animator>
  ) throws(SegueError) {
    self.engine = engine
    head = engine.motion.allocate(1, .double)
    plan = Timeline(store: engine.motion, playhead: head[0], duration: 0, mapping: .seconds(.once))
    plan.setOut(destinations, at: engine.moment)
    _ = plan.animate(destinations, timing, at: 0)
    self.effect = effect
    self.effect.duration = plan.duration
    self.rate = rate
    let start: Double
    do throws(SegueError) {
      if effect.iterations.isInfinite, plan.duration == 0 {
        throw SegueError("loops: a motion without a duration cannot be repeated for ever")
      }
      start = try EffectPlayback.start(over: nil, rate: rate, end: self.effect.endTime, asked: "rate") ?? 0
    } catch {
      engine.motion.release(head, at: engine.moment)
      self.engine = nil
      throw error
    }
    request = Request(destinations: destinations, timing: timing, effect: effect, rate: rate)
    plan.mapping = .seconds(self.effect)
    let velocities = (0..<plan.trackCount).map { engine.motion.state(plan.lane(track: $0), at: engine.moment).velocity }
    engine.motion.set(head[0], start, at: engine.moment)
    engine.motion.adopt(plan, at: engine.moment)
    engine.settleEndings()
    self.animator = animator
    plan.effectAnimator = animator
    continuesMotion = true
    state = .running
    plan.onLost = { [weak self] in self?.letGo(.interrupted) }
    run(from: start, passingStart: false)
    // The effect begins at its first value; what its first slope does not make of the velocity that there was dies away beside
    // it.
    let head = LaneState(position: start + rate * plan.duration * Timeline.justAfter, velocity: rate)
    for (track, velocity) in velocities.enumerated() where velocity != 0 && timing.takesVelocity {
      let planned = plan.state(track: track, at: engine.moment)
      let slope = plan.state(track: track, at: engine.moment, head: head).velocity - planned.velocity
      plan.leave(
        track: track, from: LaneState(position: planned.position, velocity: velocity), slope: slope,
        at: engine.moment)
    }
    engine.settleEndings()
  }

  /// Whether it plays this already, so that asking once more changes nothing.
  func plays(_ destinations: [Destination], _ timing: Timing, effect: EffectTiming, rate: Double) -> Bool {
    guard let request, state == .running, self.rate == rate, request.rate == rate, request.timing == timing,
      request.effect == effect, plan.drivesAll
    else { return false }
    return destinations.allSatisfy { asked in
      asked.velocity == nil && request.destinations.contains { $0.lanes == asked.lanes && $0.target == asked.target }
    }
  }

  /// Seconds of one round.
  public var duration: Double { max(plan.duration, calls.map(\.place).max() ?? 0, labels.values.max() ?? 0) }
  private var whole: Double { rounds.endTime }

  /// Where it is, in seconds of its rounds together.
  public var position: Double {
    guard let engine else { return 0 }
    return engine.motion.state(head[0], at: engine.moment).position
  }

  // MARK: Writing

  /// A place: seconds; "name" or "name+0.1" from a label; "<0.1" from the start of the entry before, ">0.1" from its end; nil is
  /// the end.
  public func place(_ text: String) throws(SegueError) -> Double {
    func offset(_ rest: Substring) throws(SegueError) -> Double {
      // Spaces may stand around the sign.
      let digits = rest.filter { $0 != " " }
      if digits.isEmpty { return 0 }
      guard let x = Double(digits), x.isFinite else {
        throw SegueError("place: \"\(text)\" expected a number of seconds after it")
      }
      return x
    }
    if text.hasPrefix("<") { return try checked(previous.start + offset(text.dropFirst()), text) }
    if text.hasPrefix(">") { return try checked(previous.end + offset(text.dropFirst()), text) }
    if let at = labels[text] { return at }
    if let seconds = Double(text) { return try checked(seconds, text) }
    var name = text[...]
    if let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }) {
      var label = text[..<sign]
      while label.last == " " { label.removeLast() }
      if let at = labels[String(label)] { return try checked(at + offset(text[sign...]), text) }
      if !label.isEmpty, Double(text[sign...].filter { $0 != " " }) != nil { name = label }
    }
    let near = nearestName(to: String(name), among: labels.keys.sorted()).map { ", did you mean \"\($0)\"?" } ?? ""
    throw SegueError("place: there is no label \"\(name)\"\(near)")
  }

  private func checked(_ place: Double, _ text: String) throws(SegueError) -> Double {
    guard place >= 0, place.isFinite else { throw SegueError("place: \"\(text)\" lies before the start of the timeline") }
    return place
  }

  /// Records what `body` sets as an entry at a place. If it throws, nothing is recorded.
  public func add(at place: Double?, _ timing: Timing, _ body: () throws -> Void) throws {
    try add(at: place, Engine.MotionOptions(timing), body)
  }

  /// Records what `body` sets as an entry at a place, delayed, repeated and at the rate that the options say. If it throws,
  /// nothing is recorded; and so it is where the options are none for an entry: it cannot repeat for ever or wait by itself.
  public func add(at place: Double?, _ options: Engine.MotionOptions, _ body: () throws -> Void) throws {
    let start = (place ?? duration) + options.delay
    guard start >= 0, start <= Engine.longestPlan else {
      throw SegueError("place expected 0 to \(Engine.longestPlan) seconds, got \(start)")
    }
    try options.checkForPlan()
    try addTogether {
      let block = try record(at: start, body)
      let end = try plan.animate(block, options, at: start - options.delay)
      previous = (start, end)
    }
  }

  /// Several entries as one: if `body` throws, nothing of what it has added is left.
  public func addTogether<T>(_ body: () throws -> T) throws -> T {
    guard let engine else { return try body() }
    let (mark, previous, wasAdding) = (plan.mark, previous, isAddingTogether)
    isAddingTogether = true
    defer {
      isAddingTogether = wasAdding
      changed()
    }
    do { return try body() } catch {
      engine.motion.disown(plan, fromTrack: mark.trackCount)
      plan.erase(to: mark)
      self.previous = previous
      throw error
    }
  }

  /// Records what `body` makes and returns it. Motions that it starts are entries by themselves, and have done what they were
  /// asked: to be written down.
  private func record(at start: Double, _ body: () throws -> Void) throws -> [Destination] {
    guard let engine else { return [] }
    let recording = Recording(blockOf: plan, at: start)
    let outer = engine.recordings
    engine.recordings = [recording]
    var reason = EndReason.cancelled
    defer {
      engine.recordings = outer
      for animator in recording.animators { engine.end(animator, reason, at: engine.moment) }
    }
    try body()
    let block = recording.block ?? []
    if follows {
      for leader in engine.motion.leaders(of: plan.playhead) where block.target(of: leader) != nil {
        throw SegueError("the timeline cannot move the value that it follows")
      }
    }
    reason = .finished
    return block
  }

  /// Where keyframes are, as a share of their whole duration, and the curve that leads there from the one before.
  public struct Keyframe {
    public var share: Double
    public var curve: Curve
    public init(at share: Double, _ curve: Curve = .linear) { (self.share, self.curve) = (share, curve) }
  }

  /// Records keyframes as entries that follow one another: `body` sets what each of them shows. One at share 0 says where they
  /// start from; without it they start from where the values are. If `body` throws, nothing is recorded.
  public func add(at place: Double?, duration: Double, _ keyframes: [Keyframe], _ body: (Int) throws -> Void) throws {
    let start = place ?? self.duration
    guard start >= 0, duration >= 0, start + duration <= Engine.longestPlan else {
      throw SegueError("keyframes expected to lie within 0 and \(Engine.longestPlan) seconds, got \(start) and \(duration)")
    }
    var before = 0.0
    for keyframe in keyframes {
      guard keyframe.share >= before, keyframe.share <= 1 else {
        throw SegueError("keyframes expected shares from 0 to 1 in order, got \(keyframe.share) after \(before)")
      }
      before = keyframe.share
    }
    try addTogether {
      let blocks = try keyframes.indices.map { i in try record(at: start + keyframes[i].share * duration) { try body(i) } }
      var (from, end) = (start, start)
      for (keyframe, block) in zip(keyframes, blocks) {
        let to = start + keyframe.share * duration
        end = plan.animate(block, .curve(keyframe.curve, duration: to - from), at: from)
        from = to
      }
      previous = (start, max(end, start))
    }
  }

  /// Names a place; nil is the end.
  /// - Throws: `SegueError` for a name that could not be told from other places.
  public func label(_ name: String, at place: Double?) throws(SegueError) {
    guard let first = name.first, first != "<", first != ">" else {
      throw SegueError("label: expected a name that is not empty and does not begin with \"<\" or \">\", got \"\(name)\"")
    }
    let place = place ?? duration
    guard place >= 0, place <= Engine.longestPlan else {
      throw SegueError("label: expected a place within 0 and \(Engine.longestPlan) seconds, got \(place)")
    }
    labels[name] = place
    changed()
  }

  /// Calls `body` whenever playing passes a place, in time order, once for each passing. Seeking passes nothing; playing that
  /// starts at the place passes it, playing that stopped there and goes on does not pass it again.
  /// - Throws: `SegueError` for a place where no timeline can be.
  public func call(at place: Double?, _ body: @escaping () -> Void) throws(SegueError) {
    let place = place ?? duration
    guard place >= 0, place <= Engine.longestPlan else {
      throw SegueError("call: expected a place within 0 and \(Engine.longestPlan) seconds, got \(place)")
    }
    calls.append((place, body))
    changed()
  }

  /// The plan is another one now: what it drives follows, and the end may lie elsewhere.
  private func changed() {
    guard let engine, !isAddingTogether else { return }
    if !follows { plan.mapping = .seconds(rounds) }
    guard plan.index != nil else { return }
    engine.motion.adopt(plan, at: engine.moment)
    engine.changed = true
    if state == .running { run(from: position, passingStart: false) }
    engine.settleEndings()
  }

  /// The effect with its duration.
  private var rounds: EffectTiming {
    var effect = effect
    effect.duration = duration
    return effect
  }

  // MARK: Playing

  /// Goes to a position, in seconds of its rounds together; beyond the ends means the end. What was passed is not called.
  public func seek(_ seconds: Double) throws(SegueError) {
    guard let engine else { return }
    guard seconds.isFinite else { throw SegueError("seek expected a finite number of seconds, got \(seconds)") }
    take()
    let place = min(max(seconds, 0), whole)
    if state == .running {
      run(from: place, passingStart: true)
    } else {
      engine.motion.set(head[0], place, at: engine.moment)
      if state == .ended { state = .paused }
    }
    engine.changed = true
    engine.settleEndings()
  }

  /// Plays from where it is, or from the start when it is at the end that it would go to. Returns what ends with it.
  @discardableResult public func play(rate: Double? = nil, loops: Double? = nil, yoyo: Bool? = nil) throws(SegueError)
    -> Handle<Animator>?
  {
    guard let engine else { return nil }
    let rate = rate ?? self.rate
    guard rate != 0, rate.isFinite else { throw SegueError("rate expected a finite number other than 0, got \(rate)") }
    if let loops, !(loops > 0) { throw SegueError("loops expected a number above 0, got \(loops)") }
    var effect = rounds
    effect.iterations = loops ?? effect.iterations
    if let yoyo { effect.direction = yoyo ? .alternate : .normal }
    if effect.iterations.isInfinite, duration == 0 {
      throw SegueError("loops: a timeline without a duration cannot be repeated for ever")
    }
    let whole = effect.endTime
    let place = min(max(position, 0), whole)
    let from = try EffectPlayback.start(over: place, rate: rate, end: whole, asked: "rate") ?? place
    self.rate = rate
    self.effect = effect
    follows = false
    plan.follow(head[0], .seconds(rounds))
    take()
    if animator.map(engine.animators.contains) != true {
      animator = engine.animators.insert(Animator(waiting: 1, plannedEnd: 0))
    }
    state = .running
    run(from: from, passingStart: true)
    engine.settleEndings()
    return animator
  }

  public func pause() {
    guard let engine, state == .running else { return }
    state = .paused
    cancelCalls()
    engine.motion.set(head[0], position, at: engine.moment)
    engine.settleEndings()
  }

  public func resume() {
    guard let engine, state == .paused else { return }
    take()
    state = .running
    if animator.map(engine.animators.contains) != true {
      animator = engine.animators.insert(Animator(waiting: 1, plannedEnd: 0))
    }
    run(from: position, passingStart: false)
    engine.settleEndings()
  }

  /// Turns round: plays the other way from where it is.
  public func reverse() throws(SegueError) {
    guard state == .running else { return _ = try play(rate: -rate) }
    rate = -rate
    run(from: position, passingStart: false)
  }

  /// How much of the way is behind it, 0…1, whichever way it goes.
  public var progress: Double { whole > 0 ? position / whole : 1 }

  /// Turns round with the velocity that it has: it arrives at the other end as many seconds later as it is away from it.
  public func turnRound() {
    guard let engine else { return }
    rate = -rate
    guard state == .running, whole > 0 else { return }
    // Shares of a way that has no end say nothing: it goes back as fast as it came.
    guard whole.isFinite else {
      run(from: position, passingStart: false)
      return engine.settleEndings()
    }
    let from = engine.motion.state(head[0], at: engine.moment)
    let target = rate > 0 ? whole : 0
    let settle = Takeover.settle(
      distance: (target - from.position) / whole, velocity: from.velocity / whole, nominal: whole / abs(rate), speed: 1,
      room: (rate > 0 ? from.position : whole - from.position) / whole, curve: .linear)
    cancelCalls()
    engine.motion.settle(
      head[0], from: from, to: target, duration: settle.duration, settle.takeover, curve: .linear, at: engine.moment,
      animator: runner())
    engine.noteDue()
    engine.changed = true
    engine.settleEndings()
  }

  /// Goes on to the end that it goes to, in `factor` times the whole duration; with a curve, bent by it.
  public func goOn(factor: Double, curve: Curve?) throws(SegueError) {
    guard let engine else { return }
    guard state != .ended else { throw SegueError("continue: the timeline has ended; play it") }
    guard factor >= 0, factor.isFinite else { throw SegueError("duration_factor expected 0 or more, got \(factor)") }
    guard whole.isFinite || rate < 0 else { throw SegueError("continue: what repeats for ever has no end to go on to") }
    take()
    request = nil
    state = .running
    cancelCalls()
    if follows {
      follows = false
      plan.follow(head[0], .seconds(rounds))
    }
    let target = rate > 0 ? whole : 0
    let from = LaneState(position: position, velocity: 0)
    let duration = factor * (whole.isFinite ? whole : position)
    engine.motion.settle(
      head[0], from: from, to: target, duration: duration, .fromRest, curve: curve ?? .linear, at: engine.moment,
      animator: runner())
    bend = Bend(from: from.position, to: target, start: engine.moment, duration: duration, curve: curve ?? .linear)
    engine.noteDue()
    engine.changed = true
    scheduleCalls(from: from.position, at: engine.moment, passingStart: false, after: nil)
    engine.settleEndings()
  }

  /// What hears that the playhead has arrived.
  private func runner() -> Handle<Animator> {
    engine!.animators.insert(
      Animator(waiting: 1, completions: [{ [weak self] reason in if reason == .finished { self?.arrive() } }]))
  }

  /// Leaves everything where it is; it ends as cancelled.
  public func stop() { stop(.cancelled) }

  func stop(_ reason: EndReason) {
    pause()
    letGo(reason)
  }

  /// Goes to an end at once; it ends as finished. What repeats for ever ends where one round does.
  public func finish(atEnd: Bool = true) throws(SegueError) {
    pause()
    if atEnd, whole.isInfinite {
      effect.iterations = 1
      effect.direction = .normal
      plan.mapping = .seconds(rounds)
    }
    try seek(atEnd ? whole : 0)
    letGo(.finished)
  }

  /// Another value says where the timeline is: at `start` its first moment, at `end` its last.
  func follow(_ lane: Lane, from start: Double, to end: Double) throws(SegueError) {
    guard let engine else { return }
    guard start != end, start.isFinite, end.isFinite else { throw SegueError("follow expected two different numbers") }
    for (i, leader) in engine.motion.leaders(of: lane).enumerated() where plan.contains(leader) {
      throw SegueError("follow: the timeline moves \(i == 0 ? "that value" : "what that value follows") itself")
    }
    pause()
    follows = true
    plan.follow(lane, .range(start: start, end: end))
    take()
    engine.changed = true
    engine.settleEndings()
  }

  /// Takes the lanes, if others have them.
  private func take() {
    guard let engine else { return }
    engine.motion.adopt(plan, at: engine.moment)
  }

  /// Runs the playhead from a position to the end that the rate leads to.
  private func run(from position: Double, passingStart: Bool) {
    guard let engine else { return }
    let way = rate > 0 ? whole - position : position
    let end = engine.moment + way / abs(rate)
    cancelCalls()
    bend = nil
    engine.motion.run(head[0], from: position, velocity: rate, at: engine.moment, until: end, animator: runner())
    engine.noteDue()
    engine.changed = true
    scheduleCalls(from: position, at: engine.moment, passingStart: passingStart, after: nil)
  }

  private func arrive() {
    guard let engine, state == .running else { return }
    engine.motion.set(head[0], rate > 0 ? whole : 0, at: engine.moment)
    if pausesOnCompletion { state = .paused } else { letGo(.finished) }
  }

  /// The lanes rest where they are shown, and whoever waits is told.
  private func letGo(_ reason: EndReason) {
    guard let engine, state != .idle else { return }
    state = .ended
    let position = position
    engine.motion.dismiss(plan) { self.plan.end(track: $0, progress: position) }
    if let animator {
      engine.end(animator, reason, at: engine.moment)
      if continuesMotion {
        engine.playbackOfAnimator[animator] = nil
        engine.motion.release(head, at: engine.moment)
        self.engine = nil
      }
    }
    animator = nil
    engine.settleEndings()
  }

  func release() {
    guard let engine else { return }
    cancelCalls()
    engine.motion.dismiss(plan) { self.plan.end(track: $0, progress: self.position) }
    if let animator { engine.end(animator, .removed, at: engine.moment) }
    engine.motion.release(head, at: engine.moment)
    engine.settleEndings()
  }

  // MARK: Calls

  private func cancelCalls() {
    if let nextCall { engine?.queue.cancel(nextCall) }
    nextCall = nil
  }

  /// Queues the next call that playing will pass, at its exact time.
  /// - Parameter after: the call that was passed last, at this very position.
  private func scheduleCalls(from position: Double, at time: Double, passingStart: Bool, after last: Int?) {
    guard let engine, !calls.isEmpty else { return }
    var best: (way: Double, index: Int)?
    for (i, call) in calls.enumerated() {
      guard let way = wayToNextPassing(of: call.place, from: position, zeroCounts: last.map { i > $0 } ?? passingStart) else {
        continue
      }
      if best == nil || way < best!.way { best = (way, i) }
    }
    guard let best else { return }
    let passed = position + (rate > 0 ? best.way : -best.way)
    let at = max(time, bend?.time(of: passed) ?? time + best.way / abs(rate))
    nextCall = engine.after(at) { [weak self] in
      guard let self, state == .running || best.way == 0 || isArriving(at: passed) else { return }
      nextCall = nil
      calls[best.index].body()
      // The body may have sought, turned round or stopped.
      if nextCall == nil, state == .running { scheduleCalls(from: passed, at: at, passingStart: false, after: best.index) }
    }
  }

  private func isArriving(at position: Double) -> Bool { state == .ended && (position == 0 || position == whole) }

  /// Seconds of the timeline until a place is passed; nil if it will not be.
  private func wayToNextPassing(of place: Double, from position: Double, zeroCounts: Bool) -> Double? {
    let round = duration
    guard round > 0 else { return zeroCounts ? 0 : nil }
    var best: Double?
    // Passings lie at most two rounds away: look at the rounds around the position.
    let first = (position / round).rounded(.down) - 2
    for k in 0...4 {
      let iteration = first + Double(k)
      guard iteration >= 0, iteration < effect.iterations else { continue }
      let returns = effect.direction == .alternate && iteration.truncatingRemainder(dividingBy: 2) == 1
      let at = iteration * round + (returns ? round - place : place)
      guard at <= whole else { continue }
      let way = rate > 0 ? at - position : position - at
      if way > 0 || (way == 0 && zeroCounts), best == nil || way < best! { best = way }
    }
    return best
  }
}

extension EffectTiming {
  /// Once and forward, and the ends stay.
  fileprivate static let once: EffectTiming = {
    var effect = EffectTiming()
    effect.fill = .both
    return effect
  }()
}

/// In which order the items of a stagger start.
public enum StaggerOrder: String, Sendable, CaseIterable {
  case first, last, center, edges

  /// How many steps after the first one item `i` of `count` starts.
  public func steps(_ i: Int, of count: Int) -> Double {
    let middle = Double(count - 1) / 2
    return switch self {
    case .first: Double(i)
    case .last: Double(count - 1 - i)
    case .center: abs(Double(i) - middle) - middle.truncatingRemainder(dividingBy: 1)
    case .edges: middle - abs(Double(i) - middle)
    }
  }

  /// The same where the items stand in rows of `columns`: how many cells, as the crow flies, an item is away from where it begins;
  /// from the edges, how many cells from the nearest one.
  public func steps(_ i: Int, of count: Int, columns: Int) -> Double {
    let rows = (count + columns - 1) / columns
    let (x, y) = (i % columns, i / columns)
    if self == .edges { return min(Self.edges.steps(x, of: columns), Self.edges.steps(y, of: rows)) }
    let (dx, dy) = (steps(x, of: columns), steps(y, of: rows))
    return (dx * dx + dy * dy).squareRoot()
  }
}
