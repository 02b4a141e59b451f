import Testing

@testable import Segue

@Suite("Focus") struct FocusTests {
  private func key(_ bench: ContainerBench, _ key: String) throws {
    for phase in [InputEvent.Phase.down, .up] {
      try bench.engine.send(InputEvent(time: bench.engine.time, device: .keyboard, phase: phase, position: .zero, key: key))
      try bench.play(0)
    }
  }

  private func fields(_ bench: ContainerBench, _ kind: String, _ count: Int) throws -> [Handle<View>] {
    try (0..<count).map { i in
      let view = try bench.engine.makeView(id: "\(kind)\(i)")
      try bench.engine.setFocusable(true, of: view)
      try bench.engine.add(view, to: bench[kind].view)
      return view
    }
  }

  @Test("N23 F28 The screen in front has the focus, keeps its view while another is in front, and has it back after a cancel")
  func screens() throws {
    let bench = try ContainerBench()
    let stack = try bench.navigation("a")
    let (a, b) = (try fields(bench, "a", 2), try fields(bench, "b", 1))
    try bench.engine.setStage(stack)
    var told: [String] = []
    bench.engine.onFocus { [unowned bench] in told.append($0.flatMap(bench.engine.id) ?? "none") }
    #expect(bench.engine.focusedScreen === bench["a"] && bench.engine.focus == nil)
    try bench.engine.setFocus(a[1])
    try bench.play(0)
    let run = try bench.go(stack.push(bench["b"]))
    try bench.play(0.1)
    #expect(bench.engine.focusedScreen === bench["b"] && bench.engine.focus == nil)
    #expect(throws: SegueError("focus: the view is not focusable")) { try bench.engine.setFocus(bench["b"].view) }
    run.cancel()
    try bench.play(1)
    #expect(bench.engine.focusedScreen === bench["a"] && bench.engine.focus == a[1])
    #expect(throws: SegueError("focus: the view is not on stage, or hidden")) { try bench.engine.setFocus(b[0]) }
    try bench.go(stack.push(bench["b"]))
    try bench.play(1)
    try bench.engine.setFocus(b[0])
    try bench.play(0)
    try bench.go(bench.engine.present(bench["p"], from: bench["b"]))
    try bench.play(1)
    #expect(bench.engine.focusedScreen === bench["p"] && bench.engine.focus == nil)
    try bench.go(bench.engine.dismiss(bench["p"]))
    try bench.play(1)
    #expect(bench.engine.focus == b[0])
    try bench.go(stack.pop())
    try bench.play(1)
    #expect(bench.engine.focus == a[1])
    #expect(told == ["a1", "none", "a1", "none", "b0", "none", "b0", "a1"])
  }

  @Test(
    "N23 Tab moves the focus through what may have it, round at the end, and leaves out what is hidden; keys go there first")
  func keyboard() throws {
    let bench = try ContainerBench()
    let stack = try bench.navigation("a")
    let a = try fields(bench, "a", 3)
    try bench.engine.setStage(stack)
    try bench.play(0)
    try bench.engine.setHidden(true, of: a[1])
    var way: [Handle<View>?] = []
    for name in ["Tab", "Tab", "Tab", "ISO_Left_Tab"] {
      try key(bench, name)
      way.append(bench.engine.focus)
    }
    #expect(way == [a[0], a[2], a[0], a[2]])
    var heard = 0
    _ = try bench.engine.addRecognizer(.key(KeySettings(keys: ["Return"])), to: a[2]) { _ in heard += 1 }
    _ = try bench.engine.addRecognizer(.key(KeySettings(keys: ["Tab"])), to: a[2]) { _ in heard += 10 }
    try key(bench, "Return")
    #expect(heard == 1)
    // Who has a use for the key keeps it.
    try key(bench, "Tab")
    #expect(heard == 11 && bench.engine.focus == a[2])
    bench.engine.release(a[2])
    try bench.play(0)
    #expect(bench.engine.focus == nil)
    try key(bench, "Tab")
    #expect(bench.engine.focus == a[0])
  }

  @Test("N23 Between two stacks side by side the keyboard moves the focus, and with it the screen that has it")
  func sideBySide() throws {
    let bench = try ContainerBench()
    let root = try bench.engine.makeView()
    let (left, right) = (try bench.navigation("a"), try bench.navigation("x"))
    let (a, x) = (try fields(bench, "a", 1), try fields(bench, "x", 1))
    for stack in [left, right] { try bench.engine.add(stack.view, to: root) }
    try bench.engine.setStage(root)
    try bench.play(0)
    #expect(bench.engine.focusedScreen == nil)
    try key(bench, "Tab")
    #expect(bench.engine.focus == a[0] && bench.engine.focusedScreen === bench["a"])
    try key(bench, "Tab")
    #expect(bench.engine.focus == x[0] && bench.engine.focusedScreen === bench["x"])
  }
}
