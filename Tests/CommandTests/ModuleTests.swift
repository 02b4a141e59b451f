import Foundation
import Testing

/// segue.so in the stock interpreter, which has no room for a sanitizer.
@Suite("segue.so", .enabled(if: ABIProgram.librarySuitsPrograms)) struct ModuleTests {
  @Test("lua5.4 requires segue.so, makes values and gets errors that name its own file")
  func stock() throws {
    let folder = try Repository.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try """
    local segue = require 'segue'
    local x = segue.value(3) x:set(4)
    print(segue.version, x.position, segue.clock.time)
    print(select(2, pcall(function() return segue.animat end)))
    print(select(2, pcall(function() x.positon = 3 end)))
    print(select(2, pcall(segue.sleep, 1)))
    print(select(2, pcall(function() sleep(1) end)))
    local v = segue.view { segue.view { id = 'a' } } print(v:find 'a'.id)
    """.write(to: folder.appending(path: "t.lua"), atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "segue.so"), withDestinationURL: Repository.products.appending(path: "libsegue-lua.so"))
    let outcome = try Repository.run("/bin/sh", ["-c", "LUA_CPATH='./?.so' lua5.4 t.lua"], in: folder)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n")
    try #require(lines.count == 6, "\(outcome.output)")
    #expect(lines[0] == "0.1.0\t4.0\t0.0")
    #expect(lines[1] == "t.lua:4: segue: unknown field \"animat\", did you mean \"animate\"?")
    #expect(lines[2] == "t.lua:5: value: unknown field \"positon\", did you mean \"position\"?")
    #expect(lines[3].hasSuffix("sleep must run inside a task: wrap the code in segue.task(function() ... end)"))
    #expect(lines[4] == "t.lua:7: attempt to call a nil value (global 'sleep')" && lines[5] == "a")
  }
}
