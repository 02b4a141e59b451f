// Asking how things will be at another time, without going there: several outputs show one engine at their own times.

extension Engine {
  /// A property's numbers as they will be on screen at a later host time, such as that at which an output will show its next
  /// frame.
  ///
  /// Looking ahead changes nothing and calls nobody. Its answer has the bits that advancing to that time would give if nothing
  /// happened in between but what is under way now: motions go on and end at their targets, throws bounce, timelines follow
  /// their playheads. Not foreseen is what would only begin by then: motions that wait for their delay or turn, callbacks and
  /// what they do, input, and what becomes of the screens when a run has ended. A time before now counts as now; time passes at the clock's
  /// present rate, whatever its gap policy.
  /// - Throws: `SegueError` for a time that is not finite and a view that has been released.
  public func shownNumbers(_ property: Property, of view: Handle<View>, at hostTime: Double) throws(SegueError) -> [Double] {
    let time = try foreseeableTime(hostTime)
    if property == .center {
      let frame = try lanes(.frame, of: view)
      let numbers = (0..<4).map { motion.foreseen(frame[$0], at: time).position }
      return [numbers[0] + numbers[2] / 2, numbers[1] + numbers[3] / 2]
    }
    let lanes = try lanes(property, of: view)
    return (0..<Int(lanes.count)).map { motion.foreseen(lanes[$0], at: time).position }
  }

  /// Where a value will be at a later host time, number by number; see `shownNumbers(_:of:at:)`.
  public func position(of value: Handle<MotionValue>, at hostTime: Double) throws(SegueError) -> [Double] {
    let time = try foreseeableTime(hostTime)
    let lanes = try lanes(of: value)
    return (0..<Int(lanes.count)).map { motion.foreseen(lanes[$0], at: time).position }
  }

  /// How fast a value will move at a later host time, in units per engine second; see `shownNumbers(_:of:at:)`.
  public func velocity(of value: Handle<MotionValue>, at hostTime: Double) throws(SegueError) -> [Double] {
    let time = try foreseeableTime(hostTime)
    let lanes = try lanes(of: value)
    return (0..<Int(lanes.count)).map { motion.foreseen(lanes[$0], at: time).velocity }
  }

  /// Writes what will be shown at a later host time, reusing the list's memory; see `shownNumbers(_:of:at:)`.
  public func write(into list: inout DisplayList, at hostTime: Double) throws(SegueError) {
    let time = try foreseeableTime(hostTime)
    motion.showing(at: time) { write(into: &list) }
  }

  private func foreseeableTime(_ hostTime: Double) throws(SegueError) -> Double {
    guard hostTime.isFinite else { throw SegueError("look ahead: time expected a finite number of seconds, got \(hostTime)") }
    return max(clock.time(atHost: hostTime), moment)
  }
}
