// Which view a point on the stage belongs to.

extension Scene {
  /// A view less opaque than this is not hit: nobody can aim at what is not seen.
  static let leastHitAlpha: Float = 0.01

  /// The frontmost view under a point of the stage, or nil. Skipped with all they hold: views that are hidden, nearly
  /// transparent, scaled to nothing or take no input. A child is hit outside its parent's frame unless the parent clips.
  /// Corners are not looked at.
  func hit(at point: Point) -> Handle<View>? {
    for root in roots.reversed() { if let found = hit(root, point) { return found } }
    return nil
  }

  /// As `hit(at:)`, with the views that hold it: the innermost first, the root last; empty when nothing is hit.
  func hitChain(at point: Point) -> [Handle<View>] {
    var chain: [Handle<View>] = []
    var place = hit(at: point)
    while let view = place {
      chain.append(view)
      place = views[view]?.parent
    }
    return chain
  }

  private func isTouchable(_ record: View) -> Bool {
    switch record.input {
    case .always: true
    case .atRest: !isMoving(record.lanes)
    case .never: false
    }
  }

  /// `point` is in the coordinates of the view's parent.
  private func hit(_ view: Handle<View>, _ point: Point) -> Handle<View>? {
    guard let record = views[view], record.isPresent, isTouchable(record),
      lanes[record.lanes + Int32(ViewLane.alpha)] >= Scene.leastHitAlpha
    else { return nil }
    let pose = Pose(lanes.shown + Int(record.lanes))
    guard let local = pose.transform.inverse?.apply(point) else { return nil }
    let isInside = pose.bounds.contains(local)
    if record.clips && !isInside { return nil }
    let children = pushChildren(of: record)
    defer { popChildren(children) }
    for i in children.reversed() { if let found = hit(paintOrder[i].view, local) { return found } }
    return isInside ? view : nil
  }
}
