internal import MetaCore

/// Entries that only describe the old container or how its program wrote it; a new one drops them
/// with a note (docs/export.md lists them).
///
/// What a person may have written, or what says how, where, when or with what something was
/// recorded, is never among them.
enum ContainerTraces {
  /// One row: which keys, in which key spaces, with which values, and why.
  private struct Row {
    /// The key spaces; nil for all.
    let spaces: Set<KeySpace>?
    /// Keys in capitals.
    let keys: Set<String>
    /// What the value has to contain one of; nil for any value.
    let values: [String]?
    let reason: String
  }

  private static let rows: [Row] = table.split(separator: "\n").compactMap { line in
    let columns = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    guard columns.count == 4 else { return nil }
    let spaces = columns[0].split(separator: " ").map { KeySpace(rawValue: String($0)) }
    let values = columns[2].split(separator: " ").map {
      String($0.map { $0 == "_" ? " " : $0 })
    }
    return Row(
      spaces: spaces.isEmpty ? nil : Set(spaces),
      keys: Set(columns[1].split(separator: " ").map { $0.uppercased() }),
      values: values.isEmpty ? nil : values, reason: columns[3])
  }

  /// Key spaces, keys, parts of values (with `_` for a blank), reason.
  private static let table = """
    |major_brand minor_version compatible_brands||the brands of an MP4 file, as ffmpeg copies them
    mkv|DURATION NUMBER_OF_FRAMES NUMBER_OF_BYTES BPS||statistics of the tracks of the old file
    mkv|Info/MuxingApp Info/WritingApp Info/SegmentFilename||the program that wrote the old file, and its name
    mkv|SOURCE_ID||the number of a track in the file before the old one
    |HANDLER_NAME|Handler Core_Media ISO_Media Media_File_Produced_by Alias_Data|names that programs give the handlers of MP4
    |VENDOR_ID||the maker of an MP4 muxer
    |software ISFT ENCODER|Lavf Lavc libmatroska mkvmerge|the program that wrote the old file
    flv|metadatacreator metadatadate hasKeyframes hasVideo hasAudio hasMetadata hasCuePoints canSeekToEnd||how Flash video is laid out
    flv|datasize videosize audiosize audiodelay videodelay lasttimestamp lastkeyframetimestamp lastkeyframelocation||sizes, times and places in Flash video
    itlk|com.apple.iTunes.iTunSMPB||how many samples decoders of the old file leave out
    """

  /// Whether an item only describes when and how its track was encoded, which no loss is where the
  /// new container has no place for it.
  static func describesEncoding(_ item: MetadataItem) -> Bool {
    item.keySpace == .matroska && item.trackID != nil
      && ofTracks.contains(item.key.description.uppercased())
  }

  /// Keys of single tracks that programs write, in capitals.
  private static let ofTracks: Set = ["ENCODER", "ENCODER_OPTIONS", "INFO/DATEUTC"]

  /// The reason for leaving out an item; nil when it is kept.
  static func reason(for item: MetadataItem) -> String? {
    let key = item.key.description.uppercased()
    if item.keySpace == .matroska, key.hasPrefix("_STATISTICS") {
      return "statistics of the tracks of the old file"
    }
    return rows.first { row in
      guard row.keys.contains(key), row.spaces?.contains(item.keySpace) ?? true else {
        return false
      }
      guard let values = row.values else { return true }
      let text = item.value.stringValue ?? ""
      return values.contains { text.contains($0) }
    }?.reason
  }

  /// Whether an item is one.
  static func holds(_ item: MetadataItem) -> Bool { reason(for: item) != nil }

  /// The note that names those of a file; nil where there are none.
  static func note(on items: [MetadataItem]) -> Diagnostic? {
    var names: [String] = []
    for item in items where holds(item) && !names.contains(item.identifier.rawValue) {
      names.append(item.identifier.rawValue)
    }
    return note(naming: names)
  }

  /// The note that names items which are left out; nil without any.
  static func note(naming names: [String]) -> Diagnostic? {
    guard !names.isEmpty else { return nil }
    return Diagnostic(
      code: .oddity, path: StructurePath([]), offset: nil,
      message: "left out, since it only describes the old file: \(names.joined(separator: ", "))")
  }
}
