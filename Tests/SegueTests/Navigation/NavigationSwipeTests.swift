import Testing

@testable import Segue

@Suite("Stacks that hands move")
struct NavigationSwipeTests {
  private func send(
    _ stage: Stage, _ phase: InputEvent.Phase, _ x: Double, _ y: Double = 300, contact: Int = 0,
    device: InputEvent.Device = .touch, touchpad: TouchpadMotion? = nil, key: String? = nil, after: Double = 0.01
  ) throws {
    try stage.engine.send(
      InputEvent(
        time: stage.engine.time, device: device, contact: contact, phase: phase, position: Point(x, y), touchpad: touchpad,
        key: key))
    try stage.advance(to: stage.engine.time + after)
  }

  /// A finger goes from one place to another, 10 units every 10 ms.
  private func drag(_ stage: Stage, from start: Point, to end: Point, lift: Bool = true) throws {
    try send(stage, .down, start.x, start.y)
    let steps = Int(max(abs(end.x - start.x), abs(end.y - start.y)) / 10)
    for i in 1...max(steps, 1) {
      let share = Double(i) / Double(max(steps, 1))
      try send(stage, .move, start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share)
    }
    if lift { try send(stage, .up, end.x, end.y) }
  }

  private func pushed(_ swipe: NavigationSwipe = .back, define: Bool = true) throws -> Stage {
    let stage = try Stage()
    if define { try stage.define() }
    try stage.push(animated: false)
    try stage.navigation.setSwipe(swipe)
    try stage.advance(to: 0.1)
    return stage
  }

  @Test("A swipe from the edge pops under the finger: the way over the distance is the progress")
  func pops() throws {
    var swipe = NavigationSwipe.back
    swipe.distance = 200
    let stage = try pushed(swipe)
    try drag(stage, from: Point(5, 300), to: Point(115, 300), lift: false)
    let run = try #require(stage.navigation.run)
    // Ten units of slop.
    #expect(abs(run.progress - 0.5) < 1e-9 && run.operation == .pop)
    try stage.advance(to: stage.engine.time + 0.5)
    try send(stage, .up, 115)
    // At rest at a half: not beyond it.
    try stage.advance(to: stage.engine.time + 1)
    #expect(run.endReason == .cancelled && stage.navigation.top === stage.photo)
    try drag(stage, from: Point(5, 300), to: Point(145, 300))
    try stage.advance(to: stage.engine.time + 1)
    #expect(stage.navigation.top === stage.list && stage.navigation.run == nil)
  }

  @Test("Away from the edge, the wrong way, and with nothing to pop nothing begins")
  func refuses() throws {
    let stage = try pushed()
    try drag(stage, from: Point(30, 300), to: Point(200, 300))
    try drag(stage, from: Point(15, 300), to: Point(15, 500))
    #expect(stage.navigation.run == nil && stage.navigation.top === stage.photo)
    try stage.pop(animated: false)
    try stage.advance(to: stage.engine.time + 0.1)
    try drag(stage, from: Point(5, 300), to: Point(300, 300))
    #expect(stage.navigation.run == nil && stage.navigation.top === stage.list)
    #expect(stage.reports.isEmpty)
  }

  @Test("Right to left mirrors edge and way")
  func mirrored() throws {
    var swipe = NavigationSwipe.back
    swipe.isRightToLeft = true
    let stage = try pushed(swipe)
    try drag(stage, from: Point(5, 300), to: Point(300, 300))
    #expect(stage.navigation.run == nil)
    try drag(stage, from: Point(395, 300), to: Point(95, 300))
    #expect(stage.navigation.run?.operation == .pop)
    try stage.advance(to: stage.engine.time + 1)
    #expect(stage.navigation.top === stage.list)
  }

  @Test("The mouse's back button and the keyboard's back key pop at once; other buttons and keys do not")
  func buttons() throws {
    for (device, contact, key, pops) in [
      (.mouse, 8, nil, true), (.mouse, 1, nil, false), (.keyboard, 9, "XF86Back", true), (.keyboard, 9, "Escape", false),
      (.touch, 8, nil, false),
    ] as [(InputEvent.Device, Int, String?, Bool)] {
      let stage = try pushed()
      for phase in [InputEvent.Phase.down, .up] {
        try send(stage, phase, 200, contact: contact, device: device, key: key)
      }
      #expect((stage.navigation.run?.operation == .pop) == pops, "\(device) \(contact)")
    }
  }

  @Test("Three fingers on a touchpad swipe, a page of 400 being the whole way")
  func touchpad() throws {
    let stage = try pushed()
    try send(stage, .down, 200, device: .touchpad, touchpad: TouchpadMotion(.swipe, fingers: 3))
    for _ in 0..<11 {
      try send(stage, .move, 200, device: .touchpad, touchpad: TouchpadMotion(.swipe, fingers: 3, delta: Point(10, 0)))
    }
    #expect(abs((stage.navigation.run?.progress ?? 0) - 0.25) < 1e-9)
    try send(stage, .cancel, 200, device: .touchpad, touchpad: TouchpadMotion(.swipe, fingers: 3))
    try stage.advance(to: stage.engine.time + 1)
    #expect(stage.navigation.top === stage.photo)
  }

  @Test("A pop under way is caught by a new touch where it is")
  func catches() throws {
    let stage = try pushed()
    let run = try stage.pop()
    try stage.advance(to: stage.engine.time + 0.2)
    let before = run.progress
    try send(stage, .down, 5, after: 0)
    try send(stage, .move, 20, after: 0)
    #expect(run.isInteractive && abs(run.progress - before) < 0.05)
    let caught = run.progress
    try send(stage, .move, 60)
    #expect(abs(run.progress - (caught + 40.0 / 400)) < 1e-9)
  }

  @Test("Without a definition the built-in push plays: the screens slide, with the finger")
  func builtIn() throws {
    let stage = try pushed(define: false)
    try drag(stage, from: Point(5, 300), to: Point(215, 300), lift: false)
    let x = try stage.engine.shownNumbers(.translation, of: stage.photo.view)[0]
    let below = try stage.engine.shownNumbers(.translation, of: stage.list.view)[0]
    #expect(abs(x - 200) < 1e-3 && abs(below - -400.0 / 3 / 2) < 1e-3)
    try send(stage, .up, 215)
    try stage.advance(to: stage.engine.time + 1)
    #expect(stage.navigation.top === stage.list)
    #expect(try stage.engine.shownNumbers(.translation, of: stage.list.view)[0] == 0)
  }

  @Test("N09 program wins: what the finger held is taken back as interrupted, its gesture is cancelled, and nothing jumps")
  func programWins() throws {
    let stage = try pushed(define: false)
    var told: [GestureState] = []
    let recognizer = stage.navigation.swipeRecognizers[0]
    stage.engine.addAction(recognizer) { told.append($0.state) }
    let third = try stage.engine.makeScreen(kind: "third", view: stage.engine.makeView(id: "third"))
    try drag(stage, from: Point(5, 300), to: Point(215, 300), lift: false)
    let held = try #require(stage.navigation.run)
    let x = try stage.engine.shownNumbers(.translation, of: stage.photo.view)[0]
    var ended: EndReason?
    held.whenEnded { ended = $0 }
    guard case .run(let run) = try stage.navigation.push(third) else {
      Issue.record("the program was refused")
      return
    }
    #expect(ended == .interrupted && told.last == .cancelled)
    #expect(stage.navigation.stack.map(\.kind) == ["list", "photo.full", "third"])
    try stage.advance(to: stage.engine.time)
    #expect(abs(try stage.engine.shownNumbers(.translation, of: stage.photo.view)[0] - x) < 1e-3)
    try send(stage, .move, 300)
    try send(stage, .up, 300)
    try stage.advance(to: stage.engine.time + 1)
    #expect(run.endReason == .finished && stage.navigation.top === third)
    try stage.pop(animated: false)
    try stage.advance(to: stage.engine.time + 0.5)
    #expect(try stage.engine.shownNumbers(.translation, of: stage.photo.view)[0] == 0)
  }

  @Test("N09 gesture wins: the program is refused with the reason, and the finger goes on")
  func gestureWins() throws {
    var swipe = NavigationSwipe.back
    swipe.conflict = .gestureWins
    let stage = try pushed(swipe)
    try drag(stage, from: Point(5, 300), to: Point(215, 300), lift: false)
    guard case .refused(let reason) = try stage.navigation.pop() else {
      Issue.record("the program was not refused")
      return
    }
    #expect(reason == "a finger holds the pop from \"photo.full\" to \"list\"")
    try send(stage, .move, 300)
    #expect(abs((stage.navigation.run?.progress ?? 0) - 285.0 / 400) < 1e-9)
  }

  @Test("F110 the greater component chooses, equal ones the vertical; F125 without a screen there is no run")
  func directions() throws {
    for (end, operation) in [
      (Point(320, 400), "push right"), (Point(320, 520), nil), (Point(240, 180), nil), (Point(80, 300), "asked"),
      (Point(260, 360), "push down"),
    ] as [(Point, String?)] {
      let stage = try Stage()
      try stage.define()
      var asked: String?
      try stage.navigation.setSwipe(
        NavigationSwipe([
          .right: .push { [unowned stage] in
            asked = "push right"
            return stage.photo
          },
          .down: .push { [unowned stage] in
            asked = "push down"
            return end == Point(260, 360) ? stage.photo : nil
          },
          .left: .push {
            asked = "asked"
            return nil
          },
        ]))
      try drag(stage, from: Point(200, 300), to: end)
      if end == Point(320, 520) { #expect(asked == "push down" && stage.navigation.run == nil) }
      if end == Point(240, 180) { #expect(asked == nil && stage.navigation.run == nil) }
      if let operation { #expect(asked == operation) }
      #expect((stage.navigation.run != nil) == (operation?.hasPrefix("push") == true), "\(end)")
      #expect(stage.navigation.stack.count == (stage.navigation.run == nil ? 1 : 2))
    }
  }

  @Test("F110 pop on two ways, and numbers that make no sense, are refused and change nothing")
  func mistakes() throws {
    let stage = try pushed()
    let before = stage.navigation.swipeRecognizers
    #expect(throws: SegueError("pop is for one way, got left and right")) {
      try stage.navigation.setSwipe(NavigationSwipe([.right: .pop, .left: .pop]))
    }
    for change in [{ $0.distance = 0 }, { $0.band = .nan }, { $0.completionSpeed = -1 }] as [(inout NavigationSwipe) -> Void] {
      var swipe = NavigationSwipe.back
      change(&swipe)
      #expect(throws: SegueError.self) { try stage.navigation.setSwipe(swipe) }
    }
    #expect(
      stage.navigation.swipeRecognizers == before && stage.engine.gestures.recognizers(on: stage.navigation.view) == before)
    try stage.navigation.setSwipe(nil)
    #expect(stage.engine.gestures.recognizers(on: stage.navigation.view).isEmpty)
  }

  @Test("F112 crossing back over the start takes the run back and begins the opposite one in the same touch")
  func turnsAround() throws {
    let stage = try Stage()
    try stage.define()
    let third = try stage.engine.makeScreen(kind: "photo.third", view: stage.engine.makeView(id: "third"))
    try stage.push(animated: false)
    try stage.advance(to: 0.1)
    var swipe = NavigationSwipe([.right: .pop, .left: .push { third }])
    swipe.turnsAround = true
    try stage.navigation.setSwipe(swipe)
    try drag(stage, from: Point(200, 300), to: Point(260, 300), lift: false)
    let first = try #require(stage.navigation.run)
    #expect(first.operation == .pop)
    for x in stride(from: 250.0, through: 100, by: -10) { try send(stage, .move, x) }
    let second = try #require(stage.navigation.run)
    #expect(first.endReason == .cancelled && second.operation == .push && second.entering === third)
    #expect(abs(second.progress - 110.0 / 400) < 1e-9)
    try send(stage, .up, 100)
    try stage.advance(to: stage.engine.time + 1)
    #expect(stage.navigation.stack.count == 3)
  }

  @Test("F113 switched off nothing begins; plain runs still work")
  func switchedOff() throws {
    let stage = try pushed()
    for recognizer in stage.navigation.swipeRecognizers { stage.engine.configure(recognizer) { $0.isEnabled = false } }
    try drag(stage, from: Point(5, 300), to: Point(300, 300))
    #expect(stage.navigation.run == nil)
    #expect(try stage.pop().operation == .pop)
  }

  @Test("Releasing a stack in mid-swipe leaves nothing")
  func released() throws {
    weak var leaked: Engine?
    try {
      let stage = try pushed()
      leaked = stage.engine
      try drag(stage, from: Point(5, 300), to: Point(215, 300), lift: false)
    }()
    #expect(leaked == nil)
  }
}
