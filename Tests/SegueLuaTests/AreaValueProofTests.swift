// What values of every kind promise, by numbers: where they are half-way, and that nothing jumps when they are sent elsewhere.

import Glibc
import Testing

@testable import Segue
@testable import SegueLua

@Suite("Lua: values of every kind by numbers") struct AreaValueProofTests {
  /// A value, its first and second target, and the names of its numbers.
  private static let kinds: [(String, String, String, [String])] = [
    ("segue.value(3)", "120", "-40", []),
    ("segue.value { 1, 2 }", "{ 100, -50 }", "{ -7, 9 }", ["x", "y"]),
    ("segue.value { 1, 2, 3 }", "{ 9, -50, 300 }", "{ 0, 0, 1 }", ["x", "y", "z"]),
    ("segue.value { 1, 2, 3, 4 }", "{ 9, -50, 300, 5 }", "{ 0, 0, 1, 1 }", ["x", "y", "z", "w"]),
    (
      "segue.value { x = 0, y = 0, width = 10, height = 20 }", "{ 50, 60, 300, 200 }", "{ 1, 1, 1, 1 }",
      ["x", "y", "width", "height"]
    ),
    ("segue.angle(300)", "350", "200", []),
    ("segue.color '#ff8800'", "'#0044cc80'", "'white'", ["lightness", "a", "b", "alpha"]),
    ("segue.color('#ff8800', { space = 'srgb' })", "'#0044cc80'", "'white'", ["r", "g", "b", "a"]),
    (
      "segue.transform()", "{ x = 80, y = -20, scale = 3, rotation = 120 }", "{ x = -5, scale_x = 0.5, rotation = 0 }",
      ["x", "y", "scale_x", "scale_y", "rotation"]
    ),
  ]

  @Test("Sent elsewhere under way, a value of any kind keeps where it is and how fast it goes", arguments: kinds)
  func takenOver(kind: (String, String, String, [String])) throws {
    for timing in ["{ duration = 1, timing = 'ease_in_out' }", "{ spring = { duration = 0.8, bounce = 0.3 } }"] {
      let area = try AreaFixture()
      try area.run("v = \(kind.0) v:to(\(kind.1), \(timing))")
      try area.engine.advance(to: 0.37)
      let value = try #require(area.engine.values.handles.first)
      let before = (try area.engine.position(of: value), try area.engine.velocity(of: value))
      #expect(before.1.contains { abs($0) > 0.01 })
      area.execute("v:to(\(kind.2), { duration = 0.6 })")
      let after = (try area.engine.position(of: value), try area.engine.velocity(of: value))
      for j in before.0.indices {
        #expect(abs(before.0[j] - after.0[j]) < 1e-9 && abs(before.1[j] - after.1[j]) < 1e-9)
        // What scripts read is the same.
        let name = kind.3.isEmpty ? "" : "." + kind.3[j]
        #expect(abs(area.number("v.velocity\(name)") - after.1[j]) < 1e-9)
      }
      // No jump just after it either.
      try area.engine.advance(to: 0.37 + 1e-6)
      let soon = try area.engine.position(of: value)
      for j in soon.indices { #expect(abs(soon[j] - (after.0[j] + after.1[j] * 1e-6)) < 1e-7) }
      try area.engine.advance(to: 3)
      #expect(area.value("v.moving") == "false")
    }
  }

  @Test("Half-way between orange and a blue that shines through: through OKLab, and through the screen's values")
  func colorsHalfWay() throws {
    let area = try AreaFixture()
    try area.run(
      """
      lab = segue.color "#ff8800" rgb = segue.color("#ff8800", { space = "srgb" }) o = { duration = 1, timing = "linear" }
      lab:to("#0044cc80", o) rgb:to("#0044cc80", o)
      """)
    try area.engine.advance(to: 0.5)
    // Worked out apart from this code, with Ottosson's first matrices and the exact inverses of both.
    let expected = ["r": 0.549931612, "g": 0.467380660, "b": 0.576308081, "a": 0.750980392]
    for (name, x) in expected { #expect(abs(area.number("lab.\(name)") - x) < 1e-6) }
    for (name, x) in ["lightness": -0.290420640, "a": -0.128678767, "b": -0.366588558, "alpha": -0.498039216] {
      #expect(abs(area.number("lab.velocity.\(name)") - x) < 1e-6)
    }
    for (name, x) in ["r": 0.5, "g": 0.4, "b": 0.4, "a": 0.750980392] { #expect(abs(area.number("rgb.\(name)") - x) < 1e-9) }
    #expect(area.value("lab.position").hasPrefix("#8c7793"))
  }

  @Test("Vectors, rectangles and transforms are thrown by as many numbers as they have; an angle rests on a direction")
  func thrown() throws {
    let area = try AreaFixture()
    try area.run(
      """
      v = segue.value { 1, 2, 3 } v:decay { velocity = { 100, 0, -100 }, rate = 4 }
      r = segue.value { x = 0, y = 0, width = 1, height = 1 } r:decay { velocity = { 40, 0, 0, 4 }, rate = 4, bounds = { 0, 5 } }
      t = segue.transform() t:decay { velocity = { rotation = 360 }, rate = 4 }
      a = segue.angle(350) a:decay { velocity = 400, rate = 4, snap = { 0, 90, 180, 270 } }
      b = segue.angle(350) b:decay { velocity = -400, rate = 4, snap = { 0, 90, 180, 270 } }
      """)
    let t = 0.25
    try area.engine.advance(to: t)
    let share = (1 - exp(-4 * t)) / 4
    #expect(abs(area.number("v.x") - (1 + 100 * share)) < 1e-9 && abs(area.number("v.z") - (3 - 100 * share)) < 1e-9)
    #expect(abs(area.number("v.velocity.x") - 100 * exp(-4 * t)) < 1e-9 && area.number("v.y") == 2)
    #expect(abs(area.number("t.rotation") - 360 * share) < 1e-9 && area.number("t.scale_x") == 1)
    #expect(area.number("r.x") == 5 && abs(area.number("r.height") - (1 + 4 * share)) < 1e-9)
    try area.engine.advance(to: 9)
    // 350 and 100 degrees on is 90; 100 back is 250, nearest to 270.
    #expect(area.number("a.position") == 90 && area.number("b.position") == 270)
    #expect(abs(area.number("v.x") - 26) < 1e-2 && abs(area.number("t.rotation") - 90) < 0.2)
    #expect(
      area.failure("segue.value { 1, 2, 3 }:decay { velocity = 4 }").contains("expected numbers { x, y, z }, got a number"))
    #expect(area.failure("segue.angle(1):decay { bounds = { 0, 9 } }").contains("an angle goes round and has no bounds"))
    #expect(area.failure("segue.transform():decay { snap = { 0, 9 } }").contains("no snap points or bounds in common"))
    #expect(area.failure("segue.color('red'):decay()").contains("a color cannot be thrown"))
  }

  @Test("Numbers are read by their names, and a name that the value has not is refused with those that it has")
  func parts() throws {
    let area = try AreaFixture()
    try area.run(
      """
      r = segue.value { x = 1, y = 2, width = 3, height = 4 } t = segue.transform { scale = 2, rotation = 30 }
      c = segue.color "#ff8000" n = segue.value(7) v = segue.value { 1, 2, 3, 4 }
      print(r.x, r.height, t.scale_y, t.rotation, v.z, v.w)
      """)
    #expect(area.printed == ["1.0\t4.0\t2.0\t30.0\t3.0\t4.0"])
    #expect(abs(area.number("c.g") - 128.0 / 255) < 1e-6 && area.number("c.a") == 1)
    #expect(area.value("n.x").contains("value.x: this value has one number, its position"))
    #expect(area.value("c.x").contains("value.x: this value has r, g, b, a"))
    #expect(area.value("pcall(function() r.x = 3 end)") == "false")
  }

  @Test("A table's field sent elsewhere goes on from where it is, as fast as it was")
  func tableTakenOver() throws {
    let area = try AreaFixture()
    try area.run("t = { x = 0 } segue.to(t, { x = 100 }, { duration = 1, timing = 'linear' })")
    try area.engine.advance(to: 0.5)
    let (_, _, value) = area.area.tables.field(at: 0)
    area.execute("t.x = -1000 segue.to(t, { x = 60 }, { spring = {} })")
    #expect(area.area.tables.count == 1 && area.area.tables.field(at: 0).value == value)
    #expect(try abs(area.engine.position(of: value)[0] - 50) < 1e-9 && abs(area.engine.velocity(of: value)[0] - 100) < 1e-9)
    try area.engine.advance(to: 0.5 + 1e-6)
    #expect(abs(area.number("t.x") - (50 + 1e-4)) < 1e-6)
    try area.engine.advance(to: 4)
    #expect(area.number("t.x") == 60 && area.area.tables.isEmpty)
  }

  @Test("After its delay a field goes on from where the script has left it; so does one asked for again meanwhile")
  func tableDelayed() throws {
    let area = try AreaFixture()
    try area.run(
      """
      t = { x = 0, y = 0, z = 0 } o = { duration = 1, delay = 1, timing = "linear" }
      segue.to(t, { x = 100, y = 100, z = 100 }, o)
      """)
    try area.play(to: 0.5)
    area.execute("t.x = 50 t.y = 50 t.z = 'gone' segue.to(t, { y = 90 }, { duration = 1, timing = 'linear' })")
    #expect(area.number("t.y") == 50)
    try area.play(to: 1)
    #expect(area.number("t.x") == 50 && abs(area.number("t.y") - 70) < 1e-9)
    try area.play(to: 1.5)
    #expect(abs(area.number("t.x") - 75) < 1e-9 && abs(area.number("t.z") - 50) < 1e-9)
    try area.play(to: 3)
    #expect(area.value("t.x .. ' ' .. t.y .. ' ' .. t.z") == "100.0 100.0 100.0" && area.area.tables.isEmpty)
  }

  @Test("One number under two names moves once, to what comes last")
  func sharedTable() throws {
    let area = try AreaFixture()
    try area.run("s = { x = 0 } t = { a = s, b = s } segue.to(t, { b = { x = 8 }, a = { x = 4 } }, { duration = 0.1 }, print)")
    try area.play(to: 1)
    #expect(area.value("s.x") == "8.0" && area.printed == ["finished"] && area.errors.isEmpty)
  }

  @Test("Keys that would not be found again are refused; only the fields that move are looked at")
  func tableKeys() throws {
    let area = try AreaFixture()
    for key in ["'a\\0b'", "'\\xff'", "1.5"] {
      #expect(
        area.failure("t = { [\(key)] = 1 } segue.to(t, { [\(key)] = 2 })").contains(
          "keys that are whole numbers or text in UTF-8"))
    }
    // Two spellings of one letter are two keys.
    try area.run("t = { ['é'] = 0, ['e\\u{301}'] = 0 } segue.to(t, { ['é'] = 1, ['e\\u{301}'] = 2 }, { duration = 0.1 })")
    try area.play(to: 1)
    #expect(area.value("t['é'] .. ' ' .. t['e\\u{301}']") == "1.0 2.0")
    try area.run("t = { ['\\xff'] = 1, [1.5] = 2, x = 0 } segue.to(t, { x = 1 }, { duration = 0.1 })")
    try area.play(to: 2)
    #expect(area.value("t.x") == "1.0")
  }

  @Test("A table of a script that was loaded anew is let go at once, and what moved it is told so")
  func tableOfOldGeneration() throws {
    let area = try AreaFixture()
    try area.run("segue.to({ x = 0 }, { x = 1 }, { duration = 9 }) segue.to({ x = 0 }, { x = 1 }, { delay = 9 })")
    #expect(area.area.tables.count == 2)
    try area.run("t = { x = 0 } segue.to(t, { x = 5 }, { duration = 0.1 })")
    #expect(area.area.tables.count == 1 && area.engine.values.count == 1)
    try area.play(to: 1)
    #expect(area.value("t.x") == "5.0" && area.area.tables.isEmpty)
  }

  @Test("Eight times as many tables, moving or waiting, and eight times as many fields take about eight times as long")
  func manyTables() throws {
    func seconds(_ count: Int, _ start: String) throws -> Double {
      let area = try AreaFixture()
      area.turnLimit = 60
      let began = threadSeconds()
      try area.run("for round = 1, \(count / 500) do \(start) end")
      try area.play(to: 0.5)
      #expect(area.area.tables.isEmpty && area.engine.values.count == 0)
      return threadSeconds() - began
    }
    let single = "for i = 1, 500 do segue.to({ x = 0 }, { x = 1 }, { duration = 0.1, delay = 0.2 }) end"
    #expect(try seconds(4000, single) < 24 * seconds(500, single))
    let wide = """
      wide = wide or {} goal = goal or {} for i = #wide + 1, #wide + 500 do wide[i] = 0 goal[i] = 1 end
      if round == last then segue.to(wide, goal, { duration = 0.1 }) end
      """
    func wideSeconds(_ count: Int) throws -> Double { try seconds(count, "last = \(count / 500) " + wide) }
    #expect(try wideSeconds(4000) < 24 * wideSeconds(500))
  }
}

/// Processor time of this thread: other tests run beside it.
private func threadSeconds() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
}

extension AreaFixture {
  fileprivate var area: Area { host.bridge.area }
}
