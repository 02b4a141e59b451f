// Plain tables of scripts that move: segue.to(table, fields, …).

import CLua
import Segue

/// A field's key.
enum TableKey: Hashable, CustomStringConvertible {
  case name(String)
  case index(Int64)

  var description: String {
    switch self {
    case .name(let name): name
    case .index(let number): "[\(number)]"
    }
  }
}

/// The moving fields of one table. The table is held while one of them moves.
struct TableMotion {
  let table: Callback
  var values: [(key: TableKey, value: Handle<MotionValue>)] = []
}

/// segue.to(table, fields [, options [, completion]]): moves numbers of a plain table, and of tables in it, to those of `fields`.
/// Each is written, raw, whenever time has moved on, until it arrives; what a script writes there in between is overwritten.
/// What `fields` does not name stays.
let tableMethod = Method(
  "to",
  [
    .table("table"), .table("fields"), .options("options", Options(starterItems)).optional,
    .function("completion").optional,
  ]
) { call throws(ScriptError) in
  let area = call.area
  let options = try call[2].motionOptions(call)
  if area.engine.isPlanning { throw ScriptError("segue.to: a plain table cannot be part of a plan; plan a value there") }
  var leaves: [Leaf] = []
  try call.collect(call[0].raw.pointee.index, call[1].raw.pointee.index, "segue.to: ", depth: 0, &leaves)
  guard !leaves.isEmpty else { throw ScriptError("segue.to: fields names no number to move to") }
  try area.start(call, completion: call[3]) { try area.move(leaves, options, call.bridge) }
}

/// One number of a table that is to move.
struct Leaf {
  var table: Int32
  var identity: UInt64
  var key: TableKey
  var from: Double
  var to: Double
}

extension Call {
  /// How deep tables may lie in one another, and how many numbers may move together.
  private static let depthLimit = 16
  private static let leafLimit = 100_000

  fileprivate func collect(
    _ subject: Int32, _ target: Int32, _ path: String, depth: Int, _ leaves: inout [Leaf]
  ) throws(ScriptError) {
    guard let state = bridge.state else { throw .closed }
    guard depth < Self.depthLimit else { throw ScriptError("\(path)fields are more than \(Self.depthLimit) tables deep") }
    let identity = clua_identity(state, subject)
    let current = bridge.pairs(ofTable: subject)
    for (key, goal) in bridge.pairs(ofTable: target).sorted(by: { $0.key < $1.key }) {
      let name = "\(path)\(key)"
      if let x = goal.asNumber {
        guard x.isFinite else { throw ScriptError("\(name) must be a finite number, got \(x)") }
        let known = area.tables[identity]?.values.first { $0.key == key }?.value
        let from = known.flatMap { try? area.engine.position(of: $0).first } ?? current[key]?.asNumber
        guard let from, from.isFinite else {
          throw ScriptError("\(name) expected the table to have a number there, it has \(current[key].kindName)")
        }
        guard leaves.count < Self.leafLimit else { throw ScriptError("\(path)more than \(Self.leafLimit) numbers") }
        leaves.append(Leaf(table: subject, identity: identity, key: key, from: from, to: x))
        continue
      }
      let inner = bridge.innerTable(of: target, key)
      guard inner != 0 else {
        throw ScriptError("\(name) expected a number, or a table of them, got \(Optional(goal).kindName)")
      }
      let part = bridge.innerTable(of: subject, key)
      guard part != 0 else {
        throw ScriptError("\(name) expected the table to have a table there, it has \(current[key].kindName)")
      }
      try collect(part, inner, name + ".", depth: depth + 1, &leaves)
    }
  }
}

extension LuaBridge {
  fileprivate func pairs(ofTable index: Int32) -> [TableKey: Value] {
    guard let state else { return [:] }
    let mark = clua_mark(state)
    defer { clua_reset(state, mark) }
    guard clua_pairs(state, index) == CLUA_DONE.rawValue else { return [:] }
    let flat = values(from: mark)
    var found: [TableKey: Value] = [:]
    for i in stride(from: 0, to: flat.count - 1, by: 2) {
      if let name = flat[i].asString { found[.name(name)] = flat[i + 1] }
      if case .integer(let number) = flat[i] { found[.index(number)] = flat[i + 1] }
    }
    return found
  }

  fileprivate func innerTable(of index: Int32, _ key: TableKey) -> Int32 {
    guard let state else { return 0 }
    return switch key {
    case .name(let name): clua_inner_table(state, index, name, 0)
    case .index(let number): clua_inner_table(state, index, nil, number)
    }
  }

  fileprivate func write(_ x: Double, _ key: TableKey, of table: Callback) -> Bool {
    switch key {
    case .name(let name): write(x, to: name, of: table)
    case .index(let number): write(x, at: number, of: table)
    }
  }
}

extension TableKey: Comparable {
  /// Numbers first, then names by their bytes: in the same order on every run.
  static func < (a: TableKey, b: TableKey) -> Bool {
    switch (a, b) {
    case (.index(let x), .index(let y)): x < y
    case (.name(let x), .name(let y)): x.utf8.lexicographicallyPrecedes(y.utf8)
    case (.index, .name): true
    case (.name, .index): false
    }
  }
}

extension Value? {
  fileprivate var kindName: String {
    switch self {
    case nil, .some(.none): "nothing"
    case .boolean: "true or false"
    case .integer, .number: "a number that is not finite"
    case .string(let text): "a string \"\(text.prefix(40))\""
    case .object: "an object"
    case .numbers, .list, .record: "a table"
    case .method, .stored, .opaque: "a table or a function"
    }
  }
}

extension Area {
  fileprivate func move(_ leaves: [Leaf], _ options: Engine.MotionOptions, _ bridge: LuaBridge) throws -> Handle<Animator> {
    var made: [(identity: UInt64, key: TableKey)] = []
    var targets: [(value: Handle<MotionValue>, numbers: [Double])] = []
    do {
      for leaf in leaves {
        if tables[leaf.identity] == nil {
          tables[leaf.identity] = TableMotion(table: try bridge.store(table: leaf.table))
        }
        var value = tables[leaf.identity]?.values.first { $0.key == leaf.key }?.value
        if value == nil {
          let new = try engine.makeValue([leaf.from])
          tables[leaf.identity]?.values.append((leaf.key, new))
          made.append((leaf.identity, leaf.key))
          value = new
        }
        if let value { targets.append((value, [leaf.to])) }
      }
      let animator = try engine.move(targets, options)
      // A motion of no duration is there already.
      if !engine.isRunning(animator) { writeTables(bridge) }
      return animator
    } catch {
      // What was made for this call goes; what moved before goes on.
      for (identity, key) in made { forget(key, ofTable: identity, bridge) }
      for leaf in leaves where tables[leaf.identity]?.values.isEmpty == true { forget(nil, ofTable: leaf.identity, bridge) }
      throw error
    }
  }

  private func forget(_ key: TableKey?, ofTable identity: UInt64, _ bridge: LuaBridge) {
    guard var motion = tables[identity] else { return }
    for (each, value) in motion.values where key == nil || each == key { engine.release(value) }
    motion.values.removeAll { key == nil || $0.key == key }
    tables[identity] = motion.values.isEmpty ? nil : motion
    if motion.values.isEmpty { bridge.remove(motion.table) }
  }

  /// Writes every field that moves, and lets go of those that have arrived.
  func writeTables(_ bridge: LuaBridge) {
    var rested: [(identity: UInt64, key: TableKey, value: Handle<MotionValue>)] = []
    for (identity, motion) in tables {
      for (key, value) in motion.values {
        let moves = engine.hasMotion(value)
        // While it waits for its delay the field is the script's.
        if moves, (try? engine.isMoving(value)) == false { continue }
        let position = (try? engine.shownNumber(of: value)) ?? 0
        // A table of an earlier generation is gone.
        if !bridge.write(position, key, of: motion.table) || !moves { rested.append((identity, key, value)) }
      }
    }
    // Tables lie in no order that two runs share; their values were made in one.
    rested.sort { $0.value.bits < $1.value.bits }
    for (identity, key, _) in rested { forget(key, ofTable: identity, bridge) }
  }
}
