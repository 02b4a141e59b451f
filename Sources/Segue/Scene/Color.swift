// Colors: parsed from text, kept in OKLab so that they move evenly for the eye, painted as sRGB.

/// A color in OKLab (Björn Ottosson, 2020), the space in which colors move. Alpha is *not* multiplied into the others, so a color
/// that fades keeps its hue; who fades from nothing starts at the same color with alpha 0.
public struct Color: Equatable, Sendable {
  /// Perceived lightness, 0 black … 1 white.
  public var lightness: Double
  /// Green (−) to red (+), about −0.4…0.4.
  public var a: Double
  /// Blue (−) to yellow (+), about −0.4…0.4.
  public var b: Double
  /// 0…1.
  public var alpha: Double

  public init(lightness: Double, a: Double, b: Double, alpha: Double = 1) {
    (self.lightness, self.a, self.b, self.alpha) = (lightness, a, b, alpha)
  }

  public static let clear = Color(lightness: 0, a: 0, b: 0, alpha: 0)
  public static let black = Color(lightness: 0, a: 0, b: 0)
  public static let white = Color(red: 1, green: 1, blue: 1)

  /// The four numbers as a color property's lanes hold them: lightness, a, b, alpha.
  public var components: [Double] { [lightness, a, b, alpha] }

  /// From sRGB components, 0…1, not premultiplied.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    let (r, g, b) = (linear(red), linear(green), linear(blue))
    // Ottosson's matrices: linear sRGB → cone responses → cube root → opponent axes.
    let l = Elementary.cubeRoot(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    let m = Elementary.cubeRoot(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    let s = Elementary.cubeRoot(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    self.init(
      lightness: 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
      a: 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
      b: 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
      alpha: alpha)
  }

  /// From four bytes, `0xRRGGBBAA`.
  public init(rgba: UInt32) {
    func byte(_ shift: UInt32) -> Double { Double(rgba >> shift & 0xFF) / 255 }
    self.init(red: byte(24), green: byte(16), blue: byte(8), alpha: byte(0))
  }

  /// From `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa` or a CSS color name, in either case. Throws `.badColor`, with the nearest name.
  public init(parsing text: String) throws(SceneError) {
    guard let rgba = text.utf8.first == UInt8(ascii: "#") ? hexDigits(text) : namedColor(text) else {
      throw .badColor(text: text, nearest: nearestName(to: text, among: colorNames.map(\.name) + ["transparent"]))
    }
    self.init(rgba: rgba)
  }

  /// As `init(parsing:)`; nil for a text that is no color.
  public init?(_ text: String) {
    guard let color = try? Color(parsing: text) else { return nil }
    self = color
  }

  /// sRGB for painting, each component clamped to 0…1; a component that is not a number is 0.
  public var paint: PaintColor {
    let (red, green, blue) = screen
    return PaintColor(Float(red), Float(green), Float(blue), Float(unit(alpha)))
  }

  /// The same of four numbers in a space.
  static func paint(of numbers: SIMD4<Double>, in space: ColorSpace) -> PaintColor {
    guard space == .srgb else {
      return Color(lightness: numbers[0], a: numbers[1], b: numbers[2], alpha: numbers[3]).paint
    }
    return PaintColor(Float(unit(numbers[0])), Float(unit(numbers[1])), Float(unit(numbers[2])), Float(unit(numbers[3])))
  }

  /// The numbers in a space of a color that a text says, which is whole bytes.
  public static func numbers(parsing text: String, in space: ColorSpace) throws(SceneError) -> [Double] {
    let color = try Color(parsing: text)
    return space == .srgb ? color.components(in: .srgb).map { ($0 * 255).rounded() / 255 } : color.components
  }

  /// The color in a space, as a color value's numbers hold it. sRGB is clamped to what a screen shows.
  public func components(in space: ColorSpace) -> [Double] {
    if space == .oklab { return components }
    let (red, green, blue) = screen
    return [red, green, blue, unit(alpha)]
  }

  /// sRGB code values, clamped to 0…1.
  private var screen: (red: Double, green: Double, blue: Double) {
    let l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
    let m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
    let s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
    return (
      encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
      encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
      encoded(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)
    )
  }

  /// Of four numbers in a space.
  public init(_ numbers: [Double], in space: ColorSpace) {
    let c = SIMD4(padding: numbers)
    switch space {
    case .oklab: self.init(lightness: c[0], a: c[1], b: c[2], alpha: c[3])
    case .srgb: self.init(red: c[0], green: c[1], blue: c[2], alpha: c[3])
    }
  }

  /// Eight bits a component, `0xRRGGBBAA`, clamped.
  public var rgba: UInt32 { Self.rgba(components(in: .srgb)) }

  private static func rgba(_ screen: [Double]) -> UInt32 {
    screen.prefix(4).reduce(0) { $0 << 8 | UInt32((unit($1) * 255).rounded()) }
  }

  /// `#rrggbb`, or `#rrggbbaa` when it is not opaque; clamped to what eight bits hold.
  public var hex: String { Self.hex(rgba) }

  /// The same of four numbers in a space.
  public static func hex(of numbers: [Double], in space: ColorSpace) -> String {
    space == .srgb ? hex(rgba(numbers)) : Color(numbers, in: space).hex
  }

  private static func hex(_ rgba: UInt32) -> String {
    let opaque = rgba & 0xFF == 0xFF
    let digits = String(opaque ? rgba >> 8 : rgba, radix: 16)
    return "#" + String(repeating: "0", count: (opaque ? 6 : 8) - digits.utf8.count) + digits
  }
}

private func cube(_ x: Double) -> Double { x * x * x }

/// Clamped to 0…1; 0 when not a number.
private func unit(_ x: Double) -> Double { x > 0 ? min(x, 1) : 0 }

/// sRGB's transfer function (IEC 61966-2-1), from code value to light.
private func linear(_ x: Double) -> Double {
  x <= 0.04045 ? x / 12.92 : Elementary.power((x + 0.055) / 1.055, 2.4)
}

/// From light to sRGB's code value, 0…1.
private func encoded(_ x: Double) -> Double {
  let light = unit(x)
  return light <= 0.0031308 ? light * 12.92 : unit(1.055 * Elementary.power(light, 1 / 2.4) - 0.055)
}

/// `#` and 3, 4, 6 or 8 hexadecimal digits as `0xRRGGBBAA`.
private func hexDigits(_ text: String) -> UInt32? {
  let digits = text.utf8.dropFirst()
  var value: UInt32 = 0
  let short = digits.count == 3 || digits.count == 4
  guard short || digits.count == 6 || digits.count == 8 else { return nil }
  for digit in digits {
    guard let four = Character(UnicodeScalar(digit)).hexDigitValue else { return nil }
    value = value << 4 | UInt32(four)
    if short { value = value << 4 | UInt32(four) }
  }
  return digits.count == 3 || digits.count == 6 ? value << 8 | 0xFF : value
}

private func namedColor(_ text: String) -> UInt32? {
  guard text.utf8.count <= 24 else { return nil }
  let name = text.lowercased()
  if name == "transparent" { return 0 }
  return colorNames.first { $0.name == name }.map { $0.rgb << 8 | 0xFF }
}
