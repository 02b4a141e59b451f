// The timing model of the Web Animations specification, by its numbers.

import Testing

@testable import Segue

@Suite("Effect timing")
struct EffectTimingTests {
  private func timing(_ change: (inout EffectTiming) -> Void) -> EffectTiming {
    var timing = EffectTiming()
    timing.duration = 2
    change(&timing)
    return timing
  }

  @Test("without fill an effect shows nothing outside its active time of 1 to 3 s")
  func active() {
    let timing = timing { $0.delay = 1 }
    #expect(timing.activeDuration == 2 && timing.endTime == 3)
    #expect(timing.moment(at: 0.5) == .init(phase: .before, progress: nil, iteration: nil))
    #expect(timing.moment(at: 1) == .init(phase: .active, progress: 0, iteration: 0))
    #expect(timing.moment(at: 2.5) == .init(phase: .active, progress: 0.75, iteration: 0))
    #expect(timing.moment(at: 3) == .init(phase: .after, progress: nil, iteration: nil))
  }

  @Test(
    "each fill shows the first value before, the last value after, both or neither",
    arguments: [
      (EffectTiming.Fill.none, nil, nil), (.backwards, 0, nil), (.forwards, nil, 1), (.both, 0, 1),
    ] as [(EffectTiming.Fill, Double?, Double?)])
  func fill(fill: EffectTiming.Fill, before: Double?, after: Double?) {
    let timing = timing {
      $0.delay = 1; $0.fill = fill
    }
    #expect(timing.moment(at: 0).progress == before && timing.moment(at: 9).progress == after)
  }

  @Test(
    "at a quarter of iterations 0 and 1 each direction goes its way",
    arguments: [
      (EffectTiming.Direction.normal, 0.25, 0.25), (.reverse, 0.75, 0.75), (.alternate, 0.25, 0.75),
      (.alternateReverse, 0.75, 0.25),
    ])
  func direction(direction: EffectTiming.Direction, first: Double, second: Double) {
    let timing = timing {
      $0.iterations = 2; $0.direction = direction
    }
    #expect(timing.moment(at: 0.5) == .init(phase: .active, progress: first, iteration: 0))
    #expect(timing.moment(at: 2.5) == .init(phase: .active, progress: second, iteration: 1))
  }

  @Test("the end of the last iteration is its end, that of every other one the start of the next")
  func boundaries() {
    let timing = timing {
      $0.iterations = 2; $0.fill = .both
    }
    #expect(timing.moment(at: 2) == .init(phase: .active, progress: 0, iteration: 1))
    #expect(timing.moment(at: 4) == .init(phase: .after, progress: 1, iteration: 1))
  }

  @Test("a part of an iteration ends in the middle, and iterations may start there")
  func parts() {
    let timing = timing {
      $0.iterations = 1.5; $0.iterationStart = 0.75; $0.fill = .both
    }
    #expect(timing.activeDuration == 3)
    #expect(timing.moment(at: -1) == .init(phase: .before, progress: 0.75, iteration: 0))
    #expect(timing.moment(at: 1) == .init(phase: .active, progress: 0.25, iteration: 1))
    #expect(timing.moment(at: 3) == .init(phase: .after, progress: 0.25, iteration: 2))
  }

  @Test("played backward, a boundary belongs to the other side")
  func backward() {
    let timing = timing {
      $0.delay = 1; $0.fill = .both
    }
    #expect(timing.moment(at: 1, backward: true).phase == .before)
    #expect(timing.moment(at: 3, backward: true) == .init(phase: .active, progress: 1, iteration: 0))
    #expect(timing.moment(at: 3.5, backward: true).phase == .after)
  }

  @Test("a delay below 0 starts in the middle; an end delay below 0 cuts the end off")
  func delaysBelowZero() {
    let early = timing { $0.delay = -0.5 }
    #expect(early.endTime == 1.5 && early.moment(at: 0) == .init(phase: .active, progress: 0.25, iteration: 0))
    let cut = timing {
      $0.endDelay = -0.5; $0.fill = .forwards
    }
    #expect(cut.endTime == 1.5 && cut.moment(at: 1.5) == .init(phase: .after, progress: 0.75, iteration: 0))
    #expect(timing { $0.delay = -5 }.endTime == 0)
  }

  @Test("no duration is over at once at its end, with and without a delay, and after endless iterations")
  func zero() {
    let now = timing {
      $0.duration = 0; $0.fill = .both
    }
    #expect(now.moment(at: 0) == .init(phase: .after, progress: 1, iteration: 0))
    let later = timing {
      $0.duration = 0; $0.delay = 1; $0.fill = .both
    }
    #expect(later.moment(at: 0.5) == .init(phase: .before, progress: 0, iteration: 0))
    #expect(later.moment(at: 1) == .init(phase: .after, progress: 1, iteration: 0))
    let endless = timing {
      $0.duration = 0; $0.iterations = .infinity; $0.fill = .both; $0.direction = .alternateReverse
    }
    #expect(endless.moment(at: 0) == .init(phase: .after, progress: 1, iteration: .infinity))
  }

  @Test("an infinite duration stays at its start, endless iterations never end")
  func infinite() {
    let still = timing { $0.duration = .infinity }
    #expect(still.endTime == .infinity && still.moment(at: 1e9) == .init(phase: .active, progress: 0, iteration: 0))
    let endless = timing {
      $0.iterations = .infinity; $0.direction = .alternate
    }
    #expect(endless.endTime == .infinity && endless.moment(at: 2001) == .init(phase: .active, progress: 0.5, iteration: 1000))
    let none = timing {
      $0.duration = .infinity; $0.iterations = 0; $0.fill = .both
    }
    #expect(none.activeDuration == 0 && none.moment(at: 0) == .init(phase: .after, progress: 0, iteration: 0))
  }

  @Test("the curve bends the progress after the direction; before the start its first jump has not happened yet")
  func curve() throws {
    let bent = timing {
      $0.curve = .ease(.quad, .in); $0.direction = .reverse
    }
    #expect(bent.moment(at: 0.5).progress == 0.5625)
    let steps = try Curve.steps(2, .start)
    let forward = timing {
      $0.delay = 1; $0.fill = .both; $0.curve = steps
    }
    #expect(forward.moment(at: 0).progress == 0 && forward.moment(at: 1).progress == 0.5)
    let reverse = timing {
      $0.fill = .both; $0.curve = steps; $0.direction = .reverse
    }
    #expect(reverse.moment(at: 0).progress == 1 && reverse.moment(at: 2).progress == 0)
  }

  @Test("what no effect can have is refused by name")
  func refused() throws {
    let wrong: [(String, (inout EffectTiming) -> Void)] = [
      ("delay expected a finite number of seconds, got inf", { $0.delay = .infinity }),
      ("end_delay expected a finite number of seconds, got nan", { $0.endDelay = .nan }),
      ("duration expected 0 or more, got -1.0", { $0.duration = -1 }),
      ("duration expected 0 or more, got nan", { $0.duration = .nan }),
      ("iterations expected 0 or more, got -0.5", { $0.iterations = -0.5 }),
      ("iteration_start expected a finite number, 0 or more, got inf", { $0.iterationStart = .infinity }),
    ]
    for (message, change) in wrong {
      let error = #expect(throws: SegueError.self) { try timing(change).check() }
      #expect(error.map { "\($0)" } == message)
    }
    try timing {
      $0.duration = .infinity; $0.iterations = .infinity
    }.check()
  }
}
