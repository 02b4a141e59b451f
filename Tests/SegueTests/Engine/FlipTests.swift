import Testing

@testable import Segue

@Suite("Layout moves") struct FlipTests {
  let engine = Engine()
  let root: Handle<View>
  let left: Handle<View>
  let right: Handle<View>
  let card: Handle<View>

  init() throws {
    func make(_ id: String, _ frame: [Double], in parent: Handle<View>?) throws -> Handle<View> { try engine.makeView(id: id) }
    root = try engine.makeView(id: "root")
    left = try engine.makeView(id: "left")
    right = try engine.makeView(id: "right")
    card = try engine.makeView(id: "card")
    try engine.setStage(root)
    for view in [left, right] { try engine.add(view, to: root) }
    try engine.add(card, to: left)
    try engine.set(.frame, of: left, to: [0, 0, 200, 800])
    try engine.set(.frame, of: right, to: [200, 0, 200, 800])
    try engine.set(.frame, of: card, to: [20, 50, 100, 100])
    try engine.advance(to: 0)
  }

  private let linear = Engine.MotionOptions(.curve(.linear, duration: 1))

  private func stageCenter() -> Point { engine.convert(Point(50, 50), from: card, to: nil)! }

  @Test("Views go from where they stood to where a function has laid them out")
  func layout() throws {
    try engine.flip(nil, linear) {
      try engine.set(.frame, of: card, to: [60, 250, 100, 200])
      try engine.set(.alpha, of: card, to: [0.5])
    }
    #expect(try engine.shownNumbers(.frame, of: card) == [20, 50, 100, 100])
    #expect(try engine.numbers(.frame, of: card) == [60, 250, 100, 200])
    try engine.advance(to: 0.5)
    #expect(
      try engine.shownNumbers(.frame, of: card) == [40, 150, 100, 150] && engine.shownNumbers(.alpha, of: card) == [0.75])
    try engine.advance(to: 1)
    #expect(try engine.shownNumbers(.frame, of: card) == [60, 250, 100, 200] && engine.motion.blockCount == 0)
  }

  @Test("Another parent, turned and scaled, makes no jump: the way begins where the view stood on the stage")
  func reparented() throws {
    try engine.set(.rotation, of: right, to: [30])
    try engine.set(.scale, of: right, to: [0.5, 0.5])
    let before = corners(of: card, engine)
    try engine.flip([card], linear) { try engine.add(card, to: right) }
    engine.motion.show(at: 0)
    #expect(engine.parent(of: card) == right && distance(corners(of: card, engine), before) < 1e-2)
    try engine.advance(to: 1)
    #expect(
      try engine.shownNumbers(.frame, of: card) == [20, 50, 100, 100] && engine.shownNumbers(.scale, of: card) == [1, 1])
    #expect(try engine.shownNumbers(.rotation, of: card) == [0])
  }

  @Test("A parent that moves in the same layout carries its new child from where that stood")
  func movingParent() throws {
    let before = corners(of: card, engine)
    try engine.flip(nil, linear) {
      try engine.set(.x, of: right, to: [0])
      try engine.add(card, to: right)
    }
    engine.motion.show(at: 0)
    #expect(distance(corners(of: card, engine), before) < 1e-3)
    try engine.advance(to: 0.5)
    // Its parent is at 100, and it half-way between −180 and 20.
    #expect(stageCenter() == Point(100 - 80 + 50, 100))
  }

  @Test("Redirected, a view goes on from where it is with the velocity that it has, into another parent too")
  func redirected() throws {
    try engine.flip(nil, linear) { try engine.set(.frame, of: card, to: [20, 450, 100, 100]) }
    try engine.advance(to: 0.5)
    #expect(stageCenter().y == 300)
    try engine.set(.scale, of: right, to: [1, 0.5])
    try engine.flip(nil, .init(.spring(Spring()))) {
      try engine.add(card, to: right)
      try engine.set(.frame, of: card, to: [20, 50, 100, 100])
    }
    #expect(abs(stageCenter().y - 300) < 1e-3 && abs(stageCenter().x - 70) < 1e-3)
    try engine.advance(to: 0.5 + 1.0 / 8192)
    // 400 units a second down the stage, as before.
    #expect(abs((stageCenter().y - 300) * 8192 - 400) < 3)
    try engine.advance(to: 3)
    #expect(try engine.shownNumbers(.frame, of: card) == [20, 50, 100, 100])
  }

  @Test("What moves already and is not touched goes on undisturbed; what is named alone moves alone")
  func untouched() throws {
    try engine.move(left, [Engine.Change(.alpha, [0])], linear)
    try engine.advance(to: 0.5)
    let before = engine.motion.blockCount
    try engine.flip([card], linear) {
      try engine.set(.x, of: card, to: [0])
      try engine.set(.x, of: right, to: [0])
    }
    #expect(engine.motion.blockCount == before + 1)
    #expect(try engine.shownNumbers(.x, of: right) == [0] && engine.shownNumbers(.x, of: card) == [20])
    try engine.advance(to: 1)
    #expect(try engine.shownNumbers(.alpha, of: left) == [0])
  }

  @Test("In a run it is planned: scrubbed, rolled back and taken back with it, parents too")
  func planned() throws {
    let stage = try Stage()
    let engine = stage.engine
    let card = try engine.makeView()
    try engine.set(.frame, of: card, to: [0, 0, 100, 100])
    try engine.add(card, to: stage.list.view)
    try stage.define(duration: 1) { definition in
      definition.animate = { run in
        try engine.flip([card], .init(.curve(.linear, duration: 1))) {
          try engine.add(card, to: run.to.view)
          try engine.set(.frame, of: card, to: [100, 200, 100, 100])
        }
      }
    }
    let (run, interaction) = try stage.hold(0.25)
    #expect(try engine.shownNumbers(.frame, of: card) == [25, 50, 100, 100] && engine.parent(of: card) == stage.photo.view)
    interaction.cancel()
    try stage.advance(to: 2)
    #expect(run.state == .ended && engine.parent(of: card) == stage.list.view)
    #expect(try engine.shownNumbers(.frame, of: card) == [0, 0, 100, 100])
    try stage.push()
    try stage.advance(to: 4)
    #expect(try engine.shownNumbers(.frame, of: card) == [100, 200, 100, 100] && engine.parent(of: card) == stage.photo.view)
    try stage.pop()
    try stage.advance(to: 4.5)
    #expect(try engine.shownNumbers(.frame, of: card) == [50, 100, 100, 100])
    try stage.advance(to: 6)
    #expect(engine.parent(of: card) == stage.list.view && stage.reports.isEmpty)
    #expect(try engine.shownNumbers(.frame, of: card) == [0, 0, 100, 100])
  }

  @Test("A released view, and a place inside an animate, are refused")
  func refusals() throws {
    let gone = try engine.makeView()
    engine.release(gone)
    #expect(throws: SegueError("flip: view 2 has been released")) { try engine.flip([card, gone]) {} }
    #expect(throws: SegueError.self) { try engine.animate(linear) { try engine.flip {} } }
  }
}
