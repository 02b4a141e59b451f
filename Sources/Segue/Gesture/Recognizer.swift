// A recogniser: one kind of gesture looked for on one view, and what it reports.

/// The kinds of gesture, each with its own settings. Every other list of them is made from this one.
public enum RecognizerKind: Equatable, Sendable {
  case pan(PanSettings)

  /// The kinds by name, with their defaults.
  public static let all: [(name: String, kind: RecognizerKind)] = [("pan", .pan(PanSettings()))]

  public var name: String {
    switch self {
    case .pan: "pan"
    }
  }

  /// A sentence about what is wrong with the kind's settings, or nil.
  public var problem: String? {
    switch self {
    case .pan(let settings): settings.problem
    }
  }

  func makeDetector() -> any Detector {
    switch self {
    case .pan(let settings): PanDetector(settings)
    }
  }
}

/// What every kind of recogniser can be told.
public struct RecognizerSettings {
  /// Whether it takes part at all. Switching it off in mid-gesture cancels the gesture, if one has begun.
  public var isEnabled: Bool
  /// Asked once, when a gesture is there and nobody else has a claim to it; false makes it fail without a report. The report shows
  /// the state that would be entered.
  public var shouldBegin: ((Handle<Recognizer>, GestureReport) -> Bool)?
  /// Recognisers that must fail first: while one of them is still undecided this one waits, and fails if it begins.
  public var requireToFail: [Handle<Recognizer>]
  /// Recognisers that may be active together with this one. It is enough that either of two names the other.
  public var simultaneousWith: [Handle<Recognizer>]

  public init(
    isEnabled: Bool = true, shouldBegin: ((Handle<Recognizer>, GestureReport) -> Bool)? = nil,
    requireToFail: [Handle<Recognizer>] = [], simultaneousWith: [Handle<Recognizer>] = []
  ) {
    self.isEnabled = isEnabled
    self.shouldBegin = shouldBegin
    self.requireToFail = requireToFail
    self.simultaneousWith = simultaneousWith
  }
}

/// One step of a gesture. Lengths are stage units, velocities stage units per second.
public struct GestureReport: Equatable, Sendable {
  /// `began`, `changed`, `ended` or `cancelled`; a discrete gesture is one `ended`.
  public var state: GestureState
  /// The time of the event that caused it, s.
  public var time: Double
  /// The centre of the contacts, on the stage; after the last has lifted, where it was.
  public var location: Point
  /// The way made since the gesture began, or since it was last set.
  public var translation: Point
  /// How fast the contacts move; 0 if they rested before they lifted, and in a cancelled gesture.
  public var velocity: Point
  /// How many contacts take part now.
  public var contacts: Int
  /// What made them.
  public var device = InputEvent.Device.touch

  public init(
    state: GestureState, time: Double, location: Point, translation: Point, velocity: Point, contacts: Int
  ) {
    self.state = state
    self.time = time
    self.location = location
    self.translation = translation
    self.velocity = velocity
    self.contacts = contacts
  }
}

/// A recogniser in an arena. The arena alone changes it; others read.
public final class Recognizer {
  public let kind: RecognizerKind
  /// The view on which its contacts must go down.
  public let view: Handle<View>
  public internal(set) var settings: RecognizerSettings
  public internal(set) var state = GestureState.possible

  var detector: any Detector
  /// The contacts that count for it, in the order they went down.
  var contacts: [Contact] = []
  /// `begin` or `recognize` when the gesture is there and only waits for others to fail.
  var waiting: Verdict?

  init(kind: RecognizerKind, view: Handle<View>, settings: RecognizerSettings, detector: any Detector) {
    self.kind = kind
    self.view = view
    self.settings = settings
    self.detector = detector
  }

  /// Whether it may still recognise something in what has happened so far.
  var isUndecided: Bool { state == .possible && (!contacts.isEmpty || waiting != nil || detector.deadline != nil) }

  func sharesContact(with other: Recognizer) -> Bool {
    contacts.contains { mine in other.contacts.contains { $0.id == mine.id } }
  }

  func report(_ state: GestureState, at time: Double) -> GestureReport {
    let measured = detector.measure(at: time)
    return GestureReport(
      state: state, time: time, location: measured.location, translation: measured.translation,
      velocity: state == .cancelled ? .zero : measured.velocity, contacts: contacts.count)
  }
}
