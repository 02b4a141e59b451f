// Whether two pictures are the same, and where they are not: for tests that keep pictures.

import SegueRender

extension Picture {
  /// FNV-1a, 64 bits, over the R, G, B bytes of every pixel in reading order and the size: equal pictures, equal numbers, on
  /// every machine. Alpha does not count.
  public var fingerprint: UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325  // the offset basis and prime that define FNV-1a
    func take(_ byte: UInt32) { hash = (hash ^ UInt64(byte & 255)) &* 0x100_0000_01b3 }
    for size in [UInt32(width), UInt32(height)] {
      take(size >> 8)
      take(size)
    }
    for pixel in pixels {
      take(pixel >> 16)
      take(pixel >> 8)
      take(pixel)
    }
    return hash
  }

  /// How this picture differs from another one; nil where their sizes do, so that no pixel answers another.
  public func difference(from other: Picture) -> PictureDifference? {
    guard width == other.width, height == other.height else { return nil }
    var difference = PictureDifference(count: 0, maximum: 0, picture: Picture(width: width, height: height, pixel: 0xFF00_0000))
    for y in 0..<height {
      for x in 0..<width {
        let (p, q) = (self[x, y], other[x, y])
        var largest: UInt32 = 0
        for shift in [0, 8, 16, 24] as [UInt32] {
          let (a, b) = (p >> shift & 255, q >> shift & 255)
          largest = max(largest, a > b ? a - b : b - a)
        }
        guard largest > 0 else { continue }
        difference.count += 1
        difference.maximum = max(difference.maximum, Int(largest))
        // At least half bright, so that a difference of one is seen.
        let bright = 128 + largest / 2
        difference.picture[x, y] = 0xFF00_0000 | bright << 16 | bright << 8
      }
    }
    return difference
  }
}

/// Where two pictures differ.
public struct PictureDifference: Sendable {
  /// Pixels that differ.
  public var count: Int
  /// The largest difference of one channel, 0…255.
  public var maximum: Int
  /// Yellow where they differ, the brighter the more; black elsewhere.
  public var picture: Picture
}
