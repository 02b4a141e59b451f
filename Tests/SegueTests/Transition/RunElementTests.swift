import Testing

@testable import Segue

@Suite("What a run borrows") struct RunElementTests {
  let stage: Stage
  let part: Handle<View>
  var engine: Engine { stage.engine }

  init() throws {
    stage = try Stage()
    part = try stage.engine.makeView(id: "part")
    try stage.engine.set(.frame, of: part, to: [10, 20, 30, 40])
    try stage.engine.set(.background, of: part, to: Color("#fff")!.components)
    try stage.engine.add(part, to: stage.list.view)
  }

  private func define(_ animate: @escaping (Run) throws -> Void) throws {
    try stage.define(duration: 0.5) { $0.animate = animate }
  }

  /// A plan that takes the part out of the list and hides it, and saves it before.
  private func wreck(_ run: Run) throws {
    try run.saved.save(part, also: [.corner])
    try engine.add(part, to: run.to.view)
    try engine.setHidden(true, of: part)
    engine.motion.set(Lane(index: engine.scene.views[part]!.lanes + Int32(ViewLane.corner), precision: .float), 9, at: 0)
  }

  private var isWrecked: Bool {
    engine.parent(of: part) == stage.photo.view && engine.isHidden(part)
      && (try? engine.shownNumbers(.corner, of: part)) == [9]
  }

  private var isWhole: Bool {
    engine.parent(of: part) == stage.list.view && !engine.isHidden(part)
      && (try? engine.shownNumbers(.corner, of: part)) == [0]
  }

  @Test("F114 What a run saves comes back when it is rolled back")
  func rolledBack() throws {
    try define(wreck)
    let run = try stage.push()
    try stage.advance(to: 0.2)
    #expect(isWrecked)
    run.cancel()
    try stage.advance(to: 2)
    #expect(run.state == .ended && isWhole)
  }

  @Test("F114 A run that finishes keeps its end state; the run that takes it back restores, and only if it finishes")
  func takenBack() throws {
    try define(wreck)
    try stage.push()
    try stage.advance(to: 1)
    #expect(isWrecked)
    let (run, interaction) = try stage.hold(0.3, pop: true)
    #expect(isWrecked)
    interaction.cancel()
    try stage.advance(to: 2)
    #expect(run.state == .ended && isWrecked)
    try stage.pop()
    try stage.advance(to: 3)
    #expect(isWhole && stage.reports.isEmpty)
  }

  @Test("F114 A resize in mid-run gives what is saved its new layout, which counts at the end")
  func resized() throws {
    stage.list.onLayout { [engine, part] size in try? engine.set(.frame, of: part, to: [10, 20, size.width / 10, 40]) }
    try define(wreck)
    let run = try stage.push()
    try stage.advance(to: 0.2)
    try engine.resize(to: Size(600, 800))
    #expect(isWrecked)
    run.cancel()
    try stage.advance(to: 2)
    #expect(try isWhole && engine.shownNumbers(.frame, of: part) == [10, 20, 60, 40])
  }

  @Test("F114 So does one that is not animated, and one with a plan of its own")
  func takenBackOtherwise() throws {
    let definition = try stage.define(duration: 0.5) { $0.animate = wreck }
    try stage.push()
    try stage.advance(to: 1)
    try stage.pop(animated: false)
    try stage.advance(to: 1)
    #expect(isWhole)
    definition.animateDismiss = { _ in }
    try stage.push()
    try stage.advance(to: 2)
    #expect(isWrecked)
    try stage.pop()
    try stage.advance(to: 3)
    #expect(isWhole)
  }

  @Test(
    "F115 An element moved to the stage stands there for as long as the run takes, and back at its end, either way",
    arguments: [true, false])
  func moved(_ finishing: Bool) throws {
    try engine.set(.scale, of: stage.list.view, to: [0.5, 0.5])
    let before = corners(of: part, engine)
    try define { [part] run in
      try run.borrowed.move(part, to: run.stage)
      try run.container.engine.animate(.init(.curve(.linear, duration: 0.5))) {
        try run.container.engine.set(.y, of: part, to: [100])
      }
    }
    let run = try stage.push()
    try stage.advance(to: 0)
    #expect(distance(corners(of: part, engine), before) < 1e-3 && engine.parent(of: part) == run.stage)
    try stage.advance(to: 0.25)
    #expect(try engine.shownNumbers(.y, of: part) == [60])
    if finishing { run.finish() } else { run.cancel() }
    try stage.advance(to: 2)
    #expect(engine.parent(of: part) == stage.list.view)
    #expect(try engine.shownNumbers(.frame, of: part) == [10, 20, 30, 40] && engine.shownNumbers(.scale, of: part) == [1, 1])
    guard finishing else { return }
    // The way back: it is at the end of its way at first.
    try stage.pop()
    try stage.advance(to: 2)
    #expect(try engine.shownNumbers(.y, of: part) == [100] && engine.parent(of: part) == run.stage)
    try stage.advance(to: 3)
    #expect(distance(corners(of: part, engine), before) < 1e-9 && engine.parent(of: part) == stage.list.view)
  }

  @Test("F115 A moved element whose run is interrupted goes home from where it is, without a jump")
  func interrupted() throws {
    try define { [part] run in
      try run.borrowed.move(part, to: run.stage)
      try run.container.engine.animate(.init(.curve(.linear, duration: 0.5))) {
        try run.container.engine.set(.y, of: part, to: [120])
      }
    }
    let run = try stage.push()
    try stage.advance(to: 0.25)
    let before = corners(of: part, engine)
    run.interrupt(takingBack: true)
    #expect(engine.parent(of: part) == stage.list.view && distance(corners(of: part, engine), before) < 1e-3)
    #expect(try abs(engine.velocity(.y, of: part)[0] - 200) < 0.1)
    try stage.advance(to: 2)
    #expect(try engine.shownNumbers(.frame, of: part) == [10, 20, 30, 40])
  }

  @Test(
    "F116 A picture moves in a run while its original is hidden, backward too, and is gone at the end",
    arguments: [true, false])
  func picture(_ finishing: Bool) throws {
    var picture: Handle<View>?
    try define { [part] run in
      picture = try run.picture(of: part)
      try run.container.engine.animate(.init(.curve(.linear, duration: 0.5))) {
        try run.container.engine.set(.y, of: picture!, to: [120])
      }
    }
    let run = try stage.push()
    try stage.advance(to: 0.25)
    #expect(try engine.shownNumbers(.y, of: picture!) == [70] && engine.isHidden(part))
    if finishing { run.finish() } else { run.cancel() }
    try stage.advance(to: 2)
    #expect(!engine.isAlive(picture!) && !engine.isHidden(part))
    guard finishing else { return }
    try stage.pop()
    try stage.advance(to: 2)
    #expect(try engine.shownNumbers(.y, of: picture!) == [120])
    try stage.advance(to: 2.25)
    #expect(try engine.shownNumbers(.y, of: picture!) == [70])
    try stage.advance(to: 3)
    #expect(!engine.isAlive(picture!) && !engine.isHidden(part))
  }

  @Test("F116 A hidden element gives no picture in a run either")
  func hidden() throws {
    try engine.setHidden(true, of: part)
    var pictures: [Handle<View>?] = []
    try define { [part] in pictures.append(try $0.picture(of: part)) }
    try stage.push()
    try stage.advance(to: 1)
    #expect(pictures == [nil] && engine.isHidden(part))
  }

  @Test("F117 A hundred runs with flights, moves and pictures leave nothing behind")
  func leaks() throws {
    let other = try engine.makeView(id: "part")
    try engine.set(.frame, of: other, to: [100, 200, 300, 400])
    try engine.add(other, to: stage.photo.view)
    try define { [part] run in
      try run.share("part")
      try run.borrowed.move(part, to: run.stage)
    }
    var views = 0
    for i in 0..<100 {
      let run = try stage.push()
      try stage.advance(to: engine.time + 0.1)
      if i % 2 == 0 { run.cancel() }
      try stage.advance(to: engine.time + 2)
      if i % 2 == 1 { try stage.pop(animated: i % 4 == 1) }
      try stage.advance(to: engine.time + 2)
      if i == 1 { views = engine.scene.views.count }
    }
    #expect(engine.scene.views.count == views && engine.flights.isEmpty && engine.motion.timelineCount == 0)
    #expect(engine.scene.views[part]!.standIns == 0 && engine.animators.count == 0)
  }
}
