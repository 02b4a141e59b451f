// "Did you mean": the known name nearest to one that is not known.

/// The name among `names` that takes the fewest edits (insert, delete, replace, swap of neighbours) to reach from `text`, or nil
/// when none is within about a third of its length. Of equally near names the first wins.
public func nearestName(to text: String, among names: some Sequence<String>) -> String? {
  let wanted = Array(text.utf8.prefix(64)).map { $0 | 0x20 }  // letters compare without case
  let limit = max(1, (wanted.count + 1) / 3)
  var best: (name: String, edits: Int)?
  for name in names {
    let bound = (best?.edits ?? limit + 1) - 1
    let known = name.utf8.map { $0 | 0x20 }
    guard abs(known.count - wanted.count) <= bound else { continue }
    let edits = editCount(wanted, known)
    if edits <= bound, edits < known.count { best = (name, edits) }
    if edits == 0 { break }
  }
  return best?.name
}

/// Optimal string alignment distance: Levenshtein's table plus one rule for two swapped neighbours.
private func editCount(_ a: [UInt8], _ b: [UInt8]) -> Int {
  // Rows i−2, i−1 and i of the table whose entry j is the distance of a's first i and b's first j bytes.
  var older = [Int](repeating: 0, count: b.count + 1)
  var previous = Array(0...b.count)
  var row = older
  for i in a.indices {
    row[0] = i + 1
    for j in b.indices {
      var edits = min(previous[j] + (a[i] == b[j] ? 0 : 1), previous[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { edits = min(edits, older[j - 1] + 1) }
      row[j + 1] = edits
    }
    (older, previous, row) = (previous, row, older)
  }
  return previous[b.count]
}
