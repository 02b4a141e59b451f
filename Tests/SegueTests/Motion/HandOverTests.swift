import Testing

@testable import Segue

/// How far velocity jumps where one driver hands a value to the next: the difference of the velocities reported just before and
/// just after, against what either could report.
@Suite struct HandOverTests {
  static let timings: [(name: String, timing: Timing)] =
    Curve.named.filter(\.curve.takesVelocity).map { ($0.name, .curve($0.curve, duration: 0.5)) } + [
      ("spring", .spring(Spring())), ("bouncy spring", .spring(Spring(omega: 5 * .pi, ratio: 0.6))),
      ("slow spring", .spring(Spring(omega: 10, ratio: 1.4))),
    ]

  /// Drives one value by `first`, and at each of several moments hands it over by `act`; returns the worst relative jump.
  func meter(_ first: Timing, precision: Precision, act: (MotionStore, LaneRange, Double) -> Void) -> Double {
    var worst = 0.0
    for k in 1..<20 {
      let store = MotionStore()
      let lanes = store.allocate(1, precision)
      let unit = MotionUnit.length
      _ = store.start([Destination(lanes: lanes, target: SIMD4(300, 0, 0, 0), unit: unit)], first, at: 0, animator: nil)
      let t = 0.5 * Double(k) / 20 + 0.0012345
      let before = store.state(lanes[0], at: t)
      act(store, lanes, t)
      let after = store.state(lanes[0], at: t)
      let scale = max(abs(before.velocity), 300)
      worst = max(worst, abs(after.velocity - before.velocity) / scale, abs(after.position - before.position) / 300)
    }
    return worst
  }

  static func bound(_ precision: Precision) -> Double { precision == .double ? 1e-9 : 1e-5 }

  @Test("retargeting keeps position and velocity", arguments: [Precision.double, .float])
  func retarget(precision: Precision) {
    for (name, first) in Self.timings {
      for (next, second) in Self.timings {
        let jump = meter(first, precision: precision) { store, lanes, t in
          _ = store.start([Destination(lanes: lanes, target: SIMD4(-80, 0, 0, 0), unit: .length)], second, at: t, animator: nil)
        }
        #expect(jump <= Self.bound(precision), "\(name) → \(next): \(jump)")
      }
    }
  }

  @Test("reversing keeps position and velocity", arguments: [Precision.double, .float])
  func reverse(precision: Precision) {
    for (name, timing) in Self.timings {
      let jump = meter(timing, precision: precision) { store, lanes, t in
        _ = store.start([Destination(lanes: lanes, target: .zero, unit: .length)], timing, at: t, animator: nil)
      }
      #expect(jump <= Self.bound(precision), "\(name): \(jump)")
    }
  }

  @Test("catching keeps position and velocity, and a hold brings it to rest", arguments: [Precision.double, .float])
  func catching(precision: Precision) {
    for (name, timing) in Self.timings {
      let jump = meter(timing, precision: precision) { store, lanes, t in
        store.track(lanes[0], store.state(lanes[0], at: t).position, at: t)
        #expect(store.state(lanes[0], at: t + 0.05).velocity == 0)
      }
      #expect(jump <= Self.bound(precision), "\(name): \(jump)")
    }
  }

  @Test("a release starts with the finger's velocity", arguments: [Precision.double, .float])
  func release(precision: Precision) {
    for (name, timing) in Self.timings {
      let store = MotionStore()
      let lanes = store.allocate(1, precision)
      for i in 0...10 { store.track(lanes[0], Double(i * i), at: Double(i) * 0.008) }
      let before = store.state(lanes[0], at: 0.08)
      #expect(before.velocity > 500)
      _ = store.start([Destination(lanes: lanes, target: SIMD4(400, 0, 0, 0), unit: .length)], timing, at: 0.08, animator: nil)
      let after = store.state(lanes[0], at: 0.08)
      #expect(abs(after.velocity - before.velocity) <= Self.bound(precision) * before.velocity, "\(name)")
      #expect(abs(after.position - before.position) <= Self.bound(precision) * 400, "\(name)")
    }
  }

  @Test("a plan hands over the playhead's velocity times the plan's slope")
  func fromPlan() {
    let store = MotionStore()
    let playhead = store.allocate(1, .double)
    let lanes = store.allocate(1, .double)
    let plan = Timeline(store: store, playhead: playhead[0], duration: 2, backward: false)
    _ = plan.animate(
      [Destination(lanes: lanes, target: SIMD4(100, 0, 0, 0), unit: .length)], .curve(.linear, duration: 2), at: 0)
    store.adopt(plan, at: 0)
    _ = store.start(
      [Destination(lanes: playhead, target: SIMD4(1, 0, 0, 0), unit: .progress)], .curve(.linear, duration: 0.5), at: 0,
      animator: nil)
    let state = store.state(lanes[0], at: 0.2)
    #expect(abs(state.position - 40) < 1e-12 && abs(state.velocity - 200) < 1e-9)
    _ = store.start([Destination(lanes: lanes, target: .zero, unit: .length)], .spring(Spring()), at: 0.2, animator: nil)
    #expect(abs(store.state(lanes[0], at: 0.2).velocity - 200) < 1e-9)
  }
}
