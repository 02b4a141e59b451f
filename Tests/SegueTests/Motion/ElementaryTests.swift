// The engine's own elementary functions against the C library's.

import CKernels
import Glibc
import Testing

@Suite("Elementary functions")
struct ElementaryTests {
  /// Largest difference in units of the last place of the expected value.
  private func worst(
    _ inputs: [Double], _ own: (Double) -> Double, _ reference: (Double) -> Double
  ) -> Double {
    inputs.map { ulps(own($0), reference($0)) }.max() ?? .infinity
  }

  private func ulps(_ got: Double, _ expected: Double) -> Double {
    if got == expected || (got.isNaN && expected.isNaN) { return 0 }
    let difference = (got - expected).magnitude / expected.ulp
    return difference.isNaN ? .infinity : difference
  }

  private static let wide: [Double] = {
    var random = Seeded(state: 1)
    return grid(-740, 700, 20_000) + grid(-3, 3, 20_000) + (0..<20_000).map { _ in random.magnitude(1e-300, 1e300) }
  }()
  private static let special: [Double] = [
    0, -0.0, 1, -1, .infinity, -.infinity, .nan, 2, -2, 3, -3, 0.5, -0.5, 0x1p-1074, 1e308, -1e308, 0x1p-1030, 0x1p53,
    0x1p52 + 1,
    -1e300, 1e17,
  ]

  @Test("each function is within 2 units in the last place of the C library's")
  func near() {
    let all = Self.wide + Self.special
    #expect(worst(all, ck_exp, exp) <= 2)
    #expect(worst(all, ck_expm1, expm1) <= 2)
    #expect(worst(all, ck_log, log) <= 2)
    #expect(worst(all, ck_log1p, log1p) <= 2)
    #expect(worst(all, ck_sin, sin) <= 2)
    #expect(worst(all, ck_cos, cos) <= 2)
    #expect(worst(all.map { 60 * $0 }, ck_sin, sin) <= 2)
    #expect(worst(all.map { -$0 }, ck_cbrt, cbrt) <= 4)  // the C library's own is up to 1 off, rounded the other way
    for y in [-1e300, -2, -1e-3, 0.0, 1e-9, 0.7, 40] {
      #expect(worst(all, { ck_atan2(y, $0) }, { atan2(y, $0) }) <= 2)
      #expect(worst(all, { ck_atan2($0, y) }, { atan2($0, y) }) <= 2)
    }
    for y in [-30, -2, -0.3, 1.0 / 3, 2, 3, 7.5] { #expect(worst(all, { ck_pow($0, y) }, { pow($0, y) }) <= 2) }
  }

  @Test("infinities, zeros and not-a-number come out as the C library has them, signs included")
  func special() {
    let pairs: [((Double) -> Double, (Double) -> Double)] = [
      (ck_exp, exp), (ck_expm1, expm1), (ck_log, log), (ck_log1p, log1p), (ck_sin, sin), (ck_cos, cos), (ck_cbrt, cbrt),
    ]
    for (own, reference) in pairs {
      for x in Self.special where !reference(x).isNaN { #expect(own(x).sign == reference(x).sign, "at \(x)") }
    }
    for x in Self.special {
      for y in Self.special {
        #expect(ulps(ck_pow(x, y), pow(x, y)) <= 2, "pow(\(x), \(y))")
        #expect(ulps(ck_atan2(x, y), atan2(x, y)) <= 2, "atan2(\(x), \(y))")
        if !pow(x, y).isNaN { #expect(ck_pow(x, y).sign == pow(x, y).sign, "pow(\(x), \(y))") }
        if !atan2(x, y).isNaN { #expect(ck_atan2(x, y).sign == atan2(x, y).sign, "atan2(\(x), \(y))") }
      }
    }
  }

  @Test("the cosine nearest to 0 of all doubles has its first 16 digits right")
  func hardest() {
    // Muller, Elementary Functions, table of worst cases: cos(6381956970095103 * 2^797) = -4.68716592425462761112e-19
    let cosine = ck_cos(6_381_956_970_095_103 * 0x1p797)
    #expect((cosine / -4.68716592425462761112e-19 - 1).magnitude < 2e-16)
  }

  @Test("a few results are fixed to the bit")
  func bits() {
    #expect(ck_exp(1) == 0x1.5bf0a8b14576ap+1)
    #expect(ck_sin(1) == 0x1.aed548f090ceep-1)
    #expect(ck_cos(1) == 0x1.14a280fb5068cp-1)
    #expect(ck_log(2) == 0x1.62e42fefa39efp-1)
    #expect(ck_cbrt(27) == 3)
    #expect(ck_pow(2, -10) == 0x1p-10)
    #expect(ck_atan2(1, 1) == .pi / 4)
  }
}
