import Testing

@testable import Segue
@testable import SegueLua

@Suite("Lua: modifiers and built-in transitions") struct AreaModifierTests {
  @Test("F118 F121 F122 A transition by style or by modifiers, and views with modifiers of their own")
  func plays() throws {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + """
        part = photo.view:find 'part'
        part.modifiers = 'scale(0.5) timing(linear)'
        print(part.modifiers, list.view.modifiers, segue.view { modifiers = 'fade' }.modifiers)
        segue.transition { from = 'list', to = 'photo', duration = 1, modifiers = { entering = 'translate(0,100%) timing(linear)', leaving = 'fade(0.6) timing(linear)' } }
        sheet = segue.screen { kind = 'sheet', view = segue.view {} }
        segue.transition { from = '*', to = 'sheet', style = 'cover(up)' }
        nav:push(photo)
        """)
    #expect(area.printed == ["scale(0.5) timing(linear)\tnil\tfade"])
    try area.play(to: 0.5)
    #expect(abs(area.number("photo.view:shown('translation').y") - 400) < 15)
    #expect(abs(area.number("part:shown 'scale'") - 0.75) < 0.02 && abs(area.number("list.view:shown 'alpha'") - 0.8) < 0.02)
    try area.play(to: 1.2)
    area.execute("part.modifiers = nil nav:push(sheet)")
    try area.play(for: 0.1)
    #expect(area.number("sheet.view:shown('translation').y") > 100 && area.value("part.modifiers") == "nil")
    try area.play(for: 1)
    #expect(area.value("nav.run") == "nil" && area.errors.isEmpty, "\(area.errors)")
  }

  @Test("F122 What is wrong in a text is said with its place")
  func mistakes() throws {
    let area = try AreaFixture()
    try area.run("v = segue.view {}")
    for (text, message) in [
      (
        "segue.transition { from = 'a', to = 'b', style = 'psh(left)' }",
        "style: there is no built-in transition \"psh(left)\", did you mean \"push\"?"
      ),
      (
        "segue.transition { from = 'a', to = 'b', modifiers = { entering = 'fade scal(2)' } }",
        "modifiers.entering: column 6: there is no modifier \"scal\", did you mean \"scale\"?"
      ),
      (
        "segue.transition { from = 'a', to = 'b', style = 'fade', animate = function() end }",
        "style and animate say the same thing"
      ),
      (
        "segue.transition { from = 'a', to = 'b', style = { present = 'push', dismiss = 'pul' } }",
        "style.dismiss: there is no built-in transition \"pul\""
      ),
      ("segue.view { modifiers = 'rotate()' }", "view.modifiers: column 1: rotate expected 1 argument, got 0"),
    ] {
      #expect(area.failure(text).contains(message), "\(area.failure(text))")
    }
  }
}

@Suite("examples/transitions") struct TransitionExampleTests {
  /// What both screens show in each frame of a push, or of the pop after it.
  private func frames(_ definition: String, pops: Bool) throws -> [[String]] {
    let area = try AreaFixture()
    try area.run(AreaFixture.stack + definition)
    area.execute("nav:push(photo)")
    if pops {
      try area.play(for: 1)
      area.execute("nav:pop()")
    }
    var frames: [[String]] = []
    for _ in 0..<24 {
      try area.play(for: 1.0 / 60)
      frames.append(
        ["list", "photo"].flatMap { screen in
          ["translation", "scale", "alpha"].map { property in
            area.value(
              "(function() local s = \(screen).view:shown '\(property)' return type(s) == 'number' and string.format('%.3f', s) or string.format('%.2f %.2f', s.x, s.y) end)()"
            )
          }
        } + [area.value("nav.view.children[1].id .. #nav.view.children")])
    }
    #expect(area.errors.isEmpty, "\(area.errors)")
    return frames
  }

  @Test(
    "F121 Each built-in, written out by hand in examples/transitions, shows the same in every frame, both ways",
    arguments: BuiltInTransition.names)
  func same(name: String) throws {
    let text = try packageFile("examples/transitions/\(name).lua")
    for pops in [false, true] {
      let hand = try frames("local make = (function() \(text) end)() make('list', 'photo')", pops: pops)
      let built = try frames("segue.transition { from = 'list', to = 'photo', style = '\(name)' }", pops: pops)
      #expect(hand == built && Set(hand.map(\.description)).count > 15, "\(name)")
    }
  }
}
