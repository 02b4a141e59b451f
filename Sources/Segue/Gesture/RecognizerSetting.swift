// What each kind of recogniser can be told, by name: scripts, checks and documentation are made from these lists.

/// One setting of a kind of recogniser.
public struct RecognizerSetting: Sendable {
  /// What may be given.
  public enum Form: Equatable, Sendable {
    case number(ClosedRange<Double>)
    case integer(ClosedRange<Int>)
    case flag
    case word([String])
    /// Any of the words, each once.
    case words([String])
    /// Two numbers, each within the range.
    case pair(ClosedRange<Double>)
    /// Any texts.
    case texts
  }

  /// A setting's value.
  public enum Value: Equatable, Sendable {
    case number(Double)
    case integer(Int)
    case flag(Bool)
    case word(String)
    case words([String])
    case pair(Double, Double)
  }

  public let name: String
  public let form: Form
  let read: @Sendable (RecognizerKind) -> Value?
  let write: @Sendable (inout RecognizerKind, Value) -> Bool
}

/// The settings of one kind.
protocol KindSettings: Equatable, Sendable {
  static var list: [SettingOf<Self>] { get }
  /// A sentence about what is wrong, or nil. Such settings never recognise anything.
  var problem: String? { get }
  func makeDetector() -> any Detector
}

extension KindSettings {
  /// The first value that is out of its range.
  var valueOutOfRange: String? {
    for setting in Self.list {
      if let problem = setting.form.problem(setting.read(self), named: setting.name) { return problem }
    }
    return nil
  }
}

/// A setting before its kind is forgotten.
struct SettingOf<Settings: KindSettings>: Sendable {
  typealias Path<Value> = WritableKeyPath<Settings, Value> & Sendable
  let name: String
  let form: RecognizerSetting.Form
  let read: @Sendable (Settings) -> RecognizerSetting.Value
  let write: @Sendable (inout Settings, RecognizerSetting.Value) -> Bool

  static func number(_ name: String, _ path: Path<Double>, _ range: ClosedRange<Double>) -> Self {
    Self(name: name, form: .number(range), read: { .number($0[keyPath: path]) }) { settings, value in
      guard case .number(let number) = value else { return false }
      settings[keyPath: path] = number
      return true
    }
  }

  static func integer(_ name: String, _ path: Path<Int>, _ range: ClosedRange<Int>) -> Self {
    Self(name: name, form: .integer(range), read: { .integer($0[keyPath: path]) }) { settings, value in
      guard case .integer(let number) = value else { return false }
      settings[keyPath: path] = number
      return true
    }
  }

  static func flag(_ name: String, _ path: Path<Bool>) -> Self {
    Self(name: name, form: .flag, read: { .flag($0[keyPath: path]) }) { settings, value in
      guard case .flag(let flag) = value else { return false }
      settings[keyPath: path] = flag
      return true
    }
  }

  static func word<Word: RawRepresentable & CaseIterable & Sendable>(_ name: String, _ path: Path<Word>) -> Self
  where Word.RawValue == String, Word.AllCases: Sendable {
    Self(name: name, form: .word(Word.allCases.map(\.rawValue)), read: { .word($0[keyPath: path].rawValue) }) {
      settings, value in
      guard case .word(let text) = value, let word = Word(rawValue: text) else { return false }
      settings[keyPath: path] = word
      return true
    }
  }

  static func words<Word: RawRepresentable & CaseIterable & Hashable & Sendable>(_ name: String, _ path: Path<Set<Word>>)
    -> Self
  where Word.RawValue == String, Word.AllCases: Sendable {
    Self(
      name: name, form: .words(Word.allCases.map(\.rawValue)),
      read: { settings in .words(Word.allCases.filter(settings[keyPath: path].contains).map(\.rawValue)) }
    ) { settings, value in
      guard case .words(let texts) = value else { return false }
      let words = texts.compactMap { Word(rawValue: $0) }
      guard words.count == texts.count else { return false }
      settings[keyPath: path] = Set(words)
      return true
    }
  }

  static func texts(_ name: String, _ path: Path<[String]>) -> Self {
    Self(name: name, form: .texts, read: { .words($0[keyPath: path]) }) { settings, value in
      guard case .words(let texts) = value else { return false }
      settings[keyPath: path] = texts
      return true
    }
  }

  static func pair(_ name: String, _ path: Path<Size>, _ range: ClosedRange<Double>) -> Self {
    Self(name: name, form: .pair(range), read: { .pair($0[keyPath: path].width, $0[keyPath: path].height) }) {
      settings, value in
      guard case .pair(let width, let height) = value else { return false }
      settings[keyPath: path] = Size(width, height)
      return true
    }
  }

  /// The same for any kind; `unwrap` and `wrap` are its case.
  func erased(
    _ unwrap: @escaping @Sendable (RecognizerKind) -> Settings?, _ wrap: @escaping @Sendable (Settings) -> RecognizerKind
  ) -> RecognizerSetting {
    let (read, write) = (read, write)
    return RecognizerSetting(name: name, form: form, read: { unwrap($0).map(read) }) { kind, value in
      guard var settings = unwrap(kind), write(&settings, value) else { return false }
      kind = wrap(settings)
      return true
    }
  }
}

extension RecognizerSetting.Form {
  /// A sentence about a value that is out of range, or nil.
  func problem(_ value: RecognizerSetting.Value, named name: String) -> String? {
    switch (self, value) {
    case (.number(let range), .number(let number)): Self.problem(number, range, name)
    case (.pair(let range), .pair(let a, let b)): Self.problem(a, range, name) ?? Self.problem(b, range, name)
    case (.integer(let range), .integer(let number)):
      if range.contains(number) {
        nil
      } else if range.upperBound == .max {
        "\(name) expected \(range.lowerBound) or more, got \(number)"
      } else {
        "\(name) expected a whole number from \(range.lowerBound) to \(range.upperBound), got \(number)"
      }
    default: nil
    }
  }

  private static func problem(_ number: Double, _ range: ClosedRange<Double>, _ name: String) -> String? {
    if range.contains(number) { return nil }
    return "\(name) expected a number from \(Self.short(range.lowerBound)) to \(range.upperBound), got \(number)"
  }

  private static func short(_ number: Double) -> String { number == 0 ? "0" : "\(number)" }
}
