// Where views are: transforms, points from one view to another, and moving a view between parents without a jump.

extension Scene {
  /// What the lanes say of the view's place; nil for a stale view.
  func pose(of view: Handle<View>) -> Pose? { views[view].map { Pose(lanes.shown + Int($0.lanes)) } }

  /// The same, of lanes as they are to count.
  func pose(of record: View, _ value: (Lane) -> Double) -> Pose {
    func number(_ lane: Int) -> Double { value(Lane(index: record.lanes + Int32(lane), precision: .float)) }
    var pose = Pose(
      frame: Rect(
        number(ViewLane.x), number(ViewLane.y), max(0, number(ViewLane.width)), max(0, number(ViewLane.height))))
    pose.translation = Point(number(ViewLane.translationX), number(ViewLane.translationY))
    pose.scale = Point(number(ViewLane.scaleX), number(ViewLane.scaleY))
    pose.rotation = number(ViewLane.rotation)
    return pose
  }

  /// The view's rect in its own coordinates.
  func bounds(of view: Handle<View>) -> Rect? { pose(of: view)?.bounds }

  /// From the view's coordinates to its parent's, or to the stage's for a view without parent.
  func transform(of view: Handle<View>) -> Transform? { pose(of: view)?.transform }

  /// From the view's coordinates to those of the stage, or of whatever its topmost ancestor stands in.
  func absoluteTransform(of view: Handle<View>) -> Transform? {
    guard let record = views[view] else { return nil }
    var transform = Pose(lanes.shown + Int(record.lanes)).transform
    var above = record.parent
    while let parent = above, let record = views[parent] {
      transform = Pose(lanes.shown + Int(record.lanes)).transform.appending(inner: transform)
      above = record.parent
    }
    return transform
  }

  /// Whether a view is another or stands, at any depth, in it.
  func holds(_ ancestor: Handle<View>, _ view: Handle<View>) -> Bool {
    var place: Handle<View>? = view
    while let here = place {
      if here == ancestor { return true }
      place = views[here]?.parent
    }
    return false
  }

  /// A point of one view's coordinates in another's; nil stands for the stage. The answer is nil for a stale view, and for a
  /// target that is scaled to nothing.
  func convert(_ point: Point, from: Handle<View>?, to: Handle<View>?) -> Point? {
    guard from != to else { return from.map(isAlive) ?? true ? point : nil }
    var point = point
    if let from {
      guard let transform = absoluteTransform(of: from) else { return nil }
      point = transform.apply(point)
    }
    guard let to else { return point }
    return absoluteTransform(of: to)?.inverse?.apply(point)
  }

  /// The smallest upright rect of the stage around the view's rect.
  func stageBounds(of view: Handle<View>) -> Rect? {
    guard let bounds = bounds(of: view) else { return nil }
    return absoluteTransform(of: view)?.bounds(of: bounds)
  }

  /// What the view's pose must be in another parent, nil being the stage, to stand where it stands now on the stage. The frame is
  /// kept; translation, scale and rotation take up the difference. nil for a stale view or a parent that is scaled to nothing.
  func pose(of view: Handle<View>, keptIn parent: Handle<View>?) -> Pose? {
    guard var pose = pose(of: view), let absolute = absoluteTransform(of: view) else { return nil }
    guard let parent else {
      pose.take(absolute)
      return pose
    }
    guard let inverse = absoluteTransform(of: parent)?.inverse else { return nil }
    pose.take(inverse.appending(inner: absolute))
    return pose
  }
}
