import Testing

@testable import Segue

/// A scene on lanes of its own.
func makeScene() -> Scene { Scene(lanes: Lanes<Float>()) }

extension Scene {
  /// A view with a frame, in a parent or, without one, alone.
  func view(
    _ id: String? = nil, _ frame: [Double] = [0, 0, 100, 100], in parent: Handle<View>? = nil,
    _ values: [Property: [Double]] = [:]
  ) throws -> Handle<View> {
    let view = try make(id: id)
    try set(.frame, to: frame, of: view)
    for (property, numbers) in values { try set(property, to: numbers, of: view) }
    if let parent { try add(view, to: parent) }
    return view
  }
}

@Suite("Scene tree")
struct SceneTests {
  @Test("A new view has the table's defaults")
  func defaults() throws {
    let scene = makeScene()
    let view = try scene.make(id: "card")
    for property in Property.all { #expect(scene.shown(property, of: view) == property.defaults.map(Double.init)) }
    #expect(scene.id(of: view) == "card")
    #expect(scene.isHidden(view) == false && scene.clips(view) == false && scene.takesInput(view) == true)
    let lanes = try #require(scene.lanes(of: view, .scale))
    #expect(lanes.count == 2 && scene.lanes[lanes.base] == 1 && scene.lanes[lanes.base + 1] == 1)
    #expect(scene.lanes(of: view, .center) == nil)
  }

  @Test("A color is kept as its four numbers, and only in color properties")
  func colors() throws {
    let scene = makeScene()
    let view = try scene.make()
    let tomato = try Color(parsing: "tomato")
    try scene.set(.background, to: tomato, of: view)
    #expect(scene.shown(.background, of: view) == tomato.components.map { Double(Float($0)) })
    #expect(throws: SceneError.wrongCount(property: "alpha", expected: "1 number", count: 4)) {
      try scene.set(.alpha, to: tomato, of: view)
    }
    #expect(scene.shown(.alpha, of: view) == [1])
  }

  @Test("Children keep the order they are put in; adding again moves")
  func order() throws {
    let scene = makeScene()
    let parent = try scene.make()
    let (a, b, c) = (try scene.make(), try scene.make(), try scene.make())
    try scene.add(a, to: parent)
    try scene.add(c, to: parent)
    try scene.add(b, to: parent, at: 1)
    #expect(scene.children(of: parent) == [a, b, c])
    #expect([a, b, c].map(scene.index) == [0, 1, 2])
    try scene.add(c, to: parent, at: 0)
    #expect(scene.children(of: parent) == [c, a, b])
    try scene.bringToFront(c)
    try scene.sendToBack(b)
    #expect(scene.children(of: parent) == [b, a, c])
    try scene.removeFromParent(a)
    #expect(scene.children(of: parent) == [b, c] && scene.parent(of: a) == nil && scene.index(of: a) == nil)
    try scene.add(a, to: parent, at: 2)
    #expect(scene.children(of: parent) == [b, c, a])
    try scene.add(b, to: a)
    #expect(scene.children(of: parent) == [c, a] && scene.children(of: a) == [b])
  }

  @Test("Indices outside the children are refused and change nothing")
  func indices() throws {
    let scene = makeScene()
    let parent = try scene.make()
    let (a, b) = (try scene.make(), try scene.make())
    try scene.add(a, to: parent)
    #expect(throws: SceneError.badIndex(index: 2, count: 1)) { try scene.add(b, to: parent, at: 2) }
    #expect(throws: SceneError.badIndex(index: -1, count: 1)) { try scene.add(b, to: parent, at: -1) }
    #expect(throws: SceneError.badIndex(index: 1, count: 0)) { try scene.add(a, to: parent, at: 1) }
    #expect(scene.children(of: parent) == [a])
  }

  @Test("A view never gets inside itself")
  func cycles() throws {
    let scene = makeScene()
    let a = try scene.view("a")
    let b = try scene.view("b", in: a)
    let c = try scene.view(in: b)
    #expect(throws: SceneError.cycle(child: "the view \"a\"", parent: "a view without id")) { try scene.add(a, to: c) }
    #expect(throws: SceneError.cycle(child: "the view \"b\"", parent: "the view \"b\"")) { try scene.add(b, to: b) }
    #expect(scene.children(of: a) == [b] && scene.parent(of: a) == nil)
  }

  @Test("A root has no parent, and a child is no root")
  func roots() throws {
    let scene = makeScene()
    let (a, b) = (try scene.view("a"), try scene.view("b"))
    try scene.addRoot(a)
    try scene.addRoot(b)
    #expect(throws: SceneError.rootInParent(view: "the view \"a\"")) { try scene.add(a, to: b) }
    try scene.addRoot(a)
    #expect(scene.roots == [b, a])
    try scene.removeRoot(a)
    try scene.add(a, to: b)
    #expect(throws: SceneError.rootInParent(view: "the view \"a\"")) { try scene.addRoot(a) }
    #expect(scene.roots == [b])
    try scene.destroy(b)
    #expect(scene.roots.isEmpty)
  }

  @Test("Find goes depth first; descendants come each before its children")
  func find() throws {
    let scene = makeScene()
    let root = try scene.view("root")
    let left = try scene.view("left", in: root)
    let deep = try scene.view("same", in: left)
    let right = try scene.view("same", in: root)
    try scene.addRoot(root)
    #expect(scene.find("same") == deep)
    #expect(scene.find("same", in: right) == right)
    #expect(scene.find("root", in: left) == nil && scene.find("left", in: left) == left)
    #expect(scene.descendants(of: root) == [left, deep, right])
    #expect(scene.descendants(of: left) == [deep] && scene.descendants(of: deep) == [])
    try scene.setID("other", of: deep)
    #expect(scene.find("same") == right)
  }

  @Test("Destroying ends the whole subtree: handles are stale, each is announced, children first")
  func destroy() throws {
    let scene = makeScene()
    let root = try scene.view("root")
    let a = try scene.view("a", in: root)
    let b = try scene.view("b", in: a)
    try scene.setContent(.image(ImageContent(source: "cat.png")), of: b)
    var announced: [String] = []
    scene.willDestroy = { [unowned scene] in announced.append(scene.id(of: $0) ?? "gone") }
    try scene.destroy(a)
    #expect(announced == ["b", "a"])
    #expect(scene.children(of: root) == [] && scene.contents.count == 0 && scene.views.count == 1)
    for view in [a, b] {
      #expect(!scene.isAlive(view))
      #expect(scene.shown(.x, of: view) == nil && scene.lanes(of: view, .x) == nil && scene.id(of: view) == nil)
      #expect(scene.bounds(of: view) == nil && scene.absoluteTransform(of: view) == nil)
      #expect(throws: SceneError.staleView) { try scene.set(.x, to: [1], of: view) }
      #expect(throws: SceneError.staleView) { try scene.add(view, to: root) }
      #expect(throws: SceneError.staleView) { try scene.add(root, to: view) }
      #expect(throws: SceneError.staleView) { try scene.destroy(view) }
    }
    let tenant = try scene.make()
    #expect(tenant != a && tenant != b && !scene.isAlive(a) && !scene.isAlive(b))
    #expect(scene.shown(.width, of: tenant) == [0] && scene.id(of: tenant) == nil)
  }

  @Test("10 000 views made and destroyed leave the lanes as they were")
  func lanesAreReleased() throws {
    let scene = makeScene()
    let kept = try scene.make()
    try scene.destroy(scene.view(in: kept))
    let before = scene.lanes.count
    for _ in 0..<10_000 {
      let view = try scene.view(in: kept)
      try scene.setContent(.image(ImageContent(source: "a")), of: view)
      try scene.destroy(view)
    }
    #expect(scene.lanes.count == before && before == 2 * ViewLane.count)
    #expect(scene.contents.count == 0 && scene.views.count == 1)
  }

  @Test("Caps: views, depth, bytes of text")
  func caps() throws {
    let scene = makeScene()
    let long = String(repeating: "é", count: SceneLimit.textBytes / 2 + 1)
    #expect(throws: SceneError.textTooLong(what: "an id", bytes: 100_002)) { try scene.make(id: long) }
    var chain = [try scene.make()]
    for _ in 1..<SceneLimit.depth { chain.append(try scene.view(in: chain.last)) }
    #expect(throws: SceneError.tooDeep) { _ = try scene.add(scene.make(), to: chain[chain.count - 1]) }
    let tall = try scene.make()
    _ = try scene.view(in: scene.view(in: tall))
    #expect(throws: SceneError.tooDeep) { try scene.add(tall, to: chain[chain.count - 3]) }
    try scene.add(tall, to: chain[chain.count - 4])
    for _ in scene.views.count..<SceneLimit.views { _ = try scene.make() }
    #expect(throws: SceneError.tooManyViews) { try scene.make() }
    #expect(SceneError.tooManyViews.description == "there are more than 100000 views")
  }
}

@Suite("Content")
struct ContentTests {
  private let hello = Content.label(LabelContent(text: "Hello"))

  @Test("A content keeps its id; its version grows with every change and only then")
  func versions() throws {
    let scene = makeScene()
    let view = try scene.view()
    try scene.setContent(hello, of: view)
    let first = try #require(scene.content(of: view))
    #expect(first.version == 1 && first.content == hello)
    try scene.setContent(hello, of: view)
    #expect(scene.content(of: view) == first)
    try scene.setContent(.label(LabelContent(text: "Bye")), of: view)
    let second = try #require(scene.content(of: view))
    #expect(second.id == first.id && second.version == 2)
    try scene.setContent(nil, of: view)
    #expect(scene.content(of: view) == nil && scene.contents.count == 0)
    try scene.setContent(hello, of: view)
    #expect(scene.content(of: view)?.id != first.id)
  }

  @Test("Without a frame the content's own size counts, and follows the content")
  func intrinsicSize() throws {
    let scene = makeScene()
    scene.measure = { content, width in
      guard case .label(let label) = content else { return nil }
      let length = Double(label.text.utf8.count) * 10
      guard let width, width < length else { return Size(length, 20) }
      return Size(width, 20 * (length / width).rounded(.up))
    }
    let view = try scene.make()
    #expect(try scene.setContent(hello, of: view) == Size(50, 20))
    #expect(scene.shown(.frame, of: view) == [0, 0, 50, 20])
    try scene.setContent(.label(LabelContent(text: "Hello, you")), of: view)
    #expect(scene.shown(.width, of: view) == [100])
    try scene.set(.width, to: [40], of: view)
    #expect(try scene.fitContent(of: view) == Size(40, 60))
    #expect(scene.shown(.frame, of: view) == [0, 0, 40, 60])
    try scene.set(.height, to: [7], of: view)
    #expect(try scene.setContent(hello, of: view) == nil)
    #expect(scene.shown(.frame, of: view) == [0, 0, 40, 7])
  }

  @Test("A content without frame and without measure is an error that changes nothing")
  func nothingMeasures() throws {
    let scene = makeScene()
    let view = try scene.make()
    #expect(throws: SceneError.nothingMeasures(content: "the label \"Hello\"")) { try scene.setContent(hello, of: view) }
    #expect(scene.content(of: view) == nil && scene.contents.count == 0)
    let sentence = SceneError.nothingMeasures(content: hello.described).description
    #expect(sentence == "the label \"Hello\" needs a frame, since nothing here can measure it")
    scene.measure = { _, _ in Size(.nan, 1) }
    #expect(throws: SceneError.unmeasurable(content: "the label \"Hello\"")) { try scene.setContent(hello, of: view) }
  }

  @Test("Text, font size and lines are checked")
  func checks() throws {
    let scene = makeScene()
    let view = try scene.view()
    func set(_ label: LabelContent) throws { try scene.setContent(.label(label), of: view) }
    let long = String(repeating: "a", count: SceneLimit.textBytes + 1)
    #expect(throws: SceneError.textTooLong(what: "a label's text", bytes: 100_001)) { try set(LabelContent(text: long)) }
    for size in [0, -1, .nan, .infinity, 10_001] {
      #expect(throws: SceneError.outOfRange(what: "font size", expected: "above 0 and at most 10000")) {
        try set(LabelContent(text: "a", fontSize: size))
      }
    }
    #expect(throws: SceneError.self) { try set(LabelContent(text: "a", lines: -1)) }
    #expect(scene.content(of: view) == nil)
  }
}
