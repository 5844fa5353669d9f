/// An ID3v2 tag as it was read: its location, frames as items, chapters and padding.
///
/// The tag may be, for example, before MPEG audio, in a RIFF or AIFF chunk, in an `ID32` atom, or
/// after the audio.
struct ID3Tag: Sendable {
  /// The number of the version: 2, 3 or 4; tags of other versions are skipped.
  var major: UInt8
  var revision: UInt8
  var flags: ID3TagHeader.Flags
  /// The start of the tag.
  var offset: Int64
  /// The size of the tag, including header and footer, limited to the end of the file or of the
  /// enclosing chunk.
  var size: Int64
  /// The start of the first frame and the end of the last frame; zero if no frames were read.
  var framesOffset: Int64 = 0
  var framesEnd: Int64 = 0
  /// The frames, in file order.
  var items: [MetadataItem] = []
  /// The chapters from the CHAP frames.
  var chapters: [Chapter] = []
  /// The number of bytes after the last frame: the padding, and any other data before or in it.
  var paddingSize: Int64 = 0
  /// The start of the next tag, if a SEEK frame specifies it.
  var nextTagOffset: Int64?
  /// The extended header.
  var extendedHeader: ID3ExtendedHeader?

  /// The end of the tag.
  var end: Int64 { offset + size }

  /// The version, or nil when it is not supported.
  var version: ID3Version? { ID3Version(rawValue: major) }

  /// The name of the tag, such as `ID3v2.4`.
  var name: String { "ID3v2.\(major)" }
}
