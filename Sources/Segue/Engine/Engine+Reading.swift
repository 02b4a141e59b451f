// What hosts and bindings read of the scene.

extension Engine {
  public func id(of view: Handle<View>) -> String? { scene.id(of: view) }
  public func isHidden(_ view: Handle<View>) -> Bool { scene.isHidden(view) ?? false }
  public func clips(_ view: Handle<View>) -> Bool { scene.clips(view) ?? false }
  public func input(of view: Handle<View>) -> ViewInput? { scene.input(of: view) }
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

  /// A digest of every number that is shown, by its bits: two plays that agree in it at every frame are the same.
  public var shownDigest: UInt64 {
    // FNV-1a, a number at a time.
    var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    for i in 0..<motion.floats.count { digest = (digest ^ UInt64(motion.floats[Int32(i)].bitPattern)) &* 0x100_0000_01b3 }
    for i in 0..<motion.doubles.count { digest = (digest ^ motion.doubles[Int32(i)].bitPattern) &* 0x100_0000_01b3 }
    return digest
  }

  /// Whether what is set now goes into a plan.
  public var isPlanning: Bool { recordings.last?.plan != nil }

  /// Lets a script's time pass in the plan that is being written: from here on it is written `seconds` later. Throws for a plan
  /// that would never end.
  public func passPlanTime(_ seconds: Double) throws(SegueError) {
    guard let recording = recordings.last, recording.plan != nil else { return }
    try setPlanTime(recording.position + seconds)
  }

  /// From here on the plan is written where a motion in it ends. False for a motion that is not in this plan.
  public func passPlanTime(until animator: Handle<Animator>) throws(SegueError) -> Bool {
    guard let recording = recordings.last, recording.plan != nil, let end = animators[animator]?.plannedEnd else {
      return false
    }
    try setPlanTime(max(recording.position, end))
    return true
  }

  private func setPlanTime(_ position: Double) throws(SegueError) {
    guard position <= Self.longestPlan else {
      throw SegueError("the plan is longer than \(Self.longestPlan) s; does it wait in an endless loop?")
    }
    recordings.last?.position = position
  }

  /// Seconds that a plan may take at most.
  static let longestPlan = 3600.0

  /// Supplies the size that a content takes by itself; see `Scene.measure`.
  public var measure: ((Content, _ width: Double?) -> Size?)? {
    get { scene.measure }
    set { scene.measure = newValue }
  }

  public func recognizer(_ handle: Handle<Recognizer>) -> Recognizer? { gestures[handle] }

  /// Changes what a recogniser was told; false if it has been removed.
  @discardableResult public func configure(_ handle: Handle<Recognizer>, _ change: (inout RecognizerSettings) -> Void) -> Bool {
    defer { setGestureAlarm() }
    return gestures.configure(handle, change)
  }

  /// Calls `body` in the script phase, `seconds` of engine time from this moment; returns a name to cancel that by.
  @discardableResult public func call(after seconds: Double, _ body: @escaping () -> Void) -> UInt64 {
    after(moment + seconds, body)
  }

  public func cancelCall(_ name: UInt64) { queue.cancel(name) }
}
