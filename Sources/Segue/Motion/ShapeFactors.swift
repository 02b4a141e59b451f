// The two factors every motion's value is made of at one time, and their rates.

/// Where a motion stands at one time: `x = target - distance * c + velocity * b`, for the distance from the first value to the
/// target and the velocity that came in; its velocity is `distance * aRate + velocity * bRate`.
struct ShapeFactors: Equatable, Sendable {
  /// What is left of the distance: 1 at the start, 0 at the end.
  var c: Double
  /// What a unit of incoming velocity has added, in seconds.
  var b: Double
  /// Rate of `1 - c`, per second.
  var aRate: Double
  /// Rate of `b`: 1 at the start of a motion that takes over a moving value.
  var bRate: Double

  /// A motion that is over.
  static let ended = ShapeFactors(c: 0, b: 0, aRate: 0, bRate: 0)
}
