// Every number that the gesture side of the engine was given rather than computed, with its unit and where it comes from.

/// Thresholds, windows and caps of gesture recognition. Lengths are stage units, times seconds.
public enum GestureConstants {
  /// How far back of the newest sample a velocity looks, s. The habit of touch toolkits on Linux (GTK's swipe tracker uses 150 ms).
  public static let velocityWindow = 0.150
  /// The most samples a velocity keeps. Android's and Flutter's history size.
  public static let velocitySamples = 20
  /// A silence longer than this ends the stroke: what came before says nothing about the speed now, s. Android's and
  /// Flutter's "assume pointer stopped" time.
  public static let strokeGap = 0.040
  /// How much over a limit a time still counts as on it, s: 40 ms between two times in seconds is rarely 0.04 exactly.
  public static let timeSlack = 1e-6
  /// Samples spanning less than this give no velocity, s. Half the period of a 1000 Hz mouse: below it the quotient is noise.
  public static let shortestStroke = 0.0005

  /// How far contacts may wander before a pan begins, in stage units. UIKit's hysteresis.
  public static let slop = 10.0
  /// The most contacts that are followed at once; further ones are ignored. More than the fingers of one person.
  public static let contacts = 16

  /// Positions beyond ± this are refused, in stage units: a thousand times the largest screen, and small enough that no
  /// sum or square of them loses its meaning.
  public static let largestCoordinate = 1e7
  /// Times beyond ± this are refused, s: Unix time for three centuries, where a double still resolves 2 µs.
  public static let largestTime = 1e10
}
