// The four ways that a gesture can go along an axis.

/// A way along one axis of the stage.
public enum Heading: String, CaseIterable, Sendable {
  case left, right, up, down

  public var isHorizontal: Bool { self == .left || self == .right }
  public var opposite: Heading {
    switch self {
    case .left: .right
    case .right: .left
    case .up: .down
    case .down: .up
    }
  }

  /// How far a translation goes this way.
  public func along(_ translation: Point) -> Double {
    switch self {
    case .left: -translation.x
    case .right: translation.x
    case .up: -translation.y
    case .down: translation.y
    }
  }

  /// How far it goes across.
  public func across(_ translation: Point) -> Double { isHorizontal ? translation.y : translation.x }
}
