// Gaussian shadows of rounded rects: one small blurred outline, stretched to any size by repeating its middle.

import CPango
import Segue

/// What a shadow's outline looks like, whatever the size of the rect: radius and softness in pixels.
struct ShadowShape: Hashable {
  /// Corner radius in quarter pixels.
  var radius: Int
  /// Width of the box blur that is applied three times; 0: sharp.
  var box: Int

  /// The box widths that three passes need to come within 3 % of a Gaussian: d = ⌊σ·3·√(2π)/4 + ½⌋, from the definition of
  /// feGaussianBlur in SVG 1.1.
  init(radius: Double, sigma: Double) {
    self.radius = Int((radius * 4).rounded())
    box = Int((sigma * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5).rounded(.down))
  }

  /// How far three passes carry a pixel, exactly.
  var reach: Int { box == 0 ? 0 : box.isMultiple(of: 2) ? 3 * box / 2 - 1 : 3 * (box - 1) / 2 }
  /// Transparent pixels around the blur, which keep its edge smooth when it is turned.
  static let border = 2
  /// From the surface's edge to the rect's.
  var margin: Int { reach + ShadowShape.border }
  /// From the surface's edge to where every column (row) equals the next one, if the rect is that large.
  var corner: Int { margin + (radius + 3) / 4 + reach }
}

/// The blurred outline of the smallest rect whose corners do not meet, or of the rect itself if it is smaller: coverage 0…255.
struct ShadowMask {
  var shape: ShadowShape
  var width: Int
  var height: Int
  var coverage: [UInt8]

  /// The mask that serves a rect of that size in pixels.
  static func size(for shape: ShadowShape, width: Int, height: Int) -> (width: Int, height: Int) {
    (min(width + 2 * shape.margin, 2 * shape.corner + 1), min(height + 2 * shape.margin, 2 * shape.corner + 1))
  }

  /// `width` and `height` count the margins.
  init?(shape: ShadowShape, width: Int, height: Int) {
    (self.shape, self.width, self.height) = (shape, width, height)
    guard let outline = Surface(width: width, height: height), let cr = cairo_create(outline.pointer) else { return nil }
    let margin = Double(shape.margin)
    addRoundedRect(
      cr, Rect(margin, margin, Double(width) - 2 * margin, Double(height) - 2 * margin), corner: Double(shape.radius) / 4)
    cairo_set_source_rgba(cr, 0, 0, 0, 1)
    cairo_fill(cr)
    cairo_destroy(cr)

    // 16 bits a pixel between the passes, so that six roundings stay invisible.
    var plane = [UInt16](repeating: 0, count: width * height)
    outline.withPixels { pixels in
      for i in 0..<plane.count { plane[i] = UInt16(pixels[i] >> 24) * 257 }
    }
    if shape.box > 1 {
      var turned = plane
      ShadowMask.blurRows(&plane, into: &turned, width: width, height: height, box: shape.box)
      ShadowMask.blurRows(&turned, into: &plane, width: height, height: width, box: shape.box)
    }
    coverage = plane.map { UInt8((UInt32($0) + 128) / 257) }
  }

  /// Three box passes along each row; the result is written transposed, so that two calls blur both ways.
  private static func blurRows(_ plane: inout [UInt16], into turned: inout [UInt16], width: Int, height: Int, box: Int) {
    // An even box has no middle: one pass leans left, one right, and the third is one wider.
    let passes =
      box.isMultiple(of: 2)
      ? [(box / 2, box / 2 - 1), (box / 2 - 1, box / 2), (box / 2, box / 2)]
      : Array(repeating: (box / 2, box / 2), count: 3)
    var other = [UInt16](repeating: 0, count: width)
    plane.withUnsafeMutableBufferPointer { plane in
      other.withUnsafeMutableBufferPointer { other in
        turned.withUnsafeMutableBufferPointer { turned in
          for y in 0..<height {
            let row = UnsafeMutableBufferPointer(rebasing: plane[y * width..<(y + 1) * width])
            blur(row, into: other, passes[0])
            blur(other, into: row, passes[1])
            blur(row, into: other, passes[2])
            for x in 0..<width { turned[x * height + y] = other[x] }
          }
        }
      }
    }
  }

  /// The running mean over `before` pixels to the left, the pixel itself and `after` to the right; outside is 0.
  private static func blur(
    _ from: UnsafeMutableBufferPointer<UInt16>, into to: UnsafeMutableBufferPointer<UInt16>, _ span: (before: Int, after: Int)
  ) {
    let count = from.count
    let size = UInt32(span.before + span.after + 1)
    var sum: UInt32 = 0
    for x in 0..<min(span.after, count) { sum &+= UInt32(from[x]) }
    for x in 0..<count {
      if x + span.after < count { sum &+= UInt32(from[x + span.after]) }
      to[x] = UInt16(truncatingIfNeeded: (sum &+ size / 2) / size)
      if x >= span.before { sum &-= UInt32(from[x - span.before]) }
    }
  }

  /// The shadow of a rect of `width × height` pixels in one color: the corners as they are, the middle column and row repeated.
  func surface(width rectWidth: Int, height rectHeight: Int, color: UInt32) -> Surface? {
    guard let made = Surface(width: rectWidth + 2 * shape.margin, height: rectHeight + 2 * shape.margin) else { return nil }
    let table = (0...255).map { premultiplied(color, coverage: UInt32($0)) }
    let (extraColumns, extraRows) = (made.width - width, made.height - height)
    made.withPixels { pixels in
      for y in 0..<made.height {
        let row = pixels + y * made.width
        if extraRows > 0, y > shape.corner, y <= shape.corner + extraRows {
          row.update(from: row - made.width, count: made.width)
          continue
        }
        let maskRow = (y <= shape.corner || extraRows == 0 ? y : y - extraRows) * width
        if extraColumns == 0 {
          for x in 0..<width { row[x] = table[Int(coverage[maskRow + x])] }
          continue
        }
        for x in 0..<shape.corner { row[x] = table[Int(coverage[maskRow + x])] }
        (row + shape.corner).update(repeating: table[Int(coverage[maskRow + shape.corner])], count: extraColumns + 1)
        for x in shape.corner + 1..<width { row[x + extraColumns] = table[Int(coverage[maskRow + x])] }
      }
    }
    return made
  }
}

/// Shadow surfaces at any size from a few outlines.
struct ShadowMasks {
  private struct Key: Hashable {
    var shape: ShadowShape
    var width, height: Int
  }
  private var masks: [Key: ShadowMask] = [:]

  /// The shadow of a rect of `width × height` pixels; nil only where memory is short.
  mutating func surface(_ shape: ShadowShape, width: Int, height: Int, color: UInt32) -> Surface? {
    let size = ShadowMask.size(for: shape, width: width, height: height)
    let key = Key(shape: shape, width: size.width, height: size.height)
    if let mask = masks[key] { return mask.surface(width: width, height: height, color: color) }
    guard let mask = ShadowMask(shape: shape, width: size.width, height: size.height) else { return nil }
    if masks.count >= Limits.shadowMasks { masks.removeAll() }
    masks[key] = mask
    return mask.surface(width: width, height: height, color: color)
  }
}
