// How scripts say how something moves: the options that every starter shares.

import Segue

let springOptions = Options(SpringParameters.Name.allCases.map { .number($0.rawValue) } + [.boolean("clamp")])

/// A name, or four numbers of a cubic Bézier (what `segue.bezier` returns), or a function of progress.
let timingItem = Item.string("timing").or(.numbers("timing", Names("x1", "y1", "x2", "y2"), least: 4)).or(.function("timing"))

let motionItems: [Item] = [
  .number("duration"), timingItem, .options("spring", springOptions), .number("delay"),
]

/// What motions that play by themselves take besides: how often and which way.
let effectItems: [Item] = [
  Item.number("loops").orInfinite, .boolean("yoyo"), .word("direction", of: EffectTiming.Direction.allCases.map(\.rawValue)),
  .word("fill", of: EffectTiming.Fill.allCases.map(\.rawValue)), .number("iteration_start"), .number("end_delay"),
  .number("rate"), .boolean("pauses_on_completion"),
]

/// Options of what starts by itself: in a plan each motion has its place.
let starterItems: [Item] = motionItems + effectItems + [.word("policy", of: OwnershipPolicy.allCases.map(\.rawValue))]

/// Where the options of a starter stand in its descriptor, which begins with `motionItems` or `starterItems`: looked up by
/// place, since every start asks for all of them.
enum StarterOption: Int, CaseIterable {
  case duration, timing, spring, delay, loops, yoyo, direction, fill, iterationStart, endDelay, rate, pausesOnCompletion, policy
}

extension Argument {
  /// Not given where the descriptor ends before it.
  private subscript(option: StarterOption) -> Argument { self[optionAt: option.rawValue] }

  /// The spring of a table of spring options.
  func spring() throws(ScriptError) -> Spring {
    var parameters = SpringParameters()
    for (i, name) in SpringParameters.Name.allCases.enumerated() { parameters[name] = self[i].numberIfGiven }
    do {
      var spring = try parameters.spring()
      spring.clamps = self["clamp"].booleanIfGiven ?? false
      return spring
    } catch { throw ScriptError("spring: \(error)") }
  }

  /// The curve of a `timing` option.
  func curve(_ call: Call) throws(ScriptError) -> Curve {
    if isString {
      if let last = call.area.lastNamedCurve, isText(last.name) { return last.curve }
      let name = string
      if let known = Curve.named.first(where: { $0.name == name }) {
        call.area.lastNamedCurve = (Array(name.utf8), known.curve)
        return known.curve
      }
      let nearest = nearestName(to: name, among: Curve.named.map(\.name)).map { ", did you mean \"\($0)\"?" } ?? ""
      throw ScriptError("timing: there is no curve \"\(name)\"\(nearest)")
    }
    do {
      if isNumbers { return try Curve.bezier(numbers[0], numbers[1], numbers[2], numbers[3]) }
      let bridge = call.bridge
      let callback = try call.store(self, owner: .root)
      defer { bridge.remove(callback) }
      return try Curve.sampled { x in
        let answer = try bridge.ask(callback, [.number(x)], kind: "timing")
        guard let y = answer?.first?.asNumber else {
          throw ScriptError("timing: the function must return a number for \(x)")
        }
        return y
      }
    } catch let error as ScriptError {
      throw error
    } catch {
      throw ScriptError("timing: \(error)")
    }
  }

  /// All that a table of `starterItems` asks for.
  func motionOptions(_ call: Call) throws(ScriptError) -> Engine.MotionOptions {
    guard isOptions else { return Engine.MotionOptions() }
    var options = Engine.MotionOptions(try timing(call), delay: self[.delay].number)
    guard hasOption(after: StarterOption.delay.rawValue) else { return options }
    options.rate = self[.rate].numberIfGiven ?? 1
    options.effect = try effect()
    options.pausesOnCompletion = self[.pausesOnCompletion].booleanIfGiven ?? false
    if let policy = self[.policy].wordIfGiven { options.policy = OwnershipPolicy.allCases[policy] }
    return options
  }

  /// nil for a motion that plays once and forward. Without a `fill` the ends stay.
  private func effect() throws(ScriptError) -> EffectTiming? {
    let (loops, yoyo, direction) = (self[.loops], self[.yoyo], self[.direction])
    let (fill, start, endDelay) = (self[.fill], self[.iterationStart], self[.endDelay])
    guard loops.isGiven || yoyo.isGiven || direction.isGiven || fill.isGiven || start.isGiven || endDelay.isGiven else {
      return nil
    }
    if yoyo.isGiven, direction.isGiven {
      throw ScriptError("yoyo and direction say the same thing; give one of them")
    }
    var effect = EffectTiming()
    effect.fill = fill.wordIfGiven.map { EffectTiming.Fill.allCases[$0] } ?? .forwards
    effect.iterations = loops.numberIfGiven ?? 1
    guard effect.iterations > 0 else { throw ScriptError("loops expected a number above 0, got \(effect.iterations)") }
    if yoyo.booleanIfGiven == true { effect.direction = .alternate }
    if let word = direction.wordIfGiven { effect.direction = EffectTiming.Direction.allCases[word] }
    effect.iterationStart = start.number
    effect.endDelay = endDelay.number
    // There and back is what going there and back once means.
    if yoyo.booleanIfGiven == true, !loops.isGiven { effect.iterations = 2 }
    return effect
  }

  /// The timing that a table of options asks for; nil if it says nothing of it. In a plan what has only a duration is linear,
  /// since the definition's own timing bends the whole; elsewhere it is "ease".
  func timing(_ call: Call) throws(ScriptError) -> Timing? {
    guard isOptions else { return nil }
    let (duration, timing) = (self[.duration], self[.timing])
    if self[.spring].isOptions {
      if duration.isGiven || timing.isGiven {
        throw ScriptError(
          "spring takes the time that it takes; give it a duration inside, as spring = { duration = \(duration.numberIfGiven ?? 0.5) }"
        )
      }
      return .spring(try self[.spring].spring())
    }
    guard duration.isGiven || timing.isGiven else { return nil }
    if let seconds = duration.numberIfGiven, seconds < 0 {
      throw ScriptError("duration expected 0 or more seconds, got \(seconds)")
    }
    let curve = timing.isGiven ? try timing.curve(call) : call.area.engine.isPlanning ? .linear : .ease
    return .curve(curve, duration: duration.numberIfGiven ?? defaultDuration)
  }
}

/// Seconds of a motion whose timing is given without a duration.
private let defaultDuration = 0.25
