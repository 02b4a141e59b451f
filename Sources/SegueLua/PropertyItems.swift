// Properties of views as scripts write and read them: made from the engine's one table.

import Segue

extension Property {
  /// What a script may set it to.
  var item: Item {
    switch unit {
    case .color: .string(name).or(.numbers(name, .color, least: 3))
    default:
      switch count {
      case 1: .number(name)
      case 4: .numbers(name, .frame, least: 4)
      default: self == .scale ? .numbers(name, .point) : .numbers(name, .point, least: 2)
      }
    }
  }

  /// The engine's numbers for what a script gave.
  func numbers(from argument: Argument) throws(ScriptError) -> [Double] {
    let vector = try vector(from: argument)
    return (0..<count).map { vector[$0] }
  }

  /// The same, the rest 0.
  func vector(from argument: Argument) throws(ScriptError) -> SIMD4<Double> {
    if argument.isNumber { return SIMD4(argument.number, 0, 0, 0) }
    let c = argument.numbers
    guard unit == .color else { return self == .scale && argument.count == 1 ? SIMD4(c[0], c[0], 0, 0) : c }
    var color = Color(red: c[0], green: c[1], blue: c[2], alpha: argument.hasNumber(3) ? c[3] : 1)
    if argument.isString {
      do { color = try Color(parsing: argument.string) } catch { throw ScriptError("\(name): \(error)") }
    }
    return SIMD4(color.lightness, color.a, color.b, color.alpha)
  }

  /// What a script reads: a number, a table by name, a color as text; `scale` is a number when both axes agree.
  func give(_ numbers: [Double], to call: Call) {
    if unit == .color {
      call.give(.string(Color(lightness: numbers[0], a: numbers[1], b: numbers[2], alpha: numbers[3]).hex))
    } else if self == .scale, numbers[0] == numbers[1] {
      call.give(numbers[0])
    } else {
      call.give(numbers: numbers)
    }
  }

  func value(_ numbers: [Double]) -> Value {
    if unit == .color { return .string(Color(lightness: numbers[0], a: numbers[1], b: numbers[2], alpha: numbers[3]).hex) }
    if numbers.count == 1 || (self == .scale && numbers[0] == numbers[1]) { return .number(numbers[0]) }
    return .numbers(numbers, numbers.count == 4 ? .frame : .point)
  }

  /// A field of a view.
  var field: Field {
    Field(
      item,
      get: { call throws(ScriptError) in
        give(try asking { () throws(SegueError) in try call.area.engine.numbers(self, of: call.object.handle()) }, to: call)
      },
      set: { call throws(ScriptError) in
        let numbers = try numbers(from: call[0])
        try asking { () throws(SegueError) in try call.area.engine.set(self, of: call.object.handle(), to: numbers) }
        call.area.touched?.insert(call.object)
      })
  }
}
