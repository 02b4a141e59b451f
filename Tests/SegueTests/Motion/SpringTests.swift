// Springs: the closed form in all regimes, and stops that are never early and hardly late.

import CKernels
import Testing

@testable import Segue

@Suite("Springs")
struct SpringTests {
  private struct Sample {
    var spring: Spring
    var d, v: Double

    /// Distance from the target.
    func offset(_ t: Double) -> Double {
      let x = spring.factors(at: t)
      return (v * x.b - d * x.c).magnitude
    }
  }

  /// Random springs, a fifth of them critical or hardly beside it; distances and velocities in thresholds.
  private func samples(_ count: Int, seed: UInt64) -> [Sample] {
    var random = Seeded(state: seed)
    return (0..<count).map { i in
      var ratio = random.magnitude(0.02, 20)
      if i % 5 == 0 {
        ratio = i % 10 == 0 ? 1 : 1 + random.magnitude(1e-14, 1e-2) * (i % 4 == 1 ? 1 : -1)
      }
      let sign = i % 3 == 0 ? -1.0 : 1
      return Sample(
        spring: Spring(omega: random.magnitude(1, 300), ratio: ratio), d: i % 7 == 0 ? 0 : sign * random.magnitude(1e-3, 1e4),
        v: i % 4 == 0 ? 0 : (i % 8 < 4 ? -1 : 1) * random.magnitude(1e-2, 1e5))
    }
  }

  @Test("20 000 springs: never outside the threshold after the stop, at most 2 % late")
  func stops() {
    var early = 0
    var late = 0
    for s in samples(20_000, seed: 5) {
      let stop = s.spring.stopTime(distance: s.d, velocity: s.v)
      let slowest = s.spring.ratio * s.spring.omega
      // After the stop: densely over some swings, then further out.
      let horizon = 12 / min(slowest, s.spring.omega / (2 * max(s.spring.ratio, 0.5)))
      for k in 0..<60 where s.offset(stop + horizon * Double(k * k) / 3600) >= 1 + 1e-9 { early += 1 }
      // Before it, within 2 %, the value must have been outside; a stop of 0 cannot be late.
      if stop > 0 {
        // Finely, for a swing may be outside for a moment only.
        let outside = (0...2_000).contains { s.offset(stop * (1 - 0.02 * Double($0) / 2_000)) >= 1 }
        if !outside { late += 1 }
      }
    }
    #expect(early == 0)
    #expect(late == 0)
  }

  @Test("stops of absurd springs are finite and not negative")
  func absurd() {
    let sizes = [0, 0x1p-1074, 1e-200, 1, 1e17, 1e160, 1.7e308]
    for omega in [1e-6, 1, 1e9] {
      for ratio in [1e-9, 1e-3, 1 - 1e-16, 1, 1 + 3e-16, 1e3, 1e9] {
        let spring = Spring(omega: omega, ratio: ratio)
        for d in sizes + sizes.map(-) {
          for v in sizes {
            let stop = spring.stopTime(distance: d, velocity: v)
            #expect(stop.isFinite && stop >= 0, "\(omega) \(ratio) \(d) \(v)")
          }
        }
      }
    }
  }

  @Test("a block's stop is no earlier than any of its lanes'")
  func blocks() {
    var random = Seeded(state: 6)
    for s in samples(2_000, seed: 7) {
      let stop = s.spring.stopTime(block: s.d.magnitude, maxVelocity: s.v.magnitude)
      for _ in 0..<4 {
        let lane = Sample(
          spring: s.spring, d: s.d * random.between(-1, 1), v: s.v * random.between(-1, 1))
        for k in 0..<20 { #expect(lane.offset(stop * (1 + Double(k) / 40)) < 1 + 1e-9) }
      }
    }
  }

  @Test("factors start at c 1, b 0, rates 0 and 1, and solve the spring's equation")
  func equation() {
    for s in samples(500, seed: 8) {
      #expect(s.spring.factors(at: 0) == ShapeFactors(c: 1, b: 0, aRate: 0, bRate: 1))
      let (w, z) = (s.spring.omega, s.spring.ratio)
      let t = 0.7 / w
      let h = 1e-3 / (w * max(1, z))
      let (x0, x1, x2) = (s.spring.factors(at: t - h), s.spring.factors(at: t), s.spring.factors(at: t + h))
      // c'' = -w² c - 2 z w c', with c' = -aRate; and b' by its own difference.
      let acceleration = (x2.aRate - x0.aRate) / (2 * h)
      #expect((acceleration - w * w * x1.c + 2 * z * w * x1.aRate).magnitude < 1e-5 * w * w * max(1, z))
      #expect(((x2.b - x0.b) / (2 * h) - x1.bRate).magnitude < 1e-5)
    }
  }

  @Test("nothing jumps where the damping passes 1")
  func continuity() {
    for gap in [1e-15, 1e-12, 1e-9, 1e-6] {
      for t in [0.01, 0.1, 0.4, 1.5] {
        let (below, at, above) = (ck_spring(12, 1 - gap, t), ck_spring(12, 1, t), ck_spring(12, 1 + gap, t))
        let allowed = 20 * gap + 4e-16
        #expect((below.c - at.c).magnitude <= allowed && (above.c - at.c).magnitude <= allowed)
        #expect((below.b - at.b).magnitude <= allowed && (above.b - at.b).magnitude <= allowed)
      }
      #expect(
        (Spring(omega: 12, ratio: 1 - gap).crossing(distance: 10, velocity: 500)
          - Spring(omega: 12, ratio: 1 + gap).crossing(distance: 10, velocity: 500)).magnitude < 1e-6 * gap + 40 * gap + 1e-15)
    }
  }

  @Test("the closed form has the values of public reference tests")
  func values() throws {
    // Flutter's newton_test: 500 away, stiffness 100, damping 20 (critical), at 0.25 s.
    let x = try Spring(stiffness: 100, damping: 20).factors(at: 0.25)
    #expect((500 * (1 - x.c) - 356.35125240817706).magnitude < 1e-9)
    #expect((500 * x.aRate - 1026.062482798735).magnitude < 1e-9)
    // 300 away, damping 5, at 1 s.
    let y = try Spring(stiffness: 100, damping: 5).factors(at: 1)
    #expect((300 * (1 - y.c) - 325.43278867931014).magnitude < 1e-9)
    #expect((300 * y.aRate + 64.81327838835901).magnitude < 1e-9)
    // 900 away, stiffness 1e6, damping 1e7 (ratio 5000), at 0.2 s; by 50-digit arithmetic, where e^(-r t) is easily inexact.
    let z = try Spring(stiffness: 1e6, damping: 1e7).factors(at: 0.2)
    #expect((100 + 900 * (1 - z.c) - 117.82118537856767).magnitude < 1e-12)
  }

  @Test("stops agree with public settle times to 2 %")
  func settleTimes() throws {
    let spring = try Spring(stiffness: 170, damping: 26)
    let stop = spring.stopTime(distance: 1000, velocity: 0)
    #expect(stop >= 0.9081346233821109 - 1e-4 || spring.factors(at: stop).c.magnitude < 1e-3)
    #expect(stop <= 0.9081346233821109 * 1.02)
  }

  @Test("a clamped spring crosses its target at the crossing and not before")
  func crossings() {
    var crossed = 0
    for s in samples(5_000, seed: 9) where s.d != 0 || s.v != 0 {
      let t = s.spring.crossing(distance: s.d, velocity: s.v)
      let direction = s.d > 0 ? 1.0 : s.d < 0 ? -1 : s.v > 0 ? -1 : 1
      func past(_ t: Double) -> Double {
        let x = s.spring.factors(at: t)
        return direction * (s.v * x.b - s.d * x.c)
      }
      let size = s.d.magnitude + s.v.magnitude / s.spring.omega
      if t.isFinite {
        crossed += 1
        #expect(past(t).magnitude <= 1e-13 * size)
        for k in 1..<20 { #expect(past(t * Double(k) / 20) <= 1e-14 * size) }
      } else {
        #expect(s.spring.ratio >= 1)
        for k in 1..<20 { #expect(past(Double(k) / s.spring.omega) <= 1e-14 * size) }
      }
    }
    #expect(crossed > 1_000)
  }

  @Test("all parameter sets describe the same spring")
  func parameters() throws {
    let spring = try Spring(duration: 0.5, bounce: 0.2)
    func same(_ other: Spring) -> Bool {
      (other.omega / spring.omega - 1).magnitude < 1e-14 && (other.ratio / spring.ratio - 1).magnitude < 1e-14
    }
    let stiffness = spring.omega * spring.omega
    #expect(same(try Spring(response: 0.5, ratio: 0.8)))
    #expect(same(try Spring(ratio: 0.8, stiffness: stiffness)))
    #expect(same(try Spring(mass: 2, stiffness: 2 * stiffness, damping: 2 * 2 * 0.8 * spring.omega)))
    #expect(Spring() == (try Spring(duration: 0.5)))
    #expect(try Spring(duration: 1, bounce: -0.5).ratio == 2)
    #expect(try Spring(stiffness: 100, damping: 20).ratio == 1)
  }

  @Test("refusals say what is wrong")
  func refusals() {
    func message(_ make: () throws -> Spring) -> String {
      do { return "\(try make())" } catch { return "\(error)" }
    }
    #expect(
      message { try Spring(stiffness: 100, damping: 0) } == "a spring's damping must be more than 0: undamped, it never ends")
    #expect(
      message { try Spring(stiffness: -1, damping: 1) } == "a spring's stiffness must be a finite number above 0, but is -1.0")
    #expect(
      message { try Spring(mass: .nan, stiffness: 1, damping: 1) }
        == "a spring's mass must be a finite number above 0, but is nan")
    #expect(message { try Spring(duration: 1, bounce: 1) } == "a spring's bounce must be below 1: at 1 it never ends")
    #expect(message { try Spring(duration: 1, bounce: -1) } == "a spring's bounce must be above -1 and below 1, but is -1.0")
    #expect(message { try Spring(duration: 1, bounce: .nan) }.contains("bounce"))
    #expect(
      message { try Spring(response: -1, ratio: 1) } == "a spring's response must be a finite number above 0, but is -1.0")
    #expect(
      message { try Spring(response: 1, ratio: 0) } == "a spring's damping ratio must be above 0: undamped, it never ends")
    #expect(message { try Spring(mass: 1e-300, stiffness: 1e300, damping: 1) }.contains("far apart"))
  }

  @Test("a spring of duration 0 is at its target at once")
  func instant() throws {
    let spring = try Spring(duration: 0)
    #expect(spring.stopTime(distance: 1e4, velocity: 1e5) == 0)
    #expect(spring.factors(at: 0) == .ended)
  }

  @Test("a spring told to settle within a time does, and uses most of it")
  func settling() throws {
    // Times to 1/1000 at frequency 1, from rest.
    for (ratio, pace) in [(0.5, 12.70), (0.8, 8.47), (1, 9.23), (1.5, 18.50)] {
      let spring = try Spring.settling(within: 2, ratio: ratio)
      #expect((spring.omega * 2 / pace - 1).magnitude < 0.021)
    }
    for velocity in [-8.0, -1, 0.5, 3, 20] {
      let spring = try Spring.settling(within: 0.6, ratio: 0.7, distance: 400, velocity: velocity)
      let stop = spring.stopTime(distance: 1000, velocity: velocity * 1000)
      #expect(stop <= 0.6 && stop >= 0.67 * 0.6, "velocity \(velocity)")
    }
  }
}
