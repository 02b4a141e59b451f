// Screens side by side, of which one shows.

/// A row of screens of which one is shown. Going to a later one is a transition forward, to an earlier one back.
public final class Tabs: Container {
  /// Where `back` goes.
  public enum BackBehaviour: String, Sendable, CaseIterable {
    /// The tab that was shown before.
    case history
    /// The tab to the left.
    case order
    /// The first tab.
    case first
    /// Nowhere.
    case none
  }

  public var backBehaviour = BackBehaviour.history

  init(engine: Engine, view: Handle<View>, screens: [Screen], selected: Int) {
    super.init(engine: engine, view: view, ContainerState(screens: screens, selected: selected))
    conflict = .retarget
  }

  override var title: String { "tabs" }

  public var screens: [Screen] { state.screens }
  /// The place of the tab that is shown, or that a run under way brings; from 0.
  public var selected: Int { state.selected }

  /// Shows the tab at a place, from 0. Throws when there is none; refused for the tab that shows already.
  public func select(
    _ index: Int, animated: Bool = true, interaction: Interaction? = nil, conflict: ConflictPolicy? = nil,
    completion: ((EndReason) -> Void)? = nil
  ) throws(SegueError) -> Outcome {
    guard state.screens.indices.contains(index) else {
      throw SegueError("select: there are \(state.screens.count) tabs, got number \(index + 1)")
    }
    return try request(
      "select", animated: animated, interaction: interaction, conflict: conflict, completion: completion
    ) { state in
      if state.selected == index { return .refused("tab \(index + 1) is selected already") }
      return Self.plan(state, index) { $0.filter { $0 != index } + [state.selected] }
    }
  }

  /// Goes where `backBehaviour` says. Refused when that is nowhere.
  public func back(
    animated: Bool = true, interaction: Interaction? = nil, conflict: ConflictPolicy? = nil,
    completion: ((EndReason) -> Void)? = nil
  ) throws(SegueError) -> Outcome {
    let behaviour = backBehaviour
    return try request(
      "back", animated: animated, interaction: interaction, conflict: conflict, completion: completion
    ) { state in
      let place: Int? =
        switch behaviour {
        case .history: state.history.last
        case .order: state.selected > 0 ? state.selected - 1 : nil
        case .first: state.selected > 0 ? 0 : nil
        case .none: nil
        }
      guard let place else { return .refused("there is no tab to go back to") }
      return Self.plan(state, place) { behaviour == .history ? $0.dropLast() : $0 }
    }
  }

  private static func plan(
    _ state: ContainerState, _ index: Int, _ history: ([Int]) -> [Int]
  ) -> ContainerPlan {
    var next = state
    (next.selected, next.history) = (index, history(state.history))
    return .change(.select, index > state.selected ? .present : .dismiss, next)
  }
}
