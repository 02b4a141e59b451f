import Testing

@testable import Segue

@Suite("Going off a stack") struct RemovalTests {
  /// A stack a, b, … of so many screens, each pushed with its transition, on stage.
  private func stack(_ bench: ContainerBench, _ kinds: String...) throws -> Navigation {
    let stack = try bench.navigation(kinds[0])
    try bench.engine.setStage(stack)
    for kind in kinds.dropFirst() {
      try bench.go(stack.push(bench[kind]))
      try bench.play(0.5)
    }
    _ = bench.take()
    return stack
  }

  @Test(
    "F38 Several levels are popped in one run from the top; more than there are leave the bottom one",
    arguments: [(1, ["a", "b", "c"]), (2, ["a", "b"]), (3, ["a"]), (9, ["a"])])
  func levels(count: Int, left: [String]) throws {
    let bench = try ContainerBench()
    let stack = try stack(bench, "a", "b", "c", "d")
    let run = try bench.go(stack.pop(count))
    #expect(run.leaving.kind == "d" && run.entering.kind == left.last!)
    try bench.play(0.5)
    #expect(stack.stack.map(\.kind) == left && bench.seen(stack.view) == [left.last!])
    for kind in ["a", "b", "c", "d"] where bench[kind] === stack.top || !left.contains(kind) {
      #expect(try bench.x(kind) == 0, "\(kind)")
    }
    #expect(throws: SegueError("pop: levels expected a number of 1 or more, got 0")) { try stack.pop(0) }
  }

  @Test("F38 Everything but the bottom screen is popped in one run; there is nothing to pop at the bottom")
  func root() throws {
    let bench = try ContainerBench()
    let stack = try stack(bench, "a", "b", "c")
    #expect(try bench.go(stack.popToRoot()).entering.kind == "a")
    try bench.play(0.5)
    #expect(stack.stack.map(\.kind) == ["a"])
    #expect(try bench.refusal(stack.popToRoot()) == "there is nothing to pop: \"a\" is the only screen")
  }

  @Test("F37 A screen in the middle is replaced with everything above it, in one run; what was covered is as it was")
  func replaceMiddle() throws {
    let bench = try ContainerBench()
    let stack = try stack(bench, "a", "b", "c", "d")
    #expect(try bench.x("c") == -100)
    let run = try bench.go(stack.replace(bench["b"], with: bench["x"]))
    #expect(run.operation == .replace && run.leaving.kind == "d" && run.entering.kind == "x")
    try bench.play(0.5)
    #expect(stack.stack.map(\.kind) == ["a", "x"] && bench.seen(stack.view) == ["x"])
    for kind in ["b", "c", "d"] { #expect(try bench[kind].container == nil && bench.x(kind) == 0, "\(kind)") }
    // What the push of b had done to a is undone by the pop of x.
    try bench.go(stack.pop())
    try bench.play(0.5)
    #expect(try bench.x("a") == 0)
    #expect(try bench.refusal(stack.replace(bench["z"], with: bench["b"])) == "\"z\" is not on the stack")
  }

  @Test("A screen is taken out wherever it is: the top one by a pop, another one unseen, and both are as they were")
  func remove() throws {
    let bench = try ContainerBench()
    let stack = try stack(bench, "a", "b", "c", "d")
    try bench.go(stack.remove(bench["b"]))
    #expect(stack.stack.map(\.kind) == ["a", "c", "d"] && stack.run == nil && bench.seen(stack.view) == ["d"])
    #expect(try bench.x("b") == 0 && bench.x("d") == 0 && bench.take().isEmpty)
    #expect(try bench.go(stack.remove(bench["d"])).entering.kind == "c")
    try bench.play(0.5)
    try bench.go(stack.pop())
    try bench.play(0.5)
    for kind in ["a", "c", "d"] { #expect(try bench.x(kind) == 0, "\(kind)") }
    #expect(try bench.refusal(stack.remove(bench["a"])) == "\"a\" is the only screen")
    #expect(try bench.refusal(stack.remove(bench["b"])) == "\"b\" is not on the stack")
  }

  @Test("The stack as it is is not set again, and a run under way goes on", arguments: ConflictPolicy.allCases)
  func setSame(policy: ConflictPolicy) throws {
    let bench = try ContainerBench()
    let stack = try stack(bench, "a", "b")
    stack.conflict = policy
    #expect(try bench.refusal(stack.set([bench["a"], bench["b"]])) == "the stack is like that already")
    let run = try bench.go(stack.set([bench["a"]]))
    try bench.play(0.1)
    guard policy != .replace else { return }
    #expect(try bench.refusal(stack.set([bench["a"]])) != nil && stack.run === run)
    try bench.play(0.1)
    #expect(try abs(bench.x("b") - 200) < 1e-4)
  }

  @Test("F36 A screen on its way out is called back, at once or when it is gone")
  func calledBack() throws {
    let bench = try ContainerBench()
    let stack = try stack(bench, "a")
    try bench.go(stack.replace(with: bench["b"]))
    try bench.play(0.1)
    #expect(try bench.refusal(stack.replace(with: bench["a"])) == "the replace from \"a\" to \"b\" is still under way")
    let shown = try (bench.x("a"), bench.x("b"))
    try bench.go(stack.replace(with: bench["a"], conflict: .retarget))
    #expect(try abs(bench.x("a") - shown.0) < 1e-4 && abs(bench.x("b") - shown.1) < 1e-4)
    try bench.play(2)
    #expect(stack.stack.map(\.kind) == ["a"] && bench.seen(stack.view) == ["a"] && bench["b"].container == nil)
    #expect(try bench.x("a") == 0 && bench.x("b") == 0 && bench["a"].presence == .shown)
    try bench.go(stack.push(bench["c"]))
    try bench.play(2)
    // Popped and, before it is gone, pushed again when it is.
    try bench.go(stack.pop())
    try bench.go(stack.push(bench["c"], conflict: .queue))
    try bench.play(2)
    #expect(stack.stack.map(\.kind) == ["a", "c"] && bench.seen(stack.view) == ["c"])
  }

  @Test(
    "N03 A push that takes over another one which nobody has seen, rolled back, leaves that one on top and on stage",
    arguments: [false, true])
  func unseen(presented: Bool) throws {
    let bench = try ContainerBench()
    let stack = try stack(bench, "a")
    if presented {
      _ = try bench.engine.present(bench["b"], from: bench["a"], conflict: .retarget)
      let run = try bench.go(bench.engine.present(bench["c"], from: bench["a"], conflict: .retarget))
      run.cancel()
    } else {
      _ = try stack.push(bench["b"])
      try bench.go(stack.push(bench["c"], conflict: .retarget)).cancel()
    }
    try bench.play(1)
    #expect(bench.seen(stack.view) == (presented ? ["a", "b"] : ["b"]) && bench["c"].container == nil)
    #expect(bench["b"].presence == .shown && bench["a"].presence == (presented ? .shown : .hidden))
    // Under what is presented over it, it is seen from the start.
    #expect(bench.take().contains(presented ? "b.did_appear(present)" : "b.did_appear(cancel)"))
  }

  @Test("F36 Who hears that a run was interrupted may begin another one; the request that interrupted it is refused then")
  func interruptedByTwo() throws {
    for policy in [ConflictPolicy.replace, .retarget] {
      let bench = try ContainerBench()
      let stack = try stack(bench, "a")
      try bench.go(stack.push(bench["b"]) { _ in _ = try? stack.push(bench["c"]) })
      try bench.play(0.1)
      #expect(try bench.refusal(stack.push(bench["d"], conflict: policy))?.hasSuffix("is still under way") == true)
      try bench.play(2)
      #expect(stack.stack.map(\.kind) == (policy == .replace ? ["a", "c"] : ["a", "b", "c"]))
      #expect(bench.engine.runs.isEmpty && bench.seen(stack.view) == ["c"] && bench["d"].container == nil)
    }
  }

  @Test(
    "F36 A screen that has just gone may ask for anything from its last callback", arguments: ["push", "pop", "replace", "set"])
  func fromTheGone(what: String) throws {
    for animated in [false, true] {
      let bench = try ContainerBench()
      let stack = try stack(bench, "a", "b", "c")
      var said: [Bool] = []
      bench["c"].onAppearance { event in
        guard event.appearance == .didDisappear else { return }
        let outcome: Outcome? =
          switch what {
          case "push": try? stack.push(bench["x"])
          case "pop": try? stack.pop()
          case "replace": try? stack.replace(with: bench["x"])
          default: try? stack.set([bench["c"]])
          }
        if case .run? = outcome { said.append(true) } else { said.append(false) }
      }
      try bench.go(stack.pop(animated: animated))
      try bench.play(2)
      let left = ["push": ["a", "b", "x"], "pop": ["a"], "replace": ["a", "x"], "set": ["c"]][what]
      #expect(said == [true] && stack.stack.map(\.kind) == left && bench.seen(stack.view) == [left!.last!])
      #expect(bench.engine.runs.isEmpty && stack.run == nil)
    }
  }
}

@Suite("Screens that do not want to leave") struct MayLeaveTests {
  @Test("Asked once, the one in front first; a no refuses the operation, and nothing has changed")
  func veto() throws {
    let bench = try ContainerBench()
    let stack = try bench.navigation("a", "b", "c")
    try bench.engine.setStage(stack)
    try bench.play(0)
    _ = bench.take()
    var asked: [String] = []
    bench["c"].onMayLeave {
      asked.append("c \($0.rawValue)"); return nil
    }
    bench["b"].onMayLeave {
      asked.append("b \($0.rawValue)"); return nil
    }
    let no = bench["b"].onMayLeave { _ in false }
    bench["b"].onMayLeave { _ in
      Issue.record("asked after the answer"); return true
    }
    var news: [String] = []
    stack.onNews { news.append($0.event.rawValue) }
    func refused(_ outcome: Outcome) -> Bool { bench.refusal(outcome) == "\"b\" does not want to leave" }
    #expect(try refused(stack.pop(to: bench["a"])) && asked == ["c pop", "b pop"])
    #expect(try refused(stack.replace(bench["b"], with: bench["x"])) && refused(stack.remove(bench["b"])))
    #expect(try refused(stack.set([bench["a"]])))
    #expect(stack.stack.map(\.kind) == ["a", "b", "c"] && stack.run == nil && news.isEmpty && bench.take().isEmpty)
    // What only comes, or only covers it, is not its business.
    asked = []
    try bench.go(stack.push(bench["x"], animated: false))
    #expect(asked.isEmpty && stack.top.kind == "x")
    bench["b"].removeMayLeaveHandler(no)
    bench["b"].onMayLeave { _ in true }
    try bench.go(stack.pop(2, animated: false))
    #expect(asked == ["c pop"] && stack.top.kind == "b")
  }

  @Test(
    "Under way, the run that is to give way stays as it is when a screen says no; what waits is asked when its time comes",
    arguments: [ConflictPolicy.queue, .replace, .retarget])
  func underWay(policy: ConflictPolicy) throws {
    let bench = try ContainerBench()
    let stack = try bench.navigation("a", "b")
    try bench.engine.setStage(stack)
    var asked = 0
    bench["b"].onMayLeave { _ in
      asked += 1; return false
    }
    let push = try bench.go(stack.push(bench["c"]))
    try bench.play(0.1)
    var ends: [EndReason] = []
    let outcome = try stack.pop(to: bench["a"], conflict: policy) { ends.append($0) }
    #expect(stack.run === push && (bench.refusal(outcome) == nil) == (policy == .queue) && asked == (policy == .queue ? 0 : 1))
    try bench.play(1)
    #expect(asked == 1 && stack.stack.map(\.kind) == ["a", "b", "c"] && ends == (policy == .queue ? [.cancelled] : []))
  }

  @Test("A finger holds nothing that does not want to leave, and keeps what it holds when the program's wish is refused")
  func byHand() throws {
    let bench = try ContainerBench()
    let stack = try bench.navigation("a", "b")
    try bench.engine.setStage(stack)
    try stack.setSwipe(.back)
    try bench.play(0)
    func drag(_ from: Double, _ to: Double, _ phase: InputEvent.Phase = .move) throws {
      if from != to {
        try bench.engine.send(InputEvent(time: bench.engine.time, phase: .down, position: Point(from, 400)))
        try bench.play(0.02)
      }
      try bench.engine.send(InputEvent(time: bench.engine.time, phase: phase, position: Point(to, 400)))
      try bench.play(0.02)
    }
    let no = bench["b"].onMayLeave { _ in false }
    try drag(5, 200)
    #expect(stack.run == nil)
    try drag(200, 200, .up)
    bench["b"].removeMayLeaveHandler(no)
    try drag(5, 200)
    let run = try #require(stack.run)
    bench["b"].onMayLeave { _ in false }
    #expect(try bench.refusal(stack.replace(with: bench["c"])) != nil && stack.run === run && run.isInteractive)
  }

  @Test(
    "Whoever is asked may bring something first, take nothing away and not lose the container; inside another container they are asked too",
    arguments: [false, true])
  func asking(answer: Bool) throws {
    let bench = try ContainerBench()
    let inner = try bench.navigation("x", "y")
    let stack = try bench.navigation("a")
    try bench.engine.setStage(stack)
    try bench.go(stack.push(inner.screen, animated: false))
    var said: [String?] = []
    bench["x"].onMayLeave { _ in
      said.append((try? stack.pop()).flatMap(bench.refusal))
      said.append((try? bench.engine.present(bench["p"], from: bench["a"])).flatMap(bench.refusal))
      said.append((try? stack.push(bench["c"])).flatMap(bench.refusal))
      bench.engine.release(stack)
      return answer
    }
    let refusal = try bench.refusal(stack.pop())
    #expect(refusal == (answer ? "the push from \"navigation\" to \"c\" is still under way" : "\"x\" does not want to leave"))
    #expect(said == ["its screens are being asked whether they may leave", nil, nil] && bench.engine[stack.handle] != nil)
    try bench.play(1)
    #expect(stack.stack.map(\.kind) == ["a", "navigation", "c"] && bench["p"].presence == .shown && bench.engine.runs.isEmpty)
  }
}

@Suite("Tabs that come and go") struct TabSetTests {
  @Test(
    "Tabs come at a place or behind the last one; what is shown and where back goes stay, also under a run that is rolled back")
  func insert() throws {
    let bench = try ContainerBench()
    let tabs = try bench.engine.makeTabs([bench["a"], bench["b"]])
    try bench.engine.setStage(tabs)
    try bench.go(tabs.select(1, animated: false))
    try tabs.insert(bench["c"], at: 0)
    try tabs.insert(bench["d"])
    #expect(tabs.screens.map(\.kind) == ["c", "a", "b", "d"] && tabs.selected == 2 && bench.seen(tabs.view) == ["b"])
    let run = try bench.go(tabs.select(0))
    try bench.play(0.1)
    try tabs.insert(bench["e"], at: 1)
    run.cancel()
    try bench.play(1)
    #expect(tabs.screens.map(\.kind) == ["c", "e", "a", "b", "d"] && tabs.current.kind == "b")
    #expect(try bench.go(tabs.back(animated: false)).entering.kind == "a")
    #expect(throws: SegueError("insert: index expected a number from 1 to 6, got 8")) { try tabs.insert(bench["x"], at: 7) }
    #expect(throws: SegueError.self) { try tabs.insert(bench["c"]) }
    #expect(bench["x"].container == nil)
  }

  @Test("In the place of the tab that is taken out comes the one shown before it, else the next one, else the one before")
  func remove() throws {
    let bench = try ContainerBench()
    let tabs = try bench.engine.makeTabs([bench["a"], bench["b"], bench["c"], bench["d"]], selected: 1)
    try bench.engine.setStage(tabs)
    try bench.play(0)
    try bench.go(tabs.select(3, animated: false))
    _ = bench.take()
    let back = try bench.go(tabs.remove(bench["d"]))
    #expect(back.entering.kind == "b" && back.direction == .dismiss && back.operation == .select)
    try bench.play(0.1)
    #expect(bench.seen(tabs.view) == ["b", "d"])
    try bench.play(1)
    #expect(tabs.screens.map(\.kind) == ["a", "b", "c"] && bench["d"].container == nil && bench.seen(tabs.view) == ["b"])
    #expect(
      bench.take() == ["d.will_disappear(select)", "b.will_appear(select)", "d.did_disappear(select)", "b.did_appear(select)"])
    #expect(try bench.go(tabs.remove(bench["b"])).entering.kind == "c")
    try bench.play(1)
    #expect(try bench.go(tabs.remove(bench["c"])).entering.kind == "a")
    try bench.play(1)
    #expect(try bench.refusal(tabs.remove(bench["a"])) == "\"a\" is the only tab")
    #expect(try bench.refusal(tabs.remove(bench["b"])) == "\"b\" is none of these tabs")
    for kind in ["a", "b", "c", "d"] { #expect(try bench.x(kind) == 0) }
  }

  @Test(
    "A tab that is not shown goes unseen, from back's way too; it waits for a switch under way; a wish for it is dropped then")
  func removeHidden() throws {
    let bench = try ContainerBench()
    let tabs = try bench.engine.makeTabs([bench["a"], bench["b"], bench["c"]])
    try bench.engine.setStage(tabs)
    try bench.go(tabs.select(1, animated: false))
    try bench.go(tabs.select(2))
    try bench.play(0.1)
    try bench.go(tabs.remove(bench["b"]))
    #expect(tabs.screens.count == 3 && bench.seen(tabs.view) == ["b", "c"])
    var ends: [EndReason] = []
    try bench.go(tabs.select(1, conflict: .queue) { ends.append($0) })
    try bench.play(1)
    #expect(tabs.screens.map(\.kind) == ["a", "c"] && tabs.current.kind == "c" && ends == [.cancelled])
    #expect(try bench.go(tabs.back(animated: false)).entering.kind == "a")
    bench["c"].onMayLeave { _ in false }
    #expect(try bench.refusal(tabs.remove(bench["c"])) == "\"c\" does not want to leave")
  }
}
