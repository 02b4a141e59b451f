// Lanes that show a sum: motions added on top of the one that a lane has already.

/// A lane whose owner is only part of what it shows.
struct Sum {
  var lane: Lane
  /// Where the lane rests when all parts have ended.
  var target: Double
  /// Where its owner alone would rest, and whether it is on its way there.
  var ownTarget: Double
  var isOwnMoving = true
  /// What the owner left when it ended.
  var ownRest = 0.0
  /// The sum of the oldest additions, which have ended.
  var offset = 0.0
  /// Scratch of a frame.
  var total = 0.0
}

/// One motion on top: a lane of its own, in nobody's sight, that goes from 0 to `way`.
struct Addition {
  var sum: Int32
  var lane: Lane
  var way: Double
  var hasEnded = false
}

extension MotionStore {
  /// The place of a lane's sum; nil for a lane without one.
  func sum(of lane: Lane) -> Int? { sums.isEmpty ? nil : sums.firstIndex { $0.lane == lane } }

  /// Starts motions on top of those that the lanes have, and returns how many blocks that made.
  func add(_ destinations: [Destination], _ timing: Timing, at time: Double, animator: Handle<Animator>) -> Int {
    let made = start(onTop(destinations), timing, at: time, animator: animator)
    settleSums(at: time)
    return made
  }

  /// What must be moved so that it goes on top of what moves the lanes already; lanes at rest, or in a finger's hand, are moved
  /// as ever. To be moved at once, and sums settled after.
  ///
  /// What is added is the way from the old target to the new one, from rest: at its start nothing jumps, and when all parts
  /// have ended the lane is exactly at the new target.
  func onTop(_ destinations: [Destination]) -> [Destination] {
    var (plain, onTop): ([Destination], [Destination]) = ([], [])
    for destination in destinations {
      let lanes = (0..<Int(destination.lanes.count)).map { destination.lanes[$0] }
      if !lanes.contains(where: isMoving) {
        plain.append(destination)
        continue
      }
      for part in destination.lanesApart {
        guard isMoving(part.lanes[0]) else {
          plain.append(part)
          continue
        }
        onTop.append(addition(part))
      }
    }
    return plain + onTop
  }

  /// Makes the unseen lane that goes on top of a destination's one lane, and returns where that should go.
  private func addition(_ destination: Destination) -> Destination {
    let lane = destination.lanes[0]
    let target = rounded(destination.target[0], lane.precision)
    let old = self.target(lane)
    let place = sum(of: lane) ?? sums.count
    if place == sums.count { sums.append(Sum(lane: lane, target: target, ownTarget: old)) }
    sums[place].target = target
    let unseen = allocate(1, .double)
    additions.append(Addition(sum: Int32(place), lane: unseen[0], way: target - old))
    return Destination(
      lanes: unseen, target: SIMD4(target - old, 0, 0, 0), velocity: destination.velocity,
      unit: destination.unit ?? .free(distance: (target - old).magnitude))
  }

  /// What a sum's parts make together, given what one lane is by itself.
  func total(_ place: Int, _ part: (Lane) -> LaneState) -> LaneState {
    let sum = sums[place]
    var total = LaneState(position: sum.offset, velocity: 0)
    for addition in additions where addition.sum == place {
      let state = part(addition.lane)
      total.position += state.position
      total.velocity += state.velocity
    }
    let own = sum.isOwnMoving ? part(sum.lane) : LaneState(position: sum.ownRest, velocity: 0)
    return LaneState(position: total.position + own.position, velocity: total.velocity + own.velocity)
  }

  /// Shows the sums, after everything else is shown by itself.
  func showSums() {
    for i in sums.indices { sums[i].total = sums[i].offset }
    for i in additions.indices { sums[Int(additions[i].sum)].total += doubles[additions[i].lane.index] }
    for i in sums.indices {
      let lane = sums[i].lane
      show(lane, sums[i].total + (sums[i].isOwnMoving ? shown(lane) : sums[i].ownRest))
    }
  }

  /// After something ended: takes note of the parts that came to rest, and ends the sums of which nothing moves any more.
  func settleSums(at time: Double) {
    guard !sums.isEmpty else { return }
    var rests = [Bool](repeating: true, count: sums.count)
    var changed = [Bool](repeating: false, count: sums.count)
    for i in sums.indices {
      if sums[i].isOwnMoving, owner(sums[i].lane) == .atRest {
        // What ended has just shown the lane by itself.
        sums[i].isOwnMoving = false
        sums[i].ownRest = shown(sums[i].lane)
        // Stopped on its way, it takes what it has not gone off the target.
        sums[i].target += sums[i].ownRest - sums[i].ownTarget
        changed[i] = true
      }
      if sums[i].isOwnMoving { rests[i] = false }
    }
    // The oldest that have ended become one number. Later ones stay until their turn, so that the order of the sum, and with
    // it every bit, is the same however time is cut.
    var hasLater = [Bool](repeating: false, count: sums.count)
    var kept = 0
    for i in additions.indices {
      var addition = additions[i]
      let place = Int(addition.sum)
      if !addition.hasEnded, owner(addition.lane) == .atRest {
        addition.hasEnded = true
        sums[place].target += doubles[addition.lane.index] - addition.way
        changed[place] = true
      }
      if !addition.hasEnded { rests[place] = false }
      if addition.hasEnded, !hasLater[place] {
        sums[place].offset += doubles[addition.lane.index]
        doubles.release(addition.lane.index, 1)
        continue
      }
      hasLater[place] = true
      additions[kept] = addition
      kept += 1
    }
    additions.removeLast(additions.count - kept)
    for i in sums.indices.reversed() {
      let lane = sums[i].lane
      if rests[i] {
        show(lane, sums[i].target)
        removeSum(i)
      } else if changed[i] {
        show(lane, total(i) { ownState($0, at: time) }.position)
      }
    }
  }

  /// Takes the additions from lanes that something else takes over. The lanes stay where they are shown.
  func dropSums(_ range: LaneRange, reason: EndReason, at time: Double) {
    for j in 0..<Int(range.count) {
      guard let place = sum(of: range[j]) else { continue }
      let dropped = additions.filter { $0.sum == place }
      additions.removeAll { $0.sum == place }
      removeSum(place)
      for addition in dropped {
        takeOver(LaneRange(base: addition.lane.index, count: 1, precision: .double), reason: reason, at: time)
        doubles.release(addition.lane.index, 1)
      }
    }
  }

  private func removeSum(_ place: Int) {
    let last = sums.count - 1
    for i in additions.indices where additions[i].sum == last { additions[i].sum = Int32(place) }
    sums.swapAt(place, last)
    sums.removeLast()
  }
}
