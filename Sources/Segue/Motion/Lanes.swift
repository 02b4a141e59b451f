// The tables of shown values: one number a lane, at a fixed place for as long as its owner lives.

/// Shown values of one precision. A lane is an index into it; an owner has a run of neighbouring lanes.
final class Lanes<Number: BinaryFloatingPoint> {
  /// Shown value of each lane. Moves when lanes are allocated: never keep it across a call.
  private(set) var shown: UnsafeMutablePointer<Number>
  private var capacity = 64
  private(set) var count = 0
  /// Released runs by length, to be handed out again.
  private var released: [Int: [Int32]] = [:]

  init() {
    shown = .allocate(capacity: capacity)
  }

  deinit { shown.deallocate() }

  /// Makes room for `length` neighbouring lanes, all 0, and returns the first one.
  func allocate(_ length: Int) -> Int32 {
    if let base = released[length]?.popLast() {
      (shown + Int(base)).update(repeating: 0, count: length)
      return base
    }
    if count + length > capacity {
      let larger = max(capacity * 2, count + length)
      let moved = UnsafeMutablePointer<Number>.allocate(capacity: larger)
      moved.moveInitialize(from: shown, count: count)
      shown.deallocate()
      (shown, capacity) = (moved, larger)
    }
    let base = Int32(count)
    (shown + count).initialize(repeating: 0, count: length)
    count += length
    return base
  }

  /// Gives a run back. Its lanes must not be read or written any more.
  func release(_ base: Int32, _ length: Int) {
    released[length, default: []].append(base)
  }

  subscript(lane: Int32) -> Number {
    get { shown[Int(lane)] }
    set { shown[Int(lane)] = newValue }
  }
}
