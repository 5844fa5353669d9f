/// The comment list in Vorbis, Opus, Speex, Theora and FLAC, as stored: a vendor string and fields
/// `NAME=value` (Vorbis I §5, RFC 9639 §8.6).
///
/// The numbers are sizes in bytes.
///
///     4  size of the vendor string, little-endian   …  vendor, UTF-8     4  number of fields
///     { 4  size     …  NAME=value, the name ASCII, the value UTF-8 } …
///
/// In Vorbis, a byte with one bit set follows; all bytes after the fields are kept.
struct VorbisComments: Sendable {
  /// The vendor string, which names the program that created the stream.
  let vendor: ByteSlice
  /// The fields, each without its size.
  private(set) var fields: [ByteSlice] = []
  /// The bytes after the fields.
  private(set) var rest: ByteSlice = .empty
  /// The declared number of fields.
  private(set) var claimed: UInt32 = 0

  /// Parses a list; an error is logged and ends parsing.
  ///
  /// - Throws: `truncated` when the vendor string or the number of fields is incomplete.
  static func parse(
    _ bytes: ByteSlice, limits: Limits, path: StructurePath, log: inout DiagnosticLog
  ) throws(ParseError) -> VorbisComments {
    var reader = ByteReader(bytes)
    var comments = VorbisComments(vendor: try reader.bytes(Int(try reader.littleU32())))
    comments.claimed = try reader.littleU32()
    for number in 0..<comments.claimed {
      guard number < limits.items else {
        log.note(.limitExceeded, path, at: reader.fileOffset, "more than \(limits.items) fields")
        break
      }
      // A damaged field ends the list, and its bytes become the rest.
      var next = reader
      do throws(ParseError) {
        comments.fields.append(try next.bytes(Int(try next.littleU32())))
        reader = next
      } catch {
        log.note(
          .truncated, path, at: reader.fileOffset,
          "only \(number) of \(comments.claimed) fields are present")
        break
      }
    }
    comments.rest = reader.rest
    return comments
  }

  /// Creates a list without fields.
  init(vendor: ByteSlice) { self.vendor = vendor }

  /// Returns the vendor string of a list; nil when it is empty, damaged, or too long for a program
  /// name.
  static func encoder(of bytes: ByteSlice) -> String? {
    var reader = ByteReader(bytes.clamped(from: 0, count: maxBytesOfEncoder))
    guard let size = try? reader.littleU32(), let vendor = try? reader.bytes(Int(size)) else {
      return nil
    }
    let text = TextEncoding.utf8.decode(vendor.withoutTrailingZeros)
    return text.isEmpty ? nil : text
  }

  /// The maximum number of bytes in a list that ``encoder(of:)`` reads.
  static let maxBytesOfEncoder = sizeOfSize + 1024

  /// The size of the size field of a comment.
  static let sizeOfSize = 4

  /// Appends a field.
  static func encode(_ field: ByteSlice, into writer: inout ByteWriter) {
    writer.littleU32(UInt32(clamping: field.count))
    writer.append(field)
  }

  /// Appends the list with other fields, without zero padding.
  func encode(_ fields: [ByteSlice], into writer: inout ByteWriter) {
    VorbisComments.encode(vendor, into: &writer)
    writer.littleU32(UInt32(clamping: fields.count))
    for field in fields { VorbisComments.encode(field, into: &writer) }
    writer.append(rest.withoutTrailingZeros)
  }
}

/// Conversion between fields `NAME=value` in a Vorbis comment list and metadata items.
enum VorbisField {
  /// The obsolete field for a picture without description (XiphWiki, VorbisComment): base64 of its
  /// data.
  private static let oldPicture = "COVERART"
  /// The item key for a field without `=`; it cannot be the name of a field.
  private static let nameless = "="

  /// Returns the name and the value of a field; nil for a field without `=`.
  static func split(_ field: ByteSlice) -> (name: String, value: ByteSlice)? {
    guard let equals = field.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let name = TextEncoding.latin1.decode(field.clamped(from: 0, count: equals))
    return (name, field.clamped(from: equals + 1))
  }

  /// Returns the item for a field.
  static func metadataItem(_ field: ByteSlice, at location: ItemLocation) -> MetadataItem {
    guard let (name, value) = split(field) else {
      return MetadataItem(
        keySpace: .vorbis, key: .text(nameless), value: .data(.bytes(field)), dataType: .raw,
        location: location)
    }
    if let picture = picture(name, value, at: location) { return picture }
    let (text, type) = StoredText.decode(value, otherwise: .windows1252)
    return MetadataItem(
      keySpace: .vorbis, key: .text(name), value: .string(text), dataType: type,
      location: location)
  }

  /// Returns the item for a field that contains a picture; nil for other fields, invalid base64 and
  /// damaged blocks.
  private static func picture(
    _ name: String, _ text: ByteSlice, at location: ItemLocation
  ) -> MetadataItem? {
    let length = name.utf8.count
    guard length == PictureBlock.key.utf8.count || length == oldPicture.utf8.count else {
      return nil
    }
    let upper = name.uppercased()
    guard upper == PictureBlock.key || upper == oldPicture, let bytes = Base64Bytes(text) else {
      return nil
    }
    if upper == PictureBlock.key {
      return try? PictureBlock.parse(.base64(bytes), in: .empty, limits: .standard)
        .metadataItem(name, at: location)
    }
    return MetadataItem(
      keySpace: .vorbis, key: .text(name), value: .data(.base64(bytes)), dataType: .raw,
      extraAttributes: [ExtraAttribute(.pictureType, .integer(3))], location: location)
  }

  /// Returns the field for an item whose bytes are in memory; nil when it cannot be stored.
  static func field(_ item: MetadataItem) -> ByteSlice? {
    let name = item.key.description
    guard isName(name) || name == nameless else { return nil }
    var writer = ByteWriter()
    switch item.value {
    case .data(.bytes(let bytes)) where name == nameless: writer.append(bytes)
    case _ where name == nameless: return nil
    case .data(.bytes(let bytes)):
      writer.append(Array("\(name)=".utf8))
      guard let block = PictureBlock(item) else {
        guard name.uppercased() == oldPicture else { return nil }
        Base64.encode(bytes.bytes) { writer.u8($0) }
        break
      }
      Base64.encode(block.encoded[...]) { writer.u8($0) }
    default:
      guard let text = text(of: item.value) else { return nil }
      writer.append(Array("\(name)=".utf8))
      writer.append(StoredText.encode(text, as: item.dataType))
    }
    return ByteSlice(writer.bytes)
  }

  /// Returns a value as text; nil when it is neither text nor an integer.
  private static func text(of value: MetadataValue) -> String? {
    value.stringValue ?? value.integerValue.map(String.init)
  }

  /// Whether a name is printable ASCII without `=` (Vorbis I §5.2.1).
  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { (0x20...0x7D).contains($0) && $0 != 0x3D }
  }
}
