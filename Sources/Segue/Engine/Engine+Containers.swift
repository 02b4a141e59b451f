// Screens and containers: making them, ending them, and finding who stands around whom.

extension Engine {
  // MARK: Making

  public func makeScreen(kind: String, view: Handle<View>) throws(SegueError) -> Screen {
    guard scene.isAlive(view) else { throw SegueError("screen: view has been released") }
    guard !kind.isEmpty else { throw SegueError("screen: kind expected a name, got an empty string") }
    let screen = Screen(engine: self, kind: kind, view: view)
    screen.handle = screens.insert(screen)
    return screen
  }

  /// A stack with its first screen.
  public func makeNavigation(root: Screen) throws(SegueError) -> Navigation {
    try checkFirst(root, "navigation: root")
    return try add(Navigation(engine: self, view: try makeView(), root: root))
  }

  /// Screens side by side, of which the one at `selected`, from 0, shows.
  public func makeTabs(_ screens: [Screen], selected: Int = 0) throws(SegueError) -> Tabs {
    guard !screens.isEmpty else { throw SegueError("tabs: screens expected at least one screen, got none") }
    guard screens.indices.contains(selected) else {
      throw SegueError("tabs: selected expected a number from 1 to \(screens.count), got \(selected + 1)")
    }
    for (i, screen) in screens.enumerated() {
      try checkFirst(screen, "tabs: screen \(i + 1)")
      if screens[..<i].contains(where: { $0 === screen }) {
        throw SegueError("tabs: the screen of kind \"\(screen.kind)\" is there twice")
      }
    }
    return try add(Tabs(engine: self, view: try makeView(), screens: screens, selected: selected))
  }

  private func checkFirst(_ screen: Screen, _ what: String) throws(SegueError) {
    guard screens.contains(screen.handle) else { throw SegueError("\(what) has been released") }
    guard isAlive(screen.view) else { throw SegueError("\(what): its view has been released") }
    if let container = screen.container {
      throw SegueError("\(what) of kind \"\(screen.kind)\" is already on a \(container.title)")
    }
  }

  private func add<T: Container>(_ container: T) throws(SegueError) -> T {
    try rethrowing { () throws(SceneError) in try scene.setClips(true, of: container.view) }
    container.handle = containers.insert(container)
    return container
  }

  public subscript(screen: Handle<Screen>) -> Screen? { screens[screen] }
  public subscript(container: Handle<Container>) -> Container? { containers[container] }

  // MARK: Ending

  /// Ends a screen that is in no container; one that is stays.
  public func release(_ screen: Screen) {
    guard screen.container == nil, screen.content == nil else { return }
    screens.remove(screen.handle)
  }

  /// Ends a container that is neither the stage's nor in another one, and has no run under way.
  public func release(_ container: Container) {
    guard stageRoot !== container, container.outer == nil, container.run == nil, container.presentation?.run == nil,
      !container.isAsking,
      containers.remove(container.handle) != nil
    else { return }
    if let presentation = container.presentation {
      presentation.disband()
      containers.remove(presentation.handle)
    }
    container.disband()
    release(container.view)
  }

  // MARK: Presenting

  /// Presents a screen over everything on whose screens another one is.
  /// - Returns: A refusal when the presenting screen is in no container, or while a run of the presentation is under way.
  /// - Throws: `SegueError` for a screen that is in a container already.
  public func present(
    _ screen: Screen, from presenter: Screen, style: PresentationStyle = .over, animated: Bool = true,
    interaction: Interaction? = nil, conflict: ConflictPolicy? = nil, completion: ((EndReason) -> Void)? = nil
  ) throws(SegueError) -> Outcome {
    guard let host = host(of: presenter) else { return .refused("\"\(presenter.kind)\" is in no container") }
    let presentation = host.presentation ?? Presentation(host: host)
    if host.presentation == nil {
      presentation.handle = containers.insert(presentation)
      presentation.conflict = host.conflict
      host.presentation = presentation
    }
    return try presentation.present(
      screen, style, animated: animated, interaction: interaction, conflict: conflict, completion: completion)
  }

  /// Dismisses the presented screen that a screen is or is in, and what is presented over it.
  public func dismiss(
    _ screen: Screen, animated: Bool = true, interaction: Interaction? = nil, conflict: ConflictPolicy? = nil,
    completion: ((EndReason) -> Void)? = nil
  ) throws(SegueError) -> Outcome {
    var place: Screen? = screen
    while let here = place {
      if let presentation = here.container as? Presentation {
        return try presentation.dismiss(
          here, animated: animated, interaction: interaction, conflict: conflict, completion: completion)
      }
      place = here.container.flatMap { $0.outer == nil ? self.screen(around: $0.view) : $0.screen }
    }
    return .refused("\"\(screen.kind)\" is not presented")
  }

  /// The container over which a screen presents others: the outermost one around it.
  public func host(of screen: Screen) -> Container? {
    var place = screen.container
    while let container = place {
      if let presentation = container as? Presentation { return presentation.host }
      guard let outer = container.outer ?? self.screen(around: container.view)?.container else { return container }
      place = outer
    }
    return nil
  }

  // MARK: Who stands around whom

  /// The screen in whose view a view is, the nearest.
  func screen(around view: Handle<View>) -> Screen? {
    var place = scene.parent(of: view)
    while let here = place {
      for screen in screens.values where screen.view == here && screen.content == nil { return screen }
      place = scene.parent(of: here)
    }
    return nil
  }

  /// The containers that a screen shows: the one that it is the outside of, and those that stand in its view.
  func containers(in screen: Screen) -> [Container] {
    if let content = screen.content { return [content] }
    return containers.values.filter {
      $0.outer == nil && !($0 is Presentation) && self.screen(around: $0.view) === screen
    }
  }

  /// Looks which containers have come onto the stage or gone from it, or have another size. What has gone from it is not touched
  /// any more.
  func noteStage() {
    notedPlaces = scene.placesVersion
    gestures.cancelAll(unless: scene.isOnStage)
    setGestureAlarm()
    for container in containers.values where !(container is Presentation) { container.noteStage() }
  }
}
