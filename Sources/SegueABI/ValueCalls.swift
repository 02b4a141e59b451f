// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The calls of segue.h on values. segue.h documents them.

import CSegue
import Segue

@c @implementation
public func segue_value_new(
  _ engine: OpaquePointer?, _ numbers: UnsafePointer<Double>?, _ count: Int, _ value: UnsafeMutablePointer<segue_value>?
) -> segue_status {
  call(engine) { instance in
    let value = try required(value, "value")
    value.pointee = try instance.engine.makeValue(array(numbers, count, "numbers")).bits
    return SEGUE_OK
  }
}

@c @implementation
public func segue_value_free(_ engine: OpaquePointer?, _ value: segue_value) -> segue_status {
  call(engine) { instance in
    instance.engine.release(try instance.alive(value))
    return SEGUE_OK
  }
}

@c @implementation
public func segue_value_set(
  _ engine: OpaquePointer?, _ value: segue_value, _ numbers: UnsafePointer<Double>?, _ count: Int
) -> segue_status {
  call(engine) { instance in
    try instance.engine.set(instance.alive(value), to: array(numbers, count, "numbers"))
    return SEGUE_OK
  }
}

@c @implementation
public func segue_value_track(
  _ engine: OpaquePointer?, _ value: segue_value, _ numbers: UnsafePointer<Double>?, _ count: Int
) -> segue_status {
  call(engine) { instance in
    try instance.engine.track(instance.alive(value), at: array(numbers, count, "numbers"))
    return SEGUE_OK
  }
}

@c @implementation
public func segue_value_move(
  _ engine: OpaquePointer?, _ value: segue_value, _ target: UnsafePointer<Double>?, _ count: Int,
  _ motion: UnsafePointer<segue_motion>?, _ animator: UnsafeMutablePointer<segue_animator>?
) -> segue_status {
  call(engine) { instance in
    let value = try instance.alive(value)
    let target = try array(target, count, "target")
    let options = try motion.map { try Engine.MotionOptions($0, numbers: count) } ?? Engine.MotionOptions()
    let started = try instance.engine.move(value, to: target, options)
    if let animator {
      animator.pointee = started.bits
      instance.watch(started)
    }
    return SEGUE_OK
  }
}

@c @implementation
public func segue_values_read(
  _ engine: OpaquePointer?, _ values: UnsafePointer<segue_value>?, _ count: Int, _ positions: UnsafeMutablePointer<Double>?,
  _ velocities: UnsafeMutablePointer<Double>?
) -> segue_status {
  call(engine) { instance in
    guard count != 0 else { return SEGUE_OK }
    let values = try required(values, "values")
    guard (1...mostValues).contains(count) else { throw Refusal("count: expected at most \(mostValues) values") }
    // All are checked before anything is written.
    for i in 0..<count { _ = try instance.alive(values[i], index: i) }
    for i in 0..<count {
      let value = Handle<MotionValue>(bits: values[i])
      if let positions { write(try instance.engine.position(of: value), to: positions + i * mostNumbers) }
      if let velocities { write(try instance.engine.velocity(of: value), to: velocities + i * mostNumbers) }
    }
    return SEGUE_OK
  }
}

private let mostNumbers = Int(SEGUE_VALUE_NUMBERS)
/// No host has more; a greater count is a negative number gone astray.
private let mostValues = Int(Int32.max)

private func write(_ numbers: [Double], to place: UnsafeMutablePointer<Double>) {
  for j in 0..<mostNumbers { place[j] = j < numbers.count ? numbers[j] : 0 }
}

/// Numbers from C. The count is checked before they are read.
private func array(_ numbers: UnsafePointer<Double>?, _ count: Int, _ name: StaticString) throws -> [Double] {
  guard (1...mostNumbers).contains(count) else { throw Refusal("\(name): expected one or two numbers, got \(count)") }
  return Array(UnsafeBufferPointer(start: try required(numbers, name), count: count))
}

extension Instance {
  /// A value that has not been freed. `index` is its place in a list of them.
  fileprivate func alive(_ bits: segue_value, index: Int? = nil) throws -> Handle<MotionValue> {
    let value = Handle<MotionValue>(bits: bits)
    do {
      _ = try engine.isMoving(value)
    } catch {
      throw Refusal("\(index.map { "value \($0)" } ?? "value") has been freed", status: SEGUE_STALE_HANDLE)
    }
    return value
  }
}
