import Testing

@testable import Segue

@Suite struct EventQueueTests {
  @Test("of one time come ends by their starts, then input, then calls by asking, in whatever order they were noted")
  func ties() {
    var queue = EventQueue()
    func end(_ serial: UInt64) -> EventQueue.Action { .blockEnd(.init(id: 0, serial: serial, end: 1)) }
    for _ in 0..<9 { queue.push(.call({}), at: 2, depth: 0) }
    let first = queue.push(.call({}), at: 1, depth: 0)
    queue.push(end(50), at: 1, depth: 0)
    queue.push(.input(InputEvent(time: 1, phase: .up, position: Point(0, 0))), at: 1, depth: 0)
    queue.push(.call({}), at: 1, depth: 0)
    queue.push(end(40), at: 1, depth: 0)
    var popped: [EventQueue.Event] = []
    while let event = queue.pop(by: 1) { popped.append(event) }
    #expect(popped.map(\.rank) == [.blockEnd, .blockEnd, .input, .call, .call])
    #expect(popped[0].order == 40 && popped[1].order == 50 && popped[3].order == first && queue.count == 9)
  }
}
