// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The calls of segue.h on an engine itself: its life, its time, its errors and events. segue.h documents them.

import CSegue
import Segue

@c @implementation
public func segue_engine_new(_ engine: UnsafeMutablePointer<OpaquePointer?>?) -> segue_status {
  guard let engine else { return SEGUE_INVALID_ARGUMENT }
  engine.pointee = OpaquePointer(Unmanaged.passRetained(Instance()).toOpaque())
  return SEGUE_OK
}

@c @implementation
public func segue_engine_free(_ engine: OpaquePointer?) -> segue_status {
  guard let engine else { return SEGUE_OK }
  // The call ends before its instance does.
  let status = call(engine) { _ in SEGUE_OK }
  if status == SEGUE_OK { Instance.behind(engine).release() }
  return status
}

@c @implementation
public func segue_engine_error(_ engine: OpaquePointer?) -> UnsafePointer<CChar>! {
  if let engine {
    let instance = Instance.behind(engine).takeUnretainedValue()
    if instance.isOwnedByThisThread, let text = instance.errorText { return text }
  }
  return noText
}

/// "", for as long as the process lives.
private var noText: UnsafePointer<CChar> {
  let text: StaticString = ""
  return UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}

@c @implementation
public func segue_engine_advance(_ engine: OpaquePointer?, _ time: Double) -> segue_status {
  call(engine) { instance in
    try instance.engine.advance(to: time)
    return SEGUE_OK
  }
}

@c @implementation
public func segue_engine_next_deadline(_ engine: OpaquePointer?, _ time: UnsafeMutablePointer<Double>?) -> segue_status {
  call(engine) { instance in
    let time = try required(time, "time")
    let deadline = instance.engine.nextDeadline
    time.pointee = deadline ?? .infinity
    return deadline == nil ? SEGUE_NONE : SEGUE_OK
  }
}

@c @implementation
public func segue_engine_next_event(_ engine: OpaquePointer?, _ event: UnsafeMutablePointer<segue_event>?) -> segue_status {
  call(engine) { instance in
    let event = try required(event, "event")
    let size = event.pointee.size
    try checkSize(size, of: segue_event.self, "event")
    guard var next = instance.takeEvent() else { return SEGUE_NONE }
    next.size = size
    event.pointee = next
    zeroTail(of: event, size: size)
    return SEGUE_OK
  }
}
