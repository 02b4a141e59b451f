// A clip as an animated WebP file, encoded frame by frame in this process.

import CWebP
import Glibc
import SegueRender

/// Takes pictures with their times and writes a clip that loops for ever.
///
///     let clip = try AnimatedWebP(width: 400, height: 800)
///     for frame in frames { try clip.add(frame.picture, milliseconds: frame.time) }
///     try clip.finish(to: "clip.webp")
public final class AnimatedWebP {
  /// Side of a frame that the format can hold, in pixels.
  public static let maximumSide = 16_383

  private let encoder: OpaquePointer
  private var configuration = WebPConfig()
  private let width: Int
  private let height: Int
  private var lastTime: Int?
  private var lastInterval = 16
  private var finished = false

  /// `quality` is 0…100 as in every WebP tool; `effort` is 0 (fast) … 6 (small).
  public init(width: Int, height: Int, quality: Double = 75, effort: Int = 2) throws(ExportError) {
    guard (1...AnimatedWebP.maximumSide).contains(width), (1...AnimatedWebP.maximumSide).contains(height) else {
      throw ExportError(
        "a WebP frame of \(width) × \(height) pixels is impossible: a side may be 1 to \(AnimatedWebP.maximumSide)")
    }
    var options = WebPAnimEncoderOptions()
    guard WebPConfigInit(&configuration) != 0, WebPAnimEncoderOptionsInit(&options) != 0,
      let encoder = WebPAnimEncoderNew(Int32(width), Int32(height), &options)
    else { throw ExportError("the WebP encoder cannot be set up: its library has another version or memory is short") }
    configuration.quality = Float(quality.isNaN ? 75 : min(max(quality, 0), 100))
    configuration.method = Int32(min(max(effort, 0), 6))
    (self.encoder, self.width, self.height) = (encoder, width, height)
  }

  deinit { WebPAnimEncoderDelete(encoder) }

  /// Adds a frame that shows from `milliseconds` on; times begin anywhere and grow.
  public func add(_ picture: Picture, milliseconds: Int) throws(ExportError) {
    guard !finished else { throw ExportError("the WebP clip is finished already") }
    guard picture.width == width, picture.height == height else {
      throw ExportError(
        "a frame of \(picture.width) × \(picture.height) pixels does not fit a WebP clip of \(width) × \(height)")
    }
    guard let time = Int32(exactly: milliseconds), lastTime.map({ milliseconds > $0 }) ?? true else {
      throw ExportError("frame times of a WebP clip must grow: \(milliseconds) ms came after \(lastTime ?? 0) ms")
    }
    var frame = WebPPicture()
    guard WebPPictureInit(&frame) != 0 else { throw ExportError("the WebP library has another version than it was built for") }
    frame.use_argb = 1
    (frame.width, frame.height) = (Int32(width), Int32(height))
    guard WebPPictureAlloc(&frame) != 0 else { throw ExportError("there is no memory for a WebP frame") }
    defer { WebPPictureFree(&frame) }
    for y in 0..<height {
      let row = frame.argb + y * Int(frame.argb_stride)
      for x in 0..<width { row[x] = straight(picture[x, y]) }
    }
    guard WebPAnimEncoderAdd(encoder, &frame, time, &configuration) != 0 else { throw encoderError() }
    if let lastTime { lastInterval = milliseconds - lastTime }
    lastTime = milliseconds
  }

  /// Writes the file; the last frame shows as long as the one before it, or until `end` if that is given.
  public func finish(to path: String, end: Int? = nil) throws(ExportError) {
    guard !finished else { throw ExportError("the WebP clip is finished already") }
    guard let lastTime else { throw ExportError("cannot write ‘\(path)’: the clip has no frame") }
    finished = true
    let end = max(end ?? lastTime + lastInterval, lastTime + 1)
    guard WebPAnimEncoderAdd(encoder, nil, Int32(clamping: end), nil) != 0 else { throw encoderError() }
    var data = WebPData()
    WebPDataInit(&data)
    defer { WebPDataClear(&data) }
    guard WebPAnimEncoderAssemble(encoder, &data) != 0 else { throw encoderError() }
    try writeFile(UnsafeRawBufferPointer(start: data.bytes, count: data.size), to: path)
  }

  private func encoderError() -> ExportError {
    let reason = WebPAnimEncoderGetError(encoder).map { String(cString: $0) } ?? ""
    return ExportError("the WebP encoder says ‘\(reason)’")
  }
}
