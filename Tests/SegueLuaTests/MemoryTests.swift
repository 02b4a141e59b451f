import Testing

@testable import LuaHost
@testable import SegueLua

@Suite("Memory") struct MemoryTests {
  static let script = """
    local segue = require 'segue'
    local part = segue.box{ frame = {0,0,9,1}, id = 'part' }
    local b = segue.box{ frame = {0,0,1,1}, part, done = function() return part end }
    b:to(3, { spring = { ratio = 0.5 } }, function() end)
    b.width = b.width + b.scale.x
    pcall(segue.raise, 'text ' .. tostring(b))
    pcall(function() return b.widht end)
    local e = segue.event()
    segue.ask(function(x) return 'answer', { 1, 2 }, b end)
    segue.keys{ a = 1, b = 2 }
    segue.task(function() sleep(1) e = await(b) end)
    sleep(2)
    print(e)
    """

  @Test("Whichever allocation fails, the state stays usable", arguments: 0..<8)
  func failEach(_ part: UInt64) throws {
    let fixture = try Fixture()
    try fixture.host.load(text: Self.script, name: "t")
    var failures = 0
    for n in stride(from: part + 1, to: 1200, by: 8) {
      let memory = fixture.host.memory
      memory.pointee.fail_from = memory.pointee.allocations + n - 1
      memory.pointee.fail_every = 1
      do { try fixture.host.load(text: Self.script, name: "t") } catch { failures += 1 }
      fixture.wakeAll([.string("finished")])
      memory.pointee.fail_every = 0
    }
    #expect(failures > 10)
    #expect(try fixture.output("print(require 'segue'.sum{1, 2})") == ["3.0"])
    fixture.wakeAll()
    #expect(fixture.bridge.tasks.isEmpty)
  }

  @Test("Every n-th allocation failing does no harm", arguments: [2, 3, 5, 7, 11, 23, 50, 101])
  func failEveryNth(_ n: UInt64) throws {
    let fixture = try Fixture()
    for _ in 0..<20 {
      fixture.host.memory.pointee.fail_from = fixture.host.memory.pointee.allocations
      fixture.host.memory.pointee.fail_every = n
      try? fixture.host.load(text: Self.script, name: "t")
      fixture.wakeAll([.string("finished")])
      fixture.host.memory.pointee.fail_every = 0
      #expect(try fixture.output("print(1 + 1)") == ["2"])
    }
  }

  @Test("Opening a host survives any failing allocation")
  func failOpening() throws {
    for limit in stride(from: 0, to: 120_000, by: 997) {
      _ = try? LuaHost(memoryLimit: max(limit, 1)) { bridge throws(ScriptError) in try bridge.open(laboratoryTables()) }
    }
    #expect(try Fixture().output("print(2)") == ["2"])
  }

  @Test(
    "Memory bombs end in an error and leave the state usable",
    arguments: [
      "local t = {} for i = 1, 1e9 do t[i] = i end",
      "local s = 'x' while true do s = s .. s end",
      "local t = {} while true do t = { t, ('y'):rep(100000) } end",
    ]) func bombs(_ script: String) throws
  {
    let fixture = try Fixture(memoryLimit: 16 << 20)
    #expect(fixture.failure(script)?.contains("not enough memory") == true)
    #expect(try fixture.output("print(1)") == ["1"])
    #expect(fixture.host.memoryUsed < 16 << 20)
  }
}
