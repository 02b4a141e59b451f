// One view's record: where its lanes are, where it stands in the tree and what the scene must know to draw and hit it.

/// One rectangle of the scene. Its numbers are lanes; the record holds the rest, and only plain numbers, so that reading it in a
/// frame touches no reference count. Ids and contents are kept by the scene.
public struct View {
  /// The first of its `ViewLane.count` lanes.
  let lanes: Int32
  /// What the numbers of its colors are; never another one, since plans and tickets keep such numbers.
  let colorSpace: ColorSpace
  var parent: Handle<View>?
  /// Children are a doubly linked list, back to front.
  var firstChild: Handle<View>?
  var lastChild: Handle<View>?
  var previous: Handle<View>?
  var next: Handle<View>?
  var childCount = 0
  var isRoot = false
  var isHidden = false
  /// How many others are shown in its place: while there are any it is neither drawn nor hit.
  var standIns: Int32 = 0
  /// Shows what another view holds, over all of its parent; nil for a view like any other.
  var mirror: Mirror?
  /// The engine made it for itself: it goes when the engine is done with it, not when a script lets it go.
  var isEngines = false
  /// Nothing of the content and the children shows, or is hit, outside the frame.
  var clips = false
  /// When it and its descendants are hit.
  var input = ViewInput.always
  /// Whether keys may go to it first.
  var isFocusable = false
  /// Set explicitly, so that the content's own size does not count.
  var widthIsSet = false
  var heightIsSet = false
  /// The content's id and version; nil for none.
  var content: ContentKey?
}

extension View {
  /// Whether it may be drawn and hit at all.
  var isPresent: Bool { !isHidden && standIns == 0 }
}

/// What a view shows that covers its parent with the inside of another one: its content and children, not its box.
struct Mirror: Equatable {
  /// Whose inside it is; nil for a picture of one, which is the view's content.
  var view: Handle<View>?
  /// Where proportions differ the inside is scaled to cover and the rest is cut; else it is stretched.
  var crops: Bool
}

/// When a view, with all that it holds, can be touched.
public enum ViewInput: String, Sendable, CaseIterable {
  case always
  /// While none of its own numbers moves. Contacts reach what is behind it meanwhile, as if it were not there.
  case atRest = "at_rest"
  case never
}

/// What the scene knows of a content without looking it up.
struct ContentKey: Equatable {
  var id: UInt32
  var version: UInt32
  var isImage: Bool
  /// How far its glyphs may reach beyond the frame, in stage units.
  var overhang: Float
}
