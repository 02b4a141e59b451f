// What can be wrong with a request to the scene, each with a sentence for people; and how much a scene takes.

/// How much one scene takes. Beyond these a script has run away, and saying so is better than running out of memory.
public enum SceneLimit {
  /// Views alive at once.
  public static let views = 100_000
  /// Views above one another, the root included; drawing and hit testing recurse this deep.
  public static let depth = 256
  /// Bytes of UTF-8 in a label's text, an image's source or an id.
  public static let textBytes = 100_000
  /// The largest number a property takes, in its unit: far beyond any stage, and still products of a few stay finite.
  public static let magnitude = 1e9
  /// The largest velocity a property takes, in its unit per second: the lanes stay finite for as long as a motion may last.
  public static let velocity = 1e12
  /// Stage units.
  public static let fontSize = 10_000.0
}

/// Why the scene refused a request. Nothing was changed.
public enum SceneError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The handle names a view that was destroyed, or none.
  case staleView
  case tooManyViews
  case tooDeep
  /// The child is the parent or holds it.
  case cycle(child: String, parent: String)
  /// A root stands in no parent.
  case rootInParent(view: String)
  case badIndex(index: Int, count: Int)
  case textTooLong(what: String, bytes: Int)
  /// `what` names the argument.
  case notANumber(what: String)
  case outOfRange(what: String, expected: String)
  case wrongCount(property: String, expected: String, count: Int)
  case unknownProperty(name: String, nearest: String?)
  case badColor(text: String, nearest: String?)
  /// A label or an image has no frame, and there is no `measure`.
  case nothingMeasures(content: String)
  /// `measure` knows no size for the content: an image that cannot be found, for instance.
  case unmeasurable(content: String)

  public var description: String {
    switch self {
    case .staleView: "this view was destroyed"
    case .tooManyViews: "there are more than \(SceneLimit.views) views"
    case .tooDeep: "views are nested more than \(SceneLimit.depth) deep"
    case .cycle(let child, let parent):
      child == parent ? "\(child) cannot be its own child" : "\(child) cannot go into \(parent), which is inside it"
    case .rootInParent(let view): "\(view) cannot be a root and stand in another view as well"
    case .badIndex(let index, let count): "index \(index) is outside 0…\(count), the places among \(count) children"
    case .textTooLong(let what, let bytes): "\(what) has \(bytes) bytes; at most \(SceneLimit.textBytes) are taken"
    case .notANumber(let what): "\(what) must be a finite number"
    case .outOfRange(let what, let expected): "\(what) must be \(expected)"
    case .wrongCount(let property, let expected, let count):
      "\(property) takes \(expected), not \(count) \(count == 1 ? "number" : "numbers")"
    case .unknownProperty(let name, let nearest): "there is no property \"\(name.quotable)\"" + suggestion(nearest)
    case .badColor(let text, let nearest):
      "\"\(text.quotable)\" is no color: expected #rgb, #rgba, #rrggbb, #rrggbbaa or a CSS color name" + suggestion(nearest)
    case .nothingMeasures(let content): "\(content) needs a frame, since nothing here can measure it"
    case .unmeasurable(let content): "\(content) needs a frame, since its size cannot be found"
    }
  }

  private func suggestion(_ nearest: String?) -> String { nearest.map { "; did you mean \"\($0)\"?" } ?? "" }
}

extension String {
  /// Short enough to stand in a sentence.
  var quotable: String { utf8.count > 40 ? "\(prefix(40))…" : self }
}
