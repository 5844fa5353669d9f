/// The 16-byte user type of a `uuid` atom in MP4, or of a `uuid` box in an image, as two big-endian
/// halves.
struct UserType: Sendable, Hashable, CustomStringConvertible {
  let high: UInt64
  let low: UInt64

  /// The bytes.
  var bytes: [UInt8] {
    [high, low].flatMap { half in
      (0..<8).map { UInt8(truncatingIfNeeded: half >> UInt64(56 - $0 * 8)) }
    }
  }

  /// The bytes in UUID form, such as `BE7ACFCB-97A9-42E8-9C71-999491E3AFAC`.
  var description: String {
    var text = ""
    for (index, byte) in bytes.enumerated() {
      if index == 4 || index == 6 || index == 8 || index == 10 { text += "-" }
      text += hexPair(byte)
    }
    return text
  }

  /// An XMP packet (XMP specification part 3, §1.1.5 "MPEG-4").
  static let xmp = UserType(high: 0xBE7A_CFCB_97A9_42E8, low: 0x9C71_9994_91E3_AFAC)
  /// A C2PA manifest (C2PA 2.1 §A.5).
  static let contentCredentials = UserType(high: 0xD8FE_C3D6_1B0E_483C, low: 0x9297_5828_877E_C481)
  /// The metadata of a Canon raw image.
  static let canon = UserType(high: 0x85C0_B687_820F_11E0, low: 0x8111_F4CE_462B_6A48)
}
