// One playing of a definition: a plan, a playhead, and a sure end.

/// One transition under way. It starts in the script phase of the frame in which it was asked for, and ends exactly once,
/// whatever fails.
public final class Run {
  public enum State: String, Sendable, CaseIterable { case possible, preparing, running, completing, ended }

  public internal(set) var handle = Handle<Run>(bits: 0)
  unowned let engine: Engine
  public let container: Container
  public let operation: ContainerOperation
  public internal(set) var direction: TransitionDirection
  /// The operation's roles.
  public internal(set) var leaving: Screen
  public internal(set) var entering: Screen
  public internal(set) var isAnimated: Bool
  public internal(set) var state = State.possible { didSet { if state != oldValue { stateChanged() } } }
  public internal(set) var definition: TransitionDefinition?
  /// Seconds that the plan takes: the definition's duration, or more if what was planned takes longer.
  public internal(set) var duration = 0.0
  /// Whether a finger drives the run at this moment.
  public internal(set) var isInteractive = false { didSet { if isInteractive != oldValue { interactionChanged() } } }
  /// Whether the run is on its way back.
  public var isCancelled: Bool { !finishing }
  public internal(set) var interaction: Interaction?

  /// What the container had before, what it loses and what comes new, in the order of its screens.
  var before: ContainerState
  var gone: [Screen] = []
  var come: [Screen] = []
  /// What of the two ends is seen before and after.
  var staying = (leaving: false, entering: false)
  /// When the playhead will have met a finger that was ahead of it at the start.
  private var meeting: Double?
  /// What it finds in the container and has never been seen: the runs that brought it were taken over before they began.
  var unseen: [Screen] = []
  /// Where the playhead of a run that it turns round was, seen from here.
  var turned: LaneState?

  var observers = RunObservers()
  /// What else moves with it.
  var alongsides: [() throws -> Void] = []
  /// What lanes that go along with a plan played backward showed before it.
  var shownAlong: [Lane: LaneState] = [:]
  /// Who has heard that it will be.
  private var told: [Screen] = []

  var plan: Timeline?
  var playhead: LaneRange?
  var finishing = true
  /// The program took it back for something else.
  var isInterrupted = false
  /// An end that was asked for before the run had started.
  var outcomeAtStart: (finishing: Bool, choice: SettleChoice)?
  var plannedAnimators: [Handle<Animator>] = []
  var toldProgress: Double?
  private var isProgressBroken = false
  var reported = false
  var watchdog: UInt64?
  var completions: [(EndReason) -> Void] = []
  /// Targets that a rewound plan's lanes had when the run began, to go back to if the run is rolled back.
  var atStart: [Lane: Double] = [:]
  /// Views that were on no screen when the run began, in order of place.
  var hiddenBefore: [LaneRange] = []
  /// Where lanes land that are to land elsewhere than planned, if the run finishes and if it is rolled back.
  var landings: [Bool: [Lane: Double]] = [:]
  /// What it does to views besides moving their numbers.
  let elements: RunElements
  var planFailed = false
  var isReplanning = false
  /// The plan is not the one that the run began with: a run taken back by it ends where this one has its end.
  var isReplanned = false
  /// on_settle is being told, and what was asked for meanwhile.
  var isDeciding = false
  var changedMind: (finishing: Bool, choice: SettleChoice)?

  init(
    engine: Engine, container: Container, operation: ContainerOperation, direction: TransitionDirection, before: ContainerState,
    leaving: Screen, entering: Screen, animated: Bool, interaction: Interaction?
  ) {
    (self.engine, self.container, self.operation, self.direction) = (engine, container, operation, direction)
    (self.before, self.leaving, self.entering, isAnimated) = (before, leaving, entering, animated)
    elements = RunElements(engine)
    handle = engine.runHandles.insert(self)
    if let interaction { attach(interaction) }
  }

  // MARK: What authors read

  /// The roles that the definition declares, in both directions.
  public var from: Screen { direction == .present ? leaving : entering }
  public var to: Screen { direction == .present ? entering : leaving }
  public var stage: Handle<View> { container.view }
  /// The share of the way to this run's end, 0…1, never flipped.
  public var progress: Double { playhead == nil ? (state == .ended && finishing ? 1 : 0) : playheadState.position }

  /// Every screen that comes, goes or is seen in it.
  public var screens: [Screen] { gone + come + [leaving, entering] }

  /// The screens that it is about: what a pop or a dismissal takes away, the one in front first, or what comes.
  private var subjects: [Screen] {
    operation == .pop || operation == .dismiss ? gone.reversed() : leaving === entering ? [] : [entering]
  }

  /// Where a screen's view stands before the run; nil where it is not on the stage then.
  public func initialFrame(of screen: Screen) -> Rect? {
    screen === leaving || screen === entering && staying.entering ? stageBounds : nil
  }
  /// Where a screen's view stands after the run; nil where it is not on the stage then.
  public func finalFrame(of screen: Screen) -> Rect? {
    screen === entering || screen === leaving && staying.leaving ? stageBounds : nil
  }

  var stageBounds: Rect {
    let frame = (try? engine.numbers(.frame, of: stage)) ?? [0, 0, 0, 0]
    return Rect(0, 0, frame[2], frame[3])
  }

  /// Whether it goes to its end, or will when it has begun.
  var goesOn: Bool {
    state == .possible ? (interaction?.pendingOutcome ?? outcomeAtStart)?.finishing ?? true : finishing
  }

  var endReason: EndReason { isInterrupted ? .interrupted : finishing ? .finished : .cancelled }

  /// Calls `body` once when the run has ended, after everything else.
  public func whenEnded(_ body: @escaping (EndReason) -> Void) {
    if state == .ended { return body(endReason) }
    completions.append(body)
  }

  var playheadState: LaneState {
    guard let playhead else { return LaneState(position: 0, velocity: 0) }
    return engine.motion.state(playhead[0], at: engine.moment)
  }

  func isMoving(at time: Double) -> Bool { plan?.hasResiduals(at: time) ?? false }

  // MARK: Start

  func attach(_ interaction: Interaction) {
    if self.interaction !== interaction { self.interaction?.detach() }
    self.interaction = interaction
    interaction.attach(self)
  }

  func start() {
    guard state == .possible else { return }
    state = .preparing
    definition = isAnimated && leaving !== entering ? chooseDefinition() : nil
    if interaction == nil, let definition, let chosen = (to.choices.interaction ?? container.choices.interaction)?(definition) {
      if chosen.hasRun {
        engine.report(
          .init(
            severity: .warning,
            message: "\(definition.title): the chosen interaction drives another run; the clock drives this one"))
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
    for subject in subjects { container.tell(.will(operation), subject, animated: isAnimated) }
    if leaving !== entering { container.tell(.willShow, entering, animated: isAnimated) }
    told = participants
    tellPhase(.will)
    announce()
    var top = leaving
    for screen in unseen where screen !== entering && container.shows(screen, container.state) {
      bring(screen, above: top)
      top = screen
    }
    let shownBefore = rewind()
    if leaving !== entering, !staying.entering {
      noteHidden()
      container.place(entering, nextTo: direction == .present ? top : leaving, above: direction == .present)
    }
    guard let definition else { return endAtOnce() }
    makePlan(definition, shownBefore)
    state = .running
    engine.onEvent?(.runStarted(self))
    go(definition)
  }

  /// Without a definition, or not animated: everything in this frame.
  func endAtOnce() {
    state = .running
    for changes in alongsides { trying(changes) }
    finishing = (interaction?.pendingOutcome ?? outcomeAtStart)?.finishing ?? true
    end()
  }

  func chooseDefinition() -> TransitionDefinition? {
    to.choices.definition(operation, leaving, entering)
      ?? container.definition(operation, leaving, entering)
      ?? engine.registry.definition(
        leaving: leaving, entering: entering, direction,
        failed: { definition, error in
          engine.report(
            .init(severity: .error, message: "\(definition.title): \(definition.match == nil ? "when" : "match"): \(error)"))
        })
      ?? container.lastResort
  }

  func askDuration(_ definition: TransitionDefinition) -> Double {
    let seconds = trying { try definition.duration(self) } ?? TransitionDefinition.defaultDuration
    if seconds >= 0, seconds.isFinite { return seconds }
    engine.report(
      .init(
        severity: .error,
        message: "\(definition.title): duration expected a finite number of seconds, 0 or more, got \(seconds); it plays for "
          + "\(TransitionDefinition.defaultDuration) s"))
    return TransitionDefinition.defaultDuration
  }

  /// Starts the playhead: by hand, or by the clock.
  func go(_ definition: TransitionDefinition) {
    guard let playhead else { return }
    if let interaction, interaction.wantsInteractiveStart {
      if interaction.isSmooth, let ahead = interaction.pendingShare, ahead > GestureConstants.noticedLead {
        meeting = engine.moment + duration * ahead
      }
      track(interaction.position(of: interaction.pendingShare ?? 0, self))
      obeyEarlyOutcome()
      return
    }
    var timing = definition.timing
    if planFailed || policy == .off {
      timing = .curve(.linear, duration: 0)
    } else if case .curve(let curve, _) = timing {
      timing = .curve(curve, duration: duration)
    }
    if turned != nil { return obeyEarlyOutcome() }
    let destination = Destination(lanes: playhead, target: SIMD4(1, 0, 0, 0), unit: .progress)
    var options = Engine.MotionOptions(timing)
    options.completion = { [weak self] in self?.playheadEnded($0) }
    trying { try engine.start([destination], options) }
    obeyEarlyOutcome()
  }

  /// Starts the playhead where that of the run which it turns round was, as fast as that was.
  func takeTurn(_ turned: LaneState, _ definition: TransitionDefinition, _ playhead: LaneRange) {
    engine.motion.set(playhead[0], turned.position, at: engine.moment)
    var curve = Curve.ease
    if case .curve(let own, _) = definition.timing { curve = own }
    go(settlement(true, from: turned, room: turned.position, curve: curve, nominal: duration), playhead)
  }

  func obeyEarlyOutcome() {
    if let outcome = interaction?.pendingOutcome ?? outcomeAtStart { settle(finishing: outcome.finishing, outcome.choice) }
  }

  // MARK: Driving

  /// A finger puts the playhead at `p`; shown in this frame.
  func track(_ p: Double) {
    guard state == .running, let playhead else { return }
    isInteractive = true
    finishing = true
    if let meeting, engine.moment < meeting {
      // On the way to a finger that was ahead: never back, and there in time.
      let target = max(p, playheadState.position)
      let options = Engine.MotionOptions(.curve(.linear, duration: meeting - engine.moment))
      trying { try engine.start([Destination(lanes: playhead, target: SIMD4(target, 0, 0, 0), unit: .progress)], options) }
      return
    }
    meeting = nil
    engine.motion.track(playhead[0], p, at: engine.moment)
    engine.changed = true
    engine.settleEndings()
  }

  func playheadEnded(_ reason: EndReason) {
    guard reason == .finished, state == .running, !isInteractive else { return }
    guard playheadState.position == (finishing ? 1 : 0), playhead.map({ engine.motion.isMoving($0[0]) }) == false else {
      return
    }
    arrive()
  }

  // MARK: Telling

  /// Tells the progress if it has changed since it was told; true if anybody heard it.
  func tellProgress() -> Bool {
    guard state == .running, definition?.onProgress != nil || !observers.progress.isEmpty else { return false }
    return tell(playheadState.position)
  }

  @discardableResult func tell(_ p: Double) -> Bool {
    guard p != toldProgress else { return false }
    toldProgress = p
    for call in observers.progress.calls { call(p) }
    guard !isProgressBroken, let definition, let onProgress = definition.onProgress else { return !observers.progress.isEmpty }
    let towardsFrom = direction == .dismiss && definition.direction == nil
    // One that fails would fail again in every frame: it is reported once and left alone.
    isProgressBroken = trying { try onProgress(self, towardsFrom ? 1 - p : p) } == nil
    return true
  }

  /// Tells everybody who takes part.
  func tellPhase(_ phase: TransitionPhase) { for screen in told { screen.tell(phase, self) } }

  /// Screens between the two ends: they are seen no more once the run has started.
  private var between: [Screen] { gone.filter { $0 !== leaving && $0 !== entering } }

  /// Screens of the runs that handed over to this one.
  private var bystanders: [Screen] {
    container.bystanders.filter { $0 !== leaving && $0 !== entering && !container.shows($0, container.state) }
  }

  /// Tells the screens that it starts.
  private func announce() {
    guard leaving !== entering else { return }
    for screen in between where screen.presence != .hidden {
      set(screen, .going)
      container.remove(screen)
    }
    if !staying.leaving { set(leaving, .going) }
    if !staying.entering { set(entering, .coming) }
  }

  /// Tells the screens, and the container, that it has come to its end.
  func tellFinished() {
    for screen in bystanders + between { set(screen, .hidden) }
    // What stays may have been coming when this run took over.
    settleSeen()
    set(leaving, leaving === entering || staying.leaving ? .shown : .hidden)
    guard leaving !== entering else { return }
    if !staying.entering { set(entering, .shown) }
    for subject in subjects { container.tell(.did(operation), subject, animated: isAnimated) }
    container.tell(.didShow, entering, animated: isAnimated)
  }

  /// Tells the screens that it was rolled back.
  func tellRolledBack() {
    for screen in bystanders { set(screen, .hidden, .cancel) }
    if leaving !== entering {
      if !staying.entering {
        container.remove(entering)
        set(entering, .going, .cancel)
        set(entering, .hidden, .cancel)
      }
      for screen in between where screen.presence == .going { bring(screen, above: nil, .cancel) }
    }
    if unseen.isEmpty || container.shows(leaving, before) {
      if leaving !== entering, !staying.leaving { set(leaving, .coming, .cancel) }
      set(leaving, .shown, .cancel)
    } else {
      container.remove(leaving)
      set(leaving, .hidden, .cancel)
    }
    var top = leaving
    for screen in unseen where container.shows(screen, before) {
      bring(screen, above: top, .cancel)
      top = screen
    }
    settleSeen()
  }

  /// What was still coming when run after run came over it is there now.
  private func settleSeen() {
    for screen in container.state.screens where screen.presence == .coming && (screen !== entering || staying.entering) {
      if container.shows(screen, container.state) { set(screen, .shown) }
    }
    container.settleBelow(self)
  }

  /// Shows a screen at once, above another one or below what leaves.
  private func bring(_ screen: Screen, above other: Screen?, _ reason: AppearanceReason? = nil) {
    container.place(screen, nextTo: other ?? leaving, above: other != nil)
    set(screen, .coming, reason)
    set(screen, .shown, reason)
  }

  private func set(_ screen: Screen, _ presence: Presence, _ reason: AppearanceReason? = nil) {
    container.set(screen, presence, reason ?? operation.reason, interactive: isInteractive, animated: isAnimated)
  }

  /// What an author's function throws is reported; the run goes on.
  @discardableResult func trying<T>(_ body: () throws -> T) -> T? {
    do { return try body() } catch {
      engine.report(.init(severity: .error, message: "\(definition?.title ?? "the transition"): \(error)"))
      return nil
    }
  }
}
