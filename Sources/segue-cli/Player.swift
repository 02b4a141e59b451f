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
  private let report: (String) -> Void
  private var complaints: Set<String> = []
  /// How many errors were reported.
  private(set) var errors = 0
  private var scriptFiles: [String]
  private var imageFiles: Set<String> = []
  /// Files that the script was made of and pictures that it showed, for watching.
  var files: [String] { scriptFiles + imageFiles.union(renderer.imagePaths).sorted() }

  /// Loads nothing yet. The size is the one given, else the trace's, else 400 × 800.
  init(script: String, trace: Trace?, size: Size?, print: @escaping (String) -> Void, report: @escaping (String) -> Void) throws
  {
    (self.trace, self.report) = (trace, report)
    scriptFiles = [script]
    renderer = Renderer(assetDirectory: directory(of: script))
    host = try LuaHost(engine: engine)
    let renderer = self.renderer
    engine.measure = { renderer.measure($0, width: $1) }
    try engine.resize(to: size ?? trace?.size ?? Size(400, 800))
    host.print = print
    renderer.report = { [unowned self] in complain($0) }
    engine.report = { [unowned self] diagnostic in
      if diagnostic.severity == .error { errors += 1 }
      report("\(diagnostic.severity.rawValue): \(diagnostic.message)")
    }
    host.bridge.report = { [unowned self] problem in
      errors += 1
      report("error: \(problem.error)")
    }
  }

  /// A renderer like the player's own at another scale.
  func makeRenderer(scale: Double) -> Renderer {
    let other = Renderer(assetDirectory: directory(of: scriptFiles[0]), scale: scale)
    other.report = renderer.report
    return other
  }

  /// Remembers which pictures another renderer read.
  func noteImages(of other: Renderer) { imageFiles.formUnion(other.imagePaths) }

  /// Reports what could not be drawn, once.
  private func complain(_ sentence: String) {
    guard complaints.insert(sentence).inserted else { return }
    errors += 1
    report("error: \(sentence)")
  }

  /// Runs the script's main chunk.
  func load(_ script: String) throws {
    defer { scriptFiles = host.files.isEmpty ? [script] : host.files }
    do { try host.load(script) } catch { throw WorkError("\(error)") }
  }

  /// Whether nothing will happen any more: the trace is over and everything rests.
  private var isIdle: Bool { nextEvent >= (trace?.events.count ?? 0) && engine.nextDeadline == nil }

  /// Plays frame by frame until everything is idle, or for `seconds`, and at most `longest`; calls `body` at every frame with
  /// its time. Returns whether it came to its end. With `leaping`, frames in which nothing can happen are left out.
  @discardableResult func play(
    rate: Double, seconds: Double?, longest: Double, leaping: Bool = false, _ body: (Double) throws -> Void
  ) throws -> Bool {
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
      if leaping {
        let input = trace.flatMap { nextEvent < $0.events.count ? $0.events[nextEvent].time : nil } ?? .infinity
        let next = min(input, engine.nextDeadline ?? .infinity, seconds ?? .infinity)
        frame = max(frame, Int(exactly: (next * rate).rounded(.down)) ?? frame)
      }
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
