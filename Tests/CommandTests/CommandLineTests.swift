import Foundation
import Testing

@Suite struct CommandLineTests {
  let photos = "examples/apps/photos.lua"

  @Test("without a command it shows the usage and exits with 2")
  func nothing() throws {
    let outcome = try Repository.segue()
    #expect(outcome.code == 2 && outcome.errors.hasPrefix("usage: segue COMMAND"))
  }

  @Test("every command explains itself with an example", arguments: ["render", "run"])
  func help(command: String) throws {
    let outcome = try Repository.segue(command, "--help")
    #expect(
      outcome.code == 0 && outcome.output.contains("usage: segue \(command)")
        && outcome.output.contains("Example: segue \(command)"))
  }

  @Test(
    "what was typed wrong comes back as one sentence with the nearest name and exit code 2",
    arguments: [
      (["rende"], "segue: there is no command \"rende\", did you mean \"render\"? See segue --help\n"),
      (
        ["render", "a.lua", "--stripp", "3"],
        "segue render: unknown option --stripp, did you mean --strip? See segue render --help\n"
      ),
      (["render", "a.lua"], "segue render: expected -o OUT, such as -o out.webp. See segue render --help\n"),
      (["render", "-o", "a.png"], "segue render: expected a Lua FILE. See segue render --help\n"),
      (
        ["render", "a.lua", "-o", "a.bmp"],
        "segue render: -o expected a name that ends in .png or .webp, got \"a.bmp\". See segue render --help\n"
      ),
      (["render", "a.lua", "-o"], "segue render: -o expects a value. See segue render --help\n"),
      (
        ["render", "a.lua", "-o", "a.png", "--strip", "0"],
        "segue render: --strip expected a whole number from 1 to 200, got \"0\". See segue render --help\n"
      ),
      (
        ["render", "a.lua", "-o", "a.png", "--fps", "nan"],
        "segue render: --fps expected a number from 1 to 240, got \"nan\". See segue render --help\n"
      ),
      (
        ["render", "a.lua", "-o", "a.png", "--size", "0x9"],
        "segue render: --size expected WIDTHxHEIGHT, such as 400x800 and up to 8192x8192, got \"0x9\". See segue render --help\n"
      ),
      (["run", "a.lua"], "segue run: this build has no window; give --headless. See segue run --help\n"),
      (["run", "a.lua", "b.lua", "--headless"], "segue run: expected one FILE, got also \"b.lua\". See segue run --help\n"),
    ])
  func usage(arguments: [String], message: String) throws {
    let outcome = try Repository.run(Repository.segue, arguments)
    #expect(outcome.code == 2 && outcome.errors == message && outcome.output.isEmpty)
  }

  @Test("work that cannot be done is one sentence and exit code 1")
  func work() throws {
    let missing = try Repository.segue("run", "nowhere.lua", "--headless")
    #expect(missing.code == 1 && missing.errors.contains("nowhere.lua") && missing.errors.split(separator: "\n").count == 1)
    let trace = try Repository.segue("run", photos, "--headless", "--trace", "nowhere.jsonl")
    #expect(trace.code == 1 && trace.errors.contains("cannot open the trace \"nowhere.jsonl\""))
    let folder = try Repository.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let output = try Repository.segue(
      "render", photos, "--duration", "0.1", "-o", folder.appending(path: "no/such/place.png").path)
    #expect(output.code == 1 && output.errors.contains("place.png"))
  }

  @Test("an error in a script is told with file and line, and its frames are rendered all the same")
  func scriptError() throws {
    let folder = try Repository.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = folder.appending(path: "bad.lua")
    try "local segue = require 'segue'\nsegue.task(function()\n  sleep(0.1)\n  error 'this went wrong'\nend)\n".write(
      to: script, atomically: true, encoding: .utf8)
    let outcome = try Repository.segue("render", script.path, "-o", folder.appending(path: "bad.png").path)
    #expect(outcome.code == 1 && outcome.errors.contains("bad.lua:4: this went wrong"))
    #expect(FileManager.default.fileExists(atPath: folder.appending(path: "bad.png").path))
    try "local x = = 1\n".write(to: script, atomically: true, encoding: .utf8)
    let syntax = try Repository.segue("run", script.path, "--headless")
    #expect(syntax.code == 1 && syntax.errors.contains("bad.lua:1:"))
  }

  @Test(
    "the photos example under every trace tells the same story twice, and how it ends",
    arguments: [
      ("back-finish", "pop photo → list finished"), ("back-cancel", "pop photo → list cancelled"),
      ("fast-flick", "pop photo → list finished"), ("catch", "push list → photo cancelled"),
    ])
  func stories(trace: String, ending: String) throws {
    let first = try Repository.segue("run", photos, "--headless", "--trace", "examples/traces/\(trace).jsonl")
    let second = try Repository.segue("run", photos, "--headless", "--trace", "examples/traces/\(trace).jsonl")
    #expect(first.code == 0 && first.output == second.output && first.errors.isEmpty)
    #expect(first.output.split(separator: "\n").last?.hasSuffix(ending) == true)
    #expect(first.output.components(separatedBy: ending).count == 2, "it ends once")
  }

  @Test("rendering again whenever the script is saved")
  func watch() throws {
    let folder = try Repository.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (script, picture) = (folder.appending(path: "card.lua"), folder.appending(path: "card.png"))
    func write(_ color: String) throws {
      try "local segue = require 'segue'\nsegue.stage(segue.view { background = '\(color)' })\n".write(
        to: script, atomically: true, encoding: .utf8)
    }
    try write("#ff0000")
    let process = Process()
    process.executableURL = URL(filePath: Repository.segue)
    process.arguments = ["render", script.path, "-o", picture.path, "--watch"]
    process.standardInput = FileHandle.nullDevice
    let messages = Pipe()
    process.standardError = messages
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    defer { process.terminate() }
    func waitForPicture(other than: Data?) throws -> Data {
      for _ in 0..<1500 {
        if let data = try? Data(contentsOf: picture), data != than, !data.isEmpty { return data }
        Thread.sleep(forTimeInterval: 0.02)
      }
      throw CocoaError(.fileReadNoSuchFile)
    }
    let red = try waitForPicture(other: nil)
    // Only what is saved after the watch began is news.
    var heard = ""
    while !heard.contains("watching") { heard += String(decoding: messages.fileHandleForReading.availableData, as: UTF8.self) }
    try write("#00ff00")
    let green = try waitForPicture(other: red)
    #expect(green != red)
    // A picture that the script shows is part of it. Saved at once: what comes while the last one is rendered is not lost.
    let shown = folder.appending(path: "shown.png")
    try red.write(to: shown)
    try
      "local segue = require 'segue' segue.stage(segue.view { segue.image { source = 'shown.png', frame = { 0, 0, 400, 800 } } })"
      .write(to: script, atomically: true, encoding: .utf8)
    func waitForPicture(_ wanted: Data) -> Bool {
      for _ in 0..<1500 {
        if (try? Data(contentsOf: picture)) == wanted { return true }
        Thread.sleep(forTimeInterval: 0.02)
      }
      return false
    }
    #expect(waitForPicture(red))
    while heard.components(separatedBy: "watching").count < 4 {
      heard += String(decoding: messages.fileHandleForReading.availableData, as: UTF8.self)
    }
    try green.write(to: shown)
    #expect(waitForPicture(green))
    process.terminate()
    for _ in 0..<500 where process.isRunning { Thread.sleep(forTimeInterval: 0.02) }
    #expect(!process.isRunning, "a watch ends when it is told to, also where its starter blocks the signal")
  }

  @Test("the first moments of a strip and the frames of a clip are there")
  func outputs() throws {
    let folder = try Repository.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (clip, strip) = (folder.appending(path: "a.webp"), folder.appending(path: "a.png"))
    let outcome = try Repository.segue(
      "render", photos, "--duration", "0.5", "--fps", "20", "--strip", "4", "-o", clip.path, "-o", strip.path)
    #expect(outcome.code == 0 && outcome.output == "\(clip.path): 11 frames, 0.500 s\n\(strip.path): 4 moments\n")
    #expect(try Data(contentsOf: clip).prefix(4) == Data("RIFF".utf8))
    #expect(try Data(contentsOf: strip).prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
  }

  @Test("a strip of one single frame has one moment")
  func stripOfOneFrame() throws {
    let folder = try Repository.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let strip = folder.appending(path: "a.png")
    let outcome = try Repository.segue("render", photos, "--duration", "0", "--strip", "8", "-o", strip.path)
    #expect(outcome.code == 0 && outcome.output == "\(strip.path): 1 moments\n")
  }

  @Test("a picture that is missing is an error, and is told once")
  func missingPicture() throws {
    let folder = try Repository.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (script, strip, last) = (
      folder.appending(path: "a.lua"), folder.appending(path: "a.png"), folder.appending(path: "b.png")
    )
    let view = "segue.view { segue.image { source = 'no.png', frame = { 0, 0, 9, 9 } } }"
    try "local segue = require 'segue' segue.stage(\(view))".write(to: script, atomically: true, encoding: .utf8)
    let outcome = try Repository.segue("render", script.path, "--strip", "2", "-o", strip.path, "-o", last.path)
    #expect(outcome.code == 1)
    #expect(outcome.errors.split(separator: "\n").count == 1 && outcome.errors.hasPrefix("error: image ‘no.png’"))
  }

  @Test("a trace whose finger comes after a year is played in a moment")
  func lateTrace() throws {
    let folder = try Repository.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let trace = folder.appending(path: "late.jsonl")
    try """
    {"segue_trace":1,"width":400,"height":800,"seed":1}
    {"t":31536000,"device":"touch","contact":0,"phase":"down","x":50,"y":400}
    {"t":31536000.1,"device":"touch","contact":0,"phase":"move","x":250,"y":400}
    {"t":31536000.2,"device":"touch","contact":0,"phase":"up","x":250,"y":400}

    """.write(to: trace, atomically: true, encoding: .utf8)
    let outcome = try Repository.segue("run", photos, "--headless", "--trace", trace.path)
    #expect(outcome.code == 0 && outcome.output.contains("31536000.100 s  pan on \"photo\" began"))
    #expect(outcome.output.contains("0.850 s  push list → photo finished"))
  }
}
