// Curves that stand still and jump, as CSS's steps().

import Glibc  // rounding links to libm

/// At which ends of its intervals a steps curve jumps. The raw values are CSS's words.
public enum StepPosition: String, CaseIterable, Sendable {
  case jumpStart = "jump-start"
  case jumpEnd = "jump-end"
  /// At neither end: it stays on 0 and on 1 for an interval each.
  case jumpNone = "jump-none"
  case jumpBoth = "jump-both"
  /// The older word for `jumpStart`.
  case start
  /// The older word for `jumpEnd`.
  case end

  var jumpsAtStart: Bool { self == .jumpStart || self == .start || self == .jumpBoth }
  var jumpsAtEnd: Bool { self == .jumpEnd || self == .end || self == .jumpBoth }
}

struct StepsCurve: Equatable, Sendable {
  let count: Int
  let position: StepPosition

  /// How often it jumps from 0 to 1.
  private var jumps: Double {
    Double(count) - 1 + (position.jumpsAtStart ? 1 : 0) + (position.jumpsAtEnd ? 1 : 0)
  }

  /// CSS Easing Functions Level 2, "step easing functions".
  /// - Parameter before: On a jump, the value before it.
  func value(_ u: Double, before: Bool) -> Double {
    let intervals = u * Double(count)
    let whole = intervals.rounded(.down)
    var step = whole
    if position.jumpsAtStart { step += 1 }
    if before && whole == intervals { step -= 1 }
    if u >= 0 && step < 0 { step = 0 }
    if u <= 1 && step > jumps { step = jumps }
    return step / jumps
  }

  /// Places inside 0...1 where it jumps.
  var places: [Double] { count == 1 ? [] : (1..<count).map { Double($0) / Double(count) } }
}

extension Curve {
  /// A curve that stands still over `count` equal intervals and jumps between them, as CSS's `steps()`. It takes no velocity:
  /// a value that moves stops where a motion along it starts.
  /// - Throws: `CurveError` unless `count` lies in 1...1,000,000, or in 2... for `jumpNone`.
  public static func steps(_ count: Int, _ position: StepPosition = .end) throws(CurveError) -> Curve {
    let least = position == .jumpNone ? 2 : 1
    guard (least...1_000_000).contains(count) else {
      throw CurveError("the number of steps must lie between \(least) and 1000000, but is \(count)")
    }
    return Curve(shape: .steps(StepsCurve(count: count, position: position)))
  }
}
