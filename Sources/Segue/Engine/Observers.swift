/// Handlers of one event or question, in the order in which they were added.
struct Handlers<Event, Answer> {
  private var entries: [(id: UInt64, call: (Event) -> Answer)] = []
  private var next: UInt64 = 1

  var isEmpty: Bool { entries.isEmpty }

  mutating func add(_ call: @escaping (Event) -> Answer) -> UInt64 {
    entries.append((next, call))
    next += 1
    return next - 1
  }

  mutating func remove(_ id: UInt64) { entries.removeAll { $0.id == id } }

  /// The handlers as they are now: what a handler adds or removes counts from the next event on.
  var calls: [(Event) -> Answer] { entries.map(\.call) }

  /// The first answer that is one; the handlers behind it are not asked.
  func firstAnswer<T>(_ event: Event) -> T? where Answer == T? {
    for call in calls {
      if let answer = call(event) { return answer }
    }
    return nil
  }
}

/// Handlers of one event.
typealias Observers<Event> = Handlers<Event, Void>
