// timing/playback_control: scripts of verbs on one effect with a clock that they move.

import Segue

enum PlaybackControlSuites {
  /// Times keep the unit of the case.
  static func control(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let effect = test.input["effect"]
    for key in effect.keys where !["duration", "iterations", "end_delay"].contains(key) {
      throw Unreadable("unknown part of an effect: \(key)")
    }
    var timing = EffectTiming()
    timing.duration = try effect["duration"].number
    if effect["iterations"].exists { timing.iterations = try effect["iterations"].number }
    if effect["end_delay"].exists { timing.endDelay = try effect["end_delay"].number }
    // The clock does not start at 0, so that a time of the effect cannot pass for one of the timeline.
    var now = 1000.0
    let hasTimeline = try test.input["timeline"].string == "running"
    var playback = EffectPlayback(effectEnd: timing.endTime, timelineTime: hasTimeline ? now : nil)
    switch try test.input["starts"].string {
    case "play() already called": try playback.play()
    case "no play() call yet": break
    case let other: throw Unreadable("unknown start: \(other)")
    }
    for (i, step) in try test.input["script"].list.enumerated() {
      let name = try step["op"].string
      if name == "expect" {
        try compare(playback, now: now, with: step, in: "step \(i)", &verdict, within: test.tolerance)
        continue
      }
      do {
        let value = step["value"].exists ? try? step["value"].number : nil
        switch name {
        case "play": try playback.play()
        case "pause": try playback.pause()
        case "reverse": try playback.reverse()
        case "finish": try playback.finish()
        case "cancel": playback.cancel()
        case "ready": playback.settle()
        case "advance":
          now += try step["ms"].number
          playback.advance(to: hasTimeline ? now : nil)
        case "set_current_time": try playback.seek(to: value)
        case "set_playback_rate": try playback.setPlaybackRate(try step["value"].number)
        case "update_playback_rate": try playback.updatePlaybackRate(try step["value"].number)
        case "update_effect":
          timing.duration = try step["duration"].number
          playback.setEffectEnd(timing.endTime)
        case "set_start_time":
          if let text = step["value"].text {
            guard text.hasPrefix("now-"), let back = Double(text.dropFirst(4)) else { throw Unreadable("unknown time \(text)") }
            try playback.setStartTime(now - back)
          } else {
            try playback.setStartTime(value)
          }
        default: throw Unreadable("unknown operation \(name)")
        }
        if step["error"].exists { verdict.expect("step \(i), \(name)", "accepted", "an error") }
      } catch let error as SegueError {
        verdict.expect("step \(i), \(name)", "an error", step["error"].exists ? "an error" : "accepted; got \(error)")
      }
    }
    return verdict
  }

  private static func compare(
    _ playback: EffectPlayback, now: Double, with step: JSON, in place: String, _ verdict: inout Verdict, within: Double
  ) throws {
    func number(_ name: String, _ got: Double?) throws {
      guard step.keys.contains(name) else { return }
      let expected = step[name].exists ? try step[name].number : nil
      if let got, let expected {
        verdict.expect("\(place), \(name)", got, expected, within: within)
      } else {
        verdict.expect("\(place), \(name)", got, expected)
      }
    }
    for key in step.keys {
      switch key {
      case "op": break
      case "current_time": try number(key, playback.currentTime)
      case "start_time_back": try number(key, playback.startTime.map { now - $0 })
      case "start_time_set": verdict.expect("\(place), \(key)", playback.startTime != nil, try step[key].flag)
      case "pending": verdict.expect("\(place), \(key)", playback.isPending, try step[key].flag)
      case "playback_rate": try number(key, playback.playbackRate)
      case "play_state": verdict.expect("\(place), \(key)", playback.state.rawValue, try step[key].string)
      case "finish_events": try number(key, Double(playback.finishCount))
      default: throw Unreadable("unknown attribute \(key)")
      }
    }
  }
}
