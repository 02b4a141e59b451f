// Walks one display list over one cairo context: transforms, clips and layers; boxes, borders, shadows and contents.

import CPango
import Segue

/// One drawing of one list. Whatever the list says, each save of the context is matched by a restore, coordinates stay within
/// what cairo can count, and nothing that cannot be seen is drawn.
struct Painter {
  private enum Scope {
    case transform(outer: Transform)
    case clip
    /// A layer of its own, shown with `alpha` when it ends.
    case layer(alpha: Float, outerOpacity: Float)
    /// A group that needs no layer: its alpha went into the opacity.
    case opacity(outer: Float)
  }

  private let renderer: Renderer
  private let cr: OpaquePointer
  private let contents: [ContentRecord]
  private let surfaceBounds: Rect
  /// The list's coordinates to pixels.
  private let base: Transform
  /// Local coordinates to pixels.
  private var matrix: Transform
  /// What every color is still to be multiplied with.
  private var opacity: Float = 1
  private var scopes: [Scope] = []
  private var layers = 0
  /// Open scopes since the one in which nothing can be seen, that one included.
  private var hiddenScopes = 0

  init(
    renderer: Renderer, context: OpaquePointer, size: Size, contents: [ContentRecord], base: Transform? = nil
  ) {
    (self.renderer, cr, self.contents) = (renderer, context, contents)
    surfaceBounds = Rect(0, 0, size.width, size.height)
    self.base = base ?? Transform(renderer.scale, 0, 0, renderer.scale, 0, 0)
    matrix = self.base
  }

  mutating func paint(_ operations: [DisplayOperation]) {
    setMatrix(matrix)
    for (index, operation) in operations.enumerated() {
      switch operation {
      case .pushTransform(let transform): pushTransform(transform)
      case .pushClip(let rect, let corner): pushClip(rect, corner: Double(corner))
      case .pushGroup(let alpha, let bounds):
        pushGroup(alpha: alpha, bounds: bounds, single: Painter.drawsOnce(operations, from: index + 1))
      case .popTransform, .popClip, .popGroup: pop(operation)
      case .shadow, .box, .border, .content: if hiddenScopes == 0 { draw(operation) }
      }
    }
    hiddenScopes = 0
    while !scopes.isEmpty { close() }
  }

  // MARK: Scopes

  private mutating func pushTransform(_ transform: Transform) {
    guard hiddenScopes == 0 else { return hiddenScopes += 1 }
    let next = base.appending(inner: transform)
    // Flat (turned edge-on, scaled to nothing) or beyond counting: nothing within can be seen.
    guard next.isFinite, next.inverse != nil, max(abs(next.tx), abs(next.ty)) < Limits.coordinate,
      max(next.lengths.x, next.lengths.y) < Limits.coordinate, abs(next.a * next.d - next.b * next.c) > 1e-9
    else { return hiddenScopes += 1 }
    scopes.append(.transform(outer: matrix))
    setMatrix(next)
  }

  private mutating func pushClip(_ rect: Rect, corner: Double) {
    guard hiddenScopes == 0, let shown = visible(rect, margin: corner) else { return hiddenScopes += 1 }
    cairo_save(cr)
    addRoundedRect(cr, shown, corner: corner)
    cairo_clip(cr)
    scopes.append(.clip)
  }

  private mutating func pushGroup(alpha: Float, bounds: Rect?, single: Bool) {
    guard hiddenScopes == 0, alpha > 0 else { return hiddenScopes += 1 }
    if alpha >= 1 || single || layers >= Limits.groupDepth {
      scopes.append(.opacity(outer: opacity))
      opacity *= min(alpha, 1)
      return
    }
    var area = surfaceBounds
    if let bounds, bounds.isDrawable {
      let shown = matrix.bounds(of: bounds)
      let (left, top) = (shown.x.rounded(.down), shown.y.rounded(.down))
      let whole = Rect(
        left, top, (shown.x + shown.width).rounded(.up) - left, (shown.y + shown.height).rounded(.up) - top)
      area = area.intersection(whole)
      guard area.isDrawable else { return hiddenScopes += 1 }
    }
    // The layer is as large as the clip. Whole pixels, so that the clip cuts no edge a second time.
    cairo_save(cr)
    cairo_identity_matrix(cr)
    cairo_rectangle(cr, area.x, area.y, area.width, area.height)
    cairo_clip(cr)
    setMatrix(matrix)
    cairo_push_group(cr)
    layers += 1
    scopes.append(.layer(alpha: alpha * opacity, outerOpacity: opacity))
    opacity = 1
  }

  private mutating func pop(_ operation: DisplayOperation) {
    guard hiddenScopes == 0 else { return hiddenScopes -= 1 }
    switch (operation, scopes.last) {
    case (.popTransform, .transform), (.popClip, .clip), (.popGroup, .layer), (.popGroup, .opacity): close()
    default: break  // A pop without its push closes nothing.
    }
  }

  private mutating func close() {
    switch scopes.popLast() {
    case .transform(let outer): setMatrix(outer)
    case .clip: cairo_restore(cr)
    case .layer(let alpha, let outerOpacity):
      cairo_pop_group_to_source(cr)
      cairo_paint_with_alpha(cr, Double(alpha))
      cairo_restore(cr)
      layers -= 1
      opacity = outerOpacity
    case .opacity(let outer): opacity = outer
    case nil: break
    }
    // A restore brings back the matrix of its save, which is this one unless the list was not balanced.
    setMatrix(matrix)
  }

  private mutating func setMatrix(_ next: Transform) {
    matrix = next
    var m = cairo_matrix_t(xx: next.a, yx: next.b, xy: next.c, yy: next.d, x0: next.tx, y0: next.ty)
    cairo_set_matrix(cr, &m)
  }

  /// Whether the group whose inside begins at `start` draws one thing at most, so that its alpha may as well be that thing's.
  private static func drawsOnce(_ operations: [DisplayOperation], from start: Int) -> Bool {
    var drawn = 0
    for operation in operations[start...] {
      switch operation {
      case .popGroup: return true
      case .pushGroup: return false
      case .shadow, .box, .border, .content:
        drawn += 1
        if drawn > 1 { return false }
      case .pushTransform, .popTransform, .pushClip, .popClip: break
      }
    }
    return true
  }

  // MARK: Drawing

  private mutating func draw(_ operation: DisplayOperation) {
    switch operation {
    case .box(let rect, let corner, let color):
      guard setSource(color), let shown = visible(rect, margin: Double(corner)) else { return }
      addRoundedRect(cr, shown, corner: Double(corner))
      cairo_fill(cr)
    case .border(let rect, let corner, let width, let color):
      drawBorder(rect, corner: Double(corner), width: Double(width), color: color)
    case .shadow(let rect, let corner, let blur, let offset, let color):
      drawShadow(
        Rect(rect.x + offset.x, rect.y + offset.y, rect.width, rect.height), corner: Double(corner), sigma: Double(blur),
        color: color)
    case .content(let rect, let index, let corner, let color):
      guard contents.indices.contains(index) else { return }
      switch contents[index].content {
      case .label(let label): drawLabel(label, of: contents[index], in: rect, color: color)
      case .image(let image): drawImage(image, in: rect, corner: Double(corner))
      case .picture(let picture): drawPicture(picture, of: contents[index], in: rect)
      }
    default: break
    }
  }

  private func drawBorder(_ rect: Rect, corner: Double, width: Double, color: PaintColor) {
    guard width > 0, setSource(color), let shown = visible(rect, margin: corner + width) else { return }
    addRoundedRect(cr, shown, corner: corner)
    let hole = shown.inset(by: width)
    if hole.isDrawable {
      cairo_set_fill_rule(cr, CAIRO_FILL_RULE_EVEN_ODD)
      addRoundedRect(cr, hole, corner: min(corner, shown.width / 2, shown.height / 2) - width)
    }
    cairo_fill(cr)
    cairo_set_fill_rule(cr, CAIRO_FILL_RULE_WINDING)
  }

  private func drawShadow(_ wanted: Rect, corner: Double, sigma: Double, color: PaintColor) {
    let lengths = matrix.lengths
    guard color.alpha > 0, sigma >= 0, sigma * max(lengths.x, lengths.y) < Double(Limits.rasterSide),
      let rect = visible(wanted, margin: corner + 3 * sigma, reach: 3 * sigma)
    else { return }
    // Sharp enough to show its exact edge: a box.
    if sigma * renderer.scale < 0.5 {
      guard setSource(color) else { return }
      addRoundedRect(cr, rect, corner: corner)
      return cairo_fill(cr)
    }
    let largest = max(rect.width, rect.height) + 6 * sigma + 8
    let k = min(renderer.scale, Limits.shadowSigma / sigma, Double(Limits.rasterSide) / largest)
    let (width, height) = (max(1, Int((rect.width * k).rounded())), max(1, Int((rect.height * k).rounded())))
    let radius = max(0, min(corner * k, Double(width) / 2, Double(height) / 2))
    let shape = ShadowShape(radius: radius.isNaN ? 0 : radius, sigma: sigma * k)
    guard let surface = renderer.shadowSurface(shape, width: width, height: height, color: color.packed) else { return }

    let margin = Double(shape.margin)
    if k == renderer.scale, isTranslation {
      // Whole pixels: five times faster, and the softness hides the step.
      let corner = matrix.apply(Point(rect.x, rect.y))
      let outer = matrix
      cairo_identity_matrix(cr)
      cairo_set_source_surface(cr, surface.pointer, corner.x.rounded() - margin, corner.y.rounded() - margin)
      paint()
      restoreMatrix(outer)
    } else {
      let step = Size(rect.width / Double(width), rect.height / Double(height))
      paint(surface, at: Point(rect.x - margin * step.width, rect.y - margin * step.height), step: step)
    }
  }

  private func drawLabel(_ label: LabelContent, of record: ContentRecord, in rect: Rect, color: PaintColor) {
    // A line may stand out of a low frame by its own height.
    guard color.alpha > 0, visible(rect, margin: 0, reach: label.fontSize.isFinite ? 2 * label.fontSize : 0) != nil else {
      return
    }
    let frame = Size(min(rect.width, 1e5), min(rect.height, 1e5))
    guard
      let raster = renderer.labelRaster(
        label, of: record, frame: frame, color: color.packed, scale: renderer.scale * textDetail)
    else { return }
    let step = 1 / raster.scale
    paint(
      raster.surface, at: Point(rect.x + Double(raster.originX) * step, rect.y + Double(raster.originY) * step),
      step: Size(step, step))
  }

  /// The power of two at which texts are drawn before they are scaled: the surface is then enlarged by 1¼ at most, and reduced
  /// to ⅝ at most, which bilinear sampling does well.
  private var textDetail: Double { detail(growth: max(matrix.lengths.x, matrix.lengths.y) / renderer.scale) }

  private func drawPicture(_ picture: Snapshot, of record: ContentRecord, in rect: Rect) {
    let stretch = Size(rect.width / picture.size.width, rect.height / picture.size.height)
    let covered = Rect(
      rect.x + picture.covered.x * stretch.width, rect.y + picture.covered.y * stretch.height,
      picture.covered.width * stretch.width, picture.covered.height * stretch.height)
    guard visible(covered, margin: 0) != nil else { return }
    let growth = max(matrix.lengths.x * stretch.width, matrix.lengths.y * stretch.height) / renderer.scale
    guard let raster = renderer.pictureRaster(picture, of: record, scale: renderer.scale * detail(growth: growth)) else {
      return
    }
    let step = Size(stretch.width / raster.scale, stretch.height / raster.scale)
    paint(
      raster.surface, at: Point(rect.x + Double(raster.originX) * step.width, rect.y + Double(raster.originY) * step.height),
      step: step)
  }

  private func detail(growth: Double) -> Double {
    var detail = 0.125
    while detail < 8, growth > detail * 1.25 { detail *= 2 }
    return detail
  }

  private func drawImage(_ image: ImageContent, in rect: Rect, corner: Double) {
    guard let shown = visible(rect, margin: corner) else { return }
    guard let full = renderer.imageSurface(image.source, halvings: 0) else { return drawPlaceholder(shown, corner: corner) }
    let size = Size(Double(full.width), Double(full.height))
    let (across, down) = (rect.width / size.width, rect.height / size.height)
    let fit: Size
    switch image.fit {
    case .cover: fit = Size(max(across, down), max(across, down))
    case .contain: fit = Size(min(across, down), min(across, down))
    case .stretch: fit = Size(across, down)
    }
    let target = Rect(
      rect.center.x - fit.width * size.width / 2, rect.center.y - fit.height * size.height / 2, fit.width * size.width,
      fit.height * size.height)

    // Bilinear sampling sees four pixels: below half size it would skip some, so it is given a halved copy.
    var pixelScale = max(matrix.lengths.x * fit.width, matrix.lengths.y * fit.height)
    var halvings = 0
    while pixelScale < 0.5, halvings < 12 { (pixelScale, halvings) = (pixelScale * 2, halvings + 1) }
    guard pixelScale < Limits.coordinate / 100, let surface = renderer.imageSurface(image.source, halvings: halvings) else {
      return
    }

    let outer = matrix
    if image.fit == .contain {
      cairo_save(cr)
      addRoundedRect(cr, shown, corner: corner)
      cairo_clip(cr)
      addRoundedRect(cr, target, corner: 0)
    } else {
      addRoundedRect(cr, shown, corner: corner)
    }
    cairo_translate(cr, target.x, target.y)
    cairo_scale(cr, target.width / Double(surface.width), target.height / Double(surface.height))
    cairo_set_source_surface(cr, surface.pointer, 0, 0)
    let pattern = cairo_get_source(cr)
    cairo_pattern_set_filter(pattern, CAIRO_FILTER_BILINEAR)
    // The edge pixels go on outside: else the image's own edge would fade.
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    if opacity >= 1 {
      cairo_fill(cr)
    } else {
      cairo_save(cr)
      cairo_clip(cr)
      cairo_paint_with_alpha(cr, Double(opacity))
      cairo_restore(cr)
    }
    if image.fit == .contain { cairo_restore(cr) }
    restoreMatrix(outer)
  }

  /// What stands where an image is missing: a crossed box that nobody takes for a picture.
  private func drawPlaceholder(_ rect: Rect, corner: Double) {
    cairo_save(cr)
    addRoundedRect(cr, rect, corner: corner)
    cairo_clip(cr)
    if setSource(PaintColor(0.98, 0.86, 0.93, 1)) { cairo_paint(cr) }
    if setSource(PaintColor(0.80, 0.10, 0.45, 1)) {
      cairo_set_line_width(cr, 2)
      cairo_move_to(cr, rect.x, rect.y)
      cairo_line_to(cr, rect.x + rect.width, rect.y + rect.height)
      cairo_move_to(cr, rect.x + rect.width, rect.y)
      cairo_line_to(cr, rect.x, rect.y + rect.height)
      let edge = rect.inset(by: 1)
      if edge.isDrawable { addRoundedRect(cr, edge, corner: corner - 1) }
      cairo_stroke(cr)
    }
    cairo_restore(cr)
  }

  // MARK: Parts

  /// Whether the matrix only moves.
  private var isTranslation: Bool { matrix.b == 0 && matrix.c == 0 && matrix.a == renderer.scale && matrix.d == renderer.scale }

  /// Makes the color the source; false where it is invisible.
  private func setSource(_ color: PaintColor) -> Bool {
    let alpha = color.alpha * opacity
    guard alpha > 0 else { return false }
    cairo_set_source_rgba(cr, Double(color.red), Double(color.green), Double(color.blue), Double(alpha))
    return true
  }

  /// Paints a surface whose pixels are `step` local units apart.
  private func paint(_ surface: Surface, at origin: Point, step: Size) {
    let outer = matrix
    cairo_translate(cr, origin.x, origin.y)
    cairo_scale(cr, step.width, step.height)
    cairo_set_source_surface(cr, surface.pointer, 0, 0)
    cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_BILINEAR)
    paint()
    restoreMatrix(outer)
  }

  private func paint() {
    if opacity >= 1 { cairo_paint(cr) } else { cairo_paint_with_alpha(cr, Double(opacity)) }
  }

  private func restoreMatrix(_ outer: Transform) {
    var m = cairo_matrix_t(xx: outer.a, yx: outer.b, xy: outer.c, yy: outer.d, x0: outer.tx, y0: outer.ty)
    cairo_set_matrix(cr, &m)
  }

  /// The rect, or of one that is larger than cairo can count the part around what is seen; nil where nothing is. `reach` is how
  /// far the drawing stands out of the rect; edges that are cut lie `margin` outside, so that no corner shows.
  private func visible(_ rect: Rect, margin: Double, reach: Double = 0) -> Rect? {
    guard rect.isDrawable else { return nil }
    let shown = matrix.bounds(of: rect.inset(by: -reach))
    guard shown.isDrawable, shown.intersection(surfaceBounds).isDrawable else { return nil }
    if isCountable(shown) { return rect }
    guard let inverse = matrix.inverse else { return nil }
    let radius = min(margin.isNaN ? 0 : max(margin, 0), 1e9)
    let cut = rect.intersection(inverse.bounds(of: surfaceBounds).inset(by: -radius - reach - 2))
    return cut.isDrawable && isCountable(matrix.bounds(of: cut.inset(by: -reach))) ? cut : nil
  }

  private func isCountable(_ bounds: Rect) -> Bool {
    bounds.x > -Limits.coordinate && bounds.y > -Limits.coordinate && bounds.x + bounds.width < Limits.coordinate
      && bounds.y + bounds.height < Limits.coordinate
  }
}
