/// How a value is stored: a QuickTime well-known type with its code, or a form of another format.
public struct DataType: Sendable, Hashable, CustomStringConvertible {
  /// The name in JSON: `utf8`, `jpeg`, `int8`, `raw`, ….
  public let name: String
  /// The code in a QuickTime `data` atom, where the value came from one.
  public let code: UInt32?

  /// Makes a type of its name.
  public init(name: String, code: UInt32? = nil) {
    self.name = name
    self.code = code
  }

  /// The type of a QuickTime code; one that nothing is known of is called by its number: `type99`.
  public init(code: UInt32) {
    self.init(name: DataType.row(of: code)?.name ?? "type\(code)", code: code)
  }

  /// The type of a name in JSON, or nil when no QuickTime type is called so.
  public init?(quickTimeName name: String) {
    if name.hasPrefix("type"), let code = UInt32(name.dropFirst(4)) {
      self.init(code: code)
      return
    }
    guard let row = DataType.rows.first(where: { $0.name == name }) else { return nil }
    self.init(name: row.name, code: row.code)
  }

  /// The name in JSON.
  public var description: String { name }

  /// Bytes without a declared meaning.
  public static let raw = DataType(name: "raw")
  /// Text in UTF-8.
  public static let utf8 = DataType(name: "utf8")
  /// Text in UTF-16.
  public static let utf16 = DataType(name: "utf16")
  /// Text in Latin-1.
  public static let latin1 = DataType(name: "latin1")

  private static func row(of code: UInt32) -> Row? {
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].code < code { low = middle + 1 } else { high = middle }
    }
    return low < rows.count && rows[low].code == code ? rows[low] : nil
  }
}

extension DataType {
  /// Core Media's name of the type (`com.apple.metadata.datatype.UTF-8`), or nil when it has none.
  ///
  /// Integers of variable width (`int`, `uint`) have one only together with their width in bytes.
  public func coreMediaType(width: Int? = nil) -> String? {
    guard let code else { return nil }
    if code == 21 || code == 22 {
      guard let width, [1, 2, 4, 8].contains(width) else { return nil }
      return DataType.prefix + "\(name)\(width * 8)"
    }
    return DataType.row(of: code)?.coreMedia
  }

  private static let prefix = "com.apple.metadata.datatype."

  /// One well-known type.
  struct Row: Sendable {
    let code: UInt32
    let name: String
    /// What completes `com.apple.metadata.datatype.`, or the whole name.
    private let suffix: String?

    init(_ code: UInt32, _ name: String, _ suffix: String? = nil) {
      self.code = code
      self.name = name
      self.suffix = suffix
    }

    var coreMedia: String? {
      suffix.map { $0.hasPrefix("com.") ? $0 : DataType.prefix + $0 }
    }
  }

  /// By rising code: QTFF "Well-known types" together with the list of iTunes files; Core Media's names from CMMetadata.h.
  ///
  /// 24 is a float in `keys` metadata and a one-byte rating in old iTunes files: the width tells.
  static let rows: [Row] = [
    Row(0, "raw", "raw-data"), Row(1, "utf8", "UTF-8"), Row(2, "utf16", "UTF-16"), Row(3, "sjis"),
    Row(4, "utf8Sort", "UTF-8"), Row(5, "utf16Sort", "UTF-16"), Row(6, "html"), Row(7, "xml"),
    Row(8, "uuid"), Row(9, "isrc"), Row(10, "mi3p"), Row(12, "gif", "GIF"),
    Row(13, "jpeg", "JPEG"), Row(14, "png", "PNG"), Row(15, "url"), Row(16, "duration"),
    Row(17, "dateTime"), Row(18, "genres"), Row(21, "int"), Row(22, "uint"),
    Row(23, "float32", "float32"), Row(24, "float64", "float64"), Row(25, "upc"),
    Row(27, "bmp", "BMP"), Row(28, "metadata"), Row(65, "int8", "int8"),
    Row(66, "int16", "int16"), Row(67, "int32", "int32"), Row(70, "pointF32", "point-float32"),
    Row(71, "dimensionsF32", "dimensions-float32"), Row(72, "rectF32", "rectangle-float32"),
    Row(74, "int64", "int64"), Row(75, "uint8", "uint8"), Row(76, "uint16", "uint16"),
    Row(77, "uint32", "uint32"), Row(78, "uint64", "uint64"),
    Row(79, "affineF64", "com.apple.metadata.affine-transform-float64"),
  ]
}
