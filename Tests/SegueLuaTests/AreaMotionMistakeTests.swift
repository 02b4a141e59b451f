// What hasty and unlucky authors write about motion, and what is left of it.

import Testing

@testable import Segue
@testable import SegueLua

@Suite("Lua: motion by hasty authors", .serialized) struct AreaMotionMistakeTests {
  private let fixture: AreaFixture
  init() throws { fixture = try AreaFixture() }

  private static let objects = """
    x = segue.value(0); v = segue.view { color_space = 'srgb' }; t = segue.timeline()
    t:add(0, function() v.x = 100 end, { duration = 1 }); t:label('mid', 0.5)
    function failure(f) return select(2, pcall(f)) end
    """

  @Test(
    "The sentence names what was expected and the nearest name",
    arguments: [
      ("x:set(1e308)", "value: expected a number within ±1e+100, got 1e+308"),
      ("x:to(1, { velocity = 1e200 })", "velocity: expected a number within ±1e+100, got 1e+200"),
      ("x:decay { velocity = 1, rate = 1e-9 }", "decay: rate expected a number from 1e-06 to 1000000.0, got 1e-09"),
      (
        "x:decay { velocity = 1, policy = 'add' }",
        "decay: policy expected replace or queue; what is added has a target, and a throw has none"
      ),
      ("x:decay { velocity = 1, policy = 'queu' }", "value:decay: policy: unknown \"queu\", did you mean \"queue\"?"),
      (
        "v:to({ x = 1 }, { velocity = { x = 1e300 } })",
        "velocity: expected finite numbers within ±1000000000000.0 for x"
      ),
      ("v:decay { y = { velocity = 1e300 } }", "y: velocity expected numbers within ±1000000000000.0, got 1e+300"),
      ("v:decay { y = { bounds = { 3, 1 } } }", "view:decay: y: bounds: expected the smaller number first, got 3.0 and 1.0"),
      (
        "v:decay { x = { policy = 'queue' }, y = { velocity = 1 } }",
        "y: policy expected the same as that of x, since both are one motion"
      ),
      ("segue.view { color_space = 'rgb' }", "segue.view: color_space: unknown \"rgb\", did you mean \"srgb\"?"),
      ("v.color_space = 'oklab'", "view.color_space can only be read"),
      (
        "v:to({ background = 'red' }, { velocity = { background = { r = 1, g = 0, b = 0 } } })",
        "view:to: velocity: background expected numbers { r, g, b, a }; a is missing"
      ),
      ("segue.value { 1, 2, x = 3, 5 }", "segue.value: start expected numbers { x, y, z, w }, got a table that gives x twice"),
      ("segue.value { 1, 2, 3, 4, 5 }", "segue.value: start expected numbers { x, y, z, w }, got a table with [5]"),
      ("x:to(1, { timing = 'linaer(0, 1)' })", "timing: column 1: unknown function \"linaer\"; did you mean \"linear\"?"),
      (
        "x:to(1, { timing = 'steps(4, jump-non)' })",
        "timing: column 10: unknown step position \"jump-non\"; did you mean \"jump-none\"?"
      ),
      ("t:seek 'mad + 0.1'", "place: there is no label \"mad\", did you mean \"mid\"?"),
      ("t:label '<a'", "label: expected a name that is not empty and does not begin with \"<\" or \">\", got \"<a\""),
      ("t:label('far', 1e300)", "label: expected a place within 0 and 3600.0 seconds, got 1e+300"),
      ("t:call(1e300, print)", "call: expected a place within 0 and 3600.0 seconds, got 1e+300"),
      ("t:stagger(1, { v }, print, { columns = 0 })", "timeline:stagger: columns expected 1 or more, got 0"),
      ("t:finish(); t:play(); t:stop(); t:continue()", "continue: the timeline has ended; play it"),
      (
        "local cycle = { x = 1 }; cycle.me = cycle; segue.to(cycle, cycle)",
        "segue.to: fields has more than 16 tables within one another"
      ),
    ]) func sentences(_ mistake: String, _ message: String) throws
  {
    try fixture.run(Self.objects + "\nprint(failure(function() \(mistake) end))")
    #expect(fixture.printed == ["t:4: \(message)"])
    try fixture.play(to: 0.1)
    #expect(fixture.number("x.position") == 0)
    #expect(fixture.number("v:shown 'x'") == 0)
    #expect(fixture.number("v:shown 'y'") == 0)
  }

  @Test("Tracking several properties of which one is refused moves none") func tracking() throws {
    try fixture.run(Self.objects + "\nprint(failure(function() v:track { x = 5, y = 1e300 } end))")
    #expect(fixture.printed == ["t:4: y must be between −1e9 and 1e9"])
    #expect(fixture.number("v.x") == 0)
  }

  @Test("A stagger that fails in the middle leaves nothing, even where the timeline was sought meanwhile") func stagger() throws
  {
    try fixture.run(
      Self.objects + """

        w = segue.view(); t:play(); t:seek(0.1)
        print(failure(function()
          t:stagger(0.1, { w, segue.view(), 3 }, function(row) row.alpha = 0; t:seek(0.2) end, { duration = 5 })
        end))
        """)
    #expect(fixture.printed.count == 1 && fixture.printed[0].contains("attempt to index a number value"))
    #expect(fixture.number("t.duration") == 1)
    try fixture.play(to: 2)
    #expect(fixture.number("w:shown 'alpha'") == 1)
    #expect(fixture.number("v:shown 'x'") == 100)
    fixture.execute("w:to({ alpha = 0.5 }, { duration = 0.1 })")
    try fixture.play(for: 0.2)
    #expect(fixture.number("w:shown 'alpha'") == 0.5)
  }

  @Test("A stagger in rows spreads over the grid: the corners of 3 × 3 begin √2 steps after the middle") func grid() throws {
    try fixture.run(
      """
      local cells = {}
      for i = 1, 9 do cells[i] = segue.view() end
      t = segue.timeline(); t:stagger(1, cells, function(cell) cell.x = 1 end, { duration = 1, columns = 3, from = 'center' })
      e = segue.timeline(); e:stagger(1, cells, function(cell) cell.x = 1 end, { duration = 1, columns = 3, from = 'edges' })
      f = segue.timeline(); f:stagger(1, cells, function(cell) cell.x = 1 end, { duration = 1, columns = 3 })
      """)
    #expect(abs(fixture.number("t.duration") - 1 - 2.0.squareRoot()) < 1e-12)
    #expect(fixture.number("e.duration") == 2)
    #expect(abs(fixture.number("f.duration") - 1 - 8.0.squareRoot()) < 1e-12)
  }

  @Test("A center set together with a size is that of the size, moved and tracked") func center() throws {
    try fixture.run(
      """
      v = segue.view { frame = { 0, 0, 100, 100 } }
      v:to({ width = 200, center = { 100, 100 } }, { duration = 0.1 })
      w = segue.view { frame = { 0, 0, 100, 100 } }
      w:track { height = 50, center = { 100, 100 } }
      """)
    try fixture.play(to: 0.2)
    #expect(fixture.number("v.center.x") == 100)
    #expect(fixture.number("v.x") == 0)
    #expect(fixture.number("w.center.y") == 100)
    #expect(fixture.number("w.y") == 75)
  }

  @Test("The colors of a view made in sRGB mix code values, also in a timeline; those of others mix for the eye")
  func colorSpaces() throws {
    try fixture.run(
      """
      v = segue.view { color_space = 'srgb', background = '#ff0000', border_color = { 0, 1, 0 } }
      w = segue.view { background = '#ff0000' }
      for _, view in ipairs { v, w } do view:to({ background = '#0000ff' }, { duration = 1, timing = 'linear' }) end
      """)
    try fixture.play(to: 0.5)
    #expect(fixture.value("v:shown 'background'") == "#800080")
    #expect(fixture.value("w:shown 'background'") == "#8c53a2")
    #expect(fixture.value("v.background .. v.border_color") == "#0000ff#00ff00")
    #expect(fixture.number("v:velocity('background').r") == -1)
    #expect(fixture.number("v:velocity('background').a") == 0)
    #expect(fixture.value("v.color_space .. ' ' .. w.color_space") == "srgb oklab")
    fixture.execute("segue.stage(v)")
    try fixture.play(for: 0)
    var list = DisplayList(size: fixture.engine.stageSize)
    fixture.engine.write(into: &list)
    let boxes = list.operations.compactMap { operation -> PaintColor? in
      if case .box(_, _, let color) = operation { color } else { nil }
    }
    #expect(boxes.count == 1)
    #expect(abs(boxes[0].red - 0.5) < 1e-6 && boxes[0].green == 0 && abs(boxes[0].blue - 0.5) < 1e-6 && boxes[0].alpha == 1)
    try fixture.run(
      """
      v = segue.view { color_space = 'srgb', background = 'black' }
      t = segue.timeline(); t:add(0, function() v.background = 'white' end, { duration = 1, timing = 'linear' }); t:seek(0.5)
      """)
    #expect(fixture.value("v:shown 'background'") == "#808080")
    fixture.execute(
      "v:to({ background = 'black' }, { duration = 1, velocity = { background = { r = 2, g = 0, b = 0, a = 0 } } })")
    #expect(fixture.number("v:velocity('background').r") == 2)
  }

  @Test("A throw may wait for its turn, and the next one waits for it") func queuedThrow() throws {
    try fixture.run(
      """
      x = segue.value(0)
      local function log(name) return function(reason) print(name, reason, x.position) end end
      x:to(100, { duration = 1 }, log 'to')
      x:decay({ velocity = 100, policy = 'queue', bounds = { 0, 120 } }, log 'throw')
      x:to(0, { duration = 1, policy = 'queue' }, log 'back')
      """)
    fixture.printed = []
    try fixture.play(to: 0.5)
    #expect(abs(fixture.number("x.position") - 80.240338758486) < 1e-6)
    // 20 of the 49.9 that the throw would go: −ln(1 − 20/49.9)/2.004 s.
    try fixture.play(to: 1.25)
    #expect(fixture.printed == ["to\tfinished\t100.0"])
    try fixture.play(to: 1.275)
    #expect(fixture.printed == ["to\tfinished\t100.0", "throw\tfinished\t120.0"])
    try fixture.play(to: 2.3)
    #expect(fixture.printed.last == "back\tfinished\t0.0")
  }

  @Test("Of a view's throw that waits, what is set meanwhile is set; the rest is thrown") func queuedThrowOfView() throws {
    try fixture.run(
      """
      v = segue.view(); v:to({ x = 100 }, { duration = 1 })
      a = v:decay { x = { velocity = 50, policy = 'queue' }, y = { velocity = 20, policy = 'queue' } }
      """)
    try fixture.play(to: 0.5)
    #expect(fixture.number("v:shown 'y'") == 0)
    fixture.execute("v.y = 7")
    try fixture.play(to: 8)
    #expect(fixture.number("v.y") == 7)
    #expect(abs(fixture.number("v.x") - 124.95) < 1e-3)
    #expect(fixture.value("a.reason") == "finished")
  }

  @Test("Who finishes a motion that waits lets those behind it go on; finished at its start, it never was") func finishing()
    throws
  {
    try fixture.run(
      """
      x = segue.value(0); a = {}
      for i = 1, 3 do a[i] = x:to(i, { duration = 0.1, delay = 0.1 * i, policy = 'queue' }) end
      a[1]:finish()
      print(x.position, a[1].reason, a[2].state)
      y = segue.value(5); b = y:to(9, { delay = 1 }); b:finish 'start'
      print(y.position, b.reason)
      """)
    #expect(fixture.printed == ["1.0\tfinished\trunning", "5.0\tfinished"])
    try fixture.play(to: 2)
    #expect(fixture.value("a[2].reason .. a[3].reason") == "finishedfinished")
    #expect(fixture.number("x.position") == 3)
    #expect(fixture.number("y.position") == 5)
  }

  @Test("What repeats for ever and is turned round at its start is over there") func reversedAtStart() throws {
    try fixture.run("x = segue.value(3); a = x:to(5, { duration = 0.2, loops = math.huge }); a:reverse()")
    try fixture.play(to: 0.1)
    #expect(fixture.value("a.state .. a.reason") == "endedfinished")
    #expect(fixture.number("x.position") == 3)
  }

  @Test("A timeline continues with another curve over a share of its duration, and calls at the exact times") func continuing()
    throws
  {
    try fixture.run(
      """
      v = segue.view(); t = segue.timeline()
      t:add(0, function() v.x = 100 end, { duration = 2, timing = 'linear' })
      for _, place in ipairs { 0.25, 1, 2 } do
        t:call(place, function() print(string.format('%.6f %.6f', segue.clock.time, t.position)) end)
      end
      t:play()
      """)
    fixture.printed = []
    try fixture.play(to: 0.5)
    fixture.execute("t:continue { duration_factor = 0.5, timing = 'ease_in_quad' }")
    try fixture.play(to: 1)
    // A quarter of the way left, bent: 0.5 + 1.5·0.5².
    #expect(abs(fixture.number("t.position") - 0.875) < 1e-9)
    #expect(abs(fixture.number("t.progress") - 0.4375) < 1e-9)
    try fixture.play(to: 2)
    // A third of it is behind after √(1/3) s.
    #expect(fixture.printed == ["0.250000 0.250000", "1.077350 1.000000", "1.500000 2.000000"])
    #expect(fixture.value("t.state") == "ended")
  }

  @Test("Curves are written as CSS writes them: linear(), steps(), cubic-bezier()") func css() throws {
    try fixture.run(
      """
      x = segue.value(0); x:to(100, { duration = 1, timing = 'linear(0, 0.25 50%, 1)' })
      y = segue.value(0); y:to(100, { duration = 1, timing = 'steps(4, jump-none)' })
      z = segue.value(0); z:to(100, { duration = 1, timing = 'cubic-bezier(0, 0, 1, 1)' })
      """)
    try fixture.play(to: 0.5)
    #expect(abs(fixture.number("x.position") - 25) < 1e-9)
    #expect(abs(fixture.number("y.position") - 200.0 / 3) < 1e-9)
    #expect(abs(fixture.number("z.position") - 50) < 1e-5)
  }

  @Test("A scale is thrown by one number for both sides") func scale() throws {
    try fixture.run("v = segue.view(); v:decay { scale = { velocity = 3 } }")
    try fixture.play(to: 6)
    #expect(abs(fixture.number("v.scale_x") - 2.497) < 1e-3)
    #expect(fixture.number("v.scale_x") == fixture.number("v.scale_y"))
  }

  @Test("Many motions that wait, each for a value of its own, start in one go") func manyTurns() throws {
    try fixture.run(
      """
      values = {}; ended = 0
      for i = 1, 300 do
        values[i] = segue.value(0)
        values[i]:to(1, { duration = 0.1 })
        values[i]:to(2, { duration = 0.1, policy = 'queue' }, function() ended = ended + 1 end)
      end
      """)
    fixture.turnLimit = 10
    try fixture.play(to: 0.15)
    #expect(fixture.number("values[1].position") > 1)
    #expect(fixture.number("values[300].position") == fixture.number("values[1].position"))
    try fixture.play(to: 0.25)
    #expect(fixture.number("ended") == 300)
  }

  @Test("A throw that has bounced can be stopped, finished and taken over like any other") func bounced() throws {
    try fixture.run(
      """
      values, throws = {}, {}
      for i = 1, 3 do
        values[i] = segue.value(0)
        throws[i] = values[i]:decay { velocity = 1000, bounds = { 0, 100 }, bounce = true }
      end
      """)
    // It hits the bound after 0.11 s.
    try fixture.play(to: 0.15)
    #expect(fixture.number("values[1].position") > 100)
    fixture.execute("throws[1]:stop(); throws[2]:finish(); values[3]:to(0, { duration = 0.1 })")
    #expect(
      fixture.value("throws[1].reason .. ' ' .. throws[2].reason .. ' ' .. throws[3].reason")
        == "cancelled finished interrupted")
    #expect(fixture.number("values[1].position") > 100)
    #expect(fixture.number("values[2].position") == 100)
    try fixture.play(for: 0.2)
    #expect(fixture.number("values[3].position") == 0)
  }

  @Test("Timelines that would follow what they move themselves, by whatever way, are refused or leave it alone") func circles()
    throws
  {
    try fixture.run(
      """
      a, b = segue.value(0), segue.value(0)
      s, t, u = segue.timeline(), segue.timeline(), segue.timeline()
      s:add(0, function() a:set(1) end, { duration = 1 })
      t:add(0, function() b:set(1) end, { duration = 1 })
      s:follow(b, 0, 1)
      print(select(2, pcall(function() t:follow(a, 0, 1) end)))
      print(select(2, pcall(function() s:follow(a, 0, 1) end)))
      print(select(2, pcall(function() s:add(1, function() b:set(3) end) end)))
      """)
    #expect(
      fixture.printed == [
        "t:6: follow: the timeline moves what that value follows itself", "t:7: follow: the timeline moves that value itself",
        "t:8: the timeline cannot move the value that it follows",
      ])
    // Each alone is fine; the circle would come with the values that they take back.
    try fixture.run(
      """
      a, b = segue.value(0), segue.value(0)
      s, t = segue.timeline(), segue.timeline()
      s:add(0, function() a:set(1) end, { duration = 1, timing = 'linear' })
      t:add(0, function() b:set(1) end, { duration = 1, timing = 'linear' })
      s:follow(b, 0, 1); a:set(0)
      t:follow(a, 0, 1); s:seek(0.5); t:seek(0.25)
      """)
    try fixture.play(for: 0.5)
    #expect((0...1).contains(fixture.number("a.position")) && (0...1).contains(fixture.number("b.position")))
  }

  @Test("An endless repeat of nothing is refused at once, also where it would wait for its turn or its delay")
  func endlessNothing() throws {
    try fixture.run(
      """
      x = segue.value(0); x:to(100, { duration = 1 })
      for _, options in ipairs { { policy = 'queue' }, { delay = 1 } } do
        options.loops, options.duration = math.huge, 0
        print(select(2, pcall(x.to, x, 5, options)))
        options.duration, options.rate = 1, -1
        print(select(2, pcall(x.to, x, 5, options)))
      end
      """)
    let (nothing, backward) = (
      "loops: a motion without a duration cannot be repeated for ever",
      "rate: what repeats for ever has no end to play backward from"
    )
    #expect(fixture.printed == [nothing, backward, nothing, backward])
    try fixture.play(to: 3)
    #expect(fixture.errors.isEmpty)
    #expect(fixture.number("x.position") == 100)
  }

  @Test("A scale of which only y is given is refused") func halfScale() throws {
    try fixture.run("v = segue.view(); print(select(2, pcall(function() v.scale = { y = 2 } end)))")
    #expect(fixture.printed == ["t:1: scale expected a number, or numbers { x, y }; x is missing"])
    #expect(fixture.number("v.scale_x") == 1)
  }

  @Test("What a function of a timeline starts is written and over; where it fails, nothing of it is left") func startedInside()
    throws
  {
    try fixture.run(
      """
      v, w = segue.view(), segue.view()
      t = segue.timeline()
      t:add(0, function() a = v:to({ x = 10 }, { duration = 1 }, function(reason) print(reason) end); v.y = 5 end, { duration = 2 })
      print(pcall(t.add, t, 0.5, function()
        b = v:to({ x = 99 }, { duration = 9 }, function(reason) print('failed', reason) end); w:to({ x = 1 })
        pcall(t.add, t, 0, function() v.y = 77; w.y = 77 end); error 'no'
      end))
      t:add(0.5, function() pcall(t.add, t, 0, function() w:to({ z = 3 }); error 'inner' end); v.alpha = 0 end, { duration = 1 })
      print(a.state, a.reason, b.reason, t.duration)
      """)
    try fixture.play(for: 0.1)
    #expect(fixture.printed == ["false\tt:6: no", "ended\tfinished\tcancelled\t2.0", "finished", "failed\tcancelled"])
    fixture.execute("t:finish()")
    try fixture.play(for: 3)
    #expect(fixture.value("table.concat({ v.x, v.y, v.alpha, w.x, w.y, w.z }, ' ')") == "10.0 5.0 0.0 0.0 0.0 0.0")
  }
}
