// Points, sizes, rects and affine transforms in stage units, y downwards.

/// A position or a displacement, in stage units.
public struct Point: Equatable, Sendable {
  public var x: Double
  public var y: Double
  public init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
  public static let zero = Point(0, 0)
}

/// A width and a height, in stage units.
public struct Size: Equatable, Sendable {
  public var width: Double
  public var height: Double
  public init(_ width: Double, _ height: Double) { (self.width, self.height) = (width, height) }
  public static let zero = Size(0, 0)
}

/// An upright rectangle, in stage units.
public struct Rect: Equatable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double
  public init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }
  public static let zero = Rect(0, 0, 0, 0)
  public var center: Point { Point(x + width / 2, y + height / 2) }

  /// Half open, so that two rects side by side never both contain a point.
  public func contains(_ p: Point) -> Bool { p.x >= x && p.y >= y && p.x < x + width && p.y < y + height }
}

/// The affine map (x, y) ↦ (a·x + c·y + tx, b·x + d·y + ty): cairo's and CSS's order of coefficients.
public struct Transform: Equatable, Sendable {
  public var a, b, c, d, tx, ty: Double
  public init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ tx: Double, _ ty: Double) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }
  public static let identity = Transform(1, 0, 0, 1, 0, 0)
  public static func translation(_ x: Double, _ y: Double) -> Transform { Transform(1, 0, 0, 1, x, y) }

  public func apply(_ p: Point) -> Point { Point(a * p.x + c * p.y + tx, b * p.x + d * p.y + ty) }

  /// The transform that applies `inner` first and then this one.
  public func appending(inner t: Transform) -> Transform {
    Transform(
      a * t.a + c * t.b, b * t.a + d * t.b, a * t.c + c * t.d, b * t.c + d * t.d,
      a * t.tx + c * t.ty + tx, b * t.tx + d * t.ty + ty)
  }

  /// The inverse, or nil where the map is flat (a scale of 0) and no point has one answer.
  public var inverse: Transform? {
    let determinant = a * d - b * c
    guard determinant != 0, determinant.isFinite else { return nil }
    let k = 1 / determinant
    guard k.isFinite else { return nil }
    return Transform(d * k, -b * k, -c * k, a * k, (c * ty - d * tx) * k, (b * tx - a * ty) * k)
  }
}
