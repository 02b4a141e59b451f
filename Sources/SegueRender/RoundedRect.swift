// The path of a rounded rect, for filling, clipping and borders alike.

import CPango
import Segue

/// Adds the outline of `rect` to the current path, clockwise. The corner is held to half the shorter side, as in CSS.
func addRoundedRect(_ cr: OpaquePointer, _ rect: Rect, corner: Double) {
  let radius = min(corner, rect.width / 2, rect.height / 2)
  guard radius > 0 else {
    cairo_rectangle(cr, rect.x, rect.y, rect.width, rect.height)
    return
  }
  let (left, top, right, bottom) = (
    rect.x + radius, rect.y + radius, rect.x + rect.width - radius, rect.y + rect.height - radius
  )
  let quarter = Double.pi / 2
  cairo_new_sub_path(cr)
  cairo_arc(cr, right, top, radius, -quarter, 0)
  cairo_arc(cr, right, bottom, radius, 0, quarter)
  cairo_arc(cr, left, bottom, radius, quarter, 2 * quarter)
  cairo_arc(cr, left, top, radius, 2 * quarter, 3 * quarter)
  cairo_close_path(cr)
}

extension Rect {
  var isDrawable: Bool { x.isFinite && y.isFinite && width.isFinite && height.isFinite && width > 0 && height > 0 }

  /// The rect made smaller (larger, when negative) by `amount` on each side.
  func inset(by amount: Double) -> Rect { Rect(x + amount, y + amount, width - 2 * amount, height - 2 * amount) }

  func intersection(_ other: Rect) -> Rect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return Rect(left, top, min(x + width, other.x + other.width) - left, min(y + height, other.y + other.height) - top)
  }
}

extension Transform {
  var isFinite: Bool { a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite }

  /// The upright rect around the image of `rect`.
  func bounds(of rect: Rect) -> Rect {
    let center = apply(rect.center)
    let (halfWidth, halfHeight) = (rect.width / 2, rect.height / 2)
    let (reachX, reachY) = (abs(a) * halfWidth + abs(c) * halfHeight, abs(b) * halfWidth + abs(d) * halfHeight)
    return Rect(center.x - reachX, center.y - reachY, 2 * reachX, 2 * reachY)
  }

  /// How long the unit steps along x and y become.
  var lengths: (x: Double, y: Double) { ((a * a + b * b).squareRoot(), (c * c + d * d).squareRoot()) }
}
