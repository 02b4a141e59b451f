// How a stack or tabs are moved by hand: which way does what, and what becomes of it when the program wants something else.

/// What a container does when it is swiped, and how it follows.
public struct NavigationSwipe {
  /// What one way does.
  public enum Operation {
    case pop
    /// Asks which screen comes; nil: nothing happens.
    case push(() -> Screen?)
    /// The tab after the one that is shown, or before it.
    case next, previous
  }

  /// Who gives way when the program asks for something while a finger holds the container.
  public enum Conflict: String, CaseIterable, Sendable {
    /// The finger's run is taken back and its gesture is cancelled.
    case programWins = "program_wins"
    /// The program is refused, with the reason.
    case gestureWins = "gesture_wins"
  }

  /// What each way does, as in a left-to-right layout. A way without an operation is left to others.
  public var operations: [SwipeDirection: Operation]
  /// Where a finger must go down to swipe, in stage units from the edge that it leaves; nil: anywhere.
  public var band: Double?
  /// Whether the layout runs from right to left, which swaps left and right.
  public var isRightToLeft = false
  /// Stage units of the whole way; nil: the container's size along it.
  public var distance: Double?
  public var rule = ReleaseRule(.projection)
  /// Lets a finger pull beyond the end; a share of the way.
  public var rubberBand: RubberBand?
  public var completionSpeed: Double?
  public var conflict = Conflict.programWins
  /// Whether going back over where the gesture began takes the run back and begins the opposite operation.
  public var turnsAround = false
  /// Whether three fingers on a touchpad swipe too.
  public var takesTouchpad = true
  /// The mouse's button and the keys that pop at once; nil and none: no.
  public var backButton: Int?
  public var backKeys: [String] = []

  public init(_ operations: [SwipeDirection: Operation] = [:]) { self.operations = operations }

  /// The platform's habit: from the left edge, by touchpad, by the mouse's back button, by the keyboard's back key.
  public static var back: NavigationSwipe {
    var swipe = NavigationSwipe([.right: .pop])
    swipe.band = GestureConstants.edgeBand
    (swipe.backButton, swipe.backKeys) = (8, ["XF86Back"])
    return swipe
  }

  /// Between tabs, from anywhere.
  public static var tabs: NavigationSwipe { NavigationSwipe([.left: .next, .right: .previous]) }

  /// A sentence about what is wrong, or nil.
  public var problem: String? {
    if let band, !(band >= 0 && band <= GestureConstants.largestCoordinate) {
      return "band expected a number from 0 to \(GestureConstants.largestCoordinate), got \(band)"
    }
    if let distance, !(distance > 0 && distance.isFinite) {
      return "distance expected a finite number above 0, got \(distance)"
    }
    if let completionSpeed, !(completionSpeed > 0 && completionSpeed.isFinite) {
      return "completion_speed expected a finite number above 0, got \(completionSpeed)"
    }
    let pops = operations.filter { if case .pop = $0.value { true } else { false } }.keys.map(\.rawValue).sorted()
    if pops.count > 1 { return "pop is for one way, got \(pops.joined(separator: " and "))" }
    return nil
  }

  /// What a way on the screen does.
  func operation(_ way: SwipeDirection) -> Operation? {
    operations[isRightToLeft && way.isHorizontal ? way.opposite : way]
  }
}

/// The recognisers of a container's swipe and what they hold at this moment.
final class NavigationSwiper {
  let swipe: NavigationSwipe
  private unowned let container: Container
  private unowned let engine: Engine
  private(set) var recognizers: [Handle<Recognizer>] = []
  /// What the finger holds.
  private(set) var interaction: Interaction?
  private var way = SwipeDirection.right
  private var holder: Handle<Recognizer>?

  /// Throws for settings that make no sense, and nothing has changed then.
  init(_ swipe: NavigationSwipe, _ container: Container) throws(SegueError) {
    if let problem = swipe.problem { throw SegueError(problem) }
    (self.swipe, self.container, engine) = (swipe, container, container.engine)
    do throws(SegueError) {
      try add(swipe.band.map { .edgePan(EdgePanSettings(edges: edges, band: $0)) } ?? .pan(PanSettings(axis: .lock)))
      if swipe.takesTouchpad { try add(.touchpadSwipe(ScrollSettings(axis: .lock))) }
      if let button = swipe.backButton { try addDiscrete(.tap(TapSettings(button: button))) }
      if !swipe.backKeys.isEmpty { try addDiscrete(.key(KeySettings(keys: swipe.backKeys))) }
    } catch {
      remove()
      throw error
    }
  }

  /// The edges that a finger leaves to go one of the ways.
  private var edges: Set<EdgePanSettings.Edge> {
    Set(
      SwipeDirection.allCases.filter { swipe.operation($0) != nil }.map { way -> EdgePanSettings.Edge in
        switch way {
        case .right: .left
        case .left: .right
        case .down: .top
        case .up: .bottom
        }
      })
  }

  private func add(_ kind: RecognizerKind) throws(SegueError) {
    var settings = RecognizerSettings(isCatcher: true)
    settings.shouldBegin = { [unowned self] _, report in mayBegin(report) }
    let name = try engine.addRecognizer(kind, to: container.view, settings: settings) { [unowned self] report in
      hear(report)
    }
    recognizers.append(name)
  }

  private func addDiscrete(_ kind: RecognizerKind) throws(SegueError) {
    var settings = RecognizerSettings()
    settings.shouldBegin = { [unowned self] _, _ in container.run == nil && can(.pop) }
    recognizers.append(
      try engine.addRecognizer(kind, to: container.view, settings: settings) { [unowned self] _ in
        _ = try? request(.pop, nil)
      })
  }

  func remove() {
    for recognizer in recognizers { engine.removeRecognizer(recognizer) }
    recognizers = []
  }

  /// The way along the greater component of a translation; the vertical one if both are equal.
  private func way(of translation: Point) -> SwipeDirection {
    if abs(translation.x) > abs(translation.y) { return translation.x > 0 ? .right : .left }
    return translation.y > 0 ? .down : .up
  }

  /// Whether a gesture has something to do: take hold of the pop under way, or begin an operation.
  private func mayBegin(_ report: GestureReport) -> Bool {
    let way = way(of: report.translation)
    guard let operation = swipe.operation(way) else { return false }
    if let run = container.run { return operation.began(run) && run.state == .running }
    return can(operation)
  }

  private func can(_ operation: NavigationSwipe.Operation) -> Bool {
    let state = container.state
    switch operation {
    case .pop: return state.screens.count > 1
    case .push: return true
    case .next: return state.selected + 1 < state.screens.count
    case .previous: return state.selected > 0
    }
  }

  private func request(_ operation: NavigationSwipe.Operation, _ interaction: Interaction?) throws(SegueError) -> Outcome? {
    let (stack, tabs) = (container as? Navigation, container as? Tabs)
    switch operation {
    case .pop: return try stack?.pop(interaction: interaction)
    case .push(let screen):
      guard let stack, let next = screen() else { return nil }
      return try stack.push(next, interaction: interaction)
    case .next:
      return try tabs.map { (tabs) throws(SegueError) in try tabs.select(tabs.selected + 1, interaction: interaction) }
    case .previous:
      return try tabs.map { (tabs) throws(SegueError) in try tabs.select(tabs.selected - 1, interaction: interaction) }
    }
  }

  private func hear(_ report: GestureReport) {
    if report.state == .began { begin(way(of: report.translation), report) }
    guard let interaction else { return }
    if swipe.turnsAround, report.state == .changed, way.along(report.translation) < 0 { return turnAround(report) }
    // Refused: the run is over, or was never begun.
    try? interaction.drive(report)
    if report.state == .ended || report.state == .cancelled { (self.interaction, holder) = (nil, nil) }
  }

  private func begin(_ way: SwipeDirection, _ report: GestureReport) {
    guard let operation = swipe.operation(way) else { return }
    self.way = way
    let interaction = engine.makeInteraction()
    interaction.towards = way
    interaction.rule = swipe.rule
    interaction.rubberBand = swipe.rubberBand
    try? interaction.setDistance(swipe.distance)
    try? interaction.setCompletionSpeed(swipe.completionSpeed)
    let holds: Bool
    if let run = container.run {
      holds = (try? interaction.catch(run)) ?? false
    } else {
      holds = begin(operation, interaction)
    }
    guard holds else { return engine.release(interaction) }
    self.interaction = interaction
    holder = engine.hearing
  }

  private func begin(_ operation: NavigationSwipe.Operation, _ interaction: Interaction) -> Bool {
    let outcome = try? request(operation, interaction)
    if case .run? = outcome { return true }
    return false
  }

  /// The finger came back over where it began: what it held is taken back at once, which shows nothing, and the opposite begins.
  private func turnAround(_ report: GestureReport) {
    let opposite = way.opposite
    guard swipe.operation(opposite) != nil, let run = container.run, run.state == .running else {
      try? interaction?.drive(report)
      return
    }
    interaction = nil
    run.finishing = false
    run.end()
    begin(opposite, report)
    try? interaction?.drive(report)
  }

  /// Whether the program may have what it wants although a finger holds the container.
  var yields: Bool {
    guard let interaction, let run = container.run, run.interaction === interaction, run.isInteractive else { return false }
    return swipe.conflict == .programWins
  }

  /// The program wants something else. True if it may have it: what the finger held is taken back then, and its gesture is told.
  func giveWay() -> Bool {
    guard yields, let run = container.run else { return false }
    let holder = holder
    (self.interaction, self.holder) = (nil, nil)
    run.interrupt(takingBack: true)
    if let holder { engine.cancelGesture(holder) }
    return true
  }
}

extension NavigationSwipe.Operation {
  /// Whether a run is one that it might have begun.
  fileprivate func began(_ run: Run) -> Bool {
    switch self {
    case .pop: run.operation == .pop
    case .push: run.operation == .push
    case .next: run.operation == .select && run.direction == .present
    case .previous: run.operation == .select && run.direction == .dismiss
    }
  }
}

extension TransitionDefinition {
  /// What a container that is swiped plays where nothing else is defined: the new screen slides in, and the old one moves aside by
  /// a share of the way; back the other way round.
  static func slide(rightToLeft: Bool, aside: Double) -> TransitionDefinition {
    let definition = TransitionDefinition(from: ["*"], to: ["*"])
    definition.name = aside == 1 ? "built-in slide" : "built-in push"
    definition.duration = { _ in 0.35 }
    definition.timing = .curve(.easeOut, duration: 0)
    definition.animate = { run in
      let engine = run.engine
      let width = run.stageBounds.width * (rightToLeft ? -1 : 1)
      try engine.set(.translation, of: run.to.view, to: [width, 0])
      try engine.animate(.init(.curve(.linear, duration: run.duration))) {
        try engine.set(.translation, of: run.to.view, to: [0, 0])
        try engine.set(.translation, of: run.from.view, to: [-width * aside, 0])
      }
    }
    return definition
  }
}
