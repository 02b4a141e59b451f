// gestures/touchpad: the order of begin, update and end, with finger counts and the signs of deltas.

import Segue

enum TouchpadSuites {
  static func touchpad(_ test: Case) throws -> Verdict {
    let order = try test.expect["order"].list.map { try $0.string }
    switch order.first?.split(separator: " ").first {
    case "swipe": return try swipe(test, order)
    case "pinch": return try pinch(test, order)
    default: return try hold(test, order)
    }
  }

  /// The fingers' common way, as the system makes a swipe out of them.
  private static func swipe(_ test: Case, _ order: [String]) throws -> Verdict {
    var verdict = Verdict()
    let fingers = try (try? test.input["fingers"].list.count) ?? Int(test.input["fingers"].number)
    let steps = Int(try test.input["steps"].number)
    for name in test.input["moves"].keys {
      let move = try test.input["moves"][name].numbers
      let stage = try GestureStage()
      try stage.add("swipe", .touchpadSwipe(ScrollSettings(slop: 0)))
      func send(_ phase: InputEvent.Phase, _ delta: Point, at step: Int) throws {
        try stage.send(
          InputEvent(
            time: 0.01 * Double(step), device: .touchpad, phase: phase, position: Point(500, 500),
            touchpad: TouchpadMotion(.swipe, fingers: fingers, delta: delta)))
      }
      try send(.down, .zero, at: 0)
      for step in 1...steps { try send(.move, Point(move[0] / Double(steps), move[1] / Double(steps)), at: step) }
      let reports = stage.log.map(\.report)
      let first = reports[0]
      verdict.expect(
        "\(name) begin",
        "swipe begin (\(first.contacts) fingers, delta \(Int(first.translation.x)),\(Int(first.translation.y)))", order[0])
      verdict.expect("\(name) updates", reports.dropFirst().map(\.state), Array(repeating: .changed, count: steps))
      for (before, after) in zip(reports, reports.dropFirst()) {
        let (dx, dy) = (after.translation.x - before.translation.x, after.translation.y - before.translation.y)
        verdict.expect("\(name) signs", [sign(dx), sign(dy)], [sign(move[0]), sign(move[1])])
      }
    }
    return verdict
  }

  private static func sign(_ number: Double) -> Int { number > 0 ? 1 : number < 0 ? -1 : 0 }

  /// Two fingers from either side of the middle towards it, each its step in turn.
  private static func pinch(_ test: Case, _ order: [String]) throws -> Verdict {
    var verdict = Verdict()
    let steps = Int(try test.input["steps"].number)
    let share = try test.input["step_each"].number
    let largestTurn = try test.expect["abs_angle_delta_at_most_deg"].number
    for name in test.input["start_offsets"].keys {
      let start = try test.input["start_offsets"][name].numbers
      let stage = try GestureStage()
      try stage.add("pinch", .pinch(PinchSettings(slop: 0)))
      try stage.add("turn", .rotation(RotationSettings(slop: 0)))
      stage.allowAll(["pinch", "turn"])
      func touch(_ phase: InputEvent.Phase, _ finger: Int, _ step: Int) throws {
        let side: Double = finger == 0 ? 1 : -1
        func place(_ offset: Double) -> Double { 50 + side * (offset - Double(sign(offset)) * share * Double(step)) }
        try stage.send(
          InputEvent(
            time: 0.01 * Double(step), device: .touchpad, contact: finger, phase: phase,
            position: Point(place(start[0]), place(start[1]))))
      }
      for finger in 0...1 { try touch(.down, finger, 0) }
      for step in 1...steps { for finger in 0...1 { try touch(.move, finger, step) } }
      let reports = stage.log.filter { $0.name == "pinch" }.map(\.report)
      let first = reports[0]
      verdict.expect("\(name) begin", "pinch begin (\(first.contacts) fingers, scale \(Int(first.scale)))", order[0])
      verdict.expect("\(name) updates", reports.dropFirst().map(\.state), Array(repeating: .changed, count: 2 * steps))
      verdict.expect("\(name) falls", zip(reports, reports.dropFirst()).allSatisfy { $1.scale < $0.scale }, true)
      let angles = stage.log.filter { $0.name == "turn" }.map(\.report.angle)
      verdict.expect("\(name) turns", zip(angles, angles.dropFirst()).allSatisfy { abs($1 - $0) <= largestTurn }, true)
    }
    return verdict
  }

  /// Fingers that rest are a long press; a way that the case tells of comes before its time.
  private static func hold(_ test: Case, _ order: [String]) throws -> Verdict {
    var verdict = Verdict()
    let counts = test.input["fingers"]
    for fingers in try (try? counts.numbers) ?? [counts.number] {
      let stage = try GestureStage()
      try stage.add("hold", .longPress(LongPressSettings(contacts: Int(fingers))))
      func touch(_ phase: InputEvent.Phase, _ finger: Int, _ x: Double, at time: Double) throws {
        try stage.send(
          InputEvent(
            time: time, device: .touchpad, contact: finger, phase: phase, position: Point(40 + 10 * Double(finger) + x, 40)))
      }
      for finger in 0..<Int(fingers) { try touch(.down, finger, 0, at: 0) }
      if test.input["move"].exists {
        try touch(.move, 0, 1, at: 0.1)
        try touch(.move, 0, 0, at: 0.2)
      }
      verdict.expect("nothing yet", stage.log.isEmpty, true)
      try stage.wait(until: 1)
      for finger in 0..<Int(fingers) { try touch(.up, finger, 0, at: 1.1) }
      var count = 0
      let got = stage.log.map(\.report).map { report in
        count = max(count, report.contacts)
        return "hold \(report.state == .began ? "begin" : "end") (\(count))"
      }
      // Where the pointer goes meanwhile is the host's; "on lift" is where it was asked.
      let wanted = order.filter { !$0.hasPrefix("motion") }.map {
        $0.replacing("(n)", with: "(\(Int(fingers)))").replacing(" on lift", with: "")
      }
      verdict.expect("\(Int(fingers)) fingers", got, wanted)
    }
    return verdict
  }
}
