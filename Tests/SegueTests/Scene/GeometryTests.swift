import Testing

@testable import Segue

@Suite("Scene geometry")
struct GeometryTests {
  private func near(_ a: Point?, _ b: Point, _ tolerance: Double = 1e-9) -> Bool {
    guard let a else { return false }
    return abs(a.x - b.x) <= tolerance && abs(a.y - b.y) <= tolerance
  }

  @Test("Scale and rotation turn about the frame's centre, clockwise, on top of the translation")
  func transform() throws {
    let scene = makeScene()
    let view = try scene.view(nil, [10, 20, 100, 50], [.rotation: [90], .scale: [2, 1], .translation: [5, 0]])
    let t = try #require(scene.transform(of: view))
    #expect(t.apply(Point(50, 25)) == Point(65, 45))  // the centre
    #expect(t.apply(Point(100, 25)) == Point(65, 145))  // the right edge's middle points down, twice as far
    #expect(t.apply(Point(50, 50)) == Point(40, 45))  // the lower edge's middle points left
    try scene.set(.rotation, to: [30], of: view)
    let turned = try #require(scene.transform(of: view))
    #expect(near(turned.apply(Point(60, 25)), Point(65 + 20 * 0.8660254037844386, 45 + 20 * 0.5)))
  }

  @Test("Center is computed from the frame, and setting it moves x and y alone")
  func center() throws {
    let scene = makeScene()
    let view = try scene.view(nil, [10, 20, 100, 50], [.translation: [7, 7]])
    #expect(scene.shown(.center, of: view) == [60, 45])
    try scene.set(.center, to: [0, 0], of: view)
    #expect(scene.shown(.frame, of: view) == [-50, -25, 100, 50])
    #expect(scene.shown(.translation, of: view) == [7, 7])
  }

  @Test("Converting a point there and back gives the point, through turned and scaled parents")
  func roundTrip() throws {
    let scene = makeScene()
    let root = try scene.view(nil, [0, 0, 400, 800], [.rotation: [10]])
    let a = try scene.view(nil, [30, 40, 200, 300], in: root, [.scale: [0.5, 3], .rotation: [33]])
    let b = try scene.view(nil, [5, 6, 70, 80], in: a, [.rotation: [-120], .translation: [11, -13]])
    let c = try scene.view(nil, [200, 6, 70, 80], in: root, [.scale: [-1, 2]])
    let point = Point(12.5, 34.25)
    for (from, to) in [(b, c), (c, b), (a, b), (b, root)] {
      let there = try #require(scene.convert(point, from: from, to: to))
      #expect(near(scene.convert(there, from: to, to: from), point, 1e-9 * 400))
    }
    let onStage = try #require(scene.convert(point, from: b, to: nil))
    #expect(near(scene.absoluteTransform(of: b)?.apply(point), onStage))
    #expect(near(scene.convert(onStage, from: nil, to: b), point, 1e-9 * 400))
    #expect(scene.convert(point, from: nil, to: nil) == point)
    try scene.set(.scale, to: [0, 1], of: c)
    #expect(scene.convert(point, from: root, to: c) == nil)
    #expect(scene.convert(point, from: c, to: root) != nil)
  }

  @Test("Bounds on the stage are those of the turned rect")
  func stageBounds() throws {
    let scene = makeScene()
    let root = try scene.view(nil, [10, 10, 400, 800])
    let view = try scene.view(nil, [0, 0, 100, 50], in: root, [.rotation: [90]])
    #expect(scene.stageBounds(of: view) == Rect(35, -15, 50, 100))
  }

  @Test("F115 a view that changes its parent keeps its place on the stage, also under transforms")
  func reparenting() throws {
    let scene = makeScene()
    let root = try scene.view(nil, [0, 0, 400, 800])
    let from = try scene.view(nil, [30, 40, 200, 300], in: root, [.scale: [2, 2], .rotation: [30]])
    let to = try scene.view(nil, [-10, 300, 120, 60], in: root, [.scale: [-0.5, 0.5], .rotation: [-75]])
    let view = try scene.view(nil, [5, 6, 70, 80], in: from, [.rotation: [15], .scale: [1, -1.5]])
    let corners = [Point(0, 0), Point(70, 0), Point(0, 80), Point(70, 80)]
    let before = try corners.map { try #require(scene.convert($0, from: view, to: nil)) }
    for parent in [to, nil, from] {
      let pose = try #require(scene.pose(of: view, keptIn: parent))
      if let parent { try scene.add(view, to: parent) } else { try scene.removeFromParent(view) }
      try scene.set(.translation, to: [pose.translation.x, pose.translation.y], of: view)
      try scene.set(.scale, to: [pose.scale.x, pose.scale.y], of: view)
      try scene.set(.rotation, to: [pose.rotation], of: view)
      #expect(scene.shown(.frame, of: view) == [5, 6, 70, 80])
      // Float lanes hold about seven digits of numbers in the hundreds.
      for (corner, place) in zip(corners, before) { #expect(near(scene.convert(corner, from: view, to: nil), place, 1e-3)) }
    }
  }

  @Test("Lanes that are not finite count as defaults")
  func notFinite() throws {
    let scene = makeScene()
    let view = try scene.view(nil, [1, 2, 30, 40])
    for (property, value) in [(Property.x, Float.nan), (.scaleX, .nan), (.rotation, .infinity), (.width, -.infinity)] {
      let lane = try #require(scene.lanes(of: view, property))
      scene.lanes[lane.base] = value
    }
    #expect(scene.transform(of: view) == .translation(0, 2))
    #expect(scene.bounds(of: view) == Rect(0, 0, 0, 40))
  }
}

@Suite("Hit testing")
struct HitTests {
  @Test("The frontmost view is hit, the chain leads from it to the root")
  func chain() throws {
    let scene = makeScene()
    let root = try scene.view(nil, [0, 0, 400, 800])
    try scene.addRoot(root)
    let back = try scene.view(nil, [0, 0, 100, 100], in: root)
    let front = try scene.view(nil, [50, 0, 100, 100], in: root)
    let inner = try scene.view(nil, [0, 0, 10, 10], in: front)
    #expect(scene.hitChain(at: Point(55, 5)) == [inner, front, root])
    #expect(scene.hitChain(at: Point(75, 5)) == [front, root])
    #expect(scene.hitChain(at: Point(49, 5)) == [back, root])
    #expect(scene.hitChain(at: Point(200, 200)) == [root])
    #expect(scene.hitChain(at: Point(400, 5)) == [])
    #expect(scene.hitChain(at: Point(.nan, 5)) == [])
    try scene.set(.z, to: [1], of: back)
    #expect(scene.hit(at: Point(75, 5)) == back)
  }

  @Test("A child of a turned and scaled parent is hit where it shows")
  func throughTransforms() throws {
    let scene = makeScene()
    let root = try scene.view(nil, [0, 0, 400, 400])
    try scene.addRoot(root)
    let parent = try scene.view(nil, [100, 100, 100, 100], in: root, [.rotation: [45], .scale: [2, 2]])
    let child = try scene.view(nil, [90, 90, 20, 20], in: parent)
    // The child's centre is the parent's lower right corner: (50, 50) from the centre, doubled and turned to straight down.
    let down = 150 + 2 * 50 * 2.0.squareRoot()
    #expect(scene.hit(at: Point(150, down)) == child)
    #expect(scene.hit(at: Point(150, down + 27)) == child)
    #expect(scene.hit(at: Point(150, down + 29)) == root)
    #expect(scene.hit(at: Point(20, 20)) == root)
    try scene.setClips(true, of: parent)
    #expect(scene.hit(at: Point(150, down + 27)) == root)
    #expect(scene.hit(at: Point(150, down - 20)) == child)
    try scene.set(.scaleY, to: [0], of: parent)
    #expect(scene.hit(at: Point(150, 150)) == root)
  }

  @Test("Hidden, nearly transparent and disabled views are skipped with all they hold")
  func skipped() throws {
    let scene = makeScene()
    let root = try scene.view(nil, [0, 0, 400, 400])
    try scene.addRoot(root)
    let view = try scene.view(in: root)
    let child = try scene.view(in: view)
    let point = Point(50, 50)
    #expect(scene.hit(at: point) == child)
    try scene.setHidden(true, of: view)
    #expect(scene.hit(at: point) == root)
    try scene.setHidden(false, of: view)
    try scene.set(.alpha, to: [0.009], of: view)
    #expect(scene.hit(at: point) == root)
    try scene.set(.alpha, to: [0.01], of: view)
    #expect(scene.hit(at: point) == child)
    try scene.setTakesInput(false, of: view)
    #expect(scene.hit(at: point) == root)
    #expect(scene.paintOrder.isEmpty)
  }
}
