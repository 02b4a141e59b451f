// What scripts see of the engine: the tables of every area, gathered.

import Segue

/// The engine's side of one binding.
public final class Area {
  public let engine: Engine

  public init(engine: Engine) { self.engine = engine }
}

extension ClassID {
  /// The module itself.
  public static let module: ClassID = 1
}

/// Makes the whole engine known to a state.
public func openSegue(_ bridge: LuaBridge) throws(ScriptError) {
  try bridge.open([moduleTable, taskTable])
}

/// Version of the engine, as `segue.version` shows it.
public let segueVersion = "0.1.0"

private let moduleTable = ClassTable(
  "segue", .module, single: true, methods: taskMethods(awaitable: []),
  fields: [
    Field(.string("version"), get: { $0.give(.string(segueVersion)) })
  ])
