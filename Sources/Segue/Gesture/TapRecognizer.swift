// The tap: contacts that go down and lift where they were, once or several times.

/// What a tap asks for. Lengths are stage units, times seconds.
public struct TapSettings: KindSettings {
  /// How many taps, one after the other: 2 is a double tap.
  public var taps: Int
  /// How many contacts each tap has; further ones are ignored.
  public var contacts: Int
  /// A contact that moves farther than this is no tap.
  public var slop: Double
  /// How long after a tap has lifted the next may go down, s. A tap itself may take any time.
  public var between: Double
  /// How far from the last tap the next one may be.
  public var distance: Double
  /// Which button of a mouse taps; see `InputEvent.contact`.
  public var button: Int

  public init(
    taps: Int = 1, contacts: Int = 1, slop: Double = GestureConstants.slop, between: Double = GestureConstants.tapInterval,
    distance: Double = GestureConstants.tapDistance, button: Int = 1
  ) {
    (self.taps, self.contacts, self.slop, self.between) = (taps, contacts, slop, between)
    (self.distance, self.button) = (distance, button)
  }

  static let list: [SettingOf<TapSettings>] = [
    .integer("taps", \.taps, 1...100), .integer("contacts", \.contacts, 1...GestureConstants.contacts),
    .number("slop", \.slop, 0...GestureConstants.largestCoordinate),
    .number("between", \.between, 0...GestureConstants.longestWait),
    .number("distance", \.distance, 0...GestureConstants.largestCoordinate), .integer("button", \.button, 1...64),
  ]
  public var problem: String? { valueOutOfRange }
  func makeDetector() -> any Detector { TapDetector(self) }
}

/// Counts taps. A tap is done when its last contact lifts; until the next goes down only the clock can end it.
struct TapDetector: Detector {
  let settings: TapSettings
  var deadline: Double?
  private var done = 0
  /// Where each contact of the tap under way went down.
  private var starts: [(serial: UInt64, position: Point)] = []
  /// The centre of the tap under way, or of the last.
  private var center = Point.zero
  private var isLifting = false
  private var isRecognized = false

  init(_ settings: TapSettings) { self.settings = settings }

  var maximumContacts: Int { settings.contacts }

  func takes(_ contact: Contact, beside contacts: [Contact]) -> Bool {
    guard contacts.count < settings.contacts else { return false }
    // A finger is as good as the first button only.
    return contact.pad == nil && contact.key == nil && (contact.button ?? 1) == settings.button
  }

  mutating func update(_ change: ContactChange, contacts: [Contact], at time: Double, isActive: Bool) -> Verdict {
    guard settings.problem == nil else { return .fail }
    guard !isRecognized else { return .wait }
    switch change {
    case .down:
      deadline = nil
      // A finger that comes back before the others have lifted is another rhythm.
      guard !isLifting, let new = contacts.last else { return .fail }
      starts.append((new.serial, new.position))
      let place = contacts.centroid
      if contacts.count == settings.contacts {
        if done > 0, Elementary.length(place.x - center.x, place.y - center.y) > settings.distance { return .fail }
        center = place
      }
      return .wait
    case .move:
      for contact in contacts {
        guard let start = starts.first(where: { $0.serial == contact.serial })?.position else { continue }
        let way = Elementary.length(contact.position.x - start.x, contact.position.y - start.y)
        if way > settings.slop { return .fail }
      }
      return .wait
    case .up:
      isLifting = true
      guard contacts.isEmpty else { return .wait }
      guard starts.count == settings.contacts else { return .fail }
      starts = []
      isLifting = false
      done += 1
      if done == settings.taps {
        isRecognized = true
        return .recognize
      }
      deadline = time + settings.between
      return .wait
    }
  }

  /// No further tap came in time.
  mutating func elapse(at time: Double, isActive: Bool) -> Verdict { .fail }
  mutating func start(late: Bool) {}
  func measure(at time: Double) -> Measurement { Measurement(location: center) }
  mutating func reset() { self = TapDetector(settings) }
}
