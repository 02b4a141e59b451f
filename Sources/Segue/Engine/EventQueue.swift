// What is still to happen at a known time, in order of time and then of asking.

/// A binary heap of actions by time.
struct EventQueue {
  struct Event {
    var time: Double
    /// Order of asking; also the event's name.
    var sequence: UInt64
    /// How many events, each caused by the one before in the same frame, led to this one.
    var depth: Int
    var action: Action
  }

  enum Action {
    case blockEnd(MotionStore.DueBlock)
    case call(() -> Void)
  }

  private var heap: [Event] = []
  private var sequence: UInt64 = 0

  /// The next event's time.
  var nextTime: Double? { heap.first?.time }
  var isEmpty: Bool { heap.isEmpty }

  @discardableResult mutating func push(_ action: Action, at time: Double, depth: Int) -> UInt64 {
    sequence += 1
    heap.append(Event(time: time, sequence: sequence, depth: depth, action: action))
    var i = heap.count - 1
    while i > 0 {
      let parent = (i - 1) / 2
      guard precedes(i, parent) else { break }
      heap.swapAt(i, parent)
      i = parent
    }
    return sequence
  }

  /// Puts an event back as it was, for a later frame.
  mutating func postpone(_ event: Event) {
    push(event.action, at: event.time, depth: 0)
  }

  /// Makes a pushed event do nothing.
  mutating func cancel(_ sequence: UInt64) {
    if let i = heap.firstIndex(where: { $0.sequence == sequence }) { heap[i].action = .call({}) }
  }

  /// The next event due by `time`.
  mutating func pop(by time: Double) -> Event? {
    guard let first = heap.first, first.time <= time else { return nil }
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      var i = 0
      while true {
        var least = i
        for child in [2 * i + 1, 2 * i + 2] where child < heap.count && precedes(child, least) { least = child }
        guard least != i else { break }
        heap.swapAt(i, least)
        i = least
      }
    }
    return first
  }

  private func precedes(_ i: Int, _ j: Int) -> Bool {
    heap[i].time != heap[j].time ? heap[i].time < heap[j].time : heap[i].sequence < heap[j].sequence
  }
}
