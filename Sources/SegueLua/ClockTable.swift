// The engine's clock, as scripts read and set it.

import Segue

let clockTable = ClassTable(
  "clock", .clock,
  methods: [
    // While it stands still: some seconds pass.
    Method("step", [.number("seconds")]) { call throws(ScriptError) in
      try asking { () throws(SegueError) in try call.area.engine.stepClock(call[0].number) }
    }
  ],
  fields: [
    // Seconds of the engine at this moment.
    Field(.number("time"), get: { call throws(ScriptError) in call.give(call.area.engine.moment) }),
    // Engine seconds a second; 0 stands still.
    Field(
      .number("rate"), get: { call throws(ScriptError) in call.give(call.area.engine.clock.rate) },
      set: { call throws(ScriptError) in
        try asking { () throws(SegueError) in try call.area.engine.setClockRate(call[0].number) }
      }),
    Field(
      .boolean("paused"), get: { call throws(ScriptError) in call.give(.boolean(call.area.engine.clock.isPaused)) },
      set: { call throws(ScriptError) in call.area.engine.setClockPaused(call[0].boolean) }),
    // What becomes of the time when the host comes later than the gap limit.
    Field(
      .word("gap", of: Clock.GapPolicy.allCases.map(\.rawValue)),
      get: { call throws(ScriptError) in call.give(.string(call.area.engine.clock.gapPolicy.rawValue)) },
      set: { call throws(ScriptError) in
        try asking { () throws(SegueError) in try call.area.engine.setClockGap(Clock.GapPolicy.allCases[call[0].word]) }
      }),
    // Seconds.
    Field(
      .number("gap_limit"), get: { call throws(ScriptError) in call.give(call.area.engine.clock.gapLimit) },
      set: { call throws(ScriptError) in
        try asking { () throws(SegueError) in try call.area.engine.setClockGap(limit: call[0].number) }
      }),
  ])
