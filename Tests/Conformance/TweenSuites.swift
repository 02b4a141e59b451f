// tween/penner and tween/variants: the classic curves, and how libraries differ from them.

import Foundation
import Segue

enum TweenSuites {
  static func mode(_ name: String) throws -> EaseMode {
    guard let mode = ["in": EaseMode.in, "out": .out, "inout": .inOut, "outin": .outIn][name] else {
      throw Unreadable("unknown mode \(name)")
    }
    return mode
  }

  static func family(_ name: String) throws -> EaseFamily {
    guard let family = EaseFamily(rawValue: name) else { throw Unreadable("unknown family \(name)") }
    return family
  }

  /// Relative error of the reference's own arithmetic, in double precision.
  private static let exact = 1e-12

  /// The curves of penner.csv as cases, each with the inputs and outputs of its rows.
  static func pennerCases(_ url: URL) throws -> [Case] {
    var order: [String] = []
    var rows: [String: [(Double, Double)]] = [:]
    for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n").dropFirst() {
      let fields = line.split(separator: ",").map(String.init)
      guard fields.count == 4, let t = Double(fields[2]), let value = Double(fields[3]) else {
        throw Unreadable("penner.csv has the row \(line)")
      }
      let id = "\(fields[0]) \(fields[1])"
      if rows[id] == nil { order.append(id) }
      rows[id, default: []].append((t, value))
    }
    return order.map { id in
      let names = id.split(separator: " ").map(String.init)
      return Case(
        id: id,
        input: JSON(["family": names[0], "mode": names[1], "inputs": rows[id, default: []].map(\.0)], path: id),
        expect: JSON(["outputs": rows[id, default: []].map(\.1)], path: id), tolerance: exact)
    }
  }

  static func penner(_ test: Case) throws -> Verdict {
    let name = try test.input["family"].string
    let curve: Curve = name == "linear" ? .linear : .ease(try family(name), try mode(try test.input["mode"].string))
    var verdict = Verdict()
    verdict.expect(
      "outputs", try test.input["inputs"].numbers.map(curve.value), try test.expect["outputs"].numbers, within: test.tolerance)
    return verdict
  }

  /// A library's own shape, made with our parameters where it differs from Penner's.
  static func variants(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    if test.id == "vr-rubato-trapezoid" { return try trapezoid(test) }
    let (input, expect) = (test.input, test.expect)
    let family = try family(try input["family"].string)
    let mode = try mode(try input["mode"].string)
    let curve: Curve
    switch test.id {
    case _ where input["css"].exists: curve = try Curve(css: try input["css"].string)
    // These keep the period of the plain curve, 0.3, in every mode.
    case "va-tween-inOutElastic": curve = try .elastic(period: 0.3, mode)
    case "va-flux-backin": curve = try .back(overshoot: 1.7, mode)
    // hump calls "bounce" what starts at the floor, which is Penner's out.
    case "va-hump-bounce": curve = .ease(.bounce, .out)
    default: curve = .ease(family, mode)
    }
    let inputs = try expect["inputs"].numbers
    verdict.expect("outputs", inputs.map(curve.value), try expect["outputs"].numbers, within: test.tolerance)
    if expect["penner_outputs"].exists {
      let penner = Curve.ease(family, mode)
      verdict.expect("penner_outputs", inputs.map(penner.value), try expect["penner_outputs"].numbers, within: test.tolerance)
    }
    return verdict
  }

  /// Speed that rises, stays and falls evenly, as a function; we follow the exact positions.
  private static func trapezoid(_ test: Case) throws -> Verdict {
    let input = test.input
    let (duration, rate) = (try input["duration_s"].number, try input["rate_hz"].number)
    let (rise, fall) = (try input["intro_s"].number, try input["outro_s"].number)
    let distance = try input["distance"].number
    let speed = distance / (duration - (rise + fall) / 2)
    let curve = try Curve.sampled { u in
      let t = u * duration
      if t < rise { return speed * t * t / (2 * rise) / distance }
      let left = duration - t
      if left < fall { return 1 - speed * left * left / (2 * fall) / distance }
      return speed * (t - rise / 2) / distance
    }
    var verdict = Verdict()
    verdict.expect(
      "plateau_speed", curve.slope(0.5) * distance / duration, try test.expect["plateau_speed"].number, within: 1e-4)
    let expected = try test.expect["exact_positions"].numbers
    let positions = (1...expected.count).map { distance * curve.value(Double($0) / rate / duration) }
    verdict.expect("exact_positions", positions, expected, within: test.tolerance)
    return verdict
  }
}
