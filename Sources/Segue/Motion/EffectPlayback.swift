// How an effect of the Web Animations model plays: the state machine between its clock and its own time.

/// The playing of one effect, as the Web Animations specification has it (its animation objects): play, pause, seek, rates,
/// reversal, finishing. A value without a clock of its own: the host tells it the time of its timeline, and reads
/// `currentTime`, which `EffectTiming.moment(at:backward:)` turns into progress. Times are in one unit throughout, such as
/// seconds.
///
/// A play or pause is *pending* until `settle()` says that it takes hold, so that a host with a pipeline starts exactly with the
/// frame that shows it; a host without one settles at once.
public struct EffectPlayback: Sendable {
  public enum State: String, Sendable, CaseIterable { case idle, running, paused, finished }

  private enum Pending { case play, pause }

  /// The time of the timeline; nil without one.
  public private(set) var timelineTime: Double?
  /// When the effect's time was or will be 0, on the timeline; nil while it is held or idle.
  public private(set) var startTime: Double?
  /// Effect time a unit of the timeline's time.
  public private(set) var playbackRate = 1.0
  /// When the effect is over, in its own time; may be infinite.
  public private(set) var effectEnd: Double
  /// How often it has finished, up to the last `advance` or `settle`.
  public private(set) var finishCount = 0

  /// The effect's time while the timeline does not move it.
  private var holdTime: Double?
  private var pending: Pending?
  private var pendingRate: Double?
  private var previousTime: Double?
  /// Whether this finish has been noted, and whether it is still to be counted.
  private var isFinishNoted = false
  private var isFinishDue = false

  /// - Parameters:
  ///   - effectEnd: `EffectTiming.endTime`, 0 or more.
  ///   - timelineTime: The present; nil for an effect without a timeline, which cannot run.
  public init(effectEnd: Double, timelineTime: Double? = 0) {
    (self.effectEnd, self.timelineTime) = (effectEnd > 0 ? effectEnd : 0, timelineTime)
  }

  // MARK: What it is

  /// Where the effect is, in its own time; nil while it is idle.
  public var currentTime: Double? { holdTime ?? unheldTime }

  private var unheldTime: Double? {
    guard let timelineTime, let startTime else { return nil }
    return (timelineTime - startTime) * playbackRate
  }

  /// Whether a play or pause has not taken hold yet.
  public var isPending: Bool { pending != nil }

  /// The rate that holds once nothing is pending.
  public var effectiveRate: Double { pendingRate ?? playbackRate }

  public var state: State {
    let time = currentTime
    if time == nil, startTime == nil, pending == nil { return .idle }
    if pending == .pause || (startTime == nil && pending != .play) { return .paused }
    if let time, (effectiveRate > 0 && time >= effectEnd) || (effectiveRate < 0 && time <= 0) { return .finished }
    return .running
  }

  // MARK: Time

  /// Moves the timeline on; nil takes it away.
  public mutating func advance(to time: Double?) {
    timelineTime = time
    updateFinished(didSeek: false)
    countFinish()
  }

  /// The pending play or pause takes hold now.
  public mutating func settle() {
    if let now = timelineTime, let pending {
      self.pending = nil
      switch pending {
      case .play:
        if let hold = holdTime {
          applyPendingRate()
          startTime = playbackRate == 0 ? now : now - hold / playbackRate
          if playbackRate != 0 { holdTime = nil }
        } else if let start = startTime, pendingRate != nil {
          let match = (now - start) * playbackRate
          applyPendingRate()
          if playbackRate == 0 { holdTime = match }
          startTime = playbackRate == 0 ? now : now - match / playbackRate
        }
      case .pause:
        if let start = startTime, holdTime == nil { holdTime = (now - start) * playbackRate }
        applyPendingRate()
        startTime = nil
      }
      updateFinished(didSeek: false)
    }
    countFinish()
  }

  // MARK: Verbs

  /// Plays on, or from the start where it is over. Throws where it would have to start from an infinite end.
  public mutating func play() throws(SegueError) { try play(rewinding: true) }

  private mutating func play(rewinding: Bool) throws(SegueError) {
    let abortsPause = pending == .pause
    let rate = effectiveRate
    let seekTime =
      rewinding
      ? try Self.start(over: currentTime, rate: rate, end: effectEnd, asked: "play") : rate == 0 && currentTime == nil ? 0 : nil
    if let seekTime { holdTime = seekTime }
    if holdTime != nil { startTime = nil }
    pending = nil
    if holdTime == nil, !abortsPause, pendingRate == nil { return }
    pending = .play
    updateFinished(didSeek: false)
  }

  /// Where playing starts anew: at the end that the rate leads away from, if there is no time or playing would be over at once;
  /// nil where it goes on. Throws where that end is infinite.
  /// - Parameter asked: What the sentence of an error begins with.
  static func start(over time: Double?, rate: Double, end: Double, asked: String) throws(SegueError) -> Double? {
    if rate > 0 { return time.map { $0 >= 0 && $0 < end } == true ? nil : 0 }
    if rate == 0 { return time == nil ? 0 : nil }
    if let time, time > 0, time <= end { return nil }
    guard end.isFinite else { throw SegueError("\(asked): what repeats for ever has no end to play backward from") }
    return end
  }

  /// Holds it where it is. Throws where it would have to wait at an infinite end.
  public mutating func pause() throws(SegueError) {
    if state == .paused { return }
    if currentTime == nil {
      guard effectiveRate >= 0 || effectEnd.isFinite else {
        throw SegueError("pause: what repeats for ever has no end to wait at")
      }
      holdTime = effectiveRate >= 0 ? 0 : effectEnd
    }
    pending = .pause
    updateFinished(didSeek: false)
  }

  /// Plays the other way from where it is. Throws without a timeline, and where `play` does.
  public mutating func reverse() throws(SegueError) {
    guard timelineTime != nil else { throw SegueError("reverse: there is no timeline to play by") }
    let before = pendingRate
    pendingRate = -effectiveRate
    do { try play(rewinding: true) } catch {
      pendingRate = before
      throw error
    }
  }

  /// Goes to the end that its rate leads to. Throws where there is none.
  public mutating func finish() throws(SegueError) {
    guard effectiveRate != 0 else { throw SegueError("finish: at a rate of 0 it comes to no end") }
    guard effectiveRate < 0 || effectEnd.isFinite else { throw SegueError("finish: what repeats for ever has no end") }
    applyPendingRate()
    let limit = playbackRate > 0 ? effectEnd : 0
    put(limit)
    if startTime == nil, let timelineTime { startTime = timelineTime - limit / playbackRate }
    if pending == .pause, startTime != nil { holdTime = nil }
    if startTime != nil { pending = nil }
    updateFinished(didSeek: true)
    if isFinishDue { countFinish() }
  }

  /// Makes it idle: it has no effect and no time.
  public mutating func cancel() {
    pending = nil
    applyPendingRate()
    (holdTime, startTime, previousTime) = (nil, nil, nil)
    (isFinishNoted, isFinishDue) = (false, false)
  }

  /// Goes to a time. nil is refused where there is a time already.
  public mutating func seek(to time: Double?) throws(SegueError) {
    guard let time else {
      guard currentTime == nil else { throw SegueError("seek: a time cannot be taken away; cancel does that") }
      return
    }
    guard time.isFinite else { throw SegueError("seek expected a finite time, got \(time)") }
    put(time)
    if pending == .pause {
      holdTime = time
      applyPendingRate()
      startTime = nil
      pending = nil
    }
    updateFinished(didSeek: true)
  }

  /// Says when it began, on the timeline; nil holds it where it is.
  public mutating func setStartTime(_ time: Double?) throws(SegueError) {
    if let time, !time.isFinite { throw SegueError("start_time expected a finite time, got \(time)") }
    if timelineTime == nil, time != nil { holdTime = nil }
    let before = currentTime
    applyPendingRate()
    startTime = time
    if time == nil { holdTime = before } else if playbackRate != 0 { holdTime = nil }
    pending = nil
    updateFinished(didSeek: true)
  }

  /// Changes the rate at once; the effect's time stays.
  public mutating func setPlaybackRate(_ rate: Double) throws(SegueError) {
    guard rate.isFinite else { throw SegueError("rate expected a finite number, got \(rate)") }
    pendingRate = nil
    let before = currentTime
    playbackRate = rate
    if before != nil { try seek(to: before) }
  }

  /// Changes the rate without a jump once the change takes hold, which `settle()` says.
  public mutating func updatePlaybackRate(_ rate: Double) throws(SegueError) {
    guard rate.isFinite else { throw SegueError("rate expected a finite number, got \(rate)") }
    let before = state
    pendingRate = rate
    if pending != nil { return }
    switch before {
    case .idle, .paused: applyPendingRate()
    case .finished:
      if let now = timelineTime, let time = unheldTime { startTime = rate == 0 ? now : now - time / rate }
      applyPendingRate()
      updateFinished(didSeek: false)
    case .running: try play(rewinding: false)
    }
  }

  /// The effect got another end.
  public mutating func setEffectEnd(_ end: Double) {
    effectEnd = end > 0 ? end : 0
    updateFinished(didSeek: false)
  }

  // MARK: Inside

  private mutating func applyPendingRate() {
    if let rate = pendingRate { playbackRate = rate }
    pendingRate = nil
  }

  /// A seek that does not ask whether it is over.
  private mutating func put(_ time: Double) {
    if let timelineTime, startTime != nil, holdTime == nil, playbackRate != 0 {
      startTime = timelineTime - time / playbackRate
    } else {
      holdTime = time
    }
    if timelineTime == nil { startTime = nil }
    previousTime = nil
  }

  /// Holds a time that has run over an end, lets go one that has not, and notes a finish once.
  private mutating func updateFinished(didSeek: Bool) {
    if let time = didSeek || unheldTime == nil ? currentTime : unheldTime, startTime != nil, pending == nil {
      if playbackRate > 0, time >= effectEnd {
        holdTime = didSeek ? time : max(previousTime ?? effectEnd, effectEnd)
      } else if playbackRate < 0, time <= 0 {
        holdTime = didSeek ? time : min(previousTime ?? 0, 0)
      } else if playbackRate != 0, let timelineTime {
        if didSeek, let holdTime { startTime = timelineTime - holdTime / playbackRate }
        holdTime = nil
      }
    }
    previousTime = currentTime
    if state == .finished {
      if !isFinishNoted { isFinishDue = true }
    } else {
      isFinishNoted = false
    }
  }

  /// A finish counts if it still stands when its turn is over.
  private mutating func countFinish() {
    guard isFinishDue else { return }
    isFinishDue = false
    guard state == .finished, !isFinishNoted else { return }
    isFinishNoted = true
    finishCount += 1
  }
}
