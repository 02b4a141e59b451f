// Plays one script on a clock of its own, without a window: what rendering and headless runs share.

import Glibc
import LuaHost
import Segue
import SegueLua
import SegueRender

/// One playing of a script from time 0. It is deterministic: the same script, trace, size and frame rate give the same frames.
final class Player {
  let engine = Engine()
  let renderer: Renderer
  private let host: LuaHost
  private let trace: Trace?
  private var nextEvent = 0
  /// How many errors were reported.
  private(set) var errors = 0
  /// Files that the script was made of, for watching.
  private(set) var files: [String]

  /// Loads nothing yet. The size is the one given, else the trace's, else 400 × 800.
  init(script: String, trace: Trace?, size: Size?, print: @escaping (String) -> Void, report: @escaping (String) -> Void) throws
  {
    self.trace = trace
    files = [script]
    renderer = Renderer(assetDirectory: directory(of: script))
    host = try LuaHost(engine: engine)
    let renderer = self.renderer
    engine.measure = { renderer.measure($0, width: $1) }
    try engine.resize(to: size ?? trace?.size ?? Size(400, 800))
    host.print = print
    renderer.report = report
    engine.report = { [unowned self] diagnostic in
      if diagnostic.severity == .error { errors += 1 }
      report("\(diagnostic.severity.rawValue): \(diagnostic.message)")
    }
    host.bridge.report = { [unowned self] problem in
      errors += 1
      report("error: \(problem.error)")
    }
  }

  /// Runs the script's main chunk.
  func load(_ script: String) throws {
    defer { files = host.files.isEmpty ? [script] : host.files }
    do { try host.load(script) } catch { throw WorkError("\(error)") }
  }

  /// Whether nothing will happen any more: the trace is over and everything rests.
  private var isIdle: Bool { nextEvent >= (trace?.events.count ?? 0) && engine.nextDeadline == nil }

  /// Plays frame by frame until everything is idle, or for `seconds`, and at most `longest`; calls `body` at every frame with
  /// its time. Returns whether it came to its end.
  @discardableResult func play(rate: Double, seconds: Double?, longest: Double, _ body: (Double) throws -> Void) throws -> Bool
  {
    var frame = 0
    while true {
      let time = Double(frame) / rate
      while let trace, nextEvent < trace.events.count, trace.events[nextEvent].time <= time {
        try engine.send(trace.events[nextEvent])
        nextEvent += 1
      }
      try host.withLimit(LuaHost.turnLimit) { try engine.advance(to: time) }
      try body(time)
      if let seconds { if time >= seconds { return true } } else if isIdle { return true }
      if time >= longest { return false }
      frame += 1
    }
  }
}

/// The directory that a file's relative names start from.
func directory(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// A trace, or the sentence that says what is wrong with it.
func readTrace(_ path: String) throws -> Trace {
  guard let file = fopen(path, "rb") else {
    throw WorkError("cannot open the trace \"\(path)\": \(String(cString: strerror(errno)))")
  }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&chunk, 1, chunk.count, file)
    if count == 0 { break }
    bytes += chunk[..<count]
    if bytes.count > largestTrace { throw WorkError("the trace \"\(path)\" is larger than \(largestTrace >> 20) MiB") }
  }
  do { return try Trace(parsing: bytes, file: path) } catch { throw WorkError("\(error)") }
}

/// Bytes.
private let largestTrace = 64 << 20
