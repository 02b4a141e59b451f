// Animators: what every starter returns.

import Segue

private let continueOptions = Options([.number("duration_factor"), timingItem])

let animatorTable = ClassTable(
  "animator", .animator,
  methods: [
    Method("stop") { call throws(ScriptError) in
      call.area.end(call.object, .cancelled, call.bridge) { call.area.engine.stop($0) }
    },
    Method("pause") { call throws(ScriptError) in
      try asking { () throws(SegueError) in try call.area.engine.pause(call.object.handle()) }
    },
    Method("resume") { call throws(ScriptError) in
      try asking { () throws(SegueError) in try call.area.engine.resume(call.object.handle()) }
    },
    Method("reverse") { call throws(ScriptError) in
      try asking { () throws(SegueError) in try call.area.engine.reverse(call.object.handle()) }
    },
    Method("seek", [.number("seconds")]) { call throws(ScriptError) in
      try asking { () throws(SegueError) in try call.area.engine.seek(call.object.handle(), to: call[0].number) }
    },
    Method("continue", [.options("options", continueOptions).optional]) { call throws(ScriptError) in
      let curve = call[0]["timing"].isGiven ? try call[0]["timing"].curve(call) : nil
      let factor = call[0]["duration_factor"].numberIfGiven ?? 1
      try asking { () throws(SegueError) in try call.area.engine.goOn(call.object.handle(), factor: factor, curve: curve) }
    },
    Method("finish", [.word("at", of: ["current", "end", "start"]).optional]) { call throws(ScriptError) in
      if call[0].wordIfGiven == 2 {
        let engine = call.area.engine
        try call.area.ending(call.object, .finished, call.bridge) { handle throws(SegueError) in
          try engine.completeAtStart(handle)
        }
      } else if call[0].wordIfGiven == 0 {
        call.area.end(call.object, .cancelled, call.bridge) { call.area.engine.stop($0) }
      } else {
        call.area.end(call.object, .finished, call.bridge) { call.area.engine.complete($0) }
      }
    },
  ],
  fields: [
    Field(
      .string("state"),
      get: { call throws(ScriptError) in
        let paused = call.area.engine.isPaused(call.object.handle())
        call.give(.string(paused ? "paused" : call.area.isRunning(call.object) ? "running" : "ended"))
      }),
    Field(
      .number("progress"),
      get: { call throws(ScriptError) in
        let ended = EndReason(note: call.bridge.note(of: call.object)) == .finished ? 1.0 : 0
        call.give(call.area.engine.progress(of: call.object.handle()) ?? ended)
      }),
    Field(
      .string("reason"),
      get: { call throws(ScriptError) in
        if let reason = EndReason(note: call.bridge.note(of: call.object)) {
          call.give(.string(reason.rawValue))
        } else {
          call.give(.none)
        }
      }),
  ],
  describe: { call throws(ScriptError) in
    let state = EndReason(note: call.bridge.note(of: call.object))?.rawValue ?? "running"
    call.give(.string("animator (\(state))"))
  })

extension EndReason {
  /// The number under which an object's userdata keeps the reason; 0 is "not ended".
  var note: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }
  init?(note: Int) {
    guard note >= 1, note <= Self.allCases.count else { return nil }
    self = Self.allCases[note - 1]
  }
}

extension Area {
  func isRunning(_ animator: Object) -> Bool { engine.isRunning(animator.handle(Animator.self)) }

  /// Starts a motion for a script: the animator and what it moves live while it runs, its end is noted on it, and its completion
  /// is told.
  func start(
    _ call: Call, completion: Argument?, keeping kept: Object? = nil, _ body: () throws -> Handle<Animator>
  ) throws(ScriptError) {
    let bridge = call.bridge
    let handle: Handle<Animator>
    var moved: Set<Object>
    do { (handle, moved) = try noticing(body) } catch let error as ScriptError { throw error } catch let error as SegueError {
      throw ScriptError(error)
    } catch {
      throw ScriptError("\(error)")
    }
    if let kept { moved.insert(kept) }
    let object = Object(.animator, handle)
    var callback: Callback?
    do throws(ScriptError) {
      try bridge.adopt(object)
      if engine.isRunning(handle) {
        try bridge.anchor(object)
        for part in moved { try bridge.link(object, to: part) }
        if let completion, completion.isFunction { callback = try call.store(completion, owner: object) }
      }
    } catch {
      engine.stop(handle)
      bridge.unanchor(object)
      throw error
    }
    if engine.isRunning(handle) { note(object, callback, bridge) }
    call.give(.object(object))
  }

  /// Has the end of a motion noted on its object and told to those who asked. Several may ask for the end of the same motion.
  private func note(_ object: Object, _ callback: Callback?, _ bridge: LuaBridge) {
    let known = endings[object.bits] != nil
    endings[object.bits, default: []] +=
      callback.map { callback in
        [
          { [weak bridge] reason in
            bridge?.start(callback, [.string(reason.rawValue)], kind: "completion")
            bridge?.remove(callback)
          }
        ]
      } ?? []
    guard !known else { return }
    engine.whenEnded(object.handle(Animator.self)) { [weak self, weak bridge] reason in
      guard let self, let bridge else { return }
      bridge.setNote(reason.note, of: object)
      for body in endings.removeValue(forKey: object.bits) ?? [] { body(reason) }
      bridge.unanchor(object)
    }
  }

  /// The same where ending may be refused.
  fileprivate func ending(
    _ animator: Object, _ reason: EndReason, _ bridge: LuaBridge, _ body: (Handle<Animator>) throws(SegueError) -> Void
  ) throws(ScriptError) {
    guard isRunning(animator) else { return }
    try asking { () throws(SegueError) in try body(animator.handle()) }
    if !isRunning(animator) { bridge.setNote(reason.note, of: animator) }
  }

  /// Ends a motion on a script's word. Its reason is known at once, before those who wait for it hear it.
  fileprivate func end(_ animator: Object, _ reason: EndReason, _ bridge: LuaBridge, _ body: (Handle<Animator>) -> Void) {
    guard isRunning(animator) else { return }
    body(animator.handle())
    if !isRunning(animator) { bridge.setNote(reason.note, of: animator) }
  }

  /// Runs a function that describes a motion, and returns the views that it set.
  func noticing<T>(_ body: () throws -> T) rethrows -> (T, Set<Object>) {
    let outer = touched
    touched = []
    defer { touched = outer.map { $0.union(touched ?? []) } }
    let result = try body()
    return (result, touched ?? [])
  }
}
