// Gestures on views.

import Segue

/// view:on(kind, [options,] handler)
let onGesture = Method(
  "on",
  [
    .string("kind"), .options("options", gestureOptions).or(.function("options")),
    .function("handler").optional,
  ]
) { call throws(ScriptError) in
  let (area, bridge) = (call.area, call.bridge)
  if call[1].isFunction, call[2].isGiven { throw ScriptError("view:on: options expected a table of options, got a function") }
  let handler = call[1].isFunction ? call[1] : call[2]
  guard handler.isFunction else { throw ScriptError("view:on: handler expected a function, got nothing") }
  let view = call.object
  let made = try call.makeRecognizer(call[0].string, call[1], owner: view, "view:on")
  let object = Object(.recognizer, made.handle)
  let callback: Callback
  do throws(ScriptError) {
    callback = try call.store(handler, owner: view)
    try asking { () throws(SegueError) in try area.engine.attach(made.handle, to: view.handle()) }
    // What a script keeps in it lives as long as the view.
    try bridge.link(view, to: object)
  } catch {
    area.engine.removeRecognizer(made.handle)
    for callback in made.callbacks { bridge.remove(callback) }
    throw error
  }
  area.engine.addAction(made.handle) { [link = bridge.link] report in
    guard let bridge = link.bridge else { return }
    let area = bridge.area
    area.hear(report, made.handle, callback, bridge) { [area.value(of: report, made.handle)] }
  }
  area.register(bridge, view, about: object, "gesture", made.callbacks + [callback]) { [unowned area, link = bridge.link] in
    area.removeRecognizer(made.handle)
    link.bridge?.unlink(view, from: object)
  }
  call.give(.object(object))
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
  fields: gestureSettingFields + [
    Field(
      .boolean("enabled"),
      get: { call throws(ScriptError) in
        call.give(.boolean(call.area.engine.recognizer(call.object.handle())?.settings.isEnabled ?? false))
      },
      set: { call throws(ScriptError) in try call.configure { $0.isEnabled = call[0].boolean } }),
    // Whether its contacts may take hold of a run that admits catchers only.
    Field(
      .boolean("catcher"),
      get: { call throws(ScriptError) in
        call.give(.boolean(call.area.engine.recognizer(call.object.handle())?.settings.isCatcher ?? false))
      },
      set: { call throws(ScriptError) in try call.configure { $0.isCatcher = call[0].boolean } }),
    // Whether it hears its contacts beside any other recogniser, and stands in nobody's way.
    Field(
      .boolean("passive"),
      get: { call throws(ScriptError) in
        call.give(.boolean(call.area.engine.recognizer(call.object.handle())?.settings.isPassive ?? false))
      },
      set: { call throws(ScriptError) in try call.configure { $0.isPassive = call[0].boolean } }),
    Field(
      .string("kind"),
      get: { call throws(ScriptError) in
        call.give(call.area.engine.recognizer(call.object.handle()).map { .string($0.kind.name) } ?? .none)
      }),
    Field(
      .object("view", .view),
      get: { call throws(ScriptError) in
        let view = call.area.engine.recognizer(call.object.handle())?.view
        call.give(view: view.flatMap { call.area.engine.isAlive($0) ? $0 : nil })
      }),
    Field(
      .string("state"),
      get: { call throws(ScriptError) in
        call.give(.string(call.area.engine.recognizer(call.object.handle())?.state.rawValue ?? "removed"))
      }),
    // What it last reported.
    Field(
      .numbers("translation", .point, least: 2),
      get: { call throws(ScriptError) in call.give(point: call.lastReport?.translation) },
      set: { call throws(ScriptError) in
        let way = Point(call[0].numbers[0], call[0].numbers[1])
        try asking { () throws(SegueError) in try call.area.engine.setTranslation(way, of: call.object.handle()) }
      }),
    Field(.numbers("velocity", .point), get: { call throws(ScriptError) in call.give(point: call.lastReport?.velocity) }),
    Field(
      .numbers("location", .point),
      get: { call throws(ScriptError) in
        let engine = call.area.engine
        guard let report = call.lastReport, let view = engine.recognizer(call.object.handle())?.view else {
          return call.give(.none)
        }
        call.give(point: engine.convert(report.location, from: nil, to: view) ?? report.location)
      }),
    Field(.number("scale"), get: { call throws(ScriptError) in call.give(call.lastReport?.scale ?? 1) }),
    Field(.number("angle"), get: { call throws(ScriptError) in call.give(call.lastReport?.angle ?? 0) }),
    Field(.number("rate"), get: { call throws(ScriptError) in call.give(call.lastReport?.rate ?? 0) }),
  ],
  describe: { call throws(ScriptError) in
    guard let recognizer = call.area.engine.recognizer(call.object.handle()) else {
      return call.give(.string("recognizer (removed)"))
    }
    call.give(.string("\(recognizer.kind.name) (\(recognizer.state.rawValue))"))
  })

extension Call {
  fileprivate func configure(_ change: (inout RecognizerSettings) -> Void) throws(ScriptError) {
    guard area.engine.configure(object.handle(), change) else { throw ScriptError("recognizer has been removed") }
  }

  fileprivate var lastReport: GestureReport? { area.engine.report(of: object.handle()) }

  func give(point: Point?) { give(point.map { .numbers([$0.x, $0.y], .point) } ?? .none) }

  /// Makes a recogniser of a kind by name, on no view yet. `owner` keeps the script's functions; nil: the recogniser does.
  func makeRecognizer(_ name: String, _ options: Argument, owner: Object?, _ what: String) throws(ScriptError)
    -> (handle: Handle<Recognizer>, callbacks: [Callback])
  {
    let handle = try makeRecognizer(name, options, what)
    let object = Object(.recognizer, handle)
    do throws(ScriptError) {
      try bridge.adopt(object)
      guard options.isOptions, options["should_begin"].isFunction else { return (handle, []) }
      let question = try store(options["should_begin"], owner: owner ?? object)
      area.engine.configure(handle) {
        $0.shouldBegin = { [link = bridge.link] recognizer, report in
          guard let bridge = link.bridge else { return false }
          do {
            let answer = try bridge.ask(question, [bridge.area.value(of: report, recognizer)], kind: "should_begin")
            return answer?.first?.isTrue ?? false
          } catch {
            bridge.report(.init(kind: "should_begin", error: error as? ScriptError ?? ScriptError("\(error)")))
            return false
          }
        }
      }
      return (handle, [question])
    } catch {
      area.engine.removeRecognizer(handle)
      throw error
    }
  }

  private func makeRecognizer(_ name: String, _ options: Argument, _ what: String) throws(ScriptError) -> Handle<Recognizer> {
    var settings = RecognizerSettings()
    if options.isOptions {
      settings.isEnabled = options["enabled"].booleanIfGiven ?? true
      settings.isCatcher = options["catcher"].booleanIfGiven ?? false
      settings.isPassive = options["passive"].booleanIfGiven ?? false
    }
    guard var kind = RecognizerKind.all.first(where: { $0.name == name })?.kind else {
      if let custom = area.gestureKinds[name] { return try makeRecognizer(custom, options, settings, what) }
      let names = RecognizerKind.all.map(\.name) + area.gestureKinds.keys.sorted()
      let hint =
        nearestName(to: name, among: names).map { "did you mean \"\($0)\"?" }
        ?? "expected one of \(names.joined(separator: ", "))"
      throw ScriptError("\(what): kind: unknown \"\(name)\", \(hint)")
    }
    try options.forEachGiven { i, argument throws(ScriptError) in
      if i < gestureSettings.count { try kind.set(gestureSettings[i].name, argument, what) }
    }
    do throws(SegueError) { return try area.engine.makeRecognizer(kind, settings: settings) } catch {
      throw ScriptError("\(what): \(error.message)")
    }
  }
}

extension Area {
  /// Takes a recogniser out of the engine, and rolls back what its handler began if that failed.
  func removeRecognizer(_ recognizer: Handle<Recognizer>) {
    engine.removeRecognizer(recognizer)
    failedGestures.insert(recognizer.bits)
    endGesture(recognizer)
  }

  /// Hands a report to its handler.
  func hear(
    _ report: GestureReport, _ recognizer: Handle<Recognizer>, _ callback: Callback, _ bridge: LuaBridge,
    _ arguments: () -> [Value]
  ) {
    if report.state == .began { noteOrigin(recognizer) }
    let outer = hearing
    hearing = recognizer.bits
    bridge.start(callback, arguments(), kind: "gesture handler") {
      [weak self, link = bridge.link] end in
      if case .finished = end { return }
      if self?.origins[recognizer.bits] != nil { self?.failedGestures.insert(recognizer.bits) }
      if case .failed(let error) = end { link.bridge?.report(.init(kind: "gesture handler", error: error)) }
    }
    hearing = outer
    if report.state == .ended || report.state == .cancelled { endGesture(recognizer) }
  }

  /// Forgets a gesture. If its handler failed, nobody may be left to end what it began: that is rolled back.
  private func endGesture(_ recognizer: Handle<Recognizer>) {
    origins[recognizer.bits] = nil
    let interactions = begun.removeValue(forKey: recognizer.bits) ?? []
    guard failedGestures.remove(recognizer.bits) != nil else { return }
    for interaction in interactions
    where engine.runs.contains(where: { $0.interaction === interaction && ($0.isInteractive || $0.state == .possible) }) {
      interaction.cancel()
    }
  }

  /// The values of a gesture's view when it began: `g.origin`.
  private func noteOrigin(_ recognizer: Handle<Recognizer>) {
    guard let view = engine.recognizer(recognizer)?.view else { return }
    origins[recognizer.bits] = Property.all.compactMap { property in
      guard let numbers = try? engine.shownNumbers(property, of: view) else { return nil }
      return Value.Pair(key: property.name, value: property.value(numbers, in: engine.space(of: view)))
    }
  }

  /// What a gesture's handler gets.
  func value(of report: GestureReport, _ recognizer: Handle<Recognizer>) -> Value {
    let view = engine.recognizer(recognizer)?.view
    let location = view.flatMap { engine.convert(report.location, from: nil, to: $0) } ?? report.location
    return .record([
      .init(key: "state", value: .string(report.state.rawValue)),
      .init(key: "time", value: .number(report.time)),
      .init(key: "translation", value: .numbers([report.translation.x, report.translation.y], .point)),
      .init(key: "velocity", value: .numbers([report.velocity.x, report.velocity.y], .point)),
      .init(key: "location", value: .numbers([location.x, location.y], .point)),
      .init(key: "contacts", value: .integer(Int64(report.contacts))),
      .init(key: "scale", value: .number(report.scale)),
      .init(key: "angle", value: .number(report.angle)),
      .init(key: "rate", value: .number(report.rate)),
      .init(key: "direction", value: report.direction.map { .string($0.rawValue) } ?? .none),
      .init(key: "device", value: .string(report.device.rawValue)),
      .init(key: "recognizer", value: .object(Object(.recognizer, recognizer))),
      .init(key: "view", value: view.map { .object(Object(.view, $0)) } ?? .none),
      .init(key: "origin", value: .record(origins[recognizer.bits] ?? [])),
    ])
  }
}
