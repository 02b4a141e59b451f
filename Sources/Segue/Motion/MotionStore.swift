// Everything that moves in one engine: the lanes, the blocks that drive them, and the one act behind catching, reversing,
// retargeting and releasing: handing a value over with its velocity.

import Glibc  // squareRoot in builds without optimization

/// Position and velocity of one lane, in its units and units per second.
struct LaneState: Equatable {
  var position: Double
  var velocity: Double
}

extension LaneState {
  init(_ lane: (target: Double, delta: Double, velocity: Double), _ f: ShapeFactors) {
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

  /// One lane.
  init(_ lane: Lane, _ target: Double, _ unit: MotionUnit) {
    self.init(
      lanes: LaneRange(base: lane.index, count: 1, precision: lane.precision), target: SIMD4(target, 0, 0, 0), unit: unit)
  }

  init(lanes: LaneRange, target: SIMD4<Double>, velocity: SIMD4<Double>? = nil, unit: MotionUnit? = nil) {
    (self.lanes, self.target, self.velocity, self.unit) = (lanes, target, velocity, unit)
  }

  /// Which of its numbers a lane's is; nil for a lane that is not in it.
  func place(of lane: Lane) -> Int? { lanes.contains(lane) ? Int(lane.index - lanes.base) : nil }

  /// What is left of it where `taken` goes elsewhere.
  func without(_ taken: LaneRange) -> [Destination] {
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

  /// Where a lane is to go.
  func target(of lane: Lane) -> Double? {
    for destination in reversed() where destination.lanes.contains(lane) {
      return destination.target[Int(lane.index - destination.lanes.base)]
    }
    return nil
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
struct Tracked {
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

  @exclusivity(unchecked) private(set) var families: [Family] = []
  @exclusivity(unchecked) private var lastFamily = 0
  @exclusivity(unchecked) var blocks: [Block] = []
  /// By block. Apart from the blocks, so that reading one in a frame touches no reference count.
  @exclusivity(unchecked) var timings: [Timing] = []
  @exclusivity(unchecked) var freeBlocks: [Int32] = []
  /// By animator's index, its block that started last, or -1.
  @exclusivity(unchecked) var lastBlocks: [Int32] = []
  var serial: UInt64 = 0

  /// By block: those that end on a bound.
  @exclusivity(unchecked) var rebounds: [Int32: Rebound] = [:]

  /// Lanes that show a sum, and what is added on them, in order of start.
  @exclusivity(unchecked) var sums: [Sum] = []
  @exclusivity(unchecked) var additions: [Addition] = []

  @exclusivity(unchecked) var timelines: [Timeline?] = []
  @exclusivity(unchecked) var trackers: [Tracked] = []
  @exclusivity(unchecked) var freeTrackers: [Int32] = []

  /// Where a start puts together what sets out, kept for its memory.
  @exclusivity(unchecked) var spareDepartures: [Departure] = []
  /// The time for which lanes were last shown.
  var shownAt = 0.0
  /// Timelines that lost their last lane since somebody last took this list.
  @exclusivity(unchecked) var lost: [Timeline] = []
  /// Blocks that ended since somebody last took this list.
  @exclusivity(unchecked) var endings: [BlockEnding] = []

  // Factors of one part of a family at a time.
  let c = UnsafeMutablePointer<Double>.allocate(capacity: Family.part)
  let b = UnsafeMutablePointer<Double>.allocate(capacity: Family.part)

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

  func show(_ lane: Lane, _ x: Double) {
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

  func setOwner(_ lane: Lane, _ owner: LaneOwner) {
    switch lane.precision {
    case .float: floats.owners[Int(lane.index)] = owner
    case .double: doubles.owners[Int(lane.index)] = owner
    }
  }

  /// Where the lane is at `time` and how fast it moves, whoever drives it.
  func state(_ lane: Lane, at time: Double) -> LaneState {
    if let place = sum(of: lane) { return total(place) { ownState($0, at: time) } }
    return ownState(lane, at: time)
  }

  /// The same without what is added on top.
  func ownState(_ lane: Lane, at time: Double) -> LaneState {
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
    if let place = sum(of: lane) { return sums[place].target }
    let owner = owner(lane)
    if owner.holder >= 0 {
      return target(ofBlock: owner.holder, Int(owner.place))
    }
    if let index = owner.timeline, let timeline = timelines[index] { return timeline.target(track: Int(owner.place)) }
    return shown(lane)
  }

  func target(ofBlock id: Int32, _ place: Int) -> Double {
    if !rebounds.isEmpty, let rebound = rebounds[id] { return rebound.target }
    let block = blocks[Int(id)]
    return families[block.family].lane(block.row, place).target
  }

  func isMoving(_ lane: Lane) -> Bool {
    owner(lane).holder >= 0 || owner(lane).timeline != nil || sum(of: lane) != nil
  }

  /// The animator that moves the lane, if it is one.
  func animator(of lane: Lane) -> Handle<Animator>? {
    let holder = owner(lane).holder
    return holder >= 0 ? blocks[Int(holder)].animator : nil
  }

  // MARK: Setting and tracking

  /// At once and at rest.
  func set(_ lane: Lane, _ x: Double, at time: Double, reason: EndReason = .interrupted) {
    if owner(lane) != .atRest || !sums.isEmpty {
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

  // MARK: Rows

  func addRow(
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
  func link(_ id: Int32, to animator: Handle<Animator>) -> Int32 {
    let place = Int(animator.index)
    while lastBlocks.count <= place { lastBlocks.append(-1) }
    let before = lastBlocks[place]
    if before >= 0 { blocks[Int(before)].after = id }
    lastBlocks[place] = id
    return before
  }

  func unlink(_ block: Block, from animator: Handle<Animator>) {
    if block.before >= 0 { blocks[Int(block.before)].after = block.after }
    if block.after >= 0 {
      blocks[Int(block.after)].before = block.before
    } else {
      lastBlocks[Int(animator.index)] = block.before
    }
  }

  /// The family of a key: found, or made in the place of an empty one.
  func family(_ key: FamilyKey) -> Int {
    // Mostly the one that was asked for last.
    if lastFamily < families.count, families[lastFamily].key == key { return lastFamily }
    lastFamily = findFamily(key)
    return lastFamily
  }

  private func findFamily(_ key: FamilyKey) -> Int {
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
  static let familiesKept = 32

  // MARK: A frame

  /// Whether something moves by itself.
  var isMoving: Bool { families.contains { $0.count > 0 } }

  /// Calls `body` with each family that has blocks, without touching its reference count: `body` adds and drops none.
  @inline(__always) func forEachFamily(_ body: (Family) -> Void) {
    for i in families.indices {
      Unmanaged.passUnretained(families[i])._withUnsafeGuaranteedRef { if $0.count > 0 { body($0) } }
    }
  }

  /// Shows everything as it is at `time`: family by family, then what timelines make of their playheads.
  func show(at time: Double) {
    shownAt = time
    forEachFamily { $0.show(at: time, c: c, b: b, floats: floats, doubles: doubles) }
    for timeline in timelines {
      if let timeline { timeline.show(at: time) }
    }
    if !sums.isEmpty { showSums() }
  }

  // What is under way, for diagnostics and leak tests.
  var blockCount: Int { families.reduce(0) { $0 + $1.count } }
  var timelineCount: Int { timelines.count { $0 != nil } }
  var trackerCount: Int { trackers.count - freeTrackers.count }
}
