import Testing

@testable import Segue

@Suite("Elements off a run's path") struct FreeElementTests {
  /// The list's x goes 0 → −100 and the photo's alpha 0 → 1; a finger holds the run at a progress.
  private func held(_ p: Double) throws -> (Stage, Run, Interaction) {
    let stage = try Stage()
    try stage.define(duration: 0.5)
    let (run, interaction) = try stage.hold(p)
    return (stage, run, interaction)
  }

  /// Follows the list's x in steps of a millisecond and returns the largest change in one of them.
  private func largestStep(_ stage: Stage, seconds: Double) throws -> Double {
    var (largest, before) = (0.0, try stage.shown.x)
    for _ in 0..<Int(seconds * 1000) {
      try stage.advance(to: stage.engine.time + 0.001)
      largest = max(largest, try abs(stage.shown.x - before))
      before = try stage.shown.x
    }
    return largest
  }

  @Test(
    "F74 A tracked element follows the finger, not the run, and lands with everything else when the run settles",
    arguments: [true, false])
  func free(_ finishing: Bool) throws {
    let (stage, run, interaction) = try held(0.4)
    let list = stage.list.view
    for step in 1...10 {
      try stage.advance(to: 0.01 * Double(step))
      try stage.engine.track(.x, of: list, at: [Double(step) * 5])
      try interaction.update(0.4 + 0.01 * Double(step))
    }
    #expect(try stage.shown.x == 50 && abs(stage.shown.alpha - 0.5) < 1e-6)
    let velocity = try stage.engine.velocity(.x, of: list)[0]
    #expect(abs(velocity - 500) < 1)
    if finishing { interaction.finish() } else { interaction.cancel() }
    // From where it is, as fast as it is.
    #expect(try abs(stage.engine.velocity(.x, of: list)[0] - velocity) < 1e-6 && stage.shown.x == 50)
    #expect(try largestStep(stage, seconds: 1.5) < 2)
    #expect(run.state == .ended)
    #expect(try stage.engine.shownNumbers(.x, of: list) == [finishing ? -100 : 0])
  }

  @Test("F74 The run waits for an element that is far off, and for none that somebody else has taken over")
  func end() throws {
    let (stage, run, interaction) = try held(0.9)
    try stage.engine.track(.x, of: stage.list.view, at: [300])
    interaction.finish()
    try stage.advance(to: 0.2)
    #expect(run.state == .running)
    try stage.advance(to: 1)
    #expect(run.state == .ended)

    let (other, second, hold) = try held(0.9)
    try other.engine.track(.x, of: other.list.view, at: [300])
    try other.engine.move(other.list.view, [Engine.Change(.x, [200])], .init(.curve(.linear, duration: 9)))
    hold.finish()
    try other.advance(to: 0.2)
    #expect(second.state == .ended)
    try other.advance(to: 10)
    #expect(try other.engine.shownNumbers(.x, of: other.list.view) == [200])
  }

  @Test("F74 Caught again on its way home, it does not jump, and is the run's again")
  func caught() throws {
    let (stage, run, interaction) = try held(0.4)
    try stage.engine.track(.x, of: stage.list.view, at: [60])
    interaction.cancel()
    try stage.advance(to: 0.05)
    let before = try stage.shown.x
    let second = stage.engine.makeInteraction()
    try second.catch(run)
    #expect(try stage.shown.x == before)
    second.finish()
    #expect(try largestStep(stage, seconds: 1.5) < 2)
    #expect(try run.state == .ended && stage.engine.shownNumbers(.x, of: stage.list.view) == [-100])
  }

  @Test("F75 Applied properties show at once, planned or not, and land with everything else", arguments: [true, false])
  func apply(_ finishing: Bool) throws {
    let (stage, run, interaction) = try held(0.4)
    let list = stage.list.view
    try stage.engine.set(.corner, of: list, to: [3])
    try run.apply(list, [Engine.Change(.x, [25]), Engine.Change(.corner, [20]), Engine.Change(.scale, [2, 2])])
    #expect(try stage.shown.x == 25 && stage.engine.shownNumbers(.corner, of: list) == [20])
    try interaction.update(0.6)
    try stage.advance(to: 0.1)
    #expect(try stage.shown.x == 25 && stage.engine.shownNumbers(.scale, of: list) == [2, 2])
    if finishing { interaction.finish() } else { interaction.cancel() }
    #expect(try largestStep(stage, seconds: 1.5) < 2 && run.state == .ended)
    #expect(try stage.engine.shownNumbers(.x, of: list) == [finishing ? -100 : 0])
    #expect(try stage.engine.shownNumbers(.corner, of: list) == [3] && stage.engine.shownNumbers(.scale, of: list) == [1, 1])
  }

  @Test("F75 Without a finger, or with numbers that no view can have, apply is refused and nothing has changed")
  func refused() throws {
    let (stage, run, interaction) = try held(0.4)
    #expect(throws: SegueError.self) { try run.apply(stage.list.view, [Engine.Change(.x, SIMD4(.nan, 0, 0, 0))]) }
    #expect(try stage.shown.x == -40)
    interaction.finish()
    #expect(throws: SegueError("apply: a finger must hold the run; it is running by itself")) {
      try run.apply(stage.list.view, [Engine.Change(.x, [1])])
    }
    try stage.advance(to: 3)
    #expect(throws: SegueError.self) { try run.apply(stage.list.view, [Engine.Change(.x, [1])]) }
    #expect(throws: SegueError.self) { try run.changeTarget(stage.list.view, [Engine.Change(.x, [1])]) }
  }

  @Test(
    "F75 A changed target is where finish or cancel lands, exactly, without a jump", arguments: Run.Landing.allCases,
    [true, false])
  func target(_ landing: Run.Landing, _ finishing: Bool) throws {
    let (stage, run, interaction) = try held(0.4)
    let list = stage.list.view
    try run.changeTarget(list, [Engine.Change(.x, [60]), Engine.Change(.corner, [8])], of: landing)
    #expect(try stage.shown.x == -40)
    #expect(try largestStep(stage, seconds: 0.2) < 2)
    if finishing { interaction.finish() } else { interaction.cancel() }
    #expect(try largestStep(stage, seconds: 2) < 2 && run.state == .ended)
    let changed = finishing == (landing == .finish)
    #expect(try stage.engine.shownNumbers(.x, of: list) == [changed ? 60 : finishing ? -100 : 0])
    #expect(try stage.engine.shownNumbers(.corner, of: list) == [changed ? 8 : 0])
  }

  @Test("F75 A changed target holds for a run that plays backward too", arguments: Run.Landing.allCases)
  func backward(_ landing: Run.Landing) throws {
    let stage = try Stage()
    try stage.define(duration: 0.5)
    try stage.push()
    try stage.advance(to: 1)
    let (run, interaction) = try stage.hold(0.4, pop: true)
    #expect(try stage.shown.x == -60)
    try run.changeTarget(stage.list.view, [Engine.Change(.x, [30])], of: landing)
    #expect(try stage.shown.x == -60)
    if landing == .finish { interaction.finish() } else { interaction.cancel() }
    #expect(try largestStep(stage, seconds: 2) < 2 && run.state == .ended)
    #expect(try stage.engine.shownNumbers(.x, of: stage.list.view) == [30])
  }

  @Test("F75 What a run that lands elsewhere had changed is still taken back to what was before it")
  func takenBack() throws {
    let (stage, run, interaction) = try held(0.4)
    try run.changeTarget(stage.list.view, [Engine.Change(.x, [60])])
    try run.changeTarget(stage.list.view, [Engine.Change(.x, [7])], of: .cancel)
    interaction.finish()
    try stage.advance(to: 3)
    #expect(try stage.engine.shownNumbers(.x, of: stage.list.view) == [60])
    try stage.pop()
    try stage.advance(to: 6)
    #expect(try stage.engine.shownNumbers(.x, of: stage.list.view) == [0])
  }
}
