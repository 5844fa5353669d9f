internal import MetaCore

/// An element of EBML (RFC 8794), the structure of Matroska files: the location of its header and
/// of its body, which may contain other elements.
///
/// Parsed only; ``EBMLWriter`` encodes elements.
struct EBMLElement {
  /// The ID with its length marker, as the specifications write it.
  let id: UInt32
  /// The offset of the header.
  let offset: Int64
  /// The offset of the body.
  let bodyOffset: Int64
  /// The end of the body; the end of the parent if the size is unknown or extends past it.
  let end: Int64
  /// Whether the element's size is known.
  let isSized: Bool
  /// The number of bytes of the body missing because the parent ends earlier.
  let missing: Int64
  /// Whether the element lies completely inside its parent.
  var isWhole: Bool { missing == 0 }

  /// The maximum number of bytes of a name, number or checksum that are read.
  private static let maxSize = 1 << 20

  /// Reads the header at `offset`; returns nil if there is no valid header before `end`.
  static func read(
    at offset: Int64, upTo end: Int64, in window: SourceWindow
  ) throws(ParseError) -> EBMLElement? {
    guard offset < end else { return nil }
    let bytes = Array(try window.bytes(at: offset, upTo: Int(min(12, end - offset))).bytes)
    guard let first = bytes.first, let idLength = length(first), idLength <= 4,
      bytes.count > idLength, let sizeLength = length(bytes[idLength]),
      bytes.count >= idLength + sizeLength
    else { return nil }
    let id = bytes[..<idLength].reduce(0) { $0 << 8 | UInt32($1) }
    let marker = UInt64(1) << UInt64(7 * sizeLength)
    let raw = bytes[idLength..<(idLength + sizeLength)].reduce(0) { $0 << 8 | UInt64($1) }
    let size = raw & (marker - 1)
    let body = offset + Int64(idLength + sizeLength)
    let isSized = size != marker - 1
    let available = max(0, end - body)
    let bodyLength = isSized ? min(available, Int64(clamping: size)) : available
    return EBMLElement(
      id: id, offset: offset, bodyOffset: body, end: body + bodyLength, isSized: isSized,
      missing: isSized ? Int64(clamping: size) - bodyLength : 0)
  }

  /// Returns the length of a variable-size integer from its first byte; nil for a zero byte.
  private static func length(_ first: UInt8) -> Int? {
    first == 0 ? nil : first.leadingZeroBitCount + 1
  }

  /// Returns the child elements, at most `limit`, up to the first bytes that are not an element.
  func children(in window: SourceWindow, limit: Int) throws(ParseError) -> [EBMLElement] {
    var children: [EBMLElement] = []
    var position = bodyOffset
    while children.count < limit,
      let child = try EBMLElement.read(at: position, upTo: end, in: window)
    {
      children.append(child)
      position = child.end
    }
    return children
  }

  /// Reads the body, at most its first `limit` bytes.
  func bytes(
    in window: SourceWindow, upTo limit: Int = EBMLElement.maxSize
  ) throws(ParseError) -> [UInt8] {
    let count = Int(clamping: min(end - bodyOffset, Int64(limit)))
    return Array(try window.bytes(at: bodyOffset, upTo: count).bytes)
  }

  /// Reads the body, at most its first `limit` bytes, as text up to the first zero byte.
  func text(
    in window: SourceWindow, upTo limit: Int = EBMLElement.maxSize
  ) throws(ParseError) -> String {
    String(decoding: try bytes(in: window, upTo: limit).prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Reads the body, at most its first eight bytes, as an unsigned integer.
  func number(in window: SourceWindow) throws(ParseError) -> UInt64 {
    try bytes(in: window).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
