// The loops over many blocks give what one block gives, bit for bit, whichever clone the processor runs.

import CKernels
import Testing

@testable import Segue

@Suite("Kernels")
struct KernelTests {
  @Test("a batch of springs has the bits of single springs, in every mix of damping")
  func springs() {
    var random = Seeded(state: 2)
    for mix in 0..<5 {
      let count = 203
      let zeta: [Double] = (0..<count).map { i in
        switch mix {
        case 0: random.between(0.05, 0.999)
        case 1: 1
        case 2: random.between(1.0001, 30)
        case 3: 1 + (random.between(-1, 1)) * random.magnitude(1e-15, 1)
        default: i < 100 ? 0.5 : 1
        }
      }
      let omega = zeta.map { _ in random.magnitude(0.1, 1e5) }
      let start = zeta.map { _ in random.between(0, 4) }
      var c = [Double](repeating: -1, count: count)
      var b = c
      ck_spring_blocks(start, omega, zeta, 3, count, &c, &b)
      for i in 0..<count {
        let one = ck_spring(omega[i], zeta[i], 3 - start[i])
        #expect(c[i].bitPattern == one.c.bitPattern && (b[i] == one.b), "\(omega[i]) \(zeta[i]) \(start[i])")
        if start[i] >= 3 { #expect(c[i] == 1 && b[i] == 0) }
      }
    }
  }

  @Test(
    "lanes are target - delta * c + velocity * b, multiplied and then added, in Float", arguments: [1, 2, 3, 4, 5, 7, 16, 300])
  func floatLanes(lanes: Int) {
    check(lanes, Float.self) { ck_lanes_f($0, $1, $2, $3, $4, $5, $6, $7, $8, $9) }
  }

  @Test("lanes are target - delta * c + velocity * b, multiplied and then added, in Double", arguments: [1, 2, 3, 4, 5, 300])
  func doubleLanes(lanes: Int) {
    check(lanes, Double.self) { ck_lanes_d($0, $1, $2, $3, $4, $5, $6, $7, $8, $9) }
  }

  @Test("tweens by pieces have the bits of the plain loop whatever the processor's vectors, at and around their ends")
  func instants() {
    var random = Seeded(state: 5)
    for (name, curve) in CurvePiecesTests.all {
      let made = CurvePieces(curve)
      guard let pieces = made.coefficients else { continue }
      for count in [1, 7, 8, 16, 37, 300] {
        let rate = (0..<count).map { _ in random.magnitude(1e-3, 1e3) }
        // Before the start, at it, at the end, after it, near the middle and anywhere.
        let start: [Double] = rate.enumerated().map { i, rate in
          switch i % 8 {
          case 0: 3.0 + random.between(0, 2)
          case 1: 3
          case 2: 3 - 1 / rate
          case 3: 3 - 2 / rate
          case 4: 3 - 0.5 / rate
          case 5: 3 - random.magnitude(1e-12, 1) / rate
          default: 3 - random.between(0, 1) / rate
          }
        }
        let progress = zip(start, rate).map { ck_progress(3 - $0, $1) }
        var expected = [Float](repeating: -1, count: count)
        ck_pieces_f(pieces, progress, count, &expected)
        for widest in 0...ck_widest() {
          var c = [Float](repeating: -1, count: count)
          ck_instant_within(widest, pieces, start, rate, 3, count, &c)
          let wrong = c.indices.first { c[$0].bitPattern != expected[$0].bitPattern }
          #expect(
            wrong == nil,
            "\(name), \(count) tweens, vectors \(widest): \(wrong.map { "\(c[$0]) at \(progress[$0]), not \(expected[$0])" } ?? "")"
          )
        }
        withExtendedLifetime(made) {}
      }
    }
  }

  @Test(
    "tweens by pieces show what their factors and lanes show in two passes, in rows and in disorder",
    arguments: [1, 2, 3, 4, 7])
  func tweens(lanes: Int) throws {
    var random = Seeded(state: 6)
    let made = CurvePieces(.material)
    let pieces = try #require(made.coefficients)
    let count = 601
    let rate = (0..<count).map { _ in random.between(0.1, 3) }
    let start = (0..<count).map { _ in random.between(-1, 1.5) }
    func column() -> [Float] { (0..<count * lanes).map { _ in Float(random.between(-1e3, 1e3)) } }
    let (target, delta) = (column(), column())
    var c = [Float](repeating: 0, count: count)
    ck_instant_within(0, pieces, start, rate, 1, count, &c)
    let inRow = (0..<count).map { Int32($0 * lanes) }
    let places = (0..<count * lanes).map(Int32.init).shuffled(using: &random)
    for (slot, contiguous) in [(inRow, true), (inRow.shuffled(using: &random), true), (places, false)] {
      var expected = [Float](repeating: 7, count: count * lanes)
      for k in 0..<count * lanes {
        let product = delta[k] * c[k / lanes]
        expected[Int(contiguous ? slot[k / lanes] + Int32(k % lanes) : slot[k])] = target[k] - product
      }
      for widest in 0...ck_widest() {
        var shown = [Float](repeating: 7, count: count * lanes)
        ck_tweens_within(widest, pieces, start, rate, 1, target, delta, slot, contiguous ? 1 : 0, count, lanes, &shown)
        #expect(shown.map(\.bitPattern) == expected.map(\.bitPattern), "vectors \(widest), in runs \(contiguous)")
      }
    }
    withExtendedLifetime(made) {}
  }

  @Test("the least of a column is found wherever it stands", arguments: [0, 1, 8, 13, 40])
  func least(count: Int) {
    for place in 0..<count {
      let column = (0..<count).map { $0 == place ? 1.0 : 2.0 + Double($0) }
      #expect(ck_least(column, count) == 1)
    }
    #expect(ck_least([], 0) == .infinity)
  }

  private func check<T: BinaryFloatingPoint>(
    _ lanes: Int, _: T.Type,
    _ kernel: (
      UnsafePointer<T>, UnsafePointer<T>, UnsafePointer<T>?, UnsafePointer<Double>, UnsafePointer<Double>, UnsafePointer<Int32>,
      Int32, Int, Int, UnsafeMutablePointer<T>
    ) -> Void
  ) {
    var random = Seeded(state: 3)
    let count = 37
    let total = count * lanes
    func column() -> [T] { (0..<total).map { _ in T(random.between(-1e3, 1e3)) } }
    let (target, delta, velocity) = (column(), column(), column())
    let c = (0..<count).map { _ in random.between(-0.2, 1) }
    let b = (0..<count).map { _ in random.between(0, 0.1) }
    let order = (0..<count).shuffled(using: &random)
    let runs = order.map { Int32($0 * lanes) }
    var places = (0..<total).map(Int32.init).shuffled(using: &random)
    for i in places.indices where i % 5 == 0 { places[i] = -1 }
    for moving in [false, true] {
      for contiguous in [true, false] {
        var expected = [T](repeating: 7, count: total)
        for k in 0..<total {
          let i = k / lanes
          let place = contiguous ? Int(runs[i]) + k % lanes : Int(places[k])
          if place < 0 { continue }
          var x = delta[k] * T(c[i])
          x = target[k] - x
          if moving {
            let added = velocity[k] * T(b[i])
            x += added
          }
          expected[place] = x
        }
        var shown = [T](repeating: 7, count: total)
        velocity.withUnsafeBufferPointer { velocity in
          kernel(
            target, delta, moving ? velocity.baseAddress : nil, c, b, contiguous ? runs : places, contiguous ? 1 : 0, count,
            lanes,
            &shown)
        }
        #expect(shown == expected, "\(lanes) lanes, moving \(moving), contiguous \(contiguous)")
      }
    }
  }
}
