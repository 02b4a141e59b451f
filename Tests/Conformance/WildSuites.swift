// wild/parameter_sets: curves and springs as other software ships them.

import Segue

enum WildSuites {
  static func parameterSets(_ test: Case) throws -> Verdict {
    let input = test.input
    if input["curves"].exists { return try curves(test) }
    if input["springs"].exists { return try springs(test) }
    if input["css"].exists { return try css(test) }
    if input["join"].exists { return try joined(test) }
    if input["open"].exists { return try powers(test) }
    if input["deceleration"].exists { return try swipeTracker(test) }
    if input["touch_slop"].exists { return try gestureLimits(test) }
    throw Unreadable("the set has an unknown form")
  }

  /// How far a velocity carries at a deceleration.
  private static func swipeTracker(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    for device in test.expect["slope"].keys {
      let rate = try test.input["deceleration"][device].number
      verdict.expect(
        device, GestureConstants.projection(rate: rate), try test.expect["slope"][device].number, within: test.tolerance)
    }
    return verdict
  }

  /// Recognisers with the thresholds of another toolkit.
  private static func gestureLimits(_ test: Case) throws -> Verdict {
    let input = test.input
    let kinds: [RecognizerKind] = [
      .tap(TapSettings(slop: try input["touch_slop"].number)),
      .tap(TapSettings(taps: 2, between: try input["double_tap_ms"].numbers[1] / 1000)),
      .longPress(LongPressSettings(duration: try input["long_press_ms"].number / 1000)),
      .longPress(LongPressSettings(duration: try input["press_ms"].number / 1000)),
      .pan(PanSettings(slop: try input["pan_slop"].number)), .pan(PanSettings(slop: try input["mouse_pan_slop"].number)),
      .tap(TapSettings(slop: try input["mouse_slop"].number)), .pinch(PinchSettings(slop: try input["scale_slop"].number)),
    ]
    var verdict = Verdict()
    let stage = try GestureStage()
    for (i, kind) in kinds.enumerated() { try stage.add("\(i)", kind) }
    verdict.expect("usable", kinds.allSatisfy { $0.problem == nil }, try test.expect["usable"].flag)
    return verdict
  }

  private static func bezier(_ points: [Double]) throws -> Curve {
    guard points.count == 4 else { throw Unreadable("a Bézier curve has four numbers") }
    return try .bezier(points[0], points[1], points[2], points[3])
  }

  private static func curves(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let at = try test.input["at"].numbers
    for name in test.input["curves"].keys {
      let curve = try bezier(try test.input["curves"][name].numbers)
      let expect = test.expect[name]
      verdict.expect(name, at.map(curve.value), try expect["values"].numbers, within: test.tolerance)
      verdict.expect("\(name) as CSS", curve.css.flatMap { try? Curve(css: $0) } == curve, try expect["valid_css"].flag)
      let all = curve.samples(4000)
      if expect["min"].exists {
        verdict.expect("\(name) min", all.min() ?? 0, try expect["min"].number, within: test.tolerance)
      }
      if expect["max"].exists {
        verdict.expect("\(name) max", all.max() ?? 0, try expect["max"].number, within: test.tolerance)
      }
    }
    return verdict
  }

  private static func springs(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let input = test.input
    guard try input["columns"].list.map({ try $0.string }) == ["mass", "stiffness", "damping"] else {
      throw Unreadable("springs with unknown columns")
    }
    let ends = try input["from_to"].numbers
    let velocity = try input["velocity"].number
    let distance = ends[1] - ends[0]
    for name in input["springs"].keys {
      let row = try input["springs"][name].numbers
      let spring = try Spring(mass: row[0], stiffness: row[1], damping: row[2])
      let expect = test.expect[name]
      func position(_ t: Double) -> Double { ends[0] + spring.sample(distance: distance, velocity: velocity, at: t).position }
      verdict.expect("\(name) damping_ratio", spring.ratio, try expect["damping_ratio"].number, within: test.tolerance)
      verdict.expect(
        name, try input["at_s"].numbers.map(position), try expect["positions"].numbers, within: test.tolerance)
      if expect["first_overshoot"].exists {
        let highest = (0...20_000).map { position(Double($0) / 10_000) }.max() ?? 0
        verdict.expect("\(name) first_overshoot", highest, try expect["first_overshoot"].number, within: test.tolerance)
      }
    }
    return verdict
  }

  private static func css(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let curve = try Curve(css: try test.input["css"].string)
    verdict.expect(
      "values", try test.input["at"].numbers.map(curve.value), try test.expect["values"].numbers, within: test.tolerance)
    return verdict
  }

  /// Two Bézier curves that meet at a point, as a sampled function.
  static func joined(_ first: [[Double]], at join: [Double], _ second: [[Double]]) throws -> Curve {
    func part(_ handles: [[Double]], from start: (Double, Double), to end: (Double, Double)) throws -> Curve {
      func scaled(_ p: [Double]) -> (Double, Double) {
        ((p[0] - start.0) / (end.0 - start.0), (p[1] - start.1) / (end.1 - start.1))
      }
      let (a, b) = (scaled(handles[0]), scaled(handles[1]))
      return try bezier([a.0, a.1, b.0, b.1])
    }
    let (x, y) = (join[0], join[1])
    let first = try part(first, from: (0, 0), to: (x, y))
    let second = try part(second, from: (x, y), to: (1, 1))
    return try Curve.sampled { u in
      u < x ? y * first.value(u / x) : y + (1 - y) * second.value((u - x) / (1 - x))
    }
  }

  private static func joined(_ test: Case) throws -> Verdict {
    let input = test.input
    let join = try input["join"].numbers
    let curve = try joined(
      try input["first"].list.map { try $0.numbers }, at: join, try input["second"].list.map { try $0.numbers })
    var verdict = Verdict()
    verdict.expect(
      "values", try input["at"].numbers.map(curve.value), try test.expect["values"].numbers, within: test.tolerance)
    verdict.expect("at_join", curve.value(join[0]), try test.expect["at_join"].number, within: test.tolerance)
    return verdict
  }

  /// Powers by name: "out power 5".
  private static func powers(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let at = try test.input["at"].numbers
    for name in test.expect.keys {
      let words = try test.input[name]["curve"].string.split(separator: " ")
      let families: [Substring: EaseFamily] = ["2": .quad, "3": .cubic, "4": .quart, "5": .quint]
      guard words.count == 3, words[1] == "power", let family = families[words[2]] else {
        throw Unreadable("unknown curve \(words.joined(separator: " "))")
      }
      let curve = Curve.ease(family, try TweenSuites.mode(String(words[0])))
      verdict.expect(name, at.map(curve.value), try test.expect[name].numbers, within: test.tolerance)
    }
    return verdict
  }
}
