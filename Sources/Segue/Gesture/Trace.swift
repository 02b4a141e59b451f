// A recorded stroke of input: everything a run needs to be repeated bit for bit.

/// Input events with the stage and the seed they were made for. As a file it is one JSON object a line; docs/traces.md has the
/// format.
public struct Trace: Equatable, Sendable {
  /// A remark at a time, for people.
  public struct Note: Equatable, Sendable {
    public var time: Double
    public var text: String
    public init(time: Double, text: String) { (self.time, self.text) = (time, text) }
  }

  /// The size of the stage, in stage units.
  public var size: Size
  /// What the random numbers of the run start from.
  public var seed: UInt64
  /// In order of time.
  public var events: [InputEvent]
  /// In order of time.
  public var notes: [Note]

  public init(size: Size, seed: UInt64 = 1, events: [InputEvent] = [], notes: [Note] = []) {
    self.size = size
    self.seed = seed
    self.events = events
    self.notes = notes
  }

  /// The version of the format that is written, and the only one that is read.
  public static let version = 1
  /// The largest file that is read, bytes: room for an hour of a 1000 Hz mouse at about 100 bytes an event.
  public static let largestFile = 1 << 29
  /// The longest line, bytes: an event takes about 100, the rest is room for notes.
  public static let longestLine = 1 << 16
  /// The most events and notes that are read: an hour of a 1000 Hz mouse is 3.6 million.
  public static let mostLines = 4_000_000
  /// The sides of a stage, stage units: up to three times the widest wall of screens.
  public static let stageSides = 1.0...100_000.0

  /// The whole file. Every number reads back with the same bits. A note stands before the first event that is not earlier.
  public var text: String {
    var text = Self.header(size: size, seed: seed) + "\n"
    var next = 0
    for event in events {
      while next < notes.count, notes[next].time <= event.time {
        text += Self.line(notes[next]) + "\n"
        next += 1
      }
      text += Self.line(event) + "\n"
    }
    for note in notes[next...] { text += Self.line(note) + "\n" }
    return text
  }

  /// The first line of a file, without its end.
  public static func header(size: Size, seed: UInt64) -> String {
    #"{"segue_trace":\#(version),"width":\#(size.width),"height":\#(size.height),"seed":\#(seed)}"#
  }

  /// The line of an event, without its end: a recorder writes them as they come.
  public static func line(_ event: InputEvent) -> String {
    #"{"t":\#(event.time),"device":"\#(event.device.rawValue)","contact":\#(event.contact),"phase":"\#(event.phase.rawValue)""#
      + #","x":\#(event.position.x),"y":\#(event.position.y)"# + (event.touchpad.map(members) ?? "")
      + (event.key.map { #","key":\#(FlatJSON.quoted($0))"# } ?? "")
      + (event.wheel.map { #","wheel_x":\#($0.x),"wheel_y":\#($0.y)"# } ?? "") + "}"
  }

  private static func members(_ motion: TouchpadMotion) -> String {
    #","motion":"\#(motion.kind.rawValue)","fingers":\#(motion.fingers),"dx":\#(motion.delta.x),"dy":\#(motion.delta.y)"#
      + #","scale":\#(motion.scale),"rotation":\#(motion.rotation)"#
  }

  /// The line of a note, without its end.
  public static func line(_ note: Note) -> String { #"{"t":\#(note.time),"note":\#(FlatJSON.quoted(note.text))}"# }
}

/// What is wrong with a trace and where.
public struct TraceError: Error, Equatable, CustomStringConvertible {
  public var file: String
  /// From 1.
  public var line: Int
  public var message: String
  public var description: String { "\(file):\(line): \(message)" }
}
