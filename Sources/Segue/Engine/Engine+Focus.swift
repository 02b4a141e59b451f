// Which view keys go to first: each screen has one of its own, and the screen in front is the one that counts.

extension Engine {
  /// The screen that keys go to: the one whose view was focused last, while it is to be seen inside what is in front; else what is
  /// in front.
  public var focusedScreen: Screen? {
    if let chosen = focusOwner, chosen.told != .hidden, scene.isOnStage(chosen.view) {
      guard let front = stageRoot?.front else { return chosen }
      if scene.holds(front.view, chosen.view) { return chosen }
    }
    return stageRoot?.front
  }

  /// The view that keys go to first; nil: the screen's.
  public var focus: Handle<View>? {
    guard let view = focusedScreen.map({ $0.focus }) ?? focusWithoutScreen, isSeen(view) else { return nil }
    return view
  }

  /// Gives a view the focus, or takes it away from the one that has it. Its screen keeps it while another one is in front.
  /// Throws for a view that is not focusable or not on stage, and nothing has changed then.
  public func setFocus(_ view: Handle<View>?) throws(SegueError) {
    guard let view else {
      focusedScreen?.focus = nil
      focusWithoutScreen = nil
      return
    }
    guard scene.isAlive(view) else { throw SegueError("focus: the view has been released") }
    guard scene.views[view]?.isFocusable == true else { throw SegueError("focus: the view is not focusable") }
    guard isSeen(view) else { throw SegueError("focus: the view is not on stage, or hidden") }
    if let screen = self.screen(of: view) {
      screen.focus = view
      focusOwner = screen
    } else {
      focusWithoutScreen = view
    }
  }

  /// Moves the focus to the next view that takes it, in the order of the tree, or to the one before; round at the ends. False if
  /// there is none.
  @discardableResult public func moveFocus(forward: Bool) -> Bool {
    guard let scope = stageRoot?.front.view ?? scene.roots.last else { return false }
    let views = ([scope] + scene.descendants(of: scope)).filter { scene.views[$0]?.isFocusable == true && isSeen($0) }
    guard !views.isEmpty else { return false }
    let place = focus.flatMap { views.firstIndex(of: $0) }
    let next = place.map { ($0 + (forward ? 1 : views.count - 1)) % views.count } ?? (forward ? 0 : views.count - 1)
    try? setFocus(views[next])
    return true
  }

  public func isFocusable(_ view: Handle<View>) -> Bool { scene.views[view]?.isFocusable ?? false }

  public func setFocusable(_ isFocusable: Bool, of view: Handle<View>) throws(SegueError) {
    guard scene.isAlive(view) else { throw SegueError("focusable: the view has been released") }
    scene.views[view]?.isFocusable = isFocusable
  }

  /// Hears which view has the focus when that has changed; returns a name to take the handler away by.
  @discardableResult public func onFocus(_ call: @escaping (Handle<View>?) -> Void) -> UInt64 { focusNews.add(call) }
  public func removeFocusHandler(_ name: UInt64) { focusNews.remove(name) }

  /// Tells of another focus; true if anybody heard.
  func tellFocus() -> Bool {
    let focus = focus
    guard focus != toldFocus else { return false }
    toldFocus = focus
    for call in focusNews.calls { call(focus) }
    return true
  }

  /// Moves the focus by keyboard, unless somebody in the chain has a use for the key.
  func moveFocus(_ event: InputEvent) {
    guard event.phase == .down, let key = event.key, key == "Tab" || key == "ISO_Left_Tab" else { return }
    for recognizer in focusChain.flatMap(gestures.recognizers(on:)) {
      if case .key(let settings)? = gestures[recognizer]?.kind, settings.keys.contains(key) { return }
    }
    moveFocus(forward: key == "Tab")
  }

  /// The screen whose view a view is or stands in, the nearest.
  public func screen(of view: Handle<View>) -> Screen? {
    screens.values.first { $0.view == view && $0.content == nil } ?? screen(around: view)
  }

  private func isSeen(_ view: Handle<View>) -> Bool {
    guard scene.isOnStage(view) else { return false }
    var place: Handle<View>? = view
    while let here = place {
      if scene.views[here]?.isHidden != false { return false }
      place = scene.parent(of: here)
    }
    return true
  }

  /// The views that a key goes to, innermost first: what has the focus, or is in front of the stage, and what holds it.
  var focusChain: [Handle<View>] {
    var chain: [Handle<View>] = []
    var view = focus ?? stageRoot?.front.view ?? scene.roots.last
    while let here = view, scene.isAlive(here) {
      chain.append(here)
      view = scene.parent(of: here)
    }
    return chain
  }
}
