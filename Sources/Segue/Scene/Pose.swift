// Where a view stands in its parent: its layout frame with translation, scale and rotation about the frame's centre on top.

/// What the lanes of one view say about its place. Numbers that are not finite count as their defaults, so that none of them
/// reaches a transform; sizes are never negative.
struct Pose: Equatable {
  var frame: Rect
  var translation = Point.zero
  var scale = Point(1, 1)
  /// Degrees, clockwise.
  var rotation = 0.0

  init(frame: Rect) { self.frame = frame }

  /// `lanes` points at the first of a view's run.
  @inline(__always) init(_ lanes: UnsafeMutablePointer<Float>) {
    func number(_ lane: Int, _ otherwise: Double = 0) -> Double { lanes[lane].isFinite ? Double(lanes[lane]) : otherwise }
    frame = Rect(
      number(ViewLane.x), number(ViewLane.y), max(0, number(ViewLane.width)), max(0, number(ViewLane.height)))
    translation = Point(number(ViewLane.translationX), number(ViewLane.translationY))
    scale = Point(number(ViewLane.scaleX, 1), number(ViewLane.scaleY, 1))
    rotation = number(ViewLane.rotation)
  }

  /// The frame in the view's own coordinates, whose origin is its top left corner.
  var bounds: Rect { Rect(0, 0, frame.width, frame.height) }

  /// Neither scaled nor turned.
  var isUpright: Bool { scale == Point(1, 1) && (rotation == 0 || rotation.remainder(dividingBy: 360) == 0) }

  /// The top left corner in the parent, as long as `isUpright`.
  var origin: Point { Point(frame.x + translation.x, frame.y + translation.y) }

  /// From the view's coordinates to its parent's.
  var transform: Transform {
    guard !isUpright else { return .translation(origin.x, origin.y) }
    let (sine, cosine) = Elementary.sineAndCosine(degrees: rotation)
    let (a, b) = (cosine * scale.x, sine * scale.x)
    let (c, d) = (-sine * scale.y, cosine * scale.y)
    let (halfWidth, halfHeight) = (frame.width / 2, frame.height / 2)
    return Transform(
      a, b, c, d,
      origin.x + halfWidth - (a * halfWidth + c * halfHeight), origin.y + halfHeight - (b * halfWidth + d * halfHeight))
  }

  /// Sets translation, scale and rotation so that `transform` becomes `wanted`, the frame staying as it is. A slant, which only
  /// a turned view in an unevenly scaled parent has, cannot be kept: then the centre, the x axis and the area are.
  mutating func take(_ wanted: Transform) {
    let center = wanted.apply(Point(frame.width / 2, frame.height / 2))
    translation = Point(center.x - frame.center.x, center.y - frame.center.y)
    let length = Elementary.length(wanted.a, wanted.b)
    scale = Point(length, length > 0 ? (wanted.a * wanted.d - wanted.b * wanted.c) / length : 0)
    rotation = Elementary.degrees(ofX: wanted.a, y: wanted.b)
  }
}

extension Transform {
  var isFinite: Bool { a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite }

  /// The smallest upright rect around the image of `rect`.
  func bounds(of rect: Rect) -> Rect {
    let corner = apply(Point(rect.x, rect.y))
    let (acrossX, acrossY) = (a * rect.width, b * rect.width)
    let (downX, downY) = (c * rect.height, d * rect.height)
    return Rect(
      corner.x + min(0, acrossX) + min(0, downX), corner.y + min(0, acrossY) + min(0, downY),
      abs(acrossX) + abs(downX), abs(acrossY) + abs(downY))
  }
}

extension Rect {
  /// The smallest rect around both.
  func union(_ other: Rect) -> Rect {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return Rect(
      left, top, max(x + width, other.x + other.width) - left, max(y + height, other.y + other.height) - top)
  }

  /// What both cover; nil when that is nothing.
  func intersection(_ other: Rect) -> Rect? {
    let (left, top) = (max(x, other.x), max(y, other.y))
    let (right, bottom) = (min(x + width, other.x + other.width), min(y + height, other.y + other.height))
    return right > left && bottom > top ? Rect(left, top, right - left, bottom - top) : nil
  }

  /// Grown by `margin` on every side.
  func grown(by margin: Double) -> Rect { Rect(x - margin, y - margin, width + 2 * margin, height + 2 * margin) }
}
