import Testing

@testable import Segue

@Suite struct KeyframeTests {
  private let engine = Engine()

  init() throws { try engine.advance(to: 0) }

  @Test("Keyframes follow one another, each segment on its own curve and from rest")
  func segments() throws {
    let value = try engine.makeValue([7])
    let timeline = engine.makeTimeline()
    let targets = [10.0, 20, 0]
    try timeline.add(at: 0.5, duration: 2, [.init(at: 0), .init(at: 0.25, .linear), .init(at: 1, .ease(.quad, .in))]) {
      try engine.set(value, to: [targets[$0]])
    }
    #expect(timeline.duration == 2.5)
    for (time, x) in [(0.4, 7.0), (0.5, 10), (0.75, 15), (1, 20), (1.75, 15), (2.5, 0)] {
      try timeline.seek(time)
      #expect(abs(try engine.position(of: value)[0] - x) < 1e-12)
    }
    #expect(try timeline.place("<") == 0.5)
    #expect(try timeline.place(">") == 2.5)
  }

  @Test("Without a keyframe at 0 the first segment starts from where the value is")
  func fromPresent() throws {
    let value = try engine.makeValue([50])
    let timeline = engine.makeTimeline()
    try timeline.add(at: nil, duration: 1, [.init(at: 0.5), .init(at: 1)]) { try engine.set(value, to: [[100, 0][$0]]) }
    try timeline.seek(0.25)
    #expect(try engine.position(of: value) == [75])
  }

  @Test("Shares out of order or beyond the ends are refused, and nothing is recorded")
  func refused() throws {
    let value = try engine.makeValue([0])
    let timeline = engine.makeTimeline()
    for shares in [[0.5, 0.2], [-0.1], [1.1], [.nan]] {
      #expect(throws: SegueError.self) {
        try timeline.add(at: 0, duration: 1, shares.map { .init(at: $0) }) { _ in try engine.set(value, to: [1]) }
      }
    }
    #expect(throws: SegueError.self) {
      try timeline.add(at: 0, duration: 1, [.init(at: 0.5), .init(at: 1)]) { _ in try engine.set(value, to: [.nan]) }
    }
    #expect(timeline.duration == 0)
  }
}
