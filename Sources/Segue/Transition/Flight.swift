// One shared element on its way: a view over both screens that looks like the element at either end, while both are out of sight.

/// How a shared element flies.
public struct ShareOptions: Sendable {
  /// What of the element is seen on the way.
  public enum Content: String, Sendable, CaseIterable {
    /// The elements themselves, whatever they show meanwhile.
    case live
    /// A picture of the one that it flies from; at the other end it fades into what is there.
    case picture
  }
  public var content = Content.live
  /// Whether what one element shows fades into what the other shows. nil: where they do not show the same.
  public var fades: Bool?
  /// Where proportions change, content is scaled to cover and the rest is cut; else it is stretched.
  public var crops = true
  /// Whether the corner radius changes on the way; else it is that of the end throughout.
  public var changesCorner = true
  /// How far the way is bent, −1…1, where it leads both across and down by 1 or more.
  public var arc = 0.0
  public init() {}
}

final class Flight {
  let id: String
  let stage: Handle<View>
  /// What is seen of it. Its lanes are a box on the stage.
  let flyer: Handle<View>
  /// The elements in whose place it is shown.
  private(set) var elements: [Handle<View>] = []
  private var layers: [Handle<View>] = []
  /// What an earlier flight showed, on its way out.
  private var afterglow: [Handle<View>] = []
  /// What it waits for to end when no run has it any more.
  private var homeward: Handle<Animator>?
  private unowned let engine: Engine

  init(_ engine: Engine, id: String, stage: Handle<View>, colorSpace: ColorSpace) throws(SegueError) {
    (self.engine, self.id, self.stage) = (engine, id, stage)
    flyer = try engine.makeView(id: nil, colorSpace: colorSpace)
    engine.scene.views[flyer]?.isEngines = true
    try? engine.scene.setTakesInput(false, of: flyer)
    do throws(SegueError) { try engine.add(flyer, to: stage) } catch {
      try? engine.scene.destroy(flyer)
      throw error
    }
    // In front of whatever stands there.
    let front = engine.scene.children(of: stage).compactMap { engine.scene.shown(.z, of: $0)?[0] }.max() ?? 0
    engine.motion.set(lane(ViewLane.z), front, at: engine.moment)
    engine.flights.append(self)
  }

  func lane(_ lane: Int) -> Lane { Lane(index: (engine.scene.views[flyer]?.lanes ?? 0) + Int32(lane), precision: .float) }

  var isAlive: Bool { engine.scene.isAlive(flyer) }

  /// Shows the flyer in place of elements, no longer in place of others.
  func stand(for elements: [Handle<View>]) {
    for view in elements where engine.scene.isAlive(view) { engine.scene.views[view]!.standIns += 1 }
    for view in self.elements where engine.scene.isAlive(view) { engine.scene.views[view]!.standIns -= 1 }
    self.elements = elements
    engine.changed = true
  }

  /// Has the flyer show other things, back to front. Layers that show the same already stay as they are.
  /// - Returns: Whether the layers are new.
  func show(_ shown: [(mirror: Mirror, picture: Snapshot?)]) throws(SegueError) -> Bool {
    let now = layers.compactMap { engine.scene.views[$0]?.mirror }
    if !layers.isEmpty, now == shown.map(\.mirror) { return false }
    let before = layers.isEmpty ? nil : engine.scene.picture(of: flyer, whole: false)
    for layer in layers + afterglow { try? engine.scene.destroy(layer) }
    (layers, afterglow) = ([], [])
    for (mirror, picture) in shown { layers.append(try makeLayer(mirror, picture)) }
    guard let before else { return true }
    // What was seen so far goes in a moment of its own, over what is seen from now on.
    let last = try makeLayer(Mirror(view: nil, crops: false), before)
    afterglow = [last]
    let outer = engine.recordings
    engine.recordings = []
    defer { engine.recordings = outer }
    try engine.move(last, [Engine.Change(.alpha, SIMD4.zero)], .init(.curve(.linear, duration: Self.afterglowDuration)))
    return true
  }

  private func makeLayer(_ mirror: Mirror, _ picture: Snapshot?) throws(SegueError) -> Handle<View> {
    let layer = try engine.makeView()
    engine.scene.views[layer]?.isEngines = true
    engine.scene.views[layer]?.mirror = mirror
    try engine.add(layer, to: flyer)
    guard let picture else { return layer }
    // A mirror has no size of its own to be measured.
    try? engine.scene.noteSet(.frame, of: layer)
    try engine.setContent(.picture(picture), of: layer)
    return layer
  }

  /// The lane of a layer's alpha.
  func alpha(ofLayer index: Int) -> Lane {
    Lane(index: (engine.scene.views[layers[index]]?.lanes ?? 0) + Int32(ViewLane.alpha), precision: .float)
  }

  /// Seconds in which what an earlier flight showed goes.
  static let afterglowDuration = 0.15

  /// Everything is as it was without the flight.
  func land() {
    stand(for: [])
    try? engine.scene.destroy(flyer)
    engine.flights.removeAll { $0 === self }
    engine.settleEndings()
    engine.changed = true
  }

  /// Its run has been planned without it: the elements are there again, and the flyer goes where it is.
  func dissolve(_ shown: [Lane: LaneState]) {
    stand(for: [])
    for j in 0..<ViewLane.count {
      if let state = shown[lane(j)] { engine.motion.set(lane(j), state.position, at: engine.moment) }
    }
    let outer = engine.recordings
    engine.recordings = []
    defer { engine.recordings = outer }
    let options = Engine.MotionOptions(.curve(.linear, duration: Self.afterglowDuration))
    guard let animator = try? engine.move(flyer, [Engine.Change(.alpha, SIMD4.zero)], options) else { return land() }
    land(after: animator)
  }

  /// Ends with a motion, unless another run takes it on before.
  private func land(after animator: Handle<Animator>) {
    homeward = animator
    let isUnderWay = engine.whenEnded(animator) { [weak self] _ in if self?.homeward == animator { self?.land() } }
    if !isUnderWay { land() }
  }

  /// Its run has ended before it: it goes on to where its lanes are now, from where they were seen.
  func stray(from states: [LaneState]) {
    let animator = engine.animators.insert(Animator())
    land(after: animator)
    var pulled = 0
    for (j, state) in states.enumerated() {
      let lane = lane(j)
      let home = engine.motion.shown(lane)
      guard home != state.position || state.velocity != 0 else { continue }
      pulled += 1
      engine.animators[animator]!.waiting += 1
      engine.motion.pull(
        lane, Timeline.residualSpring, from: state, to: home, unit: ViewLane.units[j], at: engine.moment, animator: animator)
    }
    if pulled == 0 { engine.end(animator, .finished, at: engine.moment) }
    engine.noteDue()
  }

  /// Another run takes it on.
  func claim() { homeward = nil }

  /// How its lanes are seen now.
  var states: [LaneState] { (0..<ViewLane.count).map { engine.motion.state(lane($0), at: engine.moment) } }
}
