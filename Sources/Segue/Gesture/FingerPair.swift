// Two contacts seen as a line, or a touchpad's pinch in their place: what pinches and rotations measure.

/// The line between two contacts.
struct FingerPair: Equatable {
  /// Its length, in stage units; never less than `GestureConstants.leastSpan`.
  var span: Double
  /// Its direction, in degrees clockwise; a touchpad's has turned since it began, by any number of turns.
  var angle: Double
  var center: Point

  /// nil while there are not two contacts.
  init?(_ contacts: [Contact], touchpadSpan: Double = GestureConstants.touchpadSpan) {
    if let contact = contacts.first, let pad = contact.pad {
      span = max(touchpadSpan * pad.scale, GestureConstants.leastSpan)
      angle = pad.rotation
      center = contact.position
      return
    }
    guard contacts.count == 2 else { return nil }
    let (a, b) = (contacts[0].position, contacts[1].position)
    span = max(Elementary.length(b.x - a.x, b.y - a.y), GestureConstants.leastSpan)
    angle = a == b ? 0 : Elementary.degrees(ofX: b.x - a.x, y: b.y - a.y)
    center = contacts.centroid
  }

  /// Two fingers, or one touchpad's pinch.
  static func takes(_ contact: Contact, beside contacts: [Contact]) -> Bool {
    guard contact.pad != nil else { return contact.isPointer && contacts.count < 2 && contacts.allSatisfy { $0.pad == nil } }
    return contact.id.touchpad == .pinch && contacts.isEmpty
  }
}
