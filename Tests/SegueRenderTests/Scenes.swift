// Display lists and images that the tests draw.

import Foundation

@testable import Segue
@testable import SegueExport
@testable import SegueRender

/// A folder of its own that vanishes with the object.
final class ScratchFolder {
  let path: String
  init() throws {
    path = NSTemporaryDirectory() + "segue-tests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(atPath: path) }
  var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}

let white = PaintColor(1, 1, 1, 1)
let black = PaintColor(0, 0, 0, 1)
let red = PaintColor(1, 0, 0, 1)

func list(_ width: Double, _ height: Double, _ operations: [DisplayOperation], _ contents: [Content] = []) -> DisplayList {
  var list = DisplayList(size: Size(width, height))
  list.operations = operations
  list.contents = contents.enumerated().map { ContentRecord(id: UInt32($0.offset + 1), version: 1, content: $0.element) }
  return list
}

func label(_ text: String, size: Double = 15, bold: Bool = false, _ alignment: TextAlignment = .left, lines: Int = 1) -> Content
{
  .label(LabelContent(text: text, fontSize: size, bold: bold, alignment: alignment, lines: lines))
}

func rotation(_ degrees: Double, about x: Double, _ y: Double) -> Transform {
  let (s, c) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
  return Transform(c, s, -s, c, x - c * x + s * y, y - s * x - c * y)
}

/// 64×40: a gradient with a bright disc and a checkered foot, half of it translucent.
func testImage() -> Picture {
  var picture = Picture(width: 64, height: 40)
  for y in 0..<40 {
    for x in 0..<64 {
      let inDisc = (x - 44) * (x - 44) + (y - 14) * (y - 14) < 81
      let (r, g, b) = y >= 32 ? (x / 4 % 2 * 200, x / 4 % 2 * 200, 60) : inDisc ? (255, 220, 90) : (40 + 2 * x, 60 + 3 * y, 160)
      let alpha = x < 10 ? 128 : 255
      picture[x, y] =
        UInt32(alpha) << 24 | UInt32(r * alpha / 255) << 16 | UInt32(g * alpha / 255) << 8 | UInt32(b * alpha / 255)
    }
  }
  return picture
}

/// Every operation of a display list on 320×200.
func everyOperation() -> DisplayList {
  list(
    320, 200,
    [
      .box(Rect(0, 0, 320, 200), corner: 0, color: PaintColor(0.94, 0.95, 0.97, 1)),
      // A card with shadow, border, rounded image and two texts.
      .shadow(Rect(16, 14, 130, 120), corner: 12, blur: 6, offset: Point(0, 4), color: PaintColor(0.05, 0.08, 0.2, 0.35)),
      .box(Rect(16, 14, 130, 120), corner: 12, color: white),
      .pushClip(Rect(16, 14, 130, 120), corner: 12),
      .content(Rect(16, 14, 130, 62), index: 0, corner: 0, color: black),
      .popClip,
      .border(Rect(16, 14, 130, 120), corner: 12, width: 1.5, color: PaintColor(0.2, 0.3, 0.6, 0.5)),
      .content(Rect(26, 80, 110, 20), index: 1, corner: 0, color: PaintColor(0.1, 0.12, 0.2, 1)),
      .content(Rect(26, 98, 110, 34), index: 2, corner: 0, color: PaintColor(0.35, 0.38, 0.45, 1)),
      // A turned card in a layer with alpha.
      .pushTransform(rotation(12, about: 220, 62)),
      .pushGroup(alpha: 0.75, bounds: Rect(160, 16, 120, 92)),
      .shadow(Rect(172, 26, 96, 72), corner: 10, blur: 4, offset: Point(2, 3), color: PaintColor(0, 0, 0, 0.5)),
      .box(Rect(172, 26, 96, 72), corner: 10, color: PaintColor(0.16, 0.42, 0.85, 1)),
      .content(Rect(180, 34, 80, 36), index: 3, corner: 8, color: black),
      .content(Rect(180, 74, 80, 18), index: 4, corner: 0, color: white),
      .popGroup,
      .popTransform,
      // Scaled and moved by part of a pixel; clips within clips.
      .pushTransform(Transform(1.4, 0, 0, 1.4, 160.3, 118.6)),
      .pushClip(Rect(0, 0, 100, 50), corner: 14),
      .box(Rect(0, 0, 100, 50), corner: 0, color: PaintColor(0.98, 0.8, 0.35, 1)),
      .pushClip(Rect(6, 6, 60, 60), corner: 20),
      .box(Rect(0, 0, 100, 50), corner: 0, color: PaintColor(0.85, 0.25, 0.3, 1)),
      .popClip,
      .content(Rect(10, 14, 84, 20), index: 5, corner: 0, color: black),
      .popClip,
      .popTransform,
      // One thing in a group: no layer; an image that is missing.
      .pushGroup(alpha: 0.5, bounds: nil),
      .box(Rect(16, 150, 60, 36), corner: 18, color: PaintColor(0.1, 0.6, 0.4, 1)),
      .popGroup,
      .content(Rect(90, 146, 44, 44), index: 6, corner: 8, color: black),
      .pushGroup(alpha: 0.5, bounds: nil),
      .content(Rect(288, 8, 24, 60), index: 7, corner: 5, color: black),
      .popGroup,
    ],
    [
      .image(ImageContent(source: "test.png", fit: .cover)),
      label("Ångström Καλή Да", size: 12, bold: true),
      label("Two lines of small type that end in an ellipsis", size: 11, lines: 2),
      .image(ImageContent(source: "test.png", fit: .contain)),
      label("turned → 12°", size: 11, .center),
      label("Scaled 1.4", size: 16, .right),
      .image(ImageContent(source: "missing.png")),
      .image(ImageContent(source: "test.png", fit: .stretch)),
    ])
}
