import Testing

@testable import Segue

/// A stage whose list and photo share the element "hero".
private final class SharedStage {
  let stage: Stage
  let thumb: Handle<View>
  let hero: Handle<View>
  var engine: Engine { stage.engine }
  var flyer: Handle<View>? { engine.flights.first?.flyer }

  init(image: Bool = true) throws {
    stage = try Stage()
    let engine = stage.engine
    func make(_ frame: [Double], in screen: Screen) throws -> Handle<View> {
      let view = try engine.makeView(id: "hero")
      try engine.set(.frame, of: view, to: frame)
      if image { try engine.setContent(.image(ImageContent(source: "a.png")), of: view) }
      try engine.add(view, to: screen.view)
      return view
    }
    thumb = try make([20, 100, 100, 80], in: stage.list)
    hero = try make([0, 200, 400, 320], in: stage.photo)
    try engine.set(.corner, of: thumb, to: [12])
  }

  @discardableResult func define(
    duration: Double = 1, _ options: ShareOptions = .init(), _ motion: Engine.MotionOptions = .init()
  ) throws -> TransitionDefinition {
    try stage.define(duration: duration) { definition in
      definition.animate = { run in try run.share("hero", options, motion) }
    }
  }

  /// The flyer's box on the stage, before it is turned.
  func frame() throws -> [Double] {
    let flyer = try #require(flyer)
    let (frame, middle) = (try engine.shownNumbers(.frame, of: flyer), try engine.shownNumbers(.translation, of: flyer))
    return [frame[0] + middle[0], frame[1] + middle[1], frame[2], frame[3]]
  }
  func number(_ property: Property) throws -> Double { try engine.shownNumbers(property, of: #require(flyer))[0] }

  /// Whether both elements are shown and hit as if nothing had happened.
  var isRestored: Bool {
    [thumb, hero].allSatisfy { engine.scene.views[$0]?.standIns == 0 && !engine.isHidden($0) } && engine.flights.isEmpty
  }
}

private func near(_ a: [Double], _ b: [Double], _ tolerance: Double = 1e-3) -> Bool {
  a.count == b.count && zip(a, b).allSatisfy { ($0 - $1).magnitude <= tolerance }
}

@Suite("Shared elements") struct SharedElementTests {
  @Test(
    "F117 An element flies from rect to rect in front of both screens, both originals out of sight, and all is as it was after")
  func flight() throws {
    let s = try SharedStage()
    try s.define()
    let run = try s.stage.push()
    try s.stage.advance(to: 0)
    #expect(try near(s.frame(), [20, 100, 100, 80]) && s.number(.corner) == 12)
    try s.stage.advance(to: 0.25)
    #expect(try near(s.frame(), [15, 125, 175, 140]) && s.number(.corner) == 9)
    #expect(run.shared("hero") == s.flyer && run.shared("other") == nil)
    let flyer = try #require(s.flyer)
    #expect(s.engine.children(of: run.stage).last == flyer)
    // Each image is drawn once: by the flyer, with its corner, laid out anew in its box.
    let images = s.stage.frame.operations.filter { if case .content = $0 { true } else { false } }
    #expect(images == [.content(Rect(15, 125, 175, 140), index: 0, corner: 9, color: .init(0, 0, 0, 1))])
    #expect(s.engine.scene.hit(at: Point(20, 220)) != flyer)
    try s.stage.advance(to: 0.75)
    #expect(try near(s.frame(), [5, 175, 325, 260]))
    try s.stage.advance(to: 1)
    #expect(run.state == .ended && s.isRestored && !s.engine.isAlive(flyer))
    #expect(try s.engine.shownNumbers(.frame, of: s.hero) == [0, 200, 400, 320])
  }

  @Test("F117 A pop plays it backward from the same recording, and a cancel ends it just as well")
  func backward() throws {
    let s = try SharedStage()
    try s.define()
    try s.stage.push()
    try s.stage.advance(to: 1)
    let (run, interaction) = try s.stage.hold(0.25, pop: true)
    #expect(try near(s.frame(), [5, 175, 325, 260]))
    interaction.cancel()
    try s.stage.advance(to: 5)
    #expect(run.state == .ended && s.isRestored && s.stage.navigation.top === s.stage.photo)
    #expect(try s.engine.shownNumbers(.frame, of: s.hero) == [0, 200, 400, 320])
    try s.stage.pop()
    try s.stage.advance(to: 5)
    #expect(try near(s.frame(), [0, 200, 400, 320]))
    try s.stage.advance(to: 5.25)
    #expect(try near(s.frame(), [5, 175, 325, 260]))
    try s.stage.advance(to: 6)
    #expect(s.isRestored)
  }

  @Test(
    "F117 In scaled and turned parents the flight begins and ends within half a unit of the element, and so does its corner")
  func nested() throws {
    let s = try SharedStage()
    let engine = s.engine
    let (outer, inner) = (try engine.makeView(), try engine.makeView())
    try engine.add(outer, to: s.stage.list.view)
    try engine.add(inner, to: outer)
    try engine.add(s.thumb, to: inner)
    try engine.set(.frame, of: outer, to: [40, 60, 300, 300])
    try engine.set(.rotation, of: outer, to: [33])
    try engine.set(.scale, of: outer, to: [0.7, 0.7])
    try engine.set(.frame, of: inner, to: [10, 10, 150, 150])
    try engine.set(.scale, of: inner, to: [1.5, 0.8])
    try engine.set(.alpha, of: inner, to: [0.5])
    let (there, here) = (corners(of: s.thumb, engine), corners(of: s.hero, engine))
    try s.define()
    try s.stage.push()
    try s.stage.advance(to: 0)
    #expect(distance(corners(of: s.flyer!, engine), there) <= 0.5)
    #expect(try abs(s.number(.alpha) - 0.5) < 1e-6 && abs(s.number(.corner) - 12 * 0.7 * 1.2.squareRoot()) < 1e-3)
    try s.stage.advance(to: 0.5)
    #expect(try abs(s.number(.rotation) - 16.5) < 1e-3)
    try s.stage.advance(to: 0.999)
    #expect(distance(corners(of: s.flyer!, engine), here) <= 0.5)
    try s.stage.advance(to: 1)
    // Back, and the first frame of the way back.
    try s.stage.pop()
    try s.stage.advance(to: 1.999)
    #expect(distance(corners(of: s.flyer!, engine), there) <= 0.5)
    try s.stage.advance(to: 2)
    #expect(distance(corners(of: s.thumb, engine), there) < 1e-9 && s.isRestored)
  }

  @Test("F117 Border, shadow and background go along; what is clear at one end has the other's color there")
  func look() throws {
    let s = try SharedStage()
    let red = Color("#ff0000")!.components
    try s.engine.set(.background, of: s.hero, to: red)
    try s.engine.set(.shadowColor, of: s.thumb, to: Color("#00000080")!.components)
    try s.engine.set(.shadowBlur, of: s.thumb, to: [8])
    try s.engine.set(.borderWidth, of: s.thumb, to: [4])
    try s.engine.set(.borderColor, of: s.thumb, to: red)
    try s.define()
    try s.stage.push()
    try s.stage.advance(to: 0.5)
    let flyer = s.flyer!
    #expect(try near(s.engine.shownNumbers(.background, of: flyer), Array(red[0..<3]) + [0.5]))
    #expect(try near(s.engine.shownNumbers(.borderColor, of: flyer), red) && s.number(.borderWidth) == 2)
    #expect(try s.number(.shadowBlur) == 8 && abs(s.engine.shownNumbers(.shadowColor, of: flyer)[3] - 0.25) < 2e-3)
  }

  @Test("F117 Contents that differ are cross-faded, the same are not; either can be asked for", arguments: [nil, true, false])
  func fade(_ fades: Bool?) throws {
    for differ in [false, true] {
      let s = try SharedStage()
      if differ { try s.engine.setContent(.image(ImageContent(source: "b.png")), of: s.hero) }
      var options = ShareOptions()
      options.fades = fades
      try s.define(options)
      try s.stage.push()
      try s.stage.advance(to: 0.25)
      let layers = s.engine.children(of: s.flyer!)
      #expect(layers.count == (fades ?? differ ? 2 : 1))
      if layers.count == 2 {
        // The one that comes covers the one that goes, which need not fade under it.
        #expect(
          try s.engine.shownNumbers(.alpha, of: layers[1]) == [0.25] && s.engine.shownNumbers(.alpha, of: layers[0]) == [1])
      }
      #expect(s.stage.frame.contents.count == layers.count)
    }
  }

  @Test("F117 A text that comes does not cover: what goes fades out")
  func texts() throws {
    let s = try SharedStage(image: false)
    try s.engine.setContent(.label(LabelContent(text: "small", fontSize: 10)), of: s.thumb)
    try s.engine.setContent(.label(LabelContent(text: "small", fontSize: 40)), of: s.hero)
    try s.define()
    try s.stage.push()
    try s.stage.advance(to: 0.25)
    let layers = s.engine.children(of: s.flyer!)
    #expect(
      try s.engine.shownNumbers(.alpha, of: layers[0]) == [0.75] && s.engine.shownNumbers(.alpha, of: layers[1]) == [0.25])
    // The text is scaled, not set anew: its frame in its own coordinates stays.
    let frames = s.stage.frame.operations.compactMap { if case .content(let frame, _, _, _) = $0 { frame } else { nil } }
    #expect(frames == [Rect(0, 0, 100, 80), Rect(0, 0, 400, 320)])
  }

  @Test("F117 Where proportions change, content covers and is cut, or is stretched")
  func crop() throws {
    for crops in [true, false] {
      let s = try SharedStage(image: false)
      let child = try s.engine.makeView()
      try s.engine.add(child, to: s.hero)
      try s.engine.set(.frame, of: child, to: [0, 0, 400, 400])
      try s.engine.set(.background, of: child, to: Color("#fff")!.components)
      try s.engine.set(.frame, of: s.hero, to: [0, 200, 400, 400])
      var options = ShareOptions()
      (options.crops, options.fades) = (crops, false)
      try s.define(options)
      try s.stage.push()
      try s.stage.advance(to: 0)
      // 100 × 80 shows 400 × 400: by a quarter both ways, or each way by itself.
      let down = crops ? 0.25 : 0.2
      let transforms = s.stage.frame.operations.compactMap { if case .pushTransform(let t) = $0 { t } else { nil } }
      #expect(transforms == [Transform(0.25, 0, 0, down, 20, crops ? 90 : 100)])
      #expect(s.engine.clips(s.flyer!) == crops)
    }
  }

  @Test("F117 Equal boxes are a valid flight")
  func equal() throws {
    let s = try SharedStage()
    try s.engine.set(.frame, of: s.hero, to: [20, 100, 100, 80])
    try s.engine.set(.corner, of: s.hero, to: [12])
    for timing in [nil, Timing.spring(Spring())] {
      let definition = try s.define(.init(), .init(timing))
      let run = try s.stage.push()
      try s.stage.advance(to: s.engine.time + 0.5)
      #expect(try near(s.frame(), [20, 100, 100, 80], 0) && !s.isRestored)
      try s.stage.advance(to: s.engine.time + 0.5)
      #expect(run.state == .ended && run.endReasonIfEnded == .finished && s.isRestored)
      try s.stage.pop(animated: false)
      try s.stage.advance(to: s.engine.time)
      s.engine.unregister(definition)
    }
  }

  @Test("F117 An id that is missing is one clear message, and nothing flies")
  func missing() throws {
    let s = try SharedStage()
    try s.engine.setID("here", of: s.hero)
    try s.define()
    let run = try s.stage.push()
    try s.stage.advance(to: 0.5)
    #expect(
      s.stage.messages(.warning) == [
        "transition \"fade\": share \"hero\": nothing flies: nothing in the screen \"photo.full\" has that id; did you mean \"here\"?"
      ])
    #expect(s.isRestored && run.state == .running)
    try s.stage.advance(to: 1)
    #expect(run.state == .ended && s.stage.messages(.error).isEmpty)
  }

  @Test("F117 An id that a screen has twice is reported with both places, and the first one flies")
  func twice() throws {
    let s = try SharedStage()
    let (box, other) = (try s.engine.makeView(id: "box"), try s.engine.makeView(id: "hero"))
    try s.engine.add(box, to: s.stage.list.view)
    try s.engine.add(other, to: box)
    try s.define()
    try s.stage.push()
    try s.stage.advance(to: 0.5)
    #expect(
      s.stage.messages(.warning) == [
        "transition \"fade\": share \"hero\": the screen \"list\" has that id 2 times: \"list\" › \"hero\" and \"list\" › \"box\" › \"hero\"; the first flies"
      ])
    #expect(try near(s.frame(), [10, 150, 250, 200]))
  }

  @Test("F117 Wrong calls are refused: outside planning, twice in one run, an arc beyond its range")
  func refusals() throws {
    let s = try SharedStage()
    var failures: [String] = []
    var outside: Run?
    try s.stage.define { definition in
      definition.animate = { run in
        outside = run
        var arc = ShareOptions()
        arc.arc = 2
        do { try run.share("hero", arc) } catch { failures.append("\(error)") }
        try run.share("hero")
        do { try run.share("hero") } catch { failures.append("\(error)") }
      }
    }
    try s.stage.push()
    try s.stage.advance(to: 0.1)
    do { try #require(outside).share("hero") } catch { failures.append("\(error)") }
    #expect(failures.count == 3)
    #expect(
      failures[0] == "share: arc expected a number, −1 to 1, got 2.0" && failures[1] == "share: \"hero\" is shared already")
    #expect(failures[2].contains("in animate"))
  }

  @Test("F117 A plan that fails after a share leaves nothing behind")
  func failure() throws {
    let s = try SharedStage()
    try s.stage.define { definition in
      definition.animate = { run in
        try run.share("hero")
        throw SegueError("oh")
      }
    }
    let run = try s.stage.push()
    try s.stage.advance(to: 0)
    #expect(s.isRestored)
    try s.stage.advance(to: 1)
    #expect(run.state == .ended)
  }

  @Test("F117 A spring of its own bends the flight, not the run")
  func spring() throws {
    let s = try SharedStage()
    try s.define(.init(), .init(.spring(Spring(response: 0.3, ratio: 1))))
    let run = try s.stage.push()
    try s.stage.advance(to: 0)
    let length = run.duration
    #expect(length >= 1)
    try s.stage.advance(to: 0.15)
    let f = try Spring(response: 0.3, ratio: 1).factors(at: 0.15)
    #expect(try near(s.frame(), [20 * f.c, 200 - 100 * f.c, 400 - 300 * f.c, 320 - 240 * f.c], 0.3))
  }

  @Test("F117 Turned round, caught and let go, place and speed of the flight stay continuous")
  func redirected() throws {
    let s = try SharedStage()
    try s.define()
    let run = try s.stage.push()
    try s.stage.advance(to: 0.5)
    let (x, v) = try (s.number(.width), s.engine.velocity(.width, of: s.flyer!)[0])
    #expect(abs(v - 300) < 1e-6)
    run.cancel()
    #expect(try abs(s.engine.velocity(.width, of: s.flyer!)[0] - v) < 1e-6)
    try s.stage.advance(to: 0.501)
    #expect(try abs(s.number(.width) - (x + v * 0.001)) < 0.05)
    try s.stage.advance(to: 3)
    #expect(run.state == .ended && s.isRestored && s.stage.navigation.top === s.stage.list)
  }

  @Test("F117 An element that is dragged or moving when its flight begins sets out from there, as fast as it is")
  func dragged() throws {
    let s = try SharedStage()
    try s.define()
    try s.stage.push()
    try s.stage.advance(to: 1)
    try s.engine.move(s.hero, [Engine.Change(.translation, [0, 100])], .init(.curve(.linear, duration: 1)))
    try s.stage.advance(to: 1.5)
    try s.stage.pop()
    try s.stage.advance(to: 1.5)
    let state = s.engine.motion.state(s.engine.flights[0].lane(ViewLane.translationY), at: 1.5)
    #expect(abs(state.position - 410) < 1e-3 && abs(state.velocity - 100) < 1e-2)
  }

  @Test("F117 A flight whose run is interrupted goes home, and both originals come back when it is there")
  func interrupted() throws {
    let s = try SharedStage()
    try s.define()
    let run = try s.stage.push()
    try s.stage.advance(to: 0.5)
    let (x, v) = try (s.number(.width), s.engine.velocity(.width, of: s.flyer!)[0])
    run.interrupt(takingBack: true)
    try s.stage.advance(to: 0.501)
    #expect(run.state == .ended && !s.isRestored)
    #expect(try abs(s.number(.width) - (x + v * 0.001)) < 0.1)
    try s.stage.advance(to: 3)
    #expect(s.isRestored)
    #expect(s.engine.motion.timelineCount == 0 && s.engine.motion.blockCount == 0 && s.engine.animators.count == 0)
  }

  @Test("F117 A → B → C → B: each flight goes on from where the one before is, with its velocity")
  func resumed() throws {
    let s = try SharedStage()
    let engine = s.engine
    s.stage.navigation.conflict = .retarget
    let third = try engine.makeScreen(kind: "third", view: engine.makeView(id: "third"))
    let last = try engine.makeView(id: "hero")
    try engine.set(.frame, of: last, to: [100, 600, 200, 160])
    try engine.setContent(.image(ImageContent(source: "a.png")), of: last)
    try engine.add(last, to: third.view)
    let definition = TransitionDefinition(from: ["*"], to: ["*"])
    definition.duration = { _ in 1 }
    definition.timing = .curve(.linear, duration: 0)
    definition.animate = { run in try run.share("hero") }
    try engine.register(definition)

    try s.stage.push()
    try s.stage.advance(to: 0.5)
    func states() -> [LaneState] { engine.flights[0].states }
    func expectContinuous(_ before: [LaneState], _ what: String) {
      #expect(engine.flights.count == 1, "\(what)")
      for (lane, (a, b)) in zip(before, states()).enumerated() {
        // What nobody could see may rest.
        let isGeometry = lane <= ViewLane.rotation
        #expect(abs(a.position - b.position) < (isGeometry ? 1e-3 : ViewLane.units[lane].threshold), "\(what), lane \(lane)")
        if isGeometry { #expect(abs(a.velocity - b.velocity) < 1e-2, "\(what), lane \(lane): \(a) \(b)") }
      }
    }
    var before = states()
    #expect(abs(before[ViewLane.width].velocity - 300) < 1e-6)
    _ = try s.stage.navigation.push(third)
    try s.stage.advance(to: 0.5)
    expectContinuous(before, "on to C")
    try s.stage.advance(to: 0.7)
    before = states()
    _ = try s.stage.navigation.pop()
    try s.stage.advance(to: 0.7)
    expectContinuous(before, "back to B")
    try s.stage.advance(to: 0.8)
    before = states()
    _ = try s.stage.navigation.pop()
    try s.stage.advance(to: 0.8)
    expectContinuous(before, "back to A")
    try s.stage.advance(to: 5)
    #expect(s.isRestored && engine.scene.views[last]?.standIns == 0 && s.stage.navigation.top === s.stage.list)
    #expect(s.stage.messages(.warning).isEmpty && s.stage.messages(.error).isEmpty)
  }

  @Test("F117 A resize in mid-flight sends it to where the element stands then, without a jump")
  func resize() throws {
    let s = try SharedStage()
    s.stage.photo.onLayout { size in
      try? s.engine.set(.frame, of: s.hero, to: [0, 200, size.width, size.width * 0.8])
    }
    try s.define()
    try s.stage.push()
    try s.stage.advance(to: 0.5)
    let before = try s.frame()
    try s.engine.resize(to: Size(600, 800))
    try s.stage.advance(to: 0.5)
    #expect(try near(s.frame(), before, 0.01) && s.engine.flights.count == 1)
    try s.stage.advance(to: 0.99)
    #expect(try abs(s.frame()[2] - 595) < 4)
    try s.stage.advance(to: 3)
    #expect(s.isRestored)
  }

  @Test("F117 A run that is planned again without its flight lets the element fade where it is, and both originals are back")
  func withdrawn() throws {
    let s = try SharedStage()
    var shares = true
    try s.stage.define(duration: 1) { definition in
      definition.animate = { run in if shares { try run.share("hero") } }
    }
    let run = try s.stage.push()
    try s.stage.advance(to: 0.5)
    let (before, flyer) = (try s.frame(), s.flyer!)
    shares = false
    try run.replan()
    #expect(s.engine.scene.views[s.thumb]?.standIns == 0 && s.engine.scene.views[s.hero]?.standIns == 0)
    try s.stage.advance(to: 0.5 + Flight.afterglowDuration / 2)
    #expect(try near(s.frame(), before) && abs(s.number(.alpha) - 0.5) < 1e-3)
    try s.stage.advance(to: 0.7)
    #expect(s.isRestored && !s.engine.isAlive(flyer) && run.state == .running)
    try s.stage.advance(to: 3)
    #expect(run.state == .ended && s.stage.reports.isEmpty)
  }

  @Test("F117 An element that its parents slant flies with its middle where it was, and that is noted")
  func slanted() throws {
    let s = try SharedStage()
    try s.engine.set(.rotation, of: s.thumb, to: [30])
    let box = try s.engine.makeView(id: "box")
    try s.engine.add(box, to: s.stage.list.view)
    try s.engine.add(s.thumb, to: box)
    try s.engine.set(.scale, of: box, to: [2, 0.5])
    let there = corners(of: s.thumb, s.engine)
    try s.define()
    try s.stage.push()
    try s.stage.advance(to: 0)
    let flyer = corners(of: s.flyer!, s.engine)
    #expect(abs(flyer[0].x + flyer[2].x - there[0].x - there[2].x) < 0.01)
    #expect(abs(flyer[1].x - flyer[0].x - there[1].x + there[0].x) < 0.01, "the x axis")
    #expect(
      s.stage.messages(.debug) == [
        "transition \"fade\": share \"hero\": \"list\" › \"box\" › \"hero\" is slanted by its parents, its flight is not"
      ])
  }

  @Test("F117 Between tabs, and to and from what is presented, an element flies just as well")
  func containers() throws {
    let engine = Engine()
    var reports: [String] = []
    engine.report = { reports.append($0.message) }
    func make(_ kind: String, _ frame: [Double]) throws -> (screen: Screen, element: Handle<View>) {
      let (view, element) = (try engine.makeView(id: kind), try engine.makeView(id: "hero"))
      try engine.set(.frame, of: element, to: frame)
      try engine.add(element, to: view)
      return (try engine.makeScreen(kind: kind, view: view), element)
    }
    let (one, two, over) = (
      try make("one", [0, 0, 100, 100]), try make("two", [200, 0, 100, 100]), try make("over", [0, 400, 100, 100])
    )
    let tabs = try engine.makeTabs([one.screen, two.screen])
    try engine.setStage(tabs)
    let definition = TransitionDefinition(from: ["*"], to: ["*"])
    definition.duration = { _ in 1 }
    definition.timing = .curve(.linear, duration: 0)
    definition.animate = { run in try run.share("hero") }
    try engine.register(definition)
    try engine.advance(to: 0)
    func middle() throws -> [Double] { try engine.shownNumbers(.translation, of: #require(engine.flights.first?.flyer)) }

    _ = try tabs.select(1)
    try engine.advance(to: 0)
    try engine.advance(to: 0.5)
    #expect(try near(middle(), [150, 50]))
    try engine.advance(to: 1)
    _ = try engine.present(over.screen, from: two.screen)
    try engine.advance(to: 1)
    try engine.advance(to: 1.25)
    #expect(try near(middle(), [200, 150]))
    try engine.advance(to: 2)
    #expect(engine.flights.isEmpty)
    _ = try engine.dismiss(over.screen)
    try engine.advance(to: 2)
    try engine.advance(to: 2.25)
    #expect(try near(middle(), [100, 350]))
    try engine.advance(to: 3)
    #expect(engine.flights.isEmpty && reports.isEmpty)
    for element in [one.element, two.element, over.element] { #expect(engine.scene.views[element]?.standIns == 0) }
  }

  @Test("F120 An arc is a quadratic curve bent towards the corner, from −1 to 1, and straight where an axis moves less than 1")
  func arc() throws {
    for arc in [1, 0.5, -1, 0.0] {
      let s = try SharedStage()
      var options = ShareOptions()
      options.arc = arc
      try s.define(options)
      try s.stage.push()
      for p in [0, 0.1, 0.25, 0.5, 0.8, 0.999] {
        try s.stage.advance(to: p)
        let flyer = corners(of: s.flyer!, s.engine)
        let center = Point((flyer[0].x + flyer[2].x) / 2, (flyer[0].y + flyer[2].y) / 2)
        // From (70, 140) down to (200, 360): the handle lies between the middle and (70, 360).
        let handle = Point(135 + arc * (70 - 135), 250 + arc * (360 - 250))
        let q = 1 - p
        let expected = Point(q * q * 70 + 2 * p * q * handle.x + p * p * 200, q * q * 140 + 2 * p * q * handle.y + p * p * 360)
        #expect(abs(center.x - expected.x) < 0.05 && abs(center.y - expected.y) < 0.05, "\(arc) \(p): \(center) \(expected)")
      }
    }
    let level = try SharedStage()
    try level.engine.set(.frame, of: level.hero, to: [200, 100.5, 100, 80])
    var options = ShareOptions()
    options.arc = 1
    try level.define(options)
    try level.stage.push()
    try level.stage.advance(to: 0.25)
    #expect(try near(level.frame(), [65, 100.125, 100, 80]))
  }

  @Test("F120 An arc on a spring follows the spring")
  func arcOnSpring() throws {
    let s = try SharedStage()
    var options = ShareOptions()
    options.arc = 1
    let spring = try Spring(response: 0.5, ratio: 1)
    try s.define(options, .init(.spring(spring)))
    try s.stage.push()
    try s.stage.advance(to: 0)
    // The run takes as long as the flight.
    let duration = s.engine.runs[0].duration
    for p in [0.1, 0.2, 0.4] {
      try s.stage.advance(to: p * duration)
      let t = 1 - spring.factors(at: p * duration).c
      let middle = try s.engine.shownNumbers(.translation, of: s.flyer!)
      #expect(
        abs(middle[0] - (70 + 130 * (t - t * (1 - t)))) < 0.1 && abs(middle[1] - (140 + 220 * (t + t * (1 - t)))) < 0.1)
    }
  }

  @Test("N07 Live content shows what changes on the way; a picture does not, and fades into what is there at the end")
  func content() throws {
    for content in ShareOptions.Content.allCases {
      let s = try SharedStage(image: false)
      let children = try [s.thumb, s.hero].map { parent in
        let child = try s.engine.makeView()
        try s.engine.set(.frame, of: child, to: [0, 0, 10, 10])
        try s.engine.set(.background, of: child, to: Color("#ff0000")!.components)
        try s.engine.add(child, to: parent)
        return child
      }
      var options = ShareOptions()
      options.content = content
      try s.define(options)
      try s.stage.push()
      try s.stage.advance(to: 0.5)
      for child in children { try s.engine.set(.background, of: child, to: Color("#00ff00")!.components) }
      let boxes = s.stage.frame.operations.compactMap { if case .box(_, _, let color) = $0 { color } else { nil } }
      let pictures = s.stage.frame.contents.filter { if case .picture = $0.content { true } else { false } }
      let layers = s.engine.children(of: s.flyer!)
      if content == .live {
        #expect(boxes.map(\.green) == [1] && pictures.isEmpty && layers.count == 1)
      } else {
        #expect(boxes.isEmpty && pictures.count == 1 && layers.count == 2)
        #expect(try s.engine.shownNumbers(.alpha, of: layers[1]) == [0])
        try s.stage.advance(to: 0.875)
        #expect(try near(s.engine.shownNumbers(.alpha, of: layers[1]), [0.5]))
        #expect(s.stage.frame.operations.contains { if case .box = $0 { true } else { false } })
      }
      try s.stage.advance(to: 1)
      #expect(s.isRestored)
    }
  }
}

extension Run {
  fileprivate var endReasonIfEnded: EndReason? { state == .ended ? endReason : nil }
}
