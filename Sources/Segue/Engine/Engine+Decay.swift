// Throwing: values and views' properties that are let go with a velocity.

import Glibc  // floor in builds without optimization

extension Engine {
  /// How a value is thrown, and between what.
  public struct DecayOptions {
    /// Units per second, number by number; nil: the velocity that the value has, as after `track`.
    public var velocity: [Double]?
    public var decay: Decay
    /// Places to rest on. The one nearest to where the throw would end by itself is taken; of two as near, the nearer one ahead.
    /// Those outside the bounds do not count.
    public var snap: [Double]
    /// What the value may not rest beyond. It is reached exactly, at the exact time.
    public var bounds: ClosedRange<Double>?
    /// The spring with which the value runs over a bound and comes back; nil stops it dead there.
    public var bounce: Spring?

    public init(
      velocity: [Double]? = nil, decay: Decay = .natural, snap: [Double] = [], bounds: ClosedRange<Double>? = nil,
      bounce: Spring? = nil
    ) {
      (self.velocity, self.decay, self.snap, self.bounds, self.bounce) = (velocity, decay, snap, bounds, bounce)
    }
  }

  /// Throws a value: it slows down by itself and rests where the throw ends, on a snap point or at a bound. The numbers of a pair,
  /// a vector or a rectangle go each on its own, between the same snap points and bounds. An angle's snap points are directions:
  /// each is met at every turn. All of it, a bounce included, is one motion with one end.
  /// - Throws: `SegueError` naming the number that is not finite or of which there are too many or too few; and for a color, for
  ///   bounds of an angle, which goes round, and for snap points or bounds of a transform, whose numbers have none in common.
  @discardableResult public func decay(
    _ value: Handle<MotionValue>, _ options: DecayOptions = .init(), completion: ((EndReason) -> Void)? = nil
  ) throws(SegueError) -> Handle<Animator> {
    let record = try record(of: value)
    try check(options, count: record.kind.count)
    switch record.kind {
    case .color: throw SegueError("decay: a color cannot be thrown; move it to where it should be")
    case .angle where options.bounds != nil: throw SegueError("decay: an angle goes round and has no bounds; a number has")
    case .transform where options.bounds != nil || !options.snap.isEmpty:
      throw SegueError("decay: a transform's numbers have no snap points or bounds in common; move it to where it should be")
    default: break
    }
    let parts = record.parts.map { part in
      var options = options
      options.velocity = options.velocity.map { Array($0[part.first..<part.first + Int(part.lanes.count)]) }
      if record.kind == .angle { options.snap = directions(options, from: motion.state(part.lanes[0], at: moment)) }
      return (part.lanes, part.unit, options)
    }
    return try start(parts, completion)
  }

  /// An angle's snap points at the turns before and after the place where its throw would end.
  private func directions(_ options: DecayOptions, from state: LaneState) -> [Double] {
    let rest = state.position + options.decay.travel(options.velocity?[0] ?? state.velocity)
    return options.snap.flatMap { snap in
      let before = snap + 360 * floor((rest - snap) / 360)
      return [before, before + 360]
    }
  }

  /// Throws properties of a view, each its own way.
  /// - Throws: `SegueError` for numbers as above, and for `center`, which is not a property of its own: throw `x` and `y`.
  @discardableResult public func decay(
    _ view: Handle<View>, _ throws: [(property: Property, options: DecayOptions)], completion: ((EndReason) -> Void)? = nil
  ) throws(SegueError) -> Handle<Animator> {
    var parts: [(LaneRange, MotionUnit?, DecayOptions)] = []
    for (property, options) in `throws` {
      guard property != .center else { throw SegueError("decay: center cannot be thrown; throw x and y") }
      let lanes = try lanes(property, of: view)
      try check(options, count: Int(lanes.count))
      parts.append((lanes, MotionUnit(threshold: property.unit.threshold, reach: property.unit.reach), options))
    }
    for (property, _) in `throws` { try rethrowing { () throws(SceneError) in try scene.noteSet(property, of: view) } }
    return try start(parts, completion)
  }

  private func start(_ parts: [(LaneRange, MotionUnit?, DecayOptions)], _ completion: ((EndReason) -> Void)?)
    throws(SegueError) -> Handle<Animator>
  {
    guard recordings.last?.plan == nil else {
      throw SegueError("decay: where a throw ends is not known in a plan; move the value with a spring there")
    }
    changed = true
    let animator = animators.insert(
      Animator(waiting: parts.reduce(0) { $0 + Int($1.0.count) }, completions: completion.map { [$0] } ?? []))
    for (lanes, unit, options) in parts {
      interruptTurns(lanes)
      for j in 0..<Int(lanes.count) {
        motion.decay(
          lanes[j],
          Throw(
            velocity: options.velocity?[j], decay: options.decay, snaps: options.snap, bounds: options.bounds,
            bounce: options.bounce),
          unit: unit, at: moment, animator: animator)
      }
    }
    if parts.isEmpty { end(animator, .finished, at: moment) }
    noteDue()
    settleEndings()
    return animator
  }

  private func check(_ options: DecayOptions, count: Int) throws(SegueError) {
    if let velocity = options.velocity { try check(velocity, "velocity", count: count) }
    try check(options.snap, "snap")
    if let bounds = options.bounds { try check([bounds.lowerBound, bounds.upperBound], "bounds") }
    guard options.decay.rate > 0, options.decay.rate.isFinite else {
      throw SegueError("decay: rate expected a finite number above 0, got \(options.decay.rate)")
    }
  }
}
