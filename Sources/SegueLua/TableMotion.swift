// Plain tables of scripts that move: segue.to(table, fields, …).

import CLua
import Segue

/// segue.to(table, fields [, options [, completion]]): moves numbers of a plain table, and of tables in it, to those of `fields`.
/// What `fields` does not name stays. Asked again, a field goes on from where it is, with its velocity.
///
/// Each field is written, past any metatable, whenever time has moved on, until it has arrived: by the binding, so that no
/// script runs for it. What a script writes there in between is overwritten; during a delay the field is the script's, and the
/// motion begins where that has left it. The table is held as long as one of its fields moves or waits, and no longer.
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

/// One number of a table that is to move. `table` is its index on the call's stack.
private struct Leaf {
  var table: Int32
  var field: TableField
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
    guard depth < Self.depthLimit else {
      throw ScriptError("segue.to: fields has more than \(Self.depthLimit) tables within one another")
    }
    let identity = clua_identity(state, subject)
    for (key, goal) in try bridge.fields(of: target, path) {
      let name = "\(path)\(key)"
      let field = TableField(table: identity, key: key)
      if let x = goal.asNumber {
        guard x.isFinite else { throw ScriptError("\(name) must be a finite number, got \(x)") }
        let known = area.tables[field]
        var from = known.flatMap { try? area.engine.position(of: $0).first }
        // Until its motion begins, the field is the script's.
        if known.flatMap({ area.engine.shown(of: $0)?.movement }) != .moves {
          let current = bridge.field(key, of: subject).value
          from = current.asNumber
          guard from?.isFinite == true else {
            throw ScriptError("\(name) expected the table to have a number there, it has \(current.kindName)")
          }
        }
        guard leaves.count < Self.leafLimit else { throw ScriptError("\(path)more than \(Self.leafLimit) numbers") }
        leaves.append(Leaf(table: subject, field: field, from: from ?? 0, to: x))
        continue
      }
      let inner = bridge.field(key, of: target).table
      guard inner != 0 else {
        throw ScriptError("\(name) expected a number, or a table of them, got \(goal.kindName)")
      }
      let part = bridge.field(key, of: subject)
      guard part.table != 0 else {
        throw ScriptError("\(name) expected the table to have a table there, it has \(part.value.kindName)")
      }
      try collect(part.table, inner, name + ".", depth: depth + 1, &leaves)
    }
  }
}

extension LuaBridge {
  /// The pairs of a table of the running call, in the order of their keys.
  fileprivate func fields(of table: Int32, _ path: String) throws(ScriptError) -> [(key: TableKey, value: Value)] {
    guard let state else { throw .closed }
    let mark = clua_mark(state)
    defer { clua_reset(state, mark) }
    guard clua_pairs(state, table) == CLUA_DONE.rawValue else { throw .noMemory }
    let flat = values(from: mark)
    var found: [(key: TableKey, value: Value)] = []
    for i in stride(from: 0, to: flat.count - 1, by: 2) {
      switch flat[i] {
      case .integer(let number): found.append((.index(number), flat[i + 1]))
      case .string(let name) where !name.unicodeScalars.contains { $0 == "\0" || $0 == "\u{FFFD}" }:
        found.append((.name(name), flat[i + 1]))
      default: throw ScriptError("\(path)fields expected keys that are whole numbers or text in UTF-8")
      }
    }
    return found.sorted { $0.key < $1.key }
  }

  /// What a table of the running call has there; if that is a table too, its index on the call's stack, else 0.
  fileprivate func field(_ key: TableKey, of table: Int32) -> (value: Value, table: Int32) {
    guard let state else { return (.none, 0) }
    let mark = clua_mark(state)
    defer { clua_reset(state, mark) }
    let index =
      switch key {
      case .name(let name): clua_field_of(state, table, name, 0)
      case .index(let number): clua_field_of(state, table, nil, number)
      }
    return (values(from: mark).first ?? .none, index)
  }
}

extension Value {
  fileprivate var kindName: String {
    switch self {
    case .none: "nothing"
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
    var made: [TableField] = []
    var targets: [(value: Handle<MotionValue>, numbers: [Double])] = []
    targets.reserveCapacity(leaves.count)
    do {
      for leaf in leaves {
        if let value = tables[leaf.field] {
          engine.place(value, at: leaf.from)
          targets.append((value, [leaf.to]))
          continue
        }
        let table = try tables.table(leaf.field.table) ?? bridge.store(table: leaf.table)
        let value: Handle<MotionValue>
        do { value = try engine.makeValue([leaf.from]) } catch {
          if tables.table(leaf.field.table) == nil { bridge.remove(table) }
          throw error
        }
        tables.insert(leaf.field, of: table, value)
        made.append(leaf.field)
        targets.append((value, [leaf.to]))
      }
      let animator = try engine.move(targets, options)
      // A motion of no duration is there already.
      if !engine.isRunning(animator) { writeTables(bridge) }
      return animator
    } catch {
      // What was made for this call goes; what moved before goes on.
      for field in made { if let place = tables.place(of: field) { forgetTable(at: place, bridge) } }
      throw error
    }
  }

  private func forgetTable(at place: Int, _ bridge: LuaBridge) {
    let (value, table) = tables.remove(at: place)
    engine.release(value)
    if let table { bridge.remove(table) }
  }

  /// Writes every field that moves, and lets go of those that have arrived.
  func writeTables(_ bridge: LuaBridge) {
    var place = 0
    while place < tables.count {
      let (table, key, value) = tables.field(at: place)
      let shown = engine.shown(of: value)
      var written = true
      if shown?.movement == .waits {
        // While it waits for its delay the field is the script's; its motion begins where that has left it.
        if let number = bridge.read(key, of: table) { engine.place(value, at: number) }
      } else {
        written = bridge.write(shown?.number ?? 0, key, of: table)
      }
      // What has gone makes room for another field, which comes next.
      if written, let shown, shown.movement != .rests { place += 1 } else { forgetTable(at: place, bridge) }
    }
  }

  /// Lets go of the tables of a generation that has ended: what moved them ends as removed.
  func forgetTables(ofGeneration number: Int, _ bridge: LuaBridge) {
    var place = 0
    while place < tables.count {
      if tables.field(at: place).table.generation == number { forgetTable(at: place, bridge) } else { place += 1 }
    }
  }
}

extension LuaBridge {
  fileprivate func write(_ x: Double, _ key: TableKey, of table: Callback) -> Bool {
    switch key {
    case .name(let name): write(x, to: name, of: table)
    case .index(let number): write(x, at: number, of: table)
    }
  }

  /// The finite number that a table that is held has there.
  fileprivate func read(_ key: TableKey, of table: Callback) -> Double? {
    guard let state else { return nil }
    let owner = table.owner
    var x = Double.nan
    let status =
      switch key {
      case .name(let name): clua_read_field(state, owner.classID.number, owner.bits, table.slot, name, 0, &x)
      case .index(let number): clua_read_field(state, owner.classID.number, owner.bits, table.slot, nil, number, &x)
      }
    return status == CLUA_DONE.rawValue && x.isFinite ? x : nil
  }
}
