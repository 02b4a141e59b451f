// A cairo image surface that frees itself, and the bounded cache that such surfaces live in.

import CPango
import Segue

/// Premultiplied ARGB32 pixels as cairo holds them. ARGB32 for every source: others fall off pixman's fast paths when scaled.
final class Surface {
  let pointer: OpaquePointer
  let width: Int
  let height: Int

  /// A transparent surface, or nil where cairo cannot make one of that size.
  init?(width: Int, height: Int) {
    guard width > 0, height > 0, let made = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)) else {
      return nil
    }
    guard cairo_surface_status(made) == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(made)
      return nil
    }
    (pointer, self.width, self.height) = (made, width, height)
  }

  deinit { cairo_surface_destroy(pointer) }

  var byteCount: Int { width * height * 4 }

  /// Gives the pixels to be changed in place, rows without gaps.
  func withPixels(_ body: (UnsafeMutablePointer<UInt32>) -> Void) {
    cairo_surface_flush(pointer)
    if let data = cairo_image_surface_get_data(pointer) {
      // ARGB32 rows are a multiple of 4 bytes, which is all the alignment that cairo asks for.
      data.withMemoryRebound(to: UInt32.self, capacity: width * height, body)
    }
    cairo_surface_mark_dirty(pointer)
  }

  /// A copy of half the size, each pixel the mean of four; nil when it is one pixel already.
  func halved() -> Surface? {
    guard width > 1 || height > 1, let half = Surface(width: max(1, width / 2), height: max(1, height / 2)) else { return nil }
    let (rightStep, downStep) = (width > 1 ? 1 : 0, height > 1 ? width : 0)
    withPixels { from in
      half.withPixels { to in
        for y in 0..<half.height {
          for x in 0..<half.width {
            let p = from + 2 * y * width + 2 * x
            to[y * half.width + x] = Surface.mean(p[0], p[rightStep], p[downStep], p[rightStep + downStep])
          }
        }
      }
    }
    return half
  }

  /// The rounded mean of four pixels, two channels at a time.
  @inline(__always)
  private static func mean(_ p: UInt32, _ q: UInt32, _ r: UInt32, _ s: UInt32) -> UInt32 {
    let even: UInt32 = 0x00FF_00FF
    let low = (p & even) &+ (q & even) &+ (r & even) &+ (s & even) &+ 0x0002_0002
    let high = (p >> 8 & even) &+ (q >> 8 & even) &+ (r >> 8 & even) &+ (s >> 8 & even) &+ 0x0002_0002
    return (low >> 2 & even) | (high >> 2 & even) << 8
  }
}

/// A rastered thing and where it lies: the surface's top left pixel is `origin` pixels from the thing's own top left corner.
struct Raster {
  var surface: Surface
  var originX = 0
  var originY = 0
  /// Surface pixels per stage unit.
  var scale = 1.0
}

/// What a cached raster shows; equal keys show equal pixels.
enum RasterKey: Hashable {
  case image(source: String, halvings: Int)
  case label(id: UInt32, version: UInt32, width: UInt64, height: UInt64, color: UInt32, scale: Double)
  case picture(id: UInt32, version: UInt32, scale: Double)
  case shadow(ShadowShape, width: Int, height: Int, color: UInt32)
}

/// Rasters by key, in bounded memory.
struct RasterCache {
  private struct Entry {
    var raster: Raster
    var lastUse: UInt64
  }

  private var entries: [RasterKey: Entry] = [:]
  private var clock: UInt64 = 0
  private(set) var byteCount = 0
  let capacity: Int

  init(capacity: Int = Limits.cacheBytes) { self.capacity = capacity }

  var count: Int { entries.count }

  mutating func raster(for key: RasterKey) -> Raster? {
    guard let found = entries.index(forKey: key) else { return nil }
    clock += 1
    entries.values[found].lastUse = clock
    return entries.values[found].raster
  }

  mutating func insert(_ raster: Raster, for key: RasterKey) {
    clock += 1
    if let old = entries.updateValue(Entry(raster: raster, lastUse: clock), forKey: key) {
      byteCount -= old.raster.surface.byteCount
    }
    byteCount += raster.surface.byteCount
    if byteCount > capacity { dropOldest() }
  }

  mutating func removeAll(where matches: (RasterKey) -> Bool) {
    for (key, entry) in entries where matches(key) {
      byteCount -= entry.raster.surface.byteCount
      entries[key] = nil
    }
  }

  /// Makes room down to seven eighths, so that the search through all entries is rare.
  private mutating func dropOldest() {
    for (key, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) where byteCount > capacity / 8 * 7 {
      byteCount -= entry.raster.surface.byteCount
      entries[key] = nil
    }
  }
}

extension PaintColor {
  /// The color as one word 0xAARRGGBB with 8 bits a channel, not premultiplied. A component that is no number counts as 0.
  var packed: UInt32 {
    func byte(_ component: Float) -> UInt32 { component > 0 ? UInt32(min(component, 1) * 255 + 0.5) : 0 }
    return byte(alpha) << 24 | byte(red) << 16 | byte(green) << 8 | byte(blue)
  }
}

/// `value · factor / 255`, rounded.
@inline(__always)
func scaledByte(_ value: UInt32, by factor: UInt32) -> UInt32 {
  let product = value &* factor &+ 128
  return (product &+ product >> 8) >> 8
}

/// The pixel of a packed color with its alpha further scaled by `coverage` (0…255): premultiplied.
@inline(__always)
func premultiplied(_ color: UInt32, coverage: UInt32 = 255) -> UInt32 {
  let alpha = scaledByte(color >> 24, by: coverage)
  return alpha << 24 | scaledByte(color >> 16 & 255, by: alpha) << 16 | scaledByte(color >> 8 & 255, by: alpha) << 8
    | scaledByte(color & 255, by: alpha)
}

/// Each channel of a pixel scaled by `factor / 255`.
@inline(__always)
func scaledPixel(_ pixel: UInt32, by factor: UInt32) -> UInt32 {
  scaledByte(pixel >> 24, by: factor) << 24 | scaledByte(pixel >> 16 & 255, by: factor) << 16
    | scaledByte(pixel >> 8 & 255, by: factor) << 8 | scaledByte(pixel & 255, by: factor)
}
