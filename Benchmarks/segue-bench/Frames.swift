// What a frame costs: many separate objects, few wide blocks, springs, cold caches, nothing at all.

import CReference
import Glibc
import Segue

let inOutCubic = Curve.ease(.cubic, .inOut)

func tween(_ curve: Curve) -> (Int) -> Timing { { .curve(curve, duration: duration($0)) } }

/// A reference with the durations of `tween`.
func referenceTweens(_ count: Int) -> ReferenceObjects {
  ReferenceObjects(count, rate: { 1 / duration($0) }, end: duration)
}

/// Curves besides ease in-out cubic: CSS's "ease", Material's steep start, and a script's function.
func otherCurves() -> [(name: String, curve: Curve)] {
  [
    ("ease", .ease), ("material", .material),
    ("function", try? Curve.sampled { x in 1 - (1 - x) * (1 - x) * (1 + 2 * x * (1 - x)) }),
    ("elastic", .ease(.elastic, .out)),
  ].compactMap { name, curve in curve.map { (name, $0) } }
}

func many() -> [Row] {
  var rows: [Row] = []
  for count in [100, 1_000, 10_000, 100_000, 1_000_000] {
    let ours = Objects(count, tween(inOutCubic))
    let reference = referenceTweens(count)
    let rounds = count > 100_000 ? 9 : 15
    let times = compare(items: count, rounds: rounds, [ours.frame, reference.frame])
    rows.append(
      Row(
        workload: "many", name: "in-out cubic", objects: count, unit: "object, frame", time: times[0].median,
        ratio: ratio(times[0], times[1])))
    rows.append(Row(workload: "many", name: "C", objects: count, unit: "object, frame", time: times[1].median))
    if count == 10_000 {
      for (name, curve) in otherCurves() {
        let other = Objects(count, tween(curve))
        let times = compare(items: count, [other.frame, ours.frame])
        rows.append(
          Row(
            workload: "many", name: name, objects: count, unit: "object, frame", time: times[0].median,
            ratio: ratio(times[0], times[1]), against: "in-out cubic"))
      }
      let mixed = Objects(count) { i in
        .curve([inOutCubic, .ease, .material, .ease(.quint, .out)][i % 4], duration: duration(i))
      }
      let times = compare(items: count, [mixed.frame, reference.frame])
      rows.append(
        Row(
          workload: "many", name: "four curves", objects: count, unit: "object, frame", time: times[0].median,
          ratio: ratio(times[0], times[1])))
      rows.append(overhead(ours))
      rows.append(contentsOf: steadiness(ours, reference))
      rows.append(contentsOf: endings(count))
    }
    if count == 1_000_000 { rows.append(traffic(count, frame: times[0].median)) }
  }
  return rows
}

/// What a frame in which nothing begins or ends does besides its work.
private func overhead(_ objects: Objects) -> Row {
  let frames = 1000
  for _ in 0..<10 { objects.frame() }
  reference_count_references(true)
  let before = reference_counted()
  for _ in 0..<frames { objects.frame() }
  let after = reference_counted()
  reference_count_references(false)
  func each(_ count: KeyPath<reference_counts, Int>) -> String {
    decimal(Double(after[keyPath: count] - before[keyPath: count]) / Double(frames))
  }
  return Row(
    workload: "many", name: "besides its work", objects: objects.lanes.count, unit: "frame", time: .nan,
    note: "\(each(\.allocations)) allocations, \(each(\.references)) retains and releases, \(each(\.locks)) locks")
}

/// The worst of 10,000 frames; the loop in C, in turns, says how much of it is the machine's.
private func steadiness(_ objects: Objects, _ reference: ReferenceObjects) -> [Row] {
  let frames = 10_000
  var (ours, c): ([Double], [Double]) = ([], [])
  for _ in 0..<frames {
    let first = processorTime()
    objects.frame()
    let second = processorTime()
    reference.frame()
    ours.append(second - first)
    c.append(processorTime() - second)
  }
  func row(_ name: String, _ times: [Double]) -> Row {
    let ordered = times.sorted()
    func part(_ share: Int) -> Double { ordered[frames - 1 - frames / share] }
    let median = times.median
    return Row(
      workload: "many", name: name, objects: objects.lanes.count, unit: "object, frame",
      time: (ordered.last ?? .nan) / Double(objects.lanes.count) * 1e9, ratio: (ordered.last ?? .nan) / median,
      against: "its median", note: "99.9 %: \(decimal(part(1000) / median))×, 99 %: \(decimal(part(100) / median))×")
  }
  return [row("worst of 10000 frames", ours), row("the same of C", c)]
}

/// Frames in which motions end, all of them within two seconds, with everything that an end brings.
private func endings(_ count: Int) -> [Row] {
  let objects = Objects(count) { .curve(inOutCubic, duration: 1001 + Double($0 % 199) / 100) }
  let before = processorTime()
  let frames = 240
  for _ in 0..<frames { objects.frame() }
  let time = processorTime() - before
  return [
    Row(
      workload: "many", name: "ends", objects: count, unit: "object, whole life of 240 frames",
      time: time / Double(count) * 1e9)
  ]
}

/// A frame against moving its 60 bytes an object through memory: 5 columns of 4 bytes, 3 times.
private func traffic(_ count: Int, frame: Double) -> Row {
  let columns = (0..<5).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: 3 * count) }
  for column in columns { column.initialize(repeating: 1, count: 3 * count) }
  defer { for column in columns { column.deallocate() } }
  let times = columns.map(Optional.some).withUnsafeBufferPointer { pointers in
    compare(items: count, rounds: 9, [{ reference_traffic(pointers.baseAddress, 3 * count) }])
  }
  return Row(
    workload: "many", name: "60 bytes through memory", objects: count, unit: "object, frame", time: times[0].median,
    ratio: frame / times[0].median, against: "a frame is so many")
}

func wide() -> [Row] {
  let (blocks, lanes) = (40, 1_000)
  let engine = Engine()
  try? engine.advance(to: 0)
  for i in 0..<blocks {
    var block: [(lanes: LooseLanes, target: SIMD4<Double>)] = []
    for j in 0..<lanes / 4 { block.append((engine.makeLooseLanes(), targets(i + j))) }
    _ = try? engine.move(block, .init(tween(.material)(i)))
  }
  var time = 1000.0
  let reference = ReferenceObjects(blocks, lanes: lanes, rate: { 1 / duration($0) }, end: duration)
  let times = compare(
    items: blocks * lanes / 4,
    [
      {
        time += frameTime
        try? engine.advance(to: time)
      }, { reference.wideFrame(lanes) },
    ])
  return [
    Row(
      workload: "wide", name: "40 blocks of 1000 numbers", objects: blocks * lanes / 4, unit: "object, frame",
      time: times[0].median, ratio: ratio(times[0], times[1]))
  ]
}

/// Angular frequencies so low that springs outlast every measurement.
private func slowOmega(_ i: Int) -> Double { 0.002 + 0.002 * Double(i % 97) / 97 }

func slowSprings(_ count: Int, damping: Double) -> Objects {
  Objects(count) { .spring((try? Spring(response: 2 * .pi / slowOmega($0), ratio: damping)) ?? Spring()) }
}

func springs() -> [Row] {
  let count = 10_000
  return [0.5, 1, 2].map { damping in
    let ours = slowSprings(count, damping: damping)
    let reference = ReferenceObjects(count, rate: slowOmega, end: { _ in .infinity })
    let times = compare(items: count, [ours.frame, { reference.springFrame(0.5) }])
    return Row(
      workload: "springs", name: "damping ratio \(decimal(damping))", objects: count, unit: "object, frame",
      time: times[0].median, ratio: ratio(times[0], times[1]), against: "C with libm")
  }
}

/// 96 MB that are read before each call, so that nothing else is left in a cache.
final class Flood {
  private let memory = [UInt64](repeating: 1, count: 12_000_000)
  private var sum: UInt64 = 0

  /// Seconds that `body` takes then, the median of 25.
  func time(_ body: () -> Void) -> Double {
    var times: [Double] = []
    for _ in 0..<25 {
      memory.withUnsafeBufferPointer { for i in stride(from: 0, to: $0.count, by: 4) { sum &+= $0[i] } }
      let before = processorTime()
      body()
      times.append(processorTime() - before)
    }
    // Reading counts as needed only if something depends on it.
    return sum == 0 ? .nan : times.median
  }
}

func cold() -> [Row] {
  let flood = Flood()
  return [1_000, 10_000].map { count in
    let ours = flood.time(Objects(count, tween(inOutCubic)).frame)
    let reference = flood.time(referenceTweens(count).frame)
    return Row(
      workload: "cold", name: "in-out cubic", objects: count, unit: "object, frame", time: ours / Double(count) * 1e9,
      ratio: ours / reference)
  }
}

func idle() -> [Row] {
  let objects = Objects(10_000) { _ in .curve(inOutCubic, duration: 0.1) }
  objects.frame()
  objects.frame()
  let times = compare(items: 1, [objects.frame])
  return [Row(workload: "idle", name: "nothing moves", objects: 10_000, unit: "frame", time: times[0].median)]
}
