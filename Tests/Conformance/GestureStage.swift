// A stage on which gesture cases are played: an engine, a view in a view, and what their recognisers report.

import Segue

final class GestureStage {
  /// One report and the event during which it came.
  struct Entry {
    var event: Int
    var name: String
    var report: GestureReport
  }

  let engine = Engine()
  let parent: Handle<View>
  let child: Handle<View>
  private(set) var handles: [String: Handle<Recognizer>] = [:]
  private(set) var log: [Entry] = []
  private(set) var event = -1
  var onReport: (GestureReport) -> Void = { _ in }

  init(size: Size = Size(1000, 1000)) throws {
    parent = try engine.makeView()
    child = try engine.makeView()
    try engine.resize(to: size)
    try engine.add(child, to: parent)
    try engine.set(.frame, of: child, to: [0, 0, size.width, size.height])
    try engine.setStage(parent)
    try engine.advance(to: 0)
  }

  func add(
    _ name: String, _ kind: RecognizerKind, to view: Handle<View>? = nil, settings: RecognizerSettings = RecognizerSettings()
  ) throws {
    handles[name] = try engine.addRecognizer(kind, to: view ?? child, settings: settings) { [unowned self] report in
      log.append(Entry(event: event, name: name, report: report))
      onReport(report)
    }
  }

  func configure(_ name: String, _ change: (inout RecognizerSettings) -> Void) {
    if let handle = handles[name] { engine.configure(handle, change) }
  }

  func handle(_ name: String) throws -> Handle<Recognizer> {
    guard let handle = handles[name] else { throw Unreadable("there is no recogniser \(name)") }
    return handle
  }

  /// Lets any of the recognisers be active with any other.
  func allowAll(_ names: [String]) {
    let all = names.compactMap { handles[$0] }
    for name in names { configure(name) { $0.simultaneousWith += all } }
  }

  func isActive(_ name: String) -> Bool { handles[name].flatMap(engine.recognizer)?.state.isActive == true }
  func state(_ name: String) -> GestureState? { handles[name].flatMap(engine.recognizer)?.state }

  /// The next event of the case.
  func send(_ event: InputEvent) throws {
    self.event += 1
    try engine.send(event)
    try engine.advance(to: event.time)
  }

  func wait(until time: Double) throws {
    event += 1
    try engine.advance(to: time)
  }

  func touch(_ phase: InputEvent.Phase, _ x: Double, _ y: Double, pointer: Int = 0, at time: Double) throws {
    try send(InputEvent(time: time, contact: pointer, phase: phase, position: Point(x, y)))
  }

  /// What was reported during an event.
  func reports(in event: Int) -> [Entry] { log.filter { $0.event == event } }
  /// How often a gesture was there.
  func count(_ name: String) -> Int {
    log.filter { $0.name == name && ($0.report.state == .began || isDiscrete(name)) }.count
  }
  func count(_ name: String, _ state: GestureState) -> Int { log.filter { $0.name == name && $0.report.state == state }.count }
  private func isDiscrete(_ name: String) -> Bool { handles[name].flatMap(engine.recognizer)?.kind.isDiscrete == true }
}
