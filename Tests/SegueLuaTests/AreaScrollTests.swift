import Testing

@testable import Segue
@testable import SegueLua

@Suite("Lua: scroll views") struct AreaScrollTests {
  private let list = """
    list = segue.scroll { id = 'list', frame = { 0, 0, 400, 800 }, background = '#fff' }
    rows = {}
    for i = 1, 20 do rows[i] = segue.view { id = 'row ' .. i, frame = { 0, (i - 1) * 100, 400, 100 } } list:add(rows[i]) end
    segue.stage(list)

    """

  @Test("A scroll view is a view whose children stand in its content; scroll says where that is, and moves it as any motion")
  func basics() throws {
    let area = try AreaFixture()
    try area.run(
      list + """
        scroll = list.scroll
        print(scroll, #list.children, rows[3].parent == scroll.content, list:find('row 7') == rows[7], segue.view {}.scroll)
        print(scroll.content_size.height, scroll.axis, scroll.bounces, scroll.paging, scroll.enabled, #scroll.snap, scroll.deceleration)
        a = scroll:to({ y = 500 }, { duration = 1, timing = 'linear' }, function(reason) print('there', reason) end)
        """)
    #expect(
      area.printed == [
        "scroll at 0.0, 0.0\t20\ttrue\ttrue\tnil", "2000.0\ty\ttrue\tfalse\ttrue\t0\tnil",
      ]
        || area.printed == [
          "scroll at -0.0, -0.0\t20\ttrue\ttrue\tnil", "2000.0\ty\ttrue\tfalse\ttrue\t0\tnil",
        ], "\(area.printed)")
    try area.play(to: 0.5)
    #expect(abs(area.number("scroll.offset.y") - 250) < 10 && area.number("scroll.target.y") == 500)
    #expect(area.value("scroll.moving") == "true")
    try area.play(to: 1.2)
    #expect(area.printed.last == "there\tfinished" && area.number("scroll.offset.y") == 500)
    #expect(area.value("scroll:to(rows[20]).state") == "active" || area.value("scroll.target.y") == "1200.0")
    try area.play(for: 3)
    #expect(area.number("scroll.offset.y") == 1200)
    area.execute("scroll.offset = { 0, 90 } scroll.content_size = { 400, 850 }")
    try area.play(for: 3)
    #expect(area.number("scroll.offset.y") == 50)
    area.execute("scroll.content_size = nil list:add(segue.view { frame = { 0, 2000, 1, 500 } })")
    #expect(area.number("scroll.content_size.height") == 2500)
    #expect(area.errors.isEmpty, "\(area.errors)")
  }

  @Test("A finger drags and throws it; scroll and rest are told, and off takes a handler away")
  func drag() throws {
    let area = try AreaFixture()
    try area.run(
      list + """
        count, last = 0, nil
        local function count_scroll(scroll, offset) count, last = count + 1, offset.y end
        list.scroll:on('scroll', count_scroll)
        list.scroll:on('rest', function(scroll, offset) print('rest', offset.y == last) end)
        """)
    area.touch([(0.1, 200, 600), (0.15, 200, 560), (0.2, 200, 500), (0.25, 200, 440), (0.26, 200, 430)])
    try area.play(to: 0.24)
    #expect(area.value("list.scroll.dragging") == "true" && abs(area.number("list.scroll.offset.y") - 150) < 1e-3)
    try area.play(to: 5)
    #expect(area.printed == ["rest\ttrue"] && area.number("count") > 20 && area.number("last") > 500)
    area.execute("list.scroll:off 'scroll' count = 0 list.scroll.offset = { 0, 0 }")
    try area.play(for: 0.1)
    #expect(area.number("count") == 0)
    #expect(area.errors.isEmpty, "\(area.errors)")
  }

  @Test("Every setting has a name, as an option and as a field, and is checked")
  func settings() throws {
    let area = try AreaFixture()
    try area.run(
      """
      pages = segue.scroll { frame = { 0, 0, 400, 800 }, axis = 'x', paging = true, long_swipes = true, bounces = false,
        locks_axis = true, stiffness = 0.3, deceleration = 0.99, enabled = false, content_size = { 1600, 800 }, snap = { 0, 100 },
        on = { rest = function() end }, segue.view { id = 'inside' } }
      s = pages.scroll
      print(s.axis, s.paging, s.long_swipes, s.bounces, s.locks_axis, s.stiffness, s.deceleration, s.enabled, s.snap[2], #pages.children)
      s.wheel_step = 30 s.swipe_speed = 100 s.long_swipe_speed = 1000 s.long_swipe_factor = 0.5
      print(s.wheel_step, s.swipe_speed, s.long_swipe_speed, s.long_swipe_factor)
      s.axis = 'both' s.paging = false s.snap = {} s.deceleration = nil s.enabled = true
      print(s.axis, s.paging, #s.snap, s.deceleration, s.enabled, s.content_size.width)
      """)
    #expect(
      area.printed == [
        "x\ttrue\ttrue\tfalse\ttrue\t0.3\t0.99\tfalse\t100.0\t1", "30.0\t100.0\t1000.0\t0.5",
        "both\tfalse\t0\tnil\ttrue\t1600.0",
      ], "\(area.printed)")
    for (text, message) in [
      ("segue.scroll { axis = 'z' }", "unknown \"z\", did you mean \"x\"?"),
      ("segue.scroll { bounce = true }", "unknown option \"bounce\", did you mean \"bounces\"?"),
      ("segue.scroll { stiffness = 0 }", "stiffness expected a number above 0, up to 10000000.0, got 0.0"),
      ("pages.scroll.deceleration = 2", "deceleration expected a number above 0 and below 1, got 2.0"),
      ("pages.scroll.snap = { 'a' }", "expected a number"),
      ("pages.scroll:to {}", "scroll:to: offset expected x or y, got neither"),
      ("pages.scroll:to(pages)", "the view is not inside the scroll view's content"),
      ("pages.scroll:on('scrol', print)", "did you mean \"scroll\"?"),
      ("segue.scroll { content_size = { -1, 2 } }", "content_size expected sides from 0"),
    ] {
      let got = text.hasPrefix("pages") ? area.value("(function() \(text) end)()") : area.failure(text)
      #expect(got.contains(message), "\(text): \(got)")
    }
    let views = area.engine.scene.views.count
    _ = area.failure("segue.scroll { content_size = { -1, 2 }, on = { scroll = print } }")
    #expect(area.engine.scene.views.count == views && area.engine.scrollViews.count == 1)
  }

  @Test("N01 hand_over: at the list's top the drag goes on as the dismissal, and comes back")
  func handOver() throws {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + AreaFixture.fade + """
        rows = segue.scroll { frame = { 0, 0, 400, 800 }, content_size = { 400, 2000 } }
        photo.view:add(rows)
        rows.scroll:hand_over('down', function(scroll)
          local interaction = segue.interaction { distance = 400, towards = 'down' }
          return nav:pop { interaction = interaction } and interaction
        end)
        nav:push(photo, { animated = false })
        """)
    area.touch([
      (0.2, 200, 300), (0.25, 200, 320), (0.3, 200, 400), (0.35, 200, 510), (0.6, 200, 510), (0.7, 200, 200), (0.8, 200, 200),
      (0.85, 200, 510), (0.9, 200, 560),
    ])
    try area.play(to: 0.5)
    #expect(abs(area.number("nav.run.progress") - 0.5) < 0.01 && area.number("rows.scroll.offset.y") == 0)
    try area.play(to: 0.78)
    #expect(area.number("nav.run.progress") == 0 && abs(area.number("rows.scroll.offset.y") - 110) < 1e-3)
    try area.play(to: 3)
    #expect(area.value("nav.top.kind") == "list" && area.errors.isEmpty, "\(area.errors)")
    area.execute("rows.scroll:hand_over 'down'")
    #expect(area.value("rows.scroll:hand_over('dwn')").contains("did you mean \"down\"?"))
  }

  @Test("It goes with everything in it when nobody holds it; while the view is held so is the rest")
  func lifetime() throws {
    let area = try AreaFixture()
    try area.run(
      """
      do
        local inner = segue.scroll { axis = 'x', segue.view {}, on = { scroll = function() end } }
        kept = segue.scroll { inner, segue.view { id = 'part' }, on = { rest = function() end } }
        kept.scroll:hand_over('up', function() return kept end)
      end
      """)
    func collect() throws {
      for _ in 0..<3 {
        area.host.collectGarbage()
        try area.play(for: 0.05)
      }
    }
    try collect()
    #expect(area.engine.scrollViews.count == 2 && area.value("#kept.children") == "2")
    area.execute("scroll = kept.scroll kept = nil")
    try collect()
    area.execute("scroll = nil")
    try collect()
    #expect(area.engine.scrollViews.isEmpty && area.engine.scene.views.count == 0, "\(area.engine.scene.views.count)")
    #expect(area.host.bridge.area.registrations.isEmpty)
  }

  @Test("A passive recogniser hears a touch beside any other")
  func passive() throws {
    let area = try AreaFixture()
    try area.run(
      list + """
        p = list:on('long_press', { duration = 0, slop = 1000, passive = true }, function(g) print(g.state) end)
        print(p.passive, list:on('tap', function() end).passive)
        """)
    area.touch([(0.1, 200, 600), (0.15, 200, 560), (0.2, 200, 500), (0.3, 200, 430)])
    try area.play(to: 1)
    #expect(area.printed.first == "true\tfalse" && area.printed.contains("began") && area.printed.contains("ended"))
    #expect(area.number("list.scroll.target.y") > 100)
  }
}
