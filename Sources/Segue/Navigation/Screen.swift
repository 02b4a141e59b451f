// A screen: a view with a kind, and what it hears of its coming and going.

/// What a screen is told when it comes or goes.
public enum Appearance: String, Sendable, CaseIterable {
  case willAppear = "will_appear"
  case didAppear = "did_appear"
  case willDisappear = "will_disappear"
  case didDisappear = "did_disappear"
}

/// Why a screen comes or goes: the words of an appearance event's reason.
public enum AppearanceReason: String, Sendable, CaseIterable {
  /// It, or what covers it, was pushed.
  case push
  /// It, or what covered it, was popped.
  case pop
  /// It took another screen's place, or lost its own.
  case replace
  /// It was presented, or another one in its place.
  case present
  /// It was dismissed, or what was presented in its place.
  case dismiss
  /// Its tab was selected, or another one.
  case select
  /// The container around it came onto the stage, or went from it.
  case root
  /// The run that it came or went in was rolled back.
  case cancel
}

/// One step of a screen's coming or going.
public struct AppearanceEvent: Sendable {
  public var appearance: Appearance
  public var reason: AppearanceReason
  /// Whether a finger drives the run at this moment.
  public var interactive: Bool
  public var animated: Bool
}

/// How much of a screen is to be seen.
enum Presence {
  case hidden, coming, shown, going

  /// What is left of it inside something that is itself to be seen so much.
  func under(_ outer: Presence) -> Presence {
    switch (outer, self) {
    case (.hidden, _), (_, .hidden): .hidden
    case (.shown, _): self
    case (.going, _), (_, .going): .going
    case (.coming, _): .coming
    }
  }

  /// What is to be told on the way from one to the next, a step at a time.
  func steps(to next: Presence) -> [(Appearance, Presence)] {
    switch (self, next) {
    case (.hidden, .coming), (.going, .coming): [(.willAppear, .coming)]
    case (.hidden, .shown), (.going, .shown): [(.willAppear, .coming), (.didAppear, .shown)]
    case (.coming, .shown): [(.didAppear, .shown)]
    case (.coming, .going), (.shown, .going): [(.willDisappear, .going)]
    case (.coming, .hidden), (.shown, .hidden): [(.willDisappear, .going), (.didDisappear, .hidden)]
    case (.going, .hidden): [(.didDisappear, .hidden)]
    case (.hidden, _), (.coming, .coming), (.shown, _), (.going, .going): []
    }
  }
}

/// One page of an app: what a view controller is elsewhere. Its kind is a dotted name, and definitions for "photo" also serve
/// "photo.full".
public final class Screen: TransitionChooser {
  public internal(set) var handle = Handle<Screen>(bits: 0)
  public let kind: String
  public let view: Handle<View>
  /// The container that the screen is in.
  public internal(set) weak var container: Container? {
    didSet { if let container { lastContainer = container } }
  }
  /// The one that it is in, or was in last.
  private(set) weak var lastContainer: Container?
  /// The container that the screen is the outside of.
  public internal(set) weak var content: Container?
  public var choices = TransitionChoices()
  /// How much of it is to be seen in its container, and how much it has been told.
  var presence = Presence.hidden
  private(set) var told = Presence.hidden
  private var appearance = Observers<AppearanceEvent>()
  private var layout = Observers<Size>()
  private var phases = Observers<(TransitionPhase, Run)>()
  private var mayLeave = Handlers<ContainerOperation, Bool?>()
  /// The view inside that has the focus while the screen is in front.
  public internal(set) var focus: Handle<View>?
  /// What the run that takes this screen back has to restore.
  var ticket: ReturnTicket?

  private unowned let engine: Engine

  init(engine: Engine, kind: String, view: Handle<View>) { (self.engine, self.kind, self.view) = (engine, kind, view) }

  /// The stack that the screen is on.
  public var navigation: Navigation? { container as? Navigation }

  /// Adds a handler for every step of the screen's coming and going; returns a name to remove it by.
  @discardableResult public func onAppearance(_ call: @escaping (AppearanceEvent) -> Void) -> UInt64 { appearance.add(call) }

  public func removeAppearanceHandler(_ id: UInt64) { appearance.remove(id) }

  /// Adds a handler that gets the screen's size when it is placed and when the size changes; returns a name to remove it by.
  @discardableResult public func onLayout(_ call: @escaping (Size) -> Void) -> UInt64 { layout.add(call) }

  public func removeLayoutHandler(_ id: UInt64) { layout.remove(id) }

  /// Adds a handler for what becomes of the runs that the screen takes part in; returns a name to remove it by.
  @discardableResult public func onPhase(_ call: @escaping (TransitionPhase, Run) -> Void) -> UInt64 { phases.add(call) }

  public func removePhaseHandler(_ id: UInt64) { phases.remove(id) }

  func tell(_ phase: TransitionPhase, _ run: Run) { for call in phases.calls { call((phase, run)) } }
  /// Adds a handler that is asked before an operation takes the screen out of its container for good; the first answer that is not
  /// nil counts, and false refuses the operation. Meanwhile it may bring something onto that container, which refuses the operation
  /// too, but take nothing away. Returns a name to remove it by.
  @discardableResult public func onMayLeave(_ call: @escaping (ContainerOperation) -> Bool?) -> UInt64 { mayLeave.add(call) }

  public func removeMayLeaveHandler(_ id: UInt64) { mayLeave.remove(id) }

  /// The first that does not want to leave: it, or a screen that it shows inside.
  func firstToStay(_ operation: ContainerOperation) -> Screen? {
    if mayLeave.firstAnswer(operation) == false { return self }
    for screen in content?.state.screens.reversed() ?? [] {
      if let stays = screen.firstToStay(operation) { return stays }
    }
    return nil
  }

  func layOut(_ size: Size) { for call in layout.calls { call(size) } }

  /// Takes a new presence and tells the screen, and what is in it, what that means.
  func become(_ presence: Presence, _ reason: AppearanceReason, interactive: Bool, animated: Bool) {
    self.presence = presence
    hear(reason, interactive: interactive, animated: animated)
  }

  /// Tells the screen, and what is in it, what has changed around it.
  func hear(_ reason: AppearanceReason, interactive: Bool, animated: Bool) {
    let wanted = presence.under(container?.presence ?? .hidden)
    for (appearance, next) in told.steps(to: wanted) {
      told = next
      let event = AppearanceEvent(appearance: appearance, reason: reason, interactive: interactive, animated: animated)
      engine.onEvent?(.appearance(self, event))
      for call in self.appearance.calls { call(event) }
      for inside in engine.containers(in: self) {
        inside.passOn(reason, interactive: interactive, animated: animated)
      }
    }
  }

  /// Whether a definition's word for a kind means this screen: the kind, one of its dotted parents, "*", or what it shows inside.
  public func matches(_ pattern: String) -> Bool {
    pattern == "*" || kind == pattern || kind.hasPrefix(pattern + ".") || content?.current.matches(pattern) == true
  }
}
