// Where property writes go while a script describes motion instead of making it: into a block that will move, or into a plan.

/// One level of recording. Levels nest: a block inside a plan, a block inside a block.
final class Recording {
  /// Destinations of a block, in order of writing; nil on a plan's own level, where writes hold at the plan's position.
  private(set) var block: [Destination]?
  /// The plan that this level belongs to; nil for blocks that start to move at once.
  let plan: Timeline?
  /// Where the plan is being written, in seconds.
  var position: Double
  /// What the run whose plan it is does to views.
  var elements: RunElements?
  /// Animators made while the plan was written; they end with the run.
  var animators: [Handle<Animator>] = []

  init(plan: Timeline) { (self.plan, position, block) = (plan, 0, nil) }
  /// A block whose entry in a plan is made when it is over.
  init(blockOf plan: Timeline, at position: Double) { (self.plan, self.position, block) = (plan, position, []) }
  init(blockIn outer: Recording?) { (plan, position, block) = (outer?.plan, outer?.position ?? 0, []) }

  func write(_ destination: Destination) {
    guard block != nil else {
      plan?.hold([destination], at: position)
      return
    }
    block!.put(destination)
  }

  /// These lanes are about to be given back.
  func forget(_ lanes: LaneRange) { block?.forget(lanes) }

  /// What a read gives inside: the block's own wish, else what the plan has at this position.
  func planned(_ lane: Lane) -> Double? {
    block?.target(of: lane) ?? plan?.planned(lane, at: position)
  }
}
