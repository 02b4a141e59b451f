import Testing

@testable import Segue
@testable import SegueLua

@Suite("Lua: screens, stacks, the block style") struct AreaNavigationTests {
  @Test("Screens hear their coming and going, with reasons; off takes one handler away, or all")
  func screens() throws {
    let area = try AreaFixture()
    try area.run(
      """
      local function tell(screen, e) print(screen.kind, e.reason, e.interactive, e.animated) end
      local function other() print 'other' end
      list = segue.screen { kind = 'list', view = segue.view {}, on = { layout = function(s, w, h) print('layout', s.kind, w, h) end, did_appear = tell } }
      photo = segue.screen { kind = 'photo', view = segue.view {} }
      photo:on('will_appear', tell) photo:on('will_appear', other) photo:on('did_disappear', other)
      photo:off('will_appear', function() end) photo:off('will_appear', other)
      nav = segue.navigation { root = list }
      segue.stage(nav)
      print(list.kind, list.navigation == nav, photo.navigation, tostring(photo), list.view == nav.top.view)
      """)
    try area.play(for: 0.1)
    #expect(
      area.printed == ["layout\tlist\t400.0\t800.0", "list\troot\tfalse\tfalse", "list\ttrue\tnil\tscreen \"photo\"\ttrue"]
        || area.printed == [
          "list\ttrue\tnil\tscreen \"photo\"\ttrue", "layout\tlist\t400.0\t800.0", "list\troot\tfalse\tfalse",
        ])
    area.printed = []
    #expect(area.value("nav:push(photo)").hasPrefix("run: push list → photo"))
    try area.play(for: 0.1)
    #expect(area.printed == ["photo\tpush\tfalse\ttrue"])
    area.printed = []
    #expect(area.value("photo:off 'did_disappear'") == "nil")
    #expect(area.value("nav:pop { animated = false }").hasPrefix("run: pop"))
    try area.play(for: 0.1)
    #expect(
      area.printed == ["list\tpop\tfalse\tfalse"] || area.printed == ["layout\tlist\t400.0\t800.0", "list\tpop\tfalse\tfalse"])
    #expect(area.errors.isEmpty, "\(area.errors)")
    #expect(area.value("photo:on('wil_appear', print)").contains("did you mean \"will_appear\"?"))
    #expect(
      area.failure("segue.screen { kind = 'a', view = segue.view {}, on = { appear = print } }").hasPrefix(
        "t:1: segue.screen: on: unknown option \"appear\"")
        || area.failure("segue.screen { kind = 'a', view = segue.view {}, on = { appear = print } }").contains(
          "unknown option \"appear\"")
    )
    #expect(area.failure("segue.screen { kind = 'a' }") == "t:1: segue.screen: view expected a view, got nothing")
    #expect(area.failure("segue.screen { view = segue.view {} }") == "t:1: segue.screen: kind expected a string, got nothing")
    #expect(
      area.failure("segue.navigation {}") == "t:1: segue.navigation: root expected a screen, a navigation or tabs, got nothing")
    #expect(
      area.failure("segue.stage(3)").hasPrefix("t:1: segue.stage: root expected a view, a navigation or tabs, got a number 3"))
  }

  @Test("Push and pop give runs; what cannot be done now gives nil and why; what never can raises")
  func pushPop() throws {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + AreaFixture.fade + """
        run = nav:push(photo, nil, function(reason) print('pushed', reason, nav.run, nav.top.kind) end)
        print(run.state, run.operation, nav.run == run, nav.top.kind, #nav.stack, tostring(nav))
        print(nav:pop()) print(nav:push(segue.screen { kind = 'x', view = segue.view {} }))
        print(pcall(nav.push, nav, photo))
        print(await(run)) print(run.reason, tostring(run), pcall(function() return run.progress end))
        print(await(nav:pop({}, function(reason) print('popped', reason) end)))
        print(nav:pop())
        """)
    #expect(area.printed[0] == "possible\tpush\ttrue\tphoto.full\t2\tnavigation (list → photo.full)")
    #expect(area.printed[1] == "nil\tthe push from \"list\" to \"photo.full\" is still under way")
    #expect(area.printed[2] == area.printed[1])
    #expect(area.printed[3].hasSuffix("push: the screen of kind \"photo.full\" is already on this stack"))
    try area.play(to: 2)
    #expect(
      Array(area.printed[4...].prefix(3)) == [
        "pushed\tfinished\tnil\tphoto.full", "finished", "finished\trun (finished)\tfalse\tt:10: run has ended",
      ]
        || area.printed[4] == "pushed\tfinished\tnil\tphoto.full", "\(area.printed)")
    #expect(
      Array(area.printed.suffix(3)) == [
        "popped\tfinished", "finished", "nil\tthere is nothing to pop: \"list\" is the only screen",
      ])
    #expect(area.errors.isEmpty, "\(area.errors)")
    #expect(
      area.value("nav:push(list.view)") == "repl:1: navigation:push: screen expected a screen, a navigation or tabs, got a view"
    )
    #expect(
      area.value("nav:push(photo, { animate = false })")
        == "repl:1: navigation:push: unknown option \"animate\", did you mean \"animated\"?")
  }

  @Test("The block style: one function for both directions, reversed tells which, done reports the end")
  func blockStyle() throws {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + """
        nav:set_transition(0.5, function(stage, from, to, duration, transition, done)
          print(stage.width, from.kind, to.kind, duration, transition.reversed, stage == nav.view)
          local w = transition.reversed and -stage.width or stage.width
          to.view.translation = { w, 0 }
          segue.animate(duration, function() to.view.translation = { 0, 0 } from.view.translation = { -w, 0 } end, done)
        end)
        nav:push(photo)
        """)
    try area.play(to: 0.25)
    #expect(area.printed == ["400.0\tlist\tphoto.full\t0.5\tfalse\ttrue"])
    #expect(abs(area.number("photo.view:shown('translation').x") - 200) < 15)
    try area.play(to: 0.6)
    #expect(area.value("nav.run") == "nil" && area.value("nav.top.kind") == "photo.full")
    #expect(area.value("nav:pop() ~= nil") == "true")
    try area.play(for: 0.7)
    #expect(area.printed.last == "400.0\tphoto.full\tlist\t0.5\ttrue\ttrue")
    #expect(area.value("nav.run") == "nil" && area.value("nav.top.kind") == "list")
    #expect(area.errors.isEmpty, "\(area.errors)")
  }

  @Test("A run of the block style ends when complete is called, by function or by method, early or late")
  func complete() throws {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + """
        nav:set_transition(0.2, function(stage, from, to, duration, transition, done)
          segue.animate(duration, function() to.view.alpha = 0.5 end)
          segue.task(function() sleep(0.4) transition:complete() end)
        end)
        nav:push(photo, nil, function(r) print(r, segue.clock.time) end)
        """)
    try area.play(to: 2)
    #expect(area.printed == ["finished\t0.4"] && area.errors.isEmpty, "\(area.printed) \(area.errors)")
  }

  @Test("A block that never reports its end is ended a second after its last motion, with a message that names it")
  func neverDone() throws {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + """
        nav:set_transition(0.2, function(stage, from, to, duration) segue.animate(duration, function() to.view.alpha = 0.5 end) end)
        nav:push(photo, nil, function(r) print(r, segue.clock.time) end)
        """)
    try area.play(to: 2)
    #expect(area.printed == ["finished\t1.2"])
    #expect(
      area.errors.count == 1 && area.errors[0].contains("set_transition") && area.errors[0].contains("t:5"), "\(area.errors)")
    #expect(
      area.failure(
        "local nav = segue.navigation { root = segue.screen { kind = 'l', view = segue.view {} } } nav:set_transition(-1, print)"
      ).hasPrefix("t:1: navigation:set_transition: duration expected 0 or more"))
  }

  @Test("A container's interactor is asked before each operation that was given none")
  func interactor() throws {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + AreaFixture.fade + """
        nav:set_interactor(function(nav, transition) print(nav.run.operation, transition.name) return nav.interaction end)
        nav.interaction = segue.interaction()
        nav:push(photo)
        """)
    try area.play(for: 0.3)
    #expect(area.value("nav.run.interactive") == "true" && area.number("nav.run.progress") == 0)
    _ = area.value("nav.interaction:update(0.5)")
    try area.play(for: 1.0 / 60)
    #expect(area.number("nav.run.progress") == 0.5)
    _ = area.value("nav.interaction:finish()")
    try area.play(for: 1)
    #expect(area.value("nav.run") == "nil")
    _ = area.host.evaluate("nav.interaction = nil; nav:pop()") { _ in }
    try area.play(for: 1)
    #expect(area.value("nav.top.kind") == "list" && area.printed == ["push\tfade", "pop\tfade"] && area.errors.isEmpty)
    _ = area.host.evaluate("nav:set_interactor(function() return 3 end); nav:push(photo)") { _ in }
    try area.play(for: 1)
    #expect(area.value("nav.top.kind") == "photo.full")
    #expect(area.errors == ["set_interactor: the function must return an interaction or nil"])
  }
}
