import Testing

@testable import Segue

/// A run that began ends exactly once, whatever fails around it.
@Suite struct HostileRunTests {
  struct Failure: Error, CustomStringConvertible {
    let description = "author's mistake"
  }

  @Test(
    "animate throws: the run completes once, the stack is right, values are as before, the message names the definition",
    arguments: [false, true], [false, true])
  func animateThrows(popping: Bool, interactive: Bool) throws {
    let stage = try Stage()
    let spring = try Spring(duration: 5)
    let definition = try stage.define(timing: .spring(spring))
    let works = definition.animate
    func fail() {
      definition.animate = { [unowned stage] run in
        try stage.engine.set(.rotation, of: run.to.view, to: [45])
        try works?(run)
        throw Failure()
      }
    }
    if popping {
      try stage.push()
      try stage.advance(to: 20)
    }
    fail()
    let before = (stage.frame, stage.engine.animators.count)
    let interaction = interactive ? stage.engine.makeInteraction() : nil
    var ends: [EndReason] = []
    let run = try popping ? stage.pop(interaction) : stage.push(interaction)
    run.whenEnded { ends.append($0) }
    try stage.advance(to: 20)
    if let interaction {
      #expect(run.state == .running, "a finger may still decide")
      try interaction.update(0.4)
      try stage.advance(to: 20)
      interaction.cancel()
      try stage.advance(to: 22)
      #expect(ends == [.cancelled] && stage.frame == before.0)
    } else {
      #expect(ends == [.finished])
      #expect(stage.navigation.top === (popping ? stage.list : stage.photo))
    }
    #expect(try stage.engine.numbers(.rotation, of: stage.photo.view) == [0])
    #expect(try stage.shown.alpha == 1 && (popping && interactive || stage.shown.x == 0))
    #expect(stage.messages(.error).count == 1)
    #expect(stage.messages(.error)[0].contains("\"fade\"") && stage.messages(.error)[0].contains("author's mistake"))
    #expect(stage.engine.animators.count == 0 && stage.navigation.run == nil && stage.engine.motion.blockCount == 0)
  }

  @Test(
    "a duration that is no number or throws is reported by name and the run plays for a second",
    arguments: [-1.0, .nan, .infinity, 0.25])
  func badDuration(seconds: Double) throws {
    let stage = try Stage()
    try stage.define { $0.duration = { _ in if seconds == 0.25 { throw Failure() } else { return seconds } } }
    let run = try stage.push()
    try stage.advance(to: 0)
    #expect(run.duration == 1 && stage.messages(.error).count == 1 && stage.messages(.error)[0].contains("\"fade\""))
    try stage.advance(to: 1)
    #expect(run.state == .ended && stage.navigation.top === stage.photo)
  }

  @Test("every hook may throw: each is reported once and the run ends once")
  func everyHookThrows() throws {
    let stage = try Stage()
    try stage.define {
      $0.prepare = { _, _ in throw Failure() }
      $0.onProgress = { _, _ in throw Failure() }
      $0.onSettle = { _, _, _ in throw Failure() }
      $0.onEnd = { _, _ in throw Failure() }
    }
    var ends = 0
    let (run, interaction) = try stage.hold(0.5)
    run.whenEnded { _ in ends += 1 }
    interaction.finish()
    try stage.advance(to: 1)
    #expect(ends == 1 && stage.navigation.top === stage.photo)
    #expect(stage.messages(.error).count == 4, "prepare, progress once, settle, end: \(stage.messages(.error))")
  }

  @Test("F11 a definition taken out in mid-run does not disturb it")
  func unregistered() throws {
    let stage = try Stage()
    let definition = try stage.define()
    let run = try stage.push()
    try stage.advance(to: 0.2)
    stage.engine.unregister(definition)
    try stage.advance(to: 0.3)
    #expect(try abs(stage.shown.alpha - 0.6) < 1e-6)
    try stage.advance(to: 0.6)
    #expect(run.state == .ended && stage.engine.definitions.count == 0)
  }

  @Test("pushing and popping from inside any callback of the end works", arguments: ["did_appear", "on_end", "completion"])
  func reentry(place: String) throws {
    let stage = try Stage()
    var once = true
    unowned let held = stage
    func popOnce() {
      guard once else { return }
      once = false
      guard case .run? = try? held.navigation.pop() else { return }
      held.log.append("popping")
    }
    try stage.define { $0.onEnd = { _, _ in if place == "on_end" { popOnce() } } }
    stage.photo.onAppearance { if place == "did_appear", $0.appearance == .didAppear { popOnce() } }
    try stage.push().whenEnded { _ in if place == "completion" { popOnce() } }
    try stage.advance(to: 0)
    try stage.advance(to: 0.75)
    #expect(stage.log.contains("popping") && stage.navigation.run != nil)
    #expect(try abs(stage.shown.alpha - 0.5) < 1e-6, "the pop began at the exact end of the push")
    try stage.advance(to: 1)
    #expect(stage.navigation.top === stage.list && stage.navigation.run == nil)
    #expect(stage.log.filter { $0.hasSuffix("did_appear") } == ["photo.did_appear", "list.did_appear"])
  }

  @Test("requests during a run are refused and change nothing", arguments: ["will_appear", "on_progress", "between"])
  func refused(place: String) throws {
    let stage = try Stage()
    let extra = try stage.engine.makeScreen(kind: "extra", view: stage.engine.makeView())
    var refusals = 0
    unowned let held = stage
    unowned let other = extra
    func ask() {
      if case .refused? = try? held.navigation.push(other) { refusals += 1 }
      if case .refused? = try? held.navigation.pop() { refusals += 1 }
    }
    try stage.define { $0.onProgress = { _, _ in if place == "on_progress" { ask() } } }
    stage.photo.onAppearance { if place == "will_appear", $0.appearance == .willAppear { ask() } }
    try stage.push()
    try stage.advance(to: 0)
    if place == "between" { ask() }
    try stage.advance(to: 1)
    #expect(refusals >= 2 && stage.navigation.stack.map(\.kind) == ["list", "photo.full"] && extra.navigation == nil)
  }

  @Test("the view of a screen destroyed in mid-run does no harm", arguments: [false, true], [false, true])
  func destroyed(entering: Bool, inAnimate: Bool) throws {
    let stage = try Stage()
    let view = entering ? stage.photo.view : stage.list.view
    try stage.define { definition in
      let animate = definition.animate
      definition.animate = { [unowned stage] run in
        try animate?(run)
        if inAnimate { stage.engine.release(view) }
      }
    }
    var ends = 0
    try stage.push().whenEnded { _ in ends += 1 }
    try stage.advance(to: 0.2)
    if !inAnimate { stage.engine.release(view) }
    // Whoever gets the place next is left alone.
    let next = try stage.engine.makeView()
    try stage.engine.set(.x, of: next, to: [7])
    try stage.advance(to: 0.3)
    try stage.advance(to: 1)
    #expect(ends == 1 && stage.navigation.top === stage.photo)
    #expect(try stage.engine.numbers(.x, of: next) == [7] && stage.engine.numbers(.alpha, of: next) == [1])
    if entering { return }
    try stage.pop()
    try stage.advance(to: 2)
    #expect(try stage.engine.shownNumbers(.x, of: next) == [7])
  }

  @Test("what a pop takes back is never another view's that came into the place of one that is gone")
  func ticketOfTheGone() throws {
    let stage = try Stage()
    var badge = try stage.engine.makeView()
    try stage.engine.add(badge, to: stage.photo.view)
    try stage.engine.set(.alpha, of: badge, to: [0.25])
    try stage.define { [unowned stage] in
      $0.animate = { run in
        try stage.engine.animate(.init(.curve(.linear, duration: 0.5))) { try stage.engine.set(.alpha, of: badge, to: [1]) }
      }
    }
    try stage.push()
    try stage.advance(to: 0.5)
    stage.engine.release(badge)
    badge = try stage.engine.makeView()
    let other = badge
    badge = try stage.engine.makeView()
    try stage.pop()
    try stage.advance(to: 1)
    #expect(try stage.engine.numbers(.alpha, of: other) == [1])
  }

  @Test("a view that something else moves in mid-run leaves the plan with that property; the rest goes on")
  func laneTaken() throws {
    let stage = try Stage()
    try stage.define()
    try stage.push()
    try stage.advance(to: 0.25)
    let velocity = try stage.engine.velocity(.x, of: stage.list.view)[0]
    try stage.engine.move(stage.list.view, [.init(.x, [50])], .init(.curve(.linear, duration: 1)))
    #expect(try abs(stage.engine.velocity(.x, of: stage.list.view)[0] - velocity) <= 1e-5 * abs(velocity) && velocity < -199)
    try stage.advance(to: 0.4)
    #expect(try abs(stage.shown.alpha - 0.8) < 1e-6)
    try stage.advance(to: 2)
    #expect(try stage.shown == (1, 50))
  }

  @Test("a set in mid-run holds; the rest of the plan goes on")
  func setInMidRun() throws {
    let stage = try Stage()
    try stage.define()
    try stage.push()
    try stage.advance(to: 0.25)
    try stage.engine.set(.x, of: stage.list.view, to: [33])
    try stage.advance(to: 0.4)
    #expect(try stage.shown.x == 33 && abs(stage.shown.alpha - 0.8) < 1e-6)
    try stage.advance(to: 1)
    #expect(try stage.shown == (1, 33))
    try stage.pop()
    try stage.advance(to: 2)
    #expect(try stage.shown.alpha == 1)
  }

  @Test("a view that moves when a push begins goes over into the plan without a jump in position or velocity")
  func movingAtStart() throws {
    let stage = try Stage()
    let child = try stage.engine.makeView()
    try stage.engine.add(child, to: stage.list.view)
    try stage.define { [unowned stage] in
      $0.animate = { run in
        try stage.engine.animate(.init(.curve(.linear, duration: 0.5))) { try stage.engine.set(.x, of: child, to: [-60]) }
      }
    }
    try stage.engine.move(child, [.init(.x, [200])], .init(.curve(.easeInOut, duration: 0.4)))
    try stage.advance(to: 0.15)
    let before = (try stage.engine.shownNumbers(.x, of: child)[0], try stage.engine.velocity(.x, of: child)[0])
    let run = try stage.push()
    try stage.advance(to: 0.15)
    let after = (try stage.engine.shownNumbers(.x, of: child)[0], try stage.engine.velocity(.x, of: child)[0])
    #expect(before.1 > 300 && abs(after.0 - before.0) <= 1e-5 * 200 && abs(after.1 - before.1) <= 1e-5 * before.1)
    // Continuous while the finger holds, too: it dies away by itself.
    let hand = stage.engine.makeInteraction()
    try hand.catch(run)
    stage.engine.changed = false
    try stage.advance(to: 0.2)
    #expect(try stage.engine.scene.shown(.x, of: child) == stage.engine.shownNumbers(.x, of: child).map { Double(Float($0)) })
    #expect(try stage.engine.changed && stage.engine.nextDeadline == 0.2 && stage.engine.velocity(.x, of: child)[0] != 0)
    try stage.advance(to: 2)
    #expect(try abs(stage.engine.shownNumbers(.x, of: child)[0] - 200) < 0.3, "at p = 0 the plan has what it was meant to be")
    hand.finish()
    try stage.advance(to: 3)
    #expect(try stage.engine.shownNumbers(.x, of: child) == [-60])
  }

  @Test("a resize in mid-run is survived, and what is on stage fills it")
  func resize() throws {
    let stage = try Stage()
    try stage.define()
    let (run, interaction) = try stage.hold(0.5)
    try stage.engine.resize(to: Size(300, 500))
    try stage.advance(to: 0.1)
    interaction.finish()
    try stage.advance(to: 1)
    #expect(run.state == .ended)
    #expect(try stage.engine.shownNumbers(.frame, of: stage.photo.view) == [0, 0, 300, 500])
  }

  @Test("on_progress that moves the run again and again is stopped after a thousand rounds, and the run still ends")
  func endlessProgress() throws {
    let stage = try Stage()
    var hand: Interaction?
    var calls = 0
    try stage.define {
      $0.onProgress = { _, p in
        calls += 1
        try hand?.update(p < 0.5 ? p + 0.001 : p - 0.4)
      }
    }
    let interaction = stage.engine.makeInteraction()
    hand = interaction
    let run = try stage.push(interaction)
    try stage.advance(to: 0)
    #expect(calls <= 1002 && stage.messages(.error).count == 1)
    hand = nil
    interaction.finish()
    try stage.advance(to: 1)
    #expect(run.state == .ended, "\(run.playheadState) \(run.isInteractive) \(calls) \(stage.reports)")
  }

  @Test("a released container gives its screens back with their views")
  func containerReleased() throws {
    let engine = Engine()
    let screen = try engine.makeScreen(kind: "a", view: engine.makeView())
    let navigation = try engine.makeNavigation(root: screen)
    let first = try engine.makeScreen(kind: "b", view: engine.makeView())
    _ = try navigation.push(first, animated: false)
    try engine.advance(to: 0)
    engine.release(navigation)
    #expect(engine.isAlive(screen.view) && engine.isAlive(first.view) && !engine.isAlive(navigation.view))
    #expect(first.navigation == nil && engine.containers.count == 0)
    engine.release(first)
    #expect(engine.screens.count == 1)
  }

  @Test("a gesture on a view that goes away says its last word when the scene may be changed again")
  func gestureOfTheGone() throws {
    let stage = try Stage()
    let card = try stage.engine.makeView()
    try stage.engine.set(.frame, of: card, to: [0, 0, 400, 800])
    try stage.engine.add(card, to: stage.list.view)
    var wasAlive: Bool?
    _ = try stage.engine.addRecognizer(.pan(PanSettings()), to: card) { [unowned stage] report in
      guard report.state == .cancelled else { return }
      wasAlive = stage.engine.isAlive(card)
      stage.engine.release(stage.list.view)
    }
    for i in 0..<4 {
      try stage.engine.send(
        InputEvent(time: 0.01 * Double(i), phase: i == 0 ? .down : .move, position: Point(100 + 30 * Double(i), 300)))
    }
    try stage.advance(to: 0.05)
    stage.engine.release(card)
    #expect(wasAlive == nil)
    try stage.advance(to: 0.06)
    #expect(wasAlive == false && !stage.engine.isAlive(stage.list.view))
  }
}
