// CSS texts of curves: read, refused with a place, and written.

import Testing

@testable import Segue

@Suite("Texts of curves")
struct CurveTextTests {
  @Test("keywords, functions, spaces, letter case and comments are read")
  func reading() throws {
    #expect(try Curve(css: " EASE-in ") == .easeIn)
    #expect(try Curve(css: "Cubic-Bezier( .2 ,0,0 , +1e0 )/* Material */") == .material)
    #expect(try Curve(css: "steps(3,JUMP-NONE)") == .steps(3, .jumpNone))
    #expect(try Curve(css: "step-end") == .steps(1))
    #expect(
      try Curve(css: "linear(0, 25% 75% .5, 1)") == .linear([.init(0), .init(0.5, at: 0.25), .init(0.5, at: 0.75), .init(1)]))
  }

  @Test(
    "a fault is told with its column and what was expected",
    arguments: [
      ("", 1, "column 1: expected a curve such as ease or cubic-bezier(0.2, 0, 0, 1), but the text ends"),
      ("ease-im", 1, "column 1: unknown curve \"ease-im\"; did you mean \"ease-in\"?"),
      ("  ease_in", 3, "column 3: unknown curve \"ease_in\"; did you mean \"ease-in\"?"),
      ("cubic-bezir(1, 0, 0, 1)", 1, "column 1: unknown function \"cubic-bezir\"; did you mean \"cubic-bezier\"?"),
      ("cubic-bezier(1.5, 0, 0, 1)", 14, "column 14: x1 must lie between 0 and 1, but is 1.5"),
      ("cubic-bezier(0, 0, -0.1, 1)", 20, "column 20: x2 must lie between 0 and 1, but is -0.1"),
      ("cubic-bezier(0, 0, 1)", 21, "column 21: expected a comma, but found \")\""),
      ("cubic-bezier(0, 0, 1, 1, 1)", 24, "column 24: expected a closing parenthesis, but found \",\""),
      ("cubic-bezier(0, zero, 1, 1)", 17, "column 17: expected a number, but found \"zero\""),
      ("cubic-bezier(0, 1e999, 1, 1)", 17, "column 17: the number is too large"),
      ("cubic-bezier(0, 0, 1, 1", 24, "column 24: expected a closing parenthesis, but the text ends"),
      ("ease ease", 6, "column 6: expected the end of the text, but found \"ease\""),
      ("steps(1.5)", 7, "column 7: expected a whole number of steps, but found \"1.5\""),
      ("steps(0)", 7, "column 7: the number of steps must lie between 1 and 1000000, but is 0"),
      ("steps(2, jump-non)", 10, "column 10: unknown step position \"jump-non\"; did you mean \"jump-none\"?"),
      ("steps(2, )", 10, "column 10: expected one of jump-start, jump-end, jump-none, jump-both, start, end, but found \")\""),
      ("linear(0)", 1, "column 1: linear() needs at least two stops"),
      ("linear(0 0% 50% 100%, 1)", 17, "column 17: a stop has at most two percentages, side by side"),
      ("linear(0% 0 50%, 1)", 13, "column 13: a stop has at most two percentages, side by side"),
      ("linear(0 1, 1)", 10, "column 10: expected a percentage, a comma or a closing parenthesis"),
      ("linear(0, , 1)", 11, "column 11: expected a number, but found \",\""),
    ])
  func faults(text: String, column: Int, message: String) {
    #expect(throws: CurveError(message, column: column)) { try Curve(css: text) }
  }

  @Test("what CSS can say is written back canonically and reads as the same curve")
  func writing() throws {
    for (curve, text) in [
      (Curve.linear, "linear"), (.ease, "ease"), (.stepStart, "steps(1, start)"), (.stepEnd, "steps(1)"),
      (.material, "cubic-bezier(0.2, 0, 0, 1)"), (try .bezier(0.3, -1e-7, 0.7, 2), "cubic-bezier(0.3, -1e-07, 0.7, 2)"),
      (try .steps(4, .jumpBoth), "steps(4, jump-both)"),
      (try .linear([.init(0), .init(1.25, at: -0.5), .init(1)]), "linear(0 0%, 1.25 0%, 1 100%)"),
    ] {
      #expect(curve.css == text)
      #expect(try Curve(css: text).css == text)
    }
    #expect(try Curve(css: "linear(0, 1, 1, 1)").css == "linear(0 0%, 1 33.333333%, 1 66.666667%, 1 100%)")
    #expect(Curve.ease(.quad, .in).css == nil)
  }

  @Test("any curve written as linear() reads back within the tolerance, jumps included", arguments: [0.01, 0.001, 1e-4])
  func linearText(tolerance: Double) throws {
    var longest = 0
    for (name, curve) in CurvePiecesTests.all {
      let text = curve.linearText(tolerance: tolerance)
      let back = try Curve(css: text)
      // Beside a jump, the place of the jump may be off by its last decimal.
      let breaks = curve.shape.breaks + [0, 1]
      let worst =
        (grid(0, 1, 2011) + [1e-7, 1e-5, 0.3, 0.5, 1 - 1e-5])
        .filter { u in !breaks.contains { ($0 - u).magnitude < 1e-6 && $0 != u } }
        .map { (curve.value($0) - back.value($0)).magnitude }.max() ?? 1
      #expect(worst <= tolerance * 1.0001, "\(name): \(worst) \(text.prefix(200))")
      longest = max(longest, text.count)
    }
    #expect(longest < 20_000)
  }

  @Test("few stops are enough: ease within 0.001 takes at most 28, steps their corners")
  func brevity() throws {
    #expect(Curve.ease.linearText().split(separator: ",").count <= 28)
    #expect(Curve.linear.linearText() == "linear(0 0%, 1 100%)")
    #expect(try Curve.steps(2).linearText() == "linear(0 0%, 0 50%, 0.5 50%, 0.5 100%, 1 100%)")
    #expect(Curve.stepStart.linearText() == "linear(1 0%, 1 100%)")
  }

  @Test("decimals are rounded, without zeros at the end")
  func decimals() {
    #expect(
      [1, 0.5, -0.25, 33.333333333, 1e-9, -0.0, 99.9999999].map { CurveText.decimal($0, 6) }
        == ["1", "0.5", "-0.25", "33.333333", "0", "0", "100"])
    #expect(CurveText.number(0.1) == "0.1" && CurveText.number(-0.0) == "0" && CurveText.number(3) == "3")
  }
}
