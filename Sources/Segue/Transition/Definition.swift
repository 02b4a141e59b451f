// What an author writes once: how one screen becomes another, planned forward and played both ways.

/// The way a transition goes: towards a new screen or back from it.
public enum TransitionDirection: String, Sendable, CaseIterable { case present, dismiss }

/// Who is touched on the stage while a run is under way. Contacts that are down when it starts go on.
public enum StageInput: String, Sendable, CaseIterable {
  /// Nobody.
  case blocked
  /// Everybody, as at rest.
  case passed
  /// Recognisers that may take hold of the run; see `RecognizerSettings.isCatcher`.
  case catchers
}

/// A transition between kinds of screens.
public final class TransitionDefinition {
  public internal(set) var handle = Handle<TransitionDefinition>(bits: 0)
  public var name: String?
  /// Kinds that it leads from and to, written forward. "*" is any.
  public var from: [String]
  public var to: [String]
  /// The one direction that it serves; nil for both.
  public var direction: TransitionDirection?
  /// A higher one is asked first; among equals the one that names its kinds more closely, then the one registered first.
  public var priority = 0.0
  public var isEnabled = true
  /// Stands for the kinds and the direction: it alone says whether the definition serves. Gets what `when` gets.
  public var match: ((_ from: Screen, _ to: Screen, TransitionDirection) throws -> Bool)?
  /// Narrows the match further. Gets the declared from and to, and the direction.
  public var when: ((_ from: Screen, _ to: Screen, TransitionDirection) throws -> Bool)?

  /// Seconds; asked once a run, before it is planned.
  public var duration: (Run) throws -> Double = { _ in TransitionDefinition.defaultDuration }
  /// The pace of a run that the clock drives. A curve's own duration does not count.
  public var timing: Timing = .curve(.ease, duration: 0)
  public var prepare: ((Run, TransitionDirection) throws -> Void)?
  /// Plans the run forward. What it sets is recorded, played and undone with the run.
  public var animate: ((Run) throws -> Void)?
  /// Plans a dismissal by itself; without it a dismissal plays `animate` backward.
  public var animateDismiss: ((Run) throws -> Void)?
  /// Plans the run, in either direction as `animate` does, for people who want less motion; nil: a cross-fade.
  public var animateReduced: ((Run) throws -> Void)?
  /// Hears the progress whenever it changes. 0 is the state with `from`, in both directions; for a definition that serves
  /// dismissals alone it is the run's start.
  public var onProgress: ((Run, Double) throws -> Void)?
  /// Hears where a settle goes and how many seconds it takes, before it starts.
  public var onSettle: ((Run, _ finishing: Bool, _ seconds: Double) throws -> Void)?
  public var onEnd: ((Run, EndReason) throws -> Void)?
  /// Who is touched while a run is under way.
  public var input = StageInput.passed
  /// The author reports the end with `Run.complete`; otherwise the end of the motion is the end of the run.
  public var reportsCompletion = false
  /// Where it was written, for messages: "photos.lua:12".
  public var place: String?

  /// The duration where none is given, in seconds; LiquidTransition's.
  public static let defaultDuration = 1.0

  public init(from: [String], to: [String]) { (self.from, self.to) = (from, to) }

  /// The definition as messages call it.
  public var title: String {
    let name = name.map { "transition \"\($0)\"" } ?? "the transition from \(Self.list(from)) to \(Self.list(to))"
    return place.map { "\(name) (\($0))" } ?? name
  }

  static func list(_ kinds: [String]) -> String { kinds.map { "\"\($0)\"" }.joined(separator: ", ") }
}
