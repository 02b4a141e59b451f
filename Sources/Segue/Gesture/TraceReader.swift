// Reads a trace, strictly: whatever is not in the format is refused with its line.

extension Trace {
  /// Reads a trace.
  /// - Parameter file: the name that errors carry.
  public init(parsing text: String, file: String = "trace.jsonl") throws(TraceError) {
    try self.init(parsing: Array(text.utf8), file: file)
  }

  /// Reads a trace from the bytes of its file. Throws for the first line that is not in order; nothing is guessed or skipped but
  /// empty lines.
  public init(parsing bytes: [UInt8], file: String = "trace.jsonl") throws(TraceError) {
    var reader = TraceReader(file: file)
    if bytes.count > Trace.largestFile {
      throw reader.error("a trace has at most \(Trace.largestFile) bytes, this file has \(bytes.count)")
    }
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      try reader.read(bytes[start..<end])
      start = end + 1
    }
    guard let trace = reader.trace else {
      reader.line = max(reader.line, 1)
      throw reader.error("expected a header line with segue_trace, width, height and seed, got an empty file")
    }
    self = trace
  }
}

private struct TraceReader {
  let file: String
  var line = 0
  private var head: (size: Size, seed: UInt64)?
  private var events: [InputEvent] = []
  private var notes: [Trace.Note] = []
  private var lastTime: (time: Double, line: Int)?

  private static let headerKeys = ["segue_trace", "width", "height", "seed"]
  private static let eventKeys = ["t", "device", "contact", "phase", "x", "y"]
  private static let motionKeys = ["motion", "fingers", "dx", "dy", "scale", "rotation"]
  private static let keyKeys = ["key"]
  private static let wheelKeys = ["wheel_x", "wheel_y"]
  private static let noteKeys = ["t", "note"]

  init(file: String) { self.file = file }

  /// What was read, or nil if there was no header.
  var trace: Trace? { head.map { Trace(size: $0.size, seed: $0.seed, events: events, notes: notes) } }

  func error(_ message: String) -> TraceError { TraceError(file: file, line: line, message: message) }

  mutating func read(_ bytes: ArraySlice<UInt8>) throws(TraceError) {
    line += 1
    if bytes.count > Trace.longestLine {
      throw error("a line has at most \(Trace.longestLine) bytes, this one has \(bytes.count)")
    }
    if bytes.allSatisfy({ $0 == 32 || $0 == 9 || $0 == 13 }) { return }
    let members: Members
    do { members = Members(try FlatJSON.object(bytes)) } catch { throw self.error(error.message) }
    guard head != nil else {
      head = try header(members)
      return
    }
    if events.count + notes.count >= Trace.mostLines {
      throw error("a trace has at most \(Trace.mostLines) events and notes")
    }
    if members["note"] != nil {
      try check(members, keys: Self.noteKeys)
      notes.append(Trace.Note(time: try time(members), text: try string("note", in: members)))
    } else {
      events.append(try event(members))
    }
  }

  private func header(_ members: Members) throws(TraceError) -> (size: Size, seed: UInt64) {
    guard members["segue_trace"] != nil else {
      throw error("expected a header line with segue_trace, width, height and seed")
    }
    let version: Int = try integer("segue_trace", in: members)
    guard version == Trace.version else {
      throw error("segue_trace expected version \(Trace.version), got \(version)")
    }
    try check(members, keys: Self.headerKeys)
    return (Size(try side("width", in: members), try side("height", in: members)), try integer("seed", in: members))
  }

  private mutating func event(_ members: Members) throws(TraceError) -> InputEvent {
    let isMotion = members["motion"] != nil
    let isKey = members["key"] != nil
    let isWheel = members["wheel_x"] != nil || members["wheel_y"] != nil
    try check(
      members,
      keys: Self.eventKeys + (isMotion ? Self.motionKeys : []) + (isKey ? Self.keyKeys : [])
        + (isWheel ? Self.wheelKeys : []),
      known: Self.motionKeys + Self.keyKeys + Self.wheelKeys)
    let limit = GestureConstants.largestCoordinate
    let event = InputEvent(
      time: try time(members),
      device: try name("device", in: members),
      contact: try integer("contact", in: members),
      phase: try name("phase", in: members),
      position: Point(try number("x", in: members, limit: limit), try number("y", in: members, limit: limit)),
      touchpad: isMotion ? try motion(members) : nil,
      key: isKey ? try string("key", in: members) : nil,
      wheel: isWheel ? try wheel(members) : nil)
    if let problem = event.problem { throw error(problem) }
    return event
  }

  private func wheel(_ members: Members) throws(TraceError) -> Point {
    let limit = GestureConstants.largestWheel
    return Point(try number("wheel_x", in: members, limit: limit), try number("wheel_y", in: members, limit: limit))
  }

  private func motion(_ members: Members) throws(TraceError) -> TouchpadMotion {
    let limit = GestureConstants.largestCoordinate
    let motion = TouchpadMotion(
      try name("motion", in: members),
      fingers: try integer("fingers", in: members),
      delta: Point(try number("dx", in: members, limit: limit), try number("dy", in: members, limit: limit)),
      scale: try number("scale", in: members, limit: GestureConstants.largestScale),
      rotation: try number("rotation", in: members, limit: GestureConstants.largestTurn))
    if let problem = motion.problem { throw error(problem) }
    return motion
  }

  private mutating func time(_ members: Members) throws(TraceError) -> Double {
    let time = try number("t", in: members, limit: GestureConstants.largestTime)
    if let last = lastTime, time < last.time {
      throw error("t expected \(last.time) (the time of line \(last.line)) or later, got \(time)")
    }
    lastTime = (time, line)
    return time
  }

  /// - Parameter known: further keys that exist, though not in such a line.
  private func check(_ members: Members, keys: [String], known: [String] = []) throws(TraceError) {
    for member in members.all where !keys.contains(member.key) {
      if known.contains(member.key) { throw error("\(member.key) stands without motion") }
      throw error("unknown key \(FlatJSON.quoted(member.key))" + suggestion(for: member.key, among: keys))
    }
    for key in keys where members[key] == nil { throw error("\(key) is missing") }
  }

  private func mismatch(_ key: String, _ expected: String, _ value: FlatJSON.Value?) -> TraceError {
    error("\(key) expected \(expected), got \(value?.shown ?? "nothing")")
  }

  private func number(_ key: String, in members: Members, limit: Double) throws(TraceError) -> Double {
    guard case .number(let text)? = members[key], let number = Double(text) else {
      throw mismatch(key, "a number", members[key])
    }
    guard number.isFinite, abs(number) <= limit else {
      throw mismatch(key, "a number within ±\(limit)", members[key])
    }
    return number
  }

  private func side(_ key: String, in members: Members) throws(TraceError) -> Double {
    let range = Trace.stageSides
    guard case .number(let text)? = members[key], let number = Double(text), range.contains(number) else {
      throw mismatch(key, "a number from \(range.lowerBound) to \(range.upperBound)", members[key])
    }
    return number
  }

  private func integer<Integer: FixedWidthInteger>(_ key: String, in members: Members) throws(TraceError) -> Integer {
    guard case .number(let text)? = members[key], let number = Integer(text) else {
      throw mismatch(key, "a whole number from \(Integer.min) to \(Integer.max)", members[key])
    }
    return number
  }

  private func string(_ key: String, in members: Members) throws(TraceError) -> String {
    guard case .string(let text)? = members[key] else { throw mismatch(key, "a string", members[key]) }
    return text
  }

  private func name<Name: RawRepresentable & CaseIterable>(_ key: String, in members: Members) throws(TraceError) -> Name
  where Name.RawValue == String {
    let names = Name.allCases.map(\.rawValue)
    if case .string(let text)? = members[key] {
      if let name = Name(rawValue: text) { return name }
      throw mismatch(key, listed(names), members[key], suggestion(for: text, among: names))
    }
    throw mismatch(key, listed(names), members[key])
  }

  private func mismatch(_ key: String, _ expected: String, _ value: FlatJSON.Value?, _ hint: String) -> TraceError {
    var error = mismatch(key, expected, value)
    error.message += hint
    return error
  }

  private func listed(_ names: [String]) -> String {
    names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }

  private func suggestion(for text: String, among names: [String]) -> String {
    nearestName(to: text, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
  }
}

/// The members of a line by key.
private struct Members {
  let all: [(key: String, value: FlatJSON.Value)]
  init(_ all: [(key: String, value: FlatJSON.Value)]) { self.all = all }
  subscript(key: String) -> FlatJSON.Value? { all.first { $0.key == key }?.value }
}
