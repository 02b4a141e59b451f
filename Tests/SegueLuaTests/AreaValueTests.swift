import Testing

@testable import Segue
@testable import SegueLua

@Suite("Lua: colors, angles, tables and other values") struct AreaValueTests {
  @Test("350° goes to 10° the short way; by turns and other ways where it is told to")
  func angles() throws {
    let area = try AreaFixture()
    try area.run("a = segue.angle(350) a:to(10, { duration = 1, timing = 'linear' })")
    try area.play(to: 0.25)
    #expect(area.number("a.position") == 355 && area.number("a.velocity") == 20)
    try area.play(to: 0.75)
    #expect(area.number("a.position") == 5)
    try area.play(to: 1.5)
    #expect(area.number("a.position") == 10)
    func velocity(_ options: String, from: Double = 350, to: Double = 10) throws -> Double {
      let area = try AreaFixture()
      try area.run("a = segue.angle(\(from)) a:to(\(to), { duration = 1, timing = 'linear', \(options) })")
      try area.play(to: 0.25)
      return area.number("a.velocity")
    }
    #expect(try velocity("way = 'long'") == -340)
    #expect(try velocity("way = 'clockwise'") == 20)
    #expect(try velocity("way = 'counterclockwise'") == -340)
    #expect(try velocity("turns = 2") == 740)
    #expect(try velocity("turns = -1") == -340)
    #expect(try velocity("", from: 0, to: 180) == 180 && velocity("", from: 180, to: 0) == 180)
    #expect(try velocity("", from: 10, to: 350) == -20 && velocity("", from: -720, to: 90) == 90)
  }

  @Test("A view's rotation goes by plain degrees, the short way or by turns where it is told to")
  func rotation() throws {
    let area = try AreaFixture()
    try area.run(
      """
      o = function(more) local t = { duration = 1, timing = "linear" } for k, v in pairs(more) do t[k] = v end return t end
      views = {} for i = 1, 3 do views[i] = segue.view { rotation = 350 } end
      views[1]:to({ rotation = 10 }, o {}) views[2]:to({ rotation = 10 }, o { way = "short" }) views[3]:to({ rotation = 350 }, o { turns = -1 })
      """)
    try area.play(to: 0.5)
    #expect(area.number("views[1]:shown 'rotation'") == 180 && area.number("views[2]:shown 'rotation'") == 360)
    #expect(area.number("views[3]:shown 'rotation'") == 170)
    #expect(
      area.failure("segue.view {}:to({ x = 1 }, { way = 'long' })").contains("view:to: way and turns are for angles: rotation"))
  }

  @Test("An angle asked for again from under way changes nothing; another target takes its velocity over")
  func angleAgain() throws {
    let area = try AreaFixture()
    try area.run("a = segue.angle(350) m = a:to(10.3, { duration = 1, timing = 'linear' })")
    try area.play(to: 0.5)
    area.execute("n = a:to(10.3, { duration = 1, timing = 'linear' })")
    #expect(area.value("m == n") == "true")
    let before = area.number("a.velocity")
    area.execute("a:to(300)")
    #expect(area.number("a.velocity") == before)
    try area.play(to: 3)
    #expect(area.number("a.position") == 300)
  }

  @Test("A color moves in OKLab, or in sRGB by name, and reads as text")
  func colors() throws {
    let area = try AreaFixture()
    try area.run(
      """
      lab = segue.color "#ffffff" rgb = segue.color({ 1, 1, 1 }, { space = "srgb" })
      lab:to("#000000", { duration = 1, timing = "linear" }) rgb:to("black", { duration = 1, timing = "linear" })
      """)
    try area.play(to: 0.5)
    // Half of white's lightness is the grey of light 0.125; half of its code values is 0.5.
    #expect(area.value("lab.position") == "#636363" && area.value("rgb.position") == "#808080")
    #expect(area.number("rgb.velocity.r") == -1 && abs(area.number("lab.velocity.lightness") + 1) < 1e-6)
    try area.play(to: 2)
    #expect(area.value("lab.position") == "#000000" && area.value("tostring(rgb)") == "value: #000000")
    #expect(area.value("pcall(lab.decay, lab, { velocity = 1 })") == "false")
  }

  @Test("Rectangles, vectors and transforms move as one; a transform's numbers that are not named stay")
  func kinds() throws {
    let area = try AreaFixture()
    try area.run(
      """
      r = segue.value { x = 0, y = 0, width = 10, height = 20 } v = segue.value { 1, 2, 3 }
      t = segue.transform { x = 10, scale = 2 } o = { duration = 1, timing = "linear" }
      print(t.position.scale_x, t.position.scale_y, t.position.rotation)
      r:to({ 100, 0, 20, 20 }, o) v:to({ x = 3, y = 2, z = 1 }, o) t:to({ rotation = 90, scale = 4 }, o)
      """)
    #expect(area.printed == ["2.0\t2.0\t0.0"])
    try area.play(to: 0.5)
    #expect(area.value("r.position.x .. ' ' .. r.position.width .. ' ' .. r.position.height") == "50.0 15.0 20.0")
    #expect(area.value("v.position.x .. ' ' .. v.position.z") == "2.0 2.0")
    #expect(area.value("t.position.x .. ' ' .. t.position.scale_y .. ' ' .. t.position.rotation") == "10.0 3.0 45.0")
  }

  @Test("What is not a value of the kind is refused with what was expected")
  func refused() throws {
    let area = try AreaFixture()
    #expect(area.failure("segue.color('#ff88')  segue.color('#12')").contains("segue.color: color"))
    #expect(area.failure("segue.color { 1, 0, hue = 3 }").contains("expected numbers { r, g, b, a }, got a table with hue"))
    #expect(area.failure("segue.value(1):to({ 1, 2 })").contains("value:to: target expected a number, got a table"))
    #expect(area.failure("segue.value{ x = 1, y = 2 }:to(3)").contains("expected numbers { x, y }, got a number"))
    #expect(area.failure("segue.value{ x = 1, y = 2 }:set { x = 1 }").contains("y is missing"))
    #expect(area.failure("segue.value{ x = 1, y = 0/0 }").contains("segue.value: start.y must be a finite number"))
    #expect(area.failure("segue.transform { rotatoin = 3 }").contains("did you mean \"rotation\"?"))
    #expect(area.failure("segue.value(1):to(2, { turns = 1 })").contains("way and turns are for angles"))
  }

  @Test("A plain table moves, with the tables in it; what is not named stays; it ends exactly there")
  func tables() throws {
    let area = try AreaFixture()
    try area.run(
      """
      t = setmetatable({ 1, x = 0, name = "n", deep = { 10, 20 } }, { __newindex = error })
      a = segue.to(t, { 5, x = 100, deep = { [2] = 40 } }, { duration = 1, timing = "linear" },
        function(why) print(why, t.x, t.deep[2]) end)
      """)
    try area.play(to: 0.5)
    #expect(area.value("t[1] .. ' ' .. t.x .. ' ' .. t.deep[1] .. ' ' .. t.deep[2] .. ' ' .. t.name") == "3.0 50.0 10 30.0 n")
    try area.play(to: 2)
    #expect(area.printed == ["finished\t100.0\t40.0"] && area.value("t[1]") == "5.0")
    #expect(area.host.bridge.area.tables.isEmpty && area.engine.values.count == 0 && area.errors.isEmpty)
  }

  @Test("A second call takes a field over with its velocity and leaves the others going")
  func tableTakenOver() throws {
    let area = try AreaFixture()
    try area.run(
      "t = { x = 0, y = 0 } o = { duration = 1, timing = 'linear' } a = segue.to(t, { x = 100, y = 100 }, o)")
    try area.play(to: 0.5)
    area.execute("b = segue.to(t, { x = 60 }, { duration = 1 })")
    try area.play(for: 1.0 / 60)
    #expect(area.number("t.x") > 50 && abs(area.number("t.y") - 100 * (0.5 + 1.0 / 60)) < 1e-9)
    try area.play(to: 3)
    #expect(area.value("t.x .. ' ' .. t.y") == "60.0 100.0")
    #expect(area.value("a.reason .. ' ' .. b.reason") == "finished finished")
  }

  @Test("A script's own write to a moving field is overwritten; during a delay the field is the script's")
  func tableByHand() throws {
    let area = try AreaFixture()
    try area.run(
      "t = { x = 0, y = 0 } segue.to(t, { x = 100 }, { duration = 1, timing = 'linear' }) segue.to(t, { y = 1 }, { delay = 9 })"
    )
    try area.play(to: 0.25)
    area.execute("t.x = -7 t.y = -7")
    try area.play(to: 0.5)
    #expect(area.number("t.x") == 50 && area.number("t.y") == -7)
  }

  @Test("Fields that are no numbers are refused by name, and nothing moves")
  func tableRefused() throws {
    let area = try AreaFixture()
    let t = "t = { x = 0, s = 'a', deep = {} } "
    #expect(
      area.failure(t + "segue.to(t, { x = 1, y = 2 })").contains("y expected the table to have a number there, it has nothing"))
    #expect(
      area.failure(t + "segue.to(t, { s = 2 })").contains("s expected the table to have a number there, it has a string \"a\""))
    #expect(
      area.failure(t + "segue.to(t, { x = 'b' })").contains("x expected a number, or a table of them, got a string \"b\""))
    #expect(area.failure(t + "segue.to(t, { x = 0/0 })").contains("x must be a finite number"))
    #expect(area.failure(t + "segue.to(t, { x = { 1 } })").contains("x expected the table to have a table there"))
    #expect(area.failure(t + "t.deep.t = t local f = {} f.f = f f.t = f segue.to(t, { deep = f })").contains("segue.to: deep."))
    #expect(area.failure(t + "segue.to(3, { x = 1 })").contains("table expected a table, got a number 3"))
    #expect(area.failure(t + "segue.to(t, {})").contains("names no number"))
    #expect(area.host.bridge.area.tables.isEmpty && area.engine.values.count == 0)
  }

  @Test("A table that only the motion holds lives until it has arrived, and a thousand of them leave nothing")
  func tableLife() throws {
    let area = try AreaFixture()
    try area.run(
      "gone = setmetatable({}, { __mode = 'k' }) for i = 1, 1000 do local t = { x = 0 } gone[t] = true segue.to(t, { x = i }, { duration = 0.5 }) end"
    )
    area.host.collectGarbage()
    #expect(area.value("next(gone) ~= nil") == "true")
    try area.play(to: 1)
    area.host.collectGarbage()
    #expect(area.value("next(gone)") == "nil" && area.engine.values.count == 0)
  }

  @Test("A motion of no duration has the table at its end when it returns")
  func tableAtOnce() throws {
    let area = try AreaFixture()
    try area.run("t = { x = 0 } segue.to(t, { x = 9 }, { duration = 0 }, print) print(t.x)")
    try area.play(to: 0.1)
    #expect(area.printed == ["9.0", "finished"])
  }
}
