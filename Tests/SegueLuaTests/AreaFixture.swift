// A host with the whole engine and a clock that only the test moves.

import Glibc
import Testing

@testable import LuaHost
@testable import Segue
@testable import SegueLua

/// The binding's value, not the engine's.
typealias Value = SegueLua.Value

/// One engine and one host. What scripts print and whatever is reported ends in arrays.
final class AreaFixture {
  let engine = Engine()
  /// Seconds of processor time that scripts have in a turn; a test that is about much work, not about limits, gives more.
  var turnLimit = LuaHost.turnLimit
  let host: LuaHost
  var printed: [String] = []
  /// Errors of scripts, then of the engine, as their messages.
  var errors: [String] = []
  private(set) var frame = 0
  private var trace: [InputEvent] = []

  init(memoryLimit: Int = 64 << 20) throws {
    host = try LuaHost(engine: engine, memoryLimit: memoryLimit)
    host.print = { [unowned self] in printed.append($0) }
    host.bridge.report = { [unowned self] in errors.append($0.error.message) }
    engine.report = { [unowned self] in if $0.severity != .debug { errors.append($0.message) } }
    engine.measure = { content, _ in
      if case .label(let label) = content { Size(Double(label.text.count) * 10, 20) } else { Size(30, 40) }
    }
    try engine.advance(to: 0)
  }

  /// Runs a script as the file "t", with `segue`, `await` and `sleep` at hand, and returns what it prints.
  @discardableResult func run(_ text: String, name: String = "t") throws -> [String] {
    printed = []
    try host.load(text: "segue = require 'segue' " + text, name: name)
    return printed
  }

  /// The message of the error that a script ends in; "" if it ends well.
  func failure(_ text: String) -> String {
    do {
      try run(text)
      return ""
    } catch {
      return (error as? ScriptError)?.message ?? "\(error)"
    }
  }

  /// Plays at 60 frames a second until an engine time, as the command does.
  func play(to time: Double) throws {
    while Double(frame) / 60 < time - 1e-9 {
      frame += 1
      let now = Double(frame) / 60
      while let event = trace.first, event.time <= now {
        try engine.send(event)
        trace.removeFirst()
      }
      try host.withLimit(turnLimit) { try engine.advance(to: now) }
    }
  }

  /// Plays on for some seconds.
  func play(for seconds: Double) throws { try play(to: Double(frame) / 60 + seconds) }

  /// The value of an expression in the script's globals, as `print` shows it.
  func value(_ expression: String) -> String {
    var text = "nothing"
    let outcome = host.evaluate("tostring((\(expression)))") { end in
      switch end {
      case .finished(let values): text = values.first?.asString ?? "nil"
      case .failed(let error): text = error.message
      case .cancelled: text = "cancelled"
      }
    }
    if case .failed(let error) = outcome { text = error.message }
    return text
  }

  /// Runs statements in the script's globals.
  func execute(_ statements: String) {
    let answer = value("(function() \(statements) end)() or 'done'")
    if answer != "done" { Issue.record("\(statements): \(answer)") }
  }

  func number(_ expression: String) -> Double { Double(value(expression)) ?? .nan }

  /// One finger of a touch screen: down, moves, up, at these times.
  func touch(_ points: [(time: Double, x: Double, y: Double)], ends: InputEvent.Phase = .up) {
    for (i, p) in points.enumerated() {
      let phase: InputEvent.Phase = i == 0 ? .down : i == points.count - 1 ? ends : .move
      trace.append(
        InputEvent(time: p.time, device: .touch, contact: 0, phase: phase, position: Point(p.x, p.y)))
    }
  }

  func follow(_ trace: Trace) { self.trace = trace.events }
}

extension AreaFixture {
  /// Two screens on a stack of 400 × 800; `nav`, `list` and `photo` are globals.
  static let stack = """
    list = segue.screen { kind = 'list', view = segue.view { id = 'list' } }
    photo = segue.screen { kind = 'photo.full', view = segue.view { id = 'photo', segue.view { id = 'part', frame = { 0, 0, 10, 10 } } } }
    nav = segue.navigation { root = list }
    segue.stage(nav)

    """

  static let fade = """
    fade = segue.transition { name = 'fade', from = 'list', to = 'photo', duration = 0.5, timing = 'linear',
      animate = function(run)
        run.to.view.alpha = 0
        segue.animate(run.duration, function() run.to.view.alpha = 1 end)
      end }

    """
}

/// A text file beside the tests' package.
func packageFile(_ path: String) throws -> String {
  let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
  let file = try #require(fopen("/" + root + "/" + path, "r"))
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
  return String(decoding: bytes, as: UTF8.self)
}
