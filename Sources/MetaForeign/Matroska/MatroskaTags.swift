internal import MetaCore

/// Reads the tags of a Matroska file, its title, the names of the programs that wrote it and the
/// IDs of attached files, and replaces libavformat's items with them.
///
/// libavformat keeps one value per name and drops the target level, so the tags (RFC 9559 §5.1.8)
/// are read here; they are a small part of the file:
///
///     Segment / Info / Title, MuxingApp, WritingApp
///             / Attachments / AttachedFile / FileUID, FileName, FileData
///             / Tags / Tag / Targets      the level, track, chapter or file to which they apply
///                          / SimpleTag    name, language, text or bytes, nested tags
///
/// It also locates elements for ``MatroskaTagWriter`` and ``MatroskaDelayWriter``.
struct MatroskaTags {
  private let window: SourceWindow
  private let limits: Limits
  private var items: [MetadataItem] = []
  /// The positions of the tracks in the file, counted from 1, by their unique IDs.
  private var tracks: [UInt64: UInt32] = [:]
  private var tags: [Tag] = []
  /// The programs that wrote the file, and its original name; they follow the tags, because a tag
  /// that names a program has priority.
  private var programs: [MetadataItem] = []
  private var files: [AttachedFile] = []
  /// The `Tags` element, the last one read if there are several.
  private var tagsElement: EBMLElement?

  /// A `Tag` element and its target: a level, and perhaps a track or a part of the file.
  private struct Tag {
    let element: EBMLElement
    var level: UInt64 = 50
    var type = ""
    var track: UInt64?
    /// Another target: a chapter, an edition, an attachment.
    var part: String?

    /// Whether the tag's target is the whole content, not a part or a track.
    var isOfWhole: Bool { track == nil && part == nil }
  }

  /// The identity of an attached file; libavformat keeps its name and bytes, but not its ID.
  private struct AttachedFile {
    var uid: UInt64 = 0
    var name = ""
    var size: Int64 = 0
  }

  /// Element IDs (RFC 9559 §5).
  enum ID {
    static let checksum: UInt32 = 0xBF
    static let segment: UInt32 = 0x1853_8067
    static let seekHead: UInt32 = 0x114D_9B74
    static let seek: UInt32 = 0x4DBB
    static let seekID: UInt32 = 0x53AB
    static let seekPosition: UInt32 = 0x53AC
    static let info: UInt32 = 0x1549_A966
    static let tracks: UInt32 = 0x1654_AE6B
    static let trackEntry: UInt32 = 0xAE
    static let trackUID: UInt32 = 0x73C5
    static let cluster: UInt32 = 0x1F43_B675
    static let attachments: UInt32 = 0x1941_A469
    static let attachedFile: UInt32 = 0x61A7
    static let fileUID: UInt32 = 0x46AE
    static let fileName: UInt32 = 0x466E
    static let fileData: UInt32 = 0x465C
    static let tags: UInt32 = 0x1254_C367
    static let tag: UInt32 = 0x7373
    static let targets: UInt32 = 0x63C0
    static let targetTypeValue: UInt32 = 0x68CA
    static let targetType: UInt32 = 0x63CA
    static let tagTrackUID: UInt32 = 0x63C5
    static let simpleTag: UInt32 = 0x67C8
    static let tagName: UInt32 = 0x45A3
    static let tagLanguage: UInt32 = 0x447A
    static let tagLanguageBCP47: UInt32 = 0x447B
    static let tagString: UInt32 = 0x4487
    static let tagBinary: UInt32 = 0x4485

    /// The elements that are located through the index.
    static let sought: Set<UInt64> = [
      UInt64(tags), UInt64(info), UInt64(tracks), UInt64(attachments),
    ]
    /// Text elements of `Info`.
    static let infoNames: [UInt32: String] = [
      0x7BA9: "Title", 0x4D80: "MuxingApp", 0x5741: "WritingApp", 0x7384: "SegmentFilename",
    ]
    /// Elements of `Targets` that specify a part of the file.
    static let partNames: [UInt32: String] = [
      0x63C9: "EDITION", 0x63C4: "CHAPTER", 0x63C6: "ATTACHMENT",
    ]
  }

  private init(_ window: SourceWindow, _ limits: Limits) {
    self.window = window
    self.limits = limits
  }

  /// Replaces libavformat's items, except attached files and the creation date, with those stored
  /// in the file.
  ///
  /// If the stored tags cannot be read, libavformat's items are kept, and a diagnostic is added.
  static func replaceItems(
    of document: inout Document, _ window: SourceWindow, limits: Limits = .standard
  ) {
    var tags = MatroskaTags(window, limits)
    do {
      guard try tags.read() else { return }
    } catch {
      document.diagnostics.append(Diagnostic(error.inside("Tags")))
      return
    }
    let keptItems = document.items.compactMap { item -> MetadataItem? in
      if case .data(let data) = item.value { return tags.identified(item, data.count) }
      return item.key == "Info/DateUTC" ? item : nil
    }
    document.items = tags.items + tags.programs + keptItems
  }

  /// Returns the item of an attached file with the ID to which tags refer, taken from the first
  /// unused file with this name and size.
  private mutating func identified(_ item: MetadataItem, _ size: Int64) -> MetadataItem {
    let name = item[extra: .fileName]?.stringValue ?? ""
    guard let index = files.firstIndex(where: { $0.name == name && $0.size == size }) else {
      return item
    }
    var item = item
    let uid = files.remove(at: index).uid
    let value = Int64(exactly: uid).map { MetadataValue.integer($0) } ?? .unsigned(uid)
    item.extraAttributes.append(ExtraAttribute(.fileUID, value))
    return item
  }

  /// Returns the `Tags` element, the last one read if there are several; nil if there is none.
  static func element(in window: SourceWindow) throws(ParseError) -> EBMLElement? {
    var tags = MatroskaTags(window, .standard)
    _ = try tags.read()
    return tags.tagsElement
  }

  // MARK: Finding

  /// Reads the tags; returns false if the file has no segment.
  private mutating func read() throws(ParseError) -> Bool {
    guard let segment = try segment() else { return false }
    var sought: [Int64] = []
    var position = segment.bodyOffset
    var seen: Set<Int64> = []
    var steps = 0
    while steps < limits.structures,
      let child = try EBMLElement.read(at: position, upTo: segment.end, in: window)
    {
      steps += 1
      seen.insert(child.offset)
      if child.id == ID.seekHead { sought += try tagOffsets(in: child, of: segment) }
      // Elements after the media are located through the index, if there is one; a cluster of
      // unknown size ends the search in any case.
      if child.id == ID.cluster, !sought.isEmpty || !child.isSized { break }
      try read(child)
      position = child.end
    }
    for offset in sought where seen.insert(offset).inserted {
      if let child = try EBMLElement.read(at: offset, upTo: segment.end, in: window) {
        try read(child)
      }
    }
    try readTags()
    return true
  }

  /// Returns the `Tracks` element; nil if it is not among the first 64 elements of the segment.
  static func tracks(in window: SourceWindow) throws(ParseError) -> EBMLElement? {
    guard let segment = try MatroskaTags(window, .standard).segment() else { return nil }
    return try segment.children(in: window, limit: 64).first { $0.id == ID.tracks }
  }

  /// Returns the unique IDs of the tracks, in the order of the file; 0 for a track without an ID.
  static func trackUIDs(in window: SourceWindow) throws(ParseError) -> [UInt64] {
    let entries = try tracks(in: window)?.children(in: window, limit: 10_000) ?? []
    return try entries.filter { $0.id == ID.trackEntry }.map { (entry) throws(ParseError) in
      try uid(ofTrack: entry, in: window) ?? 0
    }
  }

  /// Returns the unique ID of a track, to which its tags refer.
  private static func uid(
    ofTrack entry: EBMLElement, in window: SourceWindow
  ) throws(ParseError) -> UInt64? {
    let parts = try entry.children(in: window, limit: 256)
    return try parts.first { $0.id == ID.trackUID }?.number(in: window)
  }

  /// Returns the number of bytes missing from the segment; 0 if its size is unknown or there is no
  /// segment.
  static func missingBytes(in window: SourceWindow) throws(ParseError) -> Int64 {
    try MatroskaTags(window, .standard).segment()?.missing ?? 0
  }

  /// Returns the `Segment` element, which follows the EBML header; nil if it is not among the first
  /// four elements.
  private func segment() throws(ParseError) -> EBMLElement? {
    var position: Int64 = 0
    for _ in 0..<4 {
      guard let element = try EBMLElement.read(at: position, upTo: window.source.length, in: window)
      else { return nil }
      if element.id == ID.segment { return element }
      position = element.end
    }
    return nil
  }

  /// Returns the offsets of the elements to read, from an index (`SeekHead`), whose positions are
  /// relative to the body of the segment.
  private func tagOffsets(
    in head: EBMLElement, of segment: EBMLElement
  ) throws(ParseError) -> [Int64] {
    var places: [Int64] = []
    for seek in try head.children(in: window, limit: 1024) where seek.id == ID.seek {
      var id: UInt64 = 0
      var position: UInt64?
      for part in try seek.children(in: window, limit: 8) {
        if part.id == ID.seekID { id = try part.number(in: window) }
        if part.id == ID.seekPosition { position = try part.number(in: window) }
      }
      guard let position, ID.sought.contains(id) else {
        continue
      }
      let (place, overflow) = segment.bodyOffset.addingReportingOverflow(
        Int64(clamping: position))
      if !overflow { places.append(place) }
    }
    return places
  }

  /// Reads an element of the segment if it contains tags, the title, the names of programs, or
  /// something to which tags refer.
  private mutating func read(_ element: EBMLElement) throws(ParseError) {
    switch element.id {
    case ID.info:
      for child in try element.children(in: window, limit: 64) {
        guard let name = ID.infoNames[child.id] else { continue }
        let value = try string(child)
        guard !value.isEmpty else { continue }
        if name == "Title" {
          items.append(item("Info/" + name, value, child, place: "Segment/Info"))
        } else {
          let place = "Segment/Info/\(name)"
          programs.append(item("Info/" + name, value, child, place: place))
        }
      }
    case ID.tracks:
      let entries = try element.children(in: window, limit: limits.tracks)
        .filter { $0.id == ID.trackEntry }
      for (index, entry) in entries.enumerated() {
        guard let uid = try MatroskaTags.uid(ofTrack: entry, in: window) else { continue }
        tracks[uid] = UInt32(clamping: index + 1)
      }
    case ID.tags:
      tagsElement = element
      for child in try element.children(in: window, limit: limits.structures)
      where child.id == ID.tag {
        tags.append(try tag(child))
      }
    case ID.attachments:
      for child in try element.children(in: window, limit: limits.tracks)
      where child.id == ID.attachedFile {
        files.append(try file(child))
      }
    default: break
    }
  }

  /// Returns the ID, name and size of an attached file.
  private func file(_ element: EBMLElement) throws(ParseError) -> AttachedFile {
    var file = AttachedFile()
    for part in try element.children(in: window, limit: 32) {
      switch part.id {
      case ID.fileUID: file.uid = try part.number(in: window)
      case ID.fileName: file.name = try part.text(in: window)
      case ID.fileData: file.size = part.end - part.bodyOffset
      default: break
      }
    }
    return file
  }

  /// Returns a `Tag` element with its target; without a target, it applies to the whole content.
  private func tag(_ element: EBMLElement) throws(ParseError) -> Tag {
    var tag = Tag(element: element)
    let children = try element.children(in: window, limit: limits.items)
    guard let targets = children.first(where: { $0.id == ID.targets }) else { return tag }
    for target in try targets.children(in: window, limit: 64) {
      switch target.id {
      case ID.targetTypeValue: tag.level = try target.number(in: window)
      case ID.targetType: tag.type = try target.text(in: window)
      // Zero means all tracks.
      case ID.tagTrackUID:
        let uid = try target.number(in: window)
        if uid != 0 { tag.track = uid }
      default:
        if let part = ID.partNames[target.id], try target.number(in: window) != 0 {
          tag.part = part
        }
      }
    }
    return tag
  }

  // MARK: Items

  /// Creates items from the tags once all of them are known, because the keys of level 50 depend on
  /// the other levels.
  private mutating func readTags() throws(ParseError) {
    let hasTracks = tags.contains { $0.isOfWhole && $0.level == 30 }
    for tag in tags {
      let prefix = prefix(of: tag, besideTracks: hasTracks)
      for child in try tag.element.children(in: window, limit: limits.items)
      where child.id == ID.simpleTag {
        try append(child, prefix, tag, depth: 0)
      }
    }
  }

  /// Returns the prefix of the names in a tag: the kind of part to which it applies, a level above
  /// that of the content itself, or otherwise an empty string.
  ///
  /// Level 50 is a film or an album: the whole content, unless the file also has tags for a song
  /// (30).
  private func prefix(of tag: Tag, besideTracks hasTracks: Bool) -> String {
    if let part = tag.part { return part + "/" }
    guard tag.isOfWhole, tag.level > 50 || tag.level == 50 && hasTracks else { return "" }
    switch tag.level {
    case 50: return "ALBUM/"
    case 60: return tag.type == "SEASON" ? "SEASON/" : "EDITION/"
    default: return "COLLECTION/"
    }
  }

  /// Appends the item of a `SimpleTag` element, and those of the tags in it.
  private mutating func append(
    _ element: EBMLElement, _ prefix: String, _ tag: Tag, depth: Int
  ) throws(ParseError) {
    guard depth < limits.depth, items.count < limits.items else { return }
    let parts = try element.children(in: window, limit: limits.items)
    guard let nameElement = parts.first(where: { $0.id == ID.tagName }) else { return }
    let key = prefix + (try nameElement.text(in: window))
    if let value = try value(of: parts) {
      let isText = parts.contains { $0.id == ID.tagString }
      var tagItem = item(key, value, element, place: "Segment/Tags", isText: isText)
      tagItem.trackID = tag.track.map { tracks[$0] ?? 0 }
      try annotate(&tagItem, parts, tag)
      items.append(tagItem)
    }
    for child in parts where child.id == ID.simpleTag {
      try append(child, key + "/", tag, depth: depth + 1)
    }
  }

  /// Returns the value of a `SimpleTag` element: text or bytes, of which more than 256 are left in
  /// the file; nil if it has neither.
  private func value(of parts: [EBMLElement]) throws(ParseError) -> MetadataValue? {
    if let text = parts.first(where: { $0.id == ID.tagString }) {
      return try string(text)
    }
    guard let binary = parts.first(where: { $0.id == ID.tagBinary }) else { return nil }
    let count = binary.end - binary.bodyOffset
    guard count <= 256 else { return stored(binary) }
    return .data(.bytes(ByteSlice(try binary.bytes(in: window))))
  }

  /// Returns a string element's text; text above the limit is left in the file, as bytes.
  private func string(_ element: EBMLElement) throws(ParseError) -> MetadataValue {
    guard element.end - element.bodyOffset <= Int64(limits.value) else { return stored(element) }
    return .string(try element.text(in: window, upTo: limits.value))
  }

  /// Returns the body of an element as bytes that are left in the file.
  private func stored(_ element: EBMLElement) -> MetadataValue {
    .data(
      .file(window.location(at: element.bodyOffset, count: element.end - element.bodyOffset)))
  }

  /// Sets the language and the target level of an item; a BCP 47 language has priority.
  private func annotate(
    _ item: inout MetadataItem, _ parts: [EBMLElement], _ tag: Tag
  ) throws(ParseError) {
    if let tagged = parts.first(where: { $0.id == ID.tagLanguageBCP47 }) {
      item.language = LanguageTag(rawValue: try tagged.text(in: window))
    } else if let tagged = parts.first(where: { $0.id == ID.tagLanguage }) {
      let code = try tagged.text(in: window)
      let language = LanguageTag(iso639: code) ?? LanguageTag(rawValue: code)
      item.language = language == .undetermined ? nil : language
    }
    var extras = [
      ExtraAttribute(.targetTypeValue, .integer(Int64(clamping: tag.level)))
    ]
    if !tag.type.isEmpty { extras.append(ExtraAttribute(.targetType, .string(tag.type))) }
    item.extraAttributes = extras
  }

  private func item(
    _ key: String, _ value: MetadataValue, _ element: EBMLElement, place: String,
    isText: Bool = true
  ) -> MetadataItem {
    MetadataItem(
      keySpace: .matroska, key: .text(key), value: value, dataType: isText ? .utf8 : .raw,
      location: ItemLocation(
        container: MetadataContainer(rawValue: place), offset: element.offset,
        size: element.end - element.offset))
  }
}

extension ExtraAttribute.Name {
  /// The target level of a Matroska tag: 50 for a film or an album, 30 for a song.
  static let targetTypeValue = ExtraAttribute.Name(rawValue: "targetTypeValue")
  /// The ID of an attached file in a Matroska file.
  static let fileUID = ExtraAttribute.Name(rawValue: "fileUID")
  /// The name of the target level, such as `ALBUM` or `MOVIE`.
  static let targetType = ExtraAttribute.Name(rawValue: "targetType")
}
