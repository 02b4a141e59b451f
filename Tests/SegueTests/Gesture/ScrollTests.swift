import Testing

@testable import Segue

@Suite("Scroll and touchpad swipe") struct ScrollTests {
  private func step(
    _ bench: GestureBench, _ kind: TouchpadMotion.Kind, _ x: Double, _ y: Double, fingers: Int = 2
  ) {
    bench.touchpad(.move, TouchpadMotion(kind, fingers: fingers, delta: Point(x, y)))
  }

  @Test("A scroll reports as a pan does: way beyond the slop, velocity, fingers, and the touchpad's page of 400 × 300")
  func scroll() {
    let bench = GestureBench()
    _ = bench.add("scroll", .scroll(ScrollSettings()))
    _ = bench.add("swipe", .touchpadSwipe(ScrollSettings()))
    _ = bench.add("pan", .pan(PanSettings()))
    bench.touchpad(.down, TouchpadMotion(.scroll, fingers: 2))
    step(bench, .scroll, 10, 0)
    #expect(bench.reports.isEmpty)
    step(bench, .scroll, 10, 0)
    #expect(bench.log == ["scroll began"])
    #expect(bench.last?.translation == Point(10, 0))
    #expect(bench.last?.page == Size(400, 300))
    #expect(bench.last?.contacts == 2)
    step(bench, .scroll, 10, 0)
    step(bench, .scroll, 0, 0)
    bench.touchpad(.up, TouchpadMotion(.scroll, fingers: 2))
    #expect(bench.log == ["scroll began", "scroll changed", "scroll ended"])
    #expect(bench.last?.translation == Point(20, 0))
    #expect((bench.last?.velocity.x ?? 0) > 500)
  }

  @Test("Held before its end it has no velocity; a cancel is one, with none; the next begins afresh")
  func ends() {
    let bench = GestureBench()
    _ = bench.add("swipe", .touchpadSwipe(ScrollSettings(minimumContacts: 3, maximumContacts: 3)))
    for end in [InputEvent.Phase.up, .cancel] {
      bench.touchpad(.down, TouchpadMotion(.swipe, fingers: 3))
      for _ in 1...5 { step(bench, .swipe, 0, 20, fingers: 3) }
      #expect(bench.last?.translation == Point(0, 90))
      bench.time += 1
      bench.touchpad(end, TouchpadMotion(.swipe, fingers: 3))
      #expect(bench.last?.velocity == .zero)
      #expect(bench.last?.state == (end == .up ? .ended : .cancelled))
    }
    let count = bench.reports.count
    bench.touchpad(.down, TouchpadMotion(.swipe, fingers: 4))
    step(bench, .swipe, 0, 90, fingers: 4)
    bench.touchpad(.up, TouchpadMotion(.swipe, fingers: 4))
    #expect(bench.reports.count == count, "four fingers are not three")
  }

  @Test("F111 Along an axis a component must be 1.2 times the other; the wrong axis fails, in between nothing is decided")
  func axisTest() {
    let bench = GestureBench()
    let x = bench.add("x", .scroll(ScrollSettings(axis: .x)))
    let y = bench.add("y", .scroll(ScrollSettings(axis: .y)), to: bench.outer)
    bench.touchpad(.down, TouchpadMotion(.scroll, fingers: 2))
    step(bench, .scroll, 20, 19)
    #expect(bench.arena[x]?.state == .possible && bench.arena[y]?.state == .possible)
    step(bench, .scroll, 4, 1)
    #expect(bench.arena[y]?.state == .failed)
    #expect(bench.log == ["x began"])
    #expect(bench.last?.translation == Point(14, 0))
  }

  @Test("F102 A scroll that had to wait counts from where it was granted; its translation can be set")
  func late() {
    let bench = GestureBench()
    let first = bench.add("first", .scroll(ScrollSettings(slop: 400)))
    let it = bench.add("it", .scroll(ScrollSettings()), settings: RecognizerSettings(requireToFail: [first]))
    bench.touchpad(.down, TouchpadMotion(.scroll, fingers: 2))
    step(bench, .scroll, 60, 0)
    bench.arena.configure(first) { $0.isEnabled = false }
    #expect(bench.log == ["it began"])
    #expect(bench.last?.translation == .zero)
    step(bench, .scroll, 20, 5)
    #expect(bench.last?.translation == Point(20, 5))
    bench.arena.setTranslation(Point(100, 0), of: it)
    step(bench, .scroll, 1, 0)
    #expect(bench.last?.translation == Point(101, 0))
  }

  @Test("Moves and ends without a begin are ignored, a second begin cancels the first, and a scroll is no contact")
  func strays() {
    let bench = GestureBench()
    _ = bench.add("scroll", .scroll(ScrollSettings(slop: 0)))
    _ = bench.add("tap", .tap(TapSettings()))
    step(bench, .scroll, 50, 0)
    bench.touchpad(.up, TouchpadMotion(.scroll, fingers: 2))
    bench.touchpad(.cancel, TouchpadMotion(.swipe, fingers: 3))
    #expect(bench.reports.isEmpty)
    bench.touchpad(.down, TouchpadMotion(.scroll, fingers: 2))
    #expect(bench.log == ["scroll began"])
    bench.touchpad(.down, TouchpadMotion(.scroll, fingers: 2))
    bench.touchpad(.up, TouchpadMotion(.scroll, fingers: 2))
    #expect(bench.log == ["scroll began", "scroll cancelled", "scroll began", "scroll ended"])
  }

  @Test("Motions that make no sense are named")
  func problems() {
    func problem(_ motion: TouchpadMotion) -> String? {
      InputEvent(time: 0, phase: .move, position: .zero, touchpad: motion).problem
    }
    #expect(problem(TouchpadMotion(.scroll, fingers: 2)) == nil)
    #expect(problem(TouchpadMotion(.scroll, fingers: 0)) == "fingers expected a whole number from 1 to 16, got 0")
    #expect(problem(TouchpadMotion(.pinch, fingers: 2, scale: 0)) == "scale expected a number from 0.001 to 1000.0, got 0.0")
    #expect(
      problem(TouchpadMotion(.pinch, fingers: 2, rotation: .nan)) == "rotation expected a number within ±360.0, got nan")
    #expect(
      problem(TouchpadMotion(.scroll, fingers: 2, delta: Point(.infinity, 0)))
        == "dx expected a number within ±10000000.0, got inf")
  }
}
