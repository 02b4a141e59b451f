// A C program against segue.h and the library that was just built, as any host would compile and run it.

import Foundation

/// What a C program said and how it ended.
struct ABIProgram {
  let lines: [String]
  let status: Int32

  /// Each line's numbers.
  var numbers: [[Double]] { lines.map { $0.split(separator: " ").compactMap { Double($0) } } }

  struct Failure: Error, CustomStringConvertible { let description: String }

  /// Compiles and runs the body of `main`, after `declarations`. In it, `engine` is a new engine and `CHECK` ends the program where
  /// a condition does not hold.
  init(_ body: String, declarations: String = "", options: [String] = []) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "segue-abi-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Programs look for the name that the library is installed under.
    try FileManager.default.createSymbolicLink(at: folder.appending(path: "libsegue.so.0"), withDestinationURL: Self.library)
    let source = folder.appending(path: "program.c")
    try (Self.prologue + declarations + "\nint main(void) {\n" + Self.opening + body + Self.closing)
      .write(to: source, atomically: true, encoding: .utf8)
    let program = folder.appending(path: "program").path
    let compiled = try Self.run(
      "cc",
      ["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-I", Self.headers.path, "-o", program, source.path]
        + [folder.appending(path: "libsegue.so.0").path, "-Wl,-rpath,\(folder.path)", "-rdynamic", "-lpthread"] + options)
    guard compiled.status == 0 else { throw Failure(description: compiled.output) }
    let ran = try Self.run(program, [])
    lines = ran.output.split(separator: "\n").map(String.init)
    status = ran.status
  }

  private static let prologue = """
    #include <math.h>
    #include <pthread.h>
    #include <segue.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #define CHECK(condition) \\
      do { \\
        if (!(condition)) { printf("line %d: " #condition " (%s)\\n", __LINE__, segue_engine_error(engine)); return 1; } \\
      } while (0)
    #define ONE(...) (double[]){__VA_ARGS__}, 1
    #define TWO(...) (double[]){__VA_ARGS__}, 2

    """

  private static let opening = """
    segue_engine *engine = NULL;
    CHECK(segue_engine_new(&engine) == SEGUE_OK && engine);

    """

  private static let closing = """

    CHECK(segue_engine_free(engine) == SEGUE_OK);
    return 0;
    }
    """

  // MARK: Where things are

  static let headers = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/CSegue/include")

  /// The library that was built beside this test, which on Linux is a program.
  static let library = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "libsegue-abi.so")

  /// A library with a sanitizer in it needs a program with the same one, which another compiler may not have.
  static let librarySuitsPrograms: Bool = {
    guard let bytes = try? Data(contentsOf: library, options: .alwaysMapped) else { return true }
    return !["__asan_init", "__tsan_init"].contains { bytes.range(of: Data($0.utf8)) != nil }
  }()

  /// Runs a program found in PATH; what it says on either stream is its output.
  static func run(_ program: String, _ arguments: [String]) throws -> (output: String, status: Int32) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (String(decoding: output, as: UTF8.self), process.terminationStatus)
  }
}
