import Testing

@testable import Segue

@Suite("Edge pan") struct EdgePanTests {
  /// A bench whose views are 400 × 800 and begin at the stage's origin.
  private func bench() -> GestureBench {
    let bench = GestureBench()
    bench.arena.place = { _, point in Contact.Place(point: point, size: Size(400, 800)) }
    return bench
  }

  private func drag(_ bench: GestureBench, _ from: Point, _ to: Point) {
    bench.event(.down, from.x, from.y)
    bench.event(.move, to.x, to.y)
    bench.event(.up, to.x, to.y)
  }

  @Test(
    "F106 It begins within 20 units of the given edge only, and away from it",
    arguments: [
      (EdgePanSettings.Edge.left, Point(20, 400), Point(60, 400)), (.right, Point(380, 400), Point(340, 400)),
      (.top, Point(200, 20), Point(200, 60)), (.bottom, Point(200, 780), Point(200, 740)),
    ])
  func edges(edge: EdgePanSettings.Edge, from: Point, to: Point) {
    let bench = bench()
    _ = bench.add("edge", .edgePan(EdgePanSettings(edges: [edge])))
    let other = EdgePanSettings.Edge.allCases.filter { $0 != edge }
    _ = bench.add("others", .edgePan(EdgePanSettings(edges: Set(other))), to: bench.outer)
    drag(bench, from, to)
    #expect(bench.log == ["edge began", "edge ended"])
    #expect(bench.last?.translation == Point((to.x - from.x) * 0.75, (to.y - from.y) * 0.75))
    #expect(bench.last?.page == Size(400, 800))
    // One unit farther in.
    drag(bench, Point(from.x + (to.x - from.x) / 40, from.y + (to.y - from.y) / 40), to)
    // Along the edge.
    drag(bench, from, Point(from.x + (to.y - from.y), from.y + (to.x - from.x)))
    #expect(bench.reports.count == 2)
  }

  @Test("F106 Without edges it never begins, also in a view without a place")
  func never() {
    for edges in [[], [EdgePanSettings.Edge.left]] as [Set<EdgePanSettings.Edge>] {
      let bench = bench()
      if !edges.isEmpty { bench.arena.place = { _, _ in nil } }
      _ = bench.add("edge", .edgePan(EdgePanSettings(edges: edges)))
      drag(bench, Point(2, 400), Point(90, 400))
      #expect(bench.reports.isEmpty)
    }
  }

  @Test("Right to left mirrors: left is then the right edge")
  func mirrored() {
    let bench = bench()
    _ = bench.add("edge", .edgePan(EdgePanSettings(edges: [.left], isRightToLeft: true)))
    drag(bench, Point(2, 400), Point(90, 400))
    #expect(bench.reports.isEmpty)
    drag(bench, Point(398, 400), Point(310, 400))
    #expect(bench.log == ["edge began", "edge ended"])
    #expect(bench.last?.translation == Point(-78, 0))
  }

  @Test("F106 Further contacts are ignored, wherever they go down")
  func extra() {
    let bench = bench()
    _ = bench.add("edge", .edgePan(EdgePanSettings(edges: [.left])))
    bench.event(.down, 200, 400, contact: 1)
    bench.event(.down, 5, 400)
    bench.event(.move, 45, 400)
    bench.event(.down, 5, 100, contact: 2)
    bench.event(.move, 90, 100, contact: 2)
    #expect(bench.last?.translation == Point(30, 0))
    #expect(bench.last?.contacts == 1)
    #expect(bench.log == ["edge began"])
  }
}
