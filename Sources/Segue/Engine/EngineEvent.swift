/// Something that happened, for logs, tests and inspectors. It is told after the fact and changes nothing.
public enum EngineEvent {
  case appearance(Screen, AppearanceEvent)
  /// The run was planned and its first frame is set.
  case runStarted(Run)
  /// The run was let go: where to, and how many seconds that takes.
  case runSettled(Run, finishing: Bool, seconds: Double)
  case runEnded(Run, EndReason)
  case gesture(Recognizer, GestureReport)
}
