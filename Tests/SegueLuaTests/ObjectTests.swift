import Testing

@testable import LuaHost
@testable import SegueLua

@Suite("Objects") struct ObjectTests {
  private func dropped(_ fixture: Fixture) -> Int {
    var count = 0
    while fixture.bridge.nextDropped() != nil { count += 1 }
    return count
  }

  @Test("Ten thousand objects whose callbacks capture them are all collected")
  func cycles() throws {
    let fixture = try Fixture()
    _ = try fixture.output(
      """
      local segue = require 'segue'
      for i = 1, 10000 do
        local b; b = segue.box{ frame = {0,0,1,1}, done = function() return b.width end }
        b:to(3, function() return b end)
      end
      """)
    fixture.host.collectGarbage()
    #expect(dropped(fixture) == 10000)
    #expect(dropped(fixture) == 0)
  }

  @Test("An anchored object keeps its callback and its parts; let go, all of it is collected")
  func anchors() throws {
    let fixture = try Fixture()
    _ = try fixture.output(
      """
      local segue = require 'segue'
      local part = segue.box{ frame = {0,0,9,1} }
      segue.box{ frame = {0,0,1,1}, part, done = function() print 'called' end }:anchor()
      """)
    fixture.host.collectGarbage()
    #expect(dropped(fixture) == 0)
    let (bits, callback) = try #require(fixture.lab.callbacks.first)
    fixture.bridge.start(callback)
    #expect(fixture.lab.printed == ["called"])
    fixture.bridge.unanchor(Object(.box, bits: bits))
    fixture.host.collectGarbage()
    #expect(dropped(fixture) == 2)
    #expect(fixture.bridge.start(callback) == nil)
  }

  @Test("An object that was collected and handed out anew is not reported as dropped")
  func revived() throws {
    let fixture = try Fixture()
    let object = Object(.box, bits: 1 << 32 | 77)
    try fixture.bridge.adopt(object)
    fixture.host.collectGarbage()
    try fixture.bridge.adopt(object, anchored: true)
    fixture.bridge.setNote(5, of: object)
    #expect(fixture.bridge.note(of: object) == 5)
    #expect(dropped(fixture) == 0)
    fixture.bridge.unanchor(object)
    fixture.host.collectGarbage()
    #expect(dropped(fixture) == 1)
    #expect(fixture.bridge.note(of: object) == 0)
  }

  @Test("A stale handle is an error that says so")
  func stale() throws {
    let fixture = try Fixture()
    _ = try fixture.output("b = require 'segue'.box{ frame = {0,0,1,1} } task = function() print(b.width) end")
    fixture.lab.width = [:]
    var end: TaskEnd?
    _ = fixture.host.evaluate("b.width") { end = $0 }
    guard case .failed(let error) = end else { throw ScriptError("no error") }
    #expect(error.message == "repl:1: box has been released")
  }

  @Test("A plain table that was stored can be written without running a script")
  func writeField() throws {
    let lab = Laboratory()
    let keep = ClassTable(
      "keep", 42, single: true,
      methods: [
        Method("it", [.table("table")]) { call throws(ScriptError) in
          Laboratory.of(call.bridge).callbacks[0] = try call.store(call[0], owner: .root)
        }
      ])
    let host = try LuaHost(module: 42) { bridge throws(ScriptError) in try bridge.open([keep]) }
    host.bridge.companion = lab
    try host.load(text: "t = setmetatable({}, { __newindex = error }); require 'keep'.it(t)")
    let table = try #require(lab.callbacks[0])
    #expect(host.bridge.write(2.5, to: "x", of: table))
    var result: [Value] = []
    _ = host.evaluate("t.x") { if case .finished(let values) = $0 { result = values } }
    #expect(result == [.number(2.5)])
  }

  @Test("A state that closes lets its bridge go, and with it all that the bridge holds")
  func closing() throws {
    weak var bridge: LuaBridge?
    var closed = 0
    do {
      let fixture = try Fixture()
      bridge = fixture.bridge
      fixture.bridge.onClose = { closed += 1 }
      _ = try fixture.output("b = require 'segue'.box{ frame = {0,0,1,1} } sleep(5)")
    }
    #expect(closed == 1)
    #expect(bridge == nil)
  }
}
