import Testing

@testable import Segue
@testable import SegueLua

@Suite("Lua: shared and borrowed elements") struct AreaElementTests {
  /// Two screens that share "hero"; `animate` is the body of the transition's function.
  private func area(_ animate: String) throws -> AreaFixture {
    let area = try AreaFixture()
    try area.run(
      """
      thumb = segue.view { id = 'hero', frame = { 20, 100, 100, 80 }, corner = 12, background = '#fff' }
      hero = segue.view { id = 'hero', frame = { 0, 200, 400, 320 }, background = '#fff' }
      card = segue.view { id = 'card', frame = { 10, 20, 30, 40 }, background = '#abc' }
      list = segue.screen { kind = 'list', view = segue.view { id = 'list', thumb, card } }
      photo = segue.screen { kind = 'photo', view = segue.view { id = 'photo', hero } }
      nav = segue.navigation { root = list }
      segue.stage(nav)
      segue.transition { name = 'open', from = 'list', to = 'photo', duration = 1, timing = 'linear', animate = function(run)
        \(animate)
      end }
      """)
    return area
  }

  private func push(_ area: AreaFixture, for seconds: Double) throws {
    area.execute("run = nav:push(photo)")
    try area.play(for: seconds)
  }

  @Test("F117 run:share flies by id, with the options of every entry, and what flies is found by run:shared")
  func share() throws {
    let area = try area(
      "print(run:share('hero', { arc = 0.5, corner = true, duration = 0.5, delay = 0.25 }), run:shared 'none')")
    try push(area, for: 0.5)
    #expect(area.printed.first?.hasSuffix("\tnil") == true && area.errors.isEmpty)
    #expect(abs(area.number("run:shared('hero').width") - 400) < 1e-6)
    #expect(abs(area.number("run:shared('hero'):shown('width')") - 250) < 1)
    // A script that lets it go does not end it.
    area.host.collectGarbage()
    try area.play(for: 0.1)
    #expect(area.value("run:shared('hero').corner") == "0.0")
    try area.play(for: 1)
    #expect(area.value("nav.run") == "nil" && area.engine.flights.isEmpty && area.errors.isEmpty)
    #expect(area.value("thumb.hidden") == "false" && area.value("hero.hidden") == "false")
  }

  @Test("F117 await waits in the plan for a flight, and an id that is missing is reported once, with the definition's place")
  func missing() throws {
    let area = try area("await(run:share('hero', { duration = 0.25 })) run.to.view.alpha = 0.5 run:share 'hera'")
    try push(area, for: 0.2)
    #expect(area.value("photo.view:shown 'alpha'") == "1.0")
    try area.play(for: 0.2)
    #expect(area.value("photo.view:shown 'alpha'") == "0.5")
    #expect(area.errors.count == 1)
    #expect(
      area.errors[0].hasPrefix("transition \"open\" (t:8): share \"hera\": nothing flies: nothing in the screen \"list\"")
        && area.errors[0].contains("did you mean \"hero\"?"), "\(area.errors)")
  }

  @Test(
    "F117 Wrong options are refused with the name that was meant",
    arguments: [
      ("run:share('hero', { arch = 1 })", "unknown option \"arch\", did you mean \"arc\"?"),
      ("run:share('hero', { arc = 3 })", "share: arc expected a number, −1 to 1, got 3.0"),
      ("run:share('hero', { content = 'alive' })", "content: unknown \"alive\", did you mean \"live\"?"),
      ("run:share('hero', { loops = 2 })", "share: a flight goes once, from one screen to the other"),
      ("run:restore(card, { ignore = { 'parents' } })", "unknown \"parents\", did you mean \"parent\"?"),
      ("run:restore(card, { also = { 'corners' } })", "unknown \"corners\", did you mean \"corner\"?"),
      ("run:move(3)", "run:move: view expected a view, got a number 3"),
      ("run:apply(card, { x = 3 })", "apply: a finger must hold the run; it is preparing"),
    ]) func refusals(_ call: String, _ message: String) throws
  {
    let area = try area(call)
    try push(area, for: 0.1)
    #expect(area.errors.count == 1 && area.errors[0].contains(message), "\(area.errors)")
    try area.play(for: 2)
    #expect(area.value("nav.run") == "nil" && area.engine.flights.isEmpty)
  }

  @Test("N07 Content is live or a picture, cut or stretched, faded or not, as the options say")
  func content() throws {
    let area = try area("run:share('hero', { content = 'picture', fade = true, crop = false })")
    area.execute("thumb:add(segue.label { text = 'a', frame = { 0, 0, 10, 10 } })")
    try push(area, for: 0.5)
    let layers = area.engine.children(of: area.engine.flights[0].flyer)
    #expect(layers.count == 2 && area.engine.scene.views[layers[0]]?.mirror == Mirror(view: nil, crops: false))
    try area.play(for: 1)
    #expect(area.errors.isEmpty)
  }

  @Test("F114 run:restore puts back what the options name when the run is rolled back")
  func restore() throws {
    let area = try area(
      """
      run:restore(card, { ignore = { 'alpha' }, also = { 'corner' } })
      run.to.view:add(card) card.hidden = true
      """)
    try push(area, for: 0.3)
    #expect(area.value("card.parent.id") == "photo" && area.value("card.hidden") == "true")
    area.execute("run:cancel()")
    try area.play(for: 2)
    #expect(area.value("card.parent.id") == "list" && area.value("card.hidden") == "false" && area.errors.isEmpty)
  }

  @Test("F115, F116 run:move and run:picture take a view to the stage for as long as the run takes")
  func borrowed() throws {
    let area = try area(
      "run:move(card) picture = run:picture(thumb) segue.animate(1, function() picture.y = 300 card.y = 120 end)")
    try push(area, for: 0.5)
    #expect(area.value("card.parent == run.stage") == "true" && area.value("thumb.hidden") == "true")
    #expect(abs(area.number("picture:shown 'y'") - 200) < 1e-3 && abs(area.number("card:shown 'y'") - 70) < 1e-3)
    area.host.collectGarbage()
    try area.play(for: 1)
    #expect(area.value("card.parent.id") == "list" && area.value("card.y") == "20.0" && area.value("thumb.hidden") == "false")
    #expect(area.value("tostring(picture)") == "view (released)" && area.errors.isEmpty)
  }

  @Test("F114, N13 segue.restorer saves, moves and pictures by itself, undoes the last first, and lives until it has")
  func restorer() throws {
    let area = try area("")
    area.execute(
      """
      local r = segue.restorer()
      r:save(card, { also = { 'corner' } }) card.corner = 5 card.x = 1
      r:save(card) card.x = 2
      r:move(thumb, nav.view)
      picture = r:picture(card, nav.view)
      restore = function() r:restore() end
      """)
    for _ in 0..<3 {
      area.host.collectGarbage()
      try area.play(for: 0.1)
    }
    #expect(area.value("picture.parent == nav.view") == "true" && area.value("card.hidden") == "true")
    area.execute("restore() restore()")
    #expect(area.value("card.x") == "10.0" && area.value("card.corner") == "0.0" && area.value("card.hidden") == "false")
    #expect(area.value("thumb.parent.id") == "list" && area.value("thumb.x") == "20.0")
    area.execute("restore = nil")
    for _ in 0..<3 {
      area.host.collectGarbage()
      try area.play(for: 0.1)
    }
    #expect(area.engine.restorers.count == 0 && area.errors.isEmpty)
  }

  @Test("F74, F75 A finger tracks and applies, targets change, and all lands together")
  func free() throws {
    let area = try area("run:share 'hero' segue.animate(1, function() card.x = 110 end)")
    area.execute("i = segue.interaction() run = nav:push(photo, { interaction = i }) i:update(0.5)")
    try area.play(for: 0.1)
    area.execute(
      """
      run:shared('hero'):track { translation = { 200, 700 } }
      run:apply(card, { corner = 9 })
      run:change_target(card, { x = 50 })
      run:change_target(card, { y = 77 }, { at = 'cancel' })
      """)
    #expect(area.value("run:shared('hero'):shown('translation').y") == "700.0" && area.value("card:shown 'corner'") == "9.0")
    area.execute("i:finish()")
    try area.play(for: 2)
    #expect(area.value("nav.run") == "nil" && area.value("card.x") == "50.0" && area.value("card.y") == "20.0")
    #expect(area.value("card.corner") == "0.0" && area.engine.flights.isEmpty && area.errors.isEmpty)
  }

  @Test("F74, F117 In the gallery example the photo is under the finger, and never jumps, from the grid and back to it")
  func gallery() throws {
    let area = try AreaFixture()
    try area.run(packageFile("examples/apps/gallery.lua"), name: "gallery.lua")
    let trace = try Trace(parsing: packageFile("examples/traces/gallery.jsonl"))
    area.follow(trace)
    let engine = area.engine
    let thumb = try #require(engine.find("fjord", in: engine.scene.roots[0]))
    /// The middle of the photo, and how far it went in the frame before.
    var (before, step) = (Point(290, 201), Point.zero)
    var (fastest, sharpest) = (0.0, 0.0)
    while area.engine.time < 7 {
      try area.play(for: 1.0 / 60)
      // Open, it rests where it is.
      guard !engine.flights.isEmpty || engine.scene.isOnStage(thumb) else { continue }
      let seen = engine.flights.first?.flyer ?? thumb
      let bounds = try #require(engine.scene.bounds(of: seen))
      let now = try #require(engine.scene.convert(Point(bounds.width / 2, bounds.height / 2), from: seen, to: nil))
      let next = Point(now.x - before.x, now.y - before.y)
      fastest = max(fastest, Elementary.length(next.x, next.y))
      sharpest = max(sharpest, Elementary.length(next.x - step.x, next.y - step.y))
      (before, step) = (now, next)
      if abs(area.engine.time - 1.7) < 1.0 / 120 {
        // The finger has gone this far since the pan began.
        let finger = try #require(trace.events.last { $0.time <= area.engine.time }).position
        #expect(abs(now.y - 378 - (finger.y - 371.6)) < 2 && abs(now.x - 200 - (finger.x - 203.4)) < 2)
      }
    }
    #expect(fastest > 5 && fastest < 60 && sharpest < 30, "\(fastest) \(sharpest)")
    #expect(engine.flights.isEmpty && area.errors.isEmpty)
  }

  @Test("segue.flip moves what its function lays out anew, all of it or the views named")
  func flip() throws {
    let area = try area("")
    area.execute(
      """
      a = segue.flip({ duration = 1, timing = 'linear' }, function() photo.view:add(card) nav.view:add(photo.view) card.y = 120 end, print)
      """)
    try area.play(for: 0.5)
    #expect(abs(area.number("card:shown 'y'") - 70) < 1e-3)
    try area.play(for: 1)
    #expect(area.value("card:shown 'y'") == "120.0" && area.printed == ["finished"])
    area.execute("segue.flip({ duration = 1, views = { card } }, function() card.x = 0 thumb.x = 0 end)")
    #expect(area.value("card:shown 'x'") == "10.0" && area.value("thumb:shown 'x'") == "0.0")
    area.execute("segue.flip({ duration = 1, views = list.view }, function() thumb.x = 9 end)")
    #expect(area.value("thumb:shown 'x'") == "0.0")
    #expect(area.value("segue.flip(-1, function() end)").hasSuffix("segue.flip: duration expected 0 or more seconds, got -1.0"))
    #expect(area.value("segue.flip(1, function() error 'no' end)").contains("no"))
    #expect(area.errors.isEmpty)
  }
}
