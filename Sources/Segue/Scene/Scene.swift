// The tree of views: who is made, who stands in whom and in what order.

/// The views of one engine. Numbers that move live in `lanes`, one run of `ViewLane.count` a view, whose values others move;
/// the scene allocates the runs and reads what is shown.
final class Scene {
  let lanes: Lanes<Float>
  var views = SlotMap<View>()
  var contents = ContentStore()
  /// The trees that are drawn and hit, back to front.
  private(set) var roots: [Handle<View>] = []
  /// Counts what may have put a view onto the stage, taken it off or given it another size.
  private(set) var placesVersion = 0
  private var ids: [Handle<View>: String] = [:]
  /// Children in painter's order while a walk is under way: a stack of runs, kept for its capacity.
  var paintOrder: [PaintEntry] = []

  /// The size a content takes by itself, in stage units: its width is free, or given as the second argument. nil: unknown.
  /// Must not change the scene.
  var measure: ((Content, Double?) -> Size?)?
  /// Called for each view of a subtree just before it goes, children first, while its lanes are still its own: whatever moves
  /// them must end here. Must not change the scene.
  var willDestroy: ((Handle<View>) -> Void)?

  /// Whether any number of the view whose lanes begin there moves.
  var isMoving: (_ lanes: Int32) -> Bool = { _ in false }

  init(lanes: Lanes<Float>) { self.lanes = lanes }

  // MARK: Life

  /// A view with default values in no tree. Throws `.tooManyViews`, `.textTooLong`.
  func make(id: String? = nil, colorSpace: ColorSpace = .oklab) throws(SceneError) -> Handle<View> {
    guard views.count < SceneLimit.views else { throw .tooManyViews }
    try checkText(id, "an id")
    let base = lanes.allocate(ViewLane.count)
    // Black and nothing, the colors of a new view, have the same numbers in every space.
    for (i, value) in ViewLane.defaults.enumerated() { lanes[base + Int32(i)] = value }
    let view = views.insert(View(lanes: base, colorSpace: colorSpace))
    ids[view] = id
    return view
  }

  /// Ends a view and everything in it: handles go stale, lanes and contents are released. Throws `.staleView`.
  func destroy(_ view: Handle<View>) throws(SceneError) {
    try checkAlive(view)
    detach(view)
    release(view)
  }

  /// Children first. Recursion is bounded by `SceneLimit.depth`.
  private func release(_ view: Handle<View>) {
    while let child = views[view]?.lastChild {
      unlink(child)
      release(child)
    }
    willDestroy?(view)
    guard let record = views.remove(view) else { return }
    if let content = record.content { contents.remove(content.id) }
    ids[view] = nil
    lanes.release(record.lanes, ViewLane.count)
  }

  func isAlive(_ view: Handle<View>) -> Bool { views.contains(view) }

  // MARK: Roots

  /// Shows a tree in front of the other roots; a root already there comes to the front. Throws `.rootInParent`.
  func addRoot(_ view: Handle<View>) throws(SceneError) {
    let record = try record(of: view)
    guard record.parent == nil else { throw .rootInParent(view: describe(view)) }
    roots.removeAll { $0 == view }
    roots.append(view)
    views[view]?.isRoot = true
    placesVersion &+= 1
  }

  /// Takes a tree off the stage; it lives on.
  func removeRoot(_ view: Handle<View>) throws(SceneError) {
    try checkAlive(view)
    roots.removeAll { $0 == view }
    views[view]?.isRoot = false
    placesVersion &+= 1
  }

  // MARK: Tree

  /// Puts `child` among the children of `parent`, at `index` of the order back to front, nil being in front of all; it leaves the
  /// parent it had, and `index` counts without it. Throws `.cycle`, `.badIndex`, `.tooDeep`, `.rootInParent`.
  func add(_ child: Handle<View>, to parent: Handle<View>, at index: Int? = nil) throws(SceneError) {
    let (moved, above) = (try record(of: child), try record(of: parent))
    guard !moved.isRoot else { throw .rootInParent(view: describe(child)) }
    guard !isInside(parent, child) else { throw .cycle(child: describe(child), parent: describe(parent)) }
    guard depth(of: parent) + height(of: child) <= SceneLimit.depth else { throw .tooDeep }
    let others = above.childCount - (moved.parent == parent ? 1 : 0)
    if let index, !(0...others).contains(index) { throw .badIndex(index: index, count: others) }
    unlink(child)
    link(child, to: parent, before: index.flatMap { sibling(at: $0, in: parent) })
  }

  /// Takes a view out of its parent; it lives on.
  func removeFromParent(_ view: Handle<View>) throws(SceneError) {
    try checkAlive(view)
    unlink(view)
  }

  /// In front of its siblings of the same z.
  func bringToFront(_ view: Handle<View>) throws(SceneError) {
    guard let parent = try record(of: view).parent else { return }
    unlink(view)
    link(view, to: parent, before: nil)
  }

  /// Behind its siblings of the same z.
  func sendToBack(_ view: Handle<View>) throws(SceneError) {
    guard let parent = try record(of: view).parent else { return }
    unlink(view)
    link(view, to: parent, before: views[parent]?.firstChild)
  }

  func parent(of view: Handle<View>) -> Handle<View>? { views[view]?.parent }

  func isOnStage(_ view: Handle<View>) -> Bool {
    var place = view
    while let above = parent(of: place) { place = above }
    return views[place]?.isRoot ?? false
  }

  /// Back to front, without regard to z.
  func children(of view: Handle<View>) -> [Handle<View>] {
    var found: [Handle<View>] = []
    var child = views[view]?.firstChild
    while let view = child {
      found.append(view)
      child = views[view]?.next
    }
    return found
  }

  /// Its place among its siblings, 0 at the back; nil without a parent.
  func index(of view: Handle<View>) -> Int? {
    guard let record = views[view], record.parent != nil else { return nil }
    var (index, sibling) = (0, record.previous)
    while let view = sibling {
      index += 1
      sibling = views[view]?.previous
    }
    return index
  }

  /// Everything below the view, each before its own children.
  func descendants(of view: Handle<View>) -> [Handle<View>] {
    var found: [Handle<View>] = []
    walk(view) {
      found.append($0); return true
    }
    return found
  }

  /// The first view of that id at or below `view`, depth first.
  func find(_ id: String, in view: Handle<View>) -> Handle<View>? {
    guard isAlive(view) else { return nil }
    if ids[view] == id { return view }
    var match: Handle<View>?
    walk(view) {
      if ids[$0] == id { match = $0 }
      return match == nil
    }
    return match
  }

  /// The first view of that id in the roots, back to front.
  func find(_ id: String) -> Handle<View>? {
    for root in roots { if let found = find(id, in: root) { return found } }
    return nil
  }

  /// Whether `view` is `ancestor` or stands below it.
  func isInside(_ view: Handle<View>, _ ancestor: Handle<View>) -> Bool {
    var place: Handle<View>? = view
    while let view = place {
      if view == ancestor { return true }
      place = views[view]?.parent
    }
    return false
  }

  // MARK: Fields

  func id(of view: Handle<View>) -> String? { ids[view] }

  func setID(_ id: String?, of view: Handle<View>) throws(SceneError) {
    try checkAlive(view)
    try checkText(id, "an id")
    ids[view] = id
  }

  func isHidden(_ view: Handle<View>) -> Bool? { views[view]?.isHidden }
  func setHidden(_ hidden: Bool, of view: Handle<View>) throws(SceneError) {
    try checkAlive(view)
    views[view]?.isHidden = hidden
  }

  func clips(_ view: Handle<View>) -> Bool? { views[view]?.clips }
  func setClips(_ clips: Bool, of view: Handle<View>) throws(SceneError) {
    try checkAlive(view)
    views[view]?.clips = clips
  }

  func takesInput(_ view: Handle<View>) -> Bool? { input(of: view).map { $0 != .never } }
  func setTakesInput(_ takesInput: Bool, of view: Handle<View>) throws(SceneError) {
    try setInput(takesInput ? .always : .never, of: view)
  }

  func input(of view: Handle<View>) -> ViewInput? { views[view]?.input }
  func setInput(_ input: ViewInput, of view: Handle<View>) throws(SceneError) {
    try checkAlive(view)
    views[view]?.input = input
  }

  // MARK: Numbers

  /// Which lanes a property of a view has; nil for a stale view and for `center`, which has none.
  func lanes(of view: Handle<View>, _ property: Property) -> (base: Int32, count: Int)? {
    guard let record = views[view], let offset = property.offset else { return nil }
    return (record.lanes + Int32(offset), property.count)
  }

  /// The numbers that are shown now, as the lanes hold them; nil for a stale view.
  func shown(_ property: Property, of view: Handle<View>) -> [Double]? {
    guard let record = views[view] else { return nil }
    guard let offset = property.offset else {
      let center = Pose(lanes.shown + Int(record.lanes)).frame.center
      return [center.x, center.y]
    }
    return (0..<property.count).map { Double(lanes[record.lanes + Int32(offset + $0)]) }
  }

  /// Sets numbers at once. Throws `.wrongCount`, `.notANumber`, `.outOfRange`. A width or height set here counts as explicit.
  func set(_ property: Property, to values: [Double], of view: Handle<View>) throws(SceneError) {
    let record = try record(of: view)
    try property.check(values)
    guard let offset = property.offset else {
      let size = Pose(lanes.shown + Int(record.lanes)).frame
      lanes[record.lanes + Int32(ViewLane.x)] = Float(values[0] - size.width / 2)
      lanes[record.lanes + Int32(ViewLane.y)] = Float(values[1] - size.height / 2)
      return
    }
    for (i, value) in values.enumerated() { lanes[record.lanes + Int32(offset + i)] = Float(value) }
    try noteSet(property, of: view)
  }

  /// Sets a color property at once. Throws as the other `set`.
  func set(_ property: Property, to color: Color, of view: Handle<View>) throws(SceneError) {
    try set(property, to: color.components(in: try record(of: view).colorSpace), of: view)
  }

  /// Notes that someone set the property, so that an explicit width or height is not replaced by the content's own.
  func noteSet(_ property: Property, of view: Handle<View>) throws(SceneError) {
    try checkAlive(view)
    if property == .width || property == .height || property == .frame { placesVersion &+= 1 }
    if property == .width || property == .frame { views[view]?.widthIsSet = true }
    if property == .height || property == .frame { views[view]?.heightIsSet = true }
  }

  // MARK: Checks

  func record(of view: Handle<View>) throws(SceneError) -> View {
    guard let record = views[view] else { throw .staleView }
    return record
  }

  func checkAlive(_ view: Handle<View>) throws(SceneError) {
    guard isAlive(view) else { throw .staleView }
  }

  func checkText(_ text: String?, _ what: String) throws(SceneError) {
    guard let bytes = text?.utf8.count, bytes > SceneLimit.textBytes else { return }
    throw .textTooLong(what: what, bytes: bytes)
  }

  /// The view in a sentence.
  func describe(_ view: Handle<View>) -> String {
    ids[view].map { "the view \"\($0.quotable)\"" } ?? "a view without id"
  }

  // MARK: Links

  private func detach(_ view: Handle<View>) {
    unlink(view)
    roots.removeAll { $0 == view }
  }

  private func link(_ child: Handle<View>, to parent: Handle<View>, before next: Handle<View>?) {
    placesVersion &+= 1
    let previous = next.flatMap { views[$0]?.previous } ?? (next == nil ? views[parent]?.lastChild : nil)
    views[child]?.parent = parent
    views[child]?.previous = previous
    views[child]?.next = next
    if let previous { views[previous]?.next = child } else { views[parent]?.firstChild = child }
    if let next { views[next]?.previous = child } else { views[parent]?.lastChild = child }
    views[parent]?.childCount += 1
  }

  private func unlink(_ child: Handle<View>) {
    placesVersion &+= 1
    guard let record = views[child], let parent = record.parent else { return }
    if let previous = record.previous { views[previous]?.next = record.next } else { views[parent]?.firstChild = record.next }
    if let next = record.next { views[next]?.previous = record.previous } else { views[parent]?.lastChild = record.previous }
    views[parent]?.childCount -= 1
    views[child]?.parent = nil
    views[child]?.previous = nil
    views[child]?.next = nil
  }

  private func sibling(at index: Int, in parent: Handle<View>) -> Handle<View>? {
    var child = views[parent]?.firstChild
    for _ in 0..<index { child = child.flatMap { views[$0]?.next } }
    return child
  }

  /// How many views stand above one another from the top to this one.
  private func depth(of view: Handle<View>) -> Int {
    var (depth, above) = (1, views[view]?.parent)
    while let view = above {
      depth += 1
      above = views[view]?.parent
    }
    return depth
  }

  /// How many levels a subtree has.
  private func height(of view: Handle<View>) -> Int {
    var (tallest, child) = (0, views[view]?.firstChild)
    while let view = child {
      tallest = max(tallest, height(of: view))
      child = views[view]?.next
    }
    return tallest + 1
  }

  /// Visits what is below `top`, each before its children, until `visit` returns false.
  private func walk(_ top: Handle<View>, _ visit: (Handle<View>) -> Bool) {
    var place = views[top]?.firstChild
    while let view = place {
      guard visit(view) else { return }
      place = views[view]?.firstChild
      var up = view
      while place == nil, up != top {
        place = views[up]?.next
        up = views[up]?.parent ?? top
      }
    }
  }
}
