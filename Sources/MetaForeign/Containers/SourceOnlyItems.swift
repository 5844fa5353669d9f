internal import MetaCore

/// Recognises items that describe only the source file or the program that wrote it; an export with
/// libavformat omits them with a note (docs/export.md lists them).
///
/// Items that a person may have written, or that describe how, where, when or with what equipment
/// something was recorded, are never in the table.
enum SourceOnlyItems {
  /// A row of the table: items that are omitted, by keys, key spaces and values, and the reason.
  private struct Row {
    /// The key spaces; nil means all.
    let spaces: Set<KeySpace>?
    /// The keys, in upper case.
    let keys: Set<String>
    /// Substrings, one of which the value must contain; nil allows any value.
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

  /// The columns are key spaces, keys, substrings of values (where `_` means a space), and the
  /// reason.
  private static let table = """
    |major_brand minor_version compatible_brands||the brands of an MP4 file, as ffmpeg copies them
    mkv|DURATION NUMBER_OF_FRAMES NUMBER_OF_BYTES BPS||statistics about the tracks in the source file
    mkv|Info/MuxingApp Info/WritingApp Info/SegmentFilename||the programs that wrote the source file, and the file's name
    mkv|SOURCE_ID||the number of a track in an earlier file
    |HANDLER_NAME|Handler Core_Media ISO_Media Media_File_Produced_by Alias_Data|default handler names in MP4 files
    |VENDOR_ID||the vendor of an MP4 muxer
    |software ISFT ENCODER|Lavf Lavc libmatroska mkvmerge|the program that wrote the source file
    flv|metadatacreator metadatadate hasKeyframes hasVideo hasAudio hasMetadata hasCuePoints canSeekToEnd||the layout of the Flash video file
    flv|datasize videosize audiosize audiodelay videodelay lasttimestamp lastkeyframetimestamp lastkeyframelocation||sizes, times and offsets in the Flash video file
    itlk|com.apple.iTunes.iTunSMPB||the encoder delay and padding of the source file
    """

  /// Returns whether a Matroska item only describes when and how its track was encoded; leaving it
  /// out is not a loss.
  static func describesEncoding(_ item: MetadataItem) -> Bool {
    item.keySpace == .matroska && item.trackID != nil
      && ofTracks.contains(item.key.description.uppercased())
  }

  /// Per-track keys that programs write, in upper case.
  private static let ofTracks: Set = ["ENCODER", "ENCODER_OPTIONS", "CREATION_TIME"]

  /// Returns the reason for leaving out an item; nil if it is kept.
  static func reason(for item: MetadataItem) -> String? {
    let key = item.key.description.uppercased()
    if item.keySpace == .matroska, key.hasPrefix("_STATISTICS") {
      return "statistics about the tracks in the source file"
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

  /// Returns whether an item is left out.
  static func contains(_ item: MetadataItem) -> Bool { reason(for: item) != nil }

  /// Returns a note that names the items left out; nil if there are none.
  static func note(on items: [MetadataItem]) -> Diagnostic? {
    var names: [String] = []
    for item in items where contains(item) && !names.contains(item.identifier.rawValue) {
      names.append(item.identifier.rawValue)
    }
    return note(naming: names)
  }

  /// Returns a note that names the given items; nil if there are none.
  static func note(naming names: [String]) -> Diagnostic? {
    guard !names.isEmpty else { return nil }
    return Diagnostic(
      code: .oddity, path: StructurePath([]), offset: nil,
      message: "omitted, because they describe only the source file: "
        + names.joined(separator: ", "))
  }
}
