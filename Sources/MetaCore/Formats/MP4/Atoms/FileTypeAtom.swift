/// The brands of a file or segment (`ftyp`, `styp`), parsed or to be written: codes of the
/// specifications that it conforms to (ISO/IEC 14496-12 §4.3).
///
///     u32 major brand
///     u32 minor version
///     u32 compatible brand ...
struct FileTypeAtom: Sendable, Hashable {
  var majorBrand: FourCC
  var minorVersion: UInt32
  var compatibleBrands: [FourCC] = []
  /// The bytes after the last complete brand.
  var rest: ByteSlice = .empty

  /// Reads the payload.
  static func parse(_ payload: ByteSlice) throws(ParseError) -> FileTypeAtom {
    var reader = ByteReader(payload)
    var atom = FileTypeAtom(majorBrand: try reader.fourCC(), minorVersion: try reader.u32())
    while reader.remaining >= 4 { atom.compatibleBrands.append(try reader.fourCC()) }
    atom.rest = reader.takeRest()
    return atom
  }

  /// Writes the payload.
  func encode(into writer: inout ByteWriter) {
    writer.fourCC(majorBrand)
    writer.u32(minorVersion)
    for brand in compatibleBrands { writer.fourCC(brand) }
    writer.append(rest)
  }

  /// Returns whether a brand is the major brand or a compatible brand.
  func names(_ brand: FourCC) -> Bool { majorBrand == brand || compatibleBrands.contains(brand) }
}
