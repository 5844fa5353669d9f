internal import MetaCore

/// Keeps items without a field through an export to Matroska and back: converts them to tags, which
/// can have any name in Matroska, and such tags to the original items.
///
/// The identifier becomes the name of the tag, level by level (`mdta/org.example.note`,
/// `id3/TXXX/MOOD`). Tags with identifiers of ID3, QuickTime metadata and iTunes `----` items are
/// restored in MP3, AAC and MP4 files that support them. Only text, numbers and Booleans are
/// converted.
enum MatroskaItemNames {
  /// Returns the document with libavformat's and ffmpeg's alternative keys for the whole file
  /// replaced by those that fields use.
  static func known(_ document: Document) -> Document {
    var document = document
    for index in document.items.indices where document.items[index].trackID == nil {
      let item = document.items[index]
      switch (item.keySpace, item.key.description) {
      case (.matroska, "CREATION_TIME"): document.items[index].key = "Info/DateUTC"
      case (.matroska, "SOFTWARE"): document.items[index].key = "COM.APPLE.QUICKTIME.SOFTWARE"
      case (.riff, "creation_time"):
        document.items[index].keySpace = lavf
        if !document.precedence.contains(lavf) { document.precedence.append(lavf) }
      default: break
      }
    }
    return document
  }

  private static let lavf = KeySpace(rawValue: "lavf")

  /// Returns the item as a tag; nil if its value is not text, a number or a Boolean.
  static func nested(_ item: MetadataItem) -> MetadataItem? {
    let text: String
    switch item.value {
    case .string(let value): text = value
    case .integer(let value): text = "\(value)"
    case .unsigned(let value): text = "\(value)"
    case .real(let value): text = "\(value)"
    case .boolean(let value): text = value ? "1" : "0"
    default: return nil
    }
    let info = item[extra: .info]?.stringValue.map { "/" + $0 } ?? ""
    return MetadataItem(
      keySpace: .matroska, key: .text(item.identifier.rawValue + info), value: .string(text),
      dataType: .utf8, language: item.language, location: item.location)
  }

  /// Returns the edit that restores the original item of a tag; nil for other tags, or if items in
  /// its key space are not restored in this kind of file.
  static func restored(_ item: MetadataItem, in kind: OutputKind) -> MetadataEdit? {
    let parts = item.key.description.split(separator: "/", maxSplits: 2).map(String.init)
    guard item.keySpace == .matroska, parts.count > 1,
      spaces[kind.muxer]?.contains(KeySpace(identifierPrefix: parts[0])) ?? false
    else { return nil }
    let identifier = MetadataIdentifier(rawValue: parts[0] + "/" + parts[1])
    let extras = parts.count > 2 ? [ExtraAttribute(.info, .string(parts[2]))] : []
    return .set(.items(identifier, extras), [item.value])
  }

  /// The key spaces whose items are restored, by muxer.
  private static let spaces: [String: Set<KeySpace>] = [
    "mp4": movies, "ipod": movies, "mov": movies, "mp3": [.id3], "adts": [.id3],
  ]
  private static let movies: Set<KeySpace> = [.quickTimeMetadata, .iTunesLong]
}
