import Testing

@testable import Segue

@Suite struct RunTests {
  @Test("F01 one forward function plays present forward and dismiss backward")
  func bothWays() throws {
    let stage = try Stage()
    try stage.define()
    try stage.push()
    try stage.advance(to: 0)
    #expect(try stage.shown == (0, 0))
    try stage.advance(to: 0.125)
    #expect(try abs(stage.shown.alpha - 0.25) < 1e-6 && abs(stage.shown.x + 25) < 1e-5)
    try stage.advance(to: 0.5)
    #expect(try stage.shown == (1, -100))
    #expect(stage.navigation.run == nil && stage.navigation.top === stage.photo)
    #expect(stage.engine.scene.parent(of: stage.list.view) == nil)
    try stage.pop()
    try stage.advance(to: 0.5)
    #expect(try stage.shown == (1, -100))
    try stage.advance(to: 0.875)
    #expect(try abs(stage.shown.alpha - 0.25) < 1e-6 && abs(stage.shown.x + 25) < 1e-5)
    try stage.advance(to: 1)
    #expect(try stage.shown == (1, 0), "what was before the first run is back")
    #expect(stage.navigation.top === stage.list && stage.engine.scene.parent(of: stage.photo.view) == nil)
    #expect(stage.reports.isEmpty)
  }

  @Test("F26 a finished run tells will and did of both screens in order")
  func appearanceOrder() throws {
    let stage = try Stage()
    #expect(stage.log.isEmpty)
    try stage.define()
    try stage.push()
    try stage.advance(to: 0)
    #expect(stage.log == ["list.will_disappear", "photo.will_appear"])
    try stage.advance(to: 0.6)
    #expect(stage.log == ["list.will_disappear", "photo.will_appear", "list.did_disappear", "photo.did_appear"])
  }

  @Test("F27 F28 a cancelled pop tells the way back and leaves the stack as it was")
  func cancelledPop() throws {
    let stage = try Stage()
    try stage.define()
    try stage.push(animated: false)
    try stage.advance(to: 0)
    stage.log = []
    let interaction = stage.engine.makeInteraction()
    try stage.pop(interaction)
    try stage.advance(to: 0.1)
    try interaction.update(0.3)
    interaction.cancel()
    try stage.advance(to: 1)
    #expect(
      stage.log == [
        "photo.will_disappear", "list.will_appear", "list.will_disappear", "list.did_disappear", "photo.will_appear",
        "photo.did_appear",
      ])
    #expect(stage.navigation.stack.map(\.kind) == ["list", "photo.full"])
    #expect(stage.engine.scene.parent(of: stage.list.view) == nil && stage.engine.scene.parent(of: stage.photo.view) != nil)
  }

  @Test(
    "F59 F60 finish takes (1−p)·D/speed and cancel p·D/speed",
    arguments: [(1.0, true, 0.35), (2, true, 0.175), (1, false, 0.15)])
  func settleTime(speed: Double, finishing: Bool, seconds: Double) throws {
    let stage = try Stage()
    var settled: Double?
    try stage.define { $0.onSettle = { settled = $2 } }
    let interaction = stage.engine.makeInteraction()
    try interaction.setCompletionSpeed(speed)
    let run = try stage.push(interaction)
    var ended: EndReason?
    run.whenEnded { ended = $0 }
    try stage.advance(to: 0)
    try interaction.update(0.3)
    try stage.advance(to: 1)  // the finger has rested
    finishing ? interaction.finish() : interaction.cancel()
    #expect(abs(settled! - seconds) < 1e-12)
    try stage.advance(to: 1 + seconds - 1e-6)
    #expect(ended == nil)
    try stage.advance(to: 1 + seconds + 1e-9)
    #expect(ended == (finishing ? .finished : .cancelled))
  }
}
