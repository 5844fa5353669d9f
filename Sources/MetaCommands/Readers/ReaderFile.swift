internal import MetaCore

/// What rules predict from: a file as we read it.
struct ReaderFile {
  let document: Document
  private let view: MetadataView

  /// The first bytes of the file.
  let head: [UInt8]

  /// How many bytes the extended header of the first ID3v2 tag has; nil without one.
  let extendedHeader: Int64?

  /// How many bytes of the file rules may look at.
  private static let headSize = 65536

  init(_ document: Document, _ source: any ByteSource) {
    self.document = document
    view = MetadataView(document)
    head = (try? source.read(at: 0, count: ReaderFile.headSize)) ?? []
    extendedHeader = ReaderFile.extendedHeader(before: document, source)
  }

  /// What we read of an ID3v2 tag that has other bytes before it; nil where the file begins with it, or has none.
  var lateTag: ReaderFile? {
    guard let start = head.firstRange(of: Array("ID3".utf8))?.lowerBound, start > 0 else {
      return nil
    }
    let source = DataSource(Array(head[start...]))
    return (try? Inspector.inspect(source)).map { ReaderFile($0, source) }
  }

  private static func extendedHeader(
    before document: Document, _ source: any ByteSource
  ) -> Int64? {
    guard let first = document.items.first(where: { $0.keySpace == .id3 })?.location.offset,
      first > 10
    else { return nil }
    let start = max(0, first - 64)
    guard let bytes = try? source.read(at: start, count: Int(first - start)),
      let tag = bytes.indices.last(where: { bytes[$0...].starts(with: "ID3".utf8) }),
      tag + 10 < bytes.count, bytes[tag + 5] & 0x40 != 0
    else { return nil }
    return Int64(bytes.count - tag - 10)
  }

  /// Our values of a field.
  func values(of field: Field) -> [String] { view[field].map(ValueText.lines) ?? [] }

  /// Our values of a field, if the file had these items only, and key spaces were taken in this order.
  func values(
    of field: Field, from items: [MetadataItem], _ order: [KeySpace]
  ) -> [String] {
    MetadataView(items, precedence: order)[field].map(ValueText.lines) ?? []
  }

  /// The items of a key space, in file order.
  func items(_ space: KeySpace) -> [MetadataItem] {
    document.items.filter { $0.keySpace == space }
  }

  /// The items whose key is one of a field's, whatever their values are.
  func items(named field: Field) -> [MetadataItem] {
    let keys = field.keys
    return document.items.filter { item in
      keys.contains { $0.space == item.keySpace && $0.keys.contains(item.key.description) }
    }
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
