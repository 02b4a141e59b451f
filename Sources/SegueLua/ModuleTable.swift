// The module itself: making things, moving what a function sets, time.

import Segue

private let awaitable = Item.object("motion", .animator, .run, .task)
private let animateOptions = Options(starterItems + [.string("key")])

let moduleTable = ClassTable(
  "segue", .module, single: true,
  methods: [
    viewMethod, labelMethod, imageMethod, scrollMethod, screenMethod, navigationMethod, tabsMethod, transitionMethod,
    interactionMethod, timelineMethod, restorerMethod, flipMethod,
    tableMethod, valueMethod, colorMethod, angleMethod, transformMethod,
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
        options = try call[0].motionOptions(call)
      }
      let changes = try bridge.store(call[1], owner: .root)
      defer { bridge.remove(changes) }
      let key = call[0].isOptions ? call[0]["key"].stringIfGiven : nil
      try area.start(call, completion: call[2]) {
        let animator = try area.engine.animate(options) { _ = try bridge.ask(changes, kind: "the function of segue.animate") }
        if let key { area.replace(key, by: animator) }
        return animator
      }
    },
    Method("bezier", [.number("x1"), .number("y1"), .number("x2"), .number("y2")]) { call throws(ScriptError) in
      do { _ = try Curve.bezier(call[0].number, call[1].number, call[2].number, call[3].number) } catch {
        throw ScriptError("segue.bezier: \(error)")
      }
      call.give(.numbers((0..<4).map { call[$0].number }, Names("x1", "y1", "x2", "y2")))
    },
    Method("stage", [.object("root", .navigation, .tabs, .view)]) { call throws(ScriptError) in
      try call.area.setStage(call[0].object, call.bridge)
    },
    // Which definition would serve, and why: a text.
    Method(
      "explain",
      [screenItem("from"), screenItem("to"), .word("direction", of: TransitionDirection.allCases.map(\.rawValue)).optional]
    ) { call throws(ScriptError) in
      guard let from = call.area.screen(call[0].object), let to = call.area.screen(call[1].object) else {
        throw ScriptError("segue.explain: a screen has been released")
      }
      let direction = TransitionDirection.allCases[call[2].wordIfGiven ?? 0]
      call.give(.string(call.area.engine.explain(from: from, to: to, direction).description))
    },
    Method("task", [.function("body")]) { call throws(ScriptError) in
      let (area, bridge) = (call.area, call.bridge)
      let object = bridge.nextTask.object
      // The object first, since the task may have ended when `start` returns and its end is noted there.
      try bridge.adopt(object)
      let callback = try bridge.store(call[0], owner: .root)
      bridge.start(callback, kind: "task") { [unowned area, link = bridge.link] end in
        guard let bridge = link.bridge else { return }
        area.taskEnded(object, end, bridge)
      }
      bridge.remove(callback)
      call.give(.object(object))
    },
    Method("sleep", [.number("seconds")]) { call throws(ScriptError) in
      guard call[0].number >= 0 else { throw ScriptError("sleep: seconds expected 0 or more, got \(call[0].number)") }
      try call.wait(.seconds(call[0].number), name: "sleep")
    },
    // Waits until all of them have ended, and returns why each did.
    Method("await", [awaitable, .rest(awaitable).optional]) {
      call throws(ScriptError) in
      var objects = [call[0].object]
      try call[1].forEachElement { argument throws(ScriptError) in objects.append(argument.object) }
      try call.wait(.objects(objects), name: "await")
    },
  ],
  fields: [
    Field(.string("version"), get: { call throws(ScriptError) in call.give(.string(segueVersion)) }),
    Field(.object("gesture", .gesture), get: { call throws(ScriptError) in call.give(.object(Object(.gesture, bits: 1))) }),
    Field(.object("clock", .clock), get: { call throws(ScriptError) in call.give(.object(Object(.clock, bits: 1))) }),
    // The view that keys go to first, and the screen that they go to.
    Field(
      .object("focus", .view).orNil, get: { call throws(ScriptError) in call.give(view: call.area.engine.focus) },
      set: { call throws(ScriptError) in
        let view = call[0].objectIfGiven?.handle(View.self)
        try asking { () throws(SegueError) in try call.area.engine.setFocus(view) }
      }),
    Field(
      .object("focused_screen", .screen),
      get: { call throws(ScriptError) in
        call.give(call.area.engine.focusedScreen.map { .object(call.area.object($0)) } ?? .none)
      }),
    Field(
      .word("motion", of: MotionPolicy.allCases.map(\.rawValue)),
      get: { call throws(ScriptError) in call.give(.string(call.area.engine.motionPolicy.rawValue)) },
      set: { call throws(ScriptError) in call.area.engine.motionPolicy = MotionPolicy.allCases[call[0].word] }),
    Field(
      .numbers("size", .size),
      get: { call throws(ScriptError) in
        let size = call.area.engine.stageSize
        call.give(.numbers([size.width, size.height], .size))
      }),
  ])

extension Area {
  /// Answers a task's wait.
  func answer(_ task: TaskID, _ wait: Wait, _ bridge: LuaBridge) throws(ScriptError) -> WaitAnswer {
    switch wait {
    case .seconds(let seconds):
      sleeps[task] = engine.call(after: seconds) { [unowned self, link = bridge.link] in
        sleeps[task] = nil
        link.bridge?.resume(task)
      }
      return .later
    case .objects(let objects):
      let waiting = objects.filter { reason(of: $0, bridge) == nil }
      if waiting.isEmpty { return .now(objects.map { .string(reason(of: $0, bridge)!.rawValue) }) }
      let box = Countdown(waiting.count)
      for object in waiting {
        whenEnded(object) { [unowned self, link = bridge.link] in
          box.left -= 1
          guard box.left == 0, let bridge = link.bridge else { return }
          bridge.resume(task, objects.map { .string(reason(of: $0, bridge)?.rawValue ?? EndReason.removed.rawValue) })
        }
      }
      return .later
    }
  }

  /// How a motion or run ended; nil while it runs.
  private func reason(of object: Object, _ bridge: LuaBridge) -> EndReason? {
    if let known = EndReason(note: bridge.note(of: object)) { return known }
    let goesOn =
      switch object.classID {
      case .run: engine[object.handle(Run.self)] != nil
      case .task: bridge.isAlive(TaskID(object))
      default: engine.isRunning(object.handle(Animator.self))
      }
    return goesOn ? nil : .removed
  }

  private func whenEnded(_ object: Object, _ body: @escaping () -> Void) {
    switch object.classID {
    case .run: engine[object.handle(Run.self)]?.whenEnded { _ in body() }
    case .task: taskWaiters[object, default: []].append(body)
    default: engine.whenEnded(object.handle(Animator.self)) { _ in body() }
    }
  }

  /// Notes how a task ended and wakes who waits for it. One that failed or was cancelled counts as cancelled.
  fileprivate func taskEnded(_ task: Object, _ end: TaskEnd, _ bridge: LuaBridge) {
    var reason = EndReason.cancelled
    switch end {
    case .finished: reason = .finished
    case .failed(let error): bridge.report(.init(kind: "task", error: error))
    case .cancelled: break
    }
    bridge.setNote(reason.note, of: task)
    let waiters = taskWaiters.removeValue(forKey: task) ?? []
    // In the script phase, so that a generation's end does not wake tasks that it is about to cancel.
    if !waiters.isEmpty { engine.call(after: 0) { for wake in waiters { wake() } } }
  }

  /// Puts a root on screen. While a script is loaded in place of one that has something there, it waits for the loading to succeed.
  fileprivate func setStage(_ root: Object, _ bridge: LuaBridge) throws(ScriptError) {
    if let stageGeneration, stageGeneration != bridge.generation {
      if root.classID == .view ? !engine.isAlive(root.handle()) : container(root) == nil {
        throw ScriptError("segue.stage: \(root.classID == .view ? "view" : "the container") has been released")
      }
      try bridge.anchor(root)
      if let before = nextStage?.root, before != root, before != stage { bridge.unanchor(before) }
      nextStage = (bridge.generation, root)
    } else {
      try bridge.anchor(root)
      try show(root, bridge)
      stageGeneration = bridge.generation
    }
  }

  /// Shows a root that is anchored already, and lets go of the one before.
  private func show(_ root: Object, _ bridge: LuaBridge) throws(ScriptError) {
    do throws(ScriptError) {
      if root.classID == .view {
        try asking { () throws(SegueError) in try engine.setStage(root.handle(View.self)) }
      } else if let container = container(root) {
        try asking { () throws(SegueError) in try engine.setStage(container) }
      } else {
        throw ScriptError("segue.stage: the container has been released")
      }
    } catch {
      if stage != root { bridge.unanchor(root) }
      throw error
    }
    if let before = stage, before != root { bridge.unanchor(before) }
    stage = root
  }

  /// A generation has ended. What its successor wanted on screen comes there now; without one, what it wanted is forgotten.
  func generationEnded(_ number: Int, successor: Int?, _ bridge: LuaBridge) {
    if stageGeneration == number { stageGeneration = nil }
    guard let next = nextStage, next.generation == successor || next.generation == number else { return }
    nextStage = nil
    if next.generation == number {
      if next.root != stage { bridge.unanchor(next.root) }
      return
    }
    do throws(ScriptError) {
      try show(next.root, bridge)
      stageGeneration = next.generation
    } catch {
      bridge.report(.init(kind: "segue.stage", error: error))
    }
  }
}

private final class Countdown {
  var left: Int
  init(_ left: Int) { self.left = left }
}

extension LuaBridge {
  /// Asks a script's function for a run's plan, which keeps the views that it sets: its waits move the place where the plan is written.
  func plan(_ callback: Callback, _ arguments: [Value], for run: Object, kind: String) throws {
    let (_, touched) = try area.noticing { try plan(callback, arguments, kind: kind) }
    for view in touched { try link(run, to: view) }
  }

  private func plan(_ callback: Callback, _ arguments: [Value], kind: String) throws(ScriptError) {
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
