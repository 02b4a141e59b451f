import Testing

@testable import Segue

@Suite("Property table")
struct PropertyTests {
  @Test("Every property is found by its name, and names differ")
  func names() throws {
    for property in Property.all { #expect(try Property.named(property.name) == property) }
    #expect(Set(Property.all.map(\.name)).count == Property.all.count)
    #expect(Property(name: "shadow_offset") == .shadowOffset)
  }

  @Test("An unknown property is refused with the nearest name")
  func unknown() {
    #expect(throws: SceneError.unknownProperty(name: "aplha", nearest: "alpha")) { try Property.named("aplha") }
    #expect(throws: SceneError.unknownProperty(name: "quux", nearest: nil)) { try Property.named("quux") }
  }

  @Test("Lanes of separate properties never overlap and fill the run; composites are the lanes of their parts")
  func lanes() throws {
    let composites: Set<Property> = [.frame, .center, .translation, .scale]
    var owners = [Int](repeating: 0, count: ViewLane.count)
    for property in Property.all where !composites.contains(property) {
      let offset = try #require(property.offset)
      for lane in offset..<offset + property.count { owners[lane] += 1 }
    }
    #expect(owners == [Int](repeating: 1, count: ViewLane.count))
    let parts: [Property: [Property]] = [
      .frame: [.x, .y, .width, .height], .translation: [.translationX, .translationY], .scale: [.scaleX, .scaleY],
    ]
    for (whole, parts) in parts {
      for (i, part) in parts.enumerated() { #expect(whole.offset.map { $0 + i } == part.offset) }
      #expect(whole.count == parts.count)
    }
    #expect(Property.center.offset == nil)
  }

  @Test("Defaults are as many as there are numbers, and parts have those of the whole")
  func defaults() {
    for property in Property.all {
      #expect(property.defaults.count == property.count)
      if let offset = property.offset {
        #expect(Array(ViewLane.defaults[offset..<offset + property.count]) == property.defaults)
      }
    }
  }

  @Test("Units have the thresholds and reaches of what the eye sees")
  func units() {
    #expect(PropertyUnit.allCases.map(\.threshold) == [0.25, 1.0 / 512, 1.0 / 512, 0.1])
    #expect(PropertyUnit.allCases.map(\.reach) == [64, 0.125, 0.125, 30])
    #expect(Property.scaleX.unit == .ratio && Property.background.unit == .color && Property.rotation.unit == .angle)
  }

  @Test("Numbers are checked: count, finite, size, each error naming the component")
  func checks() throws {
    try Property.frame.check([1, 2, 3, 4])
    #expect(
      throws: SceneError.wrongCount(property: "frame", expected: "4 numbers (x, y, width, height)", count: 1)
    ) { try Property.frame.check([1]) }
    #expect(throws: SceneError.notANumber(what: "frame.width")) { try Property.frame.check([0, 0, .nan, 0]) }
    #expect(throws: SceneError.notANumber(what: "alpha")) { try Property.alpha.check([.infinity]) }
    #expect(throws: SceneError.outOfRange(what: "x", expected: "between −1e9 and 1e9")) { try Property.x.check([2e9]) }
  }
}
