// Robert Penner's families of curves: one shape that speeds up from rest, used forward, turned around or both.

import CKernels
import Glibc  // square roots link to libm

/// A family of Penner's curves ("Motion, Tweening, and Easing", 2002), each named after what shapes its start.
public enum EaseFamily: String, CaseIterable, Sendable {
  case sine, quad, cubic, quart, quint, expo, circ, back, elastic, bounce
}

/// How a family's shape is used.
public enum EaseMode: String, CaseIterable, Sendable {
  /// It comes at the start.
  case `in` = "in"
  /// It comes at the end, turned around.
  case out = "out"
  /// In over the first half, out over the second.
  case inOut = "in_out"
  /// Out over the first half, in over the second.
  case outIn = "out_in"
}

struct PennerCurve: Equatable, Sendable {
  /// What speeds up from (0, 0) to (1, 1); every mode is made of it.
  enum Base: Equatable, Sendable {
    case sine
    /// u^n for n of 2...5.
    case power(Int)
    case expo
    case circ
    case back(overshoot: Double)
    case elastic(Elastic)
    case bounce(Bounce)
  }

  let base: Base
  let mode: EaseMode

  func value(_ u: Double) -> Double {
    if u <= 0 { return 0 }
    if u >= 1 { return 1 }
    switch mode {
    case .in: return base.value(u)
    case .out: return 1 - base.value(1 - u)
    case .inOut: return u < 0.5 ? base.value(2 * u) / 2 : 1 - base.value(2 * (1 - u)) / 2
    case .outIn: return u < 0.5 ? (1 - base.value(1 - 2 * u)) / 2 : (1 + base.value(2 * u - 1)) / 2
    }
  }

  /// 1 - value, without cancelling where the curve comes to its end slowly.
  func complement(_ u: Double) -> Double {
    if u <= 0 { return 1 }
    if u >= 1 { return 0 }
    switch mode {
    case .in: return 1 - base.value(u)
    case .out: return base.value(1 - u)
    case .inOut: return u < 0.5 ? 1 - base.value(2 * u) / 2 : base.value(2 * (1 - u)) / 2
    case .outIn: return u < 0.5 ? (1 + base.value(1 - 2 * u)) / 2 : (1 - base.value(2 * u - 1)) / 2
    }
  }

  /// Not limited: may be infinite. At a kink the slope to its right.
  func slope(_ u: Double) -> Double {
    if u < 0 || u > 1 { return 0 }
    switch mode {
    case .in: return base.slope(u, turned: false)
    case .out: return base.slope(1 - u, turned: true)
    case .inOut: return u < 0.5 ? base.slope(2 * u, turned: false) : base.slope(2 * (1 - u), turned: true)
    case .outIn: return u < 0.5 ? base.slope(1 - 2 * u, turned: true) : base.slope(2 * u - 1, turned: false)
    }
  }

  /// Places inside 0...1 where the slope jumps.
  var kinks: [Double] {
    guard case .bounce(let bounce) = base else { return mode == .outIn ? [0.5] : [] }
    let landings = bounce.landings
    let turned = landings.map { 1 - $0 }.reversed()
    return switch mode {
    case .in: Array(turned)
    case .out: landings
    case .inOut: turned.map { $0 / 2 } + landings.map { 0.5 + $0 / 2 }
    case .outIn: landings.map { $0 / 2 } + [0.5] + turned.map { 0.5 + $0 / 2 }
    }
  }
}

extension PennerCurve.Base {
  /// The shape of a family with Penner's own parameters in one mode: back and elastic swing wider where both ends share them.
  init(_ family: EaseFamily, _ mode: EaseMode) {
    self =
      switch family {
      case .sine: .sine
      case .quad: .power(2)
      case .cubic: .power(3)
      case .quart: .power(4)
      case .quint: .power(5)
      case .expo: .expo
      case .circ: .circ
      case .back: .back(overshoot: PennerCurve.overshoot * (mode == .inOut ? PennerCurve.sharedOvershoot : 1))
      case .elastic: .elastic(PennerCurve.Elastic(amplitude: 1, period: PennerCurve.period(mode)))
      case .bounce: .bounce(PennerCurve.Bounce(bounces: 3, restitution: 0.5))
      }
  }

  func value(_ u: Double) -> Double {
    switch self {
    case .sine:
      let half = ck_sin(u * (.pi / 4))  // 1 - cos(2 a) = 2 sin(a)^2, without cancelling
      return 2 * (half * half)
    case .power(let n):
      let square = u * u
      switch n {
      case 2: return square
      case 3: return square * u
      case 4: return square * square
      default: return square * square * u
      }
    case .expo: return u == 0 ? 0 : ck_exp(PennerCurve.expoRate * (u - 1))
    case .circ: return u * u / (1 + ((1 - u) * (1 + u)).squareRoot())
    case .back(let overshoot): return u * u * ((overshoot + 1) * u - overshoot)
    case .elastic(let elastic): return elastic.value(u)
    case .bounce(let bounce): return 1 - bounce.fallen(1 - u)
    }
  }

  /// - Parameter turned: The curve is passed from 1 to 0, so at a kink the slope below `u` counts.
  func slope(_ u: Double, turned: Bool) -> Double {
    switch self {
    case .sine: return ck_sin(u * (.pi / 2)) * (.pi / 2)
    case .power(let n):
      let square = u * u
      switch n {
      case 2: return 2 * u
      case 3: return 3 * square
      case 4: return 4 * square * u
      default: return 5 * square * square
      }
    case .expo: return PennerCurve.expoRate * ck_exp(PennerCurve.expoRate * (u - 1))
    case .circ: return u / ((1 - u) * (1 + u)).squareRoot()
    case .back(let overshoot): return u * (3 * (overshoot + 1) * u - 2 * overshoot)
    case .elastic(let elastic): return elastic.slope(u)
    case .bounce(let bounce): return bounce.fallenSlope(1 - u, before: !turned)
    }
  }
}

// MARK: - Parameters

extension PennerCurve {
  /// How strongly back swings out: by 10 % of the way (Penner).
  static let overshoot = 1.70158
  /// Penner's factor on the overshoot where both ends have one.
  static let sharedOvershoot = 1.525
  /// 2^10 between start and end (Penner).
  static let expoRate = 10 * 0.6931471805599453

  /// Penner's period of elastic, as a part of the time in which it swings.
  static func period(_ mode: EaseMode) -> Double { mode == .inOut ? 0.45 : 0.3 }

  /// A swing that grows by 2^10 while it passes: -amplitude 2^(10 (u-1)) sin(2 pi (u - 1 - shift) / period). The shift makes it
  /// end at 1.
  struct Elastic: Equatable, Sendable {
    let amplitude, period: Double
    private let shift: Double

    /// - Parameter amplitude: At least 1; less could not reach 1.
    init(amplitude: Double, period: Double) {
      self.amplitude = amplitude
      self.period = period
      let angle = ck_atan2(1, ((amplitude - 1) * (amplitude + 1)).squareRoot())  // the arc sine of 1 / amplitude
      shift = period / (2 * .pi) * angle
    }

    func value(_ u: Double) -> Double {
      if u <= 0 { return 0 }
      if u >= 1 { return 1 }
      let angle = (u - 1 - shift) * (2 * .pi / period)
      return -amplitude * ck_exp(PennerCurve.expoRate * (u - 1)) * ck_sin(angle)
    }

    func slope(_ u: Double) -> Double {
      let turn = 2 * .pi / period
      let angle = (u - 1 - shift) * turn
      let rates = PennerCurve.expoRate * ck_sin(angle) + turn * ck_cos(angle)
      return -amplitude * ck_exp(PennerCurve.expoRate * (u - 1)) * rates
    }
  }

  /// A ball that falls from height 1 and rises `bounces` times, each time with `restitution` times the speed it came with. In
  /// units of the first fall's time, the arc k has its top r^2k high, in the middle of 2 r^k.
  struct Bounce: Equatable, Sendable {
    let bounces: Int
    let restitution: Double
    /// Of each arc: when it ends, when its top is, and how high that is. The first is the fall.
    private let arcs: [Arc]
    private let whole: Double

    private struct Arc: Equatable, Sendable {
      var end, top, height: Double
    }

    init(bounces: Int, restitution: Double) {
      self.bounces = bounces
      self.restitution = restitution
      var arcs = [Arc(end: 1, top: 0, height: 1)]
      var half = 1.0
      var time = 1.0
      for _ in 0..<bounces {
        half *= restitution
        arcs.append(Arc(end: time + 2 * half, top: time + half, height: half * half))
        time += 2 * half
      }
      self.arcs = arcs
      whole = time
    }

    /// When the ball is on the ground before the end, as parts of the whole.
    var landings: [Double] { arcs.dropLast().map { $0.end / whole } }

    /// How far below its first height the ball is at a part of the whole time.
    func fallen(_ part: Double) -> Double {
      if part >= 1 { return 1 }
      let time = part * whole
      let arc = arcs.first { time < $0.end } ?? arcs[bounces]
      let off = time - arc.top
      return (1 - arc.height) + off * off
    }

    /// - Parameter before: On the ground, the slope of the arc that ends there.
    func fallenSlope(_ part: Double, before: Bool) -> Double {
      let time = part * whole
      let arc = arcs.first { before ? time <= $0.end : time < $0.end } ?? arcs[bounces]
      return 2 * (time - arc.top) * whole
    }
  }
}

// MARK: - Making them

extension Curve {
  /// One of Penner's curves with his own parameters. Outside 0...1 it keeps its end values.
  public static func ease(_ family: EaseFamily, _ mode: EaseMode) -> Curve {
    Curve(shape: .penner(PennerCurve(base: PennerCurve.Base(family, mode), mode: mode)))
  }

  /// Swings out beyond its start, its end, or both.
  /// - Parameter overshoot: 0 or more; 0 is cubic, 1.70158 swings out by a tenth of the way. Used as it is in every mode.
  /// - Throws: `CurveError` if the overshoot is negative or above 1000.
  public static func back(overshoot: Double, _ mode: EaseMode = .out) throws(CurveError) -> Curve {
    guard (0...1000).contains(overshoot) else {
      throw CurveError("overshoot of back must lie between 0 and 1000, but is \(overshoot)")
    }
    return Curve(shape: .penner(PennerCurve(base: .back(overshoot: overshoot), mode: mode)))
  }

  /// Swings around its start or its end like a rubber band.
  /// - Parameters:
  ///   - amplitude: At least 1, at most 1000: how far it swings.
  ///   - period: Length of a swing, as a part of the time in which it swings: 0.01...10. Used as it is in every mode.
  /// - Throws: `CurveError` if a number lies outside its range.
  public static func elastic(amplitude: Double = 1, period: Double = 0.3, _ mode: EaseMode = .out) throws(CurveError) -> Curve {
    guard (1...1000).contains(amplitude) else {
      throw CurveError("amplitude of elastic must lie between 1 and 1000, but is \(amplitude)")
    }
    guard (0.01...10).contains(period) else {
      throw CurveError("period of elastic must lie between 0.01 and 10, but is \(period)")
    }
    let elastic = PennerCurve.Elastic(amplitude: amplitude, period: period)
    return Curve(shape: .penner(PennerCurve(base: .elastic(elastic), mode: mode)))
  }

  /// Falls and bounces like a ball.
  /// - Parameters:
  ///   - bounces: How often it leaves the ground again, 0...16. Penner's has 3.
  ///   - restitution: Speed after over speed before each bounce, 0.05...0.95. Penner's has 0.5.
  /// - Throws: `CurveError` if a number lies outside its range.
  public static func bounce(bounces: Int = 3, restitution: Double = 0.5, _ mode: EaseMode = .out) throws(CurveError) -> Curve {
    guard (0...16).contains(bounces) else {
      throw CurveError("bounces must lie between 0 and 16, but is \(bounces)")
    }
    guard (0.05...0.95).contains(restitution) else {
      throw CurveError("restitution of bounce must lie between 0.05 and 0.95, but is \(restitution)")
    }
    let bounce = PennerCurve.Bounce(bounces: bounces, restitution: restitution)
    return Curve(shape: .penner(PennerCurve(base: .bounce(bounce), mode: mode)))
  }
}
