import Testing

@testable import Segue

/// Random hands on scroll views three deep, of which any may change, move or go under them.
private final class ScrollStorm {
  let engine = Engine()
  var dice: Dice
  let navigation: Navigation
  let page: Screen
  var scrolls: [ScrollView] = []
  var faults: [String] = []

  init(seed: UInt64) throws {
    dice = Dice(state: seed)
    let home = try engine.makeScreen(kind: "home", view: engine.makeView())
    page = try engine.makeScreen(kind: "page", view: engine.makeView())
    navigation = try engine.makeNavigation(root: home)
    let definition = TransitionDefinition(from: ["*"], to: ["*"])
    definition.duration = { _ in 0.2 }
    definition.animate = { [unowned engine] run in
      try engine.animate(.init(.curve(.linear, duration: run.duration))) { try engine.set(.x, of: run.from.view, to: [-50]) }
    }
    try engine.register(definition)
    try engine.setStage(navigation)
    try build()
    engine.report = { [unowned self] in if $0.severity != .debug { faults.append($0.message) } }
    try engine.advance(to: 0)
  }

  func build() throws {
    var parent = page.view
    scrolls = []
    for (i, axis) in [ScrollBehaviour.Axis.y, .x, .both].enumerated() {
      var behaviour = ScrollBehaviour()
      behaviour.axis = axis
      (behaviour.isPaging, behaviour.bounces) = (dice.roll(3) == 0, dice.roll(3) > 0)
      if dice.roll(3) == 0 { behaviour.snap = [0, 77, 300] }
      let scroll = try engine.makeScrollView(behaviour)
      try engine.add(scroll.view, to: parent)
      try engine.set(.frame, of: scroll.view, to: [0, 0, 400 - 60 * Double(i), 800 - 200 * Double(i)])
      try scroll.setContentSize(Size(400 + 300 * dice.unit(), 300 + 900 * dice.unit()))
      scrolls.append(scroll)
      parent = scroll.content
    }
    scrolls[0].handOvers[.down] = { [unowned self] in
      let interaction = engine.makeInteraction()
      interaction.towards = .down
      guard case .run? = try? navigation.pop(interaction: interaction) else { return nil }
      return interaction
    }
  }

  func meddle() throws {
    let scroll = scrolls[dice.roll(scrolls.count)]
    guard engine.isAlive(scroll.view), engine.isAlive(scroll.content) else { return try build() }
    switch dice.roll(12) {
    case 0: try scroll.setContentSize(Size(800 * dice.unit(), 2000 * dice.unit()))
    case 1: try engine.set(.frame, of: scroll.view, to: [0, 0, 400 * dice.unit(), 800 * dice.unit()])
    case 2:
      var behaviour = scroll.behaviour
      behaviour.isEnabled.toggle()
      behaviour.axis = ScrollBehaviour.Axis.allCases[dice.roll(3)]
      try scroll.setBehaviour(behaviour)
    case 3: try scroll.setOffset(Point(500 * dice.unit() - 100, 500 * dice.unit() - 100))
    case 4: try scroll.scroll(x: 500 * dice.unit(), y: 500 * dice.unit())
    case 5: engine.release(scroll.view)
    case 6: if navigation.run == nil { _ = try navigation.stack.count > 1 ? navigation.pop() : navigation.push(page) }
    case 7: navigation.run?.cancel()
    case 8: try engine.removeFromParent(scroll.view)
    case 9: try engine.set(.rotation, of: scroll.view, to: [90 * dice.unit()])
    case 10: try engine.resize(to: Size(200 + 300 * dice.unit(), 400 + 500 * dice.unit()))
    default: engine.release(scroll.content)
    }
  }

  func play(_ count: Int) throws {
    for i in 0..<count where faults.isEmpty {
      let wheel = dice.roll(12) == 0 ? Point(10 * dice.unit() - 5, 10 * dice.unit() - 5) : nil
      let phase: InputEvent.Phase = [.down, .move, .move, .move, .move, .up, .move, .cancel][dice.roll(8)]
      try engine.send(
        InputEvent(
          time: engine.time, device: wheel == nil ? .touch : .mouse, contact: dice.roll(2), phase: wheel == nil ? phase : .move,
          position: Point(400 * dice.unit(), 800 * dice.unit()), wheel: wheel))
      if dice.roll(40) == 0 { try meddle() }
      if navigation.run == nil, navigation.stack.count == 1, dice.roll(10) == 0 { _ = try navigation.push(page) }
      try engine.advance(to: engine.time + (dice.roll(30) == 0 ? dice.unit() : 0.01))
      for scroll in scrolls where engine.isAlive(scroll.content) {
        if !scroll.offset.x.isFinite || !scroll.offset.y.isFinite { faults.append("step \(i): \(scroll.offset)") }
      }
    }
    for contact in 0...1 {
      try engine.send(InputEvent(time: engine.time, contact: contact, phase: .up, position: .zero))
    }
    for _ in 0..<200 { try engine.advance(to: engine.time + 0.1) }
    for scroll in scrolls where engine.isAlive(scroll.view) && engine.isAlive(scroll.content) {
      if scroll.isDragging || scroll.isMoving { faults.append("a scroll view is stuck") }
      for axis in 0...1 where scroll.scrolls(axis) {
        let (range, rest) = (scroll.range(axis), scroll.target(axis))
        if rest < range.lowerBound - 0.01 || rest > range.upperBound + 0.01 { faults.append("rests at \(rest) of \(range)") }
      }
    }
    if let next = engine.nextDeadline { faults.append("awake at rest until \(next)") }
    if !engine.runs.isEmpty { faults.append("a run is stuck") }
  }
}

@Suite("Scroll views under fire") struct ScrollStormTests {
  @Test("Whatever hands do, and whatever changes under them, all comes to rest where it may, and the engine sleeps")
  func storm() throws {
    for seed in 1...12 {
      let storm = try ScrollStorm(seed: UInt64(seed))
      try storm.play(1500)
      #expect(storm.faults == [], "seed \(seed)")
    }
  }
}
