/// `sinf` in a sample description: the encryption scheme of a track, and the format that its
/// samples have after decryption (ISO/IEC 14496-12 §8.12).
///
///     frma: u32 format
///     schm: u8 version, u24 flags, u32 scheme, u32 scheme version
///     schi: scheme information
struct ProtectionSchemeAtom: Sendable, Hashable {
  /// The format of the decrypted samples.
  var originalFormat: FourCC?
  /// The scheme, such as `cenc`, `cbcs`, `piff` or `itun`.
  var scheme: FourCC?

  static let originalFormatType = FourCC("f", "r", "m", "a")
  static let schemeType = FourCC("s", "c", "h", "m")

  static func parse(_ payload: ByteSlice) throws(ParseError) -> ProtectionSchemeAtom {
    var protection = ProtectionSchemeAtom()
    var list = SliceAtoms(payload)
    while let atom = list.next() {
      var reader = ByteReader(atom.payload)
      switch atom.type {
      case originalFormatType: protection.originalFormat = try reader.fourCC()
      case schemeType:
        try reader.skip(4)
        protection.scheme = try reader.fourCC()
      default: continue
      }
    }
    return protection
  }
}
