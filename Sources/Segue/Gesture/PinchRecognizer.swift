// The pinch: two contacts that move apart or together.

/// What a pinch asks for. Lengths are stage units.
public struct PinchSettings: KindSettings {
  /// How much the distance of the contacts must change to begin; with 0 it begins when both are down.
  public var slop: Double
  public var velocity: VelocityMeasure
  /// The distance that two fingers on a touchpad are taken to have at first.
  public var span: Double
  public init(
    slop: Double = GestureConstants.slop, velocity: VelocityMeasure = .init(), span: Double = GestureConstants.touchpadSpan
  ) {
    (self.slop, self.velocity, self.span) = (slop, velocity, span)
  }

  static let list: [SettingOf<PinchSettings>] =
    [
      .number("slop", \.slop, 0...GestureConstants.largestCoordinate),
      .number("span", \.span, 1...GestureConstants.largestCoordinate),
    ] + SettingOf.velocity(\.velocity)
  public var problem: String? { valueOutOfRange }
  func makeDetector() -> any Detector { PinchDetector(self) }
}

/// Scale is the distance over the one at which the slop was used up, so that nothing jumps when the pinch begins; after waiting
/// for another recogniser, over the one at which it was granted. It ends when a contact lifts.
struct PinchDetector: Detector {
  let settings: PinchSettings
  private var first: FingerPair?
  private var now: FingerPair?
  /// The distance whose scale is 1.
  private var base = 1.0
  private var isDecided = false
  private var tracker: VelocityTracker

  init(_ settings: PinchSettings) {
    self.settings = settings
    tracker = VelocityTracker(settings.velocity)
  }

  var maximumContacts: Int { 2 }
  func takes(_ contact: Contact, beside contacts: [Contact]) -> Bool { FingerPair.takes(contact, beside: contacts) }

  mutating func update(_ change: ContactChange, contacts: [Contact], at time: Double, isActive: Bool) -> Verdict {
    guard settings.problem == nil else { return .fail }
    if change == .up { return isActive ? .end : .fail }
    guard let pair = FingerPair(contacts, touchpadSpan: settings.span) else { return .wait }
    let before = now
    now = pair
    // Spans are noted, not scales: what scale 1 is may not be known yet.
    tracker.add(pair.span, at: time)
    guard let first else {
      first = pair
      base = pair.span
      isDecided = settings.slop == 0
      return isDecided ? .begin : .wait
    }
    if isActive { return pair == before ? .wait : .change }
    if !isDecided, abs(pair.span - first.span) > settings.slop {
      isDecided = true
      base = max(first.span + (pair.span > first.span ? settings.slop : -settings.slop), GestureConstants.leastSpan)
    }
    return isDecided ? .begin : .wait
  }

  mutating func start(late: Bool) {
    if late, let now { base = now.span }
  }

  func measure(at time: Double) -> Measurement {
    guard let now else { return Measurement() }
    return Measurement(location: now.center, scale: now.span / base, rate: tracker.velocity(at: time).x / base)
  }

  mutating func reset() { self = PinchDetector(settings) }
}
