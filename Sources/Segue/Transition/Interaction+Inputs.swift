// Several gestures that drive one run together: each adds its share, and the last one to end lets go.

/// What of a gesture drives a run, and how much of it is the whole way.
public enum DriveMeasure: Sendable {
  /// The way along `towards`, in stage units.
  case way(Double)
  /// The scale at which the run is at its end; not 1.
  case scale(Double)
  /// The turn at which the run is at its end, degrees.
  case angle(Double)

  var problem: String? {
    switch self {
    case .way(let way): way > 0 && way.isFinite ? nil : "distance expected a finite number above 0, got \(way)"
    case .scale(let scale):
      scale >= 0 && scale != 1 && scale.isFinite ? nil : "scale expected a finite number of 0 or more, but not 1, got \(scale)"
    case .angle(let angle):
      angle != 0 && angle.isFinite ? nil : "angle expected a finite number of degrees, not 0, got \(angle)"
    }
  }

  /// The share of the way that a gesture has made, and shares per second.
  func share(_ report: GestureReport, _ towards: SwipeDirection) -> (share: Double, velocity: Double) {
    switch self {
    case .way(let way): (towards.along(report.translation) / way, towards.along(report.velocity) / way)
    case .scale(let scale): ((report.scale - 1) / (scale - 1), report.rate / (scale - 1))
    case .angle(let angle): (report.angle / angle, report.rate / angle)
    }
  }
}

/// What the gestures that drive one run together have added.
struct DriveInputs {
  /// The shares of those that go on.
  var going: [Handle<Recognizer>: Double] = [:]
  /// The shares of those that have ended.
  var done = 0.0
  /// When the last one ended, and the speed of all that ended then.
  var end = (time: -Double.infinity, velocity: 0.0)

  /// In an order that does not depend on how a dictionary is laid out.
  var total: Double { going.sorted { $0.key.bits < $1.key.bits }.reduce(done) { $0 + $1.value } }
}

extension Interaction {
  /// Obeys one of several gestures: the shares of all are added, and when the last one has ended the run is released with the speed
  /// that they have together. What the system takes away is rolled back. Throws for a measure that makes no sense.
  public func drive(
    _ report: GestureReport, from recognizer: Handle<Recognizer>, by measure: DriveMeasure
  ) throws(SegueError) {
    if let problem = measure.problem { throw SegueError("drive: \(problem)") }
    let (share, velocity) = measure.share(report, towards)
    switch report.state {
    case .began, .changed:
      inputs.going[recognizer] = share
      try update(inputs.total)
    case .ended:
      inputs.going[recognizer] = nil
      inputs.done += share
      inputs.end = (report.time, velocity + (report.time == inputs.end.time ? inputs.end.velocity : 0))
      try update(inputs.total)
      if inputs.going.isEmpty { release(shareVelocity: inputs.end.velocity, report.device) }
    case .cancelled: systemCancelled()
    default: break
    }
  }
}
