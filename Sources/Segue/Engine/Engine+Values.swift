// Free values: made, read, set, tracked and moved.

import Glibc  // floor in builds without optimization

extension Engine {
  /// A free value at rest. `numbers` are one or two.
  public func makeValue(_ numbers: [Double]) throws(SegueError) -> Handle<MotionValue> {
    guard numbers.count == 1 || numbers.count == 2 else {
      throw SegueError("value: expected one or two numbers, got \(numbers.count)")
    }
    return try makeValue(numbers.count == 1 ? .number : .pair, numbers)
  }

  /// A free value of some kind, at rest; as many numbers as the kind has.
  public func makeValue(_ kind: MotionValue.Kind, _ numbers: [Double]) throws(SegueError) -> Handle<MotionValue> {
    if case .vector(let count) = kind, count != 3, count != 4 {
      throw SegueError("value: expected a vector of three or four numbers, got \(count)")
    }
    try check(numbers, "value", count: kind.count)
    let lanes = motion.allocate(kind.count, .double)
    for (j, x) in numbers.enumerated() { motion.set(lanes[j], x, at: moment) }
    return values.insert(MotionValue(kind: kind, lanes: lanes))
  }

  /// Ends a value: what moves it ends as removed.
  public func release(_ value: Handle<MotionValue>) {
    guard let record = values.remove(value) else { return }
    forget(record.lanes)
    motion.release(record.lanes, at: moment)
    settleEndings()
  }

  func record(of value: Handle<MotionValue>) throws(SegueError) -> MotionValue {
    guard let record = values[value] else { throw SegueError("value has been released") }
    return record
  }

  func lanes(of value: Handle<MotionValue>) throws(SegueError) -> LaneRange { try record(of: value).lanes }

  public func kind(of value: Handle<MotionValue>) throws(SegueError) -> MotionValue.Kind { try record(of: value).kind }

  /// Where a value is, number by number; an angle as 0 up to 360.
  public func position(of value: Handle<MotionValue>) throws(SegueError) -> [Double] {
    let record = try record(of: value)
    let numbers = (0..<Int(record.lanes.count)).map { motion.state(record.lanes[$0], at: moment).position }
    guard record.kind == .angle else { return numbers }
    let turned = numbers[0] - 360 * floor(numbers[0] / 360)
    return [turned < 360 ? turned : 0]
  }

  /// What a value of one number is doing.
  package enum Movement { case rests, waits, moves }

  /// A value's first number as it was last shown, and what the value is doing; nil once it has been released.
  package func shown(of value: Handle<MotionValue>) -> (number: Double, movement: Movement)? {
    guard let lanes = values[value]?.lanes else { return nil }
    return (motion.shown(lanes[0]), motion.isMoving(lanes[0]) ? .moves : delayed.awaits(lanes) ? .waits : .rests)
  }

  /// Puts a value of one number elsewhere that does not move, though it may wait for its delay, which it goes on doing.
  package func place(_ value: Handle<MotionValue>, at number: Double) {
    guard let shown = shown(of: value), shown.movement != .moves, shown.number != number, let lanes = values[value]?.lanes
    else {
      return
    }
    motion.set(lanes[0], number, at: moment)
  }

  /// How fast a value moves, in units per second.
  public func velocity(of value: Handle<MotionValue>) throws(SegueError) -> [Double] {
    let lanes = try lanes(of: value)
    return (0..<Int(lanes.count)).map { motion.state(lanes[$0], at: moment).velocity }
  }

  public func isMoving(_ value: Handle<MotionValue>) throws(SegueError) -> Bool {
    let lanes = try lanes(of: value)
    return (0..<Int(lanes.count)).contains { motion.isMoving(lanes[$0]) }
  }

  /// Whether something moves the value, or will when its delay is over.
  public func hasMotion(_ value: Handle<MotionValue>) -> Bool { values[value].map { hasMotion($0.lanes) } ?? false }

  /// Whether something moves a property of the view, or will when its delay is over.
  public func hasMotion(_ view: Handle<View>) -> Bool {
    guard let record = scene.views[view] else { return false }
    return hasMotion(LaneRange(base: record.lanes, count: Int32(ViewLane.count), precision: .float))
  }

  private func hasMotion(_ lanes: LaneRange) -> Bool {
    (0..<Int(lanes.count)).contains { motion.isMoving(lanes[$0]) }
      || delayed.awaits(lanes)
  }

  /// At once, at rest.
  public func set(_ value: Handle<MotionValue>, to numbers: [Double]) throws(SegueError) {
    let record = try record(of: value)
    try check(numbers, "value", count: record.kind.count)
    for part in record.parts {
      write(Destination(lanes: part.lanes, target: SIMD4(padding: Array(numbers[part.first...])), unit: nil))
    }
  }

  /// A finger moves the value; its velocity is measured.
  public func track(_ value: Handle<MotionValue>, at numbers: [Double]) throws(SegueError) {
    let lanes = try lanes(of: value)
    try check(numbers, "value", count: Int(lanes.count))
    interruptTurns(lanes)
    for (j, x) in numbers.enumerated() { motion.track(lanes[j], x, at: moment) }
    changed = true
    settleEndings()
  }

  /// Moves a value from where it is, with the velocity that it has.
  @discardableResult public func move(_ value: Handle<MotionValue>, to numbers: [Double], _ options: MotionOptions = .init())
    throws(SegueError) -> Handle<Animator>
  {
    try move([(value, numbers)], options)
  }

  /// Moves values together, as one motion.
  @discardableResult public func move(_ targets: [(value: Handle<MotionValue>, numbers: [Double])], _ options: MotionOptions)
    throws(SegueError) -> Handle<Animator>
  {
    var destinations: [Destination] = []
    var seen: Set<Handle<MotionValue>> = []
    for (value, numbers) in targets {
      let record = try record(of: value)
      try check(numbers, "value", count: record.kind.count)
      if let stated = options.velocity { try check(stated, "velocity", count: record.kind.count) }
      // Only what is named twice has to be looked for: thousands of values may move together.
      let isFirst = targets.count == 1 || seen.insert(value).inserted
      for part in record.parts {
        var target = SIMD4(padding: Array(numbers[part.first...]))
        if record.kind == .angle {
          let from = motion.state(part.lanes[0], at: moment).position
          target[0] = (options.way ?? .short).destination(from: from, to: target[0], turns: options.turns)
        }
        let velocity = options.velocity.map { SIMD4(padding: Array($0[part.first...])) }
        let destination = Destination(lanes: part.lanes, target: target, velocity: velocity, unit: part.unit)
        if isFirst { destinations.append(destination) } else { destinations.put(destination) }
      }
    }
    return try start(destinations, options)
  }
}
