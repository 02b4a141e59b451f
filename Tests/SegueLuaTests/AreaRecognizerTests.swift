import Testing

@testable import Segue
@testable import SegueLua

@Suite("Lua: every kind of gesture") struct AreaRecognizerTests {
  private static let card = "card = segue.view { frame = { 20, 0, 100, 100 } } root = segue.view { card } segue.stage(root)\n"

  private func send(
    _ area: AreaFixture, _ phase: InputEvent.Phase, _ x: Double, _ y: Double, contact: Int = 0, after: Double = 0.02,
    touchpad: TouchpadMotion? = nil
  ) throws {
    try area.engine.send(
      InputEvent(
        time: area.engine.time, device: touchpad == nil ? .touch : .touchpad, contact: contact, phase: phase,
        position: Point(x, y), touchpad: touchpad))
    try area.play(for: after)
  }

  @Test("Tap, double tap and long press on one view: each where it was meant")
  func taps() throws {
    let area = try AreaFixture()
    try area.run(
      Self.card + """
        local once = card:on('tap', function(g) print('tap', g.state, g.location.x, g.location.y) end)
        local twice = card:on('tap', { taps = 2 }, function(g) print('double', g.state) end)
        local long = card:on('long_press', function(g) print('long', g.state, g.device) end)
        once:require_to_fail(twice)
        """)
    try send(area, .down, 50, 50)
    try send(area, .up, 50, 50, after: 0.5)
    #expect(area.printed == ["tap\tended\t30.0\t50.0"])
    area.printed = []
    for _ in 0..<2 {
      try send(area, .down, 50, 50)
      try send(area, .up, 50, 50)
    }
    try area.play(for: 0.5)
    #expect(area.printed == ["double\tended"])
    area.printed = []
    try send(area, .down, 50, 50, after: 0.6)
    try send(area, .up, 50, 50, after: 0.5)
    #expect(area.printed == ["long\tbegan\ttouch", "long\tended\ttouch"], "\(area.printed)")
    #expect(area.errors.isEmpty, "\(area.errors)")
  }

  @Test("Swipe, pinch, rotation and edge pan tell their own numbers")
  func kinds() throws {
    let area = try AreaFixture()
    try area.run(
      "root = segue.view {} segue.stage(root)\n" + """
        root:on('swipe', { direction = { 'left', 'up' } }, function(g) print('swipe', g.direction) end)
        pinch = root:on('pinch', function(g) if g.state == 'changed' then scale = g.scale end end)
        turn = root:on('rotation', function(g) angle = g.angle end)
        pinch:allow_simultaneous(turn)
        edge = root:on('edge_pan', { edges = 'right', band = 30 }, function(g) print('edge', g.state, g.translation.x) end)
        print(edge.edges[1], edge.band, edge.kind, edge.axis, tostring(edge), pinch.view == root)
        """)
    #expect(area.printed == ["right\t30.0\tedge_pan\tnil\tedge_pan (possible)\ttrue"])
    area.printed = []
    try send(area, .down, 300, 400)
    for x in stride(from: 280.0, through: 200, by: -20) { try send(area, .move, x, 400) }
    try send(area, .up, 200, 400)
    #expect(area.printed == ["swipe\tleft"])
    area.printed = []
    try send(area, .down, 150, 400, contact: 1)
    try send(area, .down, 250, 400, contact: 2)
    for i in 1...10 {
      try send(area, .move, 150 - Double(i) * 5, 400 - Double(i) * 5, contact: 1)
      try send(area, .move, 250 + Double(i) * 5, 400 + Double(i) * 5, contact: 2)
    }
    // The fingers are 223.6 apart now, turned by 26.57°; both count from where the gesture began, a little later.
    let (scale, angle) = (area.number("scale"), area.number("angle"))
    #expect(scale > 2 && scale < 2.2361, "\(scale)")
    #expect(angle > 16 && angle < 26.57, "\(angle)")
    try send(area, .up, 100, 350, contact: 1)
    try send(area, .up, 300, 450, contact: 2)
    area.printed = []
    try send(area, .down, 385, 400)
    for x in stride(from: 375.0, through: 345, by: -10) { try send(area, .move, x, 400) }
    try send(area, .up, 345, 400)
    #expect(area.printed.first == "edge\tbegan\t-10.0" && area.printed.last == "edge\tended\t-30.0", "\(area.printed)")
    #expect(area.errors.isEmpty, "\(area.errors)")
  }

  @Test("Two fingers on a touchpad scroll; the page counts as the way")
  func touchpad() throws {
    let area = try AreaFixture()
    try area.run(
      Self.card
        + "card:on('scroll', { axis = 'y', page = { 400, 300 } }, function(g) print(g.state, g.translation.y, g.device) end)")
    try send(area, .down, 50, 50, touchpad: TouchpadMotion(.scroll, fingers: 2))
    for _ in 0..<3 { try send(area, .move, 50, 50, touchpad: TouchpadMotion(.scroll, fingers: 2, delta: Point(0, 20))) }
    try send(area, .up, 50, 50, touchpad: TouchpadMotion(.scroll, fingers: 2))
    #expect(
      area.printed == [
        "began\t10.0\ttouchpad", "changed\t30.0\ttouchpad", "changed\t50.0\ttouchpad", "ended\t50.0\ttouchpad",
      ], "\(area.printed)")
  }

  @Test("Settings are read and changed on a recogniser; a change in mid-gesture cancels it")
  func settings() throws {
    let area = try AreaFixture()
    try area.run(
      Self.card + """
        pan = card:on('pan', { slop = 5 }, function(g) print(g.state, pan.translation.x) end)
        print(pan.slop, pan.axis, pan.min_contacts)
        """)
    #expect(area.printed == ["5.0\tany\t1"])
    area.printed = []
    try send(area, .down, 50, 50)
    try send(area, .move, 65, 50)
    area.execute("pan.translation = { 100, 0 }")
    try send(area, .move, 75, 50)
    area.execute("pan.slop = 50")
    try send(area, .move, 85, 50)
    try send(area, .up, 85, 50)
    #expect(area.printed == ["began\t10.0", "changed\t110.0", "cancelled\t110.0"], "\(area.printed)")
    #expect(area.errors.isEmpty, "\(area.errors)")
  }

  @Test("A kind of an author's own has a state of its own, waits for time and takes part in the arena like ours")
  func defined() throws {
    let area = try AreaFixture()
    try area.run(
      Self.card + """
        segue.gesture.define { name = 'press', contacts = 2,
          update = function(self, step)
            if step.change == 'down' then self.downs = (self.downs or 0) + 1 return nil, 0.1 end
            if step.change == 'time' then return 'begin' end
            if step.change == 'move' and step.active then return 'change' end
            if step.change == 'up' then return step.active and 'end' or 'fail' end
          end,
          reset = function(self) print('reset', self.downs) self.downs = nil end }
        local press = card:on('press', function(g) print(g.state, g.translation.x, g.recognizer.kind) end)
        local tap = card:on('tap', function() print 'tap' end)
        tap:require_to_fail(press)
        """)
    try send(area, .down, 50, 50, after: 0.2)
    area.host.collectGarbage()
    try send(area, .move, 57, 50)
    try send(area, .up, 57, 50, after: 0.5)
    #expect(
      area.printed == ["began\t0.0\tpress", "changed\t7.0\tpress", "ended\t7.0\tpress", "reset\t1"], "\(area.printed)")
    area.printed = []
    try send(area, .down, 50, 50)
    try send(area, .up, 50, 50, after: 0.5)
    #expect(area.printed.contains("tap") && !area.printed.contains { $0.hasPrefix("began") }, "\(area.printed)")
    #expect(area.errors.isEmpty, "\(area.errors)")
  }

  @Test("What a definition gets wrong is told, and the gesture fails")
  func definedWrong() throws {
    let area = try AreaFixture()
    try area.run(
      Self.card + """
        segue.gesture.define { name = 'odd', update = function(self, step) return 'beginn' end }
        segue.gesture.define { name = 'bad', update = function(self, step) error 'Q' end }
        segue.gesture.define { name = 'slow', update = function(self, step) sleep(1) end }
        for _, kind in ipairs { 'odd', 'bad', 'slow' } do card:on(kind, print) end
        """)
    try send(area, .down, 50, 50)
    try send(area, .up, 50, 50)
    #expect(area.printed.isEmpty && area.errors.count == 3, "\(area.errors)")
    #expect(
      area.errors.contains("odd: update must return one of wait, begin, change, end, recognize, fail, cancel, or nothing"))
    #expect(area.errors.contains("t:3: Q"))
    #expect(area.value("segue.gesture.define { name = 'pan', update = print }").contains("there is a kind \"pan\" already"))
    #expect(area.value("segue.gesture.define { name = 'x' }").contains("update expected a function, got nothing"))
    #expect(area.value("card:on('odd', { slop = 3 }, print)").contains("a odd has no slop; it has no settings"))
  }

  @Test(
    "F108 the factory gets an edge pan without edges and may return any recogniser; nil is an error; clearing takes it all away"
  )
  func factory() throws {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + """
        nav:set_gesture(function(edge) print(edge.kind, #edge.edges, edge.view) edge.edges = 'left' return edge end,
          function(n, gesture, state, location) print(n == nav, gesture.kind, state, location.x, gesture.translation.x) end)
        """)
    #expect(area.printed == ["edge_pan\t0\tnil"])
    func drag() throws {
      area.printed = []
      try send(area, .down, 5, 300)
      for x in stride(from: 15.0, through: 55, by: 20) { try send(area, .move, x, 300) }
      try send(area, .up, 55, 300)
    }
    try drag()
    // F109
    #expect(area.printed.first == "true\tedge_pan\tbegan\t35.0\t20.0", "\(area.printed)")
    #expect(area.printed.last == "true\tedge_pan\tended\t55.0\t40.0")
    area.execute(
      "nav:set_gesture(function() return segue.gesture.new('pan', { axis = 'x' }) end, function(n, g, state) print(g.kind, state) end)"
    )
    try drag()
    #expect(area.printed.first == "pan\tbegan" && !area.printed.contains { $0.contains("edge") }, "\(area.printed)")
    area.execute("nav:set_gesture(nil)")
    try drag()
    #expect(area.printed.isEmpty)
    #expect(area.engine.gestures.recognizers(on: Handle<View>(bits: 0)).isEmpty)
    #expect(area.value("nav:set_gesture(function() end, print)").hasSuffix("the factory must return a recognizer, got nil"))
    #expect(area.value("nav:set_gesture(function() return 3 end, print)").contains("must return a recognizer"))
    #expect(area.value("nav:set_gesture(function(e) error 'F' end, print)").contains("F"))
    #expect(area.value("nav:set_gesture(print)").hasSuffix("handler expected a function, got nothing"))
    #expect(area.errors.isEmpty, "\(area.errors)")
  }

  @Test("A recogniser that is on a view already keeps its own handler beside the stack's")
  func sharedRecogniser() throws {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + """
        own = list.view:on('pan', function(g) print('own', g.state) end)
        nav:set_gesture(function() return own end, function(n, g, state) print('nav', state) end)
        """)
    try send(area, .down, 100, 300)
    try send(area, .move, 150, 300)
    try send(area, .up, 150, 300)
    #expect(area.printed == ["own\tbegan", "nav\tbegan", "own\tended", "nav\tended"], "\(area.printed)")
    area.printed = []
    area.execute("nav:set_gesture(nil)")
    try send(area, .down, 100, 300)
    try send(area, .move, 150, 300)
    try send(area, .up, 150, 300)
    #expect(area.printed == ["own\tbegan", "own\tended"])
  }

  @Test("The block style's own example: an edge swipe pops under the finger, by its rule")
  func swipeBack() throws {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + """
        nav:set_transition(0.5, function(stage, from, to, duration, transition, done)
          local w = transition.reversed and -stage.width or stage.width
          to.view.translation = { w, 0 }
          segue.animate(duration, function() to.view.translation = { 0, 0 } from.view.translation = { -w, 0 } end, done)
        end)
        nav:set_gesture(function(edge) edge.edges = 'left' return edge end,
          function(nav, gesture, state, location)
            local p = gesture.translation.x / nav.view.width
            if state == 'began' then nav.interaction = segue.interaction { completion_speed = 1 } nav:pop()
            elseif state == 'changed' then nav.interaction:update(p)
            elseif state == 'ended' and p > 0.5 then nav.interaction:finish() nav.interaction = nil
            elseif state == 'ended' or state == 'cancelled' then nav.interaction:cancel() nav.interaction = nil
            end
          end)
        nav:set_interactor(function(nav, animator) return nav.interaction end)
        await(nav:push(photo))
        """)
    try area.play(for: 1)
    #expect(area.value("nav.top.kind") == "photo.full")
    for (far, top) in [(150.0, "photo.full"), (350.0, "list")] {
      try send(area, .down, 5, 300)
      for x in stride(from: 25.0, through: far, by: 25) { try send(area, .move, x, 300) }
      let x = area.number("photo.view:shown('translation').x")
      #expect(abs(x - (far - 15)) < 12, "\(x)")
      try send(area, .up, far, 300, after: 1.2)
      #expect(area.value("nav.top.kind") == top)
    }
    #expect(area.errors.isEmpty, "\(area.errors)")
  }

  @Test(
    "F126 who is touched during a run: nobody, everybody, or those that may take hold of it",
    arguments: ["blocked", "passed", "catchers"])
  func stageInput(input: String) throws {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + """
        segue.transition { from = 'list', to = 'photo', duration = 1, input = '\(input)',
          animate = function(run) run.to.view.alpha = 0 segue.animate(run.duration, function() run.to.view.alpha = 1 end) end }
        nav.view:on('tap', function() print 'tap' end)
        nav.view:on('tap', { catcher = true }, function() print 'catcher' end):allow_simultaneous(nav.view:on('pan', print))
        nav:push(photo)
        """)
    try area.play(for: 0.2)
    try send(area, .down, 50, 50)
    try send(area, .up, 50, 50)
    let expected = ["blocked": [], "passed": ["tap"], "catchers": ["catcher"]][input]
    #expect(area.printed == expected, "\(area.printed)")
    area.printed = []
    try area.play(for: 1.5)
    try send(area, .down, 50, 50)
    try send(area, .up, 50, 50)
    #expect(area.printed == ["tap"])
  }

  @Test("N08 a view takes input always, never, or only while it rests")
  func viewInput() throws {
    let area = try AreaFixture()
    try area.run(
      "card = segue.view { frame = { 20, 0, 100, 100 }, input = 'at_rest' } root = segue.view { card } segue.stage(root)\n"
        + """
        card:on('tap', function() print 'card' end) root:on('tap', function() print 'root' end)
        print(card.input, root.input) card:to({ x = 60 }, { duration = 0.5 })
        """)
    try area.play(for: 0.1)
    try send(area, .down, 80, 50)
    try send(area, .up, 80, 50)
    try area.play(for: 1)
    try send(area, .down, 80, 50)
    try send(area, .up, 80, 50)
    area.execute("card.input = false")
    try send(area, .down, 80, 50)
    try send(area, .up, 80, 50)
    area.execute("card.input = 'always'")
    #expect(area.printed == ["at_rest\ttrue", "root", "card", "root"], "\(area.printed)")
    #expect(area.value("card.input") == "true" && area.value("pcall(function() card.input = 'rest' end)") == "false")
    #expect(area.errors.isEmpty, "\(area.errors)")
  }
}
