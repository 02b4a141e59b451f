import Testing

@testable import Segue

/// Who drives a run, and when they may.
@Suite struct InteractionTests {
  @Test(
    "F70 a gesture that the system takes away rolls back, whatever its handler did", arguments: ["finish", "nothing", "later"])
  func systemCancel(handler: String) throws {
    let stage = try Stage()
    try stage.define()
    var interaction: Interaction?
    var states: [String] = []
    _ = try stage.engine.addRecognizer(.pan(PanSettings()), to: stage.navigation.view) { [unowned stage] report in
      states.append("\(report.state)")
      switch report.state {
      case .began:
        interaction = stage.engine.makeInteraction()
        _ = try? stage.push(interaction)
      case .changed: try? interaction?.update(report.translation.x / 200)
      default: if handler == "finish" { interaction?.finish() }
      }
    }
    func send(_ time: Double, _ phase: InputEvent.Phase, _ x: Double) throws {
      try stage.engine.send(InputEvent(time: time, phase: phase, position: Point(x, 400)))
    }
    try send(0, .down, 100)
    for i in 1...9 { try send(0.016 * Double(i), .move, 100 + 20 * Double(i)) }
    try stage.advance(to: 0.15)
    let run = try #require(stage.navigation.run)
    #expect(run.progress > 0.7)
    try send(0.16, .cancel, 290)
    try stage.advance(to: 0.16)
    if handler == "later" { interaction?.finish() }
    try stage.advance(to: 2)
    #expect(states.last == "cancelled" && run.state == .ended && run.isCancelled)
    #expect(stage.navigation.stack.map(\.kind) == ["list"] && stage.engine.scene.parent(of: stage.photo.view) == nil)
  }

  @Test("F70 an interaction made beforehand is rolled back as well")
  func systemCancelOfForeignInteraction() throws {
    let stage = try Stage()
    try stage.define()
    let interaction = stage.engine.makeInteraction()
    _ = try stage.engine.addRecognizer(.pan(PanSettings()), to: stage.navigation.view) { [unowned stage] report in
      if report.state == .began { _ = try? stage.push(interaction) }
      if report.state == .changed { try? interaction.update(report.translation.x / 200) }
    }
    for (i, phase) in [InputEvent.Phase.down, .move, .move, .move, .cancel].enumerated() {
      try stage.engine.send(InputEvent(time: 0.016 * Double(i), phase: phase, position: Point(100 + 50 * Double(i), 400)))
      try stage.advance(to: 0.016 * Double(i))
    }
    try stage.advance(to: 2)
    #expect(stage.navigation.stack.map(\.kind) == ["list"])
  }

  @Test("F77 an update before the run has started is its first progress")
  func earlyUpdate() throws {
    let stage = try Stage()
    try stage.define()
    let interaction = stage.engine.makeInteraction()
    let run = try stage.push(interaction)
    try interaction.update(0.4)
    try stage.advance(to: 0)
    #expect(try run.progress == 0.4 && abs(stage.shown.alpha - 0.4) < 1e-6 && run.isInteractive)
  }

  @Test("F78 finish and cancel before the run has started are obeyed", arguments: [true, false])
  func earlyOutcome(finishing: Bool) throws {
    let stage = try Stage()
    try stage.define()
    let interaction = stage.engine.makeInteraction()
    let run = try stage.push(interaction)
    var ends: [EndReason] = []
    run.whenEnded { ends.append($0) }
    try interaction.update(0.2)
    finishing ? interaction.finish() : interaction.cancel()
    try stage.advance(to: 0)
    #expect(abs(run.progress - 0.2) < 1e-15 && run.state == .running && !run.isInteractive)
    try stage.advance(to: finishing ? 0.41 : 0.11)
    #expect(ends == [finishing ? .finished : .cancelled])
  }

  @Test("F78 a flick that begins and ends within one frame finishes once")
  func flick() throws {
    let stage = try Stage()
    try stage.define()
    let interaction = stage.engine.makeInteraction()
    var ends = 0
    try stage.push(interaction).whenEnded { _ in ends += 1 }
    for p in [0.1, 0.3, 0.6] { try interaction.update(p) }
    interaction.finish()
    for i in 0...60 { try stage.advance(to: Double(i) / 60) }
    #expect(ends == 1 && stage.navigation.top === stage.photo)
    #expect(stage.log.filter { $0 == "photo.did_appear" }.count == 1)
  }

  @Test("F79 calls after the end do nothing and leave a note")
  func lateCalls() throws {
    let stage = try Stage()
    try stage.define()
    let (run, interaction) = try stage.hold(0.5)
    interaction.finish()
    try stage.advance(to: 1)
    let (frame, log) = (stage.frame, stage.log)
    try interaction.update(0.2)
    interaction.finish()
    interaction.cancel()
    run.cancel()
    try stage.advance(to: 2)
    #expect(stage.frame == frame && stage.log == log && run.state == .ended && !run.isCancelled)
    #expect(stage.messages(.debug).count == 4 && stage.reports.count == 4)
  }

  @Test("F80 without an interaction the same definition runs on the clock")
  func noInteraction() throws {
    let stage = try Stage()
    try stage.define()
    stage.navigation.choices.interaction = { _ in nil }
    let run = try stage.push()
    try stage.advance(to: 0)
    try stage.advance(to: 0.25)
    #expect(run.progress == 0.5 && !run.isInteractive)
    try stage.advance(to: 0.5)
    #expect(run.state == .ended)
  }

  @Test("F81 an interaction that does not want an interactive start starts clocked and can catch later")
  func clockedStart() throws {
    let stage = try Stage()
    try stage.define()
    let interaction = stage.engine.makeInteraction()
    interaction.wantsInteractiveStart = false
    let run = try stage.push(interaction)
    try stage.advance(to: 0)
    #expect(!run.isInteractive)
    try stage.advance(to: 0.1)
    #expect(abs(run.progress - 0.2) < 1e-12)
    try interaction.update(0)
    #expect(run.isInteractive && abs(run.progress - 0.2) < 1e-12)
    try stage.advance(to: 1)
    #expect(abs(run.progress - 0.2) < 1e-12)
    try interaction.update(0.5)
    #expect(abs(run.progress - 0.7) < 1e-12)
    interaction.finish()
    try stage.advance(to: 1.2)
    #expect(run.state == .ended && !run.isCancelled)
  }

  @Test("F91 catching freezes the run where it is, in that frame")
  func freeze() throws {
    let stage = try Stage()
    try stage.define(timing: .curve(.easeInOut, duration: 0))
    let run = try stage.push()
    try stage.advance(to: 0)
    try stage.advance(to: 0.2)
    let (p, velocity, frame) = (run.progress, run.playheadState.velocity, stage.frame)
    let interaction = stage.engine.makeInteraction()
    #expect(try interaction.catch(run))
    #expect(run.progress == p && run.playheadState.velocity == velocity)
    try stage.advance(to: 0.3)
    #expect(run.progress == p && stage.frame == frame && run.isInteractive && run.playheadState.velocity == 0)
  }

  @Test("F92 the gesture's share adds to what was caught")
  func addsToCatch() throws {
    let stage = try Stage()
    try stage.define()
    let run = try stage.push()
    try stage.advance(to: 0)
    try stage.advance(to: 0.3)
    let interaction = stage.engine.makeInteraction()
    try interaction.catch(run)
    for (share, p) in [(0.0, 0.6), (0.1, 0.7), (-0.2, 0.4), (0.9, 1)] {
      try interaction.update(share)
      #expect(abs(run.progress - p) < 1e-12)
    }
  }

  @Test("F92 an update of a run that moves by itself catches it without a jump, whatever the gesture has counted so far")
  func implicitCatch() throws {
    let stage = try Stage()
    try stage.define()
    let (run, interaction) = try stage.hold(0.6)
    try stage.advance(to: 1)
    interaction.cancel()
    try stage.advance(to: 1.1)
    let p = run.progress
    #expect(p < 0.55)
    try interaction.update(0.65)
    #expect(abs(run.progress - p) < 1e-12)
    try interaction.update(0.75)
    #expect(abs(run.progress - p - 0.1) < 1e-12)
  }

  @Test("F93 caught and let go without moving, the rule decides from where it is", arguments: [(0.3, true), (0.2, false)])
  func letGo(time: Double, finishes: Bool) throws {
    let stage = try Stage()
    try stage.define()
    let run = try stage.push()
    try stage.advance(to: 0)
    try stage.advance(to: time)
    let interaction = stage.engine.makeInteraction()
    try interaction.catch(run)
    try stage.advance(to: time + 0.1)
    interaction.release()
    try stage.advance(to: 2)
    #expect(run.state == .ended && run.isCancelled == !finishes)
  }

  @Test("F94 twenty catches and releases: p is continuous, one completion, balanced events")
  func repeatedCatches() throws {
    let stage = try Stage()
    try stage.define(duration: 0.6, timing: .curve(.ease, duration: 0))
    var ends: [EndReason] = []
    let run = try stage.push()
    run.whenEnded { ends.append($0) }
    try stage.advance(to: 0)
    var time = 0.1
    try stage.advance(to: time)
    var worst = 0.0
    for i in 0..<20 {
      let interaction = stage.engine.makeInteraction()
      let before = run.playheadState
      try interaction.catch(run)
      worst = max(worst, abs(run.progress - before.position), abs(run.playheadState.velocity - before.velocity))
      time += 0.03
      try stage.advance(to: time)
      try interaction.update(0.01 * Double(i % 3))
      let held = run.playheadState
      i.isMultiple(of: 2) ? interaction.finish() : interaction.cancel()
      worst = max(worst, abs(run.progress - held.position), abs(run.playheadState.velocity - held.velocity))
      time += 0.03
      try stage.advance(to: time)
    }
    #expect(worst <= 1e-9 && run.state == .running && ends.isEmpty)
    run.finish()
    try stage.advance(to: time + 2)
    #expect(ends == [.finished])
    #expect(stage.log == ["list.will_disappear", "photo.will_appear", "list.did_disappear", "photo.did_appear"])
  }
}
