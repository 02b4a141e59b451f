// Free values.

import Segue

let valueTable = ClassTable(
  "value", .value,
  methods: [
    Method("to", [numberOrPair("target"), .options("options", valueMotionOptions).optional, .function("completion").optional]) {
      call throws(ScriptError) in
      let area = call.area
      var options = try call[1].motionOptions(call)
      if call[1].isOptions, call[1]["velocity"].isGiven { options.velocity = try call[1]["velocity"].components() }
      let target = try call[0].components()
      try area.start(call, completion: call[2]) {
        try area.engine.move(call.object.handle(MotionValue.self), to: target, options)
      }
    },
    Method("decay", [.options("options", valueDecayOptions).optional, .function("completion").optional]) {
      call throws(ScriptError) in
      let options = try call[0].decayOptions()
      try call.area.start(call, completion: call[1]) {
        try call.area.engine.decay(call.object.handle(MotionValue.self), options)
      }
    },
    Method("set", [numberOrPair("position")]) { call throws(ScriptError) in
      let position = try call[0].components()
      try asking { () throws(SegueError) in try call.area.engine.set(call.object.handle(), to: position) }
    },
    Method("track", [numberOrPair("position")]) { call throws(ScriptError) in
      let position = try call[0].components()
      try asking { () throws(SegueError) in try call.area.engine.track(call.object.handle(), at: position) }
    },
  ],
  fields: [
    Field(
      numberOrPair("position"),
      get: { call throws(ScriptError) in
        call.give(numbers: try asking { () throws(SegueError) in try call.area.engine.position(of: call.object.handle()) })
      }),
    Field(
      numberOrPair("velocity"),
      get: { call throws(ScriptError) in
        call.give(numbers: try asking { () throws(SegueError) in try call.area.engine.velocity(of: call.object.handle()) })
      }),
    Field(
      .boolean("moving"),
      get: { call throws(ScriptError) in
        call.give(.boolean(try asking { () throws(SegueError) in try call.area.engine.isMoving(call.object.handle()) }))
      }),
  ],
  describe: { call throws(ScriptError) in
    guard let position = try? call.area.engine.position(of: call.object.handle()) else {
      return call.give(.string("value (released)"))
    }
    let numbers = position.map { "\($0)" }.joined(separator: ", ")
    let moving = (try? call.area.engine.isMoving(call.object.handle())) == true
    call.give(.string("value: \(numbers)\(moving ? " (moving)" : "")"))
  })

private let valueMotionOptions = Options(starterItems + [numberOrPair("velocity")])

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
