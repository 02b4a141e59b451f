// Whether a run that a finger lets go of goes on to its end or back.

/// What a release is judged by.
public struct Release: Equatable, Sendable {
  /// The share of the way, and its speed per second; positive towards the end.
  public var progress: Double
  public var velocity: Double
  /// Length of the whole way, in stage units.
  public var distance: Double
  /// Speed across the way, in stage units per second.
  public var crossVelocity: Double
  /// The last move that was one, as a share of the way; 0 if there was none.
  public var lastMove: Double
  public var device: InputEvent.Device

  public init(
    progress: Double, velocity: Double = 0, distance: Double = 1, crossVelocity: Double = 0, lastMove: Double = 0,
    device: InputEvent.Device = .touch
  ) {
    (self.progress, self.velocity, self.distance) = (progress, velocity, distance)
    (self.crossVelocity, self.lastMove, self.device) = (crossVelocity, lastMove, device)
  }

  /// Speed along the way, in stage units per second.
  public var speed: Double { velocity * distance }
}

/// The rules that have a name.
public enum ReleaseRuleName: String, CaseIterable, Sendable {
  /// Where the speed would still carry it, as a decaying throw, is beyond half of the way. The default.
  case projection
  /// More than half of the way is behind it.
  case threshold
  /// A flick along the way decides by its direction; else more than a third of the way.
  case thresholdOrFlick = "threshold_or_flick"
  /// More than half of the way or a push, unless it is pulled back.
  case thresholdOrVelocity = "threshold_or_velocity"
  /// The last move's direction; never moved, more than 0.4 of the way.
  case lastDirection = "last_direction"
  /// A second ahead, with undiminished speed, it would be beyond 0.3 of the way.
  case lookAhead = "look_ahead"
}

/// The numbers of the rules; each rule reads those that it has.
public struct ReleaseParameters: Equatable, Sendable {
  /// The share of the way that decides; nil: the rule's own.
  public var threshold: Double?
  /// The share of its velocity that a throw keeps each millisecond, above 0 and below 1; nil: the device's.
  public var deceleration: Double?
  /// Stage units per second.
  public var flickSpeed = GestureConstants.flickSpeed
  public var pushSpeed = GestureConstants.pushSpeed
  public var pullSpeed = GestureConstants.pullSpeed

  public init() {}

  /// A sentence about what is wrong, or nil.
  public var problem: String? {
    if let deceleration, !(deceleration > 0 && deceleration < 1) {
      return "deceleration expected a number above 0 and below 1, got \(deceleration)"
    }
    for (name, number) in [
      ("threshold", threshold ?? 0), ("flick_speed", flickSpeed), ("push_speed", pushSpeed), ("pull_speed", pullSpeed),
    ] where !number.isFinite {
      return "\(name) expected a finite number, got \(number)"
    }
    return nil
  }
}

/// How a release is decided: a name, and an answer to whether the run goes on.
public struct ReleaseRule {
  public let name: String
  public let goesOn: (Release) -> Bool

  public init(_ name: String, _ goesOn: @escaping (Release) -> Bool) {
    (self.name, self.goesOn) = (name, goesOn)
  }

  public init(_ name: ReleaseRuleName, _ numbers: ReleaseParameters = .init()) {
    self.init(name.rawValue) { Self.goesOn($0, name, numbers) }
  }

  private static func goesOn(_ release: Release, _ name: ReleaseRuleName, _ numbers: ReleaseParameters) -> Bool {
    let (progress, speed) = (release.progress, release.speed)
    switch name {
    case .projection:
      let reach = numbers.deceleration.map(GestureConstants.projection) ?? reach(release.device)
      return progress + release.velocity * reach > numbers.threshold ?? GestureConstants.releaseThreshold
    case .threshold:
      return progress > numbers.threshold ?? GestureConstants.releaseThreshold
    case .thresholdOrFlick:
      let across = release.crossVelocity
      if abs(speed) >= abs(across), speed * speed + across * across >= numbers.flickSpeed * numbers.flickSpeed {
        return speed > 0
      }
      return progress > numbers.threshold ?? GestureConstants.flickThreshold
    case .thresholdOrVelocity:
      let isFar = progress > numbers.threshold ?? GestureConstants.releaseThreshold
      return (isFar || speed > numbers.pushSpeed) && speed > numbers.pullSpeed
    case .lastDirection:
      if release.lastMove != 0 { return release.lastMove > 0 }
      return progress > numbers.threshold ?? GestureConstants.unmovedThreshold
    case .lookAhead:
      return progress + release.velocity > numbers.threshold ?? GestureConstants.lookAheadThreshold
    }
  }

  /// How far a speed carries, in seconds of it.
  static func reach(_ device: InputEvent.Device) -> Double {
    GestureConstants.projection(
      rate: device == .touchpad ? GestureConstants.decelerationTouchpad : GestureConstants.decelerationTouch)
  }
}
