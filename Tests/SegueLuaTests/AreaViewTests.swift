import Testing

@testable import Segue
@testable import SegueLua

@Suite("Lua: views") struct AreaViewTests {
  static let single = [
    "x", "y", "width", "height", "translation_x", "translation_y", "scale_x", "scale_y", "rotation", "alpha",
    "corner", "border_width", "shadow_blur", "z",
  ]

  @Test("Every property of one number is set, read, moved, tracked, shown and made with", arguments: single)
  func number(_ name: String) throws {
    let area = try AreaFixture()
    try area.run(
      """
      v = segue.view { \(name) = 0.25 }
      print(v.\(name), v:shown '\(name)')
      v.\(name) = 0.5 print(v.\(name), v:shown '\(name)')
      v:track { \(name) = 0.75 } print(v:shown '\(name)')
      v:to({ \(name) = 1 }, { duration = 0.1, velocity = { \(name) = 0 } }) print(v.\(name), v:shown '\(name)', v:velocity '\(name)')
      """)
    #expect(area.printed == ["0.25\t0.25", "0.5\t0.5", "0.75", "1.0\t0.75\t0.0"])
    try area.play(to: 0.5)
    #expect(area.value("v:shown '\(name)'") == "1.0")
    #expect(area.failure("segue.view {}.\(name) = 'a'").contains("\(name) expected a number, got a string \"a\""))
    #expect(area.failure("segue.view {}.\(name) = 0/0").contains("\(name) must be a finite number, got nan"))
    #expect(area.failure("segue.view { \(name) = 1e300 }").contains("\(name)"))
  }

  @Test(
    "Every pair is written by place and by name and read by name",
    arguments: ["center", "translation", "scale", "shadow_offset"])
  func pair(_ name: String) throws {
    let area = try AreaFixture()
    try area.run(
      """
      v = segue.view { frame = { 0, 0, 0, 0 }, \(name) = { 3, 4 } } print(v.\(name).x, v.\(name).y)
      v.\(name) = { x = 5, y = 6 } print(v.\(name).x, v.\(name).y)
      v:track { \(name) = { 7, 8 } } print(v:shown('\(name)').x, v:shown('\(name)').y)
      v:to({ \(name) = { 1, 2 } }, { duration = 0.1 })
      """)
    #expect(area.printed == ["3.0\t4.0", "5.0\t6.0", "7.0\t8.0"])
    try area.play(to: 0.5)
    #expect(area.value("v:shown('\(name)').x") == "1.0" && area.value("v:shown('\(name)').y") == "2.0")
    #expect(area.failure("segue.view {}.\(name) = true").contains("\(name) expected "))
    if name != "scale" {
      #expect(area.failure("segue.view {}.\(name) = { 1 }").contains("view.\(name) expected numbers { x, y }"))
      #expect(area.failure("segue.view {}.\(name) = 1") == "t:1: view.\(name) expected numbers { x, y }, got a number 1")
    }
  }

  @Test(
    "Every color is written as text or numbers and read as text",
    arguments: ["background", "color", "border_color", "shadow_color"])
  func color(_ name: String) throws {
    let area = try AreaFixture()
    try area.run(
      """
      v = segue.view { \(name) = '#f00' } print(v.\(name))
      v.\(name) = { 0, 1, 0 } print(v.\(name))
      v.\(name) = { r = 0, g = 0, b = 1, a = 0.5 } print(v.\(name))
      v:to({ \(name) = 'white' }, { duration = 0.1 }) print(v.\(name), v:shown '\(name)')
      """)
    #expect(area.printed == ["#ff0000", "#00ff00", "#0000ff80", "#ffffff\t#0000ff80"])
    try area.play(to: 0.5)
    #expect(area.value("v:shown '\(name)'") == "#ffffff")
    let failure = area.failure("segue.view {}.\(name) = 'blu'")
    #expect(failure.hasPrefix("t:1: \(name): ") && failure.contains("blu"), "\(failure)")
    #expect(
      area.failure("segue.view { \(name) = 3 }")
        == "t:1: segue.view: \(name) expected numbers { r, g, b, a } or a string, got a number 3")
  }

  @Test("A frame has four numbers; scale is a number when both agree; reads inside a block give the wish")
  func frame() throws {
    let area = try AreaFixture()
    let printed = try area.run(
      """
      local v = segue.view { frame = { 1, 2, 3, 4 } }
      print(v.frame.x, v.frame.y, v.frame.width, v.frame.height, v.center.x, v.center.y)
      v.frame = { x = 5, y = 6, width = 7, height = 8 } print(v.x, v.width, v:shown('frame').height)
      v.scale = 2 print(v.scale, v.scale_x, v.scale_y)
      v.scale_y = 3 print(v.scale.x, v.scale.y)
      v.center = { 10, 10 } print(v.x, v.y)
      v:to { center = { 0, 0 } } print(v.x, v.center.x, v:shown 'x')
      """)
    #expect(
      printed == ["1.0\t2.0\t3.0\t4.0\t2.5\t4.0", "5.0\t7.0\t8.0", "2.0\t2.0\t2.0", "2.0\t3.0", "6.5\t6.0", "-3.5\t0.0\t6.5"])
  }

  @Test("Labels and images have their own fields; other views read nil and refuse")
  func content() throws {
    let area = try AreaFixture()
    let printed = try area.run(
      """
      local l = segue.label { text = 'Hello', font_size = 20, bold = true, align = 'center', lines = 2, color = '#fff' }
      print(l.text, l.font_size, l.bold, l.align, l.lines, l.width, l.height, l.source)
      l.text, l.font_size, l.bold, l.align, l.lines = 'Hi', 10, false, 'right', 0
      print(l.text, l.font_size, l.bold, l.align, l.lines, l.width)
      local i = segue.image { source = 'cat.png', fit = 'contain' }
      print(i.source, i.fit, i.width, i.height, i.text)
      i.source, i.fit = 'dog.png', 'stretch' print(i.source, i.fit)
      local v = segue.view {}
      print(v.text, v.source, pcall(function() v.text = 'a' end))
      print(pcall(function() v.fit = 'cover' end))
      print(pcall(function() l.align = 'middle' end))
      print(pcall(segue.label, {}))
      print(pcall(segue.image, { source = 1 }))
      """)
    #expect(
      Array(printed.prefix(4)) == [
        "Hello\t20.0\ttrue\tcenter\t2\t50.0\t20.0\tnil", "Hi\t10.0\tfalse\tright\t0\t20.0", "cat.png\tcontain\t30.0\t40.0\tnil",
        "dog.png\tstretch",
      ])
    #expect(printed[4].hasSuffix("view.text: this view is no label") && printed[5].hasSuffix("view.fit: this view is no image"))
    #expect(printed[6].contains("align") && printed[6].contains("\"middle\""))
    #expect(printed[7].contains("segue.label: text expected a string, got nothing"))
    #expect(printed[8].contains("segue.image: source expected a string, got a number 1"))
  }

  @Test("The tree: children, parent, find, add, remove, order, convert, flags")
  func tree() throws {
    let area = try AreaFixture()
    let printed = try area.run(
      """
      local a, b = segue.view { id = 'a', frame = { 10, 20, 5, 5 } }, segue.view { id = 'b', segue.label { id = 'deep', text = 'x' } }
      local root = segue.view { id = 'root', a, b, frame = { 100, 0, 50, 50 }, hidden = true, clip = true, input = false }
      local function ids() local t = {} for i, c in ipairs(root.children) do t[i] = c.id end return table.concat(t, ' ') end
      print(ids(), a.parent == root, root.parent, root:find 'deep' == b.children[1], root:find 'none')
      a:bring_to_front() print(ids()) a:send_to_back() print(ids())
      local c = segue.view { id = 'c' } root:add(c, 1) print(ids()) c:remove() print(ids(), c.parent)
      root:add(c, 2) c.id = 'see' print(ids()) c.id = nil print(c.id)
      print(root.hidden, root.clip, root.input, a.hidden, a.clip, a.input)
      root.hidden, root.clip, root.input = false, false, true print(root.hidden, root.clip, root.input)
      local p = a:convert({ 1, 1 }, root) print(p.x, p.y)
      p = a:convert({ x = 1, y = 1 }) print(p.x, p.y)
      print(pcall(root.add, b, root)) print(pcall(root.add, root, root)) print(pcall(root.add, root, 3))
      print(tostring(a))
      segue.stage(root) print(root.width, root.height)
      b:add(a) print(#root.children, a.parent == b)
      """)
    #expect(printed[0] == "a b\ttrue\tnil\ttrue\tnil")
    #expect(Array(printed[1...5]) == ["b a", "a b", "c a b", "a b\tnil", "a see b"])
    #expect(
      Array(printed[6...10]) == [
        "nil", "true\ttrue\tfalse\tfalse\tfalse\ttrue", "false\tfalse\ttrue", "11.0\t21.0", "111.0\t21.0",
      ])
    #expect(printed[11].hasPrefix("false\t") && printed[12].hasPrefix("false\t"))
    #expect(printed[13].contains("child expected a view, got a number 3"))
    #expect(printed[14] == "view \"a\": x 10.0, y 20.0, 5.0 × 5.0")
    #expect(Array(printed[15...]) == ["400.0\t800.0", "2\ttrue"])
  }

  @Test(
    "A child that was refused leaves nothing behind and stays with its parent",
    arguments: [
      ("segue.view { id = 'x', corner = 'a' }", "t:1: segue.view: corner expected a number, got a string \"a\""),
      ("segue.view { id = 'x', colour = 'red' }", "t:1: segue.view: unknown option \"colour\", did you mean \"color\"?"),
      ("segue.view { 'text' }", "t:1: segue.view[1] expected a view, got a string \"text\""),
      ("segue.view {}.widht = 3", "t:1: view: unknown field \"widht\", did you mean \"width\"?"),
      ("print(segue.view {}.aplha)", "t:1: view: unknown field \"aplha\", did you mean \"alpha\"?"),
      ("segue.view {}:to { aplha = 1 }", "t:1: view:to: unknown option \"aplha\", did you mean \"alpha\"?"),
      ("segue.view {}:to({ x = 1 }, { velocity = { y = 1 } })", "t:1: view:to: velocity names y, which is not moved"),
      ("segue.view {}:shown 'aplha'", "t:1: view:shown: property"),
      ("segue.view {}.frame = { 1, 2, 3 }", "t:1: view.frame"),
      ("segue.view {}.children = {}", "t:1: view.children"),
      ("segue.view {}:to()", "t:1: view:to: properties expected a table of options, got nothing"),
      ("segue.view.x = 3", "t:1: "),
    ]) func errors(_ script: String, _ message: String) throws
  {
    let area = try AreaFixture()
    let failure = area.failure(script)
    #expect(failure.hasPrefix(message), "\(failure)")
    area.host.collectGarbage()
    try area.play(for: 0.1)
    #expect(area.engine.scene.views.count == 0)
  }

  @Test("A released view says so")
  func released() throws {
    let area = try AreaFixture()
    try area.run("v = segue.view { id = 'gone' } a = v:to { x = 3 } await(a) print(a.reason)")
    area.engine.release(try #require(area.engine.scene.views.handles.first))
    try area.play(for: 0.1)
    #expect(area.printed == ["removed"])
    #expect(area.value("v.x") == "repl:1: view has been released")
    #expect(area.value("tostring(v)") == "view (released)")
    #expect(area.value("v:to { x = 1 }") == "repl:1: view has been released")
  }
}
