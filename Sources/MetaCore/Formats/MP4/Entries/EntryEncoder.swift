/// Makes the bytes of entries: the mirror of ``ItemReading``; the files beside this one add a kind of place each.
///
/// What an item does not say (whether a text ends with a zero, which of two codes names its language, reserved bytes) is taken from the
/// entry that it replaces, else it is as the writers of the format have it. So an entry that was read and not changed becomes the same
/// bytes.
struct EntryEncoder {
  /// Where values stand that were not read.
  let source: any ByteSource
  /// Whether the file is a QuickTime movie and not one of the formats that ISO made of it.
  let isQuickTime: Bool

  /// An encoder for a file; `source` holds the values of items that are still at their place.
  init(source: any ByteSource, isQuickTime: Bool) {
    self.source = source
    self.isQuickTime = isQuickTime
  }

  /// The payload of `ID32` with another tag; `old` is the payload that it had.
  static func id32(tag: [UInt8], replacing old: ByteSlice?) -> [UInt8] {
    // Version, flags, and a language: that of the old one, else `und`.
    let head = old.map { Array($0.clamped(from: 0, count: 6).bytes) } ?? []
    return (head.count == 6 ? head : [0, 0, 0, 0, 0x55, 0xC4]) + tag
  }
}
