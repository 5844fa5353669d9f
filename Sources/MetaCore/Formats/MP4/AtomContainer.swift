/// The table of the atom types known to contain other atoms, with the number of payload bytes
/// before their first child.
///
/// ``AtomWalker`` uses it to decide which atoms it descends into. `meta` is not in the table,
/// because it has two forms; ``isPlainMeta(_:payloadSize:)`` distinguishes them.
enum AtomContainer {
  /// The set of containers that ``AtomWalker`` descends into.
  enum Depth: Sendable {
    /// The containers required for reading metadata and tracks, without those that may have a large
    /// number of children (such as fragments, items and image properties) or are rarely needed.
    case reading
    /// Every container in the table, used for displaying the structure.
    case complete
  }

  /// Returns the number of payload bytes before the first child of an atom, or nil if the walker
  /// does not descend into it at this depth.
  ///
  /// `meta` is not included, because it has two forms.
  static func prefix(of type: FourCC, inside parent: FourCC?, _ depth: Depth) -> Int64? {
    switch type {
    case .moov, .trak, .mdia, .minf, .stbl, .udta, .edts, .dinf, .mvex, .tref, .gmhd, .cmov,
      .tapt, .traf:
      0
    default:
      depth == .complete ? rarePrefix(of: type, inside: parent) : nil
    }
  }

  /// Returns the prefix of a container that is descended into only with `Depth.complete`.
  private static func rarePrefix(of type: FourCC, inside parent: FourCC?) -> Int64? {
    switch type {
    case .moof, .mfra, .ilst, .hnti, .sinf, .schi, .iprp, .ipco, .jp2h: 0
    // Full atoms start with version and flags.
    case .iref: 4
    // Full atoms with an entry count, whose entries are atoms.
    case .stsd, .dref: 8
    default: parent == .ilst ? 0 : nil
    }
  }

  /// Returns whether the payload of a `meta` atom starts with its first child (QTFF "Metadata
  /// Atom") rather than with version and flags (ISO/IEC 14496-12 §8.11.1): `head`, the first bytes
  /// of the payload, is then a child's header, with a size that fits and a printable type.
  static func isPlainMeta(_ head: ByteSlice, payloadSize: Int64) -> Bool {
    var reader = ByteReader(head)
    guard let size = try? reader.u32(), let type = try? reader.fourCC() else { return false }
    return size >= 8 && Int64(size) <= payloadSize && type.isPrintable
  }
}
