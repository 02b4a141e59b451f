// A view that shows a part of a larger content, which fingers, touchpads and wheels move.

/// How a scroll view behaves. Lengths are stage units.
public struct ScrollBehaviour: Equatable, Sendable {
  public enum Axis: String, CaseIterable, Sendable { case x, y, both }

  public var axis = Axis.y
  /// With both axes: whether a drag keeps to the one along which it starts.
  public var locksAxis = false
  /// Rests on multiples of the view's size.
  public var isPaging = false
  /// Offsets to rest on; empty: anywhere.
  public var snap: [Double] = []
  /// Whether one swipe may pass several pages or snap points.
  public var allowsLongSwipes = false
  /// Whether it may be pulled beyond its ends and runs over them.
  public var bounces = true
  /// How much of a small pull beyond an end it follows. UIScrollView's.
  public var stiffness = GestureConstants.scrollStiffness
  /// The share of its velocity that it keeps each millisecond; nil: the device's.
  public var deceleration: Double?
  /// How far one step of a wheel goes.
  public var wheelStep = GestureConstants.wheelStep
  /// Slower swipes between pages or snap points go to the nearest, in stage units per second; nil: the device's.
  public var swipeSpeed: Double?
  /// Beyond this speed a long swipe's reach grows by a parabola with this factor.
  public var longSwipeSpeed = GestureConstants.longSwipeSpeed
  public var longSwipeFactor = GestureConstants.longSwipeFactor
  /// Whether hands move it.
  public var isEnabled = true

  public init() {}

  /// A sentence about what is wrong, or nil.
  public var problem: String? {
    if let bad = snap.first(where: { !$0.isFinite || abs($0) > SceneLimit.magnitude }) {
      return "snap expected numbers within ±\(SceneLimit.magnitude), got \(bad)"
    }
    let lengths = [
      ("stiffness", stiffness), ("wheel_step", wheelStep), ("swipe_speed", swipeSpeed ?? 1),
      ("long_swipe_speed", longSwipeSpeed),
      ("long_swipe_factor", longSwipeFactor),
    ]
    for (name, number) in lengths where !(number > 0 && number <= GestureConstants.largestCoordinate) {
      return "\(name) expected a number above 0, up to \(GestureConstants.largestCoordinate), got \(number)"
    }
    if let deceleration, !(deceleration > 0 && deceleration < 1) {
      return "deceleration expected a number above 0 and below 1, got \(deceleration)"
    }
    return nil
  }
}

/// The parts of a scroll view and where it stands. The content view's own x and y are the offset, turned round, so whatever moves
/// a view moves it: a finger, a throw, a spring, a timeline.
public final class ScrollView {
  unowned let engine: Engine
  /// What is on screen; it clips.
  public let view: Handle<View>
  /// What is scrolled; what should scroll goes into it.
  public let content: Handle<View>
  public private(set) var behaviour: ScrollBehaviour
  /// nil: as far as the content's children reach.
  public private(set) var givenContentSize: Size?
  /// What a drag goes on as that reaches an end: asked once, when the finger first goes on that way. Coming back gives the scroll
  /// view its way again.
  public var handOvers: [SwipeDirection: () -> Interaction?] = [:]

  private var offsets = Observers<Point>()
  private var rests = Observers<Void>()
  private var told = Point.zero
  private var wasMoving = false
  /// The range of each axis when it was last looked at.
  private var heldTo: [ClosedRange<Double>?] = [nil, nil]

  /// One axis in a hand.
  struct Grip {
    /// Where a finger would have to be for what is shown, without a band.
    var origin: Double
    /// Where it rested or was caught.
    var start: Double
    /// What a drag beyond an end goes on as, and which end.
    var outer: ScrollView?
    var interaction: Interaction?
    var heading: SwipeDirection?
  }
  var grips: [Grip?] = [nil, nil]
  var pan: Handle<Recognizer>?
  var isHeld = false

  init(_ engine: Engine, view: Handle<View>, content: Handle<View>, _ behaviour: ScrollBehaviour) {
    (self.engine, self.view, self.content, self.behaviour) = (engine, view, content, behaviour)
  }

  // MARK: Geometry

  private func size(_ view: Handle<View>) -> Size {
    let frame = (try? engine.numbers(.frame, of: view)) ?? [0, 0, 0, 0]
    return Size(frame[2], frame[3])
  }

  public var viewSize: Size { size(view) }

  public var contentSize: Size {
    if let givenContentSize { return givenContentSize }
    var extent = Size(0, 0)
    for child in engine.children(of: content) {
      guard let frame = try? engine.numbers(.frame, of: child) else { continue }
      extent = Size(max(extent.width, frame[0] + frame[2]), max(extent.height, frame[1] + frame[3]))
    }
    return extent
  }

  /// Sets the size of what is scrolled; nil: as far as the content's children reach. Throws for sides below 0 or not finite.
  public func setContentSize(_ size: Size?) throws(SegueError) {
    if let size,
      !(size.width >= 0 && size.height >= 0 && size.width <= SceneLimit.magnitude && size.height <= SceneLimit.magnitude)
    {
      throw SegueError("content_size expected sides from 0 to \(SceneLimit.magnitude), got \(size.width) × \(size.height)")
    }
    givenContentSize = size
    engine.changed = true
  }

  /// Changes how it behaves. Throws for numbers that make no sense, and nothing has changed then.
  public func setBehaviour(_ behaviour: ScrollBehaviour) throws(SegueError) {
    if let problem = behaviour.problem { throw SegueError(problem) }
    let before = self.behaviour
    self.behaviour = behaviour
    if before.axis != behaviour.axis || before.locksAxis != behaviour.locksAxis { engine.watch(self) }
    if !behaviour.isEnabled, let pan { engine.cancelGesture(pan) }
  }

  /// Whether an axis, 0 or 1, is one that it scrolls along.
  func scrolls(_ axis: Int) -> Bool { behaviour.axis == .both || (behaviour.axis == .x) == (axis == 0) }

  /// The offsets at which an axis may rest.
  func range(_ axis: Int) -> ClosedRange<Double> {
    guard scrolls(axis) else { return 0...0 }
    let (view, content) = (viewSize, contentSize)
    return 0...max(0, axis == 0 ? content.width - view.width : content.height - view.height)
  }

  /// Where it may rest along an axis, in ascending order; empty: anywhere.
  func points(_ axis: Int) -> [Double] {
    let range = range(axis)
    var points = behaviour.snap
    if behaviour.isPaging {
      let page = axis == 0 ? viewSize.width : viewSize.height
      if page > 0 { points += (0...Int(min(range.upperBound / page, 100_000))).map { Double($0) * page } }
      points.append(range.upperBound)
    }
    return Set(points.filter(range.contains)).sorted()
  }

  /// Whether an axis may rest there, as exactly as a view's place is kept.
  private func isLegal(_ offset: Double, in range: ClosedRange<Double>) -> Bool {
    let slack = 1e-3 + range.upperBound * Double(Float.ulpOfOne)
    return offset >= range.lowerBound - slack && offset <= range.upperBound + slack
  }

  static let properties: [Property] = [.x, .y]

  /// What is shown: how far the content's corner is beyond the view's.
  public var offset: Point { Point(offset(0), offset(1)) }

  func offset(_ axis: Int) -> Double { -((try? engine.shownNumbers(Self.properties[axis], of: content)[0]) ?? 0) }

  /// Where it will rest.
  public var target: Point { Point(target(0), target(1)) }

  func target(_ axis: Int) -> Double { -((try? engine.numbers(Self.properties[axis], of: content)[0]) ?? 0) }

  /// The velocity of the offset, in stage units per second.
  func velocity(_ axis: Int) -> Double { -((try? engine.velocity(Self.properties[axis], of: content)[0]) ?? 0) }

  public var isDragging: Bool { grips.contains { $0 != nil } }
  public var isMoving: Bool { engine.hasMotion(content) }

  /// The band beyond an end: it yields the view's size at most.
  func band(_ axis: Int) -> RubberBand? {
    let size = axis == 0 ? viewSize.width : viewSize.height
    guard behaviour.bounces, size > 0 else { return nil }
    return try? RubberBand(limit: size, stiffness: behaviour.stiffness)
  }

  /// The scroll view around it that scrolls along the same axis.
  func outer(_ axis: Int) -> ScrollView? {
    var place = engine.parent(of: view)
    while let view = place {
      if let other = engine.scrollViews[view], other.scrolls(axis), other.behaviour.isEnabled { return other }
      place = engine.parent(of: view)
    }
    return nil
  }

  // MARK: Moving

  /// Puts the offset somewhere at once, held to what it may be.
  public func setOffset(_ offset: Point) throws(SegueError) {
    for axis in 0...1 {
      let wanted = axis == 0 ? offset.x : offset.y
      guard wanted.isFinite else { throw SegueError("offset expected finite numbers, got \(wanted)") }
      let range = range(axis)
      try engine.set(Self.properties[axis], of: content, to: [-min(max(wanted, range.lowerBound), range.upperBound)])
    }
  }

  /// Moves the offset, held to what it may be; nil leaves an axis alone.
  @discardableResult public func scroll(
    x: Double? = nil, y: Double? = nil, _ options: Engine.MotionOptions = .init()
  ) throws(SegueError) -> Handle<Animator> {
    var changes: [Engine.Change] = []
    for (axis, wanted) in [x, y].enumerated() {
      guard let wanted else { continue }
      guard wanted.isFinite else { throw SegueError("offset expected finite numbers, got \(wanted)") }
      let range = range(axis)
      changes.append(
        Engine.Change(
          Self.properties[axis], SIMD4(-min(max(wanted, range.lowerBound), range.upperBound), 0, 0, 0)))
    }
    return try engine.move(content, changes, options)
  }

  /// The offset nearest to the present target at which a view inside is seen whole, or its beginning if it is too large.
  public func offset(showing view: Handle<View>) throws(SegueError) -> Point {
    guard let frame = try? engine.numbers(.frame, of: view), let corner = engine.convert(.zero, from: view, to: content) else {
      throw SegueError("scroll_to: the view has been released")
    }
    var inside = engine.parent(of: view)
    while let place = inside, place != content { inside = engine.parent(of: place) }
    guard inside == content else { throw SegueError("scroll_to: the view is not inside the scroll view's content") }
    func place(_ axis: Int, _ start: Double, _ length: Double, _ room: Double) -> Double {
      let now = target(axis)
      if start < now || length > room { return start }
      return max(now, start + length - room)
    }
    let room = viewSize
    return Point(place(0, corner.x, frame[2], room.width), place(1, corner.y, frame[3], room.height))
  }

  /// Lets an axis go with a velocity of the offset: it is thrown, springs to where it must rest, or runs over an end and back.
  func release(_ axis: Int, from start: Double, velocity: Double, _ device: InputEvent.Device) {
    guard scrolls(axis) else { return }
    let range = range(axis)
    var options = Engine.DecayOptions(velocity: [-velocity])
    let kept = device == .touchpad ? GestureConstants.decelerationTouchpad : GestureConstants.decelerationTouch
    options.decay = Decay(keeping: behaviour.deceleration ?? kept)
    let points = points(axis)
    if points.isEmpty {
      options.bounds = -range.upperBound ... -range.lowerBound
      if behaviour.bounces { options.bounce = Spring() }
    } else {
      var swipe = SwipeProjection(points: points, distance: 1)
      swipe.allowsLongSwipes = behaviour.allowsLongSwipes
      swipe.device = device
      (swipe.leastSpeed, swipe.longSwipeSpeed) = (behaviour.swipeSpeed, behaviour.longSwipeSpeed)
      swipe.longSwipeFactor = behaviour.longSwipeFactor
      options.snap = [-swipe.end(from: start, position: offset(axis), velocity: velocity)]
    }
    _ = try? engine.decay(content, [(Self.properties[axis], options)])
  }

  /// A wheel turned by a number of steps along an axis. False if it cannot go that way.
  func turn(_ axis: Int, _ steps: Double) -> Bool {
    let (range, now) = (range(axis), target(axis))
    guard behaviour.isEnabled, scrolls(axis), steps > 0 ? now < range.upperBound : now > range.lowerBound else { return false }
    let points = points(axis)
    let next: Double
    if points.isEmpty {
      next = now + steps * behaviour.wheelStep
    } else {
      next = (steps > 0 ? points.first { $0 > now } : points.last { $0 < now }) ?? now
    }
    let options = Engine.MotionOptions(.spring(GestureConstants.wheelSpring))
    _ = axis == 0 ? try? scroll(x: next, options) : try? scroll(y: next, options)
    return true
  }

  // MARK: Telling

  /// Hears of the offset at most once a frame in which it has changed; returns a name to take the handler away by.
  @discardableResult public func onScroll(_ call: @escaping (Point) -> Void) -> UInt64 { offsets.add(call) }
  public func removeScrollHandler(_ name: UInt64) { offsets.remove(name) }
  /// Hears when it comes to rest.
  @discardableResult public func onRest(_ call: @escaping () -> Void) -> UInt64 { rests.add { call() } }
  public func removeRestHandler(_ name: UInt64) { rests.remove(name) }

  /// Once a frame: sees to it that the offset may be what it is, and tells what has changed. True if anybody heard.
  func note() -> Bool {
    let (offset, isMoving) = (offset, isMoving || isDragging || isHeld)
    for axis in 0...1 where scrolls(axis) && grips[axis] == nil && !isHeld {
      // The view or the content may have another size now.
      let range = range(axis)
      let isNew = range != heldTo[axis]
      heldTo[axis] = range
      if isNew || !isMoving, !isLegal(target(axis), in: range) {
        release(axis, from: target(axis), velocity: velocity(axis), .touch)
      }
    }
    var heard = false
    if offset != told {
      told = offset
      for call in offsets.calls {
        call(offset)
        heard = true
      }
    }
    let rested = wasMoving && !isMoving
    wasMoving = isMoving
    if rested {
      for call in rests.calls {
        call(())
        heard = true
      }
    }
    return heard
  }
}
