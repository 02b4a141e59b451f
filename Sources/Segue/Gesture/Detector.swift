// What a kind of recogniser has to answer. A kind is one file with its settings and one detector; states, rivals and reports
// are the arena's business.

/// A contact as a recogniser sees it: a finger, a button, or what all fingers on a touchpad do together.
struct Contact: Equatable {
  /// Names a contact across devices while it is down.
  struct ID: Hashable {
    var device: InputEvent.Device
    var contact: Int
    var touchpad: TouchpadMotion.Kind?
  }
  /// A point in a view, the view's size, and how the view stood on the stage.
  struct Place: Equatable {
    var point: Point
    var size: Size
    /// From the stage to the view.
    var transform = Transform.identity

    /// A way on the stage, as it is in the view.
    func way(_ way: Point) -> Point {
      Point(transform.a * way.x + transform.c * way.y, transform.b * way.x + transform.d * way.y)
    }
  }
  /// A touchpad's motion since it began; see `TouchpadMotion`.
  struct Pad: Equatable {
    var fingers: Int
    var way = Point.zero
    var scale = 1.0
    var rotation = 0.0
  }

  var id: ID
  /// Tells it from every other contact that ever was.
  var serial: UInt64 = 0
  var position: Point
  var pad: Pad?
  /// A key's name.
  var key: String?
  /// Where it went down, in the recogniser's view; nil without a scene.
  var place: Place?

  /// A mouse's button, from 1.
  var button: Int? { id.device == .mouse ? max(id.contact, 1) : nil }
  /// Whether it points at something: a finger, a pen, a mouse's first button.
  var isPointer: Bool { pad == nil && key == nil && (button ?? 1) == 1 }

  var fingers: Int { pad?.fingers ?? 1 }

  /// Takes in what a touchpad did.
  mutating func add(_ motion: TouchpadMotion) {
    guard var pad else { return }
    let limit = GestureConstants.largestCoordinate
    pad.way.x = min(max(pad.way.x + motion.delta.x, -limit), limit)
    pad.way.y = min(max(pad.way.y + motion.delta.y, -limit), limit)
    pad.scale = motion.scale
    pad.rotation = min(max(pad.rotation + motion.rotation, -limit), limit)
    self.pad = pad
  }
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
  var scale = 1.0
  /// Degrees, clockwise.
  var angle = 0.0
  /// Of scale or angle, per second.
  var rate = 0.0
  var direction: SwipeDirection?
  /// nil: the view's size.
  var page: Size?
}

/// Decides from contacts alone whether a gesture of one kind is there. It knows no arena, no clock and no rival.
protocol Detector {
  /// The most contacts the kind makes use of.
  var maximumContacts: Int { get }
  /// Whether a contact that went down can be part of the gesture, beside those that are. What is not taken is none of the
  /// recogniser's business until it has lifted.
  func takes(_ contact: Contact, beside contacts: [Contact]) -> Bool

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
  func takes(_ contact: Contact, beside contacts: [Contact]) -> Bool { contact.isPointer && contacts.count < maximumContacts }
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
