import Testing

@testable import Segue

/// A plan as a function of its position.
@Suite struct TimelineTests {
  @Test("the same position gives the same values, in whatever order it is asked, shown or queried")
  func pure() throws {
    let store = MotionStore()
    let playhead = store.allocate(1, .double)
    let lanes = (0..<12).map { _ in store.allocate(2, .double) }
    let plan = Timeline(store: store, playhead: playhead[0], duration: 1, mapping: .progress(backward: false))
    var random = Seeded(state: 3)
    for i in 0..<60 {
      let timing: Timing =
        i.isMultiple(of: 3) ? .spring(Spring()) : .curve(Curve.named[i % 9].curve, duration: random.between(0, 0.5))
      let destination = Destination(
        lanes: lanes[i % 12], target: SIMD4(random.between(-100, 100), random.between(-100, 100), 0, 0), unit: .length)
      _ = plan.animate([destination], timing, at: Double((i * 7) % 10) / 10)
    }
    store.adopt(plan, at: 0)
    func shown(_ p: Double) -> [UInt64] {
      store.set(playhead[0], p, at: 0)
      store.show(at: 0)
      let shown = lanes.flatMap { [store.shown($0[0]), store.shown($0[1])] }
      let asked = lanes.flatMap { [store.state($0[0], at: 0).position, store.state($0[1], at: 0).position] }
      #expect(shown == asked)
      return shown.map(\.bitPattern)
    }
    let grid = (0...50).map { Double($0) / 50 }
    let forward = grid.map(shown)
    #expect(grid.reversed().map(shown) == forward.reversed())
    for i in [3, 44, 0, 17, 50] { #expect(shown(grid[i]) == forward[i]) }
    #expect(Set(forward.map { "\($0)" }).count == 51)
  }

  @Test("what is written after a pause starts where the entry before arrived, not beyond its end")
  func afterPause() {
    let store = MotionStore()
    let playhead = store.allocate(1, .double)
    let lanes = store.allocate(1, .double)
    let plan = Timeline(store: store, playhead: playhead[0], duration: 0, mapping: .progress(backward: false))
    _ = plan.animate(
      [Destination(lanes: lanes, target: SIMD4(20, 0, 0, 0), unit: .length)], .curve(.linear, duration: 0.2), at: 0)
    #expect(plan.planned(lanes[0], at: 0.3) == 20)
    _ = plan.animate([Destination(lanes: lanes, target: .zero, unit: .length)], .curve(.linear, duration: 0.1), at: 0.3)
    #expect(abs(plan.planned(lanes[0], at: 0.35)! - 10) < 1e-12)
  }
}
