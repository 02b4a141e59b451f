// A spring's way from rest to rest as a curve over 0...1.

struct SpringCurve: Equatable, Sendable {
  let spring: Spring
  /// How far from the target it still is at progress 1, where the curve is there.
  let residual: Double
  /// Seconds that progress 1 stands for.
  let duration: Double

  init(_ spring: Spring, residual: Double) {
    self.spring = spring
    self.residual = residual
    duration = spring.stopTime(distance: 1 / residual, velocity: 0)
  }

  func complement(_ u: Double) -> Double {
    if u <= 0 { return 1 }
    if u >= 1 { return 0 }
    return spring.factors(at: u * duration).c
  }

  func value(_ u: Double) -> Double { 1 - complement(u) }

  func slope(_ u: Double) -> Double {
    if u < 0 || u > 1 || spring.isInstant { return 0 }
    return spring.factors(at: u * duration).aRate * duration
  }
}

extension Curve {
  /// A spring from rest as a curve: progress 1 is when it comes within `residual` of its target for the last time
  /// (`Spring.restTime(distance:velocity:threshold:)` says after how many seconds). Its pace is then up to the motion's duration.
  /// - Parameter residual: Part of the way, above 0 and at most 0.1.
  /// - Throws: `CurveError` if the residual lies outside its range.
  public static func spring(_ spring: Spring, residual: Double = 0.001) throws(CurveError) -> Curve {
    guard residual > 0 && residual <= 0.1 else {
      throw CurveError("residual of a spring curve must be above 0 and at most 0.1, but is \(residual)")
    }
    return Curve(shape: .spring(SpringCurve(spring, residual: residual)))
  }
}
