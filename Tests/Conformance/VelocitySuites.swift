// gestures/velocity: recorded and made-up movements, each with the strategy that it is about.

import Segue

enum VelocitySuites {
  static func velocity(_ test: Case) throws -> Verdict {
    if test.expect["checks"].exists { return try pointers(test) }
    return try oneContact(test)
  }

  /// A single contact, followed by a parabola.
  private static func oneContact(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let input = test.input
    var window = 0.1
    if input["method"].exists {
      guard try input["method"]["stop_gap_ms"].number == GestureConstants.strokeGap * 1000,
        try input["method"]["max_samples"].number == Double(GestureConstants.velocitySamples)
      else { throw Unreadable("an unknown method") }
      window = try input["method"]["horizon_ms"].number / 1000
    }
    var tracker = VelocityTracker(VelocityMeasure(.quadratic, window: window))
    var last = 0.0
    for row in try input["samples"].list.map({ try $0.list }) {
      // What a host makes up between two events is not sent.
      if row.count > 3, try row[3].flag { continue }
      last = try row[0].number / 1000
      tracker.add(Point(try row[1].number, try row[2].number), at: last)
    }
    if input["ends"].exists { return try cancelled(test) }
    let got = tracker.velocity(at: input["up_at_ms"].exists ? try input["up_at_ms"].number / 1000 : last)
    let wanted = try test.expect["velocity"].numbers
    for (name, got, wanted) in [("x", got.x, wanted[0]), ("y", got.y, wanted[1])] {
      verdict.expect(name, got, wanted, within: test.tolerance.isNaN ? abs(wanted) * 0.001 : max(test.tolerance, 1e-9))
    }
    return verdict
  }

  /// A gesture that the system takes away reports no velocity, whatever the contact did.
  private static func cancelled(_ test: Case) throws -> Verdict {
    guard test.input["ends"].text == "cancel", !test.expect["velocity"].exists else { throw Unreadable("an unknown end") }
    let stage = try GestureStage()
    try stage.add("pan", .pan(PanSettings(slop: 0)))
    var (time, place) = (0.0, Point.zero)
    for (i, row) in try test.input["samples"].list.map({ try $0.numbers }).enumerated() {
      (time, place) = (row[0] / 1000, Point(row[1], row[2]))
      try stage.touch(i == 0 ? .down : .move, place.x, place.y, at: time)
    }
    try stage.touch(.cancel, place.x, place.y, at: time)
    var verdict = Verdict()
    verdict.expect("state", stage.log.last?.report.state, .cancelled)
    verdict.expect("velocity", stage.log.last?.report.velocity, .zero)
    return verdict
  }

  /// Several contacts in one table. A contact's last place before it disappears is its lift, which is no sample of any contact.
  private static func pointers(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let rows = try test.input["samples"].list.map { try $0.list }
    guard try test.input["stop_gap_ms"].number == GestureConstants.strokeGap * 1000 else { throw Unreadable("another gap") }
    let window = try test.input["horizon_ms"].number / 1000
    for check in try test.expect["checks"].list {
      let pointer = Int(try check["pointer"].number) + 1
      let strategies: [String: VelocityTracker.Method] = ["LSQ2": .quadratic, "IMPULSE": .impulse]
      guard let method = strategies[try check["strategy"].string] else { throw Unreadable("an unknown strategy") }
      var tracker = VelocityTracker(VelocityMeasure(method, window: window))
      var lift = 0.0
      for (i, row) in rows.enumerated() {
        guard let here = place(pointer, in: row) else { continue }
        let time = try row[0].number / 1000
        let lifts = (1..<row.count).contains { other in
          place(other, in: row) != nil && (i + 1 == rows.count || place(other, in: rows[i + 1]) == nil)
        }
        lift = time
        if lifts || row[pointer].isMarked { continue }
        tracker.add(here, at: time)
      }
      let velocity = tracker.velocity(at: lift)
      let got = try check["axis"].string == "x" ? velocity.x : velocity.y
      let what = "\(method.rawValue) \(try check["axis"].string) of contact \(pointer - 1)"
      // No estimate is 0 here.
      let wanted = check["velocity"].exists ? try check["velocity"].number : 0
      let share = check["tolerance_rel"].exists ? try check["tolerance_rel"].number : 0.2
      verdict.expect(what, got, wanted, within: max(abs(wanted) * share, 1e-6))
    }
    return verdict
  }

  private static func place(_ pointer: Int, in row: [JSON]) -> Point? {
    guard pointer < row.count, let numbers = try? row[pointer].list.prefix(2).map({ try $0.number }), numbers.count == 2
    else { return nil }
    return Point(numbers[0], numbers[1])
  }
}

extension JSON {
  /// Whether a place is one that the source made up.
  fileprivate var isMarked: Bool { ((try? list)?.count ?? 0) > 2 }
}
