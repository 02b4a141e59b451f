import Testing

@testable import Segue

/// One definition in both directions.
@Suite struct DirectionTests {
  @Test("F01 a definition without any function of its own is refused by name")
  func nothingToShow() throws {
    let stage = try Stage()
    let definition = TransitionDefinition(from: ["list"], to: ["photo"])
    definition.name = "empty"
    let error = #expect(throws: SegueError.self) { try stage.engine.register(definition) }
    #expect(error?.message.contains("\"empty\"") == true)
    #expect(stage.engine.definition(leaving: stage.list, entering: stage.photo, .present) == nil)
  }

  @Test("F02 unset: one second, both directions, ease, enabled")
  func defaults() throws {
    let stage = try Stage()
    let definition = TransitionDefinition(from: ["list"], to: ["photo"])
    definition.onProgress = { _, _ in }
    try stage.engine.register(definition)
    #expect(definition.direction == nil && definition.isEnabled)
    #expect(stage.engine.definition(leaving: stage.list, entering: stage.photo, .present) === definition)
    #expect(stage.engine.definition(leaving: stage.photo, entering: stage.list, .dismiss) === definition)
    let run = try stage.push()
    try stage.advance(to: 0)
    #expect(run.duration == 1)
    for (t, y) in [(0.25, 0.4085), (0.5, 0.8024), (0.75, 0.9605)] {
      try stage.advance(to: t)
      #expect(abs(run.progress - y) < 1e-4)
    }
    try stage.advance(to: 0.999)
    #expect(run.state == .running)
    try stage.advance(to: 1)
    #expect(run.state == .ended)
  }

  @Test("F03 the duration function gets the run, is asked once before animating, and everybody sees its answer")
  func duration() throws {
    let stage = try Stage()
    var log: [String] = []
    try stage.define {
      $0.duration = { run in
        log.append("duration \(run.from.kind)→\(run.to.kind)")
        return 0.8
      }
      $0.animate = { log.append("animate \($0.duration)") }
    }
    let run = try stage.push()
    try stage.advance(to: 0)
    #expect(log == ["duration list→photo.full", "animate 0.8"] && run.duration == 0.8)
    try stage.advance(to: 0.79)
    #expect(run.state == .running && abs(run.progress - 0.79 / 0.8) < 1e-12)
    try stage.advance(to: 0.8)
    #expect(run.state == .ended)
    try stage.pop()
    try stage.advance(to: 0.8)
    #expect(log.count == 4, "asked again for the next run")
  }

  @Test("F43 a duration of 0 gives one tick at the end and a completion", arguments: [false, true])
  func noDuration(spring: Bool) throws {
    let stage = try Stage()
    var told: [Double] = []
    try stage.define(duration: 0, timing: spring ? .spring(try Spring(duration: 0)) : .curve(.ease, duration: 0)) {
      $0.onProgress = { told.append($1) }
    }
    var ends: [EndReason] = []
    try stage.push().whenEnded { ends.append($0) }
    try stage.advance(to: 0)
    #expect(told == [1] && ends == [.finished])
    #expect(try stage.shown == (1, -100))
  }

  /// Two screens with a child each, and a plan that moves every property there is, some with springs and delays.
  private func busyStage() throws -> Stage {
    let stage = try Stage()
    var random = Seeded(state: 7)
    var goals: [(Handle<View>, Property, [Double], Bool)] = []
    for screen in [stage.list, stage.photo] {
      let child = try stage.engine.makeView()
      try stage.engine.set(.frame, of: child, to: [10, 20, 100, 50])
      try stage.engine.set(.background, of: child, to: [0.5, 0.1, 0.1, 1])
      try stage.engine.set(.background, of: screen.view, to: [0.3, 0.1, 0, 1])
      try stage.engine.setContent(.label(LabelContent(text: "hello")), of: child)
      try stage.engine.add(child, to: screen.view)
      for view in [screen.view, child] {
        for property in Property.all where ![.frame, .center].contains(property) {
          let numbers = (0..<property.count).map { _ in random.between(0.1, 0.9) * (property.unit == .length ? 40 : 1) }
          goals.append((view, property, numbers, random.between(0, 1) < 0.3))
        }
      }
    }
    try stage.define { [unowned stage] in
      $0.animate = { _ in
        for (i, (view, property, numbers, springs)) in goals.enumerated() {
          let delay = 0.05 * Double(i % 4)
          try stage.engine.move(
            view, [.init(property, numbers)],
            .init(springs ? .spring(try Spring(duration: 0.2, bounce: 0.3)) : .curve(.easeInOut, duration: 0.3), delay: delay))
        }
        for (view, property, numbers, _) in goals where property == .alpha {
          try stage.engine.set(property, of: view, to: numbers.map { $0 / 2 })
        }
      }
    }
    return stage
  }

  @Test("F85 the frame at dismiss p is the frame at present 1−p, for every property")
  func mirrored() throws {
    let stage = try busyStage()
    let (run, interaction) = try stage.hold(0)
    var frames: [DisplayList] = []
    for i in 0...16 {
      try interaction.update(Double(i) / 16)
      try stage.advance(to: 0)
      frames.append(stage.frame)
    }
    #expect(Set(frames.map { "\($0.operations)" }).count > 12)
    interaction.finish()
    try stage.advance(to: 2)
    #expect(run.state == .ended && stage.navigation.top === stage.photo)
    let (_, back) = try stage.hold(0, pop: true)
    for i in [0, 5, 16, 3, 8, 1, 12, 0] {
      try back.update(Double(i) / 16)
      try stage.advance(to: 2)
      #expect(stage.frame == frames[16 - i], "p = \(i)/16")
    }
    #expect(stage.reports.isEmpty)
  }

  @Test("F88 neither the first nor the last frame of a backward run shows a foreign state")
  func noFlash() throws {
    let stage = try busyStage()
    let before = stage.frame
    let (_, interaction) = try stage.hold(0)
    let start = stage.frame
    try interaction.update(1)
    try stage.advance(to: 0)
    let end = stage.frame
    interaction.finish()
    try stage.advance(to: 1)
    let between = stage.frame
    let run = try stage.pop()
    try stage.advance(to: 1)
    #expect(stage.frame == end, "the first frame is the present's last")
    try stage.advance(to: 1 + run.duration * (1 - 1e-12))
    #expect(run.state == .running && stage.frame == start, "the last frame is the present's first")
    try stage.advance(to: 1 + run.duration)
    #expect(run.state == .ended && stage.frame == before, "then what was before")
    // The same for one that is rolled back.
    try stage.push()
    try stage.advance(to: 3)
    #expect(stage.frame == between)
    let (_, back) = try stage.hold(0.4, pop: true)
    back.cancel()
    try stage.advance(to: 4)
    #expect(stage.frame == between)
  }

  @Test("F88 a screen that comes back without having been taken away comes as the plan has it, from the first frame")
  func noFlashWithoutHistory() throws {
    let stage = try Stage()
    try stage.define()
    try stage.push(animated: false)
    try stage.advance(to: 0)
    try stage.pop()
    try stage.advance(to: 0)
    #expect(try stage.shown == (1, -100))
    try stage.advance(to: 0.25)
    #expect(try abs(stage.shown.x + 50) < 1e-5 && abs(stage.shown.alpha - 0.5) < 1e-6)
    try stage.advance(to: 0.5)
    #expect(try stage.shown == (1, 0))
  }

  @Test("F86 a definition's own value is 0 where the source is, in both directions; for one that only dismisses it goes 0 → 1")
  func customValue() throws {
    let stage = try Stage()
    var told: [Double] = []
    try stage.define { $0.onProgress = { told.append($1) } }
    try stage.push()
    for t in [0.0, 0.125, 0.5] { try stage.advance(to: t) }
    #expect(told == [0, 0.25, 1])
    told = []
    try stage.pop()
    for t in [0.5, 0.625, 1] { try stage.advance(to: t) }
    #expect(told == [1, 0.75, 0])

    let other = try Stage()
    told = []
    try other.define {
      $0.direction = .dismiss
      $0.onProgress = { told.append($1) }
    }
    try other.push(animated: false)
    try other.advance(to: 0)
    try other.pop()
    for t in [0.0, 0.125, 0.5] { try other.advance(to: t) }
    #expect(told == [0, 0.25, 1])
  }

  @Test("F87 an own dismiss function is used as it is, from 0 to 1")
  func ownDismissal() throws {
    let stage = try Stage()
    try stage.define { [unowned stage] in
      $0.animateDismiss = { run in
        try stage.engine.animate(.init(.curve(.linear, duration: run.duration))) {
          try stage.engine.set(.rotation, of: run.to.view, to: [90])
        }
      }
    }
    try stage.push()
    try stage.advance(to: 0.5)
    let run = try stage.pop()
    try stage.advance(to: 0.625)
    #expect(try abs(stage.engine.shownNumbers(.rotation, of: stage.photo.view)[0] - 22.5) < 1e-4 && run.progress == 0.25)
    #expect(try stage.shown.alpha == 1, "the forward plan plays no part")
    try stage.advance(to: 1)
    #expect(try stage.shown == (1, 0), "what the push had changed is back")
  }
}
