// The rubber band: how far a thing follows a finger beyond its end.

/// A pull of x beyond the end shows as f = c·x·L / (c·x + L): with the finger at first, times the stiffness c, and never farther than
/// L however far the finger goes. With c = 1 there is no kink at the end.
///
///     RubberBand(limit: 30).offset(ofPull: 30)   // 15
public struct RubberBand: Equatable, Sendable {
  /// The most that it yields, L, in the unit of the value; above 0.
  public let limit: Double
  /// How much of a small pull it follows, c; above 0. UIScrollView's is 0.55.
  public let stiffness: Double

  /// Throws for numbers that are not finite and above 0.
  public init(limit: Double, stiffness: Double = 1) throws(SegueError) {
    for (name, number) in [("limit", limit), ("stiffness", stiffness)] where !(number > 0 && number.isFinite) {
      throw SegueError("rubber_band: \(name) expected a finite number above 0, got \(number)")
    }
    (self.limit, self.stiffness) = (limit, stiffness)
  }

  /// What a pull shows, either way.
  public func offset(ofPull pull: Double) -> Double {
    let x = min(abs(pull), GestureConstants.largestCoordinate) * stiffness
    return (x * limit / (x + limit)).with(signOf: pull)
  }

  /// The pull that shows as an offset: where a finger that catches it has to count from.
  public func pull(ofOffset offset: Double) -> Double {
    let f = min(abs(offset), limit * GestureConstants.rubberBandCatch)
    return (f * limit / (stiffness * (limit - f))).with(signOf: offset)
  }

  /// How many times slower than the finger it moves at an offset: c·(1 − f/L)².
  public func slope(atOffset offset: Double) -> Double {
    let left = 1 - min(abs(offset) / limit, 1)
    return stiffness * left * left
  }

  /// A position with its part beyond a range banded.
  public func shown(_ position: Double, in range: ClosedRange<Double>) -> Double {
    let end = min(max(position, range.lowerBound), range.upperBound)
    return end + offset(ofPull: position - end)
  }

  /// The position that shows as another one.
  public func position(shown: Double, in range: ClosedRange<Double>) -> Double {
    let end = min(max(shown, range.lowerBound), range.upperBound)
    return end + pull(ofOffset: shown - end)
  }

  /// How much of the finger's speed shows where a position is shown.
  public func slope(shown: Double, in range: ClosedRange<Double>) -> Double {
    range.contains(shown) ? 1 : slope(atOffset: shown - min(max(shown, range.lowerBound), range.upperBound))
  }
}

extension Double {
  fileprivate func with(signOf other: Double) -> Double { other < 0 ? -self : self }
}
