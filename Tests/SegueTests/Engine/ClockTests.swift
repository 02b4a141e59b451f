import Testing

@testable import Segue

/// Rate, pause and gaps: how the host's time becomes the engine's.
@Suite struct ClockTests {
  let engine = Engine()
  init() throws { try engine.advance(to: 1000) }

  /// A value that is at the number of engine seconds since now, for a hundred seconds.
  private func ruler() throws -> Handle<MotionValue> {
    let value = try engine.makeValue([0])
    try engine.move(value, to: [128], .init(.curve(.linear, duration: 128)))
    return value
  }

  @Test("a rate scales everything from the call on and nothing jumps; 0 stands still")
  func rate() throws {
    let value = try ruler()
    try engine.advance(to: 1000.5)
    try engine.setClockRate(0.25)
    #expect(try engine.position(of: value) == [0.5])
    try engine.advance(to: 1000.5)
    #expect(try engine.position(of: value) == [0.5])
    try engine.advance(to: 1001.5)
    #expect(try engine.position(of: value) == [0.75] && engine.time == 0.75)
    try engine.setClockRate(0)
    try engine.advance(to: 1100)
    #expect(try engine.position(of: value) == [0.75])
    try engine.setClockRate(4)
    try engine.advance(to: 1100.5)
    #expect(try engine.position(of: value) == [2.75])
  }

  @Test("rates that are none are refused by name and change nothing", arguments: [-0.1, .nan, .infinity, 2e6])
  func refusedRate(rate: Double) throws {
    let error = #expect(throws: SegueError.self) { try engine.setClockRate(rate) }
    #expect(error?.message.hasPrefix("clock.rate expected") == true && engine.clock.rate == 1)
    #expect(throws: SegueError.self) { try engine.setClockGap(limit: rate > 1e300 || rate != rate ? rate : -rate.magnitude) }
    #expect(engine.clock.gapLimit == 0.25)
  }

  @Test("a pause holds everything, whatever the rate is set to meanwhile; it goes on from where it was")
  func pause() throws {
    let value = try ruler()
    try engine.advance(to: 1000.125)
    engine.setClockPaused(true)
    try engine.advance(to: 1007)
    try engine.setClockRate(2)
    try engine.advance(to: 1008)
    #expect(try engine.position(of: value) == [0.125])
    engine.setClockPaused(false)
    #expect(try engine.position(of: value) == [0.125])
    try engine.advance(to: 1008.25)
    #expect(try engine.position(of: value) == [0.625])
  }

  @Test("the next deadline is in the host's time, at the rate and after the pause that there are")
  func deadline() throws {
    #expect(engine.nextDeadline == nil)
    engine.after(2) {}
    #expect(engine.nextDeadline == 1002)
    try engine.setClockRate(0.25)
    #expect(engine.nextDeadline == 1008)
    engine.setClockPaused(true)
    #expect(engine.nextDeadline == nil)
    let value = try ruler()
    #expect(engine.nextDeadline == nil)
    try engine.advance(to: 1004)
    engine.setClockPaused(false)
    #expect(engine.nextDeadline == 1004)
    engine.stop(try #require(engine.motion.animator(of: engine.lanes(of: value)[0])))
    engine.turn()
    #expect(engine.nextDeadline == 1012)
    // What is due already is due, even where time stands still.
    engine.setClockPaused(true)
    engine.after(0) {}
    #expect(engine.nextDeadline == 1004)
  }

  @Test("advancing to the deadline makes what was due happen, whatever rounding does")
  func noSleepWithoutWork() throws {
    var random = Seeded(state: 5)
    for _ in 0..<500 {
      let engine = Engine()
      try engine.advance(to: random.between(-1e6, 1e9))
      try engine.setClockRate(random.magnitude(1e-3, 1e3))
      var happened = false
      engine.after(random.magnitude(1e-6, 1e3)) { happened = true }
      let deadline = try #require(engine.nextDeadline)
      try engine.advance(to: deadline)
      #expect(happened && engine.nextDeadline == nil)
    }
  }

  @Test("a rate or a pause set at a moment within a step holds from that moment on, however time is cut")
  func withinAStep() throws {
    func world(_ times: [Double]) throws -> [UInt64] {
      let engine = Engine()
      try engine.advance(to: 0)
      let value = try engine.makeValue([0])
      var seen: [Double] = []
      try engine.move(value, to: [128], .init(.curve(.linear, duration: 128)))
      engine.after(0.3) { try? engine.setClockRate(0.2) }
      engine.after(0.37) { seen.append(engine.moment) }
      engine.after(0.5) {
        engine.setClockPaused(true)
        seen.append(contentsOf: (try? engine.position(of: value)) ?? [])
      }
      for time in times { try engine.advance(to: time) }
      #expect(engine.time == 0.5)
      engine.setClockPaused(false)
      try engine.setClockRate(1)
      try engine.advance(to: 20.25)
      return (seen + [engine.time]).map(\.bitPattern) + (try engine.position(of: value)).map(\.bitPattern)
    }
    let coarse = try world([20])
    #expect(try coarse == world([0.299, 0.3, 0.31, 1.2999, 20]) && coarse == world((1...1200).map { Double($0) / 60 }))
    #expect(coarse == [0.37, 0.5, 0.75, 0.75].map(\.bitPattern))
  }

  @Test("input counts at its own time on the same clock, also the part of a step after a change of rate")
  func input() throws {
    let view = try engine.makeView()
    try engine.setStage(view)
    var times: [Double] = []
    _ = try engine.addRecognizer(.pan(PanSettings()), to: view) { [unowned engine] _ in times.append(engine.moment) }
    try engine.setClockRate(0.5)
    engine.after(1.5) { [unowned engine] in try? engine.setClockRate(0.25) }
    for (time, x) in [(1001.0, 10.0), (1002, 30), (1003, 50), (1004, 70), (1005, 90)] {
      try engine.send(InputEvent(time: time, phase: time == 1001 ? .down : .move, position: Point(x, 10)))
    }
    try engine.advance(to: 1006)
    #expect(times == [1, 1.5, 1.75, 2] && engine.time == 2.25)
  }

  @Test("a finger's velocity is in engine seconds: at rate 0.2 a finger of 100 px per real second is one of 500")
  func fingerInSlowMotion() throws {
    let view = try engine.makeView()
    try engine.setStage(view)
    try engine.setClockRate(0.2)
    let value = try engine.makeValue([0])
    var released: Double?
    _ = try engine.addRecognizer(.pan(PanSettings()), to: view) { [unowned engine] report in
      if report.state == .changed { try? engine.track(value, at: [report.translation.x]) }
      if report.state == .ended {
        released = report.velocity.x
        _ = try? engine.move(value, to: [1000], .init(.spring(Spring())))
      }
    }
    for i in 0...40 {
      let (time, x) = (1000 + Double(i) / 100, 20 + Double(i))
      try engine.send(InputEvent(time: time, phase: i == 0 ? .down : i == 40 ? .up : .move, position: Point(x, 10)))
      try engine.advance(to: time)
    }
    #expect(abs(try #require(released) - 500) < 1e-6)
    #expect(abs(try engine.velocity(of: value)[0] - 500) < 1e-6)
    // Over the hand-over the value goes on as fast on the screen.
    let before = try engine.position(of: value)[0]
    try engine.advance(to: 1000.4 + 1e-5)
    #expect(abs((try engine.position(of: value)[0] - before) / 1e-5 - 100) < 0.1)
  }

  @Test("a gap follows the policy: all of it passes, as much as the limit, or none", arguments: [2.0, 30])
  func gaps(gap: Double) throws {
    for (policy, limit, passes) in [
      (Clock.GapPolicy.catchUp, 0.25, gap), (.cap, 0.25, 0.25), (.pause, 0.25, 0), (.cap, 0.5, 0.5),
    ] {
      let engine = Engine()
      try engine.advance(to: 50)
      #expect(engine.clock.gapPolicy == .catchUp && engine.clock.gapLimit == 0.25)
      try engine.setClockGap(policy, limit: limit)
      let value = try engine.makeValue([0])
      try engine.move(value, to: [128], .init(.curve(.linear, duration: 128)))
      let spring = try engine.makeValue([0])
      try engine.move(spring, to: [1], .init(.spring(Spring())))
      // Not above the limit: no gap.
      try engine.advance(to: 50.25)
      try engine.advance(to: 50.25 + gap)
      #expect(try engine.position(of: value) == [0.25 + passes])
      #expect(try engine.position(of: spring)[0] == (passes > 1 ? 1 : 1 - Spring().factors(at: 0.25 + passes).c))
      try engine.setClockRate(2)
      try engine.advance(to: 50.5 + gap)
      #expect(try engine.position(of: value) == [0.75 + passes])
      try engine.setClockRate(1)
      try engine.advance(to: 50.75 + gap)
      #expect(try engine.position(of: value) == [1 + passes])
    }
  }

  @Test("what the host sleeps because nothing was due is no gap; what it is late after that is one")
  func sleepingIsNoGap() throws {
    try engine.setClockGap(.pause)
    try engine.advance(to: 1100)
    #expect(engine.time == 100)
    var woken: [Double] = []
    engine.after(110) { [unowned engine] in woken.append(engine.moment) }
    try engine.advance(to: try #require(engine.nextDeadline))
    #expect(woken == [110] && engine.time == 110)
    engine.after(120) { [unowned engine] in woken.append(engine.moment) }
    try engine.advance(to: 1125)
    #expect(woken == [110, 120] && engine.time == 120)
    try engine.setClockGap(.cap)
    engine.after(121) { [unowned engine] in woken.append(engine.moment) }
    try engine.advance(to: 1130)
    #expect(woken == [110, 120, 121] && engine.time == 121.25)
  }

  @Test("the same spring told at 1, 4, 16 and 70 ms is the same at the same times, to the bit")
  func steps() throws {
    func world(_ step: Int) throws -> [UInt64] {
      let engine = Engine()
      try engine.advance(to: 7)
      let value = try engine.makeValue([0])
      try engine.move(value, to: [100], .init(.spring(Spring(omega: 5 * .pi, ratio: 0.6)), velocity: [300]))
      var bits: [UInt64] = []
      for ms in stride(from: step, through: 1120, by: step) {
        try engine.advance(to: 7 + Double(ms) / 1000)
        if ms.isMultiple(of: 560) {
          bits += (try engine.position(of: value) + engine.velocity(of: value)).map(\.bitPattern)
        }
      }
      return bits
    }
    let finest = try world(1)
    #expect(finest.count == 4 && finest[0] != finest[2])
    for step in [4, 16, 70] { #expect(try world(step) == finest) }
  }

  @Test("a spring of 50 ms at steps of 16.7 ms goes through its closed form and rests exactly on its target")
  func shortSpring() throws {
    let spring = try Spring(duration: 0.05, bounce: 0)
    let value = try engine.makeValue([0])
    var ended: Double?
    try engine.move(value, to: [100], .init(.spring(spring)) { [unowned engine] _ in ended = engine.moment })
    var steps = 0
    for i in 1...12 {
      try engine.advance(to: 1000 + 0.0167 * Double(i))
      guard try engine.isMoving(value) else { continue }
      steps += 1
      #expect(try engine.position(of: value)[0] == 100 - 100 * spring.factors(at: engine.time).c)
    }
    #expect(try steps >= 2 && engine.position(of: value) == [100] && engine.velocity(of: value) == [0])
    #expect(ended == spring.stopTime(distance: 4096, velocity: 0))
  }

  @Test("of ten timers due in one step the first cancels all others")
  func timers() throws {
    var names: [UInt64] = []
    var fired: [Int] = []
    for i in 0..<10 {
      names.append(
        engine.call(after: 0.1 * Double(i + 1)) { [unowned engine] in
          fired.append(i)
          for name in names { engine.cancelCall(name) }
        })
    }
    try engine.advance(to: 1010)
    #expect(fired == [0] && engine.nextDeadline == nil)
  }

  @Test("of two starts in one frame the later one has the value, from rest, and both end once")
  func twoStarts() throws {
    let value = try engine.makeValue([0])
    var log: [String] = []
    try engine.move(value, to: [10], .init(.curve(.linear, duration: 1)) { log.append("first \($0)") })
    try engine.move(value, to: [-10], .init(.curve(.linear, duration: 1)) { log.append("second \($0)") })
    #expect(try engine.position(of: value) == [0])
    try engine.advance(to: 1000.5)
    #expect(try engine.position(of: value) == [-5] && log == ["first interrupted"])
    try engine.advance(to: 1002)
    #expect(try engine.position(of: value) == [-10] && log == ["first interrupted", "second finished"])
  }

  @Test("whoever hears of an end finds the end value in place, read and drawn")
  func endIsShown() throws {
    let view = try engine.makeView()
    try engine.setStage(view)
    try engine.set(.background, of: view, to: [1, 0, 0, 1])
    var seen: [[Double]] = []
    var atEnd: DisplayList?
    try engine.move(
      view, [.init(.x, [100])],
      .init(.spring(Spring())) { [unowned engine] _ in
        seen.append((try? engine.shownNumbers(.x, of: view)) ?? [])
        seen.append(engine.scene.shown(.x, of: view) ?? [])
        var list = DisplayList(size: Size(0, 0))
        engine.write(into: &list)
        atEnd = list
      })
    try engine.advance(to: 1003)
    var list = DisplayList(size: Size(0, 0))
    engine.write(into: &list)
    #expect(seen == [[100], [100]] && atEnd == list)
  }
}
