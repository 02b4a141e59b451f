// The edge pan: a pan that comes in from an edge of its view.

/// What an edge pan asks for. Lengths are stage units.
public struct EdgePanSettings: KindSettings {
  public enum Edge: String, CaseIterable, Sendable { case left, right, top, bottom }

  /// The edges that count, as in a left-to-right layout; without any it never begins.
  public var edges: Set<Edge>
  /// How far from its edge, in the view, a contact may go down.
  public var band: Double
  /// Whether the layout runs from right to left, which swaps left and right.
  public var isRightToLeft: Bool
  /// The distance that must be exceeded, mostly away from the edge.
  public var slop: Double
  public var velocity: VelocityMeasure

  public init(
    edges: Set<Edge> = [], band: Double = GestureConstants.edgeBand, isRightToLeft: Bool = false,
    slop: Double = GestureConstants.slop, velocity: VelocityMeasure = .init()
  ) {
    (self.edges, self.band, self.isRightToLeft, self.slop, self.velocity) = (edges, band, isRightToLeft, slop, velocity)
  }

  static let list: [SettingOf<EdgePanSettings>] =
    [
      .words("edges", \.edges), .number("band", \.band, 0...GestureConstants.largestCoordinate),
      .flag("right_to_left", \.isRightToLeft), .number("slop", \.slop, 0...GestureConstants.largestCoordinate),
    ] + SettingOf.velocity(\.velocity)
  public var problem: String? { valueOutOfRange }
  func makeDetector() -> any Detector { EdgePanDetector(self) }

  /// The edges within whose bands a place lies.
  func edges(at place: Contact.Place) -> [Edge] {
    Edge.allCases.filter { edge in
      switch edge {
      case .left: edges.contains(isRightToLeft ? .right : .left) && place.point.x <= band
      case .right: edges.contains(isRightToLeft ? .left : .right) && place.size.width - place.point.x <= band
      case .top: edges.contains(.top) && place.point.y <= band
      case .bottom: edges.contains(.bottom) && place.size.height - place.point.y <= band
      }
    }
  }
}

/// A pan of one contact that asks where the contact went down and, once, which way it goes.
struct EdgePanDetector: Detector {
  let settings: EdgePanSettings
  private var pan: PanDetector
  /// Where the contact went down.
  private var place: Contact.Place?

  init(_ settings: EdgePanSettings) {
    self.settings = settings
    pan = PanDetector(PanSettings(slop: settings.slop, maximumContacts: 1, velocity: settings.velocity))
  }

  var maximumContacts: Int { 1 }

  func takes(_ contact: Contact, beside contacts: [Contact]) -> Bool {
    guard contact.isPointer, contacts.isEmpty, let place = contact.place else { return false }
    return !settings.edges(at: place).isEmpty
  }

  mutating func update(_ change: ContactChange, contacts: [Contact], at time: Double, isActive: Bool) -> Verdict {
    guard settings.problem == nil else { return .fail }
    if change == .down { place = contacts.first?.place }
    let verdict = pan.update(change, contacts: contacts, at: time, isActive: isActive)
    guard verdict == .begin else { return verdict }
    // Without a slop the touch itself counts, which has no way yet.
    guard pan.way != .zero, let place else { return .begin }
    let way = place.way(pan.way)
    return settings.edges(at: place).contains { leaves($0, way) } ? .begin : .fail
  }

  private func leaves(_ edge: EdgePanSettings.Edge, _ way: Point) -> Bool {
    switch edge {
    case .left: way.x > abs(way.y)
    case .right: -way.x > abs(way.y)
    case .top: way.y > abs(way.x)
    case .bottom: -way.y > abs(way.x)
    }
  }

  mutating func start(late: Bool) { pan.start(late: late) }
  func measure(at time: Double) -> Measurement { pan.measure(at: time) }
  mutating func setTranslation(_ translation: Point) { pan.setTranslation(translation) }
  mutating func reset() { self = EdgePanDetector(settings) }
}
