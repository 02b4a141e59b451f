// gestures/recognizers: recognisers with given limits, a list of events, and what must be reported after each.

import Foundation
import Segue

enum RecognizerSuites {
  static func recognizers(_ test: Case) throws -> Verdict {
    if test.input["state_path"].exists { return try statePath(test) }
    if test.input["fn"].exists { throw Unreadable("a function by itself") }
    let stage = try play(test)
    let names = try test.input["recognizers"].list.map { try $0["name"].string }
    var verdict = Verdict()
    if let rows = try? test.expect.list {
      try compare(rows, stage, names, test, &verdict)
    } else {
      try compareWhole(stage, names, test, &verdict)
    }
    return verdict
  }

  // MARK: Play

  private static func play(_ test: Case) throws -> GestureStage {
    let recognizers = try test.input["recognizers"].list
    let width = try recognizers.first { $0["width"].exists }.map { try $0["width"].number } ?? 1000
    let stage = try GestureStage(size: Size(width, 1000))
    for recognizer in recognizers { try add(recognizer, alone: recognizers.count == 1, to: stage, test) }
    for recognizer in recognizers {
      let name = try recognizer["name"].string
      let required = try (recognizer["requires_failure_of"].exists ? recognizer["requires_failure_of"].list : [])
        .map { try stage.handle(try $0.string) }
      let together = try (recognizer["simultaneous_with"].exists ? recognizer["simultaneous_with"].list : [])
        .map { try stage.handle(try $0.string) }
      stage.configure(name) {
        $0.requireToFail = required
        $0.simultaneousWith += together
      }
    }
    // There each element has recognisers of its own, which know nothing of another's.
    let ofParent = try recognizers.filter { $0["on"].text == "parent" }.map { try stage.handle(try $0["name"].string) }
    for recognizer in recognizers where recognizer["on"].text == "child" {
      stage.configure(try recognizer["name"].string) { $0.simultaneousWith += ofParent }
    }
    for row in try test.input["events"].list.map({ try $0.list }) {
      let time = try row[0].number / 1000
      guard let phase = InputEvent.Phase(rawValue: try row[2].string) else {
        guard row[2].text == "wait" else { throw Unreadable("an unknown phase") }
        try stage.wait(until: time)
        continue
      }
      try stage.touch(phase, try row[3].number, try row[4].number, pointer: Int(try row[1].number), at: time)
    }
    return stage
  }

  private static func add(_ recognizer: JSON, alone: Bool, to stage: GestureStage, _ test: Case) throws {
    let name = try recognizer["name"].string
    let view = recognizer["on"].text == "parent" ? stage.parent : stage.child
    let settings = RecognizerSettings(isEnabled: recognizer["enabled"].exists ? try recognizer["enabled"].flag : true)
    func number(_ key: String) throws -> Double? { recognizer[key].exists ? try recognizer[key].number : nil }
    func seconds(_ key: String) throws -> Double? { try number(key).map { $0 / 1000 } }
    func add(_ kind: RecognizerKind) throws { try stage.add(name, kind, to: view, settings: settings) }
    switch try recognizer["type"].string {
    case "tap":
      try add(.tap(TapSettings(taps: Int(try number("taps") ?? 1), slop: try number("slop") ?? GestureConstants.slop)))
    case "double-tap":
      guard try number("slop_between") == GestureConstants.tapDistance else {
        throw Unreadable("another distance between taps")
      }
      try add(
        .tap(
          TapSettings(
            taps: 2, slop: try number("slop_within") ?? 0,
            between: try seconds("max_gap_ms") ?? GestureConstants.tapInterval)))
    case "long-press":
      try add(
        .longPress(
          LongPressSettings(
            duration: try seconds("duration_ms") ?? GestureConstants.longPress,
            slop: try number("slop") ?? GestureConstants.slop)))
    case "pan":
      let axis = recognizer["axis"].exists ? PanSettings.Axis(rawValue: try recognizer["axis"].string) : .any
      guard let axis else { throw Unreadable("an unknown axis") }
      let pointers = try number("pointers").map { Int($0) }
      try add(
        .pan(
          PanSettings(
            axis: axis, slop: try number("slop") ?? number("threshold") ?? 0, minimumContacts: pointers ?? 1,
            maximumContacts: pointers ?? .max)))
    case "edge-pan":
      let words = ["left": EdgePanSettings.Edge.left, "leading": .left, "right": .right]
      guard let edge = words[try recognizer["edge"].string] else { throw Unreadable("an unknown edge") }
      try add(
        .edgePan(
          EdgePanSettings(
            edges: [edge], band: try number("strip") ?? GestureConstants.edgeBand,
            isRightToLeft: recognizer["layout"].text == "rtl", slop: try number("slop") ?? GestureConstants.slop)))
    case "swipe":
      let directions =
        try recognizer["directions"].exists
        ? Set(recognizer["directions"].list.compactMap { SwipeDirection(rawValue: try $0.string) })
        : Set(SwipeDirection.allCases)
      // Speeds asked for there are a distance within a time here.
      let least = try number("min_distance") ?? GestureConstants.swipeDistance
      let longest = try seconds("max_duration_ms") ?? GestureConstants.swipeTime
      try add(.swipe(SwipeSettings(directions: directions, minimum: least, maximumTime: longest)))
    case "pinch":
      // There a share of the first distance; two downs come first.
      let downs = try test.input["events"].list.map { try $0.list }.filter { $0[2].text == "down" }
      let span = try downs.count < 2 ? 1 : distance(downs[0], downs[1])
      try add(.pinch(PinchSettings(slop: (try number("slop_scale") ?? 0) * span)))
      guard try number("slop_scale") == nil else { return }
      // There one recogniser tells of distance and angle.
      try stage.add(name + " angle", .rotation(RotationSettings(slop: 0)), to: view)
      stage.allowAll([name, name + " angle"])
    case "pinch+rotate+pan":
      // There a recogniser that is alone has no slop.
      guard alone else { throw Unreadable("three kinds in one beside others") }
      try add(.pinch(PinchSettings(slop: 0)))
      try stage.add(name + " angle", .rotation(RotationSettings(slop: 0)), to: view)
      try stage.add(name + " pan", .pan(PanSettings(slop: 0)), to: view)
      stage.allowAll([name, name + " angle", name + " pan"])
    case let type: throw Unreadable("unknown type \(type)")
    }
  }

  private static func distance(_ a: [JSON], _ b: [JSON]) throws -> Double {
    let (x, y) = (try a[3].number - (try b[3].number), try a[4].number - (try b[4].number))
    return (x * x + y * y).squareRoot()
  }

  // MARK: Compare

  /// Rows that say what holds after an event.
  private static func compare(
    _ rows: [JSON], _ stage: GestureStage, _ names: [String], _ test: Case, _ verdict: inout Verdict
  ) throws {
    var started: Set<String> = []
    for row in rows {
      let event = Int(try row["after_event"].number)
      let now = stage.reports(in: event)
      let before = stage.log.filter { $0.event <= event }
      let what = "after event \(event)"
      if row["emits"].exists {
        // A touch that may become something is not reported here, nor that it became nothing.
        let wanted = try row["emits"].list.map { try $0.string }.filter { words in
          let word = words.split(separator: " ").last.map(String.init) ?? ""
          let name = names.first { words.hasPrefix($0 + " ") } ?? names[0]
          if words.contains("start") { started.insert(name) }
          return word != "down" && !(word.hasPrefix("cancel") && !started.contains(name))
        }
        verdict.expect(what, now.map { describe($0, as: wanted, names, before) }, wanted)
      }
      try compare(row, what, now, before, stage, names, test, &verdict)
    }
  }

  /// A report in the words of the case: "tap recognized", "start", "pan update delta 0,-5".
  private static func describe(
    _ entry: GestureStage.Entry, as wanted: [String], _ names: [String], _ before: [GestureStage.Entry]
  ) -> String {
    let report = entry.report
    var word =
      switch report.state {
      case .began: "start"
      case .changed: wanted.contains(where: { $0.hasSuffix("move") }) ? "move" : "update"
      case .ended: before.contains(where: { $0.name == entry.name && $0.report.state == .began }) ? "end" : "recognized"
      default: "cancel"
      }
    if report.state == .began, wanted.contains(where: { $0.contains(" at ") }) {
      word += " at \(Int(report.location.x)),\(Int(report.location.y)) time \(Int((report.time * 1000).rounded()))"
    }
    return wanted.contains(where: { $0.hasPrefix(entry.name + " ") }) ? "\(entry.name) \(word)" : word
  }

  private static func compare(
    _ row: JSON, _ what: String, _ now: [GestureStage.Entry], _ before: [GestureStage.Entry], _ stage: GestureStage,
    _ names: [String], _ test: Case, _ verdict: inout Verdict
  ) throws {
    let own = before.filter { $0.name == names[0] }
    let angle = before.last { $0.name == names[0] + " angle" }?.report
    let report = own.last?.report
    let within = max(test.tolerance, 1e-9)
    func pair(_ key: String, _ got: Point?, plus offset: [Double] = [0, 0]) throws {
      guard row[key].exists else { return }
      let wanted = try row[key].numbers
      verdict.expect("\(what) \(key)", [(got?.x ?? .nan) + offset[0], (got?.y ?? .nan) + offset[1]], wanted, within: within)
    }
    func number(_ key: String, _ got: Double?) throws {
      if row[key].exists { verdict.expect("\(what) \(key)", got ?? .nan, try row[key].number, within: within) }
    }
    if row["active"].exists {
      let last = own.last?.report.state
      verdict.expect("\(what) active", last == .began || last == .changed, try row["active"].flag)
    }
    let mine = now.filter { $0.name == names[0] }.map(\.report.state)
    if row["first"].exists { verdict.expect("\(what) first", mine.contains(.began), try row["first"].flag) }
    if row["last"].exists { verdict.expect("\(what) last", mine.contains(.ended), try row["last"].flag) }
    if row["tap"].exists { verdict.expect("\(what) tap", !before.isEmpty, try row["tap"].flag) }
    try pair("xy", report?.location)
    try pair("origin", report?.location)
    try pair("movement", report?.translation)
    let previous = own.dropLast().last?.report.translation ?? .zero
    try pair("delta", report.map { Point($0.translation.x - previous.x, $0.translation.y - previous.y) })
    try pair("velocity_px_per_ms", report.map { Point($0.velocity.x / 1000, $0.velocity.y / 1000) })
    let recognizer = try test.input["recognizers"].list[0]
    if recognizer["type"].text == "pan" {
      let offset = try recognizer["initial_offset"].exists ? recognizer["initial_offset"].numbers : [0, 0]
      if recognizer["rubberband"].exists {
        try compareBanded(row, what, recognizer, offset, report, &verdict)
      } else {
        try pair("offset", report?.translation, plus: offset)
      }
    } else {
      try pair("offset", report.map { Point($0.scale, angle?.angle ?? .nan) })
    }
    let downs = try test.input["events"].list.map { try $0.list }.filter { $0[2].text == "down" }
    let span = try downs.count < 2 ? 1 : distance(downs[0], downs[1])
    try number("distance", report.map { $0.scale * span })
    try number("scale_ratio", report?.scale)
    try number("angle", angle?.angle)
    try number("angle_delta", angle?.angle)
    try number("rotation", angle.map { $0.angle * .pi / 180 })
    try number("touches", report.map { Double($0.contacts) })
  }

  /// What a pan moves, banded beyond its bounds, and back at the bound after the release.
  private static func compareBanded(
    _ row: JSON, _ what: String, _ recognizer: JSON, _ offset: [Double], _ report: GestureReport?, _ verdict: inout Verdict
  ) throws {
    guard let report, row["offset"].exists else { return }
    let bounds = try recognizer["bounds"]["top"].number...recognizer["bounds"]["bottom"].number
    let band = try RubberBand(
      limit: bounds.upperBound - bounds.lowerBound, stiffness: try recognizer["rubberband"].number)
    let y = offset[1] + report.translation.y
    let shown = report.state == .ended ? min(max(y, bounds.lowerBound), bounds.upperBound) : band.shown(y, in: bounds)
    verdict.expect("\(what) offset", [offset[0] + report.translation.x, shown], try row["offset"].numbers, within: 1e-9)
  }

  /// Expectations about the whole list of events.
  private static func compareWhole(
    _ stage: GestureStage, _ names: [String], _ test: Case, _ verdict: inout Verdict
  ) throws {
    let expect = test.expect
    let first = names[0]
    if expect["recognized"].exists { verdict.expect("recognized", stage.count(first) > 0, try expect["recognized"].flag) }
    if expect["tap_count"].exists { verdict.expect("taps", Double(stage.count(first)), try expect["tap_count"].number) }
    if expect["recognized_after_event"].exists {
      verdict.expect("recognized after", stage.log.map { Double($0.event) }, [try expect["recognized_after_event"].number])
    }
    if expect["cancelled"].exists {
      verdict.expect("cancelled", stage.count(first, .cancelled) > 0, try expect["cancelled"].flag)
    }
    for key in ["counts", "counts_at_350_ms"] where expect[key].exists {
      for name in expect[key].keys {
        verdict.expect(name, Double(count(name, stage, names)), try expect[key][name].number)
      }
    }
    if expect["order"].exists { verdict.expect("order", order(stage.log), try expect["order"].list.map { try $0.string }) }
    if expect.keys.contains("swipe") {
      let report = stage.log.last?.report
      if let way = try? expect["swipe"].numbers {
        let ways: [SwipeDirection: [Double]] = [.left: [-1, 0], .right: [1, 0], .up: [0, -1], .down: [0, 1]]
        verdict.expect("swipe", report?.direction.flatMap { ways[$0] } ?? [0, 0], way)
      } else {
        verdict.expect("swipe", report?.direction?.rawValue, expect["swipe"].text)
      }
    }
  }

  /// "pan_end", "parent pan end", "start" or the bare name of a recogniser.
  private static func count(_ key: String, _ stage: GestureStage, _ names: [String]) -> Int {
    let words: [(String, GestureState)] = [("start", .began), ("move", .changed), ("end", .ended)]
    for (word, state) in words where key.hasSuffix(word) {
      let name = String(key.dropLast(word.count)).trimmingCharacters(in: [" ", "_"])
      return stage.count(name.isEmpty ? names[0] : name, state)
    }
    return stage.count(key)
  }

  /// start, in or out for every run of changes one way, end.
  private static func order(_ log: [GestureStage.Entry]) -> [String] {
    var words: [String] = []
    var scale = 1.0
    for entry in log {
      var word = entry.report.state == .began ? "start" : "end"
      if entry.report.state == .changed { word = entry.report.scale < scale ? "in" : "out" }
      scale = entry.report.scale
      if words.last != word { words.append(word) }
    }
    return words
  }

  // MARK: States

  /// A way through the states, walked by a recogniser of the kind where there is one.
  private static func statePath(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let path = try test.input["state_path"].list.map { try $0.string }
    let isDiscrete = test.input["recognizer"].text == "discrete"
    let stage = try GestureStage()
    try stage.add("it", isDiscrete ? .tap(TapSettings()) : .pan(PanSettings()))
    var states = [stage.state("it")?.rawValue ?? ""]
    stage.onReport = { states.append($0.state.rawValue) }
    func note() {
      let state = stage.state("it")?.rawValue ?? ""
      if states.last != state { states.append(state) }
    }
    try stage.touch(.down, 50, 50, at: 0)
    note()
    for i in 1...3 where !isDiscrete || path.contains("failed") || path.contains("began") {
      try stage.touch(.move, 50 + 20 * Double(i), 50, at: 0.01 * Double(i))
      note()
    }
    try stage.touch(.up, isDiscrete && !path.contains("failed") ? 50 : 110, 50, at: 0.05)
    note()
    verdict.expect("walked \(states.joined(separator: " → "))", states.starts(with: path), try test.expect["allowed"].flag)
    return verdict
  }
}
