// Steps, stops and springs as curves, and the names of curves.

import Testing

@testable import Segue

@Suite("Kinds of curves")
struct CurveKindsTests {
  @Test("steps jump where CSS says, for each position")
  func steps() throws {
    let u = [0, 0.2, 0.25, 0.5, 0.74, 0.75, 1]
    #expect(try u.map(Curve.steps(4).value) == [0, 0, 0.25, 0.5, 0.5, 0.75, 1])
    #expect(try u.map(Curve.steps(4, .start).value) == [0.25, 0.25, 0.5, 0.75, 0.75, 1, 1])
    #expect(try u.map(Curve.steps(4, .jumpBoth).value) == [0.2, 0.2, 0.4, 0.6, 0.6, 0.8, 1])
    #expect(try u.map(Curve.steps(5, .jumpNone).value) == [0, 0.25, 0.25, 0.5, 0.75, 0.75, 1])
    #expect(try Curve.steps(2).value(-0.75) == -1 && Curve.steps(2).value(1.5) == 1.5)
  }

  @Test("with the before flag a jump has not happened yet")
  func before() throws {
    #expect(try [0, 0.5, 1].map { try Curve.steps(2).value($0, before: true) } == [0, 0, 0.5])
    #expect(try Curve.steps(2, .start).value(0, before: true) == 0)
    #expect(try Curve(css: "linear(0.3 0%, 0.6 0%, 1)").value(0, before: true) == 0.3)
    #expect(try Curve(css: "linear(0.3 0%, 0.6 0%, 1)").value(0) == 0.6)
  }

  @Test("no steps, or a single one without a jump, are refused")
  func refusedSteps() {
    #expect(throws: CurveError("the number of steps must lie between 1 and 1000000, but is 0")) { try Curve.steps(0) }
    #expect(throws: CurveError("the number of steps must lie between 2 and 1000000, but is 1")) {
      try Curve.steps(1, .jumpNone)
    }
  }

  @Test("a motion along steps takes no velocity, one along linear() with a jump joins its right-hand value")
  func takeover() throws {
    let steps = Takeover.tween(distance: 100, towards: true, speed: 500, reach: 64, duration: 0.3, curve: try .steps(3))
    #expect(steps == .fromRest)
    let settle = Takeover.settle(distance: 0.5, velocity: 3, nominal: 1, speed: 1, room: .infinity, curve: .stepEnd)
    #expect(settle.takeover == .fromRest && settle.duration == 0.5)
    // The first place to join is 10/32; it jumps there from 0.2 to 0.5.
    let jump = try Curve.linear([.init(0), .init(0.2, at: 0.3125), .init(0.5, at: 0.3125), .init(1)])
    #expect(jump.join.theta == 0.3125 && jump.join.value == 0.5)
    #expect((jump.join.slope - 0.3125 * (0.5 / 0.6875) / 0.5).magnitude < 1e-15)
  }

  @Test("stops without a progress lie evenly between their neighbors, none before an earlier one")
  func stops() throws {
    let curve = try Curve.linear([.init(0), .init(3), .init(1), .init(2, at: 0.6), .init(0, at: 0.2), .init(1)])
    guard case .stops(let stops) = curve.shape else {
      Issue.record("linear stops made another shape")
      return
    }
    #expect(stops.points.map { ($0.progress * 1e9).rounded() } == [0, 2e8, 4e8, 6e8, 6e8, 1e9])
    #expect(curve.value(0.6) == 0 && (curve.value(0.6.nextDown) - 2).magnitude < 1e-12)
    #expect(
      (curve.value(0.8) - 0.5).magnitude < 1e-12 && (curve.value(1.2) - 1.5).magnitude < 1e-12
        && (curve.value(-0.2) + 3).magnitude < 1e-12)
    #expect((curve.slope(0.6) - 2.5).magnitude < 1e-12 && (curve.slope(0.1) - 15).magnitude < 1e-12)
    #expect(throws: CurveError("a linear() needs at least two stops, but has 1")) { try Curve.linear([.init(1)]) }
    #expect(throws: CurveError("stop 2 of a linear() must have finite numbers, but has inf at 0.0")) {
      try Curve.linear([.init(1), .init(.infinity)])
    }
  }

  @Test("a spring as a curve is the spring over its time to a thousandth, and ends exactly", arguments: [0.2, 0.6, 1, 2])
  func spring(ratio: Double) throws {
    let spring = try Spring(ratio: ratio, stiffness: 300)
    let curve = try Curve.spring(spring)
    let duration = spring.restTime(distance: 1, threshold: 0.001)
    #expect(curve.value(0) == 0 && curve.value(1) == 1 && (curve.value(1.0.nextDown) - 1).magnitude < 0.001 + 1e-9)
    for u in grid(0, 0.999, 50) {
      let exact = spring.sample(distance: 1, at: u * duration)
      #expect((curve.value(u) - exact.position).magnitude < 1e-14)
      #expect((curve.slope(u) - exact.velocity * duration).magnitude < 1e-12)
    }
    #expect(curve == (try Curve.spring(Spring(ratio: ratio, stiffness: 300))))
    #expect(throws: CurveError.self) { try Curve.spring(spring, residual: 0) }
    #expect(try Curve.spring(Spring(duration: 0)).value(0.5) == 1)
  }

  @Test("a spring's sample is its closed form from any velocity, its stiffness and damping those it was made from")
  func sample() throws {
    let spring = try Spring(mass: 4, stiffness: 400, damping: 80)  // critical: 10 radians a second
    let there = spring.sample(distance: 3, velocity: 5, at: 0.2)
    let e = 0.1353352832366127  // e^-2
    #expect((there.position - (3 - 3 * e * 3 + 5 * 0.2 * e)).magnitude < 1e-14)
    #expect((there.velocity - (3 * 100 * 0.2 * e + 5 * e * (1 - 2))).magnitude < 1e-12)
    #expect((spring.stiffness(mass: 4) - 400).magnitude < 1e-12 && (spring.damping(mass: 4) - 80).magnitude < 1e-12)
    #expect((spring.crossingTime(distance: 1, velocity: 20) - 0.1).magnitude < 1e-12)
    #expect(spring.crossingTime(distance: 1) == .infinity)
  }

  @Test("curves are found by their names; Penner's are ease_in_quad, LiquidTransition's lt_in_quad")
  func names() throws {
    #expect(Set(Curve.named.map(\.name)).count == Curve.named.count && Curve.named.count == 16 + 40 + 24)
    #expect(try Curve(name: "ease_in_out_quint") == .ease(.quint, .inOut))
    #expect(try Curve(name: "ease_out_in_bounce") == .ease(.bounce, .outIn))
    #expect(try Curve(name: "lt_in_quad") == .bezier(0.55, 0.085, 0.68, 0.53))
    #expect(try Curve(name: "ease_in_quad") != Curve(name: "lt_in_quad"))
    #expect(throws: CurveError("no curve is named \"ease_in_quod\"; did you mean \"ease_in_quad\"?")) {
      try Curve(name: "ease_in_quod")
    }
    #expect(throws: CurveError("no curve is named \"xyzzyxyzzy\"")) { try Curve(name: "xyzzyxyzzy") }
  }

  @Test("LiquidTransition's curves have its published values at 1/4, 1/2 and 3/4")
  func liquidTransition() throws {
    let values: [(String, [Double])] = [
      ("lt_in_sine", [0.0707, 0.2912, 0.6422]), ("lt_out_sine", [0.3839, 0.7357, 0.9434]),
      ("lt_in_out_sine", [0.1366, 0.5032, 0.8660]), ("lt_in_quad", [0.0743, 0.2560, 0.5980]),
      ("lt_out_quad", [0.4534, 0.7713, 0.9361]), ("lt_in_out_quad", [0.1291, 0.5148, 0.8784]),
      ("lt_in_cubic", [0.0387, 0.1453, 0.4467]), ("lt_out_cubic", [0.6003, 0.8751, 0.9760]),
      ("lt_in_out_cubic", [0.0872, 0.5169, 0.9313]), ("lt_in_quart", [0.0155, 0.0625, 0.2759]),
      ("lt_out_quart", [0.6982, 0.9146, 0.9853]), ("lt_in_out_quart", [0.0529, 0.5960, 0.9563]),
      ("lt_in_quint", [0.0184, 0.0549, 0.1873]), ("lt_out_quint", [0.7754, 0.9660, 0.9974]),
      ("lt_in_out_quint", [0.0422, 0.6766, 0.9660]), ("lt_in_expo", [0.0139, 0.0372, 0.1276]),
      ("lt_out_expo", [0.8435, 0.9778, 0.9983]), ("lt_in_out_expo", [0.0297, 0.5000, 0.9703]),
      ("lt_in_circ", [0.0346, 0.1187, 0.2980]), ("lt_out_circ", [0.8413, 0.9586, 0.9928]),
      ("lt_in_out_circ", [0.0856, 0.6024, 0.9248]), ("lt_in_back", [-0.0869, -0.0636, 0.2404]),
      ("lt_out_back", [0.8467, 1.0676, 1.0759]), ("lt_in_out_back", [-0.0828, 0.6067, 1.0892]),
    ]
    for (name, expected) in values {
      let got = try [0.25, 0.5, 0.75].map(Curve(name: name).value)
      #expect(zip(got, expected).allSatisfy { ($0 - $1).magnitude < 6e-5 }, "\(name): \(got)")
    }
  }
}
