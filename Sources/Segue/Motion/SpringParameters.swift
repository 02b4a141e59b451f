// The ways to describe a spring by named numbers, for scripts and commands, and which of them go together.

/// Named numbers that describe a spring. Each set is the same spring underneath: response with ratio; duration with bounce; mass,
/// stiffness and damping; stiffness with ratio; settle with ratio. Without any it is half a second without bounce.
public struct SpringParameters: Sendable {
  /// The names, as scripts write them.
  public enum Name: String, CaseIterable, Sendable { case response, ratio, duration, bounce, mass, stiffness, damping, settle }

  private var numbers: [Name: Double] = [:]

  public init() {}

  public subscript(name: Name) -> Double? {
    get { numbers[name] }
    set { numbers[name] = newValue }
  }

  /// The spring. Throws `SpringError` for numbers that do not go together or are out of range.
  public func spring() throws(SpringError) -> Spring {
    func only(_ names: Name..., else message: String) throws(SpringError) {
      if numbers.keys.contains(where: { !names.contains($0) }) { throw SpringError(message) }
    }
    if let settle = self[.settle] {
      try only(.settle, .ratio, else: "settle, the seconds to be at rest, goes with ratio only")
      return try Spring(settlingWithin: settle, ratio: self[.ratio] ?? 1)
    }
    if let response = self[.response] {
      if self[.damping] != nil {
        throw SpringError("response goes with ratio, the damping ratio; damping is a coefficient and goes with stiffness")
      }
      try only(
        .response, .ratio,
        else: "response and ratio cannot go with another set of parameters (duration and bounce; mass, stiffness and damping)")
      return try Spring(response: response, ratio: self[.ratio] ?? 1)
    }
    if let stiffness = self[.stiffness] {
      if self[.duration] != nil || self[.bounce] != nil {
        throw SpringError("stiffness cannot go with duration or bounce, which are another set of parameters")
      }
      switch (self[.ratio], self[.damping]) {
      case (let ratio?, nil): return try Spring(ratio: ratio, stiffness: stiffness, mass: self[.mass] ?? 1)
      case (nil, let damping?): return try Spring(mass: self[.mass] ?? 1, stiffness: stiffness, damping: damping)
      default: throw SpringError("stiffness goes with either damping or ratio")
      }
    }
    if self[.mass] != nil || self[.damping] != nil { throw SpringError("mass and damping go with stiffness") }
    if let ratio = self[.ratio] {
      if self[.bounce] != nil { throw SpringError("ratio and bounce say the same thing; give one of them") }
      return try Spring(response: self[.duration] ?? 0.5, ratio: ratio)
    }
    return try Spring(duration: self[.duration] ?? 0.5, bounce: self[.bounce] ?? 0)
  }
}
