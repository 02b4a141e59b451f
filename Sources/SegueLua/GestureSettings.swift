// What recognisers can be told, as scripts write and read it: made from the engine's own lists.

import Segue

/// Every setting of every kind, once.
let gestureSettings: [(name: String, form: RecognizerSetting.Form)] = {
  var known: [(name: String, form: RecognizerSetting.Form)] = []
  for (_, kind) in RecognizerKind.all {
    for setting in kind.settings where !known.contains(where: { $0.name == setting.name }) {
      known.append((setting.name, setting.form))
    }
  }
  return known
}()

let gestureOptions = Options(
  gestureSettings.map { $0.form.item($0.name) } + [
    .function("should_begin"), .boolean("enabled"), .boolean("catcher"), .boolean("passive"),
  ])

extension RecognizerSetting.Form {
  func item(_ name: String) -> Item {
    switch self {
    case .number: .number(name)
    case .integer: .integer(name)
    case .flag: .boolean(name)
    case .word(let words): .word(name, of: words)
    case .words(let words): Item.word(name, of: words).or(.list(name, of: .word(name, of: words)))
    case .pair: .numbers(name, .size, least: 2)
    case .texts: Item.string(name).or(.list(name, of: .string(name)))
    }
  }

  /// What a script gave for it.
  func value(_ argument: Argument) throws(ScriptError) -> RecognizerSetting.Value {
    switch self {
    case .number: return .number(argument.number)
    case .integer: return .integer(Int(clamping: argument.integer))
    case .flag: return .flag(argument.boolean)
    case .word(let words): return .word(words[argument.word])
    case .words(let words):
      if argument.isString { return .words([words[argument.word]]) }
      var given: [String] = []
      try argument.forEachElement { element throws(ScriptError) in given.append(words[element.word]) }
      return .words(given)
    case .texts:
      if argument.isString { return .words([argument.string]) }
      var given: [String] = []
      try argument.forEachElement { element throws(ScriptError) in given.append(element.string) }
      return .words(given)
    case .pair: return .pair(argument.numbers[0], argument.numbers[1])
    }
  }
}

extension RecognizerSetting.Value {
  var asValue: Value {
    switch self {
    case .number(let number): .number(number)
    case .integer(let number): .integer(Int64(number))
    case .flag(let flag): .boolean(flag)
    case .word(let word): .string(word)
    case .words(let words): .list(words.map(Value.string))
    case .pair(let a, let b): .numbers([a, b], .size)
    }
  }
}

extension RecognizerKind {
  /// Sets what a script gave under a name. `what` begins the message.
  mutating func set(_ name: String, _ argument: Argument, _ what: String) throws(ScriptError) {
    guard let setting = settings.first(where: { $0.name == name }) else {
      let names = settings.map(\.name)
      let has = names.isEmpty ? "it has no settings" : "it has \(names.joined(separator: ", "))"
      throw ScriptError("\(what): a \(self.name) has no \(name); \(has)")
    }
    set(name, to: try setting.form.value(argument))
  }
}

/// The settings as fields of a recogniser. One that its kind does not have reads as nil.
let gestureSettingFields: [Field] = gestureSettings.map { name, form in
  Field(
    form.item(name),
    get: { call throws(ScriptError) in
      call.give(call.area.engine.recognizer(call.object.handle())?.kind[name]?.asValue ?? .none)
    },
    set: { call throws(ScriptError) in
      guard var kind = call.area.engine.recognizer(call.object.handle())?.kind else {
        throw ScriptError("recognizer has been removed")
      }
      try kind.set(name, call[0], "recognizer.\(name)")
      try asking { () throws(SegueError) in try call.area.engine.setKind(kind, of: call.object.handle()) }
    })
}
