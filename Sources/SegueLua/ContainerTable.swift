// What stacks and tabs share, and what a screen does with others: present and dismiss.

import Segue

let containerEvents = ContainerNews.Event.allCases.map(\.rawValue)

let goItems: [Item] = [
  .boolean("animated"), .object("interaction", .interaction),
  .word("conflict", of: ConflictPolicy.allCases.map(\.rawValue)),
]
let goOptions = Options(goItems)
private let presentOptions = Options([.word("style", of: PresentationStyle.allCases.map(\.rawValue))] + goItems)

/// Where a screen is expected, a container will do.
func screenItem(_ name: String) -> Item { .object(name, .screen, .navigation, .tabs) }

/// What `segue.navigation` and `segue.tabs` take besides their screens.
let containerItems: [Item] = [.string("kind"), .word("conflict", of: ConflictPolicy.allCases.map(\.rawValue))]

/// What every container does, and every screen.
let chooserMethods = [setTransition, setAnimator, setInteractor, setGesture]

let chooserFields = [
  // What the setters of the block style were given: the definition made of it, and the functions themselves.
  Field(
    .object("transition", .definition),
    get: { call throws(ScriptError) in
      call.give(try call.chooser().choices.ownDefinition.map { .object(Object(.definition, $0.handle)) } ?? .none)
    }),
  storedField("animator", "set_animator"), storedField("interactor", "set_interactor"),
]

/// What a setter keeps.
private func storedField(_ name: String, _ setter: String) -> Field {
  Field(
    .function(name),
    get: { call throws(ScriptError) in
      call.give(call.area.callback(of: call.object, setter).map(Value.stored) ?? .none)
    })
}

/// screen:present(other [, options] [, completion]) and screen:dismiss([options] [, completion]).
let presentMethods = [
  Method("present", [screenItem("screen"), .options("options", presentOptions).optional, .function("completion").optional]) {
    call throws(ScriptError) in
    let presenter = try call.asScreen()
    let style = call[1]["style"].wordIfGiven.map { PresentationStyle.allCases[$0] } ?? .over
    try call.bring(call[0], "present", owner: call.area.object(ofHost: presenter)) { screen throws(ScriptError) in
      try call.go(1) { go throws(SegueError) in
        try call.area.engine.present(
          screen, from: presenter, style: style, animated: go.animated, interaction: go.interaction, conflict: go.conflict)
      }
    }
  },
  Method("dismiss", [.options("options", goOptions).optional, .function("completion").optional]) { call throws(ScriptError) in
    let screen = try call.asScreen()
    try call.go(0) { go throws(SegueError) in
      try call.area.engine.dismiss(screen, animated: go.animated, interaction: go.interaction, conflict: go.conflict)
    }
  },
]

/// What stacks and tabs do alike.
let containerMethods =
  [
    Method("on", [.word("event", of: containerEvents + screenEvents), .function("handler")]) { call throws(ScriptError) in
      try call.hear((containerEvents + screenEvents)[call[0].word], call[1])
    },
    Method("off", [.word("event", of: containerEvents + screenEvents), .function("handler").optional]) {
      call throws(ScriptError) in
      call.forget((containerEvents + screenEvents)[call[0].word], call[1])
    },
  ] + chooserMethods + presentMethods

let containerFields =
  [
    Field(.object("view", .view), get: { call throws(ScriptError) in call.give(view: try call.container().view) }),
    Field(.string("kind"), get: { call throws(ScriptError) in call.give(.string(try call.container().kind)) }),
    containerField,
    Field(
      .object("run", .run),
      get: { call throws(ScriptError) in
        call.give(
          try call.container().run.map { (run) throws(ScriptError) in .object(try call.area.object(run, call.bridge)) }
            ?? .none)
      }),
    Field(
      .list("presented", of: .object("screen", .screen)),
      get: { call throws(ScriptError) in
        let container = try call.container()
        call.give(.list((container.presentation?.screens ?? []).map { .object(call.area.object($0)) }))
      }),
    Field(
      .word("conflict", of: ConflictPolicy.allCases.map(\.rawValue)),
      get: { call throws(ScriptError) in call.give(.string(try call.container().conflict.rawValue)) },
      set: { call throws(ScriptError) in try call.container().conflict = ConflictPolicy.allCases[call[0].word] }),
  ] + chooserFields

/// The container that a screen, or another container, is in.
let containerField = Field(
  .object("container", .navigation, .tabs),
  get: { call throws(ScriptError) in
    let around: Container? =
      call.object.classID == .screen ? try call.screen().container : try call.container().screenIfAny?.container
    call.give(around.map { .object(call.area.object($0)) } ?? .none)
  })

extension Area {
  /// A container as scripts know it; what is presented belongs to what it is presented over.
  func object(_ container: Container) -> Object {
    if let presentation = container as? Presentation { return object(presentation.host) }
    return Object(container is Tabs ? .tabs : .navigation, bits: container.handle.bits)
  }

  /// A screen as scripts know it: a container is its own.
  func object(_ screen: Screen) -> Object { screen.content.map(object) ?? Object(.screen, screen.handle) }

  /// Who keeps what a screen presents.
  func object(ofHost screen: Screen) -> Object? { engine.host(of: screen).map(object) }

  func container(_ object: Object) -> Container? {
    object.classID == .navigation || object.classID == .tabs ? engine[Handle<Container>(bits: object.bits)] : nil
  }

  /// Whether a request that waits is to bring the screen.
  func isAwaited(_ screen: Screen, _ owner: Object) -> Bool {
    guard let container = container(owner) else { return false }
    return container.awaits(screen) || container.presentation?.awaits(screen) == true
  }

  /// The screen that an object stands for.
  func screen(_ object: Object) -> Screen? {
    object.classID == .screen ? engine[object.handle(Screen.self)] : container(object)?.screen
  }
}

extension Call {
  func container() throws(ScriptError) -> Container {
    guard let container = area.container(object) else { throw ScriptError("\(className) has been released") }
    return container
  }

  private var className: String { object.classID == .tabs ? "tabs" : "navigation" }

  /// The screen or the container that the call is on, as a screen.
  func asScreen() throws(ScriptError) -> Screen {
    if object.classID == .screen { return try screen() }
    return try container().screen
  }

  func chooser() throws(ScriptError) -> any TransitionChooser {
    if object.classID == .screen { return try screen() }
    return try container()
  }

  /// What the class is called in messages.
  var chooserName: String { object.classID == .screen ? "screen" : className }

  /// Has the owner keep a screen while `body` asks for it, and on if it has come.
  func bring(
    _ argument: Argument, _ name: String, owner: Object?, _ body: (Screen) throws(ScriptError) -> Void
  ) throws(ScriptError) {
    guard let screen = area.screen(argument.object) else { throw ScriptError("\(name): screen has been released") }
    guard let owner else { return try body(screen) }
    let isKept = screen.container.map { area.object($0) == owner } ?? false
    if !isKept { try bridge.link(owner, to: argument.object) }
    do throws(ScriptError) { try body(screen) } catch {
      if !isKept { bridge.unlink(owner, from: argument.object) }
      throw error
    }
    if screen.container == nil, !area.isAwaited(screen, owner) {
      bridge.unlink(owner, from: argument.object)
    } else if isKept {
      // What was on its way out has been called back: its leaving may have ended meanwhile.
      try bridge.link(owner, to: argument.object)
    }
  }

  /// Adds a script's handler to a container.
  func hear(_ event: String, _ handler: Argument) throws(ScriptError) {
    guard containerEvents.contains(event) else {
      return try hear(container().screen, object, event, handler)
    }
    let container = try container()
    let (callback, object) = (try store(handler, owner: object), object)
    let id = container.onNews { [link = bridge.link] news in
      guard news.event.rawValue == event, let bridge = link.bridge else { return }
      bridge.start(
        callback, [.object(object), .object(bridge.area.object(news.screen)), .boolean(news.animated)], kind: event)
    }
    area.register(bridge, object, event, [callback]) { [weak container] in container?.removeNewsHandler(id) }
  }

  /// How a container is asked for something.
  struct Going {
    var animated: Bool
    var interaction: Interaction?
    var conflict: ConflictPolicy?
  }

  /// Asks a container for a run; gives it, or nil and why not. `place` is where the options stand.
  func go(_ place: Int, _ body: (Going) throws(SegueError) -> Outcome) throws(ScriptError) {
    let options = self[place]
    var going = Going(
      animated: options["animated"].booleanIfGiven ?? true,
      conflict: options["conflict"].wordIfGiven.map { ConflictPolicy.allCases[$0] })
    if let given = options["interaction"].objectIfGiven {
      going.interaction = area.engine[given.handle(Interaction.self)]
      if going.interaction == nil { throw ScriptError("interaction has been released") }
    }
    let bridge = self.bridge
    // Whatever can fail comes before the run begins.
    let callback = self[place + 1].isFunction ? try store(self[place + 1]) : nil
    let outcome: Outcome
    do throws(ScriptError) {
      outcome = try asking { () throws(SegueError) in try body(going) }
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
      run.whenEnded { [link = bridge.link] reason in
        guard let bridge = link.bridge else { return }
        let owner = bridge.area.object(run.container)
        for screen in run.screens where screen.container == nil && !bridge.area.isAwaited(screen, owner) {
          bridge.unlink(owner, from: bridge.area.object(screen))
        }
        guard let callback else { return }
        bridge.start(callback, [.string(reason.rawValue)], kind: "completion")
        bridge.remove(callback)
      }
      give(.object(try area.object(run, bridge)))
    }
  }
}
