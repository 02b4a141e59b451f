/// What was asked wrongly, as one sentence for the person who asked. Nothing was changed.
public struct SegueError: Error, Equatable, Sendable, CustomStringConvertible {
  public var message: String
  public init(_ message: String) { self.message = message }
  public var description: String { message }
}

/// Something worth telling that is nobody's return value.
public struct Diagnostic: Equatable, Sendable {
  public enum Severity: String, Sendable { case debug, warning, error }
  public var severity: Severity
  public var message: String

  public init(severity: Severity, message: String) { (self.severity, self.message) = (severity, message) }
}
