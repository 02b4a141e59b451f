// A cubic Bézier curve from (0, 0) to (1, 1), solved for progress as CSS's cubic-bezier() is.

import CKernels

struct CubicBezier: Equatable, Sendable {
  /// The handles; `x1` and `x2` lie in 0...1.
  let x1, y1, x2, y2: Double
  /// Slopes of the straight continuations before 0 and after 1.
  private let slopeBefore, slopeAfter: Double

  init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    (self.x1, self.y1, self.x2, self.y2) = (x1, y1, x2, y2)
    slopeBefore = Self.startTangent(x1, y1, x2, y2, vertical: 0)
    slopeAfter = Self.startTangent(1 - x2, 1 - y2, 1 - x1, 1 - y1, vertical: 0)
  }

  func value(_ u: Double) -> Double {
    if u <= 0 { return u * slopeBefore }
    if u >= 1 { return 1 + (u - 1) * slopeAfter }
    return u <= 0.5 ? Self.value(u, x1, y1, x2, y2) : 1 - Self.value(1 - u, 1 - x2, 1 - y2, 1 - x1, 1 - y1)
  }

  /// 1 - value, for progress within 0...1, without cancelling near the end.
  func complement(_ u: Double) -> Double {
    if u <= 0 { return 1 }
    if u >= 1 { return 0 }
    return u <= 0.5 ? 1 - Self.value(u, x1, y1, x2, y2) : Self.value(1 - u, 1 - x2, 1 - y2, 1 - x1, 1 - y1)
  }

  /// Not limited: may be infinite.
  func slope(_ u: Double) -> Double {
    if u < 0 { return slopeBefore }
    if u > 1 { return slopeAfter }
    return u <= 0.5 ? Self.slope(u, x1, y1, x2, y2) : Self.slope(1 - u, 1 - x2, 1 - y2, 1 - x1, 1 - y1)
  }

  // MARK: the first half; the second half is the first half of the curve turned around its middle

  /// The parameter at which x is `u`: Newton's steps, kept in a bracket that halves whenever a step would leave it.
  private static func parameter(_ u: Double, _ x1: Double, _ x2: Double) -> Double {
    if x1 == 0 && x2 == 0 { return ck_cbrt(u) }
    let c = 3 * x1
    let b = 3 * (x2 - x1) - c
    let a = 1 - c - b
    var low = 0.0
    var high = 1.0
    var t = u
    for _ in 0..<mostSteps {
      let error = ((a * t + b) * t + c) * t - u
      if error == 0 { return t }
      if error < 0 { low = t } else { high = t }
      var next = t - error / ((3 * a * t + 2 * b) * t + c)
      if !(next > low && next < high) { next = (low + high) / 2 }
      let step = (next - t).magnitude
      t = next
      if step <= closeEnough * t { break }
    }
    return t
  }

  /// Halving alone needs this many steps at most for every Double of a unit interval that matters.
  private static let mostSteps = 120
  /// Two units in the last place.
  private static let closeEnough = 0x1p-52

  private static func value(_ u: Double, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Double {
    let t = parameter(u, x1, x2)
    let c = 3 * y1
    let b = 3 * (y2 - y1) - c
    return (((1 - c - b) * t + b) * t + c) * t
  }

  private static func slope(_ u: Double, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Double {
    if u == 0 { return startTangent(x1, y1, x2, y2, vertical: .infinity) }
    let t = parameter(u, x1, x2)
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
