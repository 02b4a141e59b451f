import Glibc
import Testing

@Suite("Lua: the module under the stock interpreter") struct AreaModuleTests {
  @Test("lua5.4 requires segue.so, makes values and gets errors that name its own file")
  func stock() throws {
    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let directory = "/tmp/segue-module-\(getpid())"
    let script = """
      local segue = require 'segue'
      local x = segue.value(3) x:set(4)
      print(segue.version, x.position, segue.clock.time)
      print(select(2, pcall(function() return segue.animat end)))
      print(select(2, pcall(function() x.positon = 3 end)))
      print(select(2, pcall(segue.sleep, 1)))
      print(select(2, pcall(function() sleep(1) end)))
      local v = segue.view { segue.view { id = 'a' } } print(v:find 'a'.id)
      """
    mkdir(directory, 0o700)
    let file = try #require(fopen(directory + "/t.lua", "w"))
    fputs(script, file)
    fclose(file)
    defer { for name in ["t.lua", "segue.so", ""] { remove(directory + "/" + name) } }
    #expect(symlink(root + "/.build/debug/libsegue-lua.so", directory + "/segue.so") == 0)
    let pipe = try #require(popen("cd \(directory) && LUA_CPATH='./?.so' lua5.4 t.lua 2>&1", "r"))
    var lines: [String] = []
    var buffer = [CChar](repeating: 0, count: 1024)
    while fgets(&buffer, Int32(buffer.count), pipe) != nil {
      let bytes = buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
      lines.append(String(decoding: bytes, as: UTF8.self))
    }
    #expect(pclose(pipe) == 0)
    #expect(lines.count == 6, "\(lines)")
    guard lines.count == 6 else { return }
    #expect(lines[0] == "0.1.0\t4.0\t0.0")
    #expect(lines[1] == "t.lua:4: segue: unknown field \"animat\", did you mean \"animate\"?")
    #expect(lines[2] == "t.lua:5: value: unknown field \"positon\", did you mean \"position\"?")
    #expect(lines[3].hasSuffix("sleep must run inside a task: wrap the code in segue.task(function() ... end)"))
    #expect(lines[4] == "t.lua:7: attempt to call a nil value (global 'sleep')" && lines[5] == "a")
  }
}
