import Testing

@testable import Segue

@Suite("Arena") struct GestureArenaTests {
  private let pan = RecognizerKind.pan(PanSettings())

  private func drag(_ bench: GestureBench) {
    bench.event(.down, 0, 0)
    bench.event(.move, 30, 0)
    bench.event(.move, 60, 0)
    bench.event(.up, 60, 0)
  }

  @Test("F99 Only the legal steps lead anywhere, and each continuous gesture passes began once")
  func states() {
    var legal: [String] = []
    for state in GestureState.allCases {
      for verdict in Verdict.allCases {
        if let next = state.after(verdict) { legal.append("\(state) \(verdict) \(next)") }
      }
    }
    #expect(
      legal == [
        "possible begin began", "possible recognize ended", "possible fail failed", "failed reset possible",
        "began change changed", "began end ended", "began cancel cancelled", "changed change changed",
        "changed end ended", "changed cancel cancelled", "ended reset possible", "cancelled reset possible",
      ])
  }

  @Test("F103 The innermost of two equal pans wins, the other fails")
  func exclusive() {
    let bench = GestureBench()
    let outer = bench.add("outer", pan, to: bench.outer)
    _ = bench.add("inner", pan)
    bench.event(.down, 0, 0)
    bench.event(.move, 30, 0)
    #expect(bench.arena[outer]?.state == .failed)
    bench.event(.up, 30, 0)
    #expect(bench.log == ["inner began", "inner ended"])
    #expect(bench.arena[outer]?.state == .possible)
  }

  @Test("F103 One yes is enough for two pans to be active together", arguments: [true, false])
  func simultaneous(innerAsks: Bool) {
    let bench = GestureBench()
    let outer = bench.add("outer", pan, to: bench.outer)
    let inner = bench.add("inner", pan)
    bench.arena.configure(innerAsks ? inner : outer) { $0.simultaneousWith = [innerAsks ? outer : inner] }
    drag(bench)
    #expect(
      bench.log == [
        "inner began", "outer began", "inner changed", "outer changed", "inner ended", "outer ended",
      ])
  }

  @Test("F102 A pan waits for the one it requires to fail, and then counts from where it was let in")
  func requireToFail() {
    let bench = GestureBench()
    let first = bench.add("first", .pan(PanSettings(axis: .y, slop: 40)), to: bench.outer)
    _ = bench.add("second", pan, settings: RecognizerSettings(requireToFail: [first]))
    bench.event(.down, 0, 0)
    bench.event(.move, 30, 0)
    #expect(bench.reports.isEmpty)
    bench.event(.move, 50, 0)
    #expect(bench.log == ["second began"])
    #expect(bench.last?.translation == .zero)
    bench.event(.move, 55, 0)
    #expect(bench.last?.translation == Point(5, 0))
  }

  @Test("F102 It fails if the other begins, and if its contact lifts while it waits")
  func requireToFailLoses() {
    let bench = GestureBench()
    let first = bench.add("first", .pan(PanSettings(slop: 40)))
    let second = bench.add("second", pan, settings: RecognizerSettings(requireToFail: [first]))
    drag(bench)
    #expect(bench.log == ["first began", "first ended"])
    bench.event(.down, 0, 0)
    bench.event(.move, 20, 0)
    bench.event(.up, 20, 0)
    #expect(bench.reports.count == 2)
    #expect(bench.arena[second]?.state == .possible)
  }

  @Test("Two that wait for each other both stay silent")
  func cycle() {
    let bench = GestureBench()
    let a = bench.add("a", pan)
    let b = bench.add("b", pan, settings: RecognizerSettings(requireToFail: [a]))
    bench.arena.configure(a) { $0.requireToFail = [b, a] }
    drag(bench)
    #expect(bench.log.isEmpty || bench.log == ["b began", "b ended"])
    #expect(bench.arena[a]?.state == .possible)
    #expect(bench.arena[b]?.state == .possible)
  }

  @Test("F100 A discrete gesture is a single ended, and the pan around it fails silently")
  func discrete() {
    let bench = GestureBench()
    _ = bench.add("pan", pan)
    _ = bench.add("tap", TestTap())
    bench.event(.down, 5, 5)
    bench.event(.up, 5, 5)
    #expect(bench.log == ["tap ended"])
    drag(bench)
    #expect(bench.log == ["tap ended", "pan began", "pan changed", "pan ended"])
  }

  @Test("A gesture that waits for time is recognised at its deadline, and one that requires its failure fails then")
  func deadline() {
    let bench = GestureBench()
    let slow = bench.add("slow", TestTap(patience: 0.3))
    let quick = bench.add("quick", TestTap(), settings: RecognizerSettings(requireToFail: [slow]))
    bench.event(.down, 5, 5, at: 1)
    bench.event(.up, 5, 5, at: 1.25)
    #expect(bench.arena.nextDeadline == 1.55)
    bench.arena.advance(to: 1.5)
    #expect(bench.reports.isEmpty)
    bench.arena.advance(to: 2)
    #expect(bench.log == ["slow ended"])
    #expect(bench.last?.time == 1.55)
    #expect(bench.arena.nextDeadline == nil)
    #expect(bench.arena[quick]?.state == .possible)
    #expect(bench.arena[slow]?.state == .possible)
  }

  @Test("F101 A no before the beginning is a failure without a report, asked once")
  func shouldBegin() {
    let bench = GestureBench()
    var asked: [GestureReport] = []
    _ = bench.add(
      "no", pan,
      settings: RecognizerSettings(shouldBegin: { _, report in
        asked.append(report)
        return false
      }))
    _ = bench.add("outer", pan, to: bench.outer)
    drag(bench)
    #expect(asked.count == 1)
    #expect(asked.first?.state == .began)
    #expect(asked.first?.translation == Point(20, 0))
    #expect(bench.log == ["outer began", "outer changed", "outer ended"])
  }

  @Test("F104 Switched off or removed in mid-gesture cancels once, and only what has begun")
  func switchedOff() {
    let bench = GestureBench()
    let it = bench.add("pan", pan)
    bench.event(.down, 0, 0)
    bench.arena.configure(it) { $0.isEnabled = false }
    bench.arena.configure(it) { $0.isEnabled = true }
    bench.event(.move, 30, 0)
    #expect(bench.reports.isEmpty)
    bench.event(.up, 30, 0)
    bench.event(.down, 0, 0)
    bench.event(.move, 30, 0)
    bench.arena.configure(it) { $0.isEnabled = false }
    #expect(bench.last?.velocity == .zero)
    bench.event(.move, 60, 0)
    bench.event(.up, 60, 0)
    bench.arena.configure(it) { $0.isEnabled = true }
    bench.event(.down, 0, 0)
    bench.event(.move, 30, 0)
    #expect(bench.arena.remove(it))
    #expect(!bench.arena.remove(it))
    bench.event(.up, 30, 0)
    #expect(bench.log == ["pan began", "pan cancelled", "pan began", "pan cancelled"])
    #expect(bench.arena[it] == nil)
    #expect(!bench.arena.configure(it) { $0.isEnabled = true })
  }

  @Test("A view that goes away cancels what has begun on it and nothing else")
  func viewGone() {
    let bench = GestureBench()
    let outer = bench.add("outer", pan, to: bench.outer)
    let inner = bench.add("inner", pan, settings: RecognizerSettings(simultaneousWith: [outer]))
    bench.event(.down, 0, 0)
    bench.event(.move, 30, 0)
    bench.arena.cancelAll(on: bench.inner)
    #expect(bench.arena[inner]?.state == .possible)
    bench.event(.move, 40, 0)
    bench.arena.removeAll(on: bench.outer)
    #expect(bench.log == ["inner began", "outer began", "inner cancelled", "outer changed", "outer cancelled"])
    #expect(bench.arena.recognizers(on: bench.outer).isEmpty)
    #expect(bench.arena.recognizers(on: bench.inner) == [inner])
  }

  @Test("A lost lift: the second down of a contact cancels the first and can begin anew")
  func lostUp() {
    let bench = GestureBench()
    _ = bench.add("pan", pan)
    bench.event(.down, 0, 0)
    bench.event(.move, 30, 0)
    drag(bench)
    #expect(bench.log == ["pan began", "pan cancelled", "pan began", "pan changed", "pan ended"])
  }

  @Test("A cancel from the system cancels what has begun and is silent before")
  func systemCancel() {
    let bench = GestureBench()
    _ = bench.add("pan", pan)
    bench.event(.down, 0, 0)
    bench.event(.cancel, 0, 0)
    #expect(bench.reports.isEmpty)
    bench.event(.down, 0, 0)
    bench.event(.down, 9, 9, contact: 1)
    bench.event(.move, 60, 0)
    bench.event(.cancel, 60, 0)
    bench.event(.move, 99, 99, contact: 1)
    #expect(bench.log == ["pan began", "pan cancelled"])
    bench.event(.up, 99, 99, contact: 1)
    drag(bench)
    #expect(bench.reports.count == 5)
  }

  @Test("Lifts, moves and cancels of contacts that are not down, and events with a problem, change nothing")
  func strays() {
    let bench = GestureBench()
    _ = bench.add("pan", pan)
    bench.event(.up, 0, 0)
    bench.event(.move, 90, 0)
    bench.event(.cancel, 0, 0)
    bench.event(.down, 0, 0)
    bench.event(.move, .nan, 0)
    bench.event(.move, 1e300, 0)
    #expect(bench.reports.isEmpty)
    let nan = InputEvent(time: .nan, phase: .down, position: .zero)
    #expect(nan.problem == "time expected a number within ±10000000000.0, got nan")
    let far = InputEvent(time: 0, phase: .down, position: Point(0, -1e8))
    #expect(far.problem == "y expected a number within ±10000000.0, got -100000000.0")
  }

  @Test("Times that run backwards count as the latest time")
  func backwards() {
    let bench = GestureBench()
    _ = bench.add("pan", pan)
    bench.event(.down, 0, 0, at: 5)
    bench.event(.move, 30, 0, at: 4)
    bench.event(.move, 60, 0, at: 5)
    bench.event(.up, 60, 0, at: -3)
    #expect(bench.log == ["pan began", "pan changed", "pan ended"])
    #expect(bench.reports.allSatisfy { $0.report.time == 5 && $0.report.velocity == .zero })
  }

  @Test("The same contact number on two devices is two contacts; contacts beyond the cap are ignored")
  func manyContacts() {
    let bench = GestureBench()
    _ = bench.add("pan", pan)
    for device in [InputEvent.Device.touch, .pen, .touchpad] {
      for contact in 0..<10 {
        let event = InputEvent(time: 0, device: device, contact: contact, phase: .down, position: .zero)
        bench.arena.handle(event) { _ in [bench.inner] }
      }
    }
    bench.event(.move, 640, 0, contact: 0)
    #expect(bench.last?.contacts == GestureConstants.contacts)
    #expect(bench.last?.translation == Point(30, 0))
  }

  @Test("Contacts on two views are two gestures that know nothing of each other")
  func independent() {
    let bench = GestureBench()
    _ = bench.add("a", pan)
    _ = bench.add("b", pan, to: bench.outer)
    func event(_ phase: InputEvent.Phase, _ x: Double, contact: Int) {
      let event = InputEvent(time: 0, contact: contact, phase: phase, position: Point(x, 0))
      bench.arena.handle(event) { _ in [contact == 0 ? bench.inner : bench.outer] }
    }
    event(.down, 0, contact: 0)
    event(.down, 0, contact: 1)
    event(.move, 30, contact: 0)
    event(.move, -50, contact: 1)
    #expect(bench.log == ["a began", "b began"])
    #expect(bench.last?.translation == Point(-40, 0))
  }

  @Test("A finger on an active pan is not stolen by another pan under the second finger")
  func noTheft() {
    let bench = GestureBench()
    _ = bench.add("outer", .pan(PanSettings(maximumContacts: 1)), to: bench.outer)
    let inner = bench.add("inner", .pan(PanSettings(axis: .x)), to: bench.inner)
    bench.event(.down, 0, 0)
    bench.event(.move, 0, 30)
    bench.event(.down, 0, 0, contact: 1)
    bench.event(.move, 50, 0, contact: 1)
    #expect(bench.arena[inner]?.state == .failed)
    #expect(bench.log == ["outer began"])
  }

  @Test("Whoever hears a report may switch off, remove, add and feed: every gesture stays in order")
  func reentrant() {
    let bench = GestureBench()
    let a = bench.add("a", pan)
    let b = bench.add("b", pan, settings: RecognizerSettings(simultaneousWith: [a]))
    bench.reaction = { [unowned bench] name, report in
      if name == "a" && report.state == .began {
        bench.arena.remove(b)
        bench.arena.configure(a) { $0.isEnabled = false }
        _ = bench.add("c", .pan(PanSettings()))
        bench.event(.up, 30, 0)
        bench.event(.down, 0, 0)
        bench.event(.move, 0, 30)
      }
      if name == "a" && report.state == .cancelled { bench.arena.remove(a) }
    }
    bench.event(.down, 0, 0)
    bench.event(.move, 30, 0)
    #expect(bench.log == ["a began", "a cancelled", "c began"])
    #expect(bench.arena[a] == nil)
    #expect(bench.arena[b] == nil)
  }

  @Test("A removal inside the question whether to begin begins nothing")
  func removalInQuestion() {
    let bench = GestureBench()
    _ = bench.add(
      "a", pan, settings: RecognizerSettings(shouldBegin: { [arena = bench.arena] handle, _ in arena.remove(handle) }))
    _ = bench.add("b", pan)
    drag(bench)
    #expect(bench.log == ["b began", "b changed", "b ended"])
  }

  @Test("F103 The losers fail at once, so that whoever waits for one of them need not wait for the lift")
  func losersFail() {
    let bench = GestureBench()
    _ = bench.add("inner", pan)
    let outer = bench.add("outer", .pan(PanSettings(slop: 100)), to: bench.outer)
    bench.event(.down, 0, 0)
    bench.event(.move, 30, 0)
    #expect(bench.arena[outer]?.state == .failed)
    #expect(bench.log == ["inner began"])
  }

  @Test("A failed recogniser does not take a second contact, so it is free again when the first lifts")
  func failedTakesNothing() {
    let bench = GestureBench()
    let it = bench.add("pan", .pan(PanSettings(axis: .x)))
    bench.event(.down, 0, 0)
    bench.event(.move, 0, 30)
    bench.event(.down, 50, 50, contact: 1)
    bench.event(.up, 0, 30)
    #expect(bench.arena[it]?.state == .possible)
    bench.event(.move, 90, 50, contact: 1)
    #expect(bench.reports.isEmpty)
  }

  @Test("A gesture that no longer wants to begin is not begun when the other fails")
  func withdrawn() {
    let bench = GestureBench()
    let first = bench.add("first", .pan(PanSettings(axis: .y, slop: 100)))
    let second = bench.add(
      "second", .pan(PanSettings(minimumContacts: 2)), settings: RecognizerSettings(requireToFail: [first]))
    bench.event(.down, 0, 0)
    bench.event(.down, 0, 0, contact: 1)
    bench.event(.move, 30, 0)
    bench.event(.up, 0, 0, contact: 1)
    bench.event(.move, 150, 0)
    #expect(bench.arena[first]?.state == .failed)
    #expect(bench.arena[second]?.state == .possible)
    #expect(bench.reports.isEmpty)
  }

  @Test("An event fed from a report comes after the one being handled")
  func fedInOrder() {
    let bench = GestureBench()
    let a = bench.add("a", pan)
    _ = bench.add("b", pan, settings: RecognizerSettings(simultaneousWith: [a]))
    bench.reaction = { [unowned bench] name, report in
      if name == "a" && report.state == .began { bench.event(.move, 40, 0) }
    }
    bench.event(.down, 0, 0)
    bench.event(.move, 30, 0)
    #expect(bench.log == ["a began", "b began", "a changed", "b changed"])
  }

  @Test("Nothing stays active without a contact, whatever its detector says")
  func stubborn() {
    /// Begins with its first contact and never says that it ended.
    struct Stubborn: Detector {
      var maximumContacts: Int { 1 }
      mutating func update(_ change: ContactChange, contacts: [Contact], at time: Double, isActive: Bool) -> Verdict {
        isActive ? .wait : .begin
      }
      mutating func start(late: Bool) {}
      func measure(at time: Double) -> Measurement { Measurement() }
      mutating func reset() {}
    }
    let bench = GestureBench()
    let it = bench.add("it", Stubborn())
    bench.event(.down, 0, 0)
    bench.event(.up, 0, 0)
    #expect(bench.log == ["it began", "it ended"])
    #expect(bench.arena[it]?.state == .possible)
  }
}
