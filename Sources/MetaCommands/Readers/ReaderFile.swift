internal import MetaCore

/// What rules predict from: a file as we read it.
struct ReaderFile {
  let document: Document
  private let view: MetadataView

  init(_ document: Document) {
    self.document = document
    view = MetadataView(document)
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
