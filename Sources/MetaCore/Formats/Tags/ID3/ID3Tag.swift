/// One ID3v2 tag, read wherever it stands: in front of MPEG audio, in a chunk, in an `ID32` atom, behind the sound.
struct ID3Tag: Sendable {
  /// The number of the version: 2, 3 or 4; others are passed over unread.
  var major: UInt8
  var revision: UInt8
  var flags: ID3TagHeader.Flags
  /// Where the tag begins.
  var offset: Int64
  /// The size of the whole tag, header and footer included, as far as the file has it.
  var size: Int64
  /// Where the first frame begins, and where the last one ends.
  var framesOffset: Int64 = 0
  var framesEnd: Int64 = 0
  /// The frames, in file order.
  var items: [MetadataItem] = []
  /// The chapters of its CHAP frames.
  var chapters: [Chapter] = []
  /// The size of the padding behind the last frame.
  var paddingSize: Int64 = 0
  /// Where the next tag begins, when a SEEK frame says so.
  var nextTagOffset: Int64?
  /// What the extended header says.
  var extendedHeader: ID3ExtendedHeader?

  /// Where the tag ends.
  var end: Int64 { offset + size }

  /// The version, or nil when we do not know it.
  var version: ID3Version? { ID3Version(rawValue: major) }

  /// The name of the tag: `ID3v2.4`.
  var name: String { "ID3v2.\(major)" }
}
