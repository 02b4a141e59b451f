// What `require "segue"` runs.

import CLua
import CSegueModule
import Segue
import SegueLua

/// Opens an engine of its own for a state. The state holds it until it closes.
// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func segue_module_open(_ lua: UnsafeMutablePointer<lua_State>?) -> CInt {
  guard let lua else { return -1 }
  do {
    let bridge = try LuaBridge(lua, area: Area(engine: Engine()))
    bridge.report = { report in
      writeToStandardError("segue: \(report.kind): \(report.error.message)\n\(report.error.traceback)\n")
    }
    try openSegue(bridge)
    try bridge.pushModule(.module, on: lua)
    return 1
  } catch {
    return -1
  }
}
