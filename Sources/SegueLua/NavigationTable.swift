// Stacks of screens.

import Segue

private let navigationEvents = NavigationNews.Event.allCases.map(\.rawValue)
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
    Method("on", [.word("event", of: navigationEvents), .function("handler")]) { call throws(ScriptError) in
      try call.hear(try call.navigation(), navigationEvents[call[0].word], call[1])
    },
    Method("off", [.word("event", of: navigationEvents), .function("handler").optional]) { call throws(ScriptError) in
      call.forget(navigationEvents[call[0].word], call[1])
    },
    setTransition, setAnimator, setInteractor, setGesture,
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
    // What the setters of the block style were given: the definition made of it, and the functions themselves.
    Field(
      .object("transition", .definition),
      get: { call throws(ScriptError) in
        call.give(try call.navigation().ownDefinition.map { .object(Object(.definition, $0.handle)) } ?? .none)
      }),
    storedField("animator", "set_animator"), storedField("interactor", "set_interactor"),
  ],
  describe: { call throws(ScriptError) in
    let stack = call.area.engine[call.object.handle(Navigation.self)]?.stack.map(\.kind).joined(separator: " → ")
    call.give(.string(stack.map { "navigation (\($0))" } ?? "navigation (released)"))
  })

/// What a setter keeps.
private func storedField(_ name: String, _ setter: String) -> Field {
  Field(
    .function(name),
    get: { call throws(ScriptError) in
      call.give(call.area.callback(of: call.object, setter).map(Value.stored) ?? .none)
    })
}

extension Call {
  /// Adds a script's handler to a container.
  fileprivate func hear(_ navigation: Navigation, _ event: String, _ handler: Argument) throws(ScriptError) {
    let (callback, object) = (try store(handler, owner: object), object)
    let id = navigation.onNews { [link = bridge.link] news in
      guard news.event.rawValue == event, let bridge = link.bridge else { return }
      bridge.start(
        callback, [.object(object), .object(Object(.screen, news.screen.handle)), .boolean(news.animated)], kind: event)
    }
    area.register(bridge, object, event, [callback]) { [weak navigation] in navigation?.removeNewsHandler(id) }
  }

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
