// What a new motion does to those that its values have already, and how motions wait for their turn.

/// What becomes of the motions that a value has when another one is asked for.
public enum OwnershipPolicy: String, Sendable, CaseIterable {
  /// The new motion takes the value over with its velocity; the old one ends as interrupted, and so does what waits for its turn.
  case replace
  /// The new motion starts where and when the old ones, and those that wait already, have ended, whatever ended them; its
  /// delay counts from then. It ends as interrupted if something else takes the value over first: a motion that replaces, a
  /// value set at once, a finger.
  case queue
  /// The new motion's way, from the old target to the new one, goes on top of the old motion: what is shown is the sum, and
  /// each motion ends by itself. On a value at rest, or in a finger's hand, the same as `replace`.
  case add
}

/// A motion that waits for its turn. Where it goes is kept among the delayed.
struct Turn {
  var animator: Handle<Animator>
  /// Starts it, on the values that are left to it.
  var start: ([Destination]) -> Void
  var delay: Double
  /// Its turn has come; it waits for its delay.
  var isDelayed = false
}

extension Engine {
  /// Lets a motion wait until nothing moves its values; `delay` counts from then.
  func takeTurn(
    _ destinations: [Destination], delay: Double, _ animator: Handle<Animator>, _ start: @escaping ([Destination]) -> Void
  ) {
    animators[animator]!.waiting = 1
    delayed[animator] = destinations
    turns.append(Turn(animator: animator, start: start, delay: delay))
    startTurns()
  }

  /// Starts everything whose values are free, at this moment.
  func startTurns() {
    guard !isStartingTurns else { return }
    isStartingTurns = true
    defer { isStartingTurns = false }
    while startFreeTurns() {}
    turns.removeAll { delayed[$0.animator] == nil }
  }

  private func startTurn(_ turn: Turn) {
    guard let destinations = delayed.remove(turn.animator), animators.contains(turn.animator) else { return }
    turn.start(destinations)
  }

  /// Starts, in order, those whose values nothing moves and nobody before them waits for. Returns whether there were any: what
  /// they have done may have freed others.
  private func startFreeTurns() -> Bool {
    turns.removeAll { delayed[$0.animator] == nil }
    var claimed: Set<Lane> = []
    var hasStarted = false
    for i in turns.indices {
      let turn = turns[i]
      guard let destinations = delayed[turn.animator] else { continue }
      let lanes = destinations.flatMap { destination in
        (0..<Int(destination.lanes.count)).map { destination.lanes[$0] }
      }
      if turn.isDelayed || lanes.contains(where: { claimed.contains($0) || motion.isMoving($0) }) {
        claimed.formUnion(lanes)
      } else if turn.delay > 0 {
        turns[i].isDelayed = true
        claimed.formUnion(lanes)
        after(moment + turn.delay) { [unowned self] in startTurn(turn) }
      } else {
        hasStarted = true
        startTurn(turn)
      }
    }
    return hasStarted
  }

  /// Something takes lanes over: what waits for them does so no more.
  func interruptTurns(_ destinations: some Collection<Destination>) {
    guard !turns.isEmpty else { return }
    for destination in destinations { interruptTurns(destination.lanes) }
  }

  func interruptTurns(_ lanes: LaneRange) {
    guard delayed.awaits(lanes) else { return }
    for turn in turns {
      guard let waiting = delayed[turn.animator], waiting.contains(where: { $0.lanes.overlaps(lanes) }) else { continue }
      let rest = waiting.flatMap { $0.without(lanes) }
      delayed[turn.animator] = rest.isEmpty ? nil : rest
      if rest.isEmpty { partEnded(turn.animator, .interrupted, at: moment) }
    }
  }
}
