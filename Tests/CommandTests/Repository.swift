import Foundation

/// Where things are, and how to run them as a person would.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The products of this build stand beside the test bundle.
  static let products = URL(filePath: ProcessInfo.processInfo.arguments[0]).resolvingSymlinksInPath()
    .deletingLastPathComponent()

  static var segue: String { products.appending(path: "segue").path }

  struct Outcome {
    var code: Int32
    var output: String
    var errors: String
  }

  /// Runs a program to its end, or ends it after `limit` seconds.
  static func run(_ program: String, _ arguments: [String], in directory: URL = root, limit: Double = 120) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.currentDirectoryURL = directory
    process.standardInput = FileHandle.nullDevice
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (out, err) = (folder.appending(path: "out"), folder.appending(path: "err"))
    for file in [out, err] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: out)
    process.standardError = try FileHandle(forWritingTo: err)
    try process.run()
    let deadline = Date(timeIntervalSinceNow: limit)
    while process.isRunning, Date() < deadline { Thread.sleep(forTimeInterval: 0.01) }
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
    return Outcome(
      code: process.terminationStatus, output: try String(contentsOf: out, encoding: .utf8),
      errors: try String(contentsOf: err, encoding: .utf8))
  }

  static func segue(_ arguments: String..., in directory: URL = root) throws -> Outcome {
    try run(segue, arguments, in: directory)
  }

  static func temporaryFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "segue-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}
