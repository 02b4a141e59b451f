// The one entry: time and input go in, shown values, events and the display list come out.

/// One interactive-transition engine. It belongs to one thread and never reads a clock: it knows the time that
/// `advance(to:)` says.
public final class Engine {
  let scene: Scene
  let motion = MotionStore()
  @exclusivity(unchecked) var queue = EventQueue()
  @exclusivity(unchecked) var animators = SlotMap<Animator>()
  /// Where starts put together where to go, kept for its memory.
  @exclusivity(unchecked) var spareDestinations: [Destination] = []
  /// What starts when its delay is over.
  @exclusivity(unchecked) var delayed = WaitingMotions()
  /// What of that waits for its turn instead, in order of asking.
  @exclusivity(unchecked) var turns: [Turn] = []
  var isStartingTurns = false
  /// Motions that somebody paused, sought or turned round: they play as timelines from then on.
  @exclusivity(unchecked) var playbackOfAnimator: [Handle<Animator>: Playback] = [:]
  var values = SlotMap<MotionValue>()
  var playbacks = SlotMap<Playback>()
  var screens = SlotMap<Screen>()
  var containers = SlotMap<Container>()
  var interactions = SlotMap<Interaction>()
  var definitions = SlotMap<TransitionDefinition>()
  var registry = Registry()
  var runHandles = SlotMap<Run>()
  /// Runs that have not ended.
  public internal(set) var runs: [Run] = []
  /// Shared elements on their way.
  var flights: [Flight] = []
  var restorers = SlotMap<Restorer>()
  let gestures = GestureArena()
  var gestureActions: [Handle<Recognizer>: Observers<GestureReport>] = [:]
  var reports: [Handle<Recognizer>: GestureReport] = [:]
  /// The recogniser whose report is being heard, and what each one's handler began with it.
  var hearing: Handle<Recognizer>?
  /// The call in the queue that lets time pass for recognisers that wait for it.
  var gestureAlarm: (time: Double, name: UInt64)?
  var interactionsOfGestures: [Handle<Recognizer>: [Interaction]] = [:]
  private var isDestroying = false
  var stageRoot: Container?
  var isLayingOut = false
  /// Of views that have some of their own.
  var modifiers: [Handle<View>: [Modifier]] = [:]
  /// The screen whose view was focused last.
  weak var focusOwner: Screen?
  var focusWithoutScreen: Handle<View>?
  var focusNews = Observers<Handle<View>?>()
  var toldFocus: Handle<View>?
  /// How much transitions show; runs under way obey a change at once.
  public var motionPolicy = MotionPolicy.full {
    didSet { if motionPolicy != oldValue { for run in runs { run.obeyPolicy() } } }
  }
  /// The scene's version when it was last looked which containers are seen.
  var notedPlaces = 0
  /// By the view that shows them.
  var scrollViews: [Handle<View>: ScrollView] = [:]
  var scrollRecognizers: [Handle<View>: [Handle<Recognizer>]] = [:]
  public internal(set) var stageSize = Size(400, 800)

  /// Seconds since the first `advance`.
  @exclusivity(unchecked) public internal(set) var time = 0.0
  /// When what is started now begins: the exact time of the event being handled, else `time`.
  @exclusivity(unchecked) public private(set) var moment = 0.0
  /// How the host's time becomes the engine's.
  @exclusivity(unchecked) public internal(set) var clock = Clock()
  @exclusivity(unchecked) private var depth = 0
  private var isTurning = false
  private var reportedBackwardTime = false
  private var input: [InputEvent] = []
  @exclusivity(unchecked) var recordings: [Recording] = []
  /// Whether anything changed what is shown since `changed` was last cleared.
  @exclusivity(unchecked) public var changed = true

  /// Hears what nobody else can be told.
  public var report: (Diagnostic) -> Void = { _ in }
  /// Hears everything that happens, after the fact.
  public var onEvent: ((EngineEvent) -> Void)?
  /// Hears all input as it comes in, for a recorder.
  public var onInput: ((InputEvent) -> Void)?
  /// Called at the start of every `advance`, before anything moves: a binding drops here what its scripts let go.
  public var willAdvance: (() -> Void)?
  /// Called when what moves has been brought to a moment, before the callbacks of that moment. Must not call into scripts.
  public var didMove: (() -> Void)?
  /// Hears of the end of every motion at once, before who waits for it is told. Must not call the engine.
  public var animatorDidEnd: (Handle<Animator>, EndReason) -> Void = { _, _ in }
  /// Names the callback that ran last, for messages about loops of callbacks.
  public var describeLastCallback: () -> String? = { nil }

  public init() {
    scene = Scene(lanes: motion.floats)
    scene.willDestroy = { [unowned self] view in
      guard let record = scene.views[view] else { return }
      let lanes = LaneRange(base: record.lanes, count: Int32(ViewLane.count), precision: .float)
      forget(lanes)
      motion.takeOver(lanes, reason: .removed, at: moment)
      isDestroying = true
      for recognizer in gestures.recognizers(on: view) { removeRecognizer(recognizer) }
      isDestroying = false
      forgetScroll(of: view)
      modifiers[view] = nil
    }
    scene.isMoving = { [unowned self] in isMoving(viewLanes: $0) }
    gestures.place = { [unowned self] in place(of: $1, in: $0) }
    gestures.admits = { [unowned self] in admitsInput($0) }
    gestures.onReport = { [unowned self] recognizer, report in
      let hearer = Hearer(
        actions: gestureActions[recognizer]?.calls ?? [], interactions: interactionsOfGestures[recognizer] ?? [])
      // While a view is on its way out nobody may change the scene: its gestures' last words wait for the script phase.
      if isDestroying {
        soon { [unowned self] in deliver(recognizer, report, hearer) }
      } else {
        deliver(recognizer, report, hearer)
      }
    }
  }

  deinit {
    // A container and the run under way in it hold each other until the run ends; here nothing will end it any more.
    for run in runs {
      run.container.run = nil
      run.completions = []
    }
  }

  // MARK: Time

  /// Brings everything to `hostTime`, in seconds on the host's clock, which need not start at 0. Earlier than before counts as
  /// now and is reported once.
  public func advance(to hostTime: Double) throws(SegueError) {
    guard hostTime.isFinite else { throw SegueError("advance: time expected a finite number of seconds, got \(hostTime)") }
    guard !isTurning else { throw SegueError("advance was called from inside a callback; the frame that runs it goes on") }
    let before = time
    let back = clock.pass(toHost: hostTime, idleUntil: isMoving ? time : queue.nextTime ?? .infinity)
    if let back, !reportedBackwardTime {
      reportedBackwardTime = true
      report(.init(severity: .warning, message: "advance went back in time by \(back) s; counted as now (reported once)"))
    }
    time = max(time, clock.now)
    willAdvance?()
    if !input.isEmpty {
      for event in input {
        queue.push(.input(event), at: min(max(clock.time(atHost: event.time), before), time), depth: 0)
      }
      input.removeAll(keepingCapacity: true)
    }
    turn()
  }

  /// Handles what is due and shows everything as it is now. `advance` does it; a host does it after it called into the engine
  /// between two frames and wants to see the outcome.
  public func turn() {
    guard !isTurning else { return }
    isTurning = true
    defer { isTurning = false }
    // What callbacks set is never part of what the caller happens to record.
    let outer = recordings.isEmpty ? nil : recordings
    if outer != nil { recordings = [] }
    defer { if let outer { recordings = outer } }
    let moving = isMoving && !clock.standsStill
    noteDue()
    shownAt = .nan
    var round = 0
    repeat {
      while let event = queue.pop(by: time) { handle(event) }
      moment = time
      if scene.placesVersion != notedPlaces { noteStage() }
      depth = round
      motion.show(at: time)
      didMove?()
      round += 1
    } while round <= Self.roundsInOneFrame && (tellProgress() || (queue.nextTime ?? .infinity) <= time)
    depth = 0
    if round > Self.roundsInOneFrame { reportEndlessRounds() }
    // The rest counts as asked for now: by then motions may have begun that its own time came before.
    if !postponed.isEmpty {
      for event in postponed { queue.push(event.action, at: time, depth: 0) }
      postponed.removeAll()
    }
    if moving { changed = true }
  }

  private var postponed: [EventQueue.Event] = []
  /// Whether a motion has ended since `didMove` was told.
  private var endedSinceMove = false
  /// The moment for which lanes were last shown within a turn.
  private var shownAt = Double.nan
  /// Callbacks that may cause one another within one frame.
  static let roundsInOneFrame = 1000

  private func handle(_ event: EventQueue.Event) {
    if event.depth > Self.roundsInOneFrame {
      if postponed.isEmpty { reportEndlessRounds() }
      postponed.append(event)
      return
    }
    moment = event.time
    depth = event.depth
    changed = true
    switch event.action {
    case .blockEnd(let due):
      if motion.finish(due) { noteDue() }
    case .input(var event):
      showMoment()
      event.time = moment
      if let wheel = event.wheel {
        turnWheel(wheel, at: event.position)
        break
      }
      gestures.handle(event) { [unowned self] in event.key == nil ? scene.hitChain(at: $0) : focusChain }
      setGestureAlarm()
      moveFocus(event)
    case .call(let body):
      showMoment()
      if endedSinceMove { tellMove() }
      body()
    }
    settleEndings()
  }

  /// Callbacks find the scene as it is at their moment.
  private func showMoment() {
    guard moment != shownAt else { return }
    shownAt = moment
    motion.show(at: moment)
    tellMove()
  }

  private func tellMove() {
    endedSinceMove = false
    didMove?()
  }

  private func reportEndlessRounds() {
    let place = describeLastCallback().map { " (\($0) ran last)" } ?? ""
    report(
      .init(
        severity: .error,
        message:
          "more than \(Self.roundsInOneFrame) rounds of callbacks in one frame\(place); the rest waits for the next frame"))
  }

  /// When anything will move or happen next, in the host's time: now if something moves already, nil if nothing ever will, or
  /// not before somebody sets the clock going.
  public var nextDeadline: Double? {
    if isMoving, !clock.standsStill { return clock.hostNow }
    return queue.nextTime.flatMap { clock.hostTime(of: $0) }
  }

  /// Whether something moves by itself.
  private var isMoving: Bool { motion.isMoving || runs.contains { $0.isMoving(at: time) } }

  /// Input with its own time on the host's clock; it takes effect in the next `advance`, in order of time.
  public func send(_ event: InputEvent) throws(SegueError) {
    if let problem = event.problem { throw SegueError("input: \(problem)") }
    onInput?(event)
    input.append(event)
  }

  // MARK: Events

  /// Calls `body` at an engine time, now if that is past. Returns a name to cancel it by.
  @discardableResult func after(_ at: Double, _ body: @escaping () -> Void) -> UInt64 {
    queue.push(.call(body), at: max(at, moment), depth: isTurning ? depth + 1 : 0)
  }

  /// Calls `body` in this turn's script phase, at the present moment.
  func soon(_ body: @escaping () -> Void) { after(moment, body) }

  /// Queues the end of every block that has reached it, each in its place among what else happens.
  func noteDue() {
    motion.forEachDue(by: time) { queue.push(.blockEnd($0), at: $0.end, depth: depth) }
  }

  /// Lets animators know what became of their blocks. Called after everything that may end one.
  func settleEndings() {
    while !motion.endings.isEmpty {
      let endings = motion.endings
      motion.endings.removeAll(keepingCapacity: true)
      for ending in endings { partEnded(ending.animator, ending.reason, at: ending.time) }
    }
    while let timeline = motion.lost.popLast() { timeline.onLost?() }
    if !turns.isEmpty { startTurns() }
  }

  func partEnded(_ animator: Handle<Animator>, _ reason: EndReason, at time: Double) {
    guard animators.contains(animator) else { return }
    animators[animator]!.partEnded(reason)
    if animators[animator]!.waiting <= 0 { end(animator, animators[animator]!.reason ?? reason, at: time) }
  }

  /// Frees the animator and tells who waits for it, in the script phase.
  func end(_ animator: Handle<Animator>, _ reason: EndReason, at time: Double) {
    guard let ended = animators.remove(animator) else { return }
    animatorDidEnd(animator, reason)
    endedSinceMove = true
    for completion in ended.completions { after(time) { completion(reason) } }
  }

  private func tellProgress() -> Bool {
    var told = false
    for run in runs where run.tellProgress() { told = true }
    if !scrollViews.isEmpty, tellScrolls() { told = true }
    if !focusNews.isEmpty, tellFocus() { told = true }
    settleEndings()
    return told
  }
}
