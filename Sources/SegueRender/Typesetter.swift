// Sets labels with Pango: measures them and draws them into surfaces of their own, the same way on every machine.

import CPango
import Segue

/// One Pango layout that is set anew for each label.
///
/// Everything that could differ between machines is fixed: font, language, direction, resolution, antialiasing without hinting, and
/// – what decides – hinted metrics with rounded glyph positions. Text is always laid out in stage units, whatever scale it is
/// drawn at, so that lines never break differently while something grows.
package final class Typesetter {
  private let fontMap: UnsafeMutablePointer<PangoFontMap>
  private let context: OpaquePointer
  private let layout: OpaquePointer
  private let unit = Double(PANGO_SCALE)

  /// Nil where the bundled font cannot be opened.
  package init?() {
    guard let map = BundledFont.makeFontMap() else { return nil }
    guard let context = pango_font_map_create_context(map), let options = cairo_font_options_create() else {
      g_object_unref(map)
      return nil
    }
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_ON)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    pango_cairo_context_set_resolution(context, 96)
    pango_context_set_round_glyph_positions(context, 1)
    pango_context_set_language(context, pango_language_from_string("en"))
    pango_context_set_base_dir(context, PANGO_DIRECTION_LTR)
    guard let layout = pango_layout_new(context) else {
      g_object_unref(UnsafeMutableRawPointer(context))
      g_object_unref(map)
      return nil
    }
    (fontMap, self.context, self.layout) = (map, context, layout)
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(layout))
    g_object_unref(UnsafeMutableRawPointer(context))
    g_object_unref(fontMap)
  }

  /// The size that the label takes, in whole stage units: its lines broken at `width`, or only where the text says so.
  func measure(_ label: LabelContent, width: Double?) -> Size {
    set(label, width: width, height: nil)
    var logical = PangoRectangle()
    pango_layout_get_extents(layout, nil, &logical)
    return Size((Double(logical.width) / unit).rounded(.up), (Double(logical.height) / unit).rounded(.up))
  }

  /// The label in a frame of that size, centered in its height, at `scale` pixels per stage unit. The surface covers the ink and
  /// two transparent pixels around; its origin is whole pixels from the frame's corner. Nil when there is nothing to see.
  func raster(_ label: LabelContent, frame: Size, color: UInt32, scale wanted: Double) -> Raster? {
    set(label, width: frame.width, height: frame.height)
    var (ink, logical) = (PangoRectangle(), PangoRectangle())
    pango_layout_get_extents(layout, &ink, &logical)
    guard ink.width > 0, ink.height > 0 else { return nil }

    let room = frame.height - Double(logical.height) / unit
    // One line keeps its middle even in a frame too low for it; several lines begin at the top.
    let offset = room > 0 || pango_layout_get_line_count(layout) == 1 ? (room / 2).rounded(.down) : 0
    let (inkWidth, inkHeight) = (Double(ink.width) / unit, Double(ink.height) / unit)
    let scale = min(wanted, Double(Limits.rasterSide - 8) / max(inkWidth, inkHeight))
    let left = Int((Double(ink.x) / unit * scale).rounded(.down)) - 2
    let top = Int(((Double(ink.y) / unit + offset) * scale).rounded(.down)) - 2
    guard
      let surface = Surface(
        width: Int((inkWidth * scale).rounded(.up)) + 5, height: Int((inkHeight * scale).rounded(.up)) + 5),
      let cr = cairo_create(surface.pointer)
    else { return nil }
    cairo_translate(cr, Double(-left), Double(-top) + (offset * scale).rounded())
    cairo_scale(cr, scale, scale)
    let channel = { (shift: UInt32) in Double(color >> shift & 255) / 255 }
    cairo_set_source_rgba(cr, channel(16), channel(8), channel(0), channel(24))
    pango_cairo_show_layout(cr, layout)
    cairo_destroy(cr)
    return Raster(surface: surface, originX: left, originY: top, scale: scale)
  }

  /// Draws the label where it stands in a frame of a context, as outlines where its surface keeps them: for plots.
  package func draw(_ label: LabelContent, frame: Rect, color: PaintColor, into cr: OpaquePointer) {
    set(label, width: frame.width, height: frame.height)
    var logical = PangoRectangle()
    pango_layout_get_extents(layout, nil, &logical)
    cairo_save(cr)
    cairo_translate(cr, frame.x, frame.y + ((frame.height - Double(logical.height) / unit) / 2).rounded(.down))
    cairo_set_source_rgba(cr, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
    pango_cairo_show_layout(cr, layout)
    cairo_restore(cr)
  }

  private func set(_ label: LabelContent, width: Double?, height: Double?) {
    var text = label.text.prefix(Limits.labelCharacters)
    if label.lines > 0 {
      // Pango counts lines per paragraph; a line separator breaks the line and keeps the paragraph.
      text = Substring(text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(separator: "\u{2028}"))
    }
    setText(text)

    let font = pango_font_description_new()
    pango_font_description_set_family(font, BundledFont.family)
    pango_font_description_set_weight(font, label.bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
    let size = label.fontSize.isNaN ? 15 : min(max(label.fontSize, Limits.fontSize.lowerBound), Limits.fontSize.upperBound)
    pango_font_description_set_absolute_size(font, size * unit)
    pango_layout_set_font_description(layout, font)
    pango_font_description_free(font)

    // A frame made from a measured size must give the same lines again, whatever the last bit of its width.
    pango_layout_set_width(layout, width.map { clamped(($0 * unit - 0.001).rounded(.up)) } ?? -1)
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    switch label.alignment {
    case .left: pango_layout_set_alignment(layout, PANGO_ALIGN_LEFT)
    case .center: pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
    case .right: pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT)
    }
    let limited = label.lines > 0 || height != nil
    pango_layout_set_ellipsize(layout, limited && width != nil ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE)
    // Negative: lines; positive: Pango units.
    pango_layout_set_height(
      layout, label.lines > 0 ? -Int32(clamping: label.lines) : height.map { clamped(($0 * unit).rounded(.up)) } ?? Int32.max)

    // Where the last line is broken by the text itself, Pango would go on behind the break.
    if label.lines > 0, let last = pango_layout_get_line_readonly(layout, Int32(clamping: label.lines) - 1),
      let start = text.utf8.index(text.startIndex, offsetBy: Int(last.pointee.start_index), limitedBy: text.endIndex),
      let end = text[start...].firstIndex(of: "\u{2028}")
    {
      setText(text[..<end] + "…")
    }
  }

  private func setText(_ text: Substring) { text.withCText { pango_layout_set_text(layout, $0, $1) } }

  private func clamped(_ units: Double) -> Int32 { Int32(min(max(units, 0), 1e9)) }
}

extension Substring {
  /// Gives the text as C reads it and its length in bytes.
  fileprivate func withCText(_ body: (UnsafePointer<CChar>, Int32) -> Void) {
    var text = String(self)
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        // An empty text may have no address.
        if let base = characters.baseAddress { body(base, Int32(clamping: characters.count)) } else { body("", 0) }
      }
    }
  }
}
