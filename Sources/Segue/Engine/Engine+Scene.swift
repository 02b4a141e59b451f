// Views, screens, containers and what is on stage.

extension Engine {
  // MARK: Views

  /// A view with default values, in no tree.
  /// - Parameter colorSpace: The space in which its colors move, and what their numbers are: lightness, a, b and alpha in OKLab,
  ///   or red, green, blue and alpha in sRGB, 0…1.
  public func makeView(id: String? = nil, colorSpace: ColorSpace = .oklab) throws(SegueError) -> Handle<View> {
    try rethrowing { () throws(SceneError) in try scene.make(id: id, colorSpace: colorSpace) }
  }

  /// The space in which a view's colors move; nil once it has been released.
  public func colorSpace(of view: Handle<View>) -> ColorSpace? { scene.views[view]?.colorSpace }

  /// Ends a view and everything in it.
  public func release(_ view: Handle<View>) {
    guard scene.views[view]?.isEngines != true else { return }
    try? scene.destroy(view)
    settleEndings()
    changed = true
  }

  public func isAlive(_ view: Handle<View>) -> Bool { scene.isAlive(view) }

  /// Puts a view into another one, on top of its children or before the child at `index`.
  public func add(_ child: Handle<View>, to parent: Handle<View>, at index: Int? = nil) throws(SegueError) {
    try rethrowing { () throws(SceneError) in try scene.add(child, to: parent, at: index) }
    changed = true
  }

  public func removeFromParent(_ view: Handle<View>) throws(SegueError) {
    try rethrowing { () throws(SceneError) in try scene.removeFromParent(view) }
    changed = true
  }

  public func bringToFront(_ view: Handle<View>) throws(SegueError) {
    try rethrowing { () throws(SceneError) in try scene.bringToFront(view) }
    changed = true
  }

  public func sendToBack(_ view: Handle<View>) throws(SegueError) {
    try rethrowing { () throws(SceneError) in try scene.sendToBack(view) }
    changed = true
  }

  public func setHidden(_ hidden: Bool, of view: Handle<View>) throws(SegueError) {
    try rethrowing { () throws(SceneError) in try scene.setHidden(hidden, of: view) }
    changed = true
  }

  public func setClips(_ clips: Bool, of view: Handle<View>) throws(SegueError) {
    try rethrowing { () throws(SceneError) in try scene.setClips(clips, of: view) }
    changed = true
  }

  /// Says when a view, with all that it holds, can be touched.
  public func setInput(_ input: ViewInput, of view: Handle<View>) throws(SegueError) {
    try rethrowing { () throws(SceneError) in try scene.setInput(input, of: view) }
  }

  public func setTakesInput(_ takesInput: Bool, of view: Handle<View>) throws(SegueError) {
    try rethrowing { () throws(SceneError) in try scene.setTakesInput(takesInput, of: view) }
  }

  public func setID(_ id: String?, of view: Handle<View>) throws(SegueError) {
    try rethrowing { () throws(SceneError) in try scene.setID(id, of: view) }
  }

  /// Changes what a view shows. A label or image without a frame of its own takes the size that the host measures.
  public func setContent(_ content: Content?, of view: Handle<View>) throws(SegueError) {
    let lanes = try lanes(.frame, of: view)
    let size = try rethrowing { () throws(SceneError) in try scene.setContent(content, of: view) }
    if size != nil { motion.takeOver(lanes, reason: .interrupted, at: moment) }
    settleEndings()
    changed = true
  }

  /// Sets a frame at once, whatever is recorded.
  func place(_ view: Handle<View>, _ frame: Rect) {
    guard let lanes = try? lanes(.frame, of: view) else { return }
    for (j, x) in [frame.x, frame.y, frame.width, frame.height].enumerated() { motion.set(lanes[j], x, at: moment) }
    try? scene.noteSet(.frame, of: view)
    settleEndings()
    changed = true
  }

  // MARK: Runs and interactions

  public subscript(run: Handle<Run>) -> Run? { runHandles[run] }
  public subscript(interaction: Handle<Interaction>) -> Interaction? { interactions[interaction] }
  public subscript(definition: Handle<TransitionDefinition>) -> TransitionDefinition? { definitions[definition] }

  public func makeInteraction() -> Interaction {
    let interaction = Interaction()
    interaction.handle = interactions.insert(interaction)
    interaction.note = { [unowned self] in report(.init(severity: .debug, message: $0)) }
    interaction.driven = { [unowned self] in noteDriven($0) }
    noteDriven(interaction)
    return interaction
  }

  public func release(_ interaction: Interaction) { interactions.remove(interaction.handle) }

  // MARK: Definitions

  /// Adds a definition for every container. Throws for one that says nothing of how it moves.
  public func register(_ definition: TransitionDefinition) throws(SegueError) {
    guard definition.animate != nil || definition.animateDismiss != nil || definition.onProgress != nil else {
      throw SegueError("\(definition.title) has neither animate nor animate_dismiss nor on_progress, so it would show nothing")
    }
    name(definition)
    registry.add(definition)
  }

  /// Gives a definition a handle without adding it for anybody.
  public func name(_ definition: TransitionDefinition) {
    if !definition.handle.isValid { definition.handle = definitions.insert(definition) }
  }

  /// Takes a definition out; a run of it goes on.
  public func unregister(_ definition: TransitionDefinition) {
    registry.remove(definition)
    definitions.remove(definition.handle)
  }

  /// Which definition would serve; asking changes nothing.
  public func definition(leaving: Screen, entering: Screen, _ direction: TransitionDirection) -> TransitionDefinition? {
    registry.definition(leaving: leaving, entering: entering, direction, failed: { _, _ in })
  }

  // MARK: Stage

  /// What is on screen.
  public func setStage(_ container: Container) throws(SegueError) {
    guard containers.contains(container.handle) else { throw SegueError("stage: \(container.title) has been released") }
    if let outer = container.outer {
      throw SegueError("stage: the \(container.title) is in another container, a \(outer.title)")
    }
    guard stageRoot !== container else { return }
    clearStage()
    stageRoot = container
    try rethrowing { () throws(SceneError) in try scene.addRoot(container.view) }
    place(container.view, Rect(0, 0, stageSize.width, stageSize.height))
    noteStage()
    changed = true
  }

  /// A bare view on screen.
  public func setStage(_ view: Handle<View>) throws(SegueError) {
    guard scene.isAlive(view) else { throw SegueError("stage: view has been released") }
    if scene.roots == [view] { return }
    clearStage()
    try rethrowing { () throws(SceneError) in try scene.addRoot(view) }
    place(view, Rect(0, 0, stageSize.width, stageSize.height))
    noteStage()
  }

  private func clearStage() {
    stageRoot = nil
    for root in scene.roots { try? scene.removeRoot(root) }
    noteStage()
  }

  /// The size of what is on screen, in stage units.
  public func resize(to size: Size) throws(SegueError) {
    guard size.width > 0, size.height > 0, size.width <= Self.largestSide, size.height <= Self.largestSide else {
      throw SegueError("size: expected sides above 0 and up to \(Self.largestSide), got \(size.width) × \(size.height)")
    }
    guard size != stageSize else { return }
    stageSize = size
    layOut {
      if let root = scene.roots.first { place(root, Rect(0, 0, size.width, size.height)) }
      noteStage()
    }
    changed = true
  }

  /// Lets `body` lay things out: what is under way goes on to where they belong then.
  func layOut(_ body: () -> Void) {
    guard !isLayingOut else { return body() }
    isLayingOut = true
    let shown = runs.map { ($0, $0.shownByPlan()) }
    body()
    isLayingOut = false
    for (run, shown) in shown { run.replan(after: shown) }
  }

  static let largestSide = 100_000.0

  /// Writes what is shown now, reusing the list's memory.
  public func write(into list: inout DisplayList) {
    list.size = stageSize
    scene.write(into: &list)
  }
}
