import Testing

@testable import Segue

/// A scroll view of 400 × 800 with a content of another size, and fingers.
final class ScrollBench {
  let engine = Engine()
  let scroll: ScrollView
  var reports: [Diagnostic] = []

  init(_ content: Size = Size(400, 2000), _ change: (inout ScrollBehaviour) -> Void = { _ in }) throws {
    var behaviour = ScrollBehaviour()
    change(&behaviour)
    scroll = try engine.makeScrollView(behaviour)
    try engine.setStage(scroll.view)
    try scroll.setContentSize(content)
    engine.report = { [unowned self] in reports.append($0) }
    try engine.advance(to: 0)
  }

  func send(
    _ phase: InputEvent.Phase, _ x: Double, _ y: Double, device: InputEvent.Device = .touch, touchpad: TouchpadMotion? = nil,
    wheel: Point? = nil, after: Double = 0.01
  ) throws {
    try engine.send(
      InputEvent(
        time: engine.time, device: device, phase: phase, position: Point(x, y), touchpad: touchpad, wheel: wheel))
    try engine.advance(to: engine.time + after)
  }

  /// A finger goes from one place to another in steps of 10 ms, and lifts or rests there.
  func drag(_ from: Point, _ to: Point, steps: Int = 20, lift: Bool = true, rest: Bool = false) throws {
    try send(.down, from.x, from.y)
    for i in 1...steps {
      let share = Double(i) / Double(steps)
      try send(.move, from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share)
    }
    if rest { try engine.advance(to: engine.time + 1) }
    if lift { try send(.up, to.x, to.y) }
  }

  func play(_ seconds: Double) throws {
    let end = engine.time + seconds
    while engine.time < end - 1e-9 { try engine.advance(to: min(end, engine.time + 1.0 / 60)) }
  }
}

@Suite("Scroll views")
struct ScrollViewTests {
  @Test("A finger drags, after the slop, unit for unit; across its axis nothing moves")
  func drags() throws {
    let bench = try ScrollBench()
    try bench.drag(Point(200, 600), Point(200, 390), lift: false)
    #expect(bench.scroll.offset == Point(0, 200) && bench.scroll.isDragging)
    try bench.send(.move, 200, 490)
    #expect(bench.scroll.offset == Point(0, 100))
    try bench.send(.up, 200, 490)
    try bench.play(5)
    let across = try ScrollBench()
    try across.drag(Point(300, 600), Point(50, 590), lift: false)
    #expect(across.scroll.offset == .zero && !across.scroll.isDragging)
  }

  @Test(
    "Let go it is thrown: it keeps 0.998 of its velocity each millisecond, 0.997 after a touchpad", arguments: [true, false])
  func momentum(touch: Bool) throws {
    let bench = try ScrollBench(Size(400, 100_000))
    if touch {
      try bench.drag(Point(200, 700), Point(200, 300))
    } else {
      let motion = TouchpadMotion(.scroll, fingers: 2, delta: Point(0, -20))
      try bench.send(.down, 200, 400, device: .touchpad, touchpad: TouchpadMotion(.scroll, fingers: 2))
      for _ in 0..<20 { try bench.send(.move, 200, 400, device: .touchpad, touchpad: motion) }
      try bench.send(.up, 200, 400, device: .touchpad, touchpad: TouchpadMotion(.scroll, fingers: 2))
    }
    let start = bench.scroll.offset.y
    try bench.play(10)
    // 2000 units a second, for the sum of what is left of it each millisecond.
    let way = 2000 * (touch ? 0.499 : 0.997 / 0.003 / 1000)
    #expect(abs(bench.scroll.offset.y - (390 + way)) < 25, "\(start) \(bench.scroll.offset.y)")
    #expect(!bench.scroll.isMoving)
  }

  @Test("Pulled beyond an end it yields less and less, springs back, and is caught there without a jump")
  func bounces() throws {
    let bench = try ScrollBench()
    try bench.drag(Point(200, 100), Point(200, 310), lift: false)
    let band = try RubberBand(limit: 800, stiffness: 0.55)
    #expect(abs(bench.scroll.offset.y + band.offset(ofPull: 200)) < 1e-3)
    try bench.engine.advance(to: bench.engine.time + 1)
    try bench.send(.up, 200, 310)
    try bench.play(0.1)
    let back = bench.scroll.offset.y
    #expect(back < 0 && back > -band.offset(ofPull: 200))
    try bench.send(.down, 200, 300, after: 0)
    #expect(abs(bench.scroll.offset.y - back) < 1e-4)
    try bench.send(.move, 200, 311, after: 0)
    #expect(abs(bench.scroll.offset.y - back) < 1.5)
    try bench.send(.up, 200, 311)
    try bench.play(3)
    #expect(bench.scroll.offset == .zero)
  }

  @Test("Thrown at an end it runs over it and comes back; without bounces it stops there")
  func runsOver() throws {
    for bounces in [true, false] {
      let bench = try ScrollBench(Size(400, 1000)) { $0.bounces = bounces }
      try bench.drag(Point(200, 700), Point(200, 560), steps: 5)
      var farthest = 0.0
      for _ in 0..<200 {
        try bench.play(1.0 / 60)
        farthest = max(farthest, bench.scroll.offset.y)
      }
      #expect(bench.scroll.offset.y == 200)
      #expect(bounces ? farthest > 205 : farthest == 200, "\(farthest)")
    }
  }

  @Test("A touch stops a throw where it is; lifted it stays; without bounces nothing is pulled beyond an end")
  func touchStops() throws {
    let bench = try ScrollBench(Size(400, 100_000))
    try bench.drag(Point(200, 700), Point(200, 300))
    try bench.play(0.1)
    try bench.send(.down, 100, 100, after: 0)
    let caught = bench.scroll.offset.y
    try bench.play(0.5)
    #expect(bench.scroll.offset.y == caught)
    try bench.send(.up, 100, 100)
    try bench.play(1)
    #expect(abs(bench.scroll.offset.y - caught) < 1e-3 && !bench.scroll.isMoving)
    let stiff = try ScrollBench { $0.bounces = false }
    try stiff.drag(Point(200, 100), Point(200, 400), lift: false)
    #expect(stiff.scroll.offset == .zero)
  }

  @Test("Pages: a slow release goes to the nearest, a flick to the next, and never farther without long swipes")
  func pages() throws {
    let bench = try ScrollBench(Size(2000, 800)) {
      ($0.axis, $0.isPaging) = (.x, true)
    }
    #expect(bench.scroll.points(0) == [0, 400, 800, 1200, 1600])
    try bench.drag(Point(350, 300), Point(180, 300), rest: true)
    try bench.play(3)
    #expect(bench.scroll.offset.x == 0)
    try bench.drag(Point(350, 300), Point(100, 300), rest: true)
    try bench.play(3)
    #expect(bench.scroll.offset.x == 400)
    try bench.drag(Point(350, 300), Point(300, 300), steps: 3)
    try bench.play(3)
    #expect(bench.scroll.offset.x == 800)
    try bench.drag(Point(390, 300), Point(10, 300), steps: 5)
    try bench.play(3)
    #expect(bench.scroll.offset.x == 1200)
    var behaviour = bench.scroll.behaviour
    behaviour.allowsLongSwipes = true
    try bench.scroll.setBehaviour(behaviour)
    try bench.drag(Point(10, 300), Point(390, 300), steps: 5)
    try bench.play(3)
    #expect(bench.scroll.offset.x == 0)
  }

  @Test("Snap points of its own are where it rests")
  func snaps() throws {
    let bench = try ScrollBench { $0.snap = [0, 300, 650, 5000] }
    try bench.drag(Point(200, 600), Point(200, 350), rest: true)
    try bench.play(3)
    #expect(bench.scroll.offset.y == 300)
  }

  @Test("Both axes go together, or along the one that a drag starts on")
  func bothAxes() throws {
    for locks in [false, true] {
      let bench = try ScrollBench(Size(2000, 2000)) {
        ($0.axis, $0.locksAxis) = (.both, locks)
      }
      try bench.drag(Point(300, 600), Point(200, 400), lift: false)
      let offset = bench.scroll.offset
      #expect(locks ? offset.x == 0 && offset.y > 180 : abs(offset.x - offset.y / 2) < 1e-3 && offset.y > 180, "\(offset)")
    }
  }

  @Test("A wheel's steps add up; at the end the view around goes on")
  func wheel() throws {
    let bench = try ScrollBench(Size(400, 950))
    try bench.send(.move, 200, 200, device: .mouse, wheel: Point(0, 1))
    try bench.send(.move, 200, 200, device: .mouse, wheel: Point(0, 1))
    try bench.play(2)
    #expect(bench.scroll.offset.y == 114)
    for _ in 0..<3 { try bench.send(.move, 200, 200, device: .mouse, wheel: Point(0, 1)) }
    try bench.play(2)
    #expect(bench.scroll.offset.y == 150)
    try bench.send(.move, 200, 200, device: .mouse, wheel: Point(0, -100))
    try bench.play(2)
    #expect(bench.scroll.offset == .zero)
  }

  @Test("How far a step of the wheel goes, and how fast a swipe must be to turn a page, can be told")
  func tuned() throws {
    let bench = try ScrollBench { $0.wheelStep = 100 }
    try bench.send(.move, 200, 200, device: .mouse, wheel: Point(0, 1))
    try bench.play(2)
    #expect(bench.scroll.offset.y == 100)
    for (speed, page) in [(nil, 400.0), (1e6, 0)] as [(Double?, Double)] {
      let pages = try ScrollBench(Size(2000, 800)) { ($0.axis, $0.isPaging, $0.swipeSpeed) = (.x, true, speed) }
      try pages.drag(Point(350, 300), Point(300, 300), steps: 3)
      try pages.play(3)
      #expect(pages.scroll.offset.x == page)
    }
  }

  @Test("A content that fits lets a drag pass to others")
  func fits() throws {
    let bench = try ScrollBench(Size(400, 500))
    try bench.drag(Point(200, 600), Point(200, 300), lift: false)
    #expect(bench.scroll.offset == .zero && !bench.scroll.isDragging)
  }

  @Test("scroll is a motion like others, held to the ends; a view inside is brought into sight")
  func scrollTo() throws {
    let bench = try ScrollBench()
    let row = try bench.engine.makeView()
    try bench.engine.add(row, to: bench.scroll.content)
    try bench.engine.set(.frame, of: row, to: [0, 1500, 400, 100])
    var ended: EndReason?
    let options = Engine.MotionOptions(.curve(.linear, duration: 1)) { ended = $0 }
    try bench.scroll.scroll(y: 5000, options)
    try bench.play(0.5)
    #expect(abs(bench.scroll.offset.y - 600) < 1 && bench.scroll.target == Point(0, 1200))
    try bench.play(1)
    #expect(ended == .finished && bench.scroll.offset.y == 1200)
    try bench.scroll.setOffset(.zero)
    #expect(try bench.scroll.offset(showing: row) == Point(0, 800))
    try bench.scroll.setOffset(Point(0, 900))
    #expect(try bench.scroll.offset(showing: row) == Point(0, 900))
    #expect(throws: SegueError.self) { try bench.scroll.offset(showing: bench.scroll.view) }
    #expect(throws: SegueError.self) { try bench.scroll.scroll(y: .nan) }
  }

  @Test("The content's extent is its children's unless it is given; another size keeps the offset legal, by a motion")
  func sizes() throws {
    let bench = try ScrollBench()
    try bench.scroll.setContentSize(nil)
    #expect(bench.scroll.contentSize == Size(0, 0))
    let row = try bench.engine.makeView()
    try bench.engine.add(row, to: bench.scroll.content)
    try bench.engine.set(.frame, of: row, to: [0, 0, 300, 3000])
    #expect(bench.scroll.contentSize == Size(300, 3000))
    try bench.scroll.setOffset(Point(0, 2200))
    try bench.play(0.1)
    try bench.engine.set(.height, of: row, to: [1800])
    try bench.play(1.0 / 60)
    #expect(bench.scroll.offset.y > 1100 && bench.scroll.isMoving)
    try bench.play(3)
    #expect(bench.scroll.offset.y == 1000)
    try bench.engine.resize(to: Size(400, 1200))
    try bench.play(3)
    #expect(bench.scroll.offset.y == 600)
    for bad in [Size(-1, 3), Size(.nan, 1), Size(1, .infinity)] {
      #expect(throws: SegueError.self) { try bench.scroll.setContentSize(bad) }
    }
  }

  @Test("It tells the offset at most once a frame, and when it rests; then the engine sleeps")
  func tells() throws {
    let bench = try ScrollBench()
    var (told, rests) = ([Double](), 0)
    bench.scroll.onScroll { told.append($0.y) }
    bench.scroll.onRest { rests += 1 }
    try bench.drag(Point(200, 600), Point(200, 390))
    let frames = told.count
    #expect(frames <= 22 && told.last ?? 0 > 195 && rests == 0)
    try bench.play(6)
    #expect(rests == 1 && told == told.sorted() && told.last == bench.scroll.offset.y)
    #expect(bench.engine.nextDeadline == nil)
  }

  @Test("Hostile hands: taken away, twice, in mid-fling, removed, of no size")
  func hostile() throws {
    let bench = try ScrollBench()
    try bench.drag(Point(200, 600), Point(200, 390), lift: false)
    try bench.send(.cancel, 200, 390)
    try bench.play(2)
    #expect(!bench.scroll.isDragging && bench.scroll.offset.y == 200)
    try bench.drag(Point(200, 600), Point(200, 390))
    try bench.scroll.setContentSize(Size(0, 0))
    try bench.play(3)
    #expect(bench.scroll.offset == .zero)
    try bench.scroll.setContentSize(Size(400, 5000))
    try bench.drag(Point(200, 600), Point(200, 390), lift: false)
    var behaviour = bench.scroll.behaviour
    behaviour.isEnabled = false
    try bench.scroll.setBehaviour(behaviour)
    #expect(!bench.scroll.isDragging)
    try bench.send(.move, 200, 100)
    try bench.send(.up, 200, 100)
    try bench.play(2)
    behaviour.isEnabled = true
    try bench.scroll.setBehaviour(behaviour)
    try bench.drag(Point(200, 600), Point(200, 390), lift: false)
    bench.engine.release(bench.scroll.view)
    try bench.send(.move, 200, 100)
    try bench.send(.up, 200, 100)
    try bench.play(1)
    #expect(bench.engine.scrollViews.isEmpty)
    #expect(bench.reports.isEmpty)
    for change in [{ $0.snap = [.nan] }, { $0.stiffness = 0 }, { $0.deceleration = 1 }] as [(inout ScrollBehaviour) -> Void] {
      #expect(throws: SegueError.self) { try ScrollBench(Size(1, 1), change) }
    }
  }
}

@Suite("Scroll views inside others")
struct NestedScrollTests {
  /// A list across in a list down.
  private func nested(_ axis: ScrollBehaviour.Axis) throws -> (ScrollBench, ScrollView) {
    let bench = try ScrollBench(Size(400, 2000))
    var behaviour = ScrollBehaviour()
    behaviour.axis = axis
    let inner = try bench.engine.makeScrollView(behaviour)
    try bench.engine.add(inner.view, to: bench.scroll.content)
    try bench.engine.set(.frame, of: inner.view, to: [0, 200, 400, 300])
    try inner.setContentSize(axis == .x ? Size(1200, 300) : Size(400, 450))
    try bench.engine.advance(to: 0)
    return (bench, inner)
  }

  @Test("A list across in a list down: each drag goes where it was meant")
  func across() throws {
    let (bench, inner) = try nested(.x)
    try bench.drag(Point(300, 350), Point(100, 340), lift: false)
    #expect(abs(inner.offset.x - 190) < 1 && bench.scroll.offset == .zero)
    try bench.send(.up, 100, 340)
    try bench.play(3)
    let x = inner.offset.x
    try bench.drag(Point(300, 350), Point(310, 150), lift: false)
    #expect(abs(inner.offset.x - x) < 1e-3 && bench.scroll.offset.y > 185)
  }

  @Test("Along one axis the inner list goes first; at its end the same touch goes on with the outer one, and back")
  func handsOver() throws {
    let (bench, inner) = try nested(.y)
    try bench.send(.down, 200, 450)
    for y in stride(from: 440.0, through: 190, by: -10) { try bench.send(.move, 200, y) }
    // 260 units, of which the slop takes 10 and the inner list has 150.
    #expect(inner.offset.y == 150 && abs(bench.scroll.offset.y - 100) < 1e-3)
    for y in stride(from: 200.0, through: 330, by: 10) { try bench.send(.move, 200, y) }
    #expect(bench.scroll.offset.y == 0 && abs(inner.offset.y - 110) < 1e-3)
    for y in stride(from: 320.0, through: 190, by: -10) { try bench.send(.move, 200, y) }
    try bench.send(.up, 200, 190)
    let outer = bench.scroll.offset.y
    try bench.play(0.1)
    // The outer one is thrown, the inner one stays at its end.
    #expect(bench.scroll.offset.y > outer + 20 && inner.offset.y == 150)
    try bench.play(5)
    #expect(!bench.scroll.isMoving && !inner.isMoving)
  }

  @Test("A wheel at the inner list's end turns the outer one")
  func wheel() throws {
    let (bench, inner) = try nested(.y)
    for _ in 0..<3 {
      try bench.send(.move, 200, 300, device: .mouse, wheel: Point(0, 1))
      try bench.play(1)
    }
    #expect(inner.offset.y == 150 && bench.scroll.offset.y == 0)
    try bench.send(.move, 200, 300, device: .mouse, wheel: Point(0, 1))
    try bench.play(1)
    #expect(inner.offset.y == 150 && bench.scroll.offset.y == 57)
  }

  @Test("N01 at the list's top the same touch goes on as the dismissal, comes back to the list, and lets go with its speed")
  func transition() throws {
    let stage = try Stage()
    try stage.define()
    try stage.push(animated: false)
    let scroll = try stage.engine.makeScrollView()
    try stage.engine.add(scroll.view, to: stage.photo.view)
    try stage.engine.set(.frame, of: scroll.view, to: [0, 0, 400, 800])
    try scroll.setContentSize(Size(400, 2000))
    scroll.handOvers[.down] = { [unowned stage] in
      let interaction = stage.engine.makeInteraction()
      interaction.towards = .down
      try? interaction.setDistance(400)
      guard case .run? = try? stage.navigation.pop(interaction: interaction) else { return nil }
      return interaction
    }
    try stage.advance(to: 0.1)
    try scroll.setOffset(Point(0, 100))
    func send(_ phase: InputEvent.Phase, _ y: Double) throws {
      try stage.engine.send(InputEvent(time: stage.engine.time, phase: phase, position: Point(200, y)))
      try stage.advance(to: stage.engine.time + 0.01)
    }
    try send(.down, 100)
    for y in stride(from: 110.0, through: 410, by: 10) { try send(.move, y) }
    // 300 units, of which the list has 100 and the dismissal gets 200 of 400.
    let run = try #require(stage.navigation.run)
    #expect(scroll.offset.y == 0 && abs(run.progress - 0.5) < 1e-6)
    for y in stride(from: 400.0, through: 160, by: -10) { try send(.move, y) }
    #expect(abs(scroll.offset.y - 50) < 1e-3 && run.progress == 0)
    for y in stride(from: 170.0, through: 330, by: 10) { try send(.move, y) }
    #expect(scroll.offset.y == 0 && abs(run.progress - 0.3) < 1e-6)
    try send(.up, 330)
    // A thousand units a second carry it on.
    #expect(run.playheadState.velocity > 2)
    try stage.advance(to: stage.engine.time + 2)
    #expect(run.endReason == .finished && stage.navigation.top === stage.list)
  }

  @Test("N01 back in the list when the finger lifts: the dismissal is taken back")
  func transitionTakenBack() throws {
    let stage = try Stage()
    try stage.define()
    try stage.push(animated: false)
    let scroll = try stage.engine.makeScrollView()
    try stage.engine.add(scroll.view, to: stage.photo.view)
    try stage.engine.set(.frame, of: scroll.view, to: [0, 0, 400, 800])
    try scroll.setContentSize(Size(400, 2000))
    scroll.handOvers[.down] = { [unowned stage] in
      let interaction = stage.engine.makeInteraction()
      interaction.towards = .down
      guard case .run? = try? stage.navigation.pop(interaction: interaction) else { return nil }
      return interaction
    }
    try stage.advance(to: 0.1)
    func send(_ phase: InputEvent.Phase, _ y: Double) throws {
      try stage.engine.send(InputEvent(time: stage.engine.time, phase: phase, position: Point(200, y)))
      try stage.advance(to: stage.engine.time + 0.01)
    }
    try send(.down, 400)
    for y in stride(from: 410.0, through: 500, by: 10) { try send(.move, y) }
    let run = try #require(stage.navigation.run)
    #expect(run.progress > 0.05)
    for y in stride(from: 490.0, through: 300, by: -10) { try send(.move, y) }
    try send(.up, 300)
    try stage.advance(to: stage.engine.time + 2)
    #expect(run.endReason == .cancelled && stage.navigation.top === stage.photo && scroll.offset.y > 100)
  }
}
