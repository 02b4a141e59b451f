// How a `segue_motion` of C becomes the engine's options.

import CSegue
import Segue

extension Engine.MotionOptions {
  /// - Parameter numbers: How many numbers the value to be moved has, and with it the velocity.
  /// - Throws: `Refusal` for what is wrong in the struct itself; what is wrong in a curve or spring is told by these.
  init(_ pointer: UnsafePointer<segue_motion>, numbers: Int) throws {
    // The size comes first: until it is known, the rest may not be there.
    let size = pointer.pointer(to: \.size)!.pointee
    try checkSize(size, of: segue_motion.self, "motion")
    try checkTail(of: pointer, size: size, "motion")
    let motion = pointer.pointee
    self.init(
      try motion.timing, delay: motion.delay,
      velocity: motion.velocity.map { Array(UnsafeBufferPointer(start: $0, count: numbers)) })
  }
}

extension segue_motion {
  fileprivate var timing: Timing? {
    get throws {
      switch segue_pace(pace) {
      case SEGUE_PACE_DEFAULT: nil
      case SEGUE_PACE_TWEEN: .curve(try .bezier(bezier.0, bezier.1, bezier.2, bezier.3), duration: duration)
      case SEGUE_PACE_SPRING_RESPONSE: .spring(try Spring(response: response, ratio: ratio))
      case SEGUE_PACE_SPRING_DURATION: .spring(try Spring(duration: duration, bounce: bounce))
      default: throw Refusal("motion: pace \(pace) is none that this version of Segue knows")
      }
    }
  }
}
