import Testing

@testable import Segue

/// Scrubbing, and what follows a release.
@Suite struct SettleTests {
  @Test("F56 an update shows in the same frame, linearly")
  func scrub() throws {
    let stage = try Stage()
    try stage.define(timing: .curve(.easeIn, duration: 0))
    let (run, interaction) = try stage.hold(0)
    for p in [0.25, 0.75, 0.5] {
      try interaction.update(p)
      try stage.advance(to: 0)
      #expect(run.progress == p)
      #expect(try abs(stage.shown.alpha - p) < 1e-6 && abs(stage.shown.x + 100 * p) < 1e-4)
    }
  }

  @Test("F57 a scrub below 0 shows 0 and above 1 shows 1")
  func clamp() throws {
    let stage = try Stage()
    try stage.define()
    let (run, interaction) = try stage.hold(-3)
    #expect(try run.progress == 0 && stage.shown == (0, 0))
    try interaction.update(1.5)
    try stage.advance(to: 0)
    #expect(try run.progress == 1 && stage.shown == (1, -100))
    #expect(throws: SegueError.self) { try interaction.update(.nan) }
    #expect(run.progress == 1)
  }

  @Test("F58 without linear scrub the shown value is curve(p), and catching a running curve moves nothing")
  func scrubWithCurve() throws {
    let stage = try Stage()
    try stage.define(timing: .curve(.easeIn, duration: 0))
    let interaction = stage.engine.makeInteraction()
    interaction.scrubsLinearly = false
    let run = try stage.push(interaction)
    try interaction.update(0.25)
    try stage.advance(to: 0)
    #expect(run.progress == Curve.easeIn.value(0.25))
    try interaction.update(0.5)
    #expect(run.progress == Curve.easeIn.value(0.5))
    interaction.cancel()
    try stage.advance(to: 1)

    let clocked = try stage.push()
    try stage.advance(to: 1)
    try stage.advance(to: 1.2)
    let before = clocked.progress
    let hand = stage.engine.makeInteraction()
    hand.scrubsLinearly = false
    try hand.catch(clocked)
    #expect(clocked.progress == before)
    try hand.update(0)
    #expect(abs(clocked.progress - before) < 1e-12)
    try hand.update(0.1)
    #expect(abs(clocked.progress - Curve.easeIn.value(0.5)) < 1e-9, "0.4 of the time had passed")
  }

  @Test("F59 F60 a release that is faster than three ways per rest of the duration arrives after 3·way/|v|")
  func fastRelease() throws {
    for finishing in [true, false] {
      let stage = try Stage()
      var settled = 0.0
      try stage.define { $0.onSettle = { settled = $2 } }
      let (run, interaction) = try stage.hold(0.3)
      let velocity = finishing ? 10.0 : -10
      finishing ? interaction.finish(velocity: velocity) : interaction.cancel(velocity: velocity)
      let seconds = 3 * (finishing ? 0.7 : 0.3) / 10
      #expect(abs(settled - seconds) < 1e-12)
      #expect(abs(run.playheadState.velocity - velocity) < 1e-9)
      try stage.advance(to: seconds - 1e-6)
      #expect(run.state == .running)
      try stage.advance(to: seconds + 1e-9)
      #expect(run.state == .ended)
    }
  }

  @Test("F61 a speed of 0 or below is refused, and a release at an end is over at once")
  func speed() throws {
    let interaction = Interaction()
    for speed in [0, -1, .nan, .infinity] {
      let error = #expect(throws: SegueError.self) { try interaction.setCompletionSpeed(speed) }
      #expect(error?.message.contains("completion_speed") == true)
    }
    #expect(interaction.completionSpeed == nil)
    let stage = try Stage()
    try stage.define()
    let (run, hand) = try stage.hold(1)
    hand.finish()
    try stage.advance(to: 0)
    #expect(run.state == .ended && stage.navigation.top === stage.photo)
  }

  @Test("F62 a settle eases in and out unless given a curve, which counts for the settle alone")
  func settleCurve() throws {
    for given in [nil, Curve.linear] {
      let stage = try Stage()
      try stage.define(timing: .curve(.easeIn, duration: 0))
      let (run, interaction) = try stage.hold(0.2)
      if let given { interaction.completionCurve = given }
      try stage.advance(to: 1)
      interaction.finish()
      for u in [0.25, 0.5, 0.75] {
        try stage.advance(to: 1 + 0.4 * u)
        #expect(abs(run.progress - (0.2 + 0.8 * (given ?? .easeInOut).value(u))) < 1e-9)
      }
      try stage.advance(to: 2)
      let back = try stage.pop()
      try stage.advance(to: 2)
      try stage.advance(to: 2.25)
      #expect(abs(back.progress - Curve.easeIn.value(0.5)) < 1e-9)
    }
  }

  @Test("N02 a settle starts at the release velocity whatever the duration and the curve, and p stays in 0…1")
  func velocityTrue() throws {
    for duration in [0.05, 0.3, 1, 7] {
      for (name, curve) in Curve.named {
        for velocity in [-40, -3, -0.2, 0.2, 3, 40.0] {
          for p in [0.01, 0.5, 0.97] {
            for finishing in [true, false] {
              let stage = try Stage()
              try stage.define(duration: duration)
              let (run, interaction) = try stage.hold(0)
              interaction.completionCurve = curve
              // A finger that moves at `velocity` and is at p at the end, as far as that stays inside.
              var start = p - velocity * 0.032
              start = min(max(start, 0), 1)
              for i in 0...4 {
                try stage.advance(to: 1 + 0.008 * Double(i))
                try interaction.update(start + (p - start) * Double(i) / 4)
              }
              let before = run.playheadState
              finishing ? interaction.finish() : interaction.cancel()
              let after = run.playheadState
              #expect(abs(after.velocity - before.velocity) <= 1e-9 * max(1, abs(before.velocity)), "\(name) D \(duration)")
              #expect(abs(before.velocity) > 0.05 && abs(after.position - p) < 1e-15)
              let length = duration
              for i in 0...40 where run.state == .running {
                try stage.advance(to: 1.032 + length * Double(i) / 40)
                #expect((0...1).contains(run.progress), "\(name) D \(duration) v \(velocity) p \(p) \(run.progress)")
              }
            }
          }
        }
      }
    }
  }

  @Test("N02 at an end there is nowhere to go on to: a release that pushes against it rests there")
  func wall() throws {
    let stage = try Stage()
    try stage.define()
    let (run, interaction) = try stage.hold(0.5)
    for i in 1...5 {
      try stage.advance(to: 0.008 * Double(i))
      try interaction.update(0.5 - 0.1 * Double(i))
    }
    #expect(run.playheadState.velocity < -5)
    interaction.finish()
    for i in 0..<50 {
      try stage.advance(to: 0.04 + 0.01 * Double(i))
      #expect((0...1).contains(run.progress))
    }
    try stage.advance(to: 0.541)
    #expect(run.state == .ended && stage.navigation.top === stage.photo)
  }

  @Test("on_settle may change its mind, once and for all")
  func changedMind() throws {
    let stage = try Stage()
    var told: [Bool] = []
    try stage.define {
      $0.onSettle = { run, finishing, _ in
        told.append(finishing)
        finishing ? run.cancel() : run.finish()
      }
    }
    let (run, interaction) = try stage.hold(0.3)
    interaction.finish()
    #expect(told == [true, false])
    try stage.advance(to: 2)
    #expect(run.state == .ended)
  }
}
