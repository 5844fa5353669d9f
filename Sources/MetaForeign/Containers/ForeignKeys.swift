internal import LibAV
internal import MetaCore

/// The keys of a format and those that libavformat makes of them.
///
/// libavformat renames the keys that it knows to words of its own (`artist`), and leaves the
/// others; here they get their names back.
enum ForeignKeys {
  /// The key of the format for a key of libavformat.
  static func key(_ key: String, in space: KeySpace) -> String {
    if let own = rows[space]?[key] { return own }
    return space == .audioFile ? "info-" + key : key
  }

  /// What libavformat's muxer is to be told for a key of the format.
  static func word(_ key: String, in space: KeySpace) -> String {
    if let row = rows[space]?.first(where: { $0.value == key }) { return row.key }
    return space == .audioFile && key.hasPrefix("info-") ? String(key.dropFirst(5)) : key
  }

  private static let rows: [KeySpace: [String: String]] = {
    var rows: [KeySpace: [String: String]] = [:]
    for line in table.split(separator: "\n") {
      let columns = line.split(separator: " ", maxSplits: 2)
      guard columns.count == 3 else { continue }
      rows[KeySpace(rawValue: String(columns[0])), default: [:]][String(columns[1])] =
        String(columns[2])
    }
    return rows
  }()

  /// Key space, key of libavformat, key of the format.
  ///
  /// The names that libavformat's own conversion tables and demuxers use (`ff_*_metadata_conv`);
  /// corpus files read with both show them.
  private static let table = """
    mkv performer LEAD_PERFORMER
    mkv track PART_NUMBER
    mkv title Info/Title
    mkv encoder Info/MuxingApp
    mkv creation_time Info/DateUTC
    riff title INAM
    riff artist IART
    riff comment ICMT
    riff copyright ICOP
    riff date ICRD
    riff genre IGNR
    riff language ILNG
    riff album IPRD
    riff track IPRT
    riff encoder ISFT
    riff software ISFT
    riff timecode ISMP
    riff encoded_by ITCH
    """
}

extension ContainerKind {
  /// The items of a dictionary.
  func items(of entries: [MediaEntry]) -> [MetadataItem] {
    entries.map { entry in
      MetadataItem(
        keySpace: keySpace, key: .text(ForeignKeys.key(entry.key, in: keySpace)),
        value: .string(entry.value), dataType: .utf8,
        location: ItemLocation(container: MetadataContainer(rawValue: place)))
    }
  }

  /// The item of a picture or file that goes with the others.
  func item(of attachment: Attachment) -> MetadataItem? {
    guard !attachment.bytes.isEmpty else { return nil }
    var extras: [ExtraAttribute] = []
    if !attachment.name.isEmpty {
      extras.append(ExtraAttribute(.fileName, .string(attachment.name)))
    }
    if !attachment.mime.isEmpty { extras.append(ExtraAttribute(.mime, .string(attachment.mime))) }
    let bytes = ByteSlice(attachment.bytes)
    let isPicture =
      attachment.mime.hasPrefix("image/") || Artwork(attachment.bytes) != nil
    if isPicture { extras.append(ExtraAttribute(.pictureType, .integer(3))) }
    return MetadataItem(
      keySpace: keySpace, key: .text(pictureKey), value: .data(.bytes(bytes)), dataType: .raw,
      extraAttributes: extras,
      location: ItemLocation(container: MetadataContainer(rawValue: picturePlace)))
  }

  private var pictureKey: String { keySpace == .matroska ? "AttachedFile" : "picture" }

  private var picturePlace: String { keySpace == .matroska ? "Segment/Attachments" : place }
}
