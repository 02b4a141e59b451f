import Testing

@testable import Segue

@Suite("Time and curves of runs") struct TimingRowTests {
  @Test("F42 Half the frames change neither when a run ends nor where it is at any time")
  func wallClock() throws {
    func play(_ step: Double) throws -> (places: [Double], end: Double) {
      let stage = try Stage()
      try stage.define(timing: .curve(.easeInOut, duration: 0))
      var (places, end) = ([Double](), 0.0)
      let run = try stage.push()
      run.whenEnded { [unowned stage] _ in end = stage.engine.moment }
      var time = 0.0
      while time < 1 {
        try stage.advance(to: time)
        if (time * 100).rounded().truncatingRemainder(dividingBy: 10) == 0 { places.append(run.progress) }
        time += step
      }
      return (places, end)
    }
    let (fine, coarse) = (try play(0.01), try play(0.02))
    #expect(fine.places.count == coarse.places.count && fine.end == coarse.end && abs(fine.end - 0.5) < 1e-12)
    for (a, b) in zip(fine.places, coarse.places) { #expect(abs(a - b) < 1e-12) }
  }

  @Test("F44 Every preset has a name, and the four of Material their control points")
  func names() throws {
    let named = Dictionary(uniqueKeysWithValues: Curve.named)
    for family in ["sine", "quad", "cubic", "quart", "quint", "expo", "circ", "back"] {
      for way in ["in", "out", "in_out"] { #expect(named["lt_\(way)_\(family)"] != nil, "lt_\(way)_\(family)") }
    }
    for (name, x1, y1, x2, y2) in [
      ("standard", 0.4, 0.0, 0.2, 1.0), ("deceleration", 0, 0, 0.2, 1), ("acceleration", 0.4, 0, 1, 1),
      ("sharp", 0.4, 0, 0.6, 1),
    ] {
      let curve = try #require(named[name], "\(name)")
      let wanted = try Curve.bezier(x1, y1, x2, y2)
      for x in [0.1, 0.25, 0.5, 0.75, 0.9] { #expect(abs(curve.value(x) - wanted.value(x)) < 1e-9, "\(name)") }
    }
    // LiquidTransition's cubics, where its source has them.
    for (name, values) in [
      ("lt_in_sine", [0.0707, 0.2912, 0.6422]), ("lt_out_quart", [0.6982, 0.9146, 0.9853]),
      ("lt_in_back", [-0.0869, -0.0636, 0.2404]), ("ease", [0.4085, 0.8024, 0.9605]), ("ease_in_out", [0.1292, 0.5, 0.8708]),
    ] {
      let curve = try #require(named[name], "\(name)")
      for (x, y) in zip([0.25, 0.5, 0.75], values) { #expect(abs(curve.value(x) - y) < 1e-4, "\(name) at \(x)") }
    }
  }

  @Test("F45 A cubic by control points begins at 0 and ends at 1; a function is used as it is")
  func points() throws {
    for curve in [try Curve.bezier(0.2, -1, 0.3, 2), try Curve.bezier(0.9, 0.1, 0.1, 0.9)] {
      #expect(curve.value(0) == 0 && curve.value(1) == 1)
    }
    let own = try Curve.sampled { $0 * $0 * 0.5 + $0 * 0.5 }
    for x in [0.1, 0.5, 0.9] { #expect(abs(own.value(x) - (x * x * 0.5 + x * 0.5)) < 1e-4) }
  }

  @Test("F46 What a curve overshoots reaches the properties that can take it, and the end is exact")
  func overshoot() throws {
    let stage = try Stage()
    try stage.define(timing: .curve(try .bezier(0.68, -0.55, 0.265, 1.55), duration: 0))
    try stage.push()
    var xs: [Double] = []
    for i in 0...50 {
      try stage.advance(to: 0.01 * Double(i))
      xs.append(try stage.shown.x)
    }
    #expect(xs.min() ?? 0 < -105 && xs.max() ?? 0 > 5)
    try stage.advance(to: 0.6)
    #expect(try stage.shown == (1, -100))
  }

  @Test("F47 By damping ratio: with 1, from rest, it never passes the target; with less it does; at rest by its duration")
  func dampingRatio() throws {
    for ratio in [1.0, 0.5] {
      let engine = Engine()
      let value = try engine.makeValue([0])
      try engine.advance(to: 0)
      let spring = try Spring(settlingWithin: 0.5, ratio: ratio)
      try engine.move(value, to: [100], .init(.spring(spring)))
      var most = 0.0
      for i in 1...50 {
        try engine.advance(to: 0.01 * Double(i))
        most = max(most, try engine.position(of: value)[0])
      }
      #expect((most > 100.001) == (ratio < 1), "\(ratio): \(most)")
      try engine.advance(to: 0.51)
      #expect(try engine.position(of: value) == [100] && engine.nextDeadline == nil)
    }
  }

  @Test("F48 A physical spring has the ratio c / (2 √(k m)), and its own time")
  func physical() throws {
    let spring = try Spring(mass: 2, stiffness: 300, damping: 20)
    #expect(abs(spring.ratio - 20 / (2 * (600.0).squareRoot())) < 1e-12)
    #expect(abs(spring.omega - (150.0).squareRoot()) < 1e-12)
    let stage = try Stage()
    try stage.define(duration: 9, timing: .spring(spring))
    let run = try stage.push()
    try stage.advance(to: 4)
    #expect(run.endReason == .finished && run.state == .ended)
  }

  @Test("F49 A stated velocity stands for the inherited one; unstated, that is kept")
  func velocity() throws {
    for stated in [nil, 40.0] {
      let engine = Engine()
      let value = try engine.makeValue([0])
      try engine.advance(to: 0)
      try engine.move(value, to: [100], .init(.curve(.linear, duration: 1)))
      try engine.advance(to: 0.5)
      var options = Engine.MotionOptions(.spring(Spring()))
      if let stated { options.velocity = [stated] }
      try engine.move(value, to: [0], options)
      #expect(try abs(engine.velocity(of: value)[0] - (stated ?? 100)) < 1e-9)
    }
  }

  @Test("F50 A run grows so that what is planned longest fits")
  func effectiveDuration() throws {
    let stage = try Stage()
    try stage.define { [unowned stage] in
      $0.animate = { run in
        try stage.engine.animate(.init(.curve(.linear, duration: 0.2), delay: 0.7)) {
          try stage.engine.set(.alpha, of: run.to.view, to: [0.5])
        }
      }
    }
    let run = try stage.push()
    try stage.advance(to: 0.1)
    #expect(abs(run.duration - 0.9) < 1e-12)
    try stage.advance(to: 0.85)
    #expect(run.state == .running)
    try stage.advance(to: 0.91)
    #expect(run.state == .ended)
  }

  /// Two layers of a run of one second: the photo's alpha over the shares 0…0.4, the list's x over 0.5…1.
  private func layered() throws -> (Stage, Run, Interaction) {
    let stage = try Stage()
    try stage.define(duration: 1) { [unowned stage] in
      $0.animate = { run in
        let engine = stage.engine
        try engine.set(.alpha, of: run.to.view, to: [0])
        try engine.animate(.init(.curve(.linear, duration: 0.4))) { try engine.set(.alpha, of: run.to.view, to: [1]) }
        try engine.animate(.init(.curve(.linear, duration: 0.5), delay: 0.5)) {
          try engine.set(.x, of: run.from.view, to: [-100])
        }
      }
    }
    let interaction = stage.engine.makeInteraction()
    let run = try stage.push(interaction)
    try stage.advance(to: 0)
    return (stage, run, interaction)
  }

  @Test("F51 A layer with a range is at its start before it, at its end after it, and linear inside")
  func layers() throws {
    let (stage, _, interaction) = try layered()
    for (p, alpha, x) in [(0.0, 0.0, 0.0), (0.2, 0.5, 0), (0.4, 1, 0), (0.45, 1, 0), (0.5, 1, 0), (0.75, 1, -50), (1, 1, -100)]
    {
      try interaction.update(p)
      try stage.advance(to: stage.engine.time + 0.01)
      #expect(try abs(stage.shown.alpha - alpha) < 1e-6 && abs(stage.shown.x - x) < 1e-4, "\(p)")
    }
  }

  @Test(
    "F52 Let go, layers that were not reached start when their time comes; rolled back in reverse, finished ones rest meanwhile"
  )
  func layersSettle() throws {
    let (stage, run, interaction) = try layered()
    try interaction.update(0.6)
    try stage.advance(to: 0.1)
    try interaction.cancel(SettleChoice(velocity: 0, timing: .curve(.linear, duration: 0)))
    // 0.6 s for six tenths: x moves for the first 0.1 s, alpha for the last 0.4 s.
    try stage.advance(to: 0.15)
    #expect(try abs(stage.shown.x + 10) < 1e-4 && stage.shown.alpha == 1)
    try stage.advance(to: 0.25)
    #expect(try stage.shown.x == 0 && stage.shown.alpha == 1)
    try stage.advance(to: 0.5)
    #expect(try abs(stage.shown.alpha - 0.5) < 1e-6)
    try stage.advance(to: 1)
    #expect(run.endReason == .cancelled)
    let (forward, other, finger) = try layered()
    try finger.update(0.2)
    try forward.advance(to: 0.1)
    try finger.finish(SettleChoice(velocity: 0, timing: .curve(.linear, duration: 0)))
    try forward.advance(to: 0.3)
    #expect(try abs(forward.shown.alpha - 1) < 1e-6 && forward.shown.x == 0)
    try forward.advance(to: 0.65)
    #expect(try abs(forward.shown.x + 50) < 1e-3)
    try forward.advance(to: 1)
    #expect(other.endReason == .finished)
  }

  @Test("F53 A block with a delay factor starts at that share of the duration and ends with it")
  func delayFactor() throws {
    let stage = try Stage()
    let factor = 0.25
    try stage.define(duration: 0.8) { [unowned stage] in
      $0.animate = { run in
        let (delay, length) = (factor * run.duration, (1 - factor) * run.duration)
        try stage.engine.animate(.init(.curve(.linear, duration: length), delay: delay)) {
          try stage.engine.set(.x, of: run.from.view, to: [-100])
        }
      }
    }
    try stage.push()
    for (time, x) in [(0.2, 0.0), (0.5, -50), (0.79, -98.3333)] {
      try stage.advance(to: time)
      #expect(try abs(stage.shown.x - x) < 1e-2, "\(time)")
    }
    try stage.advance(to: 0.81)
    #expect(stage.navigation.run == nil)
  }

  @Test("N10 Every will and did carries its reason, and whether a finger holds the run at that moment")
  func reasons() throws {
    let stage = try Stage()
    try stage.define()
    var told: [String] = []
    for screen in [stage.list, stage.photo] {
      screen.onAppearance { told.append("\($0.appearance.rawValue) \($0.reason.rawValue) \($0.interactive)") }
    }
    let (_, interaction) = try stage.hold(0.5)
    #expect(told == ["will_disappear push true", "will_appear push true"])
    told = []
    interaction.cancel()
    try stage.advance(to: stage.engine.time + 2)
    #expect(
      told == [
        "will_disappear cancel false", "did_disappear cancel false", "will_appear cancel false", "did_appear cancel false",
      ])
  }

  @Test("N14 The clock has a rate, a step and a stop; a fixed step gives the same frames every time")
  func clock() throws {
    let stage = try Stage()
    try stage.define()
    try stage.advance(to: 0)
    try stage.engine.setClockRate(0.5)
    let run = try stage.push()
    try stage.advance(to: 0)
    try stage.advance(to: 0.5)
    #expect(abs(run.progress - 0.5) < 1e-9)
    stage.engine.setClockPaused(true)
    try stage.advance(to: 5)
    #expect(abs(run.progress - 0.5) < 1e-9)
    try stage.engine.stepClock(0.05)
    try stage.advance(to: 5)
    #expect(abs(run.progress - 0.6) < 1e-9)
    #expect(throws: SegueError.self) { try stage.engine.stepClock(0) }
    stage.engine.setClockPaused(false)
    #expect(throws: SegueError("clock.step: the clock runs; pause it first")) { try stage.engine.stepClock(0.1) }
    func frames() throws -> [Double] {
      let stage = try Stage()
      try stage.define(timing: .spring(Spring()))
      let run = try stage.push()
      return try (0..<40).map {
        try stage.advance(to: Double($0) / 60)
        return run.progress
      }
    }
    #expect(try frames() == frames())
  }

  @Test("N18 Stages one after the other inside one run are scrubbed and reversed as one")
  func stages() throws {
    let stage = try Stage()
    let bar = try stage.engine.makeView()
    try stage.define(duration: 0) { [unowned stage] in
      $0.animate = { run in
        let engine = stage.engine
        for (property, target, view) in [(Property.alpha, 0.5, run.to.view), (.x, -100, run.from.view), (.alpha, 0, bar)] {
          try engine.animate(.init(.curve(.linear, duration: 0.2))) { try engine.set(property, of: view, to: [target]) }
          try engine.passPlanTime(0.2)
        }
      }
    }
    let interaction = stage.engine.makeInteraction()
    let run = try stage.push(interaction)
    try stage.advance(to: 0)
    #expect(abs(run.duration - 0.6) < 1e-12)
    for p in [1.0 / 6, 0.5, 5.0 / 6, 0.5, 1.0 / 6] {
      try interaction.update(p)
      try stage.advance(to: stage.engine.time + 0.01)
      let shown = try (stage.shown.alpha, stage.shown.x, stage.engine.shownNumbers(.alpha, of: bar)[0])
      let wanted = p < 0.3 ? (0.75, 0.0, 1.0) : p < 0.6 ? (0.5, -50, 1) : (0.5, -100, 0.5)
      #expect(
        abs(shown.0 - wanted.0) < 1e-5 && abs(shown.1 - wanted.1) < 1e-3 && abs(shown.2 - wanted.2) < 1e-5, "\(p): \(shown)")
    }
    interaction.cancel()
    try stage.advance(to: stage.engine.time + 2)
    #expect(try stage.shown == (1, 0))
  }
}
