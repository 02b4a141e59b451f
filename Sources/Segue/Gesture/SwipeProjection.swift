// Where a swipe between snap points comes to rest.

import Glibc

/// A swipe along a way with snap points, as pages and cards have them.
///
/// The rule is the one of libadwaita and GNOME Shell: a slow release goes to the nearest point; a fast one to the point nearest
/// to where its speed would carry it, but at least one on from where it began, and unless long swipes are allowed at most one.
public struct SwipeProjection {
  /// Places in ascending order, at least one. Unit: the way's own.
  public var points: [Double]
  /// Whether one swipe may pass several points.
  public var allowsLongSwipes = false
  /// Stage units of one unit of the way.
  public var distance: Double
  public var device = InputEvent.Device.touch
  /// Slower swipes go to the nearest point, in stage units per second; nil: the device's.
  public var leastSpeed: Double?
  /// Beyond this speed, in stage units per second, the reach grows by a parabola with this factor.
  public var longSwipeSpeed = GestureConstants.longSwipeSpeed
  public var longSwipeFactor = GestureConstants.longSwipeFactor

  public init(points: [Double], distance: Double) {
    self.points = points
    self.distance = distance
  }

  /// Where a velocity would carry a swipe that began at `start` and is at `position`, held to what it may reach.
  /// - Parameter velocity: in units of the way per second.
  public func projected(from start: Double, position: Double, velocity: Double) -> Double {
    guard let first = points.first, let last = points.last else { return position }
    let speed = abs(velocity) * distance
    let reach = ReleaseRule.reach(device)
    let limit = longSwipeSpeed
    var way = speed * reach
    if speed > limit {
      // A parabola that goes on from the straight line without a kink; its factor is for stage units per millisecond.
      let factor = longSwipeFactor
      let c = reach / 2 / factor
      let x = (speed - limit) / 1000 + c
      way = 1000 * (factor * x * x - factor * c * c) + reach * limit
    }
    var rest = position + (velocity < 0 ? -way : way) / distance
    if !allowsLongSwipes {
      let near = nearest(start)
      rest = min(max(rest, points[max(near - 1, 0)]), points[min(near + 1, points.count - 1)])
    }
    return min(max(rest, first), last)
  }

  /// Where the swipe goes.
  public func end(from start: Double, position: Double, velocity: Double) -> Double {
    guard !points.isEmpty else { return position }
    let least = leastSpeed ?? (device == .touchpad ? GestureConstants.touchpadSwipeSpeed : GestureConstants.swipeSpeed)
    if abs(velocity) * distance < least { return points[nearest(position)] }
    let rest = projected(from: start, position: position, velocity: velocity)
    let (before, after) = neighbours(rest)
    if (velocity > 0 ? before : after) == nearest(start) { return points[velocity > 0 ? after : before] }
    return points[nearest(rest)]
  }

  private func nearest(_ place: Double) -> Int {
    points.indices.min { abs(points[$0] - place) < abs(points[$1] - place) } ?? 0
  }

  /// The last point at or before a place, and the first at or behind it.
  private func neighbours(_ place: Double) -> (before: Int, after: Int) {
    let after = points.firstIndex { $0 >= place } ?? points.count - 1
    return (points[after] > place ? max(after - 1, 0) : after, after)
  }
}
