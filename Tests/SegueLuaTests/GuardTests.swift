import Glibc
import Testing

@testable import LuaHost

@Suite("Guard") struct GuardTests {
  @Test("Every function of Lua's headers is listed as raising or as safe")
  func complete() throws {
    let source = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let guardText = String(decoding: try #require(contents(openFile("/\(source)/Sources/CLua/include/guard.h"))), as: UTF8.self)
    var listed: Set<Substring> = []
    for line in guardText.split(separator: "\n") {
      if let match = line.firstMatch(of: /CLUA_RAISES\((\w+)\);/) { listed.insert(match.1) }
      if line.contains("SAFE") { for name in line.matches(of: /luaL?_\w+/) { listed.insert(name.output) } }
    }
    var seen = 0
    for header in ["lua.h", "lauxlib.h", "lualib.h"] {
      let paths = ["/usr/include/lua5.4/", "/usr/include/"].map { $0 + header }
      let text = String(decoding: try #require(paths.lazy.compactMap { contents(openFile($0)) }.first), as: UTF8.self)
      let declarations = text.split(separator: "LUA").compactMap { $0.firstMatch(of: /\(\s*(lua\w*_[a-z]\w*)\s*\)\s*\(/)?.1 }
      for name in declarations {
        seen += 1
        #expect(listed.contains(name), "\(name) of \(header) is in neither list")
      }
    }
    #expect(seen > 130)
  }
}
