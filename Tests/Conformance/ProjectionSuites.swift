// navigation/swipe_projection: where a swipe comes to rest, how long that takes, and the rubber band.

import Segue

enum ProjectionSuites {
  static func projection(_ test: Case) throws -> Verdict {
    test.input["overshoot"].exists ? try overshoot(test) : try swipe(test)
  }

  /// There a projection counts speeds in stage units per ms as units of the way per s, whatever the way's length: as with a length
  /// of 1000.
  private static let projectedDistance = 1000.0
  /// The longest time that a way takes there, in seconds.
  private static let longest = 0.4

  private static func swipe(_ test: Case) throws -> Verdict {
    let input = test.input
    guard let device = InputEvent.Device(rawValue: try input["device"].string) else { throw Unreadable("an unknown device") }
    var swipe = SwipeProjection(points: try input["snap_points"].numbers, distance: projectedDistance)
    swipe.device = device
    swipe.allowsLongSwipes = input["long_swipes"].exists ? try input["long_swipes"].flag : false
    let (start, position) = (try input["start"].number, try input["progress"].number)
    let velocity = try input["velocity_px_per_ms"].number * 1000 / projectedDistance
    let end = swipe.end(from: start, position: position, velocity: velocity)
    var verdict = Verdict()
    verdict.expect("end", end, try test.expect["end"].number, within: test.tolerance)
    if test.expect["projected"].exists {
      verdict.expect(
        "projected", swipe.projected(from: start, position: position, velocity: velocity),
        try test.expect["projected"].number, within: test.tolerance)
    }
    guard test.expect["duration_ms"].exists else { return verdict }
    // The last way as the settle of a run between the two points, which takes the longest time unless it is let go faster.
    let speed = try input["velocity_px_per_ms"].number * 1000 / (try input["distance_px"].number)
    let share = end == start ? abs(position - end) : 1 - abs(end - position) / abs(end - start)
    let forward = end >= start
    let seconds = try settle(from: share, velocity: (forward ? 1 : -1) * speed, finishing: end != start)
    verdict.expect("duration_ms", seconds * 1000, try test.expect["duration_ms"].number, within: test.tolerance)
    return verdict
  }

  private static func settle(from share: Double, velocity: Double, finishing: Bool) throws -> Double {
    let stage = try NavigationStage()
    let stack = try stage.begin(["below"])
    let way = finishing ? 1 - share : share
    let definition = stage.slide()
    definition.duration = { _ in way > 0 ? longest / way : 0 }
    stack.choices.ownDefinition = definition
    var seconds = 0.0
    stage.engine.onEvent = { if case .runSettled(_, _, let time) = $0 { seconds = time } }
    let interaction = stage.engine.makeInteraction()
    _ = try stack.push(try stage.page("above"), interaction: interaction)
    try stage.frame()
    try interaction.update(share)
    if finishing { interaction.finish(velocity: velocity) } else { interaction.cancel(velocity: velocity) }
    return seconds
  }

  private static func overshoot(_ test: Case) throws -> Verdict {
    let limit = 1 / (try test.input["page_px"].number / 10)
    let band = try RubberBand(limit: limit)
    var verdict = Verdict()
    verdict.expect(
      "shown", try test.input["overshoot"].numbers.map(band.offset(ofPull:)), try test.expect["shown"].numbers,
      within: test.tolerance)
    verdict.expect("limit", band.offset(ofPull: 1e12), try test.expect["limit"].number, within: test.tolerance)
    return verdict
  }
}
