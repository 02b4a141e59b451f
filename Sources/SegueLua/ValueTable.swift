// Free values: numbers, pairs, vectors, rectangles, colors, angles and transforms.

import CLua
import Segue

/// segue.value(n) or segue.value { x = …, … }: what the numbers are called says what they are.
let valueMethod = Method("value", [numbersItem("start")]) { call throws(ScriptError) in
  let start = call[0]
  if start.isNumber { return try call.makeValue(.number, [start.number]) }
  if start.isString { throw ScriptError("segue.value: expected numbers, got a string; segue.color takes colors") }
  let keys = start.rawPairs.compactMap(\.key.asString)
  let kind: MotionValue.Kind =
    if keys.contains("width") || keys.contains("height") {
      .rect
    } else {
      switch max(start.rawPairs.count, keys.contains("w") ? 4 : keys.contains("z") ? 3 : 2) {
      case ...2: .pair
      case 3: .vector(3)
      default: .vector(4)
      }
    }
  try call.makeValue(kind, try start.numbers(of: kind, "segue.value: start"))
}

private let spaceItem = Item.word("space", of: ColorSpace.allCases.map(\.rawValue))

let colorMethod = Method("color", [numbersItem("color"), .options("options", Options([spaceItem])).optional]) {
  call throws(ScriptError) in
  let space = call[1].isOptions ? call[1]["space"].wordIfGiven.map { ColorSpace.allCases[$0] } ?? .oklab : .oklab
  try call.makeValue(.color(space), try call[0].numbers(of: .color(space), "segue.color: color"))
}

let angleMethod = Method("angle", [.number("degrees")]) { call throws(ScriptError) in
  try call.makeValue(.angle, [call[0].number])
}

private let transformNames = MotionValue.Kind.transform.names + ["scale"]

let transformMethod = Method("transform", [Item.table("transform").optional]) { call throws(ScriptError) in
  try call.makeValue(.transform, try call[0].transform("segue.transform: transform", else: [0, 0, 1, 1, 0]))
}

let valueTable = ClassTable(
  "value", .value,
  methods: [
    Method("to", [numbersItem("target"), .options("options", valueMotionOptions).optional, .function("completion").optional]) {
      call throws(ScriptError) in
      let (area, value) = (call.area, call.object.handle(MotionValue.self))
      let kind = try asking { () throws(SegueError) in try area.engine.kind(of: value) }
      var options = try call[1].motionOptions(call)
      if call[1].isOptions {
        if call[1]["velocity"].isGiven {
          options.velocity = try call[1]["velocity"].plainNumbers(of: kind, "value:to: velocity")
        }
        try call[1].turning(&options, ofAngle: kind == .angle, "value:to", "what segue.angle makes")
      }
      let target = try call.numbers(0, of: value, kind, "value:to: target")
      try area.start(call, completion: call[2]) { () throws(SegueError) in try area.engine.move(value, to: target, options) }
    },
    Method("decay", [.options("options", valueDecayOptions).optional, .function("completion").optional]) {
      call throws(ScriptError) in
      let kind = try asking { () throws(SegueError) in try call.area.engine.kind(of: call.object.handle(MotionValue.self)) }
      let options = try call[0].decayOptions(of: kind)
      try call.area.start(call, completion: call[1]) {
        try call.area.engine.decay(call.object.handle(MotionValue.self), options)
      }
    },
    Method("set", [numbersItem("position")]) { call throws(ScriptError) in
      let (engine, value) = (call.area.engine, call.object.handle(MotionValue.self))
      let kind = try asking { () throws(SegueError) in try engine.kind(of: value) }
      let position = try call.numbers(0, of: value, kind, "value:set: position")
      try asking { () throws(SegueError) in try engine.set(value, to: position) }
    },
    Method("track", [numbersItem("position")]) { call throws(ScriptError) in
      let (engine, value) = (call.area.engine, call.object.handle(MotionValue.self))
      let kind = try asking { () throws(SegueError) in try engine.kind(of: value) }
      let position = try call.numbers(0, of: value, kind, "value:track: position")
      try asking { () throws(SegueError) in try engine.track(value, at: position) }
    },
  ],
  fields: [
    Field(
      numbersItem("position"),
      get: { call throws(ScriptError) in
        let (engine, value) = (call.area.engine, call.object.handle(MotionValue.self))
        let (kind, numbers) = try asking { () throws(SegueError) in (try engine.kind(of: value), try engine.position(of: value))
        }
        if case .color(let space) = kind { return call.give(.string(Color.hex(of: numbers, in: space))) }
        call.give(numbers, of: kind)
      }),
    Field(
      numbersItem("velocity"),
      get: { call throws(ScriptError) in
        let (engine, value) = (call.area.engine, call.object.handle(MotionValue.self))
        let (kind, numbers) = try asking { () throws(SegueError) in (try engine.kind(of: value), try engine.velocity(of: value))
        }
        call.give(numbers, of: kind)
      }),
    Field(
      .boolean("moving"),
      get: { call throws(ScriptError) in
        call.give(.boolean(try asking { () throws(SegueError) in try call.area.engine.isMoving(call.object.handle()) }))
      }),
  ] + MotionValue.Kind.partNames.map(partField),
  describe: { call throws(ScriptError) in
    let (engine, value) = (call.area.engine, call.object.handle(MotionValue.self))
    guard let position = try? engine.position(of: value), let kind = try? engine.kind(of: value) else {
      return call.give(.string("value (released)"))
    }
    var numbers = position.map { "\($0)" }.joined(separator: ", ")
    if case .color(let space) = kind { numbers = Color.hex(of: position, in: space) }
    let moving = (try? engine.isMoving(value)) == true
    call.give(.string("value: \(numbers)\(moving ? " (moving)" : "")"))
  })

/// One number of a value's position by its name. A color's are its red, green, blue and alpha on the screen, in whatever space it
/// moves.
private func partField(_ name: String) -> Field {
  Field(
    .number(name),
    get: { call throws(ScriptError) in
      let (engine, value) = (call.area.engine, call.object.handle(MotionValue.self))
      let (kind, numbers) = try asking { () throws(SegueError) in (try engine.kind(of: value), try engine.position(of: value)) }
      var (names, parts) = (kind.names, numbers)
      if case .color(let space) = kind {
        names = MotionValue.Kind.color(.srgb).names
        if space != .srgb { parts = Color(numbers, in: space).components(in: .srgb) }
      }
      guard let place = names.firstIndex(of: name) else {
        throw ScriptError(
          "value.\(name): this value has \(names.isEmpty ? "one number, its position" : names.joined(separator: ", "))")
      }
      call.give(parts[place])
    })
}

private let valueMotionOptions = Options(
  starterItems + [
    numbersItem("velocity")
  ] + turnItems)

/// Which way angles go.
let turnItems: [Item] = [.word("way", of: AngleWay.allCases.map(\.rawValue)), .integer("turns")]

/// A number, a color's text, or numbers by place or by name.
func numbersItem(_ name: String) -> Item { .number(name).or(.string(name)).or(.table(name)) }

extension Argument {
  /// The numbers of a value of some kind. Colors come as text or as sRGB numbers.
  fileprivate func numbers(of kind: MotionValue.Kind, _ what: String) throws(ScriptError) -> [Double] {
    switch kind {
    case .color(let space):
      if isString {
        do { return try Color.numbers(parsing: string, in: space) } catch { throw ScriptError("\(what): \(error)") }
      }
      if isNumber { throw ScriptError("\(what) expected a color such as \"#ff8800\" or { r, g, b }, got a number") }
      let c = try named(["r", "g", "b", "a"], what, else: [nil, nil, nil, 1])
      return space == .srgb ? c : Color(red: c[0], green: c[1], blue: c[2], alpha: c[3]).components
    case .transform: return try transform(what, else: [nil, nil, nil, nil, nil])
    default: return try plainNumbers(of: kind, what)
    }
  }

  /// The numbers as the value has them: a velocity. What is not named of a transform stands still.
  func plainNumbers(of kind: MotionValue.Kind, _ what: String) throws(ScriptError) -> [Double] {
    if isString { throw ScriptError("\(what) expected numbers, got a string \"\(string.prefix(40))\"") }
    if kind.names.isEmpty {
      guard isNumber else { throw ScriptError("\(what) expected a number, got a table") }
      return [number]
    }
    if isNumber { throw ScriptError("\(what) expected numbers { \(kind.names.joined(separator: ", ")) }, got a number") }
    return try named(kind.names, what, else: kind.names.map { _ in kind == .transform ? 0 : nil })
  }

  /// `scale` says both scales.
  fileprivate func transform(_ what: String, else fallback: [Double?]) throws(ScriptError) -> [Double] {
    guard isGiven else { return fallback.map { $0 ?? 0 } }
    guard kind == CLUA_TABLE else {
      throw ScriptError("\(what) expected a table with \(transformNames.joined(separator: ", "))")
    }
    var fallback = fallback + [.nan]
    let hasScale = rawPairs.contains { $0.key.asString == "scale" }
    if hasScale { (fallback[2], fallback[3]) = (.nan, .nan) }
    var numbers = try named(transformNames, what, else: fallback)
    if hasScale {
      for i in 2...3 where numbers[i].isNaN { numbers[i] = numbers[5] }
    }
    return Array(numbers[..<5])
  }

  /// Numbers by place or by name. What is missing is an error, or the number given for that.
  private func named(_ names: [String], _ what: String, else fallback: [Double?]) throws(ScriptError) -> [Double] {
    var found: [Double?] = names.map { _ in nil }
    for (key, value) in rawPairs {
      var place: Int?
      if let name = key.asString {
        place = names.firstIndex(of: name)
      } else if case .integer(let n) = key, n >= 1 {
        place = n <= names.count ? Int(n) - 1 : nil
      }
      guard let place else {
        let name = key.asString ?? key.asNumber.map { "[\(Int64(exactly: $0).map(String.init) ?? "\($0)")]" } ?? "?"
        let near = nearestName(to: name, among: names).map { ", did you mean \"\($0)\"?" } ?? ""
        throw ScriptError("\(what) expected numbers { \(names.joined(separator: ", ")) }, got a table with \(name)\(near)")
      }
      guard let x = value.asNumber, x.isFinite else { throw ScriptError("\(what).\(names[place]) must be a finite number") }
      guard found[place] == nil else {
        throw ScriptError(
          "\(what) expected numbers { \(names.joined(separator: ", ")) }, got a table that gives \(names[place]) twice")
      }
      found[place] = x
    }
    var numbers: [Double] = []
    for (i, name) in names.enumerated() {
      guard let x = found[i] ?? fallback[i] else {
        throw ScriptError("\(what) expected numbers { \(names.joined(separator: ", ")) }; \(name) is missing")
      }
      numbers.append(x)
    }
    return numbers
  }

  /// The options that only angles have.
  func turning(
    _ options: inout Engine.MotionOptions, ofAngle isAngle: Bool, _ caller: String, _ angles: String
  ) throws(ScriptError) {
    guard isOptions else { return }
    let (way, turns) = (self["way"], self["turns"])
    guard isAngle else {
      if way.isGiven || turns.isGiven { throw ScriptError("\(caller): way and turns are for angles: \(angles)") }
      return
    }
    if let word = way.wordIfGiven { options.way = AngleWay.allCases[word] }
    if let turns = turns.integerIfGiven {
      guard turns.magnitude <= 1_000_000 else { throw ScriptError("\(caller): turns expected at most a million, got \(turns)") }
      options.turns = Int(turns)
    }
  }
}

extension Call {
  /// What an argument says for a value; a transform's numbers that are not given stay as they are.
  fileprivate func numbers(
    _ place: Int, of value: Handle<MotionValue>, _ kind: MotionValue.Kind, _ what: String
  ) throws(ScriptError) -> [Double] {
    guard kind == .transform else { return try self[place].numbers(of: kind, what) }
    let now = try asking { () throws(SegueError) in try area.engine.position(of: value) }
    return try self[place].transform(what, else: now)
  }

  fileprivate func makeValue(_ kind: MotionValue.Kind, _ numbers: [Double]) throws(ScriptError) {
    let value = try asking { () throws(SegueError) in try area.engine.makeValue(kind, numbers) }
    let object = Object(.value, value)
    do throws(ScriptError) { try bridge.adopt(object) } catch {
      area.engine.release(value)
      throw error
    }
    give(.object(object))
  }

  func give(_ numbers: [Double], of kind: MotionValue.Kind) {
    let names = kind.names
    if names.isEmpty { return give(numbers[0]) }
    give(.record(zip(names, numbers).map { .init(key: $0, value: .number($1)) }))
  }
}

func numberOrPair(_ name: String) -> Item { .number(name).or(.numbers(name, .point)) }

extension Argument {
  /// As many numbers as were given; a pair of which only the second was given is an error.
  func components() throws(ScriptError) -> [Double] {
    if isNumber { return [number] }
    for i in 0..<count where !hasNumber(i) {
      throw ScriptError("expected a number, or all of the numbers of a pair; number \(i + 1) is missing")
    }
    let all = numbers
    return (0..<count).map { all[$0] }
  }
}

extension Call {
  /// One number as a number, two as a pair with x and y.
  func give(numbers: [Double]) {
    if numbers.count == 1 { give(numbers[0]) } else { give(.numbers(numbers, numbers.count == 4 ? .frame : .point)) }
  }
}
