// Animators: what every starter returns.

import Segue

let animatorTable = ClassTable(
  "animator", .animator,
  methods: [
    Method("stop") { call throws(ScriptError) in call.area.engine.stop(call.object.handle()) },
    Method("finish", [.word("at", of: ["current", "end"]).optional]) { call throws(ScriptError) in
      if call[0].wordIfGiven == 0 {
        call.area.engine.stop(call.object.handle())
      } else {
        call.area.engine.complete(call.object.handle())
      }
    },
  ],
  fields: [
    Field(
      .string("state"),
      get: { call throws(ScriptError) in call.give(.string(call.area.isRunning(call.object) ? "running" : "ended")) }),
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

  /// Starts a motion for a script: the animator lives while it runs, its end is noted on it, and its completion is told.
  func start(
    _ call: Call, completion: Argument?, keeping moved: Object? = nil, _ body: () throws -> Handle<Animator>
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
      if engine.isRunning(handle) {
        try bridge.anchor(object)
        if let moved { try bridge.link(object, to: moved) }
        let callback = completion?.isFunction == true ? try call.store(completion!, owner: object) : nil
        engine.whenEnded(handle) { [weak bridge] reason in
          guard let bridge else { return }
          bridge.setNote(reason.note, of: object)
          if let callback { bridge.start(callback, [.string(reason.rawValue)], kind: "completion") }
          bridge.unanchor(object)
        }
      }
    } catch {
      engine.stop(handle)
      throw error
    }
    call.give(.object(object))
  }
}
