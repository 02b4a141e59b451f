// The rotation: two contacts that turn about each other.

/// What a rotation asks for. Lengths are stage units.
public struct RotationSettings: KindSettings {
  /// How far the contacts must turn to begin, measured along their circle, since fingers near together tremble through large
  /// angles; with 0 it begins when both are down.
  public var slop: Double
  public var velocity: VelocityMeasure
  public init(slop: Double = GestureConstants.slop, velocity: VelocityMeasure = .init()) {
    (self.slop, self.velocity) = (slop, velocity)
  }

  static let list: [SettingOf<RotationSettings>] =
    [.number("slop", \.slop, 0...GestureConstants.largestCoordinate)] + SettingOf.velocity(\.velocity)
  public var problem: String? { valueOutOfRange }
  func makeDetector() -> any Detector { RotationDetector(self) }
}

/// Follows the angle over any number of turns: from one event to the next it goes the short way. It counts from where the slop
/// was used up; after waiting for another recogniser, from where it was granted. It ends when a contact lifts.
struct RotationDetector: Detector {
  let settings: RotationSettings
  private var now: FingerPair?
  /// Degrees turned since both contacts were down.
  private var turned = 0.0
  /// The turn that counts as 0.
  private var base = 0.0
  private var isDecided = false
  private var tracker: VelocityTracker

  init(_ settings: RotationSettings) {
    self.settings = settings
    tracker = VelocityTracker(settings.velocity)
  }

  var maximumContacts: Int { 2 }
  func takes(_ contact: Contact, beside contacts: [Contact]) -> Bool { FingerPair.takes(contact, beside: contacts) }

  mutating func update(_ change: ContactChange, contacts: [Contact], at time: Double, isActive: Bool) -> Verdict {
    guard settings.problem == nil else { return .fail }
    if change == .up { return isActive ? .end : .fail }
    guard let pair = FingerPair(contacts) else { return .wait }
    let before = now
    now = pair
    if let before {
      let step = pair.angle - before.angle
      turned += contacts[0].pad == nil ? step.remainder(dividingBy: 360) : step
    }
    tracker.add(turned, at: time)
    if before == nil { isDecided = settings.slop == 0 }
    if isActive { return pair == before ? .wait : .change }
    let arc = turned * .pi / 180 * pair.span / 2
    if !isDecided, abs(arc) > settings.slop {
      isDecided = true
      base = turned * settings.slop / abs(arc)
    }
    return isDecided ? .begin : .wait
  }

  mutating func start(late: Bool) {
    if late { base = turned }
  }

  func measure(at time: Double) -> Measurement {
    Measurement(location: now?.center ?? .zero, angle: turned - base, rate: tracker.velocity(at: time).x)
  }

  mutating func reset() { self = RotationDetector(settings) }
}
