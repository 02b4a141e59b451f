import Testing

@testable import Segue

@Suite("Display list")
struct DisplayListWriterTests {
  private let red = PaintColor(1, 0, 0, 1)
  private let white = PaintColor(1, 1, 1, 1)
  private let black = PaintColor(0, 0, 0, 1)

  private func color(_ text: String) throws -> [Double] { try Color(parsing: text).components }

  /// What the scene shows, colors rounded to eight bits so that they compare.
  private func operations(_ scene: Scene) -> [DisplayOperation] {
    var list = DisplayList(size: Size(400, 800))
    scene.write(into: &list)
    return list.operations.map(rounded)
  }

  private func rounded(_ operation: DisplayOperation) -> DisplayOperation {
    func eight(_ c: PaintColor) -> PaintColor {
      func round(_ x: Float) -> Float { (x * 255).rounded() / 255 }
      return PaintColor(round(c.red), round(c.green), round(c.blue), round(c.alpha))
    }
    switch operation {
    case .box(let rect, let corner, let color): return .box(rect, corner: corner, color: eight(color))
    case .border(let rect, let corner, let width, let color):
      return .border(rect, corner: corner, width: width, color: eight(color))
    case .shadow(let rect, let corner, let blur, let offset, let color):
      return .shadow(rect, corner: corner, blur: blur, offset: offset, color: eight(color))
    case .content(let rect, let index, let corner, let color):
      return .content(rect, index: index, corner: corner, color: eight(color))
    default: return operation
    }
  }

  /// A scene with a root of 400 × 800 that shows nothing by itself.
  private func staged() throws -> (Scene, Handle<View>) {
    let scene = makeScene()
    let root = try scene.view("root", [0, 0, 400, 800])
    try scene.addRoot(root)
    return (scene, root)
  }

  @Test("A view is drawn shadow, box, border, content, children; the clip holds the last two")
  func order() throws {
    let (scene, root) = try staged()
    let card = try scene.view(
      nil, [10, 20, 100, 60], in: root,
      [
        .background: color("white"), .borderWidth: [2], .borderColor: color("red"), .corner: [8], .shadowColor: color("black"),
        .shadowBlur: [4], .shadowOffset: [0, 3], .translation: [1, 0],
      ])
    try scene.setClips(true, of: card)
    try scene.setContent(.label(LabelContent(text: "Hi")), of: card)
    _ = try scene.view(nil, [5, 5, 10, 10], in: card, [.background: color("red")])
    let frame = Rect(11, 20, 100, 60)
    #expect(
      operations(scene) == [
        .shadow(frame, corner: 8, blur: 4, offset: Point(0, 3), color: black),
        .box(frame, corner: 8, color: white),
        .border(frame, corner: 8, width: 2, color: red),
        .pushClip(frame, corner: 8),
        .content(frame, index: 0, corner: 8, color: black),
        .box(Rect(16, 25, 10, 10), corner: 0, color: red),
        .popClip,
      ])
  }

  @Test("Only scaled or turned views push a transform, and it is absolute")
  func transforms() throws {
    let (scene, root) = try staged()
    let turned = try scene.view(nil, [100, 100, 50, 50], in: root, [.rotation: [90], .background: color("red")])
    let inner = try scene.view(nil, [10, 0, 20, 20], in: turned, [.background: color("white")])
    _ = try scene.view(nil, [0, 0, 4, 4], in: inner, [.scale: [2, 2], .background: color("black")])
    #expect(
      operations(scene) == [
        .pushTransform(Transform(0, 1, -1, 0, 150, 100)),
        .box(Rect(0, 0, 50, 50), corner: 0, color: red),
        .box(Rect(10, 0, 20, 20), corner: 0, color: white),
        .pushTransform(Transform(0, 2, -2, 0, 152, 108)),
        .box(Rect(0, 0, 4, 4), corner: 0, color: black),
        .popTransform,
        .popTransform,
      ])
  }

  @Test("Alpha over one drawable is folded into its color, over more it makes a group with their bounds")
  func groups() throws {
    let (scene, root) = try staged()
    let outer = try scene.view(nil, [10, 10, 100, 100], in: root, [.alpha: [0.5]])
    let inner = try scene.view(nil, [0, 0, 40, 40], in: outer, [.alpha: [0.5], .background: color("red")])
    #expect(operations(scene) == [.box(Rect(10, 10, 40, 40), corner: 0, color: PaintColor(1, 0, 0, 64.0 / 255))])

    let second = try scene.view(nil, [50, 50, 80, 10], in: outer, [.background: color("white"), .rotation: [90]])
    #expect(
      operations(scene) == [
        .pushGroup(alpha: 0.5, bounds: Rect(10, 10, 95, 85 + 10)),
        .box(Rect(10, 10, 40, 40), corner: 0, color: PaintColor(1, 0, 0, 128.0 / 255)),
        .pushTransform(Transform(0, 1, -1, 0, 105, 25)),
        .box(Rect(0, 0, 80, 10), corner: 0, color: white),
        .popTransform,
        .popGroup,
      ])

    try scene.setClips(true, of: outer)
    try scene.set(.alpha, to: [1], of: inner)
    #expect(operations(scene).first == .pushGroup(alpha: 0.5, bounds: Rect(10, 10, 95, 95)))
    try scene.set(.frame, to: [10, 10, 60, 60], of: outer)
    #expect(operations(scene).first == .pushGroup(alpha: 0.5, bounds: Rect(10, 10, 60, 60)))

    try scene.setHidden(true, of: second)
    try scene.set(.alpha, to: [1], of: outer)
    #expect(operations(scene).count == 3)
    try scene.setHidden(true, of: inner)
    #expect(operations(scene) == [])
  }

  @Test("An image that fades gets a group, since it has no color to carry the alpha; a label has")
  func contentAlpha() throws {
    let (scene, root) = try staged()
    let view = try scene.view(nil, [0, 0, 40, 40], in: root, [.alpha: [0.2], .color: color("red")])
    try scene.setContent(.image(ImageContent(source: "cat.png")), of: view)
    let frame = Rect(0, 0, 40, 40)
    #expect(
      operations(scene) == [
        .pushGroup(alpha: 0.2, bounds: frame), .content(frame, index: 0, corner: 0, color: red), .popGroup,
      ])
    try scene.setContent(.label(LabelContent(text: "cat")), of: view)
    #expect(operations(scene) == [.content(frame, index: 0, corner: 0, color: PaintColor(1, 0, 0, 0.2))])
    try scene.set(.background, to: color("white"), of: view)
    #expect(operations(scene).first == .pushGroup(alpha: 0.2, bounds: Rect(-15, -15, 70, 70)))
  }

  @Test("A group's bounds hold the shadow")
  func shadowBounds() throws {
    let (scene, root) = try staged()
    _ = try scene.view(
      nil, [10, 10, 40, 40], in: root,
      [.alpha: [0.5], .background: color("red"), .shadowColor: color("black"), .shadowBlur: [2], .shadowOffset: [0, 30]])
    #expect(operations(scene).first == .pushGroup(alpha: 0.5, bounds: Rect(4, 10, 52, 76)))
  }

  @Test("What shows nothing leaves no operation behind")
  func nothing() throws {
    let (scene, root) = try staged()
    let values: [Property: [Double]] = try [.background: color("red")]
    let hidden = try scene.view(nil, in: root, values)
    try scene.setHidden(true, of: hidden)
    _ = try scene.view(nil, in: hidden, values)
    _ = try scene.view(nil, in: scene.view(nil, in: root, [.alpha: [0]]), values)
    _ = try scene.view(nil, in: scene.view(nil, in: root, [.scale: [0, 1]]), values)
    _ = try scene.view(nil, in: root, [.rotation: [45]])
    try scene.setClips(true, of: scene.view(nil, in: root))
    let empty = try scene.view(nil, [0, 0, 0, 50], in: root, values)
    #expect(operations(scene) == [])
    let child = try scene.view(nil, [3, 4, 5, 6], in: empty, values)
    #expect(operations(scene) == [.box(Rect(3, 4, 5, 6), corner: 0, color: red)])
    try scene.setClips(true, of: empty)
    #expect(operations(scene) == [])
    try scene.setClips(false, of: empty)
    try scene.set(.alpha, to: [-3], of: child)
    #expect(operations(scene) == [])
    try scene.set(.alpha, to: [7], of: child)
    try scene.set(.corner, to: [100], of: child)
    #expect(operations(scene) == [.box(Rect(3, 4, 5, 6), corner: 2.5, color: red)])
  }

  @Test("z comes before the children's order, and equal z keeps it", arguments: [3, 40, 1000])
  func zOrder(count: Int) throws {
    let (scene, root) = try staged()
    var expected: [(z: Double, x: Double)] = []
    for i in 0..<count {
      let z = Double((i * 7) % 3)
      _ = try scene.view(nil, [Double(i), 0, 1, 1], in: root, [.z: [z], .background: color("red")])
      expected.append((z, Double(i)))
    }
    // x grows with the order, so sorting by (z, x) is the stable sort by z.
    expected.sort { $0.z != $1.z ? $0.z < $1.z : $0.x < $1.x }
    let drawn = operations(scene).compactMap { operation -> Double? in
      guard case .box(let rect, _, _) = operation else { return nil }
      return rect.x
    }
    #expect(drawn == expected.map(\.x))
    #expect(scene.paintOrder.isEmpty)
  }

  @Test("No lane can bring a number that is none into the list")
  func notFinite() throws {
    let (scene, root) = try staged()
    let values: [Property: [Double]] = try [
      .background: color("red"), .borderWidth: [1], .shadowColor: color("red"), .shadowBlur: [1], .alpha: [0.5], .corner: [2],
    ]
    let parent = try scene.view(nil, in: root, values)
    let view = try scene.view(nil, in: parent, values)
    try scene.setContent(.label(LabelContent(text: "x")), of: view)
    try scene.setClips(true, of: view)
    for lane in 0..<Int32(ViewLane.count) {
      for bad in [Float.nan, .infinity, -.infinity, .greatestFiniteMagnitude] {
        let place = try #require(scene.lanes(of: view, .x)).base + lane
        let kept = scene.lanes[place]
        scene.lanes[place] = bad
        let drawn = operations(scene)
        #expect(!drawn.isEmpty)
        // In Swift a number that is none shows as "nan" or "inf" in its description; no name in the list holds either.
        let text = drawn.map { "\($0)" }.joined()
        #expect(!text.contains("nan") && !text.contains("inf"), "lane \(lane), \(bad)")
        scene.lanes[place] = kept
      }
    }
  }

  @Test("Contents are numbered as they are drawn, follow their changes, and unused ones go")
  func contents() throws {
    let (scene, root) = try staged()
    let views = try (0..<3).map { try scene.view(nil, [Double($0), 0, 9, 9], in: root) }
    for (i, view) in views.enumerated() { try scene.setContent(.image(ImageContent(source: "\(i)")), of: view) }
    var list = DisplayList(size: Size(400, 800))
    func sources() -> [String] {
      scene.write(into: &list)
      return list.operations.compactMap {
        guard case .content(_, let index, _, _) = $0, case .image(let image) = list.contents[index].content else { return nil }
        return image.source
      }
    }
    #expect(sources() == ["0", "1", "2"])
    try scene.setContent(.image(ImageContent(source: "new")), of: views[1])
    try scene.bringToFront(views[0])
    #expect(sources() == ["new", "2", "0"] && list.contents.map(\.version) == [2, 1, 1])
    try scene.destroy(views[2])
    #expect(sources() == ["new", "0"] && list.contents.count == 2)
    #expect(list.size == Size(400, 800))
  }

  @Test("Writing again uses the list's memory again")
  func reuse() throws {
    let (scene, root) = try staged()
    for i in 0..<200 { _ = try scene.view(nil, [Double(i), 0, 1, 1], in: root, [.background: color("red")]) }
    var list = DisplayList(size: Size(400, 800))
    scene.write(into: &list)
    let before = list.operations.withUnsafeBufferPointer { $0.baseAddress }
    scene.write(into: &list)
    #expect(list.operations.withUnsafeBufferPointer { $0.baseAddress } == before)
    #expect(list.operations.count == 200)
  }
}
