// Everything that moves in one engine: the lanes, the blocks that drive them, and the one act behind catching, reversing,
// retargeting and releasing: handing a value over with its velocity.

import Glibc  // squareRoot in builds without optimization

/// Position and velocity of one lane, in its units and units per second.
struct LaneState: Equatable {
  var position: Double
  var velocity: Double
}

extension LaneState {
  fileprivate init(_ lane: (target: Double, delta: Double, velocity: Double), _ f: ShapeFactors) {
    position = lane.target - lane.delta * f.c + lane.velocity * f.b
    velocity = lane.delta * f.aRate + lane.velocity * f.bRate
  }
}

/// Where one value should go. The value moves as a whole: its lanes share a tween's class, so straight paths stay straight.
struct Destination {
  var lanes: LaneRange
  var target: SIMD4<Double>
  /// Replaces the velocity that the value has.
  var velocity: SIMD4<Double>?
  var unit: MotionUnit?

  /// What is left of it where `taken` goes elsewhere.
  fileprivate func without(_ taken: LaneRange) -> [Destination] {
    lanes.overlaps(taken) ? lanesApart.filter { !taken.contains($0.lanes[0]) } : [self]
  }

  /// The same, a lane each.
  var lanesApart: [Destination] {
    (0..<Int(lanes.count)).map { j in
      var rest = self
      rest.lanes = LaneRange(base: lanes.base + Int32(j), count: 1, precision: lanes.precision)
      rest.target = SIMD4(target[j], 0, 0, 0)
      rest.velocity = velocity.map { SIMD4($0[j], 0, 0, 0) }
      return rest
    }
  }
}

extension [Destination] {
  /// Adds a destination; what went to the same lanes before goes there no more.
  mutating func put(_ destination: Destination) {
    if contains(where: { $0.lanes.overlaps(destination.lanes) }) { self = flatMap { $0.without(destination.lanes) } }
    append(destination)
  }

  /// Takes out what would go to lanes that are gone.
  mutating func forget(_ lanes: LaneRange) { removeAll { $0.lanes.overlaps(lanes) } }
}

/// Lanes that one call started, with one timing and one end.
struct Block {
  var family: Int
  var row: Int
  var laneCount: Int
  /// Lanes that no other motion has taken over yet.
  var owned: Int
  var animator: Handle<Animator>?
  /// Tells this block from a later one in the same place.
  var serial: UInt64
  /// The animator's block that started before this one, and the one after it; -1 where there is none.
  var before: Int32 = -1
  var after: Int32 = -1
}

/// A lane in a finger's hand.
private struct Tracked {
  var tracker = VelocityTracker()
  /// The velocity that the lane had when it was caught: it counts until the finger has moved, or rested.
  var caught: Double
  var caughtAt: Double
  var hasMoved = false

  func velocity(at time: Double) -> Double {
    if hasMoved { return tracker.velocity(at: time).x }
    return time - caughtAt <= GestureConstants.strokeGap ? caught : 0
  }
}

/// What a thrown lane does where its block ends on a bound.
struct Rebound {
  var bound: Double
  /// The velocity with which the next motion starts.
  var velocity = 0.0
  /// The next motion, to `target`; nil rests on the bound.
  var spring: Spring?
  var target: Double
  /// Seconds that the next motion takes.
  var length = 0.0
}

/// A block that ended, for whoever waits for it.
struct BlockEnding {
  var animator: Handle<Animator>
  var reason: EndReason
  var time: Double
}

final class MotionStore {
  let floats = Lanes<Float>()
  let doubles = Lanes<Double>()

  private(set) var families: [Family] = []
  private var blocks: [Block] = []
  /// By block. Apart from the blocks, so that reading one in a frame touches no reference count.
  private var timings: [Timing] = []
  private var freeBlocks: [Int32] = []
  /// By animator's index, its block that started last, or -1.
  private var lastBlocks: [Int32] = []
  private var serial: UInt64 = 0

  /// By block: those that end on a bound.
  private var rebounds: [Int32: Rebound] = [:]

  private var timelines: [Timeline?] = []
  private var trackers: [Tracked] = []
  private var freeTrackers: [Int32] = []

  /// Timelines that lost their last lane since somebody last took this list.
  var lost: [Timeline] = []
  /// Blocks that ended since somebody last took this list.
  var endings: [BlockEnding] = []

  // Factors of one part of a family at a time.
  private let c = UnsafeMutablePointer<Double>.allocate(capacity: Family.part)
  private let b = UnsafeMutablePointer<Double>.allocate(capacity: Family.part)

  deinit {
    c.deallocate()
    b.deallocate()
  }

  // MARK: Lanes

  func allocate(_ count: Int, _ precision: Precision) -> LaneRange {
    let base = precision == .float ? floats.allocate(count) : doubles.allocate(count)
    return LaneRange(base: base, count: Int32(count), precision: precision)
  }

  /// Gives lanes back; what moved them is told that they are gone.
  func release(_ range: LaneRange, at time: Double) {
    takeOver(range, reason: .removed, at: time)
    switch range.precision {
    case .float: floats.release(range.base, Int(range.count))
    case .double: doubles.release(range.base, Int(range.count))
    }
  }

  func shown(_ lane: Lane) -> Double {
    lane.precision == .float ? Double(floats[lane.index]) : doubles[lane.index]
  }

  private func show(_ lane: Lane, _ x: Double) {
    switch lane.precision {
    case .float: floats[lane.index] = Float(x)
    case .double: doubles[lane.index] = x
    }
  }

  /// Tells the lane's present tenant from earlier ones.
  func tenancy(_ lane: Lane) -> UInt32 {
    lane.precision == .float ? floats.tenancies[Int(lane.index)] : doubles.tenancies[Int(lane.index)]
  }

  func owner(_ lane: Lane) -> LaneOwner {
    lane.precision == .float ? floats.owners[Int(lane.index)] : doubles.owners[Int(lane.index)]
  }

  private func setOwner(_ lane: Lane, _ owner: LaneOwner) {
    switch lane.precision {
    case .float: floats.owners[Int(lane.index)] = owner
    case .double: doubles.owners[Int(lane.index)] = owner
    }
  }

  /// Where the lane is at `time` and how fast it moves, whoever drives it.
  func state(_ lane: Lane, at time: Double) -> LaneState {
    let owner = owner(lane)
    if owner.holder >= 0 {
      let block = blocks[Int(owner.holder)]
      let family = families[block.family]
      return LaneState(family.lane(block.row, Int(owner.place)), family.factors(block.row, at: time))
    }
    if let index = owner.timeline, let timeline = timelines[index] {
      return timeline.state(track: Int(owner.place), at: time)
    }
    if owner.holder == LaneOwner.tracked {
      return LaneState(position: shown(lane), velocity: trackers[Int(owner.place)].velocity(at: time))
    }
    return LaneState(position: shown(lane), velocity: 0)
  }

  /// Where the lane will be when what drives it has ended.
  func target(_ lane: Lane) -> Double {
    let owner = owner(lane)
    if owner.holder >= 0 {
      return target(ofBlock: owner.holder, Int(owner.place))
    }
    if let index = owner.timeline, let timeline = timelines[index] { return timeline.target(track: Int(owner.place)) }
    return shown(lane)
  }

  private func target(ofBlock id: Int32, _ place: Int) -> Double {
    if !rebounds.isEmpty, let rebound = rebounds[id] { return rebound.target }
    let block = blocks[Int(id)]
    return families[block.family].lane(block.row, place).target
  }

  func isMoving(_ lane: Lane) -> Bool { owner(lane).holder >= 0 || owner(lane).timeline != nil }

  /// The animator that moves the lane, if it is one.
  func animator(of lane: Lane) -> Handle<Animator>? {
    let holder = owner(lane).holder
    return holder >= 0 ? blocks[Int(holder)].animator : nil
  }

  // MARK: Setting and tracking

  /// At once and at rest.
  func set(_ lane: Lane, _ x: Double, at time: Double, reason: EndReason = .interrupted) {
    if owner(lane) != .atRest {
      takeOver(LaneRange(base: lane.index, count: 1, precision: lane.precision), reason: reason, at: time)
    }
    show(lane, x)
  }

  /// A finger moves the lane: it is set, and its velocity is measured from these samples.
  func track(_ lane: Lane, _ x: Double, at time: Double) {
    if owner(lane).holder != LaneOwner.tracked {
      let tracked = Tracked(caught: state(lane, at: time).velocity, caughtAt: time)
      takeOver(LaneRange(base: lane.index, count: 1, precision: lane.precision), reason: .interrupted, at: time)
      let place: Int32
      if let free = freeTrackers.popLast() {
        place = free
        trackers[Int(place)] = tracked
      } else {
        place = Int32(trackers.count)
        trackers.append(tracked)
      }
      setOwner(lane, LaneOwner(holder: LaneOwner.tracked, place: place))
    }
    let place = Int(owner(lane).place)
    if time > trackers[place].caughtAt { trackers[place].hasMoved = true }
    trackers[place].tracker.add(x, at: time)
    show(lane, x)
  }

  // MARK: Starting

  /// Whether every destination is already under way with this timing, in one animator: asking again changes nothing.
  func runningAnimator(to destinations: [Destination], _ timing: Timing) -> Handle<Animator>? {
    var common: Handle<Animator>?
    for destination in destinations {
      guard destination.velocity == nil else { return nil }
      for j in 0..<Int(destination.lanes.count) {
        let owner = owner(destination.lanes[j])
        guard owner.holder >= 0 else { return nil }
        let block = blocks[Int(owner.holder)]
        guard let animator = block.animator, common == nil || common == animator, timings[Int(owner.holder)] == timing,
          families[block.family].lane(block.row, Int(owner.place)).target
            == rounded(destination.target[j], destination.lanes.precision)
        else { return nil }
        common = animator
      }
    }
    return common
  }

  /// A number as a lane of that precision keeps it.
  func rounded(_ x: Double, _ precision: Precision) -> Double { precision == .float ? Double(Float(x)) : x }

  /// One value about to move: its destination and the state that it is taken over in.
  private struct Departure {
    var lanes: LaneRange
    var target: SIMD4<Double>
    var delta: SIMD4<Double>
    var velocity: SIMD4<Double>
    var unit: MotionUnit
    var takeover: Takeover
  }

  /// Moves values from where they are, with the velocity that they have, and returns how many blocks that made, those counted
  /// that were there at once. No two destinations share a lane.
  func start(
    _ destinations: [Destination], _ timing: Timing, at time: Double, animator: Handle<Animator>?
  ) -> Int {
    if destinations.count == 1 {
      let departure = departure(destinations[0], timing, at: time)
      takeOver(departure.lanes, reason: .interrupted, at: time)
      return begin(CollectionOfOne(departure), timing, at: time, animator: animator)
    }
    let departures = destinations.map { departure($0, timing, at: time) }
    for departure in departures { takeOver(departure.lanes, reason: .interrupted, at: time) }

    var made = 0
    var rest = departures
    while let first = rest.first {
      // Values of one class and bump share the factors, so they make one block; most calls make exactly one.
      func isAlike(_ other: Departure) -> Bool {
        other.takeover == first.takeover && other.lanes.precision == first.lanes.precision
      }
      if rest.allSatisfy(isAlike) { return made + begin(rest, timing, at: time, animator: animator) }
      made += begin(rest.filter(isAlike), timing, at: time, animator: animator)
      rest.removeAll(where: isAlike)
    }
    return made
  }

  /// How a value sets out for its destination.
  private func departure(_ destination: Destination, _ timing: Timing, at time: Double) -> Departure {
    var (delta, velocity) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
    // Lanes of one value mostly have one owner, whose factors are reckoned once.
    var known: (holder: Int32, factors: ShapeFactors)?
    for j in 0..<Int(destination.lanes.count) {
      let lane = destination.lanes[j]
      let owner = owner(lane)
      let state: LaneState
      if owner.holder >= 0 {
        let block = blocks[Int(owner.holder)]
        let family = families[block.family]
        let factors: ShapeFactors
        if let known, known.holder == owner.holder {
          factors = known.factors
        } else {
          factors = family.factors(block.row, at: time)
          known = (owner.holder, factors)
        }
        state = LaneState(family.lane(block.row, Int(owner.place)), factors)
      } else {
        state = self.state(lane, at: time)
      }
      delta[j] = destination.target[j] - state.position
      velocity[j] = state.velocity
    }
    if let stated = destination.velocity { velocity = stated }
    let distance = (delta * delta).sum().squareRoot()
    let unit = destination.unit ?? .free(distance: distance)
    var takeover = Takeover.fromRest
    if case .curve(let curve, let duration) = timing, duration > 0 {
      let speed = (velocity * velocity).sum().squareRoot()
      takeover = Takeover.tween(
        distance: distance, towards: (velocity * delta).sum() > 0, speed: speed, reach: unit.reach, duration: duration,
        curve: curve)
    }
    return Departure(
      lanes: destination.lanes, target: destination.target, delta: delta, velocity: velocity, unit: unit, takeover: takeover)
  }

  /// Starts values of one take-over, as one block unless each lane has an end of its own; returns how many that made.
  private func begin(
    _ alike: some Collection<Departure>, _ timing: Timing, at time: Double, animator: Handle<Animator>?
  ) -> Int {
    guard let first = alike.first else { return 0 }
    switch timing {
    case .curve(let curve, let duration):
      if duration > 0 {
        let takeover = first.takeover
        add(
          alike, shape: .tween(curve, takeover.tweenClass), rate: 1 / duration, extra: takeover.inverseBump, at: time,
          end: time + duration, timing: timing, animator: animator)
      } else {
        arrive(alike, at: time, animator: animator)
      }
    case .spring(let spring) where spring.clamps:
      // Each lane stops at its own crossing.
      var made = 0
      for departure in alike {
        for j in 0..<Int(departure.lanes.count) {
          pull(
            departure.lanes[j], spring,
            from: LaneState(position: departure.target[j] - departure.delta[j], velocity: departure.velocity[j]),
            to: departure.target[j], unit: departure.unit, at: time, animator: animator)
          made += 1
        }
      }
      return made
    case .spring(let spring):
      let duration = stopTime(spring, alike)
      if duration > 0 {
        add(
          alike, shape: .spring, rate: spring.omega, extra: spring.ratio, at: time, end: time + duration, timing: timing,
          animator: animator)
      } else {
        arrive(alike, at: time, animator: animator)
      }
    }
    return 1
  }

  /// A playhead's settle: a tween whose take-over was chosen with the room that it has.
  func settle(
    _ lane: Lane, from state: LaneState, to target: Double, duration: Double, _ takeover: Takeover, curve: Curve,
    at time: Double,
    animator: Handle<Animator>
  ) {
    let range = LaneRange(base: lane.index, count: 1, precision: lane.precision)
    takeOver(range, reason: .interrupted, at: time)
    let departure = Departure(
      lanes: range, target: SIMD4(target, 0, 0, 0), delta: SIMD4(target - state.position, 0, 0, 0),
      velocity: SIMD4(state.velocity, 0, 0, 0), unit: .progress, takeover: takeover)
    if duration > 0 {
      add(
        [departure], shape: .tween(curve, takeover.tweenClass), rate: 1 / duration, extra: takeover.inverseBump, at: time,
        end: time + duration, timing: .curve(curve, duration: duration), animator: animator)
    } else {
      arrive([departure], at: time, animator: animator)
    }
  }

  /// A lane that is thrown and comes to rest by itself: where the throw ends, on a snap point or at a bound. One block moves it
  /// at any time, all of them for the same animator.
  func decay(_ lane: Lane, _ throwing: Throw, unit: MotionUnit?, at time: Double, animator: Handle<Animator>) {
    var state = state(lane, at: time)
    if let velocity = throwing.velocity { state.velocity = velocity }
    takeOver(LaneRange(base: lane.index, count: 1, precision: lane.precision), reason: .interrupted, at: time)
    switch throwing.course(from: state) {
    case .spring(let spring, let target):
      pull(lane, spring, from: state, to: target, unit: unit, at: time, animator: animator)
    case .decay(let hit):
      let decay = throwing.decay
      let target = state.position + decay.travel(state.velocity)
      let unit = unit ?? .free(distance: abs(target - state.position))
      var duration = decay.restTime(velocity: state.velocity, threshold: unit.threshold)
      var rebound: Rebound?
      if let hit {
        // A throw that creeps up to the bound rests there as soon as nobody sees the difference.
        rebound = hit.time < duration ? hit.rebound : Rebound(bound: hit.rebound.bound, target: hit.rebound.bound)
        duration = min(hit.time, duration)
        if let spring = rebound?.spring, let next = rebound {
          rebound?.length = stopTime(
            spring,
            [
              departure(
                lane, from: LaneState(position: next.bound, velocity: next.velocity), to: next.target, unit: unit)
            ])
        }
      }
      guard duration > 0 else {
        show(lane, rebound?.bound ?? target)
        endings.append(BlockEnding(animator: animator, reason: .finished, time: time))
        return
      }
      let departure = Departure(
        lanes: LaneRange(base: lane.index, count: 1, precision: lane.precision), target: SIMD4(target, 0, 0, 0),
        delta: SIMD4(target - state.position, 0, 0, 0), velocity: .zero, unit: unit, takeover: .fromRest)
      add(
        [departure], shape: .decay, rate: decay.rate, extra: 0, at: time, end: time + duration,
        timing: .curve(.linear, duration: -1), animator: animator)
      if let rebound { rebounds[owner(lane).holder] = rebound }
    }
  }

  private func departure(_ lane: Lane, from state: LaneState, to target: Double, unit: MotionUnit?) -> Departure {
    Departure(
      lanes: LaneRange(base: lane.index, count: 1, precision: lane.precision), target: SIMD4(target, 0, 0, 0),
      delta: SIMD4(target - state.position, 0, 0, 0), velocity: SIMD4(state.velocity, 0, 0, 0),
      unit: unit ?? .free(distance: abs(target - state.position)), takeover: .fromRest)
  }

  /// One lane that nobody moves, on a spring from a state.
  private func pull(
    _ lane: Lane, _ spring: Spring, from state: LaneState, to target: Double, unit: MotionUnit?, at time: Double,
    animator: Handle<Animator>?
  ) {
    let departure = departure(lane, from: state, to: target, unit: unit)
    let duration = stopTime(spring, [departure])
    guard duration > 0 else { return arrive([departure], at: time, animator: animator) }
    add(
      [departure], shape: .spring, rate: spring.omega, extra: spring.ratio, at: time, end: time + duration,
      timing: .spring(spring), animator: animator)
  }

  /// A lane that goes at one velocity until `end`, which may never come; it rests there.
  func run(
    _ lane: Lane, from position: Double, velocity: Double, at time: Double, until end: Double, animator: Handle<Animator>?
  ) {
    let range = LaneRange(base: lane.index, count: 1, precision: lane.precision)
    takeOver(range, reason: .interrupted, at: time)
    // x = target + velocity·B: the "target" of a lane without an aim is where it started.
    let departure = Departure(
      lanes: range, target: SIMD4(position, 0, 0, 0), delta: .zero, velocity: SIMD4(velocity, 0, 0, 0), unit: .progress,
      takeover: .fromRest)
    add(
      [departure], shape: .uniform, rate: 0, extra: 0, at: time, end: end, timing: .curve(.linear, duration: -1),
      animator: animator)
  }

  /// A motion without a duration: its end, now.
  private func arrive(_ departures: some Collection<Departure>, at time: Double, animator: Handle<Animator>?) {
    for departure in departures {
      for j in 0..<Int(departure.lanes.count) { show(departure.lanes[j], departure.target[j]) }
    }
    if let animator { endings.append(BlockEnding(animator: animator, reason: .finished, time: time)) }
  }

  /// When the last lane of a spring's block has come to rest, in seconds from its start. For several lanes this is the stop of
  /// the corners of the box of their distances and velocities, each in units of its own threshold.
  private func stopTime(_ spring: Spring, _ departures: some Collection<Departure>) -> Double {
    var (distance, velocity) = (0.0, 0.0)
    var lanes = 0
    var only = (0.0, 0.0)
    for departure in departures {
      for j in 0..<Int(departure.lanes.count) {
        only = (departure.delta[j] / departure.unit.threshold, departure.velocity[j] / departure.unit.threshold)
        distance = max(distance, abs(only.0))
        velocity = max(velocity, abs(only.1))
        lanes += 1
      }
    }
    if lanes == 1 {
      let rest = spring.stopTime(distance: only.0, velocity: only.1)
      return spring.clamps ? min(rest, spring.crossing(distance: only.0, velocity: only.1)) : rest
    }
    return spring.stopTime(block: distance, maxVelocity: velocity)
  }

  private func add(
    _ departures: some Collection<Departure>, shape: Shape, rate: Double, extra: Double, at time: Double, end: Double,
    timing: Timing, animator: Handle<Animator>?
  ) {
    guard let first = departures.first else { return }
    var laneCount = 0
    var moving = false
    var neighbouring = true
    for departure in departures {
      if departure.lanes.base != first.lanes.base + Int32(laneCount) { neighbouring = false }
      laneCount += Int(departure.lanes.count)
      if departure.velocity != .zero { moving = true }
    }
    let key = FamilyKey(
      shape: shape, laneCount: laneCount, neighbouring: neighbouring, precision: first.lanes.precision, moving: moving)
    let (id, family, row) = addRow(
      key, Family.BlockTimes(start: time, end: end, rate: rate, extra: extra), timing: timing, animator: animator)
    var place = 0
    for departure in departures {
      for j in 0..<Int(departure.lanes.count) {
        let lane = departure.lanes[j]
        family.setLane(
          row, place, place: lane.index, target: departure.target[j], delta: departure.delta[j], velocity: departure.velocity[j]
        )
        setOwner(lane, LaneOwner(holder: id, place: Int32(place)))
        place += 1
      }
    }
  }

  private func addRow(
    _ key: FamilyKey, _ times: Family.BlockTimes, timing: Timing, animator: Handle<Animator>?, block existing: Int32? = nil
  ) -> (Int32, Family, Int) {
    let index = family(key)
    let family = families[index]
    let id = existing ?? freeBlocks.popLast() ?? Int32(blocks.count)
    let row = family.append(times, block: id)
    // A block that goes on with fewer lanes stays the same one: its end may have been announced already.
    if existing == nil { serial += 1 }
    var block = Block(
      family: index, row: row, laneCount: key.laneCount, owned: key.laneCount, animator: animator,
      serial: existing.map { blocks[Int($0)].serial } ?? serial)
    if let existing {
      block.before = blocks[Int(existing)].before
      block.after = blocks[Int(existing)].after
    } else if let animator {
      block.before = link(id, to: animator)
    }
    if Int(id) == blocks.count {
      blocks.append(block)
      timings.append(timing)
    } else {
      blocks[Int(id)] = block
      timings[Int(id)] = timing
    }
    return (id, family, row)
  }

  /// Makes a block its animator's last and returns the one that was.
  private func link(_ id: Int32, to animator: Handle<Animator>) -> Int32 {
    let place = Int(animator.index)
    while lastBlocks.count <= place { lastBlocks.append(-1) }
    let before = lastBlocks[place]
    if before >= 0 { blocks[Int(before)].after = id }
    lastBlocks[place] = id
    return before
  }

  private func unlink(_ block: Block, from animator: Handle<Animator>) {
    if block.before >= 0 { blocks[Int(block.before)].after = block.after }
    if block.after >= 0 {
      blocks[Int(block.after)].before = block.before
    } else {
      lastBlocks[Int(animator.index)] = block.before
    }
  }

  /// The family of a key: found, or made in the place of an empty one.
  private func family(_ key: FamilyKey) -> Int {
    var empty: Int?
    for (i, family) in families.enumerated() {
      if family.key == key { return i }
      if family.count == 0, empty == nil { empty = i }
    }
    if let empty, families.count >= Self.familiesKept {
      families[empty] = Family(key)
      return empty
    }
    families.append(Family(key))
    return families.count - 1
  }

  /// Empty families are kept for their memory until there are this many.
  private static let familiesKept = 32

  // MARK: Ending

  /// Takes lanes from what drives them and leaves them at rest where they are shown. A block that loses its last lane ends.
  func takeOver(_ range: LaneRange, reason: EndReason, at time: Double) {
    for j in 0..<Int(range.count) {
      let lane = range[j]
      let owner = owner(lane)
      if owner == .atRest { continue }
      setOwner(lane, .atRest)
      if owner.holder >= 0 {
        blocks[Int(owner.holder)].owned -= 1
        let next = j + 1 < Int(range.count) ? self.owner(range[j + 1]).holder : LaneOwner.none
        if next != owner.holder { settleLosses(owner.holder, precision: range.precision, reason: reason, at: time) }
      } else if let index = owner.timeline {
        guard let timeline = timelines[index] else { continue }
        timeline.drop(track: Int(owner.place))
        if timeline.onLost != nil, !timeline.hasLanes { lost.append(timeline) }
      } else {
        freeTrackers.append(owner.place)
      }
    }
  }

  /// After a block lost lanes: it ends, or goes on with those that it still has.
  private func settleLosses(_ id: Int32, precision: Precision, reason: EndReason, at time: Double) {
    let block = blocks[Int(id)]
    if block.owned == 0 {
      remove(id, reason: reason, at: time)
      return
    }
    guard block.owned < block.laneCount else { return }
    let old = families[block.family]
    let times = old.times(block.row)
    var kept: [(place: Int32, target: Double, delta: Double, velocity: Double)] = []
    for j in 0..<block.laneCount {
      let place = old.place(block.row, j)
      guard owner(Lane(index: place, precision: precision)) == LaneOwner(holder: id, place: Int32(j)) else { continue }
      let lane = old.lane(block.row, j)
      kept.append((place, lane.target, lane.delta, lane.velocity))
    }
    removeRow(block)
    var key = old.key
    key.laneCount = kept.count
    key.neighbouring = kept.indices.allSatisfy { kept[$0].place == kept[0].place + Int32($0) }
    let (_, family, row) = addRow(key, times, timing: timings[Int(id)], animator: block.animator, block: id)
    for (j, lane) in kept.enumerated() {
      family.setLane(row, j, place: lane.place, target: lane.target, delta: lane.delta, velocity: lane.velocity)
      setOwner(Lane(index: lane.place, precision: precision), LaneOwner(holder: id, place: Int32(j)))
    }
  }

  private func removeRow(_ block: Block) {
    if let moved = families[block.family].remove(block.row) { blocks[Int(moved)].row = block.row }
  }

  private func remove(_ id: Int32, reason: EndReason, at time: Double) {
    let block = blocks[Int(id)]
    removeRow(block)
    blocks[Int(id)].animator = nil
    blocks[Int(id)].serial = 0
    if !rebounds.isEmpty { rebounds[id] = nil }
    freeBlocks.append(id)
    if let animator = block.animator {
      unlink(block, from: animator)
      endings.append(BlockEnding(animator: animator, reason: reason, time: time))
    }
  }

  /// A block and the end that it reached.
  struct DueBlock {
    var id: Int32
    var serial: UInt64
    var end: Double
  }

  /// Calls `body` with every block whose end has come.
  func forEachDue(by time: Double, _ body: (DueBlock) -> Void) {
    for family in families where family.firstEnd <= time {
      family.forEachEnded(by: time) { id, end in body(DueBlock(id: id, serial: blocks[Int(id)].serial, end: end)) }
    }
  }

  /// Ends a block at its own end: its lanes show their targets, exactly, and rest; or one that is at a bound goes on from there,
  /// exactly then. Returns whether it goes on.
  @discardableResult func finish(_ due: DueBlock) -> Bool {
    guard blocks[Int(due.id)].serial == due.serial else { return false }
    let block = blocks[Int(due.id)]
    let family = families[block.family]
    if !rebounds.isEmpty, let rebound = rebounds[due.id] {
      let lane = Lane(index: family.place(block.row, 0), precision: family.key.precision)
      setOwner(lane, .atRest)
      show(lane, rebound.bound)
      if rebound.length > 0, let spring = rebound.spring {
        blocks[Int(due.id)].animator = nil
        remove(due.id, reason: .finished, at: due.end)
        let next = departure(
          lane, from: LaneState(position: rebound.bound, velocity: rebound.velocity), to: rebound.target, unit: nil)
        add(
          [next], shape: .spring, rate: spring.omega, extra: spring.ratio, at: due.end, end: due.end + rebound.length,
          timing: .spring(spring), animator: block.animator)
        return true
      }
      show(lane, rebound.target)
      remove(due.id, reason: .finished, at: due.end)
      return false
    }
    for j in 0..<block.laneCount {
      let lane = Lane(index: family.place(block.row, j), precision: family.key.precision)
      // Uniform motion has no target of its own: it ends where it is.
      let end = family.key.shape == .uniform ? state(lane, at: due.end).position : family.lane(block.row, j).target
      setOwner(lane, .atRest)
      show(lane, end)
    }
    remove(due.id, reason: .finished, at: due.end)
    return false
  }

  /// Ends every block of an animator where it stands at `time`, or at its targets.
  func stop(_ animator: Handle<Animator>, atTarget: Bool, reason: EndReason, at time: Double) {
    guard Int(animator.index) < lastBlocks.count else { return }
    var next = lastBlocks[Int(animator.index)]
    while next >= 0 {
      let (id, block) = (next, blocks[Int(next)])
      next = block.before
      guard block.animator == animator else { continue }
      let family = families[block.family]
      for j in 0..<block.laneCount {
        let lane = Lane(index: family.place(block.row, j), precision: family.key.precision)
        show(lane, atTarget ? target(ofBlock: Int32(id), j) : state(lane, at: time).position)
        setOwner(lane, .atRest)
      }
      remove(id, reason: reason, at: time)
    }
  }

  /// Writes an animator's blocks into a plan, as they are, and returns when the first one began; nil if it has none.
  func write(_ animator: Handle<Animator>, into plan: Timeline) -> Double? {
    let ids = blocks.indices.filter { blocks[$0].animator == animator && blocks[$0].serial != 0 }
    let starts = ids.map { families[blocks[$0].family].times(blocks[$0].row).start }
    guard let first = starts.min() else { return nil }
    for id in ids {
      let block = blocks[id]
      let family = families[block.family]
      var times = family.times(block.row)
      times.start -= first
      times.end -= first
      for j in 0..<block.laneCount {
        let (target, delta, velocity) = family.lane(block.row, j)
        plan.absorb(
          Lane(index: family.place(block.row, j), precision: family.key.precision), shape: family.key.shape, times,
          target: target,
          delta: delta, velocity: velocity, threshold: MotionUnit.length.threshold)
      }
      if !rebounds.isEmpty, let rebound = rebounds[Int32(id)] {
        let spring = rebound.spring ?? Spring()
        plan.absorb(
          Lane(index: family.place(block.row, 0), precision: family.key.precision), shape: .spring,
          Family.BlockTimes(start: times.end, end: times.end + rebound.length, rate: spring.omega, extra: spring.ratio),
          target: rebound.target, delta: rebound.target - rebound.bound, velocity: rebound.velocity,
          threshold: MotionUnit.length.threshold)
      }
    }
    return first
  }

  /// How much of the time of an animator's blocks is behind them, 0…1; nil without blocks.
  func progress(of animator: Handle<Animator>, at time: Double) -> Double? {
    var (start, end) = (Double.infinity, -Double.infinity)
    for (id, block) in blocks.enumerated() where block.animator == animator && block.serial != 0 {
      let times = families[block.family].times(block.row)
      (start, end) = (min(start, times.start), max(end, times.end + (rebounds[Int32(id)]?.length ?? 0)))
    }
    return start < end ? min(max((time - start) / (end - start), 0), 1) : nil
  }

  // MARK: Timelines

  /// Lets a timeline drive its lanes from here on, those too that it lost or got since it was adopted before.
  func adopt(_ timeline: Timeline, at time: Double) {
    let index = timeline.index ?? timelines.firstIndex { $0 == nil } ?? timelines.count
    if index == timelines.count { timelines.append(timeline) } else { timelines[index] = timeline }
    timeline.index = index
    timeline.seal()
    for track in 0..<timeline.trackCount where timeline.isAlive(track: track) {
      let lane = timeline.lane(track: track)
      if owner(lane) == .timeline(index, track: track) { continue }
      takeOver(LaneRange(base: lane.index, count: 1, precision: lane.precision), reason: .interrupted, at: time)
      setOwner(lane, .timeline(index, track: track))
    }
  }

  /// Ends a timeline's hold: the lanes that it still has rest where `position` puts them.
  func dismiss(_ timeline: Timeline, _ position: (Int) -> Double) {
    guard let index = timeline.index else { return }
    for track in 0..<timeline.trackCount {
      let lane = timeline.lane(track: track)
      guard owner(lane) == .timeline(index, track: track) else { continue }
      setOwner(lane, .atRest)
      show(lane, position(track))
    }
    timelines[index] = nil
    timeline.index = nil
  }

  // MARK: A frame

  /// Whether something moves by itself.
  var isMoving: Bool { families.contains { $0.count > 0 } }

  /// Shows everything as it is at `time`: family by family, then what timelines make of their playheads.
  func show(at time: Double) {
    for family in families where family.count > 0 {
      family.show(at: time, c: c, b: b, floats: floats, doubles: doubles)
    }
    for timeline in timelines {
      if let timeline { timeline.show(at: time) }
    }
  }

  // What is under way, for diagnostics and leak tests.
  var blockCount: Int { families.reduce(0) { $0 + $1.count } }
  var timelineCount: Int { timelines.count { $0 != nil } }
  var trackerCount: Int { trackers.count - freeTrackers.count }
}
