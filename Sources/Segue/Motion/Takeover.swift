// How a tween takes over a value that moves: by which shape, and over what time the old velocity is used up.

import CKernels

/// The shapes of tweens. All tweens of a family have the same one.
enum TweenClass: UInt8, Sendable {
  /// From rest: the curve as its author wrote it.
  case rest
  /// From a velocity: a cubic from slope 0 that joins the curve.
  case join
  /// From a velocity so high towards the target that the value is there early and waits.
  case early
}

/// The shape a tween takes, and how long the velocity that came in goes on.
struct Takeover: Equatable, Sendable {
  var tweenClass: TweenClass
  /// Seconds until the incoming velocity is used up; for `.early` also when the target is reached. 0 at rest.
  var bump: Double

  static let fromRest = Takeover(tweenClass: .rest, bump: 0)

  /// 1 / bump, as the columns keep it; 0 at rest.
  var inverseBump: Double { bump > 0 ? 1 / bump : 0 }

  /// A velocity may carry a value this many times the distance during its bump: b is at most 4/27 of velocity times bump, so
  /// the value strays by at most 3 * 4/27 = 4/9 of it.
  private static let mostQuickness = 3.0
  /// How often the bump may halve: 2^-40 of a duration is below every clock's resolution.
  private static let mostHalvings = 40

  /// The shape of a tween that takes over a value.
  ///
  /// The bump is a power-of-two part of the time to the join, so that the lanes of a crowd fall into few groups.
  /// - Parameters:
  ///   - distance: Norm of the way to the target.
  ///   - towards: Whether the velocity points towards the target.
  ///   - speed: Norm of the velocity, per second.
  ///   - reach: Distance below which a way counts as none, in the value's unit.
  ///   - duration: Seconds, more than 0.
  static func tween(
    distance: Double, towards: Bool, speed: Double, reach: Double, duration: Double, curve: Curve
  ) -> Takeover {
    if speed == 0 || !curve.takesVelocity { return .fromRest }
    let join = curve.join
    let quickness = speed * duration / max(distance, reach)
    if towards && distance >= reach && quickness * join.theta > mostQuickness * join.value {
      return Takeover(tweenClass: .early, bump: halved(duration, quickness))
    }
    return Takeover(tweenClass: .join, bump: halved(join.theta * duration, quickness * join.theta))
  }

  private static func halved(_ bump: Double, _ quickness: Double) -> Double {
    var (bump, quickness) = (bump, quickness)
    var halvings = 0
    while quickness > mostQuickness && halvings < mostHalvings {
      bump *= 0.5
      quickness *= 0.5
      halvings += 1
    }
    return bump
  }

  /// How a playhead comes to rest: `|distance| * nominal / speed` long, or 3 |distance| / |velocity| if the release is there
  /// sooner; its first velocity is the one it had.
  /// - Parameters:
  ///   - distance: Way to the end, in progress.
  ///   - velocity: Progress per second.
  ///   - nominal: Seconds the whole way takes.
  ///   - speed: Factor on the pace, more than 0.
  ///   - room: Distance to the other end, which must not be passed; infinite where there is a rubber band.
  static func settle(
    distance: Double, velocity: Double, nominal: Double, speed: Double, room: Double, curve: Curve
  ) -> (duration: Double, takeover: Takeover) {
    let way = distance.magnitude
    let pace = velocity.magnitude
    var duration = way * nominal / speed
    if pace == 0 || duration == 0 || !curve.takesVelocity { return (duration, .fromRest) }
    let join = curve.join
    if (velocity > 0) == (distance > 0) {
      duration = min(duration, mostQuickness * way / pace)
      if pace * join.theta * duration <= mostQuickness * join.value * way {
        return (duration, Takeover(tweenClass: .join, bump: join.theta * duration))
      }
      return (duration, Takeover(tweenClass: .early, bump: duration))
    }
    // Away from the end: b is at most 4/27 of velocity times bump, so 27/4 of the room keeps it inside.
    let bump = min(join.theta * duration, mostQuickness * way / pace, 6.75 * room / pace)
    return (duration, Takeover(tweenClass: .join, bump: bump))
  }

  /// The factors `elapsed` seconds after the start. At the start the velocity is the one that came in, so `aRate` is 0.
  /// - Parameters:
  ///   - rate: 1 / duration.
  ///   - inverse: 1 / bump; not read for `.rest`.
  static func factors(
    _ kind: TweenClass, curve: Curve, elapsed: Double, rate: Double, inverseBump inverse: Double
  ) -> ShapeFactors {
    let u = ck_progress(elapsed, rate)
    if u >= 1 {
      return ShapeFactors(c: kind == .early ? 0 : curve.complement(1), b: 0, aRate: 0, bRate: 0)
    }
    if kind == .rest {
      return ShapeFactors(c: curve.complement(u), b: 0, aRate: elapsed > 0 ? curve.slope(u) * rate : 0, bRate: 0)
    }
    if kind == .early {
      let early = ck_early(elapsed, inverse)
      return ShapeFactors(c: early.c, b: early.b, aRate: early.da, bRate: early.db)
    }
    let bumped = ck_bump(elapsed, inverse)
    if u < curve.join.theta {
      let cubic = ck_join_cubic(curve.join, u, rate)
      return ShapeFactors(c: cubic.c, b: bumped.b, aRate: cubic.da, bRate: bumped.db)
    }
    return ShapeFactors(c: curve.complement(u), b: bumped.b, aRate: curve.slope(u) * rate, bRate: bumped.db)
  }

  /// The same for `count` tweens of one class and curve at clock time `t`, bit for bit.
  /// - Parameters:
  ///   - start: Clock time of each start.
  ///   - rate: 1 / duration of each.
  ///   - inverseBump: 1 / bump of each; not read for `.rest`.
  ///   - c, b: Where the factors go; they must not overlap the columns.
  static func factors(
    _ kind: TweenClass, curve: Curve, pieces: CurvePieces? = nil, at t: Double, start: UnsafePointer<Double>,
    rate: UnsafePointer<Double>,
    inverseBump: UnsafePointer<Double>, count: Int, c: UnsafeMutablePointer<Double>, b: UnsafeMutablePointer<Double>
  ) {
    if kind == .early {
      ck_early_blocks(start, inverseBump, t, count, c, b)
      return
    }
    ck_progress_blocks(start, rate, t, count, c)
    if let pieces {
      pieces.complements(of: c, count: count, into: c)
    } else {
      curve.complements(of: c, count: count, into: c)
    }
    if kind == .rest {
      b.update(repeating: 0, count: count)
    } else {
      ck_join_blocks(curve.join, start, rate, inverseBump, t, count, c, b)
    }
  }
}
