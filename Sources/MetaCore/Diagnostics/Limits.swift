/// How much of a hostile file is believed; numbers in the file itself never decide.
public struct Limits: Sendable, Hashable {
  /// How deep atoms or frames may be nested.
  public var depth = 32
  /// How many atoms, frames or chunks one file may have.
  public var structures = 1 << 20
  /// How many nodes the tree of one file's structure may have.
  public var nodes = 1 << 18
  /// How many metadata items one file, or one tag of several, may have.
  public var items = 1 << 17
  /// How many tracks one file may have.
  public var tracks = 1024
  /// How many chapters one file may have.
  public var chapters = 1 << 16
  /// The largest text or decoded structure that is read into memory, in bytes.
  public var value = 16 << 20
  /// The largest whole tag, table or decompressed structure that is read into memory, in bytes.
  public var table = 32 << 20
  /// How many findings are kept.
  public var diagnostics = 200

  /// The limits that everything uses unless told otherwise.
  public static let standard = Limits()

  /// The standard limits.
  public init() {}
}
