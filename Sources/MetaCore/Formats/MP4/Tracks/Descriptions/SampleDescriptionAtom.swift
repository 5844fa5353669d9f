/// `stsd`: the sample descriptions (sample entries) of one track, each of which defines the codec
/// and format of some of its samples, parsed or to be written (ISO/IEC 14496-12 §8.5.2, QTFF
/// "Sample Description Atoms").
///
///     u8 version, u24 flags, u32 count
///     { u32 size, u32 format, u8[6] reserved, u16 data reference, fields and extensions of the format }
struct SampleDescriptionAtom: Sendable, Hashable {
  /// One sample description; its fields are parsed by ``AudioSampleDescription``,
  /// ``VisualDescription``, ``TimecodeDescription`` or ``TimedMetadataKeys``, and are not parsed
  /// for other media.
  struct Entry: Sendable, Hashable {
    var format: FourCC
    var reserved = ByteSlice(Array(repeating: 0, count: 6))
    var dataReference: UInt16 = 1
    /// The remaining fields and extensions, which depend on the media type.
    var fields: ByteSlice
  }

  var header = FullAtomHeader()
  /// The declared number of entries.
  var count: UInt32
  var entries: [Entry]

  init(_ entries: [Entry]) {
    self.entries = entries
    count = UInt32(clamping: entries.count)
  }

  /// Reads up to `limit` entries.
  static func parse(
    _ payload: ByteSlice, limit: Int = .max
  ) throws(ParseError) -> SampleDescriptionAtom {
    var reader = ByteReader(payload)
    var atom = SampleDescriptionAtom([])
    atom.header = try FullAtomHeader(parsing: &reader)
    atom.count = try reader.u32()
    var list = SliceAtoms(reader.rest)
    while atom.entries.count < min(limit, Int(clamping: atom.count)), let next = list.next() {
      var body = ByteReader(next.payload)
      guard body.remaining >= 8 else {
        // Some writers omit everything except the format.
        atom.entries.append(Entry(format: next.type, fields: .empty))
        continue
      }
      atom.entries.append(
        Entry(
          format: next.type, reserved: try body.bytes(6), dataReference: try body.u16(),
          fields: body.rest))
    }
    return atom
  }

  func encode(into writer: inout ByteWriter) {
    header.encode(into: &writer)
    writer.u32(count)
    for entry in entries {
      writer.atom(entry.format) { writer in
        writer.append(entry.reserved)
        writer.u16(entry.dataReference)
        writer.append(entry.fields)
      }
    }
  }
}
