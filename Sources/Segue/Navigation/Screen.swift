// A screen: a view with a kind, and what it hears of its coming and going.

/// What a screen is told when it comes or goes.
public enum Appearance: String, Sendable, CaseIterable {
  case willAppear = "will_appear"
  case didAppear = "did_appear"
  case willDisappear = "will_disappear"
  case didDisappear = "did_disappear"
}

/// Why a screen comes or goes: the words of an appearance event's reason.
public enum AppearanceReason: String, Sendable, CaseIterable {
  /// It, or what covers it, was pushed.
  case push
  /// It, or what covered it, was popped.
  case pop
  /// It is the first screen of a container that came onto the stage.
  case root
  /// The run that it came or went in was rolled back.
  case cancel
}

/// One step of a screen's coming or going.
public struct AppearanceEvent: Sendable {
  public var appearance: Appearance
  public var reason: AppearanceReason
  /// Whether a finger drives the run at this moment.
  public var interactive: Bool
  public var animated: Bool
}

/// One page of an app: what a view controller is elsewhere. Its kind is a dotted name, and definitions for "photo" also serve
/// "photo.full".
public final class Screen {
  public internal(set) var handle = Handle<Screen>(bits: 0)
  public let kind: String
  public let view: Handle<View>
  /// The container whose stack the screen is on.
  public internal(set) weak var navigation: Navigation?
  var appearance = Observers<AppearanceEvent>()
  private var layout = Observers<Size>()
  /// What the run that takes this screen back has to restore.
  var ticket: ReturnTicket?

  init(kind: String, view: Handle<View>) { (self.kind, self.view) = (kind, view) }

  /// Adds a handler for every step of the screen's coming and going; returns a name to remove it by.
  @discardableResult public func onAppearance(_ call: @escaping (AppearanceEvent) -> Void) -> UInt64 { appearance.add(call) }

  public func removeAppearanceHandler(_ id: UInt64) { appearance.remove(id) }

  /// Adds a handler that gets the screen's size when it is placed and when the size changes; returns a name to remove it by.
  @discardableResult public func onLayout(_ call: @escaping (Size) -> Void) -> UInt64 { layout.add(call) }

  public func removeLayoutHandler(_ id: UInt64) { layout.remove(id) }

  func layOut(_ size: Size) { for call in layout.calls { call(size) } }

  func tell(_ event: AppearanceEvent, _ engine: Engine) {
    engine.onEvent?(.appearance(self, event))
    for call in appearance.calls { call(event) }
  }

  /// Whether a definition's word for a kind means this screen: the kind, one of its dotted parents, or "*".
  func matches(_ pattern: String) -> Bool { pattern == "*" || kind == pattern || kind.hasPrefix(pattern + ".") }
}
