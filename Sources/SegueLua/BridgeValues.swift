// Values on their way between scripts and the engine, and one call as a method's body sees it.

import CLua
import Glibc  // memcmp
import Segue

/// An error that a script sees, or that one made.
public struct ScriptError: Error, Sendable, Equatable {
  /// A full sentence, with file and line once they are known.
  public var message: String
  public var traceback: String
  /// The message names file and line already.
  public var isPlaced: Bool

  public init(_ message: String) { self.init(message: message, traceback: "", isPlaced: false) }

  package init(message: String, traceback: String, isPlaced: Bool) {
    self.message = message
    self.traceback = traceback
    self.isPlaced = isPlaced
  }
}

/// An engine object as scripts name it.
public struct Object: Hashable, Sendable {
  public let classID: ClassID
  public let bits: UInt64

  public init(_ classID: ClassID, bits: UInt64) {
    self.classID = classID
    self.bits = bits
  }

  public init<Subject>(_ classID: ClassID, _ handle: Handle<Subject>) { self.init(classID, bits: handle.bits) }

  /// Owns what belongs to the script as a whole.
  public static let root = Object(ClassID(number: 0), bits: 0)

  public func handle<Subject>(_: Subject.Type = Subject.self) -> Handle<Subject> { Handle(bits: bits) }
}

/// A value that a script receives, or that one returned.
public enum Value: Sendable, Equatable {
  case none
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case object(Object)
  /// To Lua a table with these names; from Lua, a table of up to four numbers.
  case numbers([Double], Names)
  case list([Value])
  case record([Pair])
  /// To Lua only: a value that was stored.
  case stored(Callback)
  /// To Lua only: a function that calls a method of an object.
  case method(Object, String)
  /// From Lua only: a table or function that does not travel.
  case opaque

  public struct Pair: Sendable, Equatable {
    public let key: String
    public let value: Value

    public init(key: String, value: Value) { (self.key, self.value) = (key, value) }
  }

  public static func record(_ pairs: KeyValuePairs<String, Value>) -> Value {
    .record(pairs.map { Pair(key: $0.key, value: $0.value) })
  }

  /// An integer or a number.
  public var asNumber: Double? {
    switch self {
    case .integer(let n): Double(n)
    case .number(let x): x
    default: nil
    }
  }

  /// As Lua takes a condition: all but nil and false.
  public var isTrue: Bool { self != .none && self != .boolean(false) }

  public var asString: String? { if case .string(let text) = self { text } else { nil } }
  public var asObject: Object? { if case .object(let object) = self { object } else { nil } }
}

/// A script's function (or another value of its) that is kept by an owner: it lives as long as the owner's userdata does, and
/// belongs to the generation that stored it.
public struct Callback: Hashable, Sendable {
  public let owner: Object
  package let slot: Int64

  static let generationShift: Int64 = 40
  public var generation: Int { Int(slot >> Self.generationShift) }
}

/// One argument, option or element, checked already. Valid during the call only.
public struct Argument {
  // Not counted: the state holds the binding for as long as the call lasts.
  let owner: Unmanaged<LuaBridge>
  let raw: UnsafePointer<clua_value>
  let base: UnsafePointer<clua_value>

  private var bridge: LuaBridge { owner.takeUnretainedValue() }
  var kind: clua_kind { clua_kind(UInt32(raw.pointee.kind)) }

  public var isGiven: Bool { kind != CLUA_NIL }
  public var isNumber: Bool { kind == CLUA_NUMBER }
  public var isString: Bool { kind == CLUA_STRING }
  public var isFunction: Bool { kind == CLUA_FUNCTION }
  public var isObject: Bool { kind == CLUA_OBJECT }
  public var isNumbers: Bool { kind == CLUA_NUMBERS }
  public var isOptions: Bool { kind == CLUA_OPTIONS }
  public var isList: Bool { kind == CLUA_LIST }
  public var isBoolean: Bool { kind == CLUA_BOOLEAN }

  /// The number, or 0 if none was given.
  public var number: Double { raw.pointee.numbers.0 }
  public var integer: Int64 { Int64(bitPattern: raw.pointee.bits) }
  public var boolean: Bool { raw.pointee.bits != 0 }
  public var numberIfGiven: Double? { isNumber ? number : nil }
  public var integerIfGiven: Int64? { kind == CLUA_INTEGER ? integer : nil }
  public var booleanIfGiven: Bool? { isBoolean ? boolean : nil }
  public var object: Object { Object(ClassID(number: raw.pointee.class_id), bits: raw.pointee.bits) }
  public var objectIfGiven: Object? { isObject ? object : nil }
  /// Place in the descriptor's list of words.
  public var word: Int { Int(raw.pointee.mask) }
  public var wordIfGiven: Int? { isString ? word : nil }

  public var string: String {
    guard let start = raw.pointee.string else { return "" }
    let bytes = UnsafeRawBufferPointer(start: start, count: raw.pointee.length)
    return String(decoding: bytes, as: UTF8.self)
  }
  /// Whether it is a string of these bytes.
  func isText(_ bytes: [UInt8]) -> Bool {
    guard let start = raw.pointee.string, raw.pointee.length == bytes.count else { return false }
    return memcmp(start, bytes, bytes.count) == 0
  }
  public var stringIfGiven: String? { isString ? string : nil }

  /// The numbers; those not given are 0.
  public var numbers: SIMD4<Double> {
    let n = raw.pointee.numbers
    return SIMD4(n.0, n.1, n.2, n.3)
  }
  /// How many places, from the first to the last one given.
  public var count: Int { Int(raw.pointee.count) }
  public func hasNumber(_ place: Int) -> Bool { raw.pointee.mask >> UInt32(place) & 1 == 1 }

  /// An option by its place in the descriptor; the array part stands after the last.
  public subscript(place: Int) -> Argument {
    precondition(isOptions && place >= 0 && place < count, "no such option in the descriptor")
    return self[optionAt: place]
  }

  /// An option by its place; not given if no table was, or its descriptor is shorter.
  subscript(optionAt place: Int) -> Argument {
    guard isOptions, raw.pointee.bits >> UInt64(place) & 1 == 1 else { return absent }
    return Argument(owner: owner, raw: base + Int(raw.pointee.first) + place, base: base)
  }

  /// Whether one was given that stands behind a place.
  func hasOption(after place: Int) -> Bool { isOptions && raw.pointee.bits >> UInt64(place + 1) != 0 }

  /// An option by name. If no table was given, none of its options was.
  public subscript(name: StaticString) -> Argument {
    guard isOptions, let spec = raw.pointee.spec?.assumingMemoryBound(to: clua_spec.self) else { return absent }
    func isNamed(_ i: Int) -> Bool {
      guard let candidate = spec.pointee.items[i].name else { return false }
      return name.withUTF8Buffer { equal($0, candidate) }
    }
    assert((0..<Int(spec.pointee.count)).contains(where: isNamed), "no option \(name) in the descriptor")
    // Few are given, mostly.
    var left = raw.pointee.bits
    while left != 0 {
      let i = left.trailingZeroBitCount
      left &= left - 1
      if i < Int(spec.pointee.count), isNamed(i) { return self[optionAt: i] }
    }
    return absent
  }

  /// Options that were given, with their places, in the descriptor's order.
  public func forEachGiven(_ body: (Int, Argument) throws(ScriptError) -> Void) throws(ScriptError) {
    guard isOptions else { return }
    var left = raw.pointee.bits
    while left != 0 {
      let i = left.trailingZeroBitCount
      left &= left - 1
      try body(i, self[optionAt: i])
    }
  }

  /// The array part of a table of options.
  public var rest: Argument { isOptions ? self[count - 1] : absent }

  private var absent: Argument {
    Argument(owner: owner, raw: LuaBridge.absentValue, base: LuaBridge.absentValue)
  }

  /// Each element of a list, in order.
  public func forEachElement(_ body: (Argument) throws(ScriptError) -> Void) throws(ScriptError) {
    guard isList, let state = bridge.state else { return }
    let size = Int(clua_element_size(raw))
    let values = UnsafeMutablePointer<clua_value>.allocate(capacity: size)
    defer { values.deallocate() }
    for i in 0..<raw.pointee.count {
      guard clua_element(state, raw, i + 1, values, Int32(size)) == CLUA_DONE.rawValue else {
        throw ScriptError("element \(i + 1) of a list has changed during the call")
      }
      try body(Argument(owner: owner, raw: values, base: values))
    }
  }

  /// The pairs of a plain table whose keys are strings or numbers, in no order.
  var rawPairs: [(key: Value, value: Value)] {
    guard let state = bridge.state, kind == CLUA_TABLE else { return [] }
    let mark = clua_mark(state)
    defer { clua_reset(state, mark) }
    guard clua_pairs(state, raw.pointee.index) == CLUA_DONE.rawValue else { return [] }
    let flat = bridge.values(from: mark)
    return stride(from: 0, to: flat.count - 1, by: 2).map { (flat[$0], flat[$0 + 1]) }
  }

  /// The pairs of a plain table, by key: names in the order of their bytes, then numbers. Values that do not travel are
  /// `opaque`.
  public var pairs: [(key: String, value: Value)] {
    guard let state = bridge.state, kind == CLUA_TABLE else { return [] }
    let mark = clua_mark(state)
    defer { clua_reset(state, mark) }
    guard clua_pairs(state, raw.pointee.index) == CLUA_DONE.rawValue else { return [] }
    let flat = bridge.values(from: mark)
    return stride(from: 0, to: flat.count - 1, by: 2).compactMap { i in
      flat[i].asString.map { (key: $0, value: flat[i + 1]) }
    }.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}

private func equal(_ name: UnsafeBufferPointer<UInt8>, _ candidate: UnsafePointer<CChar>) -> Bool {
  for i in 0..<name.count where UInt8(bitPattern: candidate[i]) != name[i] { return false }
  return candidate[name.count] == 0
}

/// One call of a script into the engine.
public struct Call {
  // Not counted: the state holds the binding for as long as the call lasts.
  let owner: Unmanaged<LuaBridge>
  /// Whose method or field it is; of a `single` class, the class itself.
  public let object: Object
  let values: UnsafePointer<clua_value>
  let offset: Int

  public var bridge: LuaBridge { owner.takeUnretainedValue() }
  /// The engine's side of the binding.
  public var area: Area { owner._withUnsafeGuaranteedRef { $0.area } }

  /// An argument by place, `self` not counted. For a field's `set`: 0 is the value.
  public subscript(place: Int) -> Argument {
    Argument(owner: owner, raw: values + offset + place, base: values)
  }

  /// Adds a result.
  public func give(_ value: Value) { bridge.give(value) }

  public func give(_ number: Double) {
    guard let state = bridge.state else { return }
    var raw = clua_value()
    raw.kind = Int32(CLUA_NUMBER.rawValue)
    raw.numbers.0 = number
    clua_give(state, &raw)
  }

  /// Keeps a script's value with an owner, `self` unless another is named.
  public func store(_ argument: Argument, owner: Object? = nil) throws(ScriptError) -> Callback {
    try bridge.store(argument, owner: owner ?? object)
  }
}
