// Which of a view's children is in front: higher z, then the later one.

/// One child in a run of children in painter's order.
struct PaintEntry {
  var z: Float
  /// Its place among the siblings: what makes the order total, so that any sort is stable.
  var place: Int
  var view: Handle<View>

  static func isBehind(_ a: PaintEntry, _ b: PaintEntry) -> Bool { a.z != b.z ? a.z < b.z : a.place < b.place }
}

extension Scene {
  /// Appends a view's children to `paintOrder`, back to front, and returns their indices. The caller takes them off again.
  func pushChildren(of record: View) -> Range<Int> {
    let start = paintOrder.count
    var (child, inOrder) = (record.firstChild, true)
    while let view = child, let record = views[view] {
      let z = lanes[record.lanes + Int32(ViewLane.z)]
      let entry = PaintEntry(z: z.isNaN ? 0 : z, place: paintOrder.count, view: view)
      if let last = paintOrder.last, paintOrder.count > start, PaintEntry.isBehind(entry, last) { inOrder = false }
      paintOrder.append(entry)
      child = record.next
    }
    if !inOrder { heapSort(&paintOrder, start..<paintOrder.count) }
    return start..<paintOrder.count
  }

  func popChildren(_ children: Range<Int>) { paintOrder.removeLast(children.count) }
}

/// In place: unlike the library's sort it never allocates, and the order is total, so that stability is not asked for.
private func heapSort(_ entries: inout [PaintEntry], _ range: Range<Int>) {
  let start = range.lowerBound
  /// Lets the entry at `root` of a heap of `count` sink below all that belong in front of it.
  func sink(_ root: Int, _ count: Int) {
    var root = root
    while 2 * root + 1 < count {
      var child = 2 * root + 1
      if child + 1 < count, PaintEntry.isBehind(entries[start + child], entries[start + child + 1]) { child += 1 }
      guard PaintEntry.isBehind(entries[start + root], entries[start + child]) else { return }
      entries.swapAt(start + root, start + child)
      root = child
    }
  }
  for root in stride(from: range.count / 2 - 1, through: 0, by: -1) { sink(root, range.count) }
  for last in stride(from: range.count - 1, to: 0, by: -1) {
    entries.swapAt(start, start + last)
    sink(0, last)
  }
}
