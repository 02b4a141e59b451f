// Writes curves as CSS: exactly where CSS can, as linear() within a tolerance everywhere else.

import Glibc  // rounding links to libm

extension Curve {
  /// The curve as CSS writes it back, or nil for a curve that CSS has no exact text for; `linearText` writes those too.
  public var css: String? {
    switch shape {
    case .linear: return "linear"
    case .bezier(let b):
      switch self {
      case .ease: return "ease"
      case .easeIn: return "ease-in"
      case .easeOut: return "ease-out"
      case .easeInOut: return "ease-in-out"
      default: return "cubic-bezier(\([b.x1, b.y1, b.x2, b.y2].map(CurveText.number).joined(separator: ", ")))"
      }
    case .steps(let steps):
      let position = steps.position == .end || steps.position == .jumpEnd ? "" : ", \(steps.position.rawValue)"
      return "steps(\(steps.count)\(position))"
    case .stops(let stops):
      return CurveText.linear(stops.points.map { (CurveText.number($0.value), CurveText.decimal($0.progress * 100, 6)) })
    case .penner, .spring, .sampled: return nil
    }
  }

  /// Any curve as CSS's `linear()`, with as few stops as needed.
  /// - Parameter tolerance: Largest difference between curve and text at any progress in 0...1; at least 1e-6.
  public func linearText(tolerance: Double = 0.001) -> String {
    let tolerance = max(tolerance, 1e-6)
    let slack = tolerance / 16  // for rounding each of the two numbers of a stop
    let digits = CurveText.digits(slack)
    // The rest of the tolerance is for the lines.
    let points = Polyline(self, tolerance: tolerance * 0.8).points
    var stops: [(value: String, percent: String)] = []
    for (i, point) in points.enumerated() {
      let neighbors = [i - 1, i + 1].filter(points.indices.contains).map { points[$0] }
      let isJump = neighbors.contains { $0.progress == point.progress }
      let steepest =
        neighbors.lazy.filter { $0.progress != point.progress }
        .map { (($0.value - point.value) / ($0.progress - point.progress)).magnitude }.max() ?? 0
      let percent = CurveText.decimal(
        point.progress * 100, max(CurveText.digits(100 * slack / max(steepest, slack)), isJump ? 6 : 0))
      if percent == stops.last?.percent && !isJump { continue }
      stops.append((CurveText.decimal(point.value, digits), percent))
    }
    return CurveText.linear(stops)
  }
}

enum CurveText {
  /// The shortest text that reads back as the same number.
  static func number(_ x: Double) -> String {
    let text = x == 0 ? "0" : "\(x)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Rounded to `digits` decimals, without zeros at the end.
  static func decimal(_ x: Double, _ digits: Int) -> String {
    let scaled = (x.magnitude * powerOfTen(digits)).rounded()
    guard scaled < 0x1p53 else { return number(x) }
    if scaled == 0 { return "0" }
    var text = String(Int(scaled))
    text = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
    var fraction = text.suffix(digits)
    while fraction.last == "0" { fraction.removeLast() }
    return (x < 0 ? "-" : "") + text.dropLast(digits) + (fraction.isEmpty ? "" : "." + fraction)
  }

  /// The fewest decimals that keep the error of rounding below `error`, at most 12.
  static func digits(_ error: Double) -> Int { (0..<12).first { 0.5 / powerOfTen($0) <= error } ?? 12 }

  static func powerOfTen(_ digits: Int) -> Double { (0..<digits).reduce(1.0) { power, _ in power * 10 } }

  static func linear(_ stops: [(value: String, percent: String)]) -> String {
    "linear(\(stops.map { "\($0.value) \($0.percent)%" }.joined(separator: ", ")))"
  }
}

/// Points whose connecting lines stay within a tolerance of a curve over 0...1.
private struct Polyline {
  typealias Point = LinearCurve.Point

  private(set) var points: [Point] = []
  private let curve: Curve
  private let tolerance: Double

  /// First cuts of each part between two breaks; where the lines are still off, they are halved down to `leastWidth`.
  private static let cuts = 16
  private static let leastWidth = 0x1p-36

  init(_ curve: Curve, tolerance: Double) {
    self.curve = curve
    self.tolerance = tolerance
    let breaks = [0] + curve.shape.breaks + [1]
    for (left, right) in zip(breaks, breaks.dropFirst()) where left < right {
      add(Point(progress: left, value: curve.value(left)))
      // Just inside, in case the curve jumps at the end.
      var samples = [Point(progress: left, value: curve.value(left == 0 ? .leastNormalMagnitude : left))]
      for i in 1...Self.cuts {
        let u = i == Self.cuts ? right : left + (right - left) * Double(i) / Double(Self.cuts)
        sample(to: Point(progress: u, value: curve.value(i == Self.cuts ? right.nextDown : u)), &samples)
      }
      connect(samples)
    }
    add(Point(progress: 1, value: curve.value(1)))
  }

  /// A point that would repeat the last one is left out.
  private mutating func add(_ point: Point) {
    if let last = points.last, last.progress == point.progress, (last.value - point.value).magnitude < tolerance / 16 { return }
    points.append(point)
  }

  /// Appends points from the last one to `end`, so close that lines between them are well within the tolerance.
  private func sample(to end: Point, _ samples: inout [Point]) {
    guard let start = samples.last else { return }
    let width = end.progress - start.progress
    let isStraight = [0.27, 0.5, 0.71].allSatisfy { part in
      let line = start.value + (end.value - start.value) * part
      return (curve.value(start.progress + width * part) - line).magnitude < tolerance / 64
    }
    if isStraight || width < Self.leastWidth {
      samples.append(end)
      return
    }
    let middle = start.progress + width / 2
    sample(to: Point(progress: middle, value: curve.value(middle)), &samples)
    sample(to: end, &samples)
  }

  /// Lines from point to point, each as long as it can be: its slope must lie between those of the lines that just miss a point
  /// that it passes.
  private mutating func connect(_ samples: [Point]) {
    // Of several stops at one place CSS takes the last, so after a jump at 0 the rest begins just behind it.
    let first = samples[0]
    let jumps = first.progress == 0 && (points.last.map { ($0.value - first.value).magnitude >= tolerance / 16 } ?? false)
    add(jumps ? Point(progress: Self.behindStart, value: first.value) : first)
    let limit = tolerance * 15 / 16
    var start = 0
    while start < samples.count - 1 {
      var farthest = start + 1
      var (low, high) = (-Double.infinity, Double.infinity)
      for i in start + 1..<samples.count {
        let width = samples[i].progress - samples[start].progress
        let rise = samples[i].value - samples[start].value
        if rise / width >= low && rise / width <= high { farthest = i }
        low = max(low, (rise - limit) / width)
        high = min(high, (rise + limit) / width)
        if low > high { break }
      }
      add(samples[farthest])
      start = farthest
    }
  }

  /// A place at the last of six decimals of a percentage.
  private static let behindStart = 1e-8
}

extension Curve.Shape {
  /// Places inside 0...1, in order, where the curve jumps or has a kink.
  var breaks: [Double] {
    let places: [Double] =
      switch self {
      case .linear, .bezier, .spring: []
      case .stops(let stops): stops.points.map(\.progress)
      case .steps(let steps): steps.places
      case .penner(let penner): penner.kinks
      case .sampled(let pieces): pieces.breaks
      }
    return places.filter { $0 > 0 && $0 < 1 }
  }
}
