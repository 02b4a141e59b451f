// Scrolls and swipes on a touchpad: pans whose fingers have no places.

/// What a scroll or a touchpad's swipe asks for. Lengths are stage units.
public struct ScrollSettings: KindSettings {
  /// Which way it may start. Along an axis only that component is reported, the other is 0.
  public var axis: PanSettings.Axis
  /// How many times larger than the other a component must be to be along its axis; while neither is, nothing is decided.
  public var axisTest: Double
  /// The distance that must be exceeded. With 0 one along any way begins with the first event.
  public var slop: Double
  /// What counts as the whole way, across and down.
  public var page: Size
  /// How many fingers it has at least and at most.
  public var minimumContacts: Int
  public var maximumContacts: Int
  public var velocity: VelocityMeasure

  public init(
    axis: PanSettings.Axis = .any, axisTest: Double = GestureConstants.axisTest, slop: Double = GestureConstants.slop,
    page: Size = GestureConstants.touchpadPage, minimumContacts: Int = 1, maximumContacts: Int = .max,
    velocity: VelocityMeasure = .init()
  ) {
    (self.axis, self.axisTest, self.slop, self.page) = (axis, axisTest, slop, page)
    (self.minimumContacts, self.maximumContacts, self.velocity) = (minimumContacts, maximumContacts, velocity)
  }

  static let list: [SettingOf<ScrollSettings>] =
    [
      .word("axis", \.axis), .number("axis_test", \.axisTest, 1...1000),
      .number("slop", \.slop, 0...GestureConstants.largestCoordinate),
      .pair("page", \.page, 1...GestureConstants.largestCoordinate), .integer("min_contacts", \.minimumContacts, 1...Int.max),
      .integer("max_contacts", \.maximumContacts, 1...Int.max),
    ] + SettingOf.velocity(\.velocity)
  public var problem: String? {
    if let valueOutOfRange { return valueOutOfRange }
    return maximumContacts < minimumContacts
      ? "max_contacts expected \(minimumContacts) (the minimum) or more, got \(maximumContacts)" : nil
  }
  func makeDetector() -> any Detector { ScrollDetector(self, .scroll) }
}

/// Follows one motion of a touchpad. Translation counts from where the slop was used up, as a pan's does.
struct ScrollDetector: Detector {
  let settings: ScrollSettings
  let source: TouchpadMotion.Kind
  private var location = Point.zero
  private var way = Point.zero
  /// The way at which translation is 0.
  private var anchor = Point.zero
  /// The axis along which it started.
  private var axis: PanSettings.Axis?
  private var tracker: VelocityTracker

  init(_ settings: ScrollSettings, _ source: TouchpadMotion.Kind) {
    (self.settings, self.source) = (settings, source)
    tracker = VelocityTracker(settings.velocity)
  }

  var maximumContacts: Int { 1 }

  func takes(_ contact: Contact, beside contacts: [Contact]) -> Bool {
    contact.id.touchpad == source && contacts.isEmpty
      && contact.fingers >= settings.minimumContacts && contact.fingers <= settings.maximumContacts
  }

  mutating func update(_ change: ContactChange, contacts: [Contact], at time: Double, isActive: Bool) -> Verdict {
    guard settings.problem == nil else { return .fail }
    guard let contact = contacts.first, let pad = contact.pad else { return isActive ? .end : .fail }
    let before = seen(way)
    (location, way) = (contact.position, pad.way)
    tracker.add(way, at: time)
    if isActive { return seen(way) == before ? .wait : .change }
    if axis == nil, settings.slop == 0, settings.axis == .any { axis = .any }
    if axis == nil, let verdict = decide() { return verdict }
    return axis == nil ? .wait : .begin
  }

  private mutating func decide() -> Verdict? {
    let (x, y) = (abs(way.x), abs(way.y))
    if settings.axis == .any {
      let distance = Elementary.length(x, y)
      guard distance > settings.slop else { return nil }
      anchor = Point(way.x / distance * settings.slop, way.y / distance * settings.slop)
      axis = .any
      return nil
    }
    guard max(x, y) > settings.slop else { return nil }
    let dominant: PanSettings.Axis = x > y ? .x : .y
    guard max(x, y) >= settings.axisTest * min(x, y) else { return nil }
    guard settings.axis == .lock || settings.axis == dominant else { return .fail }
    anchor = Point(way.x < 0 ? -settings.slop : settings.slop, way.y < 0 ? -settings.slop : settings.slop)
    axis = dominant
    return nil
  }

  private func seen(_ vector: Point) -> Point {
    switch axis {
    case .x: Point(vector.x, 0)
    case .y: Point(0, vector.y)
    default: vector
    }
  }

  mutating func start(late: Bool) {
    if late { anchor = way }
  }

  func measure(at time: Double) -> Measurement {
    Measurement(
      location: location, translation: seen(Point(way.x - anchor.x, way.y - anchor.y)),
      velocity: seen(tracker.velocity(at: time)), page: settings.page)
  }

  mutating func setTranslation(_ translation: Point) { anchor = Point(way.x - translation.x, way.y - translation.y) }
  mutating func reset() { self = ScrollDetector(settings, source) }
}
