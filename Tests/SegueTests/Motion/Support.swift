// Random numbers that are the same in every run, and lists of numbers.

import Glibc

/// A seeded generator (SplitMix64, Steele and others 2014).
struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  mutating func between(_ low: Double, _ high: Double) -> Double { Double.random(in: low..<high, using: &self) }

  /// Evenly spread over the powers of ten.
  mutating func magnitude(_ low: Double, _ high: Double) -> Double {
    Glibc.exp(between(Glibc.log(low), Glibc.log(high)))
  }
}

/// `count + 1` numbers from `low` to `high`.
func grid(_ low: Double, _ high: Double, _ count: Int) -> [Double] {
  (0...count).map { low + (high - low) * Double($0) / Double(count) }
}
