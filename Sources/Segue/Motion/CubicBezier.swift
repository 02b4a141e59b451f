// A cubic Bézier curve from (0, 0) to (1, 1), solved for progress as CSS's cubic-bezier() is.

import CKernels

struct CubicBezier: Equatable, Sendable {
  /// The curve made ready for solving. Written once, before anyone else sees it.
  private final class Solver: @unchecked Sendable {
    let curve: UnsafeMutablePointer<ck_bezier>

    init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
      curve = .allocate(capacity: 1)
      curve.initialize(to: ck_bezier())
      ck_bezier_make(x1, y1, x2, y2, curve)
    }

    deinit { curve.deallocate() }
  }

  /// The handles; `x1` and `x2` lie in 0...1.
  let x1, y1, x2, y2: Double
  /// Slopes of the straight continuations before 0 and after 1.
  private let slopeBefore, slopeAfter: Double
  private let solver: Solver

  init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    (self.x1, self.y1, self.x2, self.y2) = (x1, y1, x2, y2)
    slopeBefore = Self.startTangent(x1, y1, x2, y2, vertical: 0)
    slopeAfter = Self.startTangent(1 - x2, 1 - y2, 1 - x1, 1 - y1, vertical: 0)
    solver = Solver(x1, y1, x2, y2)
  }

  static func == (a: CubicBezier, b: CubicBezier) -> Bool {
    a.x1 == b.x1 && a.y1 == b.y1 && a.x2 == b.x2 && a.y2 == b.y2
  }

  func value(_ u: Double) -> Double {
    if u < 0 { return u * slopeBefore }
    if u > 1 { return 1 + (u - 1) * slopeAfter }
    return ck_bezier_value(solver.curve, u)
  }

  /// 1 - value, for progress within 0...1, without cancelling near the end.
  func complement(_ u: Double) -> Double { ck_bezier_complement(solver.curve, u) }

  /// The same for many, bit for bit; the two may be the same memory.
  func complements(of progress: UnsafePointer<Double>, count: Int, into c: UnsafeMutablePointer<Double>) {
    ck_bezier_complements(solver.curve, progress, count, c)
  }

  /// Not limited: may be infinite.
  func slope(_ u: Double) -> Double {
    if u < 0 { return slopeBefore }
    if u > 1 { return slopeAfter }
    return u <= 0.5 ? slope(u, u, x1, y1, x2, y2) : slope(u, 1 - u, 1 - x2, 1 - y2, 1 - x1, 1 - y1)
  }

  /// For progress `u`, in the half of the curve where it is `v` from the start; the slope is the same after turning.
  private func slope(_ u: Double, _ v: Double, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Double {
    if v == 0 { return Self.startTangent(x1, y1, x2, y2, vertical: .infinity) }
    let t = ck_bezier_parameter(solver.curve, u)
    let rest = 1 - t
    let dx = rest * rest * x1 + 2 * rest * t * (x2 - x1) + t * t * (1 - x2)
    let dy = rest * rest * y1 + 2 * rest * t * (y2 - y1) + t * t * (1 - y2)
    if dx > 0 { return dy / dx }
    if dy != 0 { return dy < 0 ? -.infinity : .infinity }
    // Both stand still: the second derivatives show the direction.
    let ddx = rest * (x2 - 2 * x1) + t * (1 - 2 * x2 + x1)
    let ddy = rest * (y2 - 2 * y1) + t * (1 - 2 * y2 + y1)
    if ddx != 0 { return ddy / ddx }
    return ddy == 0 ? 1 : ddy < 0 ? -.infinity : .infinity
  }

  /// Direction of the curve at its start: towards the first handle that is not the start itself. A vertical direction has
  /// slope `vertical`, with the sign of the way it goes.
  private static func startTangent(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, vertical: Double) -> Double {
    if x1 > 0 { return y1 / x1 }
    if y1 != 0 { return y1 < 0 ? -vertical : vertical }
    if x2 > 0 { return y2 / x2 }
    if y2 != 0 { return y2 < 0 ? -vertical : vertical }
    return 1
  }
}
