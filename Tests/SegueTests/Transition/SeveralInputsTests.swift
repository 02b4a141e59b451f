import Testing

@testable import Segue

@Suite("Several inputs") struct SeveralInputsTests {
  /// A photo on a stack that a pan, a pinch and a rotation dismiss together.
  private func pinched() throws -> (Stage, Interaction) {
    let stage = try Stage()
    try stage.define()
    try stage.push(animated: false)
    try stage.advance(to: 0.1)
    let interaction = stage.engine.makeInteraction()
    interaction.towards = .down
    interaction.rule = ReleaseRule(.threshold)
    let kinds: [(RecognizerKind, DriveMeasure)] = [
      (.pan(PanSettings(slop: 0, minimumContacts: 2)), .way(800)), (.pinch(PinchSettings(slop: 0)), .scale(0.5)),
      (.rotation(RotationSettings(slop: 0)), .angle(180)),
    ]
    var made: [Handle<Recognizer>] = []
    for (kind, measure) in kinds {
      var name = Handle<Recognizer>(bits: 0)
      name = try stage.engine.addRecognizer(
        kind, to: stage.photo.view, settings: RecognizerSettings(simultaneousWith: made)
      ) { [unowned stage] report in
        if report.state == .began, stage.navigation.run == nil { _ = try? stage.navigation.pop(interaction: interaction) }
        try? interaction.drive(report, from: name, by: measure)
      }
      made.append(name)
    }
    return (stage, interaction)
  }

  private func send(_ stage: Stage, _ phase: InputEvent.Phase, _ a: Point, _ b: Point, after: Double = 0.01) throws {
    for (contact, point) in [a, b].enumerated() {
      try stage.engine.send(InputEvent(time: stage.engine.time, contact: contact, phase: phase, position: point))
    }
    try stage.advance(to: stage.engine.time + after)
  }

  @Test("N05 Pan, pinch and rotation move one run together: their shares add up, and the last to end lets go")
  func together() throws {
    let (stage, _) = try pinched()
    try send(stage, .down, Point(100, 400), Point(300, 400))
    // 80 of 800 down.
    try send(stage, .move, Point(100, 480), Point(300, 480))
    let run = try #require(stage.navigation.run)
    #expect(abs(run.progress - 0.1) < 1e-3, "\(run.progress)")
    // To four fifths of their distance, two fifths of the way to a half.
    try send(stage, .move, Point(120, 480), Point(280, 480))
    #expect(abs(run.progress - 0.5) < 1e-3, "\(run.progress)")
    // An eighth of 180 degrees clockwise, about the same centre.
    let (x, y) = (80 * 0.9238795, 80 * 0.3826834)
    try send(stage, .move, Point(200 - x, 480 - y), Point(200 + x, 480 + y))
    #expect(abs(run.progress - 0.625) < 1e-3, "\(run.progress)")
    try stage.advance(to: stage.engine.time + 0.5)
    try send(stage, .up, Point(200 - x, 480 - y), Point(200 + x, 480 + y))
    #expect(run.state == .running && !run.isInteractive && !run.isCancelled)
    try stage.advance(to: stage.engine.time + 1)
    #expect(run.endReason == .finished && stage.navigation.top === stage.list)
    #expect(stage.messages(.debug).isEmpty, "\(stage.messages(.debug))")
  }

  @Test(
    "N05 Together below the threshold it goes back; taken away by the system it goes back from anywhere",
    arguments: [true, false])
  func back(lifted: Bool) throws {
    let (stage, _) = try pinched()
    try send(stage, .down, Point(100, 400), Point(300, 400))
    try send(stage, .move, Point(100, 440), Point(300, 440))
    let run = try #require(stage.navigation.run)
    if !lifted {
      try send(stage, .move, Point(100, 440), Point(300, 440))
      try send(stage, .move, Point(140, 700), Point(260, 700))
      #expect(run.progress > 0.9)
    }
    try stage.advance(to: stage.engine.time + 0.5)
    try send(stage, lifted ? .up : .cancel, Point(100, 440), Point(300, 440))
    try stage.advance(to: stage.engine.time + 1)
    #expect(run.endReason == .cancelled && stage.navigation.top === stage.photo)
  }

  @Test("N05 A whole of nothing is refused by name")
  func refused() throws {
    let interaction = Engine().makeInteraction()
    let report = GestureReport(state: .changed, time: 0, location: .zero, translation: .zero, velocity: .zero, contacts: 1)
    for measure in [DriveMeasure.scale(1), .angle(0), .way(-1), .scale(.nan), .angle(.infinity)] {
      #expect(throws: SegueError.self) { try interaction.drive(report, from: Handle(bits: 0), by: measure) }
    }
  }
}
