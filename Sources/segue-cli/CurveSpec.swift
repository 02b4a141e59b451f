// Reads what `segue curve` is asked about: a curve's name, CSS, or a spring by its parameters.

import Segue

/// A curve over progress or a spring over time.
enum CurveSpec {
  case curve(Curve)
  case spring(Spring)

  /// - Throws: `UsageError` that names the column of the fault, counted in characters from 1.
  init(_ text: String) throws(UsageError) {
    var reader = SpecReader(text)
    self = try reader.spec()
  }
}

private struct SpecReader {
  private let text: [Character]
  private var place = 0

  init(_ text: String) { self.text = Array(text) }

  private static let words = ["linear", "ease", "ease-in", "ease-out", "ease-in-out", "step-start", "step-end"]
  private static let functions = ["cubic-bezier", "steps", "linear", "spring"]
  /// The same names as in scripts.

  mutating func spec() throws(UsageError) -> CurveSpec {
    skipSpace()
    let start = place
    let name = word()
    skipSpace()
    let isCall = next == "("
    if name.lowercased() == "spring" {
      let spring = try spring(at: start)
      skipSpace()
      if next != nil { throw error("expected the end of the text, but found \"\(rest)\"", at: place) }
      return .spring(spring)
    }
    if !isCall, let found = Curve.named.first(where: { $0.name == name }) {
      if next != nil { throw error("expected the end of the text, but found \"\(rest)\"", at: place) }
      return .curve(found.curve)
    }
    if !name.isEmpty, !(isCall ? Self.functions : Self.words).contains(name.lowercased()) {
      let known = isCall ? Self.functions : Curve.named.map(\.name) + Self.words + Self.functions
      let advice = nearestName(to: name, among: known).map { ", did you mean \"\($0)\"?" } ?? ""
      throw error("there is no \(isCall ? "function" : "curve") \"\(name)\"\(advice)", at: start)
    }
    do { return .curve(try Curve(css: String(text))) } catch {
      throw UsageError(error.column == nil ? "column \(start + 1): \(error)" : "\(error)")
    }
  }

  /// What follows the word: nothing, or parameters in parentheses.
  private mutating func spring(at start: Int) throws(UsageError) -> Spring {
    var given = SpringParameters()
    if takeIf("("), !takeIf(")") {
      repeat {
        skipSpace()
        let place = place
        let name = word()
        if name.isEmpty { throw expected("a parameter such as response=0.4") }
        guard let parameter = SpringParameters.Name(rawValue: name) else {
          let names = SpringParameters.Name.allCases.map(\.rawValue)
          let advice = nearestName(to: name, among: names).map { ", did you mean \"\($0)\"?" } ?? ""
          throw error("a spring has no parameter \"\(name)\"\(advice)", at: place)
        }
        if given[parameter] != nil { throw error("\(name) is given twice", at: place) }
        if !takeIf("=") { throw expected("= and a number after \(name)") }
        given[parameter] = try number()
      } while takeIf(",")
      if !takeIf(")") { throw expected("a comma or a closing parenthesis") }
    }
    do { return try given.spring() } catch { throw self.error("\(error)", at: start) }
  }

  // MARK: tokens

  private var next: Character? { place < text.count ? text[place] : nil }
  private var rest: String { String(text[place...]) }

  private mutating func skipSpace() {
    while let c = next, c.isWhitespace { place += 1 }
  }

  private mutating func word() -> String {
    let start = place
    while let c = next, c.isASCII && (c.isLetter || c.isNumber || c == "_" || c == "-") { place += 1 }
    return String(text[start..<place])
  }

  private mutating func number() throws(UsageError) -> Double {
    skipSpace()
    let start = place
    while let c = next, c.isASCII && (c.isLetter || c.isNumber || c == "." || c == "+" || c == "-") { place += 1 }
    let digits = String(text[start..<place])
    guard let number = Double(digits), number.isFinite, !digits.lowercased().contains("x") else {
      place = start
      throw expected("a number")
    }
    return number
  }

  private mutating func takeIf(_ c: Character) -> Bool {
    skipSpace()
    guard next == c else { return false }
    place += 1
    return true
  }

  private func expected(_ what: String) -> UsageError {
    error("expected \(what), but \(next == nil ? "the text ends" : "found \"\(rest)\"")", at: place)
  }

  private func error(_ message: String, at place: Int) -> UsageError { UsageError("column \(place + 1): \(message)") }
}
