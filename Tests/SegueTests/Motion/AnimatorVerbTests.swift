import Testing

@testable import Segue

@Suite struct AnimatorVerbTests {
  let engine = Engine()
  let value: Handle<MotionValue>

  init() throws {
    value = try engine.makeValue([0])
    try engine.advance(to: 0)
  }

  var x: Double { get throws { try engine.position(of: value)[0] } }
  var v: Double { get throws { try engine.velocity(of: value)[0] } }

  func move(_ timing: Timing) throws -> Handle<Animator> { try engine.move(value, to: [100], .init(timing)) }

  @Test(
    "pause holds a motion where it is, resume lets it go on, seek puts it at a time",
    arguments: [
      Timing.curve(.linear, duration: 1), .curve(.easeInOut, duration: 1), .spring(Spring()),
    ])
  func pauseResumeSeek(timing: Timing) throws {
    let still = Engine()
    let twin = try still.makeValue([0])
    try still.advance(to: 0)
    try still.move(twin, to: [100], .init(timing))
    func twinAt(_ time: Double) throws -> Double {
      try still.advance(to: time)
      return try still.position(of: twin)[0]
    }
    let animator = try move(timing)
    var ended: EndReason?
    engine.whenEnded(animator) { ended = $0 }
    try engine.advance(to: 0.2)
    let before = try x
    try engine.pause(animator)
    #expect(try abs(x - before) < 1e-12)
    #expect(engine.isPaused(animator))
    try engine.advance(to: 9)
    #expect(engine.nextDeadline == nil)
    #expect(try abs(x - before) < 1e-12 && ended == nil)
    try engine.resume(animator)
    try engine.advance(to: 9.1)
    #expect(try abs(x - twinAt(0.3)) < 1e-9)
    try engine.seek(animator, to: 0.4)
    #expect(try abs(x - twinAt(0.4)) < 1e-9)
    try engine.advance(to: 20)
    #expect(try x == 100 && ended == .finished)
  }

  @Test("F96 reverse runs back from the current value and velocity in as much of the duration as it is of the way")
  func reverse() throws {
    let animator = try move(.curve(.linear, duration: 1))
    var ended: (EndReason, Double)?
    engine.whenEnded(animator) { [engine] in ended = ($0, engine.moment) }
    try engine.advance(to: 0.4)
    let (x0, v0) = try (x, v)
    try engine.reverse(animator)
    #expect(try abs(x - x0) < 1e-9 && abs(v - v0) <= 1e-9 * v0)
    try engine.advance(to: 0.7)
    #expect(try x < x0)
    try engine.advance(to: 2)
    #expect(ended?.0 == .finished && abs((ended?.1 ?? 0) - 0.8) < 1e-9)
    #expect(try x == 0)
  }

  @Test("F96 ten reversals do not shorten a motion")
  func tenReversals() throws {
    let animator = try move(.curve(.easeInOut, duration: 0.4))
    var ended: Double?
    engine.whenEnded(animator) { [engine] _ in ended = engine.moment }
    var time = 0.1
    for _ in 0..<10 {
      time += 0.15
      try engine.advance(to: time)
      try engine.reverse(animator)
    }
    // Left alone at once after the last reversal it has at most the whole way to go, at its nominal pace.
    let progress = try #require(engine.progress(of: animator))
    try engine.advance(to: 10)
    #expect(try x == 100, "an even number of reversals goes on")
    #expect(abs(try #require(ended) - time - (1 - progress) * 0.4) < 1e-9)
  }

  @Test("F95 continue starts at the current value and lasts factor·D")
  func goOn() throws {
    let animator = try move(.curve(.linear, duration: 1))
    var ended: Double?
    engine.whenEnded(animator) { [engine] _ in ended = engine.moment }
    try engine.advance(to: 0.5)
    try engine.pause(animator)
    try engine.goOn(animator, factor: 0.5, curve: .easeIn)
    #expect(try abs(x - 50) < 1e-9)
    try engine.advance(to: 0.75)
    #expect(try x < 74)
    try engine.advance(to: 5)
    #expect(try abs(#require(ended) - 1) < 1e-9 && x == 100)
  }

  @Test("F98 stop and finish end a paused motion; verbs on one that has ended are refused")
  func ends() throws {
    for (atTarget, expected, reason) in [(true, 100.0, EndReason.finished), (false, 30, .cancelled)] {
      try engine.set(value, to: [0])
      let start = engine.time
      let animator = try move(.curve(.linear, duration: 1))
      var ended: EndReason?
      engine.whenEnded(animator) { ended = $0 }
      try engine.advance(to: start + 0.3)
      try engine.pause(animator)
      if atTarget { engine.complete(animator) } else { engine.stop(animator) }
      try engine.advance(to: start + 0.4)
      #expect(try abs(x - expected) < 1e-9 && ended == reason)
      #expect(throws: SegueError("the motion has ended")) { try self.engine.pause(animator) }
    }
    #expect(engine.playbackOfAnimator.isEmpty && engine.motion.timelineCount == 0)
  }

  @Test("another motion that takes a paused value over interrupts it")
  func interrupted() throws {
    let animator = try move(.curve(.linear, duration: 1))
    var ended: EndReason?
    engine.whenEnded(animator) { ended = $0 }
    try engine.advance(to: 0.3)
    try engine.pause(animator)
    try engine.move(value, to: [0], .init(.curve(.linear, duration: 0.1)))
    try engine.advance(to: 1)
    #expect(try ended == .interrupted && x == 0)
    #expect(engine.playbackOfAnimator.isEmpty && engine.motion.timelineCount == 0)
  }

  @Test("a motion that waits for its delay cannot be paused")
  func waiting() throws {
    let animator = try engine.move(value, to: [1], .init(.curve(.linear, duration: 1), delay: 1))
    #expect(throws: SegueError("the motion has not begun: it waits for its delay or its turn")) {
      try self.engine.pause(animator)
    }
  }
}
