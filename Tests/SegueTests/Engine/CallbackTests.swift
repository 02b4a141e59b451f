import Testing

@testable import Segue

/// Callbacks that cause callbacks.
@Suite struct CallbackTests {
  @Test("thousands of callbacks caused one by another are spread over frames; none is lost, the loop is named")
  func postponed() throws {
    let engine = Engine()
    var reports: [Diagnostic] = []
    engine.report = { reports.append($0) }
    engine.describeLastCallback = { "loop.lua:7" }
    try engine.advance(to: 0)
    var count = 0
    func again() {
      count += 1
      if count < 3500 { engine.soon(again) }
    }
    engine.soon(again)
    var frames: [Int] = []
    for i in 1...5 {
      try engine.advance(to: Double(i))
      frames.append(count)
    }
    #expect(frames == [1001, 2002, 3003, 3500, 3500])
    #expect(reports.count == 3 && reports.allSatisfy { $0.severity == .error && $0.message.contains("loop.lua:7") })
  }

  @Test("thousands of callbacks side by side all run in their frame")
  func many() throws {
    let engine = Engine()
    var reports = 0
    engine.report = { _ in reports += 1 }
    var order: [Int] = []
    for i in 0..<5000 { engine.soon { order.append(i) } }
    try engine.advance(to: 0)
    #expect(order == Array(0..<5000) && reports == 0)
  }

  @Test("a motion begun in a postponed callback begins in the frame that runs it")
  func postponedStart() throws {
    let engine = Engine()
    try engine.advance(to: 0)
    let value = try engine.makeValue([0])
    var count = 0
    func again() {
      count += 1
      if count < 1500 { return engine.soon(again) }
      _ = try? engine.move(value, to: [1], .init(.curve(.linear, duration: 1)))
    }
    engine.soon(again)
    try engine.advance(to: 5)
    #expect(count == 1001)
    try engine.move(value, to: [4], .init(.curve(.linear, duration: 1)))
    try engine.advance(to: 5.999)
    #expect(try count == 1500 && engine.isMoving(value))
    try engine.advance(to: 6)
    #expect(try engine.position(of: value) == [1] && !engine.isMoving(value), "it began at 5, not at 0")
  }

  @Test("what callbacks set is not part of what the caller records")
  func notRecorded() throws {
    let engine = Engine()
    try engine.advance(to: 0)
    let (a, b) = (try engine.makeValue([0]), try engine.makeValue([0]))
    engine.soon { try? engine.set(b, to: [5]) }
    try engine.animate(.init(.curve(.linear, duration: 1))) {
      try engine.set(a, to: [1])
      engine.turn()
    }
    #expect(try engine.position(of: b) == [5] && !engine.isMoving(b) && engine.isMoving(a))
  }
}
