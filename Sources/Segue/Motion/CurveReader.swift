// Reads CSS easing functions: keywords, cubic-bezier(), steps() and linear().

extension Curve {
  /// A curve from the text of a CSS `<easing-function>`, such as `ease-in`, `cubic-bezier(0.2, 0, 0, 1)`, `steps(4, jump-none)`
  /// or `linear(0, 0.5 20%, 1)`. `calc()` is not known.
  /// - Throws: `CurveError` that says where in the text what was expected.
  public init(css text: String) throws(CurveError) {
    var reader = CurveReader(text)
    self = try reader.curve()
  }
}

private struct CurveReader {
  private let text: [Character]
  private var place = 0

  init(_ text: String) { self.text = Array(text) }

  private static let keywords: [(name: String, curve: Curve)] = [
    ("linear", .linear), ("ease", .ease), ("ease-in", .easeIn), ("ease-out", .easeOut), ("ease-in-out", .easeInOut),
    ("step-start", .stepStart), ("step-end", .stepEnd),
  ]
  private static let functions = ["cubic-bezier", "steps", "linear"]

  mutating func curve() throws(CurveError) -> Curve {
    skipSpace()
    let start = place
    let name = word()
    if name.isEmpty { throw expected("a curve such as ease or cubic-bezier(0.2, 0, 0, 1)") }
    let result: Curve
    if next == "(" {
      place += 1
      switch name {
      case "cubic-bezier": result = try bezier()
      case "steps": result = try steps()
      case "linear": result = try stops(from: start)
      default: throw unknown("function", name, Self.functions, at: start)
      }
    } else {
      guard let found = Self.keywords.first(where: { $0.name == name }) else {
        throw unknown("curve", name, Self.keywords.map(\.name) + Self.functions, at: start)
      }
      result = found.curve
    }
    skipSpace()
    if next != nil { throw expected("the end of the text") }
    return result
  }

  // MARK: functions, after their opening parenthesis

  private mutating func bezier() throws(CurveError) -> Curve {
    var handles: [Double] = []
    for name in ["x1", "y1", "x2", "y2"] {
      if !handles.isEmpty { try take(",") }
      skipSpace()
      let start = place
      let number = try number()
      if name.hasPrefix("x") && !(0...1).contains(number) {
        throw error("\(name) must lie between 0 and 1, but is \(CurveText.number(number))", at: start)
      }
      handles.append(number)
    }
    try take(")")
    return try .bezier(handles[0], handles[1], handles[2], handles[3])
  }

  private mutating func steps() throws(CurveError) -> Curve {
    skipSpace()
    let start = place
    let count = try number()
    if text[start..<place].contains(where: { !$0.isNumber && $0 != "+" && $0 != "-" }) {
      throw error("expected a whole number of steps, but found \"\(String(text[start..<place]))\"", at: start)
    }
    var position = StepPosition.end
    skipSpace()
    if next == "," {
      place += 1
      skipSpace()
      let wordStart = place
      let name = word()
      guard let known = StepPosition(rawValue: name) else {
        let names = StepPosition.allCases.map(\.rawValue)
        if name.isEmpty { throw expected("one of \(names.joined(separator: ", "))") }
        throw unknown("step position", name, names, at: wordStart)
      }
      position = known
    }
    try take(")")
    do {
      return try .steps(Int(exactly: count) ?? .max, position)
    } catch {
      throw self.error(error.description, at: start)
    }
  }

  private mutating func stops(from start: Int) throws(CurveError) -> Curve {
    var stops: [LinearStop] = []
    var entries = 0
    repeat {
      try stop(into: &stops)
      entries += 1
    } while takeIf(",")
    try take(")")
    if entries < 2 { throw error("linear() needs at least two stops", at: start) }
    return try .linear(stops)
  }

  /// One entry: a number with up to two percentages before or after it. Two make two stops.
  private mutating func stop(into stops: inout [LinearStop]) throws(CurveError) {
    var value: Double?
    var places: [Double] = []
    var closed = false  // percentages stand together
    while true {
      skipSpace()
      guard let c = next, c != "," && c != ")" else { break }
      let start = place
      let number = try number()
      if next == "%" {
        place += 1
        if places.count == 2 || closed { throw error("a stop has at most two percentages, side by side", at: start) }
        places.append(number / 100)
      } else {
        if value != nil { throw error("expected a percentage, a comma or a closing parenthesis", at: start) }
        value = number
        closed = !places.isEmpty
      }
    }
    guard let value else { throw expected("a number") }
    stops.append(LinearStop(value, at: places.first))
    if places.count == 2 { stops.append(LinearStop(value, at: places[1])) }
  }

  // MARK: tokens

  private var next: Character? { place < text.count ? text[place] : nil }

  private mutating func skipSpace() {
    while let c = next {
      if c == "/" && place + 1 < text.count && text[place + 1] == "*" {
        place += 2
        while place < text.count && !(text[place] == "*" && place + 1 < text.count && text[place + 1] == "/") { place += 1 }
        place = min(place + 2, text.count)
      } else if c == " " || c == "\t" || c.isNewline {
        place += 1
      } else {
        return
      }
    }
  }

  /// Letters, digits, hyphens and underscores, in lower case.
  private mutating func word() -> String {
    let start = place
    while let c = next, c.isASCII && (c.isLetter || c.isNumber || c == "-" || c == "_") { place += 1 }
    return String(text[start..<place]).lowercased()
  }

  /// CSS's `<number>`.
  private mutating func number() throws(CurveError) -> Double {
    skipSpace()
    let start = place
    func isDigit(_ i: Int) -> Bool { i < text.count && text[i] >= "0" && text[i] <= "9" }
    var i = place
    if i < text.count && (text[i] == "+" || text[i] == "-") { i += 1 }
    while isDigit(i) { i += 1 }
    if i < text.count && text[i] == "." && isDigit(i + 1) {
      i += 1
      while isDigit(i) { i += 1 }
    }
    if i < text.count && (text[i] == "e" || text[i] == "E") {
      let sign = i + 1 < text.count && (text[i + 1] == "+" || text[i + 1] == "-") ? 1 : 0
      if isDigit(i + 1 + sign) {
        i += 1 + sign
        while isDigit(i) { i += 1 }
      }
    }
    guard let number = Double(String(text[start..<i])) else { throw expected("a number") }
    if !number.isFinite { throw error("the number is too large", at: start) }
    place = i
    return number
  }

  private mutating func take(_ c: Character) throws(CurveError) {
    if !takeIf(c) { throw expected(c == ")" ? "a closing parenthesis" : "a comma") }
  }

  private mutating func takeIf(_ c: Character) -> Bool {
    skipSpace()
    guard next == c else { return false }
    place += 1
    return true
  }

  // MARK: errors

  private func expected(_ what: String) -> CurveError {
    guard let c = next else { return error("expected \(what), but the text ends", at: place) }
    var end = place + 1
    if c.isLetter || c.isNumber {
      while end < text.count && (text[end].isLetter || text[end].isNumber || text[end] == "-" || text[end] == "_") { end += 1 }
    }
    return error("expected \(what), but found \"\(String(text[place..<end]))\"", at: place)
  }

  private func unknown(_ kind: String, _ name: String, _ names: [String], at place: Int) -> CurveError {
    let advice = nearestName(to: name, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
    return error("unknown \(kind) \"\(name)\"\(advice)", at: place)
  }

  private func error(_ message: String, at place: Int) -> CurveError {
    CurveError("column \(place + 1): \(message)", column: place + 1)
  }
}
