// The states a recogniser goes through and the only ways between them.

/// Where a recogniser is. A continuous gesture goes possible → began → changed* → ended or cancelled; a discrete one possible →
/// ended, which is its one report; either may go possible → failed. The next gesture starts from possible again.
public enum GestureState: String, CaseIterable, Sendable {
  case possible, failed, began, changed, ended, cancelled

  /// Whether a gesture has begun and not ended.
  public var isActive: Bool { self == .began || self == .changed }
  /// Whether the gesture is over and the recogniser only waits for its contacts to lift.
  var isOver: Bool { self == .failed || self == .ended || self == .cancelled }
  /// Whether entering the state is reported. Failing and becoming possible again are silent.
  var isReported: Bool { self != .possible && self != .failed }

  /// The state that a verdict leads to, or nil where the step is not legal; nothing is delivered then.
  func after(_ verdict: Verdict) -> GestureState? {
    switch (self, verdict) {
    case (.possible, .begin): .began
    case (.possible, .recognize): .ended
    case (.possible, .fail): .failed
    case (.began, .change), (.changed, .change): .changed
    case (.began, .end), (.changed, .end): .ended
    case (.began, .cancel), (.changed, .cancel): .cancelled
    case (.failed, .reset), (.ended, .reset), (.cancelled, .reset): .possible
    default: nil
    }
  }
}

/// What a detector makes of the latest event, or what the arena decides over its head.
enum Verdict: CaseIterable {
  /// Nothing to say yet.
  case wait
  /// A continuous gesture is there.
  case begin
  case change
  case end
  /// A discrete gesture is there.
  case recognize
  case fail
  case cancel
  case reset
}
