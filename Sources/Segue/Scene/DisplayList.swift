// The flat list of what to draw, in painter's order: the only thing a renderer sees of a scene.

/// A color ready to be painted: sRGB, not premultiplied, each component 0…1.
public struct PaintColor: Equatable, Sendable {
  public var red, green, blue, alpha: Float
  public init(_ red: Float, _ green: Float, _ blue: Float, _ alpha: Float) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }
  public static let clear = PaintColor(0, 0, 0, 0)
}

/// One thing to draw. Rects are in the coordinates of the current transform; pushes and pops nest and always balance.
public enum DisplayOperation: Equatable, Sendable {
  /// From here to the matching pop, coordinates go through `transform`, which is absolute: local to stage.
  case pushTransform(Transform)
  case popTransform
  /// From here to the matching pop, nothing shows outside the rounded rect.
  case pushClip(Rect, corner: Float)
  case popClip
  /// From here to the matching pop, everything is drawn into one layer that is then shown with `alpha` (0…1). `bounds` covers
  /// the operations within, as far as they are known; nil: the whole stage.
  case pushGroup(alpha: Float, bounds: Rect?)
  case popGroup
  /// A Gaussian shadow of the rounded rect, moved by `offset`; `blur` is the standard deviation in stage units. It is drawn
  /// everywhere, under the box too.
  case shadow(Rect, corner: Float, blur: Float, offset: Point, color: PaintColor)
  /// A filled rounded rect.
  case box(Rect, corner: Float, color: PaintColor)
  /// A line of `width` along the inside of the rounded rect's edge.
  case border(Rect, corner: Float, width: Float, color: PaintColor)
  /// A content in its frame; `corner` rounds an image; `color` is a label's.
  case content(Rect, index: Int, corner: Float, color: PaintColor)
}

/// What one frame shows.
public struct DisplayList: Sendable {
  /// The stage's size.
  public var size: Size
  public var operations: [DisplayOperation] = []
  /// The contents that operations name by index.
  public var contents: [ContentRecord] = []
  public init(size: Size) { self.size = size }
}
