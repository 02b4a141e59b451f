// Where a module tells of errors that no script caught.

import Glibc

func writeToStandardError(_ text: String) {
  var bytes = Array(text.utf8)
  _ = write(2, &bytes, bytes.count)
}
