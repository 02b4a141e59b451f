// Pictures: what a view shows at one moment, kept as it was, to be shown elsewhere.

/// An immutable copy of what a view and all that it holds would draw. A renderer makes pixels of it when it first meets it.
public final class Snapshot: Sendable, Equatable {
  /// The view's own width and height.
  public let size: Size
  /// What the operations cover, which shadows and children may make more than the size.
  public let covered: Rect
  /// The operations, in the view's own coordinates.
  public let list: DisplayList

  init(size: Size, covered: Rect, list: DisplayList) { (self.size, self.covered, self.list) = (size, covered, list) }

  public static func == (a: Snapshot, b: Snapshot) -> Bool { a === b }

  /// How far the picture reaches beyond the view's frame.
  var overhang: Float {
    let (right, bottom) = (covered.x + covered.width - size.width, covered.y + covered.height - size.height)
    return Float(max(0, -covered.x, -covered.y, right, bottom))
  }
}

extension Scene {
  /// A picture of a view as it is shown now, whether or not it is hidden, upright and opaque itself.
  /// - Parameter whole: With its box and shadow; else only its content and what it holds.
  /// - Returns: nil for a stale view and for one that shows nothing.
  func picture(of view: Handle<View>, whole: Bool) -> Snapshot? {
    guard let record = views[view] else { return nil }
    let shown = ShownView(record, lanes)
    let pose = record.mirror == nil ? Pose(shown.lanes) : mirrorPose(record)
    var writer = DisplayListWriter(list: DisplayList(size: Size(pose.frame.width, pose.frame.height)))
    var covered = whole ? writer.drawBox(shown, pose.bounds, Pen()) : nil
    if whole, record.clips {
      writer.list.operations.append(.pushClip(pose.bounds, corner: shown.corner))
      covered = join(covered, drawInside(shown, pose.bounds, Pen(), &writer)?.intersection(pose.bounds))
      writer.list.operations.append(.popClip)
    } else {
      covered = join(covered, drawInside(shown, pose.bounds, Pen(), &writer))
    }
    guard let covered else { return nil }
    return Snapshot(size: writer.list.size, covered: covered, list: writer.list)
  }

  /// How many times larger than itself a picture is in a frame.
  func picturesGrowth(_ key: ContentKey, _ frame: Rect) -> Double {
    guard key.overhang > 0, case .picture(let picture)? = contents[key.id]?.content else { return 1 }
    return max(frame.width / max(picture.size.width, 1), frame.height / max(picture.size.height, 1))
  }

  // MARK: Mirrors

  /// A mirror covers its parent.
  func mirrorPose(_ record: View) -> Pose {
    let size = record.parent.flatMap { pose(of: $0)?.frame } ?? .zero
    return Pose(frame: Rect(0, 0, size.width, size.height))
  }

  /// Draws the inside of another view, or a picture of one, fitted into a frame. An image is laid out anew, as in a view of that
  /// size; everything else is scaled.
  func drawMirror(
    _ mirror: Mirror, _ own: ShownView, _ frame: Rect, _ outer: Pen, _ writer: inout DisplayListWriter
  ) -> Rect? {
    guard frame.width > 0, frame.height > 0 else { return nil }
    guard let view = mirror.view else {
      guard let key = own.record.content, case .picture(let picture)? = contents[key.id]?.content else { return nil }
      return draw(key, fitted(picture.size, in: frame, mirror).frame, corner: 0, color: .clear, &writer)
    }
    guard let record = views[view] else { return nil }
    let shown = ShownView(record, lanes)
    let size = pose(of: view)?.frame ?? .zero
    let (place, scale) = fitted(Size(size.width, size.height), in: frame, mirror)
    guard place.width > 0, place.height > 0 else { return nil }
    var covered: Rect?
    let corner = own.record.parent.flatMap { views[$0] }.map { ShownView($0, lanes).corner } ?? 0
    if record.content?.isImage == true { covered = drawContent(shown, frame, corner: corner, outer, &writer) }
    guard record.content?.isImage == false || record.firstChild != nil || record.mirror != nil else { return covered }

    let start = writer.list.operations.count
    var pen = outer
    var local = Transform.translation(place.x, place.y)
    var inner = place
    if scale == Point(1, 1) {
      pen.origin = Point(place.x, place.y)
    } else {
      local = Transform(scale.x, 0, 0, scale.y, place.x, place.y)
      pen.transform = outer.transform.appending(inner: local)
      pen.origin = .zero
      inner = Rect(0, 0, size.width, size.height)
      guard pen.transform.isFinite, pen.transform.inverse != nil else { return covered }
      writer.list.operations.append(.pushTransform(pen.transform))
    }
    var inside: Rect?
    if record.content?.isImage == false { inside = drawContent(shown, inner, corner: 0, pen, &writer) }
    let children = pushChildren(of: record)
    for i in children { inside = join(inside, draw(paintOrder[i].view, pen, &writer)) }
    popChildren(children)
    guard let inside else {
      writer.cut(start)
      return covered
    }
    guard scale != Point(1, 1) else { return join(covered, inside) }
    writer.list.operations.append(.popTransform)
    return join(covered, local.bounds(of: inside))
  }

  /// Where an inside of some size stands in a frame, and how it is scaled.
  private func fitted(_ size: Size, in frame: Rect, _ mirror: Mirror) -> (frame: Rect, scale: Point) {
    guard size.width > 0, size.height > 0 else { return (.zero, Point(1, 1)) }
    var scale = Point(frame.width / size.width, frame.height / size.height)
    if mirror.crops { scale = Point(max(scale.x, scale.y), max(scale.x, scale.y)) }
    let (width, height) = (size.width * scale.x, size.height * scale.y)
    return (Rect(frame.center.x - width / 2, frame.center.y - height / 2, width, height), scale)
  }
}
