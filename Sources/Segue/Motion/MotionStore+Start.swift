// How values set out: from where they are, with the velocity that they have.

import Glibc  // squareRoot in builds without optimization

extension MotionStore {
  /// Whether every destination is already under way with this timing, in one animator: asking again changes nothing.
  func runningAnimator(to destinations: [Destination], _ timing: Timing) -> Handle<Animator>? {
    var common: Handle<Animator>?
    for destination in destinations {
      guard destination.velocity == nil else { return nil }
      for j in 0..<Int(destination.lanes.count) {
        let owner = owner(destination.lanes[j])
        guard owner.holder >= 0, sum(of: destination.lanes[j]) == nil else { return nil }
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
  struct Departure {
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
    if startFromRest(destinations, timing, at: time, animator: animator) { return 1 }
    if destinations.count == 1 {
      let departure = departure(destinations[0], timing, at: time)
      takeOver(departure.lanes, reason: .interrupted, at: time)
      return begin(CollectionOfOne(departure), timing, at: time, animator: animator)
    }
    var rest = spareDepartures
    spareDepartures = []
    defer {
      rest.removeAll(keepingCapacity: true)
      swap(&rest, &spareDepartures)
    }
    for destination in destinations { rest.append(departure(destination, timing, at: time)) }
    for departure in rest { takeOver(departure.lanes, reason: .interrupted, at: time) }

    var made = 0
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

  /// The commonest start, without the steps that it does not need: values at rest all go on one curve, so nothing is handed
  /// over and they make one block. False, and nothing has happened, where it is another one.
  private func startFromRest(
    _ destinations: [Destination], _ timing: Timing, at time: Double, animator: Handle<Animator>?
  ) -> Bool {
    guard case .curve(let curve, let duration) = timing, duration > 0, sums.isEmpty, let first = destinations.first?.lanes
    else { return false }
    var laneCount: Int32 = 0
    var neighbouring = true
    for i in destinations.indices {
      let lanes = destinations[i].lanes
      guard lanes.precision == first.precision, destinations[i].velocity == nil else { return false }
      for j in 0..<Int(lanes.count) where owner(lanes[j]) != .atRest { return false }
      if lanes.base != first.base + laneCount { neighbouring = false }
      laneCount += lanes.count
    }
    let key = FamilyKey(
      shape: .tween(curve, .rest), laneCount: Int(laneCount), neighbouring: neighbouring, precision: first.precision,
      moving: false)
    let (id, family, row) = addRow(
      key, Family.BlockTimes(start: time, end: time + duration, rate: 1 / duration, extra: 0), timing: timing,
      animator: animator)
    var place = 0
    for i in destinations.indices {
      for j in 0..<Int(destinations[i].lanes.count) {
        let lane = destinations[i].lanes[j]
        let target = destinations[i].target[j]
        family.setLane(row, place, place: lane.index, target: target, delta: target - shown(lane), velocity: 0)
        setOwner(lane, LaneOwner(holder: id, place: Int32(place)))
        place += 1
      }
    }
    return true
  }

  /// How a value sets out for its destination.
  func departure(_ destination: Destination, _ timing: Timing, at time: Double) -> Departure {
    var (delta, velocity) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
    // Lanes of one value mostly have one owner, whose factors are reckoned once.
    var known: (holder: Int32, factors: ShapeFactors)?
    for j in 0..<Int(destination.lanes.count) {
      let lane = destination.lanes[j]
      let owner = owner(lane)
      let state: LaneState
      if owner.holder >= 0, sums.isEmpty {
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
  func begin(
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
          let (delta, threshold) = (departure.delta[j], departure.unit.threshold)
          pull(
            departure.lanes[j],
            spring.fitted(
              distance: delta.magnitude / threshold, velocity: (delta < 0 ? -1 : 1) * departure.velocity[j] / threshold),
            from: LaneState(position: departure.target[j] - departure.delta[j], velocity: departure.velocity[j]),
            to: departure.target[j], unit: departure.unit, at: time, animator: animator)
          made += 1
        }
      }
      return made
    case .spring(let described):
      let spring = described.settleTime == nil ? described : fit(described, alike)
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

  /// The spring that brings a block to rest within its time: the faster of those for the corners of the box of its distances and
  /// velocities.
  private func fit(_ spring: Spring, _ departures: some Collection<Departure>) -> Spring {
    var (distance, velocity) = (0.0, 0.0)
    var lanes: [Double] = []
    for departure in departures {
      for j in 0..<Int(departure.lanes.count) {
        let (d, v) = (departure.delta[j] / departure.unit.threshold, departure.velocity[j] / departure.unit.threshold)
        distance = max(distance, d.magnitude)
        velocity = max(velocity, v.magnitude)
        lanes.append(d < 0 ? -v : v)
      }
    }
    if lanes.count == 1 { return spring.fitted(distance: distance, velocity: lanes[0]) }
    let (towards, away) = (
      spring.fitted(distance: distance, velocity: velocity), spring.fitted(distance: distance, velocity: -velocity)
    )
    return towards.omega >= away.omega ? towards : away
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

  func departure(_ lane: Lane, from state: LaneState, to target: Double, unit: MotionUnit?) -> Departure {
    Departure(
      lanes: LaneRange(base: lane.index, count: 1, precision: lane.precision), target: SIMD4(target, 0, 0, 0),
      delta: SIMD4(target - state.position, 0, 0, 0), velocity: SIMD4(state.velocity, 0, 0, 0),
      unit: unit ?? .free(distance: abs(target - state.position)), takeover: .fromRest)
  }

  /// One lane that nobody moves, on a spring from a state.
  func pull(
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
  func arrive(_ departures: some Collection<Departure>, at time: Double, animator: Handle<Animator>?) {
    for departure in departures {
      for j in 0..<Int(departure.lanes.count) { show(departure.lanes[j], departure.target[j]) }
    }
    if let animator { endings.append(BlockEnding(animator: animator, reason: .finished, time: time)) }
  }

  /// When the last lane of a spring's block has come to rest, in seconds from its start. For several lanes this is the stop of
  /// the corners of the box of their distances and velocities, each in units of its own threshold.
  func stopTime(_ spring: Spring, _ departures: some Collection<Departure>) -> Double {
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

  func add(
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
}
