// Reading scripts: names of modules, true paths, contents.

import Glibc

/// Largest script that is read, bytes.
private let largestScript = 16 << 20

/// `a.b` → `a/b.lua`; nil if it is not a module's name.
func modulePath(_ name: String) -> String? {
  let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
  let allowed = parts.allSatisfy { part in
    !part.isEmpty
      && part.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
  guard allowed, name.utf8.count <= 200 else { return nil }
  return parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/") + ".lua"
}

func directory(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

func fileName(of path: String) -> String {
  path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
}

/// The path with all links resolved; nil if there is no such file.
func realPath(_ path: String) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return String(cString: resolved)
}

func openFile(_ path: String) -> Int32 { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }

/// All of a regular file, which is closed; nil if it cannot be read or is too large.
func contents(_ file: Int32) -> [UInt8]? {
  guard file >= 0 else { return nil }
  defer { close(file) }
  var status = stat()
  guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= largestScript else { return nil }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while bytes.count <= largestScript {
    let n = read(file, &chunk, chunk.count)
    if n < 0 && errno == EINTR { continue }
    if n < 0 { return nil }
    if n == 0 { return bytes }
    bytes += chunk[..<n]
  }
  return nil
}
