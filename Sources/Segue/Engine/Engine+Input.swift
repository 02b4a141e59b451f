// What input finds: recognisers that wait for time, places in views, and who may be touched while something moves.

extension Engine {
  /// Sees to it that the engine's time passes for the recogniser that waits for the earliest moment.
  func setGestureAlarm() {
    let next = gestures.nextDeadline
    guard next != gestureAlarm?.time else { return }
    if let gestureAlarm { queue.cancel(gestureAlarm.name) }
    gestureAlarm = next.map { time in
      let name = after(time) { [unowned self] in
        gestureAlarm = nil
        gestures.advance(to: time)
        setGestureAlarm()
      }
      return (time, name)
    }
  }

  /// Makes a gesture's translation count from another point: it reads as `translation` now. Without a gesture under way, and for a
  /// kind without a translation, nothing changes. Throws for numbers that are not finite or beyond any stage.
  public func setTranslation(_ translation: Point, of recognizer: Handle<Recognizer>) throws(SegueError) {
    for (name, number) in [("x", translation.x), ("y", translation.y)] {
      if let problem = InputEvent.problem(of: number, named: name, limit: GestureConstants.largestCoordinate) {
        throw SegueError("translation: \(problem)")
      }
    }
    gestures.setTranslation(translation, of: recognizer)
    reports[recognizer]?.translation = translation
  }

  /// Where a point of the stage is in a view, and how large that is; nil for a view that is scaled to nothing.
  func place(of point: Point, in view: Handle<View>) -> Contact.Place? {
    guard let transform = scene.absoluteTransform(of: view)?.inverse, let bounds = scene.bounds(of: view) else { return nil }
    return Contact.Place(point: transform.apply(point), size: Size(bounds.width, bounds.height), transform: transform)
  }

  /// Whether any of a view's own numbers moves or is going to. What a timeline holds rests where it is to end.
  func isMoving(viewLanes base: Int32) -> Bool {
    (0..<Int32(ViewLane.count)).contains { offset in
      let lane = Lane(index: base + offset, precision: .float)
      guard motion.isMoving(lane) else { return false }
      return motion.owner(lane).holder >= 0 || motion.sum(of: lane) != nil || motion.shown(lane) != motion.target(lane)
    }
  }

  /// Whether contacts that go down now may reach a recogniser: not while a run under way keeps its stage for itself.
  func admitsInput(_ recognizer: Recognizer) -> Bool {
    for run in runs where run.state != .ended {
      guard let input = run.definition?.input, input != .passed, scene.holds(run.stage, recognizer.view) else { continue }
      if input == .blocked || !recognizer.settings.isCatcher { return false }
    }
    return true
  }
}
