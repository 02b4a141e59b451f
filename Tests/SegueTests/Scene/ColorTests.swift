import Testing

@testable import Segue

@Suite("Color")
struct ColorTests {
  @Test("4096 sRGB colors survive Float OKLab lanes to the last of eight bits")
  func roundTrip() {
    for i in 0..<4096 as Range<UInt32> {
      // Steps of 17 reach both ends of a component; the low bits vary so that every byte value comes up.
      let red = (i >> 8) * 17
      let green = (i >> 4 & 15) * 16 + (i & 15)
      let blue = (i * 37) & 0xFF
      let rgba = red << 24 | green << 16 | blue << 8 | (i & 0xFF)
      let color = Color(rgba: rgba)
      let lanes = color.components.map { Double(Float($0)) }
      let back = Color(lightness: lanes[0], a: lanes[1], b: lanes[2], alpha: lanes[3])
      #expect(back.rgba == rgba)
    }
  }

  @Test("OKLab values agree with Ottosson's published ones")
  func published() {
    func near(_ c: Color, _ l: Double, _ a: Double, _ b: Double) -> Bool {
      abs(c.lightness - l) < 1e-3 && abs(c.a - a) < 1e-3 && abs(c.b - b) < 1e-3
    }
    #expect(near(.white, 1, 0, 0))
    #expect(near(.black, 0, 0, 0))
    #expect(near(Color(red: 1, green: 0, blue: 0), 0.628, 0.225, 0.126))
    #expect(near(Color(red: 0, green: 1, blue: 0), 0.866, -0.234, 0.179))
    #expect(near(Color(red: 0, green: 0, blue: 1), 0.452, -0.032, -0.312))
  }

  @Test(
    "Texts are parsed as CSS reads them",
    arguments: [
      ("#fff", 0xFFFF_FFFF), ("#1234", 0x1122_3344), ("#00ff7F", 0x00FF_7FFF), ("#01020304", 0x0102_0304),
      ("RebeccaPurple", 0x6633_99FF), ("transparent", 0), ("grey", 0x8080_80FF), ("aqua", 0x00FF_FFFF),
    ] as [(String, UInt32)])
  func parsing(text: String, rgba: UInt32) throws {
    #expect(try Color(parsing: text).rgba == rgba)
  }

  @Test(
    "What is no color is refused with a sentence and the nearest name",
    arguments: [
      ("#12", nil), ("#12345", nil), ("#ggg", nil), ("#", nil), ("", nil), ("#é1", nil), ("rebecapurple", "rebeccapurple"),
      ("balck", "black"), ("Withe", "white"), ("transparant", "transparent"), ("xyzzy", nil),
    ] as [(String, String?)])
  func refusal(text: String, nearest: String?) {
    #expect(throws: SceneError.badColor(text: text, nearest: nearest)) { try Color(parsing: text) }
    #expect(Color(text) == nil)
    let sentence = SceneError.badColor(text: text, nearest: nearest).description
    #expect(sentence.hasPrefix("\"\(text)\" is no color"))
    if let nearest { #expect(sentence.hasSuffix("did you mean \"\(nearest)\"?")) }
  }

  @Test("Painting clamps what lies outside sRGB, and numbers that are none become 0")
  func clamping() {
    let wide = Color(lightness: 0.9, a: 0.4, b: 0.4, alpha: 1.5).paint
    #expect(wide.red == 1 && wide.green == 0 && wide.blue == 0 && wide.alpha == 1)
    #expect(Color(lightness: .nan, a: .infinity, b: 0, alpha: .nan).paint == .clear)
  }

  @Test("Hex is written short of alpha when opaque and parses back")
  func hex() throws {
    #expect(try Color(parsing: "#0a0b0c").hex == "#0a0b0c")
    #expect(try Color(parsing: "#0008").hex == "#00000088")
    #expect(Color.clear.hex == "#00000000")
    #expect(colorNames.count == 148)
    for (name, rgb) in colorNames { #expect(Color(name)?.rgba == rgb << 8 | 0xFF) }
  }
}
