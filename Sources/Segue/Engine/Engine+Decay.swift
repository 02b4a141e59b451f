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
    /// What becomes of the motions that the value has: replaced, or waited for. What waits is thrown with the velocity given, or
    /// the one that the value has then.
    public var policy: OwnershipPolicy

    public init(
      velocity: [Double]? = nil, decay: Decay = .natural, snap: [Double] = [], bounds: ClosedRange<Double>? = nil,
      bounce: Spring? = nil, policy: OwnershipPolicy = .replace
    ) {
      (self.velocity, self.decay, self.snap, self.bounds, self.bounce) = (velocity, decay, snap, bounds, bounce)
      self.policy = policy
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
      return Part(lanes: part.lanes, unit: part.unit, isAngle: record.kind == .angle, options: options)
    }
    return try start(parts, completion)
  }

  /// Lanes that are thrown alike.
  private struct Part {
    var lanes: LaneRange
    var unit: MotionUnit?
    /// Whether the snap points are directions.
    var isAngle = false
    var options: DecayOptions
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
  /// - Throws: `SegueError` for numbers as above, for `center`, which is not a property of its own: throw `x` and `y`; and for
  ///   properties of which some wait and some do not, since all of it is one motion.
  @discardableResult public func decay(
    _ view: Handle<View>, _ throws: [(property: Property, options: DecayOptions)], completion: ((EndReason) -> Void)? = nil
  ) throws(SegueError) -> Handle<Animator> {
    var parts: [Part] = []
    for (property, options) in `throws` {
      guard property != .center else { throw SegueError("decay: center cannot be thrown; throw x and y") }
      let lanes = try lanes(property, of: view)
      for v in options.velocity ?? [] where v.isFinite && v.magnitude > SceneLimit.velocity {
        throw SegueError("\(property.name): velocity expected numbers within ±\(SceneLimit.velocity), got \(v)")
      }
      do { try check(options, count: Int(lanes.count)) } catch { throw SegueError("\(property.name): \(error)") }
      guard options.policy == `throws`[0].options.policy else {
        throw SegueError(
          "\(property.name): policy expected the same as that of \(`throws`[0].property.name), since both are one motion")
      }
      let unit = MotionUnit(threshold: property.unit.threshold, reach: property.unit.reach)
      parts.append(Part(lanes: lanes, unit: unit, options: options))
    }
    for (property, _) in `throws` { try rethrowing { () throws(SceneError) in try scene.noteSet(property, of: view) } }
    return try start(parts, completion)
  }

  private func start(_ parts: [Part], _ completion: ((EndReason) -> Void)?) throws(SegueError) -> Handle<Animator> {
    guard recordings.last?.plan == nil else {
      throw SegueError("decay: where a throw ends is not known in a plan; move the value with a spring there")
    }
    changed = true
    let animator = animators.insert(
      Animator(waiting: parts.reduce(0) { $0 + Int($1.lanes.count) }, completions: completion.map { [$0] } ?? []))
    if parts.first?.options.policy == .queue {
      // Where they go is not known before they start: they only say which lanes they wait for.
      let waiting = parts.map { Destination(lanes: $0.lanes, target: .zero, unit: $0.unit) }
      takeTurn(waiting, delay: 0, animator) { [unowned self] left in
        let lanes = left.flatMap { each in (0..<Int(each.lanes.count)).map { each.lanes[$0] } }
        animators[animator]!.waiting = lanes.count
        launch(parts, on: lanes.contains, animator)
      }
      return animator
    }
    for part in parts { interruptTurns(part.lanes) }
    launch(parts, on: { _ in true }, animator)
    if parts.isEmpty { end(animator, .finished, at: moment) }
    return animator
  }

  /// Throws the lanes that `isThrown` names, on behalf of an animator that waits for each of them.
  private func launch(_ parts: [Part], on isThrown: (Lane) -> Bool, _ animator: Handle<Animator>) {
    for part in parts {
      for j in 0..<Int(part.lanes.count) where isThrown(part.lanes[j]) {
        var options = part.options
        if part.isAngle { options.snap = directions(options, from: motion.state(part.lanes[j], at: moment)) }
        motion.decay(
          part.lanes[j],
          Throw(
            velocity: options.velocity?[j], decay: options.decay, snaps: options.snap, bounds: options.bounds,
            bounce: options.bounce),
          unit: part.unit, at: moment, animator: animator)
      }
    }
    noteDue()
    settleEndings()
  }

  private func check(_ options: DecayOptions, count: Int) throws(SegueError) {
    if let velocity = options.velocity { try check(velocity, "velocity", count: count) }
    try check(options.snap, "snap")
    // However far away, a bound is only compared with; an open one is as far as numbers go.
    if let bounds = options.bounds {
      for x in [bounds.lowerBound, bounds.upperBound] where !x.isFinite {
        throw SegueError("bounds: expected a finite number, got \(x)")
      }
    }
    guard Decay.rates.contains(options.decay.rate) else {
      let (least, most) = (Decay.rates.lowerBound, Decay.rates.upperBound)
      throw SegueError("decay: rate expected a number from \(least) to \(most), got \(options.decay.rate)")
    }
    guard options.policy != .add else {
      throw SegueError("decay: policy expected replace or queue; what is added has a target, and a throw has none")
    }
  }
}
