// Conversion between ID3v2 versions: renamed frames, frames with a different structure, and frames
// that cannot be converted.

extension ID3TagRewriter {
  /// Converts every frame of the old tag to the new version.
  ///
  /// - Throws: `wouldLose` when a frame cannot be converted and a loss is not allowed; read errors.
  mutating func convertTag() throws(ParseError) {
    if let tag, tag.flags.contains(.unsynchronised) { note("unsynchronisation is removed") }
    if let tag, oldVersion == .v24, tag.flags.contains(.footer) { note("the footer is removed") }
    try convertGroups()
    var converted: [Entry] = []
    for entry in entries {
      switch entry {
      case .gap(let range): try reportLoss(range)
      case .unchanged(let item):
        if let entry = try convert(item) { converted.append(entry) }
      case .new, .encoded, .stored: converted.append(entry)
      }
    }
    entries = converted
  }

  /// Converts the IDs of new frames to this version.
  ///
  /// - Throws: `notRepresentable` when the version has no such frame; `wouldLose` when a part of a
  ///   date cannot be stored and a loss is not allowed.
  mutating func convertNew() throws(ParseError) {
    if version == oldVersion { try convertGroups() }
    for (index, entry) in entries.enumerated() {
      guard case .new(var item, let old) = entry, old?.key != item.key || version != oldVersion
      else { continue }
      let name = item.key.description
      guard let id = ID3FrameIDRules.id(name, in: version) else {
        throw ParseError(
          .notRepresentable, at: tag?.offset ?? 0, "\(version.name) has no equivalent frame",
          path: StructurePath([container.rawValue, name]))
      }
      item.key = .text(id)
      entries[index] = .new(item, replacing: old)
    }
  }

  /// Converts a frame of the old tag to the new version; nil when it cannot be converted and may be
  /// lost.
  private mutating func convert(_ item: MetadataItem) throws(ParseError) -> Entry? {
    let name = item.key.description
    guard let id = ID3FrameIDRules.id(name, in: version) else {
      try reportLoss("\(version.name) has no such frame", item)
      return nil
    }
    if id != name {
      note("becomes \(id)", frame: name, at: item.location.offset)
    } else if !ID3FrameIDRules.isDefined(id, in: version) {
      note(
        "kept, although \(version.name) does not define it", frame: name, at: item.location.offset)
    }
    let frame = try plainFrame(of: item)
    guard let header = ID3FrameHeader(ByteSlice(frame), version: oldVersion) else { return nil }
    guard try checkFlags(header.flags, item) else { return nil }
    var converted = item
    converted.key = .text(id)
    if id != name, item.value[part: "frameID"] != nil {
      guard try convertLink(&converted) else { return nil }
    }
    if let bytes = recoded(frame, header, id: id, item) { return .encoded(bytes, converted) }
    return .new(converted, replacing: item)
  }

  /// Converts the target ID of a link; returns false when it cannot be converted.
  private mutating func convertLink(_ link: inout MetadataItem) throws(ParseError) -> Bool {
    guard case .record(let parts) = link.value,
      let name = link.value[part: "frameID"]?.stringValue
    else { return true }
    guard let id = ID3FrameIDRules.id(name, in: version) else {
      try reportLoss("\(version.name) has no frame \(name) to link to", link)
      return false
    }
    link.value = .record(
      parts.map { $0.name == "frameID" ? MetadataValue.Part("frameID", .string(id)) : $0 })
    return true
  }

  /// Returns the bytes of a frame, without the unsynchronisation of the whole tag.
  func plainFrame(of item: MetadataItem) throws(ParseError) -> [UInt8] {
    let start = item.location.offset
    let stored = try FileLayout.load(start..<(start + item.location.size), in: window)
    guard let tag, oldVersion != .v24, tag.flags.contains(.unsynchronised) else {
      return Array(stored.bytes)
    }
    return Unsynchronisation.decode(stored)?.bytes ?? Array(stored.bytes)
  }

  /// Returns whether a frame with these flags can be converted, and reports flags that change: an
  /// encrypted frame cannot be converted if it is also compressed, or to 2.2.
  private mutating func checkFlags(
    _ flags: ID3FrameHeader.Flags, _ item: MetadataItem
  ) throws(ParseError) -> Bool {
    // 2.2 has no encryption. In the other versions, a frame is compressed before it is encrypted
    // (ID3v2.4 §4.1.2), and can therefore not be decompressed here.
    if flags.contains(.encrypted), version == .v22 || flags.contains(.compressed) {
      try reportLoss("an encrypted frame cannot be converted to \(version.name)", item)
      return false
    }
    let name = item.key.description
    if flags.contains(.compressed) { note("written uncompressed", frame: name) }
    let dropped = flags.subtracting([.compressed, .unsynchronised, .dataLength])
    if version == .v22, !dropped.isEmpty {
      note("its flags are dropped: \(dropped.names.joined(separator: ", "))", frame: name)
    }
    return true
  }

  /// Returns the frame with a new header if its content is the same in both versions; otherwise
  /// nil.
  private func recoded(
    _ frame: [UInt8], _ header: ID3FrameHeader, id: String, _ item: MetadataItem
  ) -> [UInt8]? {
    let plain: ID3FrameHeader.Flags = [
      .discardWhenTagChanges, .discardWhenFileChanges, .readOnly,
    ]
    guard header.flags.isSubset(of: plain), let newID = ID3FrameID(id),
      !(oldVersion == .v24 && tag?.flags.contains(.unsynchronised) ?? false)
    else { return nil }
    let shape = ID3FrameTable.standard.shape(of: newID)
    let content = frame.dropFirst(oldVersion.frameHeaderSize)
    guard shape == ID3FrameTable.standard.shape(of: header.id), shape.tail != .frames else {
      return nil
    }
    // Before 2.4, there are only Latin-1 (0) and UTF-16 with a byte order mark (1).
    if shape.hasEncoding, version != .v24, let encoding = content.first, encoding > 1 { return nil }
    if shape.isPlainText, separator != nil, version != .v24, case .list = item.value { return nil }
    guard let size = ID3FrameHeader.storedSize(of: content.count, version: version) else {
      return nil
    }
    var new = ID3FrameHeader(id: newID, storedSize: size, flags: header.flags)
    if version == .v22 { new.flags = [] }
    return new.encode(version: version) + content
  }

  /// Rejects the loss of a frame, or reports it.
  private mutating func reportLoss(_ reason: String, _ item: MetadataItem) throws(ParseError) {
    try reportLoss(
      reason, StructurePath([container.rawValue, item.key.description]), at: item.location.offset)
  }

  /// Rejects or reports the loss of bytes that are not frames; they cannot be kept, because sizes
  /// in them would have a different meaning in another version.
  mutating func reportLoss(_ bytes: Range<Int64>) throws(ParseError) {
    try reportLoss(
      "\(bytes.count) bytes that are not a frame cannot be converted to \(version.name)",
      StructurePath([container.rawValue]), at: bytes.lowerBound)
  }

  /// Rejects a loss, or reports it if losses are allowed.
  private mutating func reportLoss(
    _ reason: String, _ path: StructurePath, at offset: Int64
  ) throws(ParseError) {
    guard allowsLoss else { throw ParseError(.wouldLose, at: offset, reason, path: path) }
    notes.note(.lost, path, at: offset, reason)
  }
}

// MARK: - Frames with a different structure

extension ID3TagRewriter {
  /// Whether an entry may have to be converted: a frame from a tag of a different version, or a new
  /// frame with a different ID than the one that it replaces.
  private func isForeign(_ entry: Entry) -> Bool {
    switch entry {
    case .new(let item, let old): version != oldVersion || old?.key != item.key
    case .unchanged: version != oldVersion
    case .gap, .encoded, .stored: false
    }
  }

  /// Returns the index of the first entry with one of these keys that may be converted.
  private func foreignIndex(_ keys: String...) -> Int? {
    entries.firstIndex { isForeign($0) && keys.contains($0.item?.key.description ?? "") }
  }

  /// Whether the tag has a frame with one of these keys.
  private func has(_ keys: String...) -> Bool {
    entries.contains { keys.contains($0.item?.key.description ?? "") }
  }

  /// Converts frames whose content is split among other frames in the new version: dates and lists
  /// of people.
  private mutating func convertGroups() throws(ParseError) {
    if version == .v24 {
      joinDate()
      rename("TORY", "TOR", to: "TDOR")
      splitPeople()
    } else {
      try splitDate()
      try cutOriginalDate()
      joinPeople()
    }
  }

  /// Returns a text frame in the new version.
  private func text(_ key: String, _ text: String) -> MetadataItem {
    MetadataItem(
      keySpace: .id3, key: .text(key), value: .string(text), dataType: .utf8)
  }

  /// Gives the first frame with one of these keys a new ID, unless the tag already has a frame with
  /// that ID.
  private mutating func rename(_ keys: String..., to new: String) {
    guard !has(new),
      let index = entries.firstIndex(where: {
        isForeign($0) && keys.contains($0.item?.key.description ?? "")
      }), var item = entries[index].item
    else { return }
    note("becomes \(new)", frame: item.key.description, at: entries[index].offset)
    let old = item
    item.key = .text(new)
    entries[index] = .new(item, replacing: old)
  }

  /// The roles in `TIPL`; other roles are instruments, in `TMCL`.
  private static let roles: Set<String> = [
    "arranger", "dj-mix", "engineer", "mix", "performer", "producer",
  ]

  /// Converts `IPLS` to `TIPL` and `TMCL`.
  private mutating func splitPeople() {
    guard !has("TIPL", "TMCL"), let index = foreignIndex("IPLS", "IPL"),
      let old = entries[index].item, case .list(let people) = old.value
    else { return rename("IPLS", "IPL", to: "TIPL") }
    let isRole = { (person: MetadataValue) in
      let role = person[part: "role"]?.stringValue ?? ""
      return ID3TagRewriter.roles.contains(role.lowercased())
    }
    let players = people.filter { !isRole($0) }
    var newEntries: [Entry] = []
    for (key, list) in [("TIPL", people.filter(isRole)), ("TMCL", players)] where !list.isEmpty {
      var item = old
      item.key = .text(key)
      item.value = .list(list)
      newEntries.append(.new(item, replacing: old))
    }
    guard !newEntries.isEmpty else { return rename("IPLS", "IPL", to: "TIPL") }
    let names = newEntries.compactMap { $0.item?.key.description }.joined(separator: " and ")
    note("becomes \(names)", frame: old.key.description, at: entries[index].offset)
    entries.replaceSubrange(index...index, with: newEntries)
  }

  /// Converts `TYER`, `TDAT` (DDMM) and `TIME` (HHMM) to `TDRC`.
  private mutating func joinDate() {
    guard !has("TDRC"), let index = foreignIndex("TYER", "TYE"),
      let year = entries[index].item?.value.stringValue, year.isDigits(4)
    else { return }
    var timestamp = year
    var used = [index]
    if let day = foreignIndex("TDAT", "TDA"), let text = entries[day].item?.value.stringValue,
      text.isDigits(4)
    {
      timestamp += "-\(text.suffix(2))-\(text.prefix(2))"
      used.append(day)
      if let time = foreignIndex("TIME", "TIM"), let text = entries[time].item?.value.stringValue,
        text.isDigits(4)
      {
        timestamp += "T\(text.prefix(2)):\(text.suffix(2))"
        used.append(time)
      }
    }
    let names = used.compactMap { entries[$0].item?.key.description }.joined(separator: ", ")
    note("\(names) become TDRC", at: entries[index].offset)
    entries[index] = .new(text("TDRC", timestamp), replacing: entries[index].item)
    for place in used.dropFirst().sorted(by: >) { entries.remove(at: place) }
  }

  /// Converts `TDRC` to `TYER`, `TDAT` and `TIME`.
  private mutating func splitDate() throws(ParseError) {
    guard let index = foreignIndex("TDRC"), let old = entries[index].item,
      let stored = old.value.stringValue
    else { return }
    guard !has("TYER", "TYE") else { return try dropEntry(index, "the tag already has a year") }
    let date = MetadataDate(iso8601: stored)
    guard let date else {
      note("becomes TYER", frame: "TDRC", at: entries[index].offset)
      entries[index] = .new(text("TYER", stored), replacing: old)
      return
    }
    var newItems = [text("TYER", ValueForm.year(date))]
    if let month = date.month, let day = date.day {
      newItems.append(text("TDAT", ValueForm.digits(day) + ValueForm.digits(month)))
      if let hour = date.hour {
        newItems.append(
          text("TIME", ValueForm.digits(hour) + ValueForm.digits(date.minute ?? 0)))
      }
    }
    let isCut =
      date.second.map { $0 > 0 } ?? false || date.zone != .unknown
      || date.month != nil && date.day == nil || date.hour != nil && date.minute == nil
    if isCut {
      try reportLoss(
        "\(version.name) stores only the year, the day and month, and the time to the minute", old)
    }
    if case .list(let all) = old.value, all.count > 1 {
      try reportLoss("\(version.name) stores only one date", old)
    }
    note(
      "becomes \(newItems.map(\.key.description).joined(separator: ", "))", frame: "TDRC",
      at: entries[index].offset)
    entries.replaceSubrange(index...index, with: newItems.map { .new($0, replacing: old) })
  }

  /// Converts `TDOR` to `TORY`, which contains only a year.
  private mutating func cutOriginalDate() throws(ParseError) {
    guard let index = foreignIndex("TDOR"), let old = entries[index].item,
      let stored = old.value.stringValue
    else { return }
    guard !has("TORY", "TOR") else { return try dropEntry(index, "the tag already has a year") }
    let year = MetadataDate(iso8601: stored).map { ValueForm.year($0) } ?? stored
    if year != stored { try reportLoss("\(version.name) stores only the year", old) }
    note("becomes TORY", frame: "TDOR", at: entries[index].offset)
    entries[index] = .new(text("TORY", year), replacing: old)
  }

  /// Converts `TIPL` and `TMCL` to one `IPLS`.
  private mutating func joinPeople() {
    guard !has("IPLS", "IPL"), let index = foreignIndex("TIPL", "TMCL"),
      var item = entries[index].item
    else { return }
    note("becomes IPLS", frame: item.key.description, at: entries[index].offset)
    let old = item
    item.key = "IPLS"
    entries[index] = .new(item, replacing: old)
    while let other = foreignIndex("TIPL", "TMCL"), let more = entries[other].item {
      if case .list(let people) = item.value, case .list(let others) = more.value {
        item.value = .list(people + others)
      }
      note("becomes part of IPLS", frame: more.key.description, at: entries[other].offset)
      entries[index] = .new(item, replacing: old)
      entries.remove(at: other)
    }
  }

  /// Removes a frame that cannot be converted, which is a loss.
  private mutating func dropEntry(_ index: Int, _ reason: String) throws(ParseError) {
    if let item = entries[index].item { try reportLoss(reason, item) }
    entries.remove(at: index)
  }
}

extension String {
  /// Whether the string consists of the given number of digits.
  fileprivate func isDigits(_ count: Int) -> Bool {
    utf8.count == count && utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
  }
}
