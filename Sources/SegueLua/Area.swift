// The engine's side of one binding, and what scripts see of it: the tables of every area, gathered.

import Segue

/// What the tables need besides the call itself.
public final class Area {
  public let engine: Engine
  var registrations: [Int: Registration] = [:]
  var registrationsOfOwner: [Object: [Int]] = [:]
  var lastRegistration = 0

  /// Runs that a script has been given: their end is noted on the object. True once the run keeps its definition.
  var notedRuns: [UInt64: Bool] = [:]
  /// Fields of plain tables that move.
  @exclusivity(unchecked) var tables = MovingTables()
  /// What `set_transition` made, by container.
  var ownDefinitions: [Object: OwnDefinitions] = [:]
  /// Kinds of gestures that scripts defined, by name.
  var gestureKinds: [String: ScriptedKind] = [:]
  /// Motions under way that scripts gave a key.
  var keyed: [String: Handle<Animator>] = [:]
  /// What a call asks to move, kept for its memory.
  @exclusivity(unchecked) var spareChanges: [Engine.Change] = []
  /// The curve that was last asked for by name: scripts mostly use one many times over.
  @exclusivity(unchecked) var lastNamedCurve: (name: [UInt8], curve: Curve)?
  /// The motion that ended last: one of no duration ends before its starter has returned it.
  @exclusivity(unchecked) var lastEnd: (animator: Handle<Animator>, reason: EndReason)?
  /// Views and values that scripts let go while they moved. They end when they rest.
  var lingering: Set<Object> = []
  /// Whether some motion has ended since those that linger were last looked at.
  @exclusivity(unchecked) var someMotionEnded = false
  /// What a recogniser's view was like when its gesture began.
  var origins: [UInt64: [Value.Pair]] = [:]
  /// The recogniser whose handler runs now, what each one's handler began with its gesture, and where a handler failed.
  var hearing: UInt64?
  var begun: [UInt64: [Interaction]] = [:]
  var failedGestures: Set<UInt64> = []
  /// Views that a function sets while it describes a motion, which is to keep them.
  @exclusivity(unchecked) var touched: Set<Object>?
  /// What to do when a task ends that another one waits for.
  var taskWaiters: [Object: [() -> Void]] = [:]

  /// What is on screen, held for as long as it is.
  var stage: Object?
  /// The generation that put it there, while that lives.
  var stageGeneration: Int?
  /// What a loading will put there if it succeeds.
  var nextStage: (generation: Int, root: Object)?

  /// Calls that wake sleeping tasks.
  var sleeps: [TaskID: UInt64] = [:]

  public init(engine: Engine) { self.engine = engine }
}

extension ClassID {
  /// The module itself.
  public static let module: ClassID = 1
  static let view: ClassID = 3
  static let value: ClassID = 4
  static let animator: ClassID = 5
  static let recognizer: ClassID = 6
  static let screen: ClassID = 7
  static let navigation: ClassID = 8
  static let definition: ClassID = 9
  static let run: ClassID = 10
  static let interaction: ClassID = 11
  static let clock: ClassID = 12
  static let timeline: ClassID = 13
  static let gesture: ClassID = 14
  static let scroll: ClassID = 15
  static let tabs: ClassID = 16
  static let restorer: ClassID = 17
}

/// Version of the engine, as `segue.version` shows it.
public let segueVersion = "0.1.0"

/// Makes the whole engine known to a state, and has the engine drop what scripts let go. The engine may outlive the state.
public func openSegue(_ bridge: LuaBridge) throws(ScriptError) {
  try bridge.open([
    moduleTable, taskTable, clockTable, viewTable, valueTable, animatorTable, recognizerTable, screenTable, navigationTable,
    tabsTable,
    definitionTable, runTable, interactionTable, restorerTable, timelineTable, scrollTable, gestureModuleTable,
  ])
  let area = bridge.area
  // A task that ends early must not keep the engine awake until its sleep would be over.
  bridge.onTaskEnd = { [unowned area] task, _ in
    if let sleep = area.sleeps.removeValue(forKey: task) { area.engine.cancelCall(sleep) }
  }
  bridge.waiter = { [unowned bridge] task, wait throws(ScriptError) in try area.answer(task, wait, bridge) }
  // Taken away before the binding goes.
  area.engine.willAdvance = { [unowned bridge, unowned area] in area.dropUnheld(bridge) }
  area.engine.animatorDidEnd = { [unowned bridge, unowned area] animator, reason in
    area.lastEnd = (animator, reason)
    area.someMotionEnded = true
    bridge.setNote(reason.note, of: Object(.animator, animator))
  }
  area.engine.didMove = { [unowned bridge, unowned area] in if !area.tables.isEmpty { area.writeTables(bridge) } }
  bridge.onClose = { [unowned bridge, unowned area] in
    area.engine.didMove = nil
    area.engine.willAdvance = nil
    area.engine.animatorDidEnd = { _, _ in }
    for owner in area.registrationsOfOwner.keys { area.withdraw(bridge, owner) }
  }
}

extension Area {
  /// Ends the objects that neither the engine nor a script holds.
  func dropUnheld(_ bridge: LuaBridge) {
    var dropped: [ClassID: Set<Object>] = [:]
    var order: [Object] = []
    while let object = bridge.nextDropped() {
      dropped[object.classID, default: []].insert(object)
      order.append(object)
      withdraw(bridge, object)
    }
    let rested = someMotionEnded || !order.isEmpty ? lingering.filter { !hasMotion($0) } : []
    // A set's own order differs from run to run.
    for object in rested.sorted(by: { $0.bits < $1.bits }) {
      lingering.remove(object)
      if bridge.isHeld(object) { continue }
      dropped[object.classID, default: []].insert(object)
      order.append(object)
    }
    someMotionEnded = false
    guard !order.isEmpty else { return }
    for object in order where (object.classID == .view || object.classID == .value) && hasMotion(object) {
      dropped[object.classID]?.remove(object)
      lingering.insert(object)
    }
    order.removeAll { lingering.contains($0) || $0.classID == .view && engine.isOwn($0.handle()) }
    dropped[.view]?.formIntersection(order)
    let views = dropped[.view] ?? []
    // A container lets go of its screens, and a view of parts that are still held, before any of them ends.
    var containers = order.compactMap(container)
    // One that is in another follows it.
    while let place = containers.firstIndex(where: { $0.screenIfAny?.container == nil }) {
      let container = containers.remove(at: place)
      detachHeld(from: container.view, views)
      engine.release(container)
    }
    for view in views { detachHeld(from: view.handle(), views) }
    for object in order {
      switch object.classID {
      case .view: engine.release(object.handle(View.self))
      case .value: engine.release(object.handle(MotionValue.self))
      case .screen: if let screen = engine[object.handle(Screen.self)] { engine.release(screen) }
      case .interaction: if let interaction = engine[object.handle(Interaction.self)] { engine.release(interaction) }
      // One on a view goes with the view.
      case .recognizer:
        if let recognizer = engine.recognizer(object.handle()), !engine.isAlive(recognizer.view) {
          engine.removeRecognizer(object.handle())
        }
      case .restorer: engine.release(object.handle(Restorer.self))
      case .timeline: if let playback = engine[object.handle(Playback.self)] { engine.release(playback) }
      default: break
      }
    }
  }

  private func hasMotion(_ object: Object) -> Bool {
    object.classID == .view ? engine.hasMotion(object.handle(View.self)) : engine.hasMotion(object.handle(MotionValue.self))
  }

  private func detachHeld(from view: Handle<View>, _ dropped: Set<Object>) {
    for child in engine.children(of: view) where !dropped.contains(Object(.view, child)) {
      try? engine.removeFromParent(child)
    }
  }
}

extension ScriptError: CustomStringConvertible {
  public var description: String { traceback.isEmpty ? message : "\(message)\n\(traceback)" }

  init(_ error: SegueError) { self.init(error.message) }
}

/// Runs an engine call whose refusal is the script's error.
func asking<T>(_ body: () throws(SegueError) -> T) throws(ScriptError) -> T {
  do { return try body() } catch { throw ScriptError(error) }
}
