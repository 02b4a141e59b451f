import Glibc
import Testing

@testable import Segue

@Suite struct DecayTests {
  private let engine = Engine()
  private var ends: [EndReason] = []

  init() throws { try engine.advance(to: 0) }

  private func x(_ value: Handle<MotionValue>) throws -> Double { try engine.position(of: value)[0] }
  private func v(_ value: Handle<MotionValue>) throws -> Double { try engine.velocity(of: value)[0] }

  @Test("A throw at 1200 a second rests 598.8 further on, after 4.15 s, and ends once")
  func rests() throws {
    let value = try engine.makeValue([0])
    var log: [String] = []
    try engine.decay(value, .init(velocity: [1200])) { log.append("\($0) at \(engine.moment)") }
    #expect(try v(value) == 1200)
    try engine.advance(to: 1)
    #expect(abs(try x(value) - 598.8 * (1 - exp(-2.004008016032064))) < 1e-9)
    try engine.advance(to: 4.1)
    #expect(log.isEmpty)
    try engine.advance(to: 20)
    #expect(abs(try x(value) - 598.8) < 1e-9)
    #expect(try v(value) == 0)
    #expect(log.count == 1)
    #expect(log[0].hasPrefix("finished at 4.150"))
  }

  private static let snapCases: [(velocity: Double, points: [Double], target: Double)] = [
    (1200, [0, 320, 640], 640), (700, [0, 320, 640], 320), (-50, [0, 320, 640], 0), (0, [-10, 300], -10),
    (200.4008016032064, [40, 160], 40), (200.4008016032064, [-50, 250], 250),
  ]

  @Test(
    "A throw rests on the snap point nearest to where it would end, of two as near on the nearer one ahead",
    arguments: snapCases)
  func snaps(velocity: Double, points: [Double], target: Double) throws {
    let value = try engine.makeValue([0])
    try engine.decay(value, .init(velocity: [velocity], snap: points))
    var passed = false
    for frame in 1...600 {
      try engine.advance(to: Double(frame) / 60)
      if target > 0, try x(value) > target + 1e-9 { passed = true }
    }
    #expect(try x(value) == target)
    #expect(!passed)
  }

  @Test("Without a bounce a throw stops dead at the bound: at 300 after 0.3469 s")
  func stopsAtBound() throws {
    let value = try engine.makeValue([0])
    var at = 0.0
    try engine.decay(value, .init(velocity: [1200], bounds: 0...300)) { _ in at = engine.moment }
    try engine.advance(to: 0.3)
    #expect(try x(value) < 300)
    try engine.advance(to: 1)
    #expect(try x(value) == 300)
    #expect(abs(at - Self.hit) < 1e-12)
  }

  private static let rate = 2.0 / 0.998
  /// When a throw at 1200 a second has come 300 far.
  private static let hit = -log1p(-rate * 300 / 1200) / rate

  @Test("A bounce begins at the exact hit with the exact velocity, whatever the frames, and the whole ends once")
  func bounces() throws {
    let spring = try Spring(response: 0.5, ratio: 1)
    for step in [1.0 / 240, 1.0 / 60, 0.07] {
      let engine = Engine()
      try engine.advance(to: 0)
      let value = try engine.makeValue([0])
      var log: [EndReason] = []
      try engine.decay(value, .init(velocity: [1200], bounds: 0...300, bounce: spring)) { log.append($0) }
      let velocity = 1200 - Self.rate * 300
      var farthest = 0.0
      var time = 0.0
      while time < 1.4 {
        time += step
        try engine.advance(to: time)
        let shown = try engine.position(of: value)[0]
        farthest = max(farthest, shown)
        guard time > Self.hit, time < Self.hit + 0.5 else { continue }
        let wanted = spring.sample(distance: 0, velocity: velocity, at: time - Self.hit).position
        #expect(abs(shown - 300 - wanted) < 1e-9)
      }
      #expect(abs(farthest - 300 - velocity / (M_E * 4 * .pi)) < 0.5)
      try engine.advance(to: 10)
      #expect(try engine.position(of: value)[0] == 300)
      #expect(log == [.finished])
    }
  }

  @Test("Released outside, the bounce starts at once; interrupted in it, the throw ends as interrupted, once")
  func outside() throws {
    let value = try engine.makeValue([-40])
    var log: [EndReason] = []
    let spring = try Spring(response: 0.5, ratio: 1)
    try engine.decay(value, .init(velocity: [-100], bounds: 0...300, bounce: spring)) { log.append($0) }
    try engine.advance(to: 0.1)
    #expect(abs(try x(value) + 40 - spring.sample(distance: 40, velocity: -100, at: 0.1).position) < 1e-9)
    try engine.set(value, to: [7])
    try engine.advance(to: 0.2)
    #expect(log == [.interrupted])
    try engine.decay(value, .init(velocity: [1200], bounds: 0...300, bounce: spring)) { log.append($0) }
    try engine.advance(to: 0.65)
    #expect(try x(value) > 300)
    try engine.move(value, to: [0])
    try engine.advance(to: 0.7)
    #expect(log == [.interrupted, .interrupted])
  }

  @Test("The last snap point before a bound that bounces is run over, since its spring is capped")
  func lastSnap() throws {
    let value = try engine.makeValue([0])
    try engine.decay(value, .init(velocity: [20000], snap: [0, 300], bounds: 0...300, bounce: Spring()))
    try engine.advance(to: 0.04)
    let capped = Spring(omega: 8 * .pi, ratio: 1)
    #expect(abs(try x(value) - capped.sample(distance: 300, velocity: 20000, at: 0.04).position) < 1e-9)
    #expect(try x(value) > 300)
    try engine.advance(to: 5)
    #expect(try x(value) == 300)
  }

  @Test("A throw taken over by a spring keeps its velocity, and a tracked value is thrown at the finger's")
  func handOver() throws {
    let value = try engine.makeValue([0])
    try engine.decay(value, .init(velocity: [500]))
    try engine.advance(to: 0.25)
    let before = try v(value)
    #expect(abs(before - 500 * exp(-Self.rate * 0.25)) < 1e-9)
    try engine.move(value, to: [0])
    #expect(abs(try v(value) - before) < 1e-9 * before)
    for frame in 1...20 {
      try engine.advance(to: 0.25 + Double(frame) / 100)
      try engine.track(value, at: [Double(frame) * 3])
    }
    let finger = try v(value)
    #expect(abs(finger - 300) < 1)
    try engine.decay(value)
    #expect(try v(value) == finger)
  }

  @Test("Properties of a view are thrown each its own way; a stop leaves them where they are")
  func views() throws {
    let view = try engine.makeView()
    let animator = try engine.decay(
      view, [(.x, .init(velocity: [400], bounds: -10...50)), (.y, .init(velocity: [-400]))])
    try engine.advance(to: 0.2)
    #expect(try engine.shownNumbers(.x, of: view)[0] == 50)
    #expect(engine.isRunning(animator))
    let y = try engine.shownNumbers(.y, of: view)[0]
    engine.stop(animator)
    try engine.advance(to: 1)
    #expect(try abs(engine.shownNumbers(.y, of: view)[0] - y) < 1e-4)
  }

  @Test("Paused and sought, a throw that bounces is the same motion; its target is the bound")
  func sought() throws {
    let value = try engine.makeValue([0])
    let spring = try Spring(response: 0.5, ratio: 1)
    let animator = try engine.decay(value, .init(velocity: [1200], bounds: 0...300, bounce: spring))
    try engine.pause(animator)
    try engine.seek(animator, to: 0.45)
    let wanted = 300 + spring.sample(distance: 0, velocity: 1200 - Self.rate * 300, at: 0.45 - Self.hit).position
    #expect(abs(try x(value) - wanted) < 1e-9)
    engine.complete(animator)
    #expect(try x(value) == 300)
  }

  @Test("Numbers that are not finite are refused and change nothing")
  func refused() throws {
    let value = try engine.makeValue([3])
    #expect(throws: SegueError("velocity: expected a finite number, got nan")) {
      try engine.decay(value, .init(velocity: [.nan]))
    }
    #expect(throws: SegueError("snap: expected a finite number, got inf")) { try engine.decay(value, .init(snap: [.infinity])) }
    #expect(throws: SegueError.self) { try engine.decay(value, .init(decay: Decay(rate: 0))) }
    #expect(try !engine.isMoving(value))
  }

  @Test(
    "A clamped spring never passes its target, from either side and at 5000 a second either way",
    arguments: [(1000.0, 900.0), (900, 1000), (-5, 5), (-50, 0)], [5000.0, -5000])
  func clamp(way: (from: Double, to: Double), velocity: Double) throws {
    for ratio in [0.2, 0.7, 1, 2] {
      let engine = Engine()
      try engine.advance(to: 0)
      let value = try engine.makeValue([way.from])
      var spring = try Spring(response: 0.5, ratio: ratio)
      let crossing = spring.crossingTime(distance: way.to - way.from, velocity: velocity)
      spring.clamps = true
      var at = Double.infinity
      try engine.move(value, to: [way.to], .init(.spring(spring), velocity: [velocity]) { _ in at = engine.moment })
      let side = way.to > way.from ? 1.0 : -1
      for frame in 1...1000 {
        try engine.advance(to: Double(frame) / 240)
        #expect(try (engine.position(of: value)[0] - way.to) * side <= 0)
      }
      #expect(try engine.position(of: value)[0] == way.to)
      if crossing.isFinite { #expect(at <= crossing + 1e-12) }
    }
  }

  @Test("A clamped pair ends number by number; the motion ends with the last")
  func clampedPair() throws {
    let value = try engine.makeValue([0, 0])
    var spring = try Spring(response: 0.5, ratio: 0.3)
    spring.clamps = true
    var ended = 0
    try engine.move(value, to: [100, 100], .init(.spring(spring), velocity: [5000, 0]) { _ in ended += 1 })
    let first = spring.crossingTime(distance: 100, velocity: 5000)
    try engine.advance(to: first + 0.001)
    #expect(try engine.position(of: value)[0] == 100)
    #expect(try engine.position(of: value)[1] < 50)
    #expect(ended == 0)
    try engine.advance(to: spring.crossingTime(distance: 100) + 0.001)
    #expect(try engine.position(of: value) == [100, 100])
    #expect(ended == 1)
  }

  @Test("In a timeline a clamped spring stops where it crosses, and stays")
  func clampedInTimeline() throws {
    let view = try engine.makeView()
    var spring = try Spring(response: 0.5, ratio: 0.3)
    spring.clamps = true
    let timeline = engine.makeTimeline()
    try timeline.add(at: 0, .spring(spring)) { try engine.set(.x, of: view, to: [100]) }
    #expect(abs(timeline.duration - spring.crossingTime(distance: 100)) < 1e-9)
    try timeline.seek(timeline.duration)
    #expect(try engine.shownNumbers(.x, of: view)[0] == 100)
  }
}
