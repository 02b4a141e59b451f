import Testing

@testable import Segue

/// What happens when, who is told, and what is left afterwards.
@Suite struct LifecycleTests {
  @Test("F20 choose animator, choose interaction, start, duration, animate, complete, ended")
  func order() throws {
    let stage = try Stage()
    var log: [String] = []
    let interaction = stage.engine.makeInteraction()
    interaction.wantsInteractiveStart = false
    interaction.onStart = { _ in log.append("start") }
    let definition = try stage.define {
      $0.reportsCompletion = true
      $0.duration = { _ in
        log.append("duration")
        return 0.5
      }
      $0.prepare = { log.append("prepare \($1)") }
      $0.animate = { [unowned stage] run in
        log.append("animate")
        try stage.engine.animate(
          .init(.curve(.linear, duration: 0.5)) { reason in
            log.append("complete \(reason)")
            run.complete()
          }
        ) { try stage.engine.set(.alpha, of: run.to.view, to: [0.5]) }
      }
      $0.onEnd = { log.append("ended \($1)") }
    }
    stage.navigation.choices.definition = { _, _, _ in
      log.append("choose animator")
      return definition
    }
    stage.navigation.choices.interaction = {
      log.append("choose interaction \($0 === definition)")
      return interaction
    }
    try stage.push().whenEnded { log.append("completion \($0)") }
    try stage.advance(to: 0)
    try stage.advance(to: 0.5)
    #expect(
      log == [
        "choose animator", "choose interaction true", "start", "duration", "prepare present", "animate", "complete finished",
        "ended finished", "completion finished",
      ])
  }

  @Test("F21 the run knows stage, roles, frames and what drives it; interactive and cancelled follow live")
  func context() throws {
    let stage = try Stage()
    try stage.define()
    let interaction = stage.engine.makeInteraction()
    let run = try stage.push(interaction)
    try stage.advance(to: 0)
    #expect(run.stage == stage.navigation.view && run.from === stage.list && run.to === stage.photo && run.isAnimated)
    #expect(run.initialFrame(of: stage.list) == Rect(0, 0, 400, 800) && run.finalFrame(of: stage.list) == nil)
    #expect(run.initialFrame(of: stage.photo) == nil && run.finalFrame(of: stage.photo) == Rect(0, 0, 400, 800))
    var states: [[Bool]] = []
    func note() { states.append([run.isInteractive, run.isCancelled]) }
    note()
    interaction.cancel()
    note()
    try stage.advance(to: 0)
    let second = stage.engine.makeInteraction()
    #expect(try !second.catch(run), "at 0 it was over at once")
    #expect(states == [[true, false], [false, true]] && run.state == .ended)

    let (other, hand) = try stage.hold(0.5)
    states = []
    hand.cancel()
    states.append([other.isInteractive, other.isCancelled])
    let third = stage.engine.makeInteraction()
    try third.catch(other)
    states.append([other.isInteractive, other.isCancelled])
    third.finish()
    states.append([other.isInteractive, other.isCancelled])
    #expect(states == [[false, true], [true, false], [false, false]])
    try stage.advance(to: 2)
    let pop = try stage.pop()
    #expect(pop.from === stage.list && pop.leaving === stage.photo && pop.to === stage.photo && pop.entering === stage.list)
  }

  @Test("F22 a second report of the end is ignored with a warning that names the definition")
  func secondReport() throws {
    let stage = try Stage()
    try stage.define { $0.reportsCompletion = true }
    var ends: [EndReason] = []
    let run = try stage.push()
    run.whenEnded { ends.append($0) }
    try stage.advance(to: 0.5)
    run.complete()
    run.complete()
    try stage.advance(to: 0.5)
    run.complete()
    #expect(ends == [.finished])
    #expect(stage.messages(.warning).count == 2 && stage.messages(.warning).allSatisfy { $0.contains("\"fade\"") })
  }

  @Test("F22 a run whose end is never reported ends one second after its last motion, with a message that names it")
  func missingReport() throws {
    let stage = try Stage()
    try stage.define { $0.reportsCompletion = true }
    let run = try stage.push()
    try stage.advance(to: 0)
    try stage.advance(to: 1.499)
    #expect(run.state == .completing && stage.reports.isEmpty)
    try stage.advance(to: 1.5)
    #expect(run.state == .ended && stage.navigation.run == nil && stage.navigation.top === stage.photo)
    #expect(stage.messages(.error).count == 1 && stage.messages(.error)[0].contains("\"fade\""))
  }

  @Test("F23 at every frame at least one view is on stage; at the end exactly the right one", arguments: [true, false])
  func handOver(finishing: Bool) throws {
    let stage = try Stage()
    try stage.define()
    func onStage() -> [Handle<View>] { stage.engine.scene.children(of: stage.navigation.view) }
    let (run, interaction) = try stage.hold(0.5)
    #expect(onStage() == [stage.list.view, stage.photo.view])
    finishing ? interaction.finish() : interaction.cancel()
    while run.state != .ended {
      #expect(onStage().count == 2)
      try stage.advance(to: stage.engine.time + 0.05)
    }
    #expect(onStage() == [finishing ? stage.photo.view : stage.list.view])
  }

  @Test("F24 present puts the entering view above, dismiss below; a definition may ask otherwise")
  func zOrder() throws {
    let stage = try Stage()
    try stage.define()
    func onStage() -> [Handle<View>] { stage.engine.scene.children(of: stage.navigation.view) }
    let (_, interaction) = try stage.hold(0.5)
    #expect(onStage() == [stage.list.view, stage.photo.view])
    interaction.finish()
    try stage.advance(to: 1)
    let (_, back) = try stage.hold(0.5, pop: true)
    #expect(onStage() == [stage.list.view, stage.photo.view])
    back.finish()
    try stage.advance(to: 2)

    let other = try Stage()
    try other.define { definition in
      let animate = definition.animate
      definition.animate = { [unowned other] run in
        try animate?(run)
        try other.engine.sendToBack(run.entering.view)
      }
    }
    try other.push()
    try other.advance(to: 0)
    #expect(other.engine.scene.children(of: other.navigation.view) == [other.photo.view, other.list.view])
  }

  @Test("F25 the entering view is on stage, filling it, though the author says nothing of it")
  func placed() throws {
    let stage = try Stage()
    try stage.engine.set(.frame, of: stage.photo.view, to: [5, 5, 5, 5])
    var sizes: [Size] = []
    stage.photo.onLayout { sizes.append($0) }
    try stage.define { $0.animate = { _ in } }
    try stage.push()
    try stage.advance(to: 0)
    #expect(stage.engine.scene.parent(of: stage.photo.view) == stage.navigation.view)
    #expect(try stage.engine.shownNumbers(.frame, of: stage.photo.view) == [0, 0, 400, 800] && sizes == [Size(400, 800)])
  }

  @Test("F27 a cancelled push tells the way back, and did_appear never of the screen that went back")
  func cancelledPush() throws {
    let stage = try Stage()
    try stage.define()
    let (_, interaction) = try stage.hold(0.3)
    interaction.cancel()
    try stage.advance(to: 1)
    #expect(
      stage.log == [
        "list.will_disappear", "photo.will_appear", "photo.will_disappear", "photo.did_disappear", "list.will_appear",
        "list.did_appear",
      ])
  }

  @Test("F28 after a cancel the stack, the container's freedom and every value are as before")
  func stackAfterCancel() throws {
    let stage = try Stage()
    try stage.define()
    let before = stage.frame
    let (_, interaction) = try stage.hold(0.8)
    interaction.cancel()
    try stage.advance(to: 1)
    #expect(stage.navigation.stack.map(\.kind) == ["list"] && stage.navigation.run == nil && stage.photo.navigation == nil)
    #expect(stage.frame == before && stage.engine.runs.isEmpty)
    #expect(try stage.shown == (1, 0))
    try stage.push()
    try stage.advance(to: 2)
    #expect(stage.navigation.top === stage.photo)
  }
}
