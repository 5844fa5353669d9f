internal import MetaCore

/// What rules predict from: a file as we read it.
struct ReaderFile {
  let document: Document
  private let view: MetadataView

  /// The first bytes of the file.
  let head: [UInt8]

  /// The first ID3v2 tag, where those or the bytes before its first frame show it.
  let tag: RawID3Tag?

  /// How many bytes of the file rules may look at.
  private static let headSize = 65536

  init(_ document: Document, _ source: any ByteSource) {
    self.document = document
    view = MetadataView(document)
    head = (try? source.read(at: 0, count: ReaderFile.headSize)) ?? []
    tag = RawID3Tag(firstOf: head) ?? ReaderFile.innerTag(document, source)
  }

  /// The ID3v2 tag that a chunk far from the start of the file has.
  private static func innerTag(_ document: Document, _ source: any ByteSource) -> RawID3Tag? {
    guard let frame = document.items.first(where: { $0.keySpace == .id3 })?.location.offset else {
      return nil
    }
    // An extended header has at most some ten bytes.
    let start = max(0, frame - 64)
    let bytes = try? source.read(at: start, count: Int(frame - start))
    return bytes.flatMap { RawID3Tag(firstOf: $0, at: start) }
  }

  /// What we read of an ID3v2 tag that has other bytes before it; nil where the file begins with
  /// it, or has none.
  var lateTag: ReaderFile? {
    guard let start = tag?.start, start > 0, start < head.count else { return nil }
    return ReaderFile(reading: Array(head.dropFirst(Int(start))))
  }

  /// What we read of other bytes than those of the file; nil when they are of no kind that we read.
  init?(reading bytes: [UInt8]) {
    let source = DataSource(bytes)
    guard let document = try? Inspector.inspect(source) else { return nil }
    self.init(document, source)
  }

  /// Our values of a field; of pictures, how many there are.
  func values(of field: Field) -> [String] {
    if field == .artwork { return ReaderFile.counted(document.artwork.count) }
    return view[field].map(ValueText.lines) ?? []
  }

  /// How many pictures there are, as a value of the field; none for no picture.
  static func counted(_ pictures: Int) -> [String] {
    switch pictures {
    case 0: []
    case 1: ["1 picture"]
    default: ["\(pictures) pictures"]
    }
  }

  /// Our values of a field, if the file had these items only, and key spaces were taken in this
  /// order.
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

  /// The items of a key space, in file order.
  func items(_ space: KeySpace) -> [MetadataItem] {
    document.items.filter { $0.keySpace == space }
  }

  /// The items whose key is one of a field's, whatever their values are.
  func items(named field: Field) -> [MetadataItem] {
    document.items.filter { $0.isKey(of: field) }
  }

  /// The first of the key spaces that has items, with these.
  func first(
    of order: [KeySpace], _ items: (KeySpace) -> [MetadataItem]
  ) -> (space: KeySpace, items: [MetadataItem])? {
    for space in order {
      let found = items(space)
      if !found.isEmpty { return (space, found) }
    }
    return nil
  }

  /// The texts of items as the file has them.
  static func texts(_ items: [MetadataItem]) -> [String] {
    items.flatMap { ValueText.lines($0.value) }
  }
}

extension MetadataItem {
  /// Whether the key is one of a field's.
  func isKey(of field: Field) -> Bool {
    field.keys.contains { $0.space == keySpace && $0.keys.contains(key.description) }
  }

  /// The name of an ID3v2 frame; those of version 2.2 have three letters.
  var frameName: String { String(key.description.drop { $0 == "\0" }) }

  /// Whether it is a comment of ID3v2.
  var isComment: Bool { ["COMM", "COM"].contains(frameName) }

  /// Whether it has a description, as comments of ID3v2 do.
  var isDescribed: Bool { self[extra: .info]?.stringValue?.isEmpty == false }
}

extension [MetadataItem] {
  /// Those before the first gap: the entries of one tag.
  var firstTag: [MetadataItem] {
    var end: Int64?
    return Array(
      prefix { item in
        defer { end = item.location.offset + item.location.size }
        return end == nil || end == item.location.offset
      })
  }

  /// Where the last of them ends.
  var end: Int64 { map { $0.location.offset + $0.location.size }.max() ?? 0 }
}
