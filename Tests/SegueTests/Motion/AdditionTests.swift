import Testing

@testable import Segue

/// Motions added on top of others.
@Suite struct AdditionTests {
  let engine = Engine()
  init() throws { try engine.advance(to: 0) }

  private func linear(
    _ duration: Double, _ policy: OwnershipPolicy = .add, delay: Double = 0, completion: ((EndReason) -> Void)? = nil
  )
    -> Engine.MotionOptions
  {
    .init(.curve(.linear, duration: duration), delay: delay, policy: policy, completion: completion)
  }

  @Test("the value is the sum of the ways, the target the newest, and each motion ends for itself")
  func sum() throws {
    let value = try engine.makeValue([0])
    var log: [String] = []
    func note(_ name: String) -> (EndReason) -> Void {
      { [engine] in log.append("\(name) \($0) \(engine.moment) \((try? engine.position(of: value)[0]) ?? .nan)") }
    }
    try engine.move(value, to: [100], linear(1, completion: note("first")))
    try engine.advance(to: 0.5)
    try engine.move(value, to: [20], linear(1, completion: note("second")))
    #expect(try engine.position(of: value) == [50] && engine.velocity(of: value) == [100])
    try engine.advance(to: 0.75)
    // 75 of the first way, and a quarter of the −80.
    #expect(try engine.position(of: value) == [55] && engine.velocity(of: value) == [20])
    try engine.move(value, to: [0], linear(2, completion: note("third")))
    #expect(engine.motion.target(try engine.lanes(of: value)[0]) == 0)
    try engine.advance(to: 1.25)
    #expect(try engine.position(of: value) == [100 - 60 - 5])
    try engine.advance(to: 5)
    #expect(log == ["first finished 1.0 57.5", "second finished 1.5 12.5", "third finished 2.75 0.0"])
    #expect(try engine.position(of: value) == [0] && engine.velocity(of: value) == [0] && !engine.isMoving(value))
    #expect(engine.motion.sums.isEmpty && engine.motion.additions.isEmpty && engine.motion.blockCount == 0)
  }

  @Test(
    "a retarget is continuous in value and velocity, and every sum ends exactly on its target",
    arguments: [Precision.double, .float])
  func continuous(precision: Precision) throws {
    var random = Seeded(state: 3)
    for _ in 0..<200 {
      let engine = Engine()
      try engine.advance(to: 0)
      let store = engine.motion
      let lanes = store.allocate(2, precision)
      var target = SIMD4<Double>.zero
      for round in 0..<6 {
        let before = (0..<2).map { store.state(lanes[$0], at: engine.moment) }
        target = SIMD4(random.between(-500, 500), random.between(-500, 500), 0, 0)
        let timing: Timing = random.next() % 2 == 0 ? .spring(Spring()) : .curve(.easeInOut, duration: random.between(0.1, 0.6))
        _ = try engine.start([Destination(lanes: lanes, target: target, unit: .length)], .init(timing, policy: .add))
        for j in 0..<2 {
          let after = store.state(lanes[j], at: engine.moment)
          #expect(abs(after.position - before[j].position) < (precision == .double ? 1e-10 : 1e-3))
          #expect(abs(after.velocity - before[j].velocity) < (precision == .double ? 1e-7 : 1e-1))
          #expect(store.target(lanes[j]) == store.rounded(target[j], precision))
        }
        try engine.advance(to: engine.time + random.between(0.01, 0.3) * Double(round + 1) / 2)
      }
      try engine.advance(to: 60)
      for j in 0..<2 {
        #expect(store.shown(lanes[j]) == store.rounded(target[j], precision))
        #expect(!store.isMoving(lanes[j]))
      }
      #expect(store.sums.isEmpty && store.additions.isEmpty && engine.animators.count == 0)
    }
  }

  @Test("sums are the same to the bit however time is cut, and drawn as they are read")
  func splitting() throws {
    func world(_ times: [Double]) throws -> [UInt64] {
      let engine = Engine()
      try engine.advance(to: 0)
      let view = try engine.makeView()
      let value = try engine.makeValue([0])
      try engine.move(view, [.init(.frame, [10, 20, 30, 40])], .init(.spring(Spring())))
      try engine.move(value, to: [3], .init(.spring(Spring())))
      for i in 1...5 {
        engine.after(0.13 * Double(i)) {
          let d = Double(i)
          _ = try? engine.move(
            view, [.init(.x, [7.7 * d]), .init(.width, [31.1 * d])],
            .init(.curve(.ease, duration: 0.71 / d), policy: .add))
          _ = try? engine.move(value, to: [1.3 * d], .init(.curve(.easeOut, duration: 0.3 * d), policy: .add))
        }
      }
      var bits: [UInt64] = []
      for time in times {
        try engine.advance(to: time)
        guard [0.3, 0.7, 1.1, 9].contains(time) else { continue }
        let shown = engine.scene.shown(.frame, of: view) ?? []
        let read = try engine.shownNumbers(.frame, of: view)
        for (a, b) in zip(shown, read) { #expect(abs(a - b) < 1e-4) }
        bits += (shown + (try engine.position(of: value)) + (try engine.velocity(of: value))).map(\.bitPattern)
      }
      return bits
    }
    let coarse = try world([0.3, 0.7, 1.1, 9])
    #expect(try coarse.count == 24 && coarse == world((1...90).map { Double($0) / 10 }))
    #expect(Array(coarse.suffix(6)) == [Double(Float(38.5)), 20, Double(Float(155.5)), 40, 6.5, 0].map(\.bitPattern))
  }

  @Test("stopping one part leaves the others going: what it had not gone is missing at the end", arguments: [true, false])
  func stopping(first: Bool) throws {
    let view = try engine.makeView()
    var reasons: [String] = []
    let a = try engine.move(view, [.init(.x, [100])], linear(1) { reasons.append("a \($0)") })
    let b = try engine.move(view, [.init(.x, [160])], linear(1) { reasons.append("b \($0)") })
    try engine.advance(to: 0.5)
    engine.stop(first ? a : b)
    #expect(try engine.shownNumbers(.x, of: view) == [80] && engine.scene.shown(.x, of: view) == [80])
    #expect(try engine.numbers(.x, of: view) == [first ? 110 : 130])
    try engine.advance(to: 0.75)
    #expect(try engine.shownNumbers(.x, of: view) == [first ? 95 : 105])
    try engine.advance(to: 2)
    #expect(
      try engine.shownNumbers(.x, of: view) == [first ? 110 : 130] && engine.scene.shown(.x, of: view) == [first ? 110 : 130])
    #expect(reasons == (first ? ["a cancelled", "b finished"] : ["b cancelled", "a finished"]))
  }

  @Test("finishing one part puts it at its end; what takes the value over has the sum's place and velocity and interrupts all")
  func finishAndTakeOver() throws {
    let value = try engine.makeValue([0])
    var reasons: [String] = []
    try engine.move(value, to: [100], linear(1) { reasons.append("a \($0)") })
    let b = try engine.move(value, to: [160], linear(1) { reasons.append("b \($0)") })
    try engine.move(value, to: [200], linear(1) { reasons.append("c \($0)") })
    try engine.advance(to: 0.5)
    engine.complete(b)
    #expect(try engine.position(of: value) == [50 + 60 + 20])
    try engine.move(value, to: [0], .init(.spring(Spring())) { reasons.append("d \($0)") })
    #expect(try engine.position(of: value) == [130] && engine.velocity(of: value) == [140])
    try engine.advance(to: 9)
    #expect(Set(reasons) == ["a interrupted", "b finished", "c interrupted", "d finished"] && reasons.count == 4)
    #expect(try engine.position(of: value) == [0] && engine.motion.sums.isEmpty)
  }

  @Test("set, track and release end all parts", arguments: 0..<3)
  func ended(how: Int) throws {
    let value = try engine.makeValue([0, 0])
    var reasons: [EndReason] = []
    for i in 1...3 { try engine.move(value, to: [Double(i), 9], linear(1) { reasons.append($0) }) }
    try engine.advance(to: 0.5)
    switch how {
    case 0: try engine.set(value, to: [7, 7])
    case 1: try engine.track(value, at: [7, 7])
    default: engine.release(value)
    }
    try engine.advance(to: 2)
    #expect(reasons == Array(repeating: how == 2 ? .removed : .interrupted, count: 3))
    if how < 2 { #expect(try engine.position(of: value) == [7, 7]) }
    #expect(engine.motion.sums.isEmpty && engine.motion.additions.isEmpty && engine.motion.blockCount == 0)
  }

  @Test("a part may be paused, sought and resumed under and over the others")
  func paused() throws {
    let value = try engine.makeValue([0])
    let a = try engine.move(value, to: [100], linear(1))
    let b = try engine.move(value, to: [160], linear(1))
    try engine.advance(to: 0.25)
    try engine.pause(a)
    try engine.advance(to: 0.5)
    #expect(try engine.position(of: value) == [25 + 30])
    try engine.pause(b)
    try engine.resume(a)
    try engine.advance(to: 0.75)
    #expect(try engine.position(of: value) == [50 + 30])
    try engine.seek(b, to: 0.75)
    try engine.resume(b)
    #expect(try engine.position(of: value) == [50 + 45])
    try engine.advance(to: 3)
    #expect(
      try engine.position(of: value) == [160] && engine.motion.sums.isEmpty && !engine.isRunning(a) && !engine.isRunning(b))
  }

  @Test("on a playing timeline the addition stays on top and the timeline goes on beneath")
  func onATimeline() throws {
    let view = try engine.makeView()
    let timeline = engine.makeTimeline()
    try timeline.add(at: 0, .curve(.linear, duration: 1)) { try engine.set(.x, of: view, to: [100]) }
    try timeline.play()
    try engine.move(view, [.init(.x, [120])], linear(0.5, delay: 0.25))
    try engine.advance(to: 0.5)
    #expect(try engine.shownNumbers(.x, of: view) == [50 + 10] && engine.scene.shown(.x, of: view) == [60])
    try engine.advance(to: 0.875)
    #expect(try engine.shownNumbers(.x, of: view) == [87.5 + 20])
    try engine.advance(to: 4)
    #expect(try engine.shownNumbers(.x, of: view) == [120] && engine.scene.shown(.x, of: view) == [120])
  }

  @Test("additions take no more room than those under way, however often a moving value is retargeted")
  func noPile() throws {
    let value = try engine.makeValue([0])
    for i in 1...2000 {
      try engine.advance(to: Double(i) / 60)
      try engine.move(value, to: [Double(i % 7)], .init(.curve(.ease, duration: 0.2), policy: .add))
      #expect(engine.motion.additions.count <= 14)
    }
    try engine.advance(to: 100)
    #expect(try engine.position(of: value) == [Double(2000 % 7)] && engine.motion.doubles.count < 40)
  }

  @Test("a motion that goes back and forth may be added: it leaves the sum where the others go")
  func effects() throws {
    let value = try engine.makeValue([0])
    try engine.move(value, to: [100], linear(2))
    var options = linear(0.5)
    options.effect = EffectTiming()
    options.effect?.fill = .both
    options.effect?.iterations = 2
    options.effect?.direction = .alternate
    var reason: EndReason?
    options.completion = { reason = $0 }
    try engine.move(value, to: [140], options)
    try engine.advance(to: 0.25)
    #expect(try engine.position(of: value) == [12.5 + 20])
    try engine.advance(to: 0.75)
    #expect(try engine.position(of: value) == [37.5 + 20])
    try engine.advance(to: 1.5)
    #expect(try engine.position(of: value) == [75] && reason == .finished)
    try engine.advance(to: 3)
    #expect(try engine.position(of: value) == [100] && engine.motion.sums.isEmpty && engine.motion.additions.isEmpty)
    // One that cannot be repeated leaves nothing behind.
    try engine.move(value, to: [0], linear(1))
    var endless = Engine.MotionOptions(.curve(.linear, duration: 0), policy: .add)
    endless.effect = EffectTiming()
    endless.effect?.iterations = .infinity
    #expect(throws: SegueError.self) { try engine.move(value, to: [50], endless) }
    try engine.advance(to: 3.5)
    #expect(try engine.position(of: value) == [50])
    try engine.advance(to: 5)
    #expect(try engine.position(of: value) == [0] && engine.motion.sums.isEmpty)
  }
}
