/// `tfra`: the times and file offsets of random access points in the fragments of one track, parsed
/// or to be written; in `mfra` at the end of a file (ISO/IEC 14496-12 §8.8.10).
///
///     u8 version, u24 flags, u32 track ID
///     26 bits reserved, 2 bits each: size minus one of the three numbers
///     u32 count
///     { u32|u64 time, u32|u64 offset of moof, traf number, trun number, sample number }
struct FragmentRandomAccessAtom: Sendable, Hashable {
  /// One random access point: its time in the media timescale, the offset of its `moof`, and the
  /// numbers of `traf`, `trun` and sample in it, each from 1.
  struct Entry: Sendable, Hashable {
    var time: UInt64
    var offset: UInt64
    var fragment: UInt32 = 1
    var run: UInt32 = 1
    var sample: UInt32 = 1
  }

  var header = FullAtomHeader()
  var trackID: UInt32
  /// The three sizes in stored form.
  var widths: UInt32 = 0
  var entries: [Entry] = []

  init(trackID: UInt32) { self.trackID = trackID }

  private var fragmentWidth: Int { Int(widths >> 4 & 3) + 1 }
  private var runWidth: Int { Int(widths >> 2 & 3) + 1 }
  private var sampleWidth: Int { Int(widths & 3) + 1 }

  static func parse(_ payload: ByteSlice) throws(ParseError) -> FragmentRandomAccessAtom {
    var reader = ByteReader(payload)
    let header = try FullAtomHeader(parsing: &reader)
    var atom = FragmentRandomAccessAtom(trackID: try reader.u32())
    atom.header = header
    atom.widths = try reader.u32()
    let claimed = Int(clamping: try reader.u32())
    let size =
      (header.isWide ? 16 : 8) + atom.fragmentWidth + atom.runWidth + atom.sampleWidth
    for _ in 0..<min(claimed, reader.remaining / size) {
      var entry = Entry(time: try header.time(&reader), offset: try header.time(&reader))
      entry.fragment = UInt32(truncatingIfNeeded: try reader.unsigned(width: atom.fragmentWidth))
      entry.run = UInt32(truncatingIfNeeded: try reader.unsigned(width: atom.runWidth))
      entry.sample = UInt32(truncatingIfNeeded: try reader.unsigned(width: atom.sampleWidth))
      atom.entries.append(entry)
    }
    return atom
  }

  func encode(into writer: inout ByteWriter) {
    header.encode(into: &writer)
    writer.u32(trackID)
    writer.u32(widths)
    writer.u32(UInt32(clamping: entries.count))
    for entry in entries {
      header.write(entry.time, into: &writer)
      header.write(entry.offset, into: &writer)
      writer.unsigned(UInt64(entry.fragment), width: fragmentWidth)
      writer.unsigned(UInt64(entry.run), width: runWidth)
      writer.unsigned(UInt64(entry.sample), width: sampleWidth)
    }
  }
}
