import CPlatform
import Glibc
import Testing

@testable import LuaHost
@testable import SegueLua

/// A directory of its own below the package, since editors treat /tmp differently.
final class Folder {
  let path: String
  init(_ name: String) {
    let package = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    mkdir(package + "/.build", 0o755)
    path = package + "/.build/test-\(name)-\(getpid())"
    mkdir(path, 0o755)
  }
  deinit {
    delete(path)
  }

  private func delete(_ path: String) {
    if unlink(path) == 0 { return }
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        if name != "." && name != ".." { delete(path + "/" + name) }
      }
      closedir(folder)
    }
    rmdir(path)
  }

  @discardableResult func put(_ name: String, _ text: String) -> String {
    let file = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    var bytes = Array(text.utf8)
    _ = write(file, &bytes, bytes.count)
    close(file)
    return "\(path)/\(name)"
  }
  func makeFolder(_ name: String) { mkdir("\(path)/\(name)", 0o755) }
}

@Suite("Files") struct FileTests {
  @Test("require finds files beside the script, once each, and lists them")
  func requireBeside() throws {
    let folder = Folder("beside")
    folder.makeFolder("sub")
    folder.put("part.lua", "local name = ...; print('load ' .. name); return { n = 3 }")
    folder.put("sub/deep.lua", "return 4")
    let main = folder.put("main.lua", "print(require 'part'.n, require 'part' == require 'part', require 'sub.deep')")
    let fixture = try Fixture()
    try fixture.host.load(main)
    #expect(fixture.lab.printed == ["load part", "3\ttrue\t4"])
    #expect(fixture.host.files == ["main.lua", "part.lua", "sub/deep.lua"].map { folder.path + "/" + $0 })
  }

  @Test("A failed load keeps the old script, and its files stay listed")
  func failedLoad() throws {
    let folder = Folder("failed")
    let main = folder.put("main.lua", "x = 1; sleep(1); print 'old goes on'")
    let fixture = try Fixture()
    try fixture.host.load(main)
    folder.put("main.lua", "require 'broken'")
    folder.put("broken.lua", "x = = 2")
    var message = ""
    do { try fixture.host.load(main) } catch { message = error.message }
    #expect(message == "\(folder.path)/broken.lua:1: unexpected symbol near '='")
    #expect(fixture.host.files.contains(folder.path + "/broken.lua"))
    fixture.wakeAll()
    #expect(fixture.lab.printed == ["old goes on"])
  }

  @Test(
    "require does not leave the script's directory",
    arguments: [
      ("..secret", "is not a module's name"), ("../secret", "is not a module's name"),
      ("/etc/passwd", "is not a module's name"),
      ("a..b", "is not a module's name"), ("", "is not a module's name"), ("a\\0b", "is not a module's name"),
      ("outlink", "it lies outside"), ("outdir.secret", "it lies outside"), ("absent", "No such file"),
      ("loop", "being loaded already"),
      ("binary", "attempt to load a binary chunk"), ("folder", "cannot read"),
    ]) func escapes(_ name: String, _ message: String) throws
  {
    let folder = Folder("escape-\(abs(name.hashValue))")
    folder.put("secret.lua", "return 'secret'")
    folder.makeFolder("inside")
    symlink("../secret.lua", folder.path + "/inside/outlink.lua")
    symlink("..", folder.path + "/inside/outdir")
    folder.makeFolder("inside/folder.lua")
    folder.put("inside/loop.lua", "return require 'loop'")
    folder.put("inside/binary.lua", "\u{1b}Lua")
    let main = folder.put("inside/main.lua", "require '\(name)'")
    var failure = ""
    let fixture = try Fixture()
    do { try fixture.host.load(main) } catch { failure = error.message }
    #expect(failure.contains(message), "\(failure)")
  }

  @Test("Links inside are fine, and a linked script's modules lie beside its true file")
  func innerLinks() throws {
    let folder = Folder("links")
    folder.put("real.lua", "return 1")
    symlink("real.lua", folder.path + "/alias.lua")
    folder.put("main.lua", "print(require 'alias')")
    folder.makeFolder("elsewhere")
    symlink("../main.lua", folder.path + "/elsewhere/config.lua")
    let fixture = try Fixture()
    try fixture.host.load(folder.path + "/elsewhere/config.lua")
    #expect(fixture.lab.printed == ["1"])
  }

  @Test("Without the kernel's help the same files are found and the same ones refused")
  func byName() {
    let folder = Folder("byname")
    folder.put("secret.lua", "")
    folder.makeFolder("inside")
    folder.put("inside/fine.lua", "")
    symlink("../secret.lua", folder.path + "/inside/outlink.lua")
    let home = folder.path + "/inside"
    let fine = cplatform_open_beneath_by_name(home, "fine.lua")
    #expect(fine >= 0)
    close(fine)
    for path in ["outlink.lua", "../secret.lua", "/etc/passwd"] {
      #expect(cplatform_open_beneath_by_name(home, path) == -1)
      #expect(errno == EXDEV)
    }
  }

  @Test("Every way of saving is noticed, and a save of the same content is not")
  func watcher() {
    let folder = Folder("watch")
    let file = folder.put("a.lua", "1")
    let watcher = DirectoryWatcher()
    watcher.watch([file])
    #expect(!watcher.isPolling)
    #expect(!watcher.wait(timeout: 0.02))
    folder.put("a.lua", "2")  // in place
    #expect(watcher.wait(timeout: 2))
    folder.put("a.lua", "2")  // the same content
    #expect(!watcher.wait(timeout: 0.2))
    folder.put("temporary", "3")  // atomic
    rename(folder.path + "/temporary", file)
    #expect(watcher.wait(timeout: 2))
    rename(file, file + "~")  // vim
    folder.put("a.lua", "4")
    unlink(file + "~")
    #expect(watcher.wait(timeout: 2))
    unlink(file)  // git checkout
    folder.put("a.lua", "5")
    #expect(watcher.wait(timeout: 2))
    folder.put("other.lua", "x")
    #expect(!watcher.wait(timeout: 0.1))
  }

  @Test("A save that comes before the files are named anew is noticed; a file that has come back is as well")
  func watchedAgain() {
    let folder = Folder("again")
    let file = folder.put("a.lua", "1")
    let watcher = DirectoryWatcher()
    watcher.watch([file])
    folder.put("a.lua", "2")
    #expect(watcher.wait(timeout: 2))
    folder.put("a.lua", "3")  // while 2 is being read
    watcher.watch([file])
    #expect(watcher.wait(timeout: 2))
    #expect(!watcher.wait(timeout: 0.1))
    unlink(file)
    watcher.watch([file])
    folder.put("a.lua", "3")
    #expect(watcher.wait(timeout: 2))
  }

  @Test("A change behind a link and in a directory made later is noticed")
  func linkedAndLate() {
    let folder = Folder("late")
    folder.makeFolder("real")
    let real = folder.put("real/a.lua", "1")
    symlink("real/a.lua", folder.path + "/a.lua")
    let watcher = DirectoryWatcher()
    watcher.watch([folder.path + "/a.lua", folder.path + "/new/b.lua"])
    #expect(watcher.isPolling)
    folder.put("real/a.lua", "2")
    #expect(watcher.wait(timeout: 2))
    folder.makeFolder("new")
    folder.put("new/b.lua", "1")
    #expect(watcher.wait(timeout: 3))
    #expect(!watcher.isPolling)
    #expect(realPath(real) == real)
  }
}
