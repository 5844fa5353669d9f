/// `trun`: a run of contiguous samples in a track fragment, with those properties that differ from
/// the defaults in `tfhd` and `trex`, parsed or to be written (ISO/IEC 14496-12 §8.8.8).
///
///     u8 version, u24 flags       select the fields that are present
///     u32 count
///     i32 data offset (1), u32 flags of the first sample (4)
///     { u32 duration (0x100), u32 size (0x200), u32 flags (0x400), i32 composition offset (0x800) }
struct TrackRunAtom: Sendable, Hashable {
  var header: FullAtomHeader
  /// The declared number of samples.
  var count: UInt32
  var dataOffset: Int32?
  var firstSampleFlags: UInt32?
  /// The fields of the samples in stored form: the flags determine the number of words per sample.
  var words: [UInt32] = []

  /// The number of fields per sample, which is at most four.
  var fieldsPerSample: Int { (header.flags >> 8 & 0xF).nonzeroBitCount }

  /// Whether every sample has its own duration.
  var hasDurations: Bool { header.flags & 0x100 != 0 }

  /// Parses the fields before the samples.
  static func parseHeader(_ reader: inout ByteReader) throws(ParseError) -> TrackRunAtom {
    var atom = TrackRunAtom(
      header: try FullAtomHeader(parsing: &reader), count: try reader.u32())
    if atom.header.flags & 1 != 0 { atom.dataOffset = try reader.i32() }
    if atom.header.flags & 4 != 0 { atom.firstSampleFlags = try reader.u32() }
    return atom
  }

  static func parse(_ payload: ByteSlice) throws(ParseError) -> TrackRunAtom {
    var reader = ByteReader(payload)
    var atom = try parseHeader(&reader)
    let fields = atom.fieldsPerSample
    guard fields > 0 else { return atom }
    let samples = min(Int(clamping: atom.count), reader.remaining / (fields * 4))
    atom.words.reserveCapacity(samples * fields)
    for _ in 0..<(samples * fields) { atom.words.append(try reader.u32()) }
    return atom
  }

  func encode(into writer: inout ByteWriter) {
    header.encode(into: &writer)
    writer.u32(count)
    if let dataOffset { writer.i32(dataOffset) }
    if let firstSampleFlags { writer.u32(firstSampleFlags) }
    for word in words { writer.u32(word) }
  }
}
