// Straight lines between points, as CSS's linear().

/// A point of a `Curve.linear(_:)`.
public struct LinearStop: Equatable, Sendable {
  /// The curve's value here.
  public var value: Double
  /// Its progress; nil lies evenly between its neighbors, 0 for the first and 1 for the last stop.
  public var progress: Double?

  public init(_ value: Double, at progress: Double? = nil) {
    self.value = value
    self.progress = progress
  }
}

struct LinearCurve: Equatable, Sendable {
  struct Point: Equatable, Sendable {
    var progress, value: Double
  }

  /// At least two, in order of progress; two of the same progress are a jump.
  let points: [Point]

  /// CSS Easing Functions Level 2, "linear easing functions": what is not given is filled in, and no progress is below an earlier
  /// one.
  /// - Precondition: at least two stops.
  init(_ stops: [LinearStop]) {
    var points: [Point] = []
    var known: [Bool] = []
    var largest = -Double.infinity
    for (i, stop) in stops.enumerated() {
      let given = stop.progress ?? (i == 0 ? 0 : i == stops.count - 1 ? 1 : nil)
      if let given { largest = max(largest, given) }
      points.append(Point(progress: largest, value: stop.value))
      known.append(given != nil)
    }
    var last = 0
    for i in points.indices where known[i] {
      let (from, to) = (points[last].progress, points[i].progress)
      for j in last + 1..<max(i, last + 1) {
        points[j].progress = from + (to - from) * Double(j - last) / Double(i - last)
      }
      last = i
    }
    self.points = points
  }

  /// The last point at or before `u`, or -1.
  private func index(_ u: Double) -> Int {
    var low = -1
    var high = points.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if points[middle].progress <= u { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// - Parameter before: On a jump at the very first progress, the value before it.
  func value(_ u: Double, before: Bool) -> Double {
    if before && u == points[0].progress { return points[0].value }
    let i = index(u)
    if i >= 0 && points[i].progress == u { return points[i].value }
    let segment = min(max(i, 0), points.count - 2)
    let (a, b) = (points[segment], points[segment + 1])
    if a.progress == b.progress { return i < 0 ? a.value : b.value }
    return a.value + (b.value - a.value) * ((u - a.progress) / (b.progress - a.progress))
  }

  func complement(_ u: Double) -> Double {
    let i = index(u)
    if i >= 0 && points[i].progress == u { return 1 - points[i].value }
    let segment = min(max(i, 0), points.count - 2)
    let (a, b) = (points[segment], points[segment + 1])
    if a.progress == b.progress { return 1 - (i < 0 ? a.value : b.value) }
    return (1 - b.value) + (b.value - a.value) * ((b.progress - u) / (b.progress - a.progress))
  }

  /// The slope to the right of `u`.
  func slope(_ u: Double) -> Double {
    let segment = min(max(index(u), 0), points.count - 2)
    let (a, b) = (points[segment], points[segment + 1])
    return a.progress == b.progress ? 0 : (b.value - a.value) / (b.progress - a.progress)
  }
}

extension Curve {
  /// Straight lines between stops, as CSS's `linear()`: two stops of the same progress are a jump, outside the stops the outer
  /// lines go on.
  /// - Throws: `CurveError` unless there are at least two stops, and every number is finite.
  public static func linear(_ stops: [LinearStop]) throws(CurveError) -> Curve {
    guard stops.count >= 2 else { throw CurveError("a linear() needs at least two stops, but has \(stops.count)") }
    for (i, stop) in stops.enumerated() {
      guard stop.value.isFinite && stop.progress?.isFinite != false else {
        throw CurveError("stop \(i + 1) of a linear() must have finite numbers, but has \(stop.value) at \(stop.progress ?? 0)")
      }
    }
    return Curve(shape: .stops(LinearCurve(stops)))
  }
}
