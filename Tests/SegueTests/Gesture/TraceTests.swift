import Testing

@testable import Segue

@Suite("Trace") struct TraceTests {
  private let header = #"{"segue_trace":1,"width":400,"height":800,"seed":1}"#

  /// The message for a second line.
  private func message(_ line: String) -> String? {
    do throws(TraceError) {
      _ = try Trace(parsing: header + "\n" + line)
      return nil
    } catch {
      return error.description
    }
  }

  private func headerMessage(_ text: String) -> String? {
    do throws(TraceError) {
      _ = try Trace(parsing: text)
      return nil
    } catch {
      return error.description
    }
  }

  @Test("N15 A trace reads back as it was written, bit for bit")
  func roundTrip() throws {
    var bits: UInt64 = 0x9E37_79B9_7F4A_7C15
    func random(_ limit: Double) -> Double {
      bits = bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (Double(bits >> 11) / 9_007_199_254_740_992 * 2 - 1) * limit
    }
    var trace = Trace(size: Size(411.42857142857144, 1.0.nextUp), seed: .max)
    var time = -3.0
    for i in 0..<2000 {
      time += abs(random(0.02))
      trace.events.append(
        InputEvent(
          time: time, device: InputEvent.Device.allCases[i % 4], contact: i == 7 ? .min : i,
          phase: InputEvent.Phase.allCases[i / 4 % 4],
          position: Point(random(1e7), i == 5 ? .leastNonzeroMagnitude : random(1e-9))))
    }
    for kind in TouchpadMotion.Kind.allCases {
      time += 0.25
      trace.events.append(
        InputEvent(
          time: time, device: .touchpad, phase: .move, position: Point(3, 4),
          touchpad: TouchpadMotion(kind, fingers: 3, delta: Point(0.1, -7.25), scale: 1.0.nextUp, rotation: -0.3)))
    }
    trace.notes = [
      Trace.Note(time: -5, text: "before"), Trace.Note(time: time, text: "quote \" slash \\ tab \t bell \u{7} é 🎞 end\n"),
      Trace.Note(time: time + 1, text: ""),
    ]
    let back = try Trace(parsing: trace.text)
    #expect(back == trace)
    #expect(back.text == trace.text)
    #expect(zip(back.events, trace.events).allSatisfy { $0.time.bitPattern == $1.time.bitPattern })
    let zero = Trace(size: Size(1, 1), events: [InputEvent(time: -0.0, phase: .down, position: Point(-0.0, 0))])
    #expect(try Trace(parsing: zero.text).events[0].position.x.sign == .minus)
  }

  @Test("The lines are as documented, in any order of keys, with spaces, empty lines and either line end")
  func format() throws {
    let event = InputEvent(time: 0.016, phase: .down, position: Point(10, 20))
    #expect(Trace.header(size: Size(400, 800), seed: 1) == #"{"segue_trace":1,"width":400.0,"height":800.0,"seed":1}"#)
    #expect(Trace.line(event) == #"{"t":0.016,"device":"touch","contact":0,"phase":"down","x":10.0,"y":20.0}"#)
    let text =
      header + "\r\n\n" + #" { "phase" : "down", "x":1e1,"y":2.0E+1, "t":0.016,"contact":0,"device":"touch" } "# + "\r\n"
      + #"{"t":0.016,"note":"\u00e9\ud83c\udf9e\/"}"#
    let trace = try Trace(parsing: text)
    #expect(trace.events == [event])
    #expect(trace.size == Size(400, 800))
    #expect(trace.notes == [Trace.Note(time: 0.016, text: "é🎞/")])
  }

  @Test(
    "Every mistake in a line is named with its place",
    arguments: [
      (
        #"{"t":0,"device":"touch","contact":0,"phase":"dwon","x":1,"y":2}"#,
        #"phase expected down, move, up or cancel, got "dwon"; did you mean "down"?"#
      ),
      (
        #"{"t":0,"device":"finger","contact":0,"phase":"up","x":1,"y":2}"#,
        #"device expected touch, mouse, pen, touchpad or keyboard, got "finger""#
      ),
      (
        #"{"t":0,"device":7,"contact":0,"phase":"up","x":1,"y":2}"#,
        "device expected touch, mouse, pen, touchpad or keyboard, got 7"
      ),
      (
        #"{"t":0,"device":"pen","contact":1.5,"phase":"up","x":1,"y":2}"#,
        "contact expected a whole number from -9223372036854775808 to 9223372036854775807, got 1.5"
      ),
      (#"{"t":0,"device":"pen","contact":0,"phase":"up","x":"1","y":2}"#, #"x expected a number, got "1""#),
      (#"{"t":0,"device":"pen","contact":0,"phase":"up","x":1,"y":null}"#, "y expected a number, got null"),
      (
        #"{"t":0,"device":"pen","contact":0,"phase":"up","x":1e400,"y":2}"#,
        "x expected a number within ±10000000.0, got 1e400"
      ),
      (
        #"{"t":1e11,"device":"pen","contact":0,"phase":"up","x":1,"y":2}"#,
        "t expected a number within ±10000000000.0, got 1e11"
      ),
      (#"{"t":0,"device":"pen","contact":0,"phase":"up","x":1}"#, "y is missing"),
      (#"{"t":0,"device":"pen","contact":0,"phase":"up","x":1,"y":2,"pressure":1}"#, #"unknown key "pressure""#),
      (#"{"t":0,"devcie":"pen","contact":0,"phase":"up","x":1,"y":2}"#, #"unknown key "devcie"; did you mean "device"?"#),
      (#"{"t":0,"device":"touchpad","contact":0,"phase":"up","x":1,"y":2,"dx":1}"#, "dx stands without motion"),
      (#"{"t":0,"device":"touchpad","contact":0,"phase":"up","x":1,"y":2,"motion":"pinch"}"#, "fingers is missing"),
      (
        #"{"t":0,"device":"touchpad","contact":0,"phase":"up","x":1,"y":2,"motion":"pinch","fingers":2,"dx":0,"dy":0,"scale":0,"rotation":0}"#,
        "scale expected a number from 0.001 to 1000.0, got 0.0"
      ),
      (#"{"t":0,"t":1}"#, #""t" stands twice"#),
      (#"{"t":0,"note":3}"#, "note expected a string, got 3"),
      (#"{"t":0,"note":"a","x":1}"#, #"unknown key "x""#),
      ("[1]", #"column 1: expected "{", got "[""#),
      (#"{"t" 1}"#, #"column 6: expected ":", got "1""#),
      (#"{"t":NaN}"#, #"column 6: expected a number or a string, got "N""#),
      (#"{"t":nan}"#, #"column 6: expected a number or a string, got "n""#),
      (#"{"t":{}}"#, #"column 6: expected a number or a string, got "{""#),
      (#"{"t":01}"#, #"column 7: expected "," or "}", got "1""#),
      (#"{"t":1.}"#, #"column 8: expected a digit, got "}""#),
      (#"{"t":-}"#, #"column 7: expected a digit, got "}""#),
      (#"{"t":1e}"#, #"column 8: expected a digit, got "}""#),
      (#"{"t":1,}"#, #"column 8: expected a key in double quotes, got "}""#),
      (#"{"t":1"#, #"column 7: expected "," or "}", got the end of the line"#),
      (#"{"t":1} x"#, #"column 9: expected the end of the line, got "x""#),
      (#"{"note":"abc"#, "column 13: expected the closing quote of a string, got the end of the line"),
      (#"{"note":"\q"}"#, #"column 11: expected an escape, got "q""#),
      (#"{"note":"\"#, "column 11: expected an escape, got the end of the line"),
      (#"{"note":"\u12"}"#, #"column 14: expected a hex digit, got """"#),
      (#"{"note":"\ud800"}"#, "a string has half a surrogate pair"),
      (#"{"note":"\ud800\u0041"}"#, "a string has half a surrogate pair"),
      ("{\"note\":\"a\tb\"}", #"column 11: expected an escape such as \n in a string, got byte 9"#),
    ])
  func mistakes(line: String, expected: String) {
    #expect(message(line) == "trace.jsonl:2: " + expected)
  }

  @Test("Time that runs backwards names both lines, notes included")
  func backwards() {
    let lines = #"{"t":2,"note":"a"}"# + "\n" + #"{"t":1.5,"device":"pen","contact":0,"phase":"up","x":1,"y":2}"#
    #expect(message(lines) == "trace.jsonl:3: t expected 2.0 (the time of line 2) or later, got 1.5")
  }

  @Test(
    "Every mistake in the header is named",
    arguments: [
      ("", "expected a header line with segue_trace, width, height and seed, got an empty file"),
      ("\n\n", "expected a header line with segue_trace, width, height and seed, got an empty file"),
      (#"{"t":0,"note":"a"}"#, "expected a header line with segue_trace, width, height and seed"),
      (#"{"segue_trace":2}"#, "segue_trace expected version 1, got 2"),
      (
        #"{"segue_trace":"1"}"#,
        #"segue_trace expected a whole number from -9223372036854775808 to 9223372036854775807, got "1""#
      ),
      (#"{"segue_trace":1,"width":400,"height":800}"#, "seed is missing"),
      (#"{"segue_trace":1,"width":400,"hieght":800,"seed":1}"#, #"unknown key "hieght"; did you mean "height"?"#),
      (#"{"segue_trace":1,"width":0,"height":800,"seed":1}"#, "width expected a number from 1.0 to 100000.0, got 0"),
      (#"{"segue_trace":1,"width":4,"height":1e9,"seed":1}"#, "height expected a number from 1.0 to 100000.0, got 1e9"),
      (
        #"{"segue_trace":1,"width":4,"height":8,"seed":-1}"#,
        "seed expected a whole number from 0 to 18446744073709551615, got -1"
      ),
    ])
  func headerMistakes(text: String, expected: String) {
    #expect(headerMessage(text) == "trace.jsonl:\(text == "\n\n" ? 2 : 1): " + expected)
  }

  @Test("A line that is too long and bytes that are not UTF-8 are refused, under the file's own name")
  func caps() {
    let long = String(repeating: "a", count: Trace.longestLine)
    #expect(message(#"{"t":0,"note":""# + long + "\"}") == "trace.jsonl:2: a line has at most 65536 bytes, this one has 65553")
    let bytes = Array((header + "\n" + #"{"note":""#).utf8) + [0xFF, 0x22, 0x7D]
    #expect(throws: TraceError(file: "a/b.jsonl", line: 2, message: "a string is not UTF-8")) {
      try Trace(parsing: bytes, file: "a/b.jsonl")
    }
  }

  @Test("Every prefix of a trace, and every byte changed, is read or refused without a crash")
  func damage() {
    let line = #"{"t":0.016,"device":"touch","contact":0,"phase":"down","x":1e1,"y":-2.5}"#
    let bytes = Array((header + "\n" + line + "\n" + #"{"t":1,"note":"\u00e9\\ \ud83c\udf9e"}"#).utf8)
    var refused = 0
    for i in bytes.indices {
      var damaged = bytes
      damaged[i] ^= 0x15
      for candidate in [Array(bytes[..<i]), damaged] where (try? Trace(parsing: candidate)) == nil { refused += 1 }
    }
    #expect(refused > bytes.count)
  }
}
