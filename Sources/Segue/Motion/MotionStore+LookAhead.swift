// What will be shown at a later time if nothing happens until then but what is under way.

extension MotionStore {
  /// Where a lane will be and how fast it will move. Motions that end by then have ended: they are at their targets and rest.
  func foreseen(_ lane: Lane, at time: Double) -> LaneState {
    guard let place = sum(of: lane) else { return ownForeseen(lane, at: time) }
    if allRest(place, by: time) { return LaneState(position: sums[place].target, velocity: 0) }
    return total(place) { ownForeseen($0, at: time) }
  }

  private func ownForeseen(_ lane: Lane, at time: Double) -> LaneState {
    let owner = owner(lane)
    if let index = owner.timeline, let timeline = timelines[index] {
      return timeline.state(track: Int(owner.place), at: time, head: foreseen(timeline.playhead, at: time))
    }
    guard owner.holder >= 0 else { return ownState(lane, at: time) }
    let end = end(of: owner.holder)
    if time < end { return ownState(lane, at: time) }
    if let rebound = rebounds[owner.holder] {
      guard let (row, factors) = bounce(rebound, from: end, at: time, lane.precision) else {
        return LaneState(position: rebound.target, velocity: 0)
      }
      return LaneState(row, factors)
    }
    // Uniform motion has no target of its own.
    let rest = isUniform(owner.holder) ? ownState(lane, at: end).position : target(ofBlock: owner.holder, Int(owner.place))
    return LaneState(position: rest, velocity: 0)
  }

  /// Lets `body` show something else. Afterwards all is as it was.
  func showing(_ body: () -> Void) {
    floats.keepShown()
    doubles.keepShown()
    body()
    floats.restoreShown()
    doubles.restoreShown()
  }

  /// Lets `body` find everything shown as it will be at a time. Afterwards all is as it was.
  func showing(at time: Double, _ body: () -> Void) {
    showing {
      show(ahead: time)
      body()
    }
  }

  private func show(ahead time: Double) {
    for family in families where family.count > 0 {
      family.show(at: time, c: c, b: b, floats: floats, doubles: doubles)
    }
    for family in families where family.firstEnd <= time {
      for row in 0..<family.count where family.times(row).end <= time { showEnded(family.block[row], at: time) }
    }
    for timeline in timelines {
      if let timeline { timeline.show(at: time, head: foreseen(timeline.playhead, at: time).position) }
    }
    if !sums.isEmpty {
      showSums()
      for place in sums.indices where allRest(place, by: time) { show(sums[place].lane, sums[place].target) }
    }
  }

  /// Shows the lanes of a block that has ended by `time` as a frame will.
  private func showEnded(_ id: Int32, at time: Double) {
    let block = blocks[Int(id)]
    let family = families[block.family]
    for j in 0..<block.laneCount {
      let lane = Lane(index: family.place(block.row, j), precision: family.key.precision)
      if let rebound = rebounds[id], let (row, f) = bounce(rebound, from: end(of: id), at: time, lane.precision) {
        // In the lane's own precision, like the frame's kernels.
        switch lane.precision {
        case .float:
          floats[lane.index] = Float(row.target) - Float(row.delta) * Float(f.c) + Float(row.velocity) * Float(f.b)
        case .double: doubles[lane.index] = row.target - row.delta * f.c + row.velocity * f.b
        }
      } else {
        show(lane, ownForeseen(lane, at: time).position)
      }
    }
  }

  private func end(of id: Int32) -> Double {
    let block = blocks[Int(id)]
    return families[block.family].times(block.row).end
  }

  private func isUniform(_ id: Int32) -> Bool { families[blocks[Int(id)].family].key.shape == .uniform }

  /// The motion with which a throw goes on from a bound, as `finish` will start it; nil when that has ended too.
  private func bounce(_ rebound: Rebound, from start: Double, at time: Double, _ precision: Precision)
    -> ((target: Double, delta: Double, velocity: Double), ShapeFactors)?
  {
    guard let spring = rebound.spring, time < start + rebound.length else { return nil }
    let row = (
      rounded(rebound.target, precision), rounded(rebound.target - rebound.bound, precision),
      rounded(rebound.velocity, precision)
    )
    return (row, Spring(omega: spring.omega, ratio: spring.ratio).factors(at: time - start))
  }

  /// Whether every part of a sum has ended by a time.
  private func allRest(_ place: Int, by time: Double) -> Bool {
    func rests(_ lane: Lane) -> Bool {
      let holder = owner(lane).holder
      guard holder >= 0 else { return owner(lane) == .atRest }
      return end(of: holder) + (rebounds[holder]?.length ?? 0) <= time
    }
    return rests(sums[place].lane) && additions.allSatisfy { $0.sum != place || rests($0.lane) }
  }
}
