import Testing

@testable import Segue
@testable import SegueLua

@Suite("Lua: gestures") struct AreaGestureTests {
  private static let card = "card = segue.view { frame = { 20, 0, 100, 100 } } root = segue.view { card } segue.stage(root)\n"
  private static let right: [(Double, Double, Double)] = [
    (0.1, 50, 50), (0.15, 56, 50), (0.2, 70, 51), (0.25, 80, 51), (0.3, 90, 52), (0.35, 90, 52),
  ]

  @Test("A pan tells state, translation, velocity, location, contacts, origin, view and itself")
  func pan() throws {
    let area = try AreaFixture()
    try area.run(
      Self.card + """
        pan = card:on('pan', { axis = 'x', slop = 8, min_contacts = 1, max_contacts = 1 }, function(g)
          print(g.state, g.translation.x, g.location.x, g.contacts, g.origin.x, g.origin.frame.width, g.view == card, g.recognizer == pan, g.recognizer.state)
          if g.state == 'changed' then card:track { x = g.origin.x + g.translation.x } end
          if g.state == 'ended' then v = g.velocity.x card:to({ x = 0 }, { spring = {}, velocity = { x = g.velocity.x } }) end
        end)
        print(pan.state, pan.enabled)
        """)
    area.touch(Self.right.map { (time: $0.0, x: $0.1, y: $0.2) })
    try area.play(to: 0.3)
    #expect(area.printed.first == "possible\ttrue")
    #expect(
      area.printed[1].hasPrefix("began\t") && area.printed[1].hasSuffix("\t1\t20.0\t100.0\ttrue\ttrue\tbegan"),
      "\(area.printed)")
    let x = area.number("card:shown 'x'")
    #expect(x > 25 && x < 60)
    try area.play(to: 0.5)
    #expect(area.printed.last?.hasPrefix("ended\t") == true && area.number("v") >= 0)
    try area.play(to: 4)
    #expect(area.value("card:shown 'x'") == "0.0" && area.errors.isEmpty, "\(area.errors)")
    #expect(area.host.bridge.area.origins.isEmpty)
  }

  @Test(
    "A disabled or removed recogniser, the wrong axis and should_begin keep a pan from beginning",
    arguments: [
      ("p = card:on('pan', function(g) print(g.state) end)", true),
      ("p = card:on('pan', {}, function(g) print(g.state) end)", true),
      ("p = card:on('pan', function(g) print(g.state) end) p.enabled = false", false),
      ("p = card:on('pan', function(g) print(g.state) end) p:remove() p:remove()", false),
      ("p = card:on('pan', { axis = 'y' }, function(g) print(g.state) end)", false),
      ("p = card:on('pan', { slop = 500 }, function(g) print(g.state) end)", false),
      (
        "p = card:on('pan', { should_begin = function(g) return g.translation.x < 0 end }, function(g) print(g.state) end)",
        false
      ),
      ("p = card:on('pan', { should_begin = function(g) return g.view == card end }, function(g) print(g.state) end)", true),
      ("card.input = false p = card:on('pan', function(g) print(g.state) end)", false),
      ("p = card:on('pan', { min_contacts = 2 }, function(g) print(g.state) end)", false),
    ]) func begins(_ script: String, _ expected: Bool) throws
  {
    let area = try AreaFixture()
    try area.run(Self.card + script)
    area.touch(Self.right.map { (time: $0.0, x: $0.1, y: $0.2) })
    try area.play(to: 1)
    #expect(area.printed.contains("began") == expected && area.errors.isEmpty, "\(area.printed) \(area.errors)")
    #expect(area.printed.contains("ended") == expected)
  }

  @Test("should_begin that raises or waits is reported and keeps the gesture from beginning")
  func question() throws {
    let area = try AreaFixture()
    try area.run(
      Self.card
        + "card:on('pan', { should_begin = function(g) error 'Q' end }, print) root:on('pan', { should_begin = function() sleep(1) end }, print)"
    )
    area.touch(Self.right.map { (time: $0.0, x: $0.1, y: $0.2) })
    try area.play(to: 1)
    #expect(area.printed.isEmpty)
    #expect(
      area.errors.contains("t:2: Q") && area.errors.contains { $0.contains("should_begin must answer at once") },
      "\(area.errors)")
  }

  @Test("Two pans: one must fail first, or both run when allowed")
  func arbitration() throws {
    for (setup, both) in [("", false), ("inner:allow_simultaneous(outer)", true)] {
      let area = try AreaFixture()
      try area.run(
        Self.card
          + "inner = card:on('pan', function(g) print('inner', g.state) end) outer = root:on('pan', function(g) print('outer', g.state) end) \(setup)"
      )
      area.touch(Self.right.map { (time: $0.0, x: $0.1, y: $0.2) })
      try area.play(to: 1)
      #expect(area.printed.contains("inner\tbegan") && area.printed.contains("outer\tbegan") == both, "\(area.printed)")
    }
    let area = try AreaFixture()
    try area.run(
      Self.card
        + "inner = card:on('pan', { axis = 'x' }, function(g) print('inner', g.state) end) other = card:on('pan', { axis = 'y' }, function(g) print('other', g.state) end) inner:require_to_fail(other)"
    )
    area.touch(Self.right.map { (time: $0.0, x: $0.1, y: $0.2) })
    try area.play(to: 1)
    #expect(area.printed.contains("inner\tbegan") && !area.printed.contains("other\tbegan"), "\(area.printed)")
    _ = area.value("inner:remove()")
    #expect(area.value("inner.state") == "removed" && area.value("inner.enabled") == "false")
    #expect(area.value("inner:require_to_fail(other)") == "repl:1: recognizer has been removed")
    #expect(
      area.value("other:require_to_fail(card)") == "repl:1: recognizer:require_to_fail: other expected a recognizer, got a view"
    )
  }

  @Test("A gesture that is taken away rolls back what its handler began")
  func cancelled() throws {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + AreaFixture.fade + """
        list.view:on('pan', function(g) print(g.state)
          if g.state == 'began' then i = segue.interaction() nav:push(photo, { interaction = i }, function(r) print(r) end)
          elseif g.state == 'changed' then i:update(0.9) end
        end)
        """)
    area.touch(Self.right.map { (time: $0.0, x: $0.1, y: $0.2) }, ends: .cancel)
    try area.play(to: 2)
    #expect(area.printed.last == "cancelled" && area.value("nav.top.kind") == "list" && area.value("nav.run") == "nil")
  }

  @Test(
    "Mistakes are named",
    arguments: [
      ("card:on('pintch', print)", "t:2: view:on: kind: unknown \"pintch\", did you mean \"pinch\"?"),
      ("card:on('', print)", "t:2: view:on: kind: unknown \"\", expected one of tap, long_press, pan"),
      ("card:on('tap', { axis = 'x' }, print)", "t:2: view:on: a tap has no axis; it has taps, contacts, slop, between"),
      ("card:on('tap', { taps = 0 }, print)", "t:2: view:on: tap: taps expected a whole number from 1 to 100, got 0"),
      ("card:on('edge_pan', { edges = 'lefd' }, print)", "t:2: view:on: edges: unknown \"lefd\", did you mean \"left\"?"),
      ("card:on('edge_pan', { edges = { 'left', 3 } }, print)", "t:2: view:on: edges[2] expected"),
      ("p = card:on('pan', print) p.edges = 'left'", "t:2: recognizer.edges: a pan has no edges; it has axis"),
      ("p = card:on('pan', print) p.slop = -1", "t:2: pan: slop expected a number from 0"),
      ("p = card:on('pan', print) p.slopp = 1", "t:2: recognizer: unknown field \"slopp\", did you mean \"slop\"?"),
      ("card:on('pna', print)", "did you mean \"pan\"?"),
      ("card:on('pan')", "t:2: view:on: options expected a function or a table of options, got nothing"),
      ("card:on('pan', {})", "t:2: view:on: handler expected a function, got nothing"),
      ("card:on('pan', { axs = 'x' }, print)", "t:2: view:on: unknown option \"axs\", did you mean \"axis\"?"),
      ("card:on('pan', { axis = 'z' }, print)", "t:2: view:on: axis: unknown \"z\""),
      ("card:on('pan', { slop = -1 }, print)", "t:2: view:on: pan: slop expected a number from 0"),
      ("card:on('pan', { min_contacts = 3, max_contacts = 2 }, print)", "t:2: view:on: pan: max"),
      ("card:on('pan', { should_begin = 3 }, print)", "t:2: view:on: should_begin expected a function, got a number 3"),
    ]) func mistakes(_ script: String, _ message: String) throws
  {
    let area = try AreaFixture()
    let failure = area.failure(Self.card + script)
    #expect(failure.contains(message) && failure.hasPrefix("t:2: "), "\(failure)")
    if !script.hasPrefix("p = ") { #expect(area.host.bridge.area.registrations.isEmpty) }
  }

  @Test("A handler that raises is reported at its line; the next report comes all the same")
  func raising() throws {
    let area = try AreaFixture()
    try area.run(Self.card + "card:on('pan', function(g) print(g.state) error 'H' end)")
    area.touch(Self.right.map { (time: $0.0, x: $0.1, y: $0.2) })
    try area.play(to: 1)
    #expect(
      area.printed.last == "ended" && area.errors.count == area.printed.count && area.errors.allSatisfy { $0 == "t:2: H" })
  }

  @Test("What a gesture began is rolled back when its handler fails before ending it, or goes")
  func failing() throws {
    for (broken, outside) in [("if g.state == 'ended' then error 'E' end", ""), ("", "pan:remove()"), ("", "segue = nil")] {
      let area = try AreaFixture()
      try area.run(
        AreaFixture.stack + AreaFixture.fade + """
          pan = list.view:on('pan', function(g)
            if g.state == 'began' then i = segue.interaction() nav:push(photo, { interaction = i }) elseif g.state == 'changed' then i:update(0.9) end
            \(broken)
          end)
          """)
      area.touch(Self.right.map { (time: $0.0, x: $0.1, y: $0.2) })
      try area.play(to: 0.28)
      #expect(area.value("nav.run.interactive") == "true")
      if outside.hasPrefix("pan") { _ = area.value(outside) }
      let navigation = try #require(area.engine.stageRoot as? Navigation)
      if outside.hasPrefix("segue") { try area.host.load(text: "", name: "other") }
      try area.play(to: 2)
      #expect(navigation.run == nil && navigation.stack.map(\.kind) == ["list"], "\(broken)\(outside)")
      #expect(area.host.bridge.area.begun.isEmpty && area.host.bridge.area.failedGestures.isEmpty)
    }
  }
}
