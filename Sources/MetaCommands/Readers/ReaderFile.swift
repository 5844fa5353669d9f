internal import MetaCore

/// One file as MetaCore reads it, with its first bytes: the input from which rules predict the
/// values that other readers return.
struct ReaderFile {
  let document: Document
  private let view: MetadataView

  /// The first bytes of the file.
  let head: [UInt8]

  /// The first ID3v2 tag, if found in the first bytes of the file or before its first frame.
  let tag: RawID3Tag?

  /// The number of bytes available to rules.
  private static let headSize = 65536

  init(_ document: Document, _ source: any ByteSource) {
    self.document = document
    view = MetadataView(document)
    head = (try? source.read(at: 0, count: ReaderFile.headSize)) ?? []
    tag = RawID3Tag(firstOf: head) ?? ReaderFile.innerTag(document, source)
  }

  /// Returns the ID3v2 tag in a chunk far from the start of the file.
  private static func innerTag(_ document: Document, _ source: any ByteSource) -> RawID3Tag? {
    guard let frame = document.items.first(where: { $0.keySpace == .id3 })?.location.offset else {
      return nil
    }
    // An extended header has only about ten bytes.
    let start = max(0, frame - 64)
    let bytes = try? source.read(at: start, count: Int(frame - start))
    return bytes.flatMap { RawID3Tag(firstOf: $0, at: start) }
  }

  /// The ID3v2 tag that follows other bytes, or nil if the file begins with it, or the first bytes
  /// do not contain one.
  var lateTag: ReaderFile? {
    guard let start = tag?.start, start > 0, start < head.count else { return nil }
    return ReaderFile(reading: Array(head.dropFirst(Int(start))))
  }

  /// Reads the given bytes instead of a whole file; returns nil if they are not recognised.
  init?(reading bytes: [UInt8]) {
    let source = DataSource(bytes)
    guard let document = try? Inspector.inspect(source) else { return nil }
    self.init(document, source)
  }

  /// Returns MetaCore's values for a field, or, for pictures, their number.
  func values(of field: Field) -> [String] {
    if field == .artwork { return ReaderFile.counted(document.artwork.count) }
    return view[field].map(ValueText.lines) ?? []
  }

  /// Returns the number of pictures as a value of the field; no value if there are no pictures.
  static func counted(_ pictures: Int) -> [String] {
    switch pictures {
    case 0: []
    case 1: ["1 picture"]
    default: ["\(pictures) pictures"]
    }
  }

  /// Returns the values that a field would have if the file had only these items, with key spaces
  /// in this order of precedence.
  func values(
    of field: Field, from items: [MetadataItem], _ order: [KeySpace]
  ) -> [String] {
    if field == .artwork {
      let pictures = items.filter { $0.isKey(of: .artwork) }
      let first = order.first { space in pictures.contains { $0.keySpace == space } }
      return ReaderFile.counted(pictures.count { $0.keySpace == first })
    }
    return MetadataView(items, precedence: order)[field].map(ValueText.lines) ?? []
  }

  /// Returns the items of a key space, in file order.
  func items(_ space: KeySpace) -> [MetadataItem] {
    document.items.filter { $0.keySpace == space }
  }

  /// Returns the items whose key belongs to a field, with any values.
  func items(named field: Field) -> [MetadataItem] {
    document.items.filter { $0.isKey(of: field) }
  }

  /// Returns the first key space that has items, with its items, or nil if none has items.
  func first(
    of order: [KeySpace], _ items: (KeySpace) -> [MetadataItem]
  ) -> (space: KeySpace, items: [MetadataItem])? {
    for space in order {
      let spaceItems = items(space)
      if !spaceItems.isEmpty { return (space, spaceItems) }
    }
    return nil
  }

  /// Returns the strings in items as stored in the file.
  static func texts(_ items: [MetadataItem]) -> [String] {
    items.flatMap { ValueText.lines($0.value) }
  }
}

extension MetadataItem {
  /// Returns whether the key belongs to a field.
  func isKey(of field: Field) -> Bool {
    field.keys.contains { $0.space == keySpace && $0.keys.contains(key.description) }
  }

  /// The name of an ID3v2 frame; names in version 2.2 have three letters.
  var frameName: String { String(key.description.drop { $0 == "\0" }) }

  /// Whether the item is an ID3v2 comment.
  var isComment: Bool { ["COMM", "COM"].contains(frameName) }

  /// Whether the item has a description, as ID3v2 comments may.
  var isDescribed: Bool { self[extra: .info]?.stringValue?.isEmpty == false }
}

extension [MetadataItem] {
  /// The items before the first gap, that is, the entries of one tag.
  var firstTag: [MetadataItem] {
    var end: Int64?
    return Array(
      prefix { item in
        defer { end = item.location.offset + item.location.size }
        return end == nil || end == item.location.offset
      })
  }

  /// The end of the last item.
  var end: Int64 { map { $0.location.offset + $0.location.size }.max() ?? 0 }
}
