import Testing

@testable import Segue
@testable import SegueLua

@Suite("Lua: what authors do wrong", .serialized) struct AreaMistakeTests {
  @Test(
    "The message names the place and what is wrong",
    arguments: [
      (
        "segue.view { frame = { 0, 0, 1, 'x' } }",
        "segue.view: frame expected numbers { x, y, width, height }, got a table whose [4] is a string"
      ),
      (
        "segue.view { frame = { 0, 0, 0/0, 1 } }",
        "segue.view: frame expected numbers { x, y, width, height }, got a table whose [3] is not finite"
      ),
      (
        "segue.view { frame = { 1, 2, 3, 4, 5 } }",
        "segue.view: frame expected numbers { x, y, width, height }, got a table with [5]"
      ),
      (
        "segue.view { frame = { 1, 2, 3, 4, z = 5 } }",
        "segue.view: frame expected numbers { x, y, width, height }, got a table with z"
      ),
      (
        "segue.view { frame = { 1, 2, 3, 4, x = 5 } }",
        "segue.view: frame expected numbers { x, y, width, height }, got a table that gives x twice"
      ),
      ("segue.view():on('pan', print, print)", "view:on: options expected a table of options, got a function"),
      ("segue.screen { kind = '', view = segue.view() }", "screen: kind expected a name, got an empty string"),
      (
        "segue.transition { from = {}, to = 'b', animate = print }",
        "segue.transition: from expected a kind of screen or \"*\", got an empty list"
      ),
      (
        "segue.transition { from = 'a', to = { 'b', '' }, animate = print }",
        "segue.transition: to expected a kind of screen or \"*\", got an empty string"
      ),
      ("setmetatable(segue.view(), {})", "bad argument #1 to 'setmetatable' (table expected, got segue.view)"),
      ("setmetatable({}, 3)", "bad argument #2 to 'setmetatable' (nil or table expected, got number)"),
      ("setmetatable(setmetatable({}, { __metatable = 1 }), {})", "cannot change a protected metatable"),
      ("table.concat { {} }", "invalid value (table) at index 1 in table for 'concat'"),
      ("coroutine.wrap(function() error 'inside' end)()", "inside"),
      ("error()", "(error object is a nil value)"),
      ("error {}", "(error object is a table value)"),
      ("local t = {} for i = 1, 1e9 do t[i] = i end", "not enough memory"),
    ]) func place(_ text: String, _ message: String) throws
  {
    #expect(try AreaFixture().failure(text) == "t:1: " + message)
  }

  @Test("A message of 4 MB is cut at 4000 bytes")
  func longMessage() throws {
    #expect(try AreaFixture().failure("error(('é'):rep(2000000), 0)").utf8.count == 4000)
  }

  @Test("A recursion without end is told in a moment, by its innermost levels")
  func recursion() throws {
    let area = try AreaFixture(memoryLimit: 256 << 20)
    var error: ScriptError?
    let spent = ContinuousClock().measure {
      do { try area.run("local function f() return f() + 1 end\nf()") } catch let thrown as ScriptError { error = thrown } catch
      {}
    }
    #expect(error?.message == "t:1: stack overflow")
    let lines = error?.traceback.split(separator: "\n") ?? []
    #expect(lines.count == 14 && lines.last == "\t...\t(more than 200 levels)")
    // Looking for the other end of 200 000 levels took seconds.
    #expect(spent < .seconds(2))
  }

  @Test("An on_progress that fails is told once a run, and the run goes on")
  func progress() throws {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + """
        segue.transition { name = 'bad', from = 'list', to = 'photo', duration = 0.5, on_progress = function() error 'P' end }
        nav:push(photo)
        """)
    try area.play(to: 1)
    #expect(area.errors.count == 1 && area.errors[0].contains("P"))
    _ = area.value("nav:pop()")
    try area.play(to: 2)
    #expect(area.errors.count == 2)
    #expect(area.engine.runs.isEmpty && (area.engine.stageRoot as? Navigation)?.stack.map(\.kind) == ["list"])
  }

  @Test("A gesture that the system takes away settles its run once, also when its handler rolls it back itself")
  func settlesOnce() throws {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + """
        segue.transition { from = 'list', to = 'photo', duration = 0.5, animate = function(run)
          segue.animate(0.5, function() run.to.view.alpha = 0.5 end) end,
          on_settle = function(run, finishing) print('settle', finishing) end }
        nav:push(photo, { animated = false })
        local held
        photo.view:on('pan', function(g)
          if g.state == 'began' then held = segue.interaction() nav:pop { interaction = held }
          elseif g.state == 'changed' then held:update(g.translation.x / 400)
          else held:cancel() end
        end)
        """)
    area.touch([(0.1, 50, 400), (0.2, 150, 400), (0.3, 250, 400), (0.4, 250, 400)], ends: .cancel)
    try area.play(to: 2)
    #expect(area.printed == ["settle\tfalse"])
    #expect((area.engine.stageRoot as? Navigation)?.stack.map(\.kind) == ["list", "photo.full"])
  }
}
