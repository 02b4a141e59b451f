// What timelines drive: lanes adopted and dismissed, and motions written down as plans.

extension MotionStore {
  /// Writes an animator's blocks into a plan, as they are, and returns when the first one began; nil if it has none.
  func write(_ animator: Handle<Animator>, into plan: Timeline) -> Double? {
    let ids = blocks.indices.filter { blocks[$0].animator == animator && blocks[$0].serial != 0 }
    let starts = ids.map { families[blocks[$0].family].times(blocks[$0].row).start }
    guard let first = starts.min() else { return nil }
    for id in ids {
      let block = blocks[id]
      let family = families[block.family]
      var times = family.times(block.row)
      times.start -= first
      times.end -= first
      for j in 0..<block.laneCount {
        let (target, delta, velocity) = family.lane(block.row, j)
        plan.absorb(
          Lane(index: family.place(block.row, j), precision: family.key.precision), shape: family.key.shape, times,
          target: target,
          delta: delta, velocity: velocity, threshold: MotionUnit.length.threshold)
      }
      if !rebounds.isEmpty, let rebound = rebounds[Int32(id)] {
        let spring = rebound.spring ?? Spring()
        plan.absorb(
          Lane(index: family.place(block.row, 0), precision: family.key.precision), shape: .spring,
          Family.BlockTimes(start: times.end, end: times.end + rebound.length, rate: spring.omega, extra: spring.ratio),
          target: rebound.target, delta: rebound.target - rebound.bound, velocity: rebound.velocity,
          threshold: MotionUnit.length.threshold)
      }
    }
    return first
  }

  /// How much of the time of an animator's blocks is behind them, 0…1; nil without blocks.
  func progress(of animator: Handle<Animator>, at time: Double) -> Double? {
    var (start, end) = (Double.infinity, -Double.infinity)
    for (id, block) in blocks.enumerated() where block.animator == animator && block.serial != 0 {
      let times = families[block.family].times(block.row)
      (start, end) = (min(start, times.start), max(end, times.end + (rebounds[Int32(id)]?.length ?? 0)))
    }
    return start < end ? min(max((time - start) / (end - start), 0), 1) : nil
  }

  /// Lets a timeline drive its lanes from here on, those too that it lost or got since it was adopted before. It may go on
  /// with an animator's motion, on which others may stand. Lanes in `others` stay with whoever has them.
  func adopt(
    _ timeline: Timeline, at time: Double, continuing animator: Handle<Animator>? = nil, leaving others: Set<Lane> = []
  ) {
    let index = timeline.index ?? timelines.firstIndex { $0 == nil } ?? timelines.count
    if index == timelines.count { timelines.append(timeline) } else { timelines[index] = timeline }
    timeline.index = index
    timeline.seal()
    let leaders = leaders(of: timeline.playhead)
    for track in 0..<timeline.trackCount where timeline.isAlive(track: track) {
      let lane = timeline.lane(track: track)
      let owner = owner(lane)
      if owner == .timeline(index, track: track) || others.contains(lane) || leaders.contains(lane) { continue }
      takeOver(
        LaneRange(base: lane.index, count: 1, precision: lane.precision), reason: .interrupted, at: time,
        keepingSums: animator != nil && owner.holder >= 0 && blocks[Int(owner.holder)].animator == animator)
      setOwner(lane, .timeline(index, track: track))
    }
  }

  /// The lane, the one that the timeline follows which drives it, and so on: what a timeline that follows the lane must not drive,
  /// since it would lead itself.
  func leaders(of lane: Lane) -> [Lane] {
    var leaders = [lane]
    while let index = owner(leaders[leaders.count - 1]).timeline, let next = timelines[index]?.playhead,
      !leaders.contains(next)
    {
      leaders.append(next)
    }
    return leaders
  }

  /// Takes the last tracks' lanes from a timeline, which is about to forget them; they rest where they are shown.
  func disown(_ timeline: Timeline, fromTrack first: Int) {
    guard let index = timeline.index else { return }
    for track in first..<max(first, timeline.trackCount) {
      let lane = timeline.lane(track: track)
      if owner(lane) == .timeline(index, track: track) { setOwner(lane, .atRest) }
    }
  }

  /// Ends a timeline's hold: the lanes that it still has rest where `position` puts them.
  func dismiss(_ timeline: Timeline, _ position: (Int) -> Double) {
    guard let index = timeline.index else { return }
    for track in 0..<timeline.trackCount {
      let lane = timeline.lane(track: track)
      guard owner(lane) == .timeline(index, track: track) else { continue }
      setOwner(lane, .atRest)
      show(lane, position(track))
    }
    timelines[index] = nil
    timeline.index = nil
    settleSums(at: shownAt)
  }
}
