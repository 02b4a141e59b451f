// Reads PNG files into premultiplied surfaces, within the caps and without trusting the file.

import CSpng
import Glibc

/// Why an image cannot be shown: a sentence for people.
struct ImageError: Error {
  var message: String
}

/// The one PNG reader.
enum PNGDecoder {
  /// The bytes of a regular file, up to the cap.
  static func contents(of path: String) throws(ImageError) -> [UInt8] {
    // Not to hang on a pipe that somebody named like a picture.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw ImageError(message: "cannot open ‘\(path)’: \(String(cString: strerror(errno)))") }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw ImageError(message: "‘\(path)’ is not a file")
    }
    guard status.st_size <= Limits.imageFileBytes else {
      throw ImageError(message: "‘\(path)’ is larger than \(Limits.imageFileBytes >> 20) MB")
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress! + done, $0.count - done) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw ImageError(message: "cannot read ‘\(path)’: \(String(cString: strerror(errno)))") }
      if count == 0 { break }
      done += count
    }
    bytes.removeLast(bytes.count - done)
    return bytes
  }

  /// The picture in a PNG file's bytes; `name` is for messages.
  static func surface(from bytes: [UInt8], name: String) throws(ImageError) -> Surface {
    guard bytes.starts(with: signature) else { throw ImageError(message: "cannot read ‘\(name)’: it is not a PNG file") }
    guard let context = spng_ctx_new(0) else { throw ImageError(message: "no memory to read ‘\(name)’") }
    defer { spng_ctx_free(context) }
    let side = UInt32(Limits.imageSide)
    spng_set_image_limits(context, side, side)
    spng_set_chunk_limits(context, Limits.imageFileBytes, Limits.imageFileBytes)
    spng_set_crc_action(context, Int32(SPNG_CRC_ERROR.rawValue), Int32(SPNG_CRC_DISCARD.rawValue))

    var surface: Surface?
    var status = bytes.withUnsafeBytes { file -> Int32 in
      var status = spng_set_png_buffer(context, file.baseAddress, file.count)
      var header = spng_ihdr()
      if status == 0 { status = spng_get_ihdr(context, &header) }
      guard status == 0 else { return status }
      let (width, height) = (Int(header.width), Int(header.height))
      guard width * height <= Limits.imageArea, let made = Surface(width: width, height: height) else { return tooLarge }
      made.withPixels { pixels in
        status = spng_decode_image(
          context, pixels, width * height * 4, Int32(SPNG_FMT_RGBA8.rawValue), Int32(SPNG_DECODE_TRNS.rawValue))
        guard status == 0 else { return }
        for i in 0..<width * height {
          // In memory R, G, B, A, not premultiplied.
          let p = UInt32(littleEndian: pixels[i])
          pixels[i] = premultiplied(p & 0xFF00_FF00 | (p & 0xFF) << 16 | p >> 16 & 0xFF)
        }
      }
      surface = made
      return status
    }
    if status == 0, surface == nil { status = tooLarge }
    guard status == 0, let surface else {
      let reason =
        status == tooLarge || status == Int32(SPNG_EUSER_WIDTH.rawValue) || status == Int32(SPNG_EUSER_HEIGHT.rawValue)
        ? "its sides may be \(Limits.imageSide) pixels and its area \(Limits.imageArea >> 20) megapixels at most"
        : String(cString: spng_strerror(status))
      throw ImageError(message: "cannot read ‘\(name)’: \(reason)")
    }
    return surface
  }

  /// What every PNG file begins with.
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// None of libspng's own codes.
  private static let tooLarge = Int32.min
}

extension Picture {
  /// Reads a PNG file: for comparing pictures with stored ones.
  package init?(pngBytes: [UInt8]) {
    guard let surface = try? PNGDecoder.surface(from: pngBytes, name: "picture") else { return nil }
    self.init(width: surface.width, height: surface.height)
    let area = surface.width * surface.height
    guard pixels.count == area else { return nil }
    surface.withPixels { source in
      withUnsafeMutablePixels { target in
        for i in 0..<area { target[i] = source[i] }
      }
    }
  }
}
