// The module itself: making things, moving what a function sets, time.

import Segue

private let animateOptions = Options(motionItems)

let moduleTable = ClassTable(
  "segue", .module, single: true,
  methods: [
    viewMethod, labelMethod, imageMethod, screenMethod, navigationMethod, transitionMethod, interactionMethod,
    Method("value", [numberOrPair("start")]) { call throws(ScriptError) in
      let start = try call[0].components()
      let value = try asking { () throws(SegueError) in try call.area.engine.makeValue(start) }
      let object = Object(.value, value)
      do throws(ScriptError) { try call.bridge.adopt(object) } catch {
        call.area.engine.release(value)
        throw error
      }
      call.give(.object(object))
    },
    // What the function sets moves together.
    Method(
      "animate",
      [.number("options").or(.options("options", animateOptions)), .function("changes"), .function("completion").optional]
    ) { call throws(ScriptError) in
      let (area, bridge) = (call.area, call.bridge)
      var options = Engine.MotionOptions()
      if call[0].isNumber {
        guard call[0].number >= 0 else {
          throw ScriptError("segue.animate: duration expected 0 or more seconds, got \(call[0].number)")
        }
        options.timing = .curve(area.engine.isPlanning ? .linear : .ease, duration: call[0].number)
      } else {
        options.timing = try call[0].timing(call)
        options.delay = call[0]["delay"].number
      }
      let changes = try bridge.store(call[1], owner: .root)
      defer { bridge.remove(changes) }
      try area.start(call, completion: call[2]) {
        try area.engine.animate(options) { _ = try bridge.ask(changes, kind: "the function of segue.animate") }
      }
    },
    Method("bezier", [.number("x1"), .number("y1"), .number("x2"), .number("y2")]) { call throws(ScriptError) in
      do { _ = try Curve.bezier(call[0].number, call[1].number, call[2].number, call[3].number) } catch {
        throw ScriptError("segue.bezier: \(error)")
      }
      call.give(.numbers((0..<4).map { call[$0].number }, Names("x1", "y1", "x2", "y2")))
    },
    Method("stage", [.object("root", .navigation, .view)]) { call throws(ScriptError) in
      let (area, bridge, root) = (call.area, call.bridge, call[0].object)
      try bridge.anchor(root)
      do {
        if root.classID == .view {
          try asking { () throws(SegueError) in try area.engine.setStage(root.handle(View.self)) }
        } else if let navigation = area.engine[root.handle(Navigation.self)] {
          try asking { () throws(SegueError) in try area.engine.setStage(navigation) }
        } else {
          throw ScriptError("segue.stage: navigation has been released")
        }
      } catch {
        if area.stage != root { bridge.unanchor(root) }
        throw error as? ScriptError ?? ScriptError("\(error)")
      }
      if let before = area.stage, before != root { bridge.unanchor(before) }
      area.stage = root
    },
    Method("task", [.function("body")]) { call throws(ScriptError) in
      let bridge = call.bridge
      let callback = try bridge.store(call[0], owner: .root)
      bridge.start(callback, kind: "task")
      bridge.remove(callback)
    },
    Method("sleep", [.number("seconds")]) { call throws(ScriptError) in
      guard call[0].number >= 0 else { throw ScriptError("sleep: seconds expected 0 or more, got \(call[0].number)") }
      try call.wait(.seconds(call[0].number), name: "sleep")
    },
    // Waits until all of them have ended, and returns why each did.
    Method("await", [.object("motion", .animator, .run), .rest(.object("motion", .animator, .run)).optional]) {
      call throws(ScriptError) in
      var objects = [call[0].object]
      try call[1].forEachElement { argument throws(ScriptError) in objects.append(argument.object) }
      try call.wait(.objects(objects), name: "await")
    },
  ],
  fields: [
    Field(.string("version"), get: { call throws(ScriptError) in call.give(.string(segueVersion)) }),
    Field(.object("clock", .clock), get: { call throws(ScriptError) in call.give(.object(Object(.clock, bits: 1))) }),
    Field(
      .numbers("size", .size),
      get: { call throws(ScriptError) in
        let size = call.area.engine.stageSize
        call.give(.numbers([size.width, size.height], .size))
      }),
  ])

let clockTable = ClassTable(
  "clock", .clock,
  fields: [Field(.number("time"), get: { call throws(ScriptError) in call.give(call.area.engine.moment) })])

extension Area {
  /// Answers a task's wait.
  func answer(_ task: TaskID, _ wait: Wait, _ bridge: LuaBridge) throws(ScriptError) -> WaitAnswer {
    switch wait {
    case .seconds(let seconds):
      engine.call(after: seconds) { [weak bridge] in bridge?.resume(task) }
      return .later
    case .objects(let objects):
      let waiting = objects.filter { reason(of: $0, bridge) == nil }
      if waiting.isEmpty { return .now(objects.map { .string(reason(of: $0, bridge)!.rawValue) }) }
      let box = Countdown(waiting.count)
      for object in waiting {
        whenEnded(object) { [unowned self, weak bridge] in
          box.left -= 1
          guard box.left == 0, let bridge else { return }
          bridge.resume(task, objects.map { .string(reason(of: $0, bridge)?.rawValue ?? EndReason.removed.rawValue) })
        }
      }
      return .later
    }
  }

  /// How a motion or run ended; nil while it runs.
  private func reason(of object: Object, _ bridge: LuaBridge) -> EndReason? {
    if let known = EndReason(note: bridge.note(of: object)) { return known }
    let runs = object.classID == .run ? engine[object.handle(Run.self)] != nil : engine.isRunning(object.handle(Animator.self))
    return runs ? nil : .removed
  }

  private func whenEnded(_ object: Object, _ body: @escaping () -> Void) {
    if object.classID == .run {
      engine[object.handle(Run.self)]?.whenEnded { _ in body() }
    } else {
      engine.whenEnded(object.handle(Animator.self)) { _ in body() }
    }
  }

  /// Calls `body` when what is registered now is replaced or dropped.
  func onGenerationEnd(_ bridge: LuaBridge, _ body: @escaping () -> Void) {
    generationEnds[bridge.generation, default: []].append(body)
  }
}

private final class Countdown {
  var left: Int
  init(_ left: Int) { self.left = left }
}

extension LuaBridge {
  /// Ends everything that a loading of a script registered: definitions, recognisers, handlers, tasks, callbacks.
  public func endGeneration(_ number: Int) {
    for body in area.generationEnds.removeValue(forKey: number) ?? [] { body() }
    area.handlers.removeAll { $0.callback.generation == number }
    dropGeneration(number)
  }

  /// Asks a script's function for a plan: its waits move the place where the plan is written.
  func plan(_ callback: Callback, _ arguments: [Value], kind: String) throws(ScriptError) {
    let engine = area.engine
    _ = try ask(callback, arguments, kind: kind) { [unowned self] (_, wait) throws(ScriptError) in
      switch wait {
      case .seconds(let seconds):
        try asking { () throws(SegueError) in try engine.passPlanTime(seconds) }
        return .now([])
      case .objects(let objects):
        for object in objects {
          var isPlanned = note(of: object) != 0
          if object.classID == .animator {
            isPlanned =
              try asking { () throws(SegueError) in try engine.passPlanTime(until: object.handle(Animator.self)) } || isPlanned
          }
          guard isPlanned else {
            throw ScriptError("\(kind): await can only wait for a motion of this plan; a plan is written at once")
          }
        }
        return .now(objects.map { _ in .string(EndReason.finished.rawValue) })
      }
    }
  }
}
