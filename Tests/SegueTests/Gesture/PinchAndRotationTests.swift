import Glibc
import Testing

@testable import Segue

@Suite("Pinch and rotation") struct PinchAndRotationTests {
  /// Puts finger 1 at an angle (degrees) and a distance from finger 0, which stays at the origin.
  private func polar(_ bench: GestureBench, _ phase: InputEvent.Phase, _ angle: Double, _ span: Double) {
    let (sine, cosine) = Elementary.sineAndCosine(degrees: angle)
    bench.event(phase, span * cosine, span * sine, contact: 1)
  }

  @Test("A pinch begins once the distance has changed by more than 10, at scale 1 where that was used up")
  func pinch() {
    let bench = GestureBench()
    _ = bench.add("pinch", .pinch(PinchSettings()))
    bench.event(.down, 0, 0)
    bench.event(.down, 100, 0, contact: 1)
    bench.event(.move, 110, 0, contact: 1)
    #expect(bench.reports.isEmpty)
    bench.event(.move, 121, 0, contact: 1)
    #expect(bench.log == ["pinch began"])
    #expect(bench.last?.scale == 1.1)
    #expect(bench.last?.location == Point(60.5, 0))
    #expect(bench.last?.contacts == 2)
    bench.event(.move, 55, 0, contact: 1)
    #expect(bench.last?.scale == 0.5)
    bench.event(.move, 55, 0, contact: 1)
    bench.event(.up, 0, 0)
    bench.event(.move, 500, 0, contact: 1)
    bench.event(.up, 500, 0, contact: 1)
    #expect(bench.log == ["pinch began", "pinch changed", "pinch ended"])
  }

  @Test("Its rate is of scale, per second; held before the lift it is 0")
  func rate() {
    let bench = GestureBench()
    _ = bench.add("pinch", .pinch(PinchSettings(slop: 0)))
    bench.event(.down, 0, 0)
    bench.event(.down, 100, 0, contact: 1)
    for i in 1...10 { bench.event(.move, 100 + 5 * Double(i), 0, contact: 1) }
    #expect(abs((bench.last?.rate ?? 0) - 5) < 1e-9)
    bench.event(.up, 150, 0, contact: 1, at: bench.time + 1)
    #expect(bench.last?.rate == 0)
    #expect(bench.last?.scale == 1.5)
  }

  @Test("Two fingers on one spot give finite scales and angles")
  func oneSpot() {
    let bench = GestureBench()
    let pinch = bench.add("pinch", .pinch(PinchSettings(slop: 0)))
    _ = bench.add("rotation", .rotation(RotationSettings(slop: 0)), settings: RecognizerSettings(simultaneousWith: [pinch]))
    bench.event(.down, 7, 7)
    bench.event(.down, 7, 7, contact: 1)
    bench.event(.move, 8, 9, contact: 1)
    bench.event(.move, 7, 7, contact: 1)
    bench.event(.up, 7, 7)
    #expect(bench.reports.count == 8)
    #expect(bench.reports.allSatisfy { $0.report.scale.isFinite && $0.report.angle.isFinite && $0.report.rate.isFinite })
  }

  @Test("A rotation counts on over several turns, both ways, and begins once the fingers have gone 10 units along their circle")
  func turns() {
    let bench = GestureBench()
    _ = bench.add("rotation", .rotation(RotationSettings()))
    bench.event(.down, 0, 0)
    polar(bench, .down, 170, 100)
    // 10 units on a circle of radius 50 are 11.46°.
    polar(bench, .move, 181, 100)
    #expect(bench.reports.isEmpty)
    polar(bench, .move, 190, 100)
    let slop = 10 / 50.0 * 180 / .pi
    #expect(abs((bench.last?.angle ?? 0) - (20 - slop)) < 1e-9)
    for i in 1...16 { polar(bench, .move, 190 + 45 * Double(i), 100) }
    #expect(abs((bench.last?.angle ?? 0) - (740 - slop)) < 1e-9)
    for i in 1...32 { polar(bench, .move, 910 - 45 * Double(i), 100) }
    #expect(abs((bench.last?.angle ?? 0) - (-700 - slop)) < 1e-9)
    #expect(abs((bench.last?.rate ?? 0) + 4500) < 1e-6)
    polar(bench, .up, 910 - 45 * 32, 100)
    #expect(bench.log.last == "rotation ended")
  }

  @Test("F103 A pinch has both its contacts for itself: the pan of the first finger fails")
  func bothContacts() {
    let bench = GestureBench()
    _ = bench.add("pinch", .pinch(PinchSettings()))
    let pan = bench.add("pan", .pan(PanSettings(maximumContacts: 1)), to: bench.outer)
    bench.event(.down, 0, 0)
    bench.event(.down, 100, 0, contact: 1)
    bench.event(.move, 130, 0, contact: 1)
    #expect(bench.arena[pan]?.state == .failed)
    bench.event(.move, 0, 90)
    #expect(bench.log == ["pinch began", "pinch changed"])
  }

  @Test("F102 A pinch and a rotation that had to wait count from where they were granted")
  func late() {
    for kind in [RecognizerKind.pinch(PinchSettings()), .rotation(RotationSettings())] {
      let bench = GestureBench()
      let other = bench.add("other", .pan(PanSettings(axis: .y, slop: 400, maximumContacts: 1)), to: bench.outer)
      _ = bench.add("it", kind, settings: RecognizerSettings(requireToFail: [other]))
      bench.event(.down, 0, 0)
      polar(bench, .down, 0, 100)
      polar(bench, .move, 60, 150)
      #expect(bench.reports.isEmpty)
      bench.arena.configure(other) { $0.isEnabled = false }
      #expect(bench.log == ["it began"])
      #expect(bench.last?.scale == 1 && bench.last?.angle == 0)
      polar(bench, .move, 90, 300)
      let wanted = kind.name == "pinch" ? 2.0 : 30
      let got = (kind.name == "pinch" ? bench.last?.scale : bench.last?.angle) ?? 0
      #expect(abs(got - wanted) < 1e-9)
    }
  }

  @Test("N05 Pinch, rotation and pan of the same fingers run together when they are allowed to")
  func together() {
    let bench = GestureBench()
    let pinch = bench.add("pinch", .pinch(PinchSettings()))
    let rotation = bench.add("rotation", .rotation(RotationSettings()))
    let pan = bench.add("pan", .pan(PanSettings()))
    bench.arena.configure(pinch) { $0.simultaneousWith = [rotation, pan] }
    bench.arena.configure(rotation) { $0.simultaneousWith = [pan] }
    bench.event(.down, 0, 0)
    polar(bench, .down, 0, 100)
    polar(bench, .move, 40, 180)
    #expect(Set(bench.log) == ["pinch began", "rotation began", "pan began"])
    bench.event(.up, 0, 0)
    #expect(bench.arena[pan]?.state.isActive == true)
    polar(bench, .up, 40, 180)
    #expect(bench.log.filter { $0.hasSuffix("ended") }.sorted() == ["pan ended", "pinch ended", "rotation ended"])
  }

  @Test("N05 A touchpad's pinch drives both, with its own scale and turn")
  func touchpad() {
    let bench = GestureBench()
    let pinch = bench.add("pinch", .pinch(PinchSettings()))
    _ = bench.add("rotation", .rotation(RotationSettings()), settings: RecognizerSettings(simultaneousWith: [pinch]))
    bench.touchpad(.down, TouchpadMotion(.pinch, fingers: 2))
    bench.touchpad(.move, TouchpadMotion(.pinch, fingers: 2, scale: 1.09, rotation: 5))
    #expect(bench.reports.isEmpty)
    bench.touchpad(.move, TouchpadMotion(.pinch, fingers: 2, scale: 1.2, rotation: 25))
    #expect(bench.log == ["pinch began", "rotation began"])
    #expect(abs(bench.reports[0].report.scale - 120.0 / 110) < 1e-12)
    #expect(bench.reports[0].report.contacts == 2)
    let angle = 30 - 10 / 60.0 * 180 / .pi
    #expect(abs(bench.reports[1].report.angle - angle) < 1e-9)
    bench.touchpad(.move, TouchpadMotion(.pinch, fingers: 2, scale: 0.55))
    bench.touchpad(.up, TouchpadMotion(.pinch, fingers: 2))
    #expect(bench.reports.map(\.report.state).suffix(2) == [.ended, .ended])
    #expect(abs(bench.reports[2].report.scale - 0.5) < 1e-12)
  }
}
