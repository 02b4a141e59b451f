import Testing

@testable import Segue

@Suite("Long press") struct LongPressTests {
  @Test("F107 It begins after 0.5 s without an event, moves freely then and ends with the lift")
  func basic() {
    let bench = GestureBench()
    _ = bench.add("press", .longPress(LongPressSettings()))
    bench.event(.down, 50, 50, at: 1)
    bench.event(.move, 58, 56, at: 1.2)
    bench.arena.advance(to: 1.499)
    #expect(bench.reports.isEmpty)
    bench.arena.advance(to: 1.6)
    #expect(bench.log == ["press began"])
    #expect(bench.last?.time == 1.5)
    #expect(bench.last?.location == Point(58, 56))
    bench.event(.move, 158, 56, at: 1.7)
    bench.event(.move, 158, 56, at: 1.8)
    #expect(bench.last?.translation == Point(100, 0))
    bench.event(.up, 158, 56, at: 3)
    #expect(bench.log == ["press began", "press changed", "press ended"])
    #expect(bench.last?.velocity == .zero)
  }

  @Test("F107 A lift or a way beyond 10 units before its time spoils it")
  func spoilt() {
    let bench = GestureBench()
    let it = bench.add("press", .longPress(LongPressSettings()))
    bench.event(.down, 0, 0, at: 0)
    bench.event(.up, 0, 0, at: 0.4)
    bench.arena.advance(to: 1)
    bench.event(.down, 0, 0, at: 2)
    bench.event(.move, 0, 11, at: 2.1)
    #expect(bench.arena[it]?.state == .failed)
    bench.event(.move, 0, 0, at: 2.2)
    bench.arena.advance(to: 5)
    bench.event(.up, 0, 0, at: 5)
    #expect(bench.reports.isEmpty)
    #expect(bench.arena.nextDeadline == nil)
  }

  @Test("F107 0 s begins at the touch")
  func atOnce() {
    let bench = GestureBench()
    _ = bench.add("press", .longPress(LongPressSettings(duration: 0)))
    bench.event(.down, 5, 5)
    #expect(bench.log == ["press began"])
    bench.event(.up, 5, 5)
    #expect(bench.log == ["press began", "press ended"])
  }

  @Test("With two contacts the time counts from the second, and one lift ends it")
  func two() {
    let bench = GestureBench()
    _ = bench.add("press", .longPress(LongPressSettings(contacts: 2)))
    bench.event(.down, 0, 0, at: 0)
    bench.event(.down, 10, 0, contact: 1, at: 0.4)
    bench.arena.advance(to: 0.89)
    #expect(bench.reports.isEmpty)
    bench.arena.advance(to: 0.91)
    #expect(bench.last?.contacts == 2)
    bench.event(.up, 0, 0, at: 1)
    bench.event(.up, 10, 0, contact: 1, at: 1.1)
    #expect(bench.log == ["press began", "press ended"])
  }

  @Test("F103 A pan that begins first spoils it, and after it has begun no pan takes its contact")
  func againstPan() {
    let bench = GestureBench()
    let pan = bench.add("pan", .pan(PanSettings()))
    _ = bench.add("press", .longPress(LongPressSettings(slop: 100)))
    bench.event(.down, 0, 0, at: 0)
    bench.event(.move, 20, 0, at: 0.1)
    bench.event(.up, 20, 0, at: 1)
    #expect(bench.log == ["pan began", "pan ended"])
    bench.event(.down, 0, 0, at: 2)
    bench.event(.move, 30, 0, at: 2.6)
    #expect(bench.arena[pan]?.state == .failed)
    #expect(bench.log.suffix(2) == ["press began", "press changed"])
  }

  @Test("F102 While it waits for another to fail it has not begun: a way beyond the slop still spoils it")
  func waiting() {
    let bench = GestureBench()
    let pan = bench.add("pan", .pan(PanSettings(slop: 50)))
    let it = bench.add("press", .longPress(LongPressSettings()), settings: RecognizerSettings(requireToFail: [pan]))
    bench.event(.down, 0, 0, at: 0)
    bench.arena.advance(to: 1)
    #expect(bench.reports.isEmpty)
    bench.event(.move, 20, 0, at: 1.1)
    #expect(bench.arena[it]?.state == .failed)
  }
}
