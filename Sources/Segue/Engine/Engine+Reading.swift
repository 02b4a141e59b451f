// What hosts and bindings read of the scene.

extension Engine {
  public func id(of view: Handle<View>) -> String? { scene.id(of: view) }
  public func isHidden(_ view: Handle<View>) -> Bool { scene.isHidden(view) ?? false }
  public func clips(_ view: Handle<View>) -> Bool { scene.clips(view) ?? false }
  public func takesInput(_ view: Handle<View>) -> Bool { scene.takesInput(view) ?? false }
  public func content(of view: Handle<View>) -> Content? { scene.content(of: view)?.content }
  public func parent(of view: Handle<View>) -> Handle<View>? { scene.parent(of: view) }
  /// The children in the order in which they were added or moved, not in the order of their z.
  public func children(of view: Handle<View>) -> [Handle<View>] { scene.children(of: view) }
  /// The first view of that id in a view and below it, depth first.
  public func find(_ id: String, in view: Handle<View>) -> Handle<View>? { scene.find(id, in: view) }
  /// A point of one view's own coordinates in another's; nil for a view stands for the stage. nil where it has no answer: a view
  /// has been released, or is scaled to nothing.
  public func convert(_ point: Point, from: Handle<View>?, to: Handle<View>?) -> Point? {
    motion.show(at: moment)
    return scene.convert(point, from: from, to: to)
  }
  /// The views under a point of the stage, innermost first.
  public func hitChain(at point: Point) -> [Handle<View>] { scene.hitChain(at: point) }

  /// Supplies the size that a content takes by itself; see `Scene.measure`.
  public var measure: ((Content, _ width: Double?) -> Size?)? {
    get { scene.measure }
    set { scene.measure = newValue }
  }
}
