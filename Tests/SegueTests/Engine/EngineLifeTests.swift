import Testing

@testable import Segue

@Suite("The life of an engine") struct EngineLifeTests {
  @Test("an engine let go in the middle of a run, of gestures and of motions leaves nothing behind", arguments: [0.0, 0.1, 2])
  func letGo(time: Double) throws {
    weak var engine: Engine?
    weak var run: Run?
    weak var navigation: Navigation?
    weak var screen: Screen?
    do {
      let stage = try Stage()
      try stage.define()
      let interaction = stage.engine.makeInteraction()
      run = try stage.push(interaction)
      let value = try stage.engine.makeValue([0])
      var options = Engine.MotionOptions(.curve(.linear, duration: 1))
      options.effect = EffectTiming()
      options.effect?.iterations = .infinity
      try stage.engine.move(value, to: [1], options)
      options = .init(.curve(.linear, duration: 1), delay: 5)
      try stage.engine.move(stage.engine.makeValue([0]), to: [1], options)
      let timeline = stage.engine.makeTimeline()
      try timeline.add(at: 0, .curve(.linear, duration: 1)) { try stage.engine.set(value, to: [3]) }
      try timeline.play()
      _ = try stage.engine.addRecognizer(.pan(PanSettings()), to: stage.photo.view) { _ in }
      try stage.advance(to: time)
      if time > 0 { try interaction.update(0.4) }
      (engine, navigation, screen) = (stage.engine, stage.navigation, stage.photo)
      #expect(engine != nil && navigation != nil && screen != nil && run != nil)
    }
    #expect(engine == nil && run == nil && navigation == nil && screen == nil)
  }
}
