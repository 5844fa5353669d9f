/// `mehd`: the duration of a movie including all fragments, in the movie timescale, parsed or to be
/// written; one per file (ISO/IEC 14496-12 §8.8.2).
///
///     u8 version, u24 flags, u32|u64 duration
struct MovieExtendsHeaderAtom: Sendable, Hashable {
  var header = FullAtomHeader()
  var duration: UInt64

  static func parse(_ payload: ByteSlice) throws(ParseError) -> MovieExtendsHeaderAtom {
    var reader = ByteReader(payload)
    let header = try FullAtomHeader(parsing: &reader)
    return MovieExtendsHeaderAtom(header: header, duration: try header.time(&reader))
  }

  func encode(into writer: inout ByteWriter) {
    header.encode(into: &writer)
    header.write(duration, into: &writer)
  }
}

/// `trex`: the default properties of the samples in the fragments of one track, parsed or to be
/// written (ISO/IEC 14496-12 §8.8.3).
///
/// Values in `tfhd` and `trun` replace them.
///
///     u8 version, u24 flags
///     u32 track ID, sample description, sample duration, sample size, sample flags
struct TrackExtendsAtom: Sendable, Hashable {
  var header = FullAtomHeader()
  var trackID: UInt32
  var description: UInt32 = 1
  var duration: UInt32 = 0
  var size: UInt32 = 0
  var sampleFlags: UInt32 = 0

  static func parse(_ payload: ByteSlice) throws(ParseError) -> TrackExtendsAtom {
    var reader = ByteReader(payload)
    return TrackExtendsAtom(
      header: try FullAtomHeader(parsing: &reader), trackID: try reader.u32(),
      description: try reader.u32(), duration: try reader.u32(), size: try reader.u32(),
      sampleFlags: try reader.u32())
  }

  func encode(into writer: inout ByteWriter) {
    header.encode(into: &writer)
    for number in [trackID, description, duration, size, sampleFlags] { writer.u32(number) }
  }
}

/// `tfhd`: the header of a track fragment, parsed or to be written: its track, and the default
/// properties of its samples, which replace those of `trex` (ISO/IEC 14496-12 §8.8.7).
///
///     u8 version, u24 flags       select the fields that are present
///     u32 track ID
///     u64 base data offset (1), u32 description (2), duration (8), size (0x10), sample flags (0x20)
struct TrackFragmentHeaderAtom: Sendable, Hashable {
  var version: UInt8 = 0
  /// The flags that do not select fields: 0x10000 duration is empty, 0x20000 offsets are relative
  /// to `moof`.
  var otherFlags: UInt32 = 0
  var trackID: UInt32
  var baseDataOffset: UInt64?
  var description: UInt32?
  var duration: UInt32?
  var size: UInt32?
  var sampleFlags: UInt32?

  init(trackID: UInt32) { self.trackID = trackID }

  /// Whether the offsets of runs are relative to `moof`.
  var isBaseMoof: Bool { baseDataOffset == nil && otherFlags & 0x2_0000 != 0 }

  static func parse(_ payload: ByteSlice) throws(ParseError) -> TrackFragmentHeaderAtom {
    var reader = ByteReader(payload)
    let header = try FullAtomHeader(parsing: &reader)
    var atom = TrackFragmentHeaderAtom(trackID: try reader.u32())
    atom.version = header.version
    atom.otherFlags = header.flags & ~0x3B
    if header.flags & 0x01 != 0 { atom.baseDataOffset = try reader.u64() }
    if header.flags & 0x02 != 0 { atom.description = try reader.u32() }
    if header.flags & 0x08 != 0 { atom.duration = try reader.u32() }
    if header.flags & 0x10 != 0 { atom.size = try reader.u32() }
    if header.flags & 0x20 != 0 { atom.sampleFlags = try reader.u32() }
    return atom
  }

  func encode(into writer: inout ByteWriter) {
    var flags = otherFlags
    if baseDataOffset != nil { flags |= 0x01 }
    if description != nil { flags |= 0x02 }
    if duration != nil { flags |= 0x08 }
    if size != nil { flags |= 0x10 }
    if sampleFlags != nil { flags |= 0x20 }
    FullAtomHeader(version: version, flags: flags).encode(into: &writer)
    writer.u32(trackID)
    if let baseDataOffset { writer.u64(baseDataOffset) }
    for number in [description, duration, size, sampleFlags] {
      if let number { writer.u32(number) }
    }
  }
}

/// `tfdt`: the decoding time of the first sample of a track fragment, parsed or to be written: the
/// sum of the durations of all earlier samples of the track (ISO/IEC 14496-12 §8.8.12).
///
///     u8 version, u24 flags, u32|u64 time in the media timescale
struct TrackFragmentTimeAtom: Sendable, Hashable {
  var header = FullAtomHeader()
  var time: UInt64

  static func parse(_ payload: ByteSlice) throws(ParseError) -> TrackFragmentTimeAtom {
    var reader = ByteReader(payload)
    let header = try FullAtomHeader(parsing: &reader)
    return TrackFragmentTimeAtom(header: header, time: try header.time(&reader))
  }

  func encode(into writer: inout ByteWriter) {
    header.encode(into: &writer)
    header.write(time, into: &writer)
  }
}
