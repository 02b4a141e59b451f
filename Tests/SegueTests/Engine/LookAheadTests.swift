import Testing

@testable import Segue

/// How things will be at another time, asked without going there.
@Suite struct LookAheadTests {
  /// Everything that moves by itself: tweens, springs, throws that bounce, timelines, a followed one, a transition, sums.
  private func world() throws -> (stage: Stage, views: [Handle<View>], values: [Handle<MotionValue>]) {
    let stage = try Stage()
    let engine = stage.engine
    try stage.define(duration: 3)
    try stage.push()
    var random = Seeded(state: 12)
    var views: [Handle<View>] = []
    for i in 0..<40 {
      let view = try engine.makeView()
      try engine.set(.frame, of: view, to: [0, 0, 10, 10])
      try engine.set(.background, of: view, to: [1, 1, 1, 1])
      try engine.add(view, to: stage.list.view)
      let timing: Timing = i.isMultiple(of: 2) ? .spring(Spring()) : .curve(.easeOut, duration: random.between(0.2, 1.5))
      try engine.move(view, [.init(.x, [random.between(10, 200)]), .init(.rotation, [random.between(-90, 90)])], .init(timing))
      views.append(view)
    }
    let thrown = try engine.makeView()
    try engine.add(thrown, to: stage.list.view)
    try engine.decay(thrown, [(.x, .init(velocity: [2000], bounds: 0...150, bounce: Spring()))])
    let values = try (0..<3).map { _ in try engine.makeValue([0]) }
    try engine.move(values[0], to: [1], .init(.curve(.easeInOut, duration: 1)))
    try engine.decay(values[1], .init(velocity: [900], bounds: 0...50, bounce: Spring()))
    try engine.move(values[2], to: [5], .init(.curve(.ease, duration: 1)))
    try engine.move(values[2], to: [9], .init(.curve(.easeInOut, duration: 1.5), policy: .add))
    let timeline = engine.makeTimeline()
    try timeline.add(at: 0, .curve(.ease, duration: 0.8)) { try engine.set(.y, of: views[0], to: [70]) }
    try timeline.play(loops: 2, yoyo: true)
    var pulse = Engine.MotionOptions(.curve(.easeIn, duration: 0.3))
    pulse.effect = EffectTiming()
    pulse.effect?.iterations = .infinity
    pulse.effect?.direction = .alternate
    try engine.move(views[2], [.init(.alpha, [0.25])], pulse)
    let followed = engine.makeTimeline()
    try followed.add(at: 0, .spring(Spring())) { try engine.set(.alpha, of: views[1], to: [0]) }
    try engine.follow(followed, values[0], from: 0, to: 1)
    try stage.advance(to: 0.1)
    return (stage, views + [thrown], values)
  }

  /// All numbers of the views and values, and what is drawn.
  private func seen(_ world: (stage: Stage, views: [Handle<View>], values: [Handle<MotionValue>]), at time: Double?) throws -> (
    [UInt64], DisplayList
  ) {
    let engine = world.stage.engine
    var numbers: [Double] = []
    for view in world.views {
      for property in [Property.frame, .rotation, .alpha, .center] {
        numbers +=
          try time.map { try engine.shownNumbers(property, of: view, at: $0) } ?? engine.shownNumbers(property, of: view)
      }
    }
    for value in world.values {
      numbers += try time.map { try engine.position(of: value, at: $0) } ?? engine.position(of: value)
      numbers += try time.map { try engine.velocity(of: value, at: $0) } ?? engine.velocity(of: value)
    }
    var list = DisplayList(size: Size(0, 0))
    if let time { try engine.write(into: &list, at: time) } else { engine.write(into: &list) }
    return (numbers.map(\.bitPattern), list)
  }

  @Test(
    "the answer has the bits of advancing there, ends and bounces included", arguments: [0.1, 0.15, 0.4, 0.9, 1.3, 1.9, 2.9])
  func sameBits(time: Double) throws {
    let (ahead, there) = (try world(), try world())
    let foreseen = try seen(ahead, at: time)
    try there.stage.advance(to: time)
    let shown = try seen(there, at: nil)
    #expect(foreseen.0 == shown.0)
    #expect(foreseen.1 == shown.1)
  }

  @Test("looking ahead changes nothing and calls nobody; a time before now counts as now")
  func changesNothing() throws {
    let world = try world()
    let engine = world.stage.engine
    let log = world.stage.log
    engine.changed = false
    var called = false
    engine.after(0.5) { called = true }
    let before = try seen(world, at: nil)
    for time in [8, 0.2, 1.0, 0.1, -3] { _ = try seen(world, at: time) }
    let after = try seen(world, at: nil)
    #expect(before == after && !called && !engine.changed && engine.time == 0.1 && world.stage.log == log)
    let past = try seen(world, at: -5)
    #expect(past == before)
    #expect(engine.motion.endings.isEmpty)
    try world.stage.advance(to: 4)
    let twin = try self.world()
    try twin.stage.advance(to: 4)
    let (a, b) = (try seen(world, at: nil), try seen(twin, at: nil))
    #expect(a == b && called)
    #expect(throws: SegueError.self) { try engine.shownNumbers(.x, of: world.views[0], at: .nan) }
  }

  @Test("a block that ends before then shows its target; what waits for its delay or turn is not foreseen")
  func endsAndDelays() throws {
    let engine = Engine()
    try engine.advance(to: 100)
    let value = try engine.makeValue([0])
    try engine.move(value, to: [10], .init(.curve(.linear, duration: 1)))
    try engine.move(value, to: [20], .init(.curve(.linear, duration: 1), policy: .queue))
    #expect(try engine.position(of: value, at: 100.5) == [5] && engine.velocity(of: value, at: 100.5) == [10])
    #expect(try engine.position(of: value, at: 101.5) == [10] && engine.velocity(of: value, at: 101.5) == [0])
    try engine.setClockRate(0.5)
    #expect(try engine.position(of: value, at: 101) == [5])
    engine.setClockPaused(true)
    #expect(try engine.position(of: value, at: 200) == [0])
  }
}
