// A model of containers, small enough to be seen to be right: lists of names, at most one run each, and an end time for it. It knows
// nothing of views, plans or events.

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
    /// Where it is at `since`, and how fast it goes towards `end`; ends at 1 or 0.
    var progress = 0.0
    var since: Double
    var end: Double
    /// Roles, to see whether a new run undoes it.
    var leaving: String
    var entering: String
    var isForward: Bool
    var isSeen: Bool
  }
  var state: State
  var run: Run?
  var waiting: [ModelStep] = []
}

/// How long every transition takes, seconds.
let modelDuration = 1.0

struct ContainerModel {
  var containers: [ModelContainer] = [
    .init(state: .init(screens: ["a"])), .init(state: .init(screens: ["x"])),
    .init(state: .init(screens: ["stack 0", "stack 1", "z"])), .init(state: .init(screens: [])),
  ]
  /// Screens presented in the place of what is below.
  var instead: Set<String> = []
  var time = 0.0

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

  /// Whether a container is to be seen, so that its runs are animated.
  func isSeen(_ who: Int) -> Bool {
    switch who {
    case 0, 1:
      guard isSeen(2) else { return false }
      let shown = containers[2].run.map { [current(2, $0.before), current(2, containers[2].state)] }
      return (shown ?? [current(2, containers[2].state)]).contains("stack \(who)")
    case 2: return !isCovered
    default: return true
    }
  }

  /// Whether something is presented in the place of the tabs, at rest.
  var isCovered: Bool {
    let presented = containers[3]
    let now = presented.state.screens.first.map(instead.contains) ?? false
    guard let run = presented.run else { return now }
    return now && run.before.screens.first.map(instead.contains) ?? false
  }

  /// What a step makes of a state; nil: refused.
  private func plan(
    _ step: ModelStep, _ state: ModelContainer.State
  ) -> (next: ModelContainer.State, isForward: Bool)? {
    var next = state
    switch step {
    case .push(_, let screen, _):
      guard isFree(screen) else { return nil }
      next.screens.append(screen)
      return (next, true)
    case .pop:
      guard state.screens.count > 1 else { return nil }
      next.screens.removeLast()
      return (next, false)
    case .popTo(_, let depth, _):
      guard depth < state.screens.count - 1 else { return nil }
      next.screens.removeSubrange((depth + 1)...)
      return (next, false)
    case .replace(_, let screen, _):
      guard isFree(screen) else { return nil }
      next.screens[state.screens.count - 1] = screen
      return (next, true)
    case .set(_, let screens, _):
      guard screens != state.screens, screens.allSatisfy({ state.screens.contains($0) || isFree($0) }), let top = screens.last
      else { return nil }
      next.screens = screens
      return (next, !state.screens.contains(top))
    case .select(let tab, _):
      guard tab != state.selected else { return nil }
      next.selected = tab
      return (next, tab > state.selected)
    case .present(let screen, _, _):
      guard isFree(screen) else { return nil }
      next.screens.append(screen)
      return (next, true)
    case .dismiss(let screen, _):
      guard let place = state.screens.firstIndex(of: screen) else { return nil }
      next.screens.removeSubrange(place...)
      return (next, false)
    default: return nil
    }
  }

  /// Asks for something; false: refused.
  mutating func ask(_ who: Int, _ step: ModelStep, _ policy: String) -> Bool {
    passTime()
    var turned: Double?
    if let run = containers[who].run {
      switch policy {
      case "refuse": return false
      case "queue":
        guard plan(step, containers[who].state) != nil else { return false }
        containers[who].waiting.append(step)
        return true
      case "replace":
        guard plan(step, run.before) != nil else { return false }
        containers[who].state = run.before
        containers[who].run = nil
      default:
        let base = run.finishing ? containers[who].state : run.before
        guard let (next, isForward) = plan(step, base) else { return false }
        let progress = progress(of: run)
        if run.finishing, current(who, base) == run.entering, current(who, next) == run.leaving, isForward != run.isForward {
          turned = 1 - progress
        }
        containers[who].state = base
        containers[who].run = nil
      }
    }
    guard let (next, isForward) = plan(step, containers[who].state) else { return false }
    begin(who, next, isForward, from: turned ?? 0)
    return true
  }

  private mutating func begin(_ who: Int, _ next: ModelContainer.State, _ isForward: Bool, from progress: Double) {
    let before = containers[who].state
    let (leaving, entering) = (current(who, before), current(who, next))
    containers[who].state = next
    let isSeen = isSeen(who) && leaving != entering
    containers[who].run = .init(
      before: before, progress: progress, since: time, end: isSeen ? time + (1 - progress) * modelDuration : time,
      leaving: leaving, entering: entering, isForward: isForward, isSeen: isSeen)
  }

  func progress(of run: ModelContainer.Run) -> Double {
    guard run.end > run.since else { return run.finishing ? 1 : 0 }
    let share = (time - run.since) / (run.end - run.since)
    return run.progress + ((run.finishing ? 1 : 0) - run.progress) * share
  }

  /// Ends what is over by now.
  mutating func passTime() {
    let now = time
    defer { time = now }
    // The earliest first, and what waited for it begins at that very moment.
    while let who = containers.indices.filter({ containers[$0].run.map { $0.end <= now } ?? false })
      .min(by: { (containers[$0].run?.end ?? 0) < (containers[$1].run?.end ?? 0) }), let run = containers[who].run
    {
      time = max(run.end, run.since)
      if !run.finishing { containers[who].state = run.before }
      containers[who].run = nil
      beginWaiting(who)
    }
  }

  private mutating func beginWaiting(_ who: Int) {
    while containers[who].run == nil, !containers[who].waiting.isEmpty {
      let step = containers[who].waiting.removeFirst()
      if let (next, isForward) = plan(step, containers[who].state) { begin(who, next, isForward, from: 0) }
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
