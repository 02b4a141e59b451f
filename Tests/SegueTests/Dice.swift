/// A small seeded generator, so that a failure can be played again.
struct Dice {
  var state: UInt64
  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
  mutating func roll(_ sides: Int) -> Int { Int(next() % UInt64(sides)) }
  mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }
}
