// easing/*: values and texts of CSS easing functions.

import Segue

enum EasingSuites {
  /// cubic_bezier, steps, linear: a curve at given inputs, or one curve fed by another over a time.
  static func values(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let (input, expect) = (test.input, test.expect)
    if input["effect_easing"].exists {
      let effect = try Curve(css: try input["effect_easing"].string)
      let keyframe = try Curve(css: try input["keyframe_easing"].string)
      let (from, to) = (try input["from_value"].number, try input["to_value"].number)
      let duration = try input["duration_ms"].number
      let values = try input["times_ms"].numbers.map { time in
        from + (to - from) * keyframe.value(effect.value(time / duration))
      }
      verdict.expect("values", values, try expect["values"].numbers, within: test.tolerance)
      return verdict
    }
    let before = input["before_flag"].exists ? try input["before_flag"].flag : false
    let inputs = try input["inputs"].numbers
    var curves: [(String, Curve)] = []
    if input["css"].exists { curves.append(("css", try Curve(css: try input["css"].string))) }
    if input["points"].exists {
      let p = try input["points"].numbers
      guard p.count == 4 else { throw Unreadable("a Bézier curve has four numbers") }
      curves.append(("points", try .bezier(p[0], p[1], p[2], p[3])))
    }
    if curves.isEmpty { throw Unreadable("the case has no curve") }
    for (name, curve) in curves {
      verdict.expect(
        name, inputs.map { curve.value($0, before: before) }, try expect["outputs"].numbers, within: test.tolerance)
    }
    return verdict
  }

  /// syntax: which texts are valid, and how they are written back.
  static func syntax(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    let text = try test.input["text"].string
    let curve = try? Curve(css: text)
    verdict.expect("valid", curve != nil, try test.expect["valid"].flag)
    if let canonical = test.expect["canonical"].text, let curve {
      guard let css = curve.css else {
        verdict.fail("canonical: expected \(canonical), got none")
        return verdict
      }
      let (got, wanted) = (Parts(css), Parts(canonical))
      verdict.expect("canonical without its numbers", got.words, wanted.words)
      verdict.expect("canonical \(css), its numbers", got.numbers, wanted.numbers, within: 1e-4)
    }
    return verdict
  }

  /// A text with its numbers taken out, since they may be written in several ways.
  private struct Parts {
    var words = ""
    var numbers: [Double] = []

    init(_ text: String) {
      var number = ""
      for c in text + " " {
        if c.isNumber || c == "." || (c == "-" && number.isEmpty && !(words.last?.isLetter ?? false)) {
          number.append(c)
          continue
        }
        if let value = Double(number) {
          numbers.append(value)
          words.append("#")
        } else {
          words += number
        }
        number = ""
        words.append(c)
      }
    }
  }
}
