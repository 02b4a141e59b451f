// What it costs to start, retarget and remove motions, to seek in a plan, and to start from a script.

import CReference
import Glibc
import LuaHost
import Segue

func starts() -> [Row] {
  let count = 10_000
  let timing = Timing.curve(inOutCubic, duration: 5)
  let engine = Engine()
  let lanes = (0..<count).map { _ in engine.makeLooseLanes() }
  try? engine.advance(to: 0)
  var time = 0.0
  var (start, retarget, remove): ([Double], [Double], [Double]) = ([], [], [])
  var animators = lanes.map { try? engine.move([($0, .one)], .init(timing)) }
  for _ in 0..<9 {
    for animator in animators { if let animator { engine.stop(animator) } }
    time += 0.1
    try? engine.advance(to: time)
    var before = processorTime()
    for i in 0..<count { animators[i] = try? engine.move([(lanes[i], targets(i) + time)], .init(timing)) }
    start.append(processorTime() - before)
    time += 0.1
    try? engine.advance(to: time)
    before = processorTime()
    for i in 0..<count { animators[i] = try? engine.move([(lanes[i], targets(i) - time)], .init(timing)) }
    retarget.append(processorTime() - before)
    before = processorTime()
    for animator in animators { if let animator { engine.stop(animator) } }
    remove.append(processorTime() - before)
  }
  // Apart from the timed rounds: counting takes time.
  time += 0.1
  try? engine.advance(to: time)
  reference_count_references(true)
  let counted = reference_counted()
  for i in 0..<count { _ = try? engine.move([(lanes[i], targets(i) + time)], .init(timing)) }
  let after = reference_counted()
  reference_count_references(false)
  func each(_ kind: KeyPath<reference_counts, Int>) -> String {
    decimal(Double(after[keyPath: kind] - counted[keyPath: kind]) / Double(count))
  }
  func row(_ name: String, _ times: [Double], _ note: String = "") -> Row {
    Row(workload: "start", name: name, objects: count, unit: "object", time: times.median / Double(count) * 1e9, note: note)
  }
  return [
    row("start", start, "\(each(\.allocations)) allocations, \(each(\.references)) retains and releases each"),
    row("retarget", retarget),
    row("stop", remove),
  ]
}

func scrub() -> [Row] {
  let count = 1_000
  let engine = Engine()
  try? engine.advance(to: 0)
  let plan = engine.makeLoosePlan(
    (0..<count).map { i in
      (engine.makeLooseLanes(), targets(i), .curve(.material, duration: 0.3 + Double(i % 7) / 10), Double(i) / 500)
    })
  var random = SystemRandomNumberGenerator()
  let places = (0..<4096).map { _ in Double.random(in: 0...1, using: &random) }
  var next = 0
  let times = compare(
    items: count,
    [
      {
        next = (next + 1) % places.count
        engine.seek(plan, to: places[next])
        engine.turn()
      }
    ])
  return [Row(workload: "scrub", name: "random places", objects: count, unit: "entry, seek", time: times[0].median)]
}

/// Nanoseconds a start of objects of which none has moved before, which is what drivers of other libraries measure.
func firstStarts(_ count: Int) -> Double {
  let timing = Timing.curve(inOutCubic, duration: 5)
  return (0..<5).map { _ in
    let engine = Engine()
    let lanes = (0..<count).map { _ in engine.makeLooseLanes() }
    try? engine.advance(to: 0)
    let before = processorTime()
    for i in 0..<count { _ = try? engine.move([(lanes[i], targets(i))], .init(timing)) }
    return (processorTime() - before) / Double(count) * 1e9
  }.median
}

func firstScriptedStarts(_ count: Int) -> Double {
  (0..<3).compactMap { _ in (try? scriptedStarts(count, rounds: 1))?.first }.median
}

/// Nanoseconds a start with a table of four properties from Lua, in several rounds: only the first finds nothing grown yet.
private func scriptedStarts(_ count: Int, rounds: Int) throws -> [Double] {
  let program = """
    local segue = require "segue"
    local views = {}
    for i = 1, \(count) do views[i] = segue.view {} end
    local options = { duration = 0.05, timing = "ease_in_out" }
    local round = 0
    function table_each()
      round = round + 1
      for i = 1, #views do
        views[i]:to({ alpha = (i + round) % 2, x = 200 + i % 300 + round, y = 100 + round, rotation = round }, options)
      end
    end
    """
  let engine = Engine()
  let host = try LuaHost(engine: engine)
  host.print = { Swift.print($0) }
  try host.withLimit(600) { try host.load(text: program) }
  return try (1...rounds).map { round in
    try engine.advance(to: Double(round) / 10)
    let before = processorTime()
    host.withLimit(600) { _ = host.evaluate("table_each()") { _ in } }
    return (processorTime() - before) / Double(count) * 1e9
  }
}

func script() -> [Row] {
  let count = 10_000
  do {
    let times = try scriptedStarts(count, rounds: 8)
    func row(_ name: String, _ time: Double) -> Row {
      Row(workload: "script", name: name, objects: count, unit: "object", time: time)
    }
    return [row("first start with a table", times[0]), row("start with a table", Array(times.dropFirst()).median)]
  } catch {
    return [Row(workload: "script", name: "failed: \(error)", objects: 0, unit: "", time: .nan)]
  }
}
