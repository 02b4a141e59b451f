// One playing of a definition: a plan, a playhead, and a sure end.

/// One transition under way. It starts in the script phase of the frame in which it was asked for, and ends exactly once,
/// whatever fails.
public final class Run {
  public enum State: String, Sendable, CaseIterable { case possible, preparing, running, completing, ended }

  public internal(set) var handle = Handle<Run>(bits: 0)
  unowned let engine: Engine
  public let navigation: Navigation
  public let operation: Navigation.Operation
  /// The operation's roles.
  public let leaving: Screen
  public let entering: Screen
  public let isAnimated: Bool
  public private(set) var state = State.possible
  public private(set) var definition: TransitionDefinition?
  /// Seconds that the plan takes: the definition's duration, or more if what was planned takes longer.
  public private(set) var duration = 0.0
  /// Whether a finger drives the run at this moment.
  public private(set) var isInteractive = false
  /// Whether the run is on its way back.
  public var isCancelled: Bool { !finishing }
  public private(set) var interaction: Interaction?

  private var plan: Timeline?
  private var playhead: LaneRange?
  private var finishing = true
  /// An end that was asked for before the run had started.
  private var outcomeAtStart: Bool?
  private var plannedAnimators: [Handle<Animator>] = []
  private var toldProgress: Double?
  private var reported = false
  private var watchdog: UInt64?
  private var completions: [(EndReason) -> Void] = []
  /// Targets that a rewound plan's lanes had when the run began, to go back to if the run is rolled back.
  private var atStart: [Lane: Double] = [:]
  private var hiddenBefore: [LaneRange] = []
  private var planFailed = false
  /// on_settle is being told, and what was asked for meanwhile.
  private var isDeciding = false
  private var changedMind: (finishing: Bool, velocity: Double?)?

  init(
    engine: Engine, navigation: Navigation, operation: Navigation.Operation, leaving: Screen, entering: Screen, animated: Bool,
    interaction: Interaction?
  ) {
    (self.engine, self.navigation, self.operation) = (engine, navigation, operation)
    (self.leaving, self.entering, isAnimated) = (leaving, entering, animated)
    handle = engine.runHandles.insert(self)
    if let interaction { attach(interaction) }
  }

  // MARK: What authors read

  public var direction: TransitionDirection { operation.direction }
  /// The roles that the definition declares, in both directions.
  public var from: Screen { direction == .present ? leaving : entering }
  public var to: Screen { direction == .present ? entering : leaving }
  public var stage: Handle<View> { navigation.view }
  /// The share of the way to this run's end, 0…1, never flipped.
  public var progress: Double { playhead == nil ? (state == .ended && finishing ? 1 : 0) : playheadState.position }

  /// Where a screen's view stands before the run; nil where it is not on the stage then.
  public func initialFrame(of screen: Screen) -> Rect? { screen === leaving ? stageBounds : nil }
  /// Where a screen's view stands after the run; nil where it is not on the stage then.
  public func finalFrame(of screen: Screen) -> Rect? { screen === entering ? stageBounds : nil }

  private var stageBounds: Rect {
    let frame = (try? engine.numbers(.frame, of: stage)) ?? [0, 0, 0, 0]
    return Rect(0, 0, frame[2], frame[3])
  }

  /// Calls `body` once when the run has ended, after everything else.
  public func whenEnded(_ body: @escaping (EndReason) -> Void) {
    if state == .ended { return body(finishing ? .finished : .cancelled) }
    completions.append(body)
  }

  var playheadState: LaneState {
    guard let playhead else { return LaneState(position: 0, velocity: 0) }
    return engine.motion.state(playhead[0], at: engine.moment)
  }

  func isMoving(at time: Double) -> Bool { plan?.residualsEnd(after: time) != nil }

  // MARK: Start

  func attach(_ interaction: Interaction) {
    if self.interaction !== interaction { self.interaction?.detach() }
    self.interaction = interaction
    interaction.attach(self)
  }

  func start() {
    guard state == .possible else { return }
    state = .preparing
    definition = isAnimated ? chooseDefinition() : nil
    if interaction == nil, let definition, let chosen = navigation.chooseInteraction?(definition) {
      if chosen.hasRun {
        engine.report(
          .init(severity: .warning, message: "\(definition.title): the chosen interaction drives another run; the clock drives this one"))
      } else {
        attach(chosen)
      }
    }
    isInteractive = interaction?.wantsInteractiveStart == true && definition != nil
    interaction?.onStart?(self)
    if let definition {
      duration = askDuration(definition)
      trying { try definition.prepare?(self, direction) }
    }
    tellAppearance(.willDisappear, .willAppear)
    let shownBefore = rewind()
    noteHidden()
    navigation.place(entering, above: direction == .present)
    guard let definition else { return endAtOnce() }
    makePlan(definition, shownBefore)
    state = .running
    go(definition)
  }

  /// Without a definition, or not animated: everything in this frame.
  private func endAtOnce() {
    state = .running
    finishing = interaction?.pendingOutcome ?? outcomeAtStart ?? true
    end()
  }

  private func chooseDefinition() -> TransitionDefinition? {
    navigation.chooseDefinition?(operation, leaving, entering)
      ?? engine.registry.definition(leaving: leaving, entering: entering, direction) { definition, error in
        engine.report(.init(severity: .error, message: "\(definition.title): when: \(error)"))
      }
  }

  private func askDuration(_ definition: TransitionDefinition) -> Double {
    let seconds = trying { try definition.duration(self) } ?? TransitionDefinition.defaultDuration
    if seconds >= 0, seconds.isFinite { return seconds }
    engine.report(
      .init(
        severity: .error,
        message: "\(definition.title): duration expected a finite number of seconds, 0 or more, got \(seconds); it plays for "
          + "\(TransitionDefinition.defaultDuration) s"))
    return TransitionDefinition.defaultDuration
  }

  /// Whether the plan, written forward, is played from its end.
  private var playsBackward: Bool {
    direction == .dismiss && definition?.animateDismiss == nil && definition?.direction == nil
  }

  /// Before a run that takes another back: puts what that one changed back to what was before it, so that the plan is
  /// recorded from the same start, and returns what was shown.
  private func rewind() -> [Lane: LaneState] {
    guard playsBackward, let ticket = leaving.ticket else { return [:] }
    var shown: [Lane: LaneState] = [:]
    for change in ticket.changes where isOurs(change) {
      shown[change.lane] = engine.motion.state(change.lane, at: engine.moment)
      atStart[change.lane] = change.after
      engine.motion.set(change.lane, change.before, at: engine.moment)
    }
    engine.settleEndings()
    return shown
  }

  /// Whether a lane still is where the run to take back left it: nobody has set it since.
  private func isOurs(_ change: ReturnTicket.Change) -> Bool {
    change.isAlive(engine.motion) && engine.motion.target(change.lane) == change.after
  }

  /// Notes what is not on screen before the run: it comes as the plan has it, without a way there from where nobody saw it.
  private func noteHidden() {
    guard engine.scene.parent(of: entering.view) == nil, engine.scene.isAlive(entering.view) else { return }
    hiddenBefore = ([entering.view] + engine.scene.descendants(of: entering.view)).compactMap { view in
      engine.scene.views[view].map { LaneRange(base: $0.lanes, count: Int32(ViewLane.count), precision: .float) }
    }
  }

  private func makePlan(_ definition: TransitionDefinition, _ shownBefore: [Lane: LaneState]) {
    let playhead = engine.motion.allocate(1, .double)
    self.playhead = playhead
    var plan = Timeline(store: engine.motion, playhead: playhead[0], duration: duration, backward: playsBackward)
    let recording = Recording(plan: plan)
    let outer = engine.recordings
    engine.recordings = [recording]
    let author = direction == .dismiss ? definition.animateDismiss ?? definition.animate : definition.animate
    let planned = trying { try author?(self) } != nil
    engine.recordings = outer
    plannedAnimators = recording.animators
    planFailed = !planned
    if !planned {
      // Half a plan would leave half a picture: the run goes on without one, at once if no finger holds it.
      plan = Timeline(store: engine.motion, playhead: playhead[0], duration: interaction == nil ? 0 : duration, backward: playsBackward)
      reported = true
      for (lane, after) in atStart { engine.motion.set(lane, after, at: engine.moment) }
    }
    duration = plan.duration
    let shown = (0..<plan.trackCount).map { track -> LaneState? in
      let lane = plan.lane(track: track)
      if !plan.isAlive(track: track) || hiddenBefore.contains(where: { $0.contains(lane) }) { return nil }
      if playsBackward { return shownBefore[lane] ?? engine.motion.state(lane, at: engine.moment) }
      // A lane at rest is where the plan thinks it is; one that moves carries its state over, unless it is set outright.
      return engine.motion.isMoving(lane) && !plan.isSetAtStart(track: track) ? engine.motion.state(lane, at: engine.moment) : nil
    }
    engine.motion.adopt(plan, at: engine.moment)
    for (track, state) in shown.enumerated() {
      if let state { plan.leave(track: track, from: state, at: engine.moment) }
    }
    self.plan = plan
    engine.settleEndings()
  }

  /// Starts the playhead: by hand, or by the clock.
  private func go(_ definition: TransitionDefinition) {
    guard let playhead else { return }
    if let interaction, interaction.wantsInteractiveStart {
      track(interaction.position(of: interaction.pendingShare ?? 0, self))
      obeyEarlyOutcome()
      return
    }
    var timing = definition.timing
    if planFailed { timing = .curve(.linear, duration: 0) } else if case .curve(let curve, _) = timing {
      timing = .curve(curve, duration: duration)
    }
    let destination = Destination(lanes: playhead, target: SIMD4(1, 0, 0, 0), unit: .progress)
    var options = Engine.MotionOptions(timing)
    options.completion = { [weak self] in self?.playheadEnded($0) }
    trying { try engine.start([destination], options) }
    obeyEarlyOutcome()
  }

  private func obeyEarlyOutcome() {
    if let outcome = interaction?.pendingOutcome ?? outcomeAtStart { settle(finishing: outcome, velocity: nil) }
  }

  // MARK: Driving

  /// A finger puts the playhead at `p`; shown in this frame.
  func track(_ p: Double) {
    guard state == .running, let playhead else { return }
    isInteractive = true
    finishing = true
    engine.motion.track(playhead[0], p, at: engine.moment)
    engine.changed = true
    engine.settleEndings()
  }

  /// Lets the run go on to its end.
  public func finish() { settle(finishing: true, velocity: nil) }

  /// Rolls the run back from wherever it is, with the velocity that it has.
  public func cancel() { settle(finishing: false, velocity: nil) }

  func settle(finishing: Bool, velocity: Double?) {
    guard state == .running, let playhead else {
      if state == .possible || state == .preparing { outcomeAtStart = finishing } else {
        engine.report(
          .init(severity: .debug, message: "\(finishing ? "finish" : "cancel") came after the run had ended; nothing to do"))
      }
      return
    }
    if isDeciding {
      // Asked from inside on_settle: the newest wish counts once the hook has returned.
      changedMind = (finishing, velocity)
      return
    }
    isDeciding = true
    defer { isDeciding = false }
    var wish = (finishing: finishing, velocity: velocity)
    var settlement = settlement(wish.finishing, wish.velocity)
    for _ in 0..<2 {
      (self.finishing, isInteractive, changedMind) = (wish.finishing, false, nil)
      trying { try definition?.onSettle?(self, wish.finishing, settlement.duration) }
      guard state == .running, !isInteractive else { return }
      guard let changedMind, changedMind.finishing != wish.finishing else { break }
      wish = changedMind
      settlement = self.settlement(wish.finishing, wish.velocity)
    }
    self.finishing = wish.finishing
    let animator = engine.animators.insert(
      Animator(waiting: 1, completions: [{ [weak self] in self?.playheadEnded($0) }]))
    engine.motion.settle(
      playhead[0], from: settlement.from, to: finishing ? 1 : 0, duration: settlement.duration, settlement.takeover,
      curve: settlement.curve, at: engine.moment, animator: animator)
    engine.noteDue()
    engine.changed = true
    engine.settleEndings()
  }

  private struct Settlement {
    var from: LaneState
    var curve: Curve
    var duration: Double
    var takeover: Takeover
  }

  private func settlement(_ finishing: Bool, _ velocity: Double?) -> Settlement {
    var from = playheadState
    if let velocity, velocity.isFinite { from.velocity = velocity }
    let room = finishing ? from.position : 1 - from.position
    // At the other end there is nowhere to go on to: what pushes against it rests.
    if room <= 0, (from.velocity > 0) != finishing { from.velocity = 0 }
    let curve = interaction?.completionCurve ?? .easeInOut
    let (duration, takeover) = Takeover.settle(
      distance: (finishing ? 1 : 0) - from.position, velocity: from.velocity, nominal: duration,
      speed: interaction?.completionSpeed ?? 1, room: room, curve: curve)
    return Settlement(from: from, curve: curve, duration: duration, takeover: takeover)
  }

  private func playheadEnded(_ reason: EndReason) {
    guard reason == .finished, state == .running, !isInteractive else { return }
    guard playheadState.position == (finishing ? 1 : 0), playhead.map({ engine.motion.isMoving($0[0]) }) == false else { return }
    arrive()
  }

  // MARK: End

  /// The playhead is at an end. The run ends when what is left of a re-plan has died away too, and, where the author reports
  /// the end, has done so.
  private func arrive() {
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

  private func endPlannedAnimators() {
    for animator in plannedAnimators { engine.end(animator, finishing ? .finished : .cancelled, at: engine.moment) }
    plannedAnimators.removeAll()
  }

  private func end() {
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
    } else {
      rollBackStack()
      tellAppearance(of: entering, .willDisappear, .cancel)
      tellAppearance(of: entering, .didDisappear, .cancel)
      navigation.remove(entering)
      tellAppearance(of: leaving, .willAppear, .cancel)
      tellAppearance(of: leaving, .didAppear, .cancel)
    }
    engine.changed = true
    trying { try definition?.onEnd?(self, reason) }
    let completions = self.completions
    self.completions = []
    for completion in completions { completion(reason) }
    engine.runHandles.remove(handle)
  }

  private func rollBackStack() {
    switch operation {
    case .push:
      navigation.stack.removeAll { $0 === entering }
      entering.navigation = nil
    case .pop:
      navigation.stack.append(leaving)
    }
  }

  /// A finished run keeps its end state; one that takes another back, or is taken back, restores what was before.
  private func restoreValues() {
    let plan = plan
    let forward = finishing && !playsBackward
    var ticket = forward && operation == .push && plan != nil ? ReturnTicket() : nil
    if let plan {
      engine.motion.dismiss(plan) { track in
        let lane = plan.lane(track: track)
        let before = plan.before(track: track)
        if forward {
          let after = engine.motion.rounded(plan.end(track: track, progress: 1), lane.precision)
          ticket?.changes.append(.init(lane: lane, tenancy: engine.motion.tenancy(lane), before: before, after: after))
          return after
        }
        return !finishing && playsBackward ? atStart[lane] ?? before : before
      }
    } else if !finishing {
      for (lane, after) in atStart { engine.motion.set(lane, after, at: engine.moment) }
    }
    if let ticket { entering.ticket = ticket }
    if finishing, operation == .pop { takeBack(leaving.ticket?.changes ?? []) }
    if let playhead { engine.motion.release(playhead, at: engine.moment) }
    playhead = nil
    self.plan = nil
    engine.settleEndings()
  }

  /// Restores what the run that this one takes back had changed, unless a plan that was rewound has done so already. What
  /// others have set since, or move, is theirs.
  private func takeBack(_ changes: [ReturnTicket.Change]) {
    leaving.ticket = nil
    guard !playsBackward || planFailed else { return }
    for change in changes where change.isAlive(engine.motion) && !engine.motion.isMoving(change.lane) {
      if isOurs(change) || plan?.contains(change.lane) == true { engine.motion.set(change.lane, change.before, at: engine.moment) }
    }
  }

  // MARK: Telling

  /// Tells the progress if it has changed since it was told; true if anybody heard it.
  func tellProgress() -> Bool {
    guard state == .running, definition?.onProgress != nil else { return false }
    return tell(playheadState.position)
  }

  @discardableResult private func tell(_ p: Double) -> Bool {
    guard p != toldProgress, let definition, let onProgress = definition.onProgress else { return false }
    toldProgress = p
    let towardsFrom = direction == .dismiss && definition.direction == nil
    trying { try onProgress(self, towardsFrom ? 1 - p : p) }
    return true
  }

  private func tellAppearance(_ ofLeaving: Appearance, _ ofEntering: Appearance) {
    tellAppearance(of: leaving, ofLeaving, operation.reason)
    tellAppearance(of: entering, ofEntering, operation.reason)
  }

  private func tellAppearance(of screen: Screen, _ appearance: Appearance, _ reason: AppearanceReason) {
    screen.tell(AppearanceEvent(appearance: appearance, reason: reason, interactive: isInteractive, animated: isAnimated))
  }

  /// What an author's function throws is reported; the run goes on.
  @discardableResult private func trying<T>(_ body: () throws -> T) -> T? {
    do { return try body() } catch {
      engine.report(.init(severity: .error, message: "\(definition?.title ?? "the transition"): \(error)"))
      return nil
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
}
