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
