// What every container has: a view in which screens come and go by transitions, one run at a time.

/// A stack, tabs, or what is presented over them.
public class Container: TransitionChooser {
  public internal(set) var handle = Handle<Container>(bits: 0)
  unowned let engine: Engine
  /// The stage of its transitions.
  public let view: Handle<View>
  /// The run that has not ended.
  public internal(set) var run: Run?
  /// What becomes of a request while a run is under way.
  public var conflict = ConflictPolicy.refuse
  public var choices = TransitionChoices()

  var state: ContainerState
  /// Screens of runs that handed over what they moved: they go when the run that took over ends.
  var bystanders: [Screen] = []
  /// Requests that wait for the run to end.
  private var waiting: [(run: Run, plan: (ContainerState) -> ContainerPlan)] = []
  private var news = Observers<ContainerNews>()
  /// The container as a screen in another one.
  private var ownScreen: Screen?
  /// What is presented over everything that it shows.
  public internal(set) var presentation: Presentation?
  /// What a presentation in its place leaves of it.
  var cover = Presence.shown

  init(engine: Engine, view: Handle<View>, _ state: ContainerState) {
    (self.engine, self.view, self.state) = (engine, view, state)
    for screen in state.screens { screen.container = self }
    guard !state.screens.isEmpty else { return }
    current.presence = .shown
    try? engine.scene.add(current.view, to: view)
  }

  /// What it is called in messages.
  var title: String { "container" }

  /// The kind of the container as a screen; "navigation" or "tabs" unless another is set.
  public lazy var kind = self is Tabs ? "tabs" : "navigation"

  /// The screen that it shows in a state.
  func current(_ state: ContainerState) -> Screen { state.screens[state.selected] }

  /// The screen that it shows, or that a run under way brings.
  public var current: Screen { current(state) }

  // MARK: By hand

  /// How the container is moved by hand.
  private var swiper: NavigationSwiper?
  /// What serves where nothing is defined: a container that hands move has something to show them. nil: it is done at once.
  private(set) var lastResort: TransitionDefinition?

  /// Lets hands move the container, in place of an earlier way; nil takes it away. Returns the recognisers, the swipe's first.
  /// Throws for settings that make no sense, and nothing has changed then.
  @discardableResult public func setSwipe(_ swipe: NavigationSwipe?) throws(SegueError) -> [Handle<Recognizer>] {
    let next = try swipe.map { (swipe) throws(SegueError) in try NavigationSwiper(swipe, self) }
    swiper?.remove()
    swiper = next
    lastResort = swipe.map { .slide(rightToLeft: $0.isRightToLeft, aside: asideWhenSwiped) }
    return next?.recognizers ?? []
  }

  public var swipeRecognizers: [Handle<Recognizer>] { swiper?.recognizers ?? [] }

  /// How far what leaves moves aside while it is swiped, as a share of what comes.
  var asideWhenSwiped: Double { 1 }

  // MARK: As a screen

  /// The container as a screen that another container may show. Definitions for what it shows serve it too.
  public var screen: Screen {
    if let ownScreen { return ownScreen }
    let screen = Screen(engine: engine, kind: kind, view: view)
    screen.handle = engine.screens.insert(screen)
    screen.content = self
    screen.onLayout { [unowned self] in layOut($0) }
    ownScreen = screen
    return screen
  }

  /// The container as a screen, if anybody has asked for that.
  public var screenIfAny: Screen? { ownScreen }

  /// The innermost screen in front.
  var front: Screen {
    let screen = presentation.flatMap { $0.state.screens.last } ?? current
    return screen.content?.front ?? screen
  }

  /// The container around it.
  var outer: Container? { ownScreen?.container }

  // MARK: Asking for runs

  /// Throws for a screen that cannot come into a container.
  func checkComing(_ screen: Screen, _ name: String) throws(SegueError) {
    guard engine.screens.contains(screen.handle) else { throw SegueError("\(name): screen has been released") }
    guard engine.isAlive(screen.view) else {
      throw SegueError("\(name): the view of the screen of kind \"\(screen.kind)\" has been released")
    }
    // What is on its way out may come back: whether it can is said when the request is done.
    if let other = screen.container, other !== self || state.contains(screen) {
      let place = other === self ? "this \(title)" : "another container, a \(other.title)"
      throw SegueError("\(name): the screen of kind \"\(screen.kind)\" is already on \(place)")
    }
    var around: Container? = self
    while let container = around {
      if screen.content === container { throw SegueError("\(name): a container cannot come into itself") }
      around = container.outer
    }
  }

  /// Why screens cannot come into a state; those that leave at this moment may come back.
  func refusal(_ coming: [Screen], _ state: ContainerState) -> String? {
    coming.first { state.contains($0) || $0.container != nil && $0.container !== self }.map {
      "\"\($0.kind)\" is in a container already"
    }
  }

  /// Asks for a change. `plan` says what it is in a state that the container may be in, and must not change anything.
  func request(
    _ name: String, animated: Bool, interaction: Interaction?, conflict: ConflictPolicy?, completion: ((EndReason) -> Void)?,
    _ plan: @escaping (ContainerState) -> ContainerPlan
  ) throws(SegueError) -> Outcome {
    if let interaction, interaction.hasRun { throw SegueError("\(name): the interaction drives another run already") }
    if let run {
      let policy = swiper?.yields == true ? .replace : conflict ?? self.conflict
      if policy == .refuse { return .refused(refusal) }
      if policy == .queue { return wait(plan, animated, interaction, completion) }
      if run.state == .preparing { return .refused(refusal) }
      let before = policy == .replace || !run.goesOn ? run.before : state
      if case .refused(let why) = permitted(plan(before), before) { return .refused(why) }
      if policy == .retarget { return take(over: run, plan, animated, interaction, completion) }
      if swiper?.giveWay() != true { run.interrupt(takingBack: true) }
      return start(plan(state), animated, interaction, completion)
    }
    if case .refused(let why) = permitted(plan(state), state) { return .refused(why) }
    return start(plan(state), animated, interaction, completion)
  }

  private func start(
    _ plan: ContainerPlan, _ animated: Bool, _ interaction: Interaction?, _ completion: ((EndReason) -> Void)?
  ) -> Outcome {
    // Somebody who heard that the run before was interrupted may have asked for something.
    if run != nil { return .refused(refusal) }
    switch plan {
    case .refused(let why): return .refused(why)
    case .change(let operation, let direction, let next):
      let run = make(operation, direction, next, animated, interaction)
      if let completion { run.whenEnded(completion) }
      begin(run, next)
      return .run(run)
    }
  }

  /// The screens are being asked whether they may leave.
  private(set) var isAsking = false

  /// What a plan comes to once the screens that it takes away have been asked, the one in front first.
  private func permitted(_ plan: ContainerPlan, _ state: ContainerState) -> ContainerPlan {
    guard case .change(let operation, _, let next) = plan else { return plan }
    let leaving = state.screens.reversed().filter { !next.contains($0) }
    if leaving.isEmpty { return plan }
    if isAsking { return .refused("its screens are being asked whether they may leave") }
    let before = run
    isAsking = true
    defer { isAsking = false }
    for screen in leaving {
      if let stays = screen.firstToStay(operation) { return .refused("\"\(stays.kind)\" does not want to leave") }
    }
    // Whoever was asked may have shown something first.
    if let run, run !== before { return .refused(refusal) }
    return plan
  }

  private var refusal: String {
    guard let run else { return "nothing is under way" }
    let what = "the \(run.operation.rawValue) from \"\(run.leaving.kind)\" to \"\(run.entering.kind)\""
    return run.isInteractive && swiper?.interaction != nil ? "a finger holds \(what)" : "\(what) is still under way"
  }

  private func make(
    _ operation: ContainerOperation, _ direction: TransitionDirection, _ next: ContainerState, _ animated: Bool,
    _ interaction: Interaction?
  ) -> Run {
    Run(
      engine: engine, container: self, operation: operation, direction: direction, before: state,
      leaving: current(state), entering: current(next), animated: animated, interaction: interaction)
  }

  /// What is still on the stage, and what came over it since by runs that ended before anybody saw anything of them.
  var unseen: (below: Screen, screens: [Screen])?

  private func begin(_ run: Run, _ next: ContainerState) {
    run.before = state
    if let unseen { (run.leaving, run.unseen) = (unseen.below, unseen.screens) }
    unseen = nil
    (run.gone, run.come) = (state.screens.filter { !next.contains($0) }, next.screens.filter { !state.contains($0) })
    for screen in run.come { screen.container = self }
    noteEnds(of: run)
    run.staying = (shows(run.leaving, next), shows(run.entering, state) && !run.unseen.contains { $0 === run.entering })
    run.isAnimated = run.isAnimated && isSeen
    state = next
    self.run = run
    engine.runs.append(run)
    engine.soon { run.start() }
  }

  /// A run between two screens begins.
  func noteEnds(of run: Run) {}

  /// What lies below everything that it shows was still coming when run after run came over it.
  func settleBelow(_ run: Run) {}

  /// Whether a screen is to be seen in a state.
  func shows(_ screen: Screen, _ state: ContainerState) -> Bool { screen === current(state) }

  private func wait(
    _ plan: @escaping (ContainerState) -> ContainerPlan, _ animated: Bool, _ interaction: Interaction?,
    _ completion: ((EndReason) -> Void)?
  ) -> Outcome {
    switch plan(state) {
    case .refused(let why): return .refused(why)
    case .change(let operation, let direction, let next):
      let run = make(operation, direction, next, animated, interaction)
      if let completion { run.whenEnded(completion) }
      waiting.append((run, plan))
      return .run(run)
    }
  }

  /// The run under way has ended: the next request that can still be done begins.
  func beginWaiting() {
    while run == nil, !waiting.isEmpty {
      let (run, plan) = waiting.removeFirst()
      if case .refused(let why) = permitted(plan(state), state) {
        run.endUnbegun(why)
        continue
      }
      switch plan(state) {
      case .change(_, let direction, let next):
        (run.leaving, run.entering, run.direction) = (current(state), current(next), direction)
        begin(run, next)
      case .refused(let why): run.endUnbegun(why)
      }
    }
  }

  /// Whether a request that waits is to bring a screen.
  public func awaits(_ screen: Screen) -> Bool { waiting.contains { $0.run.entering === screen } }

  /// Requests that still wait will never begin: the container ends.
  func dropWaiting() {
    let dropped = waiting
    waiting = []
    for (run, _) in dropped { run.endUnbegun("the container has been released") }
  }

  /// The run under way hands what it moves over to a new one.
  private func take(
    over old: Run, _ plan: (ContainerState) -> ContainerPlan, _ animated: Bool, _ interaction: Interaction?,
    _ completion: ((EndReason) -> Void)?
  ) -> Outcome {
    let (playhead, begun, goesOn) = (old.playheadState, old.state != .possible, old.goesOn)
    old.interrupt(takingBack: !goesOn)
    if self.run != nil { return .refused(refusal) }
    guard case .change(let operation, let direction, let next) = plan(state) else {
      // Whoever heard of the interruption changed what it is about: what counts as done is shown at least.
      if unseen != nil { begin(make(old.operation, old.direction, state, false, nil), state) }
      return .refused(refusal)
    }
    let run = make(operation, direction, next, animated, interaction)
    if begun, interaction == nil, run.leaving === old.entering, run.entering === old.leaving, goesOn, old.direction != direction
    {
      run.turned = LaneState(position: 1 - playhead.position, velocity: -playhead.velocity)
    }
    if let completion { run.whenEnded(completion) }
    begin(run, next)
    return .run(run)
  }

  // MARK: Telling

  /// Adds a handler for every step of the container's operations; returns a name to remove it by.
  @discardableResult public func onNews(_ call: @escaping (ContainerNews) -> Void) -> UInt64 { news.add(call) }

  public func removeNewsHandler(_ id: UInt64) { news.remove(id) }

  func tell(_ event: ContainerNews.Event?, _ screen: Screen, animated: Bool) {
    guard let event else { return }
    for call in news.calls { call(ContainerNews(event: event, screen: screen, animated: animated)) }
  }

  /// The definition that the container chooses by itself, if it does.
  func definition(_ operation: ContainerOperation, _ from: Screen, _ to: Screen) -> TransitionDefinition? {
    choices.definition(operation, from, to)
  }

  // MARK: Coming and going

  /// How much of the container itself is to be seen.
  var presence: Presence { outsidePresence.under(cover) }

  /// How much of it is to be seen from outside, whatever is presented in its place.
  var outsidePresence: Presence {
    if let ownScreen, ownScreen.container != nil { return ownScreen.told }
    guard engine.scene.isOnStage(view) else { return .hidden }
    return engine.screen(around: view)?.told ?? .shown
  }

  var isSeen: Bool { presence != .hidden && engine.scene.isOnStage(view) }

  /// The screens that it shows now.
  var shown: [Screen] { run.map { [$0.leaving, $0.entering] } ?? [current] }

  /// Gives a screen a new presence and tells what that means.
  func set(_ screen: Screen, _ presence: Presence, _ reason: AppearanceReason, interactive: Bool, animated: Bool) {
    screen.become(presence, reason, interactive: interactive, animated: animated)
  }

  /// Its screens hear of it when the container itself comes or goes.
  func passOn(_ reason: AppearanceReason, interactive: Bool, animated: Bool) {
    for screen in shown where screen.container === self {
      screen.hear(reason, interactive: interactive, animated: animated)
    }
    presentation?.passOn(reason, interactive: interactive, animated: animated)
  }

  /// Whether the container was seen when that was last looked at, for one that is nobody's screen.
  private var wasSeen = false
  private var laidOut = Size(0, 0)

  /// Looks whether a container that stands by itself has come onto the stage, gone from it or been given another size.
  func noteStage() {
    guard outer == nil else { return }
    if isSeen {
      let frame = (try? engine.numbers(.frame, of: view)) ?? [0, 0, 0, 0]
      if Size(frame[2], frame[3]) != laidOut { engine.layOut { layOut(Size(frame[2], frame[3])) } }
    }
    guard isSeen != wasSeen else { return }
    wasSeen.toggle()
    if wasSeen { tell(.willShow, current, animated: false) }
    passOn(.root, interactive: false, animated: false)
    if wasSeen { tell(.didShow, current, animated: false) }
  }

  /// Lays out what the container shows for a size.
  func layOut(_ size: Size) {
    laidOut = size
    let frame = Rect(0, 0, size.width, size.height)
    for screen in shown where engine.scene.parent(of: screen.view) == view {
      engine.place(screen.view, frame)
      screen.layOut(size)
    }
    presentation?.layOut(size)
  }

  /// Puts a screen's view onto the stage, filling it, in front of another or behind it.
  func place(_ screen: Screen, nextTo other: Screen?, above: Bool) {
    // Something is presented in its place: it comes when that goes.
    guard cover != .hidden else { return }
    let frame = (try? engine.numbers(.frame, of: view)) ?? [0, 0, 0, 0]
    engine.place(screen.view, Rect(0, 0, frame[2], frame[3]))
    if engine.scene.parent(of: screen.view) == view { try? engine.scene.removeFromParent(screen.view) }
    let index = other.flatMap { engine.scene.parent(of: $0.view) == view ? engine.scene.index(of: $0.view) : nil }
    try? engine.scene.add(screen.view, to: view, at: index.map { above ? $0 + 1 : $0 } ?? (above ? top : 0))
    screen.layOut(Size(frame[2], frame[3]))
    engine.changed = true
  }

  /// Where in the view what it shows ends and what is presented over it begins.
  private var top: Int? {
    let others = presentation.map { $0.state.screens.map(\.view) } ?? []
    return engine.scene.children(of: view).firstIndex { others.contains($0) }
  }

  func remove(_ screen: Screen) {
    if engine.scene.parent(of: screen.view) == view { try? engine.scene.removeFromParent(screen.view) }
    engine.changed = true
  }

  /// Lets go of its screens: they outlive it, and so do their views.
  func disband() {
    dropWaiting()
    for screen in state.screens {
      remove(screen)
      screen.container = nil
      screen.presence = .hidden
    }
    if let ownScreen { engine.screens.remove(ownScreen.handle) }
  }
}
