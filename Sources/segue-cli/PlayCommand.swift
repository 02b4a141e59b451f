// segue run: plays a script. Without a window it prints what happens.

import Glibc
import LuaHost
import Segue

let playCommand = Command(
  name: "run", summary: "play a script and print what happens",
  help: """
    usage: segue run FILE --headless [options]

    Plays the Lua script FILE without a window, as fast as it goes on a clock of its own at 60 frames a second, and prints one
    line for each thing that happens, with its time. Ends when the trace is over and everything rests; exits with 1 if an
    error was reported.

      --headless     without a window; there is none yet, so it must be given
      --trace T      play the recorded input of the trace file T
      --size WxH     size of the stage (default: the trace's, else 400x800)
      --duration S   stop after S seconds
      --watch        stay, and play again whenever the script or something it is made of is saved

    Example: segue run examples/apps/photos.lua --headless --trace examples/traces/back-finish.jsonl
    """
) { arguments in
  let given = try Arguments(arguments, valued: ["--trace", "--size", "--duration"], flags: ["--headless", "--watch"])
  let script = try given.file()
  guard given.has("--headless") else { throw UsageError("this build has no window; give --headless") }
  let tracePath = given.last("--trace")
  let size = try given.size("--size")
  let duration = try given.number("--duration", 0...86_400)
  var files = [script]
  func once() -> Int32 {
    do {
      let trace = try tracePath.map(readTrace)
      let player = try Player(script: script, trace: trace, size: size, print: { printLine($0) }, report: { printError($0) })
      defer { files = player.files }
      let engine = player.engine
      engine.onEvent = { [unowned engine] event in
        // Every step of a finger would bury what it does.
        if case .gesture(_, let report) = event, report.state == .changed { return }
        printLine("\(seconds(engine.moment))  \(line(event, engine))")
      }
      do { try player.load(script) } catch { files = player.files; throw error }
      try player.play(rate: 60, seconds: duration, longest: .infinity, leaping: true) { _ in }
      // What a finger still holds when the trace is over is taken away with the script: nothing that happened in the play.
      engine.onEvent = nil
      return player.errors == 0 ? 0 : 1
    } catch let error as WorkError {
      printError("segue run: \(error.message)")
    } catch {
      printError("segue run: \(error)")
    }
    return 1
  }
  let watcher = DirectoryWatcher()
  if given.has("--watch") { watcher.watch(files + (tracePath.map { [$0] } ?? [])) }
  let code = once()
  guard given.has("--watch") else { return code }
  while true {
    watcher.watch(files + (tracePath.map { [$0] } ?? []))
    while !watcher.wait(timeout: 3600) {}
    _ = once()
  }
}

/// One event in words.
private func line(_ event: EngineEvent, _ engine: Engine) -> String {
  switch event {
  case .appearance(let screen, let event):
    return "\(screen.kind) \(event.appearance.rawValue) (\(event.reason.rawValue)\(event.interactive ? ", interactive" : ""))"
  case .runStarted(let run):
    return "\(name(run)) started, \(seconds(run.duration))\(run.isInteractive ? ", interactive" : "")"
  case .runSettled(let run, let finishing, let time):
    return "\(name(run)) let go at \(thousandths(run.progress)), \(finishing ? "finishes" : "rolls back") in \(seconds(time))"
  case .runEnded(let run, let reason):
    return "\(name(run)) \(reason.rawValue)"
  case .gesture(let recognizer, let report):
    let view = engine.id(of: recognizer.view).map { " on \"\($0)\"" } ?? ""
    return
      "\(recognizer.kind.name)\(view) \(report.state.rawValue) at \(thousandths(report.location.x)), \(thousandths(report.location.y))"
  }
}

private func name(_ run: Run) -> String { "\(run.operation.rawValue) \(run.leaving.kind) → \(run.entering.kind)" }

private func thousandths(_ x: Double) -> String {
  let scaled = (x * 1000).rounded() / 1000
  return scaled == scaled.rounded() && abs(scaled) < 1e15 ? String(Int(scaled)) : String(scaled)
}
