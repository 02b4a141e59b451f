// Timelines: sequences of motions that can be scrubbed, reversed, repeated and followed.

import Segue

private let entryOptions = Options(starterItems)
private let staggerOptions = Options(
  starterItems + [
    .word("from", of: StaggerOrder.allCases.map(\.rawValue)), Item.number("at").or(.string("at")),
  ])
private let playOptions = Options([.number("rate"), Item.number("loops").orInfinite, .boolean("yoyo")])
private let place = Item.number("place").or(.string("place"))

/// segue.timeline([function]): with a function, what it animates and sleeps is written into the timeline, once.
let timelineMethod = Method("timeline", [.function("script").optional]) { call throws(ScriptError) in
  let (area, bridge) = (call.area, call.bridge)
  let playback = area.engine.makeTimeline()
  let object = Object(.timeline, playback.handle)
  do throws(ScriptError) {
    try bridge.adopt(object)
    // While it plays it lives, whoever holds it; but no longer than its generation.
    playback.didChangeRunning = { [link = bridge.link] isRunning in
      if isRunning { try? link.bridge?.anchor(object) } else { link.bridge?.unanchor(object) }
    }
    area.register(bridge, object, "timeline") { [weak playback, link = bridge.link] in
      playback?.didChangeRunning = nil
      link.bridge?.unanchor(object)
    }
    if call[0].isFunction {
      let script = try bridge.store(call[0], owner: .root)
      defer { bridge.remove(script) }
      try call.keeping(object) {
        try area.engine.write(playback) { try bridge.plan(script, [], for: object, kind: "timeline") }
      }
    }
  } catch {
    area.engine.release(playback)
    throw error
  }
  call.give(.object(object))
}

let timelineTable = ClassTable(
  "timeline", .timeline, open: true,
  methods: [
    // Adds what the function sets as an entry; without a place at the end.
    Method(
      "add",
      [
        place.or(.function("place")), .function("changes").or(.options("changes", entryOptions)).optional,
        .options("options", entryOptions).optional,
      ]
    ) { call throws(ScriptError) in
      let playback = try call.playback()
      let placed = !call[0].isFunction
      let (changes, options) = placed ? (call[1], call[2]) : (call[0], call[1])
      guard changes.isFunction else { throw ScriptError("timeline:add: changes expected a function") }
      let at = placed ? try call.place(call[0], playback) : nil
      try call.add(playback, at, changes, options, argument: nil)
    },
    // One entry for each item, each a step later than the one before.
    Method(
      "stagger",
      [.number("step"), .list("items", of: .any("item")), .function("changes"), .options("options", staggerOptions).optional]
    ) {
      call throws(ScriptError) in
      let playback = try call.playback()
      let options = call[3]
      let start = options.isOptions && options["at"].isGiven ? try call.place(options["at"], playback) : playback.duration
      let order = options.isOptions ? StaggerOrder.allCases[options["from"].wordIfGiven ?? 0] : .first
      guard call[0].number >= 0 else {
        throw ScriptError("timeline:stagger: step expected 0 or more seconds, got \(call[0].number)")
      }
      var i = 0
      let count = call[1].count
      try call[1].forEachElement { item throws(ScriptError) in
        try call.add(playback, start + call[0].number * order.steps(i, of: count), call[2], options, argument: item)
        i += 1
      }
    },
    Method("label", [.string("name"), place.optional]) { call throws(ScriptError) in
      let playback = try call.playback()
      playback.label(call[0].string, at: call[1].isGiven ? try call.place(call[1], playback) : nil)
    },
    // Calls the function whenever playing passes the place.
    Method("call", [place.or(.function("place")), .function("callback").optional]) { call throws(ScriptError) in
      let playback = try call.playback()
      let function = call[0].isFunction ? call[0] : call[1]
      guard function.isFunction else { throw ScriptError("timeline:call: callback expected a function") }
      let callback = try call.store(function)
      playback.call(at: call[0].isFunction ? nil : try call.place(call[0], playback)) { [link = call.bridge.link] in
        _ = link.bridge?.start(callback, kind: "timeline callback")
      }
    },
    Method("seek", [place]) { call throws(ScriptError) in
      let playback = try call.playback()
      let seconds = call[0].isString ? try call.place(call[0], playback) : call[0].number
      try asking { () throws(SegueError) in try playback.seek(seconds) }
    },
    Method("play", [.options("options", playOptions).optional, .function("completion").optional]) { call throws(ScriptError) in
      let playback = try call.playback()
      let (rate, loops, yoyo) = (call[0]["rate"].numberIfGiven, call[0]["loops"].numberIfGiven, call[0]["yoyo"].booleanIfGiven)
      try call.area.start(call, completion: call[1]) {
        guard let animator = try playback.play(rate: rate, loops: loops, yoyo: yoyo) else {
          throw ScriptError("timeline has been released")
        }
        return animator
      }
    },
    Method("pause") { call throws(ScriptError) in try call.playback().pause() },
    Method("resume") { call throws(ScriptError) in try call.playback().resume() },
    Method("reverse") { call throws(ScriptError) in
      let playback = try call.playback()
      try asking { () throws(SegueError) in try playback.reverse() }
    },
    Method("stop") { call throws(ScriptError) in try call.playback().stop() },
    Method("finish", [.word("at", of: ["end", "start", "current"]).optional]) { call throws(ScriptError) in
      let playback = try call.playback()
      if call[0].wordIfGiven == 2 { return playback.stop() }
      let atEnd = call[0].wordIfGiven != 1
      try asking { () throws(SegueError) in try playback.finish(atEnd: atEnd) }
    },
    // Where the value is says where the timeline is; no script runs.
    Method("follow", [.object("value", .value), .number("start"), .number("end")]) { call throws(ScriptError) in
      let playback = try call.playback()
      try call.bridge.link(call.object, to: call[0].object)
      try asking { () throws(SegueError) in
        try call.area.engine.follow(playback, call[0].object.handle(), from: call[1].number, to: call[2].number)
      }
      // It works for as long as the value moves, whoever holds it.
      try call.bridge.link(call[0].object, to: call.object)
    },
  ],
  fields: [
    Field(.number("duration"), get: { call throws(ScriptError) in call.give(try call.playback().duration) }),
    Field(.number("position"), get: { call throws(ScriptError) in call.give(try call.playback().position) }),
    Field(.number("rate"), get: { call throws(ScriptError) in call.give(try call.playback().rate) }),
    Field(.string("state"), get: { call throws(ScriptError) in call.give(.string(try call.playback().state.rawValue)) }),
  ],
  describe: { call throws(ScriptError) in
    guard let playback = call.area.engine[call.object.handle(Playback.self)] else {
      return call.give(.string("timeline (released)"))
    }
    let (position, duration) = (millionths(playback.position), millionths(playback.duration))
    call.give(.string("timeline: \(position) of \(duration) s (\(playback.state.rawValue))"))
  })

extension Call {
  fileprivate func playback() throws(ScriptError) -> Playback {
    guard let playback = area.engine[object.handle(Playback.self)] else { throw ScriptError("timeline has been released") }
    return playback
  }

  fileprivate func place(_ argument: Argument, _ playback: Playback) throws(ScriptError) -> Double {
    if argument.isString { return try asking { () throws(SegueError) in try playback.place(argument.string) } }
    guard argument.number >= 0 else { throw ScriptError("place expected 0 or more seconds, got \(argument.number)") }
    return argument.number
  }

  /// Adds one entry; the views that it moves live as long as the timeline.
  fileprivate func add(
    _ playback: Playback, _ at: Double?, _ changes: Argument, _ options: Argument, argument: Argument?
  ) throws(ScriptError) {
    let bridge = self.bridge
    let motion = try options.motionOptions(self)
    let function = try bridge.store(changes, owner: .root)
    defer { bridge.remove(function) }
    var item: Callback?
    if let argument { item = try bridge.store(argument, owner: .root) }
    defer { if let item { bridge.remove(item) } }
    try keeping(object) {
      try playback.add(at: at, motion) {
        _ = try bridge.ask(function, item.map { [.stored($0)] } ?? [], kind: "the function of a timeline")
      }
    }
  }

  /// Runs what describes motion, and has an object keep the views that it sets.
  fileprivate func keeping(_ owner: Object, _ body: () throws -> Void) throws(ScriptError) {
    let moved: Set<Object>
    do { moved = try area.noticing(body).1 } catch let error as ScriptError { throw error } catch let error as SegueError {
      throw ScriptError(error)
    } catch {
      throw ScriptError("\(error)")
    }
    for part in moved { try bridge.link(owner, to: part) }
  }
}

/// A number for people: the digits that a sum of tenths leaves behind are no news.
private func millionths(_ x: Double) -> Double { (x * 1e6).rounded() / 1e6 }
