// Stacks that hands move: nav:back_swipe and nav:swipe.

import Segue

private let swipeItems: [Item] = [
  .number("distance"), releaseItem,
  Item.number("rubber_band").or(.boolean("rubber_band")), .number("completion_speed"),
  .word("conflict", of: NavigationSwipe.Conflict.allCases.map(\.rawValue)), .boolean("right_to_left"), .boolean("touchpad"),
  .boolean("enabled"),
]

private let backSwipeOptions = Options(swipeItems + [.number("band"), .boolean("mouse"), .boolean("keyboard")])
private let swipeOptions = Options(
  swipeItems + [Item.number("band").or(.boolean("band")), .boolean("turn_around")]
    + SwipeDirection.allCases.map { Item.word($0.rawValue, of: ["pop"]).or(.function($0.rawValue)) })

/// navigation:back_swipe([options]): the platform's way back, by a swipe from the edge, a touchpad, the mouse's back button and the
/// keyboard's back key. Gives the swipe's recogniser; false takes it away.
let backSwipe = Method("back_swipe", [Item.options("options", backSwipeOptions).or(.boolean("options")).optional]) {
  call throws(ScriptError) in
  if call[0].isBoolean, !call[0].boolean { return try call.setSwipe(nil, []) }
  var (swipe, callbacks) = try call.swipe(.back, "navigation:back_swipe")
  if let band = call[0]["band"].numberIfGiven { swipe.band = band }
  if call[0]["mouse"].booleanIfGiven == false { swipe.backButton = nil }
  if call[0]["keyboard"].booleanIfGiven == false { swipe.backKeys = [] }
  try call.setSwipe(swipe, callbacks)
}

/// navigation:swipe(options): each way "pop" or a function that returns the screen to push, or nothing for nothing. Gives the
/// recogniser; false takes it away.
let swipe = Method("swipe", [Item.options("options", swipeOptions).or(.boolean("options"))]) { call throws(ScriptError) in
  guard call[0].isOptions else {
    if call[0].boolean { throw ScriptError("navigation:swipe: options expected a table of options or false, got true") }
    return try call.setSwipe(nil, [])
  }
  var (swipe, callbacks) = try call.swipe(NavigationSwipe(), "navigation:swipe")
  if let band = call[0]["band"].numberIfGiven { swipe.band = band }
  if call[0]["band"].booleanIfGiven == true { swipe.band = GestureConstants.edgeBand }
  swipe.turnsAround = call[0]["turn_around"].booleanIfGiven ?? false
  for (way, name) in [(SwipeDirection.left, "left"), (.right, "right"), (.up, "up"), (.down, "down")]
    as [(SwipeDirection, StaticString)]
  {
    let given = call[0][name]
    if given.isString { swipe.operations[way] = .pop }
    guard given.isFunction else { continue }
    let callback = try call.store(given)
    callbacks.append(callback)
    let object = call.object
    swipe.operations[way] = .push { [link = call.bridge.link] in link.bridge?.screen(from: callback, object, way) }
  }
  if swipe.operations.isEmpty {
    for callback in callbacks { call.bridge.remove(callback) }
    throw ScriptError("navigation:swipe: at least one of left, right, up and down must be given")
  }
  try call.setSwipe(swipe, callbacks)
}

/// tabs:swipe([options]): from one tab to the next by a swipe across them. Gives the swipe's recogniser; false takes it away.
let tabSwipe = Method(
  "swipe",
  [Item.options("options", Options(swipeItems + [.number("band"), .boolean("turn_around")])).or(.boolean("options")).optional]
) { call throws(ScriptError) in
  if call[0].isBoolean, !call[0].boolean { return try call.setSwipe(nil, []) }
  var (swipe, callbacks) = try call.swipe(.tabs, "tabs:swipe")
  swipe.band = call[0]["band"].numberIfGiven
  swipe.turnsAround = call[0]["turn_around"].booleanIfGiven ?? false
  try call.setSwipe(swipe, callbacks)
}

extension LuaBridge {
  /// Asks a script which screen a swipe brings.
  fileprivate func screen(from callback: Callback, _ navigation: Object, _ way: SwipeDirection) -> Screen? {
    do throws(ScriptError) {
      let answer = try ask(callback, [.object(navigation), .string(way.rawValue)], kind: "swipe")
      guard let chosen = answer?.first, chosen != .none, chosen != .boolean(false) else { return nil }
      guard let given = chosen.asObject, let screen = area.screen(given) else {
        throw ScriptError("swipe: the function must return a screen or nil")
      }
      try link(navigation, to: given)
      return screen
    } catch {
      report(.init(kind: "swipe", error: error))
      return nil
    }
  }
}

extension Call {
  /// What both kinds of swipe can be told, and the functions that were stored for it.
  fileprivate func swipe(_ base: NavigationSwipe, _ what: String) throws(ScriptError) -> (NavigationSwipe, [Callback]) {
    var swipe = base
    var callbacks: [Callback] = []
    let options = self[0]
    guard options.isOptions else { return (swipe, callbacks) }
    swipe.distance = options["distance"].numberIfGiven
    swipe.completionSpeed = options["completion_speed"].numberIfGiven
    swipe.isRightToLeft = options["right_to_left"].booleanIfGiven ?? false
    swipe.takesTouchpad = options["touchpad"].booleanIfGiven ?? true
    if let word = options["conflict"].wordIfGiven { swipe.conflict = NavigationSwipe.Conflict.allCases[word] }
    swipe.rubberBand = try options["rubber_band"].rubberBand("\(what): rubber_band")
    if options["release"].isGiven {
      let (rule, callback) = try releaseRule(options["release"], of: object, "\(what): release")
      swipe.rule = rule
      if let callback { callbacks.append(callback) }
    }
    return (swipe, callbacks)
  }

  fileprivate func setSwipe(_ swipe: NavigationSwipe?, _ callbacks: [Callback]) throws(ScriptError) {
    let (area, bridge, container) = (area, bridge, try container())
    guard let swipe else { return area.withdraw(bridge, object) { $0.event == "swipe" } }
    let recognizers: [Handle<Recognizer>]
    do throws(SegueError) { recognizers = try container.setSwipe(swipe) } catch {
      for callback in callbacks { bridge.remove(callback) }
      throw ScriptError("\(chooserName): \(error.message)")
    }
    if self[0]["enabled"].booleanIfGiven == false {
      for recognizer in recognizers { area.engine.configure(recognizer) { $0.isEnabled = false } }
    }
    // The registration before must not take the new swipe away.
    area.withdraw(bridge, object) { $0.event == "swipe" }
    area.register(bridge, object, "swipe", callbacks) { [weak container] in
      if let first = recognizers.first, container?.swipeRecognizers.first == first { _ = try? container?.setSwipe(nil) }
    }
    if let first = recognizers.first { give(.object(Object(.recognizer, first))) }
  }
}
