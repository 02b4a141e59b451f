import Testing

@testable import Segue

@Suite("Planning a run anew under way") struct ReplanTests {
  /// A stage whose definition takes the list's x to `target` along `curve`, both of which a test may change under way.
  private final class Plan {
    var target = -100.0
    var curve = Curve.linear
    var fails = false
    var dropsList = false
  }

  private func stage(_ plan: Plan) throws -> Stage {
    let stage = try Stage()
    try stage.define { definition in
      definition.animate = { [unowned stage] run in
        try stage.engine.set(.alpha, of: run.to.view, to: [0])
        try stage.engine.animate(.init(.curve(plan.curve, duration: run.duration))) {
          try stage.engine.set(.alpha, of: run.to.view, to: [1])
          if !plan.dropsList { try stage.engine.set(.x, of: run.from.view, to: [plan.target]) }
        }
        if plan.fails { throw SegueError("on purpose") }
      }
    }
    return stage
  }

  private func x(_ stage: Stage) throws -> (position: Double, velocity: Double) {
    try (
      stage.engine.shownNumbers(.x, of: stage.list.view)[0], stage.engine.velocity(.x, of: stage.list.view)[0]
    )
  }

  @Test("Other end values are continuous in value and velocity while a finger holds, in both directions")
  func whileHeld() throws {
    for toOtherSide in [300.0, -400] {
      let plan = Plan()
      let stage = try stage(plan)
      let (run, interaction) = try stage.hold(0.2)
      for i in 1...6 {
        try stage.advance(to: Double(i) / 60)
        try interaction.update(0.2 + Double(i) * (toOtherSide > 0 ? 0.02 : -0.01))
      }
      let before = try x(stage)
      let p = run.progress
      plan.target = toOtherSide
      try run.replan()
      let after = try x(stage)
      #expect(abs(after.position - before.position) < 1e-5 && abs(after.velocity - before.velocity) < 1e-3)
      #expect(before.velocity != 0 && run.progress == p)
      // The finger rests: what is left dies away, and the plan shows where it is.
      for i in 1...90 {
        try stage.advance(to: 0.1 + Double(i) / 60)
        try interaction.update(p)
      }
      #expect(try abs(x(stage).position - toOtherSide * p) < 1e-3)
      interaction.finish()
      try stage.advance(to: 5)
      #expect(try stage.shown == (1, toOtherSide) && run.state == .ended)
    }
  }

  @Test("Another curve, twice in a row, while the clock plays, keeps value and velocity and arrives in time")
  func byTheClock() throws {
    let plan = Plan()
    let stage = try stage(plan)
    let run = try stage.push()
    try stage.advance(to: 0)
    for (time, curve) in [(0.125, Curve.ease(.cubic, .in)), (0.25, .ease(.back, .out))] {
      try stage.advance(to: time)
      let before = try x(stage)
      plan.curve = curve
      plan.target -= 50
      try run.replan()
      let after = try x(stage)
      #expect(abs(after.position - before.position) < 1e-5 && abs(after.velocity - before.velocity) < 1e-3)
    }
    try stage.advance(to: 0.5)
    #expect(run.state == .running, "what is left of the re-plan has not died away")
    try stage.advance(to: 2)
    #expect(try run.state == .ended && stage.shown == (1, -200))
  }

  @Test("A run that is rolled back after a re-plan puts back what was before the first plan")
  func rolledBack() throws {
    let plan = Plan()
    let stage = try stage(plan)
    let (run, interaction) = try stage.hold(0.5)
    plan.target = 77
    try run.replan()
    try stage.advance(to: 0.1)
    interaction.cancel()
    let before = try x(stage)
    try run.replan()
    #expect(try abs(x(stage).position - before.position) < 1e-5 && abs(x(stage).velocity - before.velocity) < 1e-3)
    try stage.advance(to: 3)
    #expect(try run.state == .ended && stage.shown == (1, 0) && stage.engine.numbers(.x, of: stage.list.view) == [0])
  }

  @Test("A pop after it takes back what the re-planned run left")
  func takenBack() throws {
    let plan = Plan()
    let stage = try stage(plan)
    let run = try stage.push()
    try stage.advance(to: 0.25)
    plan.target = -300
    try run.replan()
    try stage.advance(to: 2)
    #expect(try stage.shown == (1, -300))
    try stage.pop()
    try stage.advance(to: 4)
    #expect(try stage.shown == (1, 0))
  }

  @Test("What is in the new plan no more goes back to what it was; what is new comes in without a jump")
  func droppedLane() throws {
    let plan = Plan()
    let stage = try stage(plan)
    let (run, interaction) = try stage.hold(0.5)
    plan.dropsList = true
    try run.replan()
    #expect(try abs(x(stage).position + 50) < 1e-5)
    for i in 1...120 {
      try stage.advance(to: Double(i) / 60)
      try interaction.update(0.5)
    }
    #expect(try abs(x(stage).position) < 1e-3)
    plan.dropsList = false
    try run.replan()
    #expect(try abs(x(stage).position) < 1e-3)
    interaction.finish()
    try stage.advance(to: 5)
    #expect(try stage.shown == (1, -100))
  }

  @Test("A re-plan that fails is reported, and the old plan goes on")
  func failing() throws {
    let plan = Plan()
    let stage = try stage(plan)
    let run = try stage.push()
    try stage.advance(to: 0.25)
    let before = try x(stage)
    plan.fails = true
    plan.target = 500
    try run.replan()
    #expect(try abs(x(stage).position - before.position) < 1e-5 && abs(x(stage).velocity - before.velocity) < 1e-3)
    #expect(stage.messages(.error).count == 1 && stage.messages(.error)[0].contains("on purpose"))
    try stage.advance(to: 2)
    #expect(try run.state == .ended && stage.shown == (1, -100))
  }

  @Test("Before the start, inside its own planning and after the end it is refused with the state")
  func refused() throws {
    let stage = try Stage()
    var inside: SegueError?
    try stage.define { definition in
      let animate = definition.animate
      definition.animate = { run in
        do { try run.replan() } catch let error as SegueError { inside = error }
        try animate?(run)
      }
    }
    let run = try stage.push()
    #expect(throws: SegueError("replan: the run is not playing a plan: it is possible")) { try run.replan() }
    try stage.advance(to: 0.25)
    #expect(inside == SegueError("replan: the run is not playing a plan: it is preparing"))
    try run.replan()
    #expect(inside == SegueError("replan: the run is not playing a plan: it is being planned"))
    try stage.advance(to: 1)
    #expect(throws: SegueError("replan: the run is not playing a plan: it is ended")) { try run.replan() }
  }

  @Test("N06 after a resize in mid-run the end values follow the new size, without a jump in the lanes of the plan")
  func resize() throws {
    let stage = try Stage()
    try stage.define { definition in
      definition.animate = { [unowned stage] run in
        try stage.engine.set(.translation, of: run.to.view, to: [stage.engine.stageSize.width, 0])
        try stage.engine.animate(.init(.curve(.linear, duration: run.duration))) {
          try stage.engine.set(.translation, of: run.to.view, to: [0, 0])
          try stage.engine.set(.translation, of: run.from.view, to: [-stage.engine.stageSize.width, 0])
        }
      }
    }
    let (run, interaction) = try stage.hold(0.5)
    #expect(try stage.engine.shownNumbers(.translation, of: stage.list.view)[0] == -200)
    try stage.engine.resize(to: Size(300, 500))
    #expect(try abs(stage.engine.shownNumbers(.translation, of: stage.list.view)[0] + 200) < 1e-5)
    for i in 1...120 {
      try stage.advance(to: Double(i) / 60)
      try interaction.update(0.5)
    }
    #expect(try abs(stage.engine.shownNumbers(.translation, of: stage.list.view)[0] + 150) < 1e-3)
    interaction.finish()
    try stage.advance(to: 4)
    #expect(try run.state == .ended && stage.engine.numbers(.translation, of: stage.list.view)[0] == -300)
  }
}
