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

  /// How far contacts may wander before a movement is one, in stage units. UIKit's hysteresis.
  public static let slop = 10.0
  /// How long after a tap the next one of a double tap may go down, s. Android's and Flutter's double tap time.
  public static let tapInterval = 0.3
  /// How far apart the taps of a double tap may be, in stage units: aim is worse than rest. Android's and Flutter's double tap slop.
  public static let tapDistance = 100.0
  /// How long contacts rest before they are a long press, s. UIKit's and Android's.
  public static let longPress = 0.5
  /// How far from its edge an edge pan starts at most, in stage units. GTK's and Flutter's edge width.
  public static let edgeBand = 20.0
  /// How far a swipe goes at least, in stage units, and how long it takes at most, s. A flick of a thumb; slower is a pan.
  public static let swipeDistance = 50.0
  public static let swipeTime = 0.5
  /// Fingers nearer together than this count as this far apart, in stage units, so that no scale is infinite.
  public static let leastSpan = 1.0
  /// The way on a touchpad that counts as a page, in stage units across and down. libadwaita's swipe tracker.
  public static let touchpadPage = Size(400, 300)
  /// How many times larger than the other a component must be for a touchpad's way to be along its axis. libadwaita's.
  public static let axisTest = 1.2
  /// The distance that two fingers on a touchpad are taken to have at first, in stage units: a quarter of a page, as 25 mm are of a
  /// pad of 100 mm.
  public static let touchpadSpan = 100.0
  /// The most contacts that are followed at once; further ones are ignored. More than the fingers of one person.
  public static let contacts = 16

  /// A contact that has been silent for longer than this has lost its lift, if there are `contacts` down and another comes, s. Fingers
  /// may rest, but not all of them for so long.
  public static let lostContact = 10.0

  /// The share of its velocity that a thing let go keeps each millisecond, after a finger on a screen and after one on a touchpad.
  /// UIScrollView's normal deceleration and libadwaita's for touchpads.
  public static let decelerationTouch = 0.998
  public static let decelerationTouchpad = 0.997
  /// The share of the way beyond which a release goes on by itself. UIKit's and libadwaita's half.
  public static let releaseThreshold = 0.5
  /// The most that a rubber band yields, as a share of the way. libadwaita's overshoot.
  public static let rubberBand = 0.1
  /// A rubber band caught at more than this share of what it yields counts as this: the pull that got it there is unknown.
  public static let rubberBandCatch = 0.999

  /// Positions beyond ± this are refused, in stage units: a thousand times the largest screen, and small enough that no
  /// sum or square of them loses its meaning.
  public static let largestCoordinate = 1e7
  /// The most that a touchpad's scale is, or one over it: no pad is a thousand times as wide as a finger.
  public static let largestScale = 1000.0
  /// The most that a touchpad turns in one event, degrees.
  public static let largestTurn = 360.0
  /// Times beyond ± this are refused, s: Unix time for three centuries, where a double still resolves 2 µs.
  public static let largestTime = 1e10
  /// The longest name of a key, in bytes: twice the longest that X has.
  public static let longestKey = 64
  /// The longest time that a recogniser can be told to wait or to allow, s: a minute.
  public static let longestWait = 60.0

  /// The speed that makes a release a flick, in stage units per second, and the share that decides else. Tweener's rule.
  public static let flickSpeed = 1200.0
  public static let flickThreshold = 1.0 / 3
  /// Speeds along the way that let a run go on before half of it, and that hold it back after. EasyTransitions' rule, stage
  /// units per second.
  public static let pushSpeed = 100.0
  public static let pullSpeed = -5.0
  /// The share that must be passed one second ahead. Hero's rule.
  public static let lookAheadThreshold = 0.3
  /// The share beyond which a run that was never moved goes on. LiquidTransition's rule.
  public static let unmovedThreshold = 0.4

  /// A finger that is ahead by less than this share when its run starts is met at once. LiquidTransition's.
  public static let noticedLead = 0.03
  /// How many times its whole duration a settle takes at most. LiquidTransition's.
  public static let maxDurationFactor = 2.0

  /// Slower swipes go to the nearest snap point, in stage units per second. libadwaita's 0.3 and 0.6 px/ms.
  public static let swipeSpeed = 300.0
  public static let touchpadSwipeSpeed = 600.0
  /// Beyond this speed a swipe's reach grows by a parabola with this factor. libadwaita's 2 px/ms and 0.35, in px and ms.
  public static let longSwipeSpeed = 2000.0
  public static let longSwipeFactor = 0.35

  /// How much of a small pull beyond its end a scroll view follows. UIScrollView's, as measured by many.
  public static let scrollStiffness = 0.55
  /// How far one step of a wheel scrolls, in stage units: three lines of text, as on common desktops.
  public static let wheelStep = 57.0
  /// How a wheel's steps are brought together.
  static let wheelSpring = Spring(omega: 8 * .pi, ratio: 1)
  /// The most steps that a wheel turns in one event.
  public static let largestWheel = 1000.0

  /// The least part of its mean slope that a path under a finger is taken to have, so that the run cannot race where the path
  /// stands still.
  public static let leastPathSlope = 1.0 / 3
  /// Shorter paths say nothing about where a finger should hold them, in stage units.
  public static let leastPath = 1.0

  /// How far a velocity still carries, in seconds of it, when each millisecond keeps `rate` of it: the sum of the geometric
  /// series rate + rate² + …, in milliseconds.
  public static func projection(rate: Double) -> Double { rate / (1 - rate) / 1000 }
}
