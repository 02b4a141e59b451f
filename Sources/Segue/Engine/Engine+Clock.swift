// Setting the clock. Whatever changes holds from this moment on, and nothing jumps.

extension Engine {
  /// Changes how fast the engine's time goes. All of it goes: motions, delays, sleeps, and the time of input, so that a finger's
  /// velocity is in units per engine second like every other.
  /// - Parameter rate: Engine seconds a host second, 0…1 000 000; 0 stands still.
  public func setClockRate(_ rate: Double) throws(SegueError) {
    guard rate >= 0, rate <= Clock.highestRate else {
      throw SegueError("clock.rate expected a finite number, 0 to \(Int(Clock.highestRate)), got \(rate)")
    }
    setClock { $0.rate = rate }
  }

  /// Lets time stand still, or go on at the rate that it had.
  public func setClockPaused(_ paused: Bool) { setClock { $0.isPaused = paused } }

  /// Lets some time pass while the clock stands still: one frame, or any number of seconds. It has passed with the next `advance`.
  /// Throws while the clock runs, and for what is not above 0 and finite.
  public func stepClock(_ seconds: Double) throws(SegueError) {
    guard clock.standsStill else { throw SegueError("clock.step: the clock runs; pause it first") }
    guard seconds > 0, seconds <= 86_400 else {
      throw SegueError("clock.step: seconds expected a number above 0, up to a day, got \(seconds)")
    }
    setClock { $0.step(seconds) }
  }

  /// What becomes of gaps from now on.
  /// - Parameter limit: Host seconds, more than 0, from which on being late is a gap; nil leaves it.
  public func setClockGap(_ policy: Clock.GapPolicy? = nil, limit: Double? = nil) throws(SegueError) {
    if let limit {
      guard limit > 0, limit.isFinite else {
        throw SegueError("clock.gap_limit expected a finite number of seconds above 0, got \(limit)")
      }
      clock.gapLimit = limit
    }
    if let policy { clock.gapPolicy = policy }
  }

  /// The line changes at this very moment, also where that lies within the step of time being handled: what is left of the
  /// step, input included, passes at the new rate.
  private func setClock(_ change: (inout Clock) -> Void) {
    var changed = clock
    change(&changed)
    // Asking for what is there must not even move the line's beginning, for the bits' sake.
    guard changed != clock else { return }
    clock.anchor(at: moment)
    change(&clock)
    time = max(moment, clock.now)
    queue.retimeInput { [clock, moment, time] in min(max(clock.time(atHost: $0.time), moment), time) }
    noteDue()
  }
}
