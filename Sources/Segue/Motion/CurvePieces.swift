// A curve as a few polynomials that many progresses go through at once: within 2e-6, for small blocks of Float lanes.

import CKernels

/// Fast complements of a curve.
///
/// The complement 1 - e is cut into equal pieces of degree 5 in a warped progress, each anchored at its right end. Warps by roots
/// make steep ends polynomial; a curve that is symmetric about its middle is kept by half, so that its middle is an end, too. What
/// suits a curve best is tried when the pieces are made. Curves that jump, and those that no pieces follow closely enough, are
/// evaluated exactly instead.
struct CurvePieces: Equatable, Sendable {
  let curve: Curve
  private let table: Table?

  /// Largest difference between pieces and curve that was found when they were made; 0 for a curve that is evaluated exactly.
  var error: Double { table?.error ?? 0 }
  /// 0 for a curve that is evaluated exactly.
  var count: Int { table.map { Int($0.pieces.count) } ?? 0 }
  var isFolded: Bool { table?.pieces.folded == 1 }
  var warp: Int { table.map { Int($0.pieces.warp) } ?? 0 }

  init(_ curve: Curve) {
    self.curve = curve
    table = Self.isWorthwhile(curve.shape) ? PieceFit.best(of: curve) : nil
  }

  /// The pieces as kernels take them, valid as long as this lives; nil for a curve that is evaluated exactly.
  var coefficients: ck_pieces? { table?.pieces }

  /// 1 - value for one progress in 0...1, the same bits as `complements` gives.
  func complement(_ u: Double) -> Double {
    var c = 0.0
    withUnsafePointer(to: u) { complements(of: $0, count: 1, into: &c) }
    return c
  }

  static func == (a: CurvePieces, b: CurvePieces) -> Bool { a.curve == b.curve }

  /// Whether blocks of so many lanes should take pieces. An exact evaluation a block costs nothing much where many lanes share
  /// it, and Double lanes would show the difference.
  static func suits(laneCount: Int, precision: Precision) -> Bool { precision == .float && laneCount < 8 }

  /// Writes 1 - value for each progress; the two may be the same memory.
  /// - Precondition: every progress lies in 0...1.
  func complements(of progress: UnsafePointer<Double>, count: Int, into c: UnsafeMutablePointer<Double>) {
    if let table {
      ck_pieces_d(table.pieces, progress, count, c)
    } else {
      curve.complements(of: progress, count: count, into: c)
    }
  }

  /// Writes 1 - value for each progress, rounded to Float.
  /// - Precondition: every progress lies in 0...1.
  func complements(of progress: UnsafePointer<Double>, count: Int, into c: UnsafeMutablePointer<Float>) {
    if let table {
      ck_pieces_f(table.pieces, progress, count, c)
      return
    }
    withUnsafeTemporaryAllocation(of: Double.self, capacity: Self.batch) { exact in
      guard let buffer = exact.baseAddress else { return }
      for first in stride(from: 0, to: count, by: Self.batch) {
        let part = min(Self.batch, count - first)
        curve.complements(of: progress + first, count: part, into: buffer)
        for i in 0..<part { c[first + i] = Float(buffer[i]) }
      }
    }
  }

  private static let batch = 128

  private static func isWorthwhile(_ shape: Curve.Shape) -> Bool {
    switch shape {
    case .linear, .steps: false
    case .bezier, .stops, .penner, .spring, .sampled: true
    }
  }

  /// Coefficients at a fixed place. Written before anybody else sees it, then only read.
  final class Table: @unchecked Sendable {
    let pieces: ck_pieces
    let error: Double
    private let coefficients: UnsafeMutablePointer<Float>
    private let columns: UnsafeMutablePointer<Float>?

    fileprivate init(_ fit: PieceFit, of curve: Curve) {
      coefficients = .allocate(capacity: fit.coefficients.count)
      coefficients.initialize(from: fit.coefficients, count: fit.coefficients.count)
      error = fit.error
      let width = Int(CK_COLUMN)
      if fit.count <= width {
        let turned = UnsafeMutablePointer<Float>.allocate(capacity: 6 * width)
        turned.initialize(repeating: 0, count: 6 * width)
        for i in 0..<fit.count { for j in 0..<6 { turned[j * width + i] = fit.coefficients[8 * i + j] } }
        columns = turned
      } else {
        columns = nil
      }
      pieces = ck_pieces(
        count: Int32(fit.count), warp: Int32(fit.warp), folded: fit.folded ? 1 : 0, cubic: fit.isCubic ? 1 : 0,
        first: Float(curve.complement(0)),
        last: Float(curve.complement(1)), coefficients: coefficients,
        columns: columns)
    }

    deinit {
      coefficients.deallocate()
      columns?.deallocate()
    }
  }
}

/// One way to cut a curve into pieces.
private struct PieceFit {
  let count: Int
  let warp: Int
  let folded: Bool
  /// 8 a piece, as `ck_pieces` wants them.
  private(set) var coefficients: [Float]
  private(set) var error = 0.0

  /// Largest accepted error. Evaluating in Float adds up to 2e-7.
  private static let tolerance = 1.7e-6
  /// A coefficient below this is what rounding left of 0.
  private static let nothing = 1e-12
  /// Not worth looking further.
  private static let excellent = 1e-7
  /// Numbers of pieces to try: 16 for all smooth curves, 11 and 22 for the kinks of Penner's bounce, more for many swings.
  private static let counts = [16, 11, 22, 32, 64]
  /// Cube roots cost more than everything else in a frame, so they are only for what nothing else fits.
  private static let warps = [[CK_WARP_NONE, CK_WARP_SQRT, CK_WARP_SQRT_FROM_1], [CK_WARP_CBRT, CK_WARP_CBRT_FROM_1]]
    .map { $0.map { Int($0) } }

  static func best(of curve: Curve) -> CurvePieces.Table? {
    let symmetric = (1..<64).allSatisfy { i in
      let u = Double(i) / 64 - 0.003
      return (curve.complement(u) + curve.complement(1 - u) - 1).magnitude < 1e-12
    }
    for count in counts {
      var best: PieceFit?
      for warps in warps where best == nil {
        search: for folded in symmetric ? [false, true] : [false] {
          for warp in warps {
            let limit = best?.error ?? tolerance
            if let fit = PieceFit(curve, count: count, warp: warp, folded: folded, within: limit) {
              best = fit
              if fit.error <= excellent { break search }
            }
          }
        }
      }
      if let best { return CurvePieces.Table(best, of: curve) }
    }
    return nil
  }

  /// Inner nodes of one piece and its left end, on 0...1 from the right end: with the right end, those of Chebyshev and Lobatto.
  private static let nodes = (1...5).map { (1 - ck_cos(Double($0) * .pi / 5)) / 2 }
  /// Where a fit is compared, on 0...1.
  private static let checks = [0.005, 0.04, 0.13, 0.22, 0.29, 0.42, 0.5, 0.58, 0.73, 0.8, 0.87, 0.96, 0.995]

  /// Nil as soon as the error exceeds `limit`.
  private init?(_ curve: Curve, count: Int, warp: Int, folded: Bool, within limit: Double) {
    (self.count, self.warp, self.folded) = (count, warp, folded)
    coefficients = []
    for k in 0..<count {
      let piece = isFromEnd ? count - 1 - k : k
      func complement(_ h: Double) -> Double { self.complement(curve, (Double(piece + 1) - h) / Double(count)) }
      let anchor = complement(0)
      // (C - anchor) / h through the nodes by divided differences, then in powers of h.
      var differences = Self.nodes.map { (complement($0) - anchor) / $0 }
      for level in 1..<5 {
        for i in stride(from: 4, through: level, by: -1) {
          differences[i] = (differences[i] - differences[i - 1]) / (Self.nodes[i] - Self.nodes[i - level])
        }
      }
      var powers = [differences[4], 0, 0, 0, 0]
      for i in stride(from: 3, through: 0, by: -1) {
        for j in stride(from: 4, through: 1, by: -1) { powers[j] = powers[j - 1] - Self.nodes[i] * powers[j] }
        powers[0] = differences[i] - Self.nodes[i] * powers[0]
      }
      let rounded = [Float(anchor)] + powers.map { $0.magnitude < Self.nothing ? 0 : Float($0) }
      for h in Self.checks {
        let fitted = rounded.reversed().reduce(0.0) { $0 * h + Double($1) }
        error = max(error, (fitted - complement(h)).magnitude)
      }
      if !(error <= limit) { return nil }
      coefficients += rounded + [0, 0]
    }
  }

  /// Whether all pieces are polynomials of degree 3 or less.
  var isCubic: Bool {
    stride(from: 0, to: coefficients.count, by: 8).allSatisfy { coefficients[$0 + 4] == 0 && coefficients[$0 + 5] == 0 }
  }

  private var isFromEnd: Bool { warp == Int(CK_WARP_SQRT_FROM_1) || warp == Int(CK_WARP_CBRT_FROM_1) }

  /// The complement at a place `w` of the warped scale, which runs from 0 to 1. At its ends the limit from inside, since some
  /// curves jump there.
  private func complement(_ curve: Curve, _ w: Double) -> Double {
    let rest = 1 - w
    let x =
      switch warp {
      case Int(CK_WARP_SQRT): w * w
      case Int(CK_WARP_CBRT): w * w * w
      case Int(CK_WARP_SQRT_FROM_1): 1 - rest * rest
      case Int(CK_WARP_CBRT_FROM_1): 1 - rest * rest * rest
      default: w
      }
    let u = folded ? 0.5 + x / 2 : x
    let inside = min(max(u, folded ? 0.5.nextUp : .leastNormalMagnitude), 1.0.nextDown)
    let limit = curve.complement(inside)
    if u == inside { return limit }
    let end = curve.complement(u)
    return (end - limit).magnitude < Self.jump ? end : limit
  }

  /// A smaller step at an end is a steep curve's between neighboring numbers: 5e-6 for a cube root.
  private static let jump = 3e-5
}
