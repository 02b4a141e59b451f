// The pan: contacts that move together, along any way or one axis.

/// What a pan asks for before it begins. Lengths are stage units.
public struct PanSettings: KindSettings {
  /// Which way a pan may start. Along an axis only that component is reported, the other is 0.
  public enum Axis: String, CaseIterable, Sendable {
    case any, x, y
    /// The axis along which it starts; the vertical one if both are equal.
    case lock
  }

  public var axis: Axis
  /// The distance that must be exceeded: from the first contact's place, measured along the axis where there is one. With 0 a pan
  /// along any way begins at the touch.
  public var slop: Double
  /// Fewer contacts than this do not begin a pan, and end one.
  public var minimumContacts: Int
  /// Further contacts are ignored.
  public var maximumContacts: Int
  public var velocity: VelocityMeasure

  public init(
    axis: Axis = .any, slop: Double = GestureConstants.slop, minimumContacts: Int = 1, maximumContacts: Int = .max,
    velocity: VelocityMeasure = .init()
  ) {
    self.axis = axis
    self.slop = slop
    self.minimumContacts = minimumContacts
    self.maximumContacts = maximumContacts
    self.velocity = velocity
  }

  static let list: [SettingOf<PanSettings>] =
    [
      .word("axis", \.axis), .number("slop", \.slop, 0...GestureConstants.largestCoordinate),
      .integer("min_contacts", \.minimumContacts, 1...Int.max), .integer("max_contacts", \.maximumContacts, 1...Int.max),
    ] + SettingOf.velocity(\.velocity)

  func makeDetector() -> any Detector { PanDetector(self) }

  /// A sentence about what is wrong with the settings, or nil.
  public var problem: String? {
    if !(slop >= 0 && slop <= GestureConstants.largestCoordinate) {
      return "slop expected a number from 0 to \(GestureConstants.largestCoordinate), got \(slop)"
    }
    if minimumContacts < 1 { return "minimum contacts expected 1 or more, got \(minimumContacts)" }
    if maximumContacts < minimumContacts {
      return "maximum contacts expected \(minimumContacts) (the minimum) or more, got \(maximumContacts)"
    }
    return valueOutOfRange
  }
}

/// Follows the way of the contacts' centre. When a contact joins or leaves, the way goes on from where it was, so that the
/// jump of the centre is never seen.
///
/// Translation counts from the point at which the slop was used up, so that nothing jumps by the slop when the pan begins and the
/// same stroke means the same however the device cuts it into events. A pan that had to wait for another recogniser counts
/// from where it was granted.
struct PanDetector: Detector {
  private enum Phase {
    /// Too few contacts, or not far enough yet.
    case watching
    /// Went far enough along the axis that is named (`any` = both components count).
    case decided(PanSettings.Axis)
    /// Started along the wrong axis.
    case refused
  }

  let settings: PanSettings
  private var phase = Phase.watching
  private var tracker: VelocityTracker
  /// The centre now, and where it was when a contact last joined or left.
  private var center = Point.zero
  private var joined = Point.zero
  /// The way made up to then; 0 where enough contacts were first down.
  private var made = Point.zero
  /// The way at which translation is 0.
  private var anchor = Point.zero
  private var hasEnough = false

  init(_ settings: PanSettings) {
    self.settings = settings
    tracker = VelocityTracker(settings.velocity)
  }

  var maximumContacts: Int { settings.maximumContacts }

  /// Since enough contacts were first down.
  var way: Point { Point(made.x + (center.x - joined.x), made.y + (center.y - joined.y)) }

  mutating func update(_ change: ContactChange, contacts: [Contact], at time: Double, isActive: Bool) -> Verdict {
    guard settings.problem == nil else { return .fail }
    guard contacts.count >= settings.minimumContacts else {
      hasEnough = false
      if isActive { return .end }
      phase = .watching
      return contacts.isEmpty ? .fail : .wait
    }
    let before = way
    center = contacts.centroid
    if change != .move {
      if hasEnough {
        made = before
      } else {
        hasEnough = true
        made = .zero
        tracker.reset()
        tracker.add(.zero, at: time)
      }
      joined = center
      if case .watching = phase, change == .down, settings.slop == 0, settings.axis == .any { phase = .decided(.any) }
      return isActive ? .wait : wish
    }
    let now = way
    tracker.add(now, at: time)
    if isActive { return seen(now) == seen(before) ? .wait : .change }
    if case .watching = phase { decide(now) }
    return wish
  }

  private var wish: Verdict {
    switch phase {
    case .watching: .wait
    case .decided: .begin
    case .refused: .fail
    }
  }

  private mutating func decide(_ way: Point) {
    let (x, y) = (abs(way.x), abs(way.y))
    if settings.axis == .any {
      let distance = Elementary.length(x, y)
      guard distance > settings.slop else { return }
      anchor = Point(way.x / distance * settings.slop, way.y / distance * settings.slop)
      phase = .decided(.any)
      return
    }
    guard max(x, y) > settings.slop else { return }
    let dominant: PanSettings.Axis = x > y ? .x : .y
    guard settings.axis == .lock || settings.axis == dominant else {
      phase = .refused
      return
    }
    anchor = Point(way.x < 0 ? -settings.slop : settings.slop, way.y < 0 ? -settings.slop : settings.slop)
    phase = .decided(dominant)
  }

  /// The part of a vector that is reported.
  private func seen(_ vector: Point) -> Point {
    switch phase {
    case .decided(.x): Point(vector.x, 0)
    case .decided(.y): Point(0, vector.y)
    default: vector
    }
  }

  mutating func start(late: Bool) {
    if late { anchor = way }
  }

  func measure(at time: Double) -> Measurement {
    let way = way
    return Measurement(
      location: center, translation: seen(Point(way.x - anchor.x, way.y - anchor.y)),
      velocity: seen(tracker.velocity(at: time)))
  }

  mutating func setTranslation(_ translation: Point) {
    anchor = Point(way.x - translation.x, way.y - translation.y)
  }

  mutating func reset() {
    phase = .watching
    tracker.reset()
    (center, joined, made, anchor) = (.zero, .zero, .zero, .zero)
    hasEnough = false
  }
}
