// A small area of its own for the tests: boxes with fields, options and callbacks, and a clock that only the test moves.

import Glibc
import Segue
import Testing

@testable import LuaHost
@testable import SegueLua

extension ClassID {
  static let box: ClassID = 40
  static let other: ClassID = 41
}

/// Counts itself, to see what leaks.
final class Counted {
  let lab: Laboratory
  init(_ lab: Laboratory) {
    self.lab = lab
    lab.alive += 1
  }
  deinit { lab.alive -= 1 }
}

/// What the engine would hold, one laboratory a bridge.
final class Laboratory {
  var created: UInt64 = 0
  var width: [UInt64: Double] = [:]
  var callbacks: [UInt64: Callback] = [:]
  var sleepers: [(task: TaskID, wait: Wait)] = []
  var reports: [LuaBridge.Report] = []
  var printed: [String] = []
  var alive = 0

  static func of(_ bridge: LuaBridge) -> Laboratory { bridge.companion as! Laboratory }
}

let springOptions = Options([.number("response"), .number("ratio")])
let boxOptions = Options(
  [
    .string("id"), .numbers("frame", .frame, least: 4).required, .string("color"), .number("corner"),
    .word("mode", of: ["fast", "slow"]), .options("spring", springOptions), .function("done"), .integer("loops"),
  ], rest: .object("child", .box))
let motionOptions = Options([.number("duration"), .boolean("yoyo"), .options("spring", springOptions)])

func laboratoryTables() -> [ClassTable] {
  [
    ClassTable(
      "segue", .module, single: true,
      methods: taskMethods(awaitable: [.box]) + [
        Method("box", [.options("options", boxOptions)]) { call throws(ScriptError) in
          let lab = Laboratory.of(call.bridge)
          lab.created += 1
          let box = Object(.box, bits: 1 << 32 | lab.created)
          lab.width[box.bits] = call[0]["frame"].numbers[2]
          try call.bridge.adopt(box)
          try call[0].rest.forEachElement { child throws(ScriptError) in try call.bridge.link(box, to: child.object) }
          if call[0]["done"].isGiven { lab.callbacks[box.bits] = try call.store(call[0]["done"], owner: box) }
          call.give(.object(box))
        },
        Method("echo", [.any("value")]) { call throws(ScriptError) in
          let argument = call[0]
          if argument.isNumber { call.give(argument.number) }
          if argument.isString { call.give(.string(argument.string)) }
          if argument.isBoolean { call.give(.boolean(argument.boolean)) }
        },
        Method("raise", [.string("text")]) { call throws(ScriptError) in
          let counted = Counted(Laboratory.of(call.bridge))
          defer { withExtendedLifetime(counted) {} }
          call.give(.string("half a result"))
          throw ScriptError(call[0].string)
        },
        Method("ask", [.function("function")]) { call throws(ScriptError) in
          let counted = Counted(Laboratory.of(call.bridge))
          defer { withExtendedLifetime(counted) {} }
          let callback = try call.store(call[0], owner: .root)
          defer { call.bridge.remove(callback) }
          for value in try call.bridge.ask(callback, [.number(2)], kind: "timing") ?? [] { call.give(value) }
        },
        Method("sum", [.list("numbers", of: .number("n"))]) { call throws(ScriptError) in
          var sum = 0.0
          try call[0].forEachElement { sum += $0.number }
          call.give(sum)
        },
        Method("keys", [.table("table")]) { call throws(ScriptError) in
          call.give(.list(call[0].pairs.map { .string($0.key) }))
        },
        Method("event") { call throws(ScriptError) in
          call.give(
            .record(["state": .string("began"), "at": .numbers([3, 4], .point), "list": .list([.integer(1), .boolean(true)])]))
        },
      ],
      fields: [
        Field(
          .word("mode", of: ["full", "reduced"]), get: { $0.give(.string("full")) }, set: { _ in })
      ]),
    taskTable,
    ClassTable(
      "box", .box, open: false,
      methods: [
        Method("to", [.number("width"), .options("options", motionOptions).optional, .function("completion").optional]) {
          call throws(ScriptError) in
          let lab = Laboratory.of(call.bridge)
          lab.width[call.object.bits] = call[0].number
          if call[2].isGiven { lab.callbacks[call.object.bits] = try call.store(call[2]) }
          call.give(.boolean(call[1]["yoyo"].booleanIfGiven ?? false))
          call.give(call[1]["spring"]["ratio"].numberIfGiven.map { .number($0) } ?? .none)
        },
        Method("anchor") { call throws(ScriptError) in try call.bridge.anchor(call.object) },
      ],
      fields: [
        Field(
          .number("width"),
          get: { call throws(ScriptError) in
            guard let width = Laboratory.of(call.bridge).width[call.object.bits] else {
              throw ScriptError("box has been released")
            }
            call.give(width)
          },
          set: { call throws(ScriptError) in Laboratory.of(call.bridge).width[call.object.bits] = call[0].number }),
        Field(.numbers("scale", .point), get: { $0.give(.numbers([1, 2], .point)) }, set: { _ in }),
        Field(.string("state"), get: { $0.give(.string("idle")) }),
      ]),
    ClassTable("other", .other, open: true),
  ]
}

/// A host with the laboratory's tables. Uses one thread: keep it inside one test.
final class Fixture {
  let host: LuaHost
  let lab = Laboratory()
  var bridge: LuaBridge { host.bridge }

  init(memoryLimit: Int = 64 << 20) throws {
    host = try LuaHost(memoryLimit: memoryLimit) { bridge throws(ScriptError) in try bridge.open(laboratoryTables()) }
    host.bridge.companion = lab
    host.print = { [lab] in lab.printed.append($0) }
    bridge.report = { [lab] in lab.reports.append($0) }
    bridge.waiter = { [lab] (task, wait) throws(ScriptError) in
      lab.sleepers.append((task, wait))
      return .later
    }
  }

  /// The message of the error that the text ends in, or nil.
  func failure(_ text: String) -> String? {
    do {
      try host.load(text: text, name: "t")
      return nil
    } catch {
      return error.message
    }
  }

  /// What the text prints.
  func output(_ text: String) throws -> [String] {
    lab.printed = []
    try host.load(text: text, name: "t")
    return lab.printed
  }

  func wakeAll(_ results: [Value] = []) {
    let sleepers = lab.sleepers
    lab.sleepers = []
    for sleeper in sleepers { bridge.resume(sleeper.task, results) }
  }
}
