import CWebP
import Foundation
import Testing

@testable import Segue
@testable import SegueExport
@testable import SegueRender

@Suite struct PNGTests {
  @Test("what is written is read back: opaque exactly, translucent premultiplied again")
  func roundTrip() throws {
    let folder = try ScratchFolder()
    let path = "\(folder.path)/a.png"
    var opaque = Picture(width: 7, height: 5, pixel: 0xFF00_0000)
    for i in 0..<35 { opaque[i % 7, i / 7] = 0xFF00_0000 | UInt32(i) &* 0x0007_A1B3 & 0xFF_FFFF }
    for (picture, tolerance) in [(opaque, 0), (testImage(), 1)] {
      try writePNG(picture, to: path)
      let read = try #require(Picture(pngBytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))))
      let difference = try #require(read.difference(from: picture))
      #expect(difference.maximum <= tolerance)
    }
    #expect(folder.files == ["a.png"])
  }

  @Test("a path that cannot be written is an error that names it, and leaves nothing behind")
  func errors() throws {
    let folder = try ScratchFolder()
    try FileManager.default.createDirectory(atPath: "\(folder.path)/dir/inner", withIntermediateDirectories: true)
    for path in ["\(folder.path)/none/a.png", "\(folder.path)/dir", ""] {
      let error = #expect(throws: ExportError.self) { try writePNG(testImage(), to: path) }
      #expect(error?.description.contains("‘\(path)’") == true)
    }
    #expect(folder.files == ["dir"])
  }
}

@Suite struct AnimatedWebPTests {
  @Test("a clip has its frames, their size and their times")
  func clip() throws {
    let folder = try ScratchFolder()
    let path = "\(folder.path)/clip.webp"
    let clip = try AnimatedWebP(width: 64, height: 40)
    let renderer = Renderer(assetDirectory: nil)
    for i in 0..<6 {
      let scene = list(64, 40, [.box(Rect(Double(i) * 8, 4, 20, 20), corner: 5, color: red)])
      try clip.add(renderer.render(scene), milliseconds: i * 20)
    }
    try clip.finish(to: path)
    #expect(folder.files == ["clip.webp"])

    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    try bytes.withUnsafeBytes { file in
      var data = WebPData(bytes: file.bindMemory(to: UInt8.self).baseAddress, size: file.count)
      let mux = try #require(WebPMuxCreate(&data, 1))
      defer { WebPMuxDelete(mux) }
      var (width, height) = (Int32(0), Int32(0))
      #expect(WebPMuxGetCanvasSize(mux, &width, &height) == WEBP_MUX_OK)
      #expect(width == 64 && height == 40)
      var frames = Int32(0)
      #expect(WebPMuxNumChunks(mux, WEBP_CHUNK_ANMF, &frames) == WEBP_MUX_OK)
      #expect(frames == 6)
      for i in 1...6 {
        var frame = WebPMuxFrameInfo()
        #expect(WebPMuxGetFrame(mux, UInt32(i), &frame) == WEBP_MUX_OK)
        #expect(frame.duration == 20)
        WebPDataClear(&frame.bitstream)
      }
    }
  }

  @Test("frames of another size, times that go back, empty clips and impossible sizes are errors")
  func errors() throws {
    #expect(throws: ExportError.self) { try AnimatedWebP(width: 0, height: 4) }
    #expect(throws: ExportError.self) { try AnimatedWebP(width: 4, height: 20_000) }
    let clip = try AnimatedWebP(width: 4, height: 4)
    #expect(throws: ExportError.self) { try clip.finish(to: "/nonexistent/clip.webp") }
    #expect(throws: ExportError.self) { try clip.add(Picture(width: 5, height: 4), milliseconds: 0) }
    try clip.add(Picture(width: 4, height: 4), milliseconds: 10)
    #expect(throws: ExportError.self) { try clip.add(Picture(width: 4, height: 4), milliseconds: 10) }
    #expect(throws: ExportError.self) { try clip.finish(to: "/nonexistent/clip.webp") }
  }
}

@Suite struct FilmStripTests {
  @Test("frames stand in rows with gaps; captions add height; the columns are as asked")
  func geometry() throws {
    let frames = (0..<5).map { Picture(width: 30, height: 20, pixel: 0xFF00_0000 | UInt32($0 * 10)) }
    let strip = try FilmStrip(columns: 2, gap: 3).compose(frames)
    #expect(strip.width == 2 * 33 + 3 && strip.height == 3 * 23 + 3)
    #expect(strip[3, 3] == 0xFF00_0000 && strip[36, 3] == 0xFF00_000A && strip[3, 49] == 0xFF00_0028)
    #expect(strip[2, 3] == 0xFFFF_FFFF && strip[36, 49] == 0xFFFF_FFFF)
    let captioned = try FilmStrip(columns: 2, gap: 3, fontSize: 12).compose(frames, labels: ["0", "1"])
    #expect(captioned.height == strip.height + 3 * 18)
  }

  @Test("a strip stays below the cap: wider ones wrap, higher ones take more columns, impossible ones are errors")
  func caps() throws {
    let strip = FilmStrip(columns: 1)
    let layout = try #require(strip.layout(count: 300, frameWidth: 400, frameHeight: 800, captionHeight: 18))
    #expect(layout.width <= Limits.pictureSide && layout.height <= Limits.pictureSide)
    #expect(layout.columns * layout.rows >= 300)
    #expect(strip.layout(count: 100_000, frameWidth: 400, frameHeight: 800, captionHeight: 0) == nil)
    #expect(throws: ExportError.self) { try filmStrip(frames: []) }
    #expect(throws: ExportError.self) { try filmStrip(frames: [Picture(width: 2, height: 2), Picture(width: 3, height: 2)]) }
  }
}

@Suite struct ComparisonTests {
  @Test("one changed pixel changes the fingerprint and is found; alpha alone does not change it")
  func difference() throws {
    let picture = Picture(width: 9, height: 9, pixel: 0xFF10_2030)
    var other = picture
    other[4, 5] = 0xFF10_2130
    #expect(picture.fingerprint != other.fingerprint)
    let difference = try #require(other.difference(from: picture))
    #expect(difference.count == 1 && difference.maximum == 1)
    #expect(difference.picture[4, 5] != 0xFF00_0000 && difference.picture[4, 4] == 0xFF00_0000)
    other = picture
    other[0, 0] = 0x0010_2030
    #expect(other.fingerprint == picture.fingerprint)
    #expect(Picture(width: 1, height: 2).fingerprint != Picture(width: 2, height: 1).fingerprint)
    #expect(picture.difference(from: Picture(width: 1, height: 1)) == nil)
    // FNV-1a of the four bytes 0, 1, 0, 1 and three zeros, by the definition.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in [0, 1, 0, 1, 0, 0, 0] as [UInt64] { hash = (hash ^ byte) &* 0x100_0000_01b3 }
    #expect(Picture(width: 1, height: 1).fingerprint == hash)
  }
}
