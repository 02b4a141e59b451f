// The bundled font as a private font map: nothing of the user's fonts or font settings is read, so text is the same everywhere.

import CFonts
import CPango
import Glibc

/// The font files of the program as files that Fontconfig can open: in memory, reached through /proc/self/fd, open for as long
/// as the program runs, since FreeType opens them again when it first needs them.
enum BundledFont {
  static let family = "Inter"

  /// Paths of the two files; empty where the system offers no place for them.
  static let paths: [String] = [segue_font_regular(), segue_font_bold()].compactMap { file in
    inMemory(file) ?? onDisk(file)
  }

  private static func inMemory(_ file: segue_font_file) -> String? {
    let descriptor = segue_font_memory_file()
    guard descriptor >= 0 else { return nil }
    let path = "/proc/self/fd/\(descriptor)"
    guard write(file, to: descriptor), access(path, R_OK) == 0 else {
      close(descriptor)
      return nil
    }
    return path
  }

  /// For systems without /proc: a file of this process alone, left to the system's cleaning of its temporary folder.
  private static func onDisk(_ file: segue_font_file) -> String? {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/segue-font-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    if write(file, to: descriptor) { return path }
    unlink(path)
    return nil
  }

  private static func write(_ file: segue_font_file, to descriptor: Int32) -> Bool {
    var done = 0
    while done < file.size {
      let count = Glibc.write(descriptor, file.bytes + done, file.size - done)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  /// A font map with the bundled font and no other; the caller releases it. Nil where the font cannot be opened: without any
  /// font at all Pango would end the program.
  static func makeFontMap() -> UnsafeMutablePointer<PangoFontMap>? {
    guard paths.count == 2, let config = FcConfigCreate() else { return nil }
    defer { FcConfigDestroy(config) }
    for path in paths where FcConfigAppFontAddFile(config, path) == 0 { return nil }
    guard let map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT) else { return nil }
    pango_fc_font_map_set_config(OpaquePointer(map), config)
    pango_cairo_font_map_set_resolution(OpaquePointer(map), 96)
    return map
  }
}
