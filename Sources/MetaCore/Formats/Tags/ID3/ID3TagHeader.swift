/// The ten bytes at the start of an ID3v2 tag and, with a different signature, at its end (ID3v2.4
/// §3.1, §3.4).
///
/// The numbers are offsets.
///
///     0  "ID3" (header), "3DI" (footer)
///     3  version: 2, 3 or 4
///     4  revision
///     5  flags
///     6  size of the body, syncsafe; header and footer are not included
package struct ID3TagHeader: Sendable, Hashable {
  /// The size of a header and of a footer.
  package static let size = 10

  /// The flag byte in the header of an ID3v2 tag, which applies to the whole tag.
  package struct Flags: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8
    /// Indicates that the whole tag (2.2, 2.3) or every frame (2.4) is unsynchronised.
    package static let unsynchronised = Flags(rawValue: 0x80)
    /// Indicates that an extended header follows; in 2.2, the bit means a compression that was
    /// never defined.
    package static let extended = Flags(rawValue: 0x40)
    /// Indicates that the tag is experimental.
    static let experimental = Flags(rawValue: 0x20)
    /// Indicates that a footer follows the body (2.4).
    static let footer = Flags(rawValue: 0x10)

    package init(rawValue: UInt8) { self.rawValue = rawValue }
  }

  /// The number of the version as stored, supported or not.
  package var major: UInt8
  var revision: UInt8
  package var flags: Flags
  /// The four size bytes as stored.
  var storedSize: UInt32

  /// The version, or nil when it is not supported.
  package var version: ID3Version? { ID3Version(rawValue: major) }

  /// The size of the body: syncsafe, or plain when the stored size is not syncsafe.
  package var bodySize: Int64 { Int64(SyncsafeInteger.decode(storedSize) ?? storedSize) }

  /// Whether the size is stored as a syncsafe integer.
  var isSizeSyncsafe: Bool { SyncsafeInteger.decode(storedSize) != nil }

  /// The size of the tag, including header and footer.
  var tagSize: Int64 { bodySize + Int64(ID3TagHeader.size) * (hasFooter ? 2 : 1) }

  /// Whether a footer of ten bytes follows the body.
  var hasFooter: Bool { major == 4 && flags.contains(.footer) }

  package init(version: ID3Version, revision: UInt8 = 0, flags: Flags = [], storedSize: UInt32) {
    major = version.rawValue
    self.revision = revision
    self.flags = flags
    self.storedSize = storedSize
  }

  /// Parses a header or a footer; nil unless the bytes are "ID3" (in a footer, "3DI") followed by a
  /// plausible version.
  package init?(_ slice: ByteSlice, isFooter: Bool = false) {
    guard slice.count >= ID3TagHeader.size else { return nil }
    var reader = ByteReader(slice)
    guard let head = try? reader.u32(), let rest = try? reader.u16(), let size = try? reader.u32()
    else { return nil }
    guard head >> 8 == (isFooter ? 0x33_4449 : 0x49_4433) else { return nil }
    major = UInt8(truncatingIfNeeded: head)
    revision = UInt8(truncatingIfNeeded: rest >> 8)
    flags = Flags(rawValue: UInt8(truncatingIfNeeded: rest))
    storedSize = size
    guard major != 0xFF, revision != 0xFF else { return nil }
  }

  /// Encodes the header, or a footer if `isFooter` is true.
  package func encode(isFooter: Bool = false) -> [UInt8] {
    var writer = ByteWriter(reserving: ID3TagHeader.size)
    writer.append(isFooter ? "3DI".utf8 : "ID3".utf8)
    writer.u8(major)
    writer.u8(revision)
    writer.u8(flags.rawValue)
    writer.u32(storedSize)
    return writer.bytes
  }
}
