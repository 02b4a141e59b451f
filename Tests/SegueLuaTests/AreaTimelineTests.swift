import Testing

@testable import LuaHost
@testable import Segue
@testable import SegueLua

@Suite("Lua: timelines") struct AreaTimelineTests {
  @Test("Entries, places, labels and verbs are as the Lua face has them")
  func timeline() throws {
    let area = try AreaFixture()
    try area.run(
      """
      card = segue.view { frame = { 0, 0, 10, 10 } }
      segue.stage(segue.view { card })
      t = segue.timeline()
      t:add(0, function() card.x = 80 end, { duration = 0.3, timing = "linear" })
      t:add("<0.1", function() card.alpha = 0 end, { duration = 0.2, timing = "linear" })
      t:label "out"
      t:call("out", function() print("out", segue.clock.time) end)
      print(t.duration, t.state, t)
      t:seek(0.15)
      print(card:shown "x", card:shown "alpha", t.position)
      t:seek "out"
      print(card:shown "x")
      """)
    #expect(area.printed == ["0.3\tidle\ttimeline: 0.0 of 0.3 s (idle)", "40.0\t0.75\t0.15", "80.0"])
    _ = area.host.evaluate("segue.task(function() print(await(t:play { rate = 2 })) end)") { _ in }
    try area.play(for: 1)
    #expect(area.printed.suffix(2) == ["out\t0.15", "finished"], "\(area.printed)")
    #expect(area.errors.isEmpty)
  }

  @Test(
    "A stagger starts its items in the order asked for",
    arguments: [("first", [0.0, 0.1, 0.2]), ("last", [0.2, 0.1, 0]), ("center", [0.1, 0, 0.1]), ("edges", [0, 0.1, 0])])
  func stagger(order: String, starts: [Double]) throws {
    let area = try AreaFixture()
    try area.run(
      """
      rows = {} for i = 1, 3 do rows[i] = segue.view { frame = { 0, 0, 1, 1 } } end
      segue.stage(segue.view { rows[1], rows[2], rows[3] })
      t = segue.timeline()
      t:stagger(0.1, rows, function(row) row.alpha = 0 end, { duration = 0.1, timing = "linear", from = "\(order)" })
      t:seek(0.1)
      """)
    for (i, start) in starts.enumerated() {
      #expect(abs(area.number("rows[\(i + 1)]:shown 'alpha'") - min(1, max(0, 1 - (0.1 - start) / 0.1))) < 1e-6)
    }
  }

  @Test("A script with waits is written once and sought like any timeline")
  func script() throws {
    let area = try AreaFixture()
    try area.run(
      """
      card = segue.view { frame = { 0, 0, 10, 10 } }
      segue.stage(segue.view { card })
      t = segue.timeline(function()
        await(segue.animate(0.2, function() card.x = 20 end))
        sleep(0.1)
        segue.animate(0.1, function() card.x = 0 end)
      end)
      """)
    for (position, x) in [(0.4, 0.0), (0.1, 10), (0.25, 20), (0.35, 10)] {
      #expect(abs(area.number("(function() t:seek(\(position)) return card:shown 'x' end)()") - x) < 1e-5, "\(position)")
    }
    #expect(abs(area.number("t.duration") - 0.4) < 1e-12)
  }

  @Test("A timeline follows a value without a script")
  func follow() throws {
    let area = try AreaFixture()
    try area.run(
      """
      card = segue.view { frame = { 0, 0, 10, 10 } }
      segue.stage(segue.view { card })
      local t = segue.timeline()
      t:add(0, function() card.alpha = 0 end, { duration = 1, timing = "linear" })
      x = segue.value(0)
      t:follow(x, 0, 320)
      """)
    area.host.collectGarbage()
    _ = area.host.evaluate("x:set(80)") { _ in }
    try area.play(for: 0.1)
    #expect(abs(area.number("card:shown 'alpha'") - 0.75) < 1e-6, "it goes on though only the value is held")
  }

  @Test("Mistakes are told by name")
  func mistakes() throws {
    let area = try AreaFixture()
    #expect(area.failure("segue.timeline():seek 'nowhere'").contains("there is no label \"nowhere\""))
    #expect(area.failure("segue.timeline():play { rate = 0 }").contains("rate expected a finite number other than 0"))
    #expect(area.failure("segue.timeline():add(-1, print)").contains("place expected 0 or more seconds"))
    #expect(area.failure("segue.timeline():add(0)").contains("changes expected a function"))
    #expect(area.failure("segue.timeline():play { loop = 2 }").contains("unknown option \"loop\", did you mean \"loops\"?"))
  }

  @Test("Animators pause, resume, seek, turn round, go on and say how far they are")
  func animatorVerbs() throws {
    let area = try AreaFixture()
    try area.run(
      """
      x = segue.value(0)
      a = x:to(100, { duration = 1, timing = "linear" }, function(why) print(why, x.position) end)
      """)
    try area.play(for: 0.25)
    _ = area.value("a:pause()")
    let held = area.number("x.position")
    try area.play(for: 1)
    #expect(
      area.value("a.state") == "paused" && area.number("x.position") == held
        && abs(area.number("a.progress") - held / 100) < 1e-9)
    _ = area.value("a:seek(0.5)")
    #expect(area.number("x.position") == 50)
    _ = area.value("a:continue { duration_factor = 0.1 }")
    try area.play(for: 0.05)
    _ = area.value("a:reverse()")
    try area.play(for: 3)
    #expect(area.value("a.state") == "ended" && area.value("a.reason") == "finished")
    #expect(area.printed == ["finished\t0.0"])
    #expect(area.value("select(2, pcall(a.pause, a))").contains("the motion has ended"))
    #expect(area.errors.isEmpty)
  }

  @Test("A timeline that plays goes on and calls though nobody holds it, and is let go when it is over")
  func unheld() throws {
    let area = try AreaFixture()
    try area.run(
      """
      x = segue.value(0)
      do
        local t = segue.timeline()
        t:add(0, function() x:set(100) end, { duration = 1, timing = "linear" })
        t:call(0.75, function() print("passed", segue.clock.time) end)
        t:play({}, function(reason) print(reason) end)
      end
      """)
    for i in 1...12 {
      area.host.collectGarbage()
      try area.play(for: 0.1)
      #expect(abs(area.number("x.position") - min(10 * Double(i), 100)) < 1e-9)
    }
    #expect(area.printed == ["passed\t0.75", "finished"])
    area.host.collectGarbage()
    try area.play(for: 0.1)
    #expect(area.engine.playbacks.count == 0)
  }

  @Test("What played for ever ends with the loading that began it, also with one that fails")
  func reloaded() throws {
    let endless = """
      segue.timeline(function() segue.value(0):to(1, { duration = 1 }) end):play { loops = math.huge }

      """
    let area = try AreaFixture()
    try area.run("print 'empty'")
    #expect(!area.failure(endless + "error 'late'").isEmpty)
    area.host.collectGarbage()
    try area.play(for: 0.1)
    area.host.collectGarbage()
    try area.play(for: 0.1)
    #expect(area.engine.playbacks.count == 0 && area.engine.nextDeadline == nil)
    try area.run(endless)
    area.host.collectGarbage()
    try area.play(for: 0.1)
    #expect(area.engine.playbacks.count == 1)
    try area.run("print 'empty'")
    for _ in 0..<2 {
      area.host.collectGarbage()
      try area.play(for: 0.1)
    }
    #expect(area.engine.playbacks.count == 0 && area.engine.nextDeadline == nil)
  }
}
