// A lua_State of our own: capped memory, a sandbox for each loading of a script, limits on running time.

import CLua
import CPlatform
import Glibc
import Segue
import SegueLua

/// Owns a `lua_State` and loads scripts into it, each loading as a new generation that replaces the last one only if it
/// succeeds.
///
/// The limits guard against mistakes, not against malice.
public final class LuaHost {
  /// Most memory that scripts may use, bytes.
  public static let defaultMemoryLimit = 256 << 20
  /// Longest that a script may run while it loads, seconds of processor time.
  public static let loadLimit = 1.0
  /// Longest that all of a script's code may run in one turn of the loop, seconds of processor time.
  public static let turnLimit = 0.05

  public let bridge: LuaBridge
  /// Where a script's `print` goes; a line without its end.
  public var print: (String) -> Void = { line in
    var bytes = Array(line.utf8) + [10]
    write(1, &bytes, bytes.count)
  }
  /// Called when a loading has succeeded, before the last generation goes: the place to adopt what is to live on.
  public var onCommit: (_ old: Int?, _ new: Int) -> Void = { _, _ in }
  /// What one `load` read or tried to read, and what the running generation did: the files to watch.
  public var files: [String] { (attempted + running).reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }

  private let lua: UnsafeMutablePointer<lua_State>
  let memory: UnsafeMutablePointer<clua_host>
  private let module: ClassID
  private let globals: [String]
  private var limit = 0.0
  private var attempted: [String] = []
  private var running: [String] = []
  /// Where each environment's modules lie: shown name and true path of the script's directory.
  private var directories: [Int64: (shown: String, real: String)] = [:]
  /// Environment of the generation that runs.
  private var environment: Callback?

  /// - Parameters:
  ///   - memoryLimit: bytes; 0 means none.
  ///   - open: makes the engine's tables known.
  ///   - module: the table that `require "segue"` gives.
  ///   - globals: functions of it that scripts also find as globals.
  /// - Throws: when memory does not even suffice to begin.
  public init(
    engine: Engine = Engine(), memoryLimit: Int = LuaHost.defaultMemoryLimit, module: ClassID = .module,
    globals: [String] = ["await", "sleep"], open: (LuaBridge) throws(ScriptError) -> Void = openSegue
  ) throws(ScriptError) {
    memory = .allocate(capacity: 1)
    memory.initialize(to: clua_host(used: 0, cap: memoryLimit, allocations: 0, fail_from: 0, fail_every: 0))
    guard let lua = clua_host_open(memory) else {
      memory.deallocate()
      throw ScriptError("not enough memory")
    }
    self.lua = lua
    self.module = module
    self.globals = globals
    do {
      bridge = try LuaBridge(lua, area: Area(engine: engine))
    } catch {
      lua_close(lua)
      memory.deallocate()
      throw error
    }
    // From here on `deinit` clears up.
    try open(bridge)
    var calls = clua_host_calls(
      read: { context, environment, name, length in
        LuaHost.from(context).read(environment, UnsafeRawBufferPointer(start: name, count: length))
      },
      print: { context, text, length in
        LuaHost.from(context).print(String(decoding: UnsafeRawBufferPointer(start: text, count: length), as: UTF8.self))
      })
    guard clua_host_prepare(bridge.state, &calls, Unmanaged.passUnretained(self).toOpaque()) == CLUA_DONE.rawValue else {
      throw ScriptError("not enough memory")
    }
  }

  deinit {
    lua_close(lua)
    memory.deallocate()
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> LuaHost {
    Unmanaged<LuaHost>.fromOpaque(context!).takeUnretainedValue()
  }

  /// Bytes that scripts use now.
  public var memoryUsed: Int { memory.pointee.used }

  /// Collects all garbage, twice, so that what finalisers let go goes too.
  public func collectGarbage() { for _ in 0..<2 { clua_collect(bridge.state) } }

  // MARK: Time

  /// Limits how long script code may run inside `body`, which must stay on this thread. A limit inside another pauses that one.
  public func withLimit<Result, Failure>(_ seconds: Double, _ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let outer = limit
    let left = clua_limit(bridge.state, seconds, seconds)
    limit = seconds
    defer {
      limit = outer
      _ = clua_limit(bridge.state, outer, left)
    }
    return try body()
  }

  // MARK: Loading

  /// Loads a script as a new generation and runs it until it ends or first waits. If that fails, the old generation goes on as
  /// if nothing had been.
  public func load(_ path: String) throws(ScriptError) {
    attempted = [path]
    guard let real = realPath(path) else { throw ScriptError("cannot open \"\(path)\": \(String(cString: strerror(errno)))") }
    if real != path { attempted.append(real) }
    guard let text = contents(openFile(real)) else { throw ScriptError("cannot read \"\(path)\"") }
    try load(text, name: path, directory: (shown: directory(of: path), real: directory(of: real)))
  }

  /// Loads a script's text as a new generation. `require` finds only the engine.
  public func load(text: String, name: String = "script") throws(ScriptError) {
    attempted = []
    try load(Array(text.utf8), name: name, directory: nil)
  }

  private func load(_ text: [UInt8], name: String, directory: (shown: String, real: String)?) throws(ScriptError) {
    let oldEnvironment = environment
    let old = bridge.generation
    let new = bridge.beginGeneration()
    do throws(ScriptError) {
      let sandbox = bridge.newCallback()
      let names = globals.map { strdup($0) }
      defer { names.forEach { free($0) } }
      let list: [UnsafePointer<CChar>?] = names.map { UnsafePointer($0) } + [nil]
      guard clua_new_environment(bridge.state, sandbox.slot, module.number, list) == CLUA_DONE.rawValue else {
        throw ScriptError("not enough memory")
      }
      directories[sandbox.slot] = directory
      environment = sandbox
      let chunk = try compile(text, name: "@" + name, in: sandbox)
      var end: TaskEnd?
      var loading = true
      let bridge = bridge
      withLimit(Self.loadLimit) {
        _ = bridge.start(chunk, kind: "main chunk") { [unowned bridge] how in
          if loading {
            end = how
          } else if case .failed(let error) = how {
            bridge.report(LuaBridge.Report(kind: "main chunk", error: error))
          }
        }
      }
      loading = false
      bridge.remove(chunk)
      if case .failed(let error) = end { throw error }
    } catch {
      bridge.endGeneration(new)
      if let environment { directories[environment.slot] = nil }
      environment = oldEnvironment
      bridge.useGeneration(old)
      throw error
    }
    running = attempted
    onCommit(oldEnvironment?.generation, new)
    if let oldEnvironment {
      bridge.endGeneration(oldEnvironment.generation)
      directories[oldEnvironment.slot] = nil
    }
  }

  private func compile(_ text: [UInt8], name: String, in sandbox: Callback) throws(ScriptError) -> Callback {
    let chunk = bridge.newCallback()
    let mark = clua_mark(bridge.state)
    defer { clua_reset(bridge.state, mark) }
    let status = text.withUnsafeBytes {
      clua_load(
        bridge.state, sandbox.slot, chunk.slot, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count, name, mark)
    }
    guard status == CLUA_DONE.rawValue else {
      let message = bridge.values(from: mark).first?.asString ?? "not enough memory"
      throw ScriptError(message: message, traceback: "", isPlaced: true)
    }
    return chunk
  }

  /// What became of a line that someone typed.
  public enum Evaluation: Sendable {
    /// More is to come: the text ends in the middle of a statement.
    case incomplete
    /// It runs, or has run: `onEnd` hears of its end.
    case started(TaskID?)
    case failed(ScriptError)
  }

  /// Runs text in the environment of the script that runs now, as an expression if it is one.
  public func evaluate(_ text: String, name: String = "=repl", onEnd: @escaping (TaskEnd) -> Void) -> Evaluation {
    withLimit(Self.loadLimit) { evaluateUnlimited(text, name: name, onEnd: onEnd) }
  }

  func evaluateUnlimited(_ text: String, name: String = "=repl", onEnd: @escaping (TaskEnd) -> Void) -> Evaluation {
    if environment == nil {
      do { try load(text: "", name: "repl") } catch { return .failed(error) }
    }
    guard let environment else { return .incomplete }
    var errors: [ScriptError] = []
    for candidate in ["return " + text, text] {
      do {
        let chunk = try compile(Array(candidate.utf8), name: name, in: environment)
        let task = bridge.start(chunk, kind: "line", onEnd: onEnd)
        bridge.remove(chunk)
        return .started(task)
      } catch {
        errors.append(error)
      }
    }
    if errors.contains(where: { $0.message.hasSuffix("<eof>") }) { return .incomplete }
    return .failed(errors.last ?? ScriptError("nothing to run"))
  }

  // MARK: require

  private func read(_ environment: Int64, _ name: UnsafeRawBufferPointer) -> Int32 {
    let shown = String(decoding: name, as: UTF8.self)
    do throws(ScriptError) {
      guard let relative = modulePath(shown) else {
        throw ScriptError("require: \"\(shown)\" is not a module's name: letters, digits, _ and -, parts joined by single dots")
      }
      guard let directory = directories[environment] else {
        throw ScriptError("require: no module \"\(shown)\": the script is not a file, only \"segue\" can be required")
      }
      let path = directory.shown + "/" + relative
      attempted.append(path)
      let file = cplatform_open_beneath(directory.real, relative)
      if file < 0 {
        let reason = errno
        let why = reason == EXDEV ? "it lies outside the script's directory" : String(cString: strerror(reason))
        throw ScriptError("require: cannot open \"\(path)\": \(why)")
      }
      guard let text = contents(file) else { throw ScriptError("require: cannot read \"\(path)\"") }
      bridge.give(text)
      bridge.give(.string("@" + path))
      return CLUA_DONE.rawValue
    } catch {
      bridge.fail(error)
      return CLUA_FAILED.rawValue
    }
  }
}
