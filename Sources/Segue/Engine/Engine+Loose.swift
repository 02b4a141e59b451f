// Lanes without a view around them, and plans without a transition: what benchmarks measure motion itself on.

/// Up to four neighbouring numbers in single precision.
package struct LooseLanes {
  fileprivate let range: LaneRange
  /// The first one's place in the table of shown values.
  package var place: Int32 { range.base }
}

/// A plan that shows whatever a playhead says.
package struct LoosePlan {
  fileprivate let timeline: Timeline
}

extension Engine {
  package func makeLooseLanes(_ count: Int = 4) -> LooseLanes { LooseLanes(range: motion.allocate(count, .float)) }

  /// Moves lanes together: as one block where they come from rest.
  @discardableResult package func move(
    _ targets: [(lanes: LooseLanes, target: SIMD4<Double>)], _ options: MotionOptions
  ) throws(SegueError) -> Handle<Animator> {
    var destinations: [Destination] = []
    destinations.reserveCapacity(targets.count)
    for (lanes, target) in targets { destinations.append(Destination(lanes: lanes.range, target: target, unit: .length)) }
    return try start(destinations, options)
  }

  package func shown(_ lanes: LooseLanes) -> SIMD4<Float> {
    var numbers = SIMD4<Float>.zero
    for j in 0..<Int(lanes.range.count) { numbers[j] = Float(motion.shown(lanes.range[j])) }
    return numbers
  }

  /// A plan of motions, each with the position in seconds at which it starts.
  package func makeLoosePlan(_ entries: [(lanes: LooseLanes, target: SIMD4<Double>, timing: Timing, start: Double)])
    -> LoosePlan
  {
    let playhead = motion.allocate(1, .double)[0]
    let timeline = Timeline(store: motion, playhead: playhead, duration: 0, mapping: .progress(backward: false))
    for entry in entries {
      _ = timeline.animate(
        [Destination(lanes: entry.lanes.range, target: entry.target, unit: .length)], entry.timing, at: entry.start)
    }
    motion.adopt(timeline, at: moment)
    return LoosePlan(timeline: timeline)
  }

  /// Puts a plan's playhead at a progress of 0...1; `turn` shows it.
  package func seek(_ plan: LoosePlan, to progress: Double) { motion.set(plan.timeline.playhead, progress, at: moment) }
}
