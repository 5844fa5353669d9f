/// `elst`: the edit list of one track, parsed or to be written: the parts of its media that are
/// played, in order of presentation (ISO/IEC 14496-12 §8.6.6, QTFF "Edit List Atoms").
///
///     u8 version, u24 flags, u32 count
///     { u32|u64 duration          in the movie timescale
///       i32|i64 media time        in the media timescale; -1: empty edit
///       i16 rate, i16 fraction }
struct EditListAtom: Sendable, Hashable {
  /// One edit: a part of the media, or a pause if the media time is negative.
  struct Entry: Sendable, Hashable {
    var duration: UInt64
    var mediaTime: Int64
    /// The playback rate in 16.16 fixed point; zero freezes a frame.
    var rate: Int32 = 0x10000
  }

  var header = FullAtomHeader()
  var entries: [Entry]

  init(_ entries: [Entry]) { self.entries = entries }

  static func parse(_ payload: ByteSlice) throws(ParseError) -> EditListAtom {
    var reader = ByteReader(payload)
    let header = try FullAtomHeader(parsing: &reader)
    let width = header.isWide ? 20 : 12
    let claimed = Int(clamping: try reader.u32())
    var atom = EditListAtom([])
    atom.header = header
    for _ in 0..<min(claimed, reader.remaining / width) {
      let duration = try header.time(&reader)
      let time = header.isWide ? try reader.i64() : Int64(try reader.i32())
      atom.entries.append(Entry(duration: duration, mediaTime: time, rate: try reader.i32()))
    }
    return atom
  }

  func encode(into writer: inout ByteWriter) {
    header.encode(into: &writer)
    writer.u32(UInt32(clamping: entries.count))
    for entry in entries {
      header.write(entry.duration, into: &writer)
      header.write(UInt64(bitPattern: entry.mediaTime), into: &writer)
      writer.i32(entry.rate)
    }
  }
}
