// segue curve: the values, the picture and the CSS text of any curve or spring.

import Glibc
import Segue
import SegueExport

let curveCommand = Command(
  name: "curve", summary: "show a curve or a spring: values, picture, CSS",
  help: """
    usage: segue curve SPEC [options]

    Prints the values of a curve over its progress, or of a spring over its seconds until it rests.

    SPEC is one of
      a name         ease_out, ease_in_elastic, material …
      CSS            "cubic-bezier(.2, 0, 0, 1)", "linear(0, 0.5 20%, 1)", "steps(4, jump-none)"
      a spring       "spring(response=0.4, ratio=0.8)", "spring(duration=0.5, bounce=0.2)",
                     "spring(mass=1, stiffness=200, damping=20)"

      --samples N    a table of N rows (2 to 10000; without any option 11)
      --linear       the CSS linear() text, within 0.001 of the curve; a spring's is meant for the time until it rests
      --plot FILE    a picture of value and velocity: FILE.svg or FILE.png

    Example: segue curve "spring(response=0.4, ratio=0.5)" --plot spring.svg
    """
) { arguments in
  let given = try Arguments(arguments, valued: ["--samples", "--plot"], flags: ["--linear"])
  guard let text = given.words.first else { throw UsageError("expected a SPEC, such as ease_out") }
  if given.words.count > 1 { throw UsageError("expected one SPEC, got also \"\(given.words[1])\"; quote what has spaces") }
  let samples = try given.integer("--samples", 2...10_000)
  let plot = given.last("--plot")
  if let plot, !plot.hasSuffix(".svg"), !plot.hasSuffix(".png") {
    throw UsageError("--plot expected a name that ends in .svg or .png, got \"\(plot)\"")
  }
  let motion = MotionOverTime(try CurveSpec(text))

  if let plot {
    try motion.plot(title: text).write(to: plot)
    print("\(plot): \(text)")
  }
  if samples != nil || (plot == nil && !given.has("--linear")) { print(motion.table(rows: samples ?? 11)) }
  if given.has("--linear") { print(try motion.css()) }
  return 0
}

/// A curve over progress 0...1, or a spring from 0 to 1 over the seconds until it rests.
private struct MotionOverTime {
  private let spec: CurveSpec
  /// 1, or the seconds until it rests.
  private let end: Double

  init(_ spec: CurveSpec) {
    self.spec = spec
    switch spec {
    case .curve: end = 1
    case .spring(let spring): end = spring.restTime(distance: 1, threshold: Self.residual)
    }
  }

  /// Part of the way within which a spring rests, as in `Curve.spring`.
  private static let residual = 0.001

  private func sample(_ t: Double) -> (value: Double, velocity: Double) {
    switch spec {
    case .curve(let curve): return (curve.value(t), curve.slope(t))
    case .spring(let spring):
      let state = spring.sample(distance: 1, at: t)
      return (state.position, state.velocity)
    }
  }

  func table(rows: Int) -> String {
    var lines: [(String, String)] = []
    // A spring that is there at once has one row.
    for i in 0..<(end > 0 ? rows : 1) {
      let t = end * Double(i) / Double(rows - 1)
      lines.append((decimal(t), decimal(sample(t).value)))
    }
    var isSpring = false
    if case .spring = spec { isSpring = true }
    lines.insert((isSpring ? "seconds" : "progress", "value"), at: 0)
    let (left, right) = (lines.map(\.0.count).max() ?? 0, lines.map(\.1.count).max() ?? 0)
    func pad(_ text: String, _ width: Int) -> String { String(repeating: " ", count: width - text.count) + text }
    var text = lines.map { "\(pad($0.0, left))  \(pad($0.1, right))" }
    if isSpring { text.append("rests after \(decimal(end)) s, within \(Self.residual) of the way") }
    return text.joined(separator: "\n")
  }

  func css() throws -> String {
    switch spec {
    case .curve(let curve): curve.linearText()
    case .spring(let spring): try Curve.spring(spring, residual: Self.residual).linearText()
    }
  }

  func plot(title: String) -> CurvePlot {
    // A spring that is there at once still needs an axis.
    let end = end > 0 ? end : 1
    let states = (0..<CurvePlot.samples).map { sample(end * Double($0) / Double(CurvePlot.samples - 1)) }
    var unit = CurvePlot.Unit.progress
    if case .spring = spec { unit = .seconds }
    return CurvePlot(title: title, end: end, unit: unit, values: states.map(\.value), velocities: states.map(\.velocity))
  }
}

/// Six decimals, or six digits where those say nothing.
private func decimal(_ x: Double) -> String {
  let format = x == 0 || (1e-3..<1e9).contains(x.magnitude) ? "%.6f" : "%.6g"
  var text = [CChar](repeating: 0, count: 64)
  _ = withVaList([x == 0 ? 0 : x]) { vsnprintf(&text, text.count, format, $0) }
  return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
