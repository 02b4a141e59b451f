import Testing

@testable import Segue

/// The clock and the policies of ownership, as scripts see them.
@Suite struct AreaClockTests {
  let area: AreaFixture
  init() throws { area = try AreaFixture() }

  @Test("the clock's rate and pause are read and set; sleeps and motions go with it")
  func clock() throws {
    let defaults = try area.run("print(segue.clock.rate, segue.clock.paused, segue.clock.gap, segue.clock.gap_limit)")
    #expect(defaults == ["1.0\tfalse\tcatch_up\t0.25"])
    try area.run(
      """
      x = segue.value(0)
      x:to(100, { duration = 1, timing = "linear" })
      segue.task(function()
        segue.sleep(0.5) segue.clock.rate = 0.25 print(x.position)
        segue.sleep(0.25) segue.clock.paused = true print(x.position, segue.clock.time)
      end)
      """)
    try area.play(to: 1.25)
    #expect(area.printed == ["50.0"])
    try area.play(to: 3)
    #expect(area.printed == ["50.0", "75.0\t0.75"] && area.engine.nextDeadline == nil)
    #expect(area.value("x.position") == "75.0" && area.value("segue.clock.paused") == "true")
    area.engine.setClockPaused(false)
    try area.engine.setClockRate(1)
    try area.play(to: 3.1)
    #expect(abs(area.number("x.position") - 85) < 1e-9)
  }

  @Test("gap policies are set by name", arguments: [("catch_up", 30.0), ("cap", 0.5), ("pause", 0)])
  func gap(policy: String, passes: Double) throws {
    try area.run(
      "segue.clock.gap = '\(policy)' segue.clock.gap_limit = 0.5 x = segue.value(0) x:to(64, { duration = 64, timing = 'linear' })"
    )
    try area.engine.advance(to: 30)
    #expect(area.number("x.position") == passes && area.number("segue.clock.time") == passes)
    #expect(area.value("segue.clock.gap") == policy)
  }

  @Test("mistakes name the field or option and change nothing")
  func mistakes() throws {
    for (text, message) in [
      ("segue.clock.rate = -1", "clock.rate expected a finite number, 0 to 1000000, got -1.0"),
      ("segue.clock.rate = 0/0", "rate"), ("segue.clock.rate = 'fast'", "rate"), ("segue.clock.paused = 1", "paused"),
      ("segue.clock.gap = 'cup'", "did you mean \"cap\""), ("segue.clock.gap_limit = 0", "clock.gap_limit expected"),
      ("segue.clock.speed = 1", "speed"),
      ("segue.value(0):to(1, { policy = 'ad' })", "did you mean \"add\""),
      ("segue.value(0):to(1, { polcy = 'add' })", "did you mean \"policy\""),
      ("segue.timeline():add(0, function() end, { policy = 'add' })", "policy"),
      ("segue.animate({ policy = true }, function() end)", "policy"),
    ] {
      let failure = area.failure(text)
      #expect(failure.contains(message), "\(text): \(failure)")
    }
    let clock = try area.run("print(segue.clock.rate, segue.clock.paused, segue.clock.gap, segue.clock.gap_limit)")
    #expect(clock == ["1.0\tfalse\tcatch_up\t0.25"])
  }

  @Test("queued motions follow one another and can be awaited; stopping the first starts the second")
  func queue() throws {
    try area.run(
      """
      x = segue.value(0)
      a = x:to(10, { duration = 0.5, timing = "linear" })
      b = x:to(20, { duration = 0.5, timing = "linear", policy = "queue" })
      c = x:to(30, { duration = 0.5, timing = "linear", policy = "queue" }, function(why) print("c", why) end)
      segue.task(function() print(await(b), segue.clock.time, x.position) end)
      segue.task(function() sleep(0.25) a:stop() print(x.position, a.reason, b.state) end)
      """)
    try area.play(to: 0.5)
    #expect(area.printed == ["5.0\tcancelled\trunning"])
    try area.play(to: 2)
    #expect(area.printed == ["5.0\tcancelled\trunning", "finished\t0.75\t20.0", "c\tfinished"])
    #expect(area.value("x.position") == "30.0")
  }

  @Test("a waiting motion ends with a reason when it is stopped, and keeps what it will move")
  func waiting() throws {
    try area.run(
      """
      do
        local v = segue.value(0)
        v:to(1, { duration = 0.5 })
        v:to(2, { duration = 0.5, policy = "queue" }, function(why) print(why, segue.clock.time) end)
        w = v:to(3, { duration = 0.5, policy = "queue" })
      end
      segue.task(function() print(await(w)) end)
      segue.task(function() sleep(0.25) w:stop() print(w.state, w.reason) end)
      """)
    for _ in 0..<3 {
      area.host.collectGarbage()
      try area.play(for: 0.05)
    }
    try area.play(to: 2)
    #expect(area.printed == ["ended\tcancelled", "cancelled", "finished\t1.0"])
  }

  @Test("additive motions sum up on views and blocks, the target reads as the newest")
  func add() throws {
    try area.run(
      """
      v = segue.view { x = 0 }
      local o = { duration = 1, timing = "linear", policy = "add" }
      v:to({ x = 100 }, o, function(why) print("first", why) end)
      segue.animate({ duration = 0.5, timing = "linear", policy = "add" }, function() v.x = 60 end, function(why) print("second", why) end)
      print(v.x, v:shown "x")
      """)
    #expect(area.printed == ["60.0\t0.0"])
    try area.play(to: 0.25)
    #expect(area.value("v:shown 'x'") == "5.0")
    try area.play(to: 2)
    #expect(area.printed == ["60.0\t0.0", "second\tfinished", "first\tfinished"])
    #expect(area.value("v.x") == "60.0" && area.value("v:shown 'x'") == "60.0")
  }
}
