import Testing

@testable import LuaHost
@testable import Segue
@testable import SegueLua

@Suite("Lua: hostile scripts and failing memory", .serialized) struct AreaHostileTests {
  /// The photos example with its animate function replaced.
  private static func photos(animate: String? = nil) throws -> String {
    let text = try packageFile("examples/apps/photos.lua")
    guard let animate else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.contains("local thumbnail = ") })
    let end = try #require(lines.firstIndex { $0.contains("sleep(run.duration * 0.6)") })
    #expect(start + 1 == 56)
    return (lines[..<start] + [Substring(animate)] + lines[(end + 2)...]).joined(separator: "\n")
  }

  private static func trace(_ name: String) throws -> Trace {
    let path = "examples/traces/\(name).jsonl"
    return try Trace(parsing: Array(packageFile(path).utf8), file: path)
  }

  @Test(
    "Whatever animate does, the run completes, the stack is right and the message names file and line",
    arguments: [
      ("error 'on purpose'", "photos.lua:56: on purpose"),
      ("error({})", "photos.lua"),
      ("while true do end", "photos.lua:56"),
      ("while true do pcall(function() while true do end end) end", "photos.lua:56"),
      ("while true do sleep(0.1) end", "photos.lua:56"),
      ("run.to.view.alpha = 0/0", "photos.lua:56"),
      ("segue.animate(1, function() run.to.view.x = 0/0 end)", "photos.lua:56"),
      ("segue.animate(1, function() error 'inside' end)", "photos.lua:56: inside"),
      ("segue.animate(0/0, function() end)", "photos.lua:56"),
      ("run.to.view:find('nothing').alpha = 0", "photos.lua:56"),
      ("await(run)", "photos.lua:56"),
      ("nav:push(photo)", "photos.lua"),
      ("coroutine.yield()", "photos.lua:56"),
      ("local function deep() return deep() + 1 end deep()", "photos.lua:56"),
      ("local s = 'x' while true do s = s .. s end", "photos.lua"),
    ]) func animate(_ body: String, _ place: String) throws
  {
    let area = try AreaFixture()
    try area.host.load(text: try Self.photos(animate: body), name: "photos.lua")
    area.follow(try Self.trace("back-cancel"))
    try area.play(to: 4)
    #expect(area.errors.contains { $0.contains(place) }, "\(area.errors)")
    let navigation = try #require(area.engine.stageRoot as? Navigation)
    #expect(area.engine.runs.isEmpty && navigation.run == nil)
    #expect([["list", "photo"], ["list"]].contains(navigation.stack.map(\.kind)))
    #expect(navigation.top.view == area.engine.children(of: navigation.view).last)
  }

  @Test(
    "The block style in every broken form ends too",
    arguments: [
      ("", 1.0), ("error 'B'", 0), ("done() done() done()", 0), ("segue.task(function() while true do end end)", 1),
      ("segue.animate(d, function() to.view.alpha = 0/0 end, done)", 0), ("while true do sleep(0.1) end", 0),
      ("done(nav, 3, {})", 0),
    ]) func block(_ body: String, _ wait: Double) throws
  {
    let area = try AreaFixture()
    try area.run(
      AreaFixture.stack + """
        nav:set_transition(0.2, function(stage, from, to, d, run, done)
          \(body)
        end)
        nav:push(photo, nil, function(reason) print(reason, segue.clock.time <= \(wait) + 0.25) end)
        """)
    try area.play(to: 3)
    #expect(
      area.printed == ["finished\ttrue"] && area.engine.runs.isEmpty && area.value("nav.top.kind") == "photo.full",
      "\(area.printed) \(area.errors)")
    #expect(body.hasPrefix("done(nav") || area.errors.contains { $0.contains("t:") }, "\(area.errors)")
  }

  /// Loads and plays the photos with the memory failing as `fail` says, and looks whether the engine is whole.
  private func play(_ what: String, _ fail: (AreaFixture) -> Void, _ text: String, _ trace: Trace)
    throws -> UInt64
  {
    let area = try AreaFixture()
    var started = 0
    var ended = 0
    area.engine.onEvent = {
      if case .runStarted = $0 { started += 1 }
      if case .runEnded = $0 { ended += 1 }
    }
    let memory = area.host.memory
    let before = memory.pointee.allocations
    fail(area)
    try? area.host.load(text: text, name: "photos.lua")
    area.follow(trace)
    try area.play(to: 4)
    let used = memory.pointee.allocations - before
    memory.pointee.fail_every = 0
    memory.pointee.cap = 64 << 20
    // It goes on as if nothing had been.
    try area.play(for: 3)
    area.host.collectGarbage()
    try area.play(for: 0.1)
    let engine = area.engine
    #expect(engine.runs.isEmpty && ended >= started, "\(what): \(started) started, \(ended) ended, \(engine.runs.count) left")
    #expect(engine.runHandles.count == 0 && area.host.bridge.area.notedRuns.isEmpty, "\(what)")
    if let navigation = engine.stageRoot as? Navigation {
      #expect(navigation.run == nil && [["list", "photo"], ["list"]].contains(navigation.stack.map(\.kind)), "\(what)")
      let shown = engine.children(of: navigation.view)
      #expect(shown == [navigation.top.view], "\(what): \(shown.count) views on stage")
      for screen in navigation.stack { #expect(engine.isAlive(screen.view) && screen.navigation === navigation, "\(what)") }
    }
    var list = DisplayList(size: engine.stageSize)
    engine.write(into: &list)
    area.printed = []
    try area.run("print(segue.version)")
    #expect(area.printed == ["0.1.0"], "\(what)")
    return used
  }

  @Test("From whichever allocation on all fail, the engine stays whole", arguments: 0..<4)
  func fromAllocation(_ part: UInt64) throws {
    let (text, trace) = (try Self.photos(), try Self.trace("back-cancel"))
    let used = try play("none", { _ in }, text, trace)
    for n in stride(from: part * used / 100 + 1, to: used, by: Int(used / 25)) {
      _ = try play(
        "from \(n)",
        {
          let memory = $0.host.memory
          memory.pointee.fail_from = memory.pointee.allocations + n - 1
          memory.pointee.fail_every = 1
        }, text, trace)
    }
  }

  @Test("Every n-th allocation failing while the photos load and play, the engine stays whole", arguments: 0..<4)
  func everyNth(_ part: UInt64) throws {
    let (text, trace) = (try Self.photos(), try Self.trace("back-cancel"))
    let used = try play("none", { _ in }, text, trace)
    #expect(used > 1000)
    var n = part + 1
    while n <= used {
      _ = try play(
        "every \(n)",
        {
          let memory = $0.host.memory
          memory.pointee.fail_from = memory.pointee.allocations
          memory.pointee.fail_every = n
        }, text, trace)
      n += n < 200 ? 4 : n / 12
    }
  }

  @Test("A tiny cap of memory does no harm", arguments: Array(stride(from: 0, through: 60, by: 3)))
  func tinyCap(_ kilobytes: Int) throws {
    let (text, trace) = (try Self.photos(), try Self.trace("back-cancel"))
    _ = try play("cap +\(kilobytes) kB", { $0.host.memory.pointee.cap = $0.host.memoryUsed + kilobytes << 10 }, text, trace)
  }
}
