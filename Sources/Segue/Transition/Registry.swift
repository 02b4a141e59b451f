// Which definition serves: by priority, then by how closely it names the kinds, then by order of registration.

extension TransitionDefinition {
  /// What came of asking it.
  enum Answer {
    /// It serves; a higher number names the kinds more closely.
    case serves(closeness: Int)
    /// Why it does not.
    case passes(String)
  }

  /// Whether it serves a run between these screens. The declared roles swap on a dismissal.
  func answer(leaving: Screen, entering: Screen, _ asked: TransitionDirection) throws -> Answer {
    guard isEnabled else { return .passes("it is disabled") }
    let (source, destination) = asked == .present ? (leaving, entering) : (entering, leaving)
    if let match {
      return try match(source, destination, asked) ? .serves(closeness: 0) : .passes("its match says no")
    }
    if let direction, direction != asked { return .passes("its direction is \(direction.rawValue)") }
    guard let near = source.closeness(to: from) else { return .passes("its from is \(Self.list(from))") }
    guard let far = destination.closeness(to: to) else { return .passes("its to is \(Self.list(to))") }
    if let when, try !when(source, destination, asked) { return .passes("its when says no") }
    return .serves(closeness: near + far)
  }
}

extension Screen {
  /// How closely a list of kinds names the screen: the parts of the longest name that fits, 0 for "*"; nil if none fits.
  func closeness(to patterns: [String]) -> Int? {
    patterns.filter(matches).map { $0 == "*" ? 0 : $0.split(separator: ".").count }.max()
  }
}

/// The definitions of an engine, in order of registration.
struct Registry {
  private(set) var definitions: [TransitionDefinition] = []

  mutating func add(_ definition: TransitionDefinition) { definitions.append(definition) }
  mutating func remove(_ definition: TransitionDefinition) { definitions.removeAll { $0 === definition } }

  /// Which definition serves a run; asking changes nothing. A function that fails passes its definition over and is told to
  /// `failed`; `passed` hears why each of the others does not serve.
  func definition(
    leaving: Screen, entering: Screen, _ direction: TransitionDirection, failed: (TransitionDefinition, any Error) -> Void,
    passed: ((TransitionDefinition, String) -> Void)? = nil
  ) -> TransitionDefinition? {
    var best: (definition: TransitionDefinition, closeness: Int)?
    for definition in definitions {
      // Nothing that could be asked would let it win.
      if passed == nil, let best, definition.priority < best.definition.priority { continue }
      do {
        switch try definition.answer(leaving: leaving, entering: entering, direction) {
        case .passes(let why): passed?(definition, why)
        case .serves(let closeness):
          guard let before = best else {
            best = (definition, closeness)
            continue
          }
          let (old, new) = ((before.definition.priority, before.closeness), (definition.priority, closeness))
          let why = old.0 != new.0 ? "priority" : old.1 != new.1 ? "kinds named more closely" : "registered first"
          if new > old {
            passed?(before.definition, "\(definition.title) goes first: \(why)")
            best = (definition, closeness)
          } else {
            passed?(definition, "\(before.definition.title) goes first: \(why)")
          }
        }
      } catch {
        failed(definition, error)
      }
    }
    return best?.definition
  }
}

/// Why a definition serves, and why others do not.
public struct Explanation: CustomStringConvertible {
  /// What would serve; nil: nothing, and the change is there at once.
  public var definition: TransitionDefinition?
  /// What was chosen and why, then a line for each definition that was passed over.
  public var lines: [String]

  public var description: String { lines.joined(separator: "\n") }
}

extension Engine {
  /// Which definition would serve between two screens, in their declared roles, and why. Asking changes nothing, but `when` and
  /// `match` are called.
  public func explain(from: Screen, to: Screen, _ direction: TransitionDirection) -> Explanation {
    let (leaving, entering) = direction == .present ? (from, to) : (to, from)
    let way = "\(from.kind) → \(to.kind), \(direction.rawValue)"
    for (owner, what) in [(to, "the screen \"\(to.kind)\"")] {
      if let own = owner.choices.ownDefinition {
        return Explanation(definition: own, lines: ["\(way): \(own.title), of \(what)"])
      }
    }
    if let container = leaving.container ?? entering.container, let own = container.choices.ownDefinition {
      return Explanation(definition: own, lines: ["\(way): \(own.title), of the \(container.title) itself"])
    }
    var lines: [String] = []
    let chosen = registry.definition(
      leaving: leaving, entering: entering, direction,
      failed: { lines.append("  passed over: \($0.title): \($1)") },
      passed: { lines.append("  passed over: \($0.title): \($1)") })
    let last = (leaving.container ?? entering.container)?.lastResort
    let first =
      if let chosen { "\(way): \(chosen.title)" } else if let last {
        "\(way): the \(last.name ?? "built-in"), since nothing serves"
      } else {
        "\(way): nothing serves; the change is there at once"
      }
    return Explanation(definition: chosen ?? last, lines: [first] + lines)
  }
}
