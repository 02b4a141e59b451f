import Testing

@testable import Segue

@Suite("Motion policy") struct MotionPolicyTests {
  @Test("N17 Reduced, a cross-fade stands for the plan, both ways; events and hooks come as ever")
  func crossFade() throws {
    let stage = try Stage()
    var told: [Double] = []
    try stage.define { $0.onProgress = { told.append($1) } }
    stage.engine.motionPolicy = .reduced
    let run = try stage.push()
    try stage.advance(to: 0.25)
    #expect(try abs(stage.shown.alpha - 0.5) < 1e-6 && stage.shown.x == 0)
    try stage.advance(to: 0.5)
    #expect(run.endReason == .finished && told.last == 1)
    #expect(stage.log == ["list.will_disappear", "photo.will_appear", "list.did_disappear", "photo.did_appear"])
    try stage.pop()
    try stage.advance(to: 0.75)
    #expect(try abs(stage.shown.alpha - 0.5) < 1e-6)
    try stage.advance(to: 1)
    #expect(try stage.shown == (1, 0) && stage.navigation.top === stage.list)
  }

  @Test("N17 A definition's own plan for reduced motion is played instead; full is what it always was")
  func alternative() throws {
    for policy in [MotionPolicy.full, .reduced] {
      let stage = try Stage()
      try stage.define { [unowned stage] in
        $0.animateReduced = { run in
          try stage.engine.animate(.init(.curve(.linear, duration: run.duration))) {
            try stage.engine.set(.x, of: run.from.view, to: [-10])
          }
        }
      }
      stage.engine.motionPolicy = policy
      try stage.push()
      try stage.advance(to: 0.25)
      #expect(try abs(stage.shown.x - (policy == .full ? -50 : -5)) < 1e-4)
      #expect(try abs(stage.shown.alpha - (policy == .full ? 0.5 : 1)) < 1e-6)
    }
  }

  @Test("N17 Off, a run ends in the frame in which it starts, with every hook and event")
  func off() throws {
    let stage = try Stage()
    var hooks: [String] = []
    try stage.define {
      $0.prepare = { _, _ in hooks.append("prepare") }
      $0.onProgress = { hooks.append("progress \($1)") }
      $0.onEnd = { hooks.append("end \($1.rawValue)") }
    }
    stage.engine.motionPolicy = .off
    let run = try stage.push()
    try stage.advance(to: 0)
    #expect(run.endReason == .finished && run.state == .ended && run.isAnimated)
    #expect(hooks.first == "prepare" && hooks.suffix(2) == ["progress 1.0", "end finished"])
    #expect(stage.log.count == 4)
    #expect(try stage.shown == (1, 0) && stage.engine.nextDeadline == nil)
  }

  @Test("N17 Off, a finger still tracks, by a cross-fade; let go it is there at once", arguments: [true, false])
  func offTracks(finishes: Bool) throws {
    let stage = try Stage()
    try stage.define()
    stage.engine.motionPolicy = .off
    let interaction = stage.engine.makeInteraction()
    let run = try stage.push(interaction)
    try stage.advance(to: 0)
    try interaction.update(0.4)
    try stage.advance(to: 0.1)
    #expect(try abs(stage.shown.alpha - 0.4) < 1e-6 && stage.shown.x == 0)
    if finishes { interaction.finish() } else { interaction.cancel() }
    try stage.advance(to: 0.1)
    #expect(run.state == .ended && run.endReason == (finishes ? .finished : .cancelled))
  }

  @Test("N17 The policy is live: a run under way takes the other plan without a jump, or is there at once")
  func live() throws {
    let stage = try Stage()
    try stage.define()
    let run = try stage.push()
    try stage.advance(to: 0.25)
    stage.engine.motionPolicy = .reduced
    try stage.advance(to: 0.25)
    #expect(try abs(stage.shown.x + 50) < 1e-4 && abs(stage.shown.alpha - 0.5) < 1e-6)
    try stage.advance(to: 0.3)
    #expect(try stage.shown.x > -60)
    stage.engine.motionPolicy = .off
    try stage.advance(to: 0.3)
    try stage.advance(to: 2)
    #expect(run.endReason == .finished)
    #expect(try stage.shown == (1, 0))
  }
}
