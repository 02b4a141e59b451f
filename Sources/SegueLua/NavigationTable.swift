// Stacks of screens.

import Segue

private let goOptions = Options([.boolean("animated"), .object("interaction", .interaction)])

let navigationMethod = Method("navigation", [.options("options", Options([.object("root", .screen).required]))]) {
  call throws(ScriptError) in
  let (engine, bridge) = (call.area.engine, call.bridge)
  let root = call[0]["root"].object
  guard let screen = engine[root.handle(Screen.self)] else { throw ScriptError("segue.navigation: root has been released") }
  let navigation = try asking { () throws(SegueError) in try engine.makeNavigation(root: screen) }
  let object = Object(.navigation, navigation.handle)
  do throws(ScriptError) {
    try bridge.adopt(object)
    let view = Object(.view, navigation.view)
    try bridge.adopt(view)
    // Each keeps the other: the view is on screen for as long as the container is used, and the other way round.
    try bridge.link(object, to: view)
    try bridge.link(view, to: object)
    try bridge.link(object, to: root)
  } catch {
    engine.release(navigation)
    throw error
  }
  call.give(.object(object))
}

let navigationTable = ClassTable(
  "navigation", .navigation, open: true,
  methods: [
    Method("push", [.object("screen", .screen), .options("options", goOptions).optional, .function("completion").optional]) {
      call throws(ScriptError) in
      let navigation = try call.navigation()
      guard let screen = call.area.engine[call[0].object.handle(Screen.self)] else {
        throw ScriptError("navigation:push: screen has been released")
      }
      try call.bridge.link(call.object, to: call[0].object)
      do throws(ScriptError) {
        try call.go(1) { animated, interaction throws(SegueError) in
          try navigation.push(screen, animated: animated, interaction: interaction)
        }
      } catch {
        if screen.navigation !== navigation { call.bridge.unlink(call.object, from: call[0].object) }
        throw error
      }
      if screen.navigation !== navigation { call.bridge.unlink(call.object, from: call[0].object) }
    },
    Method("pop", [.options("options", goOptions).optional, .function("completion").optional]) { call throws(ScriptError) in
      let navigation = try call.navigation()
      try call.go(0) { animated, interaction throws(SegueError) in
        try navigation.pop(animated: animated, interaction: interaction)
      }
    },
    setTransition, setInteractor,
  ],
  fields: [
    Field(.object("view", .view), get: { call throws(ScriptError) in call.give(view: try call.navigation().view) }),
    Field(
      .object("top", .screen),
      get: { call throws(ScriptError) in
        call.give(.object(Object(.screen, try call.navigation().top.handle)))
      }),
    Field(
      .list("stack", of: .object("screen", .screen)),
      get: { call throws(ScriptError) in
        call.give(.list(try call.navigation().stack.map { .object(Object(.screen, $0.handle)) }))
      }),
    Field(
      .object("run", .run),
      get: { call throws(ScriptError) in
        call.give(
          try call.navigation().run.map { (run) throws(ScriptError) in .object(try call.area.object(run, call.bridge)) }
            ?? .none)
      }),
  ],
  describe: { call throws(ScriptError) in
    let stack = call.area.engine[call.object.handle(Navigation.self)]?.stack.map(\.kind).joined(separator: " → ")
    call.give(.string(stack.map { "navigation (\($0))" } ?? "navigation (released)"))
  })

extension Call {
  func navigation() throws(ScriptError) -> Navigation {
    guard let navigation = area.engine[object.handle(Navigation.self)] else {
      throw ScriptError("navigation has been released")
    }
    return navigation
  }

  /// Asks a container for a run; gives it, or nil and why not. `place` is where the options stand.
  fileprivate func go(
    _ place: Int, _ body: (_ animated: Bool, Interaction?) throws(SegueError) -> Outcome
  ) throws(ScriptError) {
    var interaction: Interaction?
    let options = self[place]
    if let given = options["interaction"].objectIfGiven {
      interaction = area.engine[given.handle(Interaction.self)]
      if interaction == nil { throw ScriptError("interaction has been released") }
    }
    let bridge = self.bridge
    // Whatever can fail comes before the run begins.
    let callback = self[place + 1].isFunction ? try store(self[place + 1]) : nil
    let outcome: Outcome
    do throws(ScriptError) {
      outcome = try asking { () throws(SegueError) in try body(options["animated"].booleanIfGiven ?? true, interaction) }
    } catch {
      if let callback { bridge.remove(callback) }
      throw error
    }
    switch outcome {
    case .refused(let reason):
      if let callback { bridge.remove(callback) }
      give(.none)
      give(.string(reason))
    case .run(let run):
      let owner = object
      run.whenEnded { [link = bridge.link] reason in
        let gone = run.operation == .push ? (reason == .finished ? nil : run.entering) : reason == .finished ? run.leaving : nil
        if let gone { link.bridge?.unlink(owner, from: Object(.screen, gone.handle)) }
        guard let callback else { return }
        link.bridge?.start(callback, [.string(reason.rawValue)], kind: "completion")
        link.bridge?.remove(callback)
      }
      give(.object(try area.object(run, bridge)))
    }
  }
}

/// navigation:set_transition(duration, animate): the block style, in which one function animates what this stack does, and says
/// when it is done.
private let setTransition = Method("set_transition", [.number("duration"), .function("animate")]) { call throws(ScriptError) in
  let navigation = try call.navigation()
  let (area, bridge) = (call.area, call.bridge)
  let seconds = call[0].number
  guard seconds >= 0 else {
    throw ScriptError("navigation:set_transition: duration expected 0 or more seconds, got \(seconds)")
  }
  let callback = try call.store(call[1])
  let definition = TransitionDefinition(from: ["*"], to: ["*"])
  definition.name = "set_transition"
  definition.place = bridge.scriptPlace
  definition.duration = { _ in seconds }
  definition.timing = .curve(.linear, duration: seconds)
  definition.reportsCompletion = true
  let animate: (Run) throws -> Void = { [link = bridge.link] run in
    guard let bridge = link.bridge else { return }
    let object = try bridge.area.object(run, bridge)
    try bridge.plan(
      callback,
      [
        .object(Object(.view, run.stage)), .object(Object(.screen, run.leaving.handle)),
        .object(Object(.screen, run.entering.handle)), .number(run.duration), .object(object), .method(object, "complete"),
      ], for: object, kind: "set_transition")
  }
  definition.animate = animate
  definition.animateDismiss = animate
  area.withdraw(bridge, call.object) { $0.event == "set_transition" }
  navigation.chooseDefinition = { _, _, _ in definition }
  area.register(bridge, call.object, "set_transition", [callback]) { [weak navigation] in
    navigation?.chooseDefinition = nil
    // Who would report the end of a run under way goes too.
    if let run = navigation?.run, run.definition === definition { run.complete() }
  }
}

/// navigation:set_interactor(function(navigation, transition)): asked before each operation that was given no interaction; what it
/// returns drives the run, nil lets the clock do so. `transition` is the definition that serves, nil for one of set_transition.
private let setInteractor = Method("set_interactor", [.function("choose")]) { call throws(ScriptError) in
  let navigation = try call.navigation()
  let (area, bridge, object) = (call.area, call.bridge, call.object)
  let callback = try call.store(call[0])
  area.withdraw(bridge, object) { $0.event == "set_interactor" }
  navigation.chooseInteraction = { [link = bridge.link] definition in
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
  area.register(bridge, object, "set_interactor", [callback]) { [weak navigation] in navigation?.chooseInteraction = nil }
}
