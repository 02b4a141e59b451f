// How a motion goes from where it is to where it should be, and how it ended.

/// The pace of a motion.
public enum Timing: Equatable, Sendable {
  /// A curve over a duration in seconds, 0 or more.
  case curve(Curve, duration: Double)
  /// A spring; it takes as long as it takes.
  case spring(Spring)
}

/// Why a motion or a run ended.
public enum EndReason: String, Sendable, CaseIterable {
  /// It did what was asked, in either direction.
  case finished
  /// Somebody stopped it or took it back.
  case cancelled
  /// Another motion took its values over.
  case interrupted
  /// What it moved is gone.
  case removed
}

/// The scale on which a property's motion is judged.
struct MotionUnit: Equatable, Sendable {
  /// Distance below which nobody sees a difference: a spring ends where it stays within it.
  var threshold: Double
  /// Distance up to which an incoming velocity may carry a tween beyond its ends.
  var reach: Double

  static let length = MotionUnit(threshold: 0.25, reach: 64)
  /// Alpha, color and scale.
  static let ratio = MotionUnit(threshold: 1.0 / 512, reach: 1.0 / 8)
  static let degrees = MotionUnit(threshold: 0.1, reach: 30)
  static let progress = MotionUnit(threshold: 1.0 / 4096, reach: 1)

  /// For a value without a unit: a share of the way it goes.
  static func free(distance: Double) -> MotionUnit {
    let threshold = distance > 0 ? distance / 4096 : 1.0 / 4096
    return MotionUnit(threshold: threshold, reach: 256 * threshold)
  }
}
