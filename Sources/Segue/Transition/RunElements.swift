// What a run does to views besides moving their numbers: saves, moves, pictures and flights, and how they end.

final class RunElements {
  private unowned let engine: Engine
  /// Restored when the run is rolled back, or by the run that takes it back.
  let saved: Restorer
  /// Restored at the run's end, whatever that is.
  let borrowed: Restorer
  /// Shared elements on their way.
  private(set) var flights: [Flight] = []
  /// Flights of a plan that is being written anew, until that has taken them on.
  private var loose: [Flight] = []
  /// States in which lanes that only the run knows set out.
  var carried: [Lane: LaneState] = [:]
  /// Lanes that nobody has seen before the run: they come as the plan has them.
  var asPlanned: Set<Lane> = []
  /// What was shown of lanes that the run has rewound.
  var rewound: [Lane: LaneState] = [:]

  init(_ engine: Engine) { (self.engine, saved, borrowed) = (engine, Restorer(engine), Restorer(engine)) }

  /// Whether the run's plan is being written at this moment.
  var isPlanning: Bool { engine.recordings.first?.elements === self }

  func add(_ flight: Flight) {
    flights.append(flight)
    loose.removeAll { $0 === flight }
  }

  /// A flight of the same element over the same stage that is under way and none of this plan's.
  func flightUnderWay(_ id: String, over stage: Handle<View>) -> Flight? {
    engine.flights.first { flight in
      flight.id == id && flight.stage == stage && flight.isAlive && !flights.contains { $0 === flight }
    }
  }

  /// Whether a lane is of what flies.
  func flies(_ lane: Lane) -> Bool {
    flights.contains { lane.index >= $0.lane(0).index && lane.index < $0.lane(0).index + Int32(ViewLane.count) }
  }

  // MARK: Planning anew

  /// The plan is about to be written anew: things stand as before the run.
  func beginAgain() {
    (loose, flights) = (flights, [])
    borrowed.restore()
    // A layout may have set frames, which is why the plan is written anew.
    saved.restoreBesidesFrames()
  }

  /// It has been written: what is not in it any more ends. If writing has failed the old plan goes on.
  /// - Parameter shown: What the old plan's lanes showed.
  func planned(_ succeeded: Bool, _ shown: [Lane: LaneState]) {
    if succeeded {
      for flight in loose { flight.dissolve(shown) }
    } else {
      for flight in flights where !loose.contains(where: { $0 === flight }) { loose.append(flight) }
      flights = loose
    }
    loose = []
  }

  // MARK: The end

  /// What is to go on from where it is seen when the run is interrupted.
  struct UnderWay {
    var flights: [(flight: Flight, states: [LaneState])] = []
    var borrowed: LayoutShot?
  }

  /// To be asked before the plan goes.
  func underWay(_ isInterrupted: Bool) -> UnderWay {
    guard isInterrupted else { return UnderWay() }
    return UnderWay(
      flights: flights.map { ($0, $0.states) }, borrowed: LayoutShot(engine, borrowed.views, planned: false))
  }

  /// The plan has gone, and numbers are where the run leaves them.
  func end(_ underWay: UnderWay, restoring: Bool) {
    for flight in flights {
      if let states = underWay.flights.first(where: { $0.flight === flight })?.states {
        flight.stray(from: states)
      } else {
        flight.land()
      }
    }
    flights = []
    borrowed.restore()
    if restoring { saved.restore() }
    if let shot = underWay.borrowed {
      _ = try? shot.glide(.init(.spring(Timeline.residualSpring)))
    }
  }
}
