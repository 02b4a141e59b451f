// A run's plan made anew under way: the playhead stays, and what is left between shown and planned dies away.

extension Run {
  /// Plans the run again from where it began, because what it should come to, or how, is another one now: `animate` runs once
  /// more. The playhead stays where it is, as fast as it is, whoever drives it; what each value is away from the new plan, in
  /// place and speed, is a critically damped motion of its own that dies away over the plan, so nothing jumps. What is in the new
  /// plan no more goes back to what it was before the run. If `animate` fails, the error is reported and the old plan goes on.
  /// - Throws: `SegueError` where no plan is being played.
  public func replan() throws(SegueError) {
    guard state == .running, let plan, let playhead, let definition, !planFailed, !isReplanning else {
      throw SegueError("replan: the run is not playing a plan: it is \(isReplanning ? "being planned" : state.rawValue)")
    }
    replan(definition, plan, playhead, shown: shownByPlan())
  }

  /// The lanes that the plan drives, as they are now.
  func shownByPlan() -> [Lane: LaneState] {
    guard let plan else { return [:] }
    var shown: [Lane: LaneState] = [:]
    for track in plan.drivenTracks { shown[plan.lane(track: track)] = plan.state(track: track, at: engine.moment) }
    return shown
  }

  /// The same after something has changed the scene: `shown` is what the plan's lanes showed before that.
  func replan(after shown: [Lane: LaneState]) {
    guard state == .running, let plan, let playhead, let definition, !planFailed, !isReplanning else { return }
    replan(definition, plan, playhead, shown: shown)
  }

  private func replan(_ definition: TransitionDefinition, _ old: Timeline, _ playhead: LaneRange, shown: [Lane: LaneState]) {
    isReplanning = true
    defer { isReplanning = false }
    let driven = old.drivenTracks
    // Recorded from what was before the run. A lane that somebody else has by now is theirs.
    engine.motion.dismiss(old) { old.before(track: $0) }
    let new = Timeline(
      store: engine.motion, playhead: playhead[0], duration: askDuration(definition),
      mapping: .progress(backward: playsBackward))
    let recording = Recording(plan: new)
    let outer = engine.recordings
    engine.recordings = [recording]
    let before = duration
    duration = new.duration
    let author = direction == .dismiss ? definition.animateDismiss ?? definition.animate : definition.animate
    let planned = trying { try author?(self) } != nil
    engine.recordings = outer
    guard planned else {
      duration = before
      for animator in recording.animators { engine.end(animator, .cancelled, at: engine.moment) }
      play(old, shown)
      return
    }
    for track in driven where !new.contains(old.lane(track: track)) {
      let lane = old.lane(track: track)
      new.hold(
        [
          Destination(
            lanes: LaneRange(base: lane.index, count: 1, precision: lane.precision),
            target: SIMD4(old.before(track: track), 0, 0, 0))
        ], at: 0)
    }
    for animator in plannedAnimators { engine.end(animator, .interrupted, at: engine.moment) }
    plannedAnimators = recording.animators
    duration = new.duration
    var states = shown
    for track in 0..<new.trackCount where states[new.lane(track: track)] == nil && new.isAlive(track: track) {
      states[new.lane(track: track)] = engine.motion.state(new.lane(track: track), at: engine.moment)
    }
    play(new, states)
    plan = new
  }

  /// Lets a plan drive its lanes, each from the state given for it.
  private func play(_ plan: Timeline, _ states: [Lane: LaneState]) {
    engine.motion.adopt(plan, at: engine.moment)
    for track in 0..<plan.trackCount where plan.isAlive(track: track) {
      if let state = states[plan.lane(track: track)] { plan.leave(track: track, from: state, at: engine.moment) }
    }
    engine.changed = true
    engine.settleEndings()
  }
}
