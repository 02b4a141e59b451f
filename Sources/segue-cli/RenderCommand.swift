// segue render: a script's frames as a picture, a film strip or a clip.

import Glibc
import LuaHost
import Segue
import SegueExport
import SegueRender

let renderCommand = Command(
  name: "render", summary: "render a script to a picture or a clip",
  help: """
    usage: segue render FILE -o OUT [-o OUT …] [options]

    Plays the Lua script FILE on a clock of its own and writes what it shows.

      -o OUT         out.webp: a clip; out.png: the last frame, or with --strip a film strip. May be given several times.
      --strip N      N moments of the whole, side by side, each with its time (1 to 200)
      --trace T      play the recorded input of the trace file T
      --size WxH     size of the stage (default: the trace's, else 400x800)
      --fps N        frames a second (default 30)
      --duration S   stop after S seconds (default: when the trace is over and everything rests, at most \(Int(longest)))
      --watch        stay, and render again whenever the script or something it is made of is saved

    Example: segue render examples/apps/photos.lua --trace examples/traces/back-cancel.jsonl -o photos.webp -o photos.png --strip 8
    """
) { arguments in
  let given = try Arguments(
    arguments, valued: ["-o", "--strip", "--trace", "--size", "--fps", "--duration"], flags: ["--watch"])
  let request = try RenderRequest(given)
  var player: Player?
  let watcher = DirectoryWatcher()
  if given.has("--watch") { watcher.watch(request.watched) }
  let code = request.perform(&player)
  guard given.has("--watch") else { return code }
  while true {
    watcher.watch(request.watched + (player?.files ?? []))
    printError("watching \(request.script); save it to render again, Ctrl-C to end")
    while !watcher.wait(timeout: 3600) {}
    _ = request.perform(&player)
  }
}

/// Seconds after which a script that never rests is stopped.
private let longest = 30.0

/// What is to be rendered, checked.
private struct RenderRequest {
  let script: String
  let outputs: [String]
  let strip: Int?
  let tracePath: String?
  let size: Size?
  let rate: Double
  let duration: Double?

  init(_ given: Arguments) throws {
    script = try given.file()
    outputs = given.all("-o")
    if outputs.isEmpty { throw UsageError("expected -o OUT, such as -o out.webp") }
    for output in outputs where !output.hasSuffix(".png") && !output.hasSuffix(".webp") {
      throw UsageError("-o expected a name that ends in .png or .webp, got \"\(output)\"")
    }
    strip = try given.integer("--strip", 1...200)
    tracePath = given.last("--trace")
    size = try given.size("--size")
    rate = try given.number("--fps", 1...240) ?? 30
    duration = try given.number("--duration", 0...3600)
  }

  /// How wide a moment of a strip is at most, in pixels.
  static let stripWidth = 240.0

  var watched: [String] { [script] + (tracePath.map { [$0] } ?? []) }

  /// Renders once; says what went wrong and returns the exit code.
  func perform(_ player: inout Player?) -> Int32 {
    do {
      let trace = try tracePath.map(readTrace)
      let playing = try Player(script: script, trace: trace, size: size, print: { printError($0) }, report: { printError($0) })
      player = playing
      try playing.load(script)
      let frames = try record(playing)
      for output in outputs { try write(frames, playing, to: output) }
      return playing.errors == 0 ? 0 : 1
    } catch let error as WorkError {
      printError("segue render: \(error.message)")
    } catch {
      printError("segue render: \(error)")
    }
    return 1
  }

  private struct Frame {
    var time: Double
    var list: DisplayList
  }

  /// Every frame as a display list: small, so that what is not needed is never drawn.
  private func record(_ playing: Player) throws -> [Frame] {
    var frames: [Frame] = []
    let ended = try playing.play(rate: rate, seconds: duration, longest: duration ?? longest) { time in
      var list = DisplayList(size: playing.engine.stageSize)
      playing.engine.write(into: &list)
      frames.append(Frame(time: time, list: list))
    }
    if !ended {
      printError("stopped after \(Int(longest)) s, since something still moves; --duration S says how long to render")
    }
    return frames
  }

  private func write(_ frames: [Frame], _ playing: Player, to output: String) throws {
    let renderer = playing.renderer
    let isClip = output.hasSuffix(".webp")
    let chosen: [Frame]
    if isClip {
      chosen = frames
    } else if let strip {
      let count = min(strip, frames.count)
      chosen = (0..<count).map { frames[count == 1 ? frames.count - 1 : $0 * (frames.count - 1) / (count - 1)] }
    } else {
      chosen = [frames[frames.count - 1]]
    }
    var progress = Progress(output, total: chosen.count)
    defer { progress.clear() }
    if isClip {
      let first = renderer.render(chosen[0].list)
      let clip = try AnimatedWebP(width: first.width, height: first.height)
      for (i, frame) in chosen.enumerated() {
        try clip.add(i == 0 ? first : renderer.render(frame.list), milliseconds: Int((frame.time * 1000).rounded()))
        progress.show(i + 1)
      }
      let end = chosen[chosen.count - 1].time + 1 / rate
      try clip.finish(to: output, end: Int((end * 1000).rounded()))
    } else if strip != nil {
      var pictures: [Picture] = []
      let small = playing.makeRenderer(scale: min(1, Self.stripWidth / frames[0].list.size.width))
      defer { playing.noteImages(of: small) }
      for (i, frame) in chosen.enumerated() {
        pictures.append(small.render(frame.list))
        progress.show(i + 1)
      }
      try writePNG(try filmStrip(frames: pictures, labels: chosen.map { seconds($0.time) }), to: output)
    } else {
      try writePNG(renderer.render(chosen[0].list), to: output)
    }
    progress.clear()
    printLine(
      "\(output): \(isClip ? "\(chosen.count) frames, \(seconds(frames[frames.count - 1].time))" : strip != nil ? "\(chosen.count) moments" : "the frame at \(seconds(frames[frames.count - 1].time))")"
    )
  }
}

/// A time with three decimals.
func seconds(_ time: Double) -> String {
  let milliseconds = Int((time * 1000).rounded())
  let rest = String(milliseconds % 1000)
  return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest) s"
}
