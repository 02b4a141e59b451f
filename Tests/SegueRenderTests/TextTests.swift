import Testing

@testable import Segue
@testable import SegueExport
@testable import SegueRender

@Suite struct TextTests {
  private let renderer = Renderer(assetDirectory: nil)

  private func measure(_ text: String, width: Double? = nil, size: Double = 15, bold: Bool = false, lines: Int = 1) throws
    -> Size
  {
    try #require(renderer.measure(label(text, size: size, bold: bold, lines: lines), width: width))
  }

  /// How many columns of a picture have ink.
  private func inkColumns(_ operations: [DisplayOperation], _ content: Content, width: Double, height: Double) -> [Int] {
    let picture = Renderer(assetDirectory: nil).render(list(width, height, operations, [content]))
    return (0..<picture.width).filter { x in (0..<picture.height).contains { picture[x, $0] != 0xFFFF_FFFF } }
  }

  @Test("longer text, larger type and bold are wider; sizes are whole units")
  func growth() throws {
    var last = 0.0
    for count in 0..<12 {
      let width = try measure(String(repeating: "n", count: count)).width
      #expect(count == 0 ? width == 0 : width > last)
      #expect(width == width.rounded())
      last = width
    }
    #expect(try measure("Segue", size: 30).width > 1.8 * measure("Segue").width)
    #expect(try measure("Segue", size: 40, bold: true).width > measure("Segue", size: 40).width)
    #expect(try measure("").height == measure("Xg").height)
  }

  @Test("a narrower width never gives a lower label, and its own measured size keeps the lines")
  func wrapping() throws {
    let text = "A paragraph that is long enough to be broken into several lines at most widths"
    var last = 0.0
    for width in stride(from: 600.0, through: 40, by: -20) {
      let size = try measure(text, width: width, lines: 0)
      #expect(size.height >= last && size.width <= width)
      #expect(try measure(text, width: size.width, lines: 0) == size)
      last = size.height
    }
    #expect(try last > 4 * measure(text).height)
  }

  @Test("a line limit counts lines of the whole text, however it is broken")
  func limits() throws {
    let line = try measure("X").height
    let text = "one\ntwo\r\nthree four five six seven eight nine ten"
    #expect(try measure(text, width: 100).height == line)
    #expect(try measure(text, width: 100, lines: 2).height == 2 * line)
    #expect(try measure(text, width: 100, lines: 0).height > 3 * line)
    #expect(try measure("one\ntwo\nthree", width: 100, lines: 2) == measure("one\ntwo…", width: 100, lines: 2))
    #expect(try measure("one\ntwo", lines: 0).height == 2 * line)
  }

  @Test("text that does not fit ends in an ellipsis within its frame")
  func ellipsis() throws {
    let content = label("A title much longer than its frame")
    let frame = Rect(0, 0, 80, 20)
    let columns = inkColumns([.content(frame, index: 0, corner: 0, color: black)], content, width: 300, height: 20)
    #expect(try #require(columns.last) < 80)
    #expect(try #require(columns.last) > 60)
    // The same frame with the words that fit, but no ellipsis, is another picture.
    let scene = { (text: String) in
      Renderer(assetDirectory: nil).render(list(80, 20, [.content(frame, index: 0, corner: 0, color: black)], [label(text)]))
    }
    #expect(scene("A title much longer than its frame") == scene("A title much longer, in another way"))
    #expect(scene("A title much longer than its frame") != scene("A title m"))
  }

  @Test("alignment moves the ink to the left, the middle, the right")
  func alignment() throws {
    let starts = try TextAlignment.allCases.map { alignment in
      try #require(
        inkColumns(
          [.content(Rect(0, 0, 200, 20), index: 0, corner: 0, color: black)], label("Hi", alignment), width: 200, height: 20
        ).first)
    }
    #expect(starts[0] < 4 && abs(starts[1] - 93) < 4 && starts[2] > 180)
  }

  @Test("a text that only moves is the same pixels elsewhere; color and version are part of what is kept")
  func keys() {
    func shown(_ x: Double, color: PaintColor, version: UInt32, text: String) -> Picture {
      var scene = list(60, 20, [.content(Rect(x, 0, 50, 20), index: 0, corner: 0, color: color)])
      scene.contents = [ContentRecord(id: 7, version: version, content: label(text))]
      return renderer.render(scene)
    }
    let first = shown(0, color: black, version: 1, text: "Moves")
    let moved = shown(5, color: black, version: 1, text: "Moves")
    #expect((0..<20).allSatisfy { y in (0..<55).allSatisfy { first[$0, y] == moved[$0 + 5, y] } })
    #expect(shown(0, color: red, version: 1, text: "Moves") != first)
    #expect(shown(0, color: black, version: 2, text: "Other") != first)
  }

  @Test("glyphs outside the font, very long text, odd sizes and NUL do no harm")
  func oddities() throws {
    #expect(try measure("漢字 🎉").width > 20)
    #expect(try measure(String(repeating: "long ", count: 20_000)).width > 1000)
    #expect(try measure("x", size: .nan) == measure("x"))
    #expect(try measure("x", size: 1e30).height < 2000)
    #expect(try measure("a\0b").width >= 0)
    #expect(try measure("x", width: -5).width >= 0)
    #expect(try measure("x", width: .nan) == measure("x"))
  }

  @Test("the font is the bundled one: these widths hold on every machine")
  func bundled() throws {
    #expect(try measure("Segue transitions", size: 15).width == 125)
    #expect(try measure("Segue transitions", size: 15, bold: true).width == 127)
  }
}
