// The tables of shown values: one number a lane, at a fixed place for as long as its owner lives.

/// How exactly a lane is kept: view properties as Float, free values and playheads as Double.
enum Precision: UInt8 { case float, double }

/// One scalar that can move.
struct Lane: Hashable {
  var index: Int32
  var precision: Precision
}

/// Neighbouring lanes: one value of one to four components.
struct LaneRange: Equatable {
  var base: Int32
  var count: Int32
  var precision: Precision

  subscript(i: Int) -> Lane { Lane(index: base + Int32(i), precision: precision) }

  func contains(_ lane: Lane) -> Bool { lane.precision == precision && lane.index >= base && lane.index < base + count }
  func overlaps(_ other: LaneRange) -> Bool {
    precision == other.precision && base < other.base + other.count && other.base < base + count
  }
}

/// Who decides what a lane shows.
struct LaneOwner: Equatable {
  /// A block's index; or `none`, `tracked`; or, from `firstTimeline` down, a timeline.
  var holder: Int32
  /// Which of the holder's lanes, tracks or trackers it is.
  var place: Int32

  static let none: Int32 = -1
  static let tracked: Int32 = -2
  static let firstTimeline: Int32 = -3
  static let atRest = LaneOwner(holder: none, place: 0)

  static func timeline(_ index: Int, track: Int) -> LaneOwner {
    LaneOwner(holder: firstTimeline - Int32(index), place: Int32(track))
  }
  var timeline: Int? { holder <= Self.firstTimeline ? Int(Self.firstTimeline - holder) : nil }
}

/// Shown values and owners of the lanes of one precision. An owner of a value has a run of neighbouring lanes.
final class Lanes<Number: BinaryFloatingPoint> {
  /// Shown value of each lane. Moves when lanes are allocated: never keep it across a call.
  @exclusivity(unchecked) private(set) var shown: UnsafeMutablePointer<Number>
  @exclusivity(unchecked) private(set) var owners: UnsafeMutablePointer<LaneOwner>
  /// How often each lane was given back: tells a lane's tenants apart.
  @exclusivity(unchecked) private(set) var tenancies: UnsafeMutablePointer<UInt32>
  private var capacity = 64
  /// What `keepShown` kept.
  private var kept: UnsafeMutablePointer<Number>?
  private var keptCapacity = 0
  private(set) var count = 0
  /// Released runs by length, to be handed out again.
  private var released: [Int: [Int32]] = [:]

  init() {
    shown = .allocate(capacity: capacity)
    owners = .allocate(capacity: capacity)
    tenancies = .allocate(capacity: capacity)
  }

  deinit {
    shown.deallocate()
    owners.deallocate()
    tenancies.deallocate()
    kept?.deallocate()
  }

  /// Keeps a copy of what is shown, in memory that it keeps as well.
  func keepShown() {
    if keptCapacity < count {
      kept?.deallocate()
      kept = .allocate(capacity: capacity)
      keptCapacity = capacity
    }
    kept?.initialize(from: shown, count: count)
  }

  /// Shows again what was shown at `keepShown`. Nothing may have been allocated in between.
  func restoreShown() { if let kept { shown.update(from: kept, count: count) } }

  /// Makes room for `length` neighbouring lanes, all 0 and at rest, and returns the first one.
  func allocate(_ length: Int) -> Int32 {
    if let base = released[length]?.popLast() {
      (shown + Int(base)).update(repeating: 0, count: length)
      (owners + Int(base)).update(repeating: .atRest, count: length)
      return base
    }
    if count + length > capacity {
      let larger = max(capacity * 2, count + length)
      shown = Self.grown(shown, count, larger)
      owners = Self.grown(owners, count, larger)
      tenancies = Self.grown(tenancies, count, larger)
      capacity = larger
    }
    let base = Int32(count)
    (shown + count).initialize(repeating: 0, count: length)
    (owners + count).initialize(repeating: .atRest, count: length)
    (tenancies + count).initialize(repeating: 0, count: length)
    count += length
    return base
  }

  /// Gives a run back. Its lanes must be at rest and must not be read or written any more.
  func release(_ base: Int32, _ length: Int) {
    for lane in Int(base)..<Int(base) + length { tenancies[lane] &+= 1 }
    released[length, default: []].append(base)
  }

  subscript(lane: Int32) -> Number {
    get { shown[Int(lane)] }
    set { shown[Int(lane)] = newValue }
  }

  private static func grown<T>(_ old: UnsafeMutablePointer<T>, _ count: Int, _ capacity: Int) -> UnsafeMutablePointer<T> {
    let new = UnsafeMutablePointer<T>.allocate(capacity: capacity)
    new.moveInitialize(from: old, count: count)
    old.deallocate()
    return new
  }
}
