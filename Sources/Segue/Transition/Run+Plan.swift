// What a run does to values: its plan from the moment of recording to what is left when the run has ended.

extension Run {
  /// Whether the plan, written forward, is played from its end.
  var playsBackward: Bool {
    direction == .dismiss && definition?.animateDismiss == nil && definition?.direction == nil
  }

  /// Before a run that takes another back: puts what that one changed back to what was before it, so that the plan is
  /// recorded from the same start, and returns what was shown.
  func rewind() -> [Lane: LaneState] {
    guard playsBackward else { return [:] }
    var shown: [Lane: LaneState] = [:]
    for ticket in tickets {
      for change in ticket.changes where isOurs(change) {
        if shown[change.lane] == nil {
          shown[change.lane] = engine.motion.state(change.lane, at: engine.moment)
          atStart[change.lane] = change.after
        }
        engine.motion.set(change.lane, change.before, at: engine.moment)
      }
    }
    for ticket in tickets { ticket.saved?.restore() }
    engine.settleEndings()
    return shown
  }

  /// What the runs that it takes back had changed, the latest first.
  private var tickets: [ReturnTicket] { gone.reversed().compactMap(\.ticket) }

  /// Whether a lane still is where the run to take back left it: nobody has set it since.
  func isOurs(_ change: ReturnTicket.Change) -> Bool {
    change.isAlive(engine.motion) && engine.motion.target(change.lane) == change.after
  }

  /// Notes what is not on screen before the run: it comes as the plan has it, without a way there from where nobody saw it.
  func noteHidden() {
    guard engine.scene.isAlive(entering.view), !engine.scene.isOnStage(entering.view) else { return }
    hiddenBefore = lanes(of: entering)
  }

  /// The lanes of a screen's views, in order of place.
  private func lanes(of screen: Screen) -> [LaneRange] {
    ([screen.view] + engine.scene.descendants(of: screen.view)).compactMap { view in
      engine.scene.views[view].map { LaneRange(base: $0.lanes, count: Int32(ViewLane.count), precision: .float) }
    }.sorted { $0.base < $1.base }
  }

  private func contains(_ lane: Lane, _ ranges: [LaneRange]) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].base <= lane.index { low = middle + 1 } else { high = middle }
    }
    return low > 0 && ranges[low - 1].contains(lane)
  }

  func makePlan(_ definition: TransitionDefinition, _ shownBefore: [Lane: LaneState]) {
    let playhead = engine.motion.allocate(1, .double)
    self.playhead = playhead
    var plan = Timeline(
      store: engine.motion, playhead: playhead[0], duration: duration, mapping: .progress(backward: playsBackward))
    let recording = Recording(plan: plan)
    recording.elements = elements
    elements.rewound = shownBefore
    let outer = engine.recordings
    engine.recordings = [recording]
    let author = author(definition)
    let planned = trying { try author?(self) } != nil
    engine.recordings = outer
    plannedAnimators = recording.animators
    if planned { plannedAnimators += planAlongsides(plan) }
    planFailed = !planned
    if !planned {
      // Half a plan would leave half a picture: the run goes on without one, at once if no finger holds it.
      plan = Timeline(
        store: engine.motion, playhead: playhead[0], duration: interaction == nil ? 0 : duration,
        mapping: .progress(backward: playsBackward))
      reported = true
      elements.end(.init(), restoring: true)
      for (lane, after) in atStart { engine.motion.set(lane, after, at: engine.moment) }
    }
    duration = plan.duration
    if let turned { takeTurn(turned, definition, playhead) }
    // What a run handed over is seen already: it comes from where it is.
    let seen = container.bystanders.contains { $0 === entering } ? lanes(of: entering) : []
    let shown = (0..<plan.trackCount).map { track -> LaneState? in
      let lane = plan.lane(track: track)
      if !plan.isAlive(track: track) || contains(lane, hiddenBefore) { return nil }
      if elements.asPlanned.contains(lane) { return nil }
      if let state = elements.carried[lane] { return state }
      if contains(lane, seen) { return engine.motion.state(lane, at: engine.moment) }
      if playsBackward { return shownAlong[lane] ?? shownBefore[lane] ?? engine.motion.state(lane, at: engine.moment) }
      // A lane at rest is where the plan thinks it is; one that moves carries its state over, unless it is set outright.
      return engine.motion.isMoving(lane) && !plan.isSetAtStart(track: track)
        ? engine.motion.state(lane, at: engine.moment) : nil
    }
    engine.motion.adopt(plan, at: engine.moment)
    for (track, state) in shown.enumerated() {
      if let state { plan.leave(track: track, from: state, at: engine.moment) }
    }
    self.plan = plan
    engine.settleEndings()
  }

  /// A finished run keeps its end state; one that takes another back, or is taken back, restores what was before.
  func restoreValues() {
    let plan = plan
    let underWay = elements.underWay(isInterrupted)
    let forward = finishing && !playsBackward
    let brings = forward && operation != .select && direction == .present
    var ticket = brings && (plan != nil || operation == .replace) ? ReturnTicket() : nil
    // What was to be restored when what goes now is taken back, is to be restored when what came is.
    if operation == .replace { for old in gone { ticket?.changes += old.ticket?.changes ?? [] } }
    // What leaves for good, or may come back any way, is as it was.
    let left = forward && (!operation.isUndone || leaving.container == nil) ? lanes(of: leaving) : []
    if let plan {
      engine.motion.dismiss(plan) { track in
        let lane = plan.lane(track: track)
        let before = plan.before(track: track)
        if forward {
          if contains(lane, left) { return before }
          let after = engine.motion.rounded(plan.end(track: track, progress: 1), lane.precision)
          // A flight that goes on after its run is nobody's to take back.
          if !elements.flies(lane) {
            ticket?.note(after: .init(lane: lane, tenancy: engine.motion.tenancy(lane), before: before, after: after))
          }
          return after
        }
        if let landing = landings[finishing]?[lane] { return landing }
        guard !finishing, playsBackward else { return before }
        guard isReplanned else { return atStart[lane] ?? before }
        // What the run taken back left is where the new plan has it, for this run and for the next one that takes it back.
        let after = engine.motion.rounded(plan.end(track: track, progress: 0), lane.precision)
        leaving.ticket?.note(.init(lane: lane, tenancy: engine.motion.tenancy(lane), before: before, after: after))
        return after
      }
    } else if !finishing {
      for (lane, after) in atStart { engine.motion.set(lane, after, at: engine.moment) }
    }
    // What is kept of the saves is for the run that takes this one back.
    if operation == .replace {
      for old in gone { if let older = old.ticket?.saved { ticket?.keep(older) } }
    } else {
      ticket?.keep(elements.saved)
    }
    if !finishing, playsBackward { leaving.ticket?.keep(elements.saved) }
    elements.end(underWay, restoring: finishing == playsBackward || !operation.isUndone && direction == .present)
    if brings { entering.ticket = ticket }
    if finishing, direction == .dismiss || operation == .push { takeBack() }
    restoreCovered()
    if let playhead { engine.motion.release(playhead, at: engine.moment) }
    playhead = nil
    self.plan = nil
    engine.settleEndings()
  }

  /// Restores what the run that this one takes back had changed, unless a plan that was rewound has done so already. What
  /// others have set since, or move, is theirs.
  private func takeBack() {
    let tickets = tickets
    for screen in gone { screen.ticket = nil }
    guard !playsBackward || planFailed else { return }
    defer { for ticket in tickets { ticket.saved?.restore() } }
    for ticket in tickets {
      for change in ticket.changes where change.isAlive(engine.motion) && !engine.motion.isMoving(change.lane) {
        if isOurs(change) || plan?.contains(change.lane) == true {
          engine.motion.set(change.lane, change.before, at: engine.moment)
        }
      }
    }
  }

  /// What goes with a run that ends before anybody saw anything of it: what it had changed is as it was, where that is not to be seen.
  func restoreUnseen() {
    let seen = [leaving, entering].filter { engine.scene.isOnStage($0.view) }.flatMap(lanes).sorted { $0.base < $1.base }
    for screen in gone.reversed() {
      for change in screen.ticket?.changes ?? [] where !contains(change.lane, seen) && isOurs(change) {
        engine.motion.set(change.lane, change.before, at: engine.moment)
      }
      screen.ticket?.changes.removeAll { !contains($0.lane, seen) }
    }
    restoreCovered(exceptSeen: true)
    engine.settleEndings()
  }

  /// What is in the container no more is as it was: no later run takes back any more what had been changed on it.
  private func restoreCovered(exceptSeen: Bool = false) {
    let kept = finishing ? container.state : before
    let covered = (gone + come + container.bystanders + [leaving])
      .filter { !kept.contains($0) && $0.lastContainer === container && !(exceptSeen && engine.scene.isOnStage($0.view)) }
      .flatMap(lanes).sorted { $0.base < $1.base }
    guard !covered.isEmpty else { return }
    for screen in [leaving] + before.screens.reversed() + come {
      for change in screen.ticket?.changes ?? [] where contains(change.lane, covered) {
        if isOurs(change) { engine.motion.set(change.lane, change.before, at: engine.moment) }
      }
      screen.ticket?.changes.removeAll { contains($0.lane, covered) }
    }
  }
}

/// What a finished run changed, for the run that takes it back.
struct ReturnTicket {
  struct Change {
    var lane: Lane
    var tenancy: UInt32
    var before: Double
    var after: Double

    func isAlive(_ motion: MotionStore) -> Bool { motion.tenancy(lane) == tenancy }
  }
  var changes: [Change] = []
  /// What it was asked to restore.
  private(set) var saved: Restorer?

  /// Takes over what a run has saved, which is newer than what is known.
  mutating func keep(_ saved: Restorer) {
    if let older = self.saved, older !== saved { saved.follow(older) }
    self.saved = saved
  }

  /// Takes down a change on top of what was known of its lane.
  mutating func note(after change: Change) {
    if let known = changes.firstIndex(where: { $0.lane == change.lane && $0.tenancy == change.tenancy }) {
      changes[known].after = change.after
    } else {
      changes.append(change)
    }
  }

  /// Takes down a change in the place of what was known of its lane.
  mutating func note(_ change: Change) {
    if let known = changes.firstIndex(where: { $0.lane == change.lane }) {
      changes[known] = change
    } else {
      changes.append(change)
    }
  }
}
