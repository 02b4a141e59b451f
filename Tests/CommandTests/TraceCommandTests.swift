import Foundation
import Testing

@Suite struct TraceCommandTests {
  private let stack = "examples/apps/stack.lua"
  private let swipes = "examples/traces/stack-swipe.jsonl"

  @Test("N15 a replay shows the same bits every time; another expectation is a failure")
  func replay() throws {
    let first = try Repository.segue("replay", stack, swipes)
    #expect(first.code == 0)
    let words = first.output.split(separator: " ")
    let digest = try #require(words.last.map { $0.trimmingCharacters(in: .newlines) })
    #expect(digest.count == 16 && first.output.contains(" frames, digest "))
    #expect(try Repository.segue("replay", stack, swipes, "--expect", digest).code == 0)
    let other = try Repository.segue("replay", stack, swipes, "--expect", "0123456789abcdef")
    #expect(other.code == 1 && other.errors.hasSuffix("segue replay: the values are not those that were expected\n"))
    #expect(try Repository.segue("replay", stack, "examples/traces/catch.jsonl").output != first.output)
  }

  @Test("how a replay is asked for wrongly")
  func usage() throws {
    for (arguments, message) in [
      ([stack], "expected a Lua FILE and a TRACE"), ([stack, swipes, "--expect", "12"], "16 hexadecimal digits, got \"12\""),
      ([stack, swipes, "--rat", "3"], "did you mean --rate?"),
    ] {
      let outcome = try Repository.run(Repository.segue, ["replay"] + arguments)
      #expect(outcome.code == 2 && outcome.errors.contains(message), "\(outcome.errors)")
    }
    let missing = try Repository.segue("replay", stack, "nowhere.jsonl")
    #expect(missing.code == 1 && missing.errors.contains("cannot open the trace"))
  }

  @Test("the stack example: pushed twice, popped by two swipes, told by its own handler")
  func example() throws {
    let outcome = try Repository.segue("run", stack, "--headless", "--trace", swipes)
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    let told = outcome.output.split(separator: "\n").filter { $0.hasPrefix("page ") }
    #expect(told == ["page 2 of 2", "page 3 of 3", "page 2 of 2", "page 1 of 1"])
    #expect(outcome.output.components(separatedBy: "pop page → page finished").count == 3)
  }

  @Test("F117 the gallery example: opened by taps, dragged away, dragged and let stay, pinched away")
  func gallery() throws {
    let outcome = try Repository.segue(
      "run", "examples/apps/gallery.lua", "--headless", "--trace", "examples/traces/gallery.jsonl")
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    let ends = outcome.output.split(separator: "\n").compactMap { line in
      line.contains(" → ") && !line.contains("started") && !line.contains("let go") ? line.split(separator: "  ").last : nil
    }
    #expect(
      ends == [
        "push grid → photo finished", "pop photo → grid finished", "push grid → photo finished", "pop photo → grid cancelled",
        "pop photo → grid finished",
      ])
  }

  @Test("F39 the tabs example: selected by program, by swipes of which one is taken back, and by a tap on its bar")
  func tabsExample() throws {
    let outcome = try Repository.segue(
      "run", "examples/apps/tabs.lua", "--headless", "--trace", "examples/traces/tabs-swipe.jsonl")
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    let lines = outcome.output.split(separator: "\n")
    let told = lines.filter { $0.hasPrefix("shows ") }
    #expect(told == ["shows year", "shows today", "shows week", "shows week", "shows year"])
    #expect(lines.filter { $0.contains("select week → year cancelled") }.count == 1)
  }

  @Test("N01 the feed example: a list across in a list down in a stack, and each drag goes where it was meant")
  func feedExample() throws {
    let outcome = try Repository.segue(
      "run", "examples/apps/feed.lua", "--headless", "--trace", "examples/traces/feed.jsonl")
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    // Without the times.
    let lines = outcome.output.split(separator: "\n").map { line in
      line.range(of: " s  ").map { String(line[$0.upperBound...]) } ?? String(line)
    }
    let began = lines.filter { $0.contains(" began at ") }.map { $0.components(separatedBy: " began")[0] }
    #expect(began == ["pan on \"strip\"", "pan on \"feed\"", "edge_pan", "pan on \"feed\""])
    #expect(
      lines.filter { $0.hasPrefix("strip rests") || $0.hasPrefix("feed rests") || $0.hasPrefix("shows") } == [
        "shows feed", "strip rests at 132", "feed rests at 100", "feed rests at 0", "shows home",
      ])
    #expect(lines.contains("pop feed → home cancelled") && lines.last == "pop feed → home finished")
  }

  @Test("the wallet example: a card is opened by a tap, caught while it moves, and pulled back to the pile")
  func walletExample() throws {
    let outcome = try Repository.segue(
      "run", "examples/apps/wallet.lua", "--headless", "--trace", "examples/traces/wallet.jsonl")
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    let told = outcome.output.split(separator: "\n").filter { $0.hasPrefix("shows ") }
    #expect(told == ["shows the pile", "shows Metro", "shows the pile"])
  }

  @Test("a failing trace is shrunk to what the fault needs")
  func shrink() throws {
    let folder = try Repository.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let small = folder.appending(path: "small.jsonl").path
    // The "fault" is that the photo is popped.
    let command =
      "! '\(Repository.segue)' run examples/apps/photos.lua --headless --trace {} | grep -q 'pop photo → list finished'"
    let outcome = try Repository.run(
      Repository.root.appending(path: "scripts/shrink-trace").path,
      ["examples/traces/back-finish.jsonl", small, "bash", "-c", command])
    #expect(outcome.code == 0 && outcome.output.contains("3 events are left"), "\(outcome.output) \(outcome.errors)")
    let lines = try String(contentsOfFile: small, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 4 && lines[1].contains("down") && lines[2].contains("move") && lines[3].contains("up"))
    let fine = try Repository.run(
      Repository.root.appending(path: "scripts/shrink-trace").path, [small, folder.path + "/x", "true", "{}"])
    #expect(fine.code == 1 && fine.errors.contains("does not fail"))
    let wrong = try Repository.run(Repository.root.appending(path: "scripts/shrink-trace").path, [small, "x", "true"])
    #expect(wrong.code == 2)
  }
}
