/// `mvhd`: the dates, timescale and duration of the whole movie, parsed or to be written; one per
/// file (ISO/IEC 14496-12 §8.2.2, QTFF "Movie Header Atoms").
///
/// The durations of edits and tracks are in this timescale, the movie timescale.
///
///     u8 version, u24 flags
///     u32|u64 created, changed    seconds since 1904
///     u32 timescale
///     u32|u64 duration            all bits set: unknown
///     i32 rate 16.16, i16 volume 8.8, u8[10] reserved
///     i32[9] matrix
///     u8[24] preview, poster, selection and current time
///     u32 next track ID
struct MovieHeaderAtom: Sendable, Hashable {
  var header = FullAtomHeader()
  var created: UInt64 = 0
  var changed: UInt64 = 0
  var timescale: UInt32
  var duration: UInt64
  var rate: Int32 = 0x10000
  var volume: Int16 = 0x100
  var reserved = MovieHeaderAtom.zeros.clamped(from: 0, count: 10)
  var matrix = TransformationMatrix.identity
  var preview = MovieHeaderAtom.zeros
  var nextTrackID: UInt32 = 0

  private static let zeros = ByteSlice(Array(repeating: 0, count: 24))

  init(timescale: UInt32, duration: UInt64) {
    self.timescale = timescale
    self.duration = duration
  }

  /// The duration in the movie timescale; nil if it is declared as unknown.
  var knownDuration: UInt64? { header.known(duration) }

  static func parse(_ payload: ByteSlice) throws(ParseError) -> MovieHeaderAtom {
    var reader = ByteReader(payload)
    let header = try FullAtomHeader(parsing: &reader)
    let created = try header.time(&reader)
    let changed = try header.time(&reader)
    let timescale = try reader.u32()
    var atom = MovieHeaderAtom(timescale: timescale, duration: try header.time(&reader))
    atom.header = header
    atom.created = created
    atom.changed = changed
    atom.rate = try reader.i32()
    atom.volume = try reader.i16()
    atom.reserved = try reader.bytes(10)
    atom.matrix = try TransformationMatrix.parse(&reader)
    atom.preview = try reader.bytes(24)
    atom.nextTrackID = try reader.u32()
    return atom
  }

  func encode(into writer: inout ByteWriter) {
    header.encode(into: &writer)
    header.write(created, into: &writer)
    header.write(changed, into: &writer)
    writer.u32(timescale)
    header.write(duration, into: &writer)
    writer.i32(rate)
    writer.i16(volume)
    writer.append(reserved)
    matrix.encode(into: &writer)
    writer.append(preview)
    writer.u32(nextTrackID)
  }
}
