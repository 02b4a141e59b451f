// The table on which gesture tests are played: an arena, a chain of views and a log of reports.
@testable import Segue

/// A view's name for tests that need no scene.
func testView(_ index: UInt32) -> Handle<View> { Handle(index: index, generation: 1) }

final class GestureBench {
  let inner = testView(1)
  let outer = testView(2)
  let arena = GestureArena()
  var names: [Handle<Recognizer>: String] = [:]
  var reports: [(name: String, report: GestureReport)] = []
  /// Runs after each report is noted.
  var reaction: (String, GestureReport) -> Void = { _, _ in }
  var time = 0.0

  init() {
    arena.onReport = { [unowned self] handle, report in
      let name = names[handle] ?? "?"
      reports.append((name, report))
      reaction(name, report)
    }
  }

  func add(
    _ name: String, _ kind: RecognizerKind, to view: Handle<View>? = nil, settings: RecognizerSettings = RecognizerSettings()
  ) -> Handle<Recognizer> {
    let handle = arena.add(kind, to: view ?? inner, settings: settings)
    names[handle] = name
    return handle
  }

  func add(
    _ name: String, _ detector: any Detector, settings: RecognizerSettings = RecognizerSettings()
  ) -> Handle<Recognizer> {
    let handle = arena.add(Recognizer(kind: .pan(PanSettings()), view: inner, settings: settings, detector: detector))
    names[handle] = name
    return handle
  }

  /// One event, 10 ms after the last unless it says when.
  func event(_ phase: InputEvent.Phase, _ x: Double, _ y: Double, contact: Int = 0, at time: Double? = nil) {
    self.time = time ?? self.time + 0.01
    arena.handle(InputEvent(time: self.time, contact: contact, phase: phase, position: Point(x, y))) { [inner, outer] _ in
      [inner, outer]
    }
  }

  /// One step of a touchpad's motion, 10 ms after the last event.
  func touchpad(_ phase: InputEvent.Phase, _ motion: TouchpadMotion) {
    time += 0.01
    let event = InputEvent(time: time, device: .touchpad, phase: phase, position: Point(50, 50), touchpad: motion)
    arena.handle(event) { [inner, outer] _ in [inner, outer] }
  }

  /// A key goes down or up, 10 ms after the last event.
  func key(_ phase: InputEvent.Phase, _ name: String) {
    time += 0.01
    let event = InputEvent(time: time, device: .keyboard, phase: phase, position: .zero, key: name)
    arena.handle(event) { [inner, outer] _ in [inner, outer] }
  }

  /// "pan began", "pan changed", … so far.
  var log: [String] { reports.map { "\($0.name) \($0.report.state.rawValue)" } }
  var last: GestureReport? { reports.last?.report }
}

/// A discrete detector for the arena's tests: recognised when its contact lifts within the slop, or only once a time has passed.
struct TestTap: Detector {
  var patience: Double?
  var deadline: Double?
  private var start = Point.zero

  init(patience: Double? = nil) { self.patience = patience }

  var maximumContacts: Int { 1 }

  mutating func update(_ change: ContactChange, contacts: [Contact], at time: Double, isActive: Bool) -> Verdict {
    switch change {
    case .down:
      start = contacts.centroid
      return .wait
    case .move:
      let way = contacts.centroid
      return abs(way.x - start.x) + abs(way.y - start.y) > 10 ? .fail : .wait
    case .up:
      guard let patience else { return .recognize }
      deadline = time + patience
      return .wait
    }
  }

  mutating func elapse(at time: Double, isActive: Bool) -> Verdict { .recognize }
  mutating func start(late: Bool) {}
  func measure(at time: Double) -> Measurement { Measurement(location: start) }
  mutating func reset() { (start, deadline) = (.zero, nil) }
}
