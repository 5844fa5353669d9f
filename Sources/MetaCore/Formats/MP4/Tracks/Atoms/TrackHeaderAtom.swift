/// `tkhd`: the ID, flags, dates, duration, matrix and display size of one track, parsed or to be
/// written (ISO/IEC 14496-12 §8.3.2, QTFF "Track Header Atoms").
///
///     u8 version, u24 flags       1 enabled, 2 in movie, 4 in preview
///     u32|u64 created, changed    seconds since 1904
///     u32 track ID, u32 reserved
///     u32|u64 duration            in the movie timescale; all bits set: unknown
///     u8[8] reserved
///     i16 layer, alternate group, volume; u16 reserved
///     i32[9] matrix
///     u32 width, height           16.16
struct TrackHeaderAtom: Sendable, Hashable {
  var header = FullAtomHeader(flags: 7)
  var created: UInt64 = 0
  var changed: UInt64 = 0
  var trackID: UInt32
  var reserved: UInt32 = 0
  var duration: UInt64
  var reserved2: UInt64 = 0
  var layer: Int16 = 0
  var alternateGroup: Int16 = 0
  var volume: Int16 = 0
  var reserved3: UInt16 = 0
  var matrix = TransformationMatrix.identity
  var width: UInt32 = 0
  var height: UInt32 = 0

  init(trackID: UInt32, duration: UInt64) {
    self.trackID = trackID
    self.duration = duration
  }

  /// Whether players play the track by default.
  var isEnabled: Bool { header.flags & 1 != 0 }

  /// The duration in the movie timescale; nil if it is declared as unknown.
  var knownDuration: UInt64? { header.known(duration) }

  static func parse(_ payload: ByteSlice) throws(ParseError) -> TrackHeaderAtom {
    var reader = ByteReader(payload)
    let header = try FullAtomHeader(parsing: &reader)
    let created = try header.time(&reader)
    let changed = try header.time(&reader)
    var atom = TrackHeaderAtom(trackID: try reader.u32(), duration: 0)
    atom.header = header
    atom.created = created
    atom.changed = changed
    atom.reserved = try reader.u32()
    atom.duration = try header.time(&reader)
    atom.reserved2 = try reader.u64()
    atom.layer = try reader.i16()
    atom.alternateGroup = try reader.i16()
    atom.volume = try reader.i16()
    atom.reserved3 = try reader.u16()
    atom.matrix = try TransformationMatrix.parse(&reader)
    atom.width = try reader.u32()
    atom.height = try reader.u32()
    return atom
  }

  func encode(into writer: inout ByteWriter) {
    header.encode(into: &writer)
    header.write(created, into: &writer)
    header.write(changed, into: &writer)
    writer.u32(trackID)
    writer.u32(reserved)
    header.write(duration, into: &writer)
    writer.u64(reserved2)
    writer.i16(layer)
    writer.i16(alternateGroup)
    writer.i16(volume)
    writer.u16(reserved3)
    matrix.encode(into: &writer)
    writer.u32(width)
    writer.u32(height)
  }
}
