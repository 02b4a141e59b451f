import Testing

@testable import Segue

@Suite("Rubber band") struct RubberBandTests {
  @Test("N19 A pull of x shows x·L / (x + L), either way, and never L")
  func offsets() throws {
    let band = try RubberBand(limit: 30)
    #expect(band.offset(ofPull: 30) == 15)
    #expect(band.offset(ofPull: -10) == -7.5)
    #expect(band.offset(ofPull: 0) == 0)
    #expect(band.offset(ofPull: 1e9) < 30)
    #expect(band.shown(345, in: 0...300) == 318)
    #expect(band.shown(-30, in: 0...300) == -15)
    #expect(band.shown(120, in: 0...300) == 120)
  }

  @Test("N19 Its slope is (1 − f/L)², the derivative of what is shown", arguments: [0.0, 3, 30, 200])
  func slopes(pull: Double) throws {
    let band = try RubberBand(limit: 30)
    let h = 1e-5
    let (before, after) = (band.offset(ofPull: pull - h), band.offset(ofPull: pull + h))
    let error = band.slope(atOffset: band.offset(ofPull: pull)) - (after - before) / (2 * h)
    #expect(abs(error) < 1e-6)
  }

  @Test("N19 Caught again it counts from the pull that shows the same; at its very limit from a finite one")
  func caught() throws {
    let band = try RubberBand(limit: 80, stiffness: 0.55)
    for pull in [0.5, 10, 200, -37] as [Double] {
      let again = band.pull(ofOffset: band.offset(ofPull: pull))
      #expect(abs(again - pull) < 1e-9)
    }
    let farthest = band.pull(ofOffset: 80)
    let shown = band.offset(ofPull: farthest)
    #expect(farthest.isFinite)
    #expect(abs(shown - 79.92) < 1e-9)
  }

  @Test("Limits and stiffnesses that are none are refused by name")
  func refused() {
    #expect(throws: SegueError("rubber_band: limit expected a finite number above 0, got 0.0")) { try RubberBand(limit: 0) }
    #expect(throws: SegueError("rubber_band: stiffness expected a finite number above 0, got nan")) {
      try RubberBand(limit: 1, stiffness: .nan)
    }
  }
}
