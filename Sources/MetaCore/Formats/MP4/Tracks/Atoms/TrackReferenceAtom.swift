/// A child atom of `tref`, parsed or to be written: the IDs of the tracks to which one track refers
/// for one purpose, such as its chapters (ISO/IEC 14496-12 §8.3.3).
///
///     u32[] track IDs             the type of the atom is the purpose: `chap`, `tmcd`, `cdsc`, …
struct TrackReferenceAtom: Sendable, Hashable {
  var trackIDs: [UInt32]

  static func parse(_ payload: ByteSlice) throws(ParseError) -> TrackReferenceAtom {
    var reader = ByteReader(payload)
    var atom = TrackReferenceAtom(trackIDs: [])
    while reader.remaining >= 4 { atom.trackIDs.append(try reader.u32()) }
    return atom
  }

  func encode(into writer: inout ByteWriter) {
    for id in trackIDs { writer.u32(id) }
  }
}
