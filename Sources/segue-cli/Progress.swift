// How far the work is: a bar on a terminal, silence elsewhere.

import CPlatform
import Glibc

/// A bar that redraws itself in place on stderr, if that is a terminal.
struct Progress {
  private let label: String
  private let total: Int
  private let isTerminal = isatty(2) == 1
  private var shown = -1

  init(_ label: String, total: Int) { (self.label, self.total) = (label, max(total, 1)) }

  mutating func show(_ done: Int) {
    guard isTerminal else { return }
    let percent = done * 100 / total
    guard percent != shown else { return }
    shown = percent
    var (columns, rows): (Int32, Int32) = (80, 24)
    _ = cplatform_terminal_size(2, &columns, &rows)
    let room = max(10, min(40, Int(columns) - label.count - 10))
    let filled = room * percent / 100
    write(
      "\r\(label) [\(String(repeating: "=", count: filled))\(String(repeating: " ", count: room - filled))] \(percent)%\u{1B}[K"
    )
  }

  /// Takes the bar away.
  func clear() {
    if isTerminal, shown >= 0 { write("\r\u{1B}[K") }
  }

  private func write(_ text: String) {
    var bytes = Array(text.utf8)
    Glibc.write(2, &bytes, bytes.count)
  }
}
