import Testing

@testable import LuaHost
@testable import SegueLua

@Suite("Tasks") struct TaskTests {
  @Test("A task sleeps, wakes with the wait's results and ends")
  func sleepAndWake() throws {
    let fixture = try Fixture()
    let printed = try fixture.output(
      """
      local segue = require 'segue'
      t = segue.task(function()
        print(select('#', sleep(1)))
        print(await(segue.box{ frame = {0,0,1,1} }))
      end)
      print(t.running)
      """)
    #expect(printed == ["true"])
    #expect(fixture.lab.sleepers.map(\.wait) == [.seconds(1)])
    fixture.wakeAll()
    guard case .objects(let objects) = fixture.lab.sleepers.first?.wait else { throw ScriptError("no wait") }
    #expect(objects.map(\.classID) == [.box])
    fixture.wakeAll([.string("finished"), .number(2)])
    #expect(fixture.lab.printed == ["true", "0", "finished\t2.0"])
    #expect(fixture.bridge.tasks.isEmpty)
  }

  @Test("The main chunk may wait, across pcall, metamethods, iterators and closing variables")
  func yieldEverywhere() throws {
    let fixture = try Fixture()
    _ = try fixture.output(
      """
      local m = setmetatable({}, { __index = function(_, k) sleep(1) return k .. '!' end, __add = function() sleep(2) return 7 end })
      print(pcall(function() sleep(3); error('e', 0) end))
      print(m.key, m + 1)
      for i in function(_, i) sleep(4); if i < 2 then return i + 1 end end, nil, 0 do print(i) end
      do local c <close> = setmetatable({}, { __close = function() sleep(5); print 'closed' end }) end
      """)
    for _ in 0..<8 { fixture.wakeAll() }
    #expect(fixture.lab.printed == ["false\te", "key!\t7", "1", "2", "closed"])
    #expect(fixture.lab.sleepers.isEmpty)
  }

  @Test("Cancelling runs closing handlers, and an error in one is reported")
  func cancel() throws {
    let fixture = try Fixture()
    _ = try fixture.output(
      """
      local segue = require 'segue'
      local t = segue.task(function()
        local c <close> = setmetatable({}, { __close = function() print 'closed' end })
        sleep(1)
        print 'never'
      end)
      t:cancel(); t:cancel()
      print(t.running)
      segue.task(function()
        local c <close> = setmetatable({}, { __close = function() error 'in close' end })
        sleep(1)
      end):cancel()
      """)
    #expect(fixture.lab.printed == ["closed", "false"])
    #expect(fixture.lab.reports.map(\.error.message) == ["t:10: in close"])
    fixture.wakeAll()
    #expect(fixture.lab.printed == ["closed", "false"])
  }

  @Test("A task that cancels itself ends at its next wait")
  func cancelSelf() throws {
    let fixture = try Fixture()
    let printed = try fixture.output(
      "local segue = require 'segue'; local t; t = segue.task(function() sleep(1); t:cancel(); print 'on'; sleep(1); print 'off' end)"
    )
    #expect(printed.isEmpty)
    fixture.wakeAll()
    #expect(fixture.lab.printed == ["on"])
    #expect(fixture.lab.reports.isEmpty && fixture.bridge.tasks.isEmpty)
  }

  @Test(
    "Where waiting is impossible the message says why",
    arguments: [
      (
        "coroutine.wrap(function() sleep(1) end)()",
        "sleep must run inside a task: wrap the code in segue.task(function() ... end)"
      ),
      (
        "table.sort({1, 2}, function() sleep(1) end)",
        "sleep cannot wait here: a C function (table.sort, string.gsub, require, ...) is on the call stack"
      ),
      ("require 'segue'.ask(function() sleep(1) end)", "timing must answer at once: it cannot wait"),
      ("coroutine.yield()", "coroutine.yield cannot leave a task: wait with sleep or await"),
      ("sleep(-1)", "sleep: seconds must not be negative"),
      ("await(3)", "segue.await: argument expected a task or a box, got a number 3"),
      ("await()", "segue.await: argument expected a task or a box, got nothing"),
    ]) func cannotWait(_ script: String, _ message: String) throws
  {
    let failure = try Fixture().failure(script)
    #expect(failure?.hasPrefix("t:1: ") == true)
    #expect(failure?.hasSuffix(message) == true, "\(failure ?? "no error")")
  }

  @Test("An uncaught error is reported with message, place and traceback; other objects by their text")
  func reports() throws {
    let fixture = try Fixture()
    _ = try fixture.output(
      """
      local segue = require 'segue'
      segue.task(function() local function inner() error 'deep' end inner() end)
      segue.task(function() error(setmetatable({}, { __tostring = function() return 'an object' end })) end)
      segue.task(function() error({}) end)
      segue.task(function() error(setmetatable({}, { __tostring = function() error 'again' end })) end)
      segue.task(function() segue.raise 'from Swift' end)
      """)
    #expect(
      fixture.lab.reports.map(\.error.message) == [
        "t:2: deep", "an object", "t:4: (error object is a table value)", "an error whose text could not be made",
        "t:6: from Swift",
      ])
    #expect(
      fixture.lab.reports[0].error.traceback.contains("in upvalue 'inner'")
        || fixture.lab.reports[0].error.traceback.contains("in local 'inner'"))
  }

  @Test("Errors raised over Swift calls a thousand times leak no object of theirs")
  func noLeaks() throws {
    let fixture = try Fixture()
    let printed = try fixture.output(
      """
      local segue = require 'segue'
      local failed = 0
      for i = 1, 1000 do
        if not pcall(segue.raise, 'x') then failed = failed + 1 end
        if not pcall(segue.ask, function() error 'x' end) then failed = failed + 1 end
        if not pcall(segue.ask, function() segue.raise 'y' end) then failed = failed + 1 end
      end
      print(failed, segue.ask(function(x) return x * 2, 'two', nil, {3, 4} end))
      """)
    #expect(printed.first?.hasPrefix("3000\t4.0\ttwo\tnil\ttable") == true)
    #expect(fixture.lab.alive == 0)
    #expect(fixture.bridge.tasks.isEmpty)
    #expect(fixture.lab.reports.isEmpty)
  }

  @Test("Deep nesting of asks ends in an error, not in a crash")
  func deep() throws {
    let message = try Fixture().failure("local segue = require 'segue'; local function f() return segue.ask(f) end f()")
    #expect(message?.contains("C stack overflow") == true, "\(message ?? "none")")
  }

  @Test("A new generation cancels the old one's tasks and callbacks; a failed one leaves all as it was")
  func generations() throws {
    let fixture = try Fixture()
    let script = { (name: String) in
      """
      local segue = require 'segue'
      b = segue.box{ frame = {0,0,1,1}, done = function() print('done \(name)') end }
      b:anchor()
      segue.task(function() local c <close> = setmetatable({}, { __close = function() print('closed \(name)') end }) sleep(1) print('\(name)') end)
      """
    }
    _ = try fixture.output(script("old"))
    let old = try #require(fixture.lab.callbacks.values.first)
    #expect(fixture.failure(script("broken") + "\nerror 'stop'") == "t:5: stop")
    #expect(fixture.lab.printed == ["closed broken"])
    fixture.bridge.start(old)
    #expect(fixture.lab.printed.last == "done old")
    try fixture.host.load(text: script("new"), name: "t")
    #expect(fixture.lab.printed == ["closed broken", "done old", "closed old"])
    #expect(fixture.bridge.start(old) == nil)
    #expect(try fixture.bridge.ask(old, kind: "done") == nil)
    fixture.wakeAll()
    #expect(fixture.lab.printed == ["closed broken", "done old", "closed old", "new", "closed new"])
  }

  @Test("A line is an expression, a statement or incomplete, and sees the script's globals")
  func evaluate() throws {
    let fixture = try Fixture()
    try fixture.host.load(text: "x = 20", name: "t")
    var results: [Value] = []
    let keep: (TaskEnd) -> Void = { if case .finished(let values) = $0 { results = values } }
    guard case .started = fixture.host.evaluate("x + 1", onEnd: keep) else { throw ScriptError("not started") }
    #expect(results == [.integer(21)])
    guard case .incomplete = fixture.host.evaluate("1 +", onEnd: keep) else { throw ScriptError("not incomplete") }
    guard case .incomplete = fixture.host.evaluate("for i = 1, 2 do", onEnd: keep) else { throw ScriptError("not incomplete") }
    guard case .failed(let error) = fixture.host.evaluate("x x", onEnd: keep) else { throw ScriptError("not failed") }
    #expect(error.message == "repl:1: syntax error near 'x'")
  }
}
