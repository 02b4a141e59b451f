import Testing

@testable import Segue

@Suite("Playing an effect")
struct EffectPlaybackTests {
  @Test("An effect played at rate 2 with a pause of three seconds is where its own clock says")
  func pausesAndRates() throws {
    var playback = EffectPlayback(effectEnd: 10, timelineTime: 100)
    try playback.play()
    playback.settle()
    playback.advance(to: 101)
    #expect(playback.currentTime == 1)
    try playback.setPlaybackRate(2)
    #expect(playback.currentTime == 1)
    playback.advance(to: 102)
    #expect(playback.currentTime == 3)
    try playback.pause()
    playback.settle()
    playback.advance(to: 105)
    #expect(playback.currentTime == 3 && playback.state == .paused)
    try playback.play()
    playback.settle()
    playback.advance(to: 108.5)
    #expect(playback.currentTime == 10 && playback.state == .finished && playback.finishCount == 1)
  }

  @Test("Endless effects have no end to finish at or to play back from, and a refused reversal leaves the rate")
  func endless() throws {
    var playback = EffectPlayback(effectEnd: .infinity)
    #expect(throws: SegueError("finish: what repeats for ever has no end")) { try playback.finish() }
    #expect(throws: SegueError("play: what repeats for ever has no end to play backward from")) { try playback.reverse() }
    #expect(playback.effectiveRate == 1 && playback.state == .idle)
  }

  @Test("Times and rates that are no numbers are refused and change nothing")
  func notNumbers() throws {
    var playback = EffectPlayback(effectEnd: 1)
    try playback.seek(to: 0.25)
    #expect(throws: SegueError.self) { try playback.seek(to: .nan) }
    #expect(throws: SegueError.self) { try playback.setPlaybackRate(.infinity) }
    #expect(throws: SegueError.self) { try playback.updatePlaybackRate(.nan) }
    #expect(throws: SegueError.self) { try playback.setStartTime(.infinity) }
    #expect(playback.currentTime == 0.25 && playback.playbackRate == 1)
  }
}
