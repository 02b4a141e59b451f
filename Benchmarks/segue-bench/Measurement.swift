// How times are taken: processor time of this thread, in turns with what it is compared to, medians of many turns.

import CReference
import Glibc

/// Seconds of processor time of this thread: other programs on the machine do not count.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

extension Array where Element == Double {
  var median: Double {
    let ordered = sorted()
    guard !ordered.isEmpty else { return .nan }
    return (ordered[(count - 1) / 2] + ordered[count / 2]) / 2
  }
}

/// Nanoseconds an item of each of several bodies, which take turns so that what disturbs the machine hits all alike.
/// - Parameters:
///   - items: What one call of a body works on.
///   - rounds: Turns; each lasts `turn` seconds or one call, whichever is longer.
func compare(items: Int, rounds: Int = 15, turn: Double = 0.004, _ bodies: [() -> Void]) -> [[Double]] {
  let calls = bodies.map { body in
    for _ in 0..<3 { body() }
    let before = processorTime()
    body()
    return max(1, Int(turn / max(processorTime() - before, 1e-9)))
  }
  var times = [[Double]](repeating: [], count: bodies.count)
  for _ in 0..<rounds {
    for (i, body) in bodies.enumerated() {
      let before = processorTime()
      for _ in 0..<calls[i] { body() }
      times[i].append((processorTime() - before) / Double(calls[i] * items) * 1e9)
    }
  }
  return times
}

/// Median of the quotients of what was measured in the same turn.
func ratio(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).map { $0 / $1 }.median }

/// One row of the table.
struct Row {
  var workload: String
  var name: String
  var objects: Int
  /// What `time` counts, such as an object and frame.
  var unit: String
  /// Nanoseconds.
  var time: Double
  /// Against what it is compared to; nil where there is nothing.
  var ratio: Double?
  var against = "C"
  var note = ""
}
