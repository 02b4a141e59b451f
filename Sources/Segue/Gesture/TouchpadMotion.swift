// What fingers on a touchpad do together, as the system makes it out of them.

/// One step of a scroll, a swipe or a pinch on a touchpad. Its fingers have no places; the pointer stands still meanwhile.
public struct TouchpadMotion: Equatable, Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    /// Two fingers move. A wheel has no begin and no end and is none.
    case scroll
    /// Three or more fingers move together.
    case swipe
    /// Fingers move apart or together, or turn.
    case pinch
  }

  public var kind: Kind
  public var fingers: Int
  /// The way since the event before, in stage units, as the fingers move.
  public var delta: Point
  /// How far the fingers are apart, relative to the begin.
  public var scale: Double
  /// How far they turned since the event before, in degrees, clockwise.
  public var rotation: Double

  public init(_ kind: Kind, fingers: Int, delta: Point = .zero, scale: Double = 1, rotation: Double = 0) {
    self.kind = kind
    self.fingers = fingers
    self.delta = delta
    self.scale = scale
    self.rotation = rotation
  }

  /// A sentence about what is wrong with it, or nil.
  public var problem: String? {
    if !(1...GestureConstants.contacts).contains(fingers) {
      return "fingers expected a whole number from 1 to \(GestureConstants.contacts), got \(fingers)"
    }
    let largest = GestureConstants.largestScale
    if !(scale >= 1 / largest && scale <= largest) {
      return "scale expected a number from \(1 / largest) to \(largest), got \(scale)"
    }
    return InputEvent.problem(of: delta.x, named: "dx", limit: GestureConstants.largestCoordinate)
      ?? InputEvent.problem(of: delta.y, named: "dy", limit: GestureConstants.largestCoordinate)
      ?? InputEvent.problem(of: rotation, named: "rotation", limit: GestureConstants.largestTurn)
  }
}
