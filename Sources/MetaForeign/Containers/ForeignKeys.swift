internal import LibAV
internal import MetaCore

/// The table of keys that libavformat renames in Matroska and RIFF files, used in both directions:
/// from libavformat's key to that of the format (`artist` to `IART` in AVI), and back for a muxer.
///
/// libavformat keeps all keys that it does not recognise. Keys of Core Audio Format get the prefix
/// `info-`, which MetaCore uses.
enum ForeignKeys {
  /// Returns the format's key for a libavformat key.
  static func key(_ key: String, in space: KeySpace) -> String {
    if let row = rows.first(where: { $0.space == space && $0.word == key }) { return row.key }
    return space == .audioFile ? "info-" + key : key
  }

  /// Returns the key to pass to libavformat's muxer for one of the format's keys: that of the first
  /// row.
  static func word(_ key: String, in space: KeySpace) -> String {
    if let row = rows.first(where: { $0.space == space && $0.key == key }) { return row.word }
    return space == .audioFile && key.hasPrefix("info-") ? String(key.dropFirst(5)) : key
  }

  /// A row of the table; the order of rows matters if a key has several.
  private struct Row {
    let space: KeySpace
    /// libavformat's key.
    let word: String
    /// The format's key.
    let key: String
  }

  private static let rows: [Row] = table.split(separator: "\n").compactMap { line in
    let columns = line.split(separator: " ", maxSplits: 2).map(String.init)
    guard columns.count == 3 else { return nil }
    return Row(space: KeySpace(rawValue: columns[0]), word: columns[1], key: columns[2])
  }

  /// The columns are key space, libavformat key, and format key.
  ///
  /// The names are from libavformat's conversion tables (`ff_*_metadata_conv`) and demuxers,
  /// verified with corpus files read by both.
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
  /// Returns the metadata items for the entries of a dictionary.
  func items(of entries: [MediaEntry]) -> [MetadataItem] {
    entries.map { entry in
      MetadataItem(
        keySpace: keySpace, key: .text(ForeignKeys.key(entry.key, in: keySpace)),
        value: .string(entry.value), dataType: .utf8,
        location: ItemLocation(container: MetadataContainer(rawValue: place)))
    }
  }

  /// Returns the metadata item for an attached picture or file; nil if it has no bytes.
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
    // In ID3v2's numbering of picture types, 3 is the front cover.
    if isPicture { extras.append(ExtraAttribute(.pictureType, .integer(3))) }
    return MetadataItem(
      keySpace: keySpace, key: .text(pictureKey), value: .data(.bytes(bytes)), dataType: .raw,
      extraAttributes: extras,
      location: ItemLocation(container: pictureContainer))
  }

  private var pictureKey: String { keySpace == .matroska ? "AttachedFile" : "picture" }

  private var pictureContainer: MetadataContainer {
    keySpace == .matroska ? .attachments : MetadataContainer(rawValue: place)
  }
}

extension MetadataContainer {
  /// The attached files of a Matroska file.
  fileprivate static let attachments = MetadataContainer(rawValue: "Segment/Attachments")
}

extension Attachment {
  /// Returns whether an item contains a file attached to a Matroska file.
  static func isAttached(_ item: MetadataItem) -> Bool { item.location.container == .attachments }

  /// Creates the attachment of such an item; nil if it has no bytes.
  init?(_ item: MetadataItem, in source: any ByteSource) throws(ParseError) {
    guard let data = item.value.dataValue else { return nil }
    self.init(
      name: item[extra: .fileName]?.stringValue ?? "", mime: item[extra: .mime]?.stringValue ?? "",
      bytes: Array(try data.load(from: source).bytes))
  }
}
