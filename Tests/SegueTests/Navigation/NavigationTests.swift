import Testing

@testable import Segue

@Suite struct NavigationTests {
  @Test("a screen whose view is gone, or that is on a stack already, cannot be pushed; the last one is not popped")
  func refusals() throws {
    let stage = try Stage()
    #expect(throws: SegueError.self) { try stage.navigation.push(stage.list) }
    guard case .refused = try stage.navigation.pop() else {
      Issue.record("the only screen was popped")
      return
    }
    stage.engine.release(stage.photo.view)
    #expect(throws: SegueError.self) { try stage.navigation.push(stage.photo) }
    #expect(stage.navigation.stack.count == 1 && stage.engine.runs.isEmpty && stage.photo.navigation == nil)
  }

  @Test(
    "a pop without animation takes back what the push had changed; rolled back at once it leaves everything",
    arguments: [true, false])
  func instantPop(finishing: Bool) throws {
    let stage = try Stage()
    try stage.define { [unowned stage] in
      $0.animate = { run in
        try stage.engine.animate(.init(.curve(.linear, duration: 0.5))) {
          try stage.engine.set(.alpha, of: run.from.view, to: [0.25])
        }
      }
    }
    try stage.push()
    try stage.advance(to: 0.5)
    let frame = stage.frame
    let interaction = stage.engine.makeInteraction()
    if !finishing { interaction.cancel() }
    try stage.pop(interaction, animated: false)
    try stage.advance(to: 0.5)
    #expect(stage.navigation.top === (finishing ? stage.list : stage.photo))
    #expect(try stage.engine.numbers(.alpha, of: stage.list.view) == [finishing ? 1 : 0.25])
    if !finishing { #expect(stage.frame == frame) }
  }
}
