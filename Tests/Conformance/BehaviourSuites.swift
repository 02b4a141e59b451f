// tween/behaviour: how tweens start, repeat, stop and end.

import Foundation
import Segue

enum BehaviourSuites {
  static func behaviour(_ test: Case) throws -> Verdict {
    switch test.id {
    case "fl-stop", "fl-overshoot-clamps": try script(test)
    case "tw-easing-arg": try easings(test)
    case "tw-returns-true": try endings(test)
    case "tw-set": try sought(test)
    case "tw-bad-subject", "tw-bad-target-values", "tw-recursive", "tw-metatables": try TableSuites.tables(test)
    case "hu-after": try delayedCalls(test)
    case "hu-every-catches-up", "hu-every-count": try repeatedCalls(test)
    case "hu-cancel": try cancelled(test)
    case "tj-yoyo", "tj-yoyo-forever", "tj-zero": try rounds(test)
    case "fa-velocity": try velocity(test)
    case _ where test.id.hasPrefix("fcv-"): try range(test)
    default: throw Unreadable("no runner knows \(test.id)")
    }
  }

  /// An engine at time 0 with one value.
  private static func start(_ position: Double) throws -> (Engine, Handle<MotionValue>) {
    let engine = Engine()
    try engine.advance(to: 0)
    return (engine, try engine.makeValue([position]))
  }

  private static func linear(_ duration: Double) -> Engine.MotionOptions { .init(.curve(.linear, duration: duration)) }

  private static func script(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let engine = Engine()
    var time = 0.0
    try engine.advance(to: 0)
    var values: [String: Handle<MotionValue>] = [:]
    for object in test.input["objects"].keys {
      for key in test.input["objects"][object].keys {
        values["\(object).\(key)"] = try engine.makeValue([try test.input["objects"][object][key].number])
      }
    }
    var animators: [String: Handle<Animator>] = [:]
    var log: [String] = []
    for operation in try test.input["script"].list {
      switch try operation["op"].string {
      case "tween":
        let (id, object) = (try operation["id"].string, try operation["object"].string)
        let curve: Curve = try operation["ease"].string == "linear" ? .linear : .ease(.elastic, .out)
        var options = Engine.MotionOptions(.curve(curve, duration: try operation["duration"].number))
        if operation["log"].exists { options.completion = { if $0 == .finished { log.append("\(id) complete") } } }
        animators[id] = try engine.animate(options) {
          for key in operation["to"].keys {
            guard let value = values["\(object).\(key)"] else { throw Unreadable("no value \(object).\(key)") }
            try engine.set(value, to: [try operation["to"][key].number])
          }
        }
      case "stop":
        if let animator = animators[try operation["id"].string] { engine.stop(animator) }
      case "update":
        time += try operation["dt"].number
        try engine.advance(to: time)
      case "expect":
        for name in operation.keys where name != "op" && name != "log" {
          for key in operation[name].keys {
            guard let value = values["\(name).\(key)"] else { throw Unreadable("no value \(name).\(key)") }
            verdict.expect(
              "\(name).\(key) at \(time)", try engine.position(of: value)[0], try operation[name][key].number,
              within: test.tolerance)
          }
        }
        verdict.expect("log at \(time)", log, try operation["log"].list.map { try $0.string })
      case let other: throw Unreadable("unknown operation \(other)")
      }
    }
    return verdict
  }

  private static func easings(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let refused = try test.input["easings"].list.map { easing in
      let name = try easing.string
      if name == "<function>" { return (try? Curve.sampled { $0 * $0 }) == nil }
      return !Curve.named.contains { $0.name == name } && (try? Curve(css: name)) == nil
    }
    verdict.expect("refused", refused, try test.expect.list.map { try $0.flag })
    return verdict
  }

  private static func endings(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let (engine, value) = try start(0)
    let animator = try engine.move(value, to: [1], linear(try test.input["duration"].number))
    var time = 0.0
    let ended = try test.input["updates"].numbers.map { step in
      time += step
      try engine.advance(to: time)
      return !engine.isRunning(animator)
    }
    verdict.expect("ended", ended, try test.expect.list.map { try $0.flag })
    return verdict
  }

  private static func sought(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let (engine, value) = try start(try test.input["subject"].numbers[0])
    let animator = try engine.move(value, to: try test.input["target"].numbers, linear(try test.input["duration"].number))
    try engine.seek(animator, to: try test.input["seek"].number)
    verdict.expect("value", try engine.position(of: value), try test.expect.numbers, within: 1e-9)
    return verdict
  }

  private static func delayedCalls(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let engine = Engine()
    try engine.advance(to: 0)
    let delays = try test.input["after"].numbers
    var fired = delays.map { _ in false }
    for (i, delay) in delays.enumerated() { engine.call(after: delay) { fired[i] = true } }
    var (time, got) = (0.0, [Bool]())
    for step in try test.input["updates"].numbers {
      time += step
      try engine.advance(to: time)
      got += fired
    }
    verdict.expect("fired", got, try test.expect.list.map { try $0.flag })
    return verdict
  }

  /// A call at the end of a timeline that repeats.
  private static func repeatedCalls(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let engine = Engine()
    try engine.advance(to: 0)
    let timeline = engine.makeTimeline()
    var calls = 0.0
    try timeline.call(at: try test.input["every"].number) { calls += 1 }
    try timeline.play(loops: test.input["count"].exists ? try test.input["count"].number : .infinity)
    var (time, got) = (0.0, [Double]())
    let updates =
      test.input["updates"].text == "20 x 0.25" ? Array(repeating: 0.25, count: 20) : try test.input["updates"].numbers
    for step in updates {
      time += step
      try engine.advance(to: time)
      got.append(calls)
    }
    let expected = try test.expect.numbers
    verdict.expect("calls", Array(got.suffix(expected.count)), expected, within: 0)
    return verdict
  }

  private static func cancelled(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    guard try test.input["script"].list.map({ try $0.string }) == ["tween 2 s to 10", "update 1", "cancel", "update 5"] else {
      throw Unreadable("the script is another one")
    }
    let (engine, value) = try start(0)
    var finished = false
    var options = linear(2)
    options.completion = { finished = $0 == .finished }
    let animator = try engine.move(value, to: [10], options)
    try engine.advance(to: 1)
    engine.stop(animator)
    try engine.advance(to: 6)
    let expected = try test.expect.list
    verdict.expect("value", try engine.position(of: value)[0], try expected[0].number, within: test.tolerance)
    verdict.expect("finished", finished, try expected[1].flag)
    return verdict
  }

  private static func rounds(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let (engine, value) = try start(try test.input["from"].number)
    let timeline = engine.makeTimeline()
    try timeline.add(at: 0, .curve(.linear, duration: try test.input["duration_ms"].number / 1000)) {
      try engine.set(value, to: [try test.input["to"].number])
    }
    let loops = test.input["repeat"].exists ? try test.input["repeat"].number + 1 : 1
    try timeline.play(loops: loops, yoyo: test.input["yoyo"].exists ? try test.input["yoyo"].flag : false)
    engine.turn()
    for sample in try test.expect["samples"].list {
      let time = try sample["t_ms"].number
      try engine.advance(to: time / 1000)
      let got = try engine.position(of: value)[0]
      verdict.expect("x at \(time)", got, try sample["x"].number, within: max(test.tolerance, 1e-9))
    }
    return verdict
  }

  private static func velocity(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let (engine, value) = try start(0)
    try engine.move(value, to: [1], linear(1))
    try engine.advance(to: 0.5)
    verdict.expect(
      "velocity", try engine.velocity(of: value)[0], try test.expect["velocity"].number,
      within: try test.expect["tolerance"].number)
    try engine.advance(to: 2)
    verdict.expect("at the end", try engine.velocity(of: value)[0], try test.expect["at_end"].number, within: 0)
    return verdict
  }

  private static func range(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let curve = Curve.ease(
      try TweenSuites.family(try test.input["family"].string), try TweenSuites.mode(try test.input["mode"].string))
    let values = curve.samples(100_000)
    let (least, most) = (values.min() ?? .nan, values.max() ?? .nan)
    // The case's own extremes were found on a grid, so the true ones may lie a little further out.
    verdict.expect("min", least, try test.expect["min"].number, within: 1e-5)
    verdict.expect("max", most, try test.expect["max"].number, within: 1e-5)
    if test.expect["goes_below_0"].exists { verdict.expect("below 0", least < 0, try test.expect["goes_below_0"].flag) }
    if test.expect["goes_above_1"].exists { verdict.expect("above 1", most > 1, try test.expect["goes_above_1"].flag) }
    return verdict
  }
}
