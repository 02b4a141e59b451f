import Testing

@testable import SegueLua

@Suite("Arguments") struct DecodeTests {
  @Test(
    "A wrong argument is a sentence with file, line, name, wish and what came",
    arguments: [
      (#"segue.box{ frame = {0,0,1,1}, colour = "red" }"#, #"t:1: segue.box: unknown option "colour", did you mean "color"?"#),
      (
        #"segue.box{ frame = {0,0,1,1}, spring = { ration = 1 } }"#,
        #"t:1: segue.box: spring: unknown option "ration", did you mean "ratio"?"#
      ),
      (
        #"segue.box{ frame = {0,0,1,1}, spring = { ratio = {} } }"#,
        "t:1: segue.box: spring.ratio expected a number, got a table"
      ),
      (#"segue.box{ color = "x" }"#, "t:1: segue.box: frame expected numbers { x, y, width, height }, got nothing"),
      (
        #"segue.box{ frame = {0,0,1} }"#,
        "t:1: segue.box: frame expected numbers { x, y, width, height }, got a table with 3 of them"
      ),
      (#"segue.box{ frame = {0,0,1,1}, mode = "fats" }"#, #"t:1: segue.box: mode: unknown "fats", did you mean "fast"?"#),
      (
        #"segue.box{ frame = {0,0,1,1}, mode = "zzzzzz" }"#,
        #"t:1: segue.box: mode: unknown "zzzzzz", expected one of fast, slow"#
      ),
      (#"segue.box{ frame = {0,0,1,1}, loops = 1.5 }"#, "t:1: segue.box: loops expected an integer, got a number 1.5"),
      (#"segue.box{ frame = {0,0,1,1}, 7 }"#, "t:1: segue.box[1] expected a box, got a number 7"),
      (#"segue.box()"#, "t:1: segue.box: options expected a table of options, got nothing"),
      (#"b:to(1, { duration = "fast" })"#, #"t:1: box:to: duration expected a number, got a string "fast""#),
      (#"b:to(0/0)"#, "t:1: box:to: width must be a finite number, got nan"),
      (#"b:to(1/0)"#, "t:1: box:to: width must be a finite number, got inf"),
      (#"b:to("1")"#, #"t:1: box:to: width expected a number, got a string "1""#),
      (#"b:to(1, {}, print, 4)"#, "t:1: box:to: too many arguments, it takes 3"),
      (#"b.to(5)"#, #"t:1: box:to: call it with ":" on a box, got a number 5"#),
      (#"segue.sum{ 1, "b" }"#, #"t:1: segue.sum: numbers[2] expected a number, got a string "b""#),
      (#"b.widht = 1"#, #"t:1: box: unknown field "widht", did you mean "width"?"#),
      (#"print(b.widht)"#, #"t:1: box: unknown field "widht", did you mean "width"?"#),
      (#"b.state = "x""#, "t:1: box.state can only be read"),
      (#"b.to = 1"#, "t:1: box:to is a function and cannot be replaced"),
      (#"b.width = "wide""#, #"t:1: box.width expected a number, got a string "wide""#),
      (#"segue.mode = "redused""#, #"t:1: segue.mode: unknown "redused", did you mean "reduced"?"#),
      (#"segue.bocs{}"#, #"t:1: segue: unknown field "bocs", did you mean "box"?"#),
    ]) func messages(_ script: String, _ message: String) throws
  {
    let setup = #"local segue = require "segue"; local b = segue.box{ frame = {0,0,1,1} }; "#
    #expect(try Fixture().failure(setup + script) == message)
  }

  @Test("Of several unknown options the first by name is told, whatever the table's order")
  func severalUnknown() throws {
    for order in ["zz = 1, yy = 1, xx = 1", "xx = 1, zz = 1, yy = 1"] {
      let message = try Fixture().failure("require 'segue'.box{ frame = {0,0,1,1}, \(order) }")
      #expect(message == #"t:1: segue.box: unknown option "xx""#)
    }
  }

  @Test("An optional argument may be left out before a later one")
  func leftOut() throws {
    let fixture = try Fixture()
    let printed = try fixture.output(
      """
      local b = require 'segue'.box{ frame = { x = 1, y = 2, width = 30, height = 4 } }
      print(b.width, b:to(5, function() end))
      print(b:to(6, { yoyo = true, spring = { ratio = 0.5 } }, function() end))
      print(b.width, b.scale.y, tostring(b), getmetatable(b))
      """)
    #expect(printed == ["30.0\tfalse\tnil", "true\t0.5", "6.0\t2.0\tbox\tsegue.box"])
  }

  @Test("Values go to Swift and back unchanged; records, lists and pairs become tables")
  func roundTrip() throws {
    let printed = try Fixture().output(
      """
      local segue = require 'segue'
      print(segue.echo(1.5), segue.echo('a\\0b') == 'a\\0b', segue.echo(true), segue.echo(nil), segue.sum{1, 2, 3.5})
      local e = segue.event()
      print(e.state, e.at.x, e.at.y, e.list[1], e.list[2], #segue.keys{ b = 1, a = 2 }, segue.keys{ b = 1, a = 2 }[1])
      """)
    #expect(printed == ["1.5\ttrue\ttrue\tnil\t6.5", "began\t3.0\t4.0\t1\ttrue\t2\ta"])
  }

  @Test("The same object is the same userdata, and open classes keep fields of their own")
  func identity() throws {
    let printed = try Fixture().output(
      """
      local segue = require 'segue'
      local child = segue.box{ frame = {0,0,1,1} }
      local t = {}; t[child] = 'found'
      local parent = segue.box{ frame = {0,0,1,1}, child }
      print(t[child], parent == child, rawequal(child, child))
      """)
    #expect(printed == ["found\tfalse\ttrue"])
  }
}
