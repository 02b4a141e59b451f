import Testing

@testable import Segue

@Suite("Velocity") struct VelocityTrackerTests {
  /// Feeds a motion sampled at even steps.
  private func tracker(
    _ method: VelocityTracker.Method = .leastSquares, from start: Double = 0, step: Double, count: Int,
    _ motion: (Double) -> Point
  ) -> VelocityTracker {
    var tracker = VelocityTracker(VelocityMeasure(method))
    for i in 0..<count { tracker.add(motion(start + Double(i) * step), at: start + Double(i) * step) }
    return tracker
  }

  @Test("Constant motion is measured exactly by every method", arguments: VelocityTracker.Method.allCases)
  func constant(method: VelocityTracker.Method) {
    let v = tracker(method, step: 0.008, count: 30) { Point(100 * $0, -40 * $0) }.velocity(at: 0.232)
    #expect(abs(v.x - 100) < 1e-9)
    #expect(abs(v.y + 40) < 1e-9)
  }

  @Test("The line of least squared error through uneven samples has the slope worked out by hand")
  func line() {
    // t 0, 10, 30 ms; x 0, 1, 4: the mean time is 40/3 ms, Σ(t−t̄)² = 1400/3 ms² and Σ(t−t̄)x = 190/3 ms: 19/140 per ms.
    var tracker = VelocityTracker()
    for (t, x) in [(0.0, 0.0), (0.01, 1), (0.03, 4)] { tracker.add(x, at: t) }
    #expect(abs(tracker.velocity(at: 0.03).x - 19_000.0 / 140) < 1e-9)
  }

  @Test("A parabola is followed to its slope at the newest sample; the window average gives the mean")
  func parabola() {
    let fall = { (t: Double) in Point(0, 500 * t * t) }
    #expect(abs(tracker(.quadratic, step: 0.01, count: 11, fall).velocity(at: 0.1).y - 100) < 1e-7)
    #expect(abs(tracker(.windowAverage, step: 0.01, count: 11, fall).velocity(at: 0.1).y - 50) < 1e-9)
    #expect(abs(tracker(.leastSquares, step: 0.01, count: 11, fall).velocity(at: 0.1).y - 50) < 1e-9)
  }

  @Test("Only the last 150 ms count")
  func window() {
    var tracker = VelocityTracker(VelocityMeasure(.windowAverage))
    for i in 0...20 { tracker.add(0, at: Double(i) * 0.01) }
    for i in 1...15 { tracker.add(Double(i), at: 0.2 + Double(i) * 0.01) }
    #expect(abs(tracker.velocity(at: 0.35).x - 100) < 1e-9)
  }

  @Test("Stopped, held for a second and lifted is 0")
  func held() {
    let tracker = tracker(step: 0.01, count: 10) { Point(1000 * $0, 0) }
    #expect(abs(tracker.velocity(at: 0.09 + 0.03).x - 1000) < 1e-9)
    #expect(tracker.velocity(at: 0.09 + 0.041) == .zero)
    #expect(tracker.velocity(at: 1.09) == .zero)
  }

  @Test("A rest that the device reports is a rest after 40 ms, too, and the first sample elsewhere begins a new stroke")
  func reportedRest() {
    var tracker = tracker(step: 0.01, count: 10) { Point(1000 * $0, 0) }
    for i in 1...4 { tracker.add(90, at: 0.09 + 0.01 * Double(i)) }
    #expect(tracker.velocity(at: 0.13).x > 0)
    tracker.add(90, at: 0.14)
    #expect(tracker.velocity(at: 0.14) == .zero)
    tracker.add(100, at: 0.15)
    #expect(tracker.velocity(at: 0.15) == .zero)
    tracker.add(105, at: 0.16)
    #expect(abs(tracker.velocity(at: 0.16).x - 500) < 1e-9)
  }

  @Test("Pressed, waited and flicked has the full speed of the flick")
  func waited() {
    var tracker = VelocityTracker()
    tracker.add(.zero, at: 0)
    for i in 1...5 { tracker.add(Point(0, 12 * Double(i)), at: 0.8 + 0.008 * Double(i)) }
    #expect(abs(tracker.velocity(at: 0.84).y - 1500) < 1e-7)
  }

  @Test("A second stroke starts at 0 after a reset, whatever the first had")
  func second() {
    var tracker = tracker(step: 0.01, count: 10) { Point(1000 * $0, 0) }
    tracker.reset()
    #expect(tracker.velocity(at: 0.09) == .zero)
    tracker.add(Point(90, 0), at: 0.1)
    #expect(tracker.velocity(at: 0.1) == .zero)
  }

  @Test("At equal times the last position counts; earlier times and numbers that are none are ignored")
  func times() {
    var tracker = VelocityTracker()
    tracker.add(0, at: 1)
    tracker.add(500, at: 1.01)
    tracker.add(1, at: 1.01)
    tracker.add(-700, at: 0.5)
    tracker.add(.nan, at: 1.015)
    tracker.add(3, at: .infinity)
    tracker.add(2, at: 1.02)
    #expect(abs(tracker.velocity(at: 1.02).x - 100) < 1e-9)
    #expect(tracker.velocity(at: .nan).x.isFinite)
  }

  @Test("Samples all at one time, or closer than a mouse can be, have no velocity")
  func instant() {
    var tracker = VelocityTracker()
    for i in 0..<100 { tracker.add(Double(i), at: 2) }
    #expect(tracker.velocity(at: 2) == .zero)
    tracker.add(1e6, at: 2.0.nextUp)
    #expect(tracker.velocity(at: 2.0.nextUp) == .zero)
  }

  @Test("A 10 kHz device in whole units is measured over the window, not over its last two milliseconds")
  func fast() {
    let v = tracker(step: 0.0001, count: 10_000) { Point((100 * $0).rounded(.down), 0) }.velocity(at: 0.9999)
    #expect(abs(v.x - 100) < 6)
  }

  @Test("Unix time costs less than a thousandth of the speed")
  func unixTime() {
    let start = 1.8e9
    let v = tracker(from: start, step: 0.008, count: 20) { Point(2000 * ($0 - start), 0) }.velocity(at: start + 0.152)
    #expect(abs(v.x - 2000) < 2)
  }
}

@Suite struct VelocityMeasureTests {
  @Test("Window, gap and number of samples can be told, to every recogniser that has a velocity")
  func told() throws {
    func speed(_ measure: VelocityMeasure, _ samples: [(Double, Double)], at time: Double) -> Double {
      var tracker = VelocityTracker(measure)
      for (time, value) in samples { tracker.add(value, at: time) }
      return tracker.velocity(at: time).x
    }
    // Slow at first, then fast.
    let stroke = [(0.0, 0.0), (0.02, 1), (0.04, 2), (0.06, 12), (0.08, 22)]
    #expect(abs(speed(.init(.windowAverage), stroke, at: 0.08) - 275) < 1e-9)
    #expect(abs(speed(.init(.windowAverage, window: 0.04), stroke, at: 0.08) - 500) < 1e-9)
    let pause = [(0.0, 0.0), (0.1, 10), (0.2, 20)]
    #expect(speed(.init(.windowAverage), pause, at: 0.2) == 0)
    #expect(abs(speed(.init(.windowAverage, window: 1, gap: 0.15), pause, at: 0.2) - 100) < 1e-9)
    #expect(abs(speed(.init(.windowAverage, samples: 2), stroke, at: 0.08) - 275) < 300)
    for kind in [
      RecognizerKind.pan(.init()), .edgePan(.init()), .scroll(.init()), .touchpadSwipe(.init()), .pinch(.init()),
      .rotation(.init()),
    ] {
      let names = kind.settings.map(\.name)
      #expect(["method", "window", "gap", "samples"].allSatisfy(names.contains), "\(kind.name)")
      var changed = kind
      changed.set("window", to: .number(0.05))
      changed.set("samples", to: .integer(5))
      #expect(changed["window"] == .number(0.05) && changed["samples"] == .integer(5) && kind["gap"] == .number(0.04))
    }
  }

  @Test("Taps farther apart than their distance are no double tap")
  func tapDistance() throws {
    for (distance, taps) in [(100.0, 1), (30, 0)] {
      let engine = Engine()
      let view = try engine.makeView()
      try engine.setStage(view)
      var heard = 0
      _ = try engine.addRecognizer(.tap(TapSettings(taps: 2, distance: distance)), to: view) { _ in heard += 1 }
      for (time, x) in [(0.1, 100.0), (0.2, 150)] {
        for phase in [InputEvent.Phase.down, .up] {
          try engine.send(InputEvent(time: time, phase: phase, position: Point(x, 100)))
          try engine.advance(to: time)
        }
      }
      try engine.advance(to: 1)
      #expect(heard == taps)
    }
  }
}
