// The swipe: a quick stroke one way, told once as soon as it is far enough.

/// Where a swipe goes.
public enum SwipeDirection: String, CaseIterable, Sendable {
  case left, right, up, down

  public var isHorizontal: Bool { self == .left || self == .right }
  public var opposite: SwipeDirection {
    switch self {
    case .left: .right
    case .right: .left
    case .up: .down
    case .down: .up
    }
  }

  /// How far a translation goes this way.
  public func along(_ translation: Point) -> Double {
    switch self {
    case .left: -translation.x
    case .right: translation.x
    case .up: -translation.y
    case .down: translation.y
    }
  }

  /// How far it goes across.
  public func across(_ translation: Point) -> Double { isHorizontal ? translation.y : translation.x }
}

/// What a swipe asks for. Lengths are stage units, times seconds.
public struct SwipeSettings: KindSettings {
  /// The ways that count; the larger component of a stroke says which it is.
  public var directions: Set<SwipeDirection>
  /// How far it goes at least, along its direction.
  public var minimum: Double
  /// The longest time that may take.
  public var maximumTime: Double
  /// How many contacts; further ones are ignored.
  public var contacts: Int

  public init(
    directions: Set<SwipeDirection> = Set(SwipeDirection.allCases), minimum: Double = GestureConstants.swipeDistance,
    maximumTime: Double = GestureConstants.swipeTime, contacts: Int = 1
  ) {
    (self.directions, self.minimum, self.maximumTime, self.contacts) = (directions, minimum, maximumTime, contacts)
  }

  static let list: [SettingOf<SwipeSettings>] = [
    .words("direction", \.directions), .number("minimum", \.minimum, 0...GestureConstants.largestCoordinate),
    .number("maximum", \.maximumTime, 0...GestureConstants.longestWait),
    .integer("contacts", \.contacts, 1...GestureConstants.contacts),
  ]
  public var problem: String? {
    directions.isEmpty ? "direction expected at least one of left, right, up, down, got none" : valueOutOfRange
  }
  func makeDetector() -> any Detector { SwipeDetector(self) }
}

/// Measures the way of the contacts' centre from the moment that all are down. It fails as soon as the way is another than those
/// asked for, so that whoever waits for it need not wait for the clock.
struct SwipeDetector: Detector {
  let settings: SwipeSettings
  var deadline: Double?
  private var origin = Point.zero
  private var center = Point.zero
  private var tracker = VelocityTracker()
  private var direction: SwipeDirection?

  init(_ settings: SwipeSettings) { self.settings = settings }

  var maximumContacts: Int { settings.contacts }

  mutating func update(_ change: ContactChange, contacts: [Contact], at time: Double, isActive: Bool) -> Verdict {
    guard settings.problem == nil else { return .fail }
    // It was a swipe already and waits for another to fail, or to be asked.
    guard direction == nil else { return change == .move ? .recognize : .wait }
    switch change {
    case .down:
      guard contacts.count == settings.contacts else { return .wait }
      origin = contacts.centroid
      center = origin
      tracker.add(center, at: time)
      deadline = time + settings.maximumTime
      return .wait
    case .up:
      return .fail
    case .move:
      guard contacts.count == settings.contacts else { return .wait }
      center = contacts.centroid
      tracker.add(center, at: time)
      let (x, y) = (center.x - origin.x, center.y - origin.y)
      let way = max(abs(x), abs(y))
      guard way > min(GestureConstants.slop, settings.minimum) else { return .wait }
      let now: SwipeDirection = abs(x) > abs(y) ? (x < 0 ? .left : .right) : (y < 0 ? .up : .down)
      guard settings.directions.contains(now) else { return .fail }
      guard way >= settings.minimum else { return .wait }
      direction = now
      deadline = nil
      return .recognize
    }
  }

  /// It took too long.
  mutating func elapse(at time: Double, isActive: Bool) -> Verdict { .fail }
  mutating func start(late: Bool) {}

  func measure(at time: Double) -> Measurement {
    Measurement(
      location: center, translation: Point(center.x - origin.x, center.y - origin.y), velocity: tracker.velocity(at: time),
      direction: direction)
  }

  mutating func reset() { self = SwipeDetector(settings) }
}
