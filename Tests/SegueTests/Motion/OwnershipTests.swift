import Testing

@testable import Segue

/// Who moves a value, and how every motion ends once.
@Suite struct OwnershipTests {
  let engine = Engine()
  init() throws { try engine.advance(to: 0) }

  @Test("interrupting one of two properties leaves the other going, to its own exact end")
  func oneOfTwo() throws {
    let view = try engine.makeView()
    var ends: [(EndReason, Double)] = []
    try engine.move(
      view, [.init(.x, [100]), .init(.rotation, [90])],
      .init(.curve(.linear, duration: 1)) { [engine] in ends.append(($0, engine.moment)) })
    engine.after(0.5) { [engine] in try? engine.set(.x, of: view, to: [7]) }
    try engine.advance(to: 0.75)
    #expect(try engine.shownNumbers(.x, of: view) == [7] && engine.shownNumbers(.rotation, of: view) == [67.5])
    try engine.advance(to: 1.5)
    #expect(try engine.shownNumbers(.rotation, of: view) == [90])
    #expect(ends.map(\.0) == [.finished] && ends[0].1 == 1)
  }

  @Test("a block that loses a property in the same step in which it ends still ends at its own time")
  func lossInTheLastStep() throws {
    let view = try engine.makeView()
    var end: Double?
    try engine.move(
      view, [.init(.x, [100]), .init(.rotation, [90])],
      .init(.curve(.linear, duration: 1)) { [engine] _ in end = engine.moment })
    for _ in 0..<3 { try engine.move(engine.makeValue([0]), to: [1]) }
    engine.after(0.5) { [engine] in try? engine.set(.x, of: view, to: [7]) }
    try engine.advance(to: 10)
    #expect(end == 1)
  }

  @Test("two retargets give one finished and two interrupted")
  func retargets() throws {
    let value = try engine.makeValue([0])
    var reasons: [EndReason] = []
    for (i, target) in [10.0, 20, 30].enumerated() {
      try engine.advance(to: 0.1 * Double(i))
      try engine.move(value, to: [target], .init(.curve(.ease, duration: 0.5)) { reasons.append($0) })
    }
    try engine.advance(to: 5)
    #expect(try reasons == [.interrupted, .interrupted, .finished] && engine.position(of: value) == [30])
  }

  @Test("asking again for the same target with the same timing changes nothing; a completion is heard all the same")
  func sameAgain() throws {
    let value = try engine.makeValue([0])
    var reasons: [EndReason] = []
    let first = try engine.move(value, to: [10], .init(.curve(.easeIn, duration: 1)))
    try engine.advance(to: 0.5)
    let state = (try engine.position(of: value), try engine.velocity(of: value))
    let second = try engine.move(value, to: [10], .init(.curve(.easeIn, duration: 1)) { reasons.append($0) })
    #expect(try first == second && engine.position(of: value) == state.0 && engine.velocity(of: value) == state.1)
    try engine.advance(to: 1)
    #expect(try reasons == [.finished] && !engine.isMoving(value))
    #expect(try engine.move(value, to: [5], .init(.curve(.easeIn, duration: 1))) != first)
  }

  @Test(
    "no duration: the value is there at once and completes once, in the script phase of this frame; with a delay at its end")
  func noDuration() throws {
    let value = try engine.makeValue([0])
    var log: [Double] = []
    try engine.move(value, to: [3], .init(.curve(.ease, duration: 0)) { [engine] _ in log.append(engine.moment) })
    #expect(try engine.position(of: value) == [3] && log.isEmpty)
    engine.turn()
    #expect(log == [0])
    try engine.move(value, to: [8], .init(.curve(.ease, duration: 0), delay: 0.25) { [engine] _ in log.append(engine.moment) })
    try engine.advance(to: 0.2)
    #expect(try engine.position(of: value) == [3])
    try engine.advance(to: 1)
    #expect(try engine.position(of: value) == [8] && log == [0, 0.25])
  }

  @Test("stopping from inside a completion is legal, oneself and others")
  func stopInside() throws {
    let (a, b) = (try engine.makeValue([0]), try engine.makeValue([0]))
    var reasons: [String] = []
    let other = try engine.move(b, to: [1], .init(.curve(.linear, duration: 1)) { reasons.append("b \($0)") })
    var own: Handle<Animator>?
    own = try engine.move(
      a, to: [1],
      .init(.curve(.linear, duration: 0.5)) { [engine] in
        reasons.append("a \($0)")
        engine.stop(own!)
        engine.stop(other)
        engine.complete(other)
      })
    try engine.advance(to: 2)
    #expect(try reasons == ["a finished", "b cancelled"] && engine.position(of: b) == [0.5])
  }

  @Test("a delayed start on a view that is gone does nothing and ends as removed")
  func delayedOnTheGone() throws {
    let view = try engine.makeView()
    var reasons: [EndReason] = []
    try engine.move(view, [.init(.x, [50])], .init(.curve(.linear, duration: 1), delay: 0.5) { reasons.append($0) })
    engine.release(view)
    let next = try engine.makeView()
    try engine.advance(to: 0.1)
    #expect(reasons == [.removed])
    try engine.advance(to: 1)
    #expect(try engine.shownNumbers(.x, of: next) == [0] && engine.motion.blockCount == 0 && engine.animators.count == 0)
  }

  @Test("finishing a motion that waits for its delay puts its values where they were to go")
  func finishDelayed() throws {
    let value = try engine.makeValue([0])
    var reasons: [EndReason] = []
    let animator = try engine.move(value, to: [4], .init(.curve(.linear, duration: 1), delay: 1) { reasons.append($0) })
    engine.complete(animator)
    engine.turn()
    #expect(try engine.position(of: value) == [4] && reasons == [.finished])
    try engine.advance(to: 1.5)
    #expect(try engine.position(of: value) == [4] && !engine.isMoving(value))
  }

  @Test("values released while they move end as removed")
  func released() throws {
    let value = try engine.makeValue([0, 0])
    let view = try engine.makeView()
    var reasons: [EndReason] = []
    try engine.move(value, to: [1, 2], .init(.spring(Spring())) { reasons.append($0) })
    try engine.move(view, [.init(.alpha, [0])], .init(.curve(.linear, duration: 1)) { reasons.append($0) })
    try engine.advance(to: 0.1)
    engine.release(value)
    engine.release(view)
    try engine.advance(to: 0.1)
    #expect(reasons == [.removed, .removed] && engine.motion.blockCount == 0)
    #expect(throws: SegueError.self) { try engine.position(of: value) }
  }

  @Test("of two wishes for one lane in one call the later counts; nothing moves twice")
  func overlap() throws {
    let view = try engine.makeView()
    var reasons: [EndReason] = []
    try engine.move(
      view, [.init(.frame, [10, 20, 30, 40]), .init(.x, [90]), .init(.center, [50, 60])],
      .init(.curve(.linear, duration: 1)) { reasons.append($0) })
    try engine.advance(to: 0.5)
    try engine.set(.x, of: view, to: [3])
    try engine.advance(to: 0.9)
    #expect(try engine.shownNumbers(.x, of: view) == [3])
    try engine.advance(to: 1)
    #expect(try engine.shownNumbers(.frame, of: view) == [3, 40, 30, 40] && reasons == [.finished])
    try engine.animate(.init(.curve(.linear, duration: 1))) {
      try engine.set(.x, of: view, to: [5])
      try engine.set(.frame, of: view, to: [1, 2, 3, 4])
      try engine.set(.y, of: view, to: [9])
    }
    try engine.advance(to: 2)
    #expect(try engine.shownNumbers(.frame, of: view) == [1, 9, 3, 4] && engine.motion.blockCount == 0)
  }

  @Test("numbers that are none are refused by name and change nothing")
  func refused() throws {
    let value = try engine.makeValue([1])
    #expect(throws: SegueError.self) { try engine.move(value, to: [.nan]) }
    #expect(throws: SegueError.self) { try engine.move(value, to: [2], .init(.curve(.ease, duration: -1))) }
    #expect(throws: SegueError.self) { try engine.move(value, to: [2], .init(.curve(.ease, duration: .nan))) }
    #expect(throws: SegueError.self) { try engine.move(value, to: [2], .init(delay: -0.1)) }
    #expect(throws: SegueError.self) { try engine.move(value, to: [2], .init(velocity: [.infinity])) }
    #expect(try engine.position(of: value) == [1] && !engine.isMoving(value) && engine.animators.count == 0)
  }
}
