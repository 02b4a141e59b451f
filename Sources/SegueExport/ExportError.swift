// Why a file was not written, and the one way of writing files: complete or not at all.

import Glibc

/// Why an export failed: a sentence for people that names the file.
public struct ExportError: Error, Equatable, CustomStringConvertible {
  public var description: String
  public init(_ description: String) { self.description = description }
}

/// Writes a file under a temporary name beside `path` and renames it, so that nobody ever sees half of it. An existing file is
/// replaced; when writing fails, it stays as it was.
package func writeFile(_ bytes: UnsafeRawBufferPointer, to path: String) throws(ExportError) {
  func failure() -> ExportError { ExportError("cannot write ‘\(path)’: \(String(cString: strerror(errno)))") }
  guard !path.isEmpty, !path.utf8.contains(0) else { throw ExportError("‘\(path)’ is no file name") }

  var descriptor: Int32 = -1
  var temporary = ""
  // A name may be taken by an export that was killed: then the next number is free.
  for attempt in 0..<100 {
    temporary = "\(path).\(getpid())-\(attempt).part"
    descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    if descriptor >= 0 || errno != EEXIST { break }
  }
  guard descriptor >= 0 else { throw failure() }

  var done = 0
  while done < bytes.count {
    let count = write(descriptor, bytes.baseAddress! + done, bytes.count - done)
    if count < 0 && errno == EINTR { continue }
    guard count > 0 else {
      let error = failure()
      close(descriptor)
      unlink(temporary)
      throw error
    }
    done += count
  }
  // Some file systems report a full disk only here.
  guard close(descriptor) == 0, rename(temporary, path) == 0 else {
    let error = failure()
    unlink(temporary)
    throw error
  }
}
