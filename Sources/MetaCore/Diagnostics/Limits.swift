/// How much of a hostile file is believed; numbers in the file itself never decide.
///
/// A limit below zero is zero, and none is above 2^40.
public struct Limits: Sendable, Hashable {
  /// How deep atoms or frames may be nested; 128 at most, which fits the stack of a thread.
  public var depth = 32 { didSet { depth = min(max(0, depth), 128) } }
  /// How many atoms, frames or chunks one file may have.
  public var structures = 1 << 20 { didSet { Limits.clamp(&structures) } }
  /// How many nodes the tree of one file's structure may have.
  public var nodes = 1 << 18 { didSet { Limits.clamp(&nodes) } }
  /// How many metadata items one file, or one tag of several, may have.
  public var items = 1 << 17 { didSet { Limits.clamp(&items) } }
  /// How many tracks one file may have.
  public var tracks = 1024 { didSet { Limits.clamp(&tracks) } }
  /// How many chapters one file may have.
  public var chapters = 1 << 16 { didSet { Limits.clamp(&chapters) } }
  /// The largest text or decoded structure that is read into memory, in bytes.
  public var value = 16 << 20 { didSet { Limits.clamp(&value) } }
  /// The largest whole tag, table or decompressed structure that is read into memory, in bytes.
  public var table = 32 << 20 { didSet { Limits.clamp(&table) } }
  /// How many findings are kept.
  public var diagnostics = 200 { didSet { Limits.clamp(&diagnostics) } }

  /// The limits that everything uses unless told otherwise.
  public static let standard = Limits()

  /// The standard limits.
  public init() {}

  private static func clamp(_ limit: inout Int) { limit = min(max(0, limit), 1 << 40) }
}
