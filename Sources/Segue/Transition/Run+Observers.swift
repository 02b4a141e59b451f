// Who watches a run, and what goes along with it.

/// Handlers of one run; they go with it.
struct RunObservers {
  var progress = Observers<Double>()
  var state = Observers<Run.State>()
  var interaction = Observers<Bool>()
}

extension Run {
  /// Hears the share of the way, 0…1 and never flipped, whenever it has changed, once a frame; returns a name to remove it by.
  @discardableResult public func onProgress(_ call: @escaping (Double) -> Void) -> UInt64 { observers.progress.add(call) }
  public func removeProgressHandler(_ id: UInt64) { observers.progress.remove(id) }

  /// Hears every state that the run comes to.
  @discardableResult public func onState(_ call: @escaping (State) -> Void) -> UInt64 { observers.state.add(call) }
  public func removeStateHandler(_ id: UInt64) { observers.state.remove(id) }

  /// Hears when a finger takes hold of the run under way (true) and when the clock has it again (false), before anything that
  /// follows from it.
  @discardableResult public func onInteractionChange(_ call: @escaping (Bool) -> Void) -> UInt64 {
    observers.interaction.add(call)
  }
  public func removeInteractionHandler(_ id: UInt64) { observers.interaction.remove(id) }

  func stateChanged() {
    for call in observers.state.calls { call(state) }
    if state == .ended { observers = RunObservers() }
  }

  func interactionChanged() {
    guard state == .running || state == .completing else { return }
    for call in observers.interaction.calls { call(isInteractive) }
  }

  /// Moves more with the run: what `changes` sets goes there over the whole run, linearly in its progress, is scrubbed, settled
  /// and rolled back with it. Under way the run is planned anew for it. Without an animation it is there at once.
  /// - Parameter completion: Comes when the run has ended, whatever became of `changes`; true if it was rolled back.
  /// - Returns: Whether `changes` could be taken along.
  @discardableResult public func alongside(
    _ changes: @escaping () throws -> Void, completion: ((_ cancelled: Bool) -> Void)? = nil
  ) -> Bool {
    if let completion { whenEnded { completion($0 != .finished) } }
    switch state {
    case .possible, .preparing:
      alongsides.append(changes)
      return true
    case .running where plan != nil && !isReplanning:
      alongsides.append(changes)
      if (try? replan()) != nil { return true }
      alongsides.removeLast()
      return false
    default: return false
    }
  }

  /// Writes what goes along into a plan, from its beginning; into one that is played backward, the way back.
  func planAlongsides(_ plan: Timeline) -> [Handle<Animator>] {
    var animators: [Handle<Animator>] = []
    let outer = engine.recordings
    defer { engine.recordings = outer }
    for changes in alongsides {
      let block = Recording(blockIn: nil)
      engine.recordings = [block]
      trying(changes)
      let recording = Recording(plan: plan)
      engine.recordings = [recording]
      let destinations = playsBackward ? (block.block ?? []).map(wayBack) : block.block ?? []
      trying { try engine.start(destinations, .init(.curve(.linear, duration: duration))) }
      animators += recording.animators
    }
    return animators
  }

  /// Puts lanes where they are to be when the run is over, and gives the way from there to where they are.
  private func wayBack(_ destination: Destination) -> Destination {
    var back = destination
    for j in 0..<Int(destination.lanes.count) {
      let lane = destination.lanes[j]
      let before = atStart[lane] ?? engine.motion.target(lane)
      if atStart[lane] == nil {
        shownAlong[lane] = engine.motion.state(lane, at: engine.moment)
        atStart[lane] = before
      }
      back.target[j] = before
      engine.motion.set(lane, destination.target[j], at: engine.moment)
    }
    return back
  }

  // MARK: Phases

  /// The screens that take part: the two ends and what they show inside, each once.
  var participants: [Screen] {
    var found: [Screen] = []
    func add(_ screen: Screen) {
      if found.contains(where: { $0 === screen }) { return }
      found.append(screen)
      for inside in engine.containers(in: screen) { add(inside.current) }
    }
    add(leaving)
    add(entering)
    return found
  }
}

/// What a screen hears of a run that it takes part in, also as a part of a part: once that it will be, and once how it went.
public enum TransitionPhase: String, Sendable, CaseIterable {
  case will = "will_transition"
  case did = "did_transition"
  case cancelled = "cancelled_transition"
}
