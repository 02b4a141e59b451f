// springs/decay_and_bounds: values that are thrown, alone and against bounds.

import Foundation
import Segue

enum DecaySuites {
  static func decay(_ test: Case) throws -> Verdict {
    let (input, expect) = (test.input, test.expect)
    var verdict = Verdict()
    if test.id == "de-through-pos" { return try through(test) }
    let position = try input[input["x0"].exists ? "x0" : "from_value"].number
    let decay: Decay
    var velocity: Double
    if input["drag_per_second"].exists {
      decay = Decay(rate: -log(try input["drag_per_second"].number))
      velocity = try input["v0"].number
    } else {
      // These say how far a velocity carries; it is the first velocity times the time constant.
      decay = Decay(rate: 1000 / (try input["time_constant_ms"].number))
      velocity = try input["power"].number * input["velocity"].number * decay.rate
    }
    var options = Engine.DecayOptions(velocity: [velocity], decay: decay)
    let bound = input["bound"].exists ? input["bound"] : input["min"]
    if bound.exists {
      let far = input["max"].exists ? try input["max"].number : .infinity
      options.bounds = try bound.number...min(far, .greatestFiniteMagnitude)
    }
    let edge = input["edge_spring"].exists ? input["edge_spring"] : input["bounce_spring"]
    if edge["damping"].exists {
      options.bounce = try Spring(
        mass: try edge["mass"].number, stiffness: try edge["stiffness"].number, damping: try edge["damping"].number)
    } else if edge.exists {
      options.bounce = try Spring(
        ratio: try edge["ratio"].number, stiffness: try edge["stiffness"].number, mass: try edge["mass"].number)
    }

    let engine = Engine()
    try engine.advance(to: 0)
    let value = try engine.makeValue([position])
    let animator = try engine.decay(value, options)
    // A free value rests where it stays within this share of its way.
    let threshold = abs(decay.travel(velocity)) / 4096
    let exact = max(test.tolerance, 1e-6)
    for sample in try expect["samples"].list {
      let t = try sample["t"].exists ? sample["t"].number : sample["t_ms"].number / 1000
      try engine.advance(to: t)
      let rests = !engine.isRunning(animator)
      let x = try engine.position(of: value)[0]
      verdict.expect("x at \(t)", x, try sample["x"].number, within: rests ? threshold : exact)
      if sample["v"].exists {
        let v = try sample["v"].number
        verdict.expect("v at \(t)", try engine.velocity(of: value)[0], v, within: rests ? threshold * decay.rate * 10 : exact)
      }
      if sample["done"].exists { verdict.expect("done at \(t)", rests, try sample["done"].flag) }
      for (moment, done) in [("0", 0.0), ("0.5", 0.5), ("3.5", 3.5)] where done == t && expect["done"][moment].exists {
        verdict.expect("done at \(t)", rests, try expect["done"][moment].flag)
      }
    }
    if expect["done_at_5s"].exists { verdict.expect("done", !engine.isRunning(animator), try expect["done_at_5s"].flag) }
    if expect["done_at_5s_with_speed_threshold_1"].exists {
      verdict.expect("slow", abs(try engine.velocity(of: value)[0]) < 1, try expect["done_at_5s_with_speed_threshold_1"].flag)
    }
    for end in ["final_x", "target"] where expect[end].exists {
      verdict.expect(end, position + decay.travel(velocity), try expect[end].number, within: exact)
    }
    for key in expect["v_at"].keys {
      guard let t = Double(key) else { throw Unreadable("v_at has \(key)") }
      verdict.expect("v at \(key)", velocity * exp(-decay.rate * t), try expect["v_at"][key].number, within: exact)
    }
    for key in expect["time_at_x"].keys {
      guard let x = Double(key) else { throw Unreadable("time_at_x has \(key)") }
      let time = decay.hitTime(distance: x - position, velocity: velocity) ?? .infinity
      verdict.expect("time at \(key)", time, try expect["time_at_x"][key].number, within: exact)
    }
    for key in ["crossing_at_s", "edge_reached_at_s"] where expect[key].exists {
      let edge = velocity < 0 ? options.bounds?.lowerBound : options.bounds?.upperBound
      guard let edge, let time = decay.hitTime(distance: edge - position, velocity: velocity) else {
        verdict.fail("no bound is reached")
        continue
      }
      verdict.expect(key, time, try expect[key].number, within: exact)
      if expect["velocity_at_crossing"].exists {
        velocity -= decay.rate * (edge - position)
        verdict.expect("velocity there", velocity, try expect["velocity_at_crossing"].number, within: exact)
      }
    }
    return verdict
  }

  /// The decay that joins two places and velocities: what it loses in velocity is its rate times the way.
  private static func through(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let (x0, v0) = (try test.input["x0"].number, try test.input["v0"].number)
    let (x1, v1) = (try test.input["x1"].number, try test.input["v1"].number)
    let decay = Decay(rate: (v0 - v1) / (x1 - x0))
    verdict.expect("drag", exp(-decay.rate), try test.expect["drag_per_second"].number, within: test.tolerance)
    let reached = decay.hitTime(distance: x1 - x0, velocity: v0) ?? .infinity
    verdict.expect("reaches at", reached, try test.expect["reaches_at_s"].number, within: test.tolerance)
    let engine = Engine()
    try engine.advance(to: 0)
    let value = try engine.makeValue([x0])
    try engine.decay(value, .init(velocity: [v0], decay: decay))
    try engine.advance(to: reached)
    verdict.expect("x there", try engine.position(of: value)[0], x1, within: test.tolerance)
    verdict.expect("v there", try engine.velocity(of: value)[0], v1, within: test.tolerance)
    return verdict
  }

  /// Of two thresholds the higher one is reached first.
  static func flingThreshold(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let velocity = try test.input["velocity"].number
    let thresholds = try test.input["thresholds"].numbers
    let order = thresholds.map { ($0, Decay.natural.restTime(velocity: velocity, threshold: $0)) }.sorted { $0.1 < $1.1 }
    verdict.expect("end_order", order.map(\.0), try test.expect["end_order"].numbers)
    return verdict
  }
}
