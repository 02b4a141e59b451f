import Foundation
import Testing

@testable import Segue

@Suite("Kinds of recognisers") struct RecognizerKindTests {
  @Test("The list has every kind of the table once, in order, with its settings by name")
  func list() {
    let settings = RecognizerKind.all.map { name, kind in name + ": " + kind.settings.map(\.name).joined(separator: " ") }
    #expect(
      settings == [
        "tap: taps contacts slop between distance button",
        "long_press: duration slop contacts",
        "pan: axis slop min_contacts max_contacts method window gap samples",
        "edge_pan: edges band right_to_left slop method window gap samples",
        "swipe: direction minimum maximum contacts",
        "pinch: slop span method window gap samples",
        "rotation: slop method window gap samples",
        "scroll: axis axis_test slop page min_contacts max_contacts method window gap samples",
        "touchpad_swipe: axis axis_test slop page min_contacts max_contacts method window gap samples",
        "key: keys",
      ])
    #expect(RecognizerKind.all.allSatisfy { $0.name == $0.kind.name && $0.kind.problem == nil })
  }

  @Test("docs/gestures.md has every kind with its settings and their defaults")
  func documented() throws {
    func text(_ value: RecognizerSetting.Value?) -> String {
      switch value {
      case .number(let number): number == number.rounded() ? String(Int(number)) : String(number)
      case .integer(let count): count == .max ? "any" : String(count)
      case .flag(let flag): String(flag)
      case .word(let word): word
      case .words(let words): words.isEmpty ? "none" : words.joined(separator: " ")
      case .pair(let a, let b): "\(Int(a)) × \(Int(b))"
      case nil: ""
      }
    }
    let rows = RecognizerKind.all.map { name, kind in
      "| `\(name)` | " + kind.settings.map { "`\($0.name)` \(text(kind[$0.name]))" }.joined(separator: ", ") + " |"
    }
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/gestures.md")
    let page = try String(contentsOf: file, encoding: .utf8)
    let table = page.components(separatedBy: "RecognizerKindTests -->\n").last?.components(separatedBy: "\n<!-- end").first
    let wanted = (["| kind | settings and their defaults |", "|---|---|"] + rows).joined(separator: "\n")
    #expect(table == wanted, "\(wanted)")
  }

  @Test("The defaults are the documented ones")
  func defaults() {
    let all = Dictionary(uniqueKeysWithValues: RecognizerKind.all.map { ($0.name, $0.kind) })
    #expect(all["tap"]?["taps"] == .integer(1) && all["tap"]?["slop"] == .number(10) && all["tap"]?["between"] == .number(0.3))
    #expect(all["long_press"]?["duration"] == .number(0.5) && all["long_press"]?["slop"] == .number(10))
    #expect(all["pan"]?["axis"] == .word("any") && all["pan"]?["method"] == .word("least_squares"))
    #expect(all["edge_pan"]?["edges"] == .words([]) && all["edge_pan"]?["band"] == .number(20))
    #expect(all["swipe"]?["minimum"] == .number(50) && all["swipe"]?["maximum"] == .number(0.5))
    #expect(all["scroll"]?["page"] == .pair(400, 300) && all["scroll"]?["axis_test"] == .number(1.2))
    #expect(all["tap"]?["axis"] == nil)
  }

  @Test("Every setting reads back what was set, refuses another form and changes nothing then")
  func writing() {
    for (name, kind) in RecognizerKind.all {
      for setting in kind.settings {
        var changed = kind
        let value: RecognizerSetting.Value =
          switch setting.form {
          case .number(let range): .number(range.upperBound)
          case .integer(let range): .integer(range.lowerBound + 1)
          case .flag: .flag(true)
          case .word(let words): .word(words[words.count - 1])
          case .words(let words): .words([words[0]])
          case .pair: .pair(20, 30)
          case .texts: .words(["Escape"])
          }
        let isSet = changed.set(setting.name, to: value)
        #expect(isSet, "\(name) \(setting.name)")
        #expect(changed[setting.name] == value && changed != kind, "\(name) \(setting.name)")
        let wrong: RecognizerSetting.Value = value == .flag(true) ? .number(1) : .flag(true)
        let before = changed
        let isWrongSet = changed.set(setting.name, to: wrong)
        let isNonsenseSet = changed.set("nonsense", to: value)
        #expect(!isWrongSet && !isNonsenseSet && changed == before, "\(name) \(setting.name)")
      }
    }
  }

  @Test("Values out of range and words that are none are named by the setting")
  func problems() {
    var tap = RecognizerKind.tap(TapSettings())
    tap.set("taps", to: .integer(0))
    #expect(tap.problem == "taps expected a whole number from 1 to 100, got 0")
    var press = RecognizerKind.longPress(LongPressSettings())
    press.set("duration", to: .number(.nan))
    #expect(press.problem == "duration expected a number from 0 to 60.0, got nan")
    var scroll = RecognizerKind.scroll(ScrollSettings())
    scroll.set("page", to: .pair(400, 0))
    #expect(scroll.problem == "page expected a number from 1.0 to 10000000.0, got 0.0")
    scroll = .scroll(ScrollSettings(minimumContacts: 3, maximumContacts: 2))
    #expect(scroll.problem == "max_contacts expected 3 (the minimum) or more, got 2")
    var edge = RecognizerKind.edgePan(EdgePanSettings())
    let words = edge.set("edges", to: .words(["left", "middle"]))
    #expect(!words)
    #expect(RecognizerKind.swipe(SwipeSettings(directions: [])).problem != nil)
  }

  /// Plays a gesture of a kind up to the moment when it is there, or one step before.
  private func play(_ bench: GestureBench, _ name: String, complete: Bool) {
    switch name {
    case "tap":
      bench.event(.down, 5, 5)
      if complete { bench.event(.up, 5, 5) }
    case "long_press":
      bench.event(.down, 5, 5)
      if complete { bench.arena.advance(to: bench.time + 0.5) }
    case "swipe", "pan", "edge_pan":
      bench.event(.down, 5, 5)
      if complete { bench.event(.move, 65, 5) }
    case "pinch", "rotation":
      bench.event(.down, 5, 5)
      bench.event(.down, 105, 5, contact: 1)
      if complete { bench.event(.move, 5, 205, contact: 1) }
    case "key":
      bench.key(.down, complete ? "Escape" : "Return")
    default:
      let motion = TouchpadMotion(name == "scroll" ? .scroll : .swipe, fingers: 3, delta: Point(50, 0))
      bench.touchpad(.down, motion)
      if complete { bench.touchpad(.move, motion) }
    }
  }

  private func bench(for name: String) -> (GestureBench, RecognizerKind) {
    let bench = GestureBench()
    bench.arena.place = { _, point in Contact.Place(point: point, size: Size(400, 800)) }
    let kind = RecognizerKind.all.first { $0.name == name }?.kind ?? .pan(PanSettings())
    switch kind {
    case .edgePan: return (bench, .edgePan(EdgePanSettings(edges: [.left])))
    case .key: return (bench, .key(KeySettings(keys: ["Escape"])))
    default: return (bench, kind)
    }
  }

  @Test(
    "F104 Switched off or removed, a gesture of any kind is cancelled once if it has begun, and silent if not",
    arguments: RecognizerKind.all.map(\.name), ["switched off", "removed", "view gone", "cancelled by the system"])
  func givenUp(name: String, how: String) {
    for complete in [false, true] {
      let (bench, kind) = bench(for: name)
      let it = bench.add("it", kind)
      func end() {
        switch how {
        case "switched off": bench.arena.configure(it) { $0.isEnabled = false }
        case "removed": bench.arena.remove(it)
        case "view gone": bench.arena.removeAll(on: bench.inner)
        default:
          let touchpad = TouchpadMotion(name == "scroll" ? .scroll : .swipe, fingers: 3)
          bench.touchpad(.cancel, touchpad)
          for contact in 0...1 { bench.event(.cancel, 5, 5, contact: contact) }
          bench.key(.cancel, "Escape")
        }
      }
      play(bench, name, complete: complete)
      end()
      end()
      bench.arena.advance(to: 100)
      let begun = kind.isDiscrete ? ["it ended"] : ["it began", "it cancelled"]
      #expect(bench.log == (complete ? begun : []), "\(name) \(how) \(complete)")
      #expect(bench.arena.nextDeadline == nil)
      guard how == "switched off" else { continue }
      for contact in 0...1 { bench.event(.up, 5, 5, contact: contact, at: 101) }
      bench.key(.up, "Escape")
      bench.arena.configure(it) { $0.isEnabled = true }
      bench.reports = []
      bench.time = 200
      play(bench, name, complete: true)
      #expect(bench.log == [begun[0]], "\(name) comes back")
    }
  }

  @Test(
    "F101 should_begin keeps a gesture of any kind from being there, without a report",
    arguments: RecognizerKind.all.map(\.name))
  func refused(name: String) {
    let (bench, kind) = bench(for: name)
    var asked: [GestureState] = []
    let it = bench.add(
      "it", kind,
      settings: RecognizerSettings(shouldBegin: { _, report in
        asked.append(report.state)
        return false
      }))
    play(bench, name, complete: true)
    #expect(asked == [kind.isDiscrete ? .ended : .began])
    #expect(bench.reports.isEmpty)
    #expect(bench.arena[it]?.state == (name == "tap" ? .possible : .failed))
  }

  @Test("F113 Switched off from the start it sees nothing, of any kind", arguments: RecognizerKind.all.map(\.name))
  func off(name: String) {
    let (bench, kind) = bench(for: name)
    _ = bench.add("it", kind, settings: RecognizerSettings(isEnabled: false))
    play(bench, name, complete: true)
    bench.arena.advance(to: 10)
    #expect(bench.reports.isEmpty && bench.arena.nextDeadline == nil)
  }

  @Test("F99 Settings that make no sense never recognise anything, of any kind")
  func nonsense() {
    for (name, kind) in RecognizerKind.all where kind["slop"] != nil {
      var broken = kind
      let slop = broken.set("slop", to: .number(-1))
      #expect(slop)
      let bench = GestureBench()
      bench.arena.place = { _, point in Contact.Place(point: point, size: Size(400, 800)) }
      let it = bench.add(name, broken)
      bench.event(.down, 0, 0)
      bench.event(.down, 9, 0, contact: 1)
      bench.event(.move, 60, 0)
      bench.arena.advance(to: 1)
      bench.event(.up, 60, 0, at: 2)
      bench.event(.up, 9, 0, contact: 1)
      #expect(bench.reports.isEmpty)
      #expect(bench.arena[it]?.state == .possible)
    }
  }
}
