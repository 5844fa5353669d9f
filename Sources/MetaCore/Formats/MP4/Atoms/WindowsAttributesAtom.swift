/// The list of Windows Media attributes in an MP4 file (`Xtra` in `udta`), as written by Windows
/// Explorer; parsed or to be written.
///
/// Names and value types are the same as in ASF. Numbers in values are little-endian; all other
/// numbers are big-endian. There is no specification, so the layout is derived from files.
///
///     any number of times:
///     u32 size (including itself)
///       u32 size of name, name (ASCII)
///       u32 count
///       count times: u32 size (including itself), u16 type, value
struct WindowsAttributesAtom: Sendable, Hashable {
  /// One value of an attribute: its type number and its bytes.
  struct Value: Sendable, Hashable {
    var type: UInt16
    var bytes: ByteSlice
  }

  /// One named attribute with its values, and its location in the file.
  struct Attribute: Sendable, Hashable {
    var name: ByteSlice
    var values: [Value]
    /// The file offset of the size field.
    var offset: Int64
    /// The size in bytes, including the size field.
    var size: Int64
  }

  var attributes: [Attribute] = []

  /// Reads the payload; the attributes before a truncated or invalid one are kept.
  static func parse(_ payload: ByteSlice, log: inout DiagnosticLog) -> WindowsAttributesAtom {
    var reader = ByteReader(payload)
    var atom = WindowsAttributesAtom()
    do {
      while reader.remaining >= 4 {
        let start = reader.fileOffset
        let body = try counted(&reader)
        var attribute = try attribute(body)
        attribute.offset = start
        attribute.size = Int64(body.count) + 4
        atom.attributes.append(attribute)
      }
    } catch {
      log.add(error.inside(.windowsAttributes))
    }
    return atom
  }

  /// Reads the bytes after a size field that includes itself.
  private static func counted(_ reader: inout ByteReader) throws(ParseError) -> ByteSlice {
    let offset = reader.fileOffset
    let size = try reader.u32()
    guard size >= 4 else {
      throw ParseError(.malformed, at: offset, "an entry has the invalid size of \(size) bytes")
    }
    return try reader.bytes(Int(size) - 4)
  }

  private static func attribute(_ bytes: ByteSlice) throws(ParseError) -> Attribute {
    var reader = ByteReader(bytes)
    let name = try reader.bytes(Int(try reader.u32()))
    var attribute = Attribute(name: name, values: [], offset: 0, size: 0)
    let count = try reader.u32()
    while attribute.values.count < count {
      var value = ByteReader(try counted(&reader))
      attribute.values.append(Value(type: try value.u16(), bytes: value.takeRest()))
    }
    return attribute
  }

  /// Writes the payload.
  func encode(into writer: inout ByteWriter) {
    for attribute in attributes {
      var body = ByteWriter()
      body.u32(UInt32(clamping: attribute.name.count))
      body.append(attribute.name)
      body.u32(UInt32(clamping: attribute.values.count))
      for value in attribute.values {
        body.u32(UInt32(clamping: value.bytes.count + 6))
        body.u16(value.type)
        body.append(value.bytes)
      }
      writer.u32(UInt32(clamping: body.count + 4))
      writer.append(body.bytes)
    }
  }
}

extension WindowsAttributesAtom.Value {
  /// Zero-terminated little-endian UTF-16 text.
  static let text: UInt16 = 8
  /// A 64-bit unsigned integer.
  static let number: UInt16 = 19
  /// A date, as a 64-bit number of units of 100 ns since 1601.
  static let fileTime: UInt16 = 21
  /// A GUID.
  static let guid: UInt16 = 72

  /// The decoded value; bytes if the type is unknown, or if they do not form a value of the type.
  var value: MetadataValue {
    var reader = ByteReader(bytes)
    switch type {
    case WindowsAttributesAtom.Value.text:
      let text = TextEncoding.utf16LittleEndian.decode(bytes)
      return .string(text.last == "\0" ? String(text.dropLast()) : text)
    case WindowsAttributesAtom.Value.number:
      guard let number = try? reader.littleU64(), reader.isAtEnd else { break }
      return Int64(exactly: number).map { .integer($0) } ?? .unsigned(number)
    case WindowsAttributesAtom.Value.fileTime:
      guard let ticks = try? reader.littleU64(), reader.isAtEnd,
        let date = MetadataDate(windowsFileTime: ticks)
      else { break }
      return .date(date)
    case WindowsAttributesAtom.Value.guid:
      guard bytes.count == 16, let guid = try? reader.guid() else { break }
      return .string(guid.description)
    default: break
    }
    return .data(.bytes(bytes))
  }

  /// The storage type of the value.
  var dataType: DataType {
    switch type {
    case WindowsAttributesAtom.Value.text: .utf16
    case WindowsAttributesAtom.Value.number: DataType(.uint64)
    case WindowsAttributesAtom.Value.fileTime: DataType(.fileTime)
    case WindowsAttributesAtom.Value.guid: DataType(.guid)
    default: .raw
    }
  }
}

extension ByteReader {
  /// Reads a GUID, whose first three fields are little-endian, as a user type.
  fileprivate mutating func guid() throws(ParseError) -> UserType {
    let first = UInt64(try littleU32())
    let second = UInt64(try littleU16())
    let third = UInt64(try littleU16())
    return UserType(high: first << 32 | second << 16 | third, low: try u64())
  }
}

extension FourCC {
  static let windowsAttributes = FourCC("X", "t", "r", "a")
}
