// How the host's time becomes the engine's: rate, pause, and what long gaps do.

/// The clock of one engine. Its time is a straight line over the host's, reckoned from where the line last changed and never
/// added up, so that how time is cut into frames changes nothing.
public struct Clock: Equatable, Sendable {
  /// What becomes of a gap: of the host coming later than the gap limit allows while there was something to do.
  public enum GapPolicy: String, Sendable, CaseIterable {
    /// The whole gap passes: everything is where it would be without the gap.
    case catchUp = "catch_up"
    /// As much of it passes as the limit allows.
    case cap
    /// None of it passes: everything goes on from where it was.
    case pause
  }

  /// Engine seconds a host second, 0 or more; 0 stands still.
  public internal(set) var rate = 1.0
  /// Whether it stands still, whatever its rate.
  public internal(set) var isPaused = false
  public internal(set) var gapPolicy = GapPolicy.catchUp
  /// Host seconds from which on the host's being late counts as a gap.
  public internal(set) var gapLimit = Self.defaultGapLimit

  /// Fifteen frames at 60 Hz: no frame takes that long, a program that was stopped does.
  public static let defaultGapLimit = 0.25
  /// Beyond this a day would pass in less than a tenth of a second.
  public static let highestRate = 1e6

  /// The host's time at the first frame.
  private var origin: Double?
  /// Where the line begins: the host's seconds since the origin, and the engine's.
  private var anchor = (host: 0.0, time: 0.0)
  /// The latest host time told, in seconds since the origin.
  private var host = 0.0

  /// Whether no time passes.
  public var standsStill: Bool { isPaused || rate == 0 }
  private var speed: Double { isPaused ? 0 : rate }

  /// The engine's time at the latest host time.
  var now: Double { line(host) }
  /// The latest host time, on the host's own clock.
  var hostNow: Double { host + (origin ?? 0) }

  /// The engine's time at a time of the host's clock.
  func time(atHost hostTime: Double) -> Double { line(hostTime - (origin ?? 0)) }

  private func line(_ host: Double) -> Double {
    standsStill ? anchor.time : anchor.time + (host - anchor.host) * speed
  }

  /// Lets time pass.
  /// - Parameter idleUntil: When something was to happen next, in engine time: the host may sleep until then, and what it
  ///   sleeps is no gap. Infinite where nothing was.
  /// - Returns: How many seconds the host went back; that counts as no time.
  mutating func pass(toHost hostTime: Double, idleUntil: Double) -> Double? {
    let start = origin ?? hostTime
    origin = start
    let now = hostTime - start
    if now < host { return host - now }
    let awake = max(host, wake(idleUntil) ?? now)
    if gapPolicy != .catchUp, now - awake > gapLimit {
      anchor = (now - (gapPolicy == .cap ? gapLimit : 0), line(awake))
    }
    host = now
    return nil
  }

  /// Lets the line go on from an engine time that is not after now, before its slope changes.
  mutating func anchor(at time: Double) {
    let host = time == now || standsStill ? host : min(self.host, anchor.host + (time - anchor.time) / speed)
    anchor = (host, time)
  }

  /// Lets a clock that stands still show a later time.
  mutating func step(_ seconds: Double) { anchor.time += seconds }

  /// The first time on the host's clock at which the engine's is at least `time`; nil where that never comes.
  func hostTime(of time: Double) -> Double? {
    guard let host = wake(time) else { return nil }
    let start = origin ?? 0
    var result = host + start
    // Rounding must not wake the host just before there is something to do, again and again.
    var step = result.ulp
    while self.time(atHost: result) < time {
      result += step
      step *= 2
    }
    return result.isFinite ? result : nil
  }

  private func wake(_ time: Double) -> Double? {
    if time <= now { return host }
    let wake = anchor.host + (time - anchor.time) / speed
    return standsStill || !wake.isFinite ? nil : wake
  }

  public static func == (a: Self, b: Self) -> Bool {
    a.rate == b.rate && a.isPaused == b.isPaused && a.gapPolicy == b.gapPolicy && a.gapLimit == b.gapLimit
      && a.origin == b.origin && a.anchor == b.anchor && a.host == b.host
  }
}
