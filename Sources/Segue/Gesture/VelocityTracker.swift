// How fast something followed by samples is moving: a finger, or a value that a program sets by hand.

/// Measures velocity from timestamped positions, in units per second.
///
///     var tracker = VelocityTracker()
///     tracker.add(Point(0, 0), at: 0)
///     tracker.add(Point(1, 0), at: 0.01)
///     tracker.velocity(at: 0.01)   // (100, 0)
///
/// The stroke is the unbroken run of samples up to the newest: a silence of more than the gap starts a new one, so that a press
/// that waits and then flicks has the speed of the flick. A silence before the question counts as well: stopped, held and
/// lifted is 0. A device that goes on reporting the same place is as good as silent. One sample has no velocity.
public struct VelocityTracker: Sendable {
  /// How the samples of a stroke become one velocity.
  public enum Method: String, CaseIterable, Sendable {
    /// The slope of the straight line with the least squared error. Steady against jitter: the default.
    case leastSquares = "least_squares"
    /// The slope, at the newest sample, of the parabola with the least squared error: follows an accelerating finger better
    /// and jitter as well.
    case quadratic
    /// The speed that a body pushed from sample to sample would have: every push changes its energy by its own speed times what it
    /// is faster than the body. Follows a burst of speed without overshooting; Android's strategy for scrolling.
    case impulse
    /// Way over time, between the first and the last sample of the window.
    case windowAverage = "window_average"
  }

  private struct Sample {
    var time: Double
    var value: SIMD2<Double>
  }

  public let measure: VelocityMeasure
  /// Times strictly increase, no step is above the gap, the first is at most a window before the last.
  private var samples: [Sample] = []

  public init(_ measure: VelocityMeasure = .init()) {
    self.measure = measure
    samples.reserveCapacity(measure.samples + 1)
  }

  /// Forgets the samples: the next stroke starts at 0.
  public mutating func reset() { samples.removeAll(keepingCapacity: true) }

  /// Notes where the subject was. At an equal time the later word counts; an earlier time and a number that is not finite are
  /// ignored.
  public mutating func add(_ value: Point, at time: Double) {
    guard time.isFinite, value.x.isFinite, value.y.isFinite else { return }
    let sample = Sample(time: time, value: SIMD2(value.x, value.y))
    if let last = samples.last {
      if time < last.time { return }
      if time == last.time {
        samples[samples.count - 1] = sample
        return
      }
      // The first sample elsewhere after a rest begins a stroke, as the first after a silence does.
      if isGap(from: last.value == sample.value ? last.time : restStart, to: time) { reset() }
    }
    samples.append(sample)
    let kept = samples.firstIndex { time - $0.time <= measure.window + GestureConstants.timeSlack } ?? samples.count - 1
    if kept > 0 { samples.removeFirst(kept) }
    if samples.count > max(measure.samples, 2) { thinOut() }
  }

  /// The same for a value of one dimension; its velocity is `velocity(at:).x`.
  public mutating func add(_ value: Double, at time: Double) { add(Point(value, 0), at: time) }

  /// The velocity at a time, in units per second; 0 once the newest sample is older than the gap.
  public func velocity(at time: Double) -> Point {
    guard let first = samples.first, let last = samples.last,
      last.time - first.time >= GestureConstants.shortestStroke,
      !isGap(from: restStart, to: time)
    else { return .zero }
    let slope =
      switch measure.method {
      case .windowAverage: (last.value - first.value) / (last.time - first.time)
      case .leastSquares: fit(quadratic: false)
      case .quadratic: fit(quadratic: true)
      case .impulse: SIMD2(impulse { $0.x }, impulse { $0.y })
      }
    return slope.x.isFinite && slope.y.isFinite ? Point(slope.x, slope.y) : .zero
  }

  /// Since when the samples have all been at the newest one's place.
  private var restStart: Double {
    var i = samples.count - 1
    while i > 0, samples[i - 1].value == samples[i].value { i -= 1 }
    return samples[i].time
  }

  private func isGap(from start: Double, to end: Double) -> Bool {
    end - start > measure.gap + GestureConstants.timeSlack
  }

  /// Drops the inner sample whose neighbours are closest together, so that a fast device still fills the window: the newest
  /// 20 samples of a 10 kHz device would span 2 ms, in which whole pixels show no speed at all.
  private mutating func thinOut() {
    var densest = 1
    for i in 1..<samples.count - 1
    where samples[i + 1].time - samples[i - 1].time < samples[densest + 1].time - samples[densest - 1].time {
      densest = i
    }
    samples.remove(at: densest)
  }

  /// The first push starts from rest, which gives the body the energy v²/2 per unit of mass; each further one adds (v − body)·|v|.
  private func impulse(_ component: (SIMD2<Double>) -> Double) -> Double {
    func speed(_ energy: Double) -> Double { (2 * abs(energy)).squareRoot() * (energy < 0 ? -1 : 1) }
    var energy = 0.0
    for i in 1..<samples.count {
      let push = component(samples[i].value - samples[i - 1].value) / (samples[i].time - samples[i - 1].time)
      energy = i == 1 ? push * abs(push) / 2 : energy + (push - speed(energy)) * abs(push)
    }
    return speed(energy)
  }

  /// Least squares by polynomials that are orthogonal on the sample times: 1, u and u² − a·u − b, where u is the time from the
  /// mean in units of the span. Each coefficient is then a quotient of two sums, with no system to solve.
  private func fit(quadratic: Bool) -> SIMD2<Double> {
    let origin = samples[samples.count - 1]
    let span = origin.time - samples[0].time
    let count = Double(samples.count)
    var meanTime = 0.0
    var meanValue = SIMD2<Double>.zero
    for sample in samples {
      meanTime += (sample.time - origin.time) / span
      meanValue += sample.value - origin.value
    }
    meanTime /= count
    meanValue /= count

    var (u2, u3) = (0.0, 0.0)
    var xu = SIMD2<Double>.zero
    for sample in samples {
      let u = (sample.time - origin.time) / span - meanTime
      u2 += u * u
      u3 += u * u * u
      xu += (sample.value - origin.value - meanValue) * u
    }
    let linear = xu / u2
    guard quadratic, samples.count > 2 else { return linear / span }

    let (a, b) = (u3 / u2, u2 / count)
    var pp = 0.0
    var xp = SIMD2<Double>.zero
    for sample in samples {
      let u = (sample.time - origin.time) / span - meanTime
      let p = u * u - a * u - b
      pp += p * p
      xp += (sample.value - origin.value - meanValue) * p
    }
    // Nearly all samples at two times: a parabola through them could have any slope.
    guard pp > 1e-9 else { return linear / span }
    let newest = -meanTime
    return (linear + xp / pp * (2 * newest - a)) / span
  }
}
