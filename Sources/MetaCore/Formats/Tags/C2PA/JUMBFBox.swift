/// A box in JUMBF, the box format around C2PA manifests (ISO/IEC 19566-5 §5): its type and the
/// range of its body in the file.
///
/// The numbers are sizes in bytes.
///
///     jumb  a box of boxes, whose first is its description
///     jumd  16  type  1  flags; 2 is for a label:  …  text ended by a zero
struct JUMBFBox: Sendable, Hashable {
  let type: FourCC
  let body: Range<Int64>

  static let superbox = FourCC("j", "u", "m", "b")
  static let cbor = FourCC("c", "b", "o", "r")
  private static let description = FourCC("j", "u", "m", "d")
  // Limits for crafted files: the number of boxes in a superbox, and of bytes in a label.
  private static let maxBoxes = 1024
  private static let longestLabel = 1024

  /// Returns the boxes in a range of a file, up to the first one that extends beyond the range, and
  /// at most ``maxBoxes``.
  static func list(
    _ range: Range<Int64>, in window: SourceWindow
  ) throws(ParseError) -> [JUMBFBox] {
    var boxes: [JUMBFBox] = []
    var position = range.lowerBound
    while boxes.count < maxBoxes,
      let header = BoxHeader(
        try window.bytes(at: position, upTo: BoxHeader.longest), room: range.upperBound - position)
    {
      let end = position + header.size
      boxes.append(
        JUMBFBox(type: header.type, body: (position + Int64(header.headerSize))..<end))
      position = end
    }
    return boxes
  }

  /// The decoded contents of a `jumb` superbox: the first four letters of the type in its
  /// description box, its label, and the boxes after the description.
  struct Contents: Sendable, Hashable {
    let kind: FourCC
    let label: String
    let boxes: [JUMBFBox]
  }

  /// Reads the contents of a superbox; returns nil for other boxes, and for a superbox without a
  /// description.
  func contents(in window: SourceWindow) throws(ParseError) -> Contents? {
    guard type == JUMBFBox.superbox else { return nil }
    let boxes = try JUMBFBox.list(body, in: window)
    guard let first = boxes.first, first.type == JUMBFBox.description else { return nil }
    let size = Int(
      min(Int64(17 + JUMBFBox.longestLabel), first.body.upperBound - first.body.lowerBound))
    var reader = ByteReader(try window.bytes(at: first.body.lowerBound, upTo: size))
    guard let kind = try? reader.fourCC(), (try? reader.skip(12)) != nil,
      let flags = try? reader.u8()
    else { return nil }
    let label = flags & 2 != 0 ? reader.bytes(until: 0) : nil
    return Contents(
      kind: kind, label: label.map { TextEncoding.utf8.decode($0) } ?? "",
      boxes: Array(boxes.dropFirst()))
  }
}
