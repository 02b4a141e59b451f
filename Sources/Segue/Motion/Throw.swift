// A throw: which way a lane comes to rest that is let go with a velocity, between bounds and snap points.

/// How a lane is thrown.
struct Throw {
  /// Replaces the velocity that the lane has.
  var velocity: Double?
  var decay: Decay
  var snaps: [Double] = []
  var bounds: ClosedRange<Double>?
  /// How it comes back from beyond a bound; nil stops there.
  var bounce: Spring?

  /// What a throw comes to.
  enum Course {
    case spring(Spring, target: Double)
    /// The throw itself; `hit`, where it ends on a bound, counts from the start.
    case decay(hit: (time: Double, rebound: Rebound)?)
  }

  func course(from state: LaneState) -> Course {
    let (x, v) = (state.position, state.velocity)
    if let bounds, !bounds.contains(x) {
      let bound = x < bounds.lowerBound ? bounds.lowerBound : bounds.upperBound
      return .spring(bounce ?? decay.snapSpring(distance: bound - x, velocity: v), target: bound)
    }
    let rest = x + decay.travel(v)
    // Where the throw would leave the bounds, and when.
    var hit: (time: Double, rebound: Rebound)?
    if let bounds, !bounds.contains(rest) {
      let bound = rest < bounds.lowerBound ? bounds.lowerBound : bounds.upperBound
      if let time = decay.hitTime(distance: bound - x, velocity: v) {
        hit = (
          time, Rebound(bound: bound, velocity: bounce == nil ? 0 : v - decay.rate * (bound - x), spring: bounce, target: bound)
        )
      }
    }
    if let snap = snap(nearestTo: rest, from: state) {
      let spring = decay.snapSpring(distance: snap - x, velocity: v)
      if bounce != nil {
        // Nothing lies between the last snap point and the bound but room to run over.
        let isLast = !allowedSnaps.contains { v > 0 ? $0 > snap : $0 < snap }
        return .spring(
          isLast && hit != nil ? Spring(omega: min(spring.omega, Decay.fastestSnap), ratio: 1) : spring, target: snap)
      }
      // Thrown at a bound that stops it, away from where it will rest: it goes back from the bound.
      if var back = hit, (snap - x) * v <= 0 {
        back.rebound.target = snap
        back.rebound.spring = decay.snapSpring(distance: snap - back.rebound.bound, velocity: 0)
        return back.time > 0 ? .decay(hit: back) : .spring(back.rebound.spring ?? spring, target: snap)
      }
      return .spring(spring, target: snap)
    }
    if let hit, hit.time <= 0, let bounce { return .spring(bounce, target: hit.rebound.bound) }
    return .decay(hit: hit)
  }

  private var allowedSnaps: [Double] { snaps.filter { bounds?.contains($0) ?? true } }

  /// The snap point nearest to where the throw would end; of two as near, the nearer one ahead.
  private func snap(nearestTo rest: Double, from state: LaneState) -> Double? {
    let allowed = allowedSnaps
    guard let least = allowed.map({ abs($0 - rest) }).min() else { return nil }
    // As near but for rounding.
    let nearest = allowed.filter { abs($0 - rest) <= least * (1 + 1e-9) }
    let ahead = nearest.filter { ($0 - state.position) * state.velocity > 0 }
    return ahead.min { abs($0 - state.position) < abs($1 - state.position) } ?? nearest.min()
  }
}
