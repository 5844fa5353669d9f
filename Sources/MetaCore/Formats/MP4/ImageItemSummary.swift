/// The information about images in the `meta` atom of an image file (HEIF, AVIF) or of a file
/// without a movie: handler, number of image items, and number of the primary item (ISO/IEC
/// 14496-12 §8.11).
///
/// ``read(_:in:)`` reads it for the container description. An item of such a file is an image or
/// another object in the file, not a ``MetadataItem``.
struct ImageItemSummary: Sendable, Hashable {
  /// The handler, which is `pict` for images.
  var handler: FourCC?
  var itemCount: UInt32?
  var primaryItem: UInt32?

  /// Reads the summary from the children of a `meta` atom; missing and unreadable fields are nil.
  ///
  /// - Throws: Only `io`.
  static func read(_ meta: Atom, in window: SourceWindow) throws(ParseError) -> ImageItemSummary {
    var result = ImageItemSummary()
    for atom in meta.children where atom.type == .hdlr || atom.type == .iinf || atom.type == .pitm {
      let head = try window.bytes(at: atom.payloadOffset, upTo: Int(min(12, atom.payloadSize)))
      var reader = ByteReader(head)
      guard let word = try? reader.u32() else { continue }
      let isWide = word >> 24 > 0
      switch atom.type {
      case .hdlr:
        try? reader.skip(4)
        result.handler = try? reader.fourCC()
      case .iinf: result.itemCount = number(&reader, isWide)
      default: result.primaryItem = number(&reader, isWide)
      }
    }
    return result
  }

  private static func number(_ reader: inout ByteReader, _ isWide: Bool) -> UInt32? {
    isWide ? try? reader.u32() : (try? reader.u16()).map { UInt32($0) }
  }

  /// The details for the container description.
  var details: [MetadataValue.Part] {
    var parts: [MetadataValue.Part] = []
    if let handler { parts.append(.init("metaHandler", .string(handler.description))) }
    if let itemCount { parts.append(.init("itemCount", .integer(Int64(itemCount)))) }
    if let primaryItem { parts.append(.init("primaryItem", .integer(Int64(primaryItem)))) }
    return parts
  }
}

extension FourCC {
  fileprivate static let pitm = FourCC("p", "i", "t", "m")
}
