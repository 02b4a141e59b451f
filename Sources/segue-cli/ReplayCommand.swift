// segue replay: plays a recorded input and says by one number whether every value was the same.

import Segue

let replayCommand = Command(
  name: "replay", summary: "play a recorded input again and compare every value",
  help: """
    usage: segue replay FILE TRACE [options]

    Plays the Lua script FILE with the input of the trace file TRACE, without a window, and prints how many frames it took and a
    digest of the bits of every number that was shown in them. The same script and trace give the same digest on every run and
    on every machine of the same architecture. Exits with 1 if an error was reported or the digest is another than expected.

      --expect D     the digest that it should be, 16 hexadecimal digits
      --rate N       frames a second (default 60)
      --size WxH     size of the stage (default: the trace's)

    Example: segue replay examples/apps/photos.lua examples/traces/back-finish.jsonl
    """
) { arguments in
  let given = try Arguments(arguments, valued: ["--expect", "--rate", "--size"], flags: [])
  guard given.words.count == 2 else { throw UsageError("expected a Lua FILE and a TRACE") }
  let rate = try given.number("--rate", 1...10_000) ?? 60
  let expected = try given.last("--expect").map { text throws(UsageError) in
    guard text.count == 16, let digest = UInt64(text, radix: 16) else {
      throw UsageError("--expect expected 16 hexadecimal digits, got \"\(text)\"")
    }
    return digest
  }
  let trace = try readTrace(given.words[1])
  let player = try Player(
    script: given.words[0], trace: trace, size: try given.size("--size"), print: { printError($0) },
    report: { printError($0) })
  try player.load(given.words[0])
  var (frames, digest) = (0, UInt64(0))
  try player.play(rate: rate, seconds: nil, longest: .infinity, leaping: true) { _ in
    frames += 1
    digest = (digest &* 31) &+ player.engine.shownDigest
  }
  let text = String(digest, radix: 16)
  printLine("\(frames) frames, digest \(String(repeating: "0", count: 16 - text.count))\(text)")
  if let expected, expected != digest { throw WorkError("the values are not those that were expected") }
  return player.errors == 0 ? 0 : 1
}
