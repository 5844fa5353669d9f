/// The limits on memory, depth and number of structures that MetaCore's readers observe
/// (``ReadOptions/limits``).
///
/// A damaged or hostile file can specify any count or size, so these limits apply to the values in
/// the file. A structure above a limit is an error or a finding with the code `limitExceeded`. A
/// negative limit counts as zero; the maximum is 2^40, and 128 for ``depth``.
public struct Limits: Sendable, Hashable {
  /// The nesting depth of atoms or frames; at most 128, which fits on a thread's stack.
  public var depth = 32 { didSet { depth = min(max(0, depth), 128) } }
  /// The number of atoms, frames or chunks in one file.
  public var structures = 1 << 20 { didSet { Limits.clamp(&structures) } }
  /// The number of nodes in the tree of one file's structure.
  public var nodes = 1 << 18 { didSet { Limits.clamp(&nodes) } }
  /// The number of metadata items in one file, or in one tag if a file has several.
  public var items = 1 << 17 { didSet { Limits.clamp(&items) } }
  /// The number of tracks in one file.
  public var tracks = 1024 { didSet { Limits.clamp(&tracks) } }
  /// The number of chapters in one file.
  public var chapters = 1 << 16 { didSet { Limits.clamp(&chapters) } }
  /// The largest string or decoded structure to read into memory, in bytes.
  public var value = 16 << 20 { didSet { Limits.clamp(&value) } }
  /// The largest tag, table or decompressed structure to read into memory, in bytes.
  public var table = 32 << 20 { didSet { Limits.clamp(&table) } }
  /// The number of findings to keep.
  public var diagnostics = 200 { didSet { Limits.clamp(&diagnostics) } }

  /// The default limits.
  public static let standard = Limits()

  /// Creates the default limits.
  public init() {}

  // Sums and products of limits of this size do not overflow.
  private static func clamp(_ limit: inout Int) { limit = min(max(0, limit), 1 << 40) }
}
