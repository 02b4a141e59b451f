// The key: told once when it goes down.

/// Which keys count.
public struct KeySettings: KindSettings {
  /// Their names; see `InputEvent.key`. Without any it never recognises anything.
  public var keys: [String]

  public init(keys: [String] = []) { self.keys = keys }

  static let list: [SettingOf<KeySettings>] = [.texts("keys", \.keys)]
  public var problem: String? { valueOutOfRange }
  func makeDetector() -> any Detector { KeyDetector(settings: self) }
}

/// Takes a key that counts and no other contact. A key that repeats while it is held says so once.
struct KeyDetector: Detector {
  let settings: KeySettings
  private var location = Point.zero

  init(settings: KeySettings) { self.settings = settings }

  var maximumContacts: Int { 1 }

  func takes(_ contact: Contact, beside contacts: [Contact]) -> Bool {
    guard let key = contact.key, contacts.isEmpty else { return false }
    return settings.keys.contains(key)
  }

  mutating func update(_ change: ContactChange, contacts: [Contact], at time: Double, isActive: Bool) -> Verdict {
    guard change == .down else { return .wait }
    location = contacts.first?.position ?? .zero
    return .recognize
  }

  mutating func start(late: Bool) {}
  func measure(at time: Double) -> Measurement { Measurement(location: location) }
  mutating func reset() { location = .zero }
}
