import Testing

@testable import Segue
@testable import SegueLua

@Suite("Lua: definitions, runs, interactions") struct AreaTransitionTests {
  /// Pushes the photo with a definition of these options and plays two seconds.
  private func push(_ options: String, before: String = "") throws -> AreaFixture {
    let area = try AreaFixture()
    try area.run(AreaFixture.stack + before + "\nd = segue.transition { \(options) }\nrun = nav:push(photo)\n")
    try area.play(for: 2)
    return area
  }

  @Test("All functions of a definition are called, in order, with what they need")
  func functions() throws {
    let area = try push(
      """
      name = 'all', from = { 'grid', 'list' }, to = 'photo', direction = 'both', priority = 2, enabled = true, timing = 'linear',
      when = function(from, to, direction) print('when', from.kind, to.kind, direction) return true end,
      duration = function(run) print('duration', run.state, run.from.kind, run.to.kind) return 0.25 end,
      prepare = function(run, direction) print('prepare', direction) run.mine = 7 end,
      animate = function(run)
        print('animate', run.duration, run.mine, run.direction, run.reversed, run.leaving.kind, run.entering.kind, run.stage == nav.view, run.container == nav, run.animated)
        print(run:initial_frame(run.from).width, run:final_frame(run.from), run:final_frame(run.to).height)
        run.to.view.alpha = 0 print(run.to.view.alpha)
        local a = segue.animate(0.1, function() run.to.view.alpha = 0.5 end) print(run.to.view.alpha)
        sleep(0.1) segue.animate(0.15, function() run.to.view.alpha = 1 end) print(await(a))
      end,
      on_progress = function(run, p) last = p count = (count or 0) + 1 end,
      on_settle = function(run, finishing, seconds) print('settle', finishing) end,
      on_end = function(run, reason) print('end', reason, last, count > 10, run.reason) end
      """)
    #expect(
      area.printed == [
        "when\tlist\tphoto.full\tpresent", "duration\tpreparing\tlist\tphoto.full", "prepare\tpresent",
        "animate\t0.25\t7\tpresent\tfalse\tlist\tphoto.full\ttrue\ttrue\ttrue", "400.0\tnil\t800.0", "0.0", "0.0", "finished",
        "end\tfinished\t1.0\ttrue\tnil",
      ], "\(area.printed)")
    #expect(area.errors.isEmpty, "\(area.errors)")
    #expect(area.value("d.name") == "all" && area.value("d.priority") == "2.0" && area.value("d.enabled") == "true")
  }

  @Test("Kinds, lists, directions, when, priority, enabled and remove decide who serves")
  func choice() throws {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + """
        local function make(name, options)
          options.name, options.duration = name, 0
          options.from, options.to = options.from or '*', options.to or '*'
          options.animate = function() print(name) end
          return segue.transition(options)
        end
        any = make('any', {})
        photo_only = make('photo', { to = { 'video', 'photo' }, direction = 'present', priority = 1 })
        never = make('never', { priority = 9, when = function() return nil end })
        off = make('off', { priority = 10, enabled = false })
        wrong = make('wrong', { from = 'photo', priority = 10 })
        segue.task(function()
          await(nav:push(photo)) await(nav:pop())
          photo_only:remove() photo_only:remove() print(pcall(function() return photo_only.name end))
          await(nav:push(photo)) off.enabled = true await(nav:pop())
          off.priority = -1 await(nav:push(photo)) await(nav:pop { animated = false })
        end)
        """)
    try area.play(for: 1)
    #expect(area.printed.filter { !$0.hasPrefix("false") } == ["photo", "any", "any", "off", "any"], "\(area.printed)")
    #expect(area.printed.contains("false\tt:18: transition has been removed"))
    #expect(area.errors.isEmpty, "\(area.errors)")
  }

  @Test(
    "Errors of every function name the definition, the file and the line; the run completes",
    arguments: [
      ("when = function() error 'W' end, animate = function() end", "t:7: W"),
      ("when = function() sleep(1) end, animate = function() end", "when must answer at once: it cannot wait"),
      (
        "duration = function() return 'x' end, animate = function() end",
        "duration: the function must return a number of seconds"
      ),
      ("duration = function() return 0/0 end, animate = function() end", "duration expected a finite number"),
      ("duration = function() return -1 end, animate = function() end", "duration expected a finite number"),
      ("prepare = function() error 'P' end, animate = function() end", "t:7: P"),
      ("animate = function() error 'A' end", "t:7: A"),
      ("animate = function(run) run.to.view.alpha = 0/0 end", "t:7: view.alpha must be a finite number, got nan"),
      ("animate = function(run) run.to.view.alhpa = 0 end", "t:7: view: unknown field \"alhpa\", did you mean \"alpha\"?"),
      (
        "animate = function(run) segue.animate(1, function() run.to.view.x = 1 / 0 error 'late' end) end",
        "t:7: view.x must be a finite number, got inf"
      ),
      ("animate = function(run) local v = segue.value(0) outside = v end, on_progress = function() error 'O' end", "t:7: O"),
      ("animate = function(run) while true do sleep(10) end end", "the plan is longer than 3600.0 s"),
      (
        "animate = function(run) await(other) end",
        "animate: await can only wait for a motion of this plan; a plan is written at once"
      ),
      ("animate = function(run) end, on_end = function() error 'E' end", "t:7: E"),
    ]) func errors(_ options: String, _ message: String) throws
  {
    let area = try push(
      "name = 'bad', from = '*', to = '*', duration = 0.2,\n\(options)".replacing(
        "duration = 0.2,\nduration", with: "\nduration"), before: "other = segue.value(0):to(9, { duration = 9 })")
    #expect(area.errors.contains { $0.contains(message) }, "\(area.errors)")
    #expect(area.errors.allSatisfy { $0.contains("bad") || $0.hasPrefix("t:7") }, "\(area.errors)")
    #expect(
      area.value("nav.run") == "nil" && area.value("nav.top.kind") == "photo.full" && area.value("run.reason") == "finished")
  }

  @Test(
    "Wrong options are refused, with place, name and what is near",
    arguments: [
      (
        "from = 'a', to = 'b'",
        "the transition from \"a\" to \"b\" has neither animate nor animate_dismiss nor on_progress, so it would show nothing"
      ),
      ("to = 'b', animate = print", "segue.transition: from expected a string or a list, got nothing"),
      ("from = { 'a', 3 }, to = 'b', animate = print", "segue.transition: from[2] expected a string, got a number 3"),
      ("from = 'a', to = 'b', animate = print, direction = 'forth'", "segue.transition: direction: unknown \"forth\""),
      ("from = 'a', to = 'b', anmate = print", "segue.transition: unknown option \"anmate\", did you mean \"animate\"?"),
      (
        "from = 'a', to = 'b', animate = print, duration = -1",
        "segue.transition: duration expected 0 or more seconds, got -1.0"
      ),
      ("from = 'a', to = 'b', animate = print, timing = 'ese'", "timing: there is no curve \"ese\""),
      (
        "from = 'a', to = 'b', animate = print, timing = 'ease', spring = {}",
        "segue.transition: timing and spring say the same thing; give one of them"
      ),
      ("from = 'a', to = 'b', animate = 3", "segue.transition: animate expected a function, got a number 3"),
      (
        "from = 'a', to = 'b', animate = print, spring = { ratoi = 1 }",
        "segue.transition: spring: unknown option \"ratoi\", did you mean \"ratio\"?"
      ),
    ]) func wrongOptions(_ options: String, _ message: String) throws
  {
    let area = try AreaFixture()
    let failure = area.failure("segue.transition { \(options) }")
    #expect(failure.hasPrefix("t:1: ") && failure.contains(message), "\(failure)")
    #expect(area.engine.definitions.count == 0 && area.engine.registry.definitions.isEmpty)
  }

  @Test(
    "Timing by name, Bézier, function and spring bend the run",
    arguments: [
      ("timing = 'linear'", 0.5), ("timing = segue.bezier(0, 0, 1, 1)", 0.5), ("timing = function(x) return x * x end", 0.25),
    ]) func timing(_ timing: String, _ half: Double) throws
  {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + """
        segue.transition { from = 'list', to = 'photo', duration = 1, \(timing), animate = function(run)
          run.to.view.alpha = 0 segue.animate(1, function() run.to.view.alpha = 1 end) end }
        nav:push(photo)
        """)
    try area.play(to: 0.5)
    #expect(abs(area.number("photo.view:shown 'alpha'") - half) < 0.002)
    #expect(abs(area.number("nav.run.progress") - half) < 0.002)
    try area.play(to: 1.1)
    #expect(area.value("nav.run") == "nil")
  }

  @Test("F48 A duration beside a spring is noted to have no effect on the time")
  func springDuration() throws {
    let area = try AreaFixture()
    var notes: [String] = []
    area.engine.report = { notes.append($0.message) }
    try area.run(
      "segue.transition { name = 'x', from = 'a', to = 'b', duration = 0.3, spring = { mass = 1, stiffness = 300, damping = 20 }, animate = function() end }"
    )
    #expect(notes == ["transition \"x\" (t:1): duration only spaces the plan; how long it takes is its spring's own time"])
  }

  @Test("N16 What comes too late, or drives nothing, says what it was about, with the definition and its line")
  func diagnostics() throws {
    let area = try AreaFixture()
    var notes: [String] = []
    area.engine.report = { notes.append($0.message) }
    try area.run(
      AreaFixture.stack + AreaFixture.fade + """
        i = segue.interaction()
        run = nav:push(photo, { interaction = i })
        nav.view:on('pan', { slop = 0 }, function(g) other = other or segue.interaction() other:update(0.1) end)
        """)
    try area.play(to: 0.1)
    area.execute("i:finish()")
    try area.play(to: 2)
    area.execute("i:update(0.5)")
    area.touch([(2.1, 10, 10), (2.2, 20, 20), (2.3, 20, 20)])
    try area.play(to: 3)
    #expect(
      notes == [
        "update came when the interaction of transition \"fade\" (t:5) was over; nothing to do",
        "the gesture ended, but its interaction drives no run: hand it to push, pop or what else begins one",
      ], "\(notes)")
  }

  @Test("A spring drives the run and rests at its end")
  func spring() throws {
    let area = try push(
      "from = 'list', to = 'photo', duration = 0.3, spring = { response = 0.2, ratio = 0.7 }, animate = function(run) segue.animate(0.3, function() run.to.view.x = 100 end) end"
    )
    #expect(area.value("nav.run") == "nil" && area.value("photo.view:shown 'x'") == "100.0" && area.errors.isEmpty)
  }

  @Test("animate_dismiss plans a dismissal by itself")
  func dismissal() throws {
    let area = try push(
      "from = 'list', to = 'photo', duration = 0.1, animate = function() print 'there' end, animate_dismiss = function(run) print('back', run.from.kind, run.reversed) end"
    )
    _ = area.value("nav:pop()")
    try area.play(for: 1)
    #expect(area.printed == ["there", "back\tlist\ttrue"])
  }

  @Test("A run is finished and cancelled by name; its fields are live and after its end it says so")
  func run() throws {
    let area = try AreaFixture()
    try area.run(AreaFixture.stack + AreaFixture.fade + "run = nav:push(photo)")
    try area.play(to: 0.25)
    #expect(
      area.value("run.state") == "running" && area.number("run.progress") == 0.5 && area.value("run.cancelled") == "false")
    #expect(area.value("tostring(run)").hasPrefix("run: push list → photo.full, running at 0.5"))
    _ = area.value("run:cancel()")
    #expect(area.value("run.cancelled") == "true")
    try area.play(for: 1)
    #expect(
      area.value("run.reason") == "cancelled" && area.value("nav.top.kind") == "list" && area.value("photo.view.alpha") == "1.0"
    )
    #expect(area.value("run.progress") == "repl:1: run has ended" && area.value("run:finish()") == "repl:1: run has ended")
    #expect(area.value("run:complete()") == "nil" && area.value("run:initial_frame(list)") == "repl:1: run has ended")
    _ = area.host.evaluate("run = nav:push(photo)") { _ in }
    try area.play(for: 0.1)
    _ = area.value("run:finish()")
    try area.play(for: 1)
    #expect(area.value("run.reason") == "finished" && area.errors.isEmpty)
  }

  @Test("An interaction updates, finishes, cancels, releases, catches, and has a speed")
  func interaction() throws {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + AreaFixture.fade
        + "i = segue.interaction { completion_speed = 2 } run = nav:push(photo, { interaction = i })")
    try area.play(for: 0.1)
    #expect(area.value("run.interactive") == "true" && area.value("i.completion_speed") == "2.0")
    _ = area.value("i:update(0.4)")
    #expect(area.number("run.progress") == 0.4)
    _ = area.value("i:finish { velocity = 0 }")
    #expect(area.value("run.interactive") == "false")
    // What is left, 0.6 of 0.5 s, at twice the speed.
    try area.play(for: 0.12)
    #expect(area.value("run.state") == "running")
    try area.play(for: 0.1)
    #expect(area.value("run.reason") == "finished")
    #expect(area.value("i:update(0.3)") == "nil" && area.value("i:cancel()") == "nil")

    _ = area.host.evaluate(
      "i = segue.interaction() i.completion_speed = 1 i.completion_speed = nil run = nav:pop { interaction = i } i:update(0.7) i:cancel()"
    ) { _ in }
    try area.play(for: 1)
    #expect(area.value("run.reason") == "cancelled" && area.value("nav.top.kind") == "photo.full")

    _ = area.host.evaluate("run = nav:pop() j = segue.interaction()") { _ in }
    try area.play(for: 0.1)
    #expect(area.value("j:catch(run)") == "true")
    let caught = area.number("run.progress")
    try area.play(for: 0.5)
    #expect(area.number("run.progress") == caught)
    _ = area.value("j:update(0.1)")
    #expect(abs(area.number("run.progress") - caught - 0.1) < 1e-9)
    try area.play(for: 0.5)
    _ = area.value("j:release()")
    try area.play(for: 1)
    #expect(area.value("run.reason") == "cancelled" && area.value("j:catch(run)") == "false", "\(area.value("run.reason"))")
    #expect(area.errors.isEmpty, "\(area.errors)")
    #expect(area.value("nav:pop { interaction = j }") == "repl:1: pop: the interaction drives another run already")
    #expect(area.value("j:update(0/0)") == "repl:1: interaction:update: progress must be a finite number, got nan")
    #expect(
      area.value("segue.interaction { completion_speed = 0 }")
        == "repl:1: completion_speed expected a finite number above 0, got 0.0")
    #expect(area.value("segue.interaction { speed = 0 }").hasPrefix("repl:1: segue.interaction: unknown option \"speed\""))
    #expect(area.engine.runs.isEmpty)
  }

  @Test("A definition that is removed serves its run to the end, though garbage is collected")
  func removed() throws {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + """
        do local d = segue.transition { from = '*', to = '*', duration = 0.5, animate = function(run) end,
          on_progress = function(_, p) last = p end, on_end = function(_, reason) print(reason, last) end }
          nav:push(photo) segue.task(function() sleep(0.1) d:remove() end) end
        """)
    for _ in 0..<10 {
      try area.play(for: 0.1)
      area.host.collectGarbage()
    }
    #expect(area.printed == ["finished\t1.0"])
    try area.play(for: 0.1)
    #expect(area.engine.definitions.count == 0)
  }
}

@Suite("Lua: which transition serves") struct AreaExplainTests {
  @Test("F07 N12 match stands for all rules; segue.explain says what would serve, and why not the others")
  func explain() throws {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + AreaFixture.fade + """
        segue.transition { name = 'all', from = '*', to = '*', animate = function() end }
        segue.transition { name = 'own', match = function(from, to, direction) return from.kind == 'never' end, animate = function() end }
        print(segue.explain(list, photo))
        print(segue.explain(list, photo, 'dismiss'):match '^[^\\n]*')
        """)
    #expect(
      area.printed == [
        """
        list → photo.full, present: transition "fade" (t:5)
          passed over: transition "all" (t:10): transition "fade" (t:5) goes first: kinds named more closely
          passed over: transition "own" (t:11): its match says no
        """, "list → photo.full, dismiss: transition \"fade\" (t:5)",
      ], "\(area.printed)")
    #expect(
      area.failure("segue.transition { animate = function() end }").contains("from expected a string or a list, got nothing"))
    #expect(area.errors.isEmpty)
  }
}

@Suite("Lua: who watches a run") struct AreaRunWatchTests {
  @Test("F29 F30 F31 F35 F76 alongside, states, progress and the hand that holds it, and what screens hear of the whole")
  func watch() throws {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + AreaFixture.fade + """
        bar = segue.view {}
        photo:on('will_transition', function(screen, run) print('will', screen.kind, run.operation) end)
        list:on('did_transition', function(screen, run) print('did', screen.kind) end)
        photo:on('cancelled_transition', function(screen, run) print('cancelled', screen.kind) end)
        i = segue.interaction { interactive_start = false }
        run = nav:push(photo, { interaction = i })
        print(run:alongside(function() bar.alpha = 0 end, function(cancelled) print('along', cancelled) end))
        run:on('state', function(run, state) print('state', state) end)
        run:on('interaction_changed', function(run, interactive) print('hand', interactive) end)
        count = 0
        run:on('progress', function(run, p) count, last = count + 1, p end)
        """)
    try area.play(to: 0.25)
    #expect(abs(area.number("bar:shown 'alpha'") - (1 - area.number("run.progress"))) < 1e-6)
    area.execute("i:update(0.1)")
    try area.play(to: 0.3)
    area.execute("i:finish()")
    try area.play(to: 2)
    #expect(
      area.printed == [
        "true", "state\tpreparing", "will\tphoto.full\tpush", "state\trunning", "hand\ttrue", "hand\tfalse",
        "state\tcompleting",
        "did\tlist", "state\tended", "along\tfalse",
      ], "\(area.printed)")
    #expect(area.number("count") > 10 && area.number("last") == 1 && area.number("bar.alpha") == 0)
    #expect(area.host.bridge.area.registrations.count == 4, "\(area.host.bridge.area.registrations.count)")
    #expect(area.errors.isEmpty, "\(area.errors)")
  }
}
