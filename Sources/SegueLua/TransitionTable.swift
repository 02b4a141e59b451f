// Definitions, runs and interactions.

import Segue

private let transitionOptions = Options([
  .string("name"),
  Item.string("from").or(.list("from", of: .string("kind"))),
  Item.string("to").or(.list("to", of: .string("kind"))),
  .word("direction", of: ["both", "present", "dismiss"]),
  .number("priority"), .boolean("enabled"), .word("input", of: StageInput.allCases.map(\.rawValue)),
  .number("duration").or(.function("duration")), timingItem, .options("spring", springOptions),
  Item.string("style").or(.options("style", Options([.string("present").required, .string("dismiss")]))),
  .options("modifiers", Options([.string("entering"), .string("leaving"), .boolean("behind")])),
  .function("match"), .function("when"), .function("prepare"), .function("animate"), .function("animate_dismiss"),
  .function("animate_reduced"),
  .function("on_progress"),
  .function("on_settle"), .function("on_end"),
])

let transitionMethod = Method("transition", [.options("options", transitionOptions)]) { call throws(ScriptError) in
  let (area, bridge, options) = (call.area, call.bridge, call[0])
  // What says by itself which screens it serves needs no kinds.
  for (name, side) in [("from", options["from"]), ("to", options["to"])] where !side.isGiven && !options["match"].isFunction {
    throw ScriptError("segue.transition: \(name) expected a string or a list, got nothing")
  }
  let definition = TransitionDefinition(
    from: options["from"].isGiven ? try options["from"].kinds("from") : ["*"],
    to: options["to"].isGiven ? try options["to"].kinds("to") : ["*"])
  definition.name = options["name"].stringIfGiven
  definition.direction = [nil, .present, .dismiss][options["direction"].wordIfGiven ?? 0]
  definition.priority = options["priority"].number
  definition.isEnabled = options["enabled"].booleanIfGiven ?? true
  try call.readStyle(of: definition, options)
  if let word = options["input"].wordIfGiven { definition.input = StageInput.allCases[word] }
  if let timing = try options.wholeTiming(call, "segue.transition") { definition.timing = timing }
  if let seconds = options["duration"].numberIfGiven {
    guard seconds >= 0 else { throw ScriptError("segue.transition: duration expected 0 or more seconds, got \(seconds)") }
    definition.duration = { _ in seconds }
  }
  // What the functions are filed under must exist before them.
  if options["animate"].isFunction { definition.animate = { _ in } }
  if options["animate_dismiss"].isFunction { definition.animateDismiss = { _ in } }
  definition.onProgress = options["on_progress"].isFunction ? { _, _ in } : nil
  try asking { () throws(SegueError) in try area.engine.register(definition) }
  definition.place = bridge.scriptPlace
  let object = Object(.definition, definition.handle)
  do throws(ScriptError) {
    try bridge.adopt(object)
    try bridge.anchor(object)
    try call.connect(definition, object, options)
  } catch {
    area.engine.unregister(definition)
    bridge.unanchor(object)
    throw error
  }
  if options["duration"].isGiven, case .spring = definition.timing {
    area.engine.report(
      .init(
        severity: .debug,
        message: "\(definition.title): duration only spaces the plan; how long it takes is its spring's own time"))
  }
  area.register(bridge, object, "transition") { [link = bridge.link] in
    link.bridge?.area.engine.unregister(definition)
    link.bridge?.unanchor(object)
  }
  call.give(.object(object))
}

extension Call {
  /// A built-in transition by name, or modifiers as text, in the place of `animate`.
  fileprivate func readStyle(of definition: TransitionDefinition, _ options: Argument) throws(ScriptError) {
    let (style, modifiers) = (options["style"], options["modifiers"])
    let plans = [("style", style.isGiven), ("modifiers", modifiers.isOptions), ("animate", options["animate"].isFunction)]
      .filter(\.1)
    if plans.count > 1 {
      throw ScriptError("segue.transition: \(plans[0].0) and \(plans[1].0) say the same thing; give one of them")
    }
    func located<T>(_ name: String, _ body: () throws(SegueError) -> T) throws(ScriptError) -> T {
      do { return try body() } catch { throw ScriptError("segue.transition: \(name): \(error.message)") }
    }
    if style.isString {
      let text = style.string
      definition.setStyle(try located("style") { () throws(SegueError) in try BuiltInTransition(text: text) })
    } else if style.isOptions {
      let (present, dismiss) = (style["present"].string, style["dismiss"].stringIfGiven)
      let first = try located("style.present") { () throws(SegueError) in try BuiltInTransition(text: present) }
      guard let dismiss else { return definition.setStyle(first) }
      let second = try located("style.dismiss") { () throws(SegueError) in try BuiltInTransition(text: dismiss) }
      definition.setStyle(first, dismissing: second)
    } else if modifiers.isOptions {
      let (entering, leaving) = (modifiers["entering"].stringIfGiven ?? "", modifiers["leaving"].stringIfGiven ?? "")
      definition.setModifiers(
        entering: try located("modifiers.entering") { () throws(SegueError) in try [Modifier](text: entering) },
        leaving: try located("modifiers.leaving") { () throws(SegueError) in try [Modifier](text: leaving) },
        entersBehind: modifiers["behind"].booleanIfGiven ?? false)
    }
  }
}

/// What may be another one when a run is planned anew.
private let replanOptions = Options([timingItem, .options("spring", springOptions)])

extension Argument {
  /// How the clock brings a run over its whole way, whose duration is said elsewhere; nil if nothing says it.
  func wholeTiming(_ call: Call, _ name: String) throws(ScriptError) -> Timing? {
    let (timing, spring) = (self["timing"], self["spring"])
    if timing.isGiven, spring.isOptions {
      throw ScriptError("\(name): timing and spring say the same thing; give one of them")
    }
    if spring.isOptions { return .spring(try spring.spring()) }
    return timing.isGiven ? .curve(try timing.curve(call), duration: 0) : nil
  }

  /// One kind or several; an empty list or name would match nothing, ever.
  fileprivate func kinds(_ option: String) throws(ScriptError) -> [String] {
    var kinds: [String] = []
    if isString {
      kinds = [string]
    } else {
      try forEachElement { kind throws(ScriptError) in kinds.append(kind.string) }
    }
    if kinds.isEmpty { throw ScriptError("segue.transition: \(option) expected a kind of screen or \"*\", got an empty list") }
    if kinds.contains("") {
      throw ScriptError("segue.transition: \(option) expected a kind of screen or \"*\", got an empty string")
    }
    return kinds
  }
}

extension Call {
  /// Ties a definition's questions and events to the script's functions.
  fileprivate func connect(_ definition: TransitionDefinition, _ object: Object, _ options: Argument) throws(ScriptError) {
    let bridge = self.bridge
    func function(_ name: StaticString) throws(ScriptError) -> Callback? {
      options[name].isFunction ? try store(options[name], owner: object) : nil
    }
    func question(_ name: StaticString) throws(ScriptError) -> ((Screen, Screen, TransitionDirection) throws -> Bool)? {
      guard let callback = try function(name) else { return nil }
      return { [link = bridge.link] from, to, direction in
        guard let bridge = link.bridge else { return false }
        let answer = try bridge.ask(
          callback, [.object(bridge.area.object(from)), .object(bridge.area.object(to)), .string(direction.rawValue)],
          kind: "\(name)")
        return answer?.first?.isTrue ?? false
      }
    }
    definition.match = try question("match")
    definition.when = try question("when")
    if let duration = try function("duration") {
      definition.duration = { [link = bridge.link] run in try link.bridge?.duration(duration, run) ?? 0 }
    }
    if let prepare = try function("prepare") {
      definition.prepare = { [link = bridge.link] run, direction in
        guard let bridge = link.bridge else { return }
        _ = try bridge.ask(
          prepare, [.object(try bridge.area.object(run, bridge)), .string(direction.rawValue)], kind: "prepare")
      }
    }
    if let animate = try function("animate") {
      definition.animate = { [link = bridge.link] run in
        guard let bridge = link.bridge else { return }
        let object = try bridge.area.object(run, bridge)
        try bridge.plan(animate, [.object(object)], for: object, kind: "animate")
      }
    }
    if let animate = try function("animate_dismiss") {
      definition.animateDismiss = { [link = bridge.link] run in
        guard let bridge = link.bridge else { return }
        let object = try bridge.area.object(run, bridge)
        try bridge.plan(animate, [.object(object)], for: object, kind: "animate_dismiss")
      }
    }
    if let animate = try function("animate_reduced") {
      definition.animateReduced = { [link = bridge.link] run in
        guard let bridge = link.bridge else { return }
        let object = try bridge.area.object(run, bridge)
        try bridge.plan(animate, [.object(object)], for: object, kind: "animate_reduced")
      }
    }
    if let progress = try function("on_progress") {
      definition.onProgress = { [link = bridge.link] run, p in
        guard let bridge = link.bridge else { return }
        _ = try bridge.ask(progress, [.object(try bridge.area.object(run, bridge)), .number(p)], kind: "on_progress")
      }
    }
    if let settle = try function("on_settle") {
      definition.onSettle = { [link = bridge.link] run, finishing, seconds in
        guard let bridge = link.bridge else { return }
        _ = try bridge.ask(
          settle, [.object(try bridge.area.object(run, bridge)), .boolean(finishing), .number(seconds)], kind: "on_settle")
      }
    }
    if let end = try function("on_end") {
      definition.onEnd = { [link = bridge.link] run, reason in
        guard let bridge = link.bridge else { return }
        let object = try bridge.area.object(run, bridge)
        bridge.start(end, [.object(object), .string(reason.rawValue)], kind: "on_end")
      }
    }
  }
}

extension LuaBridge {
  /// Asks a script how many seconds a run takes.
  func duration(_ callback: Callback, _ run: Run) throws(ScriptError) -> Double {
    let answer = try ask(callback, [.object(try area.object(run, self))], kind: "duration")
    guard let seconds = answer?.first?.asNumber else {
      throw ScriptError("duration: the function must return a number of seconds")
    }
    return seconds
  }
}

let definitionTable = ClassTable(
  "transition", .definition,
  methods: [
    Method("remove") { call throws(ScriptError) in
      call.area.withdraw(call.bridge, call.object)
    }
  ],
  fields: [
    Field(
      .string("name"), get: { call throws(ScriptError) in call.give(try call.definition().name.map(Value.string) ?? .none) }),
    Field(
      .boolean("enabled"), get: { call throws(ScriptError) in call.give(.boolean(try call.definition().isEnabled)) },
      set: { call throws(ScriptError) in try call.definition().isEnabled = call[0].boolean }),
    Field(
      .number("priority"), get: { call throws(ScriptError) in call.give(try call.definition().priority) },
      set: { call throws(ScriptError) in try call.definition().priority = call[0].number }),
  ])

extension Call {
  fileprivate func definition() throws(ScriptError) -> TransitionDefinition {
    guard let definition = area.engine[object.handle(TransitionDefinition.self)] else {
      throw ScriptError("transition has been removed")
    }
    return definition
  }
}

// MARK: Runs

private let runEvents = ["progress", "state", "interaction_changed"]

let runTable = ClassTable(
  "run", .run, open: true,
  methods: [
    Method("finish", [.options("options", settleOptions).optional]) { call throws(ScriptError) in
      try call.run().finish(try call[0].settleChoice(call, "run:finish"))
    },
    Method("cancel", [.options("options", settleOptions).optional]) { call throws(ScriptError) in
      try call.run().cancel(try call[0].settleChoice(call, "run:cancel"))
    },
    // Plans the run again, because what it should come to has changed; nothing jumps.
    Method("replan", [.options("options", replanOptions).optional]) { call throws(ScriptError) in
      let run = try call.run()
      let timing = call[0].isOptions ? try call[0].wholeTiming(call, "run:replan") : nil
      try asking { () throws(SegueError) in try run.replan(timing: timing) }
    },
    // What the function sets moves along with the run, whatever drives it.
    Method("alongside", [.function("changes"), .function("completion").optional]) { call throws(ScriptError) in
      let (run, bridge) = (try call.run(), call.bridge)
      let changes = try call.store(call[0])
      let completion = call[1].isFunction ? try call.store(call[1]) : nil
      let couldGo = run.alongside({ [link = bridge.link] in
        _ = try link.bridge?.ask(changes, kind: "the function of run:alongside")
      }) { [link = bridge.link] cancelled in
        guard let bridge = link.bridge else { return }
        if let completion {
          bridge.start(completion, [.boolean(cancelled)], kind: "completion")
          bridge.remove(completion)
        }
        bridge.remove(changes)
      }
      call.give(.boolean(couldGo))
    },
    Method("on", [.word("event", of: runEvents), .function("handler")]) { call throws(ScriptError) in
      let (run, bridge, object) = (try call.run(), call.bridge, call.object)
      let callback = try call.store(call[1])
      let event = runEvents[call[0].word]
      let tell: (Value) -> Void = { [link = bridge.link] value in
        _ = link.bridge?.start(callback, [.object(object), value], kind: event)
      }
      let undo: () -> Void
      switch event {
      case "progress":
        let id = run.onProgress { tell(.number($0)) }
        undo = { [weak run] in run?.removeProgressHandler(id) }
      case "state":
        let id = run.onState { tell(.string($0.rawValue)) }
        undo = { [weak run] in run?.removeStateHandler(id) }
      default:
        let id = run.onInteractionChange { tell(.boolean($0)) }
        undo = { [weak run] in run?.removeInteractionHandler(id) }
      }
      call.area.register(bridge, object, event, [callback], undo: undo)
    },
    Method("off", [.word("event", of: runEvents), .function("handler").optional]) { call throws(ScriptError) in
      call.forget(runEvents[call[0].word], call[1])
    },
    // Reports the end, for functions of the block style. Later reports are told as such.
    Method("complete", [.any("reason")]) { call throws(ScriptError) in
      if let run = call.area.engine[call.object.handle(Run.self)] { run.complete() }
    },
    Method("initial_frame", [screenItem("screen")]) { call throws(ScriptError) in
      try call.give(frame: call.run().initialFrame(of: call.screenArgument(0)))
    },
    Method("final_frame", [screenItem("screen")]) { call throws(ScriptError) in
      try call.give(frame: call.run().finalFrame(of: call.screenArgument(0)))
    },
  ] + elementMethods,
  fields: [
    runField("state") { run, _ in .string(run.state.rawValue) },
    runField("progress") { run, _ in .number(run.progress) },
    runField("duration") { run, _ in .number(run.duration) },
    runField("direction") { run, _ in .string(run.direction.rawValue) },
    runField("operation") { run, _ in .string(run.operation.rawValue) },
    runField("reversed") { run, _ in .boolean(run.direction == .dismiss) },
    runField("interactive") { run, _ in .boolean(run.isInteractive) },
    runField("cancelled") { run, _ in .boolean(run.isCancelled) },
    runField("animated") { run, _ in .boolean(run.isAnimated) },
    runField("stage") { run, _ in .object(Object(.view, run.stage)) },
    runField("from") { .object($1.object($0.from)) },
    runField("to") { .object($1.object($0.to)) },
    runField("leaving") { .object($1.object($0.leaving)) },
    runField("entering") { .object($1.object($0.entering)) },
    runField("container") { .object($1.object($0.container)) },
    // That of the screen which comes and goes.
    Field(
      .table("user_info"),
      get: { call throws(ScriptError) in
        call.give(.stored(try call.bridge.ownTable(of: call.area.object(try call.run().to))))
      }),
    Field(
      .string("reason"),
      get: { call throws(ScriptError) in
        call.give(EndReason(note: call.bridge.note(of: call.object)).map { .string($0.rawValue) } ?? .none)
      }),
  ],
  describe: { call throws(ScriptError) in
    guard let run = call.area.engine[call.object.handle(Run.self)] else {
      return call.give(.string("run (\(EndReason(note: call.bridge.note(of: call.object))?.rawValue ?? "ended"))"))
    }
    call.give(
      .string(
        "run: \(run.operation.rawValue) \(run.leaving.kind) → \(run.entering.kind), \(run.state.rawValue) at \(run.progress)"))
  })

private func runField(_ name: String, _ get: @escaping @Sendable (Run, Area) -> Value) -> Field {
  Field(.any(name), get: { call throws(ScriptError) in call.give(get(try call.run(), call.area)) })
}

extension Call {
  func run() throws(ScriptError) -> Run {
    guard let run = area.engine[object.handle(Run.self)] else { throw ScriptError("run has ended") }
    return run
  }

  fileprivate func screenArgument(_ place: Int) throws(ScriptError) -> Screen {
    guard let screen = area.screen(self[place].object) else {
      throw ScriptError("screen has been released")
    }
    return screen
  }

  fileprivate func give(frame: Rect?) {
    give(frame.map { .numbers([$0.x, $0.y, $0.width, $0.height], .frame) } ?? .none)
  }
}

extension Area {
  /// A run as an object. It lives until it has ended, and keeps how it did.
  func object(_ run: Run, _ bridge: LuaBridge) throws(ScriptError) -> Object {
    let object = Object(.run, run.handle)
    try bridge.adopt(object)
    if notedRuns[object.bits] == nil {
      // The run's end comes whatever happens, so everything that it lets go of stands here first.
      notedRuns[object.bits] = false
      let container = self.object(run.container)
      run.whenEnded { [weak self, link = bridge.link] reason in
        self?.notedRuns[object.bits] = nil
        if let bridge = link.bridge { self?.withdraw(bridge, object) }
        link.bridge?.setNote(reason.note, of: object)
        link.bridge?.unanchor(object)
        link.bridge?.unlink(object, from: container)
      }
      try bridge.anchor(object)
      // A container is used for as long as its run lasts.
      try bridge.link(object, to: container)
    }
    if notedRuns[object.bits] == false, let definition = run.definition, definition.handle.bits != 0 {
      // A definition that is removed serves its run to the end.
      try bridge.link(object, to: Object(.definition, definition.handle))
      notedRuns[object.bits] = true
    }
    return object
  }
}
