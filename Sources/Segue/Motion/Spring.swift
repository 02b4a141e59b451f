// The damped spring: its parameter sets, its closed form, and the time at which it stops for good.

import CKernels
import Glibc  // square roots and rounding link to libm

/// A spring that could not be made, with the reason in a sentence.
public struct SpringError: Error, Equatable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}

/// A damped spring that pulls a value to its target.
///
///     let soft = try Spring(duration: 0.5, bounce: 0.2)
///     let same = try Spring(mass: 1, stiffness: 157.9, damping: 20.1)
///
/// However it is described, it is two numbers underneath.
public struct Spring: Equatable, Sendable {
  /// Angular frequency without damping, in radians per second. Infinite for a spring that is there at once.
  public let omega: Double
  /// Damping ratio: below 1 it overshoots, at 1 it comes to rest as fast as it can without, above 1 it is slower.
  public let ratio: Double
  /// Whether the value stops hard where it first crosses the target in the direction of approach, number by number, instead of
  /// overshooting.
  public var clamps = false

  /// Seconds within which it comes to rest whatever the way is, as `settling` has it; nil for a spring of one pace.
  var settleTime: Double?

  /// For numbers known to be right.
  init(omega: Double, ratio: Double) {
    self.omega = omega
    self.ratio = ratio
  }

  /// Half a second, without bounce.
  public init() {
    self.init(omega: 2 * .pi / 0.5, ratio: 1)
  }

  /// - Parameters:
  ///   - mass: More is more sluggish.
  ///   - stiffness: Force per distance: more is faster.
  ///   - damping: Force per velocity (the coefficient, not the ratio): more overshoots less.
  /// - Throws: `SpringError` unless all are finite and above 0. Without damping a spring would never end.
  public init(mass: Double = 1, stiffness: Double, damping: Double) throws(SpringError) {
    try Self.requirePositive("mass", mass)
    try Self.requirePositive("stiffness", stiffness)
    if damping == 0 { throw SpringError("a spring's damping must be more than 0: undamped, it never ends") }
    try Self.requirePositive("damping", damping)
    try self.init(
      checked: (stiffness / mass).squareRoot(), ratio: damping / (2 * stiffness.squareRoot() * mass.squareRoot()))
  }

  /// - Parameter ratio: Damping ratio, see `ratio`.
  /// - Throws: `SpringError` unless all are finite and above 0.
  public init(ratio: Double, stiffness: Double, mass: Double = 1) throws(SpringError) {
    try Self.requireRatio(ratio)
    try Self.requirePositive("stiffness", stiffness)
    try Self.requirePositive("mass", mass)
    try self.init(checked: (stiffness / mass).squareRoot(), ratio: ratio)
  }

  /// - Parameters:
  ///   - duration: Seconds that describe the pace, not the end: the period without damping. 0 is there at once.
  ///   - bounce: Above -1 and below 1: 0 does not overshoot, more does, less is slower.
  /// - Throws: `SpringError` if a number is not finite, the duration negative or the bounce out of its range.
  public init(duration: Double, bounce: Double = 0) throws(SpringError) {
    guard bounce > -1 && bounce < 1 else {
      throw SpringError(
        bounce == 1
          ? "a spring's bounce must be below 1: at 1 it never ends"
          : "a spring's bounce must be above -1 and below 1, but is \(bounce)")
    }
    try self.init(period: "duration", duration, ratio: bounce >= 0 ? 1 - bounce : 1 / (1 + bounce))
  }

  /// - Parameter response: Seconds of one period without damping. 0 is there at once.
  /// - Throws: `SpringError` if a number is not finite, the response negative or the ratio not above 0.
  public init(response: Double, ratio: Double) throws(SpringError) {
    try Self.requireRatio(ratio)
    try self.init(period: "response", response, ratio: ratio)
  }

  /// A spring that comes to rest within `duration` seconds: to a thousandth of the way, or to the property's threshold if that
  /// is less.
  /// - Parameters:
  ///   - duration: Seconds, above 0.
  ///   - ratio: Damping ratio.
  ///   - distance: The way in units of the property's threshold.
  ///   - velocity: First velocity in ways per second; 2 covers the way twice in a second.
  /// - Throws: `SpringError` if the duration or ratio is not above 0, or a number is not finite.
  public static func settling(
    within duration: Double, ratio: Double, distance: Double = 0, velocity: Double = 0
  ) throws(SpringError) -> Spring {
    try requirePositive("settling time", duration)
    try requireRatio(ratio)
    guard distance.isFinite && velocity.isFinite else {
      throw SpringError("a spring's distance and velocity must be finite, but are \(distance) and \(velocity)")
    }
    let way = max(1000, distance.magnitude)
    let pace = Spring(omega: 1, ratio: ratio).stopTime(distance: way, velocity: 0)
    if velocity == 0 { return try Spring(checked: pace / duration, ratio: ratio) }
    func fits(_ omega: Double) -> Bool {
      Spring(omega: omega, ratio: ratio).stopTime(distance: way, velocity: velocity * way) <= duration
    }
    var slow = pace / (8 * duration)
    var fast = 8 * pace / duration
    for _ in 0..<mostDoublings where fits(slow) { slow /= 2 }
    for _ in 0..<mostDoublings where !fits(fast) { fast *= 2 }
    while fast - slow > 1e-6 * fast {
      let middle = (slow + fast) / 2
      if fits(middle) { fast = middle } else { slow = middle }
    }
    return try Spring(checked: fast, ratio: ratio)
  }

  private static let mostDoublings = 60

  /// A spring that comes to rest within `duration` seconds, whatever way it is given to go.
  /// - Throws: `SpringError` if the duration or ratio is not above 0.
  public init(settlingWithin duration: Double, ratio: Double = 1) throws(SpringError) {
    self = try .settling(within: duration, ratio: ratio)
    settleTime = duration
  }

  /// The spring for a way: the same one, unless it is to be at rest within a time.
  /// - Parameters:
  ///   - distance: The way in units of the threshold, 0 or more.
  ///   - velocity: In thresholds per second, above 0 towards the target.
  func fitted(distance: Double, velocity: Double) -> Spring {
    guard let settleTime, distance > 0,
      var fitted = try? Spring.settling(within: settleTime, ratio: ratio, distance: distance, velocity: velocity / distance)
    else { return self }
    fitted.clamps = clamps
    return fitted
  }

  private init(period name: String, _ period: Double, ratio: Double) throws(SpringError) {
    if period == 0 {
      self.init(omega: .infinity, ratio: ratio)
      return
    }
    try Self.requirePositive(name, period)
    try self.init(checked: 2 * .pi / period, ratio: ratio)
  }

  private init(checked omega: Double, ratio: Double) throws(SpringError) {
    guard omega.isNormal && ratio.isNormal && (omega * omega).isNormal && (omega * ratio).isNormal else {
      throw SpringError("a spring's numbers must not be this far apart: frequency \(omega), damping ratio \(ratio)")
    }
    self.init(omega: omega, ratio: ratio)
  }

  private static func requirePositive(_ name: String, _ number: Double) throws(SpringError) {
    guard number > 0 && number.isFinite else {
      throw SpringError("a spring's \(name) must be a finite number above 0, but is \(number)")
    }
  }

  private static func requireRatio(_ ratio: Double) throws(SpringError) {
    if ratio == 0 { throw SpringError("a spring's damping ratio must be above 0: undamped, it never ends") }
    try requirePositive("damping ratio", ratio)
  }

  /// Whether the spring is at its target at once, without any motion.
  var isInstant: Bool { omega == .infinity }

  /// The factors `t` seconds after the start.
  func factors(at t: Double) -> ShapeFactors {
    if isInstant { return .ended }
    let x = ck_spring(omega, ratio, t)
    return ShapeFactors(c: x.c, b: x.b, aRate: x.da, bRate: x.db)
  }
}

// MARK: - Asking a spring

extension Spring {
  /// Stiffness of the same spring with this mass.
  public func stiffness(mass: Double = 1) -> Double { omega * omega * mass }

  /// Damping coefficient of the same spring with this mass.
  public func damping(mass: Double = 1) -> Double { 2 * ratio * omega * mass }

  /// Where a value is `t` seconds after the spring took it over, measured from its place then, and its velocity.
  /// - Parameters:
  ///   - distance: From that place to the target, in any unit.
  ///   - velocity: The value's velocity then, in that unit per second.
  ///   - t: Seconds, 0 or more.
  public func sample(distance: Double, velocity: Double = 0, at t: Double) -> (position: Double, velocity: Double) {
    let x = factors(at: t)
    return (distance - distance * x.c + velocity * x.b, distance * x.aRate + velocity * x.bRate)
  }

  /// Seconds after which the value stays within `threshold` of its target; at most 2 % late, never early.
  /// - Precondition: the threshold is above 0.
  public func restTime(distance: Double, velocity: Double = 0, threshold: Double) -> Double {
    stopTime(distance: distance / threshold, velocity: velocity / threshold)
  }

  /// Seconds after which the value first crosses its target, where a clamped spring stops; infinite if it never does.
  public func crossingTime(distance: Double, velocity: Double = 0) -> Double {
    crossing(distance: distance, velocity: velocity)
  }
}

// MARK: - When it ends

extension Spring {
  private var gamma: Double { ratio * omega }
  /// (1 - ratio²) as a product, which does not cancel near 1.
  private var excess: Double { (1 - ratio) * (1 + ratio) }
  /// The rate at which the slowest part fades: e^(-slowRate t).
  private var slowRate: Double { ratio < 1 ? gamma : omega / (ratio + (-excess).squareRoot()) }

  /// How far from the target, in the unit of `d`.
  private func offset(_ t: Double, _ d: Double, _ v: Double) -> Double {
    let x = ck_spring(omega, ratio, t)
    return (v * x.b - d * x.c).magnitude
  }

  /// When the value comes within the threshold of its target for the last time; at most 2 % late, never early.
  ///
  /// Found between the turning point before and the turning point after: |offset| crosses 1 once between them.
  /// - Parameters:
  ///   - d: Distance to the target, in units of the threshold.
  ///   - v: Velocity, in thresholds per second.
  func stopTime(distance d: Double, velocity v: Double) -> Double {
    if isInstant || (d == 0 && v == 0) { return 0 }
    guard let bracket = ratio < 1 ? underdampedBracket(d, v) : overdampedBracket(d, v) else { return 0 }
    var (low, high) = bracket
    while high - low > Self.lateness * high {
      let middle = low + (high - low) / 2
      guard middle > low && middle < high else { break }
      if offset(middle, d, v) >= 1 { low = middle } else { high = middle }
    }
    // Numbers beyond every property's range can overflow on the way; such a motion ends at once rather than never.
    return high.isFinite ? high : 0
  }

  /// A bound that is met exactly may lie a rounding too early; this much later it does not.
  private static let beyondRounding = 1 + 0x1p-40

  /// How late a stop may be, relative to its time.
  private static let lateness = 0.02

  /// Between two turning points of a swing. They come every half period and fade by e^(-gamma t).
  private func underdampedBracket(_ d: Double, _ v: Double) -> (low: Double, high: Double)? {
    let root = excess.squareRoot()
    let wd = omega * root
    var angle = ck_atan2(v * wd, gamma * v - omega * omega * d)
    if angle <= 0 { angle += .pi }
    let (x, y) = (root * d, v / omega - ratio * d)
    let larger = max(x.magnitude, y.magnitude)
    let peak = larger * ((x / larger) * (x / larger) + (y / larger) * (y / larger)).squareRoot()
    func turn(_ n: Double) -> Double { (angle + n * .pi) / wd }
    var n = max(0, ((ck_log(peak) / gamma - turn(0)) * wd / .pi).rounded(.up))
    if peak * ck_exp(-gamma * turn(n)) >= 1 { n += 1 }
    if n == 0 && d.magnitude < 1 { return nil }
    let low = n == 0 ? 0 : turn(n - 1)
    let bound = min(ck_log(peak / root) / gamma, envelopeEnd(d, v, quick: 1 / wd))
    return (low, max(low, min(turn(n), max(bound, 0) * Self.beyondRounding)))
  }

  /// Before or after the one turning point, if there is one.
  private func overdampedBracket(_ d: Double, _ v: Double) -> (low: Double, high: Double)? {
    var turn: Double
    var quick = Double.infinity
    if ratio == 1 {
      turn = v / (omega * v - omega * omega * d)
    } else {
      let kappa2 = 2 * omega * (-excess).squareRoot()
      quick = 1 / kappa2
      let part = kappa2 * v / (slowRate * v - omega * omega * d)
      turn = part > 0 ? ck_log1p(part) / kappa2 : 0
    }
    if !(turn > 0 && turn.isFinite) { turn = 0 }
    // A velocity that is just the slow rate's leaves one exponential; 0 times an infinite reach would be no number.
    let rest = (v - slowRate * d).magnitude
    let far = rest == 0 ? 0 : rest * quick
    let bound = max(min(ck_log(d.magnitude + far) / slowRate, envelopeEnd(d, v, quick: quick)), 0) * Self.beyondRounding
    if offset(turn, d, v) >= 1 { return (turn, max(turn, bound)) }
    return d.magnitude >= 1 ? (0, min(turn, bound)) : nil
  }

  /// A time by which (|d| + w min(t, quick)) e^(-slowRate t), which bounds the offset, is below 1: a first guess from
  /// t <= (2 / (e r)) e^(r t / 2), then two steps of the equation itself.
  private func envelopeEnd(_ d: Double, _ v: Double, quick: Double) -> Double {
    let r = slowRate
    let w = (v - r * d).magnitude
    var end = 2 / r * ck_log(d.magnitude + 2 * w / (Self.e * r))
    for _ in 0..<2 { end = ck_log(d.magnitude + w * max(min(end, quick), 0)) / r }
    return end
  }

  private static let e = 0x1.5bf0a8b145769p+1

  /// When the slowest of several lanes stops, knowing only the largest distance and velocity among them: offsets are linear in
  /// both, so one of the corners is the slowest.
  func stopTime(block maxDistance: Double, maxVelocity: Double) -> Double {
    max(
      stopTime(distance: maxDistance, velocity: maxVelocity),
      maxVelocity == 0 ? 0 : stopTime(distance: maxDistance, velocity: -maxVelocity))
  }

  /// When the value first crosses its target, infinite if never: where a clamped spring stops hard. Any unit.
  func crossing(distance d: Double, velocity v: Double) -> Double {
    if isInstant || (d == 0 && v == 0) { return 0 }
    let way = d.magnitude
    let pace = d > 0 ? v : d < 0 ? -v : -v.magnitude
    if ratio < 1 {
      let wd = omega * excess.squareRoot()
      return ck_atan2(way * wd, pace - gamma * way) / wd
    }
    if ratio == 1 { return pace > omega * way ? way / (pace - omega * way) : .infinity }
    let root = (-excess).squareRoot()
    let kappa2 = 2 * omega * root
    let fastRate = omega * (ratio + root)
    return pace > fastRate * way ? ck_log1p(way * kappa2 / (pace - fastRate * way)) / kappa2 : .infinity
  }
}
