// tween/behaviour, as far as it is about plain tables of scripts: run as scripts.

import LuaHost
import Segue
import SegueLua

enum TableSuites {
  static func tables(_ test: Case) throws -> Verdict {
    switch test.id {
    case "tw-bad-subject": try badSubjects(test)
    case "tw-bad-target-values": try badTargets(test)
    case "tw-recursive": try nested(test)
    case "tw-metatables": try metatables(test)
    default: throw Unreadable("no runner knows \(test.id)")
    }
  }

  private final class Script {
    let engine = Engine()
    let host: LuaHost
    var printed: [String] = []
    var time = 0.0

    init(_ text: String) throws {
      host = try LuaHost(engine: engine)
      host.print = { [unowned self] in printed.append($0) }
      try engine.advance(to: 0)
      try host.load(text: "local segue = require 'segue'\n" + text)
    }

    func update(_ seconds: Double) throws {
      time += seconds
      try engine.advance(to: time)
    }

    /// What an expression of the script's globals is, as text.
    func value(_ expression: String) -> String {
      printed = []
      _ = host.evaluate("print(\(expression))") { _ in }
      return printed.first ?? "nothing"
    }
  }

  private static func badSubjects(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    for (subject, refused) in zip(try test.input["subjects"].list, try test.expect.list) {
      let script = try Script("refused = not pcall(segue.to, \(try lua(subject)), { 2 }, { duration = 1 })")
      let (wanted, name) = ("\(try refused.flag)", try lua(subject))
      verdict.expect("subject \(name) is refused", script.value("refused"), wanted)
    }
    return verdict
  }

  private static func badTargets(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    for (kind, refused) in zip(try test.input["targets"].list, try test.expect.list) {
      let target =
        switch try kind.string {
        case "text values": "{ a = 'text' }"
        case "function value": "{ a = print }"
        case "nested numbers": "{ b = { 5 } }"
        case let other: throw Unreadable("unknown target \(other)")
        }
      let script = try Script("refused = not pcall(segue.to, { a = 1, b = { 2 } }, \(target), { duration = 1 })")
      let wanted = "\(try refused.flag)"
      verdict.expect("\(target) is refused", script.value("refused"), wanted)
    }
    return verdict
  }

  private static func nested(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let script = try Script(
      """
      subject = \(try lua(test.input["subject"])) a = subject.a
      segue.to(subject, \(try lua(test.input["target"])), { duration = \(try test.input["duration"].number), timing = "linear" })
      """)
    let columns = try test.input["columns"].list.map { try $0.string }
    for (i, step) in try test.input["updates"].list.enumerated() {
      try script.update(try step.number)
      let row = try test.expect.list[i].numbers
      for (column, expected) in zip(columns, row) {
        verdict.expect("\(column) after step \(i + 1)", Double(script.value(column)) ?? .nan, expected, within: test.tolerance)
      }
    }
    return verdict
  }

  /// One table in another, each with a metatable of its own.
  private static func metatables(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let script = try Script(
      """
      local outer, inner = {}, {}
      subject = setmetatable({ a = setmetatable({ 1 }, inner) }, outer)
      segue.to(subject, { a = { 2 } }, { duration = \(try test.input["duration"].number), timing = "linear" })
      function same() return getmetatable(subject) == outer and getmetatable(subject.a) == inner end
      """)
    try script.update(try test.input["duration"].number)
    let expected = try test.expect.list
    let kept = "\(try expected[1].flag)"
    verdict.expect("the value", Double(script.value("subject.a[1]")) ?? .nan, try expected[0].number, within: test.tolerance)
    verdict.expect("the metatables are the same", script.value("same()"), kept)
    return verdict
  }

  /// A value of the data as a Lua expression; a list's objects give the table its named fields.
  private static func lua(_ value: JSON) throws -> String {
    if let text = value.text { return "\"\(text)\"" }
    if !value.keys.isEmpty { return "{ \(try fields(value)) }" }
    if let list = try? value.list {
      return "{ \(try list.map { $0.keys.isEmpty ? try lua($0) : try fields($0) }.joined(separator: ", ")) }"
    }
    return "\(try value.number)"
  }

  private static func fields(_ object: JSON) throws -> String {
    try object.keys.map { "\($0) = \(try lua(object[$0]))" }.joined(separator: ", ")
  }
}
