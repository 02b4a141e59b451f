// Gestures on views.

import Segue

private let panOptions = Options([
  .word("axis", of: PanSettings.Axis.allCases.map(\.rawValue)), .number("slop"), .integer("min_contacts"),
  .integer("max_contacts"),
  .function("should_begin"),
])

/// view:on(kind, [options,] handler)
let onGesture = Method(
  "on",
  [
    .word("kind", of: RecognizerKind.all.map(\.name)), .options("options", panOptions).or(.function("options")),
    .function("handler").optional,
  ]
) { call throws(ScriptError) in
  let (area, bridge) = (call.area, call.bridge)
  if call[1].isFunction, call[2].isGiven { throw ScriptError("view:on: options expected a table of options, got a function") }
  let handler = call[1].isFunction ? call[1] : call[2]
  guard handler.isFunction else { throw ScriptError("view:on: handler expected a function, got nothing") }
  var pan = PanSettings()
  let options = call[1]
  if options.isOptions {
    if let axis = options["axis"].wordIfGiven { pan.axis = PanSettings.Axis.allCases[axis] }
    if let slop = options["slop"].numberIfGiven { pan.slop = slop }
    if let least = options["min_contacts"].integerIfGiven { pan.minimumContacts = Int(clamping: least) }
    if let most = options["max_contacts"].integerIfGiven { pan.maximumContacts = Int(clamping: most) }
  }
  let view = call.object
  var callbacks = [try call.store(handler, owner: view)]
  let callback = callbacks[0]
  var settings = RecognizerSettings()
  if options.isOptions, options["should_begin"].isFunction {
    let question: Callback
    do throws(ScriptError) { question = try call.store(options["should_begin"], owner: view) } catch {
      bridge.remove(callback)
      throw error
    }
    callbacks.append(question)
    settings.shouldBegin = { [weak bridge] recognizer, report in
      guard let bridge else { return false }
      do {
        let answer = try bridge.ask(question, [bridge.area.value(of: report, recognizer, view)], kind: "should_begin")
        return answer?.first?.isTrue ?? false
      } catch {
        bridge.report(.init(kind: "should_begin", error: error as? ScriptError ?? ScriptError("\(error)")))
        return false
      }
    }
  }
  let box = RecognizerBox()
  let recognizer: Handle<Recognizer>
  do throws(ScriptError) {
    recognizer = try asking { () throws(SegueError) in
      try area.engine.addRecognizer(.pan(pan), to: view.handle(), settings: settings) { [weak bridge] report in
        guard let recognizer = box.handle, let bridge else { return }
        bridge.area.hear(report, recognizer, view, callback, bridge)
      }
    }
  } catch {
    for callback in callbacks { bridge.remove(callback) }
    throw error
  }
  box.handle = recognizer
  let object = Object(.recognizer, recognizer)
  area.register(bridge, view, about: object, "gesture", callbacks) { [unowned area] in
    area.engine.removeRecognizer(recognizer)
    area.failedGestures.insert(recognizer.bits)
    area.endGesture(recognizer)
  }
  call.give(.object(object))
}

/// Lets a recogniser's own action know its name.
private final class RecognizerBox {
  var handle: Handle<Recognizer>?
}

let recognizerTable = ClassTable(
  "recognizer", .recognizer,
  methods: [
    Method("remove") { call throws(ScriptError) in
      guard let view = call.area.engine.recognizer(call.object.handle())?.view else { return }
      call.area.withdraw(call.bridge, Object(.view, view)) { $0.subject == call.object }
    },
    Method("require_to_fail", [.object("other", .recognizer)]) { call throws(ScriptError) in
      try call.configure { $0.requireToFail.append(call[0].object.handle()) }
    },
    Method("allow_simultaneous", [.object("other", .recognizer)]) { call throws(ScriptError) in
      try call.configure { $0.simultaneousWith.append(call[0].object.handle()) }
    },
  ],
  fields: [
    Field(
      .boolean("enabled"),
      get: { call throws(ScriptError) in
        call.give(.boolean(call.area.engine.recognizer(call.object.handle())?.settings.isEnabled ?? false))
      },
      set: { call throws(ScriptError) in try call.configure { $0.isEnabled = call[0].boolean } }),
    Field(
      .string("state"),
      get: { call throws(ScriptError) in
        call.give(.string(call.area.engine.recognizer(call.object.handle())?.state.rawValue ?? "removed"))
      }),
  ])

extension Call {
  fileprivate func configure(_ change: (inout RecognizerSettings) -> Void) throws(ScriptError) {
    guard area.engine.configure(object.handle(), change) else { throw ScriptError("recognizer has been removed") }
  }
}

extension Area {
  /// Hands a report to its handler.
  fileprivate func hear(
    _ report: GestureReport, _ recognizer: Handle<Recognizer>, _ view: Object, _ callback: Callback, _ bridge: LuaBridge
  ) {
    if report.state == .began { noteOrigin(recognizer, view) }
    let outer = hearing
    hearing = recognizer.bits
    bridge.start(callback, [value(of: report, recognizer, view)], kind: "gesture handler") { [weak self, weak bridge] end in
      if case .finished = end { return }
      if self?.origins[recognizer.bits] != nil { self?.failedGestures.insert(recognizer.bits) }
      if case .failed(let error) = end { bridge?.report(.init(kind: "gesture handler", error: error)) }
    }
    hearing = outer
    if report.state == .ended || report.state == .cancelled { endGesture(recognizer) }
  }

  /// Forgets a gesture. If its handler failed, nobody may be left to end what it began: that is rolled back.
  fileprivate func endGesture(_ recognizer: Handle<Recognizer>) {
    origins[recognizer.bits] = nil
    let interactions = begun.removeValue(forKey: recognizer.bits) ?? []
    guard failedGestures.remove(recognizer.bits) != nil else { return }
    for interaction in interactions
    where engine.runs.contains(where: { $0.interaction === interaction && ($0.isInteractive || $0.state == .possible) }) {
      interaction.cancel()
    }
  }

  /// The values of a gesture's view when it began: `g.origin`.
  fileprivate func noteOrigin(_ recognizer: Handle<Recognizer>, _ view: Object) {
    let handle: Handle<View> = view.handle()
    origins[recognizer.bits] = Property.all.compactMap { property in
      guard let numbers = try? engine.shownNumbers(property, of: handle) else { return nil }
      return Value.Pair(key: property.name, value: property.value(numbers, in: engine.space(of: handle)))
    }
  }

  /// What a gesture's handler gets.
  fileprivate func value(of report: GestureReport, _ recognizer: Handle<Recognizer>, _ view: Object) -> Value {
    let location = engine.convert(report.location, from: nil, to: view.handle()) ?? report.location
    return .record([
      .init(key: "state", value: .string(report.state.rawValue)),
      .init(key: "time", value: .number(report.time)),
      .init(key: "translation", value: .numbers([report.translation.x, report.translation.y], .point)),
      .init(key: "velocity", value: .numbers([report.velocity.x, report.velocity.y], .point)),
      .init(key: "location", value: .numbers([location.x, location.y], .point)),
      .init(key: "contacts", value: .integer(Int64(report.contacts))),
      .init(key: "recognizer", value: .object(Object(.recognizer, recognizer))),
      .init(key: "view", value: .object(view)),
      .init(key: "origin", value: .record(origins[recognizer.bits] ?? [])),
    ])
  }
}
