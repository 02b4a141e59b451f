/// Handlers of one event, called in the order in which they were added.
struct Observers<Event> {
  private var entries: [(id: UInt64, call: (Event) -> Void)] = []
  private var next: UInt64 = 1

  var isEmpty: Bool { entries.isEmpty }

  mutating func add(_ call: @escaping (Event) -> Void) -> UInt64 {
    entries.append((next, call))
    next += 1
    return next - 1
  }

  mutating func remove(_ id: UInt64) { entries.removeAll { $0.id == id } }

  /// The handlers as they are now: what a handler adds or removes counts from the next event on.
  var calls: [(Event) -> Void] { entries.map(\.call) }
}
