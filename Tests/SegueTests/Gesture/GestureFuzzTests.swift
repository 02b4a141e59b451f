import Foundation
import Testing

@testable import Segue

/// Throws events at an arena of rivals and keeps the books.
private final class Storm {
  let arena = GestureArena()
  let views = (1...4).map { testView($0) }
  var dice: Dice
  var handles: [Handle<Recognizer>] = []
  /// The state last reported of each gesture that is going on.
  var going: [Handle<Recognizer>: GestureState] = [:]
  var taps: Set<Handle<Recognizer>> = []
  /// How many gestures of each kind were there.
  var ofKind: [String: Int] = [:]
  /// Where each contact was last.
  var places = [Point](repeating: .zero, count: 40)
  var (began, ended, discrete) = (0, 0, 0)
  var faults: [String] = []
  var time = 0.0
  var latest = -Double.infinity
  var digest: UInt64 = 0
  var isMeddling = false

  init(seed: UInt64) {
    dice = Dice(state: seed)
    arena.onReport = { [unowned self] handle, report in hear(handle, report) }
    arena.place = { _, point in Contact.Place(point: point, size: Size(200, 200)) }
    for _ in 0..<14 { addOne() }
  }

  func addOne() {
    var settings = RecognizerSettings()
    if !handles.isEmpty, dice.roll(3) == 0 { settings.requireToFail = [handles[dice.roll(handles.count)]] }
    if !handles.isEmpty, dice.roll(2) == 0 { settings.simultaneousWith = [handles[dice.roll(handles.count)]] }
    if dice.roll(4) == 0 { settings.shouldBegin = { [unowned self] _, _ in dice.roll(3) > 0 } }
    let view = views[dice.roll(views.count)]
    if dice.roll(4) == 0 {
      let tap = TestTap(patience: dice.roll(2) == 0 ? 0.2 : nil)
      handles.append(
        arena.add(Recognizer(kind: .pan(PanSettings()), view: view, settings: settings, detector: tap)))
      taps.insert(handles[handles.count - 1])
      return
    }
    let kind = anyKind()
    handles.append(arena.add(kind, to: view, settings: settings))
    if kind.isDiscrete { taps.insert(handles[handles.count - 1]) }
  }

  func anyKind() -> RecognizerKind {
    let axis = PanSettings.Axis.allCases[dice.roll(4)]
    let slop = Double(dice.roll(4) == 0 ? 0 : dice.roll(30))
    let method = VelocityMeasure(
      VelocityTracker.Method.allCases[dice.roll(VelocityTracker.Method.allCases.count)], samples: slop > 20 ? 3 : 20)
    let scroll = ScrollSettings(axis: axis, slop: slop, velocity: method)
    return switch dice.roll(13) {
    case 12: .key(KeySettings(keys: ["a", "b"]))
    case 0: .tap(TapSettings(taps: 1 + dice.roll(2), contacts: 1 + dice.roll(2), slop: 10 + slop))
    case 1: .longPress(LongPressSettings(duration: dice.unit() * 0.2, slop: slop, contacts: 1 + dice.roll(2)))
    case 2: .edgePan(EdgePanSettings(edges: Set(EdgePanSettings.Edge.allCases.prefix(dice.roll(5))), slop: slop))
    case 3: .swipe(SwipeSettings(minimum: slop + 10, contacts: 1 + dice.roll(2)))
    case 4, 5: .pinch(PinchSettings(slop: slop))
    case 6, 7: .rotation(RotationSettings(slop: slop))
    case 8: .scroll(scroll)
    case 9: .touchpadSwipe(scroll)
    default:
      .pan(
        PanSettings(
          axis: axis, slop: slop, minimumContacts: 1 + dice.roll(2), maximumContacts: 2 + dice.roll(3), velocity: method))
    }
  }

  func hear(_ handle: Handle<Recognizer>, _ report: GestureReport) {
    let numbers = [
      report.time, report.location.x, report.location.y, report.translation.x, report.translation.y, report.velocity.x,
      report.velocity.y, report.scale, report.angle, report.rate,
    ]
    if !numbers.allSatisfy(\.isFinite) { faults.append("a report that is not finite: \(report)") }
    if report.time < latest { faults.append("time ran backwards") }
    latest = report.time
    for number in numbers { digest = (digest &* 31) &+ number.bitPattern }
    if report.state == .began || going[handle] == nil { ofKind[arena[handle]?.kind.name ?? "?", default: 0] += 1 }
    switch (going[handle], report.state) {
    case (nil, .began): began += 1
    case (nil, .ended) where taps.contains(handle): discrete += 1
    case (.began?, .changed), (.changed?, .changed): break
    case (.began?, .ended), (.changed?, .ended), (.began?, .cancelled), (.changed?, .cancelled): ended += 1
    default: faults.append("\(String(describing: going[handle])) → \(report.state)")
    }
    going[handle] = report.state.isActive ? report.state : nil
    if !isMeddling && dice.roll(20) == 0 {
      isMeddling = true
      meddle()
      isMeddling = false
    }
  }

  func meddle() {
    let i = dice.roll(handles.count)
    switch dice.roll(7) {
    case 0: arena.configure(handles[i]) { $0.isEnabled = dice.roll(4) > 0 }
    case 1:
      // Out of the books first: what is told of its end may meddle with them too.
      arena.remove(handles.remove(at: i))
      addOne()
    case 2: arena.cancelAll(on: views[dice.roll(views.count)])
    case 3: arena.setTranslation(Point(dice.unit(), 0), of: handles[i])
    case 4:
      if dice.roll(20) == 0 {
        arena.removeAll(on: views[dice.roll(views.count)])
        handles.removeAll { arena[$0] == nil }
      }
    case 5: arena.advance(to: time + dice.unit())
    default: throwOne()
    }
    while handles.count < 14 { addOne() }
  }

  func throwOne() {
    switch dice.roll(20) {
    case 0: time -= dice.unit()
    case 1: time += dice.unit()
    case 2...6: break
    default: time += 0.008
    }
    let wild = dice.roll(500)
    let far = wild == 0 ? Double.nan : wild == 1 ? .infinity : wild < 4 ? GestureConstants.largestCoordinate : 200
    let contact = dice.roll(8) == 0 ? dice.roll(40) : dice.roll(3)
    // Half of the contacts take small steps, as fingers do.
    if dice.roll(2) == 0 {
      places[contact].x += 12 * dice.unit() - 6
    } else {
      places[contact] = Point(far * dice.unit(), 200 * dice.unit())
    }
    let key = dice.roll(14) == 0 ? ["a", "a", "b", "c", ""][dice.roll(5)] : nil
    let event = InputEvent(
      time: wild == 5 ? .nan : time,
      device: key != nil ? .keyboard : InputEvent.Device.allCases[dice.roll(10) == 0 ? dice.roll(4) : 0],
      contact: contact, phase: [.down, .move, .move, .move, .up, .move, .cancel, .move][dice.roll(8)],
      position: places[contact], touchpad: key == nil && dice.roll(4) == 0 ? motion() : nil, key: key)
    let depth = dice.roll(views.count + 1)
    arena.handle(event) { [views] _ in Array(views[0..<depth].reversed()) }
  }

  /// A finger that the rest does not know goes down and lifts where it was.
  func tap() {
    time += 0.008
    for phase in [InputEvent.Phase.down, .up] {
      arena.handle(InputEvent(time: time, contact: 50, phase: phase, position: Point(100, 100))) { [views] _ in
        Array(views.reversed())
      }
    }
  }

  func motion() -> TouchpadMotion {
    let wild = dice.roll(200)
    return TouchpadMotion(
      TouchpadMotion.Kind.allCases[dice.roll(3)], fingers: wild == 0 ? 0 : 1 + dice.roll(4),
      delta: Point(
        wild == 1 ? .nan : wild == 2 ? GestureConstants.largestCoordinate : 20 * dice.unit() - 10, 20 * dice.unit() - 10),
      scale: wild == 3 ? GestureConstants.largestScale : wild == 4 ? 0 : 0.2 + 2 * dice.unit(),
      rotation: 90 * dice.unit() - 45)
  }

  func liftAll() {
    for device in InputEvent.Device.allCases {
      for contact in 0..<40 {
        for motion in [nil] + TouchpadMotion.Kind.allCases.map({ TouchpadMotion($0, fingers: 2) }) {
          arena.handle(
            InputEvent(
              time: time, device: device, contact: contact, phase: .up, position: .zero, touchpad: motion,
              key: device == .keyboard ? "a" : nil)
          ) { _ in [] }
        }
      }
    }
  }

  func audit() {
    for handle in handles {
      guard let recognizer = arena[handle] else {
        faults.append("a recogniser vanished")
        continue
      }
      if recognizer.state.isActive && recognizer.contacts.isEmpty { faults.append("active without contacts") }
      if recognizer.state.isActive && !recognizer.settings.isEnabled { faults.append("active though switched off") }
      if recognizer.state.isActive != (going[handle] != nil) { faults.append("\(recognizer.state) was not what was reported") }
      if recognizer.state.isOver && recognizer.contacts.isEmpty { faults.append("stuck in \(recognizer.state)") }
    }
  }

  func play(_ count: Int) {
    for _ in 0..<count where faults.isEmpty {
      throwOne()
      if dice.roll(50) == 0 { meddle() }
      if dice.roll(100) == 0 { tap() }
      // Lost contacts would fill the cap and hold their recognisers for ever.
      if dice.roll(300) == 0 { liftAll() }
      audit()
    }
    liftAll()
    arena.advance(to: max(time, latest, arena.now) + 60)
    audit()
    if arena.nextDeadline != nil { faults.append("somebody waits for ever") }
    for handle in handles where arena[handle]?.state != .possible { faults.append("somebody is stuck") }
  }
}

@Suite("Arena under fire") struct GestureFuzzTests {
  /// 100 000, or what SEGUE_STORM says.
  private static let count = ProcessInfo.processInfo.environment["SEGUE_STORM"].flatMap { Int($0) } ?? 100_000

  @Test(
    "F99 In 100 000 random events every gesture that begins ends once, by legal steps, with finite numbers; nothing is stuck")
  func storm() {
    let storm = Storm(seed: 0x5EED2)
    let took = ContinuousClock().measure { storm.play(Self.count) }
    #expect(storm.faults == [])
    #expect(storm.began == storm.ended)
    #expect(storm.going.isEmpty)
    #expect(storm.began > 1000, "the storm was too mild: \(storm.began) gestures")
    #expect(storm.discrete > 100, "the storm was too mild: \(storm.discrete) taps")
    for (name, _) in RecognizerKind.all {
      #expect(storm.ofKind[name, default: 0] > 10, "the storm was too mild for \(name): \(storm.ofKind)")
    }
    #expect(took < .seconds(Double(Self.count) / 5000), "it took \(took)")
  }

  @Test("N15 The same events give the same bits")
  func repeatable() {
    let storms = (0..<2).map { _ in Storm(seed: 42) }
    for storm in storms { storm.play(5_000) }
    #expect(storms[0].digest == storms[1].digest)
    let other = Storm(seed: 43)
    other.play(5_000)
    #expect(other.digest != storms[0].digest)
  }
}
