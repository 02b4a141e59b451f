// A recogniser: one kind of gesture looked for on one view, and what it reports.

/// The kinds of gesture, each with its own settings. Every other list of them is made from this one.
public enum RecognizerKind: Equatable, Sendable {
  case tap(TapSettings)
  case longPress(LongPressSettings)
  case pan(PanSettings)
  case edgePan(EdgePanSettings)
  case swipe(SwipeSettings)
  case pinch(PinchSettings)
  case rotation(RotationSettings)
  /// Two fingers on a touchpad.
  case scroll(ScrollSettings)
  /// Three fingers and more on a touchpad.
  case touchpadSwipe(ScrollSettings)
  case key(KeySettings)
  /// One that a host or a script defines.
  case custom(CustomKind)

  /// The kinds by name, with their defaults.
  public static let all: [(name: String, kind: RecognizerKind)] = [
    .tap(.init()), .longPress(.init()), .pan(.init()), .edgePan(.init()), .swipe(.init()), .pinch(.init()), .rotation(.init()),
    .scroll(.init()), .touchpadSwipe(.init()), .key(.init()),
  ].map { ($0.name, $0) }

  public var name: String {
    switch self {
    case .tap: "tap"
    case .longPress: "long_press"
    case .pan: "pan"
    case .edgePan: "edge_pan"
    case .swipe: "swipe"
    case .pinch: "pinch"
    case .rotation: "rotation"
    case .scroll: "scroll"
    case .touchpadSwipe: "touchpad_swipe"
    case .key: "key"
    case .custom(let kind): kind.name
    }
  }

  /// Whether it reports a single `ended`, instead of `began`, `changed` and an end.
  public var isDiscrete: Bool {
    switch self {
    case .tap, .swipe, .key: true
    case .custom(let kind): kind.isDiscrete
    default: false
    }
  }

  /// A sentence about what is wrong with the kind's settings, or nil.
  public var problem: String? { own.problem }

  private var own: any KindSettings {
    switch self {
    case .tap(let settings): settings
    case .longPress(let settings): settings
    case .pan(let settings): settings
    case .edgePan(let settings): settings
    case .swipe(let settings): settings
    case .pinch(let settings): settings
    case .rotation(let settings): settings
    case .scroll(let settings), .touchpadSwipe(let settings): settings
    case .key(let settings): settings
    case .custom(let kind): kind
    }
  }

  func makeDetector() -> any Detector {
    if case .touchpadSwipe(let settings) = self { return ScrollDetector(settings, .swipe) }
    return own.makeDetector()
  }

  /// What the kind can be told, in the order in which it is read and checked.
  public var settings: [RecognizerSetting] {
    switch self {
    case .tap: Self.settings(RecognizerKind.tap) { if case .tap(let own) = $0 { own } else { nil } }
    case .longPress: Self.settings(RecognizerKind.longPress) { if case .longPress(let own) = $0 { own } else { nil } }
    case .pan: Self.settings(RecognizerKind.pan) { if case .pan(let own) = $0 { own } else { nil } }
    case .edgePan: Self.settings(RecognizerKind.edgePan) { if case .edgePan(let own) = $0 { own } else { nil } }
    case .swipe: Self.settings(RecognizerKind.swipe) { if case .swipe(let own) = $0 { own } else { nil } }
    case .pinch: Self.settings(RecognizerKind.pinch) { if case .pinch(let own) = $0 { own } else { nil } }
    case .rotation: Self.settings(RecognizerKind.rotation) { if case .rotation(let own) = $0 { own } else { nil } }
    case .scroll: Self.settings(RecognizerKind.scroll) { if case .scroll(let own) = $0 { own } else { nil } }
    case .touchpadSwipe:
      Self.settings(RecognizerKind.touchpadSwipe) { if case .touchpadSwipe(let own) = $0 { own } else { nil } }
    case .key: Self.settings(RecognizerKind.key) { if case .key(let own) = $0 { own } else { nil } }
    case .custom: []
    }
  }

  private static func settings<Settings: KindSettings>(
    _ wrap: @escaping @Sendable (Settings) -> RecognizerKind, _ unwrap: @escaping @Sendable (RecognizerKind) -> Settings?
  ) -> [RecognizerSetting] {
    Settings.list.map { $0.erased(unwrap, wrap) }
  }

  /// The value of one of its settings by name; nil if it has none of that name.
  public subscript(setting: String) -> RecognizerSetting.Value? { settings.first { $0.name == setting }?.read(self) }

  /// Sets one of its settings by name. Returns false, and changes nothing, if it has none of that name or the value is of another
  /// form. Whether the value is in range is for `problem` to say.
  @discardableResult public mutating func set(_ setting: String, to value: RecognizerSetting.Value) -> Bool {
    settings.first { $0.name == setting }?.write(&self, value) ?? false
  }
}

/// What every kind of recogniser can be told.
public struct RecognizerSettings {
  /// Whether it takes part at all. Switching it off in mid-gesture cancels the gesture, if one has begun.
  public var isEnabled: Bool
  /// Asked once, when a gesture is there and nobody else has a claim to it; false makes it fail without a report. The report shows
  /// the state that would be entered.
  public var shouldBegin: ((Handle<Recognizer>, GestureReport) -> Bool)?
  /// Whether its contacts may take hold of a run under way: it hears them also where a run admits catchers only.
  public var isCatcher: Bool
  /// Whether it only watches: it takes contacts from nobody, and nobody takes them from it.
  public var isPassive: Bool
  /// Whether logs hear nothing of it: it serves something that has a recogniser of its own.
  var isUnlogged = false
  /// Recognisers that must fail first: while one of them is still undecided this one waits, and fails if it begins.
  public var requireToFail: [Handle<Recognizer>]
  /// Recognisers that may be active together with this one. It is enough that either of two names the other.
  public var simultaneousWith: [Handle<Recognizer>]

  public init(
    isEnabled: Bool = true, isCatcher: Bool = false, isPassive: Bool = false,
    shouldBegin: ((Handle<Recognizer>, GestureReport) -> Bool)? = nil,
    requireToFail: [Handle<Recognizer>] = [], simultaneousWith: [Handle<Recognizer>] = []
  ) {
    self.isEnabled = isEnabled
    self.isCatcher = isCatcher
    self.isPassive = isPassive
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
  /// How many contacts take part now; the fingers on a touchpad count each.
  public var contacts: Int
  /// What made them.
  public var device: InputEvent.Device
  /// A pinch: the contacts' distance over the one at its begin; else 1.
  public var scale: Double
  /// A rotation: the angle turned since it began, in degrees, clockwise, over any number of turns; else 0.
  public var angle: Double
  /// How fast `scale` or `angle` changes, per second.
  public var rate: Double
  /// A swipe's.
  public var direction: SwipeDirection?
  /// What counts as the whole way, across and down: the size of the recogniser's view, or a touchpad's page.
  public var page: Size

  public init(
    state: GestureState, time: Double, location: Point, translation: Point, velocity: Point, contacts: Int, scale: Double = 1,
    angle: Double = 0, rate: Double = 0, direction: SwipeDirection? = nil, page: Size = .zero,
    device: InputEvent.Device = .touch
  ) {
    (self.state, self.time, self.location) = (state, time, location)
    (self.translation, self.velocity, self.contacts) = (translation, velocity, contacts)
    (self.scale, self.angle, self.rate) = (scale, angle, rate)
    (self.direction, self.page, self.device) = (direction, page, device)
  }
}

/// A recogniser in an arena. The arena alone changes it; others read.
public final class Recognizer {
  public internal(set) var kind: RecognizerKind
  /// The view on which its contacts must go down; names none until it is put on one.
  public internal(set) var view: Handle<View>
  public internal(set) var settings: RecognizerSettings
  public internal(set) var state = GestureState.possible

  var detector: any Detector
  /// The contacts that count for it, in the order they went down.
  var contacts: [Contact] = []
  /// The serial numbers of all contacts that were part of what it has seen since it was last free, in the order they went down.
  var involved: [UInt64] = []
  /// The size of its view when its first contact went down.
  var viewSize = Size.zero
  /// What made that contact.
  var device = InputEvent.Device.touch
  /// Its place among all recognisers, by the order in which they were added.
  var serial: UInt64 = 0
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

  func sharesContact(with other: Recognizer) -> Bool { involved.contains(where: other.involved.contains) }

  func report(_ state: GestureState, at time: Double) -> GestureReport {
    let measured = detector.measure(at: time)
    let isCancelled = state == .cancelled
    return GestureReport(
      state: state, time: time, location: measured.location, translation: measured.translation,
      velocity: isCancelled ? .zero : measured.velocity, contacts: contacts.reduce(0) { $0 + $1.fingers },
      scale: measured.scale, angle: measured.angle, rate: isCancelled ? 0 : measured.rate, direction: measured.direction,
      page: measured.page ?? viewSize, device: device)
  }
}
