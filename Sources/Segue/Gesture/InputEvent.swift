// One thing that a pointing device did, as a host or a trace hands it to the engine.

/// A contact going down, moving, lifting or being taken away. `time` is the device's own: no recogniser reads a clock.
public struct InputEvent: Equatable, Sendable {
  /// What made the event.
  public enum Device: String, CaseIterable, Sendable { case touch, mouse, pen, touchpad, keyboard }

  /// What happened. `cancel` means that the system took the contact away: its gestures are undone, not ended.
  public enum Phase: String, CaseIterable, Sendable { case down, move, up, cancel }

  /// When it happened, in seconds of the host's clock. Events should be in order; one that is late counts as now.
  public var time: Double
  public var device: Device
  /// Tells apart the contacts of one device: a finger's slot, a key's code, a mouse's button (0 and 1 are the first, 2 the middle
  /// one, 3 the second, 8 and 9 back and forward, as X counts them).
  public var contact: Int
  public var phase: Phase
  /// Where, in stage units; for a touchpad's motion where the pointer is.
  public var position: Point
  /// Set for what fingers do on a touchpad together: `down` then begins it, `move` goes on and `up` ends it.
  public var touchpad: TouchpadMotion?
  /// Set for a key: its name as X has it, such as "Escape" or "XF86Back". It goes to what is in front, wherever the pointer is.
  public var key: String?
  /// Set for a wheel: how many steps it turned, to the right and down. Its phase is `move`; a wheel has no begin and no end.
  public var wheel: Point?

  public init(
    time: Double, device: Device = .touch, contact: Int = 0, phase: Phase, position: Point, touchpad: TouchpadMotion? = nil,
    key: String? = nil, wheel: Point? = nil
  ) {
    self.time = time
    self.device = device
    self.contact = contact
    self.phase = phase
    self.position = position
    self.touchpad = touchpad
    self.key = key
    self.wheel = wheel
  }

  /// A sentence about what is wrong with the event, or nil. An event with a problem changes nothing in a `GestureArena`.
  public var problem: String? {
    Self.problem(of: time, named: "time", limit: GestureConstants.largestTime)
      ?? Self.problem(of: position.x, named: "x", limit: GestureConstants.largestCoordinate)
      ?? Self.problem(of: position.y, named: "y", limit: GestureConstants.largestCoordinate)
      ?? touchpad?.problem ?? keyProblem ?? wheelProblem
  }

  private var wheelProblem: String? {
    guard let wheel else { return nil }
    if phase != .move { return "phase expected move for a wheel, got \(phase.rawValue)" }
    return Self.problem(of: wheel.x, named: "wheel_x", limit: GestureConstants.largestWheel)
      ?? Self.problem(of: wheel.y, named: "wheel_y", limit: GestureConstants.largestWheel)
  }

  private var keyProblem: String? {
    if (device == .keyboard) != (key != nil) { return "key expected a name for a keyboard's event, and none for others" }
    guard let key, key.isEmpty || key.utf8.count > GestureConstants.longestKey else { return nil }
    return "key expected a name of 1 to \(GestureConstants.longestKey) bytes, got \(key.utf8.count)"
  }

  static func problem(of number: Double, named name: String, limit: Double) -> String? {
    if number.isFinite && abs(number) <= limit { return nil }
    return "\(name) expected a number within ±\(limit), got \(number)"
  }
}
