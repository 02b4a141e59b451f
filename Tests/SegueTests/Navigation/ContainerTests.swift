import Testing

@testable import Segue

@Suite("Stacks") struct StackTests {
  @Test("F37 Replacing the top screen always completes, and is refused politely while a run is under way")
  func replace() throws {
    let bench = try ContainerBench()
    let stack = try bench.navigation("a", "b")
    try bench.engine.setStage(stack)
    try bench.play(0)
    _ = bench.take()
    var ended: [EndReason] = []
    let run = try bench.go(stack.replace(with: bench["c"]) { ended.append($0) })
    #expect(bench.refusal(try stack.replace(with: bench["d"])) == "the replace from \"b\" to \"c\" is still under way")
    #expect(bench["d"].container == nil && run.operation == .replace && run.direction == .present)
    try bench.play(0.2)
    #expect(try abs(bench.x("c") - 200) < 1e-4 && abs(bench.x("b") + 50) < 1e-4)
    try bench.play(0.3)
    #expect(ended == [.finished] && stack.stack.map(\.kind) == ["a", "c"] && bench["b"].container == nil)
    #expect(
      bench.take() == [
        "b.will_disappear(replace)", "c.will_appear(replace)", "b.did_disappear(replace)", "c.did_appear(replace)",
      ])
    // What went is as it was; what the push of b had done to a is undone by the pop of c.
    #expect(try bench.x("b") == 0)
    try bench.go(stack.pop())
    try bench.play(0.5)
    #expect(try bench.x("a") == 0 && bench.x("c") == 0 && stack.top.kind == "a")
  }

  @Test("F37 A replacement that is rolled back leaves the stack and both screens as they were")
  func replaceCancelled() throws {
    let bench = try ContainerBench()
    let stack = try bench.navigation("a", "b")
    try bench.engine.setStage(stack)
    let run = try bench.go(stack.replace(with: bench["c"]))
    try bench.play(0.2)
    run.cancel()
    try bench.play(0.5)
    #expect(stack.stack.map(\.kind) == ["a", "b"] && bench["c"].container == nil && bench["b"].container === stack)
    #expect(try bench.x("b") == 0 && bench.x("c") == 0 && bench.seen(stack.view) == ["b"])
  }

  @Test("F38 Popping to a screen several levels down is one visible run from the top to it; rolled back everything stays")
  func popTo() throws {
    for finishes in [false, true] {
      let bench = try ContainerBench()
      let stack = try bench.navigation("a")
      try bench.engine.setStage(stack)
      for kind in ["b", "c", "d"] {
        try bench.go(stack.push(bench[kind]))
        try bench.play(0.5)
      }
      _ = bench.take()
      var news: [String] = []
      stack.onNews { news.append("\($0.event.rawValue) \($0.screen.kind)") }
      let run = try bench.go(stack.pop(to: bench["a"]))
      #expect(run.leaving.kind == "d" && run.entering.kind == "a" && run.direction == .dismiss)
      try bench.play(0.1)
      #expect(try abs(bench.x("d") - 100) < 1e-4 && abs(bench.x("a") + 75) < 1e-4 && bench.seen(stack.view) == ["a", "d"])
      if !finishes { run.cancel() }
      try bench.play(1)
      #expect(stack.stack.map(\.kind) == (finishes ? ["a"] : ["a", "b", "c", "d"]))
      #expect(try bench.x("a") == (finishes ? 0 : -100) && bench.x("d") == 0)
      if finishes {
        #expect(["b", "c", "d"].allSatisfy { bench[$0].container == nil })
        #expect(
          news == [
            "will_pop d", "will_pop c", "will_pop b", "will_show a", "did_pop d", "did_pop c", "did_pop b", "did_show a",
          ])
        #expect(
          bench.take() == ["d.will_disappear(pop)", "a.will_appear(pop)", "d.did_disappear(pop)", "a.did_appear(pop)"])
      } else {
        // What each push had changed is still there to be undone, one by one.
        for kind in ["c", "b", "a"] {
          try bench.go(stack.pop())
          try bench.play(0.5)
          #expect(try stack.top.kind == kind && bench.x(kind) == 0)
        }
      }
    }
  }

  @Test("Refusals name the reason: on top already, not on the stack, the only one")
  func refusals() throws {
    let bench = try ContainerBench()
    let stack = try bench.navigation("a", "b")
    #expect(bench.refusal(try stack.pop(to: bench["b"])) == "\"b\" is on top already")
    #expect(bench.refusal(try stack.pop(to: bench["z"])) == "\"z\" is not on the stack")
    #expect(throws: SegueError.self) { try stack.set([]) }
    #expect(throws: SegueError.self) { try stack.set([bench["a"], bench["a"]]) }
    #expect(throws: SegueError.self) { try stack.push(stack.screen) }
    let other = try bench.navigation("x")
    #expect(throws: SegueError.self) { try stack.set([bench["x"]]) }
    #expect(throws: SegueError.self) { try other.push(bench["a"]) }
    #expect(stack.stack.count == 2)
  }

  @Test(
    "Setting the whole stack goes back to a screen that was on it, forward to a new one, and shows nothing for the same top",
    arguments: [
      (["a", "b", "c"], ["a"], ContainerOperation.pop), (["a"], ["a", "b", "c"], .push), (["a", "b"], ["c", "d"], .replace),
      (["a", "b"], ["c", "b"], .pop), (["a", "b"], ["b", "a"], .pop),
    ])
  func set(before: [String], after: [String], operation: ContainerOperation) throws {
    let bench = try ContainerBench()
    let stack = try bench.navigation("a")
    for kind in before.dropFirst() { try bench.go(stack.push(bench[kind], animated: false)) }
    try bench.engine.setStage(stack)
    try bench.play(0)
    _ = bench.take()
    let run = try bench.go(stack.set(after.map { bench[$0] }))
    #expect(run.operation == operation)
    try bench.play(1)
    #expect(stack.stack.map(\.kind) == after && bench.seen(stack.view) == [after.last!])
    #expect(Set(before).subtracting(after).allSatisfy { bench[$0].container == nil })
    #expect(bench.take().isEmpty == (before.last == after.last))
  }

  @Test(
    "F36 N09 A request during a run is refused, waits, takes its place or takes it over", arguments: ConflictPolicy.allCases)
  func conflict(policy: ConflictPolicy) throws {
    let bench = try ContainerBench()
    let stack = try bench.navigation("a")
    try bench.engine.setStage(stack)
    stack.conflict = policy
    var ends: [String] = []
    try bench.go(stack.push(bench["b"]) { ends.append("b \($0.rawValue)") })
    try bench.play(0.1)
    let shown = try (bench.x("a"), bench.x("b"))
    let outcome = try stack.push(bench["c"]) { ends.append("c \($0.rawValue)") }
    try bench.play(0)
    if policy == .refuse {
      #expect(bench.refusal(outcome) != nil && bench["c"].container == nil)
    } else if policy != .replace {
      // Nothing jumps.
      #expect(try abs(bench.x("a") - shown.0) < 1e-4 && abs(bench.x("b") - shown.1) < 1e-4)
    }
    try bench.play(2)
    switch policy {
    case .refuse: #expect(ends == ["b finished"] && stack.stack.map(\.kind) == ["a", "b"])
    case .queue: #expect(ends == ["b finished", "c finished"] && stack.stack.map(\.kind) == ["a", "b", "c"])
    case .replace: #expect(ends == ["b interrupted", "c finished"] && stack.stack.map(\.kind) == ["a", "c"])
    case .retarget: #expect(ends == ["b interrupted", "c finished"] && stack.stack.map(\.kind) == ["a", "b", "c"])
    }
    #expect(bench.seen(stack.view) == [stack.top.kind])
    for screen in [bench["a"], bench["b"], bench["c"]] where screen !== stack.top { #expect(screen.presence == .hidden) }
    while stack.stack.count > 1 {
      try bench.go(stack.pop())
      try bench.play(1)
    }
    #expect(try bench.x("a") == 0 && bench.x("b") == 0 && bench.x("c") == 0)
  }

  @Test(
    "N03 Pushed in mid-flight of a push: the value and its velocity go on, the first run is interrupted, the stack is right")
  func retarget() throws {
    let bench = try ContainerBench()
    let stack = try bench.navigation("a")
    try bench.engine.setStage(stack)
    var reasons: [EndReason] = []
    try bench.go(stack.push(bench["b"]) { reasons.append($0) })
    try bench.play(0.2)
    let engine = bench.engine
    let lane = try engine.lanes(.translation, of: bench["b"].view)[0]
    let before = engine.motion.state(lane, at: engine.moment)
    #expect(abs(before.velocity + 1000) < 1e-3)
    _ = bench.take()
    try bench.go(stack.push(bench["c"], conflict: .retarget))
    let after = engine.motion.state(lane, at: engine.moment)
    #expect(abs(after.position - before.position) < 1e-4 && abs(after.velocity - before.velocity) < 0.1)
    #expect(reasons == [.interrupted])
    try bench.play(1)
    #expect(bench.seen(stack.view) == ["c"] && stack.stack.map(\.kind) == ["a", "b", "c"])
    #expect(
      bench.take() == [
        "b.will_disappear(push)", "c.will_appear(push)", "a.did_disappear(push)", "b.did_disappear(push)",
        "c.did_appear(push)",
      ])
  }

  @Test(
    "N03 Popped in mid-flight of its own push, the run turns round where it is and as fast as it is, and takes what is left")
  func turnRound() throws {
    let bench = try ContainerBench()
    let stack = try bench.navigation("a")
    try bench.engine.setStage(stack)
    try bench.go(stack.push(bench["b"]))
    try bench.play(0.1)
    let engine = bench.engine
    let lane = try engine.lanes(.translation, of: bench["b"].view)[0]
    let before = engine.motion.state(lane, at: engine.moment)
    _ = bench.take()
    let run = try bench.go(stack.pop(conflict: .retarget))
    let after = engine.motion.state(lane, at: engine.moment)
    #expect(abs(run.progress - 0.75) < 1e-9)
    #expect(abs(after.position - before.position) < 1e-4 && abs(after.velocity - before.velocity) < 0.1)
    try bench.play(0.35)
    #expect(run.endReason == .finished && run.state == .ended && stack.top.kind == "a")
    #expect(
      bench.take() == ["b.will_disappear(pop)", "a.will_appear(pop)", "b.did_disappear(pop)", "a.did_appear(pop)"])
  }

  @Test("F36 What replaces a run comes before what waits for it; what its end's hearer begins is not lost")
  func replacedBeforeWaiting() throws {
    let bench = try ContainerBench()
    let stack = try bench.navigation("a")
    try bench.engine.setStage(stack)
    try bench.go(stack.push(bench["b"]))
    try bench.play(0.1)
    var ends: [String] = []
    try bench.go(stack.push(bench["c"], conflict: .queue) { ends.append("c \($0.rawValue)") })
    try bench.go(stack.push(bench["d"], conflict: .replace) { ends.append("d \($0.rawValue)") })
    try bench.play(0.1)
    #expect(bench.engine.runs.count == 1)
    try bench.play(3)
    #expect(ends == ["d finished", "c finished"] && stack.stack.map(\.kind) == ["a", "d", "c"])

    let run = try bench.go(stack.push(bench["e"]))
    run.whenEnded { _ in _ = try? stack.push(bench["f"]) }
    try bench.play(0.1)
    #expect(bench.refusal(try stack.push(bench["g"], conflict: .replace)) != nil)
    try bench.play(3)
    #expect(bench.engine.runs.isEmpty && stack.stack.map(\.kind) == ["a", "d", "c", "f"] && bench["g"].container == nil)
  }

  @Test("F36 What waits and cannot be done when its time comes ends as cancelled; a screen that waits is not lost")
  func queueRefused() throws {
    let bench = try ContainerBench()
    let stack = try bench.navigation("a", "b")
    try bench.engine.setStage(stack)
    var ends: [EndReason] = []
    try bench.go(stack.pop())
    guard case .refused = try stack.pop(conflict: .queue) else { throw SegueError("a pop of the only screen waits") }
    try bench.play(1)
    let push = try bench.go(stack.push(bench["c"]))
    try bench.go(stack.pop(conflict: .queue) { ends.append($0) })
    push.cancel()
    try bench.play(1)
    #expect(ends == [.cancelled] && stack.stack.map(\.kind) == ["a"] && stack.run == nil)
    try bench.go(stack.push(bench["c"]))
    try bench.play(1)
    #expect(stack.stack.map(\.kind) == ["a", "c"])
  }
}

@Suite("Tabs") struct TabsTests {
  @Test("F39 A later tab is forward, an earlier one back; nothing but the selected one is seen at rest")
  func direction() throws {
    let bench = try ContainerBench()
    let tabs = try bench.engine.makeTabs([bench["a"], bench["b"], bench["c"]])
    try bench.engine.setStage(tabs)
    try bench.play(0)
    #expect(bench.take() == ["a.will_appear(root)", "a.did_appear(root)"])
    let forward = try bench.go(tabs.select(2))
    #expect(forward.direction == .present && forward.operation == .select)
    try bench.play(0.1)
    #expect(try abs(bench.x("c") - 300) < 1e-4 && bench.seen(tabs.view) == ["a", "c"])
    try bench.play(0.5)
    #expect(bench.seen(tabs.view) == ["c"])
    #expect(try bench.x("a") == 0)
    let back = try bench.go(tabs.select(1))
    #expect(back.direction == .dismiss)
    try bench.play(0.1)
    #expect(try abs(bench.x("c") - 100) < 1e-4 && abs(bench.x("b") + 75) < 1e-4)
    try bench.play(0.5)
    #expect(try tabs.selected == 1 && bench.x("b") == 0 && bench.x("c") == 0)
    #expect(bench.refusal(try tabs.select(1)) == "tab 2 is selected already")
    #expect(throws: SegueError("select: there are 3 tabs, got number 4")) { try tabs.select(3) }
  }

  @Test("F39 Ten switches during runs end on the last choice with its screen visible, and nothing jumps")
  func rapid() throws {
    let bench = try ContainerBench()
    let tabs = try bench.engine.makeTabs([bench["a"], bench["b"], bench["c"]])
    try bench.engine.setStage(tabs)
    try bench.play(0)
    var ends: [EndReason] = []
    for i in 1...10 {
      let place = i * 2 % 3
      if place == tabs.selected { continue }
      let shown = try ["a", "b", "c"].map(bench.x)
      let visible = bench.seen(tabs.view)
      try bench.go(tabs.select(place) { ends.append($0) })
      for (kind, before) in zip(["a", "b", "c"], shown) where visible.contains(kind) {
        #expect(try abs(bench.x(kind) - before) < 1e-3, "\(kind) at switch \(i)")
      }
      try bench.play(0.05)
    }
    try bench.play(3)
    #expect(tabs.selected == 20 % 3 && bench.seen(tabs.view) == [["a", "b", "c"][20 % 3]])
    #expect(ends.last == .finished && ends.dropLast().allSatisfy { $0 == .interrupted })
    for kind in ["a", "b", "c"] { #expect(try bench.x(kind) == 0) }
    var balance: [String: Int] = [:]
    for event in bench.take() {
      let (kind, what) = (String(event.prefix(1)), event.dropFirst(2))
      if what.hasPrefix("will_appear") { balance[kind, default: 0] += 1 }
      if what.hasPrefix("will_disappear") { balance[kind, default: 0] -= 1 }
    }
    for (kind, count) in balance { #expect(count == (bench[kind] === tabs.current ? 1 : 0), "\(kind)") }
  }

  @Test("Back goes to the tab before, to the left, to the first or nowhere", arguments: Tabs.BackBehaviour.allCases)
  func back(behaviour: Tabs.BackBehaviour) throws {
    let bench = try ContainerBench()
    let tabs = try bench.engine.makeTabs([bench["a"], bench["b"], bench["c"]])
    tabs.backBehaviour = behaviour
    for place in [2, 1, 0, 2] { try bench.go(tabs.select(place, animated: false)) }
    var way: [Int] = []
    while case .run = try tabs.back(animated: false) {
      try bench.play(0)
      way.append(tabs.selected)
    }
    let wanted: [Int] =
      switch behaviour {
      case .history: [0, 1]
      case .order: [1, 0]
      case .first: [0]
      case .none: []
      }
    #expect(way == wanted)
  }

  @Test("A swipe across tabs goes to the next one, follows the finger, and does nothing beyond the last")
  func swipe() throws {
    let bench = try ContainerBench()
    let tabs = try bench.engine.makeTabs([bench["a"], bench["b"]])
    try bench.engine.setStage(tabs)
    try tabs.setSwipe(.tabs)
    try bench.play(0)
    func send(_ phase: InputEvent.Phase, _ x: Double) throws {
      try bench.engine.send(InputEvent(time: bench.engine.time, phase: phase, position: Point(x, 400)))
      try bench.play(0.01)
    }
    func drag(_ from: Double, _ to: Double) throws {
      try send(.down, from)
      for i in 1...10 { try send(.move, from + (to - from) * Double(i) / 10) }
    }
    try drag(350, 140)
    let run = try #require(tabs.run)
    #expect(abs(run.progress - 0.5) < 1e-6)
    try send(.up, 140)
    try bench.play(1)
    #expect(tabs.selected == 1 && tabs.run == nil)
    try drag(350, 140)
    #expect(tabs.run == nil)
    try send(.up, 140)
    try drag(100, 300)
    #expect(tabs.run?.direction == .dismiss)
    try send(.cancel, 300)
    try bench.play(1)
    #expect(tabs.selected == 1)
  }
}

@Suite("Containers in containers") struct NestedContainerTests {
  @Test("F31 Two deep, each screen hears once of what happens around it; hidden ones hear nothing")
  func events() throws {
    let bench = try ContainerBench()
    let (first, second) = (try bench.navigation("a"), try bench.navigation("x"))
    let tabs = try bench.engine.makeTabs([first.screen, second.screen])
    try bench.engine.setStage(tabs)
    try bench.play(0)
    #expect(bench.take() == ["a.will_appear(root)", "a.did_appear(root)"])
    try bench.go(second.push(bench["y"]))
    #expect(bench.take().isEmpty && second.run == nil && second.top.kind == "y")
    try bench.go(tabs.select(1))
    #expect(bench.take() == ["a.will_disappear(select)", "y.will_appear(select)"])
    try bench.play(0.1)
    tabs.run?.cancel()
    try bench.play(1)
    #expect(
      bench.take() == [
        "y.will_disappear(cancel)", "y.did_disappear(cancel)", "a.will_appear(cancel)", "a.did_appear(cancel)",
      ])
    try bench.go(tabs.select(1))
    try bench.play(1)
    _ = bench.take()
    try bench.go(second.pop())
    try bench.play(1)
    #expect(
      bench.take() == ["y.will_disappear(pop)", "x.will_appear(pop)", "y.did_disappear(pop)", "x.did_appear(pop)"])
    try bench.engine.setStage(try bench.engine.makeView())
    #expect(bench.take() == ["x.will_disappear(root)", "x.did_disappear(root)"])
  }

  @Test("F40 N04 Two stacks in one view, each with runs of its own, which do not touch one another")
  func independent() throws {
    let bench = try ContainerBench()
    let root = try bench.engine.makeView()
    let (left, right) = (try bench.navigation("a"), try bench.navigation("x"))
    for (i, stack) in [left, right].enumerated() {
      try bench.engine.add(stack.view, to: root)
      try bench.engine.set(.frame, of: stack.view, to: [Double(i) * 200, 0, 200, 800])
    }
    try bench.engine.setStage(root)
    try bench.play(0)
    #expect(bench.take().count == 4)
    #expect(try bench.engine.numbers(.frame, of: bench["x"].view) == [0, 0, 200, 800])
    let one = try bench.go(left.push(bench["b"]))
    try bench.play(0.1)
    let two = try bench.go(right.replace(with: bench["y"]))
    try bench.play(0.1)
    #expect(abs(one.progress - 0.5) < 1e-9 && abs(two.progress - 0.25) < 1e-9)
    one.cancel()
    try bench.play(1)
    #expect(one.endReason == .cancelled && two.endReason == .finished)
    #expect(left.top.kind == "a" && right.top.kind == "y" && bench.seen(root).isEmpty)
    #expect(bench.seen(left.view) == ["a"] && bench.seen(right.view) == ["y"])
  }

  @Test("F04 A definition for what a container shows serves the container")
  func kinds() throws {
    let bench = try ContainerBench()
    let inner = try bench.navigation("photo.full")
    let outer = try bench.navigation("list")
    let definition = TransitionDefinition(from: ["list"], to: ["photo"])
    definition.animate = { _ in }
    definition.priority = 1
    try bench.engine.register(definition)
    try bench.engine.setStage(outer)
    #expect(try bench.go(outer.push(inner.screen)).definition === definition)
    #expect(outer.screen.matches("photo") && inner.screen.matches("navigation"))
  }

  @Test("A container goes with its screens, and lets them live")
  func release() throws {
    let bench = try ContainerBench()
    let inner = try bench.navigation("a", "b")
    let tabs = try bench.engine.makeTabs([inner.screen, bench["x"]])
    bench.engine.release(inner)
    #expect(bench.engine[inner.handle] != nil)
    bench.engine.release(tabs)
    bench.engine.release(inner)
    #expect(bench.engine.containers.count == 0 && bench["a"].container == nil && bench.engine.isAlive(bench["b"].view))
  }
}

@Suite("Presentations") struct PresentationTests {
  @Test("F41 Over a visible screen: it stays and hears nothing, also after a cancel and a dismissal without animation")
  func over() throws {
    let bench = try ContainerBench()
    let stack = try bench.navigation("a")
    try bench.engine.setStage(stack)
    try bench.play(0)
    _ = bench.take()
    let run = try bench.go(bench.engine.present(bench["p"], from: bench["a"]))
    #expect(run.operation == .present && run.leaving.kind == "a" && run.container === stack.presentation)
    try bench.play(0.1)
    #expect(bench.seen(stack.view) == ["a", "p"])
    run.cancel()
    try bench.play(1)
    #expect(bench.seen(stack.view) == ["a"] && bench["p"].container == nil)
    try bench.go(bench.engine.present(bench["p"], from: bench["a"]))
    try bench.play(1)
    #expect(bench.seen(stack.view) == ["a", "p"])
    try bench.go(bench.engine.dismiss(bench["p"], animated: false))
    #expect(bench.seen(stack.view) == ["a"] && stack.presentation?.screens.isEmpty == true)
    #expect(!bench.take().contains { $0.hasPrefix("a.") })
    #expect(try bench.x("a") == 0 && bench.x("p") == 0)
    #expect(bench.refusal(try bench.engine.dismiss(bench["p"])) == "\"p\" is not presented")
    #expect(bench.refusal(try bench.engine.present(bench["p"], from: bench["q"])) == "\"q\" is in no container")
    #expect(throws: SegueError.self) { try bench.engine.present(bench["a"], from: bench["a"]) }
  }

  @Test("F41 In its place: the screen below goes and comes back, and hears of it")
  func instead() throws {
    let bench = try ContainerBench()
    let stack = try bench.navigation("a")
    try bench.engine.setStage(stack)
    try bench.play(0)
    _ = bench.take()
    try bench.go(bench.engine.present(bench["p"], from: bench["a"], style: .instead))
    try bench.play(1)
    #expect(bench.seen(stack.view) == ["p"])
    // What happens below while it is covered is neither seen nor told.
    try bench.go(stack.push(bench["b"]))
    #expect(stack.run == nil && stack.top.kind == "b" && bench.seen(stack.view) == ["p"])
    #expect(
      bench.take() == [
        "a.will_disappear(present)", "p.will_appear(present)", "a.did_disappear(present)", "p.did_appear(present)",
      ])
    try bench.go(bench.engine.dismiss(bench["p"]))
    try bench.play(0.1)
    #expect(bench.seen(stack.view) == ["b", "p"])
    try bench.play(1)
    #expect(
      bench.take() == [
        "p.will_disappear(dismiss)", "b.will_appear(dismiss)", "p.did_disappear(dismiss)", "b.did_appear(dismiss)",
      ])
    #expect(bench.seen(stack.view) == ["b"])
  }

  @Test(
    "F41 Three stacked screens are dismissed at once, in one run from the one in front; rolled back all are there",
    arguments: [true, false])
  func stacked(finishes: Bool) throws {
    let bench = try ContainerBench()
    let stack = try bench.navigation("a")
    try bench.engine.setStage(stack)
    for (above, below) in [("p", "a"), ("q", "p"), ("r", "q")] {
      try bench.go(bench.engine.present(bench[above], from: bench[below]))
      try bench.play(1)
    }
    #expect(bench.seen(stack.view) == ["a", "p", "q", "r"] && bench.engine.runs.isEmpty)
    _ = bench.take()
    var ends: [EndReason] = []
    let run = try bench.go(bench.engine.dismiss(bench["p"]) { ends.append($0) })
    #expect(run.leaving.kind == "r" && run.entering.kind == "a" && bench.seen(stack.view) == ["a", "r"])
    try bench.play(0.1)
    if !finishes { run.cancel() }
    try bench.play(1)
    #expect(ends == [finishes ? .finished : .cancelled])
    #expect(bench.seen(stack.view) == (finishes ? ["a"] : ["a", "p", "q", "r"]))
    #expect(stack.presentation?.screens.map(\.kind) == (finishes ? [] : ["p", "q", "r"]))
    for kind in ["p", "q", "r"] { #expect(bench[kind].presence == (finishes ? .hidden : .shown)) }
    #expect(try bench.x("a") == (finishes ? 0 : -100))
    if finishes { for kind in ["p", "q", "r"] { #expect(try bench.x(kind) == 0 && bench[kind].container == nil) } }
  }

  @Test("Presented over tabs from deep inside; a push below keeps its place under it")
  func deep() throws {
    let bench = try ContainerBench()
    let stack = try bench.navigation("a")
    let tabs = try bench.engine.makeTabs([stack.screen, bench["x"]])
    try bench.engine.setStage(tabs)
    try bench.go(bench.engine.present(bench["p"], from: bench["a"]))
    try bench.play(1)
    #expect(bench.engine.children(of: tabs.view) == [stack.view, bench["p"].view])
    try bench.go(tabs.select(1))
    try bench.play(0.1)
    #expect(bench.engine.children(of: tabs.view) == [stack.view, bench["x"].view, bench["p"].view])
    try bench.play(1)
    #expect(bench.engine.children(of: tabs.view) == [bench["x"].view, bench["p"].view])
    try bench.go(bench.engine.dismiss(bench["p"]))
    try bench.play(1)
    #expect(bench.engine.children(of: tabs.view) == [bench["x"].view])
  }

  @Test("F13 A screen's own choice serves the runs that it comes and goes with, before its container's")
  func choices() throws {
    let bench = try ContainerBench()
    let stack = try bench.navigation("a")
    try bench.engine.setStage(stack)
    func definition(_ name: String) -> TransitionDefinition {
      let definition = TransitionDefinition(from: ["*"], to: ["*"])
      definition.name = name
      definition.animate = { _ in }
      return definition
    }
    stack.choices.ownDefinition = definition("stack's")
    bench["b"].choices.ownDefinition = definition("b's")
    #expect(try bench.go(stack.push(bench["b"])).definition?.name == "b's")
    try bench.play(2)
    #expect(try bench.go(stack.pop()).definition?.name == "b's")
    try bench.play(2)
    #expect(try bench.go(stack.push(bench["c"])).definition?.name == "stack's")
    try bench.play(2)
    stack.choices.definitionOfOperation[.dismiss] = definition("dismissal's")
    #expect(try bench.go(bench.engine.present(bench["p"], from: bench["c"])).definition?.name == "stack's")
    try bench.play(2)
    #expect(try bench.go(bench.engine.dismiss(bench["p"])).definition?.name == "dismissal's")
  }
}

@Suite("Layout of containers") struct ContainerLayoutTests {
  @Test("N21 A layout function gets its screen's size when it is placed and when that changes, nested ones too, once each")
  func layout() throws {
    let bench = try ContainerBench()
    let stack = try bench.navigation("a")
    let tabs = try bench.engine.makeTabs([stack.screen, bench["x"]])
    var told: [String] = []
    for kind in ["a", "b", "x"] { bench[kind].onLayout { told.append("\(kind) \($0.width)×\($0.height)") } }
    try bench.engine.setStage(tabs)
    try bench.play(0)
    #expect(told == ["a 400.0×800.0"])
    told = []
    try bench.engine.resize(to: Size(600, 500))
    try bench.play(0)
    #expect(told == ["a 600.0×500.0"] && bench.take() == ["a.will_appear(root)", "a.did_appear(root)"])
    told = []
    try bench.go(tabs.select(1))
    try bench.engine.resize(to: Size(300, 500))
    try bench.play(1)
    #expect(told == ["x 600.0×500.0", "a 300.0×500.0", "x 300.0×500.0"])
    #expect(try bench.engine.numbers(.frame, of: bench["x"].view) == [0, 0, 300, 500])
  }

  @Test("N21 N06 A stack that stands in a view is laid out when its own frame changes; a run in it goes on without a jump")
  func embedded() throws {
    let bench = try ContainerBench()
    let root = try bench.engine.makeView()
    let stack = try bench.navigation("a")
    try bench.engine.add(stack.view, to: root)
    try bench.engine.set(.frame, of: stack.view, to: [0, 0, 200, 800])
    let card = try bench.engine.makeView()
    try bench.engine.add(card, to: bench["b"].view)
    bench["b"].onLayout { [unowned bench] size in try? bench.engine.set(.x, of: card, to: [size.width - 50]) }
    let definition = TransitionDefinition(from: ["a"], to: ["b"])
    definition.priority = 1
    definition.timing = .curve(.linear, duration: 0)
    definition.animate = { [unowned bench] run in
      let end = try bench.engine.numbers(.x, of: card)[0]
      try bench.engine.set(.x, of: card, to: [0])
      try bench.engine.animate(.init(.curve(.linear, duration: run.duration))) {
        try bench.engine.set(.x, of: card, to: [end])
      }
    }
    try bench.engine.register(definition)
    try bench.engine.setStage(root)
    try bench.go(stack.push(bench["b"]))
    try bench.play(0.5)
    let before = try bench.engine.shownNumbers(.x, of: card)[0]
    #expect(abs(before - 75) < 1e-3)
    try bench.engine.set(.frame, of: stack.view, to: [0, 0, 300, 800])
    try bench.play(0)
    #expect(try abs(bench.engine.shownNumbers(.x, of: card)[0] - before) < 1e-3)
    try bench.play(2)
    #expect(try bench.engine.shownNumbers(.x, of: card) == [250])
  }
}
