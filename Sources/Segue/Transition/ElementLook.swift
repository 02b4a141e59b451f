// How an element looks from a stage: the numbers that a view directly on that stage needs to stand and look like it.

/// An element's box in a stage's coordinates, whatever stands between the two: lane by lane, in the order of `ViewLane`.
struct ElementLook {
  var lanes: [Double]
  /// Its parents slant it, which no view does to itself: of its shape only the centre, the x axis and the area are kept.
  private(set) var isSlanted: Bool

  subscript(lane: Int) -> Double {
    get { lanes[lane] }
    set { lanes[lane] = newValue }
  }

  /// - Parameter value: What a lane is to count as.
  /// - Returns: nil where the element does not stand in the stage, or is scaled to nothing.
  init?(_ view: Handle<View>, on stage: Handle<View>, in scene: Scene, _ value: (Lane) -> Double) {
    guard let record = scene.views[view] else { return nil }
    func number(_ record: View, _ lane: Int) -> Double { value(Lane(index: record.lanes + Int32(lane), precision: .float)) }
    let own = scene.pose(of: record, value)
    var transform = own.transform
    var alpha = 1.0
    var above = record.parent
    while let parent = above, parent != stage, let record = scene.views[parent] {
      transform = scene.pose(of: record, value).transform.appending(inner: transform)
      alpha *= min(max(number(record, ViewLane.alpha), 0), 1)
      above = record.parent
    }
    guard above == stage else { return nil }

    let across = Elementary.length(transform.a, transform.b)
    let determinant = transform.a * transform.d - transform.b * transform.c
    guard across > 0, determinant != 0, determinant.isFinite else { return nil }
    let down = determinant.magnitude / across
    isSlanted = (transform.a * transform.c + transform.b * transform.d).magnitude > 1e-3 * across * down
    let center = transform.apply(Point(own.frame.width / 2, own.frame.height / 2))
    let size = Size(own.frame.width * across, own.frame.height * down)
    lanes = ViewLane.defaults.map(Double.init)
    for lane in [ViewLane.alpha, ViewLane.corner, ViewLane.borderWidth, ViewLane.shadowBlur] {
      lanes[lane] = number(record, lane)
    }
    for color in [ViewLane.background, ViewLane.borderColor, ViewLane.shadowColor] {
      for lane in color..<color + 4 { lanes[lane] = number(record, lane) }
    }
    lanes[ViewLane.alpha] *= alpha
    // Around the origin, so that its translation is where its middle is, however large it is.
    (lanes[ViewLane.x], lanes[ViewLane.y]) = (-size.width / 2, -size.height / 2)
    (lanes[ViewLane.translationX], lanes[ViewLane.translationY]) = (center.x, center.y)
    (lanes[ViewLane.width], lanes[ViewLane.height]) = (size.width, size.height)
    lanes[ViewLane.rotation] = Elementary.degrees(ofX: transform.a, y: transform.b)
    if determinant < 0 { lanes[ViewLane.scaleY] = -1 }
    let mean = (across * down).squareRoot()
    for lane in [ViewLane.corner, ViewLane.borderWidth, ViewLane.shadowBlur] { lanes[lane] *= mean }
    lanes[ViewLane.shadowOffsetX] = number(record, ViewLane.shadowOffsetX) * across
    lanes[ViewLane.shadowOffsetY] = number(record, ViewLane.shadowOffsetY) * down
  }

  /// The same with colors as another space has them.
  mutating func convertColors(from: ColorSpace, to: ColorSpace) {
    guard from != to else { return }
    for color in [ViewLane.background, ViewLane.borderColor, ViewLane.shadowColor] {
      let numbers = Color(Array(lanes[color..<color + 4]), in: from).components(in: to)
      for (j, number) in numbers.enumerated() { lanes[color + j] = number }
    }
  }

  /// What is not seen takes its color and shape from the other end, so that it fades in as it will be.
  mutating func borrow(from other: ElementLook) {
    func take(_ from: Int, _ count: Int) {
      for lane in from..<from + count { lanes[lane] = other[lane] }
    }
    if lanes[ViewLane.background + 3] <= 0 { take(ViewLane.background, 3) }
    if lanes[ViewLane.borderWidth] <= 0 { take(ViewLane.borderColor, 4) }
    if lanes[ViewLane.shadowColor + 3] <= 0 {
      take(ViewLane.shadowColor, 3)
      take(ViewLane.shadowBlur, 1)
      take(ViewLane.shadowOffsetX, 2)
    }
  }

  /// The same rotation, by whole turns as near as can be to another's.
  mutating func turn(towards other: ElementLook) {
    let way = lanes[ViewLane.rotation] - other[ViewLane.rotation]
    lanes[ViewLane.rotation] = other[ViewLane.rotation] + way.remainder(dividingBy: 360)
  }
}

extension Engine {
  /// How an element looks and how fast that changes, when lanes are as given.
  func look(
    of view: Handle<View>, on stage: Handle<View>, _ state: (Lane) -> LaneState
  ) -> (look: ElementLook, velocity: [Double])? {
    guard let look = ElementLook(view, on: stage, in: scene, { state($0).position }) else { return nil }
    let still = (look, [Double](repeating: 0, count: ViewLane.count))
    var moves = false
    var above: Handle<View>? = view
    while let view = above, view != stage, let record = scene.views[view] {
      for lane in 0..<Int32(ViewLane.count) where state(Lane(index: record.lanes + lane, precision: .float)).velocity != 0 {
        moves = true
      }
      above = record.parent
    }
    guard moves else { return still }
    // A central difference over a time so short that nobody could see a step.
    let step = 1.0 / 4096
    func moved(_ by: Double) -> ElementLook? {
      ElementLook(view, on: stage, in: scene) { lane in
        let state = state(lane)
        return state.position + by * state.velocity
      }
    }
    guard var before = moved(-step), var after = moved(step) else { return still }
    before.turn(towards: look)
    after.turn(towards: look)
    return (look, zip(after.lanes, before.lanes).map { ($0 - $1) / (2 * step) })
  }
}
