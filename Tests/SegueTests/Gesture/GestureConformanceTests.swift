// Plays the cases that were gathered from other toolkits' public tests, where that folder is at hand.

import Foundation
import Testing

@testable import Segue

private typealias JSON = [String: Any]

private enum Cases {
  static let folder: URL? = {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let given = ProcessInfo.processInfo.environment["SEGUE_CONFORMANCE"].map { URL(fileURLWithPath: $0) }
    let folder = (given ?? package.deletingLastPathComponent().appendingPathComponent("shared/conformance"))
      .appendingPathComponent("gestures")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  static func read(_ name: String) throws -> [JSON] {
    let data = try Data(contentsOf: #require(folder).appendingPathComponent(name))
    return try #require((JSONSerialization.jsonObject(with: data) as? JSON)?["cases"] as? [JSON])
  }
}

private func number(_ value: Any?) -> Double? { (value as? NSNumber)?.doubleValue }

@Suite("Gesture cases from outside", .enabled(if: Cases.folder != nil)) struct GestureConformanceTests {
  private func near(_ got: Double, _ wanted: Double, relative: Double) -> Bool {
    abs(got - wanted) <= max(abs(wanted) * relative, 1e-6)
  }

  @Test("Recorded flings give the published speed of a parabola over 100 ms")
  func velocities() throws {
    var compared = 0
    for example in try Cases.read("velocity.json") {
      guard let id = example["id"] as? String, let input = example["input"] as? JSON, let expect = example["expect"] as? JSON,
        let rows = input["samples"] as? [[Any]]
      else { continue }
      var tracker = VelocityTracker(VelocityMeasure(.quadratic, window: 0.1))
      if id.hasPrefix("ve-flutter") || id == "ve-cancel" {
        guard let wanted = expect["velocity"] as? [NSNumber], let up = number(input["up_at_ms"]) else { continue }
        for row in rows { tracker.add(Point(number(row[1])!, number(row[2])!), at: number(row[0])! / 1000) }
        let got = tracker.velocity(at: up / 1000)
        #expect(near(got.x, wanted[0].doubleValue, relative: 0.001), "\(id): \(got)")
        #expect(near(got.y, wanted[1].doubleValue, relative: 0.001), "\(id): \(got)")
        compared += 2
      } else if id.hasPrefix("ve-android"), let checks = expect["checks"] as? [JSON], rows.allSatisfy({ $0.count == 2 }) {
        for row in rows.dropLast() {
          guard let position = row[1] as? [Any] else { continue }
          tracker.add(Point(number(position[0])!, number(position[1])!), at: number(row[0])! / 1000)
        }
        let got = tracker.velocity(at: number(rows.last![0])! / 1000)
        for check in checks where check["strategy"] as? String == "LSQ2" {
          guard let wanted = number(check["velocity"]) else { continue }
          let value = check["axis"] as? String == "x" ? got.x : got.y
          #expect(near(value, wanted, relative: number(check["tolerance_rel"]) ?? 0.2), "\(id): \(value), wanted \(wanted)")
          compared += 1
        }
      }
    }
    #expect(compared >= 35, "only \(compared) numbers compared")
  }

  @Test("State paths that other toolkits allow or refuse are allowed or refused")
  func statePaths() throws {
    var played = 0
    for example in try Cases.read("recognizers.json") {
      guard let input = example["input"] as? JSON, let path = input["state_path"] as? [String],
        let allowed = (example["expect"] as? JSON)?["allowed"] as? Bool
      else { continue }
      let isDiscrete = input["recognizer"] as? String == "discrete"
      let verdicts = Verdict.allCases.filter { isDiscrete ? ![.begin, .change].contains($0) : $0 != .recognize }
      let legal = zip(path, path.dropFirst()).allSatisfy { from, to in
        verdicts.contains { GestureState(rawValue: from)?.after($0)?.rawValue == to }
      }
      #expect(legal == allowed, "\(example["id"] ?? "")")
      played += 1
    }
    #expect(played == 4)
  }

  /// The cases of pans alone whose rules are ours: the slop is taken off the translation, axes are locked at the start. Left out:
  /// bounds, delays and offsets (not a recogniser's business) and another toolkit's order of rivals.
  private static let pans: Set = [
    "pan-start-position", "ug-drag-basic", "ug-drag-restart", "ug-drag-fresh-release", "ug-threshold", "ug-axis-wrong",
    "ug-axis-right", "ug-lock-y", "ug-lock-x", "ug-tap-filter-moved", "hm-pan-events", "hm-pinch-and-pan",
    "nest-press-then-pan",
  ]

  @Test("Pans begin, move and end where other toolkits' do", arguments: pans.sorted())
  func pan(id: String) throws {
    let example = try #require(Cases.read("recognizers.json").first { $0["id"] as? String == id })
    let input = try #require(example["input"] as? JSON)
    let bench = GestureBench()
    var first: Handle<Recognizer>?
    for recognizer in try #require(input["recognizers"] as? [JSON]) where recognizer["type"] as? String == "pan" {
      let pointers = (recognizer["pointers"] as? Int) ?? 1
      let handle = bench.add(
        try #require(recognizer["name"] as? String),
        .pan(
          PanSettings(
            axis: (recognizer["axis"] as? String).flatMap(PanSettings.Axis.init) ?? .any,
            slop: number(recognizer["slop"]) ?? number(recognizer["threshold"]) ?? 0, minimumContacts: pointers,
            maximumContacts: pointers)))
      first = first ?? handle
    }
    let pan = try #require(first)
    let steps = example["expect"] as? [JSON] ?? []
    var compared = 0
    for (index, row) in try #require(input["events"] as? [[Any]]).enumerated() {
      let before = bench.reports.count
      bench.event(
        try #require((row[2] as? String).flatMap(InputEvent.Phase.init)), number(row[3])!, number(row[4])!,
        contact: try #require(row[1] as? Int), at: number(row[0])! / 1000)
      guard let step = steps.first(where: { $0["after_event"] as? Int == index }) else { continue }
      // A pan without slop begins with its first movement; the other toolkit's with the touch.
      if let active = step["active"] as? Bool, index > 0 {
        #expect(bench.arena[pan]?.state.isActive == active, "after event \(index)")
        compared += 1
      }
      // There the slop is taken off both axes of a free pan, here along its way.
      if let movement = step["movement"] as? [NSNumber], id != "ug-threshold" {
        #expect(bench.last?.translation == Point(movement[0].doubleValue, movement[1].doubleValue), "after event \(index)")
        compared += 1
      }
      if let velocity = step["velocity_px_per_ms"] as? [NSNumber] {
        #expect(near(bench.last?.velocity.x ?? 0, velocity[0].doubleValue * 1000, relative: 1e-9), "after event \(index)")
        #expect(near(bench.last?.velocity.y ?? 0, velocity[1].doubleValue * 1000, relative: 1e-9), "after event \(index)")
        compared += 1
      }
      if let emits = step["emits"] as? [String] {
        let got = bench.reports[before...].map { name, report in
          switch report.state {
          case .began:
            "\(name) start at \(Int(report.location.x)),\(Int(report.location.y)) time \(Int((report.time * 1000).rounded()))"
          default: "\(name) \(report.state == .ended ? "end" : report.state.rawValue)"
          }
        }
        #expect(got == emits, "after event \(index)")
        compared += 1
      }
    }
    if let counts = (example["expect"] as? JSON)?["counts"] as? [String: Int] {
      let states: [(suffix: String, state: GestureState)] = [("start", .began), ("move", .changed), ("end", .ended)]
      for (suffix, state) in states {
        guard
          let wanted = counts.first(where: {
            $0.key == suffix || $0.key.hasSuffix("pan \(suffix)") || $0.key == "pan_\(suffix)"
          })
        else { continue }
        #expect(bench.reports.filter { $0.report.state == state }.count == wanted.value, "\(wanted.key)")
        compared += 1
      }
    }
    #expect(compared > 0, "nothing was compared")
  }
}
