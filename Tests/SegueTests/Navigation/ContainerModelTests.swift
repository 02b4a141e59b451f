import Foundation
import Testing

@testable import Segue

/// The engine's containers, driven by the same steps as the model and compared with it after each.
private final class ModelRun {
  let bench: ContainerBench
  var model = ContainerModel()
  let stacks: [Navigation]
  let tabs: Tabs
  var ends: [String: Int] = [:]
  /// The engine's runs that the model's stand for.
  private var runs: [Run?] = [nil, nil, nil, nil]
  var began = 0

  init() throws {
    bench = try ContainerBench()
    for old in bench.engine.registry.definitions { bench.engine.unregister(old) }
    let definition = TransitionDefinition(from: ["*"], to: ["*"])
    definition.duration = { _ in 1 }
    definition.timing = .curve(.linear, duration: 0)
    definition.animate = { [unowned engine = bench.engine] run in
      let width = run.stageBounds.width
      try engine.set(.translation, of: run.to.view, to: [width, 0])
      try engine.animate(.init(.curve(.linear, duration: run.duration))) {
        try engine.set(.translation, of: run.to.view, to: [0, 0])
        try engine.set(.translation, of: run.from.view, to: [-width / 4, 0])
      }
    }
    try bench.engine.register(definition)
    stacks = [try bench.navigation("a"), try bench.navigation("x")]
    tabs = try bench.engine.makeTabs([stacks[0].screen, stacks[1].screen, bench["z"]])
    try bench.engine.setStage(tabs)
    try bench.play(0)
  }

  private func container(_ who: Int) -> Container? { who < 2 ? stacks[who] : who == 2 ? tabs : tabs.presentation }

  private func ask(_ step: ModelStep) throws -> Outcome {
    let completion: (EndReason) -> Void = { [unowned self] in ends[$0.rawValue, default: 0] += 1 }
    func policy(_ name: String) -> ConflictPolicy { ConflictPolicy(rawValue: name) ?? .refuse }
    switch step {
    case .push(let who, let screen, let name):
      guard bench[screen].container == nil else { return .refused("busy") }
      return try stacks[who].push(bench[screen], conflict: policy(name), completion: completion)
    case .pop(let who, let name): return try stacks[who].pop(conflict: policy(name), completion: completion)
    case .popTo(let who, let depth, let name):
      guard depth < stacks[who].stack.count else { return .refused("none") }
      return try stacks[who].pop(to: stacks[who].stack[depth], conflict: policy(name), completion: completion)
    case .replace(let who, let screen, let name):
      guard bench[screen].container == nil else { return .refused("busy") }
      return try stacks[who].replace(with: bench[screen], conflict: policy(name), completion: completion)
    case .set(let who, let screens, let name):
      guard screens.allSatisfy({ bench[$0].container == nil || bench[$0].container === stacks[who] }) else {
        return .refused("busy")
      }
      return try stacks[who].set(screens.map { bench[$0] }, conflict: policy(name), completion: completion)
    case .select(let tab, let name): return try tabs.select(tab, conflict: policy(name), completion: completion)
    case .present(let screen, let instead, let name):
      guard bench[screen].container == nil else { return .refused("busy") }
      return try bench.engine.present(
        bench[screen], from: bench["z"], style: instead ? .instead : .over, conflict: policy(name), completion: completion)
    case .dismiss(let screen, let name):
      return try bench.engine.dismiss(bench[screen], conflict: policy(name), completion: completion)
    default: return .refused("no request")
    }
  }

  /// Does a step on both sides; a sentence about what differs, or nil.
  func play(_ step: ModelStep) throws -> String? {
    switch step {
    case .wait(let seconds): try pass(seconds)
    case .rest: try rest()
    case .resize(let width, let height): try bench.engine.resize(to: Size(width, height))
    case .finish(let who), .cancel(let who):
      guard model.containers[who].run != nil, let run = container(who)?.run else { break }
      if case .finish = step {
        model.containers[who].run?.finishing = true
        run.finish()
      } else {
        model.containers[who].run?.finishing = false
        run.cancel()
      }
    default:
      let (who, policy) = step.request
      let before = model.containers[who].run
      let wanted = model.ask(who, step, policy)
      let outcome = try ask(step)
      if case .run(let run) = outcome {
        began += 1
        // What waits is not the container's run yet.
        if before == nil || policy != "queue" { runs[who] = run }
      }
      let got = if case .run = outcome { true } else { false }
      if got != wanted { return "the engine \(got ? "took" : "refused") it, the model did not: \(outcome)" }
    }
    try pass(0)
    return try difference()
  }

  private func pass(_ seconds: Double) throws {
    try bench.play(seconds)
    for who in 0..<4 {
      let now = container(who)?.run
      // Whatever the engine's run is, one that is another one now was over.
      while model.containers[who].run != nil, now !== runs[who] || now == nil {
        if runs[who] != nil || now == nil { model.runEnded(who) }
        runs[who] = model.containers[who].run == nil ? nil : now
        if now != nil, runs[who] === now { break }
      }
    }
  }

  private func rest() throws { for _ in 0..<30 where !model.isAtRest || !bench.engine.runs.isEmpty { try pass(3) } }

  private func difference() throws -> String? {
    for who in 0..<4 {
      let real = container(who)?.state ?? ContainerState()
      let wanted = model.containers[who].state
      let names = real.screens.map { $0.content.map { $0 === stacks[0] ? "stack 0" : "stack 1" } ?? $0.kind }
      if names != wanted.screens { return "container \(who) has \(names), the model \(wanted.screens)" }
      if who == 2, real.selected != wanted.selected {
        return "tab \(real.selected) is selected, in the model \(wanted.selected)"
      }
      let (run, other) = (container(who)?.run, model.containers[who].run)
      if (run != nil) != (other != nil) { return "container \(who): a run \(run == nil ? "is missing" : "is too many")" }
    }
    if let report = bench.reports.first(where: { $0.severity != .debug }) { return report.message }
    guard model.isAtRest else { return nil }
    // What was let go under way goes home after its run.
    for _ in 0..<5 where bench.engine.nextDeadline != nil { try pass(3) }
    return try differenceAtRest()
  }

  private func differenceAtRest() throws -> String? {
    let seen = model.seen
    for (kind, screen) in bench.screens.sorted(by: { $0.key < $1.key }) {
      let isShown = screen.told == .shown
      if isShown != seen.contains(kind) { return "\(kind) is \(screen.told), the model sees \(seen.sorted())" }
      if isShown != bench.engine.scene.isOnStage(screen.view) { return "\(kind): what it was told and what is on stage differ" }
    }
    if bench.engine.nextDeadline != nil { return "awake at rest" }
    if ends.values.reduce(0, +) != began { return "\(began) runs began and \(ends) ended" }
    for kind in bench.screens.keys.sorted() {
      var state = Presence.hidden
      for event in bench.log where event.hasPrefix("\(kind).") {
        let name = String(event.dropFirst(kind.count + 1).prefix { $0 != "(" })
        guard let next = Self.legal(state, name) else { return "\(kind) heard \(name) while it was \(state)" }
        state = next
      }
    }
    return nil
  }

  /// What a screen is after an event, if it may come then.
  private static func legal(_ state: Presence, _ event: String) -> Presence? {
    switch (state, event) {
    case (.hidden, "will_appear"), (.going, "will_appear"): .coming
    case (.coming, "did_appear"): .shown
    case (.coming, "will_disappear"), (.shown, "will_disappear"): .going
    case (.going, "did_disappear"): .hidden
    default: nil
    }
  }
}

extension ModelStep {
  /// Which container is asked, and how.
  fileprivate var request: (who: Int, policy: String) {
    switch self {
    case .push(let who, _, let policy), .pop(let who, let policy), .popTo(let who, _, let policy),
      .replace(let who, _, let policy), .set(let who, _, let policy):
      (who, policy)
    case .select(_, let policy): (2, policy)
    case .present(_, _, let policy), .dismiss(_, let policy): (3, policy)
    default: (0, "")
    }
  }

  /// A random step.
  fileprivate static func roll(_ dice: inout Dice) -> ModelStep {
    let policy = ["refuse", "refuse", "queue", "replace", "retarget"][dice.roll(5)]
    let who = dice.roll(2)
    // Who of two that wait for one screen gets it is a matter of moments, which the model does not know.
    func screen() -> String { [["a", "b", "c", "d"], ["x", "y", "v", "w"]][who][dice.roll(4)] }
    func sheet() -> String { ["p", "q", "r"][dice.roll(3)] }
    switch dice.roll(20) {
    case 0...2: return .push(who: who, screen: screen(), policy)
    case 3, 4: return .pop(who: who, policy)
    case 5: return .popTo(who: who, depth: dice.roll(3), "refuse")
    case 6: return .replace(who: who, screen: screen(), policy)
    case 7:
      var screens: [String] = []
      for _ in 0...dice.roll(3) {
        let next = screen()
        if !screens.contains(next) { screens.append(next) }
      }
      // What may wait to come back from where it leaves now is the stack's own affair.
      return .set(who: who, screens: screens, "refuse")
    case 8, 9: return .select(dice.roll(3), policy)
    case 10, 11: return .present(screen: sheet(), instead: dice.roll(3) == 0, policy)
    case 12: return .dismiss(screen: sheet(), policy)
    case 13: return dice.roll(2) == 0 ? .finish(who: dice.roll(4)) : .cancel(who: dice.roll(4))
    case 14: return .resize(300 + 200 * dice.unit(), 500 + 300 * dice.unit())
    case 15: return .rest
    default: return .wait(dice.unit() * 0.7)
    }
  }
}

@Suite("Containers against their model") struct ContainerModelTests {
  /// How many steps in all: 100 000, or what SEGUE_MODEL says.
  private static let count = ProcessInfo.processInfo.environment["SEGUE_MODEL"].flatMap { Int($0) } ?? 100_000
  private static let length = 250

  /// What goes wrong with a program, and where.
  private func fault(_ steps: [ModelStep]) throws -> (step: Int, what: String)? {
    let run = try ModelRun()
    for (i, step) in (steps + [.rest]).enumerated() {
      if let what = try run.play(step) { return (i, what) }
    }
    return nil
  }

  /// The shortest program found that still goes wrong.
  private func shrink(_ steps: [ModelStep]) throws -> [ModelStep] {
    var steps = steps
    var part = max(steps.count / 2, 1)
    while part >= 1 {
      var start = 0
      while start < steps.count {
        var fewer = steps
        fewer.removeSubrange(start..<min(start + part, steps.count))
        if try fault(fewer) != nil { steps = fewer } else { start += part }
      }
      part /= 2
    }
    return steps
  }

  @Test("F28 F36 N09 Random programs do what the model does; what does not is shrunk to a short script")
  func programs() throws {
    for seed in 1...max(1, Self.count / Self.length) {
      var dice = Dice(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15)
      for _ in 0..<8 { _ = dice.next() }
      let steps = (0..<Self.length).map { _ in ModelStep.roll(&dice) }
      guard let found = try fault(steps) else { continue }
      let short = try shrink(Array(steps.prefix(found.step + 1)))
      let script = short.map { "  \($0)" }.joined(separator: "\n")
      Issue.record("seed \(seed): \(try fault(short)?.what ?? found.what), after\n\(script)")
      return
    }
  }
}
