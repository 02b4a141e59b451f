// Notices when scripts were saved, however an editor does it.

import CPlatform
import Glibc

/// Watches the directories of a set of files, since most editors replace a file rather than write into it, and says when the
/// content
/// of one has changed. Where the kernel cannot watch (too many watches, network mounts) it looks by itself once a second.
public final class DirectoryWatcher {
  /// How long it must be quiet after an event before files are read, seconds: an editor's save is several events.
  public static let settleTime = 0.04
  /// How often files are looked at where nothing tells of changes, seconds.
  public static let pollInterval = 1.0

  /// Becomes readable on an event, for a loop of the host's own; -1 if the kernel cannot watch at all.
  public let descriptor: Int32
  /// Some directory cannot be watched and is looked at once a second; worth a message.
  public var isPolling: Bool { descriptor < 0 || !unwatched.isEmpty }

  private var files: [String] = []
  private var hashes: [String: UInt64] = [:]
  private var watched: [Int32: String] = [:]
  private var unwatched: Set<String> = []
  private var interesting: [String: Set<String>] = [:]

  public init() { descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Replaces the set of files. The content of those that are new in it counts as seen; a change of the others since the last
  /// `wait`, as while they were being read, is told by the next one.
  public func watch(_ paths: [String]) {
    files = paths
    interesting = [:]
    for path in paths {
      interesting[directory(of: path), default: []].insert(fileName(of: path))
      // A link's target has a directory of its own.
      if let real = realPath(path) { interesting[directory(of: real), default: []].insert(fileName(of: real)) }
    }
    for (watch, name) in watched where interesting[name] == nil {
      inotify_rm_watch(descriptor, watch)
      watched[watch] = nil
    }
    unwatched = []
    for name in interesting.keys where !watched.values.contains(name) { add(name) }
    let seen = hashes
    hashes = [:]
    for path in paths { hashes[path] = hash(of: path).map { seen[path] ?? $0 } }
  }

  private func add(_ name: String) {
    let mask = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ONLYDIR
    let watch = descriptor < 0 ? -1 : inotify_add_watch(descriptor, name, UInt32(mask))
    if watch >= 0 {
      watched[watch] = name
      unwatched.remove(name)
    } else {
      unwatched.insert(name)
    }
  }

  /// Waits until a file's content differs from what it was, at most so long; seconds, less than 0 means for ever.
  public func wait(timeout: Double) -> Bool {
    let end = timeout < 0 ? Double.infinity : now() + timeout
    while true {
      let polling = isPolling
      let left = max(0, end - now())
      let nap = polling ? min(left, Self.pollInterval) : left
      var interested = false
      if poll(nap) {
        interested = drain()
        while interested && poll(Self.settleTime) { _ = drain() }
      }
      if interested || polling {
        for name in unwatched { add(name) }
        if contentChanged() { return true }
      }
      if now() >= end { return false }
    }
  }

  private func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  private func poll(_ seconds: Double) -> Bool {
    var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return cplatform_poll(&one, 1, seconds.isFinite ? seconds : -1) > 0
  }

  /// Reads all events. True if one is about a file of ours, or if some were lost.
  private func drain() -> Bool {
    var interested = false
    let size = 1 << 14
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: MemoryLayout<inotify_event>.alignment)
    defer { buffer.deallocate() }
    while true {
      let n = read(descriptor, buffer, size)
      if n <= 0 { return interested }
      var at = 0
      while at < n {
        let event = buffer.load(fromByteOffset: at, as: inotify_event.self)
        let name = buffer + at + MemoryLayout<inotify_event>.size
        at += MemoryLayout<inotify_event>.size + Int(event.len)
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { interested = true }
        guard let directory = watched[event.wd] else { continue }
        if event.mask & UInt32(IN_IGNORED) != 0 {
          // The directory has gone, and may come back.
          watched[event.wd] = nil
          unwatched.insert(directory)
          interested = true
        } else if event.len > 0,
          interesting[directory]?.contains(String(cString: name.assumingMemoryBound(to: CChar.self))) == true
        {
          interested = true
        }
      }
    }
  }

  /// Compares contents and remembers the new ones. A file that is missing for the moment has not changed.
  private func contentChanged() -> Bool {
    var changed = false
    for path in files {
      guard let new = hash(of: path), new != hashes[path] else { continue }
      hashes[path] = new
      changed = true
    }
    return changed
  }

  /// FNV-1a, 64 bits, of the file's content.
  private func hash(of path: String) -> UInt64? {
    contents(openFile(path))?.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
