/// The type with which the value of a metadata item is stored: a QuickTime well-known type with its
/// code in a `data` atom, or a type from another format.
public struct DataType: Sendable, Hashable, CustomStringConvertible {
  /// The storage of a data type's name: a known name, an interned string, or the code from which
  /// the name is built.
  private enum Naming: Sendable, Hashable {
    case known(KnownName)
    case further(InternedName)
    /// An unknown code, from which a name such as `type99` is built.
    case code(UInt32)
  }

  private let naming: Naming
  /// The code in the QuickTime `data` atom, if the value comes from such an atom.
  public let code: UInt32?

  /// Creates a type from a known name.
  init(_ name: KnownName, code: UInt32? = nil) {
    naming = .known(name)
    self.code = code
  }

  /// Creates a type from its name.
  public init(name: String, code: UInt32? = nil) {
    if let known = KnownName(rawValue: name) {
      naming = .known(known)
    } else if let number = DataType.number(in: name) {
      naming = .code(number)
    } else {
      naming = .further(InternedName(name))
    }
    self.code = code
  }

  /// Creates the type with the given QuickTime code; the name of an unknown type is built from the
  /// code, as in `type99`.
  public init(code: UInt32) {
    naming = DataType.row(of: code).map { .known($0.name) } ?? .code(code)
    self.code = code
  }

  /// The name in JSON, such as `utf8`, `jpeg`, `int8` or `raw`.
  public var name: String {
    switch naming {
    case .known(let name): name.rawValue
    case .further(let name): name.text
    case .code(let number): "type\(number)"
    }
  }

  /// Returns the number in a name such as `type99`; nil unless the name is in canonical form.
  private static func number(in name: String) -> UInt32? {
    guard name.hasPrefix("type"), let number = UInt32(name.dropFirst(4)), name == "type\(number)"
    else { return nil }
    return number
  }

  /// Creates the type with the given name in JSON; nil when no QuickTime type has that name.
  package init?(quickTimeName name: String) {
    if name.hasPrefix("type"), let code = UInt32(name.dropFirst(4)) {
      self.init(code: code)
      return
    }
    guard let row = DataType.rows.first(where: { $0.name.rawValue == name }) else { return nil }
    self.init(row.name, code: row.code)
  }

  /// The name in JSON.
  public var description: String { name }

  /// Bytes without a declared meaning.
  public static let raw = DataType(.raw)
  /// Text in UTF-8.
  public static let utf8 = DataType(.utf8)
  /// Text in UTF-16.
  public static let utf16 = DataType(.utf16)
  /// Text in Latin-1.
  public static let latin1 = DataType(.latin1)

  /// Returns the well-known type with the given code; nil for other codes.
  private static func row(of code: UInt32) -> Row? {
    let index = rows.partitioningIndex { $0.code >= code }
    return index < rows.count && rows[index].code == code ? rows[index] : nil
  }
}

extension DataType {
  /// Returns Core Media's name for the type (`com.apple.metadata.datatype.UTF-8`); nil if the type
  /// has no code or Core Media has no name for it.
  ///
  /// Integers of variable width (`int`, `uint`) require their width in bytes: 1, 2, 4 or 8.
  public func coreMediaType(width: Int? = nil) -> String? {
    guard let code else { return nil }
    if code == 21 || code == 22 {
      guard let width, [1, 2, 4, 8].contains(width) else { return nil }
      return DataType.prefix + "\(name)\(width * 8)"
    }
    return DataType.row(of: code)?.coreMedia
  }

  private static let prefix = "com.apple.metadata.datatype."

  /// A QuickTime well-known type: its code, its name in ``DataType``, and its name in Core Media.
  struct Row: Sendable {
    let code: UInt32
    let name: KnownName
    /// The part of the Core Media name after `com.apple.metadata.datatype.`, or the complete name.
    private let suffix: String?

    init(_ code: UInt32, _ name: KnownName, _ suffix: String? = nil) {
      self.code = code
      self.name = name
      self.suffix = suffix
    }

    var coreMedia: String? {
      suffix.map { $0.hasPrefix("com.") ? $0 : DataType.prefix + $0 }
    }
  }

  /// The types in ascending order of their codes, from QTFF "Well-known types" and from iTunes
  /// files; Core Media's names are from CMMetadata.h.
  ///
  /// Type 24 is a float in `keys` metadata and a one-byte rating in old iTunes files; the width
  /// distinguishes them.
  static let rows: [Row] = [
    Row(0, .raw, "raw-data"), Row(1, .utf8, "UTF-8"), Row(2, .utf16, "UTF-16"), Row(3, .sjis),
    Row(4, .utf8Sort, "UTF-8"), Row(5, .utf16Sort, "UTF-16"), Row(6, .html), Row(7, .xml),
    Row(8, .uuid), Row(9, .isrc), Row(10, .mi3p), Row(12, .gif, "GIF"),
    Row(13, .jpeg, "JPEG"), Row(14, .png, "PNG"), Row(15, .url), Row(16, .duration),
    Row(17, .dateTime), Row(18, .genres), Row(21, .int), Row(22, .uint),
    Row(23, .float32, "float32"), Row(24, .float64, "float64"), Row(25, .upc),
    Row(27, .bmp, "BMP"), Row(28, .metadata), Row(65, .int8, "int8"),
    Row(66, .int16, "int16"), Row(67, .int32, "int32"), Row(70, .pointF32, "point-float32"),
    Row(71, .dimensionsF32, "dimensions-float32"), Row(72, .rectF32, "rectangle-float32"),
    Row(74, .int64, "int64"), Row(75, .uint8, "uint8"), Row(76, .uint16, "uint16"),
    Row(77, .uint32, "uint32"), Row(78, .uint64, "uint64"),
    Row(79, .affineF64, "com.apple.metadata.affine-transform-float64"),
  ]
}

extension DataType: Codable {
  private enum CodingKeys: CodingKey { case name, code }

  /// Reads the name and the code.
  /// - Throws: `DecodingError` when the name is missing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try container.decode(String.self, forKey: .name),
      code: try container.decodeIfPresent(UInt32.self, forKey: .code))
  }

  /// Writes the name, and the code if the value is from a `data` atom.
  ///
  /// - Throws: Errors from the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encodeIfPresent(code, forKey: .code)
  }
}

extension DataType {
  /// The names of the types that formats use, as an enumeration so that a type takes no more space
  /// than a number.
  enum KnownName: String, Sendable, Hashable {
    case raw
    case utf8, utf16, sjis, utf8Sort, utf16Sort, html, xml, uuid, isrc, mi3p, gif, jpeg, png
    case url, duration, dateTime, genres, int, uint, float32, float64, upc, bmp, metadata, int8
    case int16, int32, pointF32, dimensionsF32, rectF32, int64, uint8, uint16, uint32, uint64
    case affineF64, latin1, utf16be, image, record, pair, pair6, uint24, place, fileTime, guid
    case xmp, windows1252, macRoman, boolean
  }
}
