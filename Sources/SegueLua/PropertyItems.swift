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
  /// - Parameter space: That of the view's colors, asked for only if this is one.
  func numbers(from argument: Argument, in space: @autoclosure () -> ColorSpace) throws(ScriptError) -> [Double] {
    let vector = try vector(from: argument, in: space())
    return (0..<count).map { vector[$0] }
  }

  /// The same, the rest 0.
  func vector(from argument: Argument, in space: @autoclosure () -> ColorSpace) throws(ScriptError) -> SIMD4<Double> {
    if argument.isNumber { return SIMD4(argument.number, 0, 0, 0) }
    if argument.isString {
      do throws(SceneError) {
        let c = try Color.numbers(parsing: argument.string, in: space())
        return SIMD4(c[0], c[1], c[2], c[3])
      } catch { throw ScriptError("\(name): \(error)") }
    }
    var c = argument.numbers
    guard self != .scale || argument.hasNumber(0) else {
      throw ScriptError("\(name) expected a number, or numbers { x, y }; x is missing")
    }
    guard unit == .color else { return self == .scale && argument.count == 1 ? SIMD4(c[0], c[0], 0, 0) : c }
    if !argument.hasNumber(3) { c[3] = 1 }
    if space() == .srgb { return c }
    let color = Color(red: c[0], green: c[1], blue: c[2], alpha: c[3])
    return SIMD4(color.lightness, color.a, color.b, color.alpha)
  }

  /// What a script reads: a number, a table by name, a color as text; `scale` is a number when both axes agree.
  func give(_ numbers: [Double], in space: ColorSpace, to call: Call) {
    if unit == .color {
      call.give(.string(Color.hex(of: numbers, in: space)))
    } else if self == .scale, numbers[0] == numbers[1] {
      call.give(numbers[0])
    } else {
      call.give(numbers: numbers)
    }
  }

  func value(_ numbers: [Double], in space: ColorSpace) -> Value {
    if unit == .color { return .string(Color.hex(of: numbers, in: space)) }
    if numbers.count == 1 || (self == .scale && numbers[0] == numbers[1]) { return .number(numbers[0]) }
    return .numbers(numbers, numbers.count == 4 ? .frame : .point)
  }

  /// A field of a view.
  var field: Field {
    Field(
      item,
      get: { call throws(ScriptError) in
        let (engine, view) = (call.area.engine, call.object.handle(View.self))
        give(try asking { () throws(SegueError) in try engine.numbers(self, of: view) }, in: engine.space(of: view), to: call)
      },
      set: { call throws(ScriptError) in
        let numbers = try numbers(from: call[0], in: call.area.engine.space(of: call.object.handle()))
        try asking { () throws(SegueError) in try call.area.engine.set(self, of: call.object.handle(), to: numbers) }
        call.area.touched?.insert(call.object)
      })
  }
}

extension Engine {
  /// The space of a view's colors; of one that has been released, which the engine refuses by itself, any.
  func space(of view: Handle<View>) -> ColorSpace { colorSpace(of: view) ?? .oklab }
}
