// Resistance beyond the end of a way: the further it is pulled, the less it gives.

/// Shows x beyond an end as f(x) = c·x·L / (c·x + L), which starts with slope c and never reaches L.
///
/// The formula is the one that UIKit's scroll views are known to use, with c = 0.55 there; with c = 1 there is no kink where
/// the way ends, as in libadwaita's swipe tracker.
public struct RubberBand: Equatable, Sendable {
  /// How far it gives at most, in the unit of the way; above 0.
  public var length: Double
  /// The slope at the end of the way: 1 starts as the finger moves; above 0.
  public var stiffness: Double

  /// Throws unless both are finite and above 0.
  public init(length: Double = GestureConstants.rubberBand, stiffness: Double = 1) throws(SegueError) {
    guard length > 0, length.isFinite else { throw SegueError("rubber_band expected a number above 0, got \(length)") }
    guard stiffness > 0, stiffness.isFinite else { throw SegueError("stiffness expected a number above 0, got \(stiffness)") }
    (self.length, self.stiffness) = (length, stiffness)
  }

  /// What is shown for a pull of `x` beyond the end, 0 or more.
  public func shown(_ x: Double) -> Double { stiffness * x * length / (stiffness * x + length) }

  /// How much of a pull's speed shows where `f` beyond the end is shown.
  public func slope(shown f: Double) -> Double {
    let left = 1 - f / length
    return stiffness * left * left
  }

  /// The pull that shows as `f` beyond the end.
  public func pull(shown f: Double) -> Double {
    let f = min(f, GestureConstants.rubberBandCatch * length)
    return f * length / (stiffness * (length - f))
  }

  /// The same for a place on a way from `range`'s lower to its upper end; inside nothing is changed.
  public func shown(_ x: Double, in range: ClosedRange<Double>) -> Double {
    if x < range.lowerBound { return range.lowerBound - shown(range.lowerBound - x) }
    if x > range.upperBound { return range.upperBound + shown(x - range.upperBound) }
    return x
  }

  /// The place that shows as `y`.
  public func pull(shown y: Double, in range: ClosedRange<Double>) -> Double {
    if y < range.lowerBound { return range.lowerBound - pull(shown: range.lowerBound - y) }
    if y > range.upperBound { return range.upperBound + pull(shown: y - range.upperBound) }
    return y
  }

  /// How much of the finger's speed shows where `y` is shown.
  public func slope(shown y: Double, in range: ClosedRange<Double>) -> Double {
    if y < range.lowerBound { return slope(shown: range.lowerBound - y) }
    if y > range.upperBound { return slope(shown: y - range.upperBound) }
    return 1
  }
}
