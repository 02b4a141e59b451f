// How a run ends: once, whatever fails.

extension Run {
  /// The playhead is at an end. The run ends when what is left of a re-plan has died away too, and, where the author reports
  /// the end, has done so.
  func arrive() {
    if let residuals = plan?.residualsEnd(after: engine.moment) {
      engine.after(residuals) { [weak self] in self?.playheadEnded(.finished) }
      return
    }
    state = .completing
    tell(finishing ? 1 : 0)
    endPlannedAnimators()
    engine.soon { [self] in
      guard state == .completing else { return }
      if definition?.reportsCompletion != true || reported { return end() }
      watchdog = engine.after(engine.moment + Self.patience) { [self] in
        guard state == .completing else { return }
        let title = definition?.title ?? "the transition"
        engine.report(
          .init(severity: .error, message: "\(title) never reported its end; ended \(Self.patience) s after its last motion"))
        end()
      }
    }
  }

  /// How long after its last motion a run whose definition never reports its end is ended, in seconds of engine time.
  static let patience = 1.0

  /// The author reports the end. The first report counts.
  public func complete() {
    guard state != .ended, !reported else {
      let title = definition?.title ?? "the transition"
      let what = reported ? "more than once; the first report counts" : "after it had ended; nothing to do"
      engine.report(.init(severity: .warning, message: "\(title) reported its end \(what)"))
      return
    }
    reported = true
    engine.soon { [self] in
      if state == .running || state == .completing { end() }
    }
  }

  func endPlannedAnimators() {
    for animator in plannedAnimators { engine.end(animator, finishing ? .finished : .cancelled, at: engine.moment) }
    plannedAnimators.removeAll()
  }

  func end() {
    guard state != .ended else { return }
    if state == .running {
      state = .completing
      tell(finishing ? 1 : 0)
    }
    endPlannedAnimators()
    if let watchdog { engine.queue.cancel(watchdog) }
    isInteractive = false
    tellPhase(finishing ? .did : .cancelled)
    restoreValues()
    let reason = endReason
    state = .ended
    // The container is free before anybody hears of the end, so that a handler may start the next run.
    container.run = nil
    engine.runs.removeAll { $0 === self }
    interaction?.detach()
    if finishing {
      if leaving !== entering, !staying.leaving { container.remove(leaving) }
      letGo(gone)
      removeBystanders()
      tellFinished()
    } else {
      container.state = before
      letGo(come)
      removeBystanders()
      tellRolledBack()
    }
    container.bystanders = []
    engine.changed = true
    engine.onEvent?(.runEnded(self, reason))
    trying { try definition?.onEnd?(self, reason) }
    let completions = self.completions
    self.completions = []
    for completion in completions { completion(reason) }
    engine.runHandles.remove(handle)
    // What interrupts it comes before what waits.
    if !isInterrupted { container.beginWaiting() }
  }

  /// They are off the stage before they hear of it, and so is what is in them.
  private func removeBystanders() {
    for screen in container.bystanders where !container.shows(screen, container.state) { container.remove(screen) }
  }

  private func letGo(_ screens: [Screen]) {
    for screen in screens where screen.container === container && !container.state.contains(screen) { screen.container = nil }
  }

  /// A run that waited will not be: it ends as cancelled, and nothing has changed.
  func endUnbegun(_ why: String) {
    guard state == .possible else { return }
    engine.report(.init(severity: .debug, message: "the waiting \(operation.rawValue) was dropped: \(why)"))
    finishing = false
    endSilently()
  }

  private func endSilently() {
    state = .ended
    interaction?.detach()
    let (reason, completions) = (endReason, self.completions)
    self.completions = []
    engine.onEvent?(.runEnded(self, reason))
    for completion in completions { completion(reason) }
    engine.runHandles.remove(handle)
  }

  /// Ends the run for something else that the program wants now, and what it moved goes home from where it is, with the velocity
  /// that it has: to where it was before the run if that is taken back, else to the run's end, and what leaves stays until the next
  /// run has ended.
  func interrupt(takingBack: Bool) {
    isInterrupted = true
    finishing = !takingBack
    guard state != .possible else { return interruptUnbegun() }
    guard state == .running || state == .completing, let plan else { return }
    let motion = engine.motion
    let moved = plan.drivenTracks.map { track in
      let lane = plan.lane(track: track)
      return (
        lane: lane, tenancy: motion.tenancy(lane), state: motion.state(lane, at: engine.moment), unit: plan.unit(track: track)
      )
    }
    if takingBack { end() } else { handOver() }
    for (lane, tenancy, state, unit) in moved where motion.tenancy(lane) == tenancy && !motion.isMoving(lane) {
      let home = motion.shown(lane)
      if home == state.position, state.velocity == 0 { continue }
      motion.pull(lane, Timeline.residualSpring, from: state, to: home, unit: unit, at: engine.moment, animator: nil)
    }
    engine.changed = true
  }

  /// Ends as one whose screens another run takes over: they are told nothing yet.
  private func handOver() {
    endPlannedAnimators()
    if let watchdog { engine.queue.cancel(watchdog) }
    restoreValues()
    container.run = nil
    engine.runs.removeAll { $0 === self }
    letGo(gone)
    container.bystanders += [leaving].filter { $0 !== entering && !staying.leaving }
    isInteractive = false
    tellPhase(.cancelled)
    trying { try definition?.onEnd?(self, endReason) }
    endSilently()
  }

  /// It has not started yet: nobody has seen anything of it.
  private func interruptUnbegun() {
    let screens = unseen + (finishing ? [entering] : [])
    if !screens.isEmpty { container.unseen = (leaving, screens) }
    container.run = nil
    engine.runs.removeAll { $0 === self }
    if finishing {
      restoreUnseen()
      letGo(gone)
    } else {
      container.state = before
      letGo(come)
    }
    endSilently()
  }
}
