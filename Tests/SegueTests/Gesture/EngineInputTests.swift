import Testing

@testable import Segue

/// Gestures where they meet the rest of the engine: its time, its views, its runs.
@Suite("Input of the engine") struct EngineInputTests {
  /// A view of 100 × 100 at (100, 100) on a stage of 400 × 800.
  private final class Table {
    let engine = Engine()
    let root: Handle<View>
    let card: Handle<View>
    var log: [String] = []

    init() throws {
      root = try engine.makeView()
      card = try engine.makeView()
      try engine.resize(to: Size(400, 800))
      try engine.add(card, to: root)
      try engine.set(.frame, of: card, to: [100, 100, 100, 100])
      try engine.setStage(root)
      try engine.advance(to: 0)
    }

    @discardableResult func add(_ name: String, _ kind: RecognizerKind, to view: Handle<View>? = nil) throws -> Handle<
      Recognizer
    > {
      try engine.addRecognizer(kind, to: view ?? card) { [unowned self] in log.append("\(name) \($0.state)") }
    }

    func touch(_ phase: InputEvent.Phase, _ x: Double, _ y: Double, at time: Double) throws {
      try engine.send(InputEvent(time: time, phase: phase, position: Point(x, y)))
      try engine.advance(to: time)
    }

    func tap(_ x: Double, _ y: Double, at time: Double) throws {
      try touch(.down, x, y, at: time)
      try touch(.up, x, y, at: time + 0.01)
    }
  }

  @Test("F107 A long press comes at its moment of the engine's time, asks to be woken for it, and for nothing afterwards")
  func deadline() throws {
    let table = try Table()
    var times: [Double] = []
    _ = try table.engine.addRecognizer(.longPress(LongPressSettings()), to: table.card) { times.append($0.time) }
    try table.touch(.down, 150, 150, at: 1)
    #expect(table.engine.nextDeadline == 1.5)
    try table.engine.advance(to: 3)
    #expect(times == [1.5])
    #expect(table.engine.nextDeadline == nil)
    try table.touch(.up, 150, 150, at: 3.5)
    try table.touch(.down, 150, 150, at: 4)
    try table.touch(.up, 150, 150, at: 4.1)
    #expect(table.engine.nextDeadline == nil, "the lift has settled it")
    try table.engine.advance(to: 6)
    #expect(times == [1.5, 3.5])
  }

  @Test("A recogniser that is switched off or removed no longer asks to be woken")
  func alarmGone() throws {
    let table = try Table()
    let press = try table.add("press", .longPress(LongPressSettings()))
    try table.touch(.down, 150, 150, at: 0)
    table.engine.configure(press) { $0.isEnabled = false }
    #expect(table.engine.nextDeadline == nil)
    table.engine.configure(press) { $0.isEnabled = true }
    try table.touch(.down, 150, 150, at: 1)
    #expect(table.engine.nextDeadline == 1.5)
    table.engine.removeRecognizer(press)
    #expect(table.engine.nextDeadline == nil)
    try table.touch(.down, 150, 150, at: 2)
    try table.engine.advance(to: 4)
    #expect(table.log.isEmpty)
  }

  @Test("The engine's time is the press's: at a fifth of the speed 0.5 s take 2.5")
  func slow() throws {
    let table = try Table()
    try table.add("press", .longPress(LongPressSettings()))
    try table.engine.setClockRate(0.2)
    try table.touch(.down, 150, 150, at: 1)
    try table.engine.advance(to: 3.4)
    #expect(table.log.isEmpty)
    try table.engine.advance(to: 3.6)
    #expect(table.log == ["press began"])
  }

  @Test("A contact finds a view where it is shown: moved, scaled, turned, in a scaled parent")
  func transforms() throws {
    let table = try Table()
    let engine = table.engine
    try table.add("card", .tap(TapSettings()))
    try engine.set(.translation, of: table.card, to: [100, 300])
    try engine.set(.rotation, of: table.card, to: [45])
    try engine.set(.scale, of: table.card, to: [2, 1])
    // Its centre is at (250, 450); its long axis points down to the right and is 200 long.
    let along = 95 / 2.0.squareRoot()
    try table.tap(150, 150, at: 1)
    try table.tap(250 + along, 450 - along, at: 2)
    #expect(table.log.isEmpty)
    try table.tap(250 + along, 450 + along, at: 3)
    #expect(table.log == ["card ended"])
    // The stage's root at half size about its centre (200, 400).
    try engine.set(.scale, of: table.root, to: [0.5, 0.5])
    try table.tap(250 + along, 450 + along, at: 4)
    #expect(table.log.count == 1)
    try table.tap(225 + along / 2, 425 + along / 2, at: 5)
    #expect(table.log.count == 2)
  }

  @Test("F106 An edge is the view's own, wherever that stands; and a page is its size")
  func localEdge() throws {
    let table = try Table()
    try table.add("edge", .edgePan(EdgePanSettings(edges: [.left])))
    var page = Size.zero
    _ = try table.engine.addRecognizer(.pan(PanSettings()), to: table.root) { page = $0.page }
    func drag(_ x: Double, _ y: Double, by way: Double = 40, at time: Double) throws {
      try table.touch(.down, x, y, at: time)
      try table.touch(.move, x + way, y, at: time + 0.1)
      try table.touch(.up, x + way, y, at: time + 0.2)
    }
    try drag(125, 150, at: 1)
    #expect(table.log.isEmpty && page == Size(400, 800))
    try drag(115, 150, at: 2)
    #expect(table.log == ["edge began", "edge ended"])
    // Turned half round, the view's left edge is on the right, and away from it is to the left.
    try table.engine.set(.rotation, of: table.card, to: [180])
    try drag(115, 150, at: 3)
    try drag(185, 150, at: 4)
    #expect(table.log.count == 2)
    try drag(185, 150, by: -40, at: 5)
    #expect(table.log.count == 4)
  }

  @Test("N08 A view that takes input at rest is passed through while it moves, and touched as soon as it rests")
  func atRest() throws {
    let table = try Table()
    let engine = table.engine
    try table.add("card", .tap(TapSettings()))
    try table.add("root", .tap(TapSettings()), to: table.root)
    try engine.setInput(.atRest, of: table.card)
    try engine.animate(.init(.curve(.linear, duration: 1))) { try engine.set(.alpha, of: table.card, to: [0.5]) }
    try table.tap(150, 150, at: 0.5)
    #expect(table.log == ["root ended"])
    try table.tap(150, 150, at: 1.1)
    #expect(table.log == ["root ended", "card ended"])
    try engine.setInput(.never, of: table.card)
    try table.tap(150, 150, at: 2)
    #expect(table.log.last == "root ended")
    try engine.setTakesInput(true, of: table.card)
    #expect(engine.input(of: table.card) == .always)
    try engine.animate(.init(.curve(.linear, duration: 1))) { try engine.set(.alpha, of: table.card, to: [1]) }
    try table.tap(150, 150, at: 2.5)
    #expect(table.log.last == "card ended")
  }

  @Test(
    "F126 During a run its stage takes all input, none, or that of catchers only; at rest all",
    arguments: [
      (StageInput.passed, ["plain ended", "plain ended"], ["catcher ended", "catcher ended"]),
      (.blocked, ["plain ended"], ["catcher ended"]),
      (.catchers, ["plain ended"], ["catcher ended", "catcher ended"]),
    ])
  func stageInput(input: StageInput, plain: [String], catcher: [String]) throws {
    let stage = try Stage()
    try stage.define { $0.input = input }
    var log: [String] = []
    let (list, navigation) = (stage.list.view, stage.navigation.view)
    // Two taps of one contact: they may both hear it.
    let first = try stage.engine.addRecognizer(.tap(TapSettings()), to: list) { log.append("plain \($0.state)") }
    _ = try stage.engine.addRecognizer(
      .tap(TapSettings()), to: navigation, settings: RecognizerSettings(isCatcher: true, simultaneousWith: [first])
    ) { log.append("catcher \($0.state)") }
    func tap(at time: Double) throws {
      for (phase, t) in [(InputEvent.Phase.down, time), (.up, time + 0.02)] {
        try stage.engine.send(InputEvent(time: t, phase: phase, position: Point(50, 400)))
        try stage.advance(to: t)
      }
    }
    try tap(at: 0.1)
    try stage.push()
    try stage.advance(to: 0.2)
    let run = try #require(stage.navigation.run)
    // The photo is in front, still invisible: the contact reaches the list.
    try stage.engine.setTakesInput(false, of: stage.photo.view)
    try tap(at: 0.3)
    #expect(run.state == .running)
    #expect(log.filter { $0.hasPrefix("plain") } == plain)
    #expect(log.filter { $0.hasPrefix("catcher") } == catcher)
    let count = log.count
    try stage.engine.setTakesInput(true, of: stage.photo.view)
    try stage.advance(to: 2)
    try tap(at: 2.1)
    #expect(log.count == count + 1 && log.last == "catcher ended", "at rest nothing is kept from anybody; the list is gone")
  }

  @Test(
    "A view that goes from the stage loses its fingers: what has begun is cancelled; what only changes its place keeps them")
  func goneFromStage() throws {
    let table = try Table()
    let (engine, other) = (table.engine, try table.engine.makeView())
    try engine.add(other, to: table.root)
    let press = try table.add("press", .longPress(LongPressSettings(duration: 0)))
    let tap = try table.add("tap", .tap(TapSettings()))
    let late = try table.add("late", .longPress(LongPressSettings()))
    for handle in [press, tap, late] { engine.configure(handle) { $0.simultaneousWith = [press, tap, late] } }
    try table.touch(.down, 150, 150, at: 1)
    try engine.removeFromParent(table.card)
    try engine.add(table.card, to: other)
    try engine.advance(to: 1.1)
    #expect(table.log == ["press began"])
    try engine.removeFromParent(other)
    try engine.advance(to: 1.2)
    #expect(table.log == ["press began", "press cancelled"] && engine.nextDeadline == nil)
    try engine.add(other, to: table.root)
    try table.touch(.up, 150, 150, at: 1.3)
    #expect(table.log == ["press began", "press cancelled"])
    try table.tap(150, 150, at: 2)
    #expect(table.log.dropFirst(2).contains("tap ended"))
  }

  @Test("F105 A translation is set in mid-gesture and counts on from there; numbers that are none are named")
  func translation() throws {
    let table = try Table()
    var seen: [Double] = []
    let pan = try table.engine.addRecognizer(.pan(PanSettings()), to: table.card) { seen.append($0.translation.x) }
    try table.touch(.down, 150, 150, at: 1)
    try table.engine.setTranslation(Point(50, 0), of: pan)
    try table.touch(.move, 170, 150, at: 1.1)
    try table.engine.setTranslation(.zero, of: pan)
    try table.touch(.move, 175, 150, at: 1.2)
    #expect(seen == [10, 5])
    #expect(throws: SegueError("translation: y expected a number within ±10000000.0, got nan")) {
      try table.engine.setTranslation(Point(0, .nan), of: pan)
    }
    try table.touch(.move, 176, 150, at: 1.3)
    #expect(seen == [10, 5, 6])
  }

  @Test("A touchpad's scroll goes to the view under the pointer")
  func scroll() throws {
    let table = try Table()
    try table.add("card", .scroll(ScrollSettings()))
    try table.add("root", .scroll(ScrollSettings()), to: table.root)
    func scroll(_ x: Double, _ y: Double, at time: Double) throws {
      for (i, phase) in [InputEvent.Phase.down, .move, .move, .up].enumerated() {
        try table.engine.send(
          InputEvent(
            time: time + 0.01 * Double(i), device: .touchpad, phase: phase, position: Point(x, y),
            touchpad: TouchpadMotion(.scroll, fingers: 2, delta: Point(0, phase == .move ? 20 : 0))))
      }
      try table.engine.advance(to: time + 0.1)
    }
    try scroll(150, 150, at: 1)
    try scroll(50, 50, at: 2)
    #expect(table.log == ["card began", "card changed", "card ended", "root began", "root changed", "root ended"])
    #expect(throws: SegueError.self) { try scroll(.nan, 0, at: 3) }
  }
}
