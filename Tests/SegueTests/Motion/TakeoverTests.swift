// Tweens that take over a moving value: continuous, contained, and on the author's curve from the join on.

import CKernels
import Glibc
import Testing

@testable import Segue

@Suite("Takeover")
struct TakeoverTests {
  private var curves: [(name: String, curve: Curve)] {
    get throws {
      Curve.named.filter(\.curve.takesVelocity) + [
        ("quad out", try .sampled { $0 * (2 - $0) }), ("material", try .bezier(0.2, 0, 0, 1)),
        ("vertical", try .bezier(0, 1, 0, 1)), ("late", try .bezier(1, 0, 1, 0)),
      ]
    }
  }

  @Test("at the start the velocity is the one that came in, for every curve and speed")
  func start() throws {
    for (name, curve) in try curves {
      for speed in [1.0, 300, 5_000, 1e6] {
        let taken = Takeover.tween(distance: 100, towards: true, speed: speed, reach: 64, duration: 0.3, curve: curve)
        let at = Takeover.factors(taken.tweenClass, curve: curve, elapsed: 0, rate: 1 / 0.3, inverseBump: taken.inverseBump)
        #expect(at == ShapeFactors(c: 1, b: 0, aRate: 0, bRate: 1), "\(name)")
        let soon = Takeover.factors(
          taken.tweenClass, curve: curve, elapsed: 1e-9 * taken.bump, rate: 1 / 0.3, inverseBump: taken.inverseBump)
        #expect(soon.aRate.magnitude * taken.bump < 1e-7 && (soon.bRate - 1).magnitude < 1e-7, "\(name)")
      }
    }
  }

  @Test("at the join neither value nor velocity jumps")
  func join() throws {
    for (name, curve) in try curves {
      let meet = curve.join.theta * 0.4
      if curve.join.theta == 1 { continue }
      func at(_ t: Double) -> ShapeFactors {
        Takeover.factors(.join, curve: curve, elapsed: t, rate: 1 / 0.4, inverseBump: 1 / meet)
      }
      let (before, after) = (at(meet * (1 - 1e-9)), at(meet * (1 + 1e-9)))
      #expect((before.c - after.c).magnitude < 1e-7, "\(name)")
      #expect((before.b - after.b).magnitude < 1e-12, "\(name)")
      #expect((before.aRate - after.aRate).magnitude < 1e-6 * max(1, after.aRate.magnitude), "\(name)")
      #expect((before.bRate - after.bRate).magnitude < 1e-7, "\(name)")
    }
  }

  @Test("after the end everything is 0, before the start c is 1")
  func ends() throws {
    for (_, curve) in try curves {
      for kind in [TweenClass.rest, .join, .early] {
        for t in [0.3, 0.30001, 7] {
          #expect(Takeover.factors(kind, curve: curve, elapsed: t, rate: 1 / 0.3, inverseBump: 1 / 0.05) == .ended)
        }
        let before = Takeover.factors(kind, curve: curve, elapsed: -1, rate: 1 / 0.3, inverseBump: 1 / 0.05)
        #expect(before == ShapeFactors(c: 1, b: 0, aRate: 0, bRate: kind == .rest ? 0 : 1))
      }
    }
  }

  @Test("rates are the factors' difference quotients")
  func rates() throws {
    for (name, curve) in try curves where name != "quad out" {
      for kind in [TweenClass.rest, .join, .early] {
        func at(_ t: Double) -> ShapeFactors {
          Takeover.factors(kind, curve: curve, elapsed: t, rate: 1 / 0.5, inverseBump: 1 / 0.1)
        }
        for t in grid(0.013, 0.487, 31) {
          let h = 1e-7
          let (before, now, after) = (at(t - h), at(t), at(t + h))
          let scale = max(1, now.aRate.magnitude)
          #expect((now.aRate - (before.c - after.c) / (2 * h)).magnitude < 2e-4 * scale, "\(name) \(kind) at \(t)")
          #expect((now.bRate - (after.b - before.b) / (2 * h)).magnitude < 1e-4, "\(name) \(kind) at \(t)")
        }
      }
    }
  }

  /// How far a curve itself goes outside 0...1, and whether it ever steps back.
  private func reach(of curve: Curve) -> (overshoot: Double, isMonotone: Bool) {
    let values = curve.samples(2000)
    let overshoot = max(0, -(values.min() ?? 0), (values.max() ?? 1) - 1)
    // Between samples a swing may go a little further.
    return (overshoot * 1.001, zip(values, values.dropFirst()).allSatisfy { $0 <= $1 + 1e-15 })
  }

  @Test("a tween strays at most 4/9 of max(distance, reach) beyond its curve, and towards its target never past it")
  func strays() throws {
    var random = Seeded(state: 10)
    for (name, curve) in try curves {
      let own = reach(of: curve)
      for _ in 0..<60 {
        let d = random.between(0, 1) < 0.2 ? 0 : (random.between(0, 1) < 0.5 ? -1 : 1) * random.magnitude(0.01, 3_000)
        let v = (random.between(0, 1) < 0.5 ? -1 : 1) * random.magnitude(1, 1e6)
        let duration = random.magnitude(0.02, 3)
        let taken = Takeover.tween(
          distance: d.magnitude, towards: v * d > 0, speed: v.magnitude, reach: 64, duration: duration, curve: curve)
        let most = 4.0 / 9 * max(d.magnitude, 64) * (1 + 1e-12) + own.overshoot * d.magnitude
        var last = 0.0
        for k in 0...400 {
          let x = Takeover.factors(
            taken.tweenClass, curve: curve, elapsed: duration * Double(k * k) / 160_000, rate: 1 / duration,
            inverseBump: taken.inverseBump)
          // Position relative to the start, towards the target.
          let gone = (d < 0 ? -1 : 1) * (d * (1 - x.c) + v * x.b)
          #expect(gone >= -most && gone <= d.magnitude + most, "\(name) \(d) \(v) \(duration)")
          if own.isMonotone && v * d > 0 && d.magnitude >= 64 {
            #expect(gone <= d.magnitude * (1 + 1e-12) && gone >= last - 1e-9 * d.magnitude, "\(name) \(d) \(v) \(duration)")
          }
          last = gone
        }
      }
    }
  }

  @Test("taking over at the curve's own first speed reproduces linear and quad-out")
  func reproduces() throws {
    for (curve, slope, allowed) in [
      (Curve.linear, 1.0, 1e-12), (try .sampled { $0 * (2 - $0) }, 2.0, 1e-9), (.easeOut, Curve.easeOut.slope(0), 3e-3),
    ] {
      let v = slope * 100 / 0.5
      let taken = Takeover.tween(distance: 100, towards: true, speed: v, reach: 64, duration: 0.5, curve: curve)
      #expect(taken.tweenClass == .join && taken.bump == curve.join.theta * 0.5)
      for t in grid(0, 0.5, 100) {
        let x = Takeover.factors(.join, curve: curve, elapsed: t, rate: 1 / 0.5, inverseBump: taken.inverseBump)
        #expect((1 - x.c + v / 100 * x.b - curve.value(t / 0.5)).magnitude < allowed)
      }
    }
  }

  @Test("the bump is a power-of-two part of the time to the join")
  func powers() {
    for speed in [10.0, 1e3, 1e4, 1e5, 1e9] {
      let taken = Takeover.tween(distance: 100, towards: false, speed: speed, reach: 64, duration: 0.3, curve: .ease)
      let part = taken.bump / (Curve.ease.join.theta * 0.3)
      #expect(part.significand == 1 && part <= 1)
      #expect(speed * taken.bump <= 300)
      #expect(part == 1 || 2 * speed * taken.bump > 300)
    }
    #expect(Takeover.tween(distance: 100, towards: true, speed: 0, reach: 64, duration: 0.3, curve: .ease) == .fromRest)
    #expect(
      Takeover.tween(distance: 100, towards: true, speed: 1e5, reach: 64, duration: 0.3, curve: .ease).tweenClass == .early)
    #expect(
      Takeover.tween(distance: 10, towards: true, speed: 1e5, reach: 64, duration: 0.3, curve: .ease).tweenClass == .join)
  }

  @Test("a batch has the bits of single tweens")
  func batch() throws {
    var random = Seeded(state: 11)
    for (name, curve) in try curves {
      for kind in [TweenClass.rest, .join, .early] {
        let count = 131
        let start = (0..<count).map { _ in random.between(9, 10.1) }
        let duration = (0..<count).map { $0 == 0 ? 10 - start[0] : random.magnitude(0.05, 2) }
        let bump = duration.map { curve.join.theta * $0 * Glibc.exp2(-Double(Int.random(in: 0...5, using: &random))) }
        var c = [Double](repeating: -1, count: count)
        var b = c
        Takeover.factors(
          kind, curve: curve, at: 10, start: start, rate: duration.map { 1 / $0 }, inverseBump: bump.map { 1 / $0 },
          count: count,
          c: &c, b: &b)
        for i in 0..<count {
          let one = Takeover.factors(
            kind, curve: curve, elapsed: 10 - start[i], rate: 1 / duration[i], inverseBump: 1 / bump[i])
          #expect(c[i] == one.c && b[i] == one.b, "\(name) \(kind) \(10 - start[i]) of \(duration[i])")
        }
      }
    }
  }

  @Test("F59 F60: the way back takes distance · duration / speed")
  func settleDurations() {
    func duration(_ d: Double, _ v: Double, _ speed: Double) -> Double {
      Takeover.settle(distance: d, velocity: v, nominal: 0.5, speed: speed, room: 0.3, curve: .easeOut).duration
    }
    #expect((duration(0.7, 0.1, 1) - 0.35).magnitude < 1e-15)
    #expect((duration(0.7, 0.1, 2) - 0.175).magnitude < 1e-15)
    #expect((duration(-0.3, -0.1, 1) - 0.15).magnitude < 1e-15)
    #expect((duration(0.7, 100, 1) - 3 * 0.7 / 100).magnitude < 1e-15)  // a flick is there sooner
    #expect((duration(0.7, -100, 1) - 0.35).magnitude < 1e-15)  // the wrong way it is not
  }

  @Test("a fast flick arrives as 1 - (1 - u)³ where the curve is slow to start")
  func flick() {
    let (duration, taken) = Takeover.settle(
      distance: 0.7, velocity: 30, nominal: 0.5, speed: 1, room: 0.3, curve: .easeIn)
    // Ease-in joins at its end, where the distance of a flick of three ways just fits.
    let curve = Curve.easeIn
    for u in grid(0, 1, 50) {
      let x = Takeover.factors(
        taken.tweenClass, curve: curve, elapsed: u * duration, rate: 1 / duration, inverseBump: taken.inverseBump)
      let p = 1 - x.c + 30 / 0.7 * x.b
      if taken.tweenClass == .early { #expect((p - (1 - (1 - u) * (1 - u) * (1 - u))).magnitude < 1e-12) }
      #expect(p <= 1 + 1e-12 && p >= 0)
    }
    let slow = Takeover.settle(distance: 0.7, velocity: 30, nominal: 0.5, speed: 1, room: 0.3, curve: .standard)
    #expect(slow.takeover.tweenClass == (Curve.standard.join.theta > Curve.standard.join.value ? .early : .join))
  }

  @Test("a settling playhead stays in 0...1 but for its curve's own overshoot, with the velocity it had")
  func settleStays() throws {
    var random = Seeded(state: 12)
    for (name, curve) in try curves {
      let overshoot = reach(of: curve).overshoot
      for _ in 0..<60 {
        let p = random.between(0.001, 0.999)
        let end = random.between(0, 1) < 0.5 ? 0.0 : 1
        let v = random.between(-1, 1) * random.magnitude(0.1, 200)
        let d = end - p
        let (duration, taken) = Takeover.settle(
          distance: d, velocity: v, nominal: random.magnitude(0.1, 2), speed: random.magnitude(0.3, 3), room: 1 - d.magnitude,
          curve: curve)
        for u in grid(0, 1, 200) {
          let x = Takeover.factors(
            taken.tweenClass, curve: curve, elapsed: u * duration, rate: 1 / duration, inverseBump: taken.inverseBump)
          let shown = end - d * x.c + v * x.b
          #expect(shown >= -overshoot - 1e-12 && shown <= 1 + overshoot + 1e-12, "\(name) from \(p) to \(end) at \(v)")
        }
        let first = Takeover.factors(
          taken.tweenClass, curve: curve, elapsed: 0, rate: 1 / duration, inverseBump: taken.inverseBump)
        #expect(first.bRate == 1 && first.aRate == 0)
      }
    }
  }

  @Test("hover reversals every 150 ms shrink towards a third of the duration and no further")
  func reversals() {
    var (p, v, end) = (0.0, 0.0, 1.0)
    var durations: [Double] = []
    for _ in 0..<10 {
      let d = end - p
      let (duration, taken) = Takeover.settle(
        distance: d, velocity: v, nominal: 0.4, speed: 1, room: 1 - d.magnitude, curve: .ease)
      durations.append(duration)
      let x = Takeover.factors(
        taken.tweenClass, curve: .ease, elapsed: 0.15, rate: 1 / duration, inverseBump: taken.inverseBump)
      (p, v) = (end - d * x.c + v * x.b, d * x.aRate + v * x.bRate)
      end = 1 - end
    }
    let expected = [0.400, 0.258, 0.367, 0.288, 0.349, 0.303, 0.338, 0.312, 0.332, 0.317]
    for (got, want) in zip(durations, expected) { #expect((got - want).magnitude < 0.0006, "\(durations)") }
  }
}
