// Elements off a run's path: in a finger's hand while the run is, and sent to land elsewhere.

extension Run {
  /// Which of a run's two outcomes something is about.
  public enum Landing: String, Sendable, CaseIterable { case finish, cancel }

  /// Shows properties of a view as given, at once and whatever the plan says, while a finger holds the run. When the run settles
  /// they land with everything else, from where they are and as fast as they were moved: where the plan has them, or where they
  /// were before the run.
  /// - Throws: `SegueError` where no finger holds the run, and for values that a view cannot have; nothing has changed then.
  public func apply(_ view: Handle<View>, _ changes: [Engine.Change]) throws(SegueError) {
    guard state == .running, isInteractive, let plan else {
      throw SegueError("apply: a finger must hold the run; it is \(state.rawValue)\(state == .running ? " by itself" : "")")
    }
    let destinations = try engine.destinations(view, changes)
    // What the plan does not know goes back to where it was.
    let unknown = destinations.flatMap(\.lanesApart).filter { !plan.contains($0.lanes[0]) }
    if !unknown.isEmpty {
      write(plan) {
        for destination in unknown {
          let lane = destination.lanes[0]
          plan.hold([Destination(lane, engine.motion.target(lane), destination.unit ?? .length)], at: 0)
        }
      }
    }
    try engine.track(view, changes)
  }

  /// Sends properties of a view elsewhere than planned when the run finishes, or when it is rolled back. What is shown does not
  /// jump: it goes over to its new way.
  /// - Throws: `SegueError` where no plan is being played, and for values that a view cannot have; nothing has changed then.
  public func changeTarget(_ view: Handle<View>, _ changes: [Engine.Change], of landing: Landing = .finish) throws(SegueError) {
    guard state == .running, let plan, !isReplanning else {
      throw SegueError("change_target: the run is not playing a plan: it is \(state.rawValue)")
    }
    let destinations = try engine.destinations(view, changes).flatMap(\.lanesApart)
    let finishes = landing == .finish
    write(plan) {
      for destination in destinations {
        let lane = destination.lanes[0]
        let (x, unit) = (destination.target[0], destination.unit ?? .length)
        landings[finishes, default: [:]][lane] = engine.motion.rounded(x, lane.precision)
        if finishes == playsBackward { plan.setStart(lane, to: x, unit: unit) } else { plan.setEnd(lane, to: x, unit: unit) }
      }
    }
    duration = plan.duration
  }

  /// Writes into the plan that is being played; what it shows goes over to what it comes to show.
  private func write(_ plan: Timeline, _ body: () -> Void) {
    let tracks = plan.trackCount
    var states = shownByPlan()
    let taken = (0..<tracks).map(plan.lane(track:)).filter { states[$0] == nil }
    body()
    for track in tracks..<max(tracks, plan.trackCount) {
      states[plan.lane(track: track)] = engine.motion.state(plan.lane(track: track), at: engine.moment)
    }
    play(plan, states, leaving: Set(taken))
  }

  /// What a finger still holds of the plan's values when the run settles lands with everything else.
  func landFree() {
    guard let plan else { return }
    var states = shownByPlan()
    var others: Set<Lane> = []
    var isFree = false
    for track in 0..<plan.trackCount where plan.isAlive(track: track) {
      let lane = plan.lane(track: track)
      guard states[lane] == nil else { continue }
      if engine.motion.owner(lane).holder == LaneOwner.tracked {
        states[lane] = engine.motion.state(lane, at: engine.moment)
        isFree = true
      } else {
        others.insert(lane)
      }
    }
    if isFree { play(plan, states, leaving: others) }
  }
}
