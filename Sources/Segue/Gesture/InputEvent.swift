// One thing that a pointing device did, as a host or a trace hands it to the engine.

/// A contact going down, moving, lifting or being taken away. `time` is the device's own: no recogniser reads a clock.
public struct InputEvent: Equatable, Sendable {
  /// What made the event.
  public enum Device: String, CaseIterable, Sendable { case touch, mouse, pen, touchpad }

  /// What happened. `cancel` means that the system took the contact away: its gestures are undone, not ended.
  public enum Phase: String, CaseIterable, Sendable { case down, move, up, cancel }

  /// When it happened, in seconds of the host's clock. Events should be in order; one that is late counts as now.
  public var time: Double
  public var device: Device
  /// Tells apart the contacts of one device: a finger's slot, a mouse's button.
  public var contact: Int
  public var phase: Phase
  /// Where, in stage units; for a touchpad's motion where the pointer is.
  public var position: Point
  /// Set for what fingers do on a touchpad together: `down` then begins it, `move` goes on and `up` ends it.
  public var touchpad: TouchpadMotion?

  public init(
    time: Double, device: Device = .touch, contact: Int = 0, phase: Phase, position: Point, touchpad: TouchpadMotion? = nil
  ) {
    self.time = time
    self.device = device
    self.contact = contact
    self.phase = phase
    self.position = position
    self.touchpad = touchpad
  }

  /// A sentence about what is wrong with the event, or nil. An event with a problem changes nothing in a `GestureArena`.
  public var problem: String? {
    Self.problem(of: time, named: "time", limit: GestureConstants.largestTime)
      ?? Self.problem(of: position.x, named: "x", limit: GestureConstants.largestCoordinate)
      ?? Self.problem(of: position.y, named: "y", limit: GestureConstants.largestCoordinate)
      ?? touchpad?.problem
  }

  static func problem(of number: Double, named name: String, limit: Double) -> String? {
    if number.isFinite && abs(number) <= limit { return nil }
    return "\(name) expected a number within ±\(limit), got \(number)"
  }
}
