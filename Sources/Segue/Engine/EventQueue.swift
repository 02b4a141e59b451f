// What is still to happen at a known time, in an order that does not depend on how time was cut into frames.

/// A binary heap of actions by time. Of one time, ends of motions come first, in order of their starts; then input; then
/// everything else, in order of asking.
struct EventQueue {
  struct Event {
    var time: Double
    var rank: Rank
    /// Among those of one time and rank; the name of a call.
    var order: UInt64
    /// How many events, each caused by the one before in the same frame, led to this one.
    var depth: Int
    var action: Action
  }

  enum Rank: UInt8 { case blockEnd, input, call }

  enum Action {
    case blockEnd(MotionStore.DueBlock)
    case input(InputEvent)
    case call(() -> Void)
  }

  /// What the heap orders: plain numbers, so that moving them about touches no reference count. The rest waits in its place.
  private struct Key {
    var time: Double
    var order: UInt64
    var place: Int32
    var rank: Rank
  }

  private var heap: [Key] = []
  private var waiting: [(depth: Int, action: Action)?] = []
  private var freePlaces: [Int32] = []
  private var sequence: UInt64 = 0

  /// The next event's time.
  var nextTime: Double? { heap.first?.time }
  var isEmpty: Bool { heap.isEmpty }
  var count: Int { heap.count }

  /// Returns a name to cancel a call by.
  @discardableResult mutating func push(_ action: Action, at time: Double, depth: Int) -> UInt64 {
    sequence += 1
    let (rank, order): (Rank, UInt64) =
      switch action {
      case .blockEnd(let due): (.blockEnd, due.serial)
      case .input: (.input, sequence)
      case .call: (.call, sequence)
      }
    let place = freePlaces.popLast() ?? Int32(waiting.count)
    if Int(place) == waiting.count { waiting.append(nil) }
    waiting[Int(place)] = (depth, action)
    heap.append(Key(time: time, order: order, place: place, rank: rank))
    rise(heap.count - 1)
    return sequence
  }

  /// Takes a pushed call out; one that has happened is gone already.
  mutating func cancel(_ name: UInt64) {
    guard let i = heap.firstIndex(where: { $0.rank == .call && $0.order == name }) else { return }
    _ = take(heap[i].place)
    remove(at: i)
  }

  /// The next event due by `time`.
  mutating func pop(by time: Double) -> Event? {
    guard let first = heap.first, first.time <= time else { return nil }
    remove(at: 0)
    return take(first.place).map { (depth, action) in
      Event(time: first.time, rank: first.rank, order: first.order, depth: depth, action: action)
    }
  }

  private mutating func take(_ place: Int32) -> (depth: Int, action: Action)? {
    var taken: (depth: Int, action: Action)?
    swap(&taken, &waiting[Int(place)])
    freePlaces.append(place)
    return taken
  }

  /// Gives input that has not been handled other times, in the order in which it came.
  mutating func retimeInput(_ time: (InputEvent) -> Double) {
    var changed = false
    for i in heap.indices {
      guard case .input(let event)? = waiting[Int(heap[i].place)]?.action else { continue }
      heap[i].time = time(event)
      changed = true
    }
    guard changed else { return }
    for i in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(i) }
  }

  private mutating func remove(at i: Int) {
    let last = heap.removeLast()
    guard i < heap.count else { return }
    heap[i] = last
    sink(i)
    rise(i)
  }

  private mutating func rise(_ from: Int) {
    var i = from
    while i > 0, precedes(i, (i - 1) / 2) {
      heap.swapAt(i, (i - 1) / 2)
      i = (i - 1) / 2
    }
  }

  private mutating func sink(_ from: Int) {
    var i = from
    while true {
      var least = i
      for child in 2 * i + 1...2 * i + 2 where child < heap.count && precedes(child, least) { least = child }
      guard least != i else { return }
      heap.swapAt(i, least)
      i = least
    }
  }

  private func precedes(_ i: Int, _ j: Int) -> Bool {
    let (a, b) = (heap[i], heap[j])
    if a.time != b.time { return a.time < b.time }
    if a.rank != b.rank { return a.rank.rawValue < b.rank.rawValue }
    return a.order < b.order
  }
}
