/// A key with its value in an APE tag, as stored (Hydrogenaudio "APE Tag Item"); the numbers are
/// offset and size in bytes.
///
///     0  4  size of the value, little-endian
///     4  4  flags, little-endian: bit 0 read-only, bits 1-2 the kind of value
///     8  …  key, 2 to 255 characters of ASCII, ended by a zero byte
///        …  value: UTF-8 texts with a zero byte between each two, or bytes
///
/// Cover art consists of a file name, a zero byte and the bytes of the picture.
struct APEItem: Sendable, Hashable {
  /// The kind of a value, in bits 1 and 2 of the flags: UTF-8 text, bytes, a link to external data,
  /// or reserved.
  enum Kind: UInt32 {
    case text, binary, locator, reserved
  }

  /// The key, which is case-insensitive.
  var key: String
  /// The flags as stored.
  var flags: UInt32
  /// The file name before a picture, if present.
  var fileName: ByteSlice?
  /// The value, without the file name.
  var value: DataValue

  /// The kind of the value.
  var kind: Kind { Kind(rawValue: flags >> 1 & 3) ?? .reserved }

  var isReadOnly: Bool { flags & 1 != 0 }

  /// The maximum size, in bytes, of a binary value that is read with the tag; larger values stay in
  /// the file until they are loaded.
  static let largestBinary = 256
}

extension APEItem {
  /// Parses the item at `offset` and returns it with its size.
  static func parse(
    at offset: Int64, before end: Int64, in window: SourceWindow, limits: Limits
  ) throws(ParseError) -> (item: APEItem, size: Int64) {
    // 8 bytes of size and flags, the longest possible key of 255 bytes, and its zero byte.
    let headSize = Int(min(end - offset, 8 + 256))
    var reader = ByteReader(try window.bytes(at: offset, upTo: headSize))
    let size = Int64(try reader.littleU32())
    let flags = try reader.littleU32()
    guard let key = reader.bytes(until: 0), !key.isEmpty else {
      throw ParseError(.malformed, at: offset + 8, "an item has no key")
    }
    let start = reader.fileOffset
    guard size <= end - start else {
      throw ParseError(
        .truncated, at: offset,
        "the value is \(size) bytes long, but only \(end - start) remain in the tag")
    }
    var item = APEItem(
      key: TextEncoding.latin1.decode(key), flags: flags, fileName: nil,
      value: .file(window.location(at: start, count: size)))
    try item.load(from: window, limits: limits)
    return (item, start + size - offset)
  }

  /// Reads a text value, a short binary value, or the file name before a picture.
  private mutating func load(
    from window: SourceWindow, limits: Limits
  ) throws(ParseError) {
    guard case .file(let location) = value else { return }
    let (start, size) = (location.offset, location.count)
    var nameSize: Int64 = 0
    if kind == .binary, pictureType != nil {
      let head = try window.bytes(at: start, upTo: Int(min(size, 256)))
      if let zero = head.firstIndex(of: 0) {
        fileName = head.clamped(from: 0, count: zero)
        nameSize = Int64(zero) + 1
      }
    }
    let (offset, count) = (start + nameSize, size - nameSize)
    let isText = kind == .text || kind == .locator
    let isSmall = count <= (isText ? Int64(limits.value) : Int64(APEItem.largestBinary))
    value =
      isSmall
      ? .bytes(try window.bytes(at: offset, count: Int(count)))
      : .file(window.location(at: offset, count: count))
  }

  /// Appends the item; a value in a file must have been loaded, otherwise nothing is appended.
  func encode(into writer: inout ByteWriter) {
    guard case .bytes(let bytes) = value else { return }
    let name = fileName.map { $0.count + 1 } ?? 0
    writer.littleU32(UInt32(clamping: name + bytes.count))
    writer.littleU32(flags)
    writer.append(TextEncoding.latin1.encode(key) ?? Array(key.utf8))
    writer.u8(0)
    if let fileName {
      writer.append(fileName)
      writer.u8(0)
    }
    writer.append(bytes)
  }
}
