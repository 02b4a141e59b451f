// How a stack is moved by hand: which way does what, and what becomes of it when the program wants something else.

/// What a stack does when it is swiped, and how it follows.
public struct NavigationSwipe {
  /// What one way does.
  public enum Operation {
    case pop
    /// Asks which screen comes; nil: nothing happens.
    case push(() -> Screen?)
  }

  /// Who gives way when the program asks for something while a finger holds the stack.
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
  /// Stage units of the whole way; nil: the stack's size along it.
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

/// The recognisers of a stack's swipe and what they hold at this moment.
final class NavigationSwiper {
  let swipe: NavigationSwipe
  private unowned let navigation: Navigation
  private unowned let engine: Engine
  private(set) var recognizers: [Handle<Recognizer>] = []
  /// What the finger holds.
  private(set) var interaction: Interaction?
  private var way = SwipeDirection.right
  private var holder: Handle<Recognizer>?

  /// Throws for settings that make no sense, and nothing has changed then.
  init(_ swipe: NavigationSwipe, _ navigation: Navigation) throws(SegueError) {
    if let problem = swipe.problem { throw SegueError(problem) }
    (self.swipe, self.navigation, engine) = (swipe, navigation, navigation.engine)
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
    let name = try engine.addRecognizer(kind, to: navigation.view, settings: settings) { [unowned self] report in
      hear(report)
    }
    recognizers.append(name)
  }

  private func addDiscrete(_ kind: RecognizerKind) throws(SegueError) {
    var settings = RecognizerSettings()
    settings.shouldBegin = { [unowned self] _, _ in navigation.stack.count > 1 && navigation.run == nil }
    recognizers.append(
      try engine.addRecognizer(kind, to: navigation.view, settings: settings) { [unowned self] _ in
        _ = try? navigation.pop()
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
    if let run = navigation.run { return run.operation == operation.kind && run.state == .running }
    if case .pop = operation { return navigation.stack.count > 1 }
    return true
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
    if let run = navigation.run {
      holds = (try? interaction.catch(run)) ?? false
    } else {
      holds = begin(operation, interaction)
    }
    guard holds else { return engine.release(interaction) }
    self.interaction = interaction
    holder = engine.hearing
  }

  private func begin(_ operation: NavigationSwipe.Operation, _ interaction: Interaction) -> Bool {
    let outcome: Outcome?
    switch operation {
    case .pop: outcome = try? navigation.pop(interaction: interaction)
    case .push(let screen): outcome = screen().flatMap { try? navigation.push($0, interaction: interaction) }
    }
    if case .run? = outcome { return true }
    return false
  }

  /// The finger came back over where it began: what it held is taken back at once, which shows nothing, and the opposite begins.
  private func turnAround(_ report: GestureReport) {
    let opposite = way.opposite
    guard swipe.operation(opposite) != nil, let run = navigation.run, run.state == .running else {
      try? interaction?.drive(report)
      return
    }
    interaction = nil
    run.finishing = false
    run.end()
    begin(opposite, report)
    try? interaction?.drive(report)
  }

  /// The program wants something else. True if it may have it: what the finger held is taken back then, and its gesture is told.
  func giveWay() -> Bool {
    guard let interaction, let run = navigation.run, run.interaction === interaction, run.isInteractive else { return false }
    guard swipe.conflict == .programWins else { return false }
    let holder = holder
    (self.interaction, self.holder) = (nil, nil)
    run.interrupt()
    if let holder { engine.cancelGesture(holder) }
    return true
  }
}

extension NavigationSwipe.Operation {
  var kind: Navigation.Operation { if case .pop = self { .pop } else { .push } }
}

extension TransitionDefinition {
  /// What a stack that is swiped plays where nothing else is defined: the new screen slides in over the old one, which moves aside
  /// by a third of the way; back the other way round.
  static func slide(rightToLeft: Bool) -> TransitionDefinition {
    let definition = TransitionDefinition(from: ["*"], to: ["*"])
    definition.name = "built-in push"
    definition.duration = { _ in 0.35 }
    definition.timing = .curve(.easeOut, duration: 0)
    definition.animate = { run in
      let engine = run.engine
      let width = run.stageBounds.width * (rightToLeft ? -1 : 1)
      try engine.set(.translation, of: run.to.view, to: [width, 0])
      try engine.animate(.init(.curve(.linear, duration: run.duration))) {
        try engine.set(.translation, of: run.to.view, to: [0, 0])
        try engine.set(.translation, of: run.from.view, to: [-width / 3, 0])
      }
    }
    return definition
  }
}
