import Foundation
import Testing

@testable import Segue

/// What a motion promises, each promise by its numbers.
@Suite("What motions promise") struct MotionProofTests {
  private final class Rig {
    let engine = Engine()
    var reasons: [EndReason] = []
    init() throws { try engine.advance(to: 0) }

    func value(_ x: Double) throws -> Handle<MotionValue> { try engine.makeValue([x]) }
    func position(_ value: Handle<MotionValue>) throws -> Double { try engine.position(of: value)[0] }
    func velocity(_ value: Handle<MotionValue>) throws -> Double { try engine.velocity(of: value)[0] }

    @discardableResult func move(
      _ value: Handle<MotionValue>, to x: Double, _ timing: Timing, velocity: Double? = nil, delay: Double = 0
    ) throws -> Handle<Animator> {
      try engine.move(
        value, to: [x],
        .init(timing, delay: delay, velocity: velocity.map { [$0] }) { [unowned self] in reasons.append($0) })
    }
  }

  @Test("a spring retargeted at 40 % of its way keeps value and velocity")
  func springRetargeted() throws {
    let rig = try Rig()
    let x = try rig.value(0)
    let spring = Timing.spring(try Spring(response: 0.5, ratio: 0.6))
    try rig.move(x, to: 100, spring)
    var time = 0.0
    while try rig.position(x) < 40 {
      time += 0.001
      try rig.engine.advance(to: time)
    }
    let (position, velocity) = (try rig.position(x), try rig.velocity(x))
    try rig.move(x, to: -30, spring)
    #expect(try rig.position(x) == position && abs(rig.velocity(x) - velocity) <= 1e-9 * abs(velocity))
    #expect(velocity > 100)
    try rig.engine.advance(to: time + 0.001)
    #expect(try abs((rig.position(x) - position) / 0.001 - velocity) < 0.05 * velocity)
    try rig.engine.advance(to: 10)
    #expect(try rig.position(x) == -30 && rig.reasons == [.interrupted, .finished])
  }

  @Test("from its own target with a velocity a spring goes out and returns exactly")
  func outAndBack() throws {
    let rig = try Rig()
    let x = try rig.value(50)
    try rig.move(x, to: 50, .spring(try Spring(response: 0.4, ratio: 1)), velocity: 800)
    var farthest = 50.0
    for i in 1...300 {
      try rig.engine.advance(to: Double(i) / 100)
      farthest = max(farthest, try rig.position(x))
    }
    // Critically damped it is out by v/(eω).
    #expect(abs(farthest - 50 - 800 * 0.4 / (2 * .pi) / M_E) < 0.2)
    #expect(try rig.position(x) == 50 && rig.velocity(x) == 0 && rig.reasons == [.finished])
  }

  @Test(
    "a clamped spring never passes its target in the direction of approach",
    arguments: [(1000.0, 900.0), (900, 1000), (-5, 5), (-50, 0)], [5000.0, -5000, 0])
  func clamps(way: (from: Double, to: Double), velocity: Double) throws {
    for ratio in [0.1, 0.5, 1, 2] {
      let rig = try Rig()
      let x = try rig.value(way.from)
      var spring = try Spring(response: 0.5, ratio: ratio)
      spring.clamps = true
      try rig.move(x, to: way.to, .spring(spring), velocity: velocity)
      let side = way.to > way.from ? 1.0 : -1
      for i in 1...4000 {
        try rig.engine.advance(to: Double(i) / 700)
        let past = try (rig.position(x) - way.to) * side
        guard past <= 0 else {
          Issue.record("ratio \(ratio), \(way), \(velocity): \(past) past the target at \(i)")
          return
        }
      }
      try rig.engine.advance(to: 60)
      #expect(try rig.position(x) == way.to && rig.reasons == [.finished])
    }
  }

  @Test("to a target one rounding away a spring ends within two frames")
  func oneRounding() throws {
    let rig = try Rig()
    let view = try rig.engine.makeView()
    try rig.engine.set(.x, of: view, to: [1000])
    var ended = false
    try rig.engine.move(
      view, [.init(.x, [Double(Float(1000).nextUp)])], .init(.spring(Spring())) { _ in ended = true })
    try rig.engine.advance(to: 1.0 / 60)
    try rig.engine.advance(to: 2.0 / 60)
    #expect(try ended && rig.engine.shownNumbers(.x, of: view) == [Double(Float(1000).nextUp)])
  }

  @Test("twenty tracked sets, then a release: the motion starts with the finger's velocity")
  func trackedAndReleased() throws {
    let rig = try Rig()
    let x = try rig.value(0)
    for i in 0..<20 {
      try rig.engine.advance(to: Double(i) * 0.008)
      try rig.engine.track(x, at: [Double(i) * 4])
    }
    #expect(try abs(rig.velocity(x) - 500) < 1e-6)
    try rig.move(x, to: 300, .curve(.ease, duration: 0.4))
    #expect(try rig.position(x) == 76 && abs(rig.velocity(x) - 500) < 1e-6)
    try rig.engine.advance(to: 2)
    #expect(try rig.position(x) == 300)
  }

  @Test("back-in reversed at 3 % of its time does not swing out again")
  func backInReversed() throws {
    let rig = try Rig()
    let x = try rig.value(0)
    try rig.move(x, to: 100, .curve(.ease(.back, .in), duration: 1))
    try rig.engine.advance(to: 0.03)
    let start = try rig.position(x)
    #expect(start < 0)
    try rig.move(x, to: 0, .curve(.ease(.back, .in), duration: 1))
    var (low, high) = (start, start)
    for i in 1...200 {
      try rig.engine.advance(to: 0.03 + Double(i) / 200)
      low = min(low, try rig.position(x))
      high = max(high, try rig.position(x))
    }
    // The way is |start|, and what the velocity adds is at most 4/9 of it or of the reach.
    #expect(low > start * 2.2 && high < -start)
    #expect(try rig.position(x) == 0)
  }

  @Test("ten hover reversals, and the last full run takes its nominal time")
  func hover() throws {
    let rig = try Rig()
    let x = try rig.value(0)
    let motion = try rig.move(x, to: 1, .curve(.ease, duration: 0.4))
    // In for 150 ms, out for 100.
    var time = 0.0
    for i in 0..<10 {
      time += i % 2 == 0 ? 0.15 : 0.1
      try rig.engine.advance(to: time)
      try rig.engine.reverse(motion)
    }
    let last = time
    while rig.engine.isRunning(motion), time < 4 {
      time += 0.001
      try rig.engine.advance(to: time)
    }
    #expect(time < last + 0.4 + 0.001, "none takes longer than the whole")
    let again = try rig.move(x, to: try rig.position(x) > 0.5 ? 0 : 1, .curve(.ease, duration: 0.4))
    try rig.engine.advance(to: time + 0.3999)
    #expect(rig.engine.isRunning(again))
    try rig.engine.advance(to: time + 0.4001)
    #expect(!rig.engine.isRunning(again))
  }

  @Test("three interruptions: three ends as interrupted, one as finished, each value where the one before was")
  func threeInterruptions() throws {
    let rig = try Rig()
    let x = try rig.value(0)
    let timings: [Timing] = [
      .curve(.easeInOut, duration: 0.5), .spring(Spring()), .curve(.ease(.elastic, .out), duration: 0.5),
      .curve(.linear, duration: 0.2),
    ]
    for (i, timing) in timings.enumerated() {
      try rig.engine.advance(to: Double(i) * 0.1)
      let (position, velocity) = (try rig.position(x), try rig.velocity(x))
      try rig.move(x, to: i % 2 == 0 ? 100 : -100, timing)
      #expect(try abs(rig.position(x) - position) < 1e-9 && abs(rig.velocity(x) - velocity) < 1e-6)
    }
    try rig.engine.advance(to: 3)
    #expect(try rig.position(x) == -100 && rig.reasons == [.interrupted, .interrupted, .interrupted, .finished])
  }

  @Test("no duration is there at once, or when its delay is over, and ends once")
  func zeroDuration() throws {
    let rig = try Rig()
    let (x, y) = (try rig.value(0), try rig.value(0))
    try rig.move(x, to: 5, .curve(.linear, duration: 0))
    #expect(try rig.position(x) == 5)
    try rig.move(y, to: 5, .curve(.linear, duration: 0), delay: 0.25)
    try rig.engine.advance(to: 0.2)
    #expect(try rig.position(y) == 0 && rig.reasons == [.finished])
    try rig.engine.advance(to: 0.25)
    #expect(try rig.position(y) == 5 && rig.reasons == [.finished, .finished])
    try rig.engine.advance(to: 1)
    #expect(rig.reasons.count == 2)
  }

  @Test("sought to 0.9, to 0.2, then played, each place ahead is passed once")
  func soughtAndPlayed() throws {
    let rig = try Rig()
    let x = try rig.value(0)
    let timeline = rig.engine.makeTimeline()
    try timeline.add(at: 0, .curve(.linear, duration: 1)) { try rig.engine.set(x, to: [1]) }
    var passed: [Double] = []
    for place in [0.1, 0.2, 0.5, 0.95] { try timeline.call(at: place) { passed.append(place) } }
    try timeline.seek(0.9)
    try timeline.seek(0.2)
    #expect(passed.isEmpty)
    try timeline.play()
    try rig.engine.advance(to: 2)
    #expect(passed == [0.2, 0.5, 0.95])
  }

  @Test(
    "a held key that asks for 1 more every 30 ms follows and arrives", arguments: [Curve.ease, .easeInOut, .ease(.quint, .in)])
  func heldKey(curve: Curve) throws {
    let rig = try Rig()
    let x = try rig.value(0)
    var worst = 0.0
    for i in 1...200 {
      try rig.move(x, to: Double(i), .curve(curve, duration: 0.25))
      try rig.engine.advance(to: Double(i) * 0.03)
      if i > 100 { worst = max(worst, try Double(i) - rig.position(x)) }
    }
    // At most a whole duration behind: 0.25 s of 1 in 30 ms.
    #expect(worst > 0 && worst <= 0.25 / 0.03 + 1)
    try rig.engine.advance(to: 10)
    #expect(try rig.position(x) == 200)
  }

  @Test("a property without a way to go does not hold back the end")
  func noDistance() throws {
    let rig = try Rig()
    let view = try rig.engine.makeView()
    var end: Double?
    try rig.engine.move(
      view, [.init(.alpha, [1]), .init(.x, [100])],
      .init(.spring(try Spring(response: 0.3, ratio: 1))) { [unowned engine = rig.engine] _ in end = engine.moment })
    let alone = try Rig()
    let other = try alone.engine.makeView()
    var endAlone: Double?
    try alone.engine.move(
      other, [.init(.x, [100])],
      .init(.spring(try Spring(response: 0.3, ratio: 1))) { [unowned engine = alone.engine] _ in endAlone = engine.moment })
    try rig.engine.advance(to: 5)
    try alone.engine.advance(to: 5)
    let (both, single) = (try #require(end), try #require(endAlone))
    #expect(abs(both - single) <= 0.02 * single)
  }

  @Test("Béziers with vertical ends and inner verticals agree with a bisection in 38 digits")
  func exactBeziers() throws {
    func exact(_ x1: Decimal, _ y1: Decimal, _ x2: Decimal, _ y2: Decimal, _ u: Decimal) -> Double {
      func cubic(_ a: Decimal, _ b: Decimal, _ t: Decimal) -> Decimal {
        let s = 1 - t
        return 3 * s * s * t * a + 3 * s * t * t * b + t * t * t
      }
      var (low, high) = (Decimal(0), Decimal(1))
      for _ in 0..<118 {
        let middle = (low + high) / 2
        if cubic(x1, x2, middle) < u { low = middle } else { high = middle }
      }
      return NSDecimalNumber(decimal: cubic(y1, y2, (low + high) / 2)).doubleValue
    }
    var worst = 0.0
    for (x1, y1, x2, y2) in [(1.0, 0.0, 0.0, 1.0), (0, 1, 0, 1), (0, 0, 0.58, 1)] {
      let curve = try Curve.bezier(x1, y1, x2, y2)
      for k in 1..<64 where x1 < 1 || k != 32 {
        let u = Double(k) / 64
        let wanted = exact(Decimal(x1), Decimal(y1), Decimal(x2), Decimal(y2), Decimal(k) / 64)
        worst = max(worst, abs(curve.value(u) - wanted))
      }
    }
    #expect(worst <= 2e-15)
    // Within 1e-13 of the inner vertical one rounding of the progress moves the value by far more.
    #expect(abs(try Curve.bezier(1, 0, 0, 1).value(0.5) - 0.5) < 1e-5)
  }

  @Test("the last step of every spring is below its threshold, over a grid of damping, pace, way and velocity")
  func residuals() throws {
    var (worst, at) = (0.0, "")
    var count = 0
    for ratio in [0.02, 0.1, 0.3, 0.5, 0.8, 0.99, 1, 1 + 1e-9, 1.01, 1.5, 3, 10] {
      for omega in [1.0, 5, 12.5, 40, 300] {
        for distance in [0.0, 1e-3, 0.3, 1, 77, 1e4] {
          for velocity in [0.0, 0.5, -0.5, 300, -300, 1e5, -1e5] {
            let spring = Spring(omega: omega, ratio: ratio)
            let stop = spring.stopTime(distance: distance / 0.25, velocity: velocity / 0.25)
            let f = spring.factors(at: stop)
            let residual = abs(-distance * f.c + velocity * f.b) / 0.25
            count += 1
            if residual > worst { (worst, at) = (residual, "ζ \(ratio), ω \(omega), d \(distance), v \(velocity)") }
          }
        }
      }
    }
    print("\(count) springs: the largest last step is \(worst) of the threshold, at \(at)")
    #expect(worst < 1 && worst > 0.5)
  }
}
