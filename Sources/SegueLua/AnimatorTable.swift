// Animators: what every starter returns.

import Segue

private let continueOptions = Options([.number("duration_factor"), timingItem])

let animatorTable = ClassTable(
  "animator", .animator, endsItself: true,
  methods: [
    Method("stop") { call throws(ScriptError) in call.area.engine.stop(call.object.handle(Animator.self)) },
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
      let (engine, animator) = (call.area.engine, call.object.handle(Animator.self))
      guard engine.isRunning(animator) else { return }
      switch call[0].wordIfGiven {
      case 0: engine.stop(animator)
      case 2: try asking { () throws(SegueError) in try engine.completeAtStart(animator) }
      default: engine.complete(animator)
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

  /// Starts a motion for a script and gives it the animator. What moves lives on while it does (see `dropUnheld`), and so does
  /// the completion.
  func start<Failure: Error>(
    _ call: Call, completion: Argument?, _ body: () throws(Failure) -> Handle<Animator>
  ) throws(ScriptError) {
    let bridge = call.bridge
    let handle: Handle<Animator>
    do { handle = try body() } catch let error as ScriptError { throw error } catch let error as SegueError {
      throw ScriptError(error)
    } catch {
      throw ScriptError("\(error)")
    }
    let object = Object(.animator, handle)
    do throws(ScriptError) {
      try bridge.adopt(object)
      let ended = lastEnd.flatMap { $0.animator == handle ? $0.reason : nil }
      if let ended { bridge.setNote(ended.note, of: object) }
      if let completion, completion.isFunction {
        let callback = try call.store(completion, owner: .root)
        let tell = { [link = bridge.link] (reason: EndReason) in
          link.bridge?.start(callback, [.string(reason.rawValue)], kind: "completion")
          link.bridge?.remove(callback)
        }
        if !engine.whenEnded(handle, tell) { engine.call(after: 0) { tell(ended ?? .finished) } }
      }
    } catch {
      engine.stop(handle)
      throw error
    }
    bridge.give(.object(object))
  }

  /// One motion goes by a key at a time: what the one before still moves stops where it is.
  func replace(_ key: String, by animator: Handle<Animator>) {
    if let before = keyed[key], before != animator { engine.interrupt(before) }
    keyed[key] = engine.isRunning(animator) ? animator : nil
    // Those that have ended go when their number would grow.
    if keyed.count > 64 { keyed = keyed.filter { engine.isRunning($0.value) } }
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
