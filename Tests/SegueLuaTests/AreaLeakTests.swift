import Testing

@testable import LuaHost
@testable import Segue
@testable import SegueLua

@Suite("Lua: nothing is left over", .serialized) struct AreaLeakTests {
  /// Everything that could grow.
  private struct Census: Equatable {
    var views, values, animators, screens, navigations, interactions, definitions, runs, recognizers: Int
    var actions, registrations, owners, notedRuns, endings, origins, taskWaiters, tasks, events, delayed, elements: Int

    init(_ area: AreaFixture) {
      let (engine, bound) = (area.engine, area.host.bridge.area)
      (views, values, animators) = (engine.scene.views.count, engine.values.count, engine.animators.count)
      (screens, navigations, interactions) = (engine.screens.count, engine.containers.count, engine.interactions.count)
      (definitions, runs) = (engine.definitions.count, engine.runHandles.count + engine.runs.count)
      recognizers = engine.scene.views.handles.reduce(0) { $0 + engine.gestures.recognizers(on: $1).count }
      actions = engine.gestureActions.count + engine.interactionsOfGestures.count
      (registrations, owners) = (bound.registrations.count, bound.registrationsOfOwner.count)
      (notedRuns, endings, origins, taskWaiters) = (
        bound.notedRuns.count, bound.lingering.count, bound.origins.count, bound.taskWaiters.count
      )
      elements = engine.restorers.count + engine.flights.count
      (tasks, events, delayed) = (area.host.bridge.tasks.count, engine.queue.nextTime == nil ? 0 : 1, engine.delayed.count)
    }
  }

  private func rest(_ area: AreaFixture) throws -> (Census, Int) {
    for _ in 0..<3 {
      area.host.collectGarbage()
      try area.play(for: 0.05)
    }
    area.host.collectGarbage()
    return (Census(area), area.host.memoryUsed)
  }

  @Test("Ten thousand pushes and pops with gestures, transitions, completions and handlers leave nothing")
  func pushes() throws {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + """
        count = 0
        fade = segue.transition { from = 'list', to = '*', duration = 0,
          animate = function(run) run.to.view.alpha = 0 segue.animate(0.01, function() run.to.view.alpha = 1 end) end,
          on_progress = function(run, p) run.last = p end, on_end = function(run) count = count + run.last end }
        function go(n)
          for i = 1, n do
            local screen; screen = segue.screen { kind = 'page', view = segue.view { segue.label { text = 'page', frame = { 0, 0, 9, 9 } } },
              on = { did_appear = function(s, e) count = count + (s == screen and 1 or 0) end } }
            screen:on('did_disappear', function() count = count + 1 return screen end)
            local pan = screen.view:on('pan', { should_begin = function() return screen end }, function(g) return screen, g end)
            if i % 2 == 0 then pan:remove() end
            if i % 3 == 0 then screen:off 'did_disappear' end
            local interaction = i % 5 == 0 and segue.interaction() or nil
            local run = nav:push(screen, { interaction = interaction }, function() count = count + 1 return screen end)
            if interaction then interaction:update(0.5) if i % 10 == 0 then interaction:cancel() else interaction:finish() end end
            local why = await(run)
            local v = segue.value(0) v:to(1, { duration = 0.001 }, function() return v end)
            if why == 'finished' then await(nav:pop({ animated = i % 4 == 0 }, function() count = count + 1 end)) end
            local d; d = segue.transition { from = 'x', to = 'y', animate = function() return d end } d:remove()
            await(segue.task(function() sleep(0.0001) end))
          end
          finished = n
        end
        """)
    func round(_ n: Int) throws -> (Census, Int) {
      _ = area.host.evaluate("segue.task(function() go(\(n)) end)") { _ in }
      var frames = 0
      while area.value("finished") != "\(n)" && frames < 400_000 {
        try area.play(for: 1.0 / 60)
        frames += 1
      }
      _ = area.host.evaluate("finished = nil") { _ in }
      return try rest(area)
    }
    _ = try round(200)
    let (before, bytes) = try round(800)
    let (after, bytesAfter) = try round(9000)
    #expect(before == after)
    #expect(
      after.screens == 2 && after.views == 4 && after.interactions == 0 && after.values == 0 && after.definitions == 1,
      "\(after)")
    // Lua's tables are larger or smaller from run to run, since they hash addresses. The smallest thing that a round could leave
    // has 16 bytes, which makes 144 000.
    #expect(bytesAfter - bytes < 65536, "\(bytes) → \(bytesAfter)")
    #expect(area.errors.isEmpty, "\(area.errors.prefix(3))")
  }

  @Test(
    "Everything that scripts make and let go is gone, whatever captures what",
    arguments: [
      "local v v = segue.view { segue.view { segue.label { text = 'a' } } } v:on('pan', function() return v end)",
      "local v v = segue.value(0) v:to(1, { duration = 0.01 }, function() return v end)",
      "local v = segue.view {} v:to({ x = 9 }, { duration = 0.01, delay = 0.02 }, function() return v end)",
      "local s s = segue.screen { kind = 'a', view = segue.view {}, on = { layout = function() return s end } } s.own = s",
      "local a, b = segue.screen { kind = 'a', view = segue.view {} }, segue.screen { kind = 'b', view = segue.view {} } local n = segue.navigation { root = a } n:push(b) n:set_transition(0.1, function() return n end) n.x = n",
      "local a = segue.screen { kind = 'a', view = segue.view {} } local n = segue.navigation { root = a } n:set_interactor(function() return n end) n.view.id = 'v'",
      "local i i = segue.interaction() i.me = i",
      "segue.animate(0.02, function() segue.view {}.x = 3 end, function() end)",
      "local t t = segue.task(function() sleep(0.01) return t end)",
      "local x = segue.value(0) local a = x:to(5, { spring = {} }) segue.task(function() await(a) end) a:stop()",
      "local p = segue.view {} for i = 1, 5 do p:add(segue.view {}) end while p.children[1] do p.children[1]:remove() end",
      "local v = segue.view { segue.view {} } local r = segue.restorer() r:save(v) r:move(v.children[1], v) r:restore()",
      "local v = segue.view { segue.view {} } segue.flip({ duration = 0.01, views = v }, function() v.x = 3 end, function() return v end)",
      "local v = segue.view { frame = { 0, 0, 9, 9 }, background = '#fff' } local r = segue.restorer() r:picture(v, segue.view {}) r:restore()",
      "pcall(segue.view, { segue.view {}, 'wrong' }) pcall(segue.screen, { kind = 'a', view = segue.view {}, on = { layot = print } })",
    ]) func letGo(_ script: String) throws
  {
    let area = try AreaFixture()
    area.turnLimit = 5
    let empty = Census(area)
    try area.run("for i = 1, 100 do \(script) end")
    try area.play(for: 3)
    let (first, _) = try rest(area)
    #expect(first == empty, "\(first)")
    #expect(area.errors.isEmpty, "\(area.errors.prefix(2))")
    // Tables keep the size that most objects at once gave them, so the same number is made each time.
    func again() throws -> (Census, Int) {
      try area.run("for i = 1, 500 do \(script) end")
      try area.play(for: 3)
      return try rest(area)
    }
    _ = try again()
    let (_, once) = try again()
    for _ in 0..<3 { _ = try again() }
    let (second, bytes) = try again()
    // Two thousand of the smallest things, of 16 bytes, would be 32 000; Lua's tables may be larger by less, by chance.
    #expect(second == empty && bytes - once < 30_000, "\(once) → \(bytes)")
  }

  @Test("A view that is attached stays though no script holds it; a detached one goes, its held children stay")
  func views() throws {
    let area = try AreaFixture()
    try area.run(
      """
      segue.stage(segue.view { id = 'root', segue.view { id = 'middle', segue.view { id = 'leaf' } } })
      do local box = segue.view { id = 'box', segue.view { id = 'kept' }, segue.view { id = 'dropped' } } kept = box:find 'kept' end
      """)
    _ = try rest(area)
    #expect(area.engine.scene.views.count == 4)
    #expect(area.value("kept.id") == "kept" && area.value("kept.parent") == "nil")
    let root = try #require(area.engine.scene.roots.first)
    #expect(area.engine.find("leaf", in: root) != nil && area.engine.find("dropped", in: root) == nil)
    _ = area.host.evaluate("segue.stage(segue.view {})") { _ in }
    _ = try rest(area)
    #expect(area.engine.scene.views.count == 2)
  }

  @Test("A stack that is let go leaves the screens that scripts hold whole; they can be pushed elsewhere")
  func stackLetGo() throws {
    let area = try AreaFixture()
    try area.run(
      """
      local root = segue.screen { kind = 'root', view = segue.view {} }
      kept = segue.screen { kind = 'kept', view = segue.view { id = 'kept' } }
      local nav = segue.navigation { root = root }
      segue.stage(nav)
      nav:push(kept)
      nav:push(segue.screen { kind = 'late', view = segue.view {} }) 
      """)
    try area.play(for: 0.1)
    _ = area.host.evaluate("segue.stage(segue.view {})") { _ in }
    _ = try rest(area)
    #expect(area.engine.containers.count == 0 && area.engine.screens.count == 1)
    #expect(area.value("kept.view.id") == "kept" && area.value("kept.navigation") == "nil")
    _ = area.host.evaluate("nav = segue.navigation { root = kept } segue.stage(nav)") { _ in }
    try area.play(for: 0.1)
    #expect(area.value("nav.top == kept") == "true" && area.value("kept.view.parent == nav.view") == "true")
    #expect(area.value("kept.view.width") == "400.0")
  }

  @Test("A stack is kept by its view, and by a run")
  func keptByParts() throws {
    let area = try AreaFixture()
    try area.run(
      """
      local nav = segue.navigation { root = segue.screen { kind = 'a', view = segue.view {} } }
      holder = segue.view { nav.view }
      segue.stage(holder)
      """)
    _ = try rest(area)
    #expect(area.engine.containers.count == 1 && area.engine.scene.views.count == 3)
  }

  @Test("An engine that outlives its host goes on without it")
  func hostGone() throws {
    var area: AreaFixture? = try AreaFixture()
    let engine = area!.engine
    try area!.run(
      AreaFixture.stack + AreaFixture.fade + """
        segue.transition { from = '*', to = '*', priority = 2, duration = 1, when = function() return true end,
          animate = function(run) segue.animate(1, function() run.to.view.x = 9 end) end, on_progress = print, on_settle = print, on_end = print }
        photo:on('did_appear', print) photo.view:on('pan', print) nav:set_interactor(function() end)
        nav:push(photo, nil, print) segue.value(0):to(9, nil, print)
        """)
    try area!.play(for: 0.2)
    weak let bridge = area!.host.bridge
    engine.report = { _ in }
    area = nil
    #expect(bridge == nil)
    for i in 1...200 { try engine.advance(to: 0.2 + Double(i) / 60) }
    #expect(engine.runs.isEmpty && engine.definitions.count == 0)
  }
}
