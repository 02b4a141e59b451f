// Entries of a plan that repeat, go back and forth, or play at another rate.

extension Timeline {
  /// How often an entry plays, which way and how fast.
  struct Repetition {
    /// Its duration is found when the entry is recorded.
    var effect: EffectTiming
    /// Seconds of the effect a second; below 0 it plays from its end.
    var rate: Double
  }

  /// What repeats, and how.
  struct Rounds: Equatable {
    /// One round from rest, from 0 on; nil for what is there at once.
    var round: Pace?
    var effect: EffectTiming
    var rate: Double
  }

  /// Longest time in which a velocity that comes in dies away, in seconds: as with what a re-plan leaves.
  private static let longestBump = 2 * Double.pi / residualSpring.omega

  /// A round as the pace of a whole entry.
  func repeating(_ round: Pace?, as effect: EffectTiming, rate: Double, takesVelocity: Bool, at start: Double) -> Pace {
    let length = effect.endTime / rate.magnitude
    let bump = takesVelocity && length > 0 ? 1 / min(length, Self.longestBump) : 0
    return Pace(
      kind: .rest, start: start, end: start + length, curve: 0, rate: 0, extra: bump,
      rounds: index(of: Rounds(round: round, effect: effect, rate: rate)))
  }

  /// What an incoming velocity leaves for the bump: what the effect's own first slope does not make of it.
  func bumpVelocity(_ velocity: SIMD4<Double>, _ delta: SIMD4<Double>, of pace: Pace) -> SIMD4<Double> {
    guard pace.extra > 0, let slope = firstSlope(of: pace) else { return .zero }
    return (velocity - delta * slope).replacing(with: 0, where: velocity .== 0)
  }

  /// The rate with which what repeats sets out; nil for what does not repeat.
  func firstSlope(of pace: Pace) -> Double? {
    guard pace.rounds != Pace.once else { return nil }
    return factors(repeating: pace, at: pace.start + (pace.end - pace.start) * Self.justAfter).aRate
  }

  /// A part of a motion's time after which a curve that sets out from rest has its slope.
  static let justAfter = 1e-9

  /// An effect begins at its first value; a velocity that comes in is a bump on it, of slope 1 at first and slope 0 at its end.
  func factors(repeating pace: Pace, at position: Double) -> ShapeFactors {
    let (effect, rate) = (rounds[pace.rounds].effect, rounds[pace.rounds].rate)
    let elapsed = position - pace.start
    // Where it is over it is exactly at its end.
    let isOver = position >= pace.end
    let time =
      rate > 0
      ? isOver ? effect.endTime : elapsed * rate
      : isOver ? 0 : effect.endTime + elapsed * rate
    var factors = ShapeFactors(c: 1, b: 0, aRate: 0, bRate: 0)
    if let progress = effect.moment(at: time).progress {
      if let round = rounds[pace.rounds].round {
        factors = self.factors(of: round, at: progress * effect.duration, beyondEnds: false)
        factors.aRate *= isOver ? 0 : effect.direction(at: time) * rate
      } else {
        factors.c = 1 - progress
      }
      (factors.b, factors.bRate) = (0, 0)
    }
    let u = elapsed * pace.extra
    if pace.extra > 0, u >= 0, u < 1 {
      factors.b = elapsed * (1 - u) * (1 - u)
      factors.bRate = (1 - u) * (1 - 3 * u)
    }
    return factors
  }
}

extension Timing {
  /// Whether what moves by it starts with the velocity that it has.
  var takesVelocity: Bool { if case .curve(let curve, _) = self { curve.takesVelocity } else { true } }
}
