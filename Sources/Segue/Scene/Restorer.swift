// Remembers how views are, and puts them back: what a transition borrows it returns.

/// Saves views and restores them, the last save first. Views may be saved several times, also by several restorers, as long as
/// the newest one restores first.
///
///     let restorer = Restorer(engine)
///     try restorer.save(card)
///     try restorer.move(card, to: stage)
///     restorer.restore()
public final class Restorer {
  /// What is saved of a view unless it is to be ignored.
  public enum Field: String, CaseIterable, Sendable {
    case frame
    /// Translation, scale and rotation.
    case transform
    /// The parent and the place among its children.
    case parent
    case alpha, hidden

    fileprivate var properties: [Property] {
      switch self {
      case .frame: [.frame]
      case .transform: [.translation, .scale, .rotation]
      case .alpha: [.alpha]
      case .parent, .hidden: []
      }
    }
  }

  private enum Step {
    case view(Saved)
    /// A view of the restorer's own, which goes.
    case made(Handle<View>)
  }

  private struct Saved {
    var view: Handle<View>
    var numbers: [(property: Property, values: [Double])]
    var isHidden: Bool?
    var place: Place?
  }

  /// Where a view stood in the tree.
  private struct Place {
    var parent: Handle<View>?
    var index: Int?
    /// The sibling in front of it.
    var next: Handle<View>?
  }

  private unowned let engine: Engine
  private var steps: [Step] = []

  public init(_ engine: Engine) { self.engine = engine }

  /// Whether there is anything to restore.
  public var isEmpty: Bool { steps.isEmpty }

  /// Saves how a view is: where it is meant to be, if it moves.
  /// - Parameters:
  ///   - ignored: What is left alone.
  ///   - also: Properties that are saved besides.
  public func save(_ view: Handle<View>, ignoring ignored: Set<Field> = [], also: [Property] = []) throws(SegueError) {
    guard let record = engine.scene.views[view] else { throw SegueError("restore: view has been released") }
    let fields = Field.allCases.filter { !ignored.contains($0) }
    var saved = Saved(view: view, numbers: [])
    for property in fields.flatMap(\.properties) + also.flatMap({ $0 == .center ? [.x, .y] : [$0] }) {
      let lanes = try engine.lanes(property, of: view)
      saved.numbers.append((property, (0..<Int(lanes.count)).map { engine.motion.target(lanes[$0]) }))
    }
    if fields.contains(.hidden) { saved.isHidden = record.isHidden }
    if fields.contains(.parent) {
      saved.place = Place(parent: record.parent, index: engine.scene.index(of: view), next: record.next)
    }
    steps.append(.view(saved))
  }

  /// Puts everything back, the last save first, and forgets it: a second call does nothing. Views that have been released are
  /// passed over.
  public func restore() { restore(frames: true) }

  /// The same but for frames, which a layout has set since.
  func restoreBesidesFrames() { restore(frames: false) }

  private func restore(frames: Bool) {
    while let step = steps.popLast() {
      switch step {
      case .view(let saved): restore(saved, frames: frames)
      case .made(let view): try? engine.scene.destroy(view)
      }
    }
    engine.settleEndings()
  }

  /// The views that are saved and still there, each once.
  var views: [Handle<View>] {
    var views: [Handle<View>] = []
    for case .view(let saved) in steps where engine.scene.isAlive(saved.view) && !views.contains(saved.view) {
      views.append(saved.view)
    }
    return views
  }

  /// What was done before counts as older than what this one has saved.
  func follow(_ older: Restorer) {
    steps = older.steps + steps
    older.steps = []
  }

  private func restore(_ saved: Saved, frames: Bool) {
    let scene = engine.scene
    guard let record = scene.views[saved.view] else { return }
    if let place = saved.place { restore(place, of: saved.view, record) }
    if let isHidden = saved.isHidden { try? scene.setHidden(isHidden, of: saved.view) }
    for (property, values) in saved.numbers where frames || property != .frame {
      guard let lanes = try? engine.lanes(property, of: saved.view) else { continue }
      for (j, value) in values.enumerated() where engine.motion.isMoving(lanes[j]) || engine.motion.shown(lanes[j]) != value {
        engine.motion.set(lanes[j], value, at: engine.moment)
      }
    }
    engine.changed = true
  }

  private func restore(_ place: Place, of view: Handle<View>, _ record: View) {
    let scene = engine.scene
    guard let parent = place.parent else {
      if record.parent != nil { try? scene.removeFromParent(view) }
      return
    }
    if record.parent == parent, record.next == place.next, scene.index(of: view) == place.index { return }
    try? scene.removeFromParent(view)
    let before = place.next.flatMap { scene.parent(of: $0) == parent ? scene.index(of: $0) : nil }
    try? scene.add(view, to: parent, at: before ?? min(place.index ?? 0, scene.children(of: parent).count))
  }

  // MARK: Moving

  /// Saves a view and puts it on top of another parent, where it stands at the same place of the stage as before, as large and
  /// turned as before. Where its old parents slant it, which no view does to itself, it is given a parent of its own that does.
  public func move(_ view: Handle<View>, to parent: Handle<View>) throws(SegueError) {
    let scene = engine.scene
    guard scene.isAlive(view) else { throw SegueError("move: view has been released") }
    engine.motion.show(at: engine.moment)
    let (absolute, target) = (scene.absoluteTransform(of: view), scene.absoluteTransform(of: parent))
    guard let absolute, let inverse = target?.inverse, var pose = scene.pose(of: view) else {
      throw SegueError("move: the parent has been released or is scaled to nothing")
    }
    let wanted = inverse.appending(inner: absolute)
    pose.take(wanted)
    var (place, count) = (parent, steps.count)
    do throws(SegueError) {
      if !pose.transform.isNear(wanted) { (place, pose) = try slant(wanted, pose.frame, in: parent) }
      // Saved after that, so that it is back before its slanted parent goes.
      count = steps.count
      try save(view)
      try engine.add(view, to: place)
    } catch {
      steps.removeLast(steps.count - count)
      if place != parent, case .made(let slant)? = steps.popLast() { try? scene.destroy(slant) }
      throw error
    }
    put(view, pose)
  }

  /// Puts a picture of a view in its place on top of a parent and hides the view itself. nil for a hidden view and for one that
  /// shows nothing.
  public func picture(of view: Handle<View>, in parent: Handle<View>) throws(SegueError) -> Handle<View>? {
    let scene = engine.scene
    guard let record = scene.views[view] else { throw SegueError("picture: view has been released") }
    guard !record.isHidden else { return nil }
    engine.motion.show(at: engine.moment)
    guard let snapshot = scene.picture(of: view, whole: true), let absolute = scene.absoluteTransform(of: view) else {
      return nil
    }
    guard let inverse = scene.absoluteTransform(of: parent)?.inverse else {
      throw SegueError("picture: the parent has been released or is scaled to nothing")
    }
    let wanted = inverse.appending(inner: absolute)
    let center = wanted.apply(Point(snapshot.size.width / 2, snapshot.size.height / 2))
    var pose = Pose(
      frame: Rect(
        center.x - snapshot.size.width / 2, center.y - snapshot.size.height / 2, snapshot.size.width, snapshot.size.height))
    pose.take(wanted)
    let picture = try make(in: pose.transform.isNear(wanted) ? parent : nil)
    if !pose.transform.isNear(wanted) {
      let slant = try slant(wanted, pose.frame, in: parent)
      try engine.add(picture, to: slant.view)
      pose = slant.pose
    }
    put(picture, pose)
    if let lanes = try? engine.lanes(.alpha, of: picture) {
      engine.motion.set(lanes[0], alpha(of: view, seenFrom: parent), at: engine.moment)
    }
    try engine.setContent(.picture(snapshot), of: picture)
    try save(view, ignoring: [.frame, .transform, .parent, .alpha])
    try engine.setHidden(true, of: view)
    return picture
  }

  /// How opaque a view is seen by what stands in a parent that may hold it.
  private func alpha(of view: Handle<View>, seenFrom parent: Handle<View>) -> Double {
    var (alpha, place) = (1.0, Optional(view))
    while let view = place, view != parent, let record = engine.scene.views[view] {
      alpha *= min(max(Double(engine.scene.lanes[record.lanes + Int32(ViewLane.alpha)]), 0), 1)
      place = record.parent
    }
    return alpha
  }

  /// A view of the restorer's own.
  private func make(in parent: Handle<View>?) throws(SegueError) -> Handle<View> {
    let view = try engine.makeView()
    engine.scene.views[view]?.isEngines = true
    try? engine.scene.setTakesInput(false, of: view)
    steps.append(.made(view))
    if let parent { try engine.add(view, to: parent) }
    return view
  }

  private func put(_ view: Handle<View>, _ pose: Pose) {
    let frame = [pose.frame.x, pose.frame.y, pose.frame.width, pose.frame.height]
    let numbers: [(Property, [Double])] = [
      (.frame, frame), (.translation, [pose.translation.x, pose.translation.y]), (.scale, [pose.scale.x, pose.scale.y]),
      (.rotation, [pose.rotation]),
    ]
    for (property, values) in numbers {
      guard let lanes = try? engine.lanes(property, of: view) else { continue }
      for (j, value) in values.enumerated() { engine.motion.set(lanes[j], value, at: engine.moment) }
    }
    try? engine.scene.noteSet(.frame, of: view)
    engine.settleEndings()
  }

  /// A parent that slants what stands in it: a turn and an uneven scale around another turn make any transform.
  private func slant(_ wanted: Transform, _ frame: Rect, in parent: Handle<View>) throws(SegueError) -> (
    view: Handle<View>, pose: Pose
  ) {
    let parts = wanted.slantParts
    let center = wanted.apply(Point(frame.width / 2, frame.height / 2))
    let view = try make(in: parent)
    try? engine.scene.setTakesInput(true, of: view)
    var outer = Pose(frame: Rect(center.x - frame.width / 2, center.y - frame.height / 2, frame.width, frame.height))
    (outer.rotation, outer.scale) = (parts.outer, parts.scale)
    put(view, outer)
    var inner = Pose(frame: frame)
    inner.translation = Point(-frame.x, -frame.y)
    inner.rotation = parts.inner
    return (view, inner)
  }
}

extension Transform {
  /// Whether a point within a large stage goes to the same place, but for roundings.
  func isNear(_ other: Transform) -> Bool {
    let parts = [a - other.a, b - other.b, c - other.c, d - other.d]
    return parts.allSatisfy { $0.magnitude < 1e-6 } && (tx - other.tx).magnitude < 1e-3 && (ty - other.ty).magnitude < 1e-3
  }

  /// The map without its move as a turn, then an uneven scale, then another turn, which is applied first.
  var slantParts: (outer: Double, scale: Point, inner: Double) {
    // Singular values of a two by two matrix: half sums and differences turn it into two circles.
    let (e, f, g, h) = ((a + d) / 2, (a - d) / 2, (b + c) / 2, (b - c) / 2)
    let (q, r) = (Elementary.length(e, h), Elementary.length(f, g))
    let (a1, a2) = (Elementary.degrees(ofX: f, y: g), Elementary.degrees(ofX: e, y: h))
    return ((a2 + a1) / 2, Point(q + r, q - r), (a2 - a1) / 2)
  }
}
