// One engine as C holds it, and the wall that every call passes.

import CSegue
import Glibc
import Segue

/// What stands behind a `segue_engine *`: the engine, whose it is, and what C has yet to hear.
final class Instance {
  let engine = Engine()
  private let owner = pthread_self()
  private var isInCall = false
  /// The sentence about the last refused call, ended by 0; nil before the first.
  private var message: UnsafeMutablePointer<CChar>?
  private var events: [segue_event] = []
  /// The first event that has not been taken.
  private var nextEvent = 0
  /// Motions whose end is an event.
  private var watched: Set<UInt64> = []

  deinit { free(message) }

  var isOwnedByThisThread: Bool { pthread_equal(owner, pthread_self()) != 0 }

  /// The instance behind a pointer that `segue_engine_new` gave out and `segue_engine_free` has not had.
  static func behind(_ pointer: OpaquePointer) -> Unmanaged<Instance> { .fromOpaque(UnsafeRawPointer(pointer)) }

  var errorText: UnsafePointer<CChar>? { message.map { UnsafePointer($0) } }

  /// Runs one call from C, or refuses it. Touches nothing of an instance that another thread or call is using, and allocates
  /// nothing there, since that call may have come out of the allocator.
  func enter(_ body: (Instance) throws -> segue_status) -> segue_status {
    guard isOwnedByThisThread else { return SEGUE_WRONG_THREAD }
    guard !isInCall else { return SEGUE_REENTRANT }
    isInCall = true
    defer { isInCall = false }
    do {
      return try body(self)
    } catch {
      let previous = message
      message = strdup("\(error)")
      free(previous)
      return (error as? Refusal)?.status ?? SEGUE_INVALID_ARGUMENT
    }
  }

  // MARK: Events

  /// Makes the end of a motion an event, once however often it is asked for.
  func watch(_ animator: Handle<Animator>) {
    guard watched.insert(animator.bits).inserted else { return }
    let isRunning = engine.whenEnded(animator) { [unowned self] reason in noteEnd(of: animator, reason) }
    if !isRunning { noteEnd(of: animator, .finished) }
  }

  private func noteEnd(of animator: Handle<Animator>, _ reason: EndReason) {
    watched.remove(animator.bits)
    var event = segue_event()
    event.kind = SEGUE_EVENT_ENDED.rawValue
    event.animator = animator.bits
    event.reason = reason.code.rawValue
    events.append(event)
  }

  func takeEvent() -> segue_event? {
    guard nextEvent < events.count else { return nil }
    let event = events[nextEvent]
    nextEvent += 1
    if nextEvent == events.count {
      events.removeAll(keepingCapacity: true)
      nextEvent = 0
    }
    return event
  }
}

/// A call that C made wrongly, found before it reached the engine.
struct Refusal: Error, CustomStringConvertible {
  let status: segue_status
  let description: String

  init(_ description: String, status: segue_status = SEGUE_INVALID_ARGUMENT) {
    (self.status, self.description) = (status, description)
  }
}

extension EndReason {
  fileprivate var code: segue_reason {
    switch self {
    case .finished: SEGUE_FINISHED
    case .cancelled: SEGUE_CANCELLED
    case .interrupted: SEGUE_INTERRUPTED
    case .removed: SEGUE_REMOVED
    }
  }
}

/// Runs one call from C on the engine behind a pointer; the pointer may be NULL.
func call(_ pointer: OpaquePointer?, _ body: (Instance) throws -> segue_status) -> segue_status {
  guard let pointer else { return SEGUE_INVALID_ARGUMENT }
  return Instance.behind(pointer)._withUnsafeGuaranteedRef { $0.enter(body) }
}

/// A pointer that a call cannot do without.
func required<Pointer>(_ pointer: Pointer?, _ name: StaticString) throws -> Pointer {
  guard let pointer else { throw Refusal("\(name): expected a pointer, got NULL") }
  return pointer
}
