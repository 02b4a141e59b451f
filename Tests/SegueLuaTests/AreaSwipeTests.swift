import Testing

@testable import Segue
@testable import SegueLua

@Suite("Lua: stacks that hands move") struct AreaSwipeTests {
  private func drag(_ area: AreaFixture, _ from: Double, _ to: Double, lift: Bool = true) throws {
    func send(_ phase: InputEvent.Phase, _ x: Double) throws {
      try area.engine.send(InputEvent(time: area.engine.time, phase: phase, position: Point(x, 300)))
      try area.play(for: 1.0 / 60)
    }
    try send(.down, from)
    for i in 1...20 { try send(.move, from + (to - from) * Double(i) / 20) }
    if lift { try send(.up, to) }
  }

  @Test("back_swipe gives a stack the platform's habit in one line, and its recogniser can be switched off")
  func back() throws {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + """
        back = nav:back_swipe { distance = 390, release = 'projection', conflict = 'program_wins' }
        print(back.kind, back.edges[1], back.view == nav.view)
        nav:on('did_pop', function(n, s) print('popped', s.kind) end)
        nav:push(photo, { animated = false })
        """)
    try area.play(for: 0.1)
    try drag(area, 5, 315, lift: false)
    #expect(abs(area.number("nav.run.progress") - 300.0 / 390) < 1e-9)
    #expect(area.value("nav.run.interactive") == "true")
    try area.engine.send(InputEvent(time: area.engine.time, phase: .up, position: Point(315, 300)))
    try area.play(for: 1)
    #expect(area.printed == ["edge_pan\tleft\ttrue", "popped\tphoto.full"], "\(area.printed)")
    area.execute("nav:push(photo, { animated = false }) back.enabled = false")
    try area.play(for: 0.1)
    try drag(area, 5, 315)
    #expect(area.value("nav.run") == "nil" && area.value("nav.top.kind") == "photo.full")
    area.execute("nav:back_swipe(false)")
    #expect(area.engine.gestures.recognizers(on: area.engine.stageRoot!.view).isEmpty)
    #expect(area.errors.isEmpty, "\(area.errors)")
  }

  @Test("swipe: each way pops or asks for a screen; nothing chosen, nothing happens")
  func ways() throws {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + """
        nav:swipe { right = 'pop', left = function(n, way) print(n == nav, way, n.top.kind) return n.top == list and photo end }
        """)
    try drag(area, 300, 20)
    try area.play(for: 1)
    #expect(area.value("nav.top.kind") == "photo.full")
    try drag(area, 300, 20)
    try area.play(for: 1)
    #expect(area.value("#nav.stack") == "2" && area.value("nav.run") == "nil")
    try drag(area, 50, 350)
    try area.play(for: 1)
    #expect(area.value("nav.top.kind") == "list")
    #expect(area.printed == ["true\tleft\tlist", "true\tleft\tphoto.full"])
    #expect(area.errors.isEmpty, "\(area.errors)")
    area.execute("nav:swipe { left = function() return 3 end }")
    try drag(area, 300, 20)
    #expect(area.errors == ["swipe: the function must return a screen or nil"])
  }

  @Test("N09 the program's push while the finger holds wins, or is refused with the reason")
  func conflicts() throws {
    for (conflict, expected) in [
      ("program_wins", "nil\tphoto.full\tinterrupted"),
      ("gesture_wins", "a finger holds the pop from \"photo.full\" to \"list\"\tlist\tnil"),
    ] {
      let area = try AreaFixture()
      try area.run(
        AreaFixture.stack + """
          nav:back_swipe { conflict = '\(conflict)' }
          third = segue.screen { kind = 'third', view = segue.view {} }
          nav:push(photo, { animated = false })
          """)
      try area.play(for: 0.1)
      try drag(area, 5, 215, lift: false)
      area.execute("held = nav.run run, why = nav:push(third) first = nav.stack[#nav.stack - 1] or nav.top")
      #expect(area.value("table.concat({ tostring(why), first.kind, tostring(held.reason) }, '\\t')") == expected)
      #expect(area.errors.isEmpty, "\(area.errors)")
    }
  }

  @Test(
    "Mistakes are named and change nothing",
    arguments: [
      ("nav:back_swipe { distanc = 3 }", "navigation:back_swipe: unknown option \"distanc\", did you mean \"distance\"?"),
      ("nav:back_swipe { distance = 0 }", "navigation: distance expected a finite number above 0, got 0.0"),
      ("nav:back_swipe { release = 'thresold' }", "there is no rule \"thresold\", did you mean \"threshold\"?"),
      ("nav:back_swipe { conflict = 'mine' }", "conflict: unknown \"mine\", expected one of program_wins, gesture_wins"),
      ("nav:swipe {}", "navigation:swipe: at least one of left, right, up and down must be given"),
      ("nav:swipe { left = 'pop', right = 'pop' }", "navigation: pop is for one way, got left and right"),
      ("nav:swipe { left = 'push' }", "left: unknown \"push\""),
      ("nav:swipe(true)", "options expected a table of options or false, got true"),
    ]) func mistakes(_ script: String, _ message: String) throws
  {
    let area = try AreaFixture()
    let failure = area.failure(AreaFixture.stack + script)
    #expect(failure.contains(message), "\(failure)")
    #expect(area.host.bridge.area.registrations.isEmpty)
  }
}
