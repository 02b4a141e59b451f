// A run's plan made anew under way: the playhead stays, and what is left between shown and planned dies away.

extension Run {
  /// Plans the run again from where it began, because what it should come to, or how, is another one now: `animate` runs once
  /// more. The playhead stays where it is, as fast as it is, whoever drives it; what each value is away from the new plan, in
  /// place and speed, is a critically damped motion of its own that dies away over the plan, so nothing jumps. What is in the new
  /// plan no more goes back to what it was before the run. If `animate` fails, the error is reported and the old plan goes on.
  /// - Parameter timing: How the clock brings the playhead over what is left of its way, from its present speed; a curve takes
  ///   that share of the run's duration, and its own does not count. nil: as before.
  /// - Throws: `SegueError` where no plan is being played, and for a timing while a finger holds the run; nothing has changed
  ///   then.
  public func replan(timing: Timing? = nil) throws(SegueError) {
    guard state == .running, let plan, let playhead, let definition, !planFailed, !isReplanning else {
      let why = isReplanning ? "it is being planned" : planFailed ? "its plan has failed" : "it is \(state.rawValue)"
      throw SegueError("replan: the run is not playing a plan: \(why)")
    }
    if timing != nil, isInteractive {
      throw SegueError("replan: timing is for a run that the clock drives; a finger holds this one")
    }
    guard replan(definition, plan, playhead, shown: shownByPlan(), retaking: true), let timing else { return }
    drive(playhead, timing)
  }

  /// Plans the run again after something has changed the scene: `shown` is what the plan's lanes showed before that.
  func replan(after shown: [Lane: LaneState]) {
    guard state == .running, let plan, let playhead, let definition, !planFailed, !isReplanning else { return }
    replan(definition, plan, playhead, shown: shown, retaking: false)
  }

  /// The lanes that the plan drives, as they are now, with what has been added on top of them.
  func shownByPlan() -> [Lane: LaneState] {
    guard let plan else { return [:] }
    var shown: [Lane: LaneState] = [:]
    for lane in plan.drivenTracks.map(plan.lane(track:)) { shown[lane] = engine.motion.state(lane, at: engine.moment) }
    return shown
  }

  /// - Parameter retaking: Whether what others have taken from the plan since is the plan's again if it names it again.
  /// - Returns: Whether the new plan is being played.
  @discardableResult private func replan(
    _ definition: TransitionDefinition, _ old: Timeline, _ playhead: LaneRange, shown: [Lane: LaneState], retaking: Bool
  ) -> Bool {
    isReplanning = true
    defer { isReplanning = false }
    let taken = Set((0..<old.trackCount).map(old.lane(track:)).filter { shown[$0] == nil })
    // Recorded from what was before the run. What was added on top of the old plan goes into what is left of it.
    let driven = old.drivenTracks.map { (lane: old.lane(track: $0), before: old.before(track: $0)) }
    for (lane, _) in driven {
      engine.motion.dropSums(
        LaneRange(base: lane.index, count: 1, precision: lane.precision), reason: .interrupted, at: engine.moment)
    }
    engine.motion.dismiss(old) { old.before(track: $0) }
    elements.beginAgain()
    let new = Timeline(
      store: engine.motion, playhead: playhead[0], duration: askDuration(definition),
      mapping: .progress(backward: playsBackward))
    let recording = Recording(plan: new)
    recording.elements = elements
    let outer = engine.recordings
    engine.recordings = [recording]
    let before = duration
    duration = new.duration
    let author = author(definition)
    let planned = trying { try author?(self) } != nil
    engine.recordings = outer
    guard planned else {
      duration = before
      elements.planned(false, shown)
      for animator in recording.animators { engine.end(animator, .cancelled, at: engine.moment) }
      play(old, shown, leaving: taken)
      return false
    }
    let along = planAlongsides(new)
    // What the new plan does not name goes back to where it belongs: what was before the run, or what has just put it there.
    for track in 0..<old.trackCount where old.isAlive(track: track) {
      let lane = old.lane(track: track)
      guard shown[lane] != nil, !new.contains(lane), !engine.motion.isMoving(lane) else { continue }
      let rest = driven.first { $0.lane == lane }?.before ?? engine.motion.target(lane)
      new.hold(
        [
          Destination(
            lanes: LaneRange(base: lane.index, count: 1, precision: lane.precision), target: SIMD4(rest, 0, 0, 0),
            unit: old.unit(track: track))
        ], at: 0)
    }
    for animator in plannedAnimators { engine.end(animator, .interrupted, at: engine.moment) }
    plannedAnimators = recording.animators + along
    duration = new.duration
    var states = shown
    for track in 0..<new.trackCount where new.isAlive(track: track) {
      let lane = new.lane(track: track)
      if states[lane] == nil, !elements.asPlanned.contains(lane) { states[lane] = engine.motion.state(lane, at: engine.moment) }
    }
    play(new, states, leaving: retaking ? [] : taken)
    elements.planned(true, shown)
    plan = new
    isReplanned = true
    return true
  }

  /// Lets a plan drive its lanes, each from the state given for it, but those of others.
  func play(_ plan: Timeline, _ states: [Lane: LaneState], leaving others: Set<Lane>) {
    engine.motion.adopt(plan, at: engine.moment, leaving: others)
    for track in plan.drivenTracks {
      if let state = states[plan.lane(track: track)] { plan.leave(track: track, from: state, at: engine.moment) }
    }
    engine.changed = true
    engine.settleEndings()
  }

  /// Lets the clock bring the playhead over what is left of its way, from the speed that it has.
  private func drive(_ playhead: LaneRange, _ timing: Timing) {
    switch timing {
    case .curve(let curve, _):
      let from = playheadState
      let room = finishing ? from.position : 1 - from.position
      go(settlement(finishing, from: from, room: room, curve: curve, nominal: duration), playhead)
    case .spring:
      // A plan being written around this call is not the playhead's.
      let outer = engine.recordings
      engine.recordings = []
      defer { engine.recordings = outer }
      var options = Engine.MotionOptions(timing)
      options.completion = { [weak self] in self?.playheadEnded($0) }
      let destination = Destination(lanes: playhead, target: SIMD4(finishing ? 1 : 0, 0, 0, 0), unit: .progress)
      trying { try engine.start([destination], options) }
    }
  }
}
