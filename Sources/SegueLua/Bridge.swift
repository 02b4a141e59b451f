// The binding of one engine to one lua_State, whoever owns it.

import CLua
import Segue

/// Connects a `lua_State` to the engine: opens its tables, receives calls, runs callbacks and keeps track of generations.
/// Belongs to the state's thread, and to the state: it lets go of everything when the state closes.
public final class LuaBridge {
  /// What a script did wrong and nobody caught.
  public struct Report: Sendable, Equatable {
    /// What was running: "task", "on_end" …
    public let kind: String
    public let error: ScriptError

    public init(kind: String, error: ScriptError) {
      self.kind = kind
      self.error = error
    }
  }

  /// nil once the state has closed.
  @exclusivity(unchecked) package private(set) var state: OpaquePointer?
  /// The engine's side, filled by the tables of each area.
  public let area: Area
  /// What a host's own tables need to find from a call.
  public var companion: AnyObject?
  /// Where errors end that no script catches.
  public var report: (Report) -> Void = { _ in }
  /// How waits of ordinary tasks are answered; the tables of time set it.
  public var waiter: Waiter?
  /// Runs the loop until a wait outside every task is over: for a main chunk that cannot yield. nil: such a wait is an error.
  public var loop: ((Wait) throws(ScriptError) -> [Value])?
  /// Called before the objects that belong to the state go.
  public var onClose: (() -> Void)?

  /// The way to the binding from what the engine keeps, until the state closes. A weak reference would make every count of the
  /// binding's references a slow one, for good.
  public let link = Link()
  public final class Link {
    public fileprivate(set) unowned(unsafe) var bridge: LuaBridge?
  }

  private let tables = EncodedTables()
  @exclusivity(unchecked) private var bodies: [CallBody] = []
  @exclusivity(unchecked) private var getters: [CallBody] = []
  @exclusivity(unchecked) private var setters: [CallBody?] = []
  private var describers: [CallBody?] = Array(repeating: nil, count: 64)
  private var classNames: [String] = Array(repeating: "", count: 64)
  private var lastSlot: Int64 = 0
  /// Hears of the end of every task, after its own `onEnd`.
  public var onTaskEnd: ((TaskID, TaskEnd) -> Void)?
  @exclusivity(unchecked) var tasks: [Int64: TaskRecord] = [:]
  @exclusivity(unchecked) var lastTask: Int64 = 0
  private var lastGeneration = 1
  /// What is registered now belongs to this generation. While a callback runs, it is the callback's.
  @exclusivity(unchecked) public internal(set) var generation = 1

  nonisolated(unsafe) static let absentValue: UnsafePointer<clua_value> = {
    let value = UnsafeMutablePointer<clua_value>.allocate(capacity: 1)
    value.initialize(to: clua_value())
    return UnsafePointer(value)
  }()

  /// - Throws: when the state has no memory left.
  public init(_ lua: UnsafeMutablePointer<lua_State>, area: Area) throws(ScriptError) {
    self.area = area
    var calls = clua_calls(
      call: { context, function, values, count in LuaBridge.from(context).called(Int(function), values!) },
      get: { context, field, classID, bits in LuaBridge.from(context).got(Int(field), classID, bits) },
      set: { context, field, classID, bits, values in LuaBridge.from(context).set(Int(field), classID, bits, values!) },
      describe: { context, classID, bits in LuaBridge.from(context).described(classID, bits) },
      close: { context in LuaBridge.closed(context) })
    // Held by the state until it closes.
    let held = Unmanaged.passRetained(self)
    guard let state = clua_open(lua, &calls, held.toOpaque()) else {
      held.release()
      throw ScriptError("not enough memory")
    }
    self.state = state
    link.bridge = self
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> LuaBridge {
    Unmanaged<LuaBridge>.fromOpaque(context!).takeUnretainedValue()
  }

  private static func closed(_ context: UnsafeMutableRawPointer?) {
    let held = Unmanaged<LuaBridge>.fromOpaque(context!)
    let bridge = held.takeUnretainedValue()
    bridge.onClose?()
    bridge.link.bridge = nil
    bridge.state = nil
    bridge.tasks = [:]
    held.release()
  }

  /// Makes classes known to scripts.
  public func open(_ classes: [ClassTable]) throws(ScriptError) {
    guard let state else { throw .closed }
    var encoded: [UnsafePointer<clua_class>?] = []
    for table in classes {
      precondition(table.id.number >= 1 && table.id.number < 64, "a class's number is from 1 to 63")
      encoded.append(tables.encode(table, methodBase: bodies.count, fieldBase: getters.count))
      bodies += table.methods.map(\.body)
      getters += table.fields.map(\.get)
      setters += table.fields.map(\.set)
      describers[Int(table.id.number)] = table.describe
      classNames[Int(table.id.number)] = table.name
    }
    guard clua_declare(state, encoded, Int32(encoded.count)) == CLUA_DONE.rawValue else {
      throw ScriptError("the classes could not be opened: no memory, or a descriptor is out of bounds")
    }
  }

  /// Pushes the table of a `single` class onto a stack and files it as loaded, for a `luaopen` function.
  public func pushModule(_ classID: ClassID, on lua: UnsafeMutablePointer<lua_State>) throws(ScriptError) {
    guard let state else { throw .closed }
    guard clua_push_module(state, classID.number, lua) == CLUA_DONE.rawValue else { throw .noMemory }
  }

  // MARK: Calls from scripts

  private func outcome(_ body: CallBody, _ call: Call) -> Int32 {
    guard let state else { return CLUA_FAILED.rawValue }
    let mark = clua_mark(state)
    do {
      try body(call)
      if waits {
        waits = false
        return CLUA_WAITING.rawValue
      }
      return CLUA_DONE.rawValue
    } catch {
      waits = false
      clua_reset(state, mark)
      fail(error)
      return CLUA_FAILED.rawValue
    }
  }

  /// Set by a body whose task is to sleep when it has returned.
  @exclusivity(unchecked) var waits = false

  package func fail(_ error: ScriptError) {
    guard let state else { return }
    var message = error.message
    message.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { clua_fail(state, $0.baseAddress, $0.count, error.isPlaced ? 0 : 1) }
    }
  }

  private func called(_ function: Int, _ values: UnsafePointer<clua_value>) -> Int32 {
    let hasSelf = values.pointee.kind == CLUA_OBJECT.rawValue && values.pointee.index == 1
    let first = values.pointee
    let object = hasSelf ? Object(ClassID(number: first.class_id), bits: first.bits) : .root
    return outcome(
      bodies[function], Call(owner: .passUnretained(self), object: object, values: values, offset: hasSelf ? 1 : 0))
  }

  private func call(_ classID: UInt32, _ bits: UInt64, _ values: UnsafePointer<clua_value>) -> Call {
    Call(owner: .passUnretained(self), object: Object(ClassID(number: classID), bits: bits), values: values, offset: 0)
  }

  private func got(_ field: Int, _ classID: UInt32, _ bits: UInt64) -> Int32 {
    outcome(getters[field], call(classID, bits, Self.absentValue))
  }

  private func set(_ field: Int, _ classID: UInt32, _ bits: UInt64, _ values: UnsafePointer<clua_value>) -> Int32 {
    guard let body = setters[field] else { return CLUA_FAILED.rawValue }
    return outcome(body, call(classID, bits, values))
  }

  private func described(_ classID: UInt32, _ bits: UInt64) -> Int32 {
    if let body = describers[Int(classID)] { return outcome(body, call(classID, bits, Self.absentValue)) }
    give(.string(classNames[Int(classID)]))
    return CLUA_DONE.rawValue
  }

  // MARK: Objects

  private func check(_ status: Int32) throws(ScriptError) {
    if status == CLUA_NO_MEMORY.rawValue { throw .noMemory }
  }

  /// Makes the object's userdata, so that callbacks can be stored and the object can be returned without fail. Inside a call
  /// it stays until the call has returned; outside of one, anchor it in the same breath.
  public func adopt(_ object: Object, anchored: Bool = false) throws(ScriptError) {
    guard let state else { throw .closed }
    try check(clua_adopt(state, object.classID.number, object.bits, anchored ? 1 : 0))
  }

  /// Keeps an object that the engine reaches by itself, with all that it owns, though no script may hold it.
  public func anchor(_ object: Object) throws(ScriptError) {
    guard let state else { throw .closed }
    try check(clua_anchor(state, object.classID.number, object.bits))
  }

  public func unanchor(_ object: Object) {
    if let state { _ = clua_unanchor(state, object.classID.number, object.bits) }
  }

  /// The owner keeps the part: as long as the one is held, so is the other.
  public func link(_ owner: Object, to part: Object) throws(ScriptError) {
    guard let state else { throw .closed }
    try check(clua_link(state, owner.classID.number, owner.bits, part.classID.number, part.bits))
  }

  public func unlink(_ owner: Object, from part: Object) {
    if let state { _ = clua_unlink(state, owner.classID.number, owner.bits, part.classID.number, part.bits) }
  }

  /// A small number that stays with the object's userdata after the engine has forgotten the object: how it ended.
  public func note(of object: Object) -> Int {
    state.map { Int(clua_note($0, object.classID.number, object.bits)) } ?? 0
  }

  public func setNote(_ note: Int, of object: Object) {
    if let state { clua_set_note(state, object.classID.number, object.bits, Int32(truncatingIfNeeded: note)) }
  }

  /// Whether a script holds the object, or may find it again by what it holds.
  public func isHeld(_ object: Object) -> Bool {
    state.map { clua_is_held($0, object.classID.number, object.bits) != 0 } ?? false
  }

  /// Takes one object that no script holds any more. To be drained once a frame.
  public func nextDropped() -> Object? {
    guard let state else { return nil }
    var classID: UInt32 = 0
    var bits: UInt64 = 0
    return clua_next_drop(state, &classID, &bits) != 0 ? Object(ClassID(number: classID), bits: bits) : nil
  }

  // MARK: Callbacks

  /// A place for a value of this generation.
  public func newCallback(owner: Object = .root) -> Callback {
    lastSlot += 1
    return Callback(owner: owner, slot: Int64(generation) << Callback.generationShift | lastSlot)
  }

  /// Keeps a value of the running call with an owner.
  public func store(_ argument: Argument, owner: Object) throws(ScriptError) -> Callback {
    guard let state else { throw .closed }
    let callback = newCallback(owner: owner)
    try check(clua_store(state, owner.classID.number, owner.bits, callback.slot, argument.raw.pointee.index))
    return callback
  }

  /// A table that belongs to an object, for scripts to keep things in: it is there from the first asking on, and no loading takes
  /// it away.
  func ownTable(of owner: Object) throws(ScriptError) -> Callback {
    guard let state else { throw .closed }
    let callback = Callback(owner: owner, slot: 1)
    try check(clua_store_table(state, owner.classID.number, owner.bits, callback.slot))
    return callback
  }

  /// The same value with another owner.
  public func copy(_ callback: Callback, to owner: Object) throws(ScriptError) -> Callback {
    guard let state else { throw .closed }
    let copy = newCallback(owner: owner)
    let from = callback.owner
    try check(
      clua_copy(
        state, from.classID.number, from.bits, callback.slot, owner.classID.number, owner.bits, copy.slot))
    return copy
  }

  /// Whether an argument of the running call is a value that was stored.
  public func isStored(_ argument: Argument, as callback: Callback) -> Bool {
    guard let state else { return false }
    let owner = callback.owner
    return clua_is_stored(state, owner.classID.number, owner.bits, callback.slot, argument.raw.pointee.index) != 0
  }

  public func remove(_ callback: Callback) {
    if let state { _ = clua_unstore(state, callback.owner.classID.number, callback.owner.bits, callback.slot) }
  }

  /// Sets a number in a stored plain table. No script runs. False if the table has gone or memory has ended.
  @discardableResult public func write(_ value: Double, to field: String, of table: Callback) -> Bool {
    guard let state else { return false }
    let owner = table.owner
    return clua_write_field(state, owner.classID.number, owner.bits, table.slot, field, 0, value) == CLUA_DONE.rawValue
  }

  /// The same for an integer key.
  @discardableResult func write(_ value: Double, at key: Int64, of table: Callback) -> Bool {
    guard let state else { return false }
    let owner = table.owner
    return clua_write_field(state, owner.classID.number, owner.bits, table.slot, nil, key, value) == CLUA_DONE.rawValue
  }

  /// Keeps a table of the running call, by its index on the call's stack.
  func store(table index: Int32) throws(ScriptError) -> Callback {
    guard let state else { throw .closed }
    let callback = newCallback()
    try check(clua_store(state, 0, 0, callback.slot, index))
    return callback
  }

  // MARK: Generations

  /// Starts a new generation; what is registered from now on belongs to it.
  public func beginGeneration() -> Int {
    lastGeneration += 1
    generation = lastGeneration
    return generation
  }

  /// Makes an earlier generation the current one again.
  public func useGeneration(_ number: Int) { generation = number }

  /// Cancels a generation's tasks, in the order in which they began, and forgets its callbacks and stored values.
  public func dropGeneration(_ number: Int) {
    for id in tasks.filter({ $0.value.generation == number }).keys.sorted() { cancel(TaskID(number: id)) }
    guard let state else { return }
    let low = Int64(number) << Callback.generationShift
    _ = clua_unstore_range(state, low, low + 1 << Callback.generationShift)
  }

  /// "file:line" of the script that made the running call.
  public var scriptPlace: String? {
    guard let state else { return nil }
    let mark = clua_mark(state)
    defer { clua_reset(state, mark) }
    clua_where(state)
    return values(from: mark).first?.asString.flatMap { $0.isEmpty ? nil : $0 }
  }

  // MARK: The pile

  package func give(_ value: Value) {
    guard let state else { return }
    var raw = clua_value()
    func push(_ kind: clua_kind) {
      raw.kind = Int32(kind.rawValue)
      clua_give(state, &raw)
    }
    switch value {
    case .none, .opaque: push(CLUA_NIL)
    case .boolean(let flag):
      raw.bits = flag ? 1 : 0
      push(CLUA_BOOLEAN)
    case .integer(let number):
      raw.bits = UInt64(bitPattern: number)
      push(CLUA_INTEGER)
    case .number(let number):
      raw.numbers.0 = number
      push(CLUA_NUMBER)
    case .string(var text):
      text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          raw.string = $0.baseAddress
          raw.length = $0.count
          push(CLUA_STRING)
        }
      }
    case .object(let object):
      raw.class_id = object.classID.number
      raw.bits = object.bits
      push(CLUA_OBJECT)
    case .numbers(let numbers, let names):
      raw.count = Int32(min(numbers.count, names.names.count))
      withUnsafeMutableBytes(of: &raw.numbers) { bytes in
        let places = bytes.bindMemory(to: Double.self)
        for (i, number) in numbers.prefix(places.count).enumerated() { places[i] = number }
      }
      raw.spec = UnsafeRawPointer(tables.list(names.names))
      push(CLUA_NUMBERS)
    case .list(let values):
      raw.count = Int32(values.count)
      push(CLUA_LIST)
      values.forEach(give)
    case .record(let pairs):
      raw.count = Int32(pairs.count)
      push(CLUA_TABLE)
      for pair in pairs {
        give(.string(pair.key))
        give(pair.value)
      }
    case .method(let object, let name):
      raw.class_id = object.classID.number
      raw.bits = object.bits
      raw.string = tables.string(name)
      push(CLUA_FUNCTION)
    case .stored(let callback):
      raw.class_id = callback.owner.classID.number
      raw.bits = callback.owner.bits
      raw.mask = UInt32(truncatingIfNeeded: callback.slot >> 32)
      raw.first = Int32(truncatingIfNeeded: callback.slot)
      push(CLUA_FUNCTION)
    }
  }

  /// A string that need not be UTF-8.
  package func give(_ bytes: [UInt8]) {
    guard let state else { return }
    bytes.withUnsafeBytes { buffer in
      var raw = clua_value()
      raw.kind = Int32(CLUA_STRING.rawValue)
      raw.string = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      raw.length = buffer.count
      clua_give(state, &raw)
    }
  }

  /// What Lua left on the pile.
  package func values(from mark: Int32) -> [Value] {
    guard let state else { return [] }
    return (mark..<max(mark, clua_count(state))).map { place in
      let raw = clua_at(state, place)
      switch clua_kind(UInt32(raw.kind)) {
      case CLUA_NIL: return .none
      case CLUA_BOOLEAN: return .boolean(raw.bits != 0)
      case CLUA_INTEGER: return .integer(Int64(bitPattern: raw.bits))
      case CLUA_NUMBER: return .number(raw.numbers.0)
      case CLUA_STRING:
        return .string(String(decoding: UnsafeRawBufferPointer(start: raw.string, count: raw.length), as: UTF8.self))
      case CLUA_OBJECT: return .object(Object(ClassID(number: raw.class_id), bits: raw.bits))
      case CLUA_NUMBERS:
        let all = [raw.numbers.0, raw.numbers.1, raw.numbers.2, raw.numbers.3]
        return .numbers(Array(all.prefix(Int(raw.count))), raw.count <= 2 ? .point : .color)
      default: return .opaque
      }
    }
  }
}

extension ScriptError {
  static let noMemory = ScriptError("not enough memory")
  static let closed = ScriptError("the script's state has been closed")
}
