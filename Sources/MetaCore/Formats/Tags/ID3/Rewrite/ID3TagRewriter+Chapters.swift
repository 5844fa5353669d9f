// Chapters as CHAP frames, and the CTOC frame with their order (ID3v2 Chapter Frame Addendum).

extension [ID3TagRewriter] {
  /// Writes chapters to every tag that already has chapters, or to the first tag if no tag has any.
  ///
  /// - Throws: `notRepresentable` when no tag supports chapters.
  mutating func set(_ chapters: [Chapter], duration: MediaTime?) throws(ParseError) {
    let holders = indices.filter { self[$0].hasChapters }
    if chapters.isEmpty || !holders.isEmpty {
      for index in holders { try self[index].set(chapters, duration: duration) }
      return
    }
    guard !isEmpty else {
      throw ParseError(.notRepresentable, at: 0, "there is no ID3v2 tag for chapters")
    }
    try self[0].set(chapters, duration: duration)
  }
}

extension ID3TagRewriter {
  /// Whether the tag has chapter frames.
  var hasChapters: Bool { entries.contains { isChapter($0) } }

  private func isChapter(_ entry: Entry) -> Bool {
    let key = entry.item?.key
    return key == "CHAP" || key == "CTOC"
  }

  /// Replaces the chapters of the tag; chapters whose start times are unchanged keep their other
  /// nested frames.
  ///
  /// - Throws: `notRepresentable` when the version does not support chapters, or a time is out of
  ///   range.
  mutating func set(_ chapters: [Chapter], duration: MediaTime?) throws(ParseError) {
    guard version != .v22 || chapters.isEmpty else {
      throw ParseError(
        .notRepresentable, at: tag?.offset ?? 0, "\(version.name) does not support chapters",
        path: StructurePath([container.rawValue, "CHAP"]))
    }
    let oldEntries = entries.filter { isChapter($0) }
    var frames = ID3ChapterFrames(oldEntries.compactMap(\.item), window)
    let newEntries = try frames.entries(for: chapters, ends: chapters.ends(fileDuration: duration))
    let isSame = newEntries.count == oldEntries.count && newEntries.allSatisfy { $0.offset != nil }
    if !isSame { replaceChapters(newEntries) }
  }

  /// Replaces frames in place, removes old ones without a replacement, and inserts new ones after
  /// the last old chapter frame, or else after the last frame.
  private mutating func replaceChapters(_ newEntries: [Entry]) {
    isChanged = true
    var placed: [Int64: Entry] = [:]
    var added: [Entry] = []
    for entry in newEntries {
      switch entry {
      case .unchanged(let old), .new(_, replacing: let old?): placed[old.location.offset] = entry
      default: added.append(entry)
      }
    }
    var others: [Entry] = []
    var end: Int?
    for entry in entries {
      guard isChapter(entry) else {
        others.append(entry)
        continue
      }
      if let offset = entry.offset, let next = placed[offset] { others.append(next) }
      end = others.count
    }
    let last = (others.lastIndex { $0.item != nil } ?? -1) + 1
    others.insert(contentsOf: added, at: end ?? last)
    entries = others
  }

  /// Rewrites retained frames and other bytes that now follow frames that they used to precede,
  /// because retained ranges must be in ascending order.
  ///
  /// - Throws: Read errors.
  mutating func copyMovedFrames() throws(ParseError) {
    var position: Int64 = 0
    for (index, entry) in entries.enumerated() {
      switch entry {
      case .unchanged(let item) where item.location.offset < position:
        entries[index] = .encoded(try plainFrame(of: item), item)
      case .unchanged(let item): position = item.location.offset + item.location.size
      case .gap(let range) where range.lowerBound < position:
        entries[index] = .stored(Array(try FileLayout.load(range, in: window).bytes))
      case .gap(let range): position = range.upperBound
      case .new, .encoded, .stored: break
      }
    }
  }
}

/// Creates the CHAP and CTOC frames in an ID3v2 tag for a list of chapters.
///
/// A chapter with the same start time as an existing CHAP frame keeps that frame's element ID, and
/// its nested frames that a ``Chapter`` does not describe.
struct ID3ChapterFrames {
  private var chapters: [MetadataItem]
  /// The chapters that are not in any table of contents.
  private var hidden: [MetadataItem] = []
  private let tables: [MetadataItem]
  /// The element IDs of the chapters in their order.
  private let order: [String]
  private let top: MetadataItem?
  private var usedIDs: Set<String>
  private var nextNumber = 0

  /// The value for an unspecified byte offset or time: all bits set.
  private static let noOffset: Int64 = 0xFFFF_FFFF
  /// The maximum number of IDs in a table of contents.
  private static let maxChildren = 255

  /// The file, from which the types of images are determined.
  private let window: SourceWindow

  /// Creates a builder that starts with the existing frames.
  init(_ frames: [MetadataItem], _ window: SourceWindow) {
    self.window = window
    chapters = frames.filter { $0.key == "CHAP" }
    tables = frames.filter { $0.key == "CTOC" }
    top = tables.first { $0.value[part: "topLevel"] == .boolean(true) } ?? tables.first
    if !tables.isEmpty {
      let named = Set(
        tables.flatMap { table -> [String] in
          guard case .list(let ids)? = table.value[part: "children"] else { return [] }
          return ids.compactMap(\.stringValue)
        })
      let isNamed = { (item: MetadataItem) in
        named.contains(item.value[part: "elementID"]?.stringValue ?? "")
      }
      if chapters.contains(where: isNamed) {
        hidden = chapters.filter { !isNamed($0) }
        chapters = chapters.filter(isNamed)
      }
    }
    usedIDs = Set(frames.compactMap { $0.value[part: "elementID"]?.stringValue })
    order = ID3ChapterFrames.order(of: frames)
  }

  /// Returns the element IDs of the chapters in the order in which they are read.
  private static func order(of frames: [MetadataItem]) -> [String] {
    var contents = ID3Chapters()
    for frame in frames {
      if frame.key == "CHAP" { contents.addChapter(frame.value) }
      if frame.key == "CTOC" { contents.addContents(frame.value) }
    }
    return contents.elementIDs
  }

  /// Returns the entries for the chapters and their tables of contents; empty for no chapters.
  ///
  /// - Throws: `notRepresentable` when a time is out of range.
  mutating func entries(
    for newChapters: [Chapter], ends: [MediaTime?]
  ) throws(ParseError) -> [ID3TagRewriter.Entry] {
    guard !newChapters.isEmpty else { return [] }
    var ids: [String] = []
    var entries: [ID3TagRewriter.Entry] = hidden.map { .unchanged($0) }
    for (chapter, end) in zip(newChapters, ends) {
      let start = try ID3ChapterFrames.milliseconds(chapter.start)
      let end = try ID3ChapterFrames.milliseconds(end ?? chapter.start)
      let index = chapters.firstIndex { $0.value[part: "start"]?.integerValue == start }
      let old = index.map { chapters.remove(at: $0) }
      let id = old?.value[part: "elementID"]?.stringValue ?? newID()
      ids.append(id)
      entries.append(entry(chapter, id: id, start...max(start, end), old))
    }
    if ids == order, chapters.isEmpty, !tables.isEmpty {
      return tables.map { .unchanged($0) } + entries
    }
    return tables(of: ids) + entries
  }

  /// Returns a time in milliseconds; the largest 32-bit number is reserved for "no time".
  private static func milliseconds(_ time: MediaTime) throws(ParseError) -> Int64 {
    let value = (time.seconds * 1000).rounded()
    guard let milliseconds = Int64(exactly: value), (0..<noOffset).contains(milliseconds) else {
      throw ParseError(
        .notRepresentable, at: 0, "chapter times must be less than 49 days",
        path: StructurePath(["CHAP"]))
    }
    return milliseconds
  }

  /// Returns an element ID that no frame of the tag has.
  private mutating func newID() -> String {
    while true {
      let id = "chp\(nextNumber)"
      nextNumber += 1
      if usedIDs.insert(id).inserted { return id }
    }
  }

  private func entry(
    _ chapter: Chapter, id: String, _ times: ClosedRange<Int64>, _ old: MetadataItem?
  ) -> ID3TagRewriter.Entry {
    frame("CHAP", value(chapter, id: id, times, old?.value), replacing: old)
  }

  /// Returns a frame with the given value; returns the old frame if its value is the same.
  private func frame(
    _ key: MetadataKey, _ value: MetadataValue, replacing old: MetadataItem?
  ) -> ID3TagRewriter.Entry {
    if let old, old.value == value { return .unchanged(old) }
    var item =
      old
      ?? MetadataItem(keySpace: .id3, key: key, value: value, dataType: DataType(name: "record"))
    item.value = value
    return .new(item, replacing: old)
  }

  /// Returns the value of a CHAP frame; `times` are its start and end in milliseconds.
  private func value(
    _ chapter: Chapter, id: String, _ times: ClosedRange<Int64>, _ old: MetadataValue?
  ) -> MetadataValue {
    let oldEnd = old?[part: "end"]
    // A chapter without an end lasts until the next one; if the file declared no end, none is
    // added.
    let isOpen = chapter.end == nil && oldEnd == .integer(ID3ChapterFrames.noOffset)
    let end: MetadataValue =
      isOpen ? .integer(ID3ChapterFrames.noOffset) : .integer(times.upperBound)
    return .record([
      .init("elementID", .string(id)), .init("start", .integer(times.lowerBound)),
      .init("end", end),
      .init("startOffset", old?[part: "startOffset"] ?? .integer(ID3ChapterFrames.noOffset)),
      .init(
        "endOffset",
        (end == oldEnd ? old?[part: "endOffset"] : nil) ?? .integer(ID3ChapterFrames.noOffset)),
      .init("frames", .list(frames(chapter, old))),
    ])
  }

  /// Returns the nested frames: the title, picture and link of the chapter, and the other frames of
  /// the old chapter.
  private func frames(_ chapter: Chapter, _ old: MetadataValue?) -> [MetadataValue] {
    var frames: [MetadataValue] = []
    if case .list(let records)? = old?[part: "frames"] { frames = records }
    func index(_ matches: (MetadataItem) -> Bool) -> Int? {
      frames.firstIndex { ID3SubFrame.item(of: $0).map(matches) ?? false }
    }
    let title = index { $0.key == "TIT2" }
    let oldTitle = title.flatMap { ID3SubFrame.item(of: frames[$0])?.value.stringValue }
    if !chapter.title.hasSameBytes(as: oldTitle) {
      if let title { frames.remove(at: title) }
      if let text = chapter.title {
        frames.insert(ID3ChapterFrames.frame("TIT2", .string(text)), at: title ?? 0)
      }
    }
    // If there are several frames, the first is the displayed one.
    let link = index(ID3ChapterFrames.isLink)
    let oldLink = link.flatMap { ID3SubFrame.item(of: frames[$0])?.value.stringValue }
    if !chapter.url.hasSameBytes(as: oldLink) {
      let info = ExtraAttribute(.info, .string("chapter url"))
      let newLink = chapter.url.map { ID3ChapterFrames.frame("WXXX", .string($0), [info]) }
      ID3ChapterFrames.replace(newLink, in: &frames, ID3ChapterFrames.isLink)
    }
    let picture = index(ID3ChapterFrames.isPicture)
    let oldImage = picture.flatMap { ID3SubFrame.item(of: frames[$0])?.value.dataValue }
    if chapter.image != oldImage {
      let newPicture = chapter.image.map(pictureFrame)
      ID3ChapterFrames.replace(newPicture, in: &frames, ID3ChapterFrames.isPicture)
    }
    return frames
  }

  private static func isLink(_ item: MetadataItem) -> Bool {
    item.key.description.hasPrefix("W")
  }

  private static func isPicture(_ item: MetadataItem) -> Bool {
    item.key == "APIC" || item.key == "PIC"
  }

  /// Replaces the first frame of a kind, or appends it; if there is no frame, removes all frames of
  /// that kind.
  private static func replace(
    _ frame: MetadataValue?, in frames: inout [MetadataValue],
    _ isOfKind: (MetadataItem) -> Bool
  ) {
    func matches(_ frame: MetadataValue) -> Bool {
      ID3SubFrame.item(of: frame).map(isOfKind) ?? false
    }
    guard let frame else { return frames.removeAll(where: matches) }
    if let place = frames.firstIndex(where: matches) {
      frames[place] = frame
    } else {
      frames.append(frame)
    }
  }

  /// Returns the nested APIC frame for a picture.
  private func pictureFrame(_ image: DataValue) -> MetadataValue {
    let mime = ImageInfo.probe(image, in: window)?.mime ?? "image/jpeg"
    return ID3ChapterFrames.frame(
      "APIC", .data(image),
      [
        ExtraAttribute(.mime, .string(mime)), ExtraAttribute(.pictureType, .integer(0)),
        ExtraAttribute(.info, .string("")),
      ])
  }

  private static func frame(
    _ id: String, _ value: MetadataValue, _ extras: [ExtraAttribute] = []
  ) -> MetadataValue {
    ID3SubFrame.record(
      of: MetadataItem(
        keySpace: .id3, key: .text(id), value: value, dataType: .latin1, extraAttributes: extras))
  }

  /// Returns the table of contents; more than 255 chapters are in nested tables.
  private mutating func tables(of ids: [String]) -> [ID3TagRewriter.Entry] {
    let topID = top?.value[part: "elementID"]?.stringValue ?? "toc"
    guard ids.count > ID3ChapterFrames.maxChildren else {
      return [table(topID, ids, isTop: true)]
    }
    var tables: [ID3TagRewriter.Entry] = []
    var tableIDs: [String] = []
    for start in stride(from: 0, to: ids.count, by: ID3ChapterFrames.maxChildren) {
      let id = "\(topID)-\(tableIDs.count)"
      let part = ids[start..<min(ids.count, start + ID3ChapterFrames.maxChildren)]
      tables.append(table(id, Array(part), isTop: false))
      tableIDs.append(id)
    }
    return [table(topID, tableIDs, isTop: true)] + tables
  }

  /// Returns a CTOC frame that lists `children`; the top-level table replaces the existing one.
  private func table(_ id: String, _ children: [String], isTop: Bool) -> ID3TagRewriter.Entry {
    let old = isTop ? top : nil
    return frame(
      "CTOC",
      .record([
        .init("elementID", .string(id)), .init("topLevel", .boolean(isTop)),
        .init("ordered", .boolean(true)), .init("children", .list(children.map { .string($0) })),
        .init("frames", old?.value[part: "frames"] ?? .list([])),
      ]), replacing: old)
  }
}
