// What containers do, and how they tell it.

/// What happens in a container.
public enum ContainerOperation: String, Sendable, CaseIterable {
  /// A screen comes onto a stack, or goes off it; or another takes the place of the top one.
  case push, pop, replace
  /// A screen comes over what a container shows, or goes again.
  case present, dismiss
  /// Another tab is shown.
  case select

  var reason: AppearanceReason { AppearanceReason(rawValue: rawValue) ?? .root }

  /// Whether the screen that leaves may come back by undoing this operation, which then restores what it had changed.
  var isUndone: Bool { self == .push || self == .present }
}

/// What came of a request to a container.
public enum Outcome {
  /// It is done, under way or waiting in this run.
  case run(Run)
  /// It cannot be done now; nothing changed. The sentence says why.
  case refused(String)
}

/// What becomes of a request that comes while a run is under way.
public enum ConflictPolicy: String, Sendable, CaseIterable {
  /// It is refused, with the reason.
  case refuse
  /// It waits until the run has ended. If it cannot be done then, its run ends as cancelled.
  case queue
  /// The run under way is taken back, and the request begins from what was before it.
  case replace
  /// The run under way counts as done, its end reason is `interrupted`, and what it moves goes on from where it is, as fast as it
  /// is, into the new run. A request that undoes it turns it round.
  case retarget
}

/// One step of what a container does.
public struct ContainerNews {
  public enum Event: String, Sendable, CaseIterable {
    /// A screen is about to be shown, or is for good; not told of a run that was rolled back.
    case willShow = "will_show"
    case didShow = "did_show"
    /// The screen that an operation brings, or with a pop or a dismissal takes away.
    case willPush = "will_push"
    case didPush = "did_push"
    case willPop = "will_pop"
    case didPop = "did_pop"
    case willReplace = "will_replace"
    case didReplace = "did_replace"
    case willPresent = "will_present"
    case didPresent = "did_present"
    case willDismiss = "will_dismiss"
    case didDismiss = "did_dismiss"
    case willSelect = "will_select"
    case didSelect = "did_select"

    static func will(_ operation: ContainerOperation) -> Event? { Event(rawValue: "will_\(operation.rawValue)") }
    static func did(_ operation: ContainerOperation) -> Event? { Event(rawValue: "did_\(operation.rawValue)") }
  }
  public var event: Event
  public var screen: Screen
  public var animated: Bool
}

/// Which screens a container has, and which of them it shows.
struct ContainerState {
  var screens: [Screen] = []
  /// The place of the one that is shown.
  var selected = 0
  /// Those that were shown before, the latest last.
  var history: [Screen] = []
  /// How what is presented was presented.
  var styles: [Handle<Screen>: PresentationStyle] = [:]

  func contains(_ screen: Screen) -> Bool { screens.contains { $0 === screen } }
}

/// What a container makes of a request in the state that it is in.
enum ContainerPlan {
  case change(ContainerOperation, TransitionDirection, ContainerState)
  case refused(String)
}
