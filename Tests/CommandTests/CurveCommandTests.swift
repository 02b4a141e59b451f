import Foundation
import FoundationXML
import Testing

@Suite struct CurveCommandTests {
  /// The rows of a table as numbers.
  private func rows(_ output: String) -> [[Double]] {
    output.split(separator: "\n").compactMap { line in
      let numbers = line.split(separator: " ").map { Double($0) }
      guard numbers.count == 2, let t = numbers[0], let value = numbers[1] else { return nil }
      return [t, value]
    }
  }

  private func near(_ got: [Double], _ expected: [Double], within error: Double = 1e-6) -> Bool {
    got.count == expected.count && zip(got, expected).allSatisfy { ($0 - $1).magnitude <= error }
  }

  @Test("a curve by its name is a table of eleven values")
  func named() throws {
    let outcome = try Repository.segue("curve", "ease_in_quad")
    #expect(outcome.code == 0 && outcome.errors.isEmpty && outcome.output.hasPrefix("progress     value\n"))
    let rows = rows(outcome.output)
    #expect(near(rows.map { $0[0] }, (0...10).map { Double($0) / 10 }))
    #expect(near(rows.map { $0[1] }, (0...10).map { Double($0 * $0) / 100 }))
  }

  @Test(
    "CSS texts are curves, in any case and with spaces",
    arguments: [
      ("steps(4, jump-none)", [0, 1.0 / 3, 2.0 / 3, 1, 1]), ("linear(0, 0.5 25%, 1)", [0, 0.5, 2.0 / 3, 2.5 / 3, 1]),
      (" Linear ", [0, 0.25, 0.5, 0.75, 1]), ("cubic-bezier(0.5, 0, 0.5, 1)", [0, 0.105893, 0.5, 0.894107, 1]),
    ] as [(String, [Double])])
  func css(spec: String, values: [Double]) throws {
    let outcome = try Repository.segue("curve", spec, "--samples", "5")
    #expect(outcome.code == 0 && near(rows(outcome.output).map { $0[1] }, values), "\(outcome)")
  }

  @Test("a critical spring follows 1 − (1 + ωt) e^(−ωt) until it rests, and says when")
  func spring() throws {
    let outcome = try Repository.segue("curve", "spring(response=0.4, ratio=1)", "--samples", "21")
    let rows = rows(outcome.output)
    #expect(outcome.code == 0 && rows.count == 21 && outcome.output.hasPrefix(" seconds     value\n"))
    let omega = 2 * Double.pi / 0.4
    for row in rows { #expect(near([row[1]], [1 - (1 + omega * row[0]) * exp(-omega * row[0])], within: 2e-5)) }
    // (1 + x) e^-x is a thousandth at x = 9.2334; a stop is never early and at most 2 % late.
    let rest = try #require(rows.last?[0])
    #expect((9.2334...9.2334 * 1.02).contains(rest * omega))
    #expect(outcome.output.hasSuffix("rests after \(String(format: "%.6f", rest)) s, within 0.001 of the way\n"))
  }

  @Test(
    "a spring is the same in each of its parameter sets",
    arguments: [
      "spring(duration=0.5, bounce=0.2)", "spring( ratio = .8 , duration = 5e-1 )", "Spring(response=0.5, ratio=0.8)",
      "spring(stiffness=157.91367041742973, ratio=0.8)",
      "spring(mass=2, stiffness=315.82734083485946, damping=40.21238596594935)",
    ])
  func parameterSets(spec: String) throws {
    let expected = try rows(Repository.segue("curve", "spring(response=0.5, ratio=0.8)").output).map { $0[1] }
    let got = try rows(Repository.segue("curve", spec).output).map { $0[1] }
    #expect(got.count == 11 && near(got, expected, within: 2e-6))
  }

  @Test("a spring without parameters takes half a second and does not bounce; one without response is there at once")
  func plainSprings() throws {
    let plain = try Repository.segue("curve", "spring")
    #expect(try plain.output == Repository.segue("curve", "spring(duration=0.5, bounce=0)").output)
    #expect(try plain.output == Repository.segue("curve", "spring()").output)
    #expect(try rows(Repository.segue("curve", "spring(response=0)").output) == [[0, 1]])
  }

  @Test(
    "--linear is CSS within a thousandth of the curve",
    arguments: ["ease_out_elastic", "ease_in_out", "steps(3)", "spring(response=0.4, ratio=0.5)"])
  func linear(spec: String) throws {
    let outcome = try Repository.segue("curve", spec, "--linear")
    let text = outcome.output.trimmingCharacters(in: .newlines)
    #expect(outcome.code == 0 && text.hasPrefix("linear(") && text.hasSuffix(")") && !text.contains("\n"))
    let exact = try rows(Repository.segue("curve", spec, "--samples", "101").output).map { $0[1] }
    let written = try rows(Repository.segue("curve", text, "--samples", "101").output).map { $0[1] }
    #expect(written.count == 101 && near(written, exact, within: 0.001 + 1e-6))
  }

  @Test("--samples and --linear together give both")
  func both() throws {
    let output = try Repository.segue("curve", "ease", "--linear", "--samples", "2").output.split(separator: "\n")
    #expect(output.count == 4 && output[2].hasSuffix("1.000000  1.000000") && output[3].hasPrefix("linear(0 0%"))
    #expect(try rows(Repository.segue("curve", "ease", "--samples", "10000").output).count == 10_000)
  }

  @Test(
    "what cannot be read is one sentence with the column and exit code 2",
    arguments: [
      ("ease_ot", "column 1: there is no curve \"ease_ot\", did you mean \"ease_out\"?"),
      ("ease-out-cubic", "column 1: there is no curve \"ease-out-cubic\", did you mean \"ease_out_cubic\"?"),
      ("ease_out x", "column 10: expected the end of the text, but found \"x\"."),
      ("", "column 1: expected a curve such as ease or cubic-bezier(0.2, 0, 0, 1), but the text ends."),
      ("sprin(ratio=1)", "column 1: there is no function \"sprin\", did you mean \"spring\"?"),
      ("cubic-bezier(.2, 0, 2, 1)", "column 21: x2 must lie between 0 and 1, but is 2."),
      ("steps(4, jump-non)", "column 10: unknown step position \"jump-non\"; did you mean \"jump-none\"?"),
      ("spring(respons=1)", "column 8: a spring has no parameter \"respons\", did you mean \"response\"?"),
      ("spring(response=1, ratio=x)", "column 26: expected a number, but found \"x)\"."),
      ("spring(response=inf)", "column 17: expected a number, but found \"inf)\"."),
      ("spring(response)", "column 16: expected = and a number after response, but found \")\"."),
      ("spring(response=1", "column 18: expected a comma or a closing parenthesis, but the text ends."),
      ("spring(bounce=.1, bounce=.2)", "column 19: bounce is given twice."),
      ("spring(ratio=1) 2", "column 17: expected the end of the text, but found \"2\"."),
      ("spring(ratio=0)", "column 1: a spring's damping ratio must be above 0: undamped, it never ends."),
      ("spring(stiffness=90)", "column 1: stiffness goes with either damping or ratio."),
      ("spring(damping=9)", "column 1: mass and damping go with stiffness."),
      (
        "spring(response=1, damping=2)",
        "column 1: response goes with ratio, the damping ratio; damping is a coefficient and goes with stiffness."
      ),
    ])
  func unreadable(spec: String, message: String) throws {
    let outcome = try Repository.segue("curve", spec)
    #expect(outcome.code == 2 && outcome.output.isEmpty)
    #expect(outcome.errors == "segue curve: \(message) See segue curve --help\n")
  }

  @Test(
    "options out of their range are told with exit code 2",
    arguments: [
      ([], "expected a SPEC, such as ease_out."),
      (["ease", "out"], "expected one SPEC, got also \"out\"; quote what has spaces."),
      (["ease", "--samples", "1"], "--samples expected a whole number from 2 to 10000, got \"1\"."),
      (["ease", "--samples", "10001"], "--samples expected a whole number from 2 to 10000, got \"10001\"."),
      (["ease", "--plot", "a.pdf"], "--plot expected a name that ends in .svg or .png, got \"a.pdf\"."),
      (["ease", "--plt", "a.svg"], "unknown option --plt, did you mean --plot?"),
    ])
  func usage(arguments: [String], message: String) throws {
    let outcome = try Repository.run(Repository.segue, ["curve"] + arguments)
    #expect(outcome.code == 2 && outcome.errors == "segue curve: \(message) See segue curve --help\n")
  }

  @Test("the help has an example")
  func help() throws {
    let outcome = try Repository.segue("curve", "--help")
    #expect(
      outcome.code == 0 && outcome.output.contains("usage: segue curve SPEC") && outcome.output.contains("Example: segue"))
  }

  @Test("a plot that cannot be written is one sentence, exit code 1 and no output")
  func unwritable() throws {
    for ending in ["svg", "png"] {
      let outcome = try Repository.segue("curve", "ease", "--plot", "/no/such/place.\(ending)")
      #expect(outcome.code == 1 && outcome.output.isEmpty)
      #expect(outcome.errors == "segue curve: cannot write ‘/no/such/place.\(ending)’: No such file or directory\n")
    }
  }
}

// MARK: - Plots

extension CurveCommandTests {
  /// The points of the lines of one color in an SVG, in its units.
  private func points(_ svg: String, color: String) throws -> [(x: Double, y: Double)] {
    let line = try #require(
      svg.split(separator: "\n").first { $0.contains("stroke:\(color)") && $0.contains("stroke-width:2") })
    let path = line.components(separatedBy: " d=\"")[1].prefix { $0 != "\"" }
    let numbers = path.split(separator: " ").compactMap { Double($0) }
    return stride(from: 0, to: numbers.count - 1, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
  }

  private func plot(_ spec: String, _ name: String, in folder: URL) throws -> Data {
    let file = folder.appending(path: name)
    let outcome = try Repository.segue("curve", spec, "--plot", file.path)
    #expect(outcome.code == 0 && outcome.output == "\(file.path): \(spec)\n" && outcome.errors.isEmpty)
    return try Data(contentsOf: file)
  }

  private static let blue = "rgb(11%,37%,85.000002%)"
  private static let orange = "rgb(80.000001%,31.999999%,3%)"

  @Test("an SVG of a spring is small, the same every time, well-formed, and shows the overshoot where it is")
  func svg() throws {
    let folder = try Repository.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let spec = "spring(response=0.4, ratio=0.3)"
    let data = try plot(spec, "a.svg", in: folder)
    #expect(try plot(spec, "b.svg", in: folder) == data)
    #expect(data.count < 40_000 && XMLParser(data: data).parse())
    let svg = String(decoding: data, as: UTF8.self)
    #expect(!svg.contains("<text") && svg.contains("<symbol"), "texts are outlines of the bundled font")

    let curve = try points(svg, color: Self.blue)
    #expect(curve.count > 20 && curve.count < 120)
    // The guides at 0 and 1 give the scale: the curve starts on one and ends at the other.
    let (zero, one) = (try #require(curve.first), try #require(curve.last))
    let peak = try #require(curve.min { $0.y < $1.y })
    // exp(-πζ/√(1-ζ²)) above the target, after half a damped period of 0.2/√(1-ζ²) s.
    let root = (1 - 0.09).squareRoot()
    #expect(((peak.y - one.y) / (one.y - zero.y) - exp(-.pi * 0.3 / root)).magnitude < 0.005)
    let rest = try #require(rows(try Repository.segue("curve", spec).output).last?[0])
    #expect(((peak.x - zero.x) / (one.x - zero.x) * rest - 0.2 / root).magnitude < 0.01)
    // The velocity is largest while the value is on its way, and nothing at the peak.
    let velocity = try points(svg, color: Self.orange)
    let fastest = try #require(velocity.min { $0.y < $1.y })
    #expect(fastest.x > zero.x && fastest.x < peak.x)
  }

  @Test("a curve that is vertical for a moment keeps the rest of its velocity in view")
  func vertical() throws {
    let folder = try Repository.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let svg = String(decoding: try plot("ease_out_circ", "a.svg", in: folder), as: UTF8.self)
    let velocity = try points(svg, color: Self.orange)
    // In the middle the slope is 0.577 of an axis that ends at 8: about a fourteenth of the panel's 96 units above 0.
    let end = try #require(velocity.last)
    let middle = try #require(velocity.first { $0.x >= 338 })
    #expect(end.y - middle.y > 4 && end.y - middle.y < 9, "\(end.y - middle.y)")
  }

  @Test("a PNG shows the two lines on white, with labels, at twice the size")
  func png() throws {
    let folder = try Repository.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let data = try plot("ease_out_back", "a.png", in: folder)
    #expect(data.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
    let size = data[16..<24].map(Int.init)
    #expect(size[2] << 8 | size[3] == 1280 && size[6] << 8 | size[7] == 960)
    #expect(try plot("ease_out_back", "b.png", in: folder) == data)
    #expect(try plot("ease_in_back", "c.png", in: folder) != data)
  }

  @Test(
    "springs and curves at the edge of what can be are plotted too",
    arguments: ["spring(response=0)", "spring(response=1e60)", "linear(0, 1e300, -1e308, 1)", "linear(1, 1)", "steps(10000)"])
  func extremes(spec: String) throws {
    let folder = try Repository.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let svg = String(decoding: try plot(spec, "a.svg", in: folder), as: UTF8.self)
    #expect(!svg.contains("nan") && !svg.contains("inf"))
    for point in try points(svg, color: Self.blue) { #expect((0...640).contains(point.x) && (0...480).contains(point.y)) }
  }
}
