// Structs of C that grow with versions: their first member says how much of them the host knows.

/// More than any struct will ever have: a size beyond this was never set.
private let mostBytes = 4096

/// Refuses a struct that is shorter than in the first version, or whose size cannot be one.
func checkSize<Struct>(_ size: UInt32, of type: Struct.Type, _ name: StaticString) throws {
  guard (MemoryLayout<Struct>.size...mostBytes).contains(Int(size)) else {
    throw Refusal("\(name): expected a size of \(MemoryLayout<Struct>.size) bytes or a later version's, got \(size)")
  }
}

/// Refuses what a newer host says in members that this version does not know.
func checkTail<Struct>(of pointer: UnsafePointer<Struct>, size: UInt32, _ name: StaticString) throws {
  let bytes = UnsafeRawBufferPointer(start: pointer, count: Int(size))
  guard bytes[MemoryLayout<Struct>.size...].allSatisfy({ $0 == 0 }) else {
    throw Refusal("\(name): sets members that this version of Segue does not know")
  }
}

/// Leaves 0 in the members that a newer host knows and this version does not.
func zeroTail<Struct>(of pointer: UnsafeMutablePointer<Struct>, size: UInt32) {
  let bytes = UnsafeMutableRawBufferPointer(start: pointer, count: Int(size))
  for i in MemoryLayout<Struct>.size..<Int(size) { bytes[i] = 0 }
}
