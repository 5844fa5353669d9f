/// Which atoms contain atoms, and where inside them the first one begins.
enum AtomContainer {
  /// How far an atom is walked into.
  enum Depth: Sendable {
    /// Not where a file may hold very many: fragments, items, image properties.
    case reading
    /// Every atom that is known to contain others.
    case whole
  }

  /// How many bytes of payload stand before the first child of an atom, or nil when it contains none.
  ///
  /// `meta` is not here, because there are two forms of it.
  static func prefix(of type: FourCC, inside parent: FourCC?, _ depth: Depth) -> Int64? {
    switch type {
    case .moov, .trak, .mdia, .minf, .stbl, .udta, .edts, .dinf, .mvex, .tref, .gmhd, .cmov,
      .tapt, .traf:
      0
    default:
      depth == .whole ? rarePrefix(of: type, inside: parent) : nil
    }
  }

  private static func rarePrefix(of type: FourCC, inside parent: FourCC?) -> Int64? {
    switch type {
    case .moof, .mfra, .ilst, .hnti, .sinf, .schi, .iprp, .ipco, .jp2h: 0
    // Full atoms: version and flags stand first.
    case .iref: 4
    // Full atoms with a count of their entries, which are atoms.
    case .stsd, .dref: 8
    default: parent == .ilst ? 0 : nil
    }
  }

  /// Whether the payload of a `meta` atom begins with its first child (QTFF "Metadata Atom") instead of version and
  /// flags (ISO/IEC 14496-12 §8.11.1): a child has a size that fits and a printable type.
  static func isPlainMeta(_ head: ByteSlice, payloadSize: Int64) -> Bool {
    var reader = ByteReader(head)
    guard let size = try? reader.u32(), let type = try? reader.fourCC() else { return false }
    return size >= 8 && Int64(size) <= payloadSize && type.isPrintable
  }
}
