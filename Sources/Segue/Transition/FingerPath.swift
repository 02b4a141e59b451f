// How a run follows a finger so that a point of it stays under the finger, though its path is not even.

/// The way of a point along the finger's axis, over a run's progress.
///
/// Each progress has one place on it: a progress is found from the whole way since the catch, so it does not matter how the
/// device cuts the way into events, and out and back again is where it was. Where the path stands still or turns back it is
/// taken to go on with a third of its mean slope.
struct FingerPath {
  static let steps = 64
  /// Way from the start at each step, ascending.
  private let ways: [Double]

  /// - Parameter places: the point's place along the axis at each of `steps + 1` progresses.
  /// - Returns: nil for a path that is too short to hold on to.
  init?(places: [Double]) {
    guard places.count == Self.steps + 1, let first = places.first, let last = places.last else { return nil }
    let mean = last - first
    guard mean.magnitude >= GestureConstants.leastPath, mean.isFinite else { return nil }
    let least = mean.magnitude * GestureConstants.leastPathSlope / Double(Self.steps)
    var ways = [0.0]
    for (before, after) in zip(places, places.dropFirst()) {
      let step = mean > 0 ? after - before : before - after
      ways.append(ways[ways.count - 1] + (step > least ? step : least))
    }
    self.ways = ways
    isBackward = mean < 0
  }

  /// The point goes against the finger's way: it is followed by its length, as everything else is.
  let isBackward: Bool

  /// Stage units from the start to the end.
  var length: Double { ways[Self.steps] }

  /// The progress that is reached from another one by a way; beyond the ends the path goes on at its mean slope.
  func share(from share: Double, way: Double) -> Double {
    let place = self.way(at: share) + way
    if place <= 0 { return place / length }
    if place >= length { return 1 + (place - length) / length }
    var (low, high) = (0, Self.steps)
    while high - low > 1 {
      let middle = (low + high) / 2
      if ways[middle] <= place { low = middle } else { high = middle }
    }
    return (Double(low) + (place - ways[low]) / (ways[high] - ways[low])) / Double(Self.steps)
  }

  private func way(at share: Double) -> Double {
    if share <= 0 { return share * length }
    if share >= 1 { return length + (share - 1) * length }
    let place = share * Double(Self.steps)
    let step = min(Int(place), Self.steps - 1)
    return ways[step] + (place - Double(step)) * (ways[step + 1] - ways[step])
  }

  /// Stage units per progress.
  func slope(at share: Double) -> Double {
    guard share > 0, share < 1 else { return length }
    let step = min(Int(share * Double(Self.steps)), Self.steps - 1)
    return (ways[step + 1] - ways[step]) * Double(Self.steps)
  }
}

extension Run {
  /// The path of a view's point along a heading; nil if it hardly moves along it, or has no place on the stage.
  func path(of view: Handle<View>, _ point: Point, _ heading: SwipeDirection) -> FingerPath? {
    guard let plan else { return nil }
    var places: [Double] = []
    engine.motion.showing {
      for step in 0...FingerPath.steps {
        plan.show(at: engine.moment, head: Double(step) / Double(FingerPath.steps))
        guard let place = engine.scene.convert(point, from: view, to: nil) else { return }
        places.append(heading.along(place))
      }
    }
    return FingerPath(places: places)
  }
}
