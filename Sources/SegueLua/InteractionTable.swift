// Interactions: what a finger holds.

import Segue

/// A share of the way, or true for the usual one; false for none.
private let rubberBandItem = Item.number("rubber_band").or(.boolean("rubber_band"))
/// A rule by name, one with numbers of its own, or a function.
let releaseItem = Item.string("release").or(.options("release", releaseRuleOptions)).or(.function("release"))
private let releaseRuleOptions = Options([
  .word("rule", of: ReleaseRuleName.allCases.map(\.rawValue)).required, .number("threshold"), .number("deceleration"),
  .number("flick_speed"), .number("push_speed"), .number("pull_speed"),
])
private let anchorOptions = Options([.object("view", .view).required, .number("x"), .number("y")])

private let interactionOptions = Options([
  .number("completion_speed"), .number("distance"), .word("towards", of: SwipeDirection.allCases.map(\.rawValue)), releaseItem,
  rubberBandItem, .object("anchor", .view).or(.options("anchor", anchorOptions)), .boolean("interactive_start"),
  .boolean("scrubs_linearly"), timingItem, .number("max_duration_factor"), .number("distance_multiplier"),
  .numbers("speed_limits", Names("min", "max"), least: 2), .boolean("smooth"),
])

let interactionMethod = Method("interaction", [.options("options", interactionOptions).optional]) {
  call throws(ScriptError) in
  let interaction = call.area.engine.makeInteraction()
  if let hearing = call.area.hearing { call.area.begun[hearing, default: []].append(interaction) }
  let object = Object(.interaction, interaction.handle)
  do throws(ScriptError) {
    try call.bridge.adopt(object)
    try call.setUp(interaction, object, call[0])
  } catch {
    call.area.engine.release(interaction)
    throw error
  }
  call.give(.object(object))
}

private let driveOptions = Options([.number("scale"), .number("angle"), .number("distance")])
let settleOptions = Options([
  .number("velocity"), .number("duration"), .number("minimum"), timingItem, .options("spring", springOptions),
  .boolean("animated"),
])

let interactionTable = ClassTable(
  "interaction", .interaction, open: true,
  methods: [
    Method("update", [.number("progress")]) { call throws(ScriptError) in
      let interaction = try call.interaction()
      try asking { () throws(SegueError) in try interaction.update(call[0].number) }
    },
    // Adds to the share that was told last.
    Method("step", [.number("share")]) { call throws(ScriptError) in
      let interaction = try call.interaction()
      try asking { () throws(SegueError) in try interaction.step(call[0].number) }
    },
    // What a gesture's handler was given drives the run, whatever its state.
    // With a scale, an angle or a distance at which the run is at its end, it is one of several gestures that drive it together.
    Method("drive", [Item.object("gesture", .recognizer).or(.table("gesture")), .options("whole", driveOptions).optional]) {
      call throws(ScriptError) in
      let interaction = try call.interaction()
      let named = call[0].objectIfGiven ?? call[0].pairs.first { $0.key == "recognizer" }?.value.asObject
      guard let named, named.classID == .recognizer, let report = call.area.engine.report(of: named.handle()) else {
        throw ScriptError("interaction:drive expected what a gesture's handler is given, got another table")
      }
      let whole = call[1]
      let measures =
        [("scale", DriveMeasure.scale), ("angle", DriveMeasure.angle), ("distance", DriveMeasure.way)]
        as [(StaticString, (Double) -> DriveMeasure)]
      let given = measures.compactMap { name, measure in whole[name].numberIfGiven.map(measure) }
      if whole.isOptions, given.count != 1 {
        throw ScriptError("interaction:drive: whole expected one of scale, angle and distance, got \(given.count) of them")
      }
      try asking { () throws(SegueError) in
        guard let measure = given.first else { return try interaction.drive(report) }
        try interaction.drive(report, from: named.handle(), by: measure)
      }
    },
    Method("finish", [.options("options", settleOptions).optional]) { call throws(ScriptError) in
      let (interaction, choice) = (try call.interaction(), try call[0].settleChoice(call, "interaction:finish"))
      try asking { () throws(SegueError) in try interaction.finish(choice) }
    },
    Method("cancel", [.options("options", settleOptions).optional]) { call throws(ScriptError) in
      let (interaction, choice) = (try call.interaction(), try call[0].settleChoice(call, "interaction:cancel"))
      try asking { () throws(SegueError) in try interaction.cancel(choice) }
    },
    Method("release", [.options("options", settleOptions).optional]) { call throws(ScriptError) in
      let (interaction, choice) = (try call.interaction(), try call[0].settleChoice(call, "interaction:release"))
      try asking { () throws(SegueError) in try interaction.release(choice) }
    },
    Method("catch", [.object("run", .run)]) { call throws(ScriptError) in
      let interaction = try call.interaction()
      guard let run = call.area.engine[call[0].object.handle(Run.self)] else { return call.give(.boolean(false)) }
      call.give(.boolean(try asking { () throws(SegueError) in try interaction.catch(run) }))
    },
  ],
  fields: [
    Field(
      .number("completion_speed").orNil,
      get: { call throws(ScriptError) in call.give(try call.interaction().completionSpeed.map(Value.number) ?? .none) },
      set: { call throws(ScriptError) in
        let interaction = try call.interaction()
        try asking { () throws(SegueError) in try interaction.setCompletionSpeed(call[0].numberIfGiven) }
      }),
    Field(
      .number("max_duration_factor"),
      get: { call throws(ScriptError) in call.give(try call.interaction().maxDurationFactor) },
      set: { call throws(ScriptError) in
        let interaction = try call.interaction()
        try asking { () throws(SegueError) in try interaction.setMaxDurationFactor(call[0].number) }
      }),
    Field(
      .numbers("speed_limits", Names("min", "max"), least: 2),
      get: { call throws(ScriptError) in
        let limits = try call.interaction().speedLimits
        call.give(.numbers([limits.lowerBound, limits.upperBound], Names("min", "max")))
      },
      set: { call throws(ScriptError) in
        let interaction = try call.interaction()
        try asking { () throws(SegueError) in try interaction.setSpeedLimits(call[0].numbers[0], call[0].numbers[1]) }
      }),
    Field(
      .number("distance_multiplier"),
      get: { call throws(ScriptError) in call.give(try call.interaction().distanceMultiplier) },
      set: { call throws(ScriptError) in
        let interaction = try call.interaction()
        try asking { () throws(SegueError) in try interaction.setDistanceMultiplier(call[0].number) }
      }),
    Field(
      .number("distance").orNil,
      get: { call throws(ScriptError) in call.give(try call.interaction().distance.map(Value.number) ?? .none) },
      set: { call throws(ScriptError) in
        let interaction = try call.interaction()
        try asking { () throws(SegueError) in try interaction.setDistance(call[0].numberIfGiven) }
      }),
    Field(
      .word("towards", of: SwipeDirection.allCases.map(\.rawValue)),
      get: { call throws(ScriptError) in call.give(.string(try call.interaction().towards.rawValue)) },
      set: { call throws(ScriptError) in try call.interaction().towards = SwipeDirection.allCases[call[0].word] }),
    Field(
      Item.string("release_rule").or(.options("release_rule", releaseRuleOptions)).or(.function("release_rule")),
      get: { call throws(ScriptError) in call.give(.string(try call.interaction().rule.name)) },
      set: { call throws(ScriptError) in
        try call.interaction().rule = call.releaseRule(call[0], of: call.object, "interaction.release_rule").rule
      }),
    Field(
      rubberBandItem,
      get: { call throws(ScriptError) in
        call.give(try call.interaction().rubberBand.map { .number($0.limit) } ?? .boolean(false))
      },
      set: { call throws(ScriptError) in try call.interaction().rubberBand = call[0].rubberBand("interaction.rubber_band") }),
  ])

extension Argument {
  /// What one release chooses for its settle.
  func settleChoice(_ call: Call, _ name: String) throws(ScriptError) -> SettleChoice {
    guard isOptions else { return SettleChoice() }
    return SettleChoice(
      velocity: self["velocity"].numberIfGiven, duration: self["duration"].numberIfGiven,
      minimum: self["minimum"].numberIfGiven, timing: try wholeTiming(call, name),
      isAnimated: self["animated"].booleanIfGiven ?? true)
  }
}

extension Call {
  fileprivate func interaction() throws(ScriptError) -> Interaction {
    guard let interaction = area.engine[object.handle(Interaction.self)] else {
      throw ScriptError("interaction has been released")
    }
    return interaction
  }

  fileprivate func setUp(_ interaction: Interaction, _ object: Object, _ options: Argument) throws(ScriptError) {
    guard options.isOptions else { return }
    try asking { () throws(SegueError) in
      try interaction.setCompletionSpeed(options["completion_speed"].numberIfGiven)
      try interaction.setDistance(options["distance"].numberIfGiven)
      if let factor = options["max_duration_factor"].numberIfGiven { try interaction.setMaxDurationFactor(factor) }
      if let factor = options["distance_multiplier"].numberIfGiven { try interaction.setDistanceMultiplier(factor) }
      if options["speed_limits"].isGiven {
        try interaction.setSpeedLimits(options["speed_limits"].numbers[0], options["speed_limits"].numbers[1])
      }
    }
    if let word = options["towards"].wordIfGiven { interaction.towards = SwipeDirection.allCases[word] }
    if options["release"].isGiven {
      interaction.rule = try releaseRule(options["release"], of: object, "segue.interaction: release").rule
    }
    interaction.rubberBand = try options["rubber_band"].rubberBand("segue.interaction: rubber_band")
    if options["anchor"].isObject {
      // Its middle.
      let view = options["anchor"].object
      let size = try asking { () throws(SegueError) in try area.engine.numbers(.frame, of: view.handle()) }
      interaction.anchor = (view.handle(), Point(size[2] / 2, size[3] / 2))
    } else if options["anchor"].isOptions {
      let anchor = options["anchor"]
      interaction.anchor = (anchor["view"].object.handle(), Point(anchor["x"].number, anchor["y"].number))
    }
    if let flag = options["interactive_start"].booleanIfGiven { interaction.wantsInteractiveStart = flag }
    if let flag = options["smooth"].booleanIfGiven { interaction.isSmooth = flag }
    if let flag = options["scrubs_linearly"].booleanIfGiven { interaction.scrubsLinearly = flag }
    if options["timing"].isGiven { interaction.completionCurve = try options["timing"].curve(self) }
  }

  /// A rule by its name, or a script's function that is asked with what the release is judged by.
  func releaseRule(_ argument: Argument, of owner: Object, _ what: String) throws(ScriptError)
    -> (rule: ReleaseRule, callback: Callback?)
  {
    if argument.isFunction {
      let callback = try store(argument, owner: owner)
      let rule = ReleaseRule("function") { [link = bridge.link] release in
        guard let bridge = link.bridge else { return false }
        do {
          let told: Value = .record([
            "progress": .number(release.progress), "velocity": .number(release.velocity),
            "distance": .number(release.distance), "speed": .number(release.speed),
            "cross_speed": .number(release.crossVelocity), "last_move": .number(release.lastMove),
            "device": .string(release.device.rawValue),
          ])
          return try bridge.ask(callback, [told], kind: "release")?.first?.isTrue ?? false
        } catch {
          bridge.report(.init(kind: "release", error: error as? ScriptError ?? ScriptError("\(error)")))
          return false
        }
      }
      return (rule, callback)
    }
    if argument.isOptions {
      var numbers = ReleaseParameters()
      numbers.threshold = argument["threshold"].numberIfGiven
      numbers.deceleration = argument["deceleration"].numberIfGiven
      if let speed = argument["flick_speed"].numberIfGiven { numbers.flickSpeed = speed }
      if let speed = argument["push_speed"].numberIfGiven { numbers.pushSpeed = speed }
      if let speed = argument["pull_speed"].numberIfGiven { numbers.pullSpeed = speed }
      if let problem = numbers.problem { throw ScriptError("\(what): \(problem)") }
      return (ReleaseRule(ReleaseRuleName.allCases[argument["rule"].word], numbers), nil)
    }
    let name = argument.string
    if let rule = ReleaseRuleName(rawValue: name) { return (ReleaseRule(rule), nil) }
    let names = ReleaseRuleName.allCases.map(\.rawValue)
    let nearest =
      nearestName(to: name, among: names).map { "did you mean \"\($0)\"?" }
      ?? "expected one of \(names.joined(separator: ", "))"
    throw ScriptError("\(what): there is no rule \"\(name)\", \(nearest)")
  }
}

extension Argument {
  func rubberBand(_ what: String) throws(ScriptError) -> RubberBand? {
    if isBoolean {
      return boolean ? try asking { () throws(SegueError) in try RubberBand(limit: GestureConstants.rubberBand) } : nil
    }
    guard isNumber else { return nil }
    guard number > 0 else { throw ScriptError("\(what) expected a share of the way above 0, got \(number)") }
    return try asking { () throws(SegueError) in try RubberBand(limit: number) }
  }
}
