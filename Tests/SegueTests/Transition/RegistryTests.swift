import Testing

@testable import Segue

@Suite("Which definition serves") struct RegistryTests {
  private func definition(
    _ name: String, _ from: [String], _ to: [String], _ change: (TransitionDefinition) -> Void = { _ in }
  ) -> TransitionDefinition {
    let definition = TransitionDefinition(from: from, to: to)
    definition.name = name
    definition.animate = { _ in }
    change(definition)
    return definition
  }

  /// The name of what serves, after registering these.
  private func chosen(
    _ bench: ContainerBench, _ leaving: String, _ entering: String, _ direction: TransitionDirection
  ) -> String? {
    bench.engine.definition(leaving: bench[leaving], entering: bench[entering], direction)?.name
  }

  private func bench(_ definitions: [TransitionDefinition]) throws -> ContainerBench {
    let bench = try ContainerBench()
    for old in bench.engine.registry.definitions { bench.engine.unregister(old) }
    for definition in definitions { try bench.engine.register(definition) }
    return bench
  }

  @Test("F04 Kinds and their dotted parents match, and roles swap on a dismissal")
  func kinds() throws {
    let bench = try bench([definition("d", ["list"], ["photo"])])
    #expect(chosen(bench, "list", "photo", .present) == "d" && chosen(bench, "list.big", "photo.full.x", .present) == "d")
    #expect(chosen(bench, "photo.full", "list", .dismiss) == "d")
    #expect(chosen(bench, "photo", "list", .present) == nil && chosen(bench, "list", "photo", .dismiss) == nil)
    #expect(chosen(bench, "lists", "photo", .present) == nil)
  }

  @Test("F05 Lists of kinds: six pairs, and as many returns")
  func lists() throws {
    let bench = try bench([definition("d", ["a", "b", "c"], ["d", "e"])])
    var count = 0
    for from in ["a", "b", "c", "d", "e"] {
      for to in ["a", "b", "c", "d", "e"] {
        if chosen(bench, from, to, .present) != nil { count += 1 }
        if chosen(bench, from, to, .dismiss) != nil { count += 100 }
      }
    }
    #expect(count == 606)
  }

  @Test("F06 A definition for one direction never answers the other")
  func direction() throws {
    for direction in TransitionDirection.allCases {
      let bench = try bench([definition("d", ["a"], ["b"]) { $0.direction = direction }])
      #expect((chosen(bench, "a", "b", .present) == "d") == (direction == .present))
      #expect((chosen(bench, "b", "a", .dismiss) == "d") == (direction == .dismiss))
    }
  }

  @Test("F07 when narrows; match stands for all rules; both get from, to and direction as declared")
  func predicates() throws {
    var asked: [String] = []
    let when = definition("when", ["a"], ["b"]) {
      $0.when = { from, to, direction in
        asked.append("\(from.kind) \(to.kind) \(direction.rawValue)")
        return direction == .present
      }
    }
    let match = definition("match", ["nothing"], ["nothing"]) {
      $0.direction = .present
      $0.match = { from, to, direction in
        asked.append("match \(from.kind) \(to.kind) \(direction.rawValue)")
        return to.kind == "z"
      }
    }
    let bench = try bench([when, match])
    #expect(chosen(bench, "a", "b", .present) == "when" && chosen(bench, "b", "a", .dismiss) == nil)
    #expect(chosen(bench, "x", "b", .present) == nil && chosen(bench, "z", "q", .dismiss) == "match")
    #expect(asked.filter { $0.hasPrefix("a") } == ["a b present", "a b dismiss"] && asked.contains("match q z dismiss"))
    match.isEnabled = false
    #expect(chosen(bench, "z", "q", .dismiss) == nil)
  }

  @Test("F08 N12 Priority, then kinds named more closely, then the order of registration")
  func order() throws {
    let any = definition("any", ["*"], ["*"])
    let first = definition("first", ["list"], ["photo"])
    let second = definition("second", ["list"], ["photo"])
    let close = definition("close", ["list"], ["photo.full"])
    let bench = try bench([any, first, second, close])
    #expect(chosen(bench, "list", "photo", .present) == "first" && chosen(bench, "list", "photo.full", .present) == "close")
    #expect(chosen(bench, "x", "photo", .present) == "any")
    any.priority = 1
    #expect(chosen(bench, "list", "photo.full", .present) == "any")
    second.priority = 1
    #expect(chosen(bench, "list", "photo", .present) == "second")
  }

  @Test("F08 N12 An explanation names what serves and why each of the others does not")
  func explanation() throws {
    let bench = try bench([
      definition("fade", ["list"], ["photo"]), definition("off", ["list"], ["photo"]) { $0.isEnabled = false },
      definition("away", ["list"], ["photo"]) { $0.direction = .dismiss }, definition("other", ["x"], ["photo"]),
      definition("never", ["*"], ["*"]) { $0.when = { _, _, _ in false } },
      definition("close", ["list"], ["photo.full"]),
      definition("broken", ["*"], ["*"]) { $0.when = { _, _, _ in throw SegueError("oh") } },
    ])
    let explanation = bench.engine.explain(from: bench["list"], to: bench["photo.full"], .present)
    #expect(explanation.definition?.name == "close")
    #expect(
      explanation.description == """
        list → photo.full, present: transition "close"
          passed over: transition "off": it is disabled
          passed over: transition "away": its direction is dismiss
          passed over: transition "other": its from is "x"
          passed over: transition "never": its when says no
          passed over: transition "fade": transition "close" goes first: kinds named more closely
          passed over: transition "broken": oh
        """)
    #expect(
      bench.engine.explain(from: bench["q"], to: bench["r"], .present).lines[0]
        == "q → r, present: nothing serves; the change is there at once")
  }

  @Test("F09 A disabled definition is never chosen, in either direction")
  func disabled() throws {
    let off = definition("d", ["a"], ["b"]) { $0.isEnabled = false }
    let bench = try bench([off])
    #expect(chosen(bench, "a", "b", .present) == nil && chosen(bench, "b", "a", .dismiss) == nil)
    off.isEnabled = true
    #expect(chosen(bench, "a", "b", .present) == "d" && chosen(bench, "b", "a", .dismiss) == "d")
  }

  @Test("F10 Asking which definition would serve changes nothing, also while a run of it is under way")
  func lookUp() throws {
    let bench = try ContainerBench()
    let stack = try bench.navigation("a")
    try bench.engine.setStage(stack)
    let run = try bench.go(stack.push(bench["b"]))
    try bench.play(0.1)
    let shown = try (bench.x("a"), bench.x("b"), run.progress, bench.take())
    for direction in TransitionDirection.allCases {
      _ = bench.engine.definition(leaving: bench["a"], entering: bench["b"], direction)
      _ = bench.engine.explain(from: bench["a"], to: bench["b"], direction)
    }
    try bench.play(0)
    #expect(try bench.x("a") == shown.0 && bench.x("b") == shown.1 && run.progress == shown.2 && bench.take().isEmpty)
    #expect(run.state == .running && stack.run === run)
  }

  @Test("F12 Where nothing serves the change is there at once, and the completion comes")
  func noMatch() throws {
    let bench = try bench([])
    let stack = try bench.navigation("a")
    try bench.engine.setStage(stack)
    var ended: [EndReason] = []
    let run = try bench.go(stack.push(bench["b"]) { ended.append($0) })
    #expect(ended == [.finished] && run.state == .ended && bench.seen(stack.view) == ["b"])
  }
}
