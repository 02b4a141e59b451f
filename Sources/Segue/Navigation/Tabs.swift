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
    let screen = state.screens[index]
    return try request(
      "select", animated: animated, interaction: interaction, conflict: conflict, completion: completion
    ) { [self] state in
      guard let place = state.place(of: screen) else { return .refused("\"\(screen.kind)\" is none of these tabs") }
      if state.selected == place { return .refused("tab \(place + 1) is selected already") }
      return plan(state, place) { $0.filter { $0 !== screen } + [current(state)] }
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
    ) { [self] state in
      let place: Int? =
        switch behaviour {
        case .history: state.history.last.flatMap(state.place)
        case .order: state.selected > 0 ? state.selected - 1 : nil
        case .first: state.selected > 0 ? 0 : nil
        case .none: nil
        }
      guard let place else { return .refused("there is no tab to go back to") }
      return plan(state, place) { behaviour == .history ? $0.dropLast() : $0 }
    }
  }

  private func plan(_ state: ContainerState, _ place: Int, _ history: ([Screen]) -> [Screen]) -> ContainerPlan {
    var next = state
    (next.selected, next.history) = (place, history(state.history))
    return .change(.select, place > state.selected ? .present : .dismiss, next)
  }

  /// Puts a screen among the tabs, at a place from 0; nil: behind the last one. Nothing of it is seen until it is selected. Throws
  /// for a place that there is not and for a screen that is in a container already.
  public func insert(_ screen: Screen, at index: Int? = nil) throws(SegueError) {
    try checkComing(screen, "insert")
    if let refusal = refusal([screen], state) { throw SegueError("insert: \(refusal)") }
    let index = index ?? state.screens.count
    guard (0...state.screens.count).contains(index) else {
      throw SegueError("insert: index expected a number from 1 to \(state.screens.count + 1), got \(index + 1)")
    }
    let next = index < state.screens.count ? state.screens[index] : nil
    state.insert(screen, before: next)
    // A run that is rolled back does not take it away.
    run?.before.insert(screen, before: next)
    screen.container = self
  }

  /// Takes a tab out. In the place of the one that is shown comes the one shown before it, else the one behind it, else the one
  /// before it. While a run is under way it waits, unless `conflict` says otherwise. Refused for the only one and for a screen
  /// that is none of them.
  public func remove(
    _ screen: Screen, animated: Bool = true, interaction: Interaction? = nil, conflict: ConflictPolicy = .queue,
    completion: ((EndReason) -> Void)? = nil
  ) throws(SegueError) -> Outcome {
    try request(
      "remove", animated: animated, interaction: interaction, conflict: conflict, completion: completion
    ) { [self] state in
      guard let place = state.place(of: screen) else { return .refused("\"\(screen.kind)\" is none of these tabs") }
      if state.screens.count == 1 { return .refused("\"\(screen.kind)\" is the only tab") }
      var shown = current(state)
      var next = state
      next.screens.remove(at: place)
      next.history.removeAll { $0 === screen }
      if shown === screen { shown = next.history.popLast() ?? next.screens[min(place, next.screens.count - 1)] }
      next.selected = next.place(of: shown) ?? 0
      return .change(.select, next.selected >= place ? .present : .dismiss, next)
    }
  }
}

extension ContainerState {
  func place(of screen: Screen) -> Int? { screens.firstIndex { $0 === screen } }

  /// Puts a screen that is not there yet before another one, or behind all; what is selected stays so.
  fileprivate mutating func insert(_ screen: Screen, before other: Screen?) {
    if contains(screen) { return }
    let index = other.flatMap(place) ?? screens.count
    screens.insert(screen, at: index)
    if index <= selected { selected += 1 }
  }
}
