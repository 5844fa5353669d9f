/// One attribute list of the header with its changes: the attributes that the new list will have.
struct ASFAttributeListEdit {
  /// One attribute of a list, or one of the five strings of a content description, as bytes that
  /// are kept from the file or written.
  struct Attribute {
    var name: String
    /// The type number of the value; nil for a restored attribute.
    var type: UInt16?
    var piece: FileLayout.Piece

    /// The offset in the file; nil for new bytes.
    var offset: Int64? {
      if case .keep(let range) = piece { range.lowerBound } else { nil }
    }
  }

  let list: ASFList
  /// The object in the file; nil for a new list.
  var object: ASFObject?
  var attributes: [Attribute] = []
  /// The data after the attributes in the object.
  var rest: Range<Int64>?
  var isChanged = false

  /// Sets ``rest``, once all attributes have been read.
  mutating func keepRest() {
    guard let object else { return }
    let headSize = list == .contentDescription ? ASFList.descriptionKeys.count * 2 : 2
    var end = object.contentOffset + Int64(headSize)
    if case .keep(let range)? = attributes.last?.piece { end = range.upperBound }
    if end < object.end { rest = end..<object.end }
  }

  /// Returns the pieces of the list's object with the changes.
  ///
  /// - Throws: `notRepresentable` when there are too many attributes.
  func pieces() throws(ParseError) -> [FileLayout.Piece] {
    var head = ByteWriter()
    if list == .contentDescription {
      for text in attributes { head.littleU16(UInt16(clamping: text.piece.count)) }
    } else {
      guard let count = UInt16(exactly: attributes.count) else {
        throw ParseError(
          .notRepresentable, at: object?.offset ?? 0, "a list is limited to 65535 attributes",
          path: StructurePath([list.rawValue]))
      }
      head.littleU16(count)
    }
    var pieces = attributes.map(\.piece)
    if let rest { pieces.append(.keep(rest)) }
    let size = pieces.reduce(Int64(head.count)) { $0 + $1.count }
    return [.write(ASFObject.header(list.id, contentSize: size) + head.bytes)] + pieces
  }
}
