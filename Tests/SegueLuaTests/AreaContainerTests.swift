import Testing

@testable import Segue
@testable import SegueLua

/// A Lua table of screens by kind: `s.a`, `s.b`, …
private let screens = """
  s = setmetatable({}, { __index = function(t, kind)
    local function tell(screen, e) print(screen.kind .. ' ' .. e.name, e.reason) end
    local on = {}
    for _, name in ipairs { 'will_appear', 'did_appear', 'will_disappear', 'did_disappear' } do
      on[name] = function(screen, e) print(screen.kind .. ' ' .. name, e.reason) end
    end
    local screen = segue.screen { kind = kind, view = segue.view { id = kind }, on = on }
    rawset(t, kind, screen)
    return screen
  end })
  slide = segue.transition { name = 'slide', from = '*', to = '*', duration = 0.4, timing = 'linear', animate = function(run)
    run.to.view.translation = { 400, 0 }
    segue.animate(run.duration, function() run.to.view.translation = { 0, 0 } run.from.view.translation = { -100, 0 } end)
  end }

  """

@Suite("Lua: tabs, presentations, whole stacks") struct AreaContainerTests {
  @Test("F37 F38 pop_to takes a screen or a kind, replace and set what their names say; refusals are nil and why")
  func stacks() throws {
    let area = try AreaFixture()
    try area.run(
      screens + """
        nav = segue.navigation { root = s.a, kind = 'main' }
        segue.stage(nav)
        for _, kind in ipairs { 'b', 'c.x', 'd' } do nav:push(s[kind], { animated = false, conflict = 'queue' }) end
        function stack() local kinds = {} for i, screen in ipairs(nav.stack) do kinds[i] = screen.kind end return table.concat(kinds, ' ') end
        """)
    try area.play(for: 0.1)
    #expect(area.value("stack()") == "a b c.x d" && area.value("nav.kind") == "main")
    #expect(area.value("select(2, nav:pop_to 'z')") == "there is no \"z\" below the top of the stack")
    #expect(area.value("select(2, nav:pop_to(s.d))") == "\"d\" is on top already")
    #expect(area.value("nav:pop_to('c').entering.kind") == "c.x")
    try area.play(for: 1)
    #expect(area.value("nav:pop_to(s.a, { animated = false }).operation") == "pop")
    try area.play(for: 0.1)
    #expect(area.value("stack()") == "a" && area.value("s.b.container") == "nil")
    #expect(area.value("nav:replace(s.b).direction") == "present")
    try area.play(for: 1)
    #expect(area.value("nav:set({ s.a, s.b, s.d }).operation") == "push")
    try area.play(for: 1)
    #expect(area.value("stack()") == "a b d" && area.value("s.a.navigation == nav and s.d.container == nav") == "true")
    #expect(area.value("nav:set {}").contains("set: screens expected at least one screen, got none"))
    #expect(area.value("nav:set { s.a, s.a }").contains("is there twice"))
    #expect(area.value("nav:set { 3 }").contains("expected a screen, a navigation or tabs, got a number 3"))
    #expect(area.value("nav:push(nav)").contains("a container cannot come into itself"))
    #expect(area.errors.isEmpty, "\(area.errors)")
  }

  @Test("F37 F38 pop by levels, pop_to_root, replace instead_of, remove; may_leave refuses and its errors and waits are told")
  func going() throws {
    let area = try AreaFixture()
    try area.run(
      screens + """
        nav = segue.navigation { root = s.a }
        segue.stage(nav)
        function set(...) nav:set({ ... }, { animated = false, conflict = 'queue' }) end
        function stack() local kinds = {} for i, screen in ipairs(nav.stack) do kinds[i] = screen.kind end return table.concat(kinds, ' ') end
        set(s.a, s.b, s.c, s.d)
        """)
    try area.play(for: 0.1)
    #expect(area.value("nav:pop({ levels = 2, animated = false }).entering.kind") == "b")
    try area.play(for: 0.1)
    #expect(area.value("nav:pop { levels = 0 }").contains("pop: levels expected a number of 1 or more, got 0"))
    area.execute("set(s.a, s.b, s.c, s.d)")
    try area.play(for: 0.1)
    #expect(area.value("nav:replace(s.x, { instead_of = s.b, animated = false }).leaving.kind") == "d")
    try area.play(for: 0.1)
    #expect(area.value("stack()") == "a x" && area.value("s.c.container") == "nil")
    #expect(area.value("select(2, nav:replace(s.b, { instead_of = s.c }))") == "\"c\" is not on the stack")
    area.execute("set(s.a, s.b, s.c)")
    try area.play(for: 0.1)
    #expect(area.value("nav:remove(s.b).operation") == "pop")
    try area.play(for: 0.1)
    #expect(area.value("stack()") == "a c" && area.value("select(2, nav:remove(s.b))") == "\"b\" is not on the stack")
    area.execute("no = function(screen, operation) print(screen.kind, operation) return false end s.c:on('may_leave', no)")
    area.printed = []
    #expect(area.value("select(2, nav:pop_to_root())") == "\"c\" does not want to leave")
    #expect(area.printed == ["c\tpop"] && area.value("stack()") == "a c" && area.errors.isEmpty)
    area.execute("s.c:off('may_leave', no) s.c:on('may_leave', function() await(nav:pop()) end)")
    #expect(area.value("nav:pop_to_root({ animated = false }).operation") == "pop")
    try area.play(for: 0.1)
    #expect(area.value("stack()") == "a")
    #expect(area.errors.count == 1, "\(area.errors)")
  }

  @Test("Tabs come and go: insert at a place or behind, remove by place or screen; the container keeps what is in it")
  func tabSet() throws {
    let area = try AreaFixture()
    try area.run(
      screens + """
        tabs = segue.tabs { s.a, s.b }
        segue.stage(tabs)
        tabs:insert(segue.navigation { root = segue.screen { kind = 'x', view = segue.view {} } }, 1)
        tabs:insert(segue.screen { kind = 'y', view = segue.view {} })
        """)
    for _ in 0..<2 {
      area.host.collectGarbage()
      try area.play(for: 0.1)
    }
    #expect(area.value("tabs") == "tabs (navigation [a] b y)" && area.value("tabs.selected") == "2")
    #expect(area.value("tabs.screens[1].top.kind .. tabs.screens[4].kind") == "xy")
    #expect(area.value("tabs:insert(s.b)").contains("is already on this tabs"))
    #expect(area.value("tabs:insert(s.c, 9)").contains("insert: index expected a number from 1 to 5, got 9"))
    #expect(area.value("tabs:remove(9)").contains("tabs:remove: there are 4 tabs, got number 9"))
    #expect(area.value("tabs:remove(s.c)").contains("tabs:remove: \"c\" is none of these tabs"))
    area.execute("tabs:remove(4) tabs:remove(s.a)")
    try area.play(for: 2)
    #expect(area.value("tabs") == "tabs (navigation [b])" && area.value("s.a.container") == "nil")
    #expect(area.errors.isEmpty, "\(area.errors)")
  }

  @Test("F36 What is called back on its way out, or waits to come back, is kept by its stack, though no script holds it")
  func calledBack() throws {
    let area = try AreaFixture()
    try area.run(
      screens + """
        nav = segue.navigation { root = s.a }
        segue.stage(nav)
        nav:push(s.b, { animated = false })
        """)
    try area.play(for: 0.1)
    for conflict in ["retarget", "queue"] {
      area.execute("nav:pop()")
      try area.play(for: 0.1)
      area.execute("nav:push(s.b, { conflict = '\(conflict)' }) rawset(s, 'b', nil)")
      try area.play(for: 2)
      for _ in 0..<2 {
        area.host.collectGarbage()
        try area.play(for: 0.1)
      }
      #expect(area.value("nav.top.kind .. #nav.stack") == "b2", "\(conflict)")
      area.execute("rawset(s, 'b', nav.top)")
    }
    #expect(area.errors.isEmpty, "\(area.errors)")
  }

  @Test("F39 Tabs of screens and stacks: selected counts from 1, a field and a method select, back goes back, news are told")
  func tabs() throws {
    let area = try AreaFixture()
    try area.run(
      screens + """
        first, second = segue.navigation { root = s.a }, segue.navigation { root = s.x }
        tabs = segue.tabs { first, second, s.z, selected = 2 }
        tabs:on('will_select', function(tabs, screen, animated) print('select', screen.kind, animated, tabs.selected) end)
        second:on('did_appear', function(nav, e) print('second appears', e.reason, nav == second) end)
        segue.stage(tabs)
        print(tabs, tabs.selected, #tabs.screens, tabs.screens[1] == first, first.container == tabs)
        """)
    try area.play(for: 0.1)
    #expect(
      area.printed.suffix(1) == ["tabs (navigation [navigation] z)\t2\t3\ttrue\ttrue"]
        || area.printed.contains("tabs (navigation [navigation] z)\t2\t3\ttrue\ttrue"))
    #expect(area.printed.contains("second appears\troot\ttrue") && area.printed.contains("x did_appear\troot"))
    area.printed = []
    area.execute("tabs.selected = 3")
    try area.play(for: 0.2)
    #expect(area.printed == ["select\tz\ttrue\t3", "x will_disappear\tselect", "z will_appear\tselect"])
    // A switch during a switch takes it over.
    area.execute("tabs:select(first)")
    try area.play(for: 2)
    #expect(area.value("tabs.selected") == "1" && area.value("tabs.run") == "nil")
    #expect(area.value("tabs:back().direction") == "present")
    try area.play(for: 2)
    #expect(area.value("tabs.selected") == "3")
    #expect(area.value("select(2, tabs:select(3))") == "tab 3 is selected already")
    #expect(area.value("tabs:select(9)").contains("select: there are 3 tabs, got number 9"))
    #expect(area.value("tabs:select(s.b)").contains("\"b\" is none of these tabs"))
    #expect(area.value("segue.tabs {}").contains("tabs: screens expected at least one screen, got none"))
    #expect(area.value("segue.tabs { s.q, selected = 2 }").contains("selected expected a number from 1 to 1, got 2"))
    #expect(
      area.value("segue.tabs { first }").contains("is already on a tabs")
        || area.value("segue.tabs { first }").contains("is already on"))
    #expect(area.errors.isEmpty, "\(area.errors)")
  }

  @Test("F41 present and dismiss: over or instead, from any screen, with runs, news and completions")
  func presentations() throws {
    let area = try AreaFixture()
    try area.run(
      screens + """
        nav = segue.navigation { root = s.a }
        segue.stage(nav)
        nav:on('did_present', function(nav, screen) print('presented', screen.kind) end)
        """)
    try area.play(for: 0.1)
    area.printed = []
    #expect(area.value("s.a:present(s.p, function(reason) print('done', reason) end).container == nav") == "true")
    try area.play(for: 1)
    #expect(area.printed == ["p will_appear\tpresent", "p did_appear\tpresent", "done\tfinished"])
    #expect(area.value("#nav.presented .. nav.presented[1].kind") == "1p")
    area.execute("s.p:present(s.q, { style = 'instead', animated = false })")
    try area.play(for: 0.1)
    area.printed = []
    area.execute("s.p:dismiss()")
    try area.play(for: 1)
    #expect(area.printed == ["q will_disappear\tdismiss", "q did_disappear\tdismiss"])
    #expect(area.value("#nav.presented") == "0")
    #expect(area.value("select(2, s.p:dismiss())") == "\"p\" is not presented")
    #expect(area.value("select(2, s.p:present(s.q))") == "\"p\" is in no container")
    #expect(area.value("s.a:present(s.a)").contains("is already on"))
    #expect(area.value("s.a:present(s.p, { style = 'ovr' })").contains("did you mean \"over\"?"))
    // A stack may be presented, and a screen inside of it dismisses it.
    area.execute("inner = segue.navigation { root = s.p } s.a:present(inner)")
    try area.play(for: 1)
    #expect(area.value("s.p:dismiss().leaving == inner") == "true")
    try area.play(for: 1)
    #expect(area.value("#nav.presented") == "0" && area.value("nav.top.kind") == "a")
    #expect(area.errors.isEmpty, "\(area.errors)")
  }

  @Test("F13 F17 Screens have the setters of the block style, and count before their container's")
  func screenStyle() throws {
    let area = try AreaFixture()
    try area.run(
      screens + """
        nav = segue.navigation { root = s.a }
        segue.stage(nav)
        nav:set_transition(0.2, function(stage, from, to, duration, run, done) print 'nav' done() end)
        s.p:set_transition(0.2, function(stage, from, to, duration, run, done) print('own', run.operation, run.reversed) done() end)
        s.a:present(s.p)
        """)
    try area.play(for: 1)
    area.execute("s.p:dismiss()")
    try area.play(for: 1)
    #expect(area.printed.filter { $0.hasPrefix("own") } == ["own\tpresent\tfalse", "own\tdismiss\ttrue"])
    area.execute("s.p:set_transition() s.a:present(s.p)")
    try area.play(for: 1)
    #expect(area.printed.contains("nav"))
    #expect(area.value("s.p:set_gesture(print)").contains("screen:set_gesture: handler expected a function, got nothing"))
    #expect(area.errors.isEmpty, "\(area.errors)")
  }

  @Test("N09 conflict is a container's word, or a request's", arguments: ["queue", "replace", "retarget"])
  func conflict(policy: String) throws {
    let area = try AreaFixture()
    try area.run(
      screens + """
        nav = segue.navigation { root = s.a, conflict = '\(policy)' }
        segue.stage(nav)
        nav:push(s.b, nil, function(reason) print('b', reason) end)
        """)
    try area.play(for: 0.2)
    area.execute("nav:push(s.c, function(reason) print('c', reason) end)")
    #expect(area.value("select(2, nav:push(s.d, { conflict = 'refuse' }))").contains("is still under way"))
    area.host.collectGarbage()
    try area.play(for: 2)
    area.printed = area.printed.filter { $0.hasPrefix("b\t") || $0.hasPrefix("c\t") }
    #expect(area.printed == ["b\t\(policy == "queue" ? "finished" : "interrupted")", "c\tfinished"])
    #expect(area.value("nav.top.kind .. #nav.stack") == (policy == "replace" ? "c2" : "c3"))
    #expect(area.value("nav.conflict") == policy)
    #expect(area.errors.isEmpty, "\(area.errors)")
  }

  @Test("Containers in containers go when nobody holds them, the outer one first, and their screens with them")
  func lifetime() throws {
    let area = try AreaFixture()
    try area.run(
      screens + """
        do
          local inner = segue.navigation { root = s.a }
          local tabs = segue.tabs { inner, s.b }
          segue.stage(tabs)
          inner:push(s.c, { animated = false })
          s.c:present(s.p, { animated = false })
        end
        """)
    try area.play(for: 0.2)
    #expect(area.engine.containers.count == 3)
    area.host.collectGarbage()
    try area.play(for: 0.2)
    #expect(area.engine.containers.count == 3 && area.value("s.c.container.container.selected") == "1")
    area.execute("s = nil segue.stage(segue.view {})")
    for _ in 0..<4 {
      area.host.collectGarbage()
      try area.play(for: 0.1)
    }
    #expect(area.engine.containers.count == 0 && area.engine.screens.count == 0, "\(area.engine.screens.count)")
    #expect(area.errors.isEmpty, "\(area.errors)")
  }
}

@Suite("Lua: motion policy") struct AreaMotionPolicyTests {
  @Test("N17 segue.motion is full, reduced or off, live; animate_reduced is the author's own plan")
  func policy() throws {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + """
        segue.transition { from = 'list', to = 'photo', duration = 1, timing = 'linear',
          animate = function(run) segue.animate(run.duration, function() run.from.view.x = -100 end) end,
          animate_reduced = function(run) segue.animate(run.duration, function() run.from.view.alpha = 0.5 end) end }
        print(segue.motion)
        segue.motion = 'reduced'
        nav:push(photo)
        """)
    try area.play(to: 0.5)
    #expect(area.printed == ["full"])
    #expect(abs(area.number("list.view:shown 'alpha'") - 0.75) < 0.02 && area.number("list.view:shown 'x'") == 0)
    area.execute("segue.motion = 'off'")
    try area.play(to: 0.6)
    #expect(area.value("nav.run") == "nil" && area.value("segue.motion") == "off")
    #expect(area.failure("segue.motion = 'less'").contains("unknown \"less\", expected one of full, reduced, off"))
    #expect(area.failure("segue.motion = 'redced'").contains("did you mean \"reduced\"?"))
    #expect(area.errors.isEmpty, "\(area.errors)")
  }
}

@Suite("Lua: focus") struct AreaFocusTests {
  @Test("N23 view:focus, view.focusable, segue.focus and screen.focus say who has the keys, and the screen hears of it")
  func focus() throws {
    let area = try AreaFixture()
    try area.run(
      screens + """
        field = segue.view { id = 'field', focusable = true }
        s.a.view:add(field)
        s.a:on('focus', function(screen, view) print(screen.kind, view and view.id) end)
        nav = segue.navigation { root = s.a }
        segue.stage(nav)
        """)
    try area.play(for: 0.1)
    area.printed = []
    area.execute("field:focus()")
    try area.play(for: 0.1)
    #expect(area.value("segue.focus.id .. s.a.focus.id .. segue.focused_screen.kind") == "fieldfielda")
    #expect(area.value("field.focused") == "true")
    area.execute("segue.focus = nil")
    try area.play(for: 0.1)
    #expect(area.printed == ["a\tfield", "a\tnil"])
    #expect(area.failure("segue.view {}:focus()").contains("the view is not focusable"))
    #expect(area.errors.isEmpty, "\(area.errors)")
  }
}
