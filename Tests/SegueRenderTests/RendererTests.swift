import Foundation
import Testing

@testable import Segue
@testable import SegueExport
@testable import SegueRender

private let redPixel: UInt32 = 0xFFFF_0000
private let whitePixel: UInt32 = 0xFFFF_FFFF

private func draw(_ list: DisplayList, scale: Double = 1) -> Picture {
  Renderer(assetDirectory: nil, scale: scale).render(list)
}

@Suite struct DrawingTests {
  @Test("a box fills its pixels and no others; a scale of 2 doubles the picture")
  func box() {
    let operations: [DisplayOperation] = [.box(Rect(2, 3, 4, 5), corner: 0, color: red)]
    let picture = draw(list(10, 10, operations))
    #expect(picture.pixels.filter { $0 == redPixel }.count == 20)
    #expect(picture[2, 3] == redPixel && picture[5, 7] == redPixel && picture[6, 7] == whitePixel)
    let double = draw(list(10, 10, operations), scale: 2)
    #expect(double.width == 20 && double.pixels.filter { $0 == redPixel }.count == 80)
  }

  @Test("transforms are absolute, and after the pop the outer one holds again")
  func transforms() {
    let dot = DisplayOperation.box(Rect(0, 0, 1, 1), corner: 0, color: red)
    let picture = draw(
      list(
        20, 10,
        [
          .pushTransform(.translation(5, 0)), .pushTransform(.translation(10, 2)), dot, .popTransform, dot, .popTransform, dot,
        ]))
    #expect(picture[10, 2] == redPixel && picture[5, 0] == redPixel && picture[0, 0] == redPixel)
    #expect(picture.pixels.filter { $0 == redPixel }.count == 3)
  }

  @Test("F116 a picture shows what its view would, shadow and all, also turned, faded and stretched")
  func snapshot() {
    let operations: [DisplayOperation] = [
      .shadow(Rect(0, 0, 40, 20), corner: 4, blur: 3, offset: Point(2, 2), color: black),
      .pushTransform(Transform(0, 1, -1, 0, 30, 0)), .box(Rect(2, 2, 10, 10), corner: 0, color: red), .popTransform,
      .pushClip(Rect(4, 4, 8, 8), corner: 2), .box(Rect(0, 0, 40, 20), corner: 0, color: red), .popClip,
    ]
    let covered = Rect(-9, -9, 60, 40)
    var inside = list(40, 20, operations)
    inside.size = Size(40, 20)
    let snapshot = Snapshot(size: inside.size, covered: covered, list: inside)
    func shown(_ frame: Rect, _ around: (DisplayOperation) -> [DisplayOperation] = { [$0] }) -> Picture {
      var whole = list(100, 80, around(.content(frame, index: 0, corner: 0, color: .clear)))
      whole.contents = [ContentRecord(id: 1, version: 1, content: .picture(snapshot))]
      return draw(whole)
    }
    func moved(_ by: Transform) -> [DisplayOperation] {
      [.pushTransform(by)]
        + operations.map {
          if case .pushTransform(let inner) = $0 { .pushTransform(by.appending(inner: inner)) } else { $0 }
        } + [.popTransform]
    }
    func difference(_ a: Picture, _ b: Picture) -> Int {
      zip(a.pixels, b.pixels).reduce(0) { worst, pair in
        [0, 8, 16].reduce(worst) { max($0, abs(Int(pair.0 >> $1 & 0xFF) - Int(pair.1 >> $1 & 0xFF))) }
      }
    }
    #expect(difference(shown(Rect(30, 20, 40, 20)), draw(list(100, 80, moved(.translation(30, 20))))) <= 1)
    // The whole is faded at once.
    let group: (DisplayOperation) -> [DisplayOperation] = { [.pushGroup(alpha: 0.5, bounds: nil), $0, .popGroup] }
    let faded = draw(
      list(100, 80, [.pushGroup(alpha: 0.5, bounds: nil)] + moved(.translation(30, 20)) + [.popGroup]))
    #expect(difference(shown(Rect(30, 20, 40, 20), group), faded) <= 2)
    // Twice as large it is as sharp.
    let large = draw(list(100, 80, moved(Transform(2, 0, 0, 2, 10, 20))))
    let stretched = shown(Rect(10, 20, 80, 40))
    #expect(stretched[25, 35] == large[25, 35] && stretched[35, 45] == large[35, 45] && stretched[85, 22] == large[85, 22])
    #expect(shown(Rect(0, 0, 0, 0)).pixels.allSatisfy { $0 == whitePixel })
  }

  @Test("clips intersect and end; an empty clip hides what is inside it and nothing after")
  func clips() {
    let fill = DisplayOperation.box(Rect(0, 0, 20, 20), corner: 0, color: red)
    let both = draw(
      list(
        20, 20, [.pushClip(Rect(0, 0, 8, 8), corner: 0), .pushClip(Rect(4, 4, 20, 20), corner: 0), fill, .popClip, .popClip]))
    #expect(both.pixels.filter { $0 == redPixel }.count == 16)
    let empty = draw(
      list(
        20, 20,
        [
          .pushClip(Rect(5, 5, 0, 5), corner: 0), .pushTransform(.identity), .pushGroup(alpha: 0.5, bounds: nil), fill,
          .popGroup, .popTransform, .popClip, .box(Rect(0, 0, 3, 1), corner: 0, color: red),
        ]))
    #expect(empty.pixels.filter { $0 != whitePixel }.count == 3)
  }

  @Test("in a layer two boxes over each other fade as one; alpha 1 and a single box need no layer and look the same")
  func groups() {
    let boxes: [DisplayOperation] = [
      .box(Rect(0, 0, 8, 8), corner: 0, color: black), .box(Rect(4, 0, 8, 8), corner: 0, color: red),
    ]
    let half = draw(list(12, 8, [.pushGroup(alpha: 0.5, bounds: Rect(0, 0, 12, 8))] + boxes + [.popGroup]))
    #expect(half[1, 1] & 0xFF == 127 || half[1, 1] & 0xFF == 128)
    #expect(half[5, 1] == half[10, 1])
    #expect(draw(list(12, 8, [.pushGroup(alpha: 1, bounds: nil)] + boxes + [.popGroup])) == draw(list(12, 8, boxes)))
    let single = draw(list(12, 8, [.pushGroup(alpha: 0.5, bounds: nil), boxes[0], .popGroup]))
    #expect(single[1, 1] == half[1, 1])
    let gone = draw(list(12, 8, [.pushGroup(alpha: 0, bounds: nil)] + boxes + [.popGroup]))
    #expect(gone.pixels.allSatisfy { $0 == whitePixel })
  }

  @Test("a border lies inside the edge")
  func border() {
    let picture = draw(list(12, 12, [.border(Rect(1, 1, 10, 10), corner: 0, width: 2, color: red)]))
    #expect(picture.pixels.filter { $0 == redPixel }.count == 100 - 36)
    #expect(
      picture[0, 5] == whitePixel && picture[1, 5] == redPixel && picture[2, 5] == redPixel && picture[3, 5] == whitePixel)
  }

  @Test("pops without a push and pushes without a pop leave the rest of the list where it was")
  func unbalanced() {
    let dot = DisplayOperation.box(Rect(0, 0, 1, 1), corner: 0, color: red)
    let stray = draw(
      list(
        20, 10,
        [.popClip, .popGroup, .popTransform, .pushTransform(.translation(5, 5)), .popClip, .popGroup, dot, .popTransform, dot]))
    #expect(stray[5, 5] == redPixel && stray[0, 0] == redPixel)
    let open = draw(list(20, 10, [.pushGroup(alpha: 0.5, bounds: nil), .pushClip(Rect(0, 0, 9, 9), corner: 2), dot, dot]))
    #expect(open.pixels.contains { $0 != whitePixel })
  }

  @Test("a shadow is a Gaussian: at the edge half, one σ outside 16 %, everywhere within 2 % of the error function")
  func shadowProfile() {
    let sigma = 6.0
    let picture = draw(
      list(160, 160, [.shadow(Rect(40, 40, 80, 80), corner: 0, blur: Float(sigma), offset: .zero, color: black)]))
    for x in 16..<80 {
      let distance = (Double(x) + 0.5 - 40) / sigma
      let expected = 0.5 * (1 + erf(distance / 2.0.squareRoot()))
      let shown = 1 - Double(picture[x, 80] & 255) / 255
      #expect(abs(shown - expected) < 0.02, "at \(x): \(shown), expected \(expected)")
    }
  }

  @Test("a shadow stretched from its corners equals one blurred as a whole", arguments: [(3.0, 0.0), (4.0, 9.5), (7.3, 20.0)])
  func shadowStretches(sigma: Double, radius: Double) throws {
    let shape = ShadowShape(radius: radius, sigma: sigma)
    let (width, height) = (2 * shape.corner + 30, 2 * shape.corner + 17)
    let whole = try #require(ShadowMask(shape: shape, width: width + 2 * shape.margin, height: height + 2 * shape.margin))
    let size = ShadowMask.size(for: shape, width: width, height: height)
    #expect(size.width < width)
    let small = try #require(ShadowMask(shape: shape, width: size.width, height: size.height))
    let stretched = try #require(small.surface(width: width, height: height, color: 0xFF00_0000))
    var different = 0
    stretched.withPixels { pixels in
      for i in 0..<whole.coverage.count where pixels[i] >> 24 != UInt32(whole.coverage[i]) { different += 1 }
    }
    #expect(different == 0)
  }

  @Test("a color animates to nothing and to too much without leaving 0…1")
  func colors() {
    #expect(PaintColor(2, -1, .nan, 0.5).packed == 0x80FF_0000)
    #expect(premultiplied(0x80FF_0000) == 0x8080_0000)
  }
}

@Suite struct HostileInputTests {
  private static let rects = [
    Rect(.nan, 0, 10, 10), Rect(0, 0, .infinity, 10), Rect(0, 0, -5, 10), Rect(0, 0, 10, 0), Rect(-1e30, -1e30, 2e30, 2e30),
    Rect(1e30, 0, 1e30, 1), Rect(-1e300, 0, 1e308, 1e308), Rect(0, 0, 1e9, 1e-9), Rect(-5e8, -5e8, 1e9, 1e9),
  ]

  @Test("rects beyond all measure neither crash nor spoil what is drawn next", arguments: 0..<9)
  func rects(index: Int) {
    let rect = HostileInputTests.rects[index]
    let after = DisplayOperation.box(Rect(0, 0, 4, 4), corner: 0, color: red)
    let contents = [label("Some text"), .image(ImageContent(source: "none.png")), label("Wrapped text", lines: 0)]
    for number in [Float(0), 5, 1e30, -3, .nan, .infinity] {
      for operation: DisplayOperation in [
        .box(rect, corner: number, color: black), .border(rect, corner: number, width: number, color: black),
        .shadow(rect, corner: number, blur: number, offset: Point(Double(number), 0), color: black),
        .content(rect, index: 0, corner: number, color: black), .content(rect, index: 1, corner: number, color: black),
        .content(rect, index: 2, corner: number, color: black), .content(rect, index: 99, corner: 0, color: black),
      ] {
        let renderer = Renderer(assetDirectory: nil)
        renderer.report = { #expect($0.contains("none.png"), "\($0)") }
        let picture = renderer.render(
          list(
            24, 16,
            [
              .pushClip(rect, corner: number), operation, .popClip, .pushGroup(alpha: number, bounds: rect), operation,
              operation,
              .popGroup, operation, after,
            ], contents))
        #expect(picture[1, 1] == redPixel)
      }
    }
  }

  @Test("a rect far larger than the stage still covers it")
  func hugeBox() {
    let picture = draw(list(8, 8, [.box(Rect(-1e30, -1e30, 2e30, 2e30), corner: 3, color: red)]))
    #expect(picture.pixels.allSatisfy { $0 == redPixel })
  }

  @Test("flat, endless and undefined transforms hide what is inside them and nothing else")
  func transforms() {
    let box = DisplayOperation.box(Rect(0, 0, 8, 8), corner: 0, color: black)
    for transform in [
      Transform(0, 0, 0, 0, 0, 0), Transform(1, 0, 0, 0, 0, 0), Transform(1, 1, 1, 1, 0, 0), Transform(.nan, 0, 0, 1, 0, 0),
      Transform(1e30, 0, 0, 1e30, 0, 0), Transform(1, 0, 0, 1, 1e30, 0), Transform(1e-30, 0, 0, 1e-30, 0, 0),
    ] {
      let picture = draw(
        list(
          16, 8,
          [
            .pushTransform(transform), .pushClip(Rect(0, 0, 9, 9), corner: 2), .pushTransform(.identity), box, .popTransform,
            .popClip, .popTransform, .box(Rect(15, 0, 1, 1), corner: 0, color: red),
          ]))
      #expect(picture.pixels.filter { $0 != whitePixel }.count == 1)
      #expect(picture[15, 0] == redPixel)
    }
  }

  @Test("a stage of impossible size becomes a possible picture")
  func stages() {
    #expect(draw(list(.nan, -4, [])).pixels.count == 1)
    #expect(draw(list(1e30, 1, [])).width == Limits.pictureSide)
    #expect(Picture(width: 1 << 40, height: 1 << 40).pixels.count <= Limits.pictureArea)
  }
}

@Suite struct ImageTests {
  private static func report(_ source: String, in folder: ScratchFolder) -> (sentences: [String], picture: Picture) {
    var sentences: [String] = []
    let renderer = Renderer(assetDirectory: folder.path)
    renderer.report = { sentences.append($0) }
    let scene = list(
      20, 20, [.content(Rect(0, 0, 20, 20), index: 0, corner: 0, color: black)], [.image(ImageContent(source: source))])
    _ = renderer.render(scene)
    return (sentences, renderer.render(scene))
  }

  @Test("a missing image leaves a visible placeholder and one sentence that names the file")
  func missing() throws {
    let folder = try ScratchFolder()
    let (sentences, picture) = ImageTests.report("cat.png", in: folder)
    #expect(sentences.count == 1)
    #expect(sentences.first?.contains("\(folder.path)/cat.png") == true)
    #expect(picture.pixels.allSatisfy { $0 != whitePixel })
    #expect(Renderer(assetDirectory: folder.path).measure(.image(ImageContent(source: "/x.png"))) == nil)
  }

  @Test("names that leave the folder, folders, and files that are no pictures are refused with the reason")
  func refused() throws {
    let folder = try ScratchFolder()
    try Data("not a picture at all".utf8).write(to: URL(fileURLWithPath: "\(folder.path)/text.png"))
    try FileManager.default.createDirectory(atPath: "\(folder.path)/dir.png", withIntermediateDirectories: true)
    try writePNG(testImage(), to: "\(folder.path)/whole.png")
    let whole = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/whole.png"))
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: "\(folder.path)/half.png"))
    // A header that claims 60 000 × 60 000 pixels.
    var bomb = [UInt8](whole)
    bomb.replaceSubrange(16..<24, with: [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60])
    try Data(bomb).write(to: URL(fileURLWithPath: "\(folder.path)/bomb.png"))
    mkfifo("\(folder.path)/pipe.png", 0o600)
    for (source, reason) in [
      ("../secret.png", "‘..’"), ("a/../../b.png", "‘..’"), ("/etc/passwd", "relative"), ("", "no file name"),
      ("text.png", "not a PNG"), ("dir.png", "not a file"), ("half.png", "half.png"), ("bomb.png", "bomb.png"),
      ("pipe.png", "not a file"),
    ] {
      let (sentences, _) = ImageTests.report(source, in: folder)
      #expect(sentences.count == 1 && sentences[0].contains(reason), "\(source): \(sentences)")
    }
  }

  @Test("an image measures its pixels, and is read anew after it was forgotten")
  func measured() throws {
    let folder = try ScratchFolder()
    let renderer = Renderer(assetDirectory: folder.path)
    renderer.report = { _ in }
    let image = Content.image(ImageContent(source: "a.png"))
    #expect(renderer.measure(image) == nil)
    try writePNG(testImage(), to: "\(folder.path)/a.png")
    #expect(renderer.measure(image) == nil)
    renderer.forgetImages()
    #expect(renderer.measure(image) == Size(64, 40))
  }

  @Test("cover fills the frame, contain leaves bars, stretch fills it; a small copy is averaged")
  func fits() throws {
    let folder = try ScratchFolder()
    // Columns black and red in turn: sampled without averaging, a quarter-size copy would be one of the two.
    var stripes = Picture(width: 64, height: 32, pixel: redPixel)
    for y in 0..<32 { for x in stride(from: 0, to: 64, by: 2) { stripes[x, y] = 0xFF00_0000 } }
    try writePNG(stripes, to: "\(folder.path)/s.png")
    func shown(_ fit: ImageFit, _ width: Double, _ height: Double) -> Picture {
      Renderer(assetDirectory: folder.path).render(
        list(
          width, height, [.content(Rect(0, 0, width, height), index: 0, corner: 0, color: black)],
          [.image(ImageContent(source: "s.png", fit: fit))]))
    }
    #expect(shown(.cover, 16, 16).pixels.allSatisfy { $0 & 0xFFFF == 0 })
    #expect(shown(.stretch, 16, 16).pixels.allSatisfy { $0 & 0xFFFF == 0 })
    let contained = shown(.contain, 16, 16)
    #expect(contained[8, 1] == whitePixel && contained[8, 14] == whitePixel && contained[8, 8] & 0xFFFF == 0)
    #expect(shown(.stretch, 16, 8).pixels.allSatisfy { abs(Int($0 >> 16 & 255) - 128) <= 1 })
  }
}

@Suite struct CacheTests {
  @Test("the cache drops what was used least recently and stays below its cap")
  func bounded() throws {
    var cache = RasterCache(capacity: 10 * 400)
    for i in 0..<40 {
      cache.insert(Raster(surface: try #require(Surface(width: 10, height: 10))), for: .image(source: "\(i)", halvings: 0))
      #expect(cache.byteCount <= 4000)
      _ = cache.raster(for: .image(source: "0", halvings: 0))
    }
    #expect(cache.raster(for: .image(source: "0", halvings: 0)) != nil)
    #expect(cache.raster(for: .image(source: "39", halvings: 0)) != nil)
    #expect(cache.raster(for: .image(source: "1", halvings: 0)) == nil)
    #expect(cache.byteCount == cache.count * 400)
  }
}
