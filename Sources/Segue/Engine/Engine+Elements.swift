// Restorers under handles, and which views are the engine's own.

extension Engine {
  public func makeRestorer() -> Handle<Restorer> { restorers.insert(Restorer(self)) }

  public subscript(restorer: Handle<Restorer>) -> Restorer? { restorers[restorer] }

  /// Lets go of a restorer; what it has saved stays as it is.
  public func release(_ restorer: Handle<Restorer>) { restorers.remove(restorer) }

  /// Whether the engine made a view for itself: it goes when the engine is done with it.
  package func isOwn(_ view: Handle<View>) -> Bool { scene.views[view]?.isEngines ?? false }

  /// A view and everything in it, each before its own children.
  public func family(of view: Handle<View>) -> [Handle<View>] { [view] + scene.descendants(of: view) }
}

extension Run {
  /// Restored when the run is rolled back, or by the run that takes it back.
  public var saved: Restorer { elements.saved }

  /// Restored at the run's end, whatever that is: for what is only lent to the run.
  public var borrowed: Restorer { elements.borrowed }

  /// Puts a picture of a view in its place on top of the stage, and hides the view, until the run has ended. nil for a hidden view
  /// and for one that shows nothing.
  public func picture(of view: Handle<View>) throws(SegueError) -> Handle<View>? {
    guard let picture = try elements.borrowed.picture(of: view, in: stage) else { return nil }
    // Nobody has seen it: it comes as the plan has it.
    let lanes = engine.scene.views[picture]?.lanes ?? 0
    for lane in 0..<Int32(ViewLane.count) { elements.asPlanned.insert(Lane(index: lanes + lane, precision: .float)) }
    return picture
  }
}
