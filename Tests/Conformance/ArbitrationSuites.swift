// gestures/arbitration: who wins when several recognisers see one touch. Other models are mapped to ours; only winners and their
// order are meant.

import Segue

enum ArbitrationSuites {
  static func arbitration(_ test: Case) throws -> Verdict {
    if test.input["members"].exists { return try members(test) }
    if test.input["team"].exists { return try team(test) }
    if test.input["tree"].exists { return try tree(test) }
    throw Unreadable("an unknown model")
  }

  /// The first member to accept wins. Here a member accepts by beginning: a pan accepts when the touch has gone beyond its slop.
  /// A held sweep is a lift on which taps wait for a double tap to fail.
  private static func members(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let members = try test.input["members"].list.map { try $0.string }
    let script = try test.input["script"].list.map { try $0.string }
    let accepting = script.compactMap { step in members.first { step == "\($0) accepts" } }
    let stage = try GestureStage()
    let isHeld = script.contains("hold")
    if isHeld { try stage.add("holder", .tap(TapSettings(taps: 2))) }
    for member in members {
      if isHeld {
        try stage.add(
          member, .tap(TapSettings()), settings: RecognizerSettings(requireToFail: [try stage.handle("holder")]))
      } else {
        let turn = Double(accepting.firstIndex(of: member) ?? members.count)
        try stage.add(member, .pan(PanSettings(slop: 10 + 10 * turn)))
      }
    }
    try stage.touch(.down, 500, 500, at: 0)
    var accepted = 0.0
    for (i, step) in script.enumerated() {
      let time = 0.02 * Double(i + 1)
      switch step {
      case "close", "hold": continue
      case "sweep": try stage.touch(.up, 500, 500, at: time)
      case "release": try stage.wait(until: 2)
      // An arena that closes late settles late; here who begins has won at once, which makes the same winner.
      case "(nobody yet)": if accepted == 0 { verdict.expect("nobody yet", stage.log.isEmpty, true) }
      case _ where step.hasSuffix(" accepts"):
        accepted += 1
        try stage.touch(.move, 505 + 10 * accepted, 500, at: time)
      default: throw Unreadable("unknown step \(step)")
      }
    }
    let winners = stage.log.filter { $0.report.state == .began || isHeld }.map(\.name)
    verdict.expect("winners", winners, [try test.expect["winner"].string])
    return verdict
  }

  /// Drags that may run together, and a tap.
  private static func team(_ test: Case) throws -> Verdict {
    let stage = try GestureStage()
    let axes = ["drag x": PanSettings.Axis.x, "drag y": .y]
    let team = try test.input["team"].list.map { try $0.string }
    for name in team {
      guard let axis = axes[name] else { throw Unreadable("an unknown member of a team") }
      try stage.add(name, .pan(PanSettings(axis: axis)))
    }
    stage.allowAll(team)
    let others = try test.input["others"].list.map { try $0.string }
    for name in others { try stage.add(name, .tap(TapSettings())) }
    let move = try test.input["move"].numbers
    try stage.touch(.down, 500, 500, at: 0)
    try stage.touch(.move, 500 + move[0], 500 + move[1], at: 0.02)
    try stage.touch(.up, 500 + move[0], 500 + move[1], at: 0.04)
    var verdict = Verdict()
    verdict.expect("winners", stage.log.map(\.name), try test.expect["emits"].list.map { try $0.string })
    return verdict
  }

  /// Handlers on a view C in B in A. One that claims on press is a press of no time; one that only watches waits for a touch of ten
  /// seconds. Who claims is compared, and who of the claimants is cancelled.
  private static func tree(_ test: Case) throws -> Verdict {
    let stage = try GestureStage()
    let engine = stage.engine
    let inner = try engine.makeView()
    try engine.add(inner, to: stage.child)
    try engine.set(.frame, of: inner, to: [0, 0, 1000, 1000])
    let views = ["A": stage.parent, "B": stage.child, "C": inner]
    for handler in try test.input["handlers"].list {
      guard let view = views[try handler["on"].string] else { throw Unreadable("an unknown view") }
      let claims = handler["claims_on_press"].exists ? try handler["claims_on_press"].flag : false
      try stage.add(try handler["name"].string, .longPress(LongPressSettings(duration: claims ? 0 : 10)), to: view)
    }
    var verdict = Verdict()
    for (i, step) in try test.expect["steps"].list.enumerated() {
      let time = Double(i)
      switch try step["op"].string {
      case "press", "touch 1 down": try stage.touch(.down, 500, 500, at: time)
      case "touch 2 down": try stage.touch(.down, 600, 500, pointer: 1, at: time)
      case "grab by another window": try stage.touch(.cancel, 500, 500, at: time)
      case let op: throw Unreadable("unknown operation \(op)")
      }
      let log = try step["log"].list.map { try $0.string }
      let claimants = Set(stage.log.map(\.name))
      let wanted = log.compactMap { words -> String? in
        let parts = words.split(separator: " ").map(String.init)
        if parts.contains("claimed") { return "\(parts[0]) claimed" }
        return parts.contains("cancelled") && claimants.contains(parts[0]) ? "\(parts[0]) cancelled" : nil
      }
      let got = stage.reports(in: i).map { "\($0.name) \($0.report.state == .began ? "claimed" : "cancelled")" }
      verdict.expect("step \(i)", got, wanted)
    }
    return verdict
  }
}
