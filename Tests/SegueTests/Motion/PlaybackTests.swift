import Testing

@testable import Segue

@Suite struct PlaybackTests {
  let engine = Engine()
  let view: Handle<View>
  let playback: Playback

  init() throws {
    view = try engine.makeView()
    playback = engine.makeTimeline()
    try engine.advance(to: 0)
    // x 0 → 80 in 0…0.4, then alpha 1 → 0 in 0.4…0.6.
    try playback.add(at: 0, .curve(.linear, duration: 0.4)) { [engine, view] in try engine.set(.x, of: view, to: [80]) }
    try playback.add(at: nil, .curve(.linear, duration: 0.2)) { [engine, view] in try engine.set(.alpha, of: view, to: [0]) }
  }

  var x: Double { get throws { try engine.shownNumbers(.x, of: view)[0] } }
  var alpha: Double { get throws { try engine.shownNumbers(.alpha, of: view)[0] } }

  @Test("the same position gives the same values in whatever order it is asked")
  func seek() throws {
    #expect(abs(playback.duration - 0.6) < 1e-15)
    for (position, x, alpha) in [(0.5, 80.0, 0.5), (0.1, 20, 1), (0.6, 80, 0), (0, 0, 1), (0.3, 60, 1), (9, 80, 0), (-1, 0, 1)]
    {
      try playback.seek(position)
      #expect(try abs(self.x - x) < 1e-5 && abs(self.alpha - alpha) < 1e-6, "\(position)")
    }
  }

  @Test("playing ends at the exact end, whatever the frames, and lets the values go")
  func play() throws {
    var ended: (EndReason, Double)?
    let animator = try #require(try playback.play())
    engine.whenEnded(animator) { [unowned engine] in ended = ($0, engine.moment) }
    try engine.advance(to: 0.2)
    #expect(try abs(x - 40) < 1e-5)
    try engine.advance(to: 7)
    #expect(ended?.0 == .finished && ended?.1 == playback.duration)
    #expect(try x == 80 && alpha == 0 && playback.state == .ended && engine.nextDeadline == nil)
    try engine.set(.x, of: view, to: [5])
    #expect(try x == 5)
  }

  @Test("pause holds, resume goes on, reverse turns round, a rate scales")
  func verbs() throws {
    try playback.play()
    try engine.advance(to: 0.1)
    playback.pause()
    try engine.advance(to: 5)
    #expect(abs(playback.position - 0.1) < 1e-12 && playback.state == .paused && engine.nextDeadline == nil)
    playback.resume()
    try engine.advance(to: 5.2)
    #expect(abs(playback.position - 0.3) < 1e-12)
    try playback.reverse()
    try engine.advance(to: 5.4)
    #expect(abs(playback.position - 0.1) < 1e-12)
    #expect(try abs(engine.velocity(.x, of: view)[0] + 200) < 1e-3)
    try engine.advance(to: 5.6)
    #expect(playback.state == .ended && playback.position == 0)
    try playback.play(rate: 2)
    try engine.advance(to: 5.8)
    #expect(abs(playback.position - 0.4) < 1e-12)
    playback.stop()
    #expect(try abs(x - 80) < 1e-4)
  }

  @Test("repeats go round, yoyos go back and forth, and a round's end is its end")
  func repeats() throws {
    try playback.play(loops: 3, yoyo: true)
    for (time, x, alpha) in [
      (0.2, 40.0, 1.0), (0.6, 80, 0), (0.7, 80, 0.5), (1.0, 40, 1), (1.2, 0, 1), (1.3, 20, 1), (1.800001, 80, 0),
    ] {
      try engine.advance(to: time)
      #expect(try abs(self.x - x) < 1e-4 && abs(self.alpha - alpha) < 1e-5, "\(time)")
    }
    #expect(playback.state == .ended)
    try playback.play(loops: .infinity, yoyo: false)
    try engine.advance(to: 1000.1)
    #expect(playback.state == .running)
    #expect(throws: SegueError.self) { try self.engine.makeTimeline().play(loops: .infinity) }
  }

  @Test("each call is made once for each passing, in time order, also in a step of ten seconds")
  func calls() throws {
    var log: [String] = []
    for (name, place) in [("b", 0.3), ("a", 0.1), ("end", 0.6), ("start", 0), ("a2", 0.1)] {
      try playback.call(at: place) { [unowned engine] in log.append("\(name) \((engine.moment * 1000).rounded() / 1000)") }
    }
    try playback.play(loops: 2, yoyo: true)
    try engine.advance(to: 10)
    #expect(
      log == [
        "start 0.0", "a 0.1", "a2 0.1", "b 0.3", "end 0.6", "end 0.6", "b 0.9", "a 1.1", "a2 1.1", "start 1.2",
      ] || log == ["start 0.0", "a 0.1", "a2 0.1", "b 0.3", "end 0.6", "b 0.9", "a 1.1", "a2 1.1", "start 1.2"], "\(log)")
  }

  @Test("seeking passes nothing; playing from there passes what lies ahead, once")
  func seekAndPlay() throws {
    var log: [Double] = []
    for place in [0.1, 0.3, 0.5] { try playback.call(at: place) { log.append(place) } }
    try playback.seek(0.55)
    try playback.seek(0.2)
    #expect(log.isEmpty)
    try playback.play()
    try engine.advance(to: 1)
    #expect(log == [0.3, 0.5])
  }

  @Test("a call that stops the timeline is the last one")
  func stopInCall() throws {
    var log: [Double] = []
    for place in [0.1, 0.2, 0.3] {
      try playback.call(at: place) { [unowned playback] in
        log.append(place)
        if place == 0.2 { playback.stop() }
      }
    }
    try playback.play()
    try engine.advance(to: 1)
    #expect(log == [0.1, 0.2] && playback.state == .ended)
  }

  @Test("places count from the entry before, from labels and from their ends")
  func places() throws {
    #expect(try playback.place("<0.1") == 0.5 && abs(playback.place(">0.1") - 0.7) < 1e-12)
    try playback.label("out", at: nil)
    #expect(try playback.place("out") == playback.duration && abs(playback.place("out-0.1") - 0.5) < 1e-12)
    #expect(throws: SegueError("place: there is no label \"ot\", did you mean \"out\"?")) { try self.playback.place("ot") }
    #expect(throws: SegueError("place: \"<-9\" lies before the start of the timeline")) { try self.playback.place("<-9") }
  }

  @Test("N22 a timeline follows a value over a range, and no further")
  func follow() throws {
    let value = try engine.makeValue([0])
    try engine.follow(playback, value, from: 100, to: 400)
    for (position, x, alpha) in [(100.0, 0.0, 1.0), (200, 40, 1), (350, 80, 0.5), (50, 0, 1), (900, 80, 0)] {
      try engine.set(value, to: [position])
      try engine.advance(to: engine.time + 0.01)
      #expect(try abs(self.x - x) < 1e-4 && abs(self.alpha - alpha) < 1e-5, "\(position)")
    }
    try engine.set(value, to: [100])
    try engine.move(value, to: [400], .init(.curve(.linear, duration: 1)))
    try engine.advance(to: engine.time + 1.0 / 3)
    #expect(try abs(engine.velocity(.x, of: view)[0] - 120) < 1e-2)
    #expect(throws: SegueError("follow expected two different numbers")) {
      try self.engine.follow(self.playback, value, from: 1, to: 1)
    }
  }

  @Test("a motion that takes a value over leaves the rest to the timeline")
  func takenOver() throws {
    try playback.play()
    try engine.advance(to: 0.1)
    try engine.move(view, [.init(.x, [0])], .init(.curve(.linear, duration: 0.1)))
    try engine.advance(to: 0.5)
    #expect(try x == 0 && abs(alpha - 0.5) < 1e-5)
  }

  @Test("a released timeline leaves nothing behind")
  func release() throws {
    let lanes = engine.motion.doubles.count
    for _ in 0..<100 {
      let playback = engine.makeTimeline()
      try playback.add(at: 0, .curve(.linear, duration: 1)) { try engine.set(.x, of: view, to: [3]) }
      try playback.play()
      engine.release(playback)
    }
    try engine.advance(to: 3)
    #expect(engine.motion.doubles.count <= lanes + 1 && engine.motion.timelineCount == 0 && engine.playbacks.count == 1)
  }
}
