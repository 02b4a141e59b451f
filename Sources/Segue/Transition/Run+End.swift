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
    restoreValues()
    let reason: EndReason = finishing ? .finished : .cancelled
    state = .ended
    isInteractive = false
    // The container is free before anybody hears of the end, so that a handler may start the next run.
    navigation.run = nil
    engine.runs.removeAll { $0 === self }
    interaction?.detach()
    if finishing {
      navigation.remove(leaving)
      if operation == .pop { leaving.navigation = nil }
      tellAppearance(.didDisappear, .didAppear)
      navigation.tell([operation == .push ? .didPush : .didPop, .didShow], [subject, entering], animated: isAnimated)
    } else {
      rollBackStack()
      tellAppearance(of: entering, .willDisappear, .cancel)
      tellAppearance(of: entering, .didDisappear, .cancel)
      navigation.remove(entering)
      tellAppearance(of: leaving, .willAppear, .cancel)
      tellAppearance(of: leaving, .didAppear, .cancel)
    }
    engine.changed = true
    engine.onEvent?(.runEnded(self, reason))
    trying { try definition?.onEnd?(self, reason) }
    let completions = self.completions
    self.completions = []
    for completion in completions { completion(reason) }
    engine.runHandles.remove(handle)
  }

  func rollBackStack() {
    switch operation {
    case .push:
      navigation.stack.removeAll { $0 === entering }
      entering.navigation = nil
    case .pop:
      navigation.stack.append(leaving)
    }
  }
}
