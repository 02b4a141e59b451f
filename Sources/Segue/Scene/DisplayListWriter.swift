// From the tree to the flat list of what to draw.

extension Scene {
  /// Replaces the list's operations and contents by what the roots show now; its size stays. Its arrays are used again, and
  /// contents that are still in their place are left alone, so that a frame like the one before allocates nothing.
  func write(into list: inout DisplayList) {
    list.operations.removeAll(keepingCapacity: true)
    var writer = DisplayListWriter(list: list)
    list.operations = []  // the writer holds the arrays alone, so that they are not copied
    list.contents = []
    for root in roots { _ = draw(root, Pen(), &writer) }
    writer.list.contents.removeLast(writer.list.contents.count - writer.contentCount)
    list = writer.list
  }

  /// Draws a view and what it holds. Returns what that covers, in the coordinates of the pen's transform; nil for nothing.
  /// Recursion is bounded by `SceneLimit.depth`.
  func draw(_ view: Handle<View>, _ outer: Pen, _ writer: inout DisplayListWriter) -> Rect? {
    guard let record = views[view], record.isPresent else { return nil }
    let shown = ShownView(record, lanes)
    guard shown.alpha > 0 else { return nil }
    let pose = record.mirror == nil ? Pose(shown.lanes) : mirrorPose(record)
    let start = writer.list.operations.count

    var pen = outer
    let relative: Transform?
    if pose.isUpright {
      relative = nil
      pen.origin = Point(outer.origin.x + pose.origin.x, outer.origin.y + pose.origin.y)
    } else {
      let local = Transform.translation(outer.origin.x, outer.origin.y).appending(inner: pose.transform)
      pen.transform = outer.transform.appending(inner: local)
      pen.origin = .zero
      guard pen.transform.isFinite, pen.transform.inverse != nil else { return nil }
      writer.list.operations.append(.pushTransform(pen.transform))
      relative = local
    }

    var group: Int?
    if shown.alpha < 1 {
      if !pen.isSingle {
        var budget = 2
        spend(&budget, on: view)
        guard budget < 2 else { return writer.cut(start) }
        pen.isSingle = budget == 1
      }
      if pen.isSingle {
        pen.alpha *= shown.alpha
      } else {
        group = writer.list.operations.count
        writer.list.operations.append(.pushGroup(alpha: pen.alpha * shown.alpha, bounds: nil))
        pen.alpha = 1
      }
    }

    let frame = Rect(pen.origin.x, pen.origin.y, pose.frame.width, pose.frame.height)
    var covered = writer.drawBox(shown, frame, pen)
    if !record.clips {
      covered = join(covered, drawInside(shown, frame, pen, &writer))
    } else if shown.hasArea {
      let clip = writer.list.operations.count
      writer.list.operations.append(.pushClip(frame, corner: shown.corner))
      if let inside = drawInside(shown, frame, pen, &writer) {
        writer.list.operations.append(.popClip)
        covered = join(covered, inside.intersection(frame))
      } else {
        writer.cut(clip)
      }
    }

    guard let covered else { return writer.cut(start) }
    if let group, case .pushGroup(let alpha, _) = writer.list.operations[group] {
      writer.list.operations[group] = .pushGroup(alpha: alpha, bounds: covered)
      writer.list.operations.append(.popGroup)
    }
    guard let relative else { return covered }
    writer.list.operations.append(.popTransform)
    return relative.bounds(of: covered)
  }

  /// What a clip cuts: the content and, over it, the children.
  func drawInside(_ shown: ShownView, _ frame: Rect, _ pen: Pen, _ writer: inout DisplayListWriter) -> Rect? {
    if let mirror = shown.record.mirror { return drawMirror(mirror, shown, frame, pen, &writer) }
    var covered = drawContent(shown, frame, corner: shown.corner, pen, &writer)
    let children = pushChildren(of: shown.record)
    for i in children { covered = join(covered, draw(paintOrder[i].view, pen, &writer)) }
    popChildren(children)
    return covered
  }

  func drawContent(
    _ shown: ShownView, _ frame: Rect, corner: Float, _ pen: Pen, _ writer: inout DisplayListWriter
  ) -> Rect? {
    guard shown.showsContent, let key = shown.record.content else { return nil }
    return draw(key, frame, corner: corner, color: shown.color(ViewLane.color, pen.alpha), &writer)
  }

  func draw(_ key: ContentKey, _ frame: Rect, corner: Float, color: PaintColor, _ writer: inout DisplayListWriter) -> Rect? {
    let place = writer.contentCount
    if place == writer.list.contents.count || writer.list.contents[place].id != key.id
      || writer.list.contents[place].version != key.version
    {
      guard let content = contents[key.id] else { return nil }
      if place == writer.list.contents.count {
        writer.list.contents.append(content)
      } else {
        writer.list.contents[place] = content
      }
    }
    writer.contentCount += 1
    writer.list.operations.append(.content(frame, index: place, corner: corner, color: color))
    return frame.grown(by: Double(key.overhang) * (key.isImage ? picturesGrowth(key, frame) : 1))
  }

  /// Takes one off the budget for each drawable of the subtree, until nothing is left. An image takes two: it has no color that
  /// could carry an alpha, so it needs the group that two would get.
  private func spend(_ budget: inout Int, on view: Handle<View>) {
    guard let record = views[view], record.isPresent else { return }
    let shown = ShownView(record, lanes)
    guard shown.alpha > 0 else { return }
    // What is in it is not counted: it may be anything.
    if record.mirror != nil { budget -= 2 }
    if shown.showsShadow { budget -= 1 }
    if shown.showsBox { budget -= 1 }
    if shown.showsBorder { budget -= 1 }
    if shown.showsContent { budget -= record.content?.isImage == true ? 2 : 1 }
    if record.clips && !shown.hasArea { return }
    var child = record.firstChild
    while budget > 0, let view = child {
      spend(&budget, on: view)
      child = views[view]?.next
    }
  }
}

/// What a view's parent hands down.
struct Pen {
  /// The transform that was pushed last, absolute.
  var transform = Transform.identity
  /// Where the parent's coordinates begin in it: upright views need no transform of their own.
  var origin = Point.zero
  /// What drawables multiply their alpha with: of views that hold one drawable and so need no group.
  var alpha: Float = 1
  /// Known to hold at most one drawable.
  var isSingle = false
}

/// A view's numbers as far as they say what is drawn, made fit for drawing.
struct ShownView {
  let record: View
  let lanes: UnsafeMutablePointer<Float>

  init(_ record: View, _ table: Lanes<Float>) {
    self.record = record
    lanes = table.shown + Int(record.lanes)
  }

  /// Clamped to what is shown of the lane; the lower end when it is not a number.
  private func clamped(_ lane: Int) -> Float {
    let range = ViewLane.displayRanges[lane]
    return lanes[lane] > range.lowerBound ? min(lanes[lane], range.upperBound) : range.lowerBound
  }

  var alpha: Float { clamped(ViewLane.alpha) }
  var hasArea: Bool {
    let (width, height) = (lanes[ViewLane.width], lanes[ViewLane.height])
    return width > 0 && height > 0 && width.isFinite && height.isFinite
  }
  /// A corner's radius, at most half of the shorter side.
  var corner: Float {
    hasArea ? min(clamped(ViewLane.corner), min(lanes[ViewLane.width], lanes[ViewLane.height]) / 2) : 0
  }
  var borderWidth: Float { clamped(ViewLane.borderWidth) }
  var shadowBlur: Float { clamped(ViewLane.shadowBlur) }
  var shadowOffset: Point {
    let (x, y) = (lanes[ViewLane.shadowOffsetX], lanes[ViewLane.shadowOffsetY])
    return Point(x.isFinite ? Double(x) : 0, y.isFinite ? Double(y) : 0)
  }

  var showsShadow: Bool { hasArea && lanes[ViewLane.shadowColor + 3] > 0 }
  var showsBox: Bool { hasArea && lanes[ViewLane.background + 3] > 0 }
  var showsBorder: Bool { hasArea && borderWidth > 0 && lanes[ViewLane.borderColor + 3] > 0 }
  var showsContent: Bool {
    guard hasArea, let content = record.content else { return false }
    return content.isImage || lanes[ViewLane.color + 3] > 0
  }

  /// The color in the four lanes from `lane`, its alpha multiplied by `alpha`.
  func color(_ lane: Int, _ alpha: Float) -> PaintColor {
    let numbers = SIMD4(lanes[lane], lanes[lane + 1], lanes[lane + 2], lanes[lane + 3])
    var paint = Color.paint(of: SIMD4<Double>(numbers), in: record.colorSpace)
    paint.alpha *= alpha
    return paint
  }
}

/// The list being written, and how many of its contents are of this frame.
struct DisplayListWriter {
  var list: DisplayList
  var contentCount = 0

  /// Takes back what was written from `start` on, since it shows nothing.
  @discardableResult mutating func cut(_ start: Int) -> Rect? {
    list.operations.removeLast(list.operations.count - start)
    return nil
  }

  /// Shadow, box and border of a view.
  mutating func drawBox(_ shown: ShownView, _ frame: Rect, _ pen: Pen) -> Rect? {
    var covered: Rect?
    let corner = shown.corner
    if shown.showsShadow {
      let (blur, offset) = (shown.shadowBlur, shown.shadowOffset)
      let color = shown.color(ViewLane.shadowColor, pen.alpha)
      list.operations.append(.shadow(frame, corner: corner, blur: blur, offset: offset, color: color))
      // A Gaussian is below half a step of eight bits at three standard deviations.
      covered = Rect(frame.x + offset.x, frame.y + offset.y, frame.width, frame.height).grown(by: 3 * Double(blur))
    }
    if shown.showsBox {
      list.operations.append(.box(frame, corner: corner, color: shown.color(ViewLane.background, pen.alpha)))
      covered = join(covered, frame)
    }
    if shown.showsBorder {
      let color = shown.color(ViewLane.borderColor, pen.alpha)
      list.operations.append(.border(frame, corner: corner, width: shown.borderWidth, color: color))
      covered = join(covered, frame)
    }
    return covered
  }
}

/// The smallest rect around what there is of both.
func join(_ a: Rect?, _ b: Rect?) -> Rect? {
  guard let a, let b else { return a ?? b }
  return a.union(b)
}
