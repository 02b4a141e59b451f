import Testing

@testable import Segue

/// Nothing grows.
@Suite struct EnduranceTests {
  @Test("ten thousand pushes and pops leave nothing behind")
  func flat() throws {
    let stage = try Stage()
    let engine = stage.engine
    try stage.define(duration: 0.3, timing: .curve(.ease, duration: 0))
    engine.report = { _ in }
    func census() -> [Int] {
      [
        engine.motion.blockCount, engine.motion.families.count, engine.motion.floats.count, engine.motion.doubles.count,
        engine.motion.timelineCount, engine.motion.trackerCount, engine.scene.views.count, engine.animators.count,
        engine.values.count, engine.screens.count, engine.containers.count, engine.interactions.count,
        engine.definitions.count,
        engine.runHandles.count, engine.runs.count, engine.queue.count, engine.delayed.count,
        engine.interactionsOfGestures.count,
      ]
    }
    var (time, ends) = (0.0, 0)
    func round(_ i: Int) throws {
      let extra = try engine.makeView()
      try engine.add(extra, to: stage.photo.view)
      try engine.move(extra, [.init(.x, [50])], .init(.spring(Spring()), delay: i.isMultiple(of: 4) ? 0.1 : 0))
      for popping in [false, true] {
        let hand = (i + (popping ? 1 : 0)).isMultiple(of: 3) ? engine.makeInteraction() : nil
        let run = try popping ? stage.pop(hand) : stage.push(hand)
        run.whenEnded { _ in ends += 1 }
        try stage.advance(to: time)
        try hand?.update(0.5)
        time += 0.1
        try stage.advance(to: time)
        if let hand {
          hand.finish()
          engine.release(hand)
        }
        time += 0.4
        try stage.advance(to: time)
      }
      engine.release(extra)
      stage.log.removeAll(keepingCapacity: true)
    }
    var early: [Int] = []
    for i in 0..<10_000 {
      try round(i)
      if i == 119 { early = census() }
    }
    for i in 10_000..<10_080 { try round(i) }
    #expect(ends == 20_160)
    #expect(census() == early, "\(early)")
  }
}
