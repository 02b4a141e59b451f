import Testing

@testable import Segue
@testable import SegueLua

@Suite("Lua: values, animators, tasks") struct AreaMotionTests {
  @Test("A value moves to a number over a duration, by a named curve, and its animator tells how it ended")
  func value() throws {
    let area = try AreaFixture()
    try area.run(
      """
      x = segue.value(0)
      a = x:to(100, { duration = 0.5, timing = "linear" }, function(reason) print('done', reason, segue.clock.time) end)
      print(x.position, x.moving, a.state, a.reason)
      """)
    #expect(area.printed == ["0.0\ttrue\trunning\tnil"])
    try area.play(to: 0.25)
    #expect(area.number("x.position") == 50)
    #expect(area.number("x.velocity") == 200)
    try area.play(to: 1)
    #expect(area.printed.last == "done\tfinished\t0.5")
    #expect(area.value("x.position") == "100.0" && area.value("x.moving") == "false" && area.value("x.velocity") == "0.0")
    #expect(area.value("a.state") == "ended" && area.value("a.reason") == "finished")
    #expect(area.errors.isEmpty)
  }

  @Test("A pair has x and y; it is set, tracked and moved as one")
  func pair() throws {
    let area = try AreaFixture()
    try area.run(
      """
      p = segue.value { x = 1, y = 2 }
      print(p.position.x, p.position.y, p.velocity.x, p)
      p:set { 3, 4 } print(p.position.x, p.position.y)
      p:track { x = 5, y = 6 } print(p.position.x, p.position.y)
      p:to({ 10, 20 }, { duration = 0.1, timing = segue.bezier(0, 0, 1, 1), delay = 0.1, velocity = { 1, 2 } })
      """)
    #expect(area.printed == ["1.0\t2.0\t0.0\tvalue: 1.0, 2.0", "3.0\t4.0", "5.0\t6.0"])
    try area.play(to: 0.15)
    #expect(abs(area.number("p.position.x") - 7.5) < 0.01)
    try area.play(to: 1)
    #expect(area.value("p.position.y") == "20.0")
  }

  @Test("A tracked value carries its measured velocity into a spring")
  func track() throws {
    let area = try AreaFixture()
    try area.run("x = segue.value(0) segue.task(function() for i = 0, 12 do x:track(i * 10) sleep(1/60) end x:to(0) end)")
    try area.play(to: 0.2)
    #expect(abs(area.number("x.velocity") - 600) < 6)
    try area.play(to: 0.25)
    #expect(area.number("x.position") > 120)
    try area.play(to: 4)
    #expect(area.number("x.position") == 0)
  }

  @Test(
    "Every way to write a spring ends at its target",
    arguments: [
      "{}", "{ response = 0.3 }", "{ response = 0.4, ratio = 0.8 }", "{ duration = 0.4, bounce = 0.2 }", "{ bounce = -0.2 }",
      "{ mass = 1, stiffness = 300, damping = 20 }", "{ stiffness = 300, ratio = 0.5 }", "{ ratio = 0.7 }",
    ]) func springs(_ spring: String) throws
  {
    let area = try AreaFixture()
    try area.run("x = segue.value(0) await(x:to(100, { spring = \(spring) })) print(x.position)")
    #expect(area.printed.isEmpty)
    try area.play(to: 5)
    #expect(area.printed == ["100.0"])
  }

  @Test(
    "Every way to say how something moves is checked",
    arguments: [
      (
        "{ spring = { response = 0.4, damping = 3 } }",
        "spring: response goes with ratio, the damping ratio; damping is a coefficient and goes with stiffness"
      ),
      (
        "{ spring = { response = 0.4, bounce = 0 } }",
        "spring: response and ratio cannot go with another set of parameters (duration and bounce; mass, stiffness and damping)"
      ),
      ("{ spring = { mass = 1 } }", "spring: mass and damping go with stiffness"),
      ("{ spring = { stiffness = 1 } }", "spring: stiffness goes with either damping or ratio"),
      (
        "{ spring = {}, duration = 1 }",
        "spring takes the time that it takes; give it a duration inside, as spring = { duration = 1.0 }"
      ),
      ("{ timing = 'eas_out' }", "timing: there is no curve \"eas_out\", did you mean \"ease_out\"?"),
      ("{ timing = function(x) return x > 0.5 and 'a' or x end }", "timing: the function must return a number for"),
      ("{ timing = function(x) sleep(1) end }", "timing must answer at once: it cannot wait"),
      ("{ timing = function(x) error('mine', 0) end }", "mine"),
      ("{ duration = -1 }", "duration expected 0 or more seconds, got -1.0"),
      ("{ duration = 0/0 }", "value:to: duration must be a finite number, got nan"),
      ("{ delay = -1 }", "delay expected a finite number of seconds, 0 or more, got -1.0"),
      ("{ duraton = 1 }", "value:to: unknown option \"duraton\", did you mean \"duration\"?"),
      ("{ velocity = { 1, 2 } }", "velocity expected a number, got a table"),
      ("{ velocity = { y = 2 } }", "velocity expected a number, got a table"),
      ("3", "value:to: options expected a table of options, got a number 3"),
    ]) func motionErrors(_ options: String, _ message: String) throws
  {
    let area = try AreaFixture()
    let failure = area.failure("x = segue.value(0)\nx:to(1, \(options))")
    #expect(failure.contains(message), "\(failure)")
    #expect(failure.hasPrefix(message == "mine" ? "mine" : "t:2: "), "\(failure)")
    #expect(area.value("1") == "1")
  }

  @Test("Timing may be a function, sampled once")
  func timingFunction() throws {
    let area = try AreaFixture()
    try area.run(
      "x = segue.value(0) calls = 0 x:to(100, { duration = 1, timing = function(p) calls = calls + 1 return p * p end }) before = calls"
    )
    try area.play(to: 0.5)
    #expect(abs(area.number("x.position") - 25) < 0.1)
    #expect(area.value("calls == before") == "true")
  }

  @Test("Stop ends where it is as cancelled; finish 'end' jumps; a second motion interrupts the first; reasons are remembered")
  func reasons() throws {
    let area = try AreaFixture()
    try area.run(
      """
      x, y, z = segue.value(0), segue.value(0), segue.value(0)
      a = x:to(100, { duration = 1, timing = 'linear' }, function(r) print('a', r) end)
      b = y:to(100, { duration = 1 }, function(r) print('b', r) end)
      c = z:to(100, { duration = 1 }, function(r) print('c', r) end)
      segue.task(function() sleep(0.5) a:stop() r = a.reason b:finish 'end' print(b.reason, b.state) d = z:to(0) c2 = await(c, a) end)
      """)
    try area.play(to: 0.6)
    #expect(area.printed == ["finished\tended", "a\tcancelled", "b\tfinished", "c\tinterrupted"])
    #expect(area.value("x.position") == "50.0" && area.value("y.position") == "100.0")
    #expect(area.value("a.reason") == "cancelled" && area.value("tostring(c)") == "animator (interrupted)")
    #expect(area.value("c2") == "interrupted" && area.value("r") == "cancelled")
    #expect(area.value("a:stop()") == "nil")
    #expect(area.value("d:finish 'now'").contains("animator:finish: at"))
  }

  @Test("Both completions of one motion that was asked for twice are called")
  func twice() throws {
    let area = try AreaFixture()
    try area.run(
      """
      x = segue.value(0)
      x:to(100, { duration = 0.1 }, function(r) for i = 1, 20000 do local t = { i } end print('one', r) end)
      x:to(100, { duration = 0.1 }, function(r) print('two', r) end)
      """)
    area.host.collectGarbage()
    try area.play(to: 0.3)
    #expect(area.printed == ["one\tfinished", "two\tfinished"] || area.printed == ["one\tinterrupted", "two\tfinished"])
  }

  @Test("A motion whose animator nobody holds goes on and tells its end")
  func unheld() throws {
    let area = try AreaFixture()
    try area.run(
      "do local v = segue.view {} v:to({ alpha = 0 }, { duration = 0.5 }, function(r) print(r) end) end segue.value(0):to(1, nil, function(r) print(r) end)"
    )
    for _ in 0..<20 {
      area.host.collectGarbage()
      try area.play(for: 0.1)
    }
    #expect(area.printed == ["finished", "finished"])
    area.host.collectGarbage()
    try area.play(for: 0.1)
    #expect(area.engine.values.count == 0 && area.engine.animators.count == 0)
  }

  @Test("await takes several motions and tasks, in any order, and gives their reasons; on what has ended it returns at once")
  func awaitMany() throws {
    let area = try AreaFixture()
    try area.run(
      """
      local x, y = segue.value(0), segue.value(0)
      local slow, fast = x:to(1, { duration = 0.4 }), y:to(1, { duration = 0.1 })
      local t = segue.task(function() sleep(0.2) slow:stop() end)
      print(t.running)
      print(await(slow, t, fast))
      print(await(slow), t.running, segue.clock.time)
      print(await(segue.task(function() end)))
      local cancelled = segue.task(function() sleep(9) print 'never' end)
      cancelled:cancel()
      print(await(cancelled))
      print(await(segue.task(function() error 'oops' end)))
      """)
    try area.play(to: 1)
    #expect(
      area.printed == ["true", "cancelled\tfinished\tfinished", "cancelled\tfalse\t0.2", "finished", "cancelled", "cancelled"])
    #expect(area.errors == ["t:11: oops"])
  }

  @Test("Sleeping tasks wake at their exact times, in order")
  func sleeping() throws {
    let area = try AreaFixture()
    try area.run(
      """
      for i = 3, 1, -1 do segue.task(function() sleep(i * 0.101) print(i, segue.clock.time) end) end
      segue.sleep(0.05) print('main', segue.clock.time)
      """)
    try area.play(to: 1)
    #expect(area.printed == ["main\t0.05", "1\t0.101", "2\t0.202", "3\t0.303"])
  }

  @Test("A block moves all that it sets; its completion tells the end; a raise inside moves nothing")
  func animate() throws {
    let area = try AreaFixture()
    try area.run(
      """
      v = segue.view { frame = { 0, 0, 10, 10 } } w = segue.view {}
      segue.animate(0.5, function() v.x = 100 v.alpha = 0 w.rotation = 90 print(v.x, v:shown 'x') end, function(r) print(r, segue.clock.time) end)
      print(pcall(segue.animate, 0.5, function() v.y = 50 error('no', 0) end))
      print(pcall(segue.animate, 0.5, function() sleep(1) end))
      segue.animate({ duration = 0.2, timing = 'linear', delay = 0.1 }, function() v.height = 20 end)
      segue.animate({ spring = {} }, function() v.corner = 3 end)
      print(v.x, v.y, v.height)
      """)
    #expect(area.printed[0] == "100.0\t0.0")
    #expect(area.printed[1] == "false\tno")
    #expect(area.printed[2].contains("the function of segue.animate must answer at once: it cannot wait"))
    #expect(area.printed[3] == "100.0\t0.0\t10.0")
    try area.play(to: 0.2)
    #expect(abs(area.number("v:shown 'height'") - 15) < 1e-3)
    #expect(area.number("v:shown 'x'") > 5 && area.number("v:shown 'x'") < 95)
    try area.play(to: 2)
    #expect(area.printed.last == "finished\t0.5")
    #expect(area.value("v:shown 'corner'") == "3.0" && area.value("v.y") == "0.0" && area.value("w:shown 'rotation'") == "90.0")
  }

  @Test("What a completion starts begins at that exact end")
  func exactEnd() throws {
    let area = try AreaFixture()
    try area.run(
      "x = segue.value(0) x:to(1, { duration = 0.105 }, function() x:to(2, { duration = 0.1, timing = 'linear' }) end)")
    try area.play(to: 10.0 / 60)
    #expect(abs(area.number("x.position") - (1 + (10.0 / 60 - 0.105) / 0.1)) < 1e-9)
  }

  @Test("The module knows its version, time and size, and refuses what it does not know")
  func module() throws {
    let area = try AreaFixture()
    #expect(
      try area.run("print(segue.version, segue.clock.time, segue.size.width, segue.size.height)") == [
        "0.1.0\t0.0\t400.0\t800.0"
      ])
    #expect(area.failure("segue.animat(1, print)") == "t:1: segue: unknown field \"animat\", did you mean \"animate\"?")
    #expect(area.failure("segue.clock.time = 3").hasPrefix("t:1: "))
    #expect(area.failure("segue.bezier(2, 0, 0, 1)").hasPrefix("t:1: segue.bezier: "))
    #expect(
      area.failure("segue.animate(-1, function() end)") == "t:1: segue.animate: duration expected 0 or more seconds, got -1.0")
    #expect(
      area.failure("segue.value()").hasPrefix("t:1: segue.value: start expected a number, a string or a table, got nothing"))
    #expect(area.failure("await(3)").hasPrefix("t:1: segue.await: motion expected "))
    #expect(area.failure("sleep(-1)").hasPrefix("t:1: sleep: seconds "))
  }
}
