import Testing

@testable import Segue

@Suite("Pan") struct PanRecognizerTests {
  @Test("F105 A pan begins beyond the slop, counts translation from the end of the slop and ends with its velocity")
  func basic() {
    let bench = GestureBench()
    _ = bench.add("pan", .pan(PanSettings()))
    bench.event(.down, 50, 50)
    bench.event(.move, 60, 50)
    #expect(bench.reports.isEmpty)
    bench.event(.move, 70, 50)
    #expect(bench.last?.translation == Point(10, 0))
    #expect(bench.last?.location == Point(70, 50))
    bench.event(.move, 80, 50)
    bench.event(.up, 80, 50)
    #expect(bench.log == ["pan began", "pan changed", "pan ended"])
    #expect(bench.last?.translation == Point(20, 0))
    #expect(bench.last?.contacts == 0)
    #expect(abs((bench.last?.velocity.x ?? 0) - 1000) < 1e-9)
  }

  @Test("However a stroke is cut into events, its translation is the same")
  func cuts() {
    for steps in [1, 2, 5, 100] {
      let bench = GestureBench()
      _ = bench.add("pan", .pan(PanSettings()))
      bench.event(.down, 0, 0)
      for i in 1...steps { bench.event(.move, 30 * Double(i) / Double(steps), 40 * Double(i) / Double(steps)) }
      let translation = bench.last?.translation ?? .zero
      #expect(abs(translation.x - 24) < 1e-9 && abs(translation.y - 32) < 1e-9)
    }
  }

  @Test("F111 A start along the wrong axis fails until the contact has lifted, and the outer pan has it")
  func axis() {
    let bench = GestureBench()
    let inner = bench.add("inner", .pan(PanSettings(axis: .x)))
    _ = bench.add("outer", .pan(PanSettings(axis: .y)), to: bench.outer)
    bench.event(.down, 0, 0)
    bench.event(.move, 5, 12)
    bench.event(.move, 90, 12)
    #expect(bench.arena[inner]?.state == .failed)
    bench.event(.up, 90, 12)
    #expect(bench.arena[inner]?.state == .possible)
    #expect(bench.log == ["outer began", "outer ended"])
    bench.event(.down, 0, 0)
    bench.event(.move, -25, 4)
    #expect(bench.log.last == "inner began")
    #expect(bench.last?.translation == Point(-15, 0))
  }

  @Test("A tie between the axes counts as vertical")
  func tie() {
    let bench = GestureBench()
    _ = bench.add("pan", .pan(PanSettings(axis: .lock)))
    bench.event(.down, 0, 0)
    bench.event(.move, 20, 20)
    #expect(bench.last?.translation == Point(0, 10))
    bench.event(.move, 90, 21)
    #expect(bench.last?.translation == Point(0, 11))
    #expect(bench.last?.velocity.x == 0)
  }

  @Test("A finger that joins or leaves in mid-pan makes no jump, and two fingers move it by their mean")
  func joining() {
    let bench = GestureBench()
    _ = bench.add("pan", .pan(PanSettings()))
    bench.event(.down, 0, 0)
    bench.event(.move, 30, 0)
    bench.event(.down, 200, 300, contact: 1)
    #expect(bench.last?.translation == Point(20, 0))
    bench.event(.move, 210, 300, contact: 1)
    #expect(bench.last?.translation == Point(25, 0))
    #expect(bench.last?.location == Point(120, 150))
    #expect(bench.last?.contacts == 2)
    bench.event(.up, 30, 0)
    bench.event(.move, 211, 301, contact: 1)
    #expect(bench.last?.translation == Point(26, 1))
    #expect(bench.log == ["pan began", "pan changed", "pan changed"])
    bench.event(.up, 211, 301, contact: 1)
    #expect(bench.log.last == "pan ended")
    #expect(abs(bench.last?.velocity.x ?? 9999) < 1000)
  }

  @Test("F105 With two contacts asked for, one does not begin it and one alone ends it")
  func minimum() {
    let bench = GestureBench()
    _ = bench.add("pan", .pan(PanSettings(minimumContacts: 2, maximumContacts: 2)))
    bench.event(.down, 0, 0)
    bench.event(.move, 80, 0)
    #expect(bench.reports.isEmpty)
    bench.event(.down, 100, 0, contact: 1)
    bench.event(.down, 500, 0, contact: 2)
    bench.event(.move, 100, 24, contact: 1)
    #expect(bench.last?.translation == Point(0, 2))
    #expect(bench.last?.contacts == 2)
    bench.event(.up, 100, 24, contact: 1)
    #expect(bench.log == ["pan began", "pan ended"])
    bench.event(.move, 300, 300)
    #expect(bench.reports.count == 2)
  }

  @Test("F105 The translation can be set, and counts on from there")
  func setting() {
    let bench = GestureBench()
    let pan = bench.add("pan", .pan(PanSettings()))
    bench.arena.setTranslation(Point(7, 7), of: pan)
    bench.event(.down, 0, 0)
    bench.event(.move, 50, 0)
    #expect(bench.last?.translation == Point(40, 0))
    bench.arena.setTranslation(.zero, of: pan)
    bench.event(.move, 53, 4)
    #expect(bench.last?.translation == Point(3, 4))
  }

  @Test("Stopped, held and lifted ends with no velocity; a second pan begins with none of the first's")
  func held() {
    let bench = GestureBench()
    _ = bench.add("pan", .pan(PanSettings()))
    bench.event(.down, 0, 0)
    for i in 1...9 { bench.event(.move, Double(i) * 10, 0) }
    bench.event(.up, 90, 0, at: 1.1)
    #expect(bench.last?.velocity == .zero)
    bench.event(.down, 0, 0)
    bench.event(.move, 0, 11)
    #expect(bench.last?.state == .began)
    #expect(bench.last?.velocity.x == 0)
    #expect(abs((bench.last?.velocity.y ?? 0) - 1100) < 1e-7)
  }

  @Test("A lift away from the last move counts as a move first")
  func movingLift() {
    let bench = GestureBench()
    _ = bench.add("pan", .pan(PanSettings()))
    bench.event(.down, 0, 0)
    bench.event(.up, 0, 40)
    #expect(bench.log == ["pan began", "pan ended"])
    #expect(bench.last?.translation == Point(0, 30))
  }

  @Test("A contact that rests reports nothing, but its rest counts in the velocity")
  func resting() {
    let bench = GestureBench()
    _ = bench.add("pan", .pan(PanSettings()))
    bench.event(.down, 0, 0)
    for i in 1...3 { bench.event(.move, Double(i) * 20, 0) }
    for _ in 1...16 { bench.event(.move, 60, 0) }
    bench.event(.up, 60, 0)
    #expect(bench.log == ["pan began", "pan changed", "pan changed", "pan ended"])
    #expect(abs(bench.last?.velocity.x ?? 9999) < 1e-9)
  }

  @Test("Settings that make no sense are named, and never recognise anything")
  func problems() {
    #expect(PanSettings().problem == nil)
    #expect(PanSettings(slop: -1).problem == "slop expected a number from 0 to 10000000.0, got -1.0")
    #expect(PanSettings(slop: .nan).problem == "slop expected a number from 0 to 10000000.0, got nan")
    #expect(PanSettings(minimumContacts: 0).problem == "minimum contacts expected 1 or more, got 0")
    let backwards = PanSettings(minimumContacts: 3, maximumContacts: 2)
    #expect(backwards.problem == "maximum contacts expected 3 (the minimum) or more, got 2")
    #expect(RecognizerKind.pan(backwards).problem == backwards.problem)
    let bench = GestureBench()
    _ = bench.add("pan", .pan(PanSettings(minimumContacts: 0)))
    bench.event(.down, 0, 0)
    bench.event(.move, 90, 0)
    bench.event(.up, 90, 0)
    #expect(bench.reports.isEmpty)
  }
}
