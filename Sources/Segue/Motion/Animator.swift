// What every starter returns: the name of one motion, with one end.

/// One motion as its starter sees it: any number of blocks that end as one.
public struct Animator {
  /// Blocks and delayed starts that have not ended.
  var waiting = 0
  /// The reason so far: one part that did what was asked makes the whole "finished".
  var reason: EndReason?
  /// Where a planned motion ends, in seconds of its plan; nil for one that runs by itself.
  var plannedEnd: Double?
  /// Called once, in order, with the reason.
  var completions: [(EndReason) -> Void] = []

  mutating func partEnded(_ reason: EndReason) {
    waiting -= 1
    if self.reason != .finished { self.reason = reason }
  }
}
