import Testing

@testable import Segue

/// Input as devices should not send it, seen by recognisers of every kind at once.
@Suite("Hostile input") struct HostileInputTests {
  /// Every kind twice, all allowed together, on a view of 400 × 800; keeps the books.
  private final class Crowd {
    let bench = GestureBench()
    var faults: [String] = []
    private var going: [String: GestureState] = [:]

    init(isExclusive: Bool = false) {
      bench.arena.place = { _, point in Contact.Place(point: point, size: Size(400, 800)) }
      var handles: [Handle<Recognizer>] = []
      var kinds = RecognizerKind.all.map(\.kind)
      kinds[3] = .edgePan(EdgePanSettings(edges: Set(EdgePanSettings.Edge.allCases)))
      kinds += [
        .tap(TapSettings(taps: 2)), .longPress(LongPressSettings(duration: 0)), .pan(PanSettings(axis: .lock, slop: 0)),
        .pinch(PinchSettings(slop: 0)), .rotation(RotationSettings(slop: 0)), .pan(PanSettings(slop: 0, minimumContacts: 2)),
      ]
      for (i, kind) in kinds.enumerated() { handles.append(bench.add("\(i) \(kind.name)", kind)) }
      if !isExclusive { for handle in handles { bench.arena.configure(handle) { $0.simultaneousWith = handles } } }
      bench.reaction = { [unowned self] name, report in hear(name, report) }
    }

    private func hear(_ name: String, _ report: GestureReport) {
      let numbers = [
        report.time, report.location.x, report.location.y, report.translation.x, report.translation.y, report.velocity.x,
        report.velocity.y, report.scale, report.angle, report.rate,
      ]
      if !numbers.allSatisfy(\.isFinite) { faults.append("\(name): \(report)") }
      let isDiscrete = name.hasSuffix("tap") || name.hasSuffix(" swipe")
      switch (going[name], report.state) {
      case (nil, .began) where !isDiscrete: break
      case (nil, .ended) where isDiscrete: break
      case (.began?, .changed), (.changed?, .changed): break
      case (.began?, .ended), (.changed?, .ended), (.began?, .cancelled), (.changed?, .cancelled): break
      default: faults.append("\(name): \(String(describing: going[name])) → \(report.state)")
      }
      going[name] = report.state.isActive ? report.state : nil
    }

    /// What is wrong once every contact has lifted and time has passed.
    func check() -> [String] {
      bench.arena.advance(to: bench.arena.now + 60)
      if !going.isEmpty { faults.append("still going: \(going.keys.sorted())") }
      for (handle, name) in bench.names where bench.arena[handle]?.state != .possible {
        faults.append("\(name) is stuck in \(String(describing: bench.arena[handle]?.state))")
      }
      if bench.arena.nextDeadline != nil { faults.append("somebody waits for ever") }
      return faults
    }
  }

  /// A list of events, at steps of 10 ms: a phase, a contact and a place.
  private typealias Step = (phase: InputEvent.Phase, contact: Int, x: Double, y: Double, after: Double)

  private static func step(_ phase: InputEvent.Phase, _ contact: Int, _ x: Double, _ y: Double, after: Double = 0.01) -> Step {
    (phase, contact, x, y, after)
  }

  private static let lists: [(name: String, steps: [Step])] = [
    (
      "two contacts swap",
      [step(.down, 0, 10, 10), step(.down, 1, 110, 10)]
        + (1...10).flatMap { [step(.move, 0, 10 + 10 * Double($0), 10), step(.move, 1, 110 - 10 * Double($0), 10)] }
        + [step(.up, 0, 110, 10), step(.up, 1, 10, 10)]
    ),
    (
      "one of two lifts and comes back",
      [
        step(.down, 0, 10, 10), step(.down, 1, 110, 10), step(.move, 0, 60, 60), step(.up, 1, 110, 10), step(.move, 0, 90, 90),
        step(.down, 1, 10, 300), step(.move, 1, 90, 310), step(.up, 0, 90, 90), step(.move, 1, 190, 310),
        step(.up, 1, 190, 310),
      ]
    ),
    ("a cancel without a begin", [step(.cancel, 0, 10, 10), step(.cancel, 1, 50, 50)]),
    ("an end without a begin", [step(.up, 0, 10, 10), step(.move, 1, 50, 50), step(.up, 1, 90, 90)]),
    (
      "equal times",
      [step(.down, 0, 10, 10, after: 0), step(.down, 1, 60, 10, after: 0)]
        + (1...20).flatMap {
          [step(.move, 0, 10, 10 + 5 * Double($0), after: 0), step(.move, 1, 60 + 5 * Double($0), 10, after: 0)]
        } + [step(.up, 0, 10, 110, after: 0), step(.up, 1, 160, 10, after: 0)]
    ),
    (
      "backward times",
      [step(.down, 0, 10, 10)]
        + (1...20).map { step(.move, 0, 10 + 9 * Double($0), 10, after: $0.isMultiple(of: 2) ? -0.5 : 0.2) }
        + [step(.up, 0, 190, 10, after: -3)]
    ),
    (
      "a lost up",
      [step(.down, 0, 10, 10), step(.move, 0, 90, 90), step(.down, 0, 10, 10), step(.move, 0, 90, 90)]
        + [step(.down, 1, 5, 5), step(.down, 1, 5, 5), step(.down, 0, 5, 5), step(.up, 0, 5, 5), step(.up, 1, 5, 5)]
    ),
    (
      "down twice, up twice", [step(.down, 0, 10, 10), step(.down, 0, 10, 10), step(.up, 0, 10, 10), step(.up, 0, 10, 10)]
    ),
  ]

  @Test(
    "F99 Legal sequences, finite numbers and nobody stuck", arguments: lists.map(\.name), [true, false])
  func streams(name: String, isExclusive: Bool) throws {
    let steps = try #require(Self.lists.first { $0.name == name }).steps
    let crowd = Crowd(isExclusive: isExclusive)
    // Twice, since what the first leaves behind shows in the second.
    for _ in 1...2 {
      for step in steps {
        crowd.bench.event(step.phase, step.x, step.y, contact: step.contact, at: crowd.bench.time + step.after)
      }
    }
    #expect(crowd.check() == [])
    #expect(crowd.bench.reports.isEmpty == (name.hasSuffix("without a begin")))
  }

  @Test("F99 10 000 Hz input for a second: the same gesture as at 100 Hz, with the same velocity")
  func fast() {
    var ends: [GestureReport] = []
    for rate in [100, 10_000] {
      let crowd = Crowd()
      crowd.bench.event(.down, 10, 10, at: 0)
      for i in 1...rate {
        let t = Double(i) / Double(rate)
        crowd.bench.event(.move, 10 + 300 * t, 10, at: t)
      }
      crowd.bench.event(.up, 310, 10, at: 1)
      #expect(crowd.check() == [])
      let pans = crowd.bench.reports.filter { $0.name == "2 pan" }.map(\.report)
      #expect(pans.first?.state == .began)
      if let end = pans.last { ends.append(end) }
    }
    #expect(ends.map(\.state) == [.ended, .ended])
    #expect(ends.allSatisfy { abs($0.velocity.x - 300) < 0.1 && abs($0.translation.x - 290) < 1e-9 })
  }

  /// A pan that goes 12 units every 8 ms.
  private func flick(_ bench: GestureBench, from time: Double) -> Double {
    for i in 1...6 { bench.event(.move, 12 * Double(i), 0, at: time + 0.008 * Double(i)) }
    return time + 0.048
  }

  @Test("Stop, hold 1 s, lift: velocity 0, whether the device reports the rest or not", arguments: [true, false])
  func held(reportsRest: Bool) {
    let bench = GestureBench()
    _ = bench.add("pan", .pan(PanSettings()))
    bench.event(.down, 0, 0, at: 0)
    let end = flick(bench, from: 0)
    #expect(abs((bench.last?.velocity.x ?? 0) - 1500) < 1e-6)
    if reportsRest { for i in 1...124 { bench.event(.move, 72, 0, at: end + 0.008 * Double(i)) } }
    bench.event(.up, 72, 0, at: end + 1)
    #expect(bench.last?.state == .ended && bench.last?.velocity == .zero)
  }

  @Test("Press, wait, flick: full velocity, whether the device reports the rest or not", arguments: [true, false])
  func waited(reportsRest: Bool) {
    let bench = GestureBench()
    _ = bench.add("pan", .pan(PanSettings()))
    bench.event(.down, 0, 0, at: 0)
    if reportsRest { for i in 1...100 { bench.event(.move, 0, 0, at: 0.008 * Double(i)) } }
    let end = flick(bench, from: 0.8)
    bench.event(.up, 72, 0, at: end)
    #expect(abs((bench.last?.velocity.x ?? 0) - 1500) < 1e-6)
  }

  @Test("The second gesture starts at 0, however fast the first was")
  func second() {
    let bench = GestureBench()
    _ = bench.add("pan", .pan(PanSettings(slop: 0)))
    _ = bench.add("press", .longPress(LongPressSettings(duration: 0)), to: bench.outer)
    bench.event(.down, 0, 0, at: 0)
    let end = flick(bench, from: 0)
    bench.event(.up, 72, 0, at: end)
    bench.event(.down, 500, 500, at: end)
    #expect(bench.last?.state == .began && bench.last?.velocity == .zero && bench.last?.translation == .zero)
    bench.event(.up, 500, 500, at: end + 0.001)
    #expect(bench.last?.state == .ended && bench.last?.velocity == .zero)
  }

  @Test("Sixteen lost lifts do not shut the seventeenth contact out for ever")
  func manyLost() {
    let bench = GestureBench()
    let it = bench.add("tap", .tap(TapSettings()))
    for contact in 1...16 { bench.event(.down, 5, 5, contact: contact, at: 0) }
    bench.event(.down, 5, 5, contact: 20, at: 9)
    #expect(bench.arena[it]?.contacts.map(\.id.contact) == [1])
    bench.event(.down, 5, 5, contact: 21, at: 11)
    bench.event(.up, 5, 5, contact: 21, at: 11.1)
    #expect(bench.log == ["tap ended"])
  }
}
