import Testing

@testable import Segue

/// What a re-plan promises beyond going on: nothing jumps, whoever drives the run, whatever is below what anybody sees.
@Suite("A re-plan is continuous") struct ReplanProofTests {
  /// A stage whose definition takes a value of the program's to `target`, and the list's x and width along.
  private final class Plan {
    let stage: Stage
    let value: Handle<MotionValue>
    var target = 1.0
    var width: Double?

    init(duration: Double = 0.5) throws {
      stage = try Stage()
      value = try stage.engine.makeValue([0])
      try stage.define(duration: duration) { definition in
        definition.animate = { [unowned self] run in
          let engine = stage.engine
          let size = try engine.numbers(.width, of: run.from.view)
          try engine.animate(.init(.curve(.easeInOut, duration: run.duration))) {
            try engine.set(value, to: [target])
            try engine.set(.x, of: run.from.view, to: [-100 * target])
            if let width { try engine.set(.width, of: run.from.view, to: [size[0] - width]) }
          }
        }
      }
    }

    var engine: Engine { stage.engine }
    var lane: LaneState {
      get throws { try LaneState(position: engine.position(of: value)[0], velocity: engine.velocity(of: value)[0]) }
    }
    var x: LaneState {
      get throws {
        try LaneState(
          position: engine.shownNumbers(.x, of: stage.list.view)[0], velocity: engine.velocity(.x, of: stage.list.view)[0])
      }
    }
    var shownWidth: Double { get throws { try engine.shownNumbers(.width, of: stage.list.view)[0] } }

    /// Does something that re-plans and checks that neither value nor velocity nor playhead jumps.
    func continuously(_ run: Run, _ body: () throws -> Void) throws {
      let (lane, x, head) = (try lane, try x, run.playheadState)
      try body()
      let (laneAfter, xAfter, headAfter) = (try self.lane, try self.x, run.playheadState)
      #expect(abs(laneAfter.position - lane.position) <= 1e-9 && abs(laneAfter.velocity - lane.velocity) <= 1e-9)
      #expect(abs(xAfter.position - x.position) <= 1e-5)
      #expect(abs(xAfter.velocity - x.velocity) <= 1e-5 * max(1, abs(x.velocity)))
      #expect(abs(headAfter.position - head.position) <= 1e-12 && abs(headAfter.velocity - head.velocity) <= 1e-9)
    }
  }

  private enum Driver: CaseIterable { case finger, clock, settle, cancel }

  /// A run at about a half, driven as said.
  private func start(_ plan: Plan, _ driver: Driver, pop: Bool) throws -> (Run, Interaction?, time: Double) {
    let stage = plan.stage
    if pop {
      try stage.push()
      try stage.advance(to: 2)
    }
    let begin = stage.engine.time
    if driver == .clock {
      let run = try pop ? stage.pop() : stage.push()
      try stage.advance(to: begin)
      try stage.advance(to: begin + 0.25)
      return (run, nil, begin + 0.25)
    }
    let (run, interaction) = try stage.hold(0.4, pop: pop)
    for i in 1...6 {
      try stage.advance(to: begin + Double(i) / 60)
      try interaction.update(0.4 + Double(i) * 0.02)
    }
    var time = begin + 0.1
    if driver != .finger {
      driver == .settle ? interaction.finish() : interaction.cancel()
      time += 0.05
      try stage.advance(to: time)
    }
    return (run, interaction, time)
  }

  @Test(
    "whoever drives the run, to push or to pop, two in a row, visible or not: 1e-9 in Double, 1e-5 in Float",
    arguments: [0, 1, 2, 3], [false, true])
  func everyDriver(driver: Int, pop: Bool) throws {
    for change in [2.0, -1.5, 1e-4, 1e-12] {
      let plan = try Plan()
      let (run, interaction, time) = try start(plan, Driver.allCases[driver], pop: pop)
      #expect(try abs(plan.lane.velocity) > 0.01)
      plan.target += change
      try plan.continuously(run) { try run.replan() }
      try plan.stage.advance(to: time + 0.03)
      plan.target -= 3 * change
      try plan.continuously(run) { try run.replan() }
      // Smooth from there on, to the end: no step is longer than the fastest speed allows.
      if run.isInteractive { interaction?.finish() }
      var last = try plan.lane
      var now = time + 0.03
      while run.state == .running, now < time + 4 {
        now += 1.0 / 480
        try plan.stage.advance(to: now)
        let next = try plan.lane
        let speed = max(abs(last.velocity), abs(next.velocity)) + 1
        #expect(abs(next.position - last.position) <= speed * 2 / 480 + 1e-3, "at \(now - time)")
        last = next
      }
      #expect(run.state == .ended)
      let back = pop == (run.isCancelled == false)
      #expect(try plan.lane.position == (back ? 0 : plan.target) && plan.x.velocity == 0)
    }
  }

  @Test("a pop that is re-planned and taken back rests where the new plan has its end, and the next pop goes from there to 0")
  func popTakenBack() throws {
    let plan = try Plan()
    let (run, _, time) = try start(plan, .cancel, pop: true)
    plan.target = 3
    try run.replan()
    try plan.stage.advance(to: time + 3)
    #expect(try run.state == .ended && plan.lane.position == 3 && plan.x.position == -300)
    try plan.stage.pop()
    try plan.stage.advance(to: time + 6)
    #expect(try plan.lane.position == 0 && plan.x.position == 0)
  }

  @Test("N06 a size that the plan moves and the layout sets glides to the new one, to push or to pop, finished or taken back")
  func resizedFrame() throws {
    for (pop, driver) in [(false, Driver.settle), (false, .cancel), (true, .settle), (true, .cancel)] {
      let plan = try Plan()
      plan.width = 50
      let (run, _, time) = try start(plan, driver, pop: pop)
      let before = try plan.shownWidth
      #expect(before > 350 && before < 400)
      try plan.continuously(run) { try plan.engine.resize(to: Size(600, 800)) }
      #expect(try abs(plan.shownWidth - before) < 1e-4)
      try plan.stage.advance(to: time + 3)
      let natural = pop == (driver == .settle)
      #expect(try run.state == .ended && plan.engine.numbers(.width, of: plan.stage.list.view)[0] == (natural ? 600 : 550))
    }
  }

  @Test("N06 what the layout has set and the new plan does not name any more goes there without a jump")
  func resizedAndDropped() throws {
    let plan = try Plan()
    plan.width = 50
    let (run, _, time) = try start(plan, .finger, pop: false)
    let before = try plan.shownWidth
    plan.width = nil
    try plan.engine.resize(to: Size(600, 800))
    #expect(try abs(plan.shownWidth - before) < 1e-4)
    try plan.stage.advance(to: time + 1)
    #expect(try abs(plan.shownWidth - 600) < 1e-3 && run.state == .running)
  }

  @Test("What others have set since is theirs after a resize or a failure; a re-plan that names it again takes it smoothly")
  func othersLanes() throws {
    let plan = try Plan()
    let (run, _, time) = try start(plan, .finger, pop: false)
    try plan.engine.set(plan.value, to: [7])
    try plan.engine.resize(to: Size(600, 800))
    #expect(try plan.lane.position == 7)
    let animate = run.definition?.animate
    run.definition?.animate = { _ in throw SegueError("on purpose") }
    try plan.continuously(run) { try run.replan() }
    try plan.stage.advance(to: time + 1)
    #expect(try plan.lane.position == 7 && plan.stage.messages(.error).count == 1)
    run.definition?.animate = animate
    try plan.continuously(run) { try run.replan() }
    run.finish()
    try plan.stage.advance(to: time + 4)
    #expect(try plan.lane.position == 1 && run.state == .ended)
  }

  @Test("What was added on top of the plan goes into what is left of it")
  func addedOnTop() throws {
    let plan = try Plan()
    let (run, interaction, time) = try start(plan, .finger, pop: false)
    var reason: EndReason?
    var options = Engine.MotionOptions(.curve(.easeInOut, duration: 1))
    options.policy = .add
    options.completion = { reason = $0 }
    try plan.engine.move(plan.value, to: [4], options)
    for i in 1...18 {
      try plan.stage.advance(to: time + Double(i) / 60)
      try interaction?.update(0.52)
    }
    #expect(try plan.lane.velocity > 1)
    try plan.continuously(run) { try run.replan() }
    interaction?.cancel()
    try plan.stage.advance(to: time + 5)
    #expect(try reason == .interrupted && plan.lane.position == 0 && run.state == .ended)
  }

  @Test("The run ends when the playhead and what is seen of the residuals rest, not later for what nobody sees")
  func endOfResiduals() throws {
    // A value without a unit is judged by its way: of about 1 left on a way of 2 nobody sees 2/4096, to which a critical spring
    // of response 0.3 comes when (1 + ωt)e^(−ωt) is 1/2000, ωt = 10: 0.48 s after the re-plan.
    for (change, wanted) in [(1e-6, 0.5...0.5), (1.0, 0.90...0.95)] {
      let plan = try Plan()
      let run = try plan.stage.push()
      try plan.stage.advance(to: 0)
      var end = 0.0
      run.whenEnded { [unowned engine = plan.engine] _ in end = engine.moment }
      try plan.stage.advance(to: 0.45)
      plan.target += change
      try run.replan()
      try plan.stage.advance(to: 3)
      #expect(wanted.contains(end), "\(end)")
    }
  }

  @Test("Another timing takes the playhead over at its speed: a curve for the rest's share of the duration, or a spring")
  func otherTiming() throws {
    let plan = try Plan(duration: 1)
    let run = try plan.stage.push()
    try plan.stage.advance(to: 0)
    try plan.stage.advance(to: 0.4)
    var end = 0.0
    run.whenEnded { [unowned engine = plan.engine] _ in end = engine.moment }
    try plan.continuously(run) { try run.replan(timing: .spring(try Spring(response: 0.5, ratio: 1))) }
    try plan.stage.advance(to: 0.5)
    let p = run.progress
    #expect(p > 0.5 && p < 1)
    try plan.continuously(run) { try run.replan(timing: .curve(.easeOut, duration: 77)) }
    try plan.stage.advance(to: 5)
    #expect(abs(end - (0.5 + (1 - p))) < 1e-9 && run.state == .ended)
  }

  @Test("A timing while a finger holds the run is refused and changes nothing")
  func timingWhileHeld() throws {
    let plan = try Plan()
    let (run, _, _) = try start(plan, .finger, pop: false)
    plan.target = 5
    #expect(throws: SegueError("replan: timing is for a run that the clock drives; a finger holds this one")) {
      try run.replan(timing: .curve(.ease, duration: 1))
    }
    #expect(run.plan.map { $0.end(track: 0, progress: 1) } == 1)
  }
}
