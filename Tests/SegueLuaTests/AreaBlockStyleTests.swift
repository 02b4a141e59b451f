import Testing

@testable import Segue
@testable import SegueLua

@Suite("Lua: the block style and its hooks") struct AreaBlockStyleTests {
  @Test("F14 hooks are set, read back and cleared one by one; unset is the default")
  func hooks() throws {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + AreaFixture.fade + """
        print(nav.animator, nav.interactor, nav.transition)
        function choose(n, operation, from, to) print(n == nav, operation, from.kind, to.kind) return fade end
        function drive() end
        nav:set_animator(choose) nav:set_interactor(drive)
        nav:set_transition(0.1, function(stage, from, to, d, t, done) print 'own' done() end)
        print(nav.animator == choose, nav.interactor == drive, nav.transition.name)
        await(nav:push(photo))
        nav:set_animator(nil) print(nav.animator, nav.interactor == drive)
        await(nav:pop())
        nav:set_interactor(nil) nav:set_transition(nil) print(nav.interactor, nav.transition)
        """)
    try area.play(to: 2)
    #expect(
      area.printed == [
        "nil\tnil\tnil", "true\ttrue\tset_transition", "true\tpush\tlist\tphoto.full", "nil\ttrue", "own", "nil\tnil",
      ], "\(area.printed)")
    #expect(area.errors.isEmpty, "\(area.errors)")
  }

  @Test("An animator that returns something else, or removed, is reported or falls through")
  func animatorMistakes() throws {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + AreaFixture.fade
        + "nav:set_animator(function() return 3 end) nav:push(photo, nil, function(r) print(r, segue.clock.time) end)")
    try area.play(to: 1)
    #expect(area.errors == ["set_animator: the function must return a transition or nil"])
    #expect(area.printed == ["finished\t0.5"])
    area.errors = []
    #expect(
      area.value("pcall(nav.set_animator, nav, fade)")
        == "false" && area.value("nav:set_animator('pusch', fade)").contains("did you mean \"push\"?"))
    #expect(area.value("nav:set_animator(print, fade)").hasSuffix("definition needs the operation before it"))
    #expect(area.value("nav:set_transition(1)").hasSuffix("animate expected a function, got nothing"))
    #expect(area.errors.isEmpty)
  }

  @Test("F17 single operations have definitions of their own, set and taken away separately")
  func perOperation() throws {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + """
        local function named(name) return segue.transition { name = name, from = 'none', to = 'none', duration = 0.1,
          animate = function(run) print(name, run.operation) end } end
        nav:set_animator('push', named 'comes') nav:set_animator('pop', named 'goes')
        await(nav:push(photo)) await(nav:pop())
        nav:set_animator('push', nil)
        await(nav:push(photo)) await(nav:pop())
        """)
    try area.play(to: 2)
    #expect(area.printed == ["comes\tpush", "goes\tpop", "goes\tpop"], "\(area.printed)")
    #expect(area.errors.isEmpty, "\(area.errors)")
  }

  @Test("F16 any number of handlers for one event, in order of adding; each goes alone")
  func handlers() throws {
    let area = try AreaFixture()
    try area.run(
      """
      local list = segue.screen { kind = 'list', view = segue.view {} }
      local photo = segue.screen { kind = 'photo', view = segue.view {} }
      nav = segue.navigation { root = list }
      local function second(n, s, animated) print('second', s.kind, animated) end
      nav:on('will_show', function(n, s, animated) print('will', n == nav, s.kind, animated) end)
      nav:on('will_show', second)
      nav:on('did_show', function(n, s) print('did', s.kind) end)
      for _, event in ipairs { 'will_push', 'did_push', 'will_pop', 'did_pop' } do
        nav:on(event, function(n, s) print(event, s.kind) end)
      end
      segue.stage(nav)
      sleep(0.1)
      await(nav:push(photo)) nav:off('will_show', second) await(nav:pop { animated = false })
      """)
    try area.play(to: 3)
    #expect(
      area.printed == [
        "will\ttrue\tlist\tfalse", "second\tlist\tfalse", "did\tlist", "will_push\tphoto", "will\ttrue\tphoto\ttrue",
        "second\tphoto\ttrue", "did_push\tphoto", "did\tphoto", "will_pop\tphoto", "will\ttrue\tlist\tfalse", "did_pop\tphoto",
        "did\tlist",
      ], "\(area.printed)")
    #expect(area.value("nav:on('did_shew', print)").contains("did you mean \"did_show\"?"))
    #expect(area.errors.isEmpty, "\(area.errors)")
  }

  @Test("A run that is rolled back showed nothing")
  func rolledBack() throws {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + AreaFixture.fade + """
        nav:on('did_show', function(n, s) print('did', s.kind) end) nav:on('did_push', function() print 'pushed' end)
        sleep(0.1) local i = segue.interaction() local run = nav:push(photo, { interaction = i })
        sleep(0.1) i:update(0.5) i:cancel() print(await(run)) nav:push(photo)
        """)
    try area.play(to: 3)
    #expect(area.printed == ["cancelled", "pushed", "did\tphoto.full"], "\(area.printed)")
  }

  @Test("F18 what one run writes into user_info is there in the screen's next run, and on the screen")
  func userInfo() throws {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + """
        nav:set_transition(0.1, function(stage, from, to, d, transition, done)
          local info = transition.user_info
          info.count = (info.count or 0) + 1
          print(transition.operation, info.count, photo.user_info == info, list.user_info == info)
          done()
        end)
        await(nav:push(photo)) await(nav:pop()) await(nav:push(photo)) print(photo.user_info.count, list.user_info.count)
        """)
    try area.play(to: 3)
    #expect(
      area.printed == ["push\t1\ttrue\tfalse", "pop\t2\ttrue\tfalse", "push\t3\ttrue\tfalse", "3\tnil"], "\(area.printed)")
    #expect(area.errors.isEmpty, "\(area.errors)")
  }

  @Test("F19 a function that gets the run alone goes before one that gets everything; each is taken away by nil")
  func raw() throws {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + """
        nav:set_transition(0.1, function(stage, from, to, d, transition, done) print 'prepared' done() end)
        nav:set_transition(function(run) print('raw', run.operation, run.from.kind) run:complete() end)
        await(nav:push(photo)) nav:set_transition(nil) print(nav.transition)
        nav:set_transition(function(run) return 0.2 end, function(stage, from, to, d, run, done) print(d, run.reversed) done() end)
        await(nav:pop())
        """)
    try area.play(to: 3)
    #expect(area.printed == ["raw\tpush\tlist", "nil", "0.2\ttrue"], "\(area.printed)")
    #expect(area.errors.isEmpty, "\(area.errors)")
  }

  @Test("A gesture drives an interaction whole; rules, bands and distances by name")
  func drive() throws {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + AreaFixture.fade + """
        list.view.frame = { 0, 0, 400, 800 }
        nav.view:on('pan', { axis = 'x' }, function(g)
          if g.state == 'began' then
            i = segue.interaction { distance = 200, towards = 'left', release = 'threshold', rubber_band = 0.2 }
            run = nav:push(photo, { interaction = i })
          end
          i:drive(g)
        end)
        """)
    try area.play(for: 0.1)
    func send(_ phase: InputEvent.Phase, _ x: Double) throws {
      try area.engine.send(
        InputEvent(time: area.engine.time, device: .touch, contact: 0, phase: phase, position: Point(x, 300)))
      try area.play(for: 1.0 / 60)
    }
    try send(.down, 390)
    for x in stride(from: 370.0, through: 280, by: -10) { try send(.move, x) }
    // Ten units of slop.
    #expect(area.number("run.progress") == 0.5)
    try send(.up, 280)
    try area.play(for: 1)
    #expect(area.value("run.reason") == "cancelled")
    #expect(area.errors.isEmpty, "\(area.errors)")
    #expect(area.value("i.release_rule .. i.towards .. i.distance .. tostring(i.rubber_band)") == "thresholdleft200.00.2")
    #expect(area.value("pcall(function() i.release_rule = 'projektion' end)") == "false")
    #expect(
      area.value("segue.interaction { release = 'projektion' }")
        == "repl:1: segue.interaction: release: there is no rule \"projektion\", did you mean \"projection\"?")
    #expect(area.value("segue.interaction { release = { rule = 'threshold', threshold = 0.4 } }.release_rule") == "threshold")
    #expect(
      area.value("segue.interaction { release = { rule = 'projection', deceleration = 2 } }")
        == "repl:1: segue.interaction: release: deceleration expected a number above 0 and below 1, got 2.0")
    #expect(area.value("segue.interaction { release = { threshold = 0.4 } }").contains("release.rule expected"))
    #expect(area.value("segue.interaction { rubber_band = -1 }").contains("expected a share of the way above 0, got -1"))
    #expect(area.value("segue.interaction { distance = 0 }").contains("distance expected a finite number above 0"))
    #expect(area.value("i:drive {}").contains("expected what a gesture's handler is given"))
  }

  @Test("A release is judged by a script's own function")
  func ownRule() throws {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + AreaFixture.fade + """
        local i = segue.interaction { release = function(r) print(r.progress, r.velocity, r.distance, r.device) return r.progress > 0.1 end }
        local run = nav:push(photo, { interaction = i }) sleep(0.1) i:update(0.2) sleep(0.1) i:release() print(await(run))
        """)
    try area.play(to: 3)
    #expect(area.printed == ["0.2\t0.0\t400.0\ttouch", "finished"], "\(area.printed)")
    #expect(area.errors.isEmpty, "\(area.errors)")
  }
}

@Suite("Lua: the block style's rows") struct AreaBlockStyleRowTests {
  @Test("F15 When a screen and its container go, so do their hooks, gestures and user_info", arguments: ["screen", "stack"])
  func owner(what: String) throws {
    let area = try AreaFixture()
    try area.run(
      """
      segue.stage(segue.view {})
      freed = setmetatable({}, { __mode = 'k' })
      local function mark(name) local t = {} freed[t] = name return t end
      do
        local a, b = segue.screen { kind = 'a', view = segue.view {} }, segue.screen { kind = 'b', view = segue.view {} }
        local nav = segue.navigation { root = a }
        local owner = '\(what)' == 'stack' and nav or b
        local t, u, v, w = mark 't', mark 'u', mark 'v', mark 'w'
        owner:set_transition(0.1, function() return t end)
        owner:set_animator(function() return u and nil end)
        owner:set_interactor(function() return v and nil end)
        owner:set_gesture(function(edge) edge.edges = 'left' return edge end, function() return w end)
        owner:on('will_appear', function() return t, owner end)
        b.user_info.mark = mark 'info'
      end
      count = function() local n = 0 for _ in pairs(freed) do n = n + 1 end return n end
      """)
    #expect(area.value("count()") == "5")
    for _ in 0..<4 {
      area.host.collectGarbage()
      try area.play(for: 0.1)
    }
    #expect(area.value("count()") == "0")
    #expect(area.engine.screens.count == 0 && area.engine.containers.count == 0 && area.engine.definitions.count == 0)
    #expect(area.host.bridge.area.registrations.isEmpty && area.errors.isEmpty, "\(area.errors)")
  }

  @Test("F89 reversed tells one function whether it pushes or pops; the roles are the operation's")
  func reversed() throws {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + """
        nav:set_transition(0.1, function(stage, from, to, d, run, done) print(run.reversed, from.kind, to.kind) done() end)
        await(nav:push(photo)) await(nav:pop())
        """)
    try area.play(to: 2)
    #expect(area.printed == ["false\tlist\tphoto.full", "true\tphoto.full\tlist"] && area.errors.isEmpty)
  }

  @Test("F109 The handler gets its owner, the recogniser, its state and where it is in the recogniser's view")
  func arguments() throws {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + """
        box = segue.view { frame = { 100, 200, 200, 200 } }
        list.view:add(box)
        nav:set_gesture(function() return segue.gesture.new('pan', { slop = 0 }) end, function(owner, gesture, state, location)
          print(owner == nav, gesture.kind, state, location.x, location.y)
        end)
        own = box:on('pan', { slop = 0 }, function(g) end)
        list:set_gesture(function() return own end, function(owner, gesture, state, location)
          print(owner == list, gesture == own, state, location.x, location.y)
        end)
        """)
    area.touch([(0.1, 20, 30), (0.2, 30, 40), (0.3, 30, 40)])
    area.touch([(0.5, 150, 250), (0.6, 160, 260), (0.7, 160, 260)])
    try area.play(to: 1)
    #expect(
      area.printed == [
        "true\tpan\tbegan\t20.0\t30.0", "true\tpan\tchanged\t30.0\t40.0", "true\tpan\tended\t30.0\t40.0",
        "true\ttrue\tbegan\t50.0\t50.0", "true\ttrue\tchanged\t60.0\t60.0", "true\ttrue\tended\t60.0\t60.0",
      ], "\(area.printed)")
    #expect(area.errors.isEmpty, "\(area.errors)")
  }

  @Test("N05 Pinch and pan drive one run together")
  func together() throws {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + AreaFixture.fade + """
        i = segue.interaction { towards = 'down', release = 'threshold' }
        pan = nav.view:on('pan', { slop = 0, min_contacts = 2 }, function(g)
          if not nav.run then nav:push(photo, { interaction = i }) end
          i:drive(g, { distance = 400 })
        end)
        pinch = nav.view:on('pinch', { slop = 0 }, function(g) i:drive(g, { scale = 2 }) end)
        pinch:allow_simultaneous(pan)
        """)
    func send(_ phase: InputEvent.Phase, _ y: Double, _ half: Double) throws {
      for (contact, x) in [200 - half, 200 + half].enumerated() {
        try area.engine.send(
          InputEvent(time: area.engine.time, device: .touch, contact: contact, phase: phase, position: Point(x, y)))
      }
      try area.play(for: 1.0 / 60)
    }
    try send(.down, 100, 50)
    try send(.move, 200, 50)
    try send(.move, 200, 75)
    #expect(abs(area.number("nav.run.progress") - 0.75) < 1e-3)
    try area.play(for: 0.5)
    try send(.up, 200, 75)
    try area.play(for: 1)
    #expect(area.value("nav.top.kind") == "photo.full" && area.errors.isEmpty, "\(area.errors)")
    #expect(area.value("i:drive(pan, { scale = 1 })").contains("scale expected a finite number of 0 or more, but not 1"))
    #expect(area.value("i:drive(pan, { scale = 2, angle = 3 })").contains("expected one of scale, angle and distance, got 2"))
    #expect(area.value("i:drive(pan, {})").contains("got 0 of them"))
  }
}
