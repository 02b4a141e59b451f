// tween/keyframes and tween/timeline: parts in a sequence, each with its own curve.

import Foundation
import Segue

enum SequenceSuites {
  private static func curve(_ name: String) throws -> Curve {
    switch name {
    case "linear": return .linear
    case "easeInOut", "ease-in-out": return .easeInOut
    case "easeOut": return .easeOut
    case "circIn": return .ease(.circ, .in)
    case "backInOut": return .ease(.back, .inOut)
    default: throw Unreadable("unknown curve \(name)")
    }
  }

  // MARK: keyframes

  static func keyframes(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let (input, expect) = (test.input, test.expect)
    if input["closure"].exists {
      guard try input["closure"].string == "p" else { throw Unreadable("unknown closure") }
      let count = Int(try input["duration_ms"].number / input["resolution_ms"].number) - 1
      let wanted = try Curve(css: try expect["css"].string)
      let curve = try Curve.sampled { $0 }
      verdict.expect("values", curve.samples(count), wanted.samples(count), within: 1e-9)
      return verdict
    }
    if input["curve"].exists {
      guard try input["curve"].string == "p^2" else { throw Unreadable("unknown curve") }
      for sample in try expect["samples"].list {
        let p = try sample["p"].number
        verdict.expect("at \(p)", Curve.ease(.quad, .inOut).value(p), try sample["value"].number, within: 1e-9)
      }
      return verdict
    }
    let values = try input["values"].numbers
    let duration = try input["duration_ms"].number / 1000
    let step = try input["probe_every_ms"].number / 1000
    let curve = try curve(try input["ease_per_segment"].string)
    let engine = Engine()
    try engine.advance(to: 0)
    let value = try engine.makeValue([0])
    let timeline = engine.makeTimeline()
    let frames = values.indices.map { Playback.Keyframe(at: Double($0) / Double(values.count - 1), curve) }
    try timeline.add(at: 0, duration: duration, frames) { try engine.set(value, to: [values[$0]]) }
    var got: [Double] = []
    let exact = try expect["exact"].numbers
    for i in exact.indices {
      try timeline.seek(Double(i) * step)
      got.append(try engine.position(of: value)[0])
    }
    verdict.expect("exact", got, exact, within: test.tolerance)
    return verdict
  }

  // MARK: timeline

  static func timeline(_ test: Case) throws -> Verdict {
    if test.input["sequence"].exists { return try sequence(test) }
    if test.input["placement"].exists { return try placement(test) }
    if test.input["step_s"].exists { return try stagger(test) }
    if test.input["times"].exists { return try rounds(test) }
    throw Unreadable("no runner knows \(test.id)")
  }

  /// "+0.5" and "-1" count from the end before, which is written ">" here.
  private static func ours(_ text: String) -> String { text.hasPrefix("+") || text.hasPrefix("-") ? ">" + text : text }

  private static func placement(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let engine = Engine()
    try engine.advance(to: 0)
    let value = try engine.makeValue([0])
    let timeline = engine.makeTimeline()
    for name in test.input["labels"].keys { try timeline.label(name, at: try test.input["labels"][name].number) }
    let placement = test.input["placement"]
    let text = try placement.text ?? "\(placement.number)"
    // The entry before: what counts from its start needs that, the rest its end, which the source keeps apart.
    let (start, end) = (try test.input["previous_start_s"].number, try test.input["playhead_s"].number)
    let place = text.hasPrefix("<") ? start : 0
    try timeline.add(at: place, .curve(.linear, duration: text.hasPrefix("<") ? 1 : end)) { try engine.set(value, to: [1]) }
    verdict.expect("start_s", try timeline.place(ours(text)), try test.expect["start_s"].number, within: test.tolerance)
    return verdict
  }

  private static func stagger(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    guard let order = StaggerOrder(rawValue: try test.input["origin"].string) else { throw Unreadable("unknown origin") }
    let (index, count) = (Int(try test.input["index"].number), Int(try test.input["count"].number))
    let delay = try test.input["start_delay_s"].number + test.input["step_s"].number * order.steps(index, of: count)
    verdict.expect("delay_s", delay, try test.expect["delay_s"].number, within: test.tolerance)
    return verdict
  }

  /// Two rounds of one second: how much of the whole is over at each time.
  private static func rounds(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let engine = Engine()
    try engine.advance(to: 0)
    let value = try engine.makeValue([0])
    let timeline = engine.makeTimeline()
    try timeline.add(at: 0, .curve(.linear, duration: 1)) { try engine.set(value, to: [1]) }
    try timeline.play(loops: try test.input["repeat"].number + 1)
    timeline.pause()
    var got: [Double] = []
    for time in try test.input["times"].numbers {
      try timeline.seek(time)
      got.append(timeline.progress)
    }
    verdict.expect("times", got, try test.expect["times"].numbers, within: test.tolerance)
    return verdict
  }

  private static func sequence(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let engine = Engine()
    try engine.advance(to: 0)
    let timeline = engine.makeTimeline()
    var values: [String: Handle<MotionValue>] = [:]
    for name in test.expect["tracks"].keys { values[name] = try engine.makeValue([name.hasSuffix("opacity") ? 1 : 0]) }
    for segment in try test.input["sequence"].list {
      let at = segment["at"]
      let place: Double? =
        at.exists ? try at.text.map { try timeline.place(ours($0)) } ?? at.number : nil
      let start = place ?? timeline.duration
      let curve = try curve(segment["ease"].text ?? test.input["default_ease"].string)
      let target = try segment["target"].string
      for property in segment["keyframes"].keys {
        guard let value = values["\(target).\(property)"] else { throw Unreadable("no track for \(property)") }
        let numbers = try segment["keyframes"][property].list
        var frames: [Playback.Keyframe] = []
        var targets: [Double] = []
        for (i, number) in numbers.enumerated() where number.exists {
          frames.append(.init(at: Double(i) / Double(numbers.count - 1), curve))
          targets.append(try number.number)
        }
        try timeline.add(at: start, duration: try segment["duration_s"].number, frames) {
          try engine.set(value, to: [targets[$0]])
        }
      }
    }
    let total = try test.expect["total_s"].number
    verdict.expect("total_s", timeline.duration, total, within: 1e-9)
    for name in test.expect["tracks"].keys {
      let track = test.expect["tracks"][name]
      let (frames, times) = (try track["keyframes"].list, try track["times"].numbers)
      guard let value = values[name], frames.count == times.count else { throw Unreadable("\(name) has other times") }
      func shown(at share: Double) throws -> Double {
        try timeline.seek(share * total)
        return try engine.position(of: value)[0]
      }
      // What is not said is what the value has at that moment; where two stand at one time, the last said one counts.
      for (frame, time) in zip(frames, times) where frame.exists {
        verdict.expect("\(name) at \(time)", try shown(at: time), try frame.number, within: 1e-9)
      }
      guard track["eases"].exists else { continue }
      let eases = try track["eases"].list.map { try curve(try $0.string) }
      for i in 1..<times.count where times[i] > times[i - 1] {
        let (from, to) = (try shown(at: times[i - 1]), try shown(at: times[i]))
        let middle = try shown(at: (times[i - 1] + times[i]) / 2)
        verdict.expect(
          "\(name) in the middle before \(times[i])", middle, from + (to - from) * eases[i].value(0.5), within: 1e-9)
      }
    }
    return verdict
  }
}
