// Other libraries, run by drivers that scripts/bench starts: what each one's row says, against our own at the same work, and how
// many times faster we mean to be.

import Glibc
import Segue

/// What a driver's number counts.
private enum Work { case frame, springFrame, coldFrame, start, scriptedStart }

/// How many times faster than a peer the engine has to be at a work, and how many it may reach.
private let goals: [(peer: String, work: Work, must: Double, best: Double)] = [
  ("flux, luajit", .frame, 40, 75), ("flux, lua5.4", .frame, 200, 400),
  ("tweenjs, node", .frame, 100, 200), ("gsap, node", .frame, 150, 300),
  ("AdwTimedAnimation, libadwaita", .frame, 300, 600), ("QVariantAnimation, Qt", .frame, 200, 400),
  ("tweeny, C++", .frame, 15, 30), ("AdwSpringAnimation, libadwaita", .springFrame, 150, 300),
  ("handwritten_ffi, luajit", .frame, 3, 6), ("handwritten_f32, node", .frame, 2.5, 4.5),
  ("flux, luajit", .coldFrame, 30, 60), ("tweenjs, node", .coldFrame, 35, 65), ("gsap, node", .coldFrame, 70, 130),
  ("flux, lua5.4", .scriptedStart, 5, 9), ("flux, luajit", .scriptedStart, 3, 5), ("gsap, node", .scriptedStart, 12, 20),
  ("AdwTimedAnimation, libadwaita", .scriptedStart, 15, 30), ("tweeny, C++", .start, 30, 70),
]

/// The runs of one driver, in nanoseconds an object.
private struct Peer {
  var name: String
  var isCold: Bool
  var count: Int
  var frames: [Double] = []
  var starts: [Double] = []

  var isHandwritten: Bool { name.hasPrefix("handwritten") }
  var frameWork: Work { isCold ? .coldFrame : name.hasPrefix("AdwSpringAnimation") ? .springFrame : .frame }
  /// Libraries for compiled programs are called from such, all others from scripts; libadwaita is bound to those as well.
  var startWork: Work { name.hasPrefix("tweeny") || name.hasPrefix("QVariantAnimation") ? .start : .scriptedStart }
}

/// Rows from SEGUE_PEER_ROWS, a file of the drivers' lines: peer, runtime, objects, frames, median, minimum and start in
/// nanoseconds an object, parted by tabs; a peer whose caches were emptied before each frame has "cold " before its name.
func peers() -> [Row] {
  let found = readPeers()
  var ours: [String: Double] = [:]
  func row(_ peer: Peer, _ work: Work, _ kind: String, _ unit: String, _ time: Double) -> Row {
    let key = "\(work) \(peer.count)"
    let own = ours[key] ?? ownTime(work, objects: peer.count)
    ours[key] = own
    let factor = time / own
    var note = "ours \(decimal(own))"
    if let goal = goals.first(where: { $0.work == work && peer.name.hasPrefix($0.peer) }) {
      note += "; goal \(decimal(goal.must))×, at best \(decimal(goal.best))×"
      if factor < goal.must { note += ": missed" }
    }
    return Row(
      workload: "peers", name: kind + peer.name, objects: peer.count, unit: unit, time: time, ratio: factor, against: "ours",
      note: note)
  }
  return found.map { row($0, $0.frameWork, $0.isCold ? "cold " : "", "object, frame", $0.frames.median) }
    + found.filter { !$0.isCold && !$0.isHandwritten && $0.starts.median > 0 }
    .map { row($0, $0.startWork, "start ", $0.startWork == .start ? "object" : "object, ours from Lua", $0.starts.median) }
}

private func readPeers() -> [Peer] {
  guard let path = getenv("SEGUE_PEER_ROWS").map({ String(cString: $0) }), let file = fopen(path, "r") else { return [] }
  defer { fclose(file) }
  var found: [String: Peer] = [:]
  var line = [CChar](repeating: 0, count: 4096)
  while fgets(&line, Int32(line.count), file) != nil {
    let end = line.firstIndex(of: 0) ?? line.count
    let fields = String(decoding: line[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      .split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard fields.count >= 7, let count = Int(fields[2]), let frame = Double(fields[4]) else { continue }
    let isCold = fields[0].hasPrefix("cold ")
    let name = "\(isCold ? String(fields[0].dropFirst(5)) : fields[0]), \(fields[1])"
    var peer = found["\(isCold) \(name)"] ?? Peer(name: name, isCold: isCold, count: count)
    peer.frames.append(frame)
    let start = fields[6].prefix { $0 != "\n" }
    peer.starts.append(Double(start) ?? .nan)
    found["\(isCold) \(name)"] = peer
  }
  return found.sorted { $0.key < $1.key }.map(\.value)
}

/// What the engine takes, in nanoseconds an object.
private func ownTime(_ work: Work, objects count: Int) -> Double {
  switch work {
  case .frame: compare(items: count, [Objects(count, tween(inOutCubic)).frame])[0].median
  // The damping ratio of the driver.
  case .springFrame: compare(items: count, [slowSprings(count, damping: 0.05).frame])[0].median
  case .coldFrame: Flood().time(Objects(count, tween(inOutCubic)).frame) / Double(count) * 1e9
  case .start: firstStarts(count)
  case .scriptedStart: firstScriptedStarts(count)
  }
}
