// Scroll views in hands: one drag, whichever of several scroll views and transitions it moves.

extension ScrollView {
  /// What recognisers of a scroll view report.
  func hear(_ report: GestureReport) {
    let way = [report.translation.x, report.translation.y]
    let speed = [report.velocity.x, report.velocity.y]
    if report.state == .began { for axis in 0...1 where scrolls(axis) { grip(axis) } }
    for axis in 0...1 where grips[axis] != nil {
      drag(axis, -way[axis])
      if report.state == .ended || report.state == .cancelled {
        letGo(axis, velocity: -speed[axis], report.device, cancelled: report.state == .cancelled)
      }
    }
  }

  /// Takes hold of an axis where it is.
  func grip(_ axis: Int) {
    let shown = offset(axis)
    let origin = band(axis)?.position(shown: shown, in: range(axis)) ?? shown
    grips[axis] = Grip(origin: origin, start: target(axis))
    hold(axis)
  }

  /// Stops an axis where it is, in the hand.
  func hold(_ axis: Int) {
    try? engine.track(Self.properties[axis], of: content, at: [-offset(axis)])
  }

  /// Puts an axis where a finger is that has made a way since the grip. What is left of the way beyond an end goes to what the end
  /// hands over to; it is a function of the whole way, so coming back gives back in the opposite order.
  func drag(_ axis: Int, _ way: Double) {
    guard var grip = grips[axis] else { return }
    let (range, wanted) = (range(axis), grip.origin + way)
    let inside = min(max(wanted, range.lowerBound), range.upperBound)
    let left = wanted - inside
    if grip.outer == nil, grip.interaction == nil, left != 0 { engage(axis, &grip, left) }
    var shown = inside
    if let outer = grip.outer {
      outer.drag(axis, left)
    } else if let interaction = grip.interaction, let heading = grip.heading {
      // The other end is nobody's, and keeps its band.
      let along = (left < 0) == (heading == .right || heading == .down) ? abs(left) : 0
      try? interaction.follow(along)
      if along == 0 { shown = band(axis)?.shown(wanted, in: range) ?? inside }
    } else {
      shown = band(axis)?.shown(wanted, in: range) ?? inside
    }
    grips[axis] = grip
    try? engine.track(Self.properties[axis], of: content, at: [-shown])
  }

  /// Finds out what a drag beyond an end goes on as.
  private func engage(_ axis: Int, _ grip: inout Grip, _ left: Double) {
    let heading: SwipeDirection = axis == 0 ? (left < 0 ? .right : .left) : (left < 0 ? .down : .up)
    if let begin = handOvers[heading], let interaction = begin() {
      (grip.interaction, grip.heading) = (interaction, heading)
    } else if let outer = outer(axis), outer.grips[axis] == nil {
      outer.grip(axis)
      grip.outer = outer
    }
  }

  /// Lets go of an axis: whoever the finger moved last goes on with its velocity.
  func letGo(_ axis: Int, velocity: Double, _ device: InputEvent.Device, cancelled: Bool) {
    guard let grip = grips[axis] else { return }
    grips[axis] = nil
    let range = range(axis)
    let shown = offset(axis)
    if let outer = grip.outer {
      let outerMoves = outer.grips[axis].map { outer.offset(axis) != $0.start } ?? false
      let isAtEnd = shown <= range.lowerBound || shown >= range.upperBound
      outer.letGo(axis, velocity: outerMoves && isAtEnd ? velocity : 0, device, cancelled: cancelled)
      return release(axis, from: grip.start, velocity: outerMoves && isAtEnd ? 0 : velocity, device)
    }
    if let interaction = grip.interaction, let heading = grip.heading {
      if cancelled {
        interaction.systemCancelled()
      } else if !interaction.letGo(speed: heading == .right || heading == .down ? -velocity : velocity, device) {
        return release(axis, from: grip.start, velocity: velocity, device)
      }
      return release(axis, from: grip.start, velocity: 0, device)
    }
    let slope = band(axis)?.slope(shown: shown, in: range) ?? (range.contains(shown) ? 1 : 0)
    release(axis, from: grip.start, velocity: cancelled ? 0 : velocity * slope, device)
  }

  /// A finger rests on it: what was thrown stops, and goes on to where it may rest when the finger lifts without a drag.
  func touch(_ report: GestureReport) {
    switch report.state {
    case .began where behaviour.isEnabled && isMoving && !isDragging:
      isHeld = true
      for axis in 0...1 where scrolls(axis) { hold(axis) }
    case .ended, .cancelled:
      guard isHeld else { return }
      isHeld = false
      if !isDragging { for axis in 0...1 { release(axis, from: target(axis), velocity: 0, report.device) } }
    default: break
    }
  }

  /// Whether a drag has anything to move.
  func mayDrag(_ report: GestureReport) -> Bool {
    guard behaviour.isEnabled else { return false }
    let way = report.translation
    return (0...1).contains { axis in
      guard scrolls(axis) else { return false }
      // Along both axes a drag that goes more along the other one still moves this one.
      let heading: SwipeDirection = axis == 0 ? (way.x > 0 ? .right : .left) : (way.y > 0 ? .down : .up)
      return range(axis).upperBound > 0 || handOvers[heading] != nil
    }
  }
}
