// Sizes beyond which the renderer refuses or coarsens, so that no script can make it eat the machine. One place for all of them.

/// The renderer's caps.
public enum Limits {
  /// Side of a picture, in pixels. WebP ends at 16 383; cairo itself at 32 767.
  public static let pictureSide = 16_000
  /// Area of a picture, in pixels: half a gigabyte.
  public static let pictureArea = 128 << 20
  /// Side of an image file, in pixels.
  public static let imageSide = 8192
  /// Area of an image file, in pixels: 64 MB when decoded.
  public static let imageArea = 16 << 20
  /// Size of an image file on disk, in bytes.
  public static let imageFileBytes = 64 << 20
  /// Side of a surface that holds one label or one shadow, in pixels; larger ones are drawn coarser and enlarged.
  static let rasterSide = 4096
  /// Memory of all cached surfaces together, in bytes; the least recently used go first.
  static let cacheBytes = 96 << 20
  /// Standard deviation of a shadow in pixels up to which it is drawn pixel for pixel; softer ones are drawn coarser, which
  /// nobody can see.
  static let shadowSigma = 48.0
  /// Shadow outlines kept to be stretched to new sizes.
  static let shadowMasks = 64
  /// Coordinates in pixels that cairo is trusted with: its fixed-point numbers end at 2²³.
  static let coordinate = 1_000_000.0
  /// Layers within layers; deeper ones are drawn without a layer of their own.
  static let groupDepth = 16
  /// Height of type, in stage units.
  static let fontSize = 1.0...1000.0
  /// Characters of one label that are set.
  static let labelCharacters = 20_000
  /// Image names whose failure is remembered.
  static let brokenImages = 1000
  /// Image files remembered for whoever watches them.
  static let imagePaths = 4096
}
