/// The header of an ID3v2 frame in the three versions, as stored; the drawing also shows the fields
/// that flags add before the content.
///
/// Numbers in parentheses are sizes in bytes.
///
///     2.2  id (3) | size (3)
///     2.3  id (4) | size (4, plain)    | flags (2)   then: unpacked size (4), method (1), group (1)
///     2.4  id (4) | size (4, syncsafe) | flags (2)   then: group (1), method (1), data length (4, syncsafe)
struct ID3FrameHeader: Sendable, Hashable {
  /// The flags of a frame in a form that does not depend on the version; in the file, 2.3 and 2.4
  /// use different bits, and 2.2 has none.
  struct Flags: OptionSet, Sendable, Hashable {
    let rawValue: UInt8
    static let discardWhenTagChanges = Flags(rawValue: 0x80)
    static let discardWhenFileChanges = Flags(rawValue: 0x40)
    static let readOnly = Flags(rawValue: 0x20)
    static let grouped = Flags(rawValue: 0x10)
    static let compressed = Flags(rawValue: 0x08)
    static let encrypted = Flags(rawValue: 0x04)
    static let unsynchronised = Flags(rawValue: 0x02)
    static let dataLength = Flags(rawValue: 0x01)
  }

  /// The ID as stored.
  var id: ID3FrameID
  /// The four bytes (three in 2.2) of the size as stored.
  var storedSize: UInt32
  /// The flags.
  var flags: Flags
  /// Flag bits that the version of the tag does not define, as stored.
  var unknownFlags: UInt16 = 0

  init(id: ID3FrameID, storedSize: UInt32, flags: Flags = []) {
    self.id = id
    self.storedSize = storedSize
    self.flags = flags
  }

  /// Parses a header; nil when `slice` is shorter than a header.
  init?(_ slice: ByteSlice, version: ID3Version) {
    guard slice.count >= version.frameHeaderSize else { return nil }
    guard version != .v22 else {
      id = ID3FrameID(rawValue: (slice.bigEndian(at: 0, width: 3) ?? 0) << 8)
      storedSize = slice.bigEndian(at: 3, width: 3) ?? 0
      flags = []
      return
    }
    id = ID3FrameID(stored: slice.bigEndian(at: 0) ?? 0)
    storedSize = slice.bigEndian(at: 4) ?? 0
    flags = []
    let bits = UInt16(truncatingIfNeeded: slice.bigEndian(at: 8, width: 2) ?? 0)
    if bits != 0 {
      let rows = ID3FrameHeader.bits(of: version)
      for (bit, flag) in rows where bits & bit != 0 { flags.insert(flag) }
      unknownFlags = rows.reduce(bits) { $0 & ~$1.0 }
    }
  }

  /// Encodes the header.
  func encode(version: ID3Version) -> [UInt8] {
    var writer = ByteWriter(reserving: version.frameHeaderSize)
    guard version != .v22 else {
      writer.u24(id.rawValue >> 8)
      writer.u24(storedSize)
      return writer.bytes
    }
    writer.u32(id.rawValue)
    writer.u32(storedSize)
    var bits = unknownFlags
    for (bit, flag) in ID3FrameHeader.bits(of: version) where flags.contains(flag) { bits |= bit }
    writer.u16(bits)
    return writer.bytes
  }

  /// Returns the stored form of a size in the given version, or nil when the size is too large.
  static func storedSize(of count: Int, version: ID3Version) -> UInt32? {
    guard let size = UInt32(exactly: count) else { return nil }
    switch version {
    case .v22: return size < 1 << 24 ? size : nil
    case .v23: return size
    case .v24: return SyncsafeInteger.encode(size)
    }
  }

  /// Returns the bits with their flags (ID3v2.3 §3.3.1, ID3v2.4 §4.1).
  private static func bits(of version: ID3Version) -> [(UInt16, Flags)] {
    version == .v24 ? bits24 : bits23
  }

  private static let bits23: [(UInt16, Flags)] = [
    (0x8000, .discardWhenTagChanges), (0x4000, .discardWhenFileChanges), (0x2000, .readOnly),
    (0x0080, .compressed), (0x0040, .encrypted), (0x0020, .grouped),
  ]

  private static let bits24: [(UInt16, Flags)] = [
    (0x4000, .discardWhenTagChanges), (0x2000, .discardWhenFileChanges), (0x1000, .readOnly),
    (0x0040, .grouped), (0x0008, .compressed), (0x0004, .encrypted), (0x0002, .unsynchronised),
    (0x0001, .dataLength),
  ]
}

extension ID3FrameHeader.Flags {
  /// Creates the flags for a list of names; unknown names are ignored.
  init(names: [String]) {
    self = []
    for row in ID3FrameHeader.Flags.rows where names.contains(row.1) { insert(row.0) }
  }

  /// The names of the set flags.
  var names: [String] { ID3FrameHeader.Flags.rows.filter { contains($0.0) }.map(\.1) }

  private static let rows: [(ID3FrameHeader.Flags, String)] = [
    (.discardWhenTagChanges, "discardWhenTagChanges"),
    (.discardWhenFileChanges, "discardWhenFileChanges"), (.readOnly, "readOnly"),
    (.grouped, "grouped"), (.compressed, "compressed"), (.encrypted, "encrypted"),
    (.unsynchronised, "unsynchronised"), (.dataLength, "dataLength"),
  ]
}
