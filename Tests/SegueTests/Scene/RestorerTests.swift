import Testing

@testable import Segue

/// Where a view's four corners are on the stage.
func corners(of view: Handle<View>, _ engine: Engine) -> [Point] {
  guard let bounds = engine.scene.bounds(of: view), let transform = engine.scene.absoluteTransform(of: view) else { return [] }
  return [Point(0, 0), Point(bounds.width, 0), Point(bounds.width, bounds.height), Point(0, bounds.height)].map(transform.apply)
}

/// The largest distance between corners of the same name.
func distance(_ a: [Point], _ b: [Point]) -> Double {
  a.count == b.count && !a.isEmpty ? zip(a, b).map { Elementary.length($0.x - $1.x, $0.y - $1.y) }.max()! : .infinity
}

@Suite("Restorers") struct RestorerTests {
  let engine = Engine()
  let root: Handle<View>
  let box: Handle<View>

  init() throws {
    root = try engine.makeView(id: "root")
    box = try engine.makeView(id: "box")
    try engine.setStage(root)
    try engine.add(box, to: root)
    try engine.set(.frame, of: box, to: [10, 20, 100, 50])
    try engine.set(.corner, of: box, to: [4])
  }

  private func wreck() throws {
    try engine.set(.frame, of: box, to: [1, 2, 3, 4])
    try engine.set(.translation, of: box, to: [5, 6])
    try engine.set(.scale, of: box, to: [2, 3])
    try engine.set(.rotation, of: box, to: [45])
    try engine.set(.alpha, of: box, to: [0.25])
    try engine.set(.corner, of: box, to: [9])
    try engine.setHidden(true, of: box)
    try engine.removeFromParent(box)
  }

  private func numbers(_ property: Property) throws -> [Double] { try engine.shownNumbers(property, of: box) }

  @Test("F114 Frame, transform, parent, alpha and hidden come back; a second restore does nothing")
  func fields() throws {
    let restorer = Restorer(engine)
    try restorer.save(box)
    try wreck()
    restorer.restore()
    #expect(try numbers(.frame) == [10, 20, 100, 50] && numbers(.translation) == [0, 0] && numbers(.scale) == [1, 1])
    #expect(try numbers(.rotation) == [0] && numbers(.alpha) == [1] && numbers(.corner) == [9])
    #expect(!engine.isHidden(box) && engine.parent(of: box) == root && restorer.isEmpty)
    try wreck()
    restorer.restore()
    #expect(try numbers(.frame) == [1, 2, 3, 4] && engine.isHidden(box) && engine.parent(of: box) == nil)
  }

  @Test("F114 A named property is saved besides, and a field that is ignored is left alone", arguments: Restorer.Field.allCases)
  func choice(_ ignored: Restorer.Field) throws {
    let restorer = Restorer(engine)
    try restorer.save(box, ignoring: [ignored], also: [.corner])
    try wreck()
    restorer.restore()
    #expect(try (numbers(.frame) == [1, 2, 3, 4]) == (ignored == .frame))
    #expect(try (numbers(.scale) == [2, 3] && numbers(.rotation) == [45]) == (ignored == .transform))
    #expect((engine.parent(of: box) == nil) == (ignored == .parent))
    #expect(try (numbers(.alpha) == [0.25]) == (ignored == .alpha))
    #expect(engine.isHidden(box) == (ignored == .hidden))
    #expect(try numbers(.corner) == [4])
  }

  @Test("F114 A value that moves is restored to where it was going, at rest")
  func moving() throws {
    try engine.advance(to: 0)
    try engine.move(box, [Engine.Change(.alpha, [0.5])], .init(.curve(.linear, duration: 1)))
    let restorer = Restorer(engine)
    try restorer.save(box)
    try engine.move(box, [Engine.Change(.alpha, [0])], .init(.curve(.linear, duration: 1)))
    try engine.advance(to: 0.5)
    restorer.restore()
    try engine.advance(to: 0.6)
    #expect(try numbers(.alpha) == [0.5] && engine.velocity(.alpha, of: box) == [0])
  }

  @Test("N13 Nested saves are undone last in, first out, and the place among siblings is exact")
  func nested() throws {
    let siblings = try (0..<4).map { _ in
      let view = try engine.makeView()
      try engine.add(view, to: root)
      return view
    }
    let order = engine.children(of: root)
    let restorer = Restorer(engine)
    try restorer.save(siblings[1])
    try engine.bringToFront(siblings[1])
    try engine.set(.x, of: siblings[1], to: [1])
    try restorer.save(siblings[1])
    try engine.removeFromParent(siblings[1])
    try engine.set(.x, of: siblings[1], to: [2])
    let inner = Restorer(engine)
    try inner.save(siblings[2])
    try engine.sendToBack(siblings[2])
    inner.restore()
    restorer.restore()
    #expect(engine.children(of: root) == order)
    #expect(try engine.shownNumbers(.x, of: siblings[1]) == [0])
  }

  @Test("N13 A sibling that has gone meanwhile does not matter, nor does a view that has")
  func gone() throws {
    let front = try engine.makeView()
    try engine.add(front, to: root)
    let restorer = Restorer(engine)
    try restorer.save(box)
    try restorer.save(front)
    try engine.removeFromParent(box)
    engine.release(front)
    restorer.restore()
    #expect(engine.children(of: root) == [box])
  }

  /// Parents that turn, scale and slant, and the box in them.
  private func nest(scale: [Double]) throws {
    let (outer, inner) = (try engine.makeView(), try engine.makeView())
    try engine.add(outer, to: root)
    try engine.add(inner, to: outer)
    try engine.add(box, to: inner)
    try engine.set(.frame, of: outer, to: [30, 40, 200, 300])
    try engine.set(.scale, of: outer, to: scale)
    try engine.set(.rotation, of: outer, to: [30])
    try engine.set(.frame, of: inner, to: [5, 6, 120, 80])
    try engine.set(.scale, of: inner, to: [0.5, 0.5])
    try engine.set(.rotation, of: inner, to: [20])
    try engine.set(.rotation, of: box, to: [-15])
  }

  @Test("F115 An element moved to another parent stands where it stood, under turned, scaled and slanting parents, and back")
  func move() throws {
    for scale in [[1.5, 1.5], [2, 0.6], [-1.2, 1.2]] {
      try nest(scale: scale)
      let (before, parent) = (corners(of: box, engine), engine.parent(of: box)!)
      let kept = try (numbers(.frame), numbers(.scale), numbers(.rotation), numbers(.translation))
      let restorer = Restorer(engine)
      try restorer.move(box, to: root)
      #expect(distance(corners(of: box, engine), before) < 1e-3, "\(scale)")
      #expect(engine.parent(of: box) != parent)
      restorer.restore()
      #expect(distance(corners(of: box, engine), before) < 1e-9 && engine.parent(of: box) == parent)
      #expect(try (numbers(.frame), numbers(.scale), numbers(.rotation), numbers(.translation)) == kept)
      #expect(engine.children(of: root).count == 1)
      try engine.add(box, to: root)
      engine.release(engine.children(of: root)[0])
    }
  }

  @Test("F115 A parent that is scaled to nothing is refused, and nothing has changed")
  func nowhere() throws {
    let flat = try engine.makeView()
    try engine.add(flat, to: root)
    try engine.set(.scale, of: flat, to: [0, 1])
    let restorer = Restorer(engine)
    #expect(throws: SegueError("move: the parent has been released or is scaled to nothing")) {
      try restorer.move(box, to: flat)
    }
    #expect(throws: SegueError.self) { try restorer.move(root, to: box) }
    #expect(restorer.isEmpty && engine.parent(of: box) == root)
    #expect(try numbers(.frame) == [10, 20, 100, 50])
  }

  @Test("F116 A picture takes a view's place while the view is hidden, and is gone after the restore")
  func picture() throws {
    try nest(scale: [1.5, 1.5])
    try engine.set(.background, of: box, to: Color("#123456")!.components)
    let before = corners(of: box, engine)
    let restorer = Restorer(engine)
    try engine.set(.alpha, of: engine.parent(of: box)!, to: [0.5])
    try engine.set(.alpha, of: box, to: [0.5])
    let picture = try #require(try restorer.picture(of: box, in: root))
    #expect(try engine.shownNumbers(.alpha, of: picture) == [0.25])
    #expect(engine.isHidden(box) && engine.parent(of: picture) == root)
    #expect(distance(corners(of: picture, engine), before) < 1e-3)
    // It shows what the view showed, whatever becomes of that.
    try engine.set(.background, of: box, to: Color("#fff")!.components)
    guard case .picture(let snapshot)? = engine.content(of: picture) else { throw SegueError("no picture") }
    #expect(snapshot.size == Size(100, 50))
    #expect(snapshot.list.operations == [.box(Rect(0, 0, 100, 50), corner: 4, color: Color("#123456")!.paint)])
    engine.release(picture)
    #expect(engine.isAlive(picture), "it is the restorer's")
    restorer.restore()
    #expect(!engine.isAlive(picture) && !engine.isHidden(box))
  }

  @Test("F116 A hidden element gives no picture, nor does one that shows nothing")
  func noPicture() throws {
    let restorer = Restorer(engine)
    #expect(try restorer.picture(of: box, in: root) == nil)
    try engine.set(.background, of: box, to: Color("#123")!.components)
    try engine.setHidden(true, of: box)
    #expect(try restorer.picture(of: box, in: root) == nil)
    #expect(restorer.isEmpty && engine.children(of: root) == [box])
  }

  @Test("F116 A picture keeps children, clip and text, and reaches as far as a shadow does")
  func whole() throws {
    let label = try engine.makeView()
    try engine.set(.frame, of: label, to: [0, 0, 50, 20])
    try engine.setContent(.label(LabelContent(text: "Hello")), of: label)
    try engine.add(label, to: box)
    try engine.setClips(true, of: box)
    try engine.set(.shadowColor, of: box, to: Color("#000")!.components)
    try engine.set(.shadowBlur, of: box, to: [10])
    let snapshot = try #require(engine.scene.picture(of: box, whole: true))
    #expect(snapshot.covered == Rect(-30, -30, 160, 110) && snapshot.overhang == 30)
    #expect(snapshot.list.contents.map(\.content) == [.label(LabelContent(text: "Hello"))])
    #expect(snapshot.list.operations.count == 4 && snapshot.list.operations.last == .popClip)
    #expect(engine.scene.picture(of: box, whole: false)?.covered.width == 80)
  }
}
