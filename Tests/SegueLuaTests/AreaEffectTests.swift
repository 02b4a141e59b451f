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

  @Test("Asking again for an endless motion changes nothing, with a key and without; another rate is another motion")
  func again() throws {
    let area = try fixture(
      "loops = math.huge, yoyo = true",
      """
      v = segue.view { frame = { 0, 0, 10, 10 } }
      function pulse(rate)
        return segue.animate({ duration = 1, timing = 'linear', loops = math.huge, yoyo = true, rate = rate, key = 'p' },
          function() v.x = 100 end)
      end
      function go() return x:to(100, { duration = 1, timing = 'linear', loops = math.huge, yoyo = true }) end
      p = pulse(1)
      """)
    try area.play(to: 0.5)
    #expect(area.value("go() == a") == "true" && area.value("pulse(1) == p") == "true")
    try area.play(to: 1.25)
    #expect(area.number("x.position") == 75 && area.number("v:shown 'x'") == 75 && area.printed.isEmpty)
    area.execute("q = pulse(2)")
    #expect(area.value("q == p") == "false" && area.value("p.reason") == "interrupted")
    area.execute("a:pause() b = go()")
    #expect(area.value("b == a") == "false" && area.value("a.reason") == "interrupted")
  }

  @Test(
    "An endless timeline that is held goes back from where it is; one at its start has no end to come from, and keeps its rate")
  func endlessTimeline() throws {
    let area = try AreaFixture()
    try area.run(
      """
      x = segue.value(0) t = segue.timeline()
      t:add(0, function() x:set(100) end, { duration = 1, timing = "linear" })
      print(pcall(t.play, t, { rate = -1, loops = math.huge })) print(t.rate, t.state)
      t:play { loops = math.huge }
      """)
    #expect(area.printed == ["false\trate: what repeats for ever has no end to play backward from", "1.0\tidle"])
    try area.play(to: 2.25)
    area.execute("t:pause() t:reverse()")
    #expect(area.number("t.rate") == -1 && area.value("t.state") == "running")
    try area.play(to: 3)
    #expect(area.number("t.position") == 1.5 && area.number("x.position") == 50)
    try area.play(to: 5)
    #expect(area.number("x.position") == 0 && area.value("t.state") == "ended")
  }

  @Test("A delay is in seconds of the clock at every rate")
  func delayAndRate() throws {
    let area = try fixture("rate = 2, delay = 0.5")
    try area.play(to: 0.75)
    #expect(area.number("x.position") == 50)
    try area.play(to: 2)
    #expect(area.printed == ["finished\t1.0"])
  }
}

@Suite("Lua: entries of plans that repeat") struct AreaRoundsTests {
  @Test(
    "In a timeline they show what they show by themselves",
    arguments: [
      "loops = 3", "loops = 2.5, yoyo = true", "yoyo = true, end_delay = 0.25", "rate = 2, loops = 3, yoyo = true",
      "direction = 'reverse', fill = 'none'", "direction = 'alternate_reverse', loops = 3, iteration_start = 0.25",
      "loops = 2, delay = 0.25", "direction = 'reverse', delay = 0.25, fill = 'both'", "rate = -1, loops = 2, yoyo = true",
      "fill = 'backwards', loops = 2",
    ])
  func same(options: String) throws {
    for timing in ["duration = 1, timing = 'ease_in_quad'", "spring = { response = 0.5, ratio = 0.6 }"] {
      let area = try AreaFixture()
      try area.run(
        """
        x, y, z = segue.value(20), segue.value(20), segue.value(20)
        options = { \(timing), \(options) }
        x:to(100, options, function() print(segue.clock.time) end)
        segue.timeline(function() y:to(100, options) end):play({}, function() print(segue.clock.time) end)
        u = segue.timeline() u:add(0, function() z:set(100) end, options) u:play()
        """)
      var moved = false
      for i in 1...32 {
        let time = 0.11 * Double(i)
        try area.play(to: time)
        let x = area.number("x.position")
        moved = moved || x != 20
        for other in ["y", "z"] {
          #expect(abs(area.number("\(other).position") - x) < 1e-9, "\(timing), \(options), \(other) at \(time)")
          #expect(abs(area.number("\(other).velocity") - area.number("x.velocity")) < 1e-6, "\(timing), \(options) at \(time)")
        }
      }
      try area.play(to: 9)
      #expect(moved && area.number("y.position") == area.number("x.position") && area.number("z.moving and 1 or 0") == 0)
      let ends = area.printed.compactMap(Double.init)
      #expect(ends.count == 2 && abs(ends[0] - ends[1]) < 1e-9 && area.errors.isEmpty)
    }
  }

  @Test("An entry takes its rounds, the next one follows; sought in any order it shows the same")
  func entries() throws {
    let area = try AreaFixture()
    try area.run(
      """
      x, y = segue.value(0), segue.value(0)
      t = segue.timeline()
      t:add(0, function() x:set(100) end, { duration = 0.5, timing = "linear", loops = 4, yoyo = true })
      t:add(">0", function() y:set(10) end, { duration = 1, timing = "linear", rate = 2 })
      t:add(1, function() x:set(100) end, { duration = 0.5, timing = "linear" })
      print(t.duration)
      """)
    #expect(area.printed == ["2.5"])
    for (position, x, y) in [(0.75, 50.0, 0.0), (2.25, 100, 5), (0.25, 50, 0), (1.25, 50, 0), (2.5, 100, 10), (0, 0, 0)] {
      area.execute("t:seek(\(position))")
      #expect(area.number("x.position") == x && area.number("y.position") == y, "\(position)")
    }
  }

  @Test("An entry that repeats begins with the velocity that it finds, and ends at rest")
  func velocity() throws {
    let area = try AreaFixture()
    try area.run(
      """
      x = segue.value(0)
      segue.timeline(function()
        x:to(100, { duration = 1, timing = "linear" })
        segue.sleep(0.5)
        x:to(0, { duration = 1, timing = "linear", yoyo = true })
      end):play()
      """)
    try area.play(to: 0.499_999_999)
    #expect(abs(area.number("x.position") - 50) < 1e-6 && abs(area.number("x.velocity") - 100) < 1e-6)
    try area.play(to: 0.500_000_001)
    #expect(abs(area.number("x.position") - 50) < 1e-6 && abs(area.number("x.velocity") - 100) < 1e-3)
    try area.play(to: 1)
    #expect(area.number("x.position") == 25)
    try area.play(to: 3)
    #expect(area.number("x.position") == 50 && area.number("x.velocity") == 0)
  }

  @Test("What has no end, waits by itself or would take longer than a plan may is refused, and nothing is recorded")
  func refused() throws {
    let area = try AreaFixture()
    #expect(
      area.failure("segue.timeline(function() segue.value(0):to(1, { loops = math.huge }) end)").contains(
        "in a plan, repeat the timeline"))
    for (options, sentence) in [
      ("loops = math.huge, yoyo = true", "in a plan, repeat the timeline"),
      ("pauses_on_completion = true", "a plan goes as a whole"), ("policy = 'queue'", "a plan says when each starts"),
      ("loops = 1e9", "loops: the plan would be longer than 3600.0 s"), ("loop = 2", "did you mean \"loops\"?"),
      ("rate = 0", "rate expected a finite number other than 0"),
    ] {
      try area.run(
        """
        x = segue.value(0) t = segue.timeline()
        print(select(2, pcall(t.add, t, 0, function() x:set(1) end, { duration = 1, \(options) })), t.duration)
        """)
      let said = area.printed.last ?? ""
      #expect(said.contains(sentence) && said.hasSuffix("\t0.0"), "\(options): \(said)")
    }
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
