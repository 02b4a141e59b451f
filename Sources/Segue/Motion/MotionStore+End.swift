// How motions end: taken over, stopped, or at their own ends.

extension MotionStore {
  /// Takes lanes from what drives them and leaves them at rest where they are shown. A block that loses its last lane ends.
  func takeOver(_ range: LaneRange, reason: EndReason, at time: Double, keepingSums: Bool = false) {
    if !sums.isEmpty, !keepingSums { dropSums(range, reason: reason, at: time) }
    for j in 0..<Int(range.count) {
      let lane = range[j]
      let owner = owner(lane)
      if owner == .atRest { continue }
      setOwner(lane, .atRest)
      if owner.holder >= 0 {
        blocks[Int(owner.holder)].owned -= 1
        let next = j + 1 < Int(range.count) ? self.owner(range[j + 1]).holder : LaneOwner.none
        if next != owner.holder { settleLosses(owner.holder, precision: range.precision, reason: reason, at: time) }
      } else if let index = owner.timeline {
        guard let timeline = timelines[index] else { continue }
        timeline.drop(track: Int(owner.place))
        if timeline.onLost != nil, !timeline.hasLanes { lost.append(timeline) }
      } else {
        freeTrackers.append(owner.place)
      }
    }
  }

  /// After a block lost lanes: it ends, or goes on with those that it still has.
  func settleLosses(_ id: Int32, precision: Precision, reason: EndReason, at time: Double) {
    let block = blocks[Int(id)]
    if block.owned == 0 {
      remove(id, reason: reason, at: time)
      return
    }
    guard block.owned < block.laneCount else { return }
    let old = families[block.family]
    let times = old.times(block.row)
    var kept: [(place: Int32, target: Double, delta: Double, velocity: Double)] = []
    for j in 0..<block.laneCount {
      let place = old.place(block.row, j)
      guard owner(Lane(index: place, precision: precision)) == LaneOwner(holder: id, place: Int32(j)) else { continue }
      let lane = old.lane(block.row, j)
      kept.append((place, lane.target, lane.delta, lane.velocity))
    }
    removeRow(block)
    var key = old.key
    key.laneCount = kept.count
    key.neighbouring = kept.indices.allSatisfy { kept[$0].place == kept[0].place + Int32($0) }
    let (_, family, row) = addRow(key, times, timing: timings[Int(id)], animator: block.animator, block: id)
    for (j, lane) in kept.enumerated() {
      family.setLane(row, j, place: lane.place, target: lane.target, delta: lane.delta, velocity: lane.velocity)
      setOwner(Lane(index: lane.place, precision: precision), LaneOwner(holder: id, place: Int32(j)))
    }
  }

  func removeRow(_ block: Block) {
    if let moved = families[block.family].remove(block.row) { blocks[Int(moved)].row = block.row }
  }

  func remove(_ id: Int32, reason: EndReason, at time: Double) {
    let block = blocks[Int(id)]
    removeRow(block)
    blocks[Int(id)].animator = nil
    blocks[Int(id)].serial = 0
    if !rebounds.isEmpty { rebounds[id] = nil }
    freeBlocks.append(id)
    if let animator = block.animator {
      unlink(block, from: animator)
      endings.append(BlockEnding(animator: animator, reason: reason, time: time))
    }
  }

  /// A block and the end that it reached.
  struct DueBlock {
    var id: Int32
    var serial: UInt64
    var end: Double
  }

  /// Calls `body` with every block whose end has come.
  func forEachDue(by time: Double, _ body: (DueBlock) -> Void) {
    forEachFamily { family in
      guard family.firstEnd <= time else { return }
      family.forEachEnded(by: time) { id, end in body(DueBlock(id: id, serial: blocks[Int(id)].serial, end: end)) }
    }
  }

  /// Ends a block at its own end: its lanes show their targets, exactly, and rest; or one that is at a bound goes on from there,
  /// exactly then. Returns whether it goes on.
  @discardableResult func finish(_ due: DueBlock) -> Bool {
    guard blocks[Int(due.id)].serial == due.serial else { return false }
    let block = blocks[Int(due.id)]
    let family = families[block.family]
    if !rebounds.isEmpty, let rebound = rebounds[due.id] {
      let lane = Lane(index: family.place(block.row, 0), precision: family.key.precision)
      setOwner(lane, .atRest)
      show(lane, rebound.bound)
      if rebound.length > 0, let spring = rebound.spring {
        // The animator does not hear of this end, but its list of blocks must lose the block, whose place is used again.
        if let animator = block.animator { unlink(block, from: animator) }
        blocks[Int(due.id)].animator = nil
        remove(due.id, reason: .finished, at: due.end)
        let next = departure(
          lane, from: LaneState(position: rebound.bound, velocity: rebound.velocity), to: rebound.target, unit: nil)
        add(
          [next], shape: .spring, rate: spring.omega, extra: spring.ratio, at: due.end, end: due.end + rebound.length,
          timing: .spring(spring), animator: block.animator)
        return true
      }
      show(lane, rebound.target)
      remove(due.id, reason: .finished, at: due.end)
      settleSums(at: due.end)
      return false
    }
    for j in 0..<block.laneCount {
      let lane = Lane(index: family.place(block.row, j), precision: family.key.precision)
      // Uniform motion has no target of its own: it ends where it is.
      let end = family.key.shape == .uniform ? state(lane, at: due.end).position : family.lane(block.row, j).target
      setOwner(lane, .atRest)
      show(lane, end)
    }
    remove(due.id, reason: .finished, at: due.end)
    settleSums(at: due.end)
    return false
  }

  /// Ends every block of an animator where it stands at `time`, or at its targets.
  func stop(_ animator: Handle<Animator>, atTarget: Bool, reason: EndReason, at time: Double) {
    guard Int(animator.index) < lastBlocks.count else { return }
    var next = lastBlocks[Int(animator.index)]
    while next >= 0 {
      let (id, block) = (next, blocks[Int(next)])
      next = block.before
      guard block.animator == animator else { continue }
      let family = families[block.family]
      for j in 0..<block.laneCount {
        let lane = Lane(index: family.place(block.row, j), precision: family.key.precision)
        show(lane, atTarget ? target(ofBlock: Int32(id), j) : ownState(lane, at: time).position)
        setOwner(lane, .atRest)
      }
      remove(id, reason: reason, at: time)
    }
    settleSums(at: time)
  }
}
