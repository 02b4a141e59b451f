// A model of containers, small enough to be seen to be right: lists of names, and at most one run each. It knows nothing of views,
// plans, events or time: when a run is over it is told.

/// What a program does to containers; `who` names a stack, the tabs or what is presented.
enum ModelStep: CustomStringConvertible {
  case push(who: Int, screen: String, ConflictPolicyName)
  case pop(who: Int, ConflictPolicyName)
  case popTo(who: Int, depth: Int, ConflictPolicyName)
  case replace(who: Int, screen: String, ConflictPolicyName)
  case set(who: Int, screens: [String], ConflictPolicyName)
  case select(Int, ConflictPolicyName)
  case present(screen: String, instead: Bool, ConflictPolicyName)
  case dismiss(screen: String, ConflictPolicyName)
  case finish(who: Int), cancel(who: Int)
  case wait(Double)
  case rest
  case resize(Double, Double)

  typealias ConflictPolicyName = String

  var description: String {
    switch self {
    case .push(let who, let screen, let policy): "stack \(who): push \(screen) (\(policy))"
    case .pop(let who, let policy): "stack \(who): pop (\(policy))"
    case .popTo(let who, let depth, let policy): "stack \(who): pop to the one at \(depth) (\(policy))"
    case .replace(let who, let screen, let policy): "stack \(who): replace by \(screen) (\(policy))"
    case .set(let who, let screens, let policy): "stack \(who): set \(screens.joined(separator: " ")) (\(policy))"
    case .select(let tab, let policy): "tabs: select \(tab) (\(policy))"
    case .present(let screen, let instead, let policy): "present \(screen)\(instead ? " instead" : "") (\(policy))"
    case .dismiss(let screen, let policy): "dismiss \(screen) (\(policy))"
    case .finish(let who): "container \(who): finish"
    case .cancel(let who): "container \(who): cancel"
    case .wait(let seconds): "wait \(seconds)"
    case .rest: "rest"
    case .resize(let width, let height): "resize \(width) × \(height)"
    }
  }
}

/// One container: 0 and 1 are stacks, 2 the tabs that hold them and "z", 3 what is presented over the tabs.
struct ModelContainer {
  struct State: Equatable {
    var screens: [String]
    var selected = 0
  }
  struct Run {
    var before: State
    var finishing = true
  }
  var state: State
  var run: Run?
  var waiting: [ModelStep] = []
}

struct ContainerModel {
  var containers: [ModelContainer] = [
    .init(state: .init(screens: ["a"])), .init(state: .init(screens: ["x"])),
    .init(state: .init(screens: ["stack 0", "stack 1", "z"])), .init(state: .init(screens: [])),
  ]
  /// Screens presented in the place of what is below.
  var instead: Set<String> = []

  /// Where a screen is, also while it waits to leave.
  func isFree(_ screen: String) -> Bool {
    !containers.contains { $0.state.screens.contains(screen) || $0.run?.before.screens.contains(screen) == true }
  }

  func current(_ who: Int, _ state: ModelContainer.State) -> String {
    switch who {
    case 2: state.screens[state.selected]
    case 3: state.screens.last ?? current(2, containers[2].state)
    default: state.screens.last ?? ""
    }
  }

  /// What a step makes of a state; nil: refused.
  private func plan(
    _ step: ModelStep, _ state: ModelContainer.State
  ) -> ModelContainer.State? {
    var next = state
    switch step {
    case .push(_, let screen, _):
      guard isFree(screen) else { return nil }
      next.screens.append(screen)
      return next
    case .pop:
      guard state.screens.count > 1 else { return nil }
      next.screens.removeLast()
      return next
    case .popTo(_, let depth, _):
      guard depth < state.screens.count - 1 else { return nil }
      next.screens.removeSubrange((depth + 1)...)
      return next
    case .replace(_, let screen, _):
      guard isFree(screen) else { return nil }
      next.screens[state.screens.count - 1] = screen
      return next
    case .set(_, let screens, _):
      guard screens != state.screens, screens.allSatisfy({ state.screens.contains($0) || isFree($0) }) else { return nil }
      next.screens = screens
      return next
    case .select(let tab, _):
      guard tab != state.selected else { return nil }
      next.selected = tab
      return next
    case .present(let screen, _, _):
      guard isFree(screen) else { return nil }
      next.screens.append(screen)
      return next
    case .dismiss(let screen, _):
      guard let place = state.screens.firstIndex(of: screen) else { return nil }
      next.screens.removeSubrange(place...)
      return next
    default: return nil
    }
  }

  /// Asks for something; false: refused.
  mutating func ask(_ who: Int, _ step: ModelStep, _ policy: String) -> Bool {
    if let run = containers[who].run {
      switch policy {
      case "refuse": return false
      case "queue":
        guard plan(step, containers[who].state) != nil else { return false }
        containers[who].waiting.append(step)
        return true
      default:
        let base = policy == "retarget" && run.finishing ? containers[who].state : run.before
        guard plan(step, base) != nil else { return false }
        containers[who].state = base
        containers[who].run = nil
      }
    }
    guard let next = plan(step, containers[who].state) else { return false }
    begin(who, next, step)
    return true
  }

  private mutating func begin(_ who: Int, _ next: ModelContainer.State, _ step: ModelStep) {
    if case .present(let screen, let isInstead, _) = step {
      if isInstead { instead.insert(screen) } else { instead.remove(screen) }
    }
    containers[who].run = .init(before: containers[who].state)
    containers[who].state = next
  }

  /// A container's run is over, and what waited for it begins.
  mutating func runEnded(_ who: Int) {
    if let run = containers[who].run, !run.finishing { containers[who].state = run.before }
    containers[who].run = nil
    while containers[who].run == nil, !containers[who].waiting.isEmpty {
      let step = containers[who].waiting.removeFirst()
      if let next = plan(step, containers[who].state) { begin(who, next, step) }
    }
  }

  var isAtRest: Bool { containers.allSatisfy { $0.run == nil && $0.waiting.isEmpty } }

  /// The screens that are to be seen at rest.
  var seen: Set<String> {
    var seen: Set<String> = []
    let presented = containers[3].state.screens
    // Each lets the one below it be seen, or stands in its place.
    for (i, screen) in presented.enumerated() where i == presented.count - 1 || !instead.contains(presented[i + 1]) {
      seen.insert(screen)
    }
    if presented.first.map({ !instead.contains($0) }) ?? true {
      let tab = current(2, containers[2].state)
      switch tab {
      case "stack 0": seen.insert(current(0, containers[0].state))
      case "stack 1": seen.insert(current(1, containers[1].state))
      default: seen.insert(tab)
      }
    }
    return seen
  }
}
