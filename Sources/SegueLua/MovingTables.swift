// Which fields of which plain tables move, and the value that moves each.

import Segue

/// A field's key.
enum TableKey: Hashable, Comparable, CustomStringConvertible {
  case index(Int64)
  case name(String)

  var description: String {
    switch self {
    case .name(let name): name
    case .index(let number): "[\(number)]"
    }
  }

  /// Numbers first, then names by their bytes: in the same order on every run.
  static func < (a: TableKey, b: TableKey) -> Bool {
    switch (a, b) {
    case (.index(let x), .index(let y)): x < y
    case (.name(let x), .name(let y)): x.utf8.lexicographicallyPrecedes(y.utf8)
    case (.index, .name): true
    case (.name, .index): false
    }
  }

  /// Equal bytes: Swift's texts are also equal where only their spelling in Unicode differs, Lua's keys are not.
  static func == (a: TableKey, b: TableKey) -> Bool { !(a < b) && !(b < a) }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .index(let number): hasher.combine(number)
    case .name(let name): for byte in name.utf8 { hasher.combine(byte) }
    }
  }
}

/// A field of a table that is held, by the table's identity.
struct TableField: Hashable {
  var table: UInt64
  var key: TableKey
}

/// The fields that move, as columns: one index is one field. A field that rests makes room for the last one.
struct MovingTables {
  private var fields: [TableField] = []
  private var values: [Handle<MotionValue>] = []
  /// The stored table of each field.
  private var holds: [Callback] = []

  private var places: [TableField: Int] = [:]
  /// Each table once, with how many of its fields move.
  private var tables: [UInt64: (hold: Callback, count: Int)] = [:]

  var count: Int { fields.count }
  var isEmpty: Bool { fields.isEmpty }

  /// What moves a field.
  subscript(field: TableField) -> Handle<MotionValue>? { places[field].map { values[$0] } }

  func place(of field: TableField) -> Int? { places[field] }

  /// The stored table, if one of its fields moves.
  func table(_ identity: UInt64) -> Callback? { tables[identity]?.hold }

  func field(at place: Int) -> (table: Callback, key: TableKey, value: Handle<MotionValue>) {
    (holds[place], fields[place].key, values[place])
  }

  mutating func insert(_ field: TableField, of table: Callback, _ value: Handle<MotionValue>) {
    places[field] = fields.count
    fields.append(field)
    values.append(value)
    holds.append(table)
    tables[field.table, default: (table, 0)].count += 1
  }

  /// Takes a field out. Returns what moved it, and its table if no other field of that moves.
  mutating func remove(at place: Int) -> (value: Handle<MotionValue>, table: Callback?) {
    let (field, value, hold, last) = (fields[place], values[place], holds[place], fields.count - 1)
    places[field] = nil
    if place < last {
      fields[place] = fields[last]
      values[place] = values[last]
      holds[place] = holds[last]
      places[fields[place]] = place
    }
    fields.removeLast()
    values.removeLast()
    holds.removeLast()
    tables[field.table]!.count -= 1
    guard tables[field.table]!.count == 0 else { return (value, nil) }
    tables[field.table] = nil
    return (value, hold)
  }
}
