// Reads modifiers from their text: "fade scale(0.5) translate(0, 100%) cascade(0.02, left_to_right)".

extension [Modifier] {
  /// Reads a text. Names may be written in snake_case or in camelCase.
  /// - Throws: `SegueError` that says at which column what was expected, and the nearest known name.
  public init(text: String) throws(SegueError) {
    var reader = ModifierReader(text)
    self = try reader.modifiers(nested: false)
  }
}

private struct ModifierReader {
  private let text: [Character]
  private var place = 0

  init(_ text: String) { self.text = Array(text) }

  private var next: Character? { place < text.count ? text[place] : nil }

  mutating func modifiers(nested: Bool) throws(SegueError) -> [Modifier] {
    var found: [Modifier] = []
    while true {
      skipSpace()
      guard let next, !(nested && next == ")") else { return found }
      found.append(try modifier())
    }
  }

  private mutating func modifier() throws(SegueError) -> Modifier {
    let start = place
    let written = word()
    if written.isEmpty {
      throw error("expected a modifier such as fade or scale(0.5), but found \"\(String(text[place]))\"", start)
    }
    let name = Self.snake(written)
    guard let entry = ModifierWord.all.first(where: { $0.name == name }) else {
      let near = nearestName(to: name, among: ModifierWord.all.map(\.name)).map { ", did you mean \"\($0)\"?" } ?? ""
      throw error("there is no modifier \"\(written)\"\(near)", start)
    }
    var numbers: [Double] = []
    var lengths: [ModifierLength] = []
    var (color, curve, order, seconds): (Color?, Curve?, CascadeOrder?, Double?)
    var inner: [Modifier] = []
    var given = 0
    skipSpace()
    if next == "(" {
      place += 1
      for (i, kind) in entry.takes.enumerated() {
        skipSpace()
        if next == ")" { break }
        if i > 0 { try take(",") }
        skipSpace()
        switch kind {
        case .number: numbers.append(try number())
        case .length: lengths.append(try length())
        case .color: color = try colorValue()
        case .timing: curve = try curveValue()
        case .order: order = try orderValue()
        case .seconds: seconds = try secondsOrAuto()
        case .modifiers: inner = try modifiers(nested: true)
        }
        given += 1
      }
      skipSpace()
      try take(")")
    }
    if given < entry.least {
      throw error("\(entry.name) expected \(entry.least) argument\(entry.least == 1 ? "" : "s"), got \(given)", start)
    }
    switch entry.name {
    case "fade", "opacity": return .fade(numbers.first ?? 0)
    case "scale": return .scale(numbers[0], numbers.count > 1 ? numbers[1] : numbers[0])
    case "translate": return .translate(lengths[0], lengths.count > 1 ? lengths[1] : ModifierLength(0))
    case "rotate": return .rotate(numbers[0])
    case "corner": return .corner(numbers[0])
    case "background": return .background(color ?? .clear)
    case "duration": return .duration(seconds)
    case "delay": return .delay(numbers[0])
    case "timing": return .timing(curve ?? .ease)
    case "spring":
      do { _ = try Spring(stiffness: numbers[0], damping: numbers[1]) } catch let problem {
        throw error("spring: \(problem)", start)
      }
      return .spring(stiffness: numbers[0], damping: numbers[1])
    case "match_longest": return .matchLongest
    case "cascade":
      let step = numbers.first ?? ModifierWord.cascadeStep
      if step < 0 { throw error("cascade expected 0 or more seconds, got \(CurveText.number(step))", start) }
      return .cascade(step, order ?? .topToBottom)
    default: return .when(ModifierCondition(rawValue: entry.name) ?? .presenting, inner)
    }
  }

  // MARK: Arguments

  private mutating func number() throws(SegueError) -> Double {
    let start = place
    while let next, next.isNumber || "+-.eE".contains(next) { place += 1 }
    let written = String(text[start..<place])
    guard let number = Double(written), number.isFinite, abs(number) <= SceneLimit.magnitude else {
      throw error("expected a number, but found \(found(written, start))", start)
    }
    return number
  }

  private mutating func length() throws(SegueError) -> ModifierLength {
    let number = try number()
    guard next == "%" else { return ModifierLength(number) }
    place += 1
    return ModifierLength(number, isShare: true)
  }

  private mutating func secondsOrAuto() throws(SegueError) -> Double? {
    let start = place
    if word() == "auto" { return nil }
    place = start
    let seconds = try number()
    if seconds < 0 { throw error("duration expected 0 or more seconds or auto, got \(CurveText.number(seconds))", start) }
    return seconds
  }

  private mutating func colorValue() throws(SegueError) -> Color {
    let start = place
    let written = balanced()
    do { return try Color(parsing: written) } catch let problem { throw error("\(problem)", start) }
  }

  private mutating func curveValue() throws(SegueError) -> Curve {
    let start = place
    let written = balanced()
    if let named = Curve.named.first(where: { $0.name == Self.snake(written) }) { return named.curve }
    do { return try Curve(css: written) } catch let problem { throw error("timing: \(problem)", start) }
  }

  private mutating func orderValue() throws(SegueError) -> CascadeOrder {
    let start = place
    let written = word()
    if let order = CascadeOrder(rawValue: Self.snake(written)) { return order }
    let names = CascadeOrder.allCases.map(\.rawValue)
    let near = nearestName(to: Self.snake(written), among: names).map { ", did you mean \"\($0)\"?" }
    throw error(
      "there is no order \"\(written.isEmpty ? rest(start) : written)\"\(near ?? "; there are \(names.joined(separator: ", "))")",
      start)
  }

  /// The text up to the end of this argument.
  private mutating func balanced() -> String {
    let start = place
    var depth = 0
    while let next, depth > 0 || next != ")" {
      if next == "(" { depth += 1 }
      if next == ")" { depth -= 1 }
      place += 1
    }
    return String(text[start..<place])
  }

  private mutating func word() -> String {
    let start = place
    while let next, next.isLetter || next == "_" || (place > start && next.isNumber) { place += 1 }
    return String(text[start..<place])
  }

  private mutating func take(_ character: Character) throws(SegueError) {
    guard next == character else { throw error("expected \"\(character)\", but found \(found("", place))", place) }
    place += 1
  }

  private mutating func skipSpace() { while let next, next.isWhitespace { place += 1 } }

  private func found(_ written: String, _ start: Int) -> String {
    let text = written.isEmpty ? rest(start) : written
    return text.isEmpty ? "the end" : "\"\(text)\""
  }

  private func rest(_ start: Int) -> String { String(text[start..<min(text.count, start + 12)]) }

  private func error(_ message: String, _ place: Int) -> SegueError { SegueError("column \(place + 1): \(message)") }

  static func snake(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
  }
}
