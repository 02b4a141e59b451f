// Blocks of one shape and lane count, stored as columns: what a frame walks through.

import CKernels
import Glibc  // madvise

/// What decides the factors of a family's blocks.
enum Shape: Equatable {
  case tween(Curve, TweenClass)
  case spring
  /// A value that is thrown and slows down: what is left of its way falls by the same share in each second.
  case decay
  /// The same velocity for ever: how a playhead goes.
  case uniform
}

/// What the blocks of one family have in common.
struct FamilyKey: Equatable {
  var shape: Shape
  var laneCount: Int
  /// A block's lanes are neighbours in the table of shown values, so they are written in one go.
  var neighbouring: Bool
  var precision: Precision
  /// Some lane came in moving; families that start from rest have no velocity column.
  var moving: Bool
}

/// A family's columns. Index i is a block's row; its lane j stands at i·laneCount + j. Rows are kept dense: a removed row is
/// filled by the last one.
///
/// Every lane is x = target − delta·C + velocity·B, with C and B from the family's shape, the same for all lanes of a block.
final class Family {
  let key: FamilyKey
  private(set) var count = 0
  @exclusivity(unchecked) private var capacity = 0
  @exclusivity(unchecked) private var storage = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 64)

  // Block columns. Tweens: `rate` is 1/duration and `extra` 1/bump (see Takeover). Springs: ω and ζ. Decays: k and nothing.
  @exclusivity(unchecked) private(set) var start = UnsafeMutablePointer<Double>.unused
  @exclusivity(unchecked) private(set) var end = UnsafeMutablePointer<Double>.unused
  @exclusivity(unchecked) private(set) var rate = UnsafeMutablePointer<Double>.unused
  @exclusivity(unchecked) private(set) var extra = UnsafeMutablePointer<Double>.unused
  /// Which block of the store the row is.
  @exclusivity(unchecked) private(set) var block = UnsafeMutablePointer<Int32>.unused
  /// Where lanes are shown: the first place of a block where neighbouring, else a place a lane.
  @exclusivity(unchecked) private(set) var slot = UnsafeMutablePointer<Int32>.unused

  // Lane columns, of Float or Double.
  @exclusivity(unchecked) private var target = UnsafeMutableRawPointer.unused
  @exclusivity(unchecked) private var delta = UnsafeMutableRawPointer.unused
  @exclusivity(unchecked) private var velocity = UnsafeMutableRawPointer.unused

  /// No block ends before this time.
  @exclusivity(unchecked) private(set) var firstEnd = Double.infinity

  /// Stands for the curve as soon as it pays.
  private var pieces: CurvePieces?
  /// The same where nothing but the curve makes the factors. Plain numbers, so that a frame touches no reference count.
  private var instant: ck_pieces?

  /// Pieces are made for the first family with so many blocks at once: they cost as much as a few thousand exact evaluations,
  /// and only a crowd evaluates that often within a short motion.
  private static let crowd = 16
  /// Rows that go through all passes of a frame together: their factors stay in the first cache.
  static let part = 256

  init(_ key: FamilyKey) { self.key = key }

  deinit { storage.deallocate() }

  // MARK: Rows

  struct BlockTimes {
    var start, end, rate, extra: Double
  }

  /// Adds a row with its lanes' places still to be written by `setLane`, and returns it.
  func append(_ times: BlockTimes, block id: Int32) -> Int {
    if count == capacity { grow() }
    let row = count
    count += 1
    start[row] = times.start
    end[row] = times.end
    rate[row] = times.rate
    extra[row] = times.extra
    block[row] = id
    firstEnd = min(firstEnd, times.end)
    if count == Self.crowd, pieces == nil { makePieces() }
    return row
  }

  private func makePieces() {
    guard case .tween(let curve, let tweenClass) = key.shape, tweenClass != .early,
      CurvePieces.suits(laneCount: key.laneCount, precision: key.precision)
    else { return }
    let made = CurvePieces(curve)
    guard made.count > 0 else { return }
    pieces = made
    if tweenClass == .rest, !key.moving { instant = made.coefficients }
  }

  func times(_ row: Int) -> BlockTimes {
    BlockTimes(start: start[row], end: end[row], rate: rate[row], extra: extra[row])
  }

  func setLane(_ row: Int, _ j: Int, place: Int32, target x: Double, delta d: Double, velocity v: Double) {
    let i = row * key.laneCount + j
    if !key.neighbouring { slot[i] = place } else if j == 0 { slot[row] = place }
    write(target, i, x)
    write(delta, i, d)
    if key.moving { write(velocity, i, v) }
  }

  func place(_ row: Int, _ j: Int) -> Int32 {
    key.neighbouring ? slot[row] + Int32(j) : slot[row * key.laneCount + j]
  }

  func lane(_ row: Int, _ j: Int) -> (target: Double, delta: Double, velocity: Double) {
    let i = row * key.laneCount + j
    return (read(target, i), read(delta, i), key.moving ? read(velocity, i) : 0)
  }

  /// Removes a row and returns the block that now stands there, if any.
  func remove(_ row: Int) -> Int32? {
    count -= 1
    guard row < count else { return nil }
    let last = count
    start[row] = start[last]
    end[row] = end[last]
    rate[row] = rate[last]
    extra[row] = extra[last]
    block[row] = block[last]
    let lanes = key.laneCount
    if key.neighbouring { slot[row] = slot[last] }
    for j in 0..<lanes {
      let (to, from) = (row * lanes + j, last * lanes + j)
      if !key.neighbouring { slot[to] = slot[from] }
      write(target, to, read(target, from))
      write(delta, to, read(delta, from))
      if key.moving { write(velocity, to, read(velocity, from)) }
    }
    return block[row]
  }

  /// Calls `body` with every block that has ended by `time`, and finds the next end.
  func forEachEnded(by time: Double, _ body: (Int32, Double) -> Void) {
    guard firstEnd <= time else { return }
    var next = Double.infinity
    for first in stride(from: 0, to: count, by: Self.part) {
      let rows = first..<min(first + Self.part, count)
      // Most parts have no end in most frames.
      let least = ck_least(end + first, rows.count)
      if least > time {
        next = min(next, least)
        continue
      }
      for row in rows {
        if end[row] <= time { body(block[row], end[row]) } else { next = min(next, end[row]) }
      }
    }
    firstEnd = next
  }

  // MARK: Evaluation

  /// The factors of one block at `time`, to the bit those that a frame uses.
  func factors(_ row: Int, at time: Double) -> ShapeFactors {
    switch key.shape {
    case .tween(let curve, let tweenClass):
      var factors = Takeover.factors(
        tweenClass, curve: curve, elapsed: time - start[row], rate: rate[row], inverseBump: extra[row])
      if let pieces {
        let u = ck_progress(time - start[row], rate[row])
        if tweenClass == .rest || u >= curve.join.theta { factors.c = pieces.complement(u) }
      }
      return factors
    case .spring:
      return Spring(omega: rate[row], ratio: extra[row]).factors(at: time - start[row])
    case .decay:
      return Decay.factors(rate: rate[row], elapsed: time - start[row])
    case .uniform:
      return ShapeFactors(c: 0, b: time - start[row], aRate: 0, bRate: 1)
    }
  }

  /// Shows every lane as it is at `time`. `c` and `b` have room for `part` numbers.
  func show(
    at time: Double, c: UnsafeMutablePointer<Double>, b: UnsafeMutablePointer<Double>, floats: Lanes<Float>,
    doubles: Lanes<Double>
  ) {
    let lanes = key.laneCount
    let neighbouring: Int32 = key.neighbouring ? 1 : 0
    if let instant {
      ck_tweens_f(
        instant, start, rate, time, target.assumingMemoryBound(to: Float.self), delta.assumingMemoryBound(to: Float.self), slot,
        neighbouring, count, lanes, floats.shown)
      return
    }
    for first in stride(from: 0, to: count, by: Self.part) {
      let count = min(Self.part, count - first)
      switch key.shape {
      case .tween(let curve, let tweenClass):
        Takeover.factors(
          tweenClass, curve: curve, pieces: pieces, at: time, start: start + first, rate: rate + first,
          inverseBump: extra + first, count: count, c: c, b: b)
      case .spring:
        ck_spring_blocks(start + first, rate + first, extra + first, time, count, c, b)
      case .decay:
        ck_decay_blocks(start + first, rate + first, time, count, c, b)
      case .uniform:
        for i in 0..<count { (c[i], b[i]) = (0, time - start[first + i]) }
      }
      let place = slot + (key.neighbouring ? first : first * lanes)
      switch key.precision {
      case .float:
        ck_lanes_f(
          target.assumingMemoryBound(to: Float.self) + first * lanes, delta.assumingMemoryBound(to: Float.self) + first * lanes,
          key.moving ? velocity.assumingMemoryBound(to: Float.self) + first * lanes : nil, c, b, place, neighbouring, count,
          lanes, floats.shown)
      case .double:
        ck_lanes_d(
          target.assumingMemoryBound(to: Double.self) + first * lanes,
          delta.assumingMemoryBound(to: Double.self) + first * lanes,
          key.moving ? velocity.assumingMemoryBound(to: Double.self) + first * lanes : nil, c, b, place, neighbouring, count,
          lanes, doubles.shown)
      }
    }
  }

  // MARK: Memory

  /// Bytes of a large page on x86-64.
  private static let hugePage = 2 << 20

  private func read(_ column: UnsafeMutableRawPointer, _ i: Int) -> Double {
    switch key.precision {
    case .float: Double(column.assumingMemoryBound(to: Float.self)[i])
    case .double: column.assumingMemoryBound(to: Double.self)[i]
    }
  }

  private func write(_ column: UnsafeMutableRawPointer, _ i: Int, _ x: Double) {
    switch key.precision {
    case .float: column.assumingMemoryBound(to: Float.self)[i] = Float(x)
    case .double: column.assumingMemoryBound(to: Double.self)[i] = x
    }
  }

  /// Doubles the capacity. All columns share one allocation; each begins three cache lines later than a page would have it,
  /// since columns that begin at the same offset in a page evict one another from the cache.
  private func grow() {
    let larger = max(8, capacity * 2)
    let lanes = key.laneCount
    let number = key.precision == .float ? 4 : 8
    let places = key.neighbouring ? 1 : lanes
    // Bytes a row of each column, in the order in which they are adopted below.
    let widths = [8, 8, 8, 8, 4, 4 * places, number * lanes, number * lanes, key.moving ? number * lanes : 0]
    let old: [UnsafeMutableRawPointer] = [
      UnsafeMutableRawPointer(start), UnsafeMutableRawPointer(end), UnsafeMutableRawPointer(rate),
      UnsafeMutableRawPointer(extra),
      UnsafeMutableRawPointer(block), UnsafeMutableRawPointer(slot), target, delta, velocity,
    ]
    let stagger = 192
    let size = widths.reduce(0) { $0 + ($1 * larger + 63) / 64 * 64 + stagger }
    let isHuge = size >= 2 * Self.hugePage
    let fresh = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: isHuge ? Self.hugePage : 64)
    // A hint: with small pages a frame of a million blocks waits for translations of addresses.
    if isHuge { madvise(fresh, size / Self.hugePage * Self.hugePage, MADV_HUGEPAGE) }
    var offset = 0
    var new: [UnsafeMutableRawPointer] = []
    for (column, width) in widths.enumerated() {
      if capacity > 0, width > 0 { (fresh + offset).copyMemory(from: old[column], byteCount: width * count) }
      new.append(fresh + offset)
      offset += (width * larger + 63) / 64 * 64 + stagger
    }
    storage.deallocate()
    (storage, capacity) = (fresh, larger)
    start = new[0].assumingMemoryBound(to: Double.self)
    end = new[1].assumingMemoryBound(to: Double.self)
    rate = new[2].assumingMemoryBound(to: Double.self)
    extra = new[3].assumingMemoryBound(to: Double.self)
    block = new[4].assumingMemoryBound(to: Int32.self)
    slot = new[5].assumingMemoryBound(to: Int32.self)
    (target, delta, velocity) = (new[6], new[7], new[8])
  }
}

extension UnsafeMutablePointer {
  /// Stands for a column before its first growth; never read.
  fileprivate static var unused: Self { Self(bitPattern: MemoryLayout<Pointee>.alignment)! }
}

extension UnsafeMutableRawPointer {
  fileprivate static var unused: Self { Self(bitPattern: 8)! }
}
