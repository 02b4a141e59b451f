// What a view shows besides its own box: a text or an image. The engine knows their words and names, never their pixels.

/// Where lines of a label stand in its frame.
public enum TextAlignment: String, Sendable, CaseIterable { case left, center, right }

/// A label's text and how it is set. Its color is the view's animatable `color`.
public struct LabelContent: Equatable, Sendable {
  public var text: String
  /// Height of the type in stage units.
  public var fontSize: Double
  public var bold: Bool
  public var alignment: TextAlignment
  /// How many lines at most; the last one ends in an ellipsis where the text does not fit. 0: as many as fit the frame.
  public var lines: Int
  public init(text: String, fontSize: Double = 15, bold: Bool = false, alignment: TextAlignment = .left, lines: Int = 1) {
    (self.text, self.fontSize, self.bold, self.alignment, self.lines) = (text, fontSize, bold, alignment, lines)
  }
}

/// How an image fills its frame when the proportions differ.
public enum ImageFit: String, Sendable, CaseIterable {
  /// The whole frame is covered; what sticks out is cut.
  case cover
  /// The whole image is seen; bars may stay empty.
  case contain
  /// Each axis is scaled by itself.
  case stretch
}

/// An image by the name that the script gave it; the host that draws resolves it.
public struct ImageContent: Equatable, Sendable {
  public var source: String
  public var fit: ImageFit
  public init(source: String, fit: ImageFit = .cover) { (self.source, self.fit) = (source, fit) }
}

/// What a view shows.
public enum Content: Equatable, Sendable {
  case label(LabelContent)
  case image(ImageContent)
  /// What a view once showed.
  case picture(Snapshot)
}

/// A content as hosts see it: `id` names it for its lifetime, `version` grows with every change, so (id, version) is a cache key.
public struct ContentRecord: Equatable, Sendable {
  public var id: UInt32
  public var version: UInt32
  public var content: Content
  public init(id: UInt32, version: UInt32, content: Content) { (self.id, self.version, self.content) = (id, version, content) }
}
