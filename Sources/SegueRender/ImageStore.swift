// Finds, reads and keeps the images that scripts name, and remembers which ones failed.

import Glibc

/// Images by name below one folder.
struct ImageStore {
  let directory: String?
  private var broken: Set<String> = []
  /// The files asked for, those that are missing or broken among them.
  private(set) var paths: Set<String> = []

  init(directory: String?) { self.directory = directory }

  /// The image halved `halvings` times (as often as it can be). Nil when it cannot be shown; the first time, `report` hears why.
  mutating func surface(_ source: String, halvings: Int, cache: inout RasterCache, report: (String) -> Void) -> Surface? {
    if let cached = cache.raster(for: .image(source: source, halvings: halvings)) { return cached.surface }
    guard !broken.contains(source) else { return nil }
    let surface: Surface
    if halvings > 0 {
      guard let larger = self.surface(source, halvings: halvings - 1, cache: &cache, report: report) else { return nil }
      surface = larger.halved() ?? larger
    } else {
      do throws(ImageError) {
        let path = try path(of: source)
        if paths.count < Limits.imagePaths { paths.insert(path) }
        surface = try PNGDecoder.surface(from: PNGDecoder.contents(of: path), name: path)
      } catch {
        if broken.count >= Limits.brokenImages { broken.removeAll() }
        broken.insert(source)
        report("image ‘\(source)’: \(error.message)")
        return nil
      }
    }
    cache.insert(Raster(surface: surface), for: .image(source: source, halvings: halvings))
    return surface
  }

  /// Names stay below the folder: a script may not look elsewhere.
  private func path(of source: String) throws(ImageError) -> String {
    guard let directory else { throw ImageError(message: "there is no folder to look for images in") }
    guard !source.isEmpty, !source.utf8.contains(0) else { throw ImageError(message: "this is no file name") }
    guard !source.hasPrefix("/") else { throw ImageError(message: "the name must be relative to ‘\(directory)’") }
    guard !source.split(separator: "/").contains("..") else { throw ImageError(message: "the name may not contain ‘..’") }
    return "\(directory)/\(source)"
  }

  /// Reads every image anew when it is next drawn.
  mutating func forget(cache: inout RasterCache) {
    broken.removeAll()
    cache.removeAll { if case .image = $0 { true } else { false } }
  }
}
