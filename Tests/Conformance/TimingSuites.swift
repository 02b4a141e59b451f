// timing/progress: which progress and iteration an effect has at a local time.

import Segue

enum TimingSuites {
  static func progress(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let timing = try timing(test.input["effect"])
    try timing.check()
    let backward = try test.input["playback_rate"].number < 0
    for sample in try test.expect["samples"].list {
      let time = try sample["current_time"].number
      let moment = timing.moment(at: time, backward: backward)
      if sample["phase"].exists { verdict.expect("phase at \(time)", moment.phase.rawValue, try sample["phase"].string) }
      // An active interval of no length begins and is over at once, so "active boundary" says nothing about the phase.
      if let at = sample["at"].text, at != "active boundary" { verdict.expect("phase at \(time)", moment.phase.rawValue, at) }
      for (name, got) in [("progress", moment.progress), ("current_iteration", moment.iteration)]
      where sample.keys.contains(name) {
        let expected = try sample[name].exists ? sample[name].number : nil
        if let got, let expected {
          verdict.expect("\(name) at \(time)", got, expected, within: test.tolerance)
        } else {
          verdict.expect("\(name) at \(time)", got, expected)
        }
      }
    }
    return verdict
  }

  private static let known: Set = [
    "delay", "end_delay", "duration", "iterations", "iteration_start", "direction", "fill", "easing",
  ]

  /// Times keep the unit of the case: the model has none of its own.
  private static func timing(_ effect: JSON) throws -> EffectTiming {
    for key in effect.keys where !known.contains(key) { throw Unreadable("unknown part of an effect: \(key)") }
    var timing = EffectTiming()
    if effect["delay"].exists { timing.delay = try effect["delay"].number }
    if effect["end_delay"].exists { timing.endDelay = try effect["end_delay"].number }
    if effect["duration"].exists { timing.duration = try effect["duration"].number }
    if effect["iterations"].exists { timing.iterations = try effect["iterations"].number }
    if effect["iteration_start"].exists { timing.iterationStart = try effect["iteration_start"].number }
    if let name = effect["direction"].text {
      guard let direction = EffectTiming.Direction(rawValue: name.replacing("-", with: "_")) else {
        throw Unreadable("unknown direction \(name)")
      }
      timing.direction = direction
    }
    if let name = effect["fill"].text {
      guard let fill = EffectTiming.Fill(rawValue: name) else { throw Unreadable("unknown fill \(name)") }
      timing.fill = fill
    }
    if let css = effect["easing"].text { timing.curve = try Curve(css: css) }
    return timing
  }
}
