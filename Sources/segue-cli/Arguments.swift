// Options of a command: read from left to right, each known by name.

import Segue

/// What a command was given.
struct Arguments {
  /// Words that belong to no option.
  private(set) var words: [String] = []
  private var values: [String: [String]] = [:]
  private var flags: Set<String> = []

  /// - Parameters:
  ///   - valued: options that take a value.
  ///   - flags: options that take none.
  init(_ arguments: [String], valued: [String], flags known: [String]) throws {
    var i = 0
    var onlyWords = false
    while i < arguments.count {
      let argument = arguments[i]
      i += 1
      if onlyWords || !argument.hasPrefix("-") || argument == "-" {
        words.append(argument)
        continue
      }
      if argument == "--" {
        onlyWords = true
        continue
      }
      var name = argument
      var value: String?
      if let equals = argument.firstIndex(of: "="), argument.hasPrefix("--") {
        name = String(argument[..<equals])
        value = String(argument[argument.index(after: equals)...])
      }
      if known.contains(name) {
        if value != nil { throw UsageError("\(name) takes no value") }
        flags.insert(name)
      } else if valued.contains(name) {
        if value == nil {
          guard i < arguments.count else { throw UsageError("\(name) expects a value") }
          value = arguments[i]
          i += 1
        }
        values[name, default: []].append(value ?? "")
      } else {
        let nearest = nearestName(to: name, among: valued + known).map { ", did you mean \($0)?" } ?? ""
        throw UsageError("unknown option \(name)\(nearest)")
      }
    }
  }

  func has(_ flag: String) -> Bool { flags.contains(flag) }
  func all(_ option: String) -> [String] { values[option] ?? [] }
  func last(_ option: String) -> String? { values[option]?.last }

  /// The one FILE that a command works on.
  func file() throws -> String {
    guard let file = words.first else { throw UsageError("expected a Lua FILE") }
    if words.count > 1 { throw UsageError("expected one FILE, got also \"\(words[1])\"") }
    return file
  }

  /// A number of an option, within bounds.
  func number(_ option: String, _ range: ClosedRange<Double>) throws -> Double? {
    guard let text = last(option) else { return nil }
    guard let number = Double(text), range.contains(number) else {
      throw UsageError(
        "\(option) expected a number from \(short(range.lowerBound)) to \(short(range.upperBound)), got \"\(text)\"")
    }
    return number
  }

  func integer(_ option: String, _ range: ClosedRange<Int>) throws -> Int? {
    guard let text = last(option) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError("\(option) expected a whole number from \(range.lowerBound) to \(range.upperBound), got \"\(text)\"")
    }
    return number
  }

  /// WIDTHxHEIGHT in stage units.
  func size(_ option: String) throws -> Size? {
    guard let text = last(option) else { return nil }
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], (1...8192).contains(width), (1...8192).contains(height)
    else {
      throw UsageError("\(option) expected WIDTHxHEIGHT, such as 400x800 and up to 8192x8192, got \"\(text)\"")
    }
    return Size(Double(width), Double(height))
  }

  private func short(_ x: Double) -> String { x == x.rounded() ? String(Int(x)) : String(x) }
}
