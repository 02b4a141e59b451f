// Shared elements: one that both screens of a run have flies from where the one has it to where the other does.

extension Run {
  /// Plans the flight of an element that both screens have under one id: from its place, size, turn and look in the one to those
  /// in the other, in front of both screens. Both elements are out of sight until the run has ended, and then as they were. An
  /// element that flies already, of a run that was interrupted, flies on from where it is, as fast as it is.
  ///
  /// An id that a screen does not have is reported, and nothing flies; of several with one id the first flies, and the report says
  /// where they are.
  /// - Parameter motion: As of any entry of a plan; without a timing it takes what is left of the run's duration.
  /// - Throws: `SegueError` outside the planning of this run, for the same id twice, and for options that make no sense.
  @discardableResult public func share(
    _ id: String, _ options: ShareOptions = .init(), _ motion: Engine.MotionOptions = .init()
  ) throws(SegueError) -> Handle<Animator> {
    guard elements.isPlanning, let recording = engine.recordings.last else {
      throw SegueError("share: elements are shared where the run is planned, in animate")
    }
    guard options.arc >= -1, options.arc <= 1 else {
      throw SegueError("share: arc expected a number, −1 to 1, got \(options.arc)")
    }
    guard !motion.playsAsEffect else { throw SegueError("share: a flight goes once, from one screen to the other") }
    guard !elements.flights.contains(where: { $0.id == id }) else {
      throw SegueError("share: \"\(id.quotable)\" is shared already")
    }
    var motion = motion
    if motion.timing == nil {
      motion.timing = .curve(.linear, duration: max(0, duration - recording.position - motion.delay))
    }
    try motion.checkForPlan()
    guard let ends = ends(of: id, options) else { return try engine.start([], motion) }
    let flight = try take(off: id, ends, options)
    return try plan(flight, ends, options, motion, recording)
  }

  /// The view that is seen of a shared element on its way. Its translation is where its middle is on the stage, and may be tracked
  /// while a finger holds the run. nil while none of that id flies.
  public func shared(_ id: String) -> Handle<View>? { elements.flights.first { $0.id == id }?.flyer }

  // MARK: Ends

  /// Where a flight starts and ends, written forward.
  private struct Ends {
    var from: Handle<View>
    var to: Handle<View>
    var start: ElementLook
    var end: ElementLook
  }

  private func ends(of id: String, _ options: ShareOptions) -> Ends? {
    let (source, destination) = playsBackward ? (entering, leaving) : (leaving, entering)
    let (there, here) = (elements(id, in: source), elements(id, in: destination))
    guard let from = there.first, let to = here.first else {
      let missing = [(source, there), (destination, here)].filter(\.1.isEmpty).map { screen, _ in
        "nothing in the screen \"\(screen.kind)\" has that id" + suggestion(id, screen)
      }
      tell("nothing flies: \(missing.joined(separator: ", and "))", id)
      return nil
    }
    for hidden in [from, to] where engine.isHidden(hidden) {
      engine.report(.init(severity: .debug, message: "\(title(of: id)) does not fly: \(place(of: hidden)) is hidden"))
      return nil
    }
    func meant(_ lane: Lane) -> LaneState { LaneState(position: engine.motion.target(lane), velocity: 0) }
    guard var start = engine.look(of: from, on: stage, meant)?.look, var end = engine.look(of: to, on: stage, meant)?.look
    else {
      tell("nothing flies: one of the two elements is scaled to nothing, or not on the stage", id)
      return nil
    }
    for (element, look) in [(from, start), (to, end)] where look.isSlanted {
      engine.report(
        .init(severity: .debug, message: "\(title(of: id)): \(place(of: element)) is slanted by its parents, its flight is not")
      )
    }
    if let space = engine.colorSpace(of: to), let own = engine.colorSpace(of: from) {
      start.convertColors(from: own, to: space)
    }
    (start, end) = (start.borrowing(from: end), end.borrowing(from: start))
    end.turn(towards: start)
    if !options.changesCorner { start[ViewLane.corner] = end[ViewLane.corner] }
    return Ends(from: from, to: to, start: start, end: end)
  }

  /// The views of an id in a screen, in the order of drawing.
  private func elements(_ id: String, in screen: Screen) -> [Handle<View>] {
    let found = ([screen.view] + engine.scene.descendants(of: screen.view)).filter { engine.id(of: $0) == id }
    if found.count > 1 {
      let places = found.map(place).joined(separator: " and ")
      tell("the screen \"\(screen.kind)\" has that id \(found.count) times: \(places); the first flies", id)
    }
    return found
  }

  private func title(of id: String) -> String {
    "\(definition?.title ?? "the transition"): share \"\(id.quotable)\""
  }

  private func tell(_ what: String, _ id: String) {
    // A run that is planned once more would say the same once more.
    guard !isReplanning else { return }
    engine.report(.init(severity: .warning, message: "\(title(of: id)): \(what)"))
  }

  private func suggestion(_ id: String, _ screen: Screen) -> String {
    let ids = engine.scene.descendants(of: screen.view).compactMap(engine.id)
    return nearestName(to: id, among: ids).map { "; did you mean \"\($0.quotable)\"?" } ?? ""
  }

  /// Where a view is, by those that hold it: the outermost first, each by its id or its place among its siblings.
  private func place(of view: Handle<View>) -> String {
    var names: [String] = []
    var next: Handle<View>? = view
    while let view = next, view != stage {
      names.append(engine.id(of: view).map { "\"\($0.quotable)\"" } ?? "#\((engine.scene.index(of: view) ?? 0) + 1)")
      next = engine.parent(of: view)
    }
    return names.reversed().joined(separator: " › ")
  }

  // MARK: The flight

  /// A flyer at the start of its way that sets out as what is seen of the element now.
  private func take(off id: String, _ ends: Ends, _ options: ShareOptions) throws(SegueError) -> Flight {
    let motion = engine.motion
    let flight: Flight
    var states: [LaneState]?
    if let known = elements.flightUnderWay(id, over: stage) {
      flight = known
      states = known.states
      flight.claim()
    } else {
      let space = engine.colorSpace(of: ends.to) ?? .oklab
      flight = try Flight(engine, id: id, stage: stage, colorSpace: space)
      let seen = playsBackward ? ends.to : ends.from
      let found = engine.look(of: seen, on: stage) { [elements] lane in
        elements.rewound[lane] ?? motion.state(lane, at: self.engine.moment)
      }
      if var (look, velocity) = found {
        if let own = engine.colorSpace(of: seen) { look.convertColors(from: own, to: space) }
        look = look.borrowing(from: playsBackward ? ends.start : ends.end)
        look.turn(towards: playsBackward ? ends.end : ends.start)
        if !options.changesCorner { (look[ViewLane.corner], velocity[ViewLane.corner]) = (ends.end[ViewLane.corner], 0) }
        states = zip(look.lanes, velocity).map { LaneState(position: $0, velocity: $1) }
      }
    }
    elements.add(flight)
    for lane in 0..<ViewLane.count where lane != ViewLane.z {
      motion.set(flight.lane(lane), ends.start[lane], at: engine.moment)
      elements.carried[flight.lane(lane)] = states?[lane]
    }
    engine.settleEndings()
    return flight
  }

  private func plan(
    _ flight: Flight, _ ends: Ends, _ options: ShareOptions, _ motion: Engine.MotionOptions, _ recording: Recording
  ) throws(SegueError) -> Handle<Animator> {
    func destination(_ first: Int, _ count: Int) -> Destination {
      var destination = Destination(
        lanes: LaneRange(base: flight.lane(first).index, count: Int32(count), precision: .float), target: .zero,
        unit: ViewLane.units[first])
      for j in 0..<count { destination.target[j] = ends.end[first + j] }
      return destination
    }
    let animator = try engine.start(Self.flown.map(destination), motion)
    let start = recording.position + motion.delay
    let length = max(0, (engine.animators[animator]?.plannedEnd ?? start) - start)
    if let plan = recording.plan, !bend(flight, ends, options.arc, motion, plan, from: start, length) {
      _ = try plan.animate([destination(ViewLane.translationX, 2)], motion, at: recording.position)
    }

    let isCut =
      (ends.start[ViewLane.width] * ends.end[ViewLane.height] / max(ends.start[ViewLane.height], 1)
      - ends.end[ViewLane.width]).magnitude > 0.5
    // Images are laid out anew in every box, so nothing of them is left to cut.
    let isLaidOut = options.content == .live && [ends.from, ends.to].allSatisfy(engine.scene.isPlainImage)
    let clips = engine.clips(ends.from) || engine.clips(ends.to) || options.crops && isCut && !isLaidOut
    try engine.setClips(clips, of: flight.flyer)
    try showContent(of: flight, ends, options, recording, from: start, length)
    flight.stand(for: [ends.from, ends.to])
    return animator
  }

  /// The first lane and the number of lanes of what changes on the way, besides the way itself.
  private static let flown: [(Int, Int)] = [
    (ViewLane.x, 4), (ViewLane.scaleX, 2), (ViewLane.rotation, 1), (ViewLane.alpha, 1), (ViewLane.corner, 1),
    (ViewLane.borderWidth, 1), (ViewLane.shadowBlur, 1), (ViewLane.shadowOffsetX, 2), (ViewLane.background, 4),
    (ViewLane.borderColor, 4), (ViewLane.shadowColor, 4),
  ]

  // MARK: The way

  /// Bends the way as a quadratic Bézier curve does whose handle lies, at 1, where the way would turn a corner: up or down last.
  /// - Returns: false for a way that leads along one axis only, which has nothing to bend.
  private func bend(
    _ flight: Flight, _ ends: Ends, _ arc: Double, _ motion: Engine.MotionOptions, _ plan: Timeline, from start: Double,
    _ length: Double
  ) -> Bool {
    let (from, to) = (ends.start.center, ends.end.center)
    guard arc != 0, (to.x - from.x).magnitude >= 1, (to.y - from.y).magnitude >= 1 else { return false }
    func share(_ u: Double) -> Double {
      guard u < 1 else { return 1 }
      switch motion.timing {
      case .curve(let curve, _): return curve.value(u)
      case .spring(let spring): return 1 - spring.factors(at: u * length).c
      case nil: return u
      }
    }
    // Each axis is ahead of the straight way, or behind it, by its part of the handle's.
    let aheadAcross = from.y > to.y ? arc : -arc
    for (lane, target, ahead) in [(ViewLane.translationX, to.x, aheadAcross), (ViewLane.translationY, to.y, -aheadAcross)] {
      let curve = try? Curve.sampled { u in
        let t = share(u)
        return t + ahead * t * (1 - t)
      }
      guard let curve else { return false }
      let destination = Destination(flight.lane(lane), target, ViewLane.units[lane])
      _ = plan.animate([destination], .curve(curve, duration: length), at: start)
    }
    return true
  }

  // MARK: Content

  /// The last part of the way in which a picture fades into what is there, as a share of it.
  static let pictureFade = 0.25

  private func showContent(
    of flight: Flight, _ ends: Ends, _ options: ShareOptions, _ recording: Recording, from start: Double, _ length: Double
  ) throws(SegueError) {
    let arriving = (mirror: Mirror(view: ends.to, crops: options.crops), picture: Snapshot?.none)
    var shown = [arriving]
    let fades: Bool
    if options.content == .picture {
      engine.motion.show(at: engine.moment)
      let picture = engine.scene.picture(of: ends.from, whole: false)
      if picture != nil { shown.insert((Mirror(view: nil, crops: options.crops), picture), at: 0) }
      fades = options.fades ?? true
      if !fades, picture != nil { shown.removeLast() }
    } else {
      fades = options.fades ?? !engine.scene.showsSame(ends.from, ends.to)
      if fades { shown.insert((Mirror(view: ends.from, crops: options.crops), nil), at: 0) }
    }
    let isNew = try flight.show(shown)
    for i in shown.indices {
      let lane = flight.alpha(ofLayer: i)
      if isNew {
        elements.asPlanned.insert(lane)
      } else {
        elements.carried[lane] = engine.motion.state(lane, at: engine.moment)
        engine.motion.set(lane, 1, at: engine.moment)
      }
    }
    guard fades, shown.count == 2, let plan = recording.plan else { return }
    let wait = options.content == .picture ? length * (1 - Self.pictureFade) : 0
    let timing = Timing.curve(.linear, duration: length - wait)
    func fade(_ layer: Int, from: Double, to: Double) {
      let lane = flight.alpha(ofLayer: layer)
      plan.hold([Destination(lane, from, .ratio)], at: 0)
      _ = plan.animate([Destination(lane, to, .ratio)], timing, at: start + wait)
    }
    fade(1, from: 0, to: 1)
    // Under what covers it, it need not go; else it would show through at the end.
    if !engine.scene.covers(ends.to) { fade(0, from: 1, to: 0) }
  }
}

extension ElementLook {
  var center: Point {
    Point(lanes[ViewLane.translationX], lanes[ViewLane.translationY])
  }

  func borrowing(from other: ElementLook) -> ElementLook {
    var look = self
    look.borrow(from: other)
    return look
  }
}

extension Scene {
  /// Whether two views hold the same, whatever their boxes are.
  func showsSame(_ a: Handle<View>, _ b: Handle<View>) -> Bool {
    guard let first = views[a], let second = views[b], first.childCount == second.childCount,
      content(of: a)?.content == content(of: b)?.content
    else { return false }
    return zip(children(of: a), children(of: b)).allSatisfy { isHidden($0) == isHidden($1) && showsSame($0, $1) }
  }

  /// Whether a view holds an image and nothing else.
  func isPlainImage(_ view: Handle<View>) -> Bool {
    guard let record = views[view], record.firstChild == nil else { return false }
    return record.content?.isImage == true
  }

  /// Whether what a view holds surely covers it: an image is taken to be opaque.
  func covers(_ view: Handle<View>) -> Bool {
    guard case .image(let image)? = content(of: view)?.content else { return false }
    return image.fit != .contain
  }
}
