// Screens and what they hear.

import Segue

let screenEvents =
  Appearance.allCases.map(\.rawValue) + TransitionPhase.allCases.map(\.rawValue) + ["layout", "focus", "may_leave"]
private let handlerOptions = Options(screenEvents.map { .function($0) })
private let screenOptions = Options([.string("kind").required, .object("view", .view).required, .options("on", handlerOptions)])

let screenMethod = Method("screen", [.options("options", screenOptions)]) { call throws(ScriptError) in
  let (engine, bridge) = (call.area.engine, call.bridge)
  let view = call[0]["view"].object
  let screen = try asking { () throws(SegueError) in try engine.makeScreen(kind: call[0]["kind"].string, view: view.handle()) }
  let object = Object(.screen, screen.handle)
  do throws(ScriptError) {
    try bridge.adopt(object)
    try bridge.link(object, to: view)
    try call[0]["on"].forEachGiven { i, handler throws(ScriptError) in
      try call.hear(screen, object, screenEvents[i], handler)
    }
  } catch {
    call.area.withdraw(bridge, object)
    engine.release(screen)
    throw error
  }
  call.give(.object(object))
}

let screenTable = ClassTable(
  "screen", .screen, open: true,
  methods: [
    Method("on", [.word("event", of: screenEvents), .function("handler")]) { call throws(ScriptError) in
      try call.hear(call.screen(), call.object, screenEvents[call[0].word], call[1])
    },
    Method("off", [.word("event", of: screenEvents), .function("handler").optional]) { call throws(ScriptError) in
      call.forget(screenEvents[call[0].word], call[1])
    },
  ] + chooserMethods + presentMethods,
  fields: [
    // What transitions of the screen keep from one run to the next.
    Field(
      .table("user_info"),
      get: { call throws(ScriptError) in
        call.give(.stored(try call.bridge.ownTable(of: Object(.screen, try call.screen().handle))))
      }),
    Field(
      .object("focus", .view), get: { call throws(ScriptError) in call.give(view: try call.screen().focus) }),
    Field(.string("kind"), get: { call throws(ScriptError) in call.give(.string(try call.screen().kind)) }),
    Field(.object("view", .view), get: { call throws(ScriptError) in call.give(view: try call.screen().view) }),
    Field(
      .object("navigation", .navigation),
      get: { call throws(ScriptError) in
        call.give(try call.screen().navigation.map { .object(call.area.object($0)) } ?? .none)
      }),
    containerField,
  ] + chooserFields,
  describe: { call throws(ScriptError) in
    let kind = call.area.engine[call.object.handle(Screen.self)]?.kind
    call.give(.string(kind.map { "screen \"\($0)\"" } ?? "screen (released)"))
  })

extension Call {
  func screen() throws(ScriptError) -> Screen {
    guard let screen = area.engine[object.handle(Screen.self)] else { throw ScriptError("screen has been released") }
    return screen
  }

  /// Adds a script's handler to a screen.
  func hear(_ screen: Screen, _ object: Object, _ event: String, _ handler: Argument) throws(ScriptError) {
    let callback = try store(handler, owner: object)
    let bridge = self.bridge
    let remove: () -> Void
    if let appearance = Appearance(rawValue: event) {
      let id = screen.onAppearance { [link = bridge.link] event in
        guard event.appearance == appearance, let bridge = link.bridge else { return }
        let told: Value = .record([
          "reason": .string(event.reason.rawValue), "interactive": .boolean(event.interactive),
          "animated": .boolean(event.animated),
        ])
        bridge.start(callback, [.object(object), told], kind: appearance.rawValue)
      }
      remove = { [weak screen] in screen?.removeAppearanceHandler(id) }
    } else if let phase = TransitionPhase(rawValue: event) {
      let id = screen.onPhase { [link = bridge.link] told, run in
        guard told == phase, let bridge = link.bridge, let run = try? bridge.area.object(run, bridge) else { return }
        bridge.start(callback, [.object(object), .object(run)], kind: event)
      }
      remove = { [weak screen] in screen?.removePhaseHandler(id) }
    } else if event == "may_leave" {
      let id = screen.onMayLeave { [link = bridge.link] operation in
        guard let bridge = link.bridge else { return nil }
        do {
          let answer = try bridge.ask(callback, [.object(object), .string(operation.rawValue)], kind: event)?.first
          return answer.flatMap { $0 == Value.none ? nil : $0.isTrue }
        } catch {
          bridge.report(.init(kind: event, error: error as? ScriptError ?? ScriptError("\(error)")))
          return nil
        }
      }
      remove = { [weak screen] in screen?.removeMayLeaveHandler(id) }
    } else if event == "focus" {
      let engine = area.engine
      // Told with the view that has it now, or nothing when it has left the screen.
      var had = false
      let id = engine.onFocus { [weak screen, unowned engine, link = bridge.link] view in
        guard let screen, let bridge = link.bridge else { return }
        let own = view.flatMap { engine.screen(of: $0) === screen ? $0 : nil }
        guard own != nil || had else { return }
        had = own != nil
        bridge.start(callback, [.object(object), own.map { .object(Object(.view, $0)) } ?? .none], kind: "focus")
      }
      remove = { [weak engine] in engine?.removeFocusHandler(id) }
    } else {
      let id = screen.onLayout { [link = bridge.link] size in
        _ = link.bridge?.start(callback, [.object(object), .number(size.width), .number(size.height)], kind: "layout")
      }
      remove = { [weak screen] in screen?.removeLayoutHandler(id) }
    }
    area.register(bridge, object, event, [callback], undo: remove)
  }
}
