// Tasks: how callbacks run, wait and end.

import CLua

/// Names a running or waiting piece of script.
public struct TaskID: Hashable, Sendable {
  public let number: Int64

  init(number: Int64) { self.number = number }

  /// The task that a script's task object names.
  public init(_ object: Object) { number = Int64(bitPattern: object.bits) }

  /// As scripts name it.
  public var object: Object { Object(.task, bits: UInt64(bitPattern: number)) }
}

/// What a script waits for.
public enum Wait: Sendable, Equatable {
  case seconds(Double)
  case objects([Object])
}

/// `now`: the wait is over with these results. `later`: the task sleeps until it is resumed.
public enum WaitAnswer: Sendable {
  case now([Value])
  case later
}

/// Answers a wait of a task. One that answers `later` sees to it that `resume` is called in time.
public typealias Waiter = (TaskID, Wait) throws(ScriptError) -> WaitAnswer

/// How a task ended.
public enum TaskEnd: Sendable {
  case finished([Value])
  case failed(ScriptError)
  case cancelled
}

struct TaskRecord {
  let kind: String
  let generation: Int
  /// Answers its waits instead of the bridge; a task with one never sleeps.
  let waiter: Waiter?
  let onEnd: ((TaskEnd) -> Void)?
  var cancelled = false
  /// A body has said that it is to sleep; a resume that comes before it does so is kept.
  var sleeping = false
}

extension LuaBridge {
  /// Runs a callback as a task. It may wait; `onEnd` hears of its end, at once or later. Errors are reported unless `onEnd` is
  /// given.
  /// - Parameter kind: what is running, for reports.
  /// - Returns: the task if it waits; nil if it has ended or the callback has gone.
  @discardableResult public func start(
    _ callback: Callback, _ arguments: [Value] = [], kind: String = "task", onEnd: ((TaskEnd) -> Void)? = nil
  ) -> TaskID? {
    begin(callback, arguments, TaskRecord(kind: kind, generation: callback.generation, waiter: nil, onEnd: onEnd))
  }

  private func begin(_ callback: Callback, _ arguments: [Value], _ record: TaskRecord) -> TaskID? {
    guard let state else {
      record.onEnd?(.cancelled)
      return nil
    }
    lastTask += 1
    let id = TaskID(number: lastTask)
    tasks[id.number] = record
    let mark = clua_mark(state)
    arguments.forEach(give)
    let status = inGeneration(record.generation) {
      clua_start(state, id.number, callback.owner.classID.number, callback.owner.bits, callback.slot, mark)
    }
    return settle(id, status, mark)
  }

  /// Asks a callback for an answer now. A wait inside goes to `waiter`, or is an error that says where it happened.
  /// - Returns: what it returned; nil if the callback has gone.
  public func ask(
    _ callback: Callback, _ arguments: [Value] = [], kind: String, waiter: Waiter? = nil
  ) throws(ScriptError) -> [Value]? {
    var end: TaskEnd = .cancelled
    let refuse: Waiter = { (_, _) throws(ScriptError) in throw ScriptError("\(kind) must answer at once: it cannot wait") }
    _ = begin(
      callback, arguments,
      TaskRecord(kind: kind, generation: callback.generation, waiter: waiter ?? refuse, onEnd: { end = $0 }))
    switch end {
    case .finished(let values): return values
    case .failed(let error): throw error
    case .cancelled: return nil
    }
  }

  /// Wakes a task that waits. No effect on one that has gone.
  public func resume(_ task: TaskID, _ results: [Value] = []) {
    guard let state, let record = tasks[task.number], record.sleeping else { return }
    tasks[task.number]?.sleeping = false
    let mark = clua_mark(state)
    results.forEach(give)
    let status = inGeneration(record.generation) { clua_resume(state, task.number, mark) }
    _ = settle(task, status, mark)
  }

  /// Ends a task; its closing handlers run. One that is running now ends at its next wait.
  public func cancel(_ task: TaskID) {
    guard let state, let record = tasks[task.number] else { return }
    let mark = clua_mark(state)
    tasks[task.number]?.cancelled = true
    let status = inGeneration(record.generation) { clua_cancel(state, task.number, mark) }
    defer { clua_reset(state, mark) }
    if status == CLUA_RUNNING.rawValue { return }
    tasks[task.number] = nil
    if status == CLUA_FAILED.rawValue { report(Report(kind: record.kind, error: error(at: mark))) }
    record.onEnd?(.cancelled)
    onTaskEnd?(task, .cancelled)
  }

  /// The one that `start` would begin next.
  public var nextTask: TaskID { TaskID(number: lastTask + 1) }

  /// Whether it runs or waits.
  public func isAlive(_ task: TaskID) -> Bool { tasks[task.number] != nil }

  private func inGeneration(_ number: Int, _ body: () -> Int32) -> Int32 {
    let before = generation
    generation = number
    defer { generation = before }
    return body()
  }

  private func error(at mark: Int32) -> ScriptError {
    let texts = values(from: mark)
    return ScriptError(
      message: texts.first?.asString ?? "an error without a text", traceback: texts.dropFirst().first?.asString ?? "",
      isPlaced: true)
  }

  private func settle(_ id: TaskID, _ status: Int32, _ mark: Int32) -> TaskID? {
    guard let state else { return nil }
    if status == CLUA_WAITING.rawValue { return id }
    let record = tasks.removeValue(forKey: id.number)
    let end: TaskEnd =
      switch status {
      case CLUA_DONE.rawValue: .finished(values(from: mark))
      case CLUA_FAILED.rawValue: record?.cancelled == true ? .cancelled : .failed(error(at: mark))
      default: .cancelled
      }
    clua_reset(state, mark)
    if let onEnd = record?.onEnd {
      onEnd(end)
    } else if case .failed(let error) = end {
      report(Report(kind: record?.kind ?? "task", error: error))
    }
    onTaskEnd?(id, end)
    return nil
  }
}

extension Call {
  /// The task that makes this call; nil on the state's main thread or in a coroutine that a script made.
  public var task: TaskID? {
    guard let state = bridge.state else { return nil }
    let number = clua_running_task(state)
    return number > 0 ? TaskID(number: number) : nil
  }

  /// Makes the call wait. Its results are those of the wait. To be the last thing that a body does.
  /// - Parameter name: what the script called, for messages.
  public func wait(_ wait: Wait, name: String) throws(ScriptError) {
    guard let state = bridge.state else { throw .closed }
    let number = clua_running_task(state)
    guard number != 0 else {
      guard let loop = bridge.loop else {
        throw ScriptError("\(name) must run inside a task: wrap the code in segue.task(function() ... end)")
      }
      try loop(wait).forEach(give)
      return
    }
    guard number > 0, let record = bridge.tasks[number] else {
      throw ScriptError("\(name) must run inside a task: wrap the code in segue.task(function() ... end)")
    }
    if record.cancelled { throw ScriptError("the task was cancelled") }
    let ownWaiter = record.waiter
    if ownWaiter == nil, clua_can_yield(state) == 0 {
      throw ScriptError(
        "\(name) cannot wait here: a C function (table.sort, string.gsub, require, ...) is on the call stack")
    }
    guard let waiter = ownWaiter ?? bridge.waiter else { throw ScriptError("\(name): nothing here keeps time") }
    switch try waiter(TaskID(number: number), wait) {
    case .now(let results): results.forEach(give)
    case .later:
      guard ownWaiter == nil else { throw ScriptError("\(record.kind) must answer at once: it cannot wait") }
      bridge.tasks[number]?.sleeping = true
      bridge.waits = true
    }
  }
}

// MARK: The functions that scripts see

extension ClassID {
  public static let task: ClassID = 2
}

/// `await`, `sleep` and `task`, for the module's table.
/// - Parameter awaitable: classes, besides tasks, that can be awaited.
public func taskMethods(awaitable: [ClassID]) -> [Method] {
  let one = awaitable.reduce(Item.object("argument", .task)) { $0.or(.object("argument", $1)) }
  return [
    Method("await", [.rest(one).required]) { call throws(ScriptError) in
      var objects: [Object] = []
      try call[0].forEachElement { objects.append($0.object) }
      try call.wait(.objects(objects), name: "await")
    },
    Method("sleep", [.number("seconds")]) { call throws(ScriptError) in
      guard call[0].number >= 0 else { throw ScriptError("sleep: seconds must not be negative") }
      try call.wait(.seconds(call[0].number), name: "sleep")
    },
    Method("task", [.function("function")]) { call throws(ScriptError) in
      let callback = try call.store(call[0], owner: .root)
      let bridge = call.bridge
      let id = bridge.nextTask
      bridge.start(callback)
      bridge.remove(callback)
      call.give(.object(id.object))
    },
  ]
}

/// What `segue.task` returns.
public let taskTable = ClassTable(
  "task", .task,
  methods: [Method("cancel") { $0.bridge.cancel(TaskID($0.object)) }],
  fields: [Field(.boolean("running"), get: { $0.give(.boolean($0.bridge.isAlive(TaskID($0.object)))) })])
