import Testing

@testable import Segue

@Suite("Modifiers") struct ModifierTests {
  @Test("F122 The text is read, in either spelling, and written back")
  func text() throws {
    for (text, canonical) in [
      ("fade scale(0.5) cascade(0.02,leftToRight)", "fade scale(0.5) cascade(0.02, left_to_right)"),
      (" translate( 0 , 100% ) rotate(-45)", "translate(0, 100%) rotate(-45)"), ("", ""),
      ("opacity(0.3) scale(1, 2) corner(8)", "fade(0.3) scale(1, 2) corner(8)"),
      ("whenPresenting(fade duration(auto)) delay(0.1)", "when_presenting(fade duration(auto)) delay(0.1)"),
      ("background(#ff0000) timing(cubic-bezier(0.2, 0, 0, 1))", "background(#ff0000) timing(cubic-bezier(0.2, 0, 0, 1))"),
      ("spring(300, 20) match_longest cascade", "spring(300, 20) match_longest cascade(0.02, top_to_bottom)"),
    ] {
      let read = try [Modifier](text: text)
      #expect(read.text == canonical)
      #expect(try [Modifier](text: read.text) == read)
    }
  }

  @Test(
    "F122 What is wrong is located, with what was expected and the nearest name",
    arguments: [
      ("fade scal(2)", "column 6: there is no modifier \"scal\", did you mean \"scale\"?"),
      ("fade(", "column 6: expected a number, but found the end"), ("scale()", "column 1: scale expected 1 argument, got 0"),
      ("translate(a)", "column 11: expected a number, but found \"a)\""), ("3", "column 1: expected a modifier"),
      ("cascade(0.1, leftToRigth)", "column 14: there is no order \"leftToRigth\", did you mean \"left_to_right\"?"),
      ("background(#12)", "column 12: \"#12\" is no color"), ("timing(eas)", "column 8: timing: "),
      ("fade) scale(2)", "column 5: expected a modifier"), ("spring(-1, 2)", "column 1: spring: "),
      ("duration(-1)", "column 10: duration expected 0 or more seconds or auto, got -1"),
      ("scale(1e999)", "column 7: expected a number"),
      ("fade(0.5 scale(2)", "column 10: expected \")\", but found \"scale(2)\""),
    ])
  func errors(text: String, message: String) {
    let error = #expect(throws: SegueError.self) { try [Modifier](text: text) }
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
  }

  /// A stack a → b whose run, of a second and linear, has these modifiers.
  private func bench(_ entering: String, _ leaving: String = "", behind: Bool = false) throws -> (ContainerBench, Navigation) {
    let bench = try ContainerBench()
    for old in bench.engine.registry.definitions { bench.engine.unregister(old) }
    let stack = try bench.navigation("a")
    let definition = TransitionDefinition.modifiers(
      from: ["*"], to: ["*"], entering: try [Modifier](text: entering), leaving: try [Modifier](text: leaving),
      entersBehind: behind)
    definition.duration = { _ in 1 }
    try bench.engine.register(definition)
    try bench.engine.setStage(stack)
    try bench.play(0)
    return (bench, stack)
  }

  @Test(
    "F118 What comes goes from its modifiers to its natural state, what goes from that to its modifiers; back the other way")
  func bothWays() throws {
    let (bench, stack) = try bench("translate(0, 100%) scale(0.5) timing(linear)", "fade(0.6) timing(linear)")
    try bench.engine.set(.scale, of: bench["b"].view, to: [2, 2])
    func check(_ p: Double) throws {
      let engine = bench.engine
      #expect(try abs(engine.shownNumbers(.translation, of: bench["b"].view)[1] - 800 * (1 - p)) < 1e-3)
      #expect(try abs(engine.shownNumbers(.scale, of: bench["b"].view)[0] - (1 + p)) < 1e-6)
      #expect(try abs(engine.shownNumbers(.alpha, of: bench["a"].view)[0] - (1 - 0.4 * p)) < 1e-6)
    }
    try bench.go(stack.push(bench["b"]))
    for i in 0..<4 {
      try check(Double(i) / 4)
      try bench.play(0.25)
    }
    try bench.play(0.1)
    #expect(try bench.engine.numbers(.scale, of: bench["b"].view) == [2, 2])
    try bench.go(stack.pop())
    for i in 0..<4 {
      try check(1 - Double(i) / 4)
      try bench.play(0.25)
    }
    try bench.play(0.1)
    #expect(try bench.engine.numbers(.alpha, of: bench["a"].view) == [1] && stack.top.kind == "a")
  }

  @Test("F118 Views in a screen have modifiers of their own; conditions are asked for each run")
  func conditions() throws {
    let (bench, stack) = try bench("")
    let part = try bench.engine.makeView()
    try bench.engine.add(part, to: bench["b"].view)
    try bench.engine.setModifiers(
      [Modifier](text: "timing(linear) when_presenting(fade) when_dismissing(rotate(90)) when_appearing(corner(8))"), of: part)
    func shown() throws -> [Double] {
      try [Property.alpha, .rotation, .corner].map { try bench.engine.shownNumbers($0, of: part)[0] }
    }
    try bench.go(stack.push(bench["b"]))
    try bench.play(0.25)
    #expect(try shown() == [0.25, 0, 6])
    try bench.play(1)
    #expect(try shown() == [1, 0, 0])
    try bench.go(stack.pop())
    try bench.play(0.25)
    #expect(try abs(shown()[1] - 22.5) < 1e-4 && shown()[0] == 1 && shown()[2] == 0)
    #expect(throws: SegueError.self) { try bench.engine.setModifiers([.fade(0)], of: Handle(bits: 0)) }
    bench.engine.release(part)
    #expect(bench.engine.modifiers.isEmpty)
  }

  @Test(
    "F119 In a cascade the i-th child, in the order that was asked for, comes so much later",
    arguments: [
      (CascadeOrder.leftToRight, [0, 1, 2]), (.rightToLeft, [2, 1, 0]), (.topToBottom, [2, 0, 1]), (.bottomToTop, [1, 0, 2]),
      (.radial, [1, 0, 2]), (.inverseRadial, [2, 0, 1]),
    ])
  func cascade(order: CascadeOrder, wanted: [Int]) throws {
    let (bench, stack) = try bench("fade timing(linear) duration(0.2) cascade(0.1, \(order.rawValue))")
    // Of 400 × 800: the second is nearest to the middle, the third farthest.
    let children = try [(50.0, 300.0), (190, 500), (390, 10)].map { x, y in
      let view = try bench.engine.makeView()
      try bench.engine.set(.frame, of: view, to: [x, y, 10, 10])
      try bench.engine.add(view, to: bench["b"].view)
      return view
    }
    try bench.go(stack.push(bench["b"]))
    try bench.play(0.15)
    let alphas = try wanted.map { try bench.engine.shownNumbers(.alpha, of: children[$0])[0] }
    #expect(zip(alphas, [0.75, 0.25, 0]).allSatisfy { abs($0 - $1) < 1e-6 }, "\(alphas)")
    #expect(try bench.engine.shownNumbers(.alpha, of: bench["b"].view) == [1])
  }

  @Test("F54 F55 An automatic duration is 0.208 + min(way, 500) / 3000; who matches the longest ends with it")
  func durations() throws {
    #expect(abs(Run.automaticDuration(way: 0) - 0.208) < 1e-12 && abs(Run.automaticDuration(way: 300) - 0.308) < 1e-12)
    #expect(abs(Run.automaticDuration(way: 9000) - Run.automaticDuration(way: 500)) < 1e-12)
    let (bench, stack) = try bench("translate(300) duration(auto) timing(linear)", "fade match_longest timing(linear)")
    let run = try bench.go(stack.push(bench["b"]))
    #expect(run.duration == 1)
    try bench.play(0.154)
    #expect(try abs(bench.x("b") - 150) < 0.01 && abs(bench.engine.shownNumbers(.alpha, of: bench["a"].view)[0] - 0.5) < 1e-4)
  }
}

@Suite("Built-in transitions") struct BuiltInTransitionTests {
  /// What both screens show at eleven moments of a run between a and b.
  private func frames(_ dismisses: Bool, _ change: (TransitionDefinition) throws -> Void) throws -> [[Double]] {
    let bench = try ContainerBench()
    for old in bench.engine.registry.definitions { bench.engine.unregister(old) }
    let definition = TransitionDefinition(from: ["*"], to: ["*"])
    try change(definition)
    definition.duration = { _ in 1 }
    try bench.engine.register(definition)
    let stack = try bench.navigation("a")
    try bench.engine.setStage(stack)
    try bench.go(stack.push(bench["b"], animated: !dismisses))
    if dismisses { try bench.go(stack.pop()) }
    var frames: [[Double]] = []
    for i in 0...9 {
      var numbers: [Double] = bench.seen(stack.view) == ["a", "b"] ? [0] : [1]
      for kind in ["a", "b"] {
        for property in [Property.translation, .scale, .alpha] {
          numbers += try bench.engine.shownNumbers(property, of: bench[kind].view)
        }
      }
      frames.append(numbers)
      try bench.play(i == 9 ? 1 : 0.1)
    }
    #expect(bench.engine.runs.isEmpty)
    return frames
  }

  @Test("F121 Every built-in plays both ways, by text, and reads back", arguments: BuiltInTransition.names)
  func all(name: String) throws {
    let style = try BuiltInTransition(text: name)
    #expect(try BuiltInTransition(text: style.text) == style)
    let (forward, back) = (try frames(false) { $0.setStyle(style) }, try frames(true) { $0.setStyle(style) })
    #expect(forward[3] != forward[6])
    for (i, frame) in forward.enumerated() where i > 0 {
      for (a, b) in zip(frame, back[10 - i]) { #expect(abs(a - b) < 1e-3, "\(name) at \(i)") }
    }
  }

  @Test("F121 Directions turn the ways; errors name the nearest")
  func directions() throws {
    for (direction, x, y) in [("left", 100.0, 0.0), ("right", -100, 0), ("up", 0, 100), ("down", 0, -100)] {
      let style = try BuiltInTransition(text: "cover(\(direction))")
      let wanted = Modifier.translate(ModifierLength(x, isShare: x != 0), ModifierLength(y, isShare: y != 0))
      #expect(style.entering == [wanted], "\(style.entering)")
    }
    #expect(try BuiltInTransition(text: "pageIn (up)").text == "page_in(up)")
    for (text, message) in [
      ("psh", "there is no built-in transition \"psh\", did you mean \"push\"?"), ("fade(left)", "fade has no direction"),
      ("push(lef)", "push expected (left), (right), (up) or (down)"), ("push(left", "push expected"),
    ] {
      let error = #expect(throws: SegueError.self) { try BuiltInTransition(text: text) }
      #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }
  }

  @Test(
    "F90 A pair is one transition and the other backward",
    arguments: ["push(left)", "cover(up)", "slide(right)", "page_in(left)", "zoom", "fade"])
  func pairs(text: String) throws {
    let style = try BuiltInTransition(text: text)
    let reverse = try BuiltInTransition(text: style.reverse)
    #expect(try BuiltInTransition(text: reverse.reverse).text == style.text)
    let linear = { (style: BuiltInTransition) in
      { (definition: TransitionDefinition) in
        let steady: ([Modifier]) -> [Modifier] = { $0.isEmpty ? [] : $0 + [.timing(.linear)] }
        definition.setModifiers(
          entering: steady(style.entering), leaving: steady(style.leaving), entersBehind: style.entersBehind)
      }
    }
    let back = try frames(true, linear(style))
    let forward = try frames(true) { definition in
      linear(style)(definition)
      let steady: ([Modifier]) -> [Modifier] = { $0.isEmpty ? [] : $0 + [.timing(.linear)] }
      definition.animateDismiss = { run in
        if reverse.entersBehind {
          try run.engine.sendToBack(run.entering.view)
        } else {
          try run.engine.bringToFront(run.entering.view)
        }
        try run.plan(coming: (run.entering, steady(reverse.entering)), going: (run.leaving, steady(reverse.leaving)))
      }
    }
    for (i, (a, b)) in zip(back, forward).enumerated() {
      // Which is in front does not show where they stand side by side.
      for (x, y) in zip(a, b).dropFirst(text.hasPrefix("slide") ? 1 : 0) { #expect(abs(x - y) < 1e-3, "\(text) at \(i)") }
    }
  }

  @Test(
    "F121 A built-in is what its author would have written by hand, frame by frame",
    arguments: ["cover(left)", "push(left)", "zoom"])
  func byHand(text: String) throws {
    let style = try BuiltInTransition(text: text)
    for dismisses in [false, true] {
      let byHand = try frames(dismisses) { definition in
        definition.timing = .curve(.linear, duration: 0)
        definition.animate = { run in
          let (engine, from, to) = (run.engine, run.from.view, run.to.view)
          if text == "zoom" {
            try engine.sendToBack(to)
            try engine.set(.scale, of: to, to: [0.7, 0.7])
          } else {
            try engine.set(.translation, of: to, to: [400, 0])
          }
          try engine.animate(.init(.curve(.easeInOut, duration: run.duration))) {
            switch text {
            case "zoom":
              try engine.set(.scale, of: to, to: [1, 1])
              try engine.set(.scale, of: from, to: [1.3, 1.3])
              try engine.set(.alpha, of: from, to: [0])
            case "push(left)":
              try engine.set(.translation, of: to, to: [0, 0])
              try engine.set(.translation, of: from, to: [-120, 0])
            default: try engine.set(.translation, of: to, to: [0, 0])
            }
          }
        }
      }
      let built = try frames(dismisses) { $0.setStyle(style) }
      for (i, (a, b)) in zip(byHand, built).enumerated() {
        for (x, y) in zip(a, b) { #expect(abs(x - y) < 1e-4, "\(text) at \(i)") }
      }
    }
  }
}
