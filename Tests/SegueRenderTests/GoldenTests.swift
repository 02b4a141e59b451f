// Pictures that must not change by a single bit. UPDATE_GOLDEN=1 accepts what is drawn now.

import Foundation
import Testing

@testable import Segue
@testable import SegueExport
@testable import SegueRender

@Suite struct GoldenTests {
  private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden").path

  /// Compares with the stored picture; on failure leaves the picture and its difference to look at.
  private func expectGolden(_ picture: Picture, _ name: String) throws {
    let hashPath = "\(folder)/\(name).hash"
    let picturePath = "\(folder)/\(name).png"
    let hash = String(picture.fingerprint, radix: 16)
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try writePNG(picture, to: picturePath)
      try (hash + "\n").write(toFile: hashPath, atomically: true, encoding: .utf8)
    }
    let wanted = try String(contentsOfFile: hashPath, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
    guard hash != wanted else { return }

    let out = NSTemporaryDirectory() + "segue-golden"
    try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
    try writePNG(picture, to: "\(out)/\(name)-actual.png")
    var detail = "the stored picture cannot be read"
    if let stored = Picture(pngBytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: picturePath)))) {
      if let difference = picture.difference(from: stored) {
        try writePNG(difference.picture, to: "\(out)/\(name)-diff.png")
        detail = "\(difference.count) pixels differ, by at most \(difference.maximum)/255"
      } else {
        detail = "the size was \(stored.width) × \(stored.height)"
      }
    }
    Issue.record("\(name): fingerprint \(hash), wanted \(wanted); \(detail); see \(out)")
  }

  @Test("every operation draws the stored picture, at 1× and 2×, cold and from the caches")
  func everyOperationIsStored() throws {
    let scratch = try ScratchFolder()
    try writePNG(testImage(), to: "\(scratch.path)/test.png")
    for (scale, name) in [(1.0, "operations"), (2.0, "operations-2x")] {
      let renderer = Renderer(assetDirectory: scratch.path, scale: scale)
      renderer.report = { _ in }
      let first = renderer.render(everyOperation())
      #expect(renderer.render(everyOperation()) == first)
      try expectGolden(first, name)
    }
  }

  @Test("a film strip with captions is the stored picture")
  func filmStripIsStored() throws {
    let renderer = Renderer(assetDirectory: nil)
    let frames = (0..<5).map { i in
      renderer.render(
        list(48, 40, [.box(Rect(4 + Double(i) * 6, 10, 20, 20), corner: 6, color: PaintColor(0.2, 0.4, 0.9, 1))]),
        background: PaintColor(0.93, 0.93, 0.95, 1))
    }
    try expectGolden(filmStrip(frames: frames, labels: (0..<5).map { "\($0)00 ms" }, columns: 3), "strip")
  }
}
