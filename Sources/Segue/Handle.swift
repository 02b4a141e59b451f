// How everything that the engine owns is named from outside: an index and a generation, so that a name used after its end is
// noticed and never reaches the next tenant of the place.

/// Names one `Subject` of one engine. Two handles are equal when they name the same one.
public struct Handle<Subject>: Hashable, Sendable {
  let index: UInt32
  let generation: UInt32

  /// The handle as one number, for hosts in other languages; 0 names nothing.
  public var bits: UInt64 { UInt64(generation) << 32 | UInt64(index) }

  public init(bits: UInt64) {
    index = UInt32(truncatingIfNeeded: bits)
    generation = UInt32(truncatingIfNeeded: bits >> 32)
  }

  /// Whether it ever named anything.
  var isValid: Bool { generation & 1 == 1 }

  init(index: UInt32, generation: UInt32) { (self.index, self.generation) = (index, generation) }
}

/// Elements under handles. Places are reused; a generation is odd while its place is taken and even while it is free, so no
/// handle to a free place is ever valid.
struct SlotMap<Element> {
  private var generations: [UInt32] = []
  private var elements: [Element?] = []
  private var free: [UInt32] = []

  var count: Int { elements.count - free.count }

  mutating func insert(_ element: Element) -> Handle<Element> {
    if let index = free.popLast() {
      generations[Int(index)] &+= 1
      elements[Int(index)] = element
      return Handle(index: index, generation: generations[Int(index)])
    }
    generations.append(1)
    elements.append(element)
    return Handle(index: UInt32(elements.count - 1), generation: 1)
  }

  func contains(_ handle: Handle<Element>) -> Bool {
    Int(handle.index) < generations.count && generations[Int(handle.index)] == handle.generation && handle.generation & 1 == 1
  }

  @discardableResult mutating func remove(_ handle: Handle<Element>) -> Element? {
    guard contains(handle) else { return nil }
    let i = Int(handle.index)
    let element = elements[i]
    elements[i] = nil
    generations[i] &+= 1
    free.append(handle.index)
    return element
  }

  /// The element, or nil for a handle that has ended.
  subscript(handle: Handle<Element>) -> Element? {
    // Lends the element: a copy would touch the count of all that it refers to.
    _read {
      if contains(handle) { yield elements[Int(handle.index)] } else { yield nil }
    }
    _modify {
      precondition(contains(handle), "a stale handle was written through")
      yield &elements[Int(handle.index)]
    }
  }

  /// All elements, in order of place.
  var values: [Element] { elements.compactMap { $0 } }

  /// Every taken place's handle, in order of place.
  var handles: [Handle<Element>] {
    generations.indices.compactMap {
      generations[$0] & 1 == 1 ? Handle(index: UInt32($0), generation: generations[$0]) : nil
    }
  }
}
