// The part of JSON that traces are made of: one object a line whose values are numbers and strings.

/// Reads one flat object, strictly as RFC 8259 has it but for nested values, which are refused.
struct FlatJSON {
  enum Value: Equatable {
    /// The digits as they stand, so that integers keep all their bits.
    case number(String)
    case string(String)
    /// `true`, `false` or `null`.
    case word(String)

    /// How a message shows it.
    var shown: String {
      switch self {
      case .number(let text), .word(let text): text
      case .string(let text): FlatJSON.quoted(text.count > 40 ? String(text.prefix(40)) + "…" : text)
      }
    }
  }

  struct Problem: Error { var message: String }

  private let bytes: ArraySlice<UInt8>
  private var at: Int

  /// The members in the order they stand; a key that comes twice is refused.
  static func object(_ line: ArraySlice<UInt8>) throws(Problem) -> [(key: String, value: Value)] {
    var reader = FlatJSON(bytes: line, at: line.startIndex)
    return try reader.object()
  }

  private mutating func object() throws(Problem) -> [(key: String, value: Value)] {
    var members: [(key: String, value: Value)] = []
    skipSpace()
    try expect("{")
    skipSpace()
    if peek != UInt8(ascii: "}") {
      while true {
        skipSpace()
        guard peek == UInt8(ascii: "\"") else { throw unexpected("a key in double quotes") }
        let key = try string()
        if members.contains(where: { $0.key == key }) { throw Problem(message: "\(Self.quoted(key)) stands twice") }
        skipSpace()
        try expect(":")
        skipSpace()
        members.append((key, try value()))
        skipSpace()
        if peek != UInt8(ascii: ",") { break }
        at += 1
      }
    }
    guard peek == UInt8(ascii: "}") else { throw unexpected("\",\" or \"}\"") }
    at += 1
    skipSpace()
    if at < bytes.endIndex { throw unexpected("the end of the line") }
    return members
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

  private var peek: UInt8? { at < bytes.endIndex ? bytes[at] : nil }

  private mutating func skipSpace() {
    while let byte = peek, byte == 32 || byte == 9 || byte == 13 { at += 1 }
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(Problem) {
    guard peek == UInt8(ascii: character) else { throw unexpected("\"\(character)\"") }
    at += 1
  }

  private func unexpected(_ wanted: String) -> Problem {
    let found =
      switch peek {
      case nil: "the end of the line"
      case let byte? where byte > 32 && byte < 127: "\"\(Unicode.Scalar(byte))\""
      case let byte?: "byte \(byte)"
      }
    return Problem(message: "column \(at - bytes.startIndex + 1): expected \(wanted), got \(found)")
  }

  private mutating func value() throws(Problem) -> Value {
    switch peek {
    case UInt8(ascii: "\""): return .string(try string())
    case let byte? where byte == UInt8(ascii: "-") || Self.isDigit(byte): return .number(try number())
    case let byte? where Self.isLetter(byte):
      let start = at
      while let byte = peek, Self.isLetter(byte) { at += 1 }
      let word = String(decoding: bytes[start..<at], as: UTF8.self)
      guard ["true", "false", "null"].contains(word) else {
        at = start
        throw unexpected("a number or a string")
      }
      return .word(word)
    default: throw unexpected("a number or a string")
    }
  }

  private mutating func digits() throws(Problem) {
    guard let first = peek, Self.isDigit(first) else { throw unexpected("a digit") }
    while let byte = peek, Self.isDigit(byte) { at += 1 }
  }

  private mutating func number() throws(Problem) -> String {
    let start = at
    if peek == UInt8(ascii: "-") { at += 1 }
    if peek == UInt8(ascii: "0") { at += 1 } else { try digits() }
    if peek == UInt8(ascii: ".") {
      at += 1
      try digits()
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      at += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { at += 1 }
      try digits()
    }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private mutating func string() throws(Problem) -> String {
    at += 1
    var text: [UInt8] = []
    while let byte = peek {
      at += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(validating: text, as: UTF8.self) else { throw Problem(message: "a string is not UTF-8") }
        return string
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0..<32:
        at -= 1
        throw unexpected("an escape such as \\n in a string")
      default: text.append(byte)
      }
    }
    throw unexpected("the closing quote of a string")
  }

  private mutating func escape(into text: inout [UInt8]) throws(Problem) {
    guard let byte = peek else { throw unexpected("an escape") }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(8)
    case UInt8(ascii: "f"): text.append(12)
    case UInt8(ascii: "n"): text.append(10)
    case UInt8(ascii: "r"): text.append(13)
    case UInt8(ascii: "t"): text.append(9)
    case UInt8(ascii: "u"):
      at += 1
      var code = try fourHexDigits()
      // A character beyond 16 bits is written as a high and a low half.
      if (0xD800..<0xDC00).contains(code), at + 1 < bytes.endIndex, bytes[at] == UInt8(ascii: "\\"),
        bytes[at + 1] == UInt8(ascii: "u")
      {
        at += 2
        let low = try fourHexDigits()
        guard (0xDC00..<0xE000).contains(low) else { throw Problem(message: "a string has half a surrogate pair") }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw Problem(message: "a string has half a surrogate pair") }
      text.append(contentsOf: String(scalar).utf8)
      return
    default: throw unexpected("an escape")
    }
    at += 1
  }

  private mutating func fourHexDigits() throws(Problem) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw unexpected("a hex digit") }
      code = code << 4 | UInt32(digit)
      at += 1
    }
    return code
  }

  /// A string as JSON writes it.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case _ where scalar.value < 32:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
