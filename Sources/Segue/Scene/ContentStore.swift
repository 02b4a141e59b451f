// The contents of a scene's views under ids that are never used twice, so that a host may cache by id and version.

struct ContentStore {
  private var records: [UInt32: ContentRecord] = [:]
  private var lastID: UInt32 = 0

  var count: Int { records.count }

  subscript(id: UInt32) -> ContentRecord? { records[id] }

  /// A new record of version 1.
  mutating func insert(_ content: Content) -> ContentKey {
    repeat { lastID &+= 1 } while lastID == 0 || records[lastID] != nil
    records[lastID] = ContentRecord(id: lastID, version: 1, content: content)
    return content.key(id: lastID, version: 1)
  }

  /// Replaces a content; the version grows only if something changed.
  mutating func update(_ id: UInt32, to content: Content) -> ContentKey? {
    guard var record = records[id] else { return nil }
    if record.content != content {
      record.content = content
      record.version &+= 1
      records[id] = record
    }
    return content.key(id: id, version: record.version)
  }

  mutating func remove(_ id: UInt32) { records[id] = nil }
}

extension Content {
  fileprivate func key(id: UInt32, version: UInt32) -> ContentKey {
    switch self {
    // Glyphs reach beyond a frame that is lower than their line, and slanted ones beyond its sides: by less than their height.
    case .label(let label): ContentKey(id: id, version: version, isImage: false, overhang: Float(label.fontSize))
    case .image: ContentKey(id: id, version: version, isImage: true, overhang: 0)
    case .picture(let picture): ContentKey(id: id, version: version, isImage: true, overhang: picture.overhang)
    }
  }

  /// The content in a sentence.
  var described: String {
    switch self {
    case .label(let label): "the label \"\(label.text.quotable)\""
    case .image(let image): "the image \"\(image.source.quotable)\""
    case .picture: "the picture of a view"
    }
  }
}

extension Scene {
  /// What a view shows; nil for nothing.
  func content(of view: Handle<View>) -> ContentRecord? { views[view]?.content.flatMap { contents[$0.id] } }

  /// Sets what a view shows, nil for nothing. A width or height that nobody set becomes the content's own, and is returned with
  /// the other one as it stands; nil means that the size stays. Throws `.textTooLong`, `.outOfRange`, and `.nothingMeasures` or
  /// `.unmeasurable` for a content that needs a size and gets none; then nothing has changed.
  @discardableResult
  func setContent(_ content: Content?, of view: Handle<View>) throws(SceneError) -> Size? {
    let record = try record(of: view)
    guard let content else {
      if let old = record.content { contents.remove(old.id) }
      views[view]?.content = nil
      return nil
    }
    try check(content)
    let size = try fittedSize(of: content, in: record)
    let updated = record.content.flatMap { contents.update($0.id, to: content) }
    views[view]?.content = updated ?? contents.insert(content)
    if let size { take(size, record) }
    return size
  }

  /// Measures again, after the width or what measures has changed; as `setContent` for the size.
  @discardableResult
  func fitContent(of view: Handle<View>) throws(SceneError) -> Size? {
    let record = try record(of: view)
    guard let content = content(of: view)?.content, let size = try fittedSize(of: content, in: record) else { return nil }
    take(size, record)
    return size
  }

  private func take(_ size: Size, _ record: View) {
    lanes[record.lanes + Int32(ViewLane.width)] = Float(size.width)
    lanes[record.lanes + Int32(ViewLane.height)] = Float(size.height)
  }

  /// The size with the content's own width or height in place of what was not set; nil when both were.
  private func fittedSize(of content: Content, in record: View) throws(SceneError) -> Size? {
    guard !record.widthIsSet || !record.heightIsSet else { return nil }
    guard let measure else { throw .nothingMeasures(content: content.described) }
    let frame = Pose(lanes.shown + Int(record.lanes)).frame
    guard let own = measure(content, record.widthIsSet ? frame.width : nil), own.width.isFinite, own.height.isFinite,
      own.width >= 0, own.height >= 0, max(own.width, own.height) <= SceneLimit.magnitude
    else { throw .unmeasurable(content: content.described) }
    return Size(record.widthIsSet ? frame.width : own.width, record.heightIsSet ? frame.height : own.height)
  }

  private func check(_ content: Content) throws(SceneError) {
    switch content {
    case .label(let label):
      try checkText(label.text, "a label's text")
      guard label.fontSize > 0, label.fontSize <= SceneLimit.fontSize else {
        throw .outOfRange(what: "font size", expected: "above 0 and at most \(Int(SceneLimit.fontSize))")
      }
      guard label.lines >= 0 else { throw .outOfRange(what: "lines", expected: "0 (as many as fit) or more") }
    case .image(let image): try checkText(image.source, "an image's source")
    case .picture: break
    }
  }
}
