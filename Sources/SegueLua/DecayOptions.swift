// How scripts say how something is thrown.

import Segue

/// Options of a throw of what has numbers as `velocity` says.
private func decayItems(_ velocity: Item) -> [Item] {
  [
    velocity, .number("rate"), .list("snap", of: .number("snap")), .numbers("bounds", Names("least", "most"), least: 2),
    .boolean("bounce").or(.options("bounce", springOptions)),
    .word("policy", of: OwnershipPolicy.allCases.map(\.rawValue)),
  ]
}

/// Options of `value:decay`.
let valueDecayOptions = Options(decayItems(numbersItem("velocity")))

/// What can be thrown: numbers and pairs. A color has no velocity that a script could name, and a frame's parts are x and y.
let throwable = Property.all.filter { $0.count <= 2 && $0 != .center }

/// Options of `view:decay`: a table for each property that is thrown.
let viewDecayOptions = Options(
  throwable.map { .options($0.name, Options(decayItems($0.count == 1 ? .number("velocity") : numberOrPair("velocity")))) })

extension Argument {
  /// The throw that a table of options asks for.
  /// - Parameters:
  ///   - kind: What the numbers of a value are; nil for a view's property.
  ///   - count: How many numbers a property has; one number given stands for all of them.
  func decayOptions(of kind: MotionValue.Kind? = nil, count: Int = 1) throws(ScriptError) -> Engine.DecayOptions {
    guard isOptions else { return .init() }
    var options = Engine.DecayOptions()
    if self["velocity"].isGiven {
      let velocity = self["velocity"]
      options.velocity =
        if let kind {
          try velocity.plainNumbers(of: kind, "value:decay: velocity")
        } else if velocity.isNumber {
          Array(repeating: velocity.number, count: count)
        } else {
          try velocity.components()
        }
    }
    if let policy = self["policy"].wordIfGiven { options.policy = OwnershipPolicy.allCases[policy] }
    if let rate = self["rate"].numberIfGiven { options.decay = Decay(rate: rate) }
    if self["snap"].isList {
      try self["snap"].forEachElement { element throws(ScriptError) in options.snap.append(element.number) }
    }
    let (bounds, bounce) = (self["bounds"], self["bounce"])
    if bounds.isNumbers {
      let (least, most) = (bounds.numbers[0], bounds.numbers[1])
      guard least <= most else { throw ScriptError("bounds: expected the smaller number first, got \(least) and \(most)") }
      options.bounds = least...most
    }
    if bounce.isOptions {
      options.bounce = try bounce.spring()
    } else if bounce.booleanIfGiven == true {
      options.bounce = Spring()
    }
    if options.bounce != nil, options.bounds == nil { throw ScriptError("bounce: there are no bounds to bounce off") }
    return options
  }
}
