// Layout moves: where views stood before something laid them out anew, and the way from there (first, last, invert, play).

/// Where views stand on the stage, how they look, and how fast that changes.
struct LayoutShot {
  private struct Element {
    var view: Handle<View>
    var parent: Handle<View>?
    var states: [LaneState]
    var targets: [Double]
    /// On the stage, a moment ago, now and a moment later.
    var transforms: [Transform]
  }

  private let engine: Engine
  private var elements: [Element] = []
  /// Whether it is of the plan that is being written.
  private let isPlanned: Bool

  /// A time so short that nobody could see a step, in seconds.
  private static let step = 1.0 / 4096
  /// Lanes that move as one value.
  private static let groups: [Range<Int>] = Property.all.compactMap { property in
    guard let offset = property.offset, property != .z else { return nil }
    // Parts go with what they are parts of.
    let isPart = Property.all.contains {
      $0 != property && $0.count > property.count && ($0.offset ?? 99) <= offset && offset < ($0.offset ?? 99) + $0.count
    }
    return isPart ? nil : offset..<offset + property.count
  }

  init(_ engine: Engine, _ views: [Handle<View>], planned: Bool) {
    (self.engine, isPlanned) = (engine, planned)
    for view in views {
      guard let record = engine.scene.views[view] else { continue }
      let lanes = (0..<Int32(ViewLane.count)).map { Lane(index: record.lanes + $0, precision: .float) }
      elements.append(
        Element(
          view: view, parent: record.parent, states: lanes.map(state), targets: lanes.map(engine.wanted),
          transforms: transforms(of: view)))
    }
  }

  var isEmpty: Bool { elements.isEmpty }

  private func state(_ lane: Lane) -> LaneState {
    isPlanned ? LaneState(position: engine.wanted(lane), velocity: 0) : engine.motion.state(lane, at: engine.moment)
  }

  private func transforms(of view: Handle<View>) -> [Transform] {
    [-Self.step, 0, Self.step].map { offset in
      var transform = Transform.identity
      var place: Handle<View>? = view
      while let view = place, let record = engine.scene.views[view] {
        let pose = engine.scene.pose(of: record) { lane in
          let state = state(lane)
          return state.position + offset * state.velocity
        }
        transform = pose.transform.appending(inner: transform)
        place = record.parent
      }
      return transform
    }
  }

  /// Moves what stands or looks otherwise now from how it was to how it is, with the velocity that it had.
  func glide(_ options: Engine.MotionOptions) throws(SegueError) -> Handle<Animator> {
    var (starts, ends): ([Destination], [Destination]) = ([], [])
    for element in elements {
      guard let record = engine.scene.views[element.view] else { continue }
      let states = start(of: element, record)
      for group in Self.groups {
        let lanes = LaneRange(base: record.lanes + Int32(group.lowerBound), count: Int32(group.count), precision: .float)
        guard goes(element, states, group, lanes) else { continue }
        var start = Destination(lanes: lanes, target: .zero, unit: ViewLane.units[group.lowerBound])
        var (end, velocity) = (start, SIMD4<Double>.zero)
        for (j, lane) in group.enumerated() {
          start.target[j] = states[lane].position
          velocity[j] = states[lane].velocity
          end.target[j] = engine.wanted(lanes[j])
        }
        if !isPlanned { end.velocity = velocity }
        starts.append(start)
        ends.append(end)
      }
    }
    if isPlanned, let recording = engine.recordings.last {
      recording.plan?.hold(starts, at: recording.position)
      return try engine.start(ends, options)
    }
    let outer = engine.recordings
    engine.recordings = []
    defer { engine.recordings = outer }
    for start in starts { engine.write(start) }
    return try engine.start(ends, options)
  }

  /// Whether a value has a way to go that nothing brings it already.
  private func goes(_ element: Element, _ states: [LaneState], _ group: Range<Int>, _ lanes: LaneRange) -> Bool {
    group.enumerated().contains { j, lane in
      let (target, state) = (engine.wanted(lanes[j]), states[lane])
      if !isPlanned, engine.motion.isMoving(lanes[j]), target == element.targets[lane] { return false }
      return (state.position - target).magnitude > 1e-6 || state.velocity.magnitude > 1e-6
    }
  }

  /// How an element has to start in the parent that it has now.
  private func start(of element: Element, _ record: View) -> [LaneState] {
    guard record.parent != element.parent else { return element.states }
    let parents = record.parent.map { parent in
      elements.first { $0.view == parent }?.transforms ?? transforms(of: parent)
    }
    func target(_ lane: Int) -> Double { engine.wanted(Lane(index: record.lanes + Int32(lane), precision: .float)) }
    let offsets = [-Self.step, 0, Self.step]
    let lanes = [
      ViewLane.x, ViewLane.y, ViewLane.width, ViewLane.height, ViewLane.scaleX, ViewLane.scaleY, ViewLane.rotation,
    ]
    var numbers: [[Double]] = []
    for (i, offset) in offsets.enumerated() {
      func old(_ lane: Int) -> Double { element.states[lane].position + offset * element.states[lane].velocity }
      guard let inverse = parents.map({ $0[i].inverse }) ?? .identity else { return element.states }
      var pose = Pose(frame: Rect(0, 0, max(0, old(ViewLane.width)), max(0, old(ViewLane.height))))
      let local = inverse.appending(inner: element.transforms[i])
      pose.take(local)
      let rotation = target(ViewLane.rotation)
      numbers.append([
        pose.translation.x - target(ViewLane.translationX), pose.translation.y - target(ViewLane.translationY),
        pose.frame.width, pose.frame.height, pose.scale.x, pose.scale.y,
        rotation + (pose.rotation - rotation).remainder(dividingBy: 360),
      ])
    }
    var states = element.states
    for (j, lane) in lanes.enumerated() {
      states[lane] = LaneState(position: numbers[1][j], velocity: (numbers[2][j] - numbers[0][j]) / (2 * Self.step))
    }
    for lane in [ViewLane.translationX, ViewLane.translationY] {
      states[lane] = LaneState(position: target(lane), velocity: 0)
    }
    return states
  }
}

extension Engine {
  /// Lets `body` lay views out anew, or put them into other parents, and moves them from where they stood on the stage to where
  /// they stand then. What moves already goes on from where it is, as fast as it is. Inside a plan the way is planned, and other
  /// parents are undone with the run.
  /// - Parameter views: Those that may move; nil: everything on the stage.
  @discardableResult public func flip(
    _ views: [Handle<View>]? = nil, _ options: MotionOptions = .init(), _ body: () throws -> Void
  ) throws -> Handle<Animator> {
    let views = views ?? scene.roots.flatMap { [$0] + scene.descendants(of: $0) }
    if let gone = views.first(where: { !scene.isAlive($0) }) {
      throw SegueError("flip: view \(views.firstIndex(of: gone)! + 1) has been released")
    }
    guard recordings.last?.block == nil else {
      throw SegueError("flip cannot stand inside the function of an animate: it moves what it lays out by itself")
    }
    let planned = isPlanning
    if planned, let saved = recordings.first?.elements?.saved {
      for view in views { try saved.save(view, ignoring: [.frame, .transform, .alpha, .hidden]) }
    }
    let shot = LayoutShot(self, views, planned: planned)
    try body()
    return try shot.glide(options)
  }
}
