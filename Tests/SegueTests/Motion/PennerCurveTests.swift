// Penner's families against his formulas as published, and what their parameters do.

import Glibc
import Testing

@testable import Segue

@Suite("Penner's curves")
struct PennerCurveTests {
  /// Penner's "in" formulas, with libm.
  static func published(_ family: EaseFamily, _ t: Double) -> Double {
    switch family {
    case .sine: 1 - cos(t * .pi / 2)
    case .quad: t * t
    case .cubic: pow(t, 3)
    case .quart: pow(t, 4)
    case .quint: pow(t, 5)
    case .expo: t == 0 ? 0 : pow(2, 10 * (t - 1))
    case .circ: 1 - (1 - t * t).squareRoot()
    case .back: t * t * (2.70158 * t - 1.70158)
    case .elastic: t == 0 || t == 1 ? t : -pow(2, 10 * (t - 1)) * sin((t - 1 - 0.075) * 2 * .pi / 0.3)
    case .bounce: 1 - ball(1 - t)
    }
  }

  static func ball(_ t: Double) -> Double {
    if t < 1 / 2.75 { return 7.5625 * t * t }
    if t < 2 / 2.75 { return 7.5625 * pow(t - 1.5 / 2.75, 2) + 0.75 }
    if t < 2.5 / 2.75 { return 7.5625 * pow(t - 2.25 / 2.75, 2) + 0.9375 }
    return 7.5625 * pow(t - 2.625 / 2.75, 2) + 0.984375
  }

  @Test("every family is the published formula in in, out and out_in", arguments: EaseFamily.allCases)
  func formulas(family: EaseFamily) {
    for u in grid(0, 1, 1000) {
      let turned = 1 - Self.published(family, 1 - u)
      #expect((Curve.ease(family, .in).value(u) - Self.published(family, u)).magnitude < 1e-14)
      #expect((Curve.ease(family, .out).value(u) - turned).magnitude < 1e-14)
      let first = (1 - Self.published(family, 1 - 2 * u)) / 2
      let second = (1 + Self.published(family, 2 * u - 1)) / 2
      #expect((Curve.ease(family, .outIn).value(u) - (u < 0.5 ? first : second)).magnitude < 1e-14)
    }
  }

  @Test(
    "in_out is in over the first half, turned around over the second; back swings 1.525 times wider, elastic 1.5 times slower")
  func inOut() throws {
    for family in EaseFamily.allCases where family != .back && family != .elastic {
      for u in grid(0, 1, 200) {
        let expected = u < 0.5 ? Self.published(family, 2 * u) / 2 : 1 - Self.published(family, 2 - 2 * u) / 2
        #expect((Curve.ease(family, .inOut).value(u) - expected).magnitude < 1e-14)
      }
    }
    #expect(try Curve.ease(.back, .inOut) == .back(overshoot: 1.70158 * 1.525, .inOut))
    #expect((Curve.ease(.back, .inOut).value(0.25) - 0.5 * 0.25 * (3.5949095 * 0.5 - 2.5949095)).magnitude < 1e-12)
    #expect(try Curve.ease(.elastic, .inOut) == .elastic(period: 0.45, .inOut))
  }

  @Test("every curve begins at 0 and ends at 1 to the bit, and keeps its ends outside")
  func ends() {
    for family in EaseFamily.allCases {
      for mode in EaseMode.allCases {
        let curve = Curve.ease(family, mode)
        #expect(curve.value(0) == 0 && curve.value(1) == 1 && curve.complement(0) == 1 && curve.complement(1) == 0)
        #expect(curve.value(-3) == 0 && curve.value(1.5) == 1 && curve.slope(-1) == 0 && curve.slope(2) == 0)
      }
    }
  }

  @Test("a complement near the end keeps its precision: 1e-10 before it, quint-out has 1e-50 left")
  func precision() {
    let u = 1 - 0x1p-33
    #expect((Curve.ease(.quint, .out).complement(u) * 0x1p165 - 1).magnitude < 1e-15)
    #expect((Curve.ease(.sine, .out).complement(u) / (0x1p-66 * .pi * .pi / 8) - 1).magnitude < 1e-15)
    #expect((Curve.ease(.circ, .out).complement(u) * 0x1p67 - 1).magnitude < 1e-15)
  }

  @Test("slopes are difference quotients, and at a kink the slope to the right")
  func slopes() {
    for family in EaseFamily.allCases {
      for mode in EaseMode.allCases {
        let curve = Curve.ease(family, mode)
        for u in grid(0.013, 0.983, 97) {
          let quotient = (curve.value(u + 1e-6) - curve.value(u - 1e-6)) / 2e-6
          #expect((curve.slope(u) - quotient).magnitude < 1e-3 * max(1, quotient.magnitude), "\(family) \(mode) \(u)")
        }
      }
    }
    let landing = (1 / 2.75).nextUp
    #expect((Curve.ease(.bounce, .out).slope(landing) + 2.75).magnitude < 1e-9)
    #expect((Curve.ease(.bounce, .out).slope(landing - 1e-9) - 5.5).magnitude < 1e-6)
    #expect((Curve.ease(.bounce, .in).slope(1 / 11.0 + 1e-12) - 1.375).magnitude < 1e-6)
    #expect(Curve.ease(.circ, .out).slope(0) == 1e6 && Curve.ease(.circ, .in).slope(1) == 1e6)
  }

  @Test("joins: 10/32 for every out, 0.94 for bounce-in, the end for every other in")
  func joins() {
    for family in EaseFamily.allCases where family != .elastic && family != .bounce {
      #expect(Curve.ease(family, .out).join.theta == 10.0 / 32, "\(family)")
    }
    #expect(Curve.ease(.bounce, .in).join.theta == 30.0 / 32)
    for family in EaseFamily.allCases where family != .bounce {
      #expect(Curve.ease(family, .in).join.theta >= 31.0 / 32, "\(family)")
      let join = Curve.ease(family, .inOut).join.theta
      #expect((17.0 / 32...22.0 / 32).contains(join), "\(family) \(join)")
    }
  }

  @Test("a larger overshoot swings wider: back of 0 is cubic, of 10 swings out by 1.11")
  func overshoot() throws {
    for u in grid(0, 1, 50) {
      #expect((try Curve.back(overshoot: 0, .in).value(u) - Curve.ease(.cubic, .in).value(u)).magnitude < 1e-15)
    }
    // Least at u = 2s/(3(s+1)): -4s^3/(27(s+1)^2).
    let least = try Curve.back(overshoot: 10, .in).samples(10_000).min() ?? 0
    #expect((least + 4000 / (27 * 121.0)).magnitude < 1e-6)
  }

  @Test("elastic of amplitude 2 swings farther: 1.53 instead of 1.37")
  func amplitude() throws {
    let curve = try Curve.elastic(amplitude: 2, period: 0.3, .out)
    #expect(((curve.samples(1000).max() ?? 0) - 1.5276).magnitude < 1e-3)
    #expect(((Curve.ease(.elastic, .out).samples(1000).max() ?? 0) - 1.3731).magnitude < 1e-3)
    #expect(curve.value(1e-9).magnitude < 1e-6)
    #expect(try Curve.elastic() == .ease(.elastic, .out))
  }

  @Test("a ball of restitution 0.5 that bounces 3 times is Penner's; one of 0.8 lands when its arcs end")
  func ballParameters() throws {
    #expect(try Curve.bounce() == .ease(.bounce, .out))
    let curve = try Curve.bounce(bounces: 2, restitution: 0.8)
    let whole = 1 + 1.6 + 1.28
    #expect((curve.value(1 / whole) - 1).magnitude < 1e-12 && (curve.value(2.6 / whole) - 1).magnitude < 1e-12)
    #expect((curve.value(1.8 / whole) - (1 - 0.64)).magnitude < 1e-12)
    #expect(try Curve.bounce(bounces: 0).value(0.5) == 0.25)
  }

  @Test("parameters outside their range are refused by name")
  func refusals() {
    #expect(throws: CurveError("overshoot of back must lie between 0 and 1000, but is -1.0")) { try Curve.back(overshoot: -1) }
    #expect(throws: CurveError("amplitude of elastic must lie between 1 and 1000, but is 0.5")) {
      try Curve.elastic(amplitude: 0.5)
    }
    #expect(throws: CurveError("period of elastic must lie between 0.01 and 10, but is nan")) {
      try Curve.elastic(period: .nan)
    }
    #expect(throws: CurveError("restitution of bounce must lie between 0.05 and 0.95, but is 1.0")) {
      try Curve.bounce(restitution: 1)
    }
    #expect(throws: CurveError("bounces must lie between 0 and 16, but is -1")) { try Curve.bounce(bounces: -1) }
  }
}
