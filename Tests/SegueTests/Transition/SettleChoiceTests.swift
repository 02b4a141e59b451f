import Testing

@testable import Segue

@Suite("How a run is let go") struct SettleChoiceTests {
  /// What was told before a settle.
  private func settles(_ stage: Stage) -> () -> [Double] {
    var seconds: [Double] = []
    stage.engine.onEvent = { if case .runSettled(_, _, let time) = $0 { seconds.append(time) } }
    return { seconds }
  }

  @Test("F63 A settle never takes longer than two durations of its run, or as many as were said")
  func cap() throws {
    for (factor, wanted) in [(nil, 1.0), (0.5, 0.25), (10, 2.5)] as [(Double?, Double)] {
      let stage = try Stage()
      try stage.define()
      let told = settles(stage)
      let (_, interaction) = try stage.hold(0.5)
      if let factor { try interaction.setMaxDurationFactor(factor) }
      try interaction.setCompletionSpeed(0.1)
      interaction.finish(velocity: 0)
      #expect(abs(told()[0] - wanted) < 1e-9, "\(told())")
    }
    let interaction = Engine().makeInteraction()
    for bad in [0, -1, .nan, .infinity] as [Double] {
      #expect(throws: SegueError.self) { try interaction.setMaxDurationFactor(bad) }
      #expect(throws: SegueError.self) { try interaction.setSpeedLimits(bad, 2) }
      #expect(throws: SegueError.self) { try interaction.setDistanceMultiplier(bad) }
    }
    #expect(throws: SegueError.self) { try interaction.setSpeedLimits(2, 1) }
  }

  @Test("F64 The measured speed counts within its limits, where it agrees; the settle begins with it in any case")
  func limits() throws {
    // Duration 0.5; a velocity of 1 is half a way a duration, of 4 twice the way.
    for (velocity, limits, wanted) in [
      (1.0, 1.0...1.0, 0.25), (1, 0.25...4, 0.5), (1, 0.25...0.8, 0.5), (1.2, 0.25...0.5, 0.5), (-1, 0.25...4, 0.25),
    ] {
      let stage = try Stage()
      try stage.define()
      let told = settles(stage)
      let (run, interaction) = try stage.hold(0.5)
      try interaction.setSpeedLimits(limits.lowerBound, limits.upperBound)
      interaction.finish(velocity: velocity)
      #expect(abs(told()[0] - wanted) < 1e-9, "\(velocity) \(limits): \(told())")
      #expect(abs(run.playheadState.velocity - velocity) < 1e-9)
    }
  }

  @Test("F71 A forced result goes before the rule")
  func forced() throws {
    for finishes in [true, false] {
      let stage = try Stage()
      try stage.define()
      let (run, interaction) = try stage.hold(finishes ? 0.1 : 0.9)
      interaction.rule = ReleaseRule(.threshold)
      if finishes { interaction.finish() } else { interaction.cancel() }
      try stage.advance(to: 3)
      #expect(run.endReason == (finishes ? .finished : .cancelled))
    }
  }

  @Test("F72 Not animated, it is over in this frame, with all completions", arguments: [true, false])
  func notAnimated(finishes: Bool) throws {
    let stage = try Stage()
    try stage.define()
    let told = settles(stage)
    let (run, interaction) = try stage.hold(0.4)
    var ended: [EndReason] = []
    run.whenEnded { ended.append($0) }
    if finishes {
      try interaction.finish(SettleChoice(isAnimated: false))
    } else {
      try interaction.cancel(SettleChoice(isAnimated: false))
    }
    try stage.advance(to: stage.engine.time)
    #expect(run.state == .ended && ended == [finishes ? .finished : .cancelled] && told() == [0])
    #expect(try stage.shown == (1, finishes ? -100 : 0))
  }

  @Test("F73 The settle hook comes once, before the settle, with the result and the exact time", arguments: [true, false])
  func hook(animated: Bool) throws {
    let stage = try Stage()
    var told: [String] = []
    try stage.define { $0.onSettle = { run, finishing, seconds in told.append("\(finishing) \(seconds) \(run.progress)") } }
    let (run, interaction) = try stage.hold(0.5)
    try interaction.finish(SettleChoice(velocity: 0, isAnimated: animated))
    #expect(told == ["true \(animated ? 0.25 : 0.0) 0.5"])
    let start = stage.engine.time
    try stage.advance(to: start + 0.2499)
    #expect((run.state == .ended) == !animated)
    try stage.advance(to: start + 0.2501)
    #expect(run.state == .ended && told.count == 1)
  }

  @Test("N11 One release may say how long its settle takes, at least or exactly, and by which curve or spring")
  func choices() throws {
    for (choice, wanted) in [
      (SettleChoice(velocity: 0, duration: 0.8), 0.8), (SettleChoice(velocity: 0, minimum: 0.4), 0.4),
      (SettleChoice(velocity: 0, minimum: 0.1), 0.25), (SettleChoice(velocity: 0, duration: 0.2, minimum: 0.3), 0.3),
    ] {
      let stage = try Stage()
      try stage.define()
      let told = settles(stage)
      let (run, interaction) = try stage.hold(0.5)
      try interaction.finish(choice)
      #expect(abs(told()[0] - wanted) < 1e-9)
      let start = stage.engine.time
      try stage.advance(to: start + wanted - 1e-3)
      #expect(run.state == .running)
      try stage.advance(to: start + wanted + 1e-3)
      #expect(run.state == .ended)
    }
    let stage = try Stage()
    try stage.define()
    let (linear, held) = try stage.hold(0.5)
    try held.cancel(SettleChoice(velocity: 0, timing: .curve(.linear, duration: 0)))
    try stage.advance(to: stage.engine.time + 0.125)
    #expect(abs(linear.progress - 0.25) < 1e-9)
    let sprung = try Stage()
    try sprung.define()
    let told = settles(sprung)
    let (run, interaction) = try sprung.hold(0.5)
    let spring = try Spring(duration: 0.5, bounce: 0.4)
    try interaction.finish(SettleChoice(velocity: 1, timing: .spring(spring)))
    #expect(abs(run.playheadState.velocity - 1) < 1e-9)
    let start = sprung.engine.time
    try sprung.advance(to: start + 0.1)
    let (way, speed) = spring.sample(distance: 0.5, velocity: 1, at: 0.1)
    #expect(abs(run.progress - 0.5 - way) < 1e-6 && abs(run.playheadState.velocity - speed) < 1e-4)
    try sprung.advance(to: start + told()[0] + 0.05)
    #expect(run.state == .ended && run.endReason == .finished)
    #expect(throws: SegueError.self) { try interaction.finish(SettleChoice(duration: -1)) }
    #expect(throws: SegueError.self) { try interaction.cancel(SettleChoice(minimum: .nan)) }
  }

  @Test("F82 A finger that is ahead at the start is met without a jump, over the time that its way takes, never backward")
  func smooth() throws {
    let stage = try Stage()
    try stage.define()
    let interaction = stage.engine.makeInteraction()
    interaction.isSmooth = true
    let run = try stage.push(interaction)
    try interaction.update(0.4)
    try stage.advance(to: 0)
    #expect(run.progress == 0)
    var last = 0.0
    for i in 1...10 {
      try stage.advance(to: 0.02 * Double(i))
      #expect(run.progress >= last && run.progress <= 0.4 + 1e-9)
      if i == 5 { #expect(abs(run.progress - 0.2) < 0.02) }
      last = run.progress
    }
    #expect(abs(run.progress - 0.4) < 1e-9)
    try interaction.update(0.3)
    try stage.advance(to: 0.21)
    #expect(abs(run.progress - 0.3) < 1e-9)
    interaction.finish()
    try stage.advance(to: 2)
    #expect(run.endReason == .finished)
  }

  @Test("F83 Steps add up")
  func steps() throws {
    let stage = try Stage()
    try stage.define()
    let (run, interaction) = try stage.hold(0.2)
    for _ in 0..<3 {
      try interaction.step(0.1)
      try stage.advance(to: stage.engine.time + 0.01)
    }
    #expect(abs(run.progress - 0.5) < 1e-9)
    #expect(throws: SegueError.self) { try interaction.step(.nan) }
  }

  @Test("F84 A multiplier of a half makes half the axis the whole way")
  func multiplier() throws {
    let stage = try Stage()
    try stage.define()
    let interaction = stage.engine.makeInteraction()
    try interaction.setDistanceMultiplier(0.5)
    let run = try stage.push(interaction)
    try stage.advance(to: 0)
    let report = GestureReport(
      state: .changed, time: 0, location: .zero, translation: Point(100, 0), velocity: .zero, contacts: 1,
      page: Size(400, 800))
    try interaction.drive(report)
    #expect(abs(run.progress - 0.5) < 1e-9)
  }

  @Test("F123 A run may hold at 0, be sought to anywhere, and goes on from there")
  func holds() throws {
    let stage = try Stage()
    try stage.define()
    let (run, interaction) = try stage.hold(0)
    try stage.advance(to: 5)
    #expect(run.state == .running && run.progress == 0)
    for p in [0.9, 0.1, 0.6] {
      try interaction.update(p)
      #expect(abs(run.progress - p) < 1e-9)
    }
    interaction.finish()
    try stage.advance(to: 7)
    #expect(run.endReason == .finished)
  }
}
