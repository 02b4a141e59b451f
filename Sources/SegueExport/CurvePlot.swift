// A motion as a picture: its value, and under it its velocity, over progress or time. As SVG or PNG.

import CPango
import Glibc
import Segue
import SegueRender

/// A value that goes from 0 to 1, its velocity, and how they are drawn.
///
///     try CurvePlot(title: "ease_out", end: 1, unit: .progress, values: curve.samples(1000), velocities: slopes)
///       .write(to: "curve.svg")
public struct CurvePlot: Sendable {
  /// What the axis of both panels counts.
  public enum Unit: String, Sendable { case progress, seconds }

  public var title: String
  /// Where the axis of both panels ends, above 0; it begins at 0.
  public var end: Double
  public var unit: Unit
  /// Evenly spaced from 0 to `end`, at least two.
  public var values: [Double]
  /// In values per unit, spaced likewise.
  public var velocities: [Double]

  public init(title: String, end: Double, unit: Unit, values: [Double], velocities: [Double]) {
    (self.title, self.end, self.unit) = (title, end, unit)
    (self.values, self.velocities) = (values.map(Self.drawable), velocities.map(Self.drawable))
  }

  /// How many samples show all that the picture can show: two a unit of its width.
  public static let samples = Int(2 * Look.value.width) + 1

  /// Writes the file that the ending of `path` names, .svg or .png.
  /// - Throws: `ExportError` if it has another ending or cannot be written.
  public func write(to path: String) throws(ExportError) {
    if path.hasSuffix(".png") { return try writePNG(try picture(), to: path) }
    guard path.hasSuffix(".svg") else { throw ExportError("a plot's name must end in .svg or .png, unlike ‘\(path)’") }
    let bytes = try svg()
    let result: Result<Void, ExportError> = bytes.withUnsafeBytes { buffer in
      do throws(ExportError) { return .success(try writeFile(buffer, to: path)) } catch { return .failure(error) }
    }
    try result.get()
  }

  /// The picture at two pixels a unit.
  public func picture() throws(ExportError) -> Picture {
    var picture = Picture(width: Int(Look.width) * 2, height: Int(Look.height) * 2, color: Look.paper)
    let (width, height, stride) = (picture.width, picture.height, picture.stride)
    let result: Result<Void, ExportError> = picture.withUnsafeMutablePixels { pixels in
      pixels.withMemoryRebound(to: UInt8.self) { bytes in
        let surface = cairo_image_surface_create_for_data(
          bytes.baseAddress, CAIRO_FORMAT_ARGB32, Int32(width), Int32(height), Int32(stride))
        do throws(ExportError) { return .success(try draw(into: surface, scale: 2)) } catch { return .failure(error) }
      }
    }
    try result.get()
    return picture
  }

  /// The picture as an SVG document, its texts as outlines.
  public func svg() throws(ExportError) -> [UInt8] {
    var bytes: [UInt8] = []
    let result: Result<Void, ExportError> = withUnsafeMutablePointer(to: &bytes) { bytes in
      let surface = cairo_svg_surface_create_for_stream(
        { bytes, data, count in
          bytes?.assumingMemoryBound(to: [UInt8].self).pointee.append(
            contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
          return CAIRO_STATUS_SUCCESS
        }, bytes, Look.width, Look.height)
      cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX)
      do throws(ExportError) { return .success(try draw(into: surface, scale: 1)) } catch { return .failure(error) }
    }
    try result.get()
    return withoutName(bytes)
  }

  /// Cairo names the group of all after the number of its surface, which counts what the process drew before.
  private func withoutName(_ svg: [UInt8]) -> [UInt8] {
    let start = Array(" id=\"surface".utf8)
    guard let first = svg.indices.first(where: { svg[$0...].starts(with: start) }),
      let end = svg[(first + start.count)...].firstIndex(of: UInt8(ascii: "\""))
    else { return svg }
    return Array(svg[..<first] + svg[(end + 1)...])
  }

  /// Cairo's numbers end; beyond this no picture tells anything anyway.
  private static func drawable(_ x: Double) -> Double { x.isFinite ? min(max(x, -1e12), 1e12) : 0 }

  // MARK: Drawing

  /// Draws everything and lets go of the surface.
  private func draw(into surface: OpaquePointer?, scale: Double) throws(ExportError) {
    guard let surface, let cr = cairo_create(surface) else { throw ExportError("there is no memory for a plot") }
    defer {
      cairo_destroy(cr)
      cairo_surface_destroy(surface)
    }
    guard let typesetter = Typesetter() else { throw ExportError("the bundled font cannot be opened") }
    let pen = Pen(cr: cr, typesetter: typesetter)
    cairo_scale(cr, scale, scale)
    pen.fill(Rect(0, 0, Look.width, Look.height), Look.paper)
    pen.text(title, Rect(Look.value.x, 12, Look.value.width, 24), size: 16, color: Look.ink, bold: true)

    let time = Axis(from: 0, to: end, ticks: 10)
    let value = Panel(rect: Look.value, time: time, axis: Axis(covering: values + [0, 1], ticks: 8))
    value.drawGrid(pen, captions: false)
    for guide in [0.0, 1] { pen.line([value.point(0, guide), value.point(end, guide)], width: 1, Look.guide) }
    value.draw(values, pen, Look.valueColor)
    pen.text("value", value.caption, color: Look.valueColor)

    let limit = velocityLimit
    let velocity = Panel(
      rect: Look.velocity, time: time, axis: Axis(covering: velocities.map { min(max($0, -limit), limit) } + [0], ticks: 6))
    velocity.drawGrid(pen, captions: true)
    pen.line([velocity.point(0, 0), velocity.point(end, 0)], width: 1, Look.guide)
    velocity.draw(velocities, pen, Look.velocityColor)
    pen.text(unit == .seconds ? "velocity per second" : "slope", velocity.caption, color: Look.velocityColor)
    pen.text(
      unit.rawValue, Rect(Look.velocity.x, Look.velocity.y + Look.velocity.height + 22, Look.velocity.width, 18),
      alignment: .center)

    cairo_surface_finish(surface)
    let status = cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS else {
      throw ExportError("the plot cannot be drawn: cairo says ‘\(String(cString: cairo_status_to_string(status)))’")
    }
  }

  /// Velocities beyond this run out of the picture: where a curve is vertical for a moment they would flatten everything else.
  /// Ordinary peaks reach 11 times the mean speed, which is the way there and back over the time.
  private var velocityLimit: Double {
    let way = zip(values, values.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).magnitude }
    let largest = velocities.reduce(0) { max($0, $1.magnitude) }
    return way > 0 && largest > 16 * way / end ? 8 * way / end : largest
  }
}

/// Sizes in units of the picture, and colors.
private enum Look {
  static let width = 640.0
  static let height = 480.0
  static let value = Rect(60, 66, 556, 232)
  static let velocity = Rect(60, 332, 556, 96)
  /// Part of an axis that stays free beyond what it shows.
  static let margin = 0.05

  static let paper = PaintColor(1, 1, 1, 1)
  static let ink = PaintColor(0.13, 0.15, 0.19, 1)
  static let faint = PaintColor(0.4, 0.43, 0.48, 1)
  static let grid = PaintColor(0.91, 0.92, 0.94, 1)
  static let guide = PaintColor(0.6, 0.63, 0.68, 1)
  static let valueColor = PaintColor(0.11, 0.37, 0.85, 1)
  static let velocityColor = PaintColor(0.8, 0.32, 0.03, 1)
}

/// A range of numbers and the round numbers in it.
private struct Axis {
  let low, high: Double
  let ticks: [Double]

  init(from low: Double, to high: Double, ticks wanted: Int) {
    (self.low, self.high) = (low, high)
    // The least of 1, 2, 5, 10 ... that makes no more ticks than wanted.
    let raw = (high - low) / Double(wanted)
    let power = pow(10, log10(raw).rounded(.down))
    let step = power * ([1, 2, 5].first { power * $0 >= raw * 0.999_999 } ?? 10)
    let first = (low / step).rounded(.up)
    ticks = (0...wanted).map { (first + Double($0)) * step }.filter { $0 <= high + step * 1e-9 }
  }

  init(covering values: [Double], ticks: Int) {
    let (low, highest) = (values.min() ?? 0, values.max() ?? 0)
    let high = highest > low ? highest : low + 1
    let range = high - low
    self.init(from: low - range * Look.margin, to: high + range * Look.margin, ticks: ticks)
  }

  /// Where in the range, 0...1.
  func part(_ x: Double) -> Double { (x - low) / (high - low) }
}

/// One drawing over the common axis.
private struct Panel {
  let rect: Rect
  let time, axis: Axis

  func point(_ t: Double, _ x: Double) -> Point {
    Point(rect.x + time.part(t) * rect.width, rect.y + (1 - axis.part(x)) * rect.height)
  }

  /// Where its name stands.
  var caption: Rect { Rect(rect.x, rect.y - 22, rect.width, 18) }

  /// - Parameter captions: Whether the numbers of the common axis stand below.
  func drawGrid(_ pen: Pen, captions: Bool) {
    for t in time.ticks {
      let x = point(t, axis.low).x
      pen.line([Point(x, rect.y), Point(x, rect.y + rect.height)], width: 1, Look.grid)
      if captions { pen.text(pen.number(t), Rect(x - 30, rect.y + rect.height + 4, 60, 16), alignment: .center) }
    }
    for tick in axis.ticks {
      let y = point(0, tick).y
      pen.line([Point(rect.x, y), Point(rect.x + rect.width, y)], width: 1, Look.grid)
      pen.text(pen.number(tick), Rect(0, y - 8, rect.x - 8, 16), alignment: .right)
    }
  }

  /// A line through evenly spaced numbers; what lies outside the panel is cut.
  func draw(_ values: [Double], _ pen: Pen, _ color: PaintColor) {
    guard values.count > 1 else { return }
    let points = values.enumerated().map { point(time.high * Double($0) / Double(values.count - 1), $1) }
    pen.clip(Rect(rect.x - 2, rect.y - 1, rect.width + 4, rect.height + 2)) { pen.line(simplified(points), width: 2, color) }
  }

  /// Fewer points whose lines pass every point within `tolerance`: each line as long as can be, its slope between those of the
  /// lines that just miss a point that it passes.
  private func simplified(_ points: [Point]) -> [Point] {
    var kept = [points[0]]
    var start = 0
    while start < points.count - 1 {
      var farthest = start + 1
      var (low, high) = (-Double.infinity, Double.infinity)
      for i in start + 1..<points.count {
        let (width, rise) = (points[i].x - points[start].x, points[i].y - points[start].y)
        if rise / width >= low && rise / width <= high { farthest = i }
        low = max(low, (rise - Self.tolerance) / width)
        high = min(high, (rise + Self.tolerance) / width)
        if low > high { break }
      }
      kept.append(points[farthest])
      start = farthest
    }
    return kept
  }

  /// In units of the picture: nobody sees it.
  private static let tolerance = 0.1
}

/// Strokes and texts in a cairo context.
private struct Pen {
  let cr: OpaquePointer
  let typesetter: Typesetter

  private func use(_ color: PaintColor) {
    cairo_set_source_rgba(cr, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
  }

  func fill(_ rect: Rect, _ color: PaintColor) {
    use(color)
    cairo_rectangle(cr, rect.x, rect.y, rect.width, rect.height)
    cairo_fill(cr)
  }

  func line(_ points: [Point], width: Double, _ color: PaintColor) {
    use(color)
    cairo_set_line_width(cr, width)
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND)
    for point in points { cairo_line_to(cr, point.x, point.y) }
    cairo_stroke(cr)
  }

  func clip(_ rect: Rect, _ body: () -> Void) {
    cairo_save(cr)
    cairo_rectangle(cr, rect.x, rect.y, rect.width, rect.height)
    cairo_clip(cr)
    body()
    cairo_restore(cr)
  }

  func text(
    _ text: String, _ frame: Rect, size: Double = 12, color: PaintColor = Look.faint, bold: Bool = false,
    alignment: TextAlignment = .left
  ) {
    typesetter.draw(
      LabelContent(text: text, fontSize: size, bold: bold, alignment: alignment), frame: frame, color: color, into: cr)
  }

  /// Six digits at most.
  func number(_ x: Double) -> String {
    var text = [CChar](repeating: 0, count: 32)
    _ = withVaList([x == 0 ? 0 : x]) { vsnprintf(&text, text.count, "%.6g", $0) }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
