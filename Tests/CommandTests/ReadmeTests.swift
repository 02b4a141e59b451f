import Foundation
import Testing

/// What the README says is run as it says it.
@Suite(.serialized) struct ReadmeTests {
  /// The contents of the README's code blocks of one language.
  static func blocks(_ language: String) throws -> [String] {
    let text = try String(contentsOf: Repository.root.appending(path: "README.md"), encoding: .utf8)
    return text.components(separatedBy: "```\(language)\n").dropFirst().compactMap { $0.components(separatedBy: "```").first }
  }

  /// Commands that build or test everything, which whoever runs these tests has just done or is doing.
  static let running: Set<String> = ["scripts/test", "scripts/build", "scripts/build --release"]

  @Test("every command of the README works")
  func commands() throws {
    var commands: [String] = []
    for line in try Self.blocks("sh").flatMap({ $0.split(separator: "\n") }) {
      let command = line.split(separator: "#")[0].trimmingCharacters(in: .whitespaces)
      if !command.isEmpty { commands.append(command) }
    }
    #expect(commands.contains("scripts/run") && commands.contains("scripts/test") && commands.count >= 6)
    for command in commands where !Self.running.contains(command) {
      // scripts/run stays and watches; a test wants its end.
      let line =
        command == "scripts/run" ? "scripts/run --once" : command.replacing(".build/debug/segue", with: Repository.segue)
      let outcome = try Repository.run("/bin/bash", ["-c", line], limit: 400)
      #expect(outcome.code == 0, "\(command): \(outcome.errors)")
    }
    for command in Self.running {
      let script = Repository.root.appending(path: String(command.split(separator: " ")[0])).path
      #expect(FileManager.default.isExecutableFile(atPath: script))
    }
  }

  @Test("the shortest script plays, and the transition plans")
  func scripts() throws {
    let folder = try Repository.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let blocks = try Self.blocks("lua")
    #expect(blocks.count == 2)
    let script = folder.appending(path: "readme.lua")
    try blocks[0].write(to: script, atomically: true, encoding: .utf8)
    let first = try Repository.segue("render", script.path, "--size", "400x200", "-o", folder.appending(path: "a.png").path)
    #expect(first.code == 0 && first.errors.isEmpty)
    let app = """
      local segue = require "segue"
      \(blocks[1])
      local list = segue.screen { kind = "list", view = segue.view {} }
      local photo = segue.screen { kind = "photo", view = segue.view {} }
      local nav = segue.navigation { root = list }
      segue.stage(nav)
      nav:push(photo)
      """
    try app.write(to: script, atomically: true, encoding: .utf8)
    let second = try Repository.segue("run", script.path, "--headless")
    #expect(second.code == 0 && second.output.contains("0.450 s  push list → photo finished"))
  }
}
