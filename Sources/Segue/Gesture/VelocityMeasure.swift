// How the velocity of a stroke is measured, as far as it can be told.

/// What a `VelocityTracker` looks at.
public struct VelocityMeasure: Equatable, Sendable {
  public var method: VelocityTracker.Method
  /// How far back of the newest sample it looks, s.
  public var window: Double
  /// The most samples that it keeps; 2 or more.
  public var samples: Int
  /// A silence longer than this ends the stroke, s.
  public var gap: Double

  public init(
    _ method: VelocityTracker.Method = .leastSquares, window: Double = GestureConstants.velocityWindow,
    samples: Int = GestureConstants.velocitySamples, gap: Double = GestureConstants.strokeGap
  ) {
    (self.method, self.window, self.samples, self.gap) = (method, window, samples, gap)
  }
}

extension SettingOf {
  /// The settings of a measure as settings of what has it.
  static func velocity(_ path: Path<VelocityMeasure>) -> [Self] {
    func number(_ name: String, _ inner: WritableKeyPath<VelocityMeasure, Double> & Sendable, _ most: Double) -> Self {
      Self(name: name, form: .number(0...most), read: { .number($0[keyPath: path][keyPath: inner]) }) { settings, value in
        guard case .number(let number) = value else { return false }
        settings[keyPath: path][keyPath: inner] = number
        return true
      }
    }
    let methods = VelocityTracker.Method.allCases
    return [
      Self(name: "method", form: .word(methods.map(\.rawValue)), read: { .word($0[keyPath: path].method.rawValue) }) {
        guard case .word(let word) = $1, let method = VelocityTracker.Method(rawValue: word) else { return false }
        $0[keyPath: path].method = method
        return true
      },
      number("window", \.window, GestureConstants.longestWait), number("gap", \.gap, GestureConstants.longestWait),
      Self(name: "samples", form: .integer(2...1000), read: { .integer($0[keyPath: path].samples) }) {
        guard case .integer(let count) = $1 else { return false }
        $0[keyPath: path].samples = count
        return true
      },
    ]
  }
}
