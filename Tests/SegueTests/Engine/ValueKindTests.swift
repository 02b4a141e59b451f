import Testing

@testable import Segue

@Suite("Values of every kind") struct ValueKindTests {
  @Test("A kind says how many numbers it has and what they are called; others are refused and make nothing")
  func counts() throws {
    let engine = Engine()
    let kinds: [(MotionValue.Kind, Int)] = [
      (.number, 1), (.pair, 2), (.vector(3), 3), (.vector(4), 4), (.rect, 4), (.color(.oklab), 4), (.color(.srgb), 4),
      (.angle, 1),
      (.transform, 5),
    ]
    for (kind, count) in kinds {
      #expect(kind.count == count && (count == 1 ? kind.names.isEmpty : kind.names.count == count))
      let value = try engine.makeValue(kind, Array(repeating: 0.5, count: count))
      #expect(try engine.kind(of: value) == kind && engine.position(of: value).count == count)
      let made = engine.values.count
      #expect(throws: SegueError.self) { try engine.makeValue(kind, Array(repeating: 0, count: count + 1)) }
      #expect(throws: SegueError.self) { try engine.makeValue(kind, Array(repeating: .nan, count: count)) }
      #expect(throws: SegueError.self) { try engine.move(value, to: Array(repeating: 0, count: count - 1)) }
      #expect(throws: SegueError.self) { try engine.move(value, to: Array(repeating: .infinity, count: count)) }
      #expect(engine.values.count == made && !engine.hasMotion(value))
    }
    for count in [-1, 0, 1, 2, 5] {
      #expect(throws: SegueError.self) { try engine.makeValue(.vector(count), Array(repeating: 0, count: max(count, 0))) }
    }
  }

  @Test("Of two values that wait, the one that is released ends as removed and the other starts")
  func waiting() throws {
    let engine = Engine()
    try engine.advance(to: 0)
    let (gone, kept) = (try engine.makeValue([0]), try engine.makeValue([0]))
    var ends: [String] = []
    for (name, value) in [("gone", gone), ("kept", kept)] {
      for target in [1.0, 2] {
        var options = Engine.MotionOptions(.curve(.linear, duration: 1))
        options.delay = target
        options.completion = { ends.append("\(name) \(target) \($0)") }
        try engine.move(value, to: [target], options)
      }
    }
    #expect(engine.hasMotion(gone) && engine.hasMotion(kept))
    #expect(try !engine.isMoving(gone))
    engine.release(gone)
    try engine.advance(to: 0.5)
    #expect(ends == ["gone 1.0 removed", "gone 2.0 removed"] && !engine.hasMotion(gone) && engine.hasMotion(kept))
    try engine.advance(to: 5)
    #expect(try engine.position(of: kept) == [2] && !engine.hasMotion(kept) && engine.delayed.isEmpty)
  }
}
