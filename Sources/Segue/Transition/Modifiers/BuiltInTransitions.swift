// The built-in screen transitions, as one table of modifiers' text: Hero's and Touchwonders'.

/// A transition by name, such as "cover(left)", "fade" or "zoom".
public struct BuiltInTransition: Equatable, Sendable {
  public let name: String
  /// Where the content goes; nil for one without a direction.
  public let direction: SwipeDirection?
  public let entering: [Modifier]
  public let leaving: [Modifier]
  /// Whether the screen that comes is behind the one that goes.
  public let entersBehind: Bool
  /// The one that looks like this one played backward.
  public let reverse: String

  /// Every name. Texts are as for content that goes left.
  private static let table: [(name: String, entering: String, leaving: String, isBehind: Bool, reverse: String, turns: Bool)] =
    [
      ("push", "translate(100%, 0)", "translate(-30%, 0)", false, "pull", true),
      ("pull", "translate(30%, 0)", "translate(-100%, 0)", true, "push", true),
      ("cover", "translate(100%, 0)", "", false, "uncover", true),
      ("uncover", "", "translate(-100%, 0)", true, "cover", true),
      ("slide", "translate(100%, 0)", "translate(-100%, 0)", false, "slide", true),
      ("zoom_slide", "translate(100%, 0) scale(0.8)", "translate(-100%, 0) scale(0.8)", false, "zoom_slide", true),
      ("page_in", "translate(100%, 0)", "scale(0.7) fade", false, "page_out", true),
      ("page_out", "scale(0.7) fade", "translate(-100%, 0)", true, "page_in", true),
      ("fade", "fade", "", false, "fade_out", false),
      ("fade_out", "", "fade", true, "fade", false),
      ("zoom", "scale(0.7)", "scale(1.3) fade", true, "zoom_out", false),
      ("zoom_out", "scale(1.3) fade", "scale(0.7)", false, "zoom", false),
      // Touchwonders' names.
      ("dissolve", "fade", "", false, "fade_out", false),
      ("move", "translate(100%, 0)", "translate(-100%, 0)", false, "move", true),
      ("reveal", "", "translate(-100%, 0)", true, "cover", true),
    ]

  public static let names = table.map(\.name)

  /// Reads a name, with a direction in brackets where it has one (left if none is given).
  /// - Throws: `SegueError` with the nearest known name.
  public init(text: String) throws(SegueError) {
    let trimmed = text.filter { !$0.isWhitespace }
    let parts = trimmed.split(separator: "(", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts[0].reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
    guard let row = Self.table.first(where: { $0.name == name }) else {
      let near = nearestName(to: name, among: Self.names).map { ", did you mean \"\($0)\"?" } ?? ""
      throw SegueError(
        "there is no built-in transition \"\(text)\"\(near.isEmpty ? "; there are \(Self.names.joined(separator: ", "))" : near)"
      )
    }
    var direction: SwipeDirection? = row.turns ? .left : nil
    if parts.count > 1 {
      let word = String(parts[1].hasSuffix(")") ? parts[1].dropLast() : parts[1])
      guard row.turns, let way = SwipeDirection(rawValue: word), parts[1].hasSuffix(")") else {
        throw SegueError(
          row.turns
            ? "\(name) expected (left), (right), (up) or (down), got \"(\(parts[1])\""
            : "\(name) has no direction, got \"(\(parts[1])\"")
      }
      direction = way
    }
    func turned(_ text: String) throws(SegueError) -> [Modifier] {
      try [Modifier](text: text).map { modifier in
        guard case .translate(let x, _) = modifier, let direction else { return modifier }
        let back = ModifierLength(-x.number, isShare: x.isShare)
        return switch direction {
        case .left: .translate(x, ModifierLength(0))
        case .right: .translate(back, ModifierLength(0))
        case .up: .translate(ModifierLength(0), x)
        case .down: .translate(ModifierLength(0), back)
        }
      }
    }
    self.name = name
    self.direction = direction
    (entering, leaving, entersBehind) = (try turned(row.entering), try turned(row.leaving), row.isBehind)
    reverse = direction.map { "\(row.reverse)(\($0.opposite.rawValue))" } ?? row.reverse
  }

  /// The text that reads back as this one.
  public var text: String { direction.map { "\(name)(\($0.rawValue))" } ?? name }
}

extension TransitionDefinition {
  /// Plays a built-in transition, and backward on a dismissal unless another one is given for that.
  public func setStyle(_ style: BuiltInTransition, dismissing: BuiltInTransition? = nil) {
    setModifiers(entering: style.entering, leaving: style.leaving, entersBehind: style.entersBehind)
    guard let dismissing else { return }
    animateDismiss = { run in
      if dismissing.entersBehind { try run.engine.sendToBack(run.entering.view) }
      if !dismissing.entersBehind { try run.engine.bringToFront(run.entering.view) }
      try run.plan(coming: (run.entering, dismissing.entering), going: (run.leaving, dismissing.leaving))
    }
  }
}
