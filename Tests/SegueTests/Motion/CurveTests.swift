// Curves: exact where they must be, close to a slow reference elsewhere.

import CKernels
import Foundation
import Testing

@testable import Segue

@Suite("Curves")
struct CurveTests {
  #if arch(x86_64)
    typealias Wide = Float80
  #else
    typealias Wide = Double
  #endif

  /// The curve's value by bisection in more digits.
  private func reference(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ u: Double) -> Double {
    func at(_ p: Double, _ q: Double, _ t: Wide) -> Wide {
      let rest = 1 - t
      return 3 * rest * rest * t * Wide(p) + 3 * rest * t * t * Wide(q) + t * t * t
    }
    var (low, high) = (0 as Wide, 1 as Wide)
    for _ in 0..<100 {
      let middle = (low + high) / 2
      if at(x1, x2, middle) < Wide(u) { low = middle } else { high = middle }
    }
    return Double(at(y1, y2, (low + high) / 2))
  }

  @Test("a Bézier curve is within 1e-14 of bisection and exact at its ends")
  func bezier() throws {
    var random = Seeded(state: 4)
    var handles = Curve.named.compactMap { named -> [Double]? in
      if case .bezier(let b) = named.curve.shape { [b.x1, b.y1, b.x2, b.y2] } else { nil }
    }
    handles += [
      [0.2, 0, 0, 1], [0.05, 0.7, 0.1, 1], [0, 0, 0, 1], [0, 1, 0, 1], [1, 0, 1, 0], [0, 0, 1, 1], [0.3, -1, 0.7, 2],
    ]
    for _ in 0..<60 {
      handles.append([random.between(0, 1), random.between(-2, 3), random.between(0, 1), random.between(-2, 3)])
    }
    var worst = 0.0
    for h in handles {
      let curve = try Curve.bezier(h[0], h[1], h[2], h[3])
      #expect(curve.value(0) == 0 && curve.value(1) == 1)
      for u in grid(0, 1, 301).dropFirst().dropLast() + [1e-9, 1e-4, 1 - 1e-4] {
        // Where the curve is steep, half a unit of u in the last place moves the value by more.
        let allowed = 1e-14 * max(1, curve.slope(u).magnitude * 0.02)
        worst = max(worst, (curve.value(u) - reference(h[0], h[1], h[2], h[3], u)).magnitude / allowed)
      }
    }
    #expect(worst < 1)
  }

  @Test("the slope is the value's difference quotient")
  func slopes() throws {
    for curve in Curve.named.map(\.curve) + [try .bezier(0.3, -1, 0.7, 2), try .sampled { $0 * $0 * (3 - 2 * $0) }] {
      for u in grid(0.03, 0.97, 47) {
        let quotient = (curve.value(u + 1e-6) - curve.value(u - 1e-6)) / 2e-6
        #expect((curve.slope(u) - quotient).magnitude < 2e-4 * max(1, quotient.magnitude))
      }
    }
  }

  @Test("a vertical slope is reported as 1e6, with its sign")
  func vertical() throws {
    #expect(try Curve.bezier(0, 1, 0, 1).slope(0) == 1e6)
    #expect(try Curve.bezier(0, -0.5, 1, -0.5).slope(0) == -1e6)
    #expect(try Curve.bezier(1, 0, 0, 1).slope(0.5) == 1e6)
    #expect(try Curve.bezier(0, 0, 0, 0).slope(0) == 1)
  }

  @Test("handles outside 0...1 and numbers that are not finite are refused by name")
  func refusals() {
    #expect(throws: CurveError("x1 of a Bézier curve must lie between 0 and 1, but is 1.5")) { try Curve.bezier(1.5, 0, 1, 1) }
    #expect(throws: CurveError("x2 of a Bézier curve must lie between 0 and 1, but is -0.1")) {
      try Curve.bezier(0, 0, -0.1, 1)
    }
    #expect(throws: CurveError("y2 of a Bézier curve must be a finite number, but is inf")) {
      try Curve.bezier(0, 0, 1, .infinity)
    }
    #expect(throws: CurveError("the curve is nan at progress 1.0, but must be a finite number")) {
      try Curve.sampled { $0 == 1 ? .nan : $0 }
    }
  }

  @Test("complements are 1 - value for every kind of curve, alone or in a batch")
  func complements() throws {
    let u = grid(0, 1, 999)
    for curve in Curve.named.map(\.curve) + [try .sampled { $0 * $0 }] where curve.takesVelocity {
      var c = [Double](repeating: 0, count: u.count)
      curve.complements(of: u, count: u.count, into: &c)
      #expect(c == u.map(curve.complement))
      #expect(zip(u, c).allSatisfy { (1 - curve.value($0) - $1).magnitude < 3e-16 })
      #expect(c.first == 1 && c.last == 0)
      var inPlace = u
      inPlace.withUnsafeMutableBufferPointer { curve.complements(of: $0.baseAddress!, count: u.count, into: $0.baseAddress!) }
      #expect(inPlace == c)
    }
  }

  @Test("named curves that do not swing never step back")
  func monotone() {
    for (name, curve) in Curve.named where !["back", "elastic", "bounce"].contains(where: name.hasSuffix) {
      var last = 0.0
      for u in grid(0, 1, 5_000) {
        let value = curve.value(u)
        #expect(value >= last - 2e-16, "\(name) at \(u)")
        last = value
      }
    }
  }

  @Test("a sampled function is within 1.1e-6 nearly everywhere, its ends to the bit")
  func sampled() throws {
    let functions: [(Double) -> Double] = [
      { $0 * $0 }, { 1 - Glibc.pow(2, -10 * $0) }, { Glibc.sin(9 * $0) + 0.25 }, { ($0 - 0.3).magnitude },
      { 1 - Glibc.exp(-7 * $0) * Glibc.cos(15 * $0) }, { Glibc.cbrt($0) }, { $0 < 0.4 ? 0.3 : 1 - $0 * 0.1 },
      { ($0 * 4).rounded(.down) / 4 },
    ]
    for (index, f) in functions.enumerated() {
      let curve = try Curve.sampled(f)
      #expect(curve.value(0) == f(0) && curve.value(1) == f(1))
      let worst = grid(0, 1, 30_011).map { (curve.value($0) - f($0)).magnitude }.max() ?? 1
      // The cube root's vertical start would take more than 64 pieces.
      #expect(worst < (index == 5 ? 4e-6 : 1.1e-6), "function \(index)")
    }
  }

  @Test("an error thrown by the sampled function comes out")
  func rethrown() {
    struct Refusal: Error {}
    #expect(throws: Refusal.self) { try Curve.sampled { _ in throw Refusal() } }
  }

  @Test("curves join a moving value early: ease and linear at 10/32, standard at 12/32, ease-in at the end")
  func joins() {
    #expect(Curve.linear.join.theta == 10.0 / 32 && Curve.linear.join.slope == 1)
    #expect(Curve.ease.join.theta == 10.0 / 32)
    #expect(Curve.easeOut.join.theta == 10.0 / 32)
    #expect(Curve.standard.join.theta == 12.0 / 32)
    #expect((18.0 / 32...22.0 / 32).contains(Curve.easeInOut.join.theta))
    #expect(Curve.easeIn.join.theta == 1 && Curve.easeIn.join.value == 1)
  }

  @Test("equal curves are equal, others are not")
  func equality() throws {
    #expect(try Curve.bezier(0.25, 0.1, 0.25, 1) == .ease)
    #expect(Curve.ease != .easeIn)
    #expect(try Curve.sampled { $0 * $0 } == Curve.sampled { $0 * $0 })
  }

  // MARK: conformance, where the data is at hand

  private struct Conformance: Decodable {
    struct Case: Decodable {
      struct Input: Decodable { var points, inputs, timesMs: [Double]?, effectEasing, keyframeEasing: String? }
      struct Expect: Decodable { var outputs, values: [Double]? }
      var id: String, input: Input, expect: Expect, tolerance: Double
    }
    var cases: [Case]
  }

  static let data: URL = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../../shared/conformance/easing/cubic_bezier.json").standardizedFileURL

  @Test("cubic-bezier values agree with public tests", .enabled(if: FileManager.default.fileExists(atPath: data.path)))
  func conformance() throws {
    func parsed(_ text: String) throws -> Curve {
      let h = text.dropFirst("cubic-bezier(".count).dropLast().split(separator: ",").map {
        Double($0.trimmingCharacters(in: .whitespaces)) ?? .nan
      }
      return try Curve.bezier(h[0], h[1], h[2], h[3])
    }
    var compared = 0
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    for test in try decoder.decode(Conformance.self, from: Data(contentsOf: Self.data)).cases {
      let pairs: [(Double, Double)]
      if let h = test.input.points, let inputs = test.input.inputs, let outputs = test.expect.outputs {
        let curve = try Curve.bezier(h[0], h[1], h[2], h[3])
        pairs = zip(inputs, outputs).map { (curve.value($0), $1) }
      } else if let outer = test.input.effectEasing, let inner = test.input.keyframeEasing, let times = test.input.timesMs,
        let values = test.expect.values
      {
        let (effect, keyframe) = (try parsed(outer), try parsed(inner))
        pairs = zip(times, values).map { (keyframe.value(effect.value($0 / 1000)), $1) }
      } else {
        Issue.record("case \(test.id) has an unknown form")
        continue
      }
      for (got, expected) in pairs { #expect((got - expected).magnitude <= test.tolerance, "\(test.id)") }
      compared += pairs.count
    }
    #expect(compared > 150)
  }
}
