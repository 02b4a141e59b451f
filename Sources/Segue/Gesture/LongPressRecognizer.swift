// The long press: contacts that rest for a time. Then they may move freely until one lifts.

/// What a long press asks for. Lengths are stage units, times seconds.
public struct LongPressSettings: KindSettings {
  /// How long the contacts rest; 0 begins at the touch.
  public var duration: Double
  /// A contact that moves farther than this before the time is over spoils it.
  public var slop: Double
  /// How many contacts; further ones are ignored.
  public var contacts: Int

  public init(
    duration: Double = GestureConstants.longPress, slop: Double = GestureConstants.slop, contacts: Int = 1
  ) {
    (self.duration, self.slop, self.contacts) = (duration, slop, contacts)
  }

  static let list: [SettingOf<LongPressSettings>] = [
    .number("duration", \.duration, 0...GestureConstants.longestWait),
    .number("slop", \.slop, 0...GestureConstants.largestCoordinate),
    .integer("contacts", \.contacts, 1...GestureConstants.contacts),
  ]
  public var problem: String? { valueOutOfRange }
  func makeDetector() -> any Detector { LongPressDetector(self) }
}

/// Waits, then follows the contacts' centre. The time counts from the last contact that is needed.
struct LongPressDetector: Detector {
  let settings: LongPressSettings
  var deadline: Double?
  private var starts: [(serial: UInt64, position: Point)] = []
  private var isDue = false
  private var center = Point.zero
  /// The centre at which translation is 0.
  private var anchor = Point.zero
  private var tracker = VelocityTracker()

  init(_ settings: LongPressSettings) { self.settings = settings }

  var maximumContacts: Int { settings.contacts }

  mutating func update(_ change: ContactChange, contacts: [Contact], at time: Double, isActive: Bool) -> Verdict {
    guard settings.problem == nil else { return .fail }
    switch change {
    case .down:
      guard let new = contacts.last else { return .fail }
      starts.append((new.serial, new.position))
      center = contacts.centroid
      guard contacts.count == settings.contacts else { return .wait }
      tracker.add(center, at: time)
      isDue = settings.duration == 0
      if !isDue { deadline = time + settings.duration }
    case .move:
      let before = center
      center = contacts.centroid
      if contacts.count == settings.contacts { tracker.add(center, at: time) }
      if isActive { return center == before ? .wait : .change }
      for contact in contacts {
        guard let start = starts.first(where: { $0.serial == contact.serial })?.position else { continue }
        let way = Elementary.length(contact.position.x - start.x, contact.position.y - start.y)
        if way > settings.slop { return .fail }
      }
    case .up:
      return isActive ? .end : .fail
    }
    return isDue ? .begin : .wait
  }

  mutating func elapse(at time: Double, isActive: Bool) -> Verdict {
    isDue = true
    return .begin
  }

  mutating func start(late: Bool) { anchor = center }

  func measure(at time: Double) -> Measurement {
    Measurement(
      location: center, translation: Point(center.x - anchor.x, center.y - anchor.y), velocity: tracker.velocity(at: time))
  }

  mutating func setTranslation(_ translation: Point) {
    anchor = Point(center.x - translation.x, center.y - translation.y)
  }

  mutating func reset() { self = LongPressDetector(settings) }
}
