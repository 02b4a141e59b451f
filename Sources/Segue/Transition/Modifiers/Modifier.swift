// What a view looks like at the far end of a transition, and when it gets there: the words of the modifiers' text.

/// A number of stage units, or a share of the view's own size.
public struct ModifierLength: Equatable, Sendable {
  public var number: Double
  public var isShare: Bool

  public init(_ number: Double, isShare: Bool = false) { (self.number, self.isShare) = (number, isShare) }

  func units(of size: Double) -> Double { isShare ? number / 100 * size : number }
}

/// In which order a cascade delays children.
public enum CascadeOrder: String, CaseIterable, Sendable {
  case leftToRight = "left_to_right"
  case rightToLeft = "right_to_left"
  case topToBottom = "top_to_bottom"
  case bottomToTop = "bottom_to_top"
  /// From the middle outward.
  case radial
  case inverseRadial = "inverse_radial"
}

/// When a group of modifiers counts: asked for each run.
public enum ModifierCondition: String, CaseIterable, Sendable {
  case presenting = "when_presenting"
  case dismissing = "when_dismissing"
  case appearing = "when_appearing"
  case disappearing = "when_disappearing"
}

/// One modifier. Transforms and alpha are relative to what the view is by itself, all else is what it is instead.
public enum Modifier: Equatable, Sendable {
  case fade(Double)
  case scale(Double, Double)
  case translate(ModifierLength, ModifierLength)
  /// Degrees, clockwise.
  case rotate(Double)
  case corner(Double)
  case background(Color)
  /// Seconds; nil: by how far it goes, 0.208 + min(way, 500) / 3000. Hero's.
  case duration(Double?)
  case delay(Double)
  case timing(Curve)
  case spring(stiffness: Double, damping: Double)
  /// Ends with whatever takes longest.
  case matchLongest
  /// The children move instead of the view, each so many seconds after the one before.
  case cascade(Double, CascadeOrder)
  case when(ModifierCondition, [Modifier])
}

/// The words of the text and what they take: parser, suggestions and documentation are made from this list.
struct ModifierWord {
  enum Kind: Equatable { case number, length, color, timing, order, seconds, modifiers }
  let name: String
  /// What it takes, and how many of it must be given.
  let takes: [Kind]
  let least: Int

  init(_ name: String, _ takes: Kind..., least: Int? = nil) {
    (self.name, self.takes, self.least) = (name, takes, least ?? takes.count)
  }

  static let all: [ModifierWord] =
    [
      .init("fade", .number, least: 0), .init("opacity", .number), .init("scale", .number, .number, least: 1),
      .init("translate", .length, .length, least: 1), .init("rotate", .number), .init("corner", .number),
      .init("background", .color), .init("duration", .seconds), .init("delay", .number), .init("timing", .timing),
      .init("spring", .number, .number), .init("match_longest"), .init("cascade", .number, .order, least: 0),
    ] + ModifierCondition.allCases.map { .init($0.rawValue, .modifiers) }

  /// How far apart in time a cascade's children start. Hero's.
  static let cascadeStep = 0.02
}

extension [Modifier] {
  /// The text that reads back as these.
  public var text: String { map(\.text).joined(separator: " ") }
}

extension Modifier {
  var text: String {
    func n(_ number: Double) -> String { CurveText.number(number) }
    func l(_ length: ModifierLength) -> String { n(length.number) + (length.isShare ? "%" : "") }
    return switch self {
    case .fade(let alpha): alpha == 0 ? "fade" : "fade(\(n(alpha)))"
    case .scale(let x, let y): x == y ? "scale(\(n(x)))" : "scale(\(n(x)), \(n(y)))"
    case .translate(let x, let y): "translate(\(l(x)), \(l(y)))"
    case .rotate(let angle): "rotate(\(n(angle)))"
    case .corner(let radius): "corner(\(n(radius)))"
    case .background(let color): "background(\(color.hex))"
    case .duration(let seconds): "duration(\(seconds.map(n) ?? "auto"))"
    case .delay(let seconds): "delay(\(n(seconds)))"
    case .timing(let curve): "timing(\(curve.css ?? "ease"))"
    case .spring(let stiffness, let damping): "spring(\(n(stiffness)), \(n(damping)))"
    case .matchLongest: "match_longest"
    case .cascade(let step, let order): "cascade(\(n(step)), \(order.rawValue))"
    case .when(let condition, let modifiers): "\(condition.rawValue)(\(modifiers.text))"
    }
  }
}
