// The block style: one container, one function that animates what it does, functions that choose.

import Segue

/// navigation:set_transition([duration,] animate): one function animates what this stack does, in both directions, and says when
/// it is done. The function gets the stage, both screens, the duration, the run and `done`; without a duration it gets the run
/// alone. Where both are set only the latter runs; nil takes both away.
let setTransition = Method(
  "set_transition",
  [Item.number("duration").or(.function("duration")).optional, .function("animate").optional]
) { call throws(ScriptError) in
  let chooser = try call.chooser()
  let (area, bridge, object) = (call.area, call.bridge, call.object)
  guard call[0].isGiven || call[1].isGiven else {
    area.withdraw(bridge, object) { $0.event == "set_transition" || $0.event == "set_transition raw" }
    return
  }
  // A function alone is one that gets the run alone.
  let isRaw = !call[1].isFunction
  if isRaw, !call[0].isFunction {
    throw ScriptError("\(call.chooserName):set_transition: animate expected a function, got nothing")
  }
  if let seconds = call[0].numberIfGiven, seconds < 0 {
    throw ScriptError("\(call.chooserName):set_transition: duration expected 0 or more seconds, got \(seconds)")
  }
  let callback = try call.store(isRaw ? call[0] : call[1])
  var callbacks = [callback]
  let definition = TransitionDefinition(from: ["*"], to: ["*"])
  definition.name = "set_transition"
  definition.place = bridge.scriptPlace
  definition.timing = .curve(.linear, duration: 0)
  definition.reportsCompletion = true
  if let seconds = call[0].numberIfGiven {
    definition.duration = { _ in seconds }
  } else if !isRaw {
    let question: Callback
    do throws(ScriptError) { question = try call.store(call[0]) } catch {
      bridge.remove(callback)
      throw error
    }
    callbacks.append(question)
    definition.duration = { [link = bridge.link] run in try link.bridge?.duration(question, run) ?? 0 }
  }
  let animate: (Run) throws -> Void = { [link = bridge.link] run in
    guard let bridge = link.bridge else { return }
    let object = try bridge.area.object(run, bridge)
    let arguments: [Value] =
      isRaw
      ? [.object(object)]
      : [
        .object(Object(.view, run.stage)), .object(bridge.area.object(run.leaving)),
        .object(bridge.area.object(run.entering)), .number(run.duration), .object(object), .method(object, "complete"),
      ]
    try bridge.plan(callback, arguments, for: object, kind: "set_transition")
  }
  definition.animate = animate
  definition.animateDismiss = animate
  area.engine.name(definition)
  let named = Object(.definition, definition.handle)
  do throws(ScriptError) { try bridge.link(object, to: named) } catch {
    area.engine.unregister(definition)
    for callback in callbacks { bridge.remove(callback) }
    throw error
  }
  let event = isRaw ? "set_transition raw" : "set_transition"
  area.withdraw(bridge, object) { $0.event == event }
  area.ownDefinitions[object, default: .init()][isRaw] = definition
  chooser.choices.ownDefinition = area.ownDefinitions[object]?.chosen
  area.register(bridge, object, event, callbacks) { [weak chooser, unowned area, link = bridge.link] in
    if area.ownDefinitions[object]?[isRaw] === definition { area.ownDefinitions[object]?[isRaw] = nil }
    chooser?.choices.ownDefinition = area.ownDefinitions[object]?.chosen
    if area.ownDefinitions[object]?.chosen == nil { area.ownDefinitions[object] = nil }
    area.engine.unregister(definition)
    link.bridge?.unlink(object, from: named)
    // Who would report the end of a run under way goes too.
    for run in area.engine.runs where run.definition === definition { run.complete() }
  }
}

/// The definitions of one container's `set_transition`.
struct OwnDefinitions {
  private var raw: TransitionDefinition?
  private var prepared: TransitionDefinition?

  subscript(isRaw: Bool) -> TransitionDefinition? {
    get { isRaw ? raw : prepared }
    set { if isRaw { raw = newValue } else { prepared = newValue } }
  }

  var chosen: TransitionDefinition? { raw ?? prepared }
}

/// navigation:set_animator([operation,] choice): a function that is asked before each operation and returns a definition, nil for
/// the default; or, for one operation, its definition. nil takes it away.
let setAnimator = Method(
  "set_animator",
  [
    Item.word("operation", of: ContainerOperation.allCases.map(\.rawValue)).or(.function("operation")).optional,
    .object("definition", .definition).optional,
  ]
) { call throws(ScriptError) in
  let chooser = try call.chooser()
  let (area, bridge, object) = (call.area, call.bridge, call.object)
  if let word = call[0].wordIfGiven {
    let operation = ContainerOperation.allCases[word]
    let event = "set_animator \(operation.rawValue)"
    var definition: TransitionDefinition?
    if let given = call[1].objectIfGiven {
      definition = area.engine[given.handle(TransitionDefinition.self)]
      if definition == nil { throw ScriptError("\(call.chooserName):set_animator: definition has been removed") }
      try bridge.link(object, to: given)
    }
    area.withdraw(bridge, object) { $0.event == event }
    guard let definition else { return }
    chooser.choices.definitionOfOperation[operation] = definition
    area.register(bridge, object, event) { [weak chooser, link = bridge.link] in
      chooser?.choices.definitionOfOperation[operation] = nil
      link.bridge?.unlink(object, from: Object(.definition, definition.handle))
    }
    return
  }
  if call[1].isGiven { throw ScriptError("\(call.chooserName):set_animator: definition needs the operation before it") }
  guard call[0].isFunction else { return area.withdraw(bridge, object) { $0.event == "set_animator" } }
  let callback = try call.store(call[0])
  area.withdraw(bridge, object) { $0.event == "set_animator" }
  chooser.choices.definition = { [link = bridge.link] operation, from, to in
    guard let bridge = link.bridge else { return nil }
    do throws(ScriptError) {
      let answer = try bridge.ask(
        callback,
        [
          .object(object), .string(operation.rawValue), .object(bridge.area.object(from)),
          .object(bridge.area.object(to)),
        ], kind: "set_animator")
      guard let chosen = answer?.first, chosen != .none else { return nil }
      guard let given = chosen.asObject, given.classID == .definition else {
        throw ScriptError("set_animator: the function must return a transition or nil")
      }
      return bridge.area.engine[given.handle(TransitionDefinition.self)]
    } catch {
      bridge.report(.init(kind: "set_animator", error: error))
      return nil
    }
  }
  area.register(bridge, object, "set_animator", [callback]) { [weak chooser] in chooser?.choices.definition = nil }
}

/// navigation:set_interactor(function(navigation, transition)): asked before each operation that was given no interaction; what it
/// returns drives the run, nil lets the clock do so. `transition` is the definition that serves. nil takes the function away.
let setInteractor = Method("set_interactor", [.function("choose").optional]) { call throws(ScriptError) in
  let chooser = try call.chooser()
  let (area, bridge, object) = (call.area, call.bridge, call.object)
  guard call[0].isFunction else { return area.withdraw(bridge, object) { $0.event == "set_interactor" } }
  let callback = try call.store(call[0])
  area.withdraw(bridge, object) { $0.event == "set_interactor" }
  chooser.choices.interaction = { [link = bridge.link] definition in
    guard let bridge = link.bridge else { return nil }
    let isNamed = bridge.area.engine[definition.handle] != nil
    do throws(ScriptError) {
      let answer = try bridge.ask(
        callback, [.object(object), isNamed ? .object(Object(.definition, definition.handle)) : .none], kind: "set_interactor")
      guard let chosen = answer?.first, chosen != .none else { return nil }
      guard let given = chosen.asObject, given.classID == .interaction else {
        throw ScriptError("set_interactor: the function must return an interaction or nil")
      }
      return bridge.area.engine[given.handle(Interaction.self)]
    } catch {
      bridge.report(.init(kind: "set_interactor", error: error))
      return nil
    }
  }
  area.register(bridge, object, "set_interactor", [callback]) { [weak chooser] in chooser?.choices.interaction = nil }
}

/// navigation:set_gesture(factory, handler): the factory gets an edge pan that has no edges yet and returns it or any other
/// recogniser; the handler gets the navigation, the recogniser, its state and where it is. nil takes it all away.
let setGesture = Method("set_gesture", [.function("factory").optional, .function("handler").optional]) {
  call throws(ScriptError) in
  let chooser = try call.chooser()
  let (area, bridge, object) = (call.area, call.bridge, call.object)
  guard call[0].isFunction else {
    if call[1].isFunction { throw ScriptError("\(call.chooserName):set_gesture: factory expected a function, got nothing") }
    return area.withdraw(bridge, object) { $0.event == "set_gesture" }
  }
  guard call[1].isFunction else {
    throw ScriptError("\(call.chooserName):set_gesture: handler expected a function, got nothing")
  }
  let view = Object(.view, chooser.view)
  let edge = Object(.recognizer, try asking { () throws(SegueError) in try area.engine.makeRecognizer(.edgePan(.init())) })
  var callbacks: [Callback] = []
  let chosen: Object
  do throws(ScriptError) {
    try bridge.adopt(edge)
    let factory = try call.store(call[0], owner: view)
    defer { bridge.remove(factory) }
    let answer = try bridge.ask(factory, [.object(edge)], kind: "the factory of set_gesture")
    guard let given = answer?.first?.asObject, given.classID == .recognizer else {
      let got = answer?.first ?? .none
      throw ScriptError(
        "\(call.chooserName):set_gesture: the factory must return a recognizer, got \(got == .none ? "nil" : "something else")")
    }
    guard area.engine.recognizer(given.handle()) != nil else {
      throw ScriptError("\(call.chooserName):set_gesture: the recognizer has been removed")
    }
    chosen = given
    callbacks.append(try call.store(call[1], owner: view))
    try bridge.link(view, to: chosen)
  } catch {
    area.engine.removeRecognizer(edge.handle())
    for callback in callbacks { bridge.remove(callback) }
    throw error
  }
  if chosen != edge { area.engine.removeRecognizer(edge.handle()) }
  let recognizer: Handle<Recognizer> = chosen.handle()
  let callback = callbacks[0]
  // The one before goes first: it may be the same recogniser.
  area.withdraw(bridge, object) { $0.event == "set_gesture" }
  let isOurs = area.engine.recognizer(recognizer).map { !area.engine.isAlive($0.view) } ?? false
  if isOurs { try asking { () throws(SegueError) in try area.engine.attach(recognizer, to: chooser.view) } }
  let action = area.engine.addAction(recognizer) { [link = bridge.link] report in
    guard let bridge = link.bridge else { return }
    let area = bridge.area
    area.hear(report, recognizer, callback, bridge) {
      let place = area.engine.recognizer(recognizer).flatMap { area.engine.convert(report.location, from: nil, to: $0.view) }
      let location = place ?? report.location
      return [
        .object(object), .object(chosen), .string(report.state.rawValue), .numbers([location.x, location.y], .point),
      ]
    }
  }
  area.register(bridge, object, "set_gesture", callbacks) { [unowned area, link = bridge.link] in
    area.engine.removeAction(recognizer, action)
    if isOurs { area.removeRecognizer(recognizer) }
    link.bridge?.unlink(view, from: chosen)
  }
}
