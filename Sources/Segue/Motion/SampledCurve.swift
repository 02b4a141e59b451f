// A curve sampled from a function once: a few cubic pieces that stand for it from then on.

/// The complement `1 - e` in at most 64 cubic pieces, each anchored at its right end so that the last value is exact.
struct SampledCurve: Equatable, Sendable {
  /// One piece. With `h = (right - u) * inverseWidth`: `1 - e(u) = atRight + h (c1 + h (c2 + h c3))`.
  private struct Piece: Equatable, Sendable {
    var left, right, inverseWidth: Double
    var atRight, c1, c2, c3: Double

    func complement(_ u: Double) -> Double {
      let h = (right - u) * inverseWidth
      return atRight + h * (c1 + h * (c2 + h * c3))
    }
  }

  private let pieces: [Piece]
  private let first, last: Double

  /// Largest accepted difference between function and pieces where they are compared.
  static let tolerance = 1e-6
  static let mostPieces = 64

  /// Samples `f` over 0...1, halving the worst piece until all are within the tolerance. A jump, or any other place that
  /// halving cannot settle, becomes a break between two pieces.
  init(_ f: (Double) throws -> Double) throws {
    func finite(_ u: Double) throws -> Double {
      let value = try f(u)
      guard value.isFinite else { throw CurveError("the curve is \(value) at progress \(u), but must be a finite number") }
      return value
    }
    first = try finite(0)
    last = try finite(1)
    var fits = [try Self.fit(finite, from: 0, first, to: 1, last)]
    while fits.count < Self.mostPieces {
      guard let worst = fits.indices.max(by: { fits[$0].error < fits[$1].error }), fits[worst].error > Self.tolerance else {
        break
      }
      let old = fits[worst]
      var gap = Break(at: (old.left + old.right) / 2)
      if old.right - old.left <= Self.jumpWidth, let jump = try Self.jump(finite, old) {
        gap = jump
      } else {
        let middle = try finite(gap.place)
        (gap.before, gap.after) = (middle, middle)
      }
      fits[worst] = try Self.fit(finite, from: old.left, old.leftValue, to: gap.place, gap.before)
      if gap.place < old.right {
        fits.insert(try Self.fit(finite, from: gap.place, gap.after, to: old.right, old.rightValue), at: worst + 1)
      }
    }
    pieces = fits.map(\.piece)
  }

  func value(_ u: Double) -> Double {
    if u <= 0 { return first }
    if u >= 1 { return last }
    return 1 - pieces[index(u)].complement(u)
  }

  func complement(_ u: Double) -> Double {
    if u <= 0 { return 1 - first }
    if u >= 1 { return 1 - last }
    return pieces[index(u)].complement(u)
  }

  func slope(_ u: Double) -> Double {
    if u < 0 || u > 1 { return 0 }
    let piece = pieces[index(u)]
    let h = (piece.right - u) * piece.inverseWidth
    return (piece.c1 + h * (2 * piece.c2 + h * (3 * piece.c3))) * piece.inverseWidth
  }

  /// Where one piece ends and the next begins.
  var breaks: [Double] { pieces.dropFirst().map(\.left) }

  /// The last piece that begins at or before `u`.
  private func index(_ u: Double) -> Int {
    var low = 0
    var high = pieces.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if pieces[middle].left <= u { low = middle } else { high = middle - 1 }
    }
    return low
  }

  // MARK: fitting

  /// A piece with the values it was made from and how far off it is.
  private struct Fit {
    var left, leftValue, right, rightValue: Double
    var piece: Piece
    var error: Double
  }

  /// A place between two pieces, with the curve's values on both sides.
  private struct Break {
    var place: Double
    var before = 0.0
    var after = 0.0
    init(at place: Double) { self.place = place }
  }

  /// A piece this narrow that still does not fit is searched for a jump.
  private static let jumpWidth = 0x1p-6
  /// A piece this narrow is a line between its ends.
  private static let leastWidth = 0x1p-40
  /// Inner points of a fit and the points where it is compared, as parts of the width. The first two divide 0...1 so that the
  /// error between the four nodes is even.
  private static let nodes = (0.293, 0.707)
  private static let checks = [0.13, 0.21, 0.41, 0.59, 0.79, 0.87]

  private static func fit(
    _ f: (Double) throws -> Double, from left: Double, _ leftValue: Double, to right: Double, _ rightValue: Double
  ) throws -> Fit {
    let width = right - left
    var piece = Piece(
      left: left, right: right, inverseWidth: 1 / width, atRight: 1 - rightValue, c1: rightValue - leftValue, c2: 0, c3: 0)
    if width < leastWidth {
      return Fit(left: left, leftValue: leftValue, right: right, rightValue: rightValue, piece: piece, error: 0)
    }
    // The quadratic through (1 - e - atRight)/h at the two nodes and the left end, by divided differences.
    let (h1, h2) = nodes
    let q1 = (rightValue - (try f(right - h1 * width))) / h1
    let q2 = (rightValue - (try f(right - h2 * width))) / h2
    let q3 = rightValue - leftValue
    let d12 = (q2 - q1) / (h2 - h1)
    let d23 = (q3 - q2) / (1 - h2)
    let d = (d23 - d12) / (1 - h1)
    piece.c3 = d
    piece.c2 = d12 - d * (h1 + h2)
    piece.c1 = q1 - h1 * d12 + h1 * h2 * d
    var error = 0.0
    for h in checks {
      let u = right - h * width
      error = max(error, (1 - (try f(u)) - piece.complement(u)).magnitude)
    }
    return Fit(left: left, leftValue: leftValue, right: right, rightValue: rightValue, piece: piece, error: error)
  }

  /// Where the function jumps within a piece: the half with the larger difference, again and again. Nil if the difference
  /// vanishes on the way, as it does where the function is only steep.
  private static func jump(_ f: (Double) throws -> Double, _ fit: Fit) throws -> Break? {
    var (low, lowValue, high, highValue) = (fit.left, fit.leftValue, fit.right, fit.rightValue)
    while true {
      let middle = (low + high) / 2
      guard middle > low && middle < high else { break }
      let value = try f(middle)
      if (value - lowValue).magnitude > (highValue - value).magnitude {
        (high, highValue) = (middle, value)
      } else {
        (low, lowValue) = (middle, value)
      }
      if (highValue - lowValue).magnitude <= tolerance { return nil }
    }
    var found = Break(at: high)
    (found.before, found.after) = (lowValue, highValue)
    return found
  }
}
