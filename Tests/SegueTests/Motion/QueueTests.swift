import Testing

@testable import Segue

/// Motions that wait for those before them.
@Suite struct QueueTests {
  let engine = Engine()
  init() throws { try engine.advance(to: 0) }

  private final class Log {
    var lines: [String] = []
  }
  private let log = Log()

  private func queued(_ value: Handle<MotionValue>, _ target: Double, _ duration: Double = 0.5, delay: Double = 0) throws
    -> Handle<Animator>
  {
    try engine.move(
      value, to: Array(repeating: target, count: engine.position(of: value).count),
      .init(.curve(.linear, duration: duration), delay: delay, policy: .queue) { [engine, log] in
        log.lines.append("\(target) \($0) \(engine.moment)")
      })
  }

  @Test(
    "each starts where and exactly when the one before ends, in one step as in many",
    arguments: [[10.0], [0.3, 0.6, 0.76, 10]])
  func chain(times: [Double]) throws {
    let value = try engine.makeValue([0])
    // Nothing moves it: the first starts at once.
    for (i, duration) in [0.5, 0.25, 0].enumerated() { _ = try queued(value, Double(i + 1) * 10, duration) }
    let last = try queued(value, 40, 0.125, delay: 0.0625)
    #expect(engine.isRunning(last))
    try engine.advance(to: 0.25)
    #expect(try engine.position(of: value) == [5])
    for time in times { try engine.advance(to: time) }
    #expect(log.lines == ["10.0 finished 0.5", "20.0 finished 0.75", "30.0 finished 0.75", "40.0 finished 0.9375"])
    #expect(
      try engine.position(of: value) == [40] && engine.turns.isEmpty && engine.delayed.isEmpty && engine.animators.count == 0)
  }

  @Test("stopping the first of three starts the second, from there and then; finishing a waiting one puts its values there")
  func stopping() throws {
    let value = try engine.makeValue([0])
    let first = try queued(value, 10)
    _ = try queued(value, 20)
    let third = try queued(value, 30)
    try engine.advance(to: 0.25)
    engine.stop(first)
    #expect(try engine.position(of: value) == [5] && engine.velocity(of: value) == [0])
    try engine.advance(to: 0.5)
    #expect(try engine.position(of: value) == [12.5] && log.lines == ["10.0 cancelled 0.25"])
    engine.complete(third)
    try engine.advance(to: 0.5)
    #expect(try engine.position(of: value) == [30])
    #expect(log.lines == ["10.0 cancelled 0.25", "20.0 interrupted 0.5", "30.0 finished 0.5"])
  }

  @Test("a waiting motion that is cancelled ends with that reason at once, and the one behind it moves up")
  func cancelWaiting() throws {
    let value = try engine.makeValue([0])
    _ = try queued(value, 10)
    let second = try queued(value, 20)
    _ = try queued(value, 30)
    engine.stop(second)
    engine.stop(second)
    try engine.advance(to: 0.75)
    #expect(try engine.position(of: value) == [20])
    try engine.advance(to: 5)
    #expect(log.lines == ["20.0 cancelled 0.0", "10.0 finished 0.5", "30.0 finished 1.0"])
  }

  @Test(
    "whatever takes the value over interrupts what waits for it: another motion, a set, a finger, a throw", arguments: 0..<4)
  func takenOver(how: Int) throws {
    let value = try engine.makeValue([0])
    _ = try queued(value, 10)
    _ = try queued(value, 20)
    _ = try queued(value, 30, delay: 1)
    try engine.advance(to: 0.25)
    switch how {
    case 0: try engine.move(value, to: [-1], .init(.curve(.linear, duration: 0.5)))
    case 1: try engine.set(value, to: [-1])
    case 2: try engine.track(value, at: [-1])
    default: try engine.decay(value, .init(velocity: [10]))
    }
    let place = try engine.position(of: value)
    try engine.advance(to: 10)
    #expect(
      Set(log.lines) == ["10.0 interrupted 0.25", "20.0 interrupted 0.25", "30.0 interrupted 0.25"] && log.lines.count == 3)
    switch how {
    case 0, 1, 2: #expect(try engine.position(of: value) == [-1])
    default: #expect(try engine.position(of: value)[0] > place[0])
    }
    #expect(engine.turns.isEmpty && engine.animators.count == 0)
  }

  @Test("a motion of several values waits for all of them, holds its place, and goes on with what is left to it")
  func several() throws {
    let view = try engine.makeView()
    var ends: [String] = []
    try engine.move(view, [.init(.x, [10])], .init(.curve(.linear, duration: 1)))
    try engine.move(view, [.init(.rotation, [10])], .init(.curve(.linear, duration: 2)))
    try engine.move(
      view, [.init(.x, [20]), .init(.rotation, [20])],
      .init(.curve(.linear, duration: 1), policy: .queue) { [engine] in ends.append("both \($0) \(engine.moment)") })
    // Behind it, though x is free before.
    try engine.move(
      view, [.init(.x, [50])],
      .init(.curve(.linear, duration: 1), policy: .queue) { [engine] in ends.append("x \($0) \(engine.moment)") })
    try engine.advance(to: 1.5)
    #expect(try engine.shownNumbers(.x, of: view) == [10])
    try engine.advance(to: 1.75)
    try engine.set(.rotation, of: view, to: [-5])
    try engine.advance(to: 2.25)
    #expect(try engine.shownNumbers(.x, of: view) == [15] && engine.shownNumbers(.rotation, of: view) == [-5])
    try engine.advance(to: 9)
    #expect(ends == ["both finished 2.75", "x finished 3.75"])
  }

  @Test("what is released takes its waiting motions along")
  func released() throws {
    let (view, value) = (try engine.makeView(), try engine.makeValue([0, 0]))
    var reasons: [EndReason] = []
    for target in [10.0, 20] {
      try engine.move(view, [.init(.x, [target])], .init(.spring(Spring()), policy: .queue) { reasons.append($0) })
      try engine.move(value, to: [target, target], .init(.spring(Spring()), policy: .queue) { reasons.append($0) })
    }
    #expect(engine.hasMotion(view) && engine.hasMotion(value))
    engine.release(view)
    engine.release(value)
    try engine.advance(to: 1)
    #expect(reasons == Array(repeating: .removed, count: 4) && engine.turns.isEmpty && engine.motion.blockCount == 0)
  }

  @Test("a thousand motions without a duration follow one another in one moment")
  func manyAtOnce() throws {
    let value = try engine.makeValue([0])
    var count = 0
    try engine.move(value, to: [1], .init(.curve(.linear, duration: 1)))
    for i in 1...1000 {
      try engine.move(value, to: [Double(i)], .init(.curve(.linear, duration: 0), policy: .queue) { _ in count += 1 })
    }
    try engine.advance(to: 1)
    #expect(try count == 1000 && engine.position(of: value) == [1000])
  }

  @Test("a paused motion is waited for; in a plan there is no queue")
  func pausedAndPlanned() throws {
    let value = try engine.makeValue([0])
    let first = try queued(value, 10)
    let second = try queued(value, 20)
    try engine.advance(to: 0.25)
    try engine.pause(first)
    try engine.advance(to: 3)
    #expect(try engine.position(of: value) == [5] && engine.isRunning(second))
    #expect(throws: SegueError.self) { try engine.pause(second) }
    try engine.resume(first)
    try engine.advance(to: 9)
    #expect(log.lines == ["10.0 finished 3.25", "20.0 finished 3.75"])
    let timeline = engine.makeTimeline()
    #expect(throws: SegueError.self) { try engine.write(timeline) { _ = try queued(value, 3) } }
  }

  @Test("a motion that repeats waits for its turn and is waited for like any other")
  func effects() throws {
    let value = try engine.makeValue([0])
    _ = try queued(value, 10)
    var options = Engine.MotionOptions(.curve(.linear, duration: 0.25), policy: .queue) { [engine, log] in
      log.lines.append("effect \($0) \(engine.moment)")
    }
    options.effect = EffectTiming()
    options.effect?.fill = .both
    options.effect?.iterations = 3
    try engine.move(value, to: [20], options)
    _ = try queued(value, 40)
    try engine.advance(to: 0.625)
    #expect(try engine.position(of: value) == [15])
    try engine.advance(to: 1.5)
    #expect(try engine.position(of: value) == [30])
    try engine.advance(to: 9)
    #expect(log.lines == ["10.0 finished 0.5", "effect finished 1.25", "40.0 finished 1.75"])
  }
}
