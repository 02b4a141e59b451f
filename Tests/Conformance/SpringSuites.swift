// springs/*: values, times of rest and behaviour of damped springs.

import Segue

enum SpringSuites {
  /// Our springs rest where they stay within a distance; others use the speed as well, or the envelope. Their times and ours differ
  /// by less than this factor.
  private static let restFactor = 1.5

  private static func spring(_ input: JSON) throws -> Spring {
    try Spring(
      mass: try input["mass"].number, stiffness: try input["stiffness"].number, damping: try input["damping"].number)
  }

  // MARK: values

  static func values(_ test: Case) throws -> Verdict {
    let (input, expect) = (test.input, test.expect)
    var verdict = Verdict()
    if input["response_s"].exists {
      let spring = try Spring(response: try input["response_s"].number, ratio: try input["damping_ratio"].number)
      let mass = try input["mass"].number
      verdict.expect("stiffness", spring.stiffness(mass: mass), try expect["stiffness"].number, within: test.tolerance)
      verdict.expect("damping", spring.damping(mass: mass), try expect["damping"].number, within: test.tolerance)
      return verdict
    }
    let spring = try spring(input)
    var from = try input["from_value"].number
    var distance = try input["to_value"].number - from
    // Wobble counts in milliseconds, as do its rows.
    let second = input["columns"].exists ? 1000.0 : 1
    var velocity = try input["initial_velocity"].number * second
    var start = 0.0
    if input["retarget"].exists {
      start = try input["retarget"]["at"].number
      let reached = spring.sample(distance: distance, velocity: velocity, at: start)
      (from, velocity) = (from + reached.position, reached.velocity)
      distance = try input["retarget"]["to_value"].number - from
      let there = expect["at_retarget"]
      verdict.expect("x at the retarget", from, try there["x"].number, within: test.tolerance)
      verdict.expect("v at the retarget", velocity, try there["v"].number, within: test.tolerance)
    }
    for sample in try expect["samples"].list {
      let row = input["columns"].exists ? try sample.numbers : []
      let t = try (row.isEmpty ? sample["t"].number : row[0]) / second
      let x = try row.isEmpty ? sample["x"].number : row[1]
      let v = try row.isEmpty ? sample["v"].number : row[2]
      let got = spring.sample(distance: distance, velocity: velocity, at: t - start)
      verdict.expect("x at \(t)", from + got.position, x, within: test.tolerance)
      verdict.expect("v at \(t)", got.velocity / second, v, within: test.tolerance * max(1, v.magnitude))
    }
    if expect["rest_frame_ms"].exists {
      let rest = spring.restTime(distance: distance, velocity: velocity, threshold: try input["rest_displacement"].number)
      near(rest * 1000, try expect["rest_frame_ms"].number, "rest_frame_ms", &verdict)
    }
    return verdict
  }

  private static func near(_ got: Double, _ expected: Double, _ what: String, _ verdict: inout Verdict) {
    let ratio = got / expected
    verdict.expect(
      "\(what): \(got) within a factor of \(restFactor) of \(expected)", ratio < restFactor && ratio > 1 / restFactor, true)
  }

  // MARK: settle

  static func settle(_ test: Case) throws -> Verdict {
    let (input, expect) = (test.input, test.expect)
    var verdict = Verdict()
    let spring = try spring(input)
    let distance = try input["to_value"].number - input["from_value"].number
    let velocity = try input["initial_velocity"].number
    if input["clamp"].exists {
      let time = spring.crossingTime(distance: distance, velocity: velocity)
      verdict.expect("estimated_ms", time * 1000, try expect["estimated_ms"].number, within: test.tolerance)
      return verdict
    }
    // Documented settling times of Core Animation are for a thousandth of the way, about.
    let given = input["rest_displacement"].exists ? input["rest_displacement"] : input["epsilon"]
    let threshold = try given.exists ? given.number : distance / 1000
    let rest = spring.restTime(distance: distance, velocity: velocity, threshold: threshold)
    let seconds = ["settled_at_s", "documented_s", "envelope_0_001_s"]
    let milliseconds = ["first_rested_probe_ms", "estimated_ms"]
    for key in seconds where expect[key].exists { near(rest, try expect[key].number, key, &verdict) }
    for key in milliseconds where expect[key].exists { near(rest * 1000, try expect[key].number, key, &verdict) }
    if verdict.comparisons == 0 { throw Unreadable("the case expects no time that is known here") }
    if expect["instantaneously_within_at_6s"].exists {
      let there = spring.sample(distance: distance, velocity: velocity, at: 6)
      let speed = try input["rest_speed"].number
      verdict.expect(
        "at rest after 6 s", (there.position - distance).magnitude < threshold && there.velocity.magnitude < speed,
        try expect["instantaneously_within_at_6s"].flag)
    }
    return verdict
  }

  // MARK: behaviour

  static func behaviour(_ test: Case) throws -> Verdict {
    switch test.id {
    case "sb-higher-ratio-slower": try higherRatioSlower(test)
    case "sb-stiffer-sooner": try stifferSooner(test)
    case "sb-negative-stiffness": try refused(test)
    case "sb-inplace-not-done": try notDone(test)
    case "sb-retarget-running": try retarget(test)
    case "sb-cancel-then-skip": try cancelThenSkip(test)
    case "sb-fling-threshold": try DecaySuites.flingThreshold(test)
    default: throw Unreadable("no runner knows \(test.id)")
    }
  }

  /// Threshold of lengths, in the unit of the cases' values.
  private static let threshold = 0.25

  private static func higherRatioSlower(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let (from, to) = (try test.input["from_value"].number, try test.input["to_value"].number)
    let stiffness = try test.input["stiffness"].number
    let ratios = try test.input["ratios"].numbers
    let springs = try ratios.map { try Spring(ratio: $0, stiffness: stiffness) }
    let ends = springs.map { $0.restTime(distance: to - from, threshold: threshold) }
    let order = zip(ratios, ends).sorted { $0.1 < $1.1 }.map(\.0)
    verdict.expect("end_order", order, try test.expect["end_order"].numbers)
    for frame in 1...Int(ends[0] * 60) {
      let positions = springs.map { from + $0.sample(distance: to - from, at: Double(frame) / 60).position } + [from]
      verdict.expect(
        "positions \(positions) in frame \(frame) are in order", zip(positions, positions.dropFirst()).allSatisfy(<), true)
    }
    return verdict
  }

  private static func stifferSooner(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let distance = try test.input["to_value"].number - test.input["from_value"].number
    let velocity = try test.input["initial_velocity"].number
    for ratio in try test.input["ratios"].numbers {
      let ends = try test.input["stiffness"].numbers.map { stiffness in
        let spring = try Spring(ratio: ratio, stiffness: stiffness)
        return (stiffness, spring.restTime(distance: distance, velocity: velocity, threshold: threshold))
      }
      verdict.expect(
        "ends of ratio \(ratio)", ends.sorted { $0.1 < $1.1 }.map(\.0), try test.expect["end_order_for_each_ratio"].numbers)
    }
    return verdict
  }

  private static func refused(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let stiffness = try test.input["stiffness"].number
    let spring = try? Spring(ratio: 1, stiffness: stiffness)
    verdict.expect("error", spring == nil, try test.expect["error"].flag)
    return verdict
  }

  private static func notDone(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    for input in try test.input.list {
      let spring = try Spring(stiffness: try input["stiffness"].number, damping: try input["damping"].number)
      let rest = spring.restTime(distance: 0, velocity: try input["velocity"].number, threshold: threshold)
      verdict.expect("done at 0", rest <= 0, try test.expect["done_at_0"].flag)
    }
    return verdict
  }

  private static func operation(_ test: Case, _ index: Int, _ name: String) throws -> JSON {
    let script = try test.input["script"].list
    guard index < script.count, try script[index]["op"].string == name else {
      throw Unreadable("\(test.id) no longer has \(name) as operation \(index)")
    }
    return script[index]
  }

  /// Aims a running value at another target: it ends there, once.
  private static func retarget(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let engine = Engine()
    let value = try engine.makeValue([0])
    var ends: [EndReason] = []
    try engine.advance(to: 0)
    let first = try operation(test, 0, "animate_to")["value"].number
    let pause = try operation(test, 1, "advance")["ms"].number
    let last = try operation(test, 2, "animate_to")["value"].number
    try engine.move(value, to: [first], Engine.MotionOptions(.spring(Spring())))
    try engine.advance(to: pause / 1000)
    try engine.move(value, to: [last], Engine.MotionOptions(.spring(Spring()), completion: { ends.append($0) }))
    for frame in 1...120 { try engine.advance(to: pause / 1000 + Double(frame) / 60) }
    verdict.expect("end_callbacks", Double(ends.count), try test.expect["end_callbacks"].number, within: 0)
    let end = test.expect["end"]
    verdict.expect("cancelled", ends.first == .cancelled, try end["cancelled"].flag)
    verdict.expect("value", try engine.position(of: value)[0], try end["value"].number, within: 0)
    verdict.expect("velocity", try engine.velocity(of: value)[0], try end["velocity"].number, within: 0)
    return verdict
  }

  private static func cancelThenSkip(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let engine = Engine()
    let value = try engine.makeValue([try operation(test, 0, "start")["from_value"].number])
    var ends: [(cancelled: Bool, value: Double, velocity: Double)] = []
    func note(_ reason: EndReason) {
      guard let x = try? engine.position(of: value)[0], let v = try? engine.velocity(of: value)[0] else { return }
      ends.append((reason == .cancelled, x, v))
    }
    try engine.advance(to: 0)
    func move(_ operation: JSON) throws -> Handle<Animator> {
      try engine.move(
        value, to: [try operation["value"].number], Engine.MotionOptions(.spring(Spring()), completion: note))
    }
    let first = try move(try operation(test, 1, "animate_to"))
    _ = try operation(test, 2, "cancel")
    engine.stop(first)
    let second = try move(try operation(test, 3, "animate_to"))
    _ = try operation(test, 4, "skip_to_end")
    engine.complete(second)
    engine.turn()
    let expected = try test.expect["end_callbacks"].list
    verdict.expect("how many ends", ends.count, expected.count)
    for (got, wanted) in zip(ends, expected) {
      verdict.expect("cancelled", got.cancelled, try wanted["cancelled"].flag)
      verdict.expect("velocity", got.velocity, try wanted["velocity"].number, within: 0)
    }
    verdict.expect(
      "value at the end", try engine.position(of: value)[0], try expected[expected.count - 1]["value"].number, within: 0)
    return verdict
  }
}
