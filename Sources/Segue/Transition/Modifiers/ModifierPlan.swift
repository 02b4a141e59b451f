// Writes modifiers into a run's plan, as an author's `animate` would: forward, so that a dismissal plays it backward.

/// What one view does.
private struct ModifiedView {
  var view: Handle<View>
  /// Whether it comes to its natural state, or leaves it, in the plan as it is written.
  var appears: Bool
  var modifiers: [Modifier]
  var delay = 0.0
  var timing: Timing?
  var duration: Double?
  var matchesLongest = false
}

extension TransitionDefinition {
  /// A definition whose plan is modifiers: of the screen that comes, of the one that goes, and of the views in them that have
  /// modifiers of their own.
  public static func modifiers(
    from: [String], to: [String], entering: [Modifier], leaving: [Modifier], entersBehind: Bool = false
  ) -> TransitionDefinition {
    let definition = TransitionDefinition(from: from, to: to)
    definition.setModifiers(entering: entering, leaving: leaving, entersBehind: entersBehind)
    return definition
  }

  /// Makes modifiers the plan.
  public func setModifiers(entering: [Modifier], leaving: [Modifier], entersBehind: Bool = false) {
    duration = { _ in TransitionDefinition.modifiersDuration }
    timing = .curve(.linear, duration: 0)
    animate = { run in
      if entersBehind { try run.engine.sendToBack(run.to.view) }
      try run.plan(coming: (run.to, entering), going: (run.from, leaving))
    }
  }

  /// Seconds that a transition by modifiers takes where nothing else is said. Hero's.
  static let modifiersDuration = 0.35
}

extension Run {
  /// Plans two screens, and the views in them that have modifiers of their own.
  func plan(coming: (screen: Screen, modifiers: [Modifier]), going: (screen: Screen, modifiers: [Modifier])) throws {
    var views: [ModifiedView] = []
    for (screen, modifiers, appears) in [(coming.screen, coming.modifiers, true), (going.screen, going.modifiers, false)] {
      let own = engine.modifiers[screen.view] ?? modifiers
      collect(screen.view, counting(own, appears), appears, 0, &views)
      for view in engine.scene.descendants(of: screen.view) {
        guard let own = engine.modifiers[view], !views.contains(where: { $0.view == view }) else { continue }
        collect(view, counting(own, appears), appears, 0, &views)
      }
    }
    let longest = try views.filter { !$0.matchesLongest }.map { $0.delay + (try length(of: $0)) }.max() ?? duration
    for view in views { try plan(view, longest) }
  }

  /// What of modifiers counts in this run, with its conditions met.
  private func counting(_ modifiers: [Modifier], _ appears: Bool) -> [Modifier] {
    modifiers.flatMap { modifier -> [Modifier] in
      guard case .when(let condition, let inner) = modifier else { return [modifier] }
      let isMet =
        switch condition {
        case .presenting: direction == .present
        case .dismissing: direction == .dismiss
        case .appearing: appears != playsBackward
        case .disappearing: appears == playsBackward
        }
      return isMet ? counting(inner, appears) : []
    }
  }

  private func collect(
    _ view: Handle<View>, _ modifiers: [Modifier], _ appears: Bool, _ delay: Double, _ views: inout [ModifiedView]
  ) {
    var made = ModifiedView(view: view, appears: appears, modifiers: [], delay: delay)
    var cascade: (step: Double, order: CascadeOrder)?
    for modifier in modifiers {
      switch modifier {
      case .duration(let seconds): made.duration = seconds ?? -1
      case .delay(let seconds): made.delay += seconds
      case .timing(let curve): made.timing = .curve(curve, duration: 0)
      case .spring(let stiffness, let damping):
        made.timing = (try? Spring(stiffness: stiffness, damping: damping)).map(Timing.spring)
      case .matchLongest: made.matchesLongest = true
      case .cascade(let step, let order): cascade = (step, order)
      default: made.modifiers.append(modifier)
      }
    }
    guard let cascade else {
      if !made.modifiers.isEmpty { views.append(made) }
      return
    }
    let rest = modifiers.filter { if case .cascade = $0 { false } else { true } }
    for (i, child) in cascaded(view, cascade.order).enumerated() {
      let own = engine.modifiers[child].map { counting($0, appears) } ?? rest
      collect(child, own, appears, delay + Double(i) * cascade.step, &views)
    }
  }

  /// A view's children in the order of a cascade; those at one place in the tree's order.
  private func cascaded(_ view: Handle<View>, _ order: CascadeOrder) -> [Handle<View>] {
    let size = (try? engine.numbers(.frame, of: view)) ?? [0, 0, 0, 0]
    let places = engine.scene.children(of: view).map { child -> (view: Handle<View>, place: Double) in
      let frame = (try? engine.numbers(.frame, of: child)) ?? [0, 0, 0, 0]
      let (x, y) = (frame[0] + frame[2] / 2, frame[1] + frame[3] / 2)
      let far = Elementary.length(x - size[2] / 2, y - size[3] / 2)
      let place: Double =
        switch order {
        case .leftToRight: x
        case .rightToLeft: -x
        case .topToBottom: y
        case .bottomToTop: -y
        case .radial: far
        case .inverseRadial: -far
        }
      return (child, place)
    }
    return places.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }.map(\.element.view)
  }

  /// Seconds that a view takes, before it is matched with others.
  private func length(of view: ModifiedView) throws -> Double {
    if case .spring(let spring)? = view.timing {
      return spring.restTime(distance: 1, velocity: 0, threshold: MotionUnit.progress.threshold)
    }
    guard let duration = view.duration else { return duration }
    return duration >= 0 ? duration : Self.automaticDuration(way: try way(of: view))
  }

  /// Hero's duration of what goes a way, in seconds.
  static func automaticDuration(way: Double) -> Double { 0.208 + min(way, 500) / 3000 }

  private func way(of view: ModifiedView) throws -> Double {
    let frame = try engine.numbers(.frame, of: view.view)
    var way = 0.0
    for modifier in view.modifiers {
      switch modifier {
      case .translate(let x, let y): way += Elementary.length(x.units(of: frame[2]), y.units(of: frame[3]))
      case .scale(let x, let y): way += Elementary.length((1 - x) * frame[2], (1 - y) * frame[3])
      default: break
      }
    }
    return way
  }

  private func plan(_ view: ModifiedView, _ longest: Double) throws {
    let changes = try view.modifiers.flatMap { try self.changes($0, of: view.view) }
    var seconds = try length(of: view)
    if view.matchesLongest { seconds = max(longest - view.delay, 0) }
    var timing = view.timing ?? .curve(.easeInOut, duration: 0)
    if case .curve(let curve, _) = timing { timing = .curve(curve, duration: seconds) }
    if view.appears { for change in changes { try engine.set(change.property, of: view.view, to: change.far) } }
    try engine.animate(.init(timing, delay: view.delay)) {
      for change in changes {
        try engine.set(change.property, of: view.view, to: view.appears ? change.natural : change.far)
      }
    }
  }

  /// What a modifier makes of a view: its own numbers, and those at the far end.
  private func changes(
    _ modifier: Modifier, of view: Handle<View>
  ) throws -> [(property: Property, natural: [Double], far: [Double])] {
    func change(_ property: Property, _ far: (inout [Double]) -> Void) throws -> [(Property, [Double], [Double])] {
      let natural = try engine.numbers(property, of: view)
      var numbers = natural
      far(&numbers)
      return [(property, natural, numbers)]
    }
    switch modifier {
    case .fade(let alpha): return try change(.alpha) { $0[0] *= alpha }
    case .scale(let x, let y):
      return try change(.scale) {
        $0[0] *= x
        $0[1] *= y
      }
    case .translate(let x, let y):
      let frame = try engine.numbers(.frame, of: view)
      return try change(.translation) {
        $0[0] += x.units(of: frame[2])
        $0[1] += y.units(of: frame[3])
      }
    case .rotate(let angle): return try change(.rotation) { $0[0] += angle }
    case .corner(let radius): return try change(.corner) { $0[0] = radius }
    case .background(let color):
      let numbers = color.components(in: engine.colorSpace(of: view) ?? .oklab)
      return try change(.background) { $0 = numbers }
    default: return []
    }
  }
}

extension Engine {
  /// The modifiers of a view by itself; they count in runs whose plan is modifiers, in place of those of its screen.
  public func modifiers(of view: Handle<View>) -> [Modifier] { modifiers[view] ?? [] }

  /// Sets them; an empty list takes them away. Throws when the view has been released.
  public func setModifiers(_ modifiers: [Modifier], of view: Handle<View>) throws(SegueError) {
    guard isAlive(view) else { throw SegueError("modifiers: the view has been released") }
    self.modifiers[view] = modifiers.isEmpty ? nil : modifiers
  }
}
