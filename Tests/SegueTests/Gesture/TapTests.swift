import Testing

@testable import Segue

@Suite("Tap") struct TapTests {
  private func tap(_ bench: GestureBench, _ x: Double = 10, at time: Double, contact: Int = 0) {
    bench.event(.down, x, 10, contact: contact, at: time)
    bench.event(.up, x, 10, contact: contact, at: time + 0.05)
  }

  @Test("F100 A tap is a single ended on the lift, at its place")
  func single() {
    let bench = GestureBench()
    _ = bench.add("tap", .tap(TapSettings()))
    bench.event(.down, 10, 20)
    bench.event(.move, 16, 28)
    #expect(bench.reports.isEmpty)
    bench.event(.up, 16, 28)
    #expect(bench.log == ["tap ended"])
    #expect(bench.last?.location == Point(10, 20))
    #expect(bench.last?.contacts == 0)
    #expect(bench.arena.nextDeadline == nil)
  }

  @Test("Beyond 10 units it is none; a tap held for ten seconds is one")
  func slop() {
    let bench = GestureBench()
    let it = bench.add("tap", .tap(TapSettings()))
    bench.event(.down, 0, 0)
    bench.event(.move, 10.5, 0)
    #expect(bench.arena[it]?.state == .failed)
    bench.event(.up, 10.5, 0)
    #expect(bench.reports.isEmpty)
    bench.event(.down, 0, 0, at: 1)
    bench.event(.up, 10, 0, at: 11)
    #expect(bench.log == ["tap ended"])
  }

  @Test("A double tap needs its second tap to go down within 0.3 s of the first lift and within reach")
  func double() {
    let bench = GestureBench()
    let it = bench.add("double", .tap(TapSettings(taps: 2)))
    tap(bench, at: 0)
    tap(bench, at: 0.34)
    #expect(bench.log == ["double ended"])
    tap(bench, at: 1)
    tap(bench, at: 1.36)
    #expect(bench.reports.count == 1, "the second came after 0.31 s")
    bench.arena.advance(to: 2)
    #expect(bench.arena[it]?.state == .possible)
    tap(bench, 10, at: 3)
    tap(bench, 111, at: 3.1)
    #expect(bench.reports.count == 1, "the second was 101 away")
  }

  @Test("F102 A single tap that requires the double tap to fail comes when its time is over, and not at all after a double tap")
  func singleAfterDouble() {
    let bench = GestureBench()
    let double = bench.add("double", .tap(TapSettings(taps: 2)))
    _ = bench.add("single", .tap(TapSettings()), settings: RecognizerSettings(requireToFail: [double]))
    tap(bench, at: 0)
    #expect(bench.arena.nextDeadline == 0.35)
    bench.arena.advance(to: 0.34)
    #expect(bench.reports.isEmpty)
    bench.arena.advance(to: 0.36)
    #expect(bench.log == ["single ended"])
    #expect(bench.last?.time == 0.35)
    tap(bench, at: 1)
    tap(bench, at: 1.2)
    bench.arena.advance(to: 3)
    #expect(bench.log == ["single ended", "double ended"])
    #expect(bench.arena.nextDeadline == nil)
  }

  @Test(
    "F103 A single tap beside a double tap takes each tap, so that the double tap never comes; switched off it is out of the way"
  )
  func exclusive() {
    let bench = GestureBench()
    let single = bench.add("single", .tap(TapSettings()))
    _ = bench.add("double", .tap(TapSettings(taps: 2)))
    tap(bench, at: 0)
    tap(bench, at: 0.1)
    #expect(bench.log == ["single ended", "single ended"])
    bench.arena.advance(to: 1)
    bench.arena.configure(single) { $0.isEnabled = false }
    tap(bench, at: 2)
    tap(bench, at: 2.1)
    #expect(bench.log.last == "double ended")
  }

  @Test("Two contacts: both must go down before either lifts, at their centre; one alone is none")
  func twoContacts() {
    let bench = GestureBench()
    let it = bench.add("tap", .tap(TapSettings(contacts: 2)))
    bench.event(.down, 0, 0)
    bench.event(.down, 40, 0, contact: 1)
    bench.event(.up, 0, 0)
    #expect(bench.reports.isEmpty)
    bench.event(.up, 40, 0, contact: 1)
    #expect(bench.last?.location == Point(20, 0))
    tap(bench, at: 2)
    bench.event(.down, 0, 0, at: 3)
    bench.event(.down, 40, 0, contact: 1, at: 3.1)
    bench.event(.up, 0, 0, at: 3.2)
    bench.event(.down, 0, 0, at: 3.3)
    #expect(bench.arena[it]?.state == .failed)
    bench.event(.up, 0, 0, at: 3.4)
    bench.event(.up, 40, 0, contact: 1, at: 3.5)
    #expect(bench.log == ["tap ended"])
  }

  @Test("A second finger during a tap of one is ignored, whichever lifts first", arguments: [true, false])
  func extraFinger(secondFirst: Bool) {
    let bench = GestureBench()
    _ = bench.add("tap", .tap(TapSettings()))
    bench.event(.down, 0, 0)
    bench.event(.down, 99, 0, contact: 1)
    bench.event(.up, secondFirst ? 99 : 0, 0, contact: secondFirst ? 1 : 0)
    bench.event(.up, secondFirst ? 0 : 99, 0, contact: secondFirst ? 0 : 1)
    #expect(bench.log == ["tap ended"])
  }

  @Test("F102 A double tap that came late, once a triple tap had failed, still spoils the single tap that may run beside it")
  func chain() {
    let bench = GestureBench()
    let triple = bench.add("triple", .tap(TapSettings(taps: 3)))
    let double = bench.add("double", .tap(TapSettings(taps: 2)), settings: RecognizerSettings(requireToFail: [triple]))
    _ = bench.add(
      "single", .tap(TapSettings()), settings: RecognizerSettings(requireToFail: [double], simultaneousWith: [double, triple]))
    tap(bench, at: 0)
    tap(bench, at: 0.1)
    bench.arena.advance(to: 1)
    #expect(bench.log == ["double ended"])
  }

  @Test("F102 A tap that waits takes no further contact: it is told with none when a second touch has spoilt the double tap")
  func waitingTakesNothing() {
    let bench = GestureBench()
    let double = bench.add("double", .tap(TapSettings(taps: 2)))
    _ = bench.add("single", .tap(TapSettings()), settings: RecognizerSettings(requireToFail: [double]))
    tap(bench, at: 0)
    bench.event(.down, 10, 10, at: 0.1)
    bench.event(.move, 90, 10, at: 0.2)
    #expect(bench.log == ["single ended"])
    #expect(bench.last?.contacts == 0)
  }

  @Test("A contact that the system takes away between the taps ends it silently")
  func cancelled() {
    let bench = GestureBench()
    let it = bench.add("double", .tap(TapSettings(taps: 2)))
    tap(bench, at: 0)
    bench.event(.down, 10, 10, at: 0.1)
    bench.event(.cancel, 10, 10, at: 0.15)
    #expect(bench.arena[it]?.state == .possible)
    tap(bench, at: 0.2)
    #expect(bench.reports.isEmpty)
  }
}
