import Testing

@testable import Segue

@Suite("Releases")
struct ReleaseTests {
  @Test("F65 last direction: the last move's sign; never moved, more than 0.4")
  func lastDirection() {
    let rule = ReleaseRule(.lastDirection).goesOn
    #expect(rule(Release(progress: 0.1, lastMove: 0.01)))
    #expect(!rule(Release(progress: 0.9, lastMove: -0.01)))
    #expect(!rule(Release(progress: 0.4)))
    #expect(rule(Release(progress: 0.41)))
  }

  @Test("F66 threshold: strictly more than a half")
  func threshold() {
    #expect(!ReleaseRule(.threshold).goesOn(Release(progress: 0.5, velocity: 9)))
    #expect(ReleaseRule(.threshold).goesOn(Release(progress: 0.5.nextUp, velocity: -9)))
  }

  @Test(
    "F67 threshold or flick: from 1200 units/s along the way on its direction decides, else strictly more than a third",
    arguments: [
      (0.9, -1200.0, 0.0, false), (0.1, 1200, 0, true), (0.1, 1199, 0, false), (0.9, -1199, 0, true),
      (0.9, -1000, 1001, true), (0.1, 1000, 700, true), (1.0 / 3, 0, 0, false), (0.334, 0, 0, true),
    ] as [(Double, Double, Double, Bool)])
  func thresholdOrFlick(_ p: Double, _ along: Double, _ across: Double, _ goesOn: Bool) {
    let release = Release(progress: p, velocity: along / 400, distance: 400, crossVelocity: across)
    #expect(ReleaseRule(.thresholdOrFlick).goesOn(release) == goesOn)
  }

  @Test(
    "F68 threshold or velocity: (p > .5 or v > 100) and v > −5",
    arguments: [(0.6, 0.0, true), (0.6, -5, false), (0.6, -4.9, true), (0.1, 101, true), (0.1, 100, false), (0.5, 0, false)]
      as [(Double, Double, Bool)])
  func thresholdOrVelocity(_ p: Double, _ speed: Double, _ goesOn: Bool) {
    #expect(ReleaseRule(.thresholdOrVelocity).goesOn(Release(progress: p, velocity: speed / 200, distance: 200)) == goesOn)
  }

  @Test("F69 look ahead: p + v / size > 0.3")
  func lookAhead() {
    #expect(!ReleaseRule(.lookAhead).goesOn(Release(progress: 0.1, velocity: 0.19)))
    #expect(ReleaseRule(.lookAhead).goesOn(Release(progress: 0.1, velocity: 0.21)))
    #expect(!ReleaseRule(.lookAhead).goesOn(Release(progress: 0.9, velocity: -0.61)))
  }

  @Test("Projection: where a decay of 0.998 a millisecond comes to rest, 0.997 on a touchpad, is beyond a half")
  func projection() {
    // 0.998 / 0.002 = 499 ms and 0.997 / 0.003 = 332.3 ms of the velocity.
    #expect(ReleaseRule(.projection).goesOn(Release(progress: 0.1, velocity: 0.81)))
    #expect(!ReleaseRule(.projection).goesOn(Release(progress: 0.1, velocity: 0.8)))
    #expect(!ReleaseRule(.projection).goesOn(Release(progress: 0.1, velocity: 0.81, device: .touchpad)))
    #expect(ReleaseRule(.projection).goesOn(Release(progress: 0.1, velocity: 1.21, device: .touchpad)))
  }

  @Test("Every number of a rule may be another; those that make no sense are named")
  func numbers() {
    var numbers = ReleaseParameters()
    numbers.threshold = 0.8
    #expect(!ReleaseRule(.threshold, numbers).goesOn(Release(progress: 0.8)))
    #expect(!ReleaseRule(.lookAhead, numbers).goesOn(Release(progress: 0.5, velocity: 0.2)))
    numbers.deceleration = 0.9
    // Nine milliseconds of the velocity.
    #expect(ReleaseRule(.projection, numbers).goesOn(Release(progress: 0.7, velocity: 11.2)))
    #expect(!ReleaseRule(.projection, numbers).goesOn(Release(progress: 0.7, velocity: 11)))
    numbers.flickSpeed = 10
    #expect(ReleaseRule(.thresholdOrFlick, numbers).goesOn(Release(progress: 0.1, velocity: 11, distance: 1)))
    (numbers.pushSpeed, numbers.pullSpeed) = (1, -1)
    #expect(ReleaseRule(.thresholdOrVelocity, numbers).goesOn(Release(progress: 0.1, velocity: 2, distance: 1)))
    #expect(!ReleaseRule(.thresholdOrVelocity, numbers).goesOn(Release(progress: 0.9, velocity: -2, distance: 1)))
    #expect(numbers.problem == nil)
    numbers.deceleration = 1
    #expect(numbers.problem == "deceleration expected a number above 0 and below 1, got 1.0")
    numbers.deceleration = nil
    numbers.flickSpeed = .nan
    #expect(numbers.problem == "flick_speed expected a finite number, got nan")
  }

  @Test("A run is released by its interaction's rule")
  func ruleOfRun() throws {
    for (rule, finishes) in [(ReleaseRuleName.threshold, false), (.lastDirection, true), (.thresholdOrFlick, true)] {
      let stage = try Stage()
      try stage.define()
      let (run, interaction) = try stage.hold(0.4)
      interaction.rule = ReleaseRule(rule)
      try stage.advance(to: 1)
      interaction.release()
      try stage.advance(to: 3)
      #expect(run.isCancelled == !finishes, "\(rule)")
    }
  }
}

@Suite("Rubber bands of runs")
struct RunRubberBandTests {
  @Test("N19 a run pulled beyond its end shows the band and is caught again there without a jump")
  func run() throws {
    let stage = try Stage()
    try stage.define()
    let (run, interaction) = try stage.hold(0.9)
    interaction.rubberBand = try RubberBand(limit: 0.1)
    for i in 1...20 {
      try stage.advance(to: Double(i) * 0.01)
      try interaction.update(0.9 + Double(i) * 0.01)
    }
    // 0.1 beyond the end at 1 a second.
    let f = try RubberBand(limit: 0.1).offset(ofPull: 0.1)
    #expect(abs(run.progress - (1 + f)) < 1e-12)
    try stage.advance(to: 0.2)
    let x = try stage.shown.x
    #expect(abs(x - -100 * (1 + f)) < 1e-3)
    interaction.cancel(velocity: 0.25)
    #expect(abs(run.playheadState.velocity - 0.25) < 1e-9)
    try stage.advance(to: 0.21)
    let beyond = run.progress
    #expect(beyond > 1 + f)
    let second = stage.engine.makeInteraction()
    second.rubberBand = interaction.rubberBand
    try second.catch(run)
    #expect(abs(run.progress - beyond) < 1e-12)
    try second.update(-0.05)
    #expect(run.progress < beyond)
    second.finish()
    try stage.advance(to: 2)
    #expect(run.state == .ended && !run.isCancelled)
  }
}

@Suite("Swipes between snap points")
struct SwipeProjectionTests {
  @Test("Slow: the nearest point. Fast: at least one on, at most one unless long swipes are allowed; held to the ends")
  func rule() {
    var swipe = SwipeProjection(points: [0, 1, 2, 3], distance: 400)
    #expect(swipe.end(from: 1, position: 1.4, velocity: 0.7) == 1)
    #expect(swipe.end(from: 1, position: 1.05, velocity: 0.8) == 2)
    #expect(swipe.end(from: 1, position: 1.4, velocity: -0.8) == 1)
    #expect(swipe.end(from: 1, position: 0.95, velocity: -0.8) == 0)
    #expect(swipe.end(from: 0, position: 0.2, velocity: 6) == 1)
    #expect(swipe.end(from: 3, position: 3.1, velocity: 6) == 3)
    swipe.allowsLongSwipes = true
    #expect(swipe.end(from: 0, position: 0.2, velocity: 4) == 2)
    swipe.device = .touchpad
    #expect(swipe.end(from: 1, position: 1.05, velocity: 1.4) == 1)
    #expect(SwipeProjection(points: [], distance: 1).end(from: 0, position: 0.3, velocity: 1) == 0.3)
    #expect(SwipeProjection(points: [5], distance: 1).end(from: 5, position: 6, velocity: 1000) == 5)
  }

  @Test("Beyond 2000 units a second the reach goes on without a kink")
  func parabola() {
    var swipe = SwipeProjection(points: [0, 1e6], distance: 1)
    swipe.allowsLongSwipes = true
    func reach(_ v: Double) -> Double { swipe.projected(from: 0, position: 0, velocity: v) }
    #expect(abs(reach(2000) - 998) < 1e-9)
    #expect(abs((reach(2000.01) - reach(2000)) - (reach(2000) - reach(1999.99))) < 1e-6)
  }
}

@Suite("Gestures that drive runs")
struct DriveTests {
  private func report(_ state: GestureState, _ x: Double, y: Double = 0, velocity: Double = 0, at time: Double) -> GestureReport
  {
    GestureReport(
      state: state, time: time, location: .zero, translation: Point(x, y), velocity: Point(velocity, 0), contacts: 1)
  }

  @Test("A way over the distance is the progress, and the end releases with the gesture's own speed")
  func drives() throws {
    let stage = try Stage()
    try stage.define()
    let interaction = stage.engine.makeInteraction()
    try interaction.setDistance(200)
    let run = try stage.push(interaction)
    try interaction.drive(report(.began, 20, at: 0))
    try stage.advance(to: 0.01)
    #expect(run.progress == 0.1)
    try interaction.drive(report(.changed, 60, y: 500, at: 0.01))
    #expect(run.progress == 0.3)
    try interaction.drive(report(.ended, 60, velocity: 300, at: 0.02))
    #expect(abs(run.playheadState.velocity - 1.5) < 1e-9)
    try stage.advance(to: 2)
    #expect(run.state == .ended && !run.isCancelled)
  }

  @Test(
    "Without a distance the stage's size along the gesture counts; each heading has its sign",
    arguments: SwipeDirection.allCases)
  func headings(_ heading: SwipeDirection) throws {
    let stage = try Stage()
    try stage.define()
    let interaction = stage.engine.makeInteraction()
    interaction.towards = heading
    let run = try stage.push(interaction)
    try stage.advance(to: 0)
    let way = Point(heading == .left ? -100 : heading == .right ? 100 : 0, heading == .up ? -200 : heading == .down ? 200 : 0)
    try interaction.drive(
      GestureReport(state: .changed, time: 0, location: .zero, translation: way, velocity: .zero, contacts: 1))
    #expect(run.progress == 0.25)
  }

  @Test("F70 a gesture that the system takes away rolls back whatever the progress")
  func cancelled() throws {
    let stage = try Stage()
    try stage.define()
    let interaction = stage.engine.makeInteraction()
    let run = try stage.push(interaction)
    try stage.advance(to: 0)
    try interaction.drive(report(.changed, 390, at: 0))
    try interaction.drive(report(.cancelled, 390, at: 0))
    try stage.advance(to: 2)
    #expect(run.state == .ended && run.isCancelled)
  }

  @Test("The anchor stays under the finger on an uneven path, whatever the events, out and back")
  func glued() throws {
    let stage = try Stage()
    try stage.define(duration: 1) { definition in
      definition.animate = { [unowned stage] run in
        let engine = stage.engine
        try engine.animate(.init(.curve(.easeInOut, duration: 1))) { try engine.set(.x, of: run.to.view, to: [300]) }
      }
    }
    for step in [1.0, 7, 40] {
      let interaction = stage.engine.makeInteraction()
      interaction.anchor = (stage.photo.view, Point(10, 10))
      let run = try stage.push(interaction)
      try stage.advance(to: stage.engine.time)
      var way = 0.0
      // Between the slow ends, where the path is steep enough to be held exactly.
      for goal in [60.0, 240, 90] {
        while way != goal {
          way += max(-step, min(step, goal - way))
          try interaction.drive(report(.changed, way, at: stage.engine.time))
        }
        try stage.advance(to: stage.engine.time + 0.01)
        let x = try stage.engine.shownNumbers(.x, of: stage.photo.view)[0]
        // A path of 64 pieces, whose flat start is taken to have a third of the mean slope.
        #expect(abs(x - goal) < 6.5, "\(step) \(goal)")
        if goal == 90 { #expect(abs(x - 90) < 6.5) }
      }
      interaction.cancel()
      try stage.advance(to: stage.engine.time + 3)
      #expect(run.state == .ended)
    }
  }
}
