// A finished picture in memory: what renders produce and exports consume.

import Segue

/// A rectangle of pixels that owns its memory. A pixel is one word 0xAARRGGBB, sRGB, premultiplied by its alpha; rows follow each
/// other without gaps, top row first.
public struct Picture: Sendable, Equatable {
  /// Pixels in a row; at least 1.
  public let width: Int
  /// Rows; at least 1.
  public let height: Int
  /// Whether every pixel is known to have alpha 255.
  public let isOpaque: Bool
  /// `width × height` pixels, row by row.
  public private(set) var pixels: [UInt32]

  /// Bytes from one row to the next.
  public var stride: Int { width * 4 }

  /// A picture of one pixel value. Sides outside 1…`Limits.pictureSide` are brought to the nearest allowed one, and rows
  /// beyond `Limits.pictureArea` are left out.
  public init(width: Int, height: Int, pixel: UInt32 = 0) {
    let width = min(max(width, 1), Limits.pictureSide)
    let height = min(max(height, 1), Limits.pictureSide, Limits.pictureArea / width)
    (self.width, self.height) = (width, height)
    isOpaque = pixel >> 24 == 255
    pixels = Array(repeating: pixel, count: width * height)
  }

  /// A picture of one color.
  public init(width: Int, height: Int, color: PaintColor) {
    self.init(width: width, height: height, pixel: premultiplied(color.packed))
  }

  /// Lays a picture over this one, its top left corner at (x, y); what sticks out is cut.
  package mutating func draw(_ other: Picture, x: Int, y: Int) {
    let (from, to) = (max(0, -x), min(other.width, width - x))
    guard from < to else { return }
    for row in max(0, -y)..<max(0, -y, min(other.height, height - y)) {
      let target = (y + row) * width + x
      for column in from..<to {
        let above = other.pixels[row * other.width + column]
        let alpha = above >> 24
        pixels[target + column] = alpha == 255 ? above : above &+ scaledPixel(pixels[target + column], by: 255 - alpha)
      }
    }
  }

  /// The pixel at a column and a row inside the picture.
  public subscript(x: Int, y: Int) -> UInt32 {
    get { pixels[y * width + x] }
    set { pixels[y * width + x] = newValue }
  }

  /// Gives the bytes as they lie in memory: B, G, R, A on a little-endian machine.
  public func withUnsafeBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    let result: Result<R, E> = pixels.withUnsafeBytes { bytes in
      do throws(E) { return .success(try body(bytes)) } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// Gives the pixels to be changed in place.
  package mutating func withUnsafeMutablePixels<R>(_ body: (UnsafeMutableBufferPointer<UInt32>) -> R) -> R {
    pixels.withUnsafeMutableBufferPointer { body($0) }
  }
}
