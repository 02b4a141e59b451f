// Motions that have been asked for and have not started: they wait for their delay or for their turn.

/// Where each waiting motion is to go. Who waits for a lane is looked up, not searched, so that many may wait at once.
struct WaitingMotions {
  private var destinations: [Handle<Animator>: [Destination]] = [:]
  /// Those that wait for each lane; a lane that nobody waits for has no entry.
  private var waiters: [Lane: [Handle<Animator>]] = [:]

  var isEmpty: Bool { destinations.isEmpty }
  var count: Int { destinations.count }

  subscript(animator: Handle<Animator>) -> [Destination]? {
    get { destinations[animator] }
    set {
      if let old = destinations[animator] { leave(animator, old) }
      destinations[animator] = newValue
      if let newValue { enter(animator, newValue) }
    }
  }

  /// Takes a motion out, to start it or to end it.
  mutating func remove(_ animator: Handle<Animator>) -> [Destination]? {
    guard let old = destinations.removeValue(forKey: animator) else { return nil }
    leave(animator, old)
    return old
  }

  /// Whether something waits for one of the lanes.
  func awaits(_ lanes: LaneRange) -> Bool {
    !waiters.isEmpty && (0..<Int(lanes.count)).contains { waiters[lanes[$0]] != nil }
  }

  /// Those that wait for one of the lanes, in order of place: a dictionary's own order differs from run to run.
  func animators(awaiting lanes: LaneRange) -> [Handle<Animator>] {
    guard awaits(lanes) else { return [] }
    var found: Set<Handle<Animator>> = []
    for j in 0..<Int(lanes.count) { found.formUnion(waiters[lanes[j]] ?? []) }
    return found.sorted { $0.index < $1.index }
  }

  private mutating func enter(_ animator: Handle<Animator>, _ all: [Destination]) {
    for lanes in all.lazy.map(\.lanes) {
      for j in 0..<Int(lanes.count) { waiters[lanes[j], default: []].append(animator) }
    }
  }

  private mutating func leave(_ animator: Handle<Animator>, _ all: [Destination]) {
    for lanes in all.lazy.map(\.lanes) {
      for j in 0..<Int(lanes.count) {
        waiters[lanes[j]]?.removeAll { $0 == animator }
        if waiters[lanes[j]]?.isEmpty == true { waiters[lanes[j]] = nil }
      }
    }
  }
}
