import Testing

@testable import Segue

/// Everything that a stack, tabs and presentations can be asked for, at random, from outside and from callbacks.
@Suite("Containers in a storm") struct NavigationStormTests {
  private final class Storm {
    let bench: ContainerBench
    let stack: Navigation
    let tabs: Tabs
    private(set) var dice: Dice
    private let kinds = (0..<9).map { "s\($0)" }
    private var depth = 0
    /// Nobody asks for anything or refuses any more.
    var isCalm = false
    private(set) var (began, ended) = (0, 0)

    /// Whether screens are presented, too.
    private let presents: Bool

    init(_ seed: UInt64, presents: Bool) throws {
      self.presents = presents
      dice = Dice(state: seed)
      bench = try ContainerBench()
      let engine = bench.engine
      stack = try bench.navigation("s0")
      tabs = try engine.makeTabs([stack.screen, bench["t0"]])
      try engine.setStage(tabs)
      try bench.play(0)
      for kind in kinds + ["t0", "t1", "t2"] {
        bench[kind].onMayLeave { [unowned self] _ in
          nest()
          return !isCalm && dice.roll(12) == 0 ? false : nil
        }
        bench[kind].onAppearance { [unowned self] _ in nest() }
      }
    }

    /// Now and then a callback asks for something itself.
    private func nest() {
      guard !isCalm, depth < 2, dice.roll(8) == 0 else { return }
      depth += 1
      try? ask()
      depth -= 1
    }

    private func screen() -> Screen { bench[kinds[dice.roll(kinds.count)]] }
    private func tab() -> Screen { dice.roll(4) == 0 ? stack.screen : bench["t\(dice.roll(3))"] }
    private func policy() -> ConflictPolicy { ConflictPolicy.allCases[dice.roll(4)] }

    func ask() throws {
      let (animated, conflict) = (dice.roll(3) > 0, policy())
      let done: (EndReason) -> Void = { [unowned self] _ in
        ended += 1
        nest()
      }
      let outcome: Outcome?
      switch dice.roll(presents ? 14 : 12) {
      case 0, 1, 2: outcome = try stack.push(screen(), animated: animated, conflict: conflict, completion: done)
      case 3, 4: outcome = try stack.pop(1 + dice.roll(3), animated: animated, conflict: conflict, completion: done)
      case 5: outcome = try stack.pop(to: screen(), animated: animated, conflict: conflict, completion: done)
      case 6: outcome = try stack.replace(screen(), with: screen(), animated: animated, conflict: conflict, completion: done)
      case 7:
        let screens = (0...dice.roll(4)).map { _ in screen() }
        outcome = try stack.set(screens, animated: animated, conflict: conflict, completion: done)
      case 8: outcome = try stack.remove(screen(), animated: animated, conflict: conflict, completion: done)
      case 9: outcome = try tabs.select(dice.roll(tabs.screens.count), animated: animated, conflict: conflict, completion: done)
      case 10:
        try tabs.insert(tab(), at: dice.roll(tabs.screens.count + 1))
        outcome = nil
      case 11: outcome = try tabs.remove(tab(), animated: animated, conflict: conflict, completion: done)
      case 12:
        let style = PresentationStyle.allCases[dice.roll(2)]
        outcome = try bench.engine.present(
          screen(), from: tabs.current, style: style, animated: animated, conflict: conflict, completion: done)
      default: outcome = try bench.engine.dismiss(screen(), animated: animated, conflict: conflict, completion: done)
      }
      if case .run? = outcome { began += 1 }
    }

    func step() throws {
      try? ask()
      switch dice.roll(6) {
      case 0: if !bench.engine.runs.isEmpty { bench.engine.runs[dice.roll(bench.engine.runs.count)].cancel() }
      case 1: break
      case 2: try bench.play(0)
      default: try bench.play(Double(dice.roll(30)) / 100)
      }
    }
  }

  @Test(
    "F36 N03 N09 Whatever is asked for when, every run ends once, what is on top is on the stage and shown, and nothing else is",
    arguments: 0..<200)
  func storm(seed: Int) throws {
    let storm = try Storm(UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1, presents: seed % 2 == 0)
    let (bench, stack, tabs) = (storm.bench, storm.stack, storm.tabs)
    for _ in 0..<60 { try storm.step() }
    storm.isCalm = true
    for _ in 0..<40 where !bench.engine.runs.isEmpty { try bench.play(2) }
    #expect(bench.engine.runs.isEmpty && stack.run == nil && tabs.run == nil && storm.ended == storm.began)
    let presented = tabs.presentation?.screens ?? []
    let styles = tabs.presentation?.state.styles ?? [:]
    let seen = presented.indices.filter { $0 + 1 == presented.count || styles[presented[$0 + 1].handle] == .over }.map {
      presented[$0].view
    }
    let below = presented.first.flatMap { styles[$0.handle] } == .instead ? [] : [tabs.current.view]
    #expect(bench.engine.children(of: tabs.view) == below + seen && bench.engine.children(of: stack.view) == [stack.top.view])
    for (kind, screen) in bench.screens {
      let isOn = bench.engine.scene.isOnStage(screen.view)
      #expect(screen.told == (isOn ? .shown : .hidden), "\(kind)")
      let holders = [stack.stack, tabs.screens, presented].filter { $0.contains { $0 === screen } }.count
      #expect(holders == (screen.container == nil ? 0 : 1), "\(kind)")
    }
  }
}
