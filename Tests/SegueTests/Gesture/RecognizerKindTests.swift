import Testing

@testable import Segue

@Suite("Kinds of recognisers") struct RecognizerKindTests {
  @Test("The list has every kind of the table once, in order, with its settings by name")
  func list() {
    let settings = RecognizerKind.all.map { name, kind in name + ": " + kind.settings.map(\.name).joined(separator: " ") }
    #expect(
      settings == [
        "tap: taps contacts slop between",
        "long_press: duration slop contacts",
        "pan: axis slop min_contacts max_contacts method",
        "edge_pan: edges band right_to_left slop method",
        "swipe: direction minimum maximum contacts",
        "pinch: slop",
        "rotation: slop",
        "scroll: axis axis_test slop page min_contacts max_contacts method",
        "touchpad_swipe: axis axis_test slop page min_contacts max_contacts method",
      ])
    #expect(RecognizerKind.all.allSatisfy { $0.name == $0.kind.name && $0.kind.problem == nil })
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

  @Test("F99 Settings that make no sense never recognise anything, of any kind")
  func nonsense() {
    for (name, kind) in RecognizerKind.all where name != "swipe" {
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
