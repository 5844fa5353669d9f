internal import MetaCore

/// Items that no field has, on their way through Matroska, which takes tags of any name.
///
/// The identifier becomes the name of the tag, level by level (`mdta/org.example.note`,
/// `id3/TXXX/MOOD`), and the item again in a file that has its key space. Bytes and structures are
/// no tags.
enum ForeignNames {
  /// A document whose items have the keys of fields, where libavformat and ffmpeg have further
  /// words for the same.
  static func known(_ document: Document) -> Document {
    var document = document
    for index in document.items.indices {
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

  /// The item as a tag; nil where its value is no text or number.
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

  /// The edit that makes the item again that a tag was; nil where it was none, or the kind of file
  /// has no such keys.
  static func restored(_ item: MetadataItem, in kind: OutputKind) -> MetadataEdit? {
    let parts = item.key.description.split(separator: "/", maxSplits: 2).map(String.init)
    guard item.keySpace == .matroska, parts.count > 1,
      spaces[kind.muxer]?.contains(KeySpace(identifierPrefix: parts[0])) ?? false
    else { return nil }
    let identifier = MetadataIdentifier(rawValue: parts[0] + "/" + parts[1])
    let extras = parts.count > 2 ? [ExtraAttribute(.info, .string(parts[2]))] : []
    return .set(.items(identifier, extras), [item.value])
  }

  /// The key spaces of what MetaCore edits, by the muxer that writes it.
  private static let spaces: [String: Set<KeySpace>] = [
    "mp4": movies, "ipod": movies, "mov": movies, "mp3": [.id3], "adts": [.id3],
  ]
  private static let movies: Set<KeySpace> = [.quickTimeMetadata, .iTunesLong]
}
