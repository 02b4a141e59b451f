import Testing

@testable import Segue

/// Time as the host tells it.
@Suite struct TimeTests {
  @Test("a time that is no number is refused and changes nothing")
  func notANumber() throws {
    let engine = Engine()
    let value = try engine.makeValue([0])
    try engine.advance(to: 5)
    try engine.move(value, to: [10], .init(.curve(.linear, duration: 1)))
    for time in [Double.nan, .infinity, -.infinity] {
      #expect(throws: SegueError.self) { try engine.advance(to: time) }
    }
    #expect(engine.time == 0)
    try engine.advance(to: 5.5)
    #expect(try engine.position(of: value) == [5])
  }

  @Test("an earlier time counts as now and is reported once; the same time again changes nothing; ten seconds are caught up")
  func backwardAndFar() throws {
    let stage = try Stage()
    try stage.define()
    let run = try stage.push()
    try stage.advance(to: 0.25)
    let frame = stage.frame
    for time in [0.25, 0.1, -3] {
      try stage.advance(to: time)
      #expect(stage.engine.time == 0.25 && stage.frame == frame)
    }
    #expect(stage.messages(.warning).count == 1)
    try stage.advance(to: 10.25)
    #expect(run.state == .ended && stage.engine.time == 10.25 && stage.engine.nextDeadline == nil)
  }

  @Test("nothing advances from inside a callback")
  func reentrantAdvance() throws {
    let engine = Engine()
    var error: (any Error)?
    engine.after(0) {
      do { try engine.advance(to: 9) } catch let refusal { error = refusal }
    }
    try engine.advance(to: 0)
    #expect((error is SegueError) && engine.time == 0)
  }

  @Test("a motion that begins after 0.001 s and lasts 0.5 s ends at 0.501 s, in one step of ten seconds")
  func delayInOneStep() throws {
    let engine = Engine()
    try engine.advance(to: 0)
    let value = try engine.makeValue([0])
    var log: [Double] = []
    try engine.move(
      value, to: [1],
      .init(.curve(.linear, duration: 0.5), delay: 0.001) { _ in
        log.append(engine.moment)
        _ = try? engine.move(value, to: [2], .init(.curve(.linear, duration: 0.25)) { _ in log.append(engine.moment) })
      })
    try engine.advance(to: 10)
    #expect(log == [0.001 + 0.5, 0.001 + 0.5 + 0.25])
    #expect(try engine.position(of: value) == [2])
  }

  @Test("ends, timers and input of one step happen in order of time")
  func order() throws {
    let engine = Engine()
    try engine.advance(to: 0)
    let view = try engine.makeView()
    try engine.set(.frame, of: view, to: [0, 0, 100, 100])
    try engine.setStage(view)
    var log: [(String, Double)] = []
    let (a, b) = (try engine.makeValue([0]), try engine.makeValue([0]))
    try engine.move(a, to: [1], .init(.curve(.ease, duration: 0.7)) { _ in log.append(("a", engine.moment)) })
    try engine.move(b, to: [1], .init(.spring(Spring())) { _ in log.append(("b", engine.moment)) })
    for time in [3, 0.1, 0.7, 0.05] { engine.after(time) { log.append(("timer", engine.moment)) } }
    _ = try engine.addRecognizer(.pan(PanSettings()), to: view) { [unowned engine] _ in log.append(("pan", engine.moment)) }
    for (i, time) in [0.2, 0.21, 0.22].enumerated() {
      try engine.send(InputEvent(time: time, phase: i == 0 ? .down : .move, position: Point(20 + 20 * Double(i), 50)))
    }
    try engine.advance(to: 10)
    #expect(log.map(\.1) == log.map(\.1).sorted())
    #expect(log.filter { $0.0 != "pan" && $0.0 != "b" }.map(\.1) == [0.05, 0.1, 0.7, 0.7, 3])
    #expect(log.contains { $0.0 == "b" && $0.1 > 0.2 } && log.contains { $0.0 == "pan" && (0.2...0.22).contains($0.1) })
  }

  @Test("of ten motions due in one step the first cancels all others: they end as cancelled, none as finished")
  func firstCancelsAll() throws {
    let engine = Engine()
    try engine.advance(to: 0)
    var handles: [Handle<Animator>] = []
    var reasons: [EndReason] = []
    for i in 0..<10 {
      let value = try engine.makeValue([0])
      handles.append(
        try engine.move(
          value, to: [1],
          .init(.curve(.linear, duration: 0.1 * Double(i + 1))) { reason in
            reasons.append(reason)
            if i == 0 { for handle in handles { engine.stop(handle) } }
          }))
    }
    try engine.advance(to: 10)
    #expect(reasons == [.finished] + Array(repeating: .cancelled, count: 9) && engine.animators.count == 0)
  }

  /// A busy world, told at the times that it is advanced to: returns its log and the state at `stops`.
  private func world(_ times: [Double], stops: Set<Double>) throws -> (log: [String], states: [[UInt64]]) {
    let stage = try Stage()
    let engine = stage.engine
    try stage.define(timing: .curve(.easeInOut, duration: 0))
    var log: [String] = []
    var random = Seeded(state: 99)
    var values: [Handle<MotionValue>] = []
    for i in 0..<24 {
      let value = try engine.makeValue([random.between(-5, 5)])
      values.append(value)
      // Ends that coincide, and ends that do not; each leads to the next.
      let duration = i.isMultiple(of: 3) ? 0.25 : random.between(0.1, 0.6)
      func next(_ round: Int) {
        guard round < 6 else { return }
        let timing: Timing = (i + round).isMultiple(of: 2) ? .curve(.easeOut, duration: duration) : .spring(Spring())
        _ = try? engine.move(
          value, to: [Double(round * 10 + i)],
          .init(timing, delay: round.isMultiple(of: 3) ? 0.05 : 0) { reason in
            log.append("\(i).\(round) \(reason) \(engine.moment.bitPattern)")
            next(round + 1)
          })
      }
      next(0)
      engine.after(0.25 * Double(i % 5)) {
        log.append("timer \(i)")
        _ = try? engine.move(value, to: [-3], .init(.curve(.ease, duration: 0.3)))
      }
    }
    engine.after(0.3) { _ = try? stage.push() }
    engine.after(1.1) { _ = try? stage.pop() }
    var states: [[UInt64]] = []
    for time in times {
      try engine.advance(to: time)
      guard stops.contains(time) else { continue }
      var state = try values.flatMap { try engine.position(of: $0) + engine.velocity(of: $0) }
      state += try [stage.shown.alpha, stage.shown.x, engine.velocity(.x, of: stage.list.view)[0]]
      states.append(state.map(\.bitPattern))
    }
    return (log + stage.log, states)
  }

  @Test("same inputs, same bits, however time is cut into frames")
  func splitting() throws {
    let stops: Set<Double> = [0.2, 0.5, 1.25, 1.3, 10]
    let coarse = try world(stops.sorted(), stops: stops)
    var random = Seeded(state: 1)
    let frames = (1...600).map { Double($0) / 60 } + (0..<300).map { _ in random.between(0, 3) }
    let fine = try world(stops.union(frames).sorted(), stops: stops)
    #expect(coarse.log.count > 60 && coarse.log == fine.log)
    #expect(coarse.states == fine.states && coarse.states.count == 5)
  }

  @Test("callbacks find values and views as they are at their own moment")
  func moment() throws {
    let engine = Engine()
    try engine.advance(to: 0)
    let view = try engine.makeView()
    try engine.move(view, [.init(.x, [100])], .init(.curve(.linear, duration: 1)))
    var seen: [Double] = []
    engine.after(0.25) {
      seen = (try? engine.shownNumbers(.x, of: view)) ?? []
      seen += engine.scene.shown(.x, of: view) ?? []
    }
    try engine.advance(to: 0.75)
    #expect(seen == [25, 25] && engine.scene.shown(.x, of: view) == [75])
  }
}
