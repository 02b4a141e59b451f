import Testing

@testable import Segue

@Suite("Swipe") struct SwipeTests {
  @Test(
    "A quick stroke of 50 units is told once, with its direction and velocity, before it lifts",
    arguments: [
      (SwipeDirection.left, -1.0, 0.0), (.right, 1, 0), (.up, 0, -1), (.down, 0, 1),
    ])
  func directions(direction: SwipeDirection, x: Double, y: Double) {
    let bench = GestureBench()
    _ = bench.add("swipe", .swipe(SwipeSettings()))
    _ = bench.add(
      "others", .swipe(SwipeSettings(directions: Set(SwipeDirection.allCases.filter { $0 != direction }))), to: bench.outer)
    bench.event(.down, 0, 0)
    for i in 1...4 { bench.event(.move, 12 * x * Double(i), 12 * y * Double(i)) }
    #expect(bench.reports.isEmpty)
    bench.event(.move, 60 * x, 60 * y)
    #expect(bench.log == ["swipe ended"])
    bench.event(.move, 200 * x, 200 * y)
    bench.event(.up, 200 * x, 200 * y)
    #expect(bench.log == ["swipe ended"])
    #expect(bench.last?.direction == direction)
    let speed = (bench.last?.velocity.x ?? 0) * x + (bench.last?.velocity.y ?? 0) * y
    #expect(abs(speed - 1200) < 1e-6)
  }

  @Test("Too slow, too short and another way are none")
  func none() {
    let bench = GestureBench()
    let it = bench.add("swipe", .swipe(SwipeSettings(directions: [.right])))
    bench.event(.down, 0, 0, at: 0)
    bench.event(.move, 40, 0, at: 0.4)
    bench.event(.move, 80, 0, at: 0.6)
    bench.event(.up, 80, 0, at: 0.7)
    bench.event(.down, 0, 0, at: 1)
    bench.event(.up, 49, 0, at: 1.1)
    bench.event(.down, 0, 0, at: 2)
    bench.event(.move, 9, 11, at: 2.1)
    #expect(bench.arena.nextDeadline == nil)
    #expect(bench.arena[it]?.state == .failed, "it goes down: whoever waits for it need not wait longer")
    bench.event(.move, 90, 0, at: 2.2)
    bench.event(.up, 90, 0, at: 2.3)
    #expect(bench.reports.isEmpty)
  }

  @Test("F102 A pan that requires the swipe to fail begins when the stroke is too slow for one, and not after one")
  func panAfterSwipe() {
    let bench = GestureBench()
    let swipe = bench.add("swipe", .swipe(SwipeSettings()))
    _ = bench.add("pan", .pan(PanSettings()), settings: RecognizerSettings(requireToFail: [swipe]))
    bench.event(.down, 0, 0, at: 0)
    bench.event(.move, 20, 0, at: 0.1)
    bench.arena.advance(to: 0.49)
    #expect(bench.reports.isEmpty)
    bench.arena.advance(to: 0.51)
    #expect(bench.log == ["pan began"])
    bench.event(.up, 20, 0, at: 1)
    bench.event(.down, 0, 0, at: 2)
    bench.event(.move, 20, 0, at: 2.1)
    bench.event(.move, 60, 0, at: 2.2)
    bench.event(.move, 99, 0, at: 2.3)
    bench.event(.up, 99, 0, at: 2.4)
    #expect(bench.log == ["pan began", "pan ended", "swipe ended"])
  }
}
