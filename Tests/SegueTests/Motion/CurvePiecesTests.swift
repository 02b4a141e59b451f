// Pieces stand for curves within 2e-6, and are quick.

import Glibc
import Testing

@testable import Segue

@Suite("Curve pieces")
struct CurvePiecesTests {
  static let springs: [Curve] = [1, 0.8, 0.5, 0.3, 0.2, 3].compactMap { ratio in
    (try? Spring(ratio: ratio, stiffness: 100)).flatMap { try? Curve.spring($0) }
  }

  static let all: [(name: String, curve: Curve)] =
    Curve.named + springs.enumerated().map { ("spring \($0)", $1) }
    + [
      ("0,1,0,1", try? Curve.bezier(0, 1, 0, 1)), ("0,1,.5,1", try? .bezier(0, 1, 0.5, 1)),
      ("1,0,1,0", try? .bezier(1, 0, 1, 0)),
      ("sampled", try? .sampled { $0 * $0 * (3 - 2 * $0) }), ("bounce", try? .bounce(bounces: 5, restitution: 0.7)),
      ("elastic", try? .elastic(amplitude: 2, period: 0.2)), ("stops", try? Curve(css: "linear(0, 0.7, 0.9, 0.3, 1)")),
      ("jump", try? Curve(css: "linear(0.1, 0.5 30%, 0.8 30%, 1)")),
    ].compactMap { name, curve in curve.map { (name, $0) } }

  @Test("every curve is met within 2e-6, its ends to the bit, in Double and in Float")
  func error() {
    let u = grid(0, 1, 5_003) + [1e-300, 1e-17, 1e-9, 1e-6, 1 - 1e-6, 1 - 1e-9, 1.0.nextDown, 0.5.nextDown, 0.5.nextUp]
    for (name, curve) in Self.all {
      let pieces = CurvePieces(curve)
      var exact = [Double](repeating: 0, count: u.count)
      var double = exact
      var float = [Float](repeating: 0, count: u.count)
      curve.complements(of: u, count: u.count, into: &exact)
      pieces.complements(of: u, count: u.count, into: &double)
      pieces.complements(of: u, count: u.count, into: &float)
      let worst = zip(double, exact).map { ($0 - $1).magnitude }.max() ?? 1
      #expect(worst < 2e-6, "\(name): \(worst), \(pieces.count) pieces of warp \(pieces.warp)")
      #expect(zip(double, float).allSatisfy { Float($0) == $1 }, "\(name)")
      #expect(float[0] == Float(curve.complement(0)) && float[5_003] == Float(curve.complement(1)), "\(name)")
      if getenv("SEGUE_TABLES") != nil {
        print(name, pieces.count, "pieces, warp", pieces.warp, pieces.isFolded ? "folded" : "", pieces.error, worst)
      }
    }
  }

  @Test("a motion along monotone pieces never steps back")
  func monotone() {
    let u = grid(0, 1, 100_000)
    var c = [Float](repeating: 0, count: u.count)
    for (name, curve) in Self.all {
      let values = grid(0, 1, 1000).map(curve.value)
      guard zip(values, values.dropFirst()).allSatisfy({ $0 <= $1 }) else { continue }
      CurvePieces(curve).complements(of: u, count: u.count, into: &c)
      // What is shown of a way from 0 to 1.
      let shown = c.map { 1 - $0 }
      let back = zip(shown, shown.dropFirst()).map { $0 - $1 }.max() ?? 1
      #expect(back <= 0, "\(name): \(back)")
    }
  }

  @Test("smooth curves take 16 pieces, bounce 11 and curves with jumps none")
  func counts() throws {
    #expect(CurvePieces(.ease).count == 16 && CurvePieces(.ease).error < 2e-7)
    #expect(CurvePieces(.material).count == 16)
    #expect(CurvePieces(.ease(.bounce, .out)).count == 11 && CurvePieces(.ease(.bounce, .inOut)).count == 11)
    #expect(CurvePieces(.ease(.bounce, .inOut)).isFolded)
    #expect(CurvePieces(.stepEnd).count == 0 && CurvePieces(.linear).count == 0)
    #expect(try CurvePieces(Curve(css: "linear(0.1, 0.5 30%, 0.8 30%, 1)")).count == 0)
  }

  @Test("a batch may be written over its progress, and its length does not matter")
  func inPlace() {
    let pieces = CurvePieces(.ease)
    let u = grid(0, 1, 1000)
    var c = u
    c.withUnsafeMutableBufferPointer { pieces.complements(of: $0.baseAddress!, count: u.count, into: $0.baseAddress!) }
    for (i, one) in u.enumerated() {
      var alone = 0.0
      pieces.complements(of: [one], count: 1, into: &alone)
      #expect(alone == c[i])
    }
  }

  @Test("pieces are for Float blocks of fewer than 8 lanes")
  func suits() {
    #expect(CurvePieces.suits(laneCount: 7, precision: .float) && !CurvePieces.suits(laneCount: 8, precision: .float))
    #expect(!CurvePieces.suits(laneCount: 1, precision: .double))
  }

  @Test("pieces of ease cost less than solving it")
  func speed() throws {
    let u = (0..<4000).map { Double(($0 * 7919) % 4000) / 4000 }
    var c = [Double](repeating: 0, count: u.count)
    var f = [Float](repeating: 0, count: u.count)
    /// Least nanoseconds of one evaluation.
    func cost(_ body: () -> Void) -> Double {
      let clock = ContinuousClock()
      var least = Double.infinity
      for _ in 0..<40 {
        let time = clock.measure { for _ in 0..<5 { body() } }
        least = min(least, Double(time.components.attoseconds) * 1e-9 / Double(5 * u.count))
      }
      return least
    }
    var curves: [(String, Curve)] = [
      ("ease", .ease), ("(.2,0,0,1)", .material), ("in_out_cubic", .ease(.cubic, .inOut)), ("elastic", .ease(.elastic, .out)),
      ("linear", .linear), ("bounce", .ease(.bounce, .out)), ("circ", .ease(.circ, .out)),
      ("lt_in_out_expo", try Curve(name: "lt_in_out_expo")),
    ]
    curves.append(("sampled", try .sampled { 1 - Glibc.pow(2, -10 * $0) }))
    curves.append(("spring .5", Self.springs[2]))
    for (name, curve) in curves {
      let pieces = CurvePieces(curve)
      let exact = cost { curve.complements(of: u, count: u.count, into: &c) }
      let double = cost { pieces.complements(of: u, count: u.count, into: &c) }
      let float = cost { pieces.complements(of: u, count: u.count, into: &f) }
      if getenv("SEGUE_TABLES") != nil {
        print(name, "exact", exact, "pieces to Double", double, "to Float", float, "count", pieces.count, "warp", pieces.warp)
      }
      if name == "ease" { #expect(double < exact) }
    }
  }
}
