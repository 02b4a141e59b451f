// What a container or a screen chooses by itself before the registry is asked.

/// Functions and definitions that a container or a screen has of its own.
public struct TransitionChoices {
  /// Chooses the definition of an operation before anything else is asked; nil falls through.
  public var definition: ((ContainerOperation, _ from: Screen, _ to: Screen) -> TransitionDefinition?)?
  /// The definitions of single operations, asked next.
  public var definitionOfOperation: [ContainerOperation: TransitionDefinition] = [:]
  /// The definition for whatever is done, asked before the registry.
  public var ownDefinition: TransitionDefinition?
  /// Chooses what drives a run that was started without an interaction; nil lets the clock drive it.
  public var interaction: ((TransitionDefinition) -> Interaction?)?

  func definition(_ operation: ContainerOperation, _ from: Screen, _ to: Screen) -> TransitionDefinition? {
    definition?(operation, from, to) ?? definitionOfOperation[operation] ?? ownDefinition
  }
}

/// A container or a screen: a screen's choices serve the runs that it comes and goes with, and count before its container's.
public protocol TransitionChooser: AnyObject {
  var view: Handle<View> { get }
  var choices: TransitionChoices { get set }
}
