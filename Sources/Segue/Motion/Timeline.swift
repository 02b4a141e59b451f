// A plan: what every lane shows at every position of a playhead, in whatever order positions are asked.

import Glibc  // squareRoot in builds without optimization

/// Lanes over positions 0…`duration`, in seconds of the plan. It is recorded once by writing values and motions at positions,
/// then sealed into flat columns and sought at will: the same position always gives the same values.
final class Timeline {
  /// The pace of one motion; the lanes that move together share it, so a frame works it out once.
  struct Pace: Equatable {
    enum Kind { case rest, join, early, spring, decay }
    var kind: Kind
    var start: Double
    var end: Double
    /// Index into `curves`.
    var curve: Int
    /// As in a family: 1/duration and 1/bump, or ω and ζ.
    var rate: Double
    var extra: Double
    /// Index into `rounds` of what repeats: it takes its kind, curve and rate from there, and `extra` is 1/bump.
    var rounds = once

    static let once = -1
  }

  /// What one lane does from `start` on: x = target − delta·C + velocity·B.
  private struct Segment {
    var start: Double
    /// Index into `paces`; `hold` for a value that stands still.
    var pace: Int
    var target: Double
    var delta: Double
    var velocity: Double

    static let hold = -1
  }

  /// One lane of the plan.
  private struct Track {
    var lane: Lane
    /// The lane's tenant: another one is none of the plan's business.
    var tenancy: UInt32
    /// What the lane was meant to show before the plan.
    var before: Double
    /// A difference that nobody sees, in the lane's unit; nil for a value without one.
    var threshold: Double?
    /// In order of start; of two with one start the later one counts.
    var segments: [Segment] = []
  }

  /// What is left between shown and planned after a re-plan: it dies away by itself, in time, whatever the playhead does.
  private struct Residual {
    var start: Double
    /// From here on nobody sees it: an end need not wait for it.
    var end: Double
    /// From here on it is gone. One that nobody sees from the beginning has `end` at its start, but does not jump either.
    var gone: Double
    var offset: Double
    var velocity: Double
    /// The plan's slope from here on, where it has none at this very moment.
    var slope = 0.0

    static let none = Residual(start: 0, end: -.infinity, gone: -.infinity, offset: 0, velocity: 0)
  }

  /// What was asked, to be replayed when something is recorded at an earlier position than the last.
  private struct Entry {
    var start: Double
    var destinations: [Destination]
    var timing: Timing?
    var repetition: Repetition?
    /// In order of writing.
    var serial = 0
  }

  // Not counted: the store outlives its plans, and a frame reads it for each of them.
  private unowned(unsafe) let store: MotionStore
  private var entries: [Entry] = []
  /// How many entries have been written so far.
  private var written = 0
  private var tracks: [Track] = []
  private var trackOfLane: [Lane: Int] = [:]
  private var paces: [Pace] = []
  private(set) var rounds: [Rounds] = []
  private var curves: [Curve] = []
  private var columns: Columns?

  /// Its place among the store's timelines while it drives its lanes.
  var index: Int?
  /// Called when the last of its lanes has been taken over by others.
  var onLost: (() -> Void)?
  /// Whose motion it plays as an effect.
  var effectAnimator: Handle<Animator>?
  /// A lane that moves like any other and says where the plan is; `mapping` says how.
  private(set) var playhead: Lane
  var mapping: Mapping
  /// Seconds from the first position to the last.
  private(set) var duration: Double
  /// What it lasts while nothing has been written.
  private let leastDuration: Double

  /// How fast residuals die away: the response of a critically damped spring, in seconds.
  static let residualSpring = Spring(omega: 2 * .pi / 0.3, ratio: 1)
  /// What of its own size an unseen residual has left when it is gone.
  private static let residualRest = 1.0 / 64
  /// Residuals below this share of what nobody sees are roundings and are none.
  private static let residualNoise = 1e-6

  /// How a playhead's value becomes a position.
  enum Mapping {
    /// 0…1 is the whole plan; backward, its 0 is the plan's end.
    case progress(backward: Bool)
    /// Seconds of playing: delayed, repeated, back and forth. The effect's duration is that of one round.
    case seconds(EffectTiming)
    /// A value of the program's, which is at the plan's start and end at these two.
    case range(start: Double, end: Double)
  }

  init(store: MotionStore, playhead: Lane, duration: Double, mapping: Mapping) {
    (self.store, self.playhead, self.duration, self.mapping) = (store, playhead, duration, mapping)
    leastDuration = duration
  }

  /// Lets another lane say where the plan is.
  func follow(_ lane: Lane, _ mapping: Mapping) { (playhead, self.mapping) = (lane, mapping) }

  var trackCount: Int { tracks.count }
  func lane(track: Int) -> Lane { tracks[track].lane }

  /// Whether the lane is still that of the value that was planned.
  func isAlive(track: Int) -> Bool { store.tenancy(tracks[track].lane) == tracks[track].tenancy }

  // MARK: Recording

  /// How much has been written.
  struct Mark: Equatable {
    fileprivate var serial: Int
    /// Tracks that come later are of what is written later.
    fileprivate(set) var trackCount: Int
  }

  var mark: Mark { Mark(serial: written, trackCount: tracks.count) }

  /// Goes back to a mark, since writing more has failed. Seal it before it plays on.
  func erase(to mark: Mark) {
    guard self.mark != mark else { return }
    entries.removeAll { $0.serial > mark.serial }
    for track in tracks[mark.trackCount...] { trackOfLane[track.lane] = nil }
    tracks.removeLast(tracks.count - mark.trackCount)
    duration = leastDuration
    replay()
  }

  /// From `position` on, the values stand still as given. `destinations` need no unit.
  func hold(_ destinations: [Destination], at position: Double) {
    record(Entry(start: position, destinations: destinations, timing: nil))
  }

  /// From `position` on, the values move as given, and returns where they arrive.
  func animate(_ destinations: [Destination], _ timing: Timing, at position: Double) -> Double {
    var destinations = destinations
    // Where a clamped spring ends is each lane's own.
    if case .spring(let spring) = timing, spring.clamps { destinations = destinations.flatMap(\.lanesApart) }
    return record(Entry(start: position, destinations: destinations, timing: timing))
  }

  /// From `position` on, the values move as the options say, after their delay, and returns when that is over.
  func animate(_ destinations: [Destination], _ options: Engine.MotionOptions, at position: Double) throws(SegueError) -> Double
  {
    let timing = options.timing ?? .spring(Spring())
    guard options.playsAsEffect else { return animate(destinations, timing, at: position + options.delay) }
    let (effect, wait) = options.effectAfterWait
    var destinations = destinations
    if case .spring(let spring) = timing, spring.clamps { destinations = destinations.flatMap(\.lanesApart) }
    let entry = Entry(
      start: position + wait, destinations: destinations, timing: timing,
      repetition: Repetition(effect: effect, rate: options.rate))
    let departures = entry.destinations.map { departure($0, at: entry.start) }
    let end = entry.start + wholeEffect(entry, departures).endTime / options.rate.magnitude
    guard end <= Engine.longestPlan else {
      throw SegueError("loops: the plan would be longer than \(Engine.longestPlan) s")
    }
    return record(entry)
  }

  @discardableResult private func record(_ entry: Entry) -> Double {
    let position = entries.firstIndex { $0.start > entry.start } ?? entries.count
    written += 1
    var entry = entry
    entry.serial = written
    entries.insert(entry, at: position)
    if position < entries.count - 1 { return replay()[position] }
    return apply(entry)
  }

  /// Writes all entries anew and returns where each ends.
  @discardableResult private func replay() -> [Double] {
    for track in tracks.indices { tracks[track].segments.removeAll() }
    return entries.map(apply)
  }

  private func apply(_ entry: Entry) -> Double {
    var end = entry.start
    let departures = entry.destinations.map { departure($0, at: entry.start) }
    let whole = entry.repetition == nil ? nil : wholeEffect(entry, departures)
    for (destination, departure) in zip(entry.destinations, departures) {
      let delta = departure.delta
      var velocity = departure.velocity
      var pace: Pace?
      if let timing = entry.timing {
        if let whole, let repetition = entry.repetition {
          // It sets out anew in each round, from rest.
          let round = self.pace(timing, destination, delta, .zero, at: 0)
          let rounds = repeating(round, as: whole, rate: repetition.rate, takesVelocity: timing.takesVelocity, at: entry.start)
          velocity = bumpVelocity(velocity, delta, of: rounds)
          pace = rounds
        } else {
          pace = self.pace(timing, destination, delta, velocity, at: entry.start)
        }
      }
      let index = pace.map(index)
      for j in 0..<Int(destination.lanes.count) {
        tracks[trackOfLane[destination.lanes[j]]!].segments.append(
          Segment(
            start: entry.start, pace: index ?? Segment.hold, target: destination.target[j], delta: index == nil ? 0 : delta[j],
            velocity: index == nil ? 0 : velocity[j]))
      }
      if let pace { end = max(end, pace.end) }
    }
    duration = max(duration, end)
    return end
  }

  /// How far a destination is from what is planned at a position, and the velocity there.
  private func departure(_ destination: Destination, at position: Double) -> (delta: SIMD4<Double>, velocity: SIMD4<Double>) {
    var (delta, velocity) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
    for j in 0..<Int(destination.lanes.count) {
      let track = track(of: destination.lanes[j], threshold: destination.unit?.threshold)
      let state = planned(tracks[track], at: position, beyondEnds: false)
      delta[j] = destination.target[j] - state.position
      velocity[j] = state.velocity
    }
    return (delta, destination.velocity ?? velocity)
  }

  /// The effect of an entry that repeats; a round takes as long as the slowest of its motions.
  private func wholeEffect(_ entry: Entry, _ departures: [(delta: SIMD4<Double>, velocity: SIMD4<Double>)]) -> EffectTiming {
    var effect = entry.repetition?.effect ?? EffectTiming()
    effect.duration = 0
    for (destination, departure) in zip(entry.destinations, departures) {
      let round = entry.timing.flatMap { pace($0, destination, departure.delta, .zero, at: 0) }
      effect.duration = max(effect.duration, round?.end ?? 0)
    }
    return effect
  }

  private func index(of pace: Pace) -> Int {
    if let known = paces.firstIndex(of: pace) { return known }
    paces.append(pace)
    return paces.count - 1
  }

  /// Where a way of repeating is kept.
  func index(of each: Rounds) -> Int {
    if let known = rounds.firstIndex(of: each) { return known }
    rounds.append(each)
    return rounds.count - 1
  }

  /// The pace at which a value goes; nil when it is there at once.
  private func pace(
    _ timing: Timing, _ destination: Destination, _ delta: SIMD4<Double>, _ velocity: SIMD4<Double>, at start: Double
  ) -> Pace? {
    let distance = (delta * delta).sum().squareRoot()
    let unit = destination.unit ?? .free(distance: distance)
    switch timing {
    case .curve(let curve, let length):
      guard length > 0 else { return nil }
      let takeover = Takeover.tween(
        distance: distance, towards: (velocity * delta).sum() > 0, speed: (velocity * velocity).sum().squareRoot(),
        reach: unit.reach, duration: length, curve: curve)
      let kind: Pace.Kind =
        switch takeover.tweenClass {
        case .rest: .rest
        case .join: .join
        case .early: .early
        }
      return Pace(
        kind: kind, start: start, end: start + length, curve: index(of: curve), rate: 1 / length, extra: takeover.inverseBump)
    case .spring(let described):
      let spring = described.fitted(
        distance: distance / unit.threshold,
        velocity: distance > 0 ? (velocity * delta).sum() / distance / unit.threshold : 0)
      var length = spring.stopTime(block: abs(delta).max() / unit.threshold, maxVelocity: abs(velocity).max() / unit.threshold)
      if spring.clamps { length = min(length, spring.crossing(distance: delta[0], velocity: velocity[0])) }
      guard length > 0 else { return nil }
      return Pace(kind: .spring, start: start, end: start + length, curve: 0, rate: spring.omega, extra: spring.ratio)
    }
  }

  private func track(of lane: Lane, threshold: Double?) -> Int {
    let tenancy = store.tenancy(lane)
    if let track = trackOfLane[lane], tracks[track].tenancy == tenancy {
      if tracks[track].threshold == nil { tracks[track].threshold = threshold }
      return track
    }
    tracks.append(Track(lane: lane, tenancy: tenancy, before: store.target(lane), threshold: threshold))
    trackOfLane[lane] = tracks.count - 1
    return tracks.count - 1
  }

  /// Changes what a value is at the plan's start. Seal the plan before it plays on.
  func setStart(_ lane: Lane, to x: Double, unit: MotionUnit) {
    var isHeld = false
    change { entry, j in
      guard entry.start == 0, entry.timing == nil, let k = entry.destinations[j].place(of: lane) else { return }
      entry.destinations[j].target[k] = x
      isHeld = true
    }
    let isKnown = entries.contains { $0.destinations.contains { $0.place(of: lane) != nil } }
    if !isKnown {
      // It has come to what it was at the end.
      let before = store.target(lane)
      record(Entry(start: 0, destinations: [Destination(lane, before, unit)], timing: .curve(.linear, duration: duration)))
    }
    if !isHeld {
      written += 1
      // Before whatever sets out at the start.
      entries.insert(
        Entry(start: 0, destinations: [Destination(lane, x, unit)], timing: nil, repetition: nil, serial: written), at: 0)
    }
    replay()
  }

  /// Changes where a value is at the plan's end. Seal the plan before it plays on.
  func setEnd(_ lane: Lane, to x: Double, unit: MotionUnit) {
    let last = entries.lastIndex { entry in entry.destinations.contains { $0.place(of: lane) != nil } }
    if let last, entries[last].timing != nil, entries[last].repetition == nil {
      for j in entries[last].destinations.indices {
        if let k = entries[last].destinations[j].place(of: lane) { entries[last].destinations[j].target[k] = x }
      }
      replay()
    } else {
      let start = last.map { entries[$0].repetition == nil ? entries[$0].start : duration } ?? 0
      record(
        Entry(
          start: start, destinations: [Destination(lane, x, unit)], timing: .curve(.linear, duration: duration - start)))
    }
  }

  private func change(_ body: (inout Entry, Int) -> Void) {
    for i in entries.indices {
      for j in entries[i].destinations.indices { body(&entries[i], j) }
    }
  }

  /// Has lanes set out from where they are shown, not from where what moves them now would bring them.
  func setOut(_ destinations: [Destination], at time: Double) {
    for destination in destinations {
      for j in 0..<Int(destination.lanes.count) {
        let lane = destination.lanes[j]
        let track = track(of: lane, threshold: destination.unit?.threshold)
        tracks[track].before = store.state(lane, at: time).position
      }
    }
  }

  private func index(of curve: Curve) -> Int {
    if let known = curves.firstIndex(of: curve) { return known }
    curves.append(curve)
    return curves.count - 1
  }

  /// Takes over one lane of a motion under way, as it is: it began at `times.start` of this plan.
  func absorb(
    _ lane: Lane, shape: Shape, _ times: Family.BlockTimes, target: Double, delta: Double, velocity: Double, threshold: Double
  ) {
    var pace = Pace(kind: .spring, start: times.start, end: times.end, curve: 0, rate: times.rate, extra: times.extra)
    switch shape {
    case .tween(let curve, let tweenClass):
      pace.curve = index(of: curve)
      pace.kind =
        switch tweenClass {
        case .rest: .rest
        case .join: .join
        case .early: .early
        }
    case .spring: pace.kind = .spring
    case .decay: pace.kind = .decay
    case .uniform: return
    }
    let known = paces.firstIndex(of: pace) ?? paces.count
    if known == paces.count { paces.append(pace) }
    let track = track(of: lane, threshold: threshold)
    if tracks[track].segments.isEmpty { tracks[track].before = target - delta }
    tracks[track].segments.append(
      Segment(start: times.start, pace: known, target: target, delta: delta, velocity: velocity))
    duration = max(duration, times.end)
  }

  /// What the plan, as far as it is recorded, has a lane show at a position; nil for a lane that is not in it.
  func planned(_ lane: Lane, at position: Double) -> Double? {
    guard let track = trackOfLane[lane], isAlive(track: track) else { return nil }
    return planned(tracks[track], at: position, beyondEnds: false).position
  }

  // MARK: Values

  /// Position and velocity, in units and units per second of the plan. Beyond the plan's ends, what touches an end goes on as
  /// its curve does; but not while the plan is being written, when its end is not yet known.
  private func planned(_ track: Track, at position: Double, beyondEnds: Bool = true) -> LaneState {
    let found = track.segments.withUnsafeBufferPointer { Self.active($0, at: position) }
    guard let found else { return LaneState(position: track.before, velocity: 0) }
    let segment = track.segments[found]
    guard segment.pace != Segment.hold else { return LaneState(position: segment.target, velocity: 0) }
    var f = factors(of: paces[segment.pace], at: position, beyondEnds: beyondEnds)
    if position == segment.start, segment.velocity != 0 { f.aRate = firstSlope(of: paces[segment.pace]) ?? f.aRate }
    return LaneState(
      position: segment.target - segment.delta * f.c + segment.velocity * f.b,
      velocity: segment.delta * f.aRate + segment.velocity * f.bRate)
  }

  /// Which of a track's segments counts at a position; nil before the first one.
  private static func active(_ segments: UnsafeBufferPointer<Segment>, at position: Double) -> Int? {
    var found = segments.count - 1
    while found >= 0, segments[found].start > position { found -= 1 }
    if found >= 0 { return found }
    guard position < 0, let first = segments.first, first.start == 0 else { return nil }
    found = 0
    while found + 1 < segments.count, segments[found + 1].start <= 0 { found += 1 }
    return found
  }

  func factors(of pace: Pace, at position: Double, beyondEnds: Bool = true) -> ShapeFactors {
    if pace.rounds != Pace.once { return factors(repeating: pace, at: position) }
    let elapsed = position - pace.start
    switch pace.kind {
    case .spring:
      return position >= pace.end ? .ended : Spring(omega: pace.rate, ratio: pace.extra).factors(at: elapsed)
    case .decay:
      return position >= pace.end ? .ended : Decay.factors(rate: pace.rate, elapsed: elapsed)
    case .rest, .join, .early:
      let beyond = beyondEnds && position > duration && pace.end >= duration
      if position < 0 || (beyond && pace.kind != .early) {
        let u = elapsed * pace.rate
        return ShapeFactors(c: 1 - curves[pace.curve].value(u), b: 0, aRate: curves[pace.curve].slope(u) * pace.rate, bRate: 0)
      }
      let kind: TweenClass =
        switch pace.kind {
        case .join: .join
        case .early: .early
        default: .rest
        }
      return Takeover.factors(
        kind, curve: curves[pace.curve], elapsed: elapsed, rate: pace.rate, inverseBump: pace.extra)
    }
  }

  /// Where the plan is for a value of the playhead, in its seconds, and how fast that moves with the playhead.
  func position(at head: Double) -> (position: Double, slope: Double) {
    switch mapping {
    case .progress(let backward):
      return backward ? ((1 - head) * duration, -duration) : (head * duration, duration)
    case .range(let start, let end):
      let share = (head - start) / (end - start)
      return share <= 0 ? (0, 0) : share >= 1 ? (duration, 0) : (share * duration, duration / (end - start))
    case .seconds(let effect):
      // One round is read off directly, so that no bit is lost on the way through shares of it.
      if effect.isPlain { return head < 0 ? (0, 0) : head > duration ? (duration, 0) : (head, 1) }
      // Where the effect shows nothing, things are as before the plan.
      guard let progress = effect.moment(at: head).progress else { return (0, 0) }
      return (min(progress * effect.duration, duration), effect.direction(at: head))
    }
  }

  /// A lane at `time`: what is planned where the playhead is, and what is left of a residual.
  /// - Parameter head: the playhead, where it is not as the store has it.
  func state(track: Int, at time: Double, head: LaneState? = nil) -> LaneState {
    let head = head ?? store.state(playhead, at: time)
    let (position, slope) = position(at: head.position)
    var state = planned(tracks[track], at: position)
    state.velocity *= head.velocity * slope
    if let residual = columns?.residuals[track], time < residual.gone {
      let f = Self.residualSpring.factors(at: time - residual.start)
      state.position += residual.offset * f.c + residual.velocity * f.b
      state.velocity += -residual.offset * f.aRate + residual.velocity * f.bRate
      if time == residual.start { state.velocity += residual.slope }
    }
    return state
  }

  /// What the lane shows where the playhead has a value, without residuals.
  func end(track: Int, progress: Double) -> Double {
    planned(tracks[track], at: position(at: progress).position).position
  }

  /// Whether the plan says outright what the lane shows at its start, so that nothing carries over from before.
  func isSetAtStart(track: Int) -> Bool {
    guard let first = tracks[track].segments.first else { return false }
    return first.pace == Segment.hold && first.start == 0
  }

  func before(track: Int) -> Double { tracks[track].before }

  func contains(_ lane: Lane) -> Bool { trackOfLane[lane].map(isAlive) ?? false }

  /// Where the lane is going: the plan's end.
  func target(track: Int) -> Double { planned(tracks[track], at: duration).position }

  // MARK: A frame

  /// A sealed plan, flat: a frame reads and writes these and nothing else.
  private final class Columns {
    let trackCount: Int
    let lanes: UnsafeMutablePointer<Lane>
    let before: UnsafeMutablePointer<Double>
    /// Where each track's segments begin; one more at the end.
    let firstSegment: UnsafeMutablePointer<Int>
    let segments: UnsafeMutablePointer<Segment>
    let residuals: UnsafeMutablePointer<Residual>
    let paceCount: Int
    let paces: UnsafeMutablePointer<Pace>
    /// By pace, at the position of the frame.
    let factors: UnsafeMutablePointer<ShapeFactors>

    init(_ tracks: [Track], _ paces: [Pace]) {
      (trackCount, paceCount) = (tracks.count, paces.count)
      lanes = .allocate(capacity: trackCount)
      before = .allocate(capacity: trackCount)
      firstSegment = .allocate(capacity: trackCount + 1)
      segments = .allocate(capacity: tracks.reduce(0) { $0 + $1.segments.count })
      residuals = .allocate(capacity: trackCount)
      self.paces = .allocate(capacity: paceCount)
      factors = .allocate(capacity: paceCount)
      var next = 0
      for (i, track) in tracks.enumerated() {
        lanes[i] = track.lane
        before[i] = track.before
        firstSegment[i] = next
        for segment in track.segments {
          segments[next] = segment
          next += 1
        }
      }
      firstSegment[trackCount] = next
      residuals.initialize(repeating: .none, count: trackCount)
      for (i, pace) in paces.enumerated() { self.paces[i] = pace }
      factors.initialize(repeating: .ended, count: paceCount)
    }

    deinit {
      lanes.deallocate()
      before.deallocate()
      firstSegment.deallocate()
      segments.deallocate()
      residuals.deallocate()
      paces.deallocate()
      factors.deallocate()
    }
  }

  /// Ends the recording.
  func seal() { columns = Columns(tracks, paces) }

  /// Shows the lanes that the plan still has as they are at `time`.
  func show(at time: Double, head: Double? = nil) {
    guard let columns, let index else { return }
    let position = position(at: head ?? store.state(playhead, at: time).position).position
    for i in 0..<columns.paceCount { columns.factors[i] = factors(of: columns.paces[i], at: position) }
    let (floats, doubles) = (store.floats, store.doubles)
    for track in 0..<columns.trackCount {
      let lane = columns.lanes[track]
      let place = Int(lane.index)
      let owner = lane.precision == .float ? floats.owners[place] : doubles.owners[place]
      guard owner == .timeline(index, track: track) else { continue }
      let first = columns.firstSegment[track]
      let own = UnsafeBufferPointer(start: columns.segments + first, count: columns.firstSegment[track + 1] - first)
      var x = columns.before[track]
      if let found = Self.active(own, at: position) {
        let segment = own[found]
        x = segment.target
        if segment.pace != Segment.hold {
          x =
            segment.target - segment.delta * columns.factors[segment.pace].c + segment.velocity
            * columns.factors[segment.pace].b
        }
      }
      let residual = columns.residuals[track]
      if time < residual.gone {
        let f = Self.residualSpring.factors(at: time - residual.start)
        x += residual.offset * f.c + residual.velocity * f.b
      }
      if lane.precision == .float { floats.shown[place] = Float(x) } else { doubles.shown[place] = x }
    }
  }

  // MARK: Residuals

  /// Lets a lane of a sealed plan start where it is shown and go over to the plan.
  /// - Parameter slope: What the plan's velocity rises by right after this moment, as a curve's does that sets out from rest.
  func leave(track: Int, from shown: LaneState, slope: Double = 0, at time: Double) {
    guard let columns else { return }
    columns.residuals[track] = .none
    let planned = state(track: track, at: time)
    let (offset, velocity) = (shown.position - planned.position, shown.velocity - planned.velocity - slope)
    let spring = Self.residualSpring
    let size = max(offset.magnitude, velocity.magnitude / spring.omega)
    let threshold = threshold(track: track, way: size)
    let rounding = tracks[track].lane.precision == .float ? Double(Float(shown.position).ulp) : 0
    guard size > max(Self.residualNoise * threshold, rounding) else { return }
    let end = spring.stopTime(distance: offset / threshold, velocity: velocity / threshold)
    let rest = min(threshold, size * Self.residualRest)
    let gone = end > 0 ? end : spring.stopTime(distance: offset / rest, velocity: velocity / rest)
    columns.residuals[track] = Residual(
      start: time, end: time + end, gone: time + gone, offset: offset, velocity: velocity, slope: slope)
  }

  /// A difference that nobody sees; of a value without a unit, one that is small beside the way that it goes.
  private func threshold(track: Int, way: Double) -> Double {
    if let threshold = tracks[track].threshold { return threshold }
    let planned = tracks[track].segments.reduce(way) { max($0, ($1.target - tracks[track].before).magnitude) }
    return MotionUnit.free(distance: planned).threshold
  }

  /// The scale on which a lane's motion is judged; nil for a value without one.
  func unit(track: Int) -> MotionUnit? {
    tracks[track].threshold.map { MotionUnit(threshold: $0, reach: 256 * $0) }
  }

  /// Whether a residual still moves its lane, seen or not.
  func hasResiduals(at time: Double) -> Bool {
    guard let columns else { return false }
    return (0..<columns.trackCount).contains { columns.residuals[$0].gone > time }
  }

  /// When nobody sees the last residual any more; nil where none is seen.
  func residualsEnd(after time: Double) -> Double? {
    guard let columns else { return nil }
    var end = time
    for track in 0..<columns.trackCount { end = max(end, columns.residuals[track].end) }
    return end > time ? end : nil
  }

  /// A lane that another motion took over is none of the plan's business any more.
  func drop(track: Int) { columns?.residuals[track] = .none }

  /// The tracks whose lanes it drives.
  var drivenTracks: [Int] {
    guard let index else { return [] }
    return tracks.indices.filter { store.owner(tracks[$0].lane) == .timeline(index, track: $0) }
  }

  /// Whether it drives all of its lanes.
  var drivesAll: Bool {
    guard let index else { return false }
    return tracks.indices.allSatisfy { store.owner(tracks[$0].lane) == .timeline(index, track: $0) }
  }

  /// Whether it drives any of its lanes.
  var hasLanes: Bool {
    guard let index else { return false }
    return tracks.indices.contains { store.owner(tracks[$0].lane) == .timeline(index, track: $0) }
  }
}

private func abs(_ v: SIMD4<Double>) -> SIMD4<Double> { v.replacing(with: -v, where: v .< 0) }
