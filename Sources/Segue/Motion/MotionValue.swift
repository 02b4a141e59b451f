/// A free value: anything that moves without being a view's.
public struct MotionValue {
  /// What its numbers mean.
  public enum Kind: Equatable, Sendable {
    case number
    /// Two numbers that move as one.
    case pair
  }
  public let kind: Kind
  let lanes: LaneRange
}
