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
}
