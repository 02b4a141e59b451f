// The one table of what can move on a view: names, lanes, units, defaults and limits.

/// What a property's numbers are, which says when a spring rests and how far a tween may stray.
public enum PropertyUnit: Sendable, CaseIterable {
  /// Stage units.
  case length
  /// A factor or a share: 1 is all.
  case ratio
  /// OKLab components and alpha.
  case color
  /// Degrees, clockwise.
  case angle

  /// A difference too small to see, in the property's unit: a spring nearer to its target than this is at rest.
  public var threshold: Double {
    switch self {
    case .length: 0.25
    case .ratio, .color: 1.0 / 512  // half a step of eight bits
    case .angle: 0.1
    }
  }

  /// The way that counts at least when a tween takes over a moving value and may stray by a share of its way.
  public var reach: Double {
    switch self {
    case .length: 64
    case .ratio, .color: 1.0 / 8
    case .angle: 30
    }
  }
}

/// A property of a view that can move. Each has neighbouring lanes in the view's run; `frame`, `translation` and `scale` are the
/// lanes of their parts seen together, and `center` has none: it is computed from the frame, and setting it moves x and y.
public enum Property: UInt8, CaseIterable, Sendable {
  case x, y, width, height, frame, center
  case translationX, translationY, translation, scaleX, scaleY, scale, rotation
  case alpha, corner, background, color, borderWidth, borderColor
  case shadowColor, shadowBlur, shadowOffset, z

  /// Every property, in the table's order.
  public static var all: [Property] { allCases }

  /// The name in scripts, in snake case.
  public var name: String { entry.name }
  public var unit: PropertyUnit { entry.unit }
  /// What its numbers are called; empty for a single number.
  public var components: [String] { entry.components }
  /// How many numbers it has.
  public var count: Int { max(1, entry.components.count) }
  /// Its numbers on a new view; 0 for what is computed.
  public var defaults: [Float] { entry.defaults }
  /// What is shown of a value beyond it is the nearer end; values themselves may go beyond.
  public var displayRange: ClosedRange<Float> { entry.range }
  /// The first of its lanes within the view's run; nil for `center`, which is computed.
  var offset: Int? { entry.offset }

  /// The property of that name, or nil.
  public init?(name: String) {
    guard let found = table.first(where: { $0.name == name }) else { return nil }
    self = found.property
  }

  /// The property of that name. Throws `.unknownProperty`, with the nearest name.
  public static func named(_ name: String) throws(SceneError) -> Property {
    guard let property = Property(name: name) else {
      throw .unknownProperty(name: name, nearest: nearestName(to: name, among: table.map(\.name)))
    }
    return property
  }

  /// Throws unless `values` are as many as the property has numbers, each finite and within ±`SceneLimit.magnitude`.
  public func check(_ values: [Double]) throws(SceneError) {
    guard values.count == count else {
      let expected = count == 1 ? "1 number" : "\(count) numbers (\(components.joined(separator: ", ")))"
      throw .wrongCount(property: name, expected: expected, count: values.count)
    }
    for (i, value) in values.enumerated() {
      guard value.isFinite, abs(value) <= SceneLimit.magnitude else {
        let what = components.isEmpty ? name : "\(name).\(components[i])"
        if value.isFinite { throw .outOfRange(what: what, expected: "between −1e9 and 1e9") }
        throw .notANumber(what: what)
      }
    }
  }

  private var entry: Entry { table[Int(rawValue)] }

  /// What starting a motion needs of the entry, in plain numbers.
  struct Place: Sendable {
    /// The first of the lanes within a view's run; -1 for what is computed.
    let offset: Int32
    let count: Int
    let unit: MotionUnit
  }

  var place: Place { places[Int(rawValue)] }
}

private let places = table.map { entry in
  Property.Place(
    offset: Int32(entry.offset ?? -1), count: max(1, entry.components.count),
    unit: MotionUnit(threshold: entry.unit.threshold, reach: entry.unit.reach))
}

/// Where each number stands within a view's run of lanes.
enum ViewLane {
  static let x = 0
  static let y = 1
  static let width = 2
  static let height = 3
  static let translationX = 4
  static let translationY = 5
  static let scaleX = 6
  static let scaleY = 7
  static let rotation = 8
  static let alpha = 9
  static let corner = 10
  static let borderWidth = 11
  static let shadowBlur = 12
  static let shadowOffsetX = 13
  static let shadowOffsetY = 14
  static let z = 15
  static let background = 16
  static let color = 20
  static let borderColor = 24
  static let shadowColor = 28
  /// How many lanes every view has.
  static let count = 32

  /// What a new view's lanes hold.
  static let defaults: [Float] = {
    var lanes = [Float](repeating: 0, count: count)
    for entry in table {
      guard let offset = entry.offset else { continue }
      for (i, value) in entry.defaults.enumerated() { lanes[offset + i] = value }
    }
    return lanes
  }()

  /// The scale on which each lane's motion is judged.
  static let units: [MotionUnit] = {
    var units = [MotionUnit](repeating: .length, count: count)
    for property in Property.all {
      guard let offset = property.offset else { continue }
      for lane in offset..<offset + property.count { units[lane] = property.place.unit }
    }
    return units
  }()

  /// What is shown of each lane: `Property.displayRange`, lane by lane.
  static let displayRanges: [ClosedRange<Float>] = {
    var ranges = [ClosedRange<Float>](repeating: -Float.infinity...Float.infinity, count: count)
    for entry in table where entry.components.isEmpty {
      if let offset = entry.offset { ranges[offset] = entry.range }
    }
    return ranges
  }()
}

private struct Entry: Sendable {
  let property: Property
  let name: String
  let offset: Int?
  let unit: PropertyUnit
  let components: [String]
  let defaults: [Float]
  let range: ClosedRange<Float>

  init(
    _ property: Property, _ name: String, _ offset: Int?, _ unit: PropertyUnit, _ components: [String] = [],
    _ defaults: [Float] = [0], in range: ClosedRange<Float> = -Float.infinity...Float.infinity
  ) {
    (self.property, self.name, self.offset, self.unit) = (property, name, offset, unit)
    (self.components, self.defaults, self.range) = (components, defaults, range)
  }
}

private let notNegative = 0...Float(SceneLimit.magnitude)
private let pair = ["x", "y"]
private let lab = ["lightness", "a", "b", "alpha"]
private let clear: [Float] = [0, 0, 0, 0]
private let black: [Float] = [0, 0, 0, 1]

/// In the order of `Property`'s cases.
private let table: [Entry] = [
  Entry(.x, "x", ViewLane.x, .length),
  Entry(.y, "y", ViewLane.y, .length),
  Entry(.width, "width", ViewLane.width, .length, in: notNegative),
  Entry(.height, "height", ViewLane.height, .length, in: notNegative),
  Entry(.frame, "frame", ViewLane.x, .length, ["x", "y", "width", "height"], [0, 0, 0, 0]),
  Entry(.center, "center", nil, .length, pair, [0, 0]),
  Entry(.translationX, "translation_x", ViewLane.translationX, .length),
  Entry(.translationY, "translation_y", ViewLane.translationY, .length),
  Entry(.translation, "translation", ViewLane.translationX, .length, pair, [0, 0]),
  Entry(.scaleX, "scale_x", ViewLane.scaleX, .ratio, [], [1]),
  Entry(.scaleY, "scale_y", ViewLane.scaleY, .ratio, [], [1]),
  Entry(.scale, "scale", ViewLane.scaleX, .ratio, pair, [1, 1]),
  Entry(.rotation, "rotation", ViewLane.rotation, .angle),
  Entry(.alpha, "alpha", ViewLane.alpha, .ratio, [], [1], in: 0...1),
  Entry(.corner, "corner", ViewLane.corner, .length, in: notNegative),
  Entry(.background, "background", ViewLane.background, .color, lab, clear),
  Entry(.color, "color", ViewLane.color, .color, lab, black),
  Entry(.borderWidth, "border_width", ViewLane.borderWidth, .length, in: notNegative),
  Entry(.borderColor, "border_color", ViewLane.borderColor, .color, lab, black),
  Entry(.shadowColor, "shadow_color", ViewLane.shadowColor, .color, lab, clear),
  Entry(.shadowBlur, "shadow_blur", ViewLane.shadowBlur, .length, in: notNegative),
  Entry(.shadowOffset, "shadow_offset", ViewLane.shadowOffsetX, .length, pair, [0, 0]),
  Entry(.z, "z", ViewLane.z, .length),
]
