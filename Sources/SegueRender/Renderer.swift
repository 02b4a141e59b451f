// Display lists to pixels, on the processor: texts, images and shadows are drawn once and then moved as surfaces.

import CPango
import Glibc
import Segue

/// Draws display lists and measures contents. One renderer serves one engine (it caches by the contents' ids) and belongs to one
/// thread. The same list gives the same pixels on every machine and whatever was drawn before.
///
///     let renderer = Renderer(assetDirectory: "examples/images")
///     let picture = renderer.render(list)
public final class Renderer {
  /// Pixels per stage unit.
  public let scale: Double
  /// Hears, once per cause, in a sentence that names the file, what could not be drawn. Standard error unless set.
  public var report: (String) -> Void = { sentence in
    var line = "segue: \(sentence)\n"
    _ = line.withUTF8 { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  var cache = RasterCache()
  var masks = ShadowMasks()
  private var images: ImageStore
  private lazy var typesetter: Typesetter? = {
    if let made = Typesetter() { return made }
    report("texts cannot be drawn: the bundled font cannot be opened")
    return nil
  }()
  private var reportedStatus = false

  /// `assetDirectory` is where image names are looked up; nil: there are no images. `scale` is pixels per stage unit, ¼…8.
  public init(assetDirectory: String?, scale: Double = 1) {
    images = ImageStore(directory: assetDirectory)
    self.scale = scale.isNaN ? 1 : min(max(scale, 0.25), 8)
  }

  /// The list as a picture of its own size times `scale`, over a background (nil: transparent).
  public func render(_ list: DisplayList, background: PaintColor? = PaintColor(1, 1, 1, 1)) -> Picture {
    func pixels(_ length: Double) -> Int {
      length.isNaN ? 1 : Int(min(max((length * scale).rounded(), 1), Double(Limits.pictureSide)))
    }
    let pixel = background.map { premultiplied($0.packed) } ?? 0
    var picture = Picture(width: pixels(list.size.width), height: pixels(list.size.height), pixel: pixel)
    let (width, height, stride) = (picture.width, picture.height, picture.stride)
    picture.withUnsafeMutablePixels { pixels in
      draw(list, intoPixels: UnsafeMutableRawPointer(pixels.baseAddress!), width: width, height: height, stride: stride)
    }
    return picture
  }

  /// Draws over what is in a block of premultiplied 0xAARRGGBB words, such as a locked window texture, after filling it with
  /// `background` if there is one. `stride` counts bytes and is a multiple of 4.
  public func draw(
    _ list: DisplayList, intoPixels pixels: UnsafeMutableRawPointer, width: Int, height: Int, stride: Int,
    background: PaintColor? = nil
  ) {
    guard width > 0, height > 0, width <= Limits.pictureSide, height <= Limits.pictureSide, stride >= width * 4 else { return }
    if let background {
      let pixel = premultiplied(background.packed)
      for y in 0..<height {
        (pixels + y * stride).assumingMemoryBound(to: UInt32.self).update(repeating: pixel, count: width)
      }
    }
    guard
      let surface = cairo_image_surface_create_for_data(
        pixels.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(width), Int32(height), Int32(stride))
    else { return }
    draw(list, into: surface)
    cairo_surface_destroy(surface)
  }

  /// Draws over what is on a cairo image surface.
  public func draw(_ list: DisplayList, into surface: OpaquePointer) {
    guard let cr = cairo_create(surface) else { return }
    let size = Size(Double(cairo_image_surface_get_width(surface)), Double(cairo_image_surface_get_height(surface)))
    var painter = Painter(renderer: self, context: cr, size: size, contents: list.contents)
    painter.paint(list.operations)
    let status = cairo_status(cr)
    if status != CAIRO_STATUS_SUCCESS, !reportedStatus {
      reportedStatus = true
      report("the picture is incomplete: cairo says ‘\(String(cString: cairo_status_to_string(status)))’")
    }
    cairo_destroy(cr)
    cairo_surface_flush(surface)
  }

  /// The size a content takes in stage units: a label's lines, broken at `width` if one is given; an image's pixels. Nil where
  /// it cannot be known, as for an image that is missing.
  public func measure(_ content: Content, width: Double? = nil) -> Size? {
    switch content {
    case .label(let label):
      return typesetter?.measure(label, width: width.flatMap { $0.isFinite ? $0 : nil })
    case .image(let image):
      return imageSurface(image.source, halvings: 0).map { Size(Double($0.width), Double($0.height)) }
    case .picture(let picture): return picture.size
    }
  }

  /// Reads image files anew when they are next drawn: for when they may have changed on disk.
  public func forgetImages() { images.forget(cache: &cache) }

  /// The image files that were asked for so far, found or not: for watching them.
  package var imagePaths: Set<String> { images.paths }

  // MARK: What the painter asks for

  func imageSurface(_ source: String, halvings: Int) -> Surface? {
    // Reported only after the caches are at rest: the listener may measure or draw.
    var failure: String?
    let surface = images.surface(source, halvings: halvings, cache: &cache) { failure = $0 }
    if let failure { report(failure) }
    return surface
  }

  /// A label drawn for a frame of that size at `scale` pixels per unit.
  func labelRaster(_ label: LabelContent, of record: ContentRecord, frame: Size, color: UInt32, scale: Double) -> Raster? {
    let key = RasterKey.label(
      id: record.id, version: record.version, width: frame.width.bitPattern, height: frame.height.bitPattern, color: color,
      scale: scale)
    if let cached = cache.raster(for: key) { return cached }
    guard let made = typesetter?.raster(label, frame: frame, color: color, scale: scale) else { return nil }
    cache.insert(made, for: key)
    return made
  }

  /// A picture of a view at `scale` pixels per unit of its own; coarser where that would be too large.
  func pictureRaster(_ picture: Snapshot, of record: ContentRecord, scale: Double) -> Raster? {
    let key = RasterKey.picture(id: record.id, version: record.version, scale: scale)
    if let cached = cache.raster(for: key) { return cached }
    let covered = picture.covered
    let k = min(scale, Double(Limits.rasterSide - 4) / max(covered.width, covered.height))
    // Two clear pixels around it give it soft edges when it is turned.
    let (left, top) = ((covered.x * k).rounded(.down) - 2, (covered.y * k).rounded(.down) - 2)
    let width = Int(((covered.x + covered.width) * k).rounded(.up) - left) + 2
    let height = Int(((covered.y + covered.height) * k).rounded(.up) - top) + 2
    guard k > 0, let surface = Surface(width: width, height: height), let cr = cairo_create(surface.pointer) else { return nil }
    var painter = Painter(
      renderer: self, context: cr, size: Size(Double(width), Double(height)), contents: picture.list.contents,
      base: Transform(k, 0, 0, k, -left, -top))
    painter.paint(picture.list.operations)
    cairo_destroy(cr)
    cairo_surface_flush(surface.pointer)
    let made = Raster(surface: surface, originX: Int(left), originY: Int(top), scale: k)
    cache.insert(made, for: key)
    return made
  }

  /// The shadow of a rect of that size in pixels.
  func shadowSurface(_ shape: ShadowShape, width: Int, height: Int, color: UInt32) -> Surface? {
    let key = RasterKey.shadow(shape, width: width, height: height, color: color)
    if let cached = cache.raster(for: key) { return cached.surface }
    guard let made = masks.surface(shape, width: width, height: height, color: color) else { return nil }
    cache.insert(Raster(surface: made), for: key)
    return made
  }

  /// A single label drawn over a picture, its frame in pixels: for captions.
  package func draw(_ label: LabelContent, frame: Rect, color: PaintColor, over picture: inout Picture) {
    guard frame.isDrawable,
      let raster = typesetter?.raster(label, frame: Size(frame.width, frame.height), color: color.packed, scale: 1)
    else { return }
    let (width, height, stride) = (picture.width, picture.height, picture.stride)
    picture.withUnsafeMutablePixels { pixels in
      pixels.withMemoryRebound(to: UInt8.self) { bytes in
        guard
          let surface = cairo_image_surface_create_for_data(
            bytes.baseAddress, CAIRO_FORMAT_ARGB32, Int32(width), Int32(height), Int32(stride)),
          let cr = cairo_create(surface)
        else { return }
        cairo_set_source_surface(
          cr, raster.surface.pointer, frame.x.rounded() + Double(raster.originX), frame.y.rounded() + Double(raster.originY))
        cairo_paint(cr)
        cairo_destroy(cr)
        cairo_surface_destroy(surface)
      }
    }
  }
}
