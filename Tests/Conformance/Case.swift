// One case of the data, and what a suite notes about it.

/// A case as it stands in the data.
struct Case {
  let id: String
  let input, expect: JSON
  /// Absolute, in the unit of the value; 0 compares exactly. NaN, with which only equal numbers agree, where the data says it in
  /// words other than "1 px", which its suite then has to read.
  let tolerance: Double

  init(_ json: JSON) throws {
    id = try json["id"].string
    input = json["input"]
    expect = json["expect"]
    let given = json["tolerance"]
    let pixels = given.text.flatMap { $0.hasSuffix(" px") ? Double($0.dropLast(3)) : nil }
    tolerance = given.exists ? (try? given.number) ?? pixels ?? .nan : 0
  }

  init(id: String, input: JSON, expect: JSON, tolerance: Double) {
    (self.id, self.input, self.expect, self.tolerance) = (id, input, expect, tolerance)
  }
}

/// What one case came to.
struct Verdict {
  /// One line each: what was expected and what came.
  private(set) var failures: [String] = []
  private(set) var comparisons = 0

  mutating func expect(_ what: @autoclosure () -> String, _ got: Double, _ expected: Double, within tolerance: Double) {
    comparisons += 1
    if (got - expected).magnitude <= tolerance || got == expected { return }
    failures.append("\(what()): expected \(expected) within \(tolerance), got \(got)")
  }

  mutating func expect<T: Equatable>(_ what: @autoclosure () -> String, _ got: T, _ expected: T) {
    comparisons += 1
    if got != expected { failures.append("\(what()): expected \(expected), got \(got)") }
  }

  mutating func expect(_ what: @autoclosure () -> String, _ values: [Double], _ expected: [Double], within tolerance: Double) {
    expect("\(what()), how many", values.count, expected.count)
    for (i, (got, wanted)) in zip(values, expected).enumerated() {
      expect("\(what()) [\(i)]", got, wanted, within: tolerance)
    }
  }

  mutating func fail(_ message: String) { failures.append(message) }
}

/// A suite runs the cases of one file.
typealias Suite = @Sendable (Case) throws -> Verdict
