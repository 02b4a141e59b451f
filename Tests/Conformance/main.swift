// segue-conformance: runs cases from outside the project through the public interface of Segue.

import Foundation

let usage = """
  usage: segue-conformance DIR [KIND…]

  Runs the cases in DIR. KIND is a folder or a file without its ending, such as easing or springs/values.
  """

/// Counts of one kind of cases.
struct Tally {
  var passed = 0, failed = 0
  var skipped: [SkipReason: Int] = [:]
}

func cases(in url: URL) throws -> [Case] {
  guard ["json", "csv"].contains(url.pathExtension) else { throw Unreadable("it is no file of cases") }
  if url.pathExtension == "csv" { return try TweenSuites.pennerCases(url) }
  let json = try JSON(contentsOf: url)
  guard json["format"].text == "cases/1" else { throw Unreadable("its format is not cases/1") }
  let list = try json["cases"].list
  guard Double(list.count) == (try json["count"].number) else { throw Unreadable("it has \(list.count) cases, not its count") }
  return try list.map(Case.init)
}

/// Runs one file, prints its failures and returns the counts.
func run(_ kind: String, _ url: URL) -> Tally {
  var tally = Tally()
  func fail(_ id: String, _ messages: [String]) {
    tally.failed += 1
    print("FAILED \(kind) \(id)")
    for message in messages.prefix(5) { print("  \(message)") }
    if messages.count > 5 { print("  and \(messages.count - 5) more") }
  }
  do {
    let all = try cases(in: url)
    let skips = Skips.cases[kind] ?? [:]
    for id in skips.keys.sorted() where !all.contains(where: { $0.id == id }) { fail(id, ["skipped, but not in the data"]) }
    for test in all {
      if let reason = Skips.files[kind] ?? skips[test.id] {
        tally.skipped[reason, default: 0] += 1
        continue
      }
      guard let suite = Suites.byFile[kind] else {
        fail(test.id, ["no suite knows the file"])
        continue
      }
      do {
        let verdict = try suite(test)
        if !verdict.failures.isEmpty {
          fail(test.id, verdict.failures)
        } else if verdict.comparisons == 0 {
          fail(test.id, ["nothing was compared"])
        } else {
          tally.passed += 1
        }
      } catch {
        fail(test.id, ["\(error)"])
      }
    }
  } catch {
    fail("(the file)", ["\(error)"])
  }
  return tally
}

func main(_ arguments: [String]) -> Int32 {
  guard let directory = arguments.first, !directory.hasPrefix("-") else {
    print(usage)
    return 2
  }
  let root = URL(filePath: directory, directoryHint: .isDirectory)
  guard let files = FileManager.default.enumerator(atPath: root.path)?.compactMap({ $0 as? String }) else {
    print("There is no folder \(directory).")
    return 2
  }
  let data = files.filter { file in
    let url = root.appending(path: file)
    return !url.hasDirectoryPath && url.lastPathComponent != "README.md"
      && (try? url.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true
  }.sorted()
  let wanted = arguments.dropFirst().map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
  func kind(_ file: String) -> String { file.split(separator: ".").dropLast().joined(separator: ".") }
  func matches(_ kind: String, _ name: String) -> Bool { kind == name || kind.hasPrefix(name + "/") }
  for name in wanted where !data.contains(where: { matches(kind($0), name) }) {
    print("There are no cases of the kind \(name) in \(directory).")
    return 2
  }
  if data.isEmpty {
    print("There are no cases in \(directory).")
    return 2
  }
  var total = Tally()
  var lines: [String] = []
  for file in data where wanted.isEmpty || wanted.contains(where: { matches(kind(file), $0) }) {
    let tally = run(kind(file), root.appending(path: file))
    let skipped = tally.skipped.values.reduce(0, +)
    lines.append("\(kind(file)): \(tally.passed) passed, \(tally.failed) failed, \(skipped) skipped")
    for (reason, count) in tally.skipped.sorted(by: { $0.key < $1.key }) { lines.append("  \(count) \(reason)") }
    total.passed += tally.passed
    total.failed += tally.failed
    total.skipped.merge(tally.skipped, uniquingKeysWith: +)
  }
  for line in lines { print(line) }
  print("\(total.passed) passed, \(total.failed) failed, \(total.skipped.values.reduce(0, +)) skipped")
  return total.failed == 0 ? 0 : 1
}

exit(main(Array(CommandLine.arguments.dropFirst())))
