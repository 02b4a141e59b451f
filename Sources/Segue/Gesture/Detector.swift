// What a kind of recogniser has to answer. A kind is one file with its settings and one detector; states, rivals and reports
// are the arena's business.

/// One contact as a recogniser sees it.
struct Contact: Equatable {
  /// Names a contact across devices.
  struct ID: Hashable {
    var device: InputEvent.Device
    var contact: Int
  }
  var id: ID
  var position: Point
}

/// What just happened to a recogniser's contacts; the list that goes with it is as it is afterwards.
enum ContactChange {
  case down, move, up
}

/// What a gesture has to report now, in stage units and stage units per second.
struct Measurement: Equatable {
  var location = Point.zero
  var translation = Point.zero
  var velocity = Point.zero
}

/// Decides from contacts alone whether a gesture of one kind is there. It knows no arena, no clock and no rival.
protocol Detector {
  /// The most contacts the kind makes use of; the arena offers no more.
  var maximumContacts: Int { get }

  /// Hears of a change and says what follows. `isActive` tells whether an earlier `begin` was granted: until then a detector
  /// that wants to begin says so at every change.
  mutating func update(_ change: ContactChange, contacts: [Contact], at time: Double, isActive: Bool) -> Verdict

  /// When the detector wants to hear of time passing, s; nil = never. The arena sets it back to nil before it calls `elapse`.
  var deadline: Double? { get set }
  /// The deadline came; a new one lies later.
  mutating func elapse(at time: Double, isActive: Bool) -> Verdict

  /// The gesture was granted; `late` if it had to wait for another to fail after it was there.
  mutating func start(late: Bool)

  func measure(at time: Double) -> Measurement

  /// Makes the translation count from another point; a kind without one ignores it.
  mutating func setTranslation(_ translation: Point)

  /// Forgets everything: the next gesture starts afresh.
  mutating func reset()
}

extension Detector {
  var deadline: Double? {
    get { nil }
    set {}
  }
  mutating func elapse(at time: Double, isActive: Bool) -> Verdict { .wait }
  mutating func setTranslation(_ translation: Point) {}
}

extension [Contact] {
  /// The mean of the positions; of no contacts, the origin.
  var centroid: Point {
    guard !isEmpty else { return .zero }
    var sum = Point.zero
    for contact in self {
      sum.x += contact.position.x
      sum.y += contact.position.y
    }
    return Point(sum.x / Double(count), sum.y / Double(count))
  }
}
