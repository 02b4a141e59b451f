// segue-bench [--only NAME] [--json FILE]: how fast the engine is, beside a loop in C that does the same.

import Glibc

let workloads: [(name: String, run: () -> [Row])] = [
  ("many", many), ("wide", wide), ("springs", springs), ("cold", cold), ("idle", idle), ("start", starts), ("scrub", scrub),
  ("script", script), ("peers", peers),
]

func complain(_ text: String) {
  (text + "\n").withCString { _ = write(STDERR_FILENO, $0, strlen($0)) }
}

func decimal(_ x: Double) -> String {
  if !x.isFinite { return "–" }
  let digits = x < 10 ? 100.0 : x < 100 ? 10.0 : 1.0
  let rounded = (x * digits).rounded() / digits
  return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
}

var only: String?
var json: String?
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch argument {
  case "--only": only = arguments.popFirst()
  case "--json": json = arguments.popFirst()
  default:
    complain("segue-bench: unknown argument \(argument)")
    exit(2)
  }
}
if let only, !workloads.contains(where: { $0.name == only }) {
  complain("segue-bench: there is no workload \(only); there are \(workloads.map(\.name).joined(separator: ", "))")
  exit(2)
}

var rows: [Row] = []
func padded(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(0, width - text.count)) }
print(padded("workload", 10) + padded("what", 46) + padded("objects", 10) + padded("ns", 10) + "each, and against what")
for workload in workloads where only == nil || only == workload.name {
  for row in workload.run() {
    rows.append(row)
    let against = row.ratio.map { ", \(decimal($0))× \(row.against)" } ?? ""
    print(
      padded(row.workload, 10) + padded(row.name, 46) + padded("\(row.objects)", 10) + padded(decimal(row.time), 10) + row.unit
        + against + (row.note.isEmpty ? "" : " (\(row.note))"))
    fflush(nil)
  }
}

if let json {
  let lines = rows.map { row in
    func number(_ x: Double?) -> String { x.map { $0.isFinite ? "\($0)" : "null" } ?? "null" }
    func text(_ x: String) -> String { "\"" + x.filter { $0 != "\"" && $0 != "\\" } + "\"" }
    return "  {\"workload\": \(text(row.workload)), \"name\": \(text(row.name)), \"objects\": \(row.objects), "
      + "\"unit\": \(text(row.unit)), \"ns\": \(number(row.time)), \"ratio\": \(number(row.ratio)), "
      + "\"against\": \(text(row.against))}"
  }
  guard let file = fopen(json, "w") else {
    complain("segue-bench: cannot write \(json)")
    exit(1)
  }
  fputs("[\n" + lines.joined(separator: ",\n") + "\n]\n", file)
  fclose(file)
}
