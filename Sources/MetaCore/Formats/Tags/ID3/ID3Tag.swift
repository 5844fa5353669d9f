/// One ID3v2 tag in any location: before MPEG audio, in a chunk, in an `ID32` atom, after the
/// audio.
struct ID3Tag: Sendable {
  /// The number of the version: 2, 3 or 4; others are passed over unread.
  var major: UInt8
  var revision: UInt8
  var flags: ID3TagHeader.Flags
  /// Where the tag begins.
  var offset: Int64
  /// The size of the tag, including header and footer, limited to the end of the file.
  var size: Int64
  /// Where the first frame begins, and where the last one ends.
  var framesOffset: Int64 = 0
  var framesEnd: Int64 = 0
  /// The frames, in file order.
  var items: [MetadataItem] = []
  /// The chapters of its CHAP frames.
  var chapters: [Chapter] = []
  /// The size of the padding after the last frame.
  var paddingSize: Int64 = 0
  /// The start of the next tag, if a SEEK frame gives it.
  var nextTagOffset: Int64?
  /// The extended header.
  var extendedHeader: ID3ExtendedHeader?

  /// Where the tag ends.
  var end: Int64 { offset + size }

  /// The version, or nil when it is not supported.
  var version: ID3Version? { ID3Version(rawValue: major) }

  /// The name of the tag: `ID3v2.4`.
  var name: String { "ID3v2.\(major)" }
}
