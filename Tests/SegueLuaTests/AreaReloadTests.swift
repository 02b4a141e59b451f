import Glibc
import Testing

@testable import LuaHost
@testable import Segue
@testable import SegueLua

@Suite("Lua: loading again, several engines, the stock interpreter") struct AreaReloadTests {
  private static func script(_ name: String) -> String {
    AreaFixture.stack + """
      print 'load \(name)'
      segue.transition { name = '\(name)', from = '*', to = '*', duration = 0.1, animate = function() print 'animate \(name)' end }
      list:on('will_disappear', function() print 'disappear \(name)' end)
      list.view:on('pan', function(g) if g.state == 'began' then print 'pan \(name)' end end)
      segue.task(function() while true do sleep(0.25) print 'tick \(name)' end end)
      segue.value(0):to(1, { duration = 0.3 }, function() print 'completed \(name)' end)

      """
  }

  @Test("A new loading takes the place of the old one: definitions, recognisers, handlers, tasks and callbacks once each")
  func reload() throws {
    let area = try AreaFixture()
    try area.run(Self.script("one"))
    try area.play(for: 0.2)
    for name in ["two", "three"] {
      try area.run(Self.script(name))
      area.host.collectGarbage()
      try area.play(for: 1.0 / 60)
      #expect(area.printed == ["load \(name)"])
      #expect(area.engine.registry.definitions.map(\.name) == [name])
      #expect((area.engine.stageRoot as? Navigation)?.stack.count == 1)
      area.host.collectGarbage()
      try area.play(for: 0.1)
      let recognizers = area.engine.scene.views.handles.flatMap { area.engine.gestures.recognizers(on: $0) }
      #expect(recognizers.count == 1 && area.engine.gestureActions.count == 1)
      #expect(area.engine.screens.count == 2 && area.engine.containers.count == 1 && area.engine.scene.views.count == 4)
      area.printed = []
      area.touch([(area.engine.time + 0.01, 50, 50), (area.engine.time + 0.05, 90, 50), (area.engine.time + 0.06, 90, 50)])
      try area.play(for: 0.1)
      _ = area.value("nav:push(photo)")
      try area.play(for: 0.35)
      #expect(
        area.printed.sorted() == [
          "animate \(name)", "completed \(name)", "disappear \(name)", "pan \(name)", "tick \(name)", "tick \(name)",
        ], "\(area.printed)")
    }
    #expect(area.errors.isEmpty, "\(area.errors)")
  }

  @Test(
    "A loading that fails changes nothing: what is on screen, who is told, what runs",
    arguments: [
      "error 'late'", "segue.stage(3)", "local x = nil + 1", "segue.animate(0.1, function() error 'in' end)", "(",
      "while true do end",
    ]) func failed(_ end: String) throws
  {
    let area = try AreaFixture()
    try area.run(Self.script("one"))
    try area.play(for: 0.1)
    let (stage, definitions) = (area.engine.stageRoot, area.engine.registry.definitions.count)
    var heard: [EngineEvent] = []
    area.engine.onEvent = { heard.append($0) }
    let screens = area.engine.screens.count
    #expect(!area.failure(Self.script("two") + "\n" + end).isEmpty)
    #expect(area.engine.stageRoot === stage && area.engine.registry.definitions.count == definitions && heard.isEmpty)
    area.host.collectGarbage()
    try area.play(for: 0.05)
    #expect(area.engine.screens.count == screens && area.engine.containers.count == 1)
    area.printed = []
    area.touch([(area.engine.time + 0.01, 50, 50), (area.engine.time + 0.05, 90, 50), (area.engine.time + 0.06, 90, 50)])
    try area.play(for: 0.1)
    _ = area.value("nav:push(photo)")
    try area.play(for: 0.4)
    #expect(
      area.printed.sorted() == ["animate one", "completed one", "disappear one", "pan one", "tick one", "tick one"],
      "\(area.printed)")
    #expect(area.errors.isEmpty, "\(area.errors)")
  }

  @Test("A run under way when a script is loaded again ends, in the block style too, without a complaint")
  func runUnderWay() throws {
    let area = try AreaFixture()
    let script =
      AreaFixture.stack
      + "nav:set_transition(0.5, function(stage, from, to, d, run, done) segue.animate(d, function() to.view.x = 0 end, done) end) nav:push(photo)"
    try area.run(script)
    try area.play(for: 0.1)
    #expect(area.engine.runs.count == 1)
    try area.run(AreaFixture.stack)
    try area.play(for: 3)
    #expect(area.engine.runs.isEmpty && area.errors.isEmpty, "\(area.errors)")
  }

  @Test("A hundred loadings leave no more than one")
  func many() throws {
    let area = try AreaFixture()
    func load(_ n: Int) throws -> Int {
      for _ in 0..<n {
        try area.run(Self.script("x"))
        try area.play(for: 0.4)
      }
      area.host.collectGarbage()
      try area.play(for: 0.05)
      area.host.collectGarbage()
      return area.host.memoryUsed
    }
    // Tables of the binding grow to their size first.
    _ = try load(100)
    let before = try load(10)
    let after = try load(100)
    #expect(abs(after - before) < 2048, "\(before) → \(after)")
    #expect(
      area.engine.screens.count == 2 && area.engine.scene.views.count == 4 && area.host.bridge.area.registrations.count == 3)
  }

  @Test("Two engines in one process do not disturb each other, and neither takes the other's objects")
  func twoEngines() throws {
    let (a, b) = (try AreaFixture(), try AreaFixture())
    try a.run(AreaFixture.stack + AreaFixture.fade + "x = segue.value(1) nav:push(photo)")
    try b.run(AreaFixture.stack + "x = segue.value(2) x:to(5, { duration = 1, timing = 'linear' }) nav:push(photo)")
    try a.play(for: 0.25)
    #expect(a.value("x.position") == "1.0" && b.value("x.position") == "2.0")
    #expect(a.value("nav.run ~= nil") == "true" && b.engine.time == 0)
    try b.play(for: 0.5)
    #expect(b.value("x.position") == "3.5" && b.value("nav.run") == "nil")
    #expect(b.engine.registry.definitions.isEmpty && a.engine.registry.definitions.count == 1)
  }
}
