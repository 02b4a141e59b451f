import Testing

@testable import Segue
@testable import SegueLua

@Suite("Lua: throws and clamped springs") struct AreaDecayTests {
  @Test("A thrown value rests on the snap point nearest to where it would end, and its animator ends once")
  func snap() throws {
    let area = try AreaFixture()
    try area.run(
      """
      x = segue.value(0)
      a = x:decay({ velocity = 1200, snap = { 0, 320, 640 } }, function(reason) print(reason) end)
      print(a.state, x.velocity)
      """)
    #expect(area.printed == ["running\t1200.0"])
    try area.play(to: 6)
    #expect(area.printed.last == "finished")
    #expect(area.number("x.position") == 640)
    #expect(area.errors.isEmpty)
  }

  @Test("Bounds stop a throw dead, or let it bounce with the default spring or a stated one")
  func bounds() throws {
    for (bounce, beyond) in [("false", 0.0), ("true", 10), ("{ response = 0.8, ratio = 1 }", 20)] {
      let area = try AreaFixture()
      try area.run("x = segue.value(0) x:decay { velocity = 1200, bounds = { 0, 300 }, bounce = \(bounce) }")
      try area.play(to: 0.4)
      if beyond == 0 {
        #expect(area.number("x.position") == 300)
      } else {
        #expect(area.number("x.position") > 300 + beyond)
      }
      try area.play(to: 8)
      #expect(area.number("x.position") == 300)
      #expect(area.errors.isEmpty)
    }
  }

  @Test("A tracked value is let go at the finger's velocity")
  func released() throws {
    let area = try AreaFixture()
    try area.run(
      "x = segue.value(0) segue.task(function() for i = 0, 12 do x:track(i * 10) sleep(1/60) end x:track(130) x:decay() end)")
    try area.play(to: 8)
    #expect(abs(area.number("x.position") - (130 + 600 / 2.004)) < 4)
  }

  @Test("Properties of a view are thrown each its own way")
  func view() throws {
    let area = try AreaFixture()
    try area.run(
      """
      card = segue.view { id = "card", frame = { 0, 0, 10, 10 } }
      card:decay({ x = { velocity = 400, bounds = { 0, 50 } }, y = { velocity = -100, snap = { -40 } } },
        function(reason) print(reason) end)
      """)
    try area.play(to: 8)
    #expect(area.number("card:shown 'x'") == 50)
    #expect(area.number("card:shown 'y'") == -40)
    #expect(area.printed == ["finished"])
  }

  @Test("A clamped spring stops where it first crosses its target")
  func clamp() throws {
    let area = try AreaFixture()
    try area.run(
      """
      x = segue.value(1000)
      x:to(900, { spring = { duration = 0.5, bounce = 0.7, clamp = true }, velocity = -5000 },
        function(reason) print(reason, segue.clock.time < 0.05) end)
      """)
    try area.play(to: 0.03)
    #expect(area.number("x.position") >= 900)
    try area.play(to: 0.1)
    #expect(area.number("x.position") == 900)
    #expect(area.printed == ["finished\ttrue"])
  }

  @Test(
    "What cannot be a throw is refused with the field's name",
    arguments: [
      ("{ velocity = 0/0 }", "velocity"), ("{ bounds = { 3, 1 } }", "bounds"), ("{ bounce = true }", "bounce"),
      ("{ snaps = { 1 } }", "snap"), ("{ rate = -1 }", "rate"),
    ])
  func refused(options: String, name: String) throws {
    let area = try AreaFixture()
    try area.run("print(select(2, pcall(function() segue.value(0):decay(\(options)) end)))")
    #expect(area.printed.count == 1)
    #expect(area.printed.first?.contains(name) == true)
  }
}
