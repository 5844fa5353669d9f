/// `mdhd`: the dates, timescale, duration and language of one track's media, parsed or to be
/// written (ISO/IEC 14496-12 §8.4.2, QTFF "Media Header Atoms").
///
/// Sample times are in this timescale, the media timescale.
///
///     u8 version, u24 flags
///     u32|u64 created, changed    seconds since 1904
///     u32 timescale
///     u32|u64 duration            all bits set: unknown
///     u16 language                below 0x400 a Macintosh code, otherwise three letters of five bits
///     u16 quality
struct MediaHeaderAtom: Sendable, Hashable {
  var header = FullAtomHeader()
  var created: UInt64 = 0
  var changed: UInt64 = 0
  var timescale: UInt32
  var duration: UInt64
  var language: UInt16 = MediaHeaderAtom.undetermined
  var quality: UInt16 = 0

  /// The packed language code `und`.
  static let undetermined: UInt16 = 0x55C4

  init(timescale: UInt32, duration: UInt64) {
    self.timescale = timescale
    self.duration = duration
  }

  /// The duration in the media timescale; nil if it is declared as unknown.
  var knownDuration: UInt64? { header.known(duration) }

  static func parse(_ payload: ByteSlice) throws(ParseError) -> MediaHeaderAtom {
    var reader = ByteReader(payload)
    let header = try FullAtomHeader(parsing: &reader)
    let created = try header.time(&reader)
    let changed = try header.time(&reader)
    let timescale = try reader.u32()
    var atom = MediaHeaderAtom(timescale: timescale, duration: try header.time(&reader))
    atom.header = header
    atom.created = created
    atom.changed = changed
    atom.language = try reader.u16()
    atom.quality = try reader.u16()
    return atom
  }

  func encode(into writer: inout ByteWriter) {
    header.encode(into: &writer)
    header.write(created, into: &writer)
    header.write(changed, into: &writer)
    writer.u32(timescale)
    header.write(duration, into: &writer)
    writer.u16(language)
    writer.u16(quality)
  }
}
