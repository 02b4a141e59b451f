// A kind of gesture that a host or a script defines, with the same rights as ours.

/// What the arena must know of such a kind.
public struct CustomKind: KindSettings {
  public var name: String
  /// Whether it reports a single `ended`.
  public var isDiscrete: Bool
  /// How many contacts it makes use of; further ones are ignored.
  public var contacts: Int

  public init(_ name: String, isDiscrete: Bool = false, contacts: Int = 1) {
    (self.name, self.isDiscrete, self.contacts) = (name, isDiscrete, contacts)
  }

  static let list: [SettingOf<CustomKind>] = []
  public var problem: String? {
    (1...GestureConstants.contacts).contains(contacts)
      ? nil : "contacts expected a whole number from 1 to \(GestureConstants.contacts), got \(contacts)"
  }
  /// Without its logic it recognises nothing.
  func makeDetector() -> any Detector { CustomDetector(self, nil) }
}

/// A contact as such a kind sees it. Lengths are stage units.
public struct GestureContact: Equatable, Sendable {
  /// Tells it from every other contact that ever was.
  public var id: UInt64
  public var position: Point
  /// Where it went down.
  public var start: Point
}

/// What happened, and what there is now.
public struct GestureStep: Sendable {
  public enum Change: String, CaseIterable, Sendable {
    case down, move, up
    /// The time came that the logic had asked for.
    case time
  }
  public var change: Change
  /// Those that are down, in the order in which they went down.
  public var contacts: [GestureContact]
  /// Seconds.
  public var time: Double
  /// Whether the gesture has begun.
  public var isActive: Bool
}

/// What the logic makes of a step. What is not legal where the gesture stands changes nothing.
public enum GestureDecision: String, CaseIterable, Sendable {
  case wait, begin, change, end, recognize, fail, cancel

  var verdict: Verdict {
    switch self {
    case .wait: .wait
    case .begin: .begin
    case .change: .change
    case .end: .end
    case .recognize: .recognize
    case .fail: .fail
    case .cancel: .cancel
    }
  }
}

/// Decides for one recogniser.
public protocol GestureLogic: AnyObject {
  /// Hears of a step. `wake` asks to hear of a time, in seconds from now; nil asks no more.
  func decide(_ step: GestureStep) -> (decision: GestureDecision, wake: Double?)
  /// Forgets everything: the next gesture starts afresh.
  func reset()
}

/// Follows the contacts' centre, so that every kind has a location, a way and a velocity, and leaves the rest to the logic.
struct CustomDetector: Detector {
  let kind: CustomKind
  let logic: (any GestureLogic)?
  var deadline: Double?
  private var starts: [UInt64: Point] = [:]
  private var known: [Contact] = []
  private var center = Point.zero
  /// The centre when a contact last joined or left, and the way made up to then.
  private var joined = Point.zero
  private var made = Point.zero
  private var anchor = Point.zero
  private var tracker = VelocityTracker()

  init(_ kind: CustomKind, _ logic: (any GestureLogic)?) { (self.kind, self.logic) = (kind, logic) }

  var maximumContacts: Int { kind.contacts }

  private var way: Point { Point(made.x + center.x - joined.x, made.y + center.y - joined.y) }

  mutating func update(_ change: ContactChange, contacts: [Contact], at time: Double, isActive: Bool) -> Verdict {
    known = contacts
    if change == .move {
      center = contacts.centroid
    } else {
      made = way
      if !contacts.isEmpty { center = contacts.centroid }
      joined = center
      if change == .down, let new = contacts.last { starts[new.serial] = new.position }
    }
    tracker.add(way, at: time)
    let step: GestureStep.Change =
      switch change {
      case .down: .down
      case .move: .move
      case .up: .up
      }
    return ask(step, at: time, isActive)
  }

  mutating func elapse(at time: Double, isActive: Bool) -> Verdict { ask(.time, at: time, isActive) }

  private mutating func ask(_ change: GestureStep.Change, at time: Double, _ isActive: Bool) -> Verdict {
    guard let logic else { return .fail }
    let contacts = known.map { GestureContact(id: $0.serial, position: $0.position, start: starts[$0.serial] ?? $0.position) }
    let (decision, wake) = logic.decide(GestureStep(change: change, contacts: contacts, time: time, isActive: isActive))
    deadline = wake.flatMap { $0 >= 0 && $0 <= GestureConstants.longestWait ? time + $0 : nil }
    // What comes at once would come for ever.
    if let wake, wake == 0 { deadline = time.nextUp }
    return decision.verdict
  }

  mutating func start(late: Bool) {
    if late { anchor = way }
  }

  func measure(at time: Double) -> Measurement {
    let way = way
    return Measurement(
      location: center, translation: Point(way.x - anchor.x, way.y - anchor.y), velocity: tracker.velocity(at: time))
  }

  mutating func setTranslation(_ translation: Point) { anchor = Point(way.x - translation.x, way.y - translation.y) }

  mutating func reset() {
    logic?.reset()
    self = CustomDetector(kind, logic)
  }
}
