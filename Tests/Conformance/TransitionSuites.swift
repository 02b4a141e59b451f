// navigation/transitions: what runs, what is to be seen, where things are during transitions.

import Segue

enum TransitionSuites {
  static func transitions(_ test: Case) throws -> Verdict {
    if test.input["route_lists"].exists { return try routes(test) }
    if test.input["pop_every_ms"].exists { return try repeatedPops(test) }
    if test.expect["soon"].exists { return try interrupted(test) }
    if test.expect["clicks_during"].exists { return try clicks(test) }
    if test.input["duration_ms"].exists { return try places(test) }
    return try ScriptSuites.script(test)
  }

  // MARK: Lists of routes

  /// Each list is the stack that is wanted next; what is compared is what the last one shows.
  private static func routes(_ test: Case) throws -> Verdict {
    let stage = try NavigationStage()
    let lists = try test.input["route_lists"].list.map { try $0.list.map { try $0.string } }
    let stack = try stage.begin(lists[0])
    stack.conflict = .retarget
    for list in lists.dropFirst() {
      let routes = list.map { $0.split(separator: " (") }
      let pages = try routes.map { try stage.page(String($0[0])) }
      let isAnimated = routes.last.map { $0.count < 2 || $0[1] != "animation none)" } ?? true
      try stage.play(NavigationStage.duration / 8)
      _ = try stack.set(pages, animated: isAnimated)
      try stage.frame()
    }
    // On the stack under what is on the stage, then from the back to the front.
    let hidden = stack.stack.filter { !stage.isVisible($0) }
    let shown = stage.engine.children(of: stack.view).compactMap { view in stage.pages.values.first { $0.view == view } }
    let run = stack.run
    var verdict = Verdict()
    let got: [String: [Screen?]] = [
      "rendered": hidden + shown,
      "opening": [run.flatMap { $0.operation == .pop ? nil : $0.entering }],
      "closing": [run.flatMap { $0.operation == .pop ? $0.leaving : nil }],
      "replacing": [run.flatMap { $0.operation == .replace ? $0.leaving : nil }],
    ]
    for key in test.expect.keys {
      guard let got = got[key] else { throw Unreadable("unknown expectation \(key)") }
      verdict.expect(key, got.compactMap { $0?.kind }, try test.expect[key].list.map { try $0.string })
    }
    try stage.wait()
    verdict.expect(
      "at the end", [stack.stack.map(\.kind), stack.stack.filter(stage.isVisible).map(\.kind)],
      [
        lists[lists.count - 1].map { String($0.split(separator: " (")[0]) }, [stack.top.kind],
      ])
    return verdict
  }

  // MARK: Runs that interrupt each other

  private static func repeatedPops(_ test: Case) throws -> Verdict {
    let stage = try NavigationStage()
    let script = try StackScript(stage)
    for _ in 0..<Int(try test.input["pushes"].number) { try script.perform("push") }
    try stage.wait()
    while script.pages.count > 1 {
      try script.perform("pop")
      try stage.play(try test.input["pop_every_ms"].number / 1000)
    }
    try stage.wait()
    var verdict = Verdict()
    verdict.expect("depth", Double(script.pages.count), try test.expect["depth"].number, within: 0)
    verdict.expect("busy", script.isBusy, try test.expect["busy_at_end"].flag)
    verdict.expect("on the stage", stage.pages.values.filter(stage.isVisible).map(\.kind), [script.pages[0].kind])
    return verdict
  }

  /// A second request as soon as the first has made the stack busy: in the same frame.
  private static func interrupted(_ test: Case) throws -> Verdict {
    let stage = try NavigationStage()
    let script = try StackScript(stage, stack: ["A"])
    for sentence in try test.input["script"].list.map({ try $0.string }) {
      let mark = "(as soon as busy) "
      try script.perform(sentence.hasPrefix(mark) ? String(sentence.dropFirst(mark.count)) : sentence, frame: false)
    }
    var verdict = Verdict()
    func compare(_ when: String) throws {
      let expect = test.expect[when]
      for key in expect.keys {
        let what = "\(key) \(when)"
        switch key {
        case "busy": verdict.expect(what, script.isBusy, try expect[key].flag)
        case "depth": verdict.expect(what, Double(script.pages.count), try expect[key].number, within: 0)
        case _ where key.hasSuffix("_visible"):
          verdict.expect(what, stage.isVisible(try stage.page(String(key.dropLast(8)))), try expect[key].flag)
        default: throw Unreadable("unknown expectation \(key)")
        }
      }
    }
    try compare("soon")
    try stage.wait()
    try compare("at_end")
    return verdict
  }

  // MARK: Clicks

  /// Clicks on whatever is on the stage, during a run whose definition blocks them, after it, and without one.
  private static func clicks(_ test: Case) throws -> Verdict {
    var verdict = Verdict()
    for operation in try test.expect["same_for"].list.map({ try $0.string }) {
      for animated in [true, false] {
        let stage = try NavigationStage()
        let stack = try stage.begin(["1", "2"])
        let definition = stage.slide()
        definition.input = .blocked
        stack.choices.ownDefinition = definition
        var clicks = 0
        for name in ["1", "2", "3"] {
          _ = try stage.engine.addRecognizer(.tap(TapSettings()), to: try stage.page(name).view) { _ in clicks += 1 }
        }
        func click() throws {
          let shown = stage.pages.values.filter(stage.isVisible).sorted { $0.kind < $1.kind }
          for page in shown {
            let middle = Point(stage.size.width / 2, stage.size.height / 2)
            guard let place = stage.engine.convert(middle, from: page.view, to: nil) else { continue }
            try stage.touch(.down, place.x, place.y)
            try stage.play(0.01)
            try stage.touch(.up, place.x, place.y)
            try stage.play(0.01)
          }
        }
        switch operation {
        case "push": _ = try stack.push(try stage.page("3"), animated: animated)
        case "replace": _ = try stack.replace(with: try stage.page("3"), animated: animated)
        case "pop": _ = try stack.pop(animated: animated)
        default: throw Unreadable("unknown operation \(operation)")
        }
        try stage.frame()
        if animated {
          try stage.play(NavigationStage.duration / 4)
          try click()
          verdict.expect("clicks during \(operation)", Double(clicks), try test.expect["clicks_during"].number, within: 0)
          try stage.wait()
        }
        try click()
        verdict.expect("clicks after \(operation)", Double(clicks), try test.expect["clicks_after"].number, within: 0)
      }
    }
    return verdict
  }

  // MARK: Places

  /// Where pages are at times of a transition that is written with the curves of the case.
  private static func places(_ test: Case) throws -> Verdict {
    let input = test.input
    let isModal = input["height"].exists
    let size = Size(isModal ? 400 : try input["width"].number, isModal ? try input["height"].number : 800)
    let stage = try NavigationStage(size: size)
    let stack = try stage.begin(["below"])
    let (below, above) = (try stage.page("below"), try stage.page("above"))
    let single = input["curve"].exists ? try curve(input["curve"]) : nil
    let enter = try single ?? curve(input["curves"]["enter"])
    let under = try single ?? curve(input["curves"]["under_forward"])
    let definition = TransitionDefinition(from: ["below"], to: ["above"])
    definition.duration = { _ in try input["duration_ms"].number / 1000 }
    definition.timing = .curve(.linear, duration: 0)
    definition.animate = { [engine = stage.engine] run in
      try engine.set(.translation, of: run.to.view, to: isModal ? [0, size.height] : [size.width, 0])
      try engine.animate(.init(.curve(enter, duration: run.duration))) {
        try engine.set(.translation, of: run.to.view, to: [0, 0])
      }
      if isModal { return }
      try engine.animate(.init(.curve(under, duration: run.duration))) {
        try engine.set(.translation, of: run.from.view, to: [-size.width / 3, 0])
      }
    }
    try stage.engine.register(definition)
    _ = try isModal ? stage.engine.present(above, from: below) : stack.push(above)
    try stage.frame()

    var verdict = Verdict()
    let start = stage.engine.time
    func at(_ milliseconds: Double) throws { try stage.engine.advance(to: start + milliseconds / 1000) }
    if test.expect["samples"].exists {
      for row in try test.expect["samples"].list.map({ try $0.numbers }) {
        try at(row[0])
        verdict.expect("at \(row[0]) ms", [try stage.x(below), try stage.x(above)], Array(row[1...]), within: test.tolerance)
      }
    } else {
      let every = try input["every_ms"].number
      for (i, wanted) in try test.expect[isModal ? "y" : "x"].numbers.enumerated() {
        try at(every * Double(i + 1))
        verdict.expect(
          "at \(every * Double(i + 1)) ms", try isModal ? stage.y(above) : stage.x(below), wanted, within: test.tolerance)
      }
    }
    return verdict
  }

  private static func curve(_ json: JSON) throws -> Curve {
    if let points = try? json.numbers { return try .bezier(points[0], points[1], points[2], points[3]) }
    let points = try json["points"].list.map { try $0.numbers }
    guard json["type"].text == "two joined cubic beziers", points.count == 5 else { throw Unreadable("an unknown curve") }
    return try WildSuites.joined(Array(points[..<2]), at: points[2], Array(points[3...]))
  }
}
