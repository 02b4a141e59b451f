// Scroll views: making them, and what moves them.

extension Engine {
  /// Makes a view with a content inside that scrolls. Throws for a behaviour that makes no sense.
  public func makeScrollView(
    id: String? = nil, colorSpace: ColorSpace = .oklab, _ behaviour: ScrollBehaviour = .init()
  ) throws(SegueError) -> ScrollView {
    if let problem = behaviour.problem { throw SegueError("scroll: \(problem)") }
    let view = try makeView(id: id, colorSpace: colorSpace)
    let content = try makeView()
    try setClips(true, of: view)
    try add(content, to: view)
    let scroll = ScrollView(self, view: view, content: content, behaviour)
    scrollViews[view] = scroll
    watch(scroll)
    return scroll
  }

  /// The scroll view whose visible part a view is.
  public func scrollView(of view: Handle<View>) -> ScrollView? { scrollViews[view] }

  /// Puts the recognisers on it that its axis asks for.
  func watch(_ scroll: ScrollView) {
    for recognizer in scrollRecognizers[scroll.view] ?? [] { removeRecognizer(recognizer) }
    let axis: PanSettings.Axis =
      switch scroll.behaviour.axis {
      case .x: .x
      case .y: .y
      case .both: scroll.behaviour.locksAxis ? .lock : .any
      }
    var settings = RecognizerSettings()
    settings.shouldBegin = { [weak scroll] _, report in scroll?.mayDrag(report) ?? false }
    func add(_ kind: RecognizerKind, _ settings: RecognizerSettings, _ hear: @escaping (GestureReport) -> Void)
      -> Handle<Recognizer>?
    {
      try? addRecognizer(kind, to: scroll.view, settings: settings, hear)
    }
    scroll.pan = add(.pan(PanSettings(axis: axis)), settings) { [weak scroll] in scroll?.hear($0) }
    let pad = add(.scroll(ScrollSettings(axis: axis)), settings) { [weak scroll] in scroll?.hear($0) }
    var watching = RecognizerSettings(isPassive: true)
    watching.isUnlogged = true
    let touch = add(.longPress(LongPressSettings(duration: 0, slop: GestureConstants.largestCoordinate)), watching) {
      [weak scroll] in scroll?.touch($0)
    }
    scrollRecognizers[scroll.view] = [scroll.pan, pad, touch].compactMap { $0 }
  }

  /// A wheel turns what is under the pointer: the innermost scroll view that can go that way.
  func turnWheel(_ steps: Point, at position: Point) {
    let axis = abs(steps.x) > abs(steps.y) ? 0 : 1
    let amount = axis == 0 ? steps.x : steps.y
    guard amount != 0 else { return }
    for view in scene.hitChain(at: position) {
      if let scroll = scrollViews[view], scroll.turn(axis, amount) { return }
    }
  }

  /// Tells what scroll views have to tell; true if anybody heard.
  func tellScrolls() -> Bool {
    var told = false
    // In the same order in every run.
    for scroll in scrollViews.values.sorted(by: { $0.view.bits < $1.view.bits }) where scroll.note() { told = true }
    return told
  }

  func forgetScroll(of view: Handle<View>) {
    scrollViews[view] = nil
    scrollRecognizers[view] = nil
  }
}
