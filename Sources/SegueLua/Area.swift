// The engine's side of one binding, and what scripts see of it: the tables of every area, gathered.

import Segue

/// What the tables need besides the call itself.
public final class Area {
  public let engine: Engine
  /// Names events by which handlers are taken away.
  var handlers: [Handler] = []
  /// Runs that a script has been given: their end is noted on the object.
  var notedRuns: Set<UInt64> = []
  /// What a recogniser's view was like when its gesture began.
  var origins: [UInt64: [Value.Pair]] = [:]

  /// What is on screen, held for as long as it is.
  var stage: Object?
  /// What to do when a generation ends.
  var generationEnds: [Int: [() -> Void]] = [:]

  public init(engine: Engine) { self.engine = engine }

  /// A handler added with `on`, so that `off` finds it.
  struct Handler {
    let object: Object
    let event: String
    let callback: Callback
    let remove: () -> Void
  }
}

extension ClassID {
  /// The module itself.
  public static let module: ClassID = 1
  static let clock: ClassID = 2
  static let view: ClassID = 3
  static let value: ClassID = 4
  static let animator: ClassID = 5
  static let recognizer: ClassID = 6
  static let screen: ClassID = 7
  static let navigation: ClassID = 8
  static let definition: ClassID = 9
  static let run: ClassID = 10
  static let interaction: ClassID = 11
  static let curve: ClassID = 12
}

/// Version of the engine, as `segue.version` shows it.
public let segueVersion = "0.1.0"

/// Makes the whole engine known to a state, and has the engine drop what scripts let go.
public func openSegue(_ bridge: LuaBridge) throws(ScriptError) {
  try bridge.open([
    moduleTable, clockTable, viewTable, valueTable, animatorTable, recognizerTable, screenTable, navigationTable,
    definitionTable, runTable, interactionTable,
  ])
  let area = bridge.area
  bridge.waiter = { [unowned bridge] task, wait throws(ScriptError) in try area.answer(task, wait, bridge) }
  area.engine.willAdvance = { [unowned bridge] in area.dropUnheld(bridge) }
}

extension Area {
  /// Ends the objects that neither the engine nor a script holds.
  func dropUnheld(_ bridge: LuaBridge) {
    while let object = bridge.nextDropped() {
      switch object.classID {
      case .view: engine.release(object.handle(View.self))
      case .value: engine.release(object.handle(MotionValue.self))
      case .screen: if let screen = engine[object.handle(Screen.self)] { engine.release(screen) }
      case .navigation: if let navigation = engine[object.handle(Navigation.self)] { engine.release(navigation) }
      case .interaction: if let interaction = engine[object.handle(Interaction.self)] { engine.release(interaction) }
      default: break
      }
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
