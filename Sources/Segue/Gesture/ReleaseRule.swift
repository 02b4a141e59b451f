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

/// How a release is decided: a name, and an answer to whether the run goes on.
public struct ReleaseRule {
  public let name: String
  public let goesOn: (Release) -> Bool

  public init(_ name: String, _ goesOn: @escaping (Release) -> Bool) {
    (self.name, self.goesOn) = (name, goesOn)
  }

  /// Where the speed would still carry it, as a decaying throw, is beyond half of the way. The default.
  public static var projection: ReleaseRule {
    ReleaseRule("projection") {
      $0.progress + $0.velocity * reach($0.device) > GestureConstants.releaseThreshold
    }
  }
  /// More than half of the way is behind it.
  public static var threshold: ReleaseRule {
    ReleaseRule("threshold") { $0.progress > GestureConstants.releaseThreshold }
  }
  /// A flick along the way decides by its direction; else more than a third of the way.
  public static var thresholdOrFlick: ReleaseRule {
    ReleaseRule("threshold_or_flick") {
      let (along, across) = ($0.speed, $0.crossVelocity)
      if abs(along) >= abs(across), along * along + across * across >= GestureConstants.flickSpeed * GestureConstants.flickSpeed
      {
        return along > 0
      }
      return $0.progress > GestureConstants.flickThreshold
    }
  }
  /// More than half of the way or a push, unless it is pulled back.
  public static var thresholdOrVelocity: ReleaseRule {
    ReleaseRule("threshold_or_velocity") {
      ($0.progress > GestureConstants.releaseThreshold || $0.speed > GestureConstants.pushSpeed)
        && $0.speed > GestureConstants.pullSpeed
    }
  }
  /// The last move's direction; never moved, more than 0.4 of the way.
  public static var lastDirection: ReleaseRule {
    ReleaseRule("last_direction") {
      $0.lastMove == 0 ? $0.progress > GestureConstants.unmovedThreshold : $0.lastMove > 0
    }
  }
  /// A second ahead, with undiminished speed, it would be beyond 0.3 of the way.
  public static var lookAhead: ReleaseRule {
    ReleaseRule("look_ahead") {
      $0.progress + $0.velocity > GestureConstants.lookAheadThreshold
    }
  }

  /// Those that have a name.
  public static var all: [ReleaseRule] {
    [projection, threshold, thresholdOrFlick, thresholdOrVelocity, lastDirection, lookAhead]
  }

  /// How far a speed carries, in seconds of it.
  static func reach(_ device: InputEvent.Device) -> Double {
    GestureConstants.projection(
      rate: device == .touchpad ? GestureConstants.decelerationTouchpad : GestureConstants.decelerationTouch)
  }
}
