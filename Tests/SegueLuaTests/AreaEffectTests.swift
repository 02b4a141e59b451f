import Testing

@testable import Segue
@testable import SegueLua

@Suite("Lua: motions that repeat, turn and are named") struct AreaEffectTests {
  private func fixture(_ options: String, _ more: String = "") throws -> AreaFixture {
    let area = try AreaFixture()
    try area.run(
      "x = segue.value(0) a = x:to(100, { duration = 1, timing = 'linear', \(options) }, function(why) print(why, segue.clock.time) end) \(more)"
    )
    return area
  }

  @Test("yoyo goes there and back, and ends where it began")
  func yoyo() throws {
    let area = try fixture("yoyo = true")
    try area.play(to: 0.75)
    #expect(area.number("x.position") == 75 && area.number("x.velocity") == 100)
    try area.play(to: 1.25)
    #expect(area.number("x.position") == 75 && area.number("x.velocity") == -100)
    try area.play(to: 2.5)
    #expect(area.number("x.position") == 0 && area.printed == ["finished\t2.0"] && area.errors.isEmpty)
  }

  @Test("Two and a half loops stop in the middle; an end delay holds the end back")
  func loops() throws {
    let area = try fixture("loops = 2.5, end_delay = 0.5")
    try area.play(to: 1.25)
    #expect(area.number("x.position") == 25)
    try area.play(to: 2.75)
    #expect(area.number("x.position") == 50 && area.printed.isEmpty)
    try area.play(to: 4)
    #expect(area.number("x.position") == 50 && area.printed == ["finished\t3.0"])
  }

  @Test("Endless loops go on until they are stopped; the next motion takes their velocity over")
  func endless() throws {
    let area = try fixture("loops = math.huge, yoyo = true")
    try area.play(to: 1000.25)
    #expect(abs(area.number("x.position") - 25) < 1e-6 && area.value("a.state") == "running")
    area.execute("b = x:to(0, { duration = 0.5 })")
    #expect(abs(area.number("x.position") - 25) < 1e-6 && abs(area.number("x.velocity") - 100) < 1e-6)
    #expect(area.value("a.reason") == "interrupted")
    try area.play(to: 1001)
    #expect(area.number("x.position") == 0 && area.value("b.reason") == "finished")
  }

  @Test("An endless repeat of no length is refused, and so are loops that are no number of times")
  func refused() throws {
    let area = try AreaFixture()
    let x = "x = segue.value(3) "
    #expect(
      area.failure(x + "x:to(9, { duration = 0, loops = math.huge, yoyo = true })").contains("cannot be repeated for ever"))
    #expect(area.failure(x + "x:to(9, { loops = 0/0 })").contains("loops must be a finite number, got nan"))
    #expect(area.failure(x + "x:to(9, { loops = 0 })").contains("loops expected a number above 0, got 0.0"))
    #expect(area.failure(x + "x:to(9, { rate = 0 })").contains("rate expected a finite number other than 0"))
    #expect(
      area.failure(x + "x:to(9, { loops = 2, rate = -1, spring = {}, yoyo = true, direction = 'reverse' })").contains(
        "say the same"))
    #expect(area.failure(x + "x:to(9, { direction = 'revers' })").contains("did you mean \"reverse\"?"))
    try area.run(x + "pcall(x.to, x, 9, { duration = 0, loops = math.huge }) print(x.position, x.moving)")
    #expect(area.printed == ["3.0\tfalse"])
  }

  @Test("reverse starts at the target and ends at the start; fill none goes back to what was")
  func directions() throws {
    let area = try fixture("direction = 'reverse', fill = 'none'")
    try area.play(to: 0.25)
    #expect(area.number("x.position") == 75)
    area.execute("y = segue.value(5) y:to(10, { duration = 1, timing = 'linear', fill = 'none' })")
    try area.play(to: 1)
    #expect(area.number("y.position") == 8.75)
    try area.play(to: 2)
    #expect(area.number("x.position") == 0 && area.number("y.position") == 5)
  }

  @Test("With fill backwards the first value shows during the delay; without it what was shows")
  func fillBackwards() throws {
    let area = try fixture(
      "direction = 'reverse', delay = 0.5, fill = 'both'",
      "y = segue.value(0) y:to(100, { duration = 1, timing = 'linear', direction = 'reverse', delay = 0.5 })")
    try area.play(to: 0.25)
    #expect(area.number("x.position") == 100 && area.number("y.position") == 0)
    try area.play(to: 0.75)
    #expect(area.number("x.position") == 75 && area.number("y.position") == 75)
  }

  @Test("rate 2 takes half the time")
  func rate() throws {
    let area = try fixture("rate = 2")
    try area.play(to: 0.25)
    #expect(area.number("x.position") == 50 && area.number("x.velocity") == 200)
    try area.play(to: 1)
    #expect(area.printed == ["finished\t0.5"])
  }

  @Test("A loop that takes over a moving value begins with its velocity")
  func velocity() throws {
    let area = try AreaFixture()
    try area.run("x = segue.value(0) x:to(100, { duration = 1, timing = 'linear' })")
    try area.play(to: 0.5)
    area.execute("x:to(0, { duration = 1, timing = 'linear', loops = 3, yoyo = true })")
    #expect(area.number("x.position") == 50 && area.number("x.velocity") == 100)
    try area.play(to: 2.75)
    #expect(abs(area.number("x.position") - 37.5) < 0.01)
  }

  @Test("F97 with pauses_on_completion it waits at its end, is not over, and can be turned round")
  func pausesAtEnd() throws {
    let area = try fixture("pauses_on_completion = true")
    try area.play(to: 2)
    #expect(area.value("a.state") == "paused" && area.number("a.progress") == 1 && area.printed.isEmpty)
    area.execute("a:reverse() a:resume()")
    try area.play(to: 2.5)
    #expect(abs(area.number("x.position") - 50) < 1e-9)
    try area.play(to: 4)
    #expect(area.value("a.state") == "paused" && area.number("x.position") == 0)
    area.execute("a:finish()")
    try area.play(to: 4.1)
    #expect(area.number("x.position") == 100 && area.value("a.reason") == "finished")
  }

  @Test("An endless motion turned round goes back as fast as it came and ends; it has no end to go on to")
  func endlessTurned() throws {
    let area = try fixture("loops = math.huge, yoyo = true")
    try area.play(to: 1.5)
    #expect(area.value("pcall(a.continue, a, { duration_factor = 2 })").hasPrefix("false"))
    area.execute("a:reverse()")
    try area.play(to: 2)
    #expect(area.number("x.position") == 100 && area.number("a.progress") == 0)
    try area.play(to: 2.75)
    #expect(area.number("x.position") == 25)
    try area.play(to: 4)
    #expect(area.number("x.position") == 0 && area.printed == ["finished\t3.0"])
  }

  @Test("finish on an endless motion goes to its target")
  func finishEndless() throws {
    let area = try fixture("loops = math.huge", "a:finish()")
    #expect(area.number("x.position") == 100 && area.value("a.reason") == "finished")
  }

  @Test("A key names one motion at a time: the next one takes its place, the same one again changes nothing")
  func keys() throws {
    let area = try AreaFixture()
    try area.run(
      """
      v = segue.view { frame = { 0, 0, 10, 10 } }
      function go(target) return segue.animate({ duration = 1, timing = 'linear', key = 'k' }, function() v.x = target end) end
      a = segue.animate({ duration = 1, timing = 'linear', key = 'k' }, function() v.x = 100 v.alpha = 0 end)
      """)
    try area.play(to: 0.5)
    area.execute("b = go(200) c = go(200)")
    #expect(area.value("a.reason") == "interrupted" && area.value("b == c") == "true" && area.value("b.state") == "running")
    try area.play(to: 3)
    #expect(area.number("v.x") == 200 && area.number("v.alpha") == 0.5 && area.value("b.reason") == "finished")
  }

  @Test("In a plan they are refused with what to do instead")
  func inPlans() throws {
    let area = try AreaFixture()
    #expect(
      area.failure("segue.timeline(function() segue.value(0):to(1, { loops = 2 }) end)").contains(
        "in a plan, repeat the timeline"))
  }
}

@Suite("Lua: springs that settle within a time") struct AreaSettleTests {
  @Test(
    "A spring told to settle in half a second does, from rest and flung either way, and uses most of it",
    arguments: [0.0, 900, -900])
  func settles(velocity: Double) throws {
    let area = try AreaFixture()
    try area.run(
      """
      v = segue.view { frame = { 0, 0, 10, 10 } }
      v:to({ x = 300 }, { spring = { settle = 0.5, ratio = 0.8 }, velocity = { x = \(velocity) } }, function() print(segue.clock.time) end)
      """)
    try area.play(to: 2)
    let end = Double(area.printed.first ?? "") ?? .nan
    #expect(end > 0.33 && end <= 0.5 && area.number("v.x") == 300)
    #expect(area.failure("segue.value(0):to(1, { spring = { settle = 1, bounce = 0 } })").contains("goes with ratio only"))
  }
}

@Suite("Lua: options of starters") struct StarterOptionTests {
  @Test("The options of a starter stand where they are looked up")
  func places() {
    let words = StarterOption.allCases.map { option in
      "\(option)".reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
    }
    #expect(starterItems.map(\.name) == words && motionItems.map(\.name) == Array(words.prefix(4)))
  }
}
