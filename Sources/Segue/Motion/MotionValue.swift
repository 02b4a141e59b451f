// Free values: anything that moves without being a view's.

/// A value of one to five numbers that move as one.
public struct MotionValue {
  /// What its numbers are.
  public enum Kind: Equatable, Sendable {
    case number
    /// x and y.
    case pair
    /// Three or four numbers: x, y, z, w.
    case vector(Int)
    /// x, y, width, height.
    case rect
    /// Lightness, a, b and alpha in OKLab; or red, green, blue and alpha in sRGB.
    case color(ColorSpace)
    /// Degrees. It goes the short way unless told otherwise, and reads as 0 up to 360.
    case angle
    /// x, y, scale_x, scale_y, rotation: interpolated part by part, so that nothing shears on the way. The rotation goes by
    /// plain degrees.
    case transform

    /// What the numbers are called, in order; a single number has no name.
    public var names: [String] {
      switch self {
      case .number, .angle: []
      case .pair: ["x", "y"]
      case .vector(let count): Array(["x", "y", "z", "w"].prefix(count))
      case .rect: ["x", "y", "width", "height"]
      case .color(.oklab): ["lightness", "a", "b", "alpha"]
      case .color(.srgb): ["r", "g", "b", "a"]
      case .transform: ["x", "y", "scale_x", "scale_y", "rotation"]
      }
    }

    public var count: Int { max(1, names.count) }

    /// Every name that a number of some kind has, as scripts read them: of a color, those of the screen.
    package static let partNames = [Self.rect, .vector(4), .color(.srgb), .transform].flatMap(\.names).reduce(into: [String]())
    {
      if !$0.contains($1) { $0.append($1) }
    }

    /// Neighbouring numbers that have one unit, nil being that of the way they go.
    var parts: [(count: Int, unit: MotionUnit?)] {
      switch self {
      case .color: [(4, .ratio)]
      case .angle: [(1, .degrees)]
      case .transform: [(2, .length), (2, .ratio), (1, .degrees)]
      default: [(count, nil)]
      }
    }
  }

  public let kind: Kind
  let lanes: LaneRange

  /// The parts of its lanes, each with its place among the numbers.
  var parts: [(lanes: LaneRange, first: Int, unit: MotionUnit?)] {
    var first = 0
    return kind.parts.map { part in
      defer { first += part.count }
      return (
        LaneRange(base: lanes.base + Int32(first), count: Int32(part.count), precision: lanes.precision), first, part.unit
      )
    }
  }
}

/// The space in which a color moves.
public enum ColorSpace: String, Sendable, CaseIterable {
  /// Even for the eye: the default.
  case oklab
  /// The code values of the screen, as CSS mixes legacy colors.
  case srgb
}

/// Which way an angle goes to its target.
public enum AngleWay: String, Sendable, CaseIterable {
  /// The nearer one; of two as near, clockwise.
  case short
  case long, clockwise, counterclockwise

  /// Where the number of an angle goes that is at `from` and is to be at `target`, both in degrees, clockwise positive.
  /// - Parameter turns: Whole turns to go besides, in the way's own direction where it has one.
  func destination(from: Double, to target: Double, turns: Int) -> Double {
    // Whole turns are added to the target, so that asking again from under way gives the same number to the bit.
    var goal = target + 360 * ((from - target) / 360).rounded(.toNearestOrEven)
    if goal - from <= -180 { goal += 360 } else if goal - from > 180 { goal -= 360 }
    switch self {
    case .short: return goal + 360 * Double(turns)
    case .long:
      if goal != from { goal += goal > from ? -360 : 360 }
      return goal + 360 * Double(turns)
    case .clockwise: return (goal < from ? goal + 360 : goal) + 360 * Double(turns)
    case .counterclockwise: return (goal > from ? goal - 360 : goal) - 360 * Double(turns)
    }
  }
}
