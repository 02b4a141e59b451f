// A plan: what every lane shows at every position of a playhead, in whatever order positions are asked.

import Glibc  // squareRoot in builds without optimization

/// Lanes over positions 0…`duration`, in seconds of the plan. It is recorded once by writing values and motions at positions,
/// then sought at will: the same position always gives the same values.
final class Timeline {
  /// What one lane does from `start` on: x = target − delta·C + velocity·B.
  private struct Segment {
    enum Kind { case hold, rest, join, early, spring }
    var kind: Kind
    var start: Double
    var end: Double
    /// Index into `curves`.
    var curve: Int
    /// As in a family: 1/duration and 1/bump, or ω and ζ.
    var rate: Double
    var extra: Double
    var target: Double
    var delta: Double
    var velocity: Double
  }

  /// One lane of the plan.
  private struct Track {
    var lane: Lane
    /// What the lane was meant to show before the plan.
    var before: Double
    /// A difference that nobody sees, in the lane's unit.
    var threshold: Double
    /// In order of start; of two with one start the later one counts.
    var segments: [Segment] = []
  }

  /// What is left between shown and planned after a re-plan: it dies away by itself, in time, whatever the playhead does.
  private struct Residual {
    var start: Double
    var end: Double
    var offset: Double
    var velocity: Double
  }

  /// What was asked, to be replayed when something is recorded at an earlier position than the last.
  private struct Entry {
    var start: Double
    var destinations: [Destination]
    var timing: Timing?
  }

  private unowned let store: MotionStore
  private var entries: [Entry] = []
  private var tracks: [Track] = []
  private var trackOfLane: [Lane: Int] = [:]
  private var residuals: [Residual?] = []
  private var curves: [Curve] = []

  /// Its place among the store's timelines while it drives its lanes.
  var index: Int?
  /// The position in shares of `duration`, as a lane that moves like any other.
  let playhead: Lane
  /// The playhead's 0 is the plan's end.
  let backward: Bool
  /// Seconds from the first position to the last.
  private(set) var duration: Double

  /// How fast residuals die away: the response of a critically damped spring, in seconds.
  static let residualSpring = Spring(omega: 2 * .pi / 0.3, ratio: 1)

  init(store: MotionStore, playhead: Lane, duration: Double, backward: Bool) {
    (self.store, self.playhead, self.duration, self.backward) = (store, playhead, duration, backward)
  }

  var trackCount: Int { tracks.count }
  func lane(track: Int) -> Lane { tracks[track].lane }

  // MARK: Recording

  /// From `position` on, the values stand still as given. `destinations` need no unit.
  func hold(_ destinations: [Destination], at position: Double) {
    record(Entry(start: position, destinations: destinations, timing: nil))
  }

  /// From `position` on, the values move as given, and returns where they arrive.
  func animate(_ destinations: [Destination], _ timing: Timing, at position: Double) -> Double {
    record(Entry(start: position, destinations: destinations, timing: timing))
  }

  @discardableResult private func record(_ entry: Entry) -> Double {
    let position = entries.firstIndex { $0.start > entry.start } ?? entries.count
    entries.insert(entry, at: position)
    if position < entries.count - 1 {
      for track in tracks.indices { tracks[track].segments.removeAll() }
      var end = 0.0
      for (i, each) in entries.enumerated() {
        let reached = apply(each)
        if i == position { end = reached }
      }
      return end
    }
    return apply(entry)
  }

  private func apply(_ entry: Entry) -> Double {
    var end = entry.start
    for destination in entry.destinations {
      var (delta, velocity) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
      for j in 0..<Int(destination.lanes.count) {
        let track = track(of: destination.lanes[j], threshold: destination.unit?.threshold ?? MotionUnit.length.threshold)
        let state = planned(tracks[track], at: entry.start)
        delta[j] = destination.target[j] - state.position
        velocity[j] = state.velocity
      }
      if let stated = destination.velocity { velocity = stated }
      var segment = Segment(
        kind: .hold, start: entry.start, end: entry.start, curve: 0, rate: 0, extra: 0, target: 0, delta: 0, velocity: 0)
      let distance = (delta * delta).sum().squareRoot()
      let unit = destination.unit ?? .free(distance: distance)
      switch entry.timing {
      case nil:
        velocity = .zero
      case .curve(let curve, let length):
        guard length > 0 else { break }
        let takeover = Takeover.tween(
          distance: distance, towards: (velocity * delta).sum() > 0, speed: (velocity * velocity).sum().squareRoot(),
          reach: unit.reach, duration: length, curve: curve)
        segment.kind =
          switch takeover.tweenClass {
          case .rest: .rest
          case .join: .join
          case .early: .early
          }
        segment.curve = index(of: curve)
        (segment.rate, segment.extra) = (1 / length, takeover.inverseBump)
        segment.end = entry.start + length
      case .spring(let spring):
        segment.kind = .spring
        (segment.rate, segment.extra) = (spring.omega, spring.ratio)
        segment.end =
          entry.start
          + spring.stopTime(
            block: abs(delta).max() / unit.threshold, maxVelocity: abs(velocity).max() / unit.threshold)
      }
      for j in 0..<Int(destination.lanes.count) {
        segment.target = destination.target[j]
        segment.delta = segment.kind == .hold ? 0 : delta[j]
        segment.velocity = segment.kind == .hold ? 0 : velocity[j]
        tracks[trackOfLane[destination.lanes[j]]!].segments.append(segment)
      }
      end = max(end, segment.end)
    }
    duration = max(duration, end)
    return end
  }

  private func track(of lane: Lane, threshold: Double) -> Int {
    if let track = trackOfLane[lane] { return track }
    tracks.append(Track(lane: lane, before: store.target(lane), threshold: threshold))
    residuals.append(nil)
    trackOfLane[lane] = tracks.count - 1
    return tracks.count - 1
  }

  private func index(of curve: Curve) -> Int {
    if let known = curves.firstIndex(of: curve) { return known }
    curves.append(curve)
    return curves.count - 1
  }

  /// What the plan, as far as it is recorded, has a lane show at a position; nil for a lane that is not in it.
  func planned(_ lane: Lane, at position: Double) -> Double? {
    trackOfLane[lane].map { planned(tracks[$0], at: position).position }
  }

  // MARK: Values

  /// Position and velocity, in units and units per second of the plan. Beyond the plan's ends, what touches an end goes on as
  /// its curve does.
  private func planned(_ track: Track, at position: Double) -> LaneState {
    var found = track.segments.count - 1
    while found >= 0, track.segments[found].start > position { found -= 1 }
    if found < 0 {
      guard position < 0, let first = track.segments.first, first.start == 0 else {
        return LaneState(position: track.before, velocity: 0)
      }
      found = track.segments.firstIndex { $0.start > 0 }.map { $0 - 1 } ?? track.segments.count - 1
    }
    let segment = track.segments[found]
    let f: ShapeFactors
    let elapsed = position - segment.start
    switch segment.kind {
    case .hold:
      return LaneState(position: segment.target, velocity: 0)
    case .spring:
      if position >= segment.end { return LaneState(position: segment.target, velocity: 0) }
      f = Spring(omega: segment.rate, ratio: segment.extra).factors(at: elapsed)
    case .rest, .join, .early:
      let curve = curves[segment.curve]
      let beyond = position > duration && segment.end >= duration
      if position < 0 || (beyond && segment.kind != .early) {
        let u = elapsed * segment.rate
        f = ShapeFactors(c: 1 - curve.value(u), b: 0, aRate: curve.slope(u) * segment.rate, bRate: 0)
      } else {
        let kind: TweenClass =
          switch segment.kind {
          case .join: .join
          case .early: .early
          default: .rest
          }
        f = Takeover.factors(kind, curve: curve, elapsed: elapsed, rate: segment.rate, inverseBump: segment.extra)
      }
    }
    return LaneState(
      position: segment.target - segment.delta * f.c + segment.velocity * f.b,
      velocity: segment.delta * f.aRate + segment.velocity * f.bRate)
  }

  /// Seconds of the plan at a progress of the playhead.
  func position(at progress: Double) -> Double { (backward ? 1 - progress : progress) * duration }

  /// A lane at `time`: what is planned where the playhead is, and what is left of a residual.
  func state(track: Int, at time: Double) -> LaneState {
    let head = store.state(playhead, at: time)
    var state = planned(tracks[track], at: position(at: head.position))
    state.velocity *= head.velocity * (backward ? -duration : duration)
    if let residual = residuals[track], time < residual.end {
      let f = Self.residualSpring.factors(at: time - residual.start)
      state.position += residual.offset * f.c + residual.velocity * f.b
      state.velocity += -residual.offset * f.aRate + residual.velocity * f.bRate
    }
    return state
  }

  /// What the lane shows at one of the plan's ends, by the playhead's progress.
  func end(track: Int, progress: Double) -> Double {
    planned(tracks[track], at: position(at: progress)).position
  }

  /// Whether the plan says outright what the lane shows at its start, so that nothing carries over from before.
  func isSetAtStart(track: Int) -> Bool {
    guard let first = tracks[track].segments.first else { return false }
    return first.kind == .hold && first.start == 0
  }

  func before(track: Int) -> Double { tracks[track].before }

  /// Where the lane is going: the plan's end.
  func target(track: Int) -> Double { planned(tracks[track], at: duration).position }

  func show(at time: Double, in store: MotionStore) {
    for track in tracks.indices where !dropped(track) {
      let x = state(track: track, at: time).position
      switch tracks[track].lane.precision {
      case .float: store.floats[tracks[track].lane.index] = Float(x)
      case .double: store.doubles[tracks[track].lane.index] = x
      }
    }
  }

  // MARK: Residuals

  /// Lets a lane start where it is shown and go over to the plan.
  func leave(track: Int, from shown: LaneState, at time: Double) {
    residuals[track] = nil
    let planned = state(track: track, at: time)
    let threshold = tracks[track].threshold
    let (offset, velocity) = (shown.position - planned.position, shown.velocity - planned.velocity)
    let end = Self.residualSpring.stopTime(distance: offset / threshold, velocity: velocity / threshold)
    if end > 0 { residuals[track] = Residual(start: time, end: time + end, offset: offset, velocity: velocity) }
  }

  /// When the last residual has died away; nil where none is left.
  func residualsEnd(after time: Double) -> Double? {
    let end = residuals.reduce(time) { max($0, $1?.end ?? time) }
    return end > time ? end : nil
  }

  // MARK: Ownership

  private func dropped(_ track: Int) -> Bool {
    guard let index else { return true }
    return store.owner(tracks[track].lane) != .timeline(index, track: track)
  }

  /// A lane that another motion took over is none of the plan's business any more.
  func drop(track: Int) { residuals[track] = nil }
}

private func abs(_ v: SIMD4<Double>) -> SIMD4<Double> { v.replacing(with: -v, where: v .< 0) }
