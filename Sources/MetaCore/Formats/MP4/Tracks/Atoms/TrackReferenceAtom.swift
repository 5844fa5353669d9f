/// A child of `tref`: the tracks that one track refers to for a purpose (ISO/IEC 14496-12 §8.3.3).
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
