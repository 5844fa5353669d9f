/// Encodes metadata items as entries in MP4 and QuickTime files (atoms in `ilst` and `udta`,
/// attributes in `Xtra`); the inverse of ``ItemReader``.
///
/// The input is the items of one entry, and the bytes of the entry to replace if there is one. Each
/// extension adds one kind of container. ``AtomEditPlanner`` and ``CompoundChanges`` insert the
/// result into the file; XMP packets and ID3 tags are encoded elsewhere.
///
/// Details that are not in an item (whether a string is zero-terminated, which of two codes
/// represents its language, reserved bytes) are copied from the entry to replace, or else have the
/// default form for the format. An unchanged entry is therefore encoded to the same bytes.
struct EntryEncoder {
  /// The source of values that were not loaded.
  let source: any ByteSource
  /// Whether the file is a QuickTime movie rather than one of the formats that ISO derived from it.
  let isQuickTime: Bool

  /// Creates an encoder for a file; `source` contains the values of unchanged items.
  init(source: any ByteSource, isQuickTime: Bool) {
    self.source = source
    self.isQuickTime = isQuickTime
  }

  /// Returns the payload of `ID32` with a new tag; `old` is the existing payload.
  static func id32(tag: [UInt8], replacing old: ByteSlice?) -> [UInt8] {
    // The version, flags and language are those of the existing payload, or else 0, 0 and `und`.
    let head = old.map { Array($0.clamped(from: 0, count: 6).bytes) } ?? []
    return (head.count == 6 ? head : [0, 0, 0, 0, 0x55, 0xC4]) + tag
  }
}
