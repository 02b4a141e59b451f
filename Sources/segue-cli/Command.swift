// The command line: which commands there are, and how they fail.

import Glibc
import Segue
import SegueLua

/// What a person typed wrong, and the command whose help says how it is right.
struct UsageError: Error {
  var message: String
  init(_ message: String) { self.message = message }
}

/// Work that could not be done: one sentence.
struct WorkError: Error {
  var message: String
  init(_ message: String) { self.message = message }
}

/// One subcommand.
struct Command: Sendable {
  let name: String
  let summary: String
  let help: String
  /// Returns the exit code.
  let run: @Sendable ([String]) throws -> Int32

  static let all = [renderCommand, playCommand, replayCommand, curveCommand]
}

/// Exit codes: 0 fine, 1 the work failed, 2 usage.
func runCommand(_ arguments: [String]) -> Int32 {
  guard let first = arguments.first else {
    printError(overview)
    return 2
  }
  switch first {
  case "--help", "-h", "help":
    print(overview)
    return 0
  case "--version":
    print("segue \(segueVersion)")
    return 0
  default: break
  }
  guard let command = Command.all.first(where: { $0.name == first }) else {
    let nearest = nearestName(to: first, among: Command.all.map(\.name)).map { ", did you mean \"\($0)\"?" } ?? ""
    printError("segue: there is no command \"\(first)\"\(nearest) See segue --help")
    return 2
  }
  let rest = Array(arguments.dropFirst())
  if rest.contains("--help") || rest.contains("-h") {
    print(command.help)
    return 0
  }
  do {
    return try command.run(rest)
  } catch let error as UsageError {
    let stop = error.message.hasSuffix("?") ? "" : "."
    printError("segue \(command.name): \(error.message)\(stop) See segue \(command.name) --help")
    return 2
  } catch let error as WorkError {
    printError("segue \(command.name): \(error.message)")
    return 1
  } catch {
    printError("segue \(command.name): \(error)")
    return 1
  }
}

private var overview: String {
  let width = Command.all.map(\.name.count).max() ?? 0
  let commands = Command.all.map { command in
    "  \(command.name)\(String(repeating: " ", count: width - command.name.count))  \(command.summary)"
  }
  return """
    usage: segue COMMAND …

    Plays screen transitions written in Lua.

    \(commands.joined(separator: "\n"))

      --version  what this is
      --help     this text; segue COMMAND --help tells about a command
    """
}

func printError(_ line: String) { writeLine(line, to: STDERR_FILENO) }

/// Writes a line to the standard output at once, so that it keeps its place among errors.
func printLine(_ line: String) { writeLine(line, to: STDOUT_FILENO) }

private func writeLine(_ line: String, to file: Int32) {
  let bytes = Array(line.utf8) + [10]
  var start = 0
  while start < bytes.count {
    let count = bytes[start...].withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    if count <= 0 {
      if errno == EINTR || errno == EAGAIN { continue }
      return
    }
    start += count
  }
}
