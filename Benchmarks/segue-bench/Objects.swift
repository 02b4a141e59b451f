// The common workload: objects of four numbers in an engine, and the same numbers in columns for the loop in C.

import CReference
import Segue

/// Seconds between two frames.
let frameTime = 1.0 / 120

/// Motions that outlast every measurement: durations are staggered, so that the whole curve is on the way.
func duration(_ i: Int) -> Double { 4000 * (1.05 + Double(i % 97) / 97) }

func targets(_ i: Int) -> SIMD4<Double> {
  SIMD4(Double(10 + i % 7), Double(200 + i % 300), Double(100 + i % 200), 1 + Double(i % 5) / 10)
}

/// An engine in which `count` objects move, all from rest.
final class Objects {
  let engine = Engine()
  private(set) var lanes: [LooseLanes] = []
  var time = 0.0

  init(_ count: Int, _ timing: (Int) -> Timing) {
    lanes = (0..<count).map { _ in engine.makeLooseLanes() }
    try? engine.advance(to: 0)
    for i in 0..<count { _ = try? engine.move([(lanes[i], targets(i))], .init(timing(i))) }
    // Everywhere along the curves.
    time = 1000
  }

  func frame() {
    time += frameTime
    try? engine.advance(to: time)
  }
}

/// The same in C.
final class ReferenceObjects {
  var objects: reference_objects
  var time = 1000.0

  /// `rate` is 1 / duration for tweens and ω for springs; `lanes` numbers an object.
  init(_ count: Int, lanes: Int = 4, rate: (Int) -> Double, end: (Int) -> Double) {
    objects = reference_objects(
      start: .allocate(capacity: count), rate: .allocate(capacity: count), end: .allocate(capacity: count),
      target: .allocate(capacity: lanes * count), delta: .allocate(capacity: lanes * count), slot: .allocate(capacity: count),
      shown: .allocate(capacity: lanes * count), count: count, first_end: .infinity)
    for i in 0..<count {
      objects.start[i] = 0
      objects.rate[i] = rate(i)
      objects.end[i] = end(i)
      objects.first_end = min(objects.first_end, end(i))
      objects.slot[i] = Int32(lanes * i)
      for j in 0..<lanes {
        objects.target[lanes * i + j] = Float(targets(i)[j % 4])
        objects.delta[lanes * i + j] = Float(targets(i)[j % 4])
        objects.shown[lanes * i + j] = 0
      }
    }
  }

  deinit {
    objects.start.deallocate()
    objects.rate.deallocate()
    objects.end.deallocate()
    objects.target.deallocate()
    objects.delta.deallocate()
    objects.slot.deallocate()
    objects.shown.deallocate()
  }

  func frame() {
    time += frameTime
    _ = reference_frame(&objects, time)
  }

  func springFrame(_ ratio: Double) {
    time += frameTime
    _ = reference_spring_frame(&objects, ratio, time)
  }

  func wideFrame(_ lanes: Int) {
    time += frameTime
    reference_wide_frame(&objects, lanes, time)
  }
}
