// navigation/interactive_back: a finger drags the top page away, or a percentage does.

import Segue

enum InteractiveBackSuites {
  static func back(_ test: Case) throws -> Verdict {
    if test.input["percents"].exists { return try percents(test) }
    if test.input["percent"].exists { return try percent(test) }
    if test.input["position"].exists { return try decision(test) }
    if test.input["finger_moves"].exists { return try element(test) }
    if test.expect["touch"].exists { return try touchDown(test) }
    if test.input["script"].exists { return try removedUnderway(test) }
    if test.input["dragged"].exists { return try release(test) }
    return try drag(test)
  }

  // MARK: By a finger

  /// Two pages and a finger that goes along with the top one. There a page that is dropped takes its share of 800 ms, one that
  /// stays at most 300 ms, a speed of one width per second decides, and half of the way is enough.
  private final class Drag {
    let stage: NavigationStage
    let stack: Navigation
    let width: Double
    let (below, top): (Screen, Screen)
    private(set) var interaction: Interaction?
    /// What came of it, and in how many seconds.
    private(set) var settled: (finishing: Bool, seconds: Double)?
    private(set) var observed: [String] = []
    private(set) var moved = 0.0
    private let fling: Double
    let drop, stay: Double

    init(_ input: JSON, curve: Curve? = nil) throws {
      func number(_ key: String, _ usual: Double) throws -> Double { input[key].exists ? try input[key].number : usual }
      width = try number("width", 800)
      (drop, stay) = try (number("max_drop_ms", 800) / 1000, number("max_forward_ms", 300) / 1000)
      fling = try number("min_fling", 1)
      stage = try NavigationStage(size: Size(width, 600))
      stack = try stage.begin(["below"])
      (below, top) = (try stage.page("below"), try stage.page("top"))
      let definition = TransitionDefinition(from: ["*"], to: ["top"])
      definition.duration = { [drop] _ in drop }
      definition.timing = .curve(.linear, duration: 0)
      definition.animate = { [engine = stage.engine, width] run in
        try engine.set(.translation, of: run.to.view, to: [width, 0])
        try engine.animate(.init(.curve(.linear, duration: run.duration))) {
          try engine.set(.translation, of: run.to.view, to: [0, 0])
          try engine.set(.translation, of: run.from.view, to: [-width / 3, 0])
        }
      }
      try stage.engine.register(definition)
      _ = try stack.push(top)
      try stage.wait()
      stage.engine.onEvent = { [unowned self] event in
        switch event {
        case .runStarted(let run) where run.isInteractive: observed.append("gesture started")
        case .runSettled(_, let finishing, let seconds): settled = (finishing, seconds)
        case .runEnded: observed.append("gesture stopped")
        default: break
        }
      }
      _ = try stage.engine.addRecognizer(.pan(PanSettings(axis: .x, slop: 0)), to: stack.view) { [unowned self] report in
        if report.state == .began { begin(curve) }
        try? interaction?.drive(report)
      }
      try stage.touch(.down, 0, 300)
    }

    private var rule: ReleaseRule {
      var numbers = ReleaseParameters()
      // Exactly the speed and exactly half are enough there.
      (numbers.flickSpeed, numbers.threshold) = ((fling * width).nextDown * (1 - 1e-9), 0.5.nextDown)
      return ReleaseRule(.thresholdOrFlick, numbers)
    }

    private func begin(_ curve: Curve?) {
      let interaction = stage.engine.makeInteraction()
      interaction.rule = rule
      if let curve { interaction.completionCurve = curve }
      self.interaction = interaction
      _ = try? stack.pop(interaction: interaction)
    }

    func move(to way: Double) throws {
      moved = way
      try stage.touch(.move, way, 300)
    }

    /// Goes so far, evenly, and at the speed if one is given; then it stays or is let go at once.
    func move(to way: Double, speed: Double) throws {
      let seconds = 0.2
      let start = way - speed * seconds
      try move(to: start)
      try stage.play(0.1)
      let steps = 20
      for step in 1...steps {
        try stage.play(seconds / Double(steps))
        try move(to: start + (way - start) * Double(step) / Double(steps))
      }
    }

    func lift(speed: Double) throws {
      let share = moved / width
      let goesOn = rule.goesOn(Release(progress: share, velocity: speed / width, distance: width))
      if !goesOn, share > 0 { try interaction?.setCompletionSpeed(max(1, share * drop / stay)) }
      try stage.touch(.up, moved, 300)
    }

    /// A run that a finger began and that has not ended.
    var isUnderWay: Bool { stack.run?.interaction != nil }
    var result: String { stack.stack.count == 1 ? "popped" : "stays" }
  }

  private static func drag(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let drag = try Drag(test.input)
    for row in try test.expect["samples"].list.map({ try $0.numbers }) {
      try drag.stage.play(0.016)
      try drag.move(to: row[0])
      let got = try [drag.stage.x(drag.below), drag.stage.x(drag.top)]
      verdict.expect("after \(row[0])", got, Array(row[1...]), within: test.tolerance)
      verdict.expect("in progress", drag.isUnderWay, try test.expect["gesture_in_progress"].flag)
    }
    return verdict
  }

  /// Dragged, held unless it has a speed, and let go.
  private static func release(_ test: Case) throws -> Verdict {
    let input = test.input
    let points = input["curve"].exists ? try input["curve"].numbers : nil
    let drag = try Drag(input, curve: try points.map { try .bezier($0[0], $0[1], $0[2], $0[3]) })
    for way in try (try? input["dragged"].numbers) ?? [input["dragged"].number] {
      try drag.stage.play(0.1)
      try drag.move(to: drag.moved + way)
    }
    let speed = try input["release_speed"].number
    if speed != 0 { try drag.move(to: drag.moved, speed: speed) } else { try drag.stage.play(0.5) }
    try drag.lift(speed: speed)
    return try compare(drag, test)
  }

  private static func decision(_ test: Case) throws -> Verdict {
    let drag = try Drag(test.input)
    let speed = try test.input["velocity_widths_per_s"].number * drag.width
    try drag.move(to: (1 - (try test.input["position"].number)) * drag.width, speed: speed)
    if speed == 0 { try drag.stage.play(0.5) }
    try drag.lift(speed: speed)
    return try compare(drag, test)
  }

  /// What came of a drag that has just been let go.
  private static func compare(_ drag: Drag, _ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let (expect, stage) = (test.expect, drag.stage)
    let start = stage.engine.time
    // A finger that never moved holds nothing.
    let seconds = drag.settled?.seconds ?? (drag.interaction == nil ? 0 : .nan)
    if expect["samples"].exists {
      for row in try expect["samples"].list.map({ try $0.numbers }) {
        try stage.engine.advance(to: start + row[0] / 1000)
        verdict.expect(
          "at \(row[0]) ms", try [stage.x(drag.below), stage.x(drag.top)], Array(row[1...]), within: test.tolerance)
      }
    }
    let isLasting = drag.isUnderWay
    try stage.engine.advance(to: max(stage.engine.time, start + seconds - 0.001))
    let stillUnderWay = drag.isUnderWay
    try stage.engine.advance(to: max(stage.engine.time, start + seconds + 1e-9))
    for key in expect.keys {
      switch key {
      case "duration_ms": verdict.expect(key, seconds * 1000, try expect[key].number, within: 1e-6)
      case "result": verdict.expect(key, drag.result, try expect[key].string)
      case "popped": verdict.expect(key, drag.result == "popped", try expect[key].flag)
      case "observer_order": verdict.expect(key, drag.observed, try expect[key].list.map { try $0.string })
      case "gesture_in_progress":
        guard expect[key].text == "true until the end, then false" else { throw Unreadable("an unknown \(key)") }
        verdict.expect(key, [isLasting, stillUnderWay, drag.isUnderWay], [true, true, false])
      case _ where key.hasPrefix("gesture_in_progress_at_") && key.hasSuffix("_ms"):
        guard let time = Double(key.dropFirst(23).dropLast(3)) else { throw Unreadable("an unknown \(key)") }
        try stage.engine.advance(to: max(stage.engine.time, start + time / 1000))
        verdict.expect(key, drag.isUnderWay, try expect[key].flag)
      case "samples", "source_samples": break
      default: throw Unreadable("unknown expectation \(key)")
      }
    }
    try stage.wait()
    verdict.expect("busy at the end", drag.stack.run == nil, true)
    return verdict
  }

  /// The program takes the page away that the finger holds; the finger goes on.
  private static func removedUnderway(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    for ours in [NavigationSwipe.Conflict.programWins, .gestureWins] {
      let stage = try NavigationStage()
      let stack = try stage.begin(["below", "page"])
      var swipe = NavigationSwipe.back
      swipe.conflict = ours
      try stack.setSwipe(swipe)
      let page = stack.top
      var way = 5.0
      try stage.touch(.down, way, 400)
      for sentence in try test.input["script"].list.map({ try $0.string }) {
        switch sentence {
        case "drag begins", "more moves":
          for _ in 0..<10 {
            way += 10
            try stage.play(0.016)
            try stage.touch(.move, way, 400)
          }
          if sentence == "drag begins" { verdict.expect("the finger holds it", stack.run?.isInteractive, true) }
        case "remove page":
          let outcome = try stack.remove(page, animated: false, conflict: ours == .gestureWins ? .replace : nil)
          verdict.expect("removed", outcome.refusal, nil)
          try stage.frame()
        case "release": try stage.touch(.up, way, 400)
        default: throw Unreadable("an unknown step \(sentence)")
        }
      }
      try stage.wait()
      verdict.expect("the stack", stack.stack.map(\.kind), ["below"])
      verdict.expect("busy", stack.run != nil, false)
      verdict.expect("on the stage", stage.pages.values.filter(stage.isVisible).map(\.kind), ["below"])
    }
    return verdict
  }

  /// A finger that is down on a page while the program pops it.
  private static func touchDown(_ test: Case) throws -> Verdict {
    let stage = try NavigationStage()
    let stack = try stage.begin(["below", "page"])
    let page = stack.top
    var (states, taps) = ([GestureState](), 0)
    let press = try stage.engine.addRecognizer(.longPress(LongPressSettings(duration: 0)), to: page.view) {
      states.append($0.state)
    }
    let tap = try stage.engine.addRecognizer(.tap(TapSettings()), to: page.view) { _ in taps += 1 }
    stage.engine.configure(tap) { $0.simultaneousWith = [press] }
    for sentence in try test.input["script"].list.map({ try $0.string }) {
      switch sentence {
      case "finger down on page": try stage.touch(.down, 200, 400)
      case "pop by program":
        _ = try stack.pop()
        try stage.wait()
      default: throw Unreadable("an unknown step \(sentence)")
      }
    }
    try stage.touch(.up, 200, 400)
    try stage.wait()
    var verdict = Verdict()
    verdict.expect("touch", states.last?.rawValue, try test.expect["touch"].string)
    verdict.expect("tap", taps > 0, try test.expect["tap"].flag)
    return verdict
  }

  /// An element that the transition moves from its place on one page to its place on the other.
  private static func element(_ test: Case) throws -> Verdict {
    let drag = try Drag(test.input)
    let engine = drag.stage.engine
    let element = try engine.makeView()
    try engine.add(element, to: drag.top.view)
    let definition = TransitionDefinition(from: ["*"], to: ["top"])
    definition.priority = 1
    definition.animate = { [drag] run in
      try engine.set(.translation, of: element, to: [drag.width / 4, 50])
      try engine.animate(.init(.curve(.linear, duration: run.duration))) {
        try engine.set(.translation, of: element, to: [0, 0])
      }
    }
    try engine.register(definition)
    var distances: [Double] = []
    for move in try test.input["finger_moves"].numbers {
      try drag.stage.play(0.1)
      try drag.move(to: drag.moved + move)
      let place = try engine.shownNumbers(.translation, of: element)
      distances.append((place[0] * place[0] + place[1] * place[1]).squareRoot())
    }
    var verdict = Verdict()
    for (i, words) in try test.expect["element_distance_from_its_final_place"].list.map({ try $0.string }).enumerated() {
      let got = distances[i]
      if words == "more than after the first move" {
        verdict.expect("\(got) after move \(i) is \(words)", got > distances[0], true)
      } else if words.hasPrefix("more than "), let limit = Double(words.dropFirst(10)) {
        verdict.expect("\(got) after move \(i) is \(words)", got > limit, true)
      } else if words.hasPrefix("less than "), let limit = Double(words.dropFirst(10)) {
        verdict.expect("\(got) after move \(i) is \(words)", got < limit, true)
      } else {
        throw Unreadable("unknown words \(words)")
      }
    }
    verdict.expect("in progress", drag.isUnderWay, true)
    return verdict
  }

  // MARK: By a percentage

  private static func percent(_ test: Case) throws -> Verdict {
    let input = test.input
    let (stage, interaction) = try percentDriven(input, timing: .linear)
    var (seconds, reason) = (Double.nan, EndReason?.none)
    stage.engine.onEvent = {
      switch $0 {
      case .runSettled(_, _, let time): seconds = time
      case .runEnded(_, let why): reason = why
      default: break
      }
    }
    try interaction.setCompletionSpeed(try input["completion_speed"].number)
    try interaction.update(try input["percent"].number)
    // Held: it has no speed of its own.
    try stage.play(0.5)
    switch try input["end"].string {
    case "finish": interaction.finish()
    case "cancel": interaction.cancel()
    case let end: throw Unreadable("an unknown end \(end)")
    }
    var verdict = Verdict()
    verdict.expect("remaining_s", seconds, try test.expect["remaining_s"].number, within: test.tolerance)
    let end = stage.engine.time + seconds
    try stage.engine.advance(to: max(stage.engine.time, end - 1e-6))
    verdict.expect("over before its time", reason != nil, seconds < 1e-6)
    try stage.engine.advance(to: end + 1e-9)
    verdict.expect("flag", reason == .finished, try test.expect["flag"].flag)
    verdict.expect("over in time", reason != nil, true)
    return verdict
  }

  private static func percents(_ test: Case) throws -> Verdict {
    let curves: [String: Curve] = ["linear": .linear, "ease-in": .easeIn, "ease-out": .easeOut, "ease-in-out": .easeInOut]
    guard let curve = curves[try test.input["curve"].string] else { throw Unreadable("an unknown curve") }
    let (stage, interaction) = try percentDriven(test.input, timing: curve)
    let page = try stage.page("above")
    var verdict = Verdict()
    for (percent, wanted) in zip(try test.input["percents"].numbers, try test.expect["shown_progress"].numbers) {
      try interaction.update(percent)
      try stage.play(0.016)
      verdict.expect("at \(percent)", 1 - (try stage.x(page)) / stage.size.width, wanted, within: 1e-6)
    }
    return verdict
  }

  private static func percentDriven(_ input: JSON, timing: Curve) throws -> (NavigationStage, Interaction) {
    let stage = try NavigationStage()
    let stack = try stage.begin(["below"])
    let definition = stage.slide()
    definition.duration = { _ in try input["duration_s"].number }
    definition.timing = .curve(timing, duration: 0)
    stack.choices.ownDefinition = definition
    let interaction = stage.engine.makeInteraction()
    _ = try stack.push(try stage.page("above"), interaction: interaction)
    try stage.frame()
    return (stage, interaction)
  }
}
