// Other libraries, run by drivers that are given to scripts/bench: what each one's row says, against our own frame.

import Glibc
import Segue

/// Rows from SEGUE_PEER_ROWS, a file of the drivers' lines: peer, runtime, objects, frames, median, minimum and start in
/// nanoseconds an object, parted by tabs.
func peers() -> [Row] {
  guard let path = getenv("SEGUE_PEER_ROWS").map({ String(cString: $0) }), let file = fopen(path, "r") else { return [] }
  defer { fclose(file) }
  var found: [String: (count: Int, frames: [Double], starts: [Double])] = [:]
  var line = [CChar](repeating: 0, count: 4096)
  while fgets(&line, Int32(line.count), file) != nil {
    let end = line.firstIndex(of: 0) ?? line.count
    let fields = String(decoding: line[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      .split(separator: "\t").map(String.init)
    guard fields.count >= 7, let count = Int(fields[2]), let frame = Double(fields[4]) else { continue }
    var peer = found["\(fields[0]), \(fields[1])"] ?? (count, [], [])
    peer.frames.append(frame)
    peer.starts.append(Double(fields[6]) ?? .nan)
    found["\(fields[0]), \(fields[1])"] = peer
  }
  var rows: [Row] = []
  for (name, peer) in found.sorted(by: { $0.key < $1.key }) {
    let ours = Objects(peer.count, tween(inOutCubic))
    let time = compare(items: peer.count, [ours.frame])[0].median
    rows.append(
      Row(
        workload: "peers", name: name, objects: peer.count, unit: "object, frame", time: peer.frames.median,
        ratio: peer.frames.median / time, against: "ours", note: "start \(decimal(peer.starts.median)) ns"))
  }
  return rows
}
