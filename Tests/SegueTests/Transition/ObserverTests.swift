import Testing

@testable import Segue

@Suite("Who watches a run") struct ObserverTests {
  @Test(
    "F29 What goes along follows the same progress through scrub, settle and roll-back, both ways, and hears how it ended",
    arguments: [true, false], [true, false])
  func alongside(pops: Bool, finishes: Bool) throws {
    let stage = try Stage()
    try stage.define()
    let bar = try stage.engine.makeView()
    if pops {
      try stage.push(animated: false)
      try stage.advance(to: 0)
    }
    let interaction = stage.engine.makeInteraction()
    let run = try pops ? stage.pop(interaction) : stage.push(interaction)
    var ended: [Bool] = []
    let fade = { [unowned stage] in try stage.engine.set(.alpha, of: bar, to: [0]) }
    let couldGo = run.alongside(fade) { ended.append($0) }
    #expect(couldGo)
    try stage.advance(to: 0)
    func alpha() throws -> Double { try stage.engine.shownNumbers(.alpha, of: bar)[0] }
    #expect(try alpha() == 1)
    for p in [0.3, 0.8, 0.4] {
      try interaction.update(p)
      try stage.advance(to: stage.engine.time + 0.1)
      #expect(try abs(alpha() - (1 - p)) < 1e-6, "\(p)")
    }
    if finishes { interaction.finish() } else { interaction.cancel() }
    try stage.advance(to: stage.engine.time + 0.05)
    #expect(try abs(alpha() - (1 - run.progress)) < 1e-6 && run.state == .running)
    try stage.advance(to: stage.engine.time + 2)
    #expect(try alpha() == (finishes ? 0 : 1) && ended == [!finishes])
  }

  @Test("F29 Late it joins by planning anew; without an animation it is there at once; the completion comes in any case")
  func lateAlongside() throws {
    let stage = try Stage()
    try stage.define()
    let bar = try stage.engine.makeView()
    let run = try stage.push()
    try stage.advance(to: 0.25)
    var ended: [String] = []
    let move = { [unowned stage] in try stage.engine.set(.x, of: bar, to: [100]) }
    let couldJoin = run.alongside(move) { ended.append("late \($0)") }
    #expect(couldJoin)
    try stage.advance(to: 0.25)
    #expect(try stage.engine.shownNumbers(.x, of: bar)[0] < 1)
    try stage.advance(to: 2)
    #expect(try stage.engine.shownNumbers(.x, of: bar)[0] == 100)
    let couldFollow = run.alongside({}) { ended.append("after \($0)") }
    #expect(!couldFollow)
    let pop = try stage.pop(animated: false)
    pop.alongside({ [unowned stage] in try stage.engine.set(.x, of: bar, to: [7]) }) { ended.append("instant \($0)") }
    try stage.advance(to: 2)
    #expect(try stage.engine.shownNumbers(.x, of: bar)[0] == 7)
    #expect(ended == ["late false", "after false", "instant false"])
  }

  @Test("F30 Who watches the hand hears each change, before the appearance calls of a cancel")
  func interactionChanges() throws {
    let stage = try Stage()
    try stage.define()
    let interaction = stage.engine.makeInteraction()
    interaction.wantsInteractiveStart = false
    let run = try stage.push(interaction)
    for name in ["one", "two"] { run.onInteractionChange { [unowned stage] in stage.log.append("\(name) \($0)") } }
    try stage.advance(to: 0.1)
    stage.log = []
    try interaction.update(0.3)
    try stage.advance(to: 0.2)
    interaction.cancel()
    try stage.advance(to: 1)
    #expect(
      stage.log == [
        "one true", "two true", "one false", "two false", "photo.will_disappear", "photo.did_disappear", "list.will_appear",
        "list.did_appear",
      ])
  }

  @Test(
    "F31 Each screen that takes part, nested ones too, hears once that it will, and once that it did or was cancelled",
    arguments: [true, false])
  func phases(finishes: Bool) throws {
    let bench = try ContainerBench()
    let inner = try bench.navigation("a")
    let tabs = try bench.engine.makeTabs([inner.screen, bench["x"]])
    let outer = try bench.engine.makeNavigation(root: tabs.screen)
    try bench.engine.setStage(outer)
    try bench.play(0)
    var told: [String] = []
    for screen in [tabs.screen, inner.screen, bench["a"], bench["x"], bench["b"]] {
      screen.onPhase { phase, run in told.append("\(screen.kind).\(phase.rawValue)") }
    }
    let run = try bench.go(outer.push(bench["b"]))
    try bench.play(0.1)
    if !finishes { run.cancel() }
    try bench.play(1)
    let names = ["tabs", "navigation", "a", "b"]
    let end = finishes ? "did_transition" : "cancelled_transition"
    #expect(told == names.map { "\($0).will_transition" } + names.map { "\($0).\(end)" })
  }

  @Test(
    "F32 At the end: the animation's completion, the phase event, the clean-up with its appearance calls, on_end, the completion"
  )
  func endOrder() throws {
    let stage = try Stage()
    try stage.define { [unowned stage] in
      $0.animate = { run in
        var options = Engine.MotionOptions(.curve(.linear, duration: run.duration))
        options.completion = { _ in stage.log.append("animation") }
        try stage.engine.animate(options) { try stage.engine.set(.alpha, of: run.to.view, to: [0.5]) }
      }
      $0.onEnd = { _, _ in stage.log.append("on_end") }
    }
    stage.photo.onPhase { [unowned stage] phase, _ in stage.log.append(phase.rawValue) }
    let run = try stage.push()
    run.whenEnded { [unowned stage] _ in stage.log.append("completion") }
    try stage.advance(to: 0.2)
    stage.log = []
    try stage.advance(to: 1)
    #expect(
      stage.log == ["animation", "did_transition", "list.did_disappear", "photo.did_appear", "on_end", "completion"])
  }

  @Test("F33 did_present and did_dismiss come only after success")
  func presented() throws {
    let bench = try ContainerBench()
    let stack = try bench.navigation("a")
    try bench.engine.setStage(stack)
    for finishes in [false, true] {
      let run = try bench.go(bench.engine.present(bench["p"], from: bench["a"]))
      var news: [String] = []
      stack.presentation?.onNews { news.append($0.event.rawValue) }
      try bench.play(0.1)
      if !finishes { run.cancel() }
      try bench.play(1)
      #expect(news == (finishes ? ["did_present", "did_show"] : []))
    }
    var news: [String] = []
    let id = stack.presentation?.onNews { news.append($0.event.rawValue) }
    try bench.go(bench.engine.dismiss(bench["p"])).cancel()
    try bench.play(1)
    #expect(!news.contains("did_dismiss"))
    try bench.go(bench.engine.dismiss(bench["p"]))
    try bench.play(1)
    #expect(news.filter { $0 == "did_dismiss" }.count == 1 && id != nil)
  }

  @Test("F34 prepare comes once, with the direction, before anything is placed")
  func prepare() throws {
    let stage = try Stage()
    var told: [String] = []
    try stage.define { [unowned stage] in
      $0.prepare = { run, direction in
        let parents = [run.entering, run.leaving].map { stage.engine.parent(of: $0.view) != nil }
        told.append("\(direction.rawValue) \(parents) \(run.state.rawValue)")
      }
    }
    try stage.push()
    try stage.advance(to: 1)
    try stage.pop()
    try stage.advance(to: 2)
    #expect(told == ["present [false, true] preparing", "dismiss [false, true] preparing"])
  }

  @Test("F35 A run comes to its states in order, and tells each", arguments: [true, false])
  func states(finishes: Bool) throws {
    let stage = try Stage()
    try stage.define()
    let run = try stage.push()
    var told: [Run.State] = [run.state]
    run.onState { told.append($0) }
    try stage.advance(to: 0.1)
    if !finishes { run.cancel() }
    try stage.advance(to: 1)
    #expect(told == [.possible, .preparing, .running, .completing, .ended])
  }

  @Test("F76 Observers get the progress each frame, in order of adding, never flipped, and go with the run")
  func progress() throws {
    let stage = try Stage()
    try stage.define()
    try stage.push()
    try stage.advance(to: 1)
    let run = try stage.pop()
    var told: [String] = []
    for name in ["one", "two"] { run.onProgress { told.append("\(name) \($0)") } }
    let gone = run.onProgress { _ in told.append("gone") }
    run.removeProgressHandler(gone)
    for time in [1, 1.125, 1.25] { try stage.advance(to: time) }
    #expect(told == ["one 0.0", "two 0.0", "one 0.25", "two 0.25", "one 0.5", "two 0.5"])
    told = []
    try stage.advance(to: 2)
    #expect(told == ["one 1.0", "two 1.0"] && run.observers.progress.isEmpty)
  }
}
