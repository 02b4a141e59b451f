// The curves a tween can follow: progress 0...1 in, value out.

import CKernels

/// A curve that could not be made, with the reason in a sentence.
public struct CurveError: Error, Equatable, Sendable, CustomStringConvertible {
  public let description: String
  /// Where in a text the fault is, counted in characters from 1; nil if the curve was not made from a text.
  public let column: Int?

  init(_ description: String, column: Int? = nil) {
    self.description = description
    self.column = column
  }
}

/// How a tween goes from its first value (0) to its target (1) as its progress goes from 0 to 1.
///
///     let curve = try Curve.bezier(0.2, 0, 0, 1)
///     curve.value(0.5)
///
/// A value: two curves made alike are equal. Made once and cheap to copy.
public struct Curve: Equatable, Sendable {
  /// The kinds of curves. Each kind answers value, slope and complements itself.
  enum Shape: Equatable, Sendable {
    case linear
    case bezier(CubicBezier)
    case stops(LinearCurve)
    case steps(StepsCurve)
    case penner(PennerCurve)
    case spring(SpringCurve)
    case sampled(SampledCurve)
  }

  /// Where a tween that takes over a moving value meets the curve: at progress `theta`, with its value there, and the slope
  /// as `theta * slope / value`.
  typealias Join = ck_join

  private final class Storage: Sendable {
    let shape: Shape
    let join: Join

    init(shape: Shape) {
      self.shape = shape
      join = shape.join
    }
  }

  private let storage: Storage

  init(shape: Shape) {
    storage = Storage(shape: shape)
  }

  var shape: Shape { storage.shape }
  var join: Join { storage.join }

  public static func == (a: Curve, b: Curve) -> Bool {
    a.storage === b.storage || a.shape == b.shape
  }

  /// The value at progress `u`. Exact at 0 and 1. Outside 0...1 a Bézier curve continues straight along its end tangents (flat
  /// where they are vertical), `linear()` along its outer lines and `steps()` with its steps, as CSS has them; every other curve
  /// keeps its end values.
  public func value(_ u: Double) -> Double { shape.value(u) }

  /// The value at progress `u`, with CSS's before flag: where the curve jumps at `u`, whether the value before the jump is meant.
  /// `steps()` heeds it at each jump, `linear()` at its first stop.
  public func value(_ u: Double, before: Bool) -> Double { shape.value(u, before: before) }

  /// Values at `count` + 1 evenly spaced places from 0 to 1, for a plot.
  /// - Precondition: `count` is above 0.
  public func samples(_ count: Int) -> [Double] { (0...count).map { value(Double($0) / Double(count)) } }

  /// Whether a motion along it starts with the velocity a value has. One that jumps from step to step has no use for it.
  var takesVelocity: Bool { if case .steps = shape { false } else { true } }

  /// The slope at progress `u`, within ±1e6 also where the curve is vertical.
  public func slope(_ u: Double) -> Double { shape.slope(u) }

  /// Writes 1 - value for each progress; the two may be the same memory.
  /// - Precondition: every progress lies in 0...1.
  func complements(of progress: UnsafePointer<Double>, count: Int, into c: UnsafeMutablePointer<Double>) {
    switch shape {
    case .linear: ck_linear_complements(progress, count, c)
    case .bezier(let bezier): bezier.complements(of: progress, count: count, into: c)
    case .stops(let stops): for i in 0..<count { c[i] = stops.complement(progress[i]) }
    case .steps(let steps): for i in 0..<count { c[i] = 1 - steps.value(progress[i], before: false) }
    case .penner(let penner): for i in 0..<count { c[i] = penner.complement(progress[i]) }
    case .spring(let spring): for i in 0..<count { c[i] = spring.complement(progress[i]) }
    case .sampled(let pieces): for i in 0..<count { c[i] = pieces.complement(progress[i]) }
    }
  }

  /// 1 - value for one progress in 0...1, the same bits as `complements` gives.
  func complement(_ u: Double) -> Double {
    switch shape {
    case .linear: 1 - u
    case .bezier(let bezier): bezier.complement(u)
    case .stops(let stops): stops.complement(u)
    case .steps(let steps): 1 - steps.value(u, before: false)
    case .penner(let penner): penner.complement(u)
    case .spring(let spring): spring.complement(u)
    case .sampled(let pieces): pieces.complement(u)
    }
  }
}

// MARK: - Making curves

extension Curve {
  /// A cubic Bézier curve with handles (`x1`, `y1`) and (`x2`, `y2`), as in CSS.
  /// - Throws: `CurveError` if `x1` or `x2` lies outside 0...1 or a number is not finite.
  public static func bezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) throws(CurveError) -> Curve {
    for (name, number) in [("x1", x1), ("y1", y1), ("x2", x2), ("y2", y2)] where !number.isFinite {
      throw CurveError("\(name) of a Bézier curve must be a finite number, but is \(number)")
    }
    for (name, number) in [("x1", x1), ("x2", x2)] where !(0...1).contains(number) {
      throw CurveError("\(name) of a Bézier curve must lie between 0 and 1, but is \(number)")
    }
    return Curve(shape: .bezier(CubicBezier(x1, y1, x2, y2)))
  }

  /// A curve that follows any function, sampled now to within 1e-6 and never called again. Its first and last value are the
  /// function's; jumps are kept. A function that needs more than 64 cubic pieces is followed less closely.
  /// - Throws: `CurveError` if a value is not finite, and whatever the function throws.
  public static func sampled(_ f: (Double) throws -> Double) throws -> Curve {
    Curve(shape: .sampled(try SampledCurve(f)))
  }
}

// MARK: - Kinds

extension Curve.Shape {
  func value(_ u: Double, before: Bool = false) -> Double {
    switch self {
    case .linear: u
    case .bezier(let bezier): bezier.value(u)
    case .stops(let stops): stops.value(u, before: before)
    case .steps(let steps): steps.value(u, before: before)
    case .penner(let penner): penner.value(u)
    case .spring(let spring): spring.value(u)
    case .sampled(let pieces): pieces.value(u)
    }
  }

  func slope(_ u: Double) -> Double {
    let slope =
      switch self {
      case .linear: 1.0
      case .bezier(let bezier): bezier.slope(u)
      case .stops(let stops): stops.slope(u)
      case .steps: 0.0
      case .penner(let penner): penner.slope(u)
      case .spring(let spring): spring.slope(u)
      case .sampled(let pieces): pieces.slope(u)
      }
    return min(max(slope, -Self.steepest), Self.steepest)
  }

  /// Largest reported slope, without unit.
  static let steepest = 1e6

  /// The first place of 10/32, 11/32 ... 1 where a cubic from slope 0 can meet the curve without overshooting it (slope
  /// between -1 and 2 there) and fast enough that a target that moves all the time is followed at most one duration behind.
  var join: Curve.Join {
    for step in 10...32 {
      let u = Double(step) / 32
      let value = value(u)
      guard value > 0 else { continue }
      let relative = u * slope(u) / value
      if relative >= -1 && relative <= 2 && 4 * u <= (6 - 2 * relative) * value {
        return Curve.Join(theta: u, value: value, slope: relative)
      }
    }
    return Curve.Join(theta: 1, value: 1, slope: min(max(slope(1), 0), 1))
  }
}
