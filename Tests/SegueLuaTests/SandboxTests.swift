import Glibc
import Testing

@testable import LuaHost
@testable import SegueLua

@Suite("Sandbox", .serialized) struct SandboxTests {
  @Test(
    "What is not on the list is not there",
    arguments: [
      "io", "package", "debug", "dofile", "loadfile", "collectgarbage", "os.execute", "os.exit", "os.getenv", "os.remove",
      "os.rename",
      "os.tmpname", "os.setlocale", "string.dump", "('x').dump", "loadstring", "warn",
    ]) func absent(_ expression: String) throws
  {
    #expect(try Fixture().output("print(\(expression))") == ["nil"])
  }

  @Test(
    "Ways out are closed",
    arguments: [
      ("getmetatable('').__index.rep = nil", "attempt to index a nil value"),
      ("getmetatable('').x = 1", "attempt to index a string value"),
      ("setmetatable({}, { __gc = function() end })", "setmetatable: __gc is not available to scripts"),
      ("assert(load('\\27Lua'))", "attempt to load a binary chunk (mode is 't')"),
      ("assert(load('\\27Lua', 'x', 'b'))", "attempt to load a binary chunk (mode is 't')"),
      ("('').rep('', 1 << 50)", "string.rep: the result would be longer than 64 MiB"),
      ("('xx'):rep(1 << 40)", "string.rep: the result would be longer than 64 MiB"),
      ("table.move({}, 1, 1 << 50, 2)", "table.move: more than 10000000 elements"),
      ("table.concat({}, '', 1, 1 << 50)", "table.concat: more than 10000000 elements"),
      ("setmetatable(require 'segue', {})", "cannot change a protected metatable"),
      ("require 'segue.box'", "is not a file, only \"segue\" can be required"),
    ]) func closed(_ script: String, _ message: String) throws
  {
    let failure = try Fixture().failure(script)
    #expect(
      failure?.contains(message) == true
        || (message.hasPrefix("attempt to index") && failure?.contains("attempt to index") == true), "\(failure ?? "no error")")
  }

  @Test("load compiles text with the script's globals, each generation has its own, and string methods cannot be replaced")
  func environments() throws {
    let fixture = try Fixture()
    #expect(
      try fixture.output(
        "y = 4; print(load('return y')(), load('return z', 'c', 't', { z = 5 })(), (load(function() return nil end)))")[0]
        .hasPrefix("4\t5\tfunction"))
    #expect(try fixture.output("print(y); string.upper = nil; table.insert = nil") == ["nil"])
    #expect(
      try fixture.output("print(('a'):upper(), string.upper('b'), table.insert ~= nil, _G._G == _G)") == ["A\tB\ttrue\ttrue"])
  }

  @Test(
    "Runaway scripts of every form are stopped within the limit",
    arguments: [
      "while true do end",
      "while true do pcall(function() while true do end end) end",
      "repeat local ok = pcall(error) until false",
      "coroutine.wrap(function() while true do end end)()",
      "local co = coroutine.create(function() while true do end end) while true do coroutine.resume(co) end",
      "while true do pcall(coroutine.wrap(function() while true do end end)) end",
      "xpcall(function() while true do end end, function() while true do end end)",
      "xpcall(error, function() while true do end end)",
      "table.sort({3, 2, 1}, function() while true do end end)",
      "while true do pcall(table.sort, {3, 2, 1}, function() while true do end end) end",
      "('x'):gsub('x', function() while true do end end)",
      "local t = setmetatable({}, { __index = function() while true do end end }) return t.x",
      "local t = setmetatable({}, { __tostring = function() while true do end end }) error(t)",
      "local c <close> = setmetatable({}, { __close = function() while true do end end })",
      "local c <close> = setmetatable({}, { __close = function() while true do end end }) table.sort({2, 1}, function() while true do end end)",
      "local c <close> = setmetatable({}, { __close = function() while true do end end }) while true do end",
      "local f = coroutine.wrap(function() local c <close> = setmetatable({}, { __close = function() while true do end end }) while true do end end) while true do pcall(f) end",
      "require 'segue'.ask(function() while true do end end)",
      "while true do pcall(require 'segue'.ask, function() while true do end end) end",
      "for i in function() while true do end end do end",
      "load(function() while true do end end)",
      "local function f() return f() end f()",
      "goto a ::a:: goto a",
    ]) func runaway(_ script: String) throws
  {
    let fixture = try Fixture()
    try fixture.host.load(text: "go = function() \(script)\n end", name: "t")
    let begin = seconds()
    var end: TaskEnd?
    let chunk = fixture.host
    chunk.withLimit(0.05) { _ = chunk.evaluateUnlimited("go()") { end = $0 } }
    let took = seconds() - begin
    guard case .failed(let error) = end else { throw ScriptError("it ended otherwise") }
    #expect(
      error.message.contains("stopped: the script ran for more than 50 ms") || error.message.contains("text could not be made"),
      "\(error.message)")
    #expect(took > 0.03 && took < 0.4, "\(took) s")
    #expect(try fixture.output("print(1)") == ["1"])
  }

  @Test("A stop names the line; a limit inside a limit pauses the outer one; the turn after starts afresh")
  func limits() throws {
    let fixture = try Fixture()
    let host = fixture.host
    try host.load(text: "function spin()\n  while true do end\nend", name: "t")
    var messages: [String] = []
    let note: (TaskEnd) -> Void = {
      if case .failed(let error) = $0 { messages.append(error.message) } else { messages.append("ended") }
    }
    host.withLimit(0.05) {
      host.withLimit(0.02) { _ = host.evaluateUnlimited("spin()", onEnd: note) }
      _ = host.evaluateUnlimited("return 1", onEnd: note)
      _ = host.evaluateUnlimited("pcall(spin)", onEnd: note)
      _ = host.evaluateUnlimited("return 2", onEnd: note)
    }
    #expect(
      messages == [
        "t:2: stopped: the script ran for more than 20 ms without waiting", "ended",
        "t:2: stopped: the script ran for more than 50 ms without waiting", "ended",
      ])
  }

  @Test("A script that is stopped runs its closing handlers")
  func closesWhenStopped() throws {
    let fixture = try Fixture()
    try fixture.host.load(
      text:
        "function go() local c <close> = setmetatable({}, { __close = function() print 'closed' end }) while true do end end",
      name: "t")
    fixture.host.withLimit(0.02) { _ = fixture.host.evaluateUnlimited("go()") { _ in } }
    #expect(fixture.lab.printed == ["closed"])
  }

  private func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
