// segue.gesture: recognisers on no view yet, and kinds of an author's own.

import Segue

private let defineOptions = Options([
  .string("name").required, .boolean("discrete"), .integer("contacts"), .function("update").required, .function("reset"),
])

let gestureModuleTable = ClassTable(
  "gesture", .gesture, single: true,
  methods: [
    // A recogniser for set_gesture.
    Method("new", [.string("kind"), .options("options", gestureOptions).optional]) { call throws(ScriptError) in
      let made = try call.makeRecognizer(call[0].string, call[1], owner: nil, "segue.gesture.new")
      call.give(.object(Object(.recognizer, made.handle)))
    },
    // update(self, step) is asked at each step of the contacts and answers "begin", "change", "end", "recognize", "fail",
    // "cancel" or nothing, and in how many seconds it wants to hear of time; self is a table of the recogniser's own.
    Method("define", [.options("options", defineOptions)]) { call throws(ScriptError) in
      let (area, bridge, options) = (call.area, call.bridge, call[0])
      let name = options["name"].string
      if name.isEmpty || RecognizerKind.all.contains(where: { $0.name == name }) {
        throw ScriptError(
          name.isEmpty
            ? "segue.gesture.define: name expected some text" : "segue.gesture.define: there is a kind \"\(name)\" already")
      }
      let kind = CustomKind(
        name, isDiscrete: options["discrete"].booleanIfGiven ?? false,
        contacts: Int(clamping: options["contacts"].integerIfGiven ?? 1))
      if let problem = kind.problem { throw ScriptError("segue.gesture.define: \(problem)") }
      let update = try call.store(options["update"], owner: .root)
      var reset: Callback?
      do throws(ScriptError) {
        if options["reset"].isFunction { reset = try call.store(options["reset"], owner: .root) }
      } catch {
        bridge.remove(update)
        throw error
      }
      area.gestureKinds[name] = ScriptedKind(kind: kind, update: update, reset: reset)
      area.register(bridge, .root, "gesture kind", [update] + (reset.map { [$0] } ?? [])) { [unowned area] in
        if area.gestureKinds[name]?.update == update { area.gestureKinds[name] = nil }
      }
    },
  ])

/// A kind of gesture that a script defined.
struct ScriptedKind {
  var kind: CustomKind
  var update: Callback
  var reset: Callback?
}

/// One recogniser of such a kind.
private final class ScriptedLogic: GestureLogic {
  private let kind: ScriptedKind
  private let link: LuaBridge.Link
  /// The recogniser's object, whose own table is the script's `self`.
  var object: Object?

  init(_ kind: ScriptedKind, _ link: LuaBridge.Link) { (self.kind, self.link) = (kind, link) }

  func decide(_ step: GestureStep) -> (decision: GestureDecision, wake: Double?) {
    guard let bridge = link.bridge, let object else { return (.fail, nil) }
    do throws(ScriptError) {
      let contacts = step.contacts.map { contact in
        Value.record([
          "id": .integer(Int64(clamping: contact.id)), "x": .number(contact.position.x), "y": .number(contact.position.y),
          "start_x": .number(contact.start.x), "start_y": .number(contact.start.y),
        ])
      }
      let told: Value = .record([
        "change": .string(step.change.rawValue), "contacts": .list(contacts), "time": .number(step.time),
        "active": .boolean(step.isActive),
      ])
      let answer = try bridge.ask(kind.update, [.stored(try bridge.ownTable(of: object)), told], kind: "update") ?? []
      let wake = answer.count > 1 ? answer[1].asNumber : nil
      guard let first = answer.first, first != .none else { return (.wait, wake) }
      guard let word = first.asString, let decision = GestureDecision(rawValue: word) else {
        let words = GestureDecision.allCases.map(\.rawValue).joined(separator: ", ")
        throw ScriptError("\(kind.kind.name): update must return one of \(words), or nothing")
      }
      return (decision, wake)
    } catch {
      bridge.report(.init(kind: "update", error: error))
      return (step.isActive ? .cancel : .fail, nil)
    }
  }

  func reset() {
    guard let bridge = link.bridge, let object, let reset = kind.reset else { return }
    do throws(ScriptError) {
      _ = try bridge.ask(reset, [.stored(try bridge.ownTable(of: object))], kind: "reset")
    } catch { bridge.report(.init(kind: "reset", error: error)) }
  }
}

extension Call {
  /// A recogniser of a kind that a script defined.
  func makeRecognizer(_ custom: ScriptedKind, _ options: Argument, _ settings: RecognizerSettings, _ what: String)
    throws(ScriptError) -> Handle<Recognizer>
  {
    var kind = RecognizerKind.custom(custom.kind)
    try options.forEachGiven { i, argument throws(ScriptError) in
      if i < gestureSettings.count { try kind.set(gestureSettings[i].name, argument, what) }
    }
    let logic = ScriptedLogic(custom, bridge.link)
    let handle = area.engine.makeRecognizer(custom.kind, logic, settings: settings)
    logic.object = Object(.recognizer, handle)
    return handle
  }
}
