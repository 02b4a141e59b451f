// Frames side by side as one picture, for documents and for looking at a motion as a whole.

import Segue
import SegueRender

/// How a strip is laid out, in pixels.
public struct FilmStrip: Sendable {
  /// Between frames and around them.
  public let gap: Int
  /// Frames in a row; 0: as many as fit `widthWanted`.
  public let columns: Int
  /// Width that a strip does not exceed by itself, unless one frame does.
  public let widthWanted: Int
  /// Height of the captions' type.
  public let fontSize: Double
  public var background: PaintColor
  public var captionColor: PaintColor

  public init(
    columns: Int = 0, gap: Int = 4, widthWanted: Int = 4000, fontSize: Double = 12,
    background: PaintColor = PaintColor(1, 1, 1, 1), captionColor: PaintColor = PaintColor(0.25, 0.25, 0.28, 1)
  ) {
    (self.columns, self.gap, self.widthWanted) = (columns, min(max(gap, 0), 1000), max(widthWanted, 1))
    self.fontSize = fontSize.isNaN ? 12 : min(max(fontSize, 1), 200)
    (self.background, self.captionColor) = (background, captionColor)
  }

  /// Where the frames of one size go.
  struct Layout: Equatable {
    var columns, rows, cellWidth, cellHeight, width, height: Int
  }

  /// Nil where no number of columns keeps the sides and the area within their caps.
  func layout(count: Int, frameWidth: Int, frameHeight: Int, captionHeight: Int) -> Layout? {
    let (cellWidth, cellHeight) = (frameWidth + gap, frameHeight + captionHeight + gap)
    let widest = max((Limits.pictureSide - gap) / cellWidth, 0)
    let tallest = max((Limits.pictureSide - gap) / cellHeight, 0)
    guard count > 0, widest > 0, tallest > 0 else { return nil }
    let wanted = columns > 0 ? columns : max(1, (widthWanted - gap) / cellWidth)
    // More columns than wanted where the rows would not fit.
    let used = min(count, widest, max(wanted, (count + tallest - 1) / tallest))
    let rows = (count + used - 1) / used
    guard rows <= tallest, (used * cellWidth + gap) * (rows * cellHeight + gap) <= Limits.pictureArea else { return nil }
    return Layout(
      columns: used, rows: rows, cellWidth: cellWidth, cellHeight: cellHeight, width: used * cellWidth + gap,
      height: rows * cellHeight + gap)
  }

  /// The strip of frames, all as large as the first; a caption, such as a time, stands under each that has one.
  public func compose(_ frames: [Picture], labels: [String]? = nil) throws(ExportError) -> Picture {
    guard let first = frames.first else { throw ExportError("a film strip needs at least one frame") }
    guard frames.allSatisfy({ $0.width == first.width && $0.height == first.height }) else {
      throw ExportError("the frames of a film strip must have one size")
    }
    let captionHeight = labels == nil ? 0 : Int((fontSize * 1.5).rounded(.up))
    guard
      let layout = layout(
        count: frames.count, frameWidth: first.width, frameHeight: first.height, captionHeight: captionHeight)
    else {
      throw ExportError(
        "a film strip of \(frames.count) frames of \(first.width) × \(first.height) is too large: a picture may be \(Limits.pictureSide) pixels a side"
      )
    }
    var strip = Picture(width: layout.width, height: layout.height, color: background)
    let renderer = Renderer(assetDirectory: nil)
    for (index, frame) in frames.enumerated() {
      let x = gap + index % layout.columns * layout.cellWidth
      let y = gap + index / layout.columns * layout.cellHeight
      strip.draw(frame, x: x, y: y)
      guard let labels, index < labels.count else { continue }
      renderer.draw(
        LabelContent(text: labels[index], fontSize: fontSize, alignment: .center),
        frame: Rect(Double(x), Double(y + frame.height), Double(frame.width), Double(captionHeight)), color: captionColor,
        over: &strip)
    }
    return strip
  }
}

/// Frames side by side, wrapped into rows, each with its label under it.
public func filmStrip(frames: [Picture], labels: [String]? = nil, columns: Int = 0) throws(ExportError) -> Picture {
  try FilmStrip(columns: columns).compose(frames, labels: labels)
}
