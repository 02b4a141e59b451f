import Testing

@testable import Segue

@Suite("Shared elements under fire") struct SharedElementStormTests {
  /// xorshift64*: the same storm each time.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state ^= state >> 12
      state ^= state << 25
      state ^= state >> 27
      return state &* 2_685_821_657_736_338_717
    }
  }

  /// Runs that share, move, picture, save and flip, turned round, caught, interrupted, resized, planned again and released in
  /// mid-flight.
  private func storm(_ seed: UInt64, steps: Int) throws {
    var dice = Dice(state: seed)
    let engine = Engine()
    var errors: [String] = []
    engine.report = { if $0.severity == .error { errors.append($0.message) } }
    let policies = ConflictPolicy.allCases
    func makeScreen() throws -> Screen {
      let view = try engine.makeView(id: "page")
      for id in ["a", "b"] where Int.random(in: 0..<5, using: &dice) > 0 {
        let element = try engine.makeView(id: id)
        let frame = (0..<4).map { _ in Double.random(in: 1...300, using: &dice) }
        try engine.set(.frame, of: element, to: frame)
        try engine.set(.rotation, of: element, to: [Double.random(in: -200...200, using: &dice)])
        try engine.set(.background, of: element, to: Color("#fff")!.components)
        let label = LabelContent(text: ["x", "y"].randomElement(using: &dice)!)
        if Bool.random(using: &dice) { try engine.setContent(.label(label), of: element) }
        try engine.add(element, to: view)
      }
      return try engine.makeScreen(kind: "page", view: view)
    }
    let navigation = try engine.makeNavigation(root: makeScreen())
    try engine.setStage(navigation)
    let definition = TransitionDefinition(from: ["*"], to: ["*"])
    definition.duration = { _ in 0.3 }
    definition.animate = { run in
      var options = ShareOptions()
      options.content = Bool.random(using: &dice) ? .live : .picture
      options.arc = Double.random(in: -1...1, using: &dice)
      options.crops = Bool.random(using: &dice)
      try run.share("a", options, .init(Bool.random(using: &dice) ? .spring(Spring()) : nil))
      guard let part = engine.find("b", in: run.from.view) else { return }
      switch Int.random(in: 0..<5, using: &dice) {
      case 0: try run.share("b")
      case 1: try run.borrowed.move(part, to: run.stage)
      case 2: _ = try run.picture(of: part)
      case 3:
        try run.saved.save(part)
        try engine.add(part, to: run.to.view)
      default: try engine.flip([part], .init(.curve(.linear, duration: 0.2))) { try engine.set(.x, of: part, to: [7]) }
      }
    }
    try engine.register(definition)
    try engine.advance(to: 0)

    var interaction: Interaction?
    for _ in 0..<steps {
      let run = navigation.run
      switch Int.random(in: 0..<16, using: &dice) {
      case 0, 1: _ = try navigation.push(makeScreen(), conflict: policies.randomElement(using: &dice)!)
      case 2, 3: _ = try navigation.pop(conflict: policies.randomElement(using: &dice)!)
      case 4: if let run { Bool.random(using: &dice) ? run.finish() : run.cancel() }
      case 5:
        let fresh = engine.makeInteraction()
        if let run, (try? fresh.catch(run)) == true { interaction = fresh }
      case 6: try interaction?.update(Double.random(in: -0.2...1.2, using: &dice))
      case 7: interaction?.release()
      case 8: try engine.resize(to: Size(Double.random(in: 100...600, using: &dice), 800))
      case 9: try run?.state == .running ? run?.replan() : ()
      case 10:
        if let flyer = run?.shared("a") { try engine.track(flyer, [Engine.Change(.translation, [1, 2])]) }
      case 11:
        if let part = engine.find("b", in: navigation.view), run?.isInteractive == true, run?.state == .running {
          try run?.apply(part, [Engine.Change(.y, [5]), Engine.Change(.corner, [3])])
        }
      case 12:
        if let part = engine.find("a", in: navigation.view), run?.state == .running {
          try run?.changeTarget(part, [Engine.Change(.x, [9])], of: Bool.random(using: &dice) ? .finish : .cancel)
        }
      case 13:
        if Int.random(in: 0..<4, using: &dice) == 0, let part = engine.find("a", in: navigation.view) { engine.release(part) }
      default: break
      }
      try engine.advance(to: engine.time + Double.random(in: 0...0.15, using: &dice))
      var list = DisplayList(size: Size(0, 0))
      engine.write(into: &list)
    }
    navigation.run?.finish()
    try engine.advance(to: engine.time + 5)
    // A queue may have let others in.
    while let run = navigation.run {
      run.finish()
      try engine.advance(to: engine.time + 5)
    }
    #expect(engine.flights.isEmpty && errors.isEmpty, "\(seed): \(errors.prefix(3))")
    for view in engine.scene.views.handles {
      #expect(engine.scene.views[view]!.standIns == 0, "\(seed)")
      #expect(!engine.scene.views[view]!.isEngines, "\(seed): a view of the engine's own is left")
      let transform = engine.scene.absoluteTransform(of: view)
      #expect(transform?.isFinite == true, "\(seed)")
    }
    #expect(engine.motion.timelineCount == 0, "\(seed)")
  }

  @Test(
    "F117 Whatever happens to runs and elements in mid-flight, in the end everything is seen again and nothing is left over")
  func storms() throws {
    for seed in 1...60 { try storm(UInt64(seed) &* 0x9E37_79B9_7F4A_7C15, steps: 60) }
  }
}
