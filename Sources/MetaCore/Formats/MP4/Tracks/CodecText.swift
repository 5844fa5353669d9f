/// Functions for codec strings such as `avc1.64001F` (RFC 6381, ISO/IEC 14496-15 annex E): numbers,
/// strings without parameters, and strings for codecs in containers other than MP4.
///
/// The types of the configuration records, such as ``AVCConfiguration``, compose the strings of
/// their codecs.
package enum CodecText {
  /// Returns at least two decimal digits.
  static func decimal(_ number: some BinaryInteger) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  /// Returns upper-case hexadecimal digits without leading zeros.
  static func hexadecimal(_ number: some BinaryInteger) -> String {
    String(number, radix: 16, uppercase: true)
  }

  /// Returns the codec string of a format without parameters: its code, with bytes other than
  /// ASCII letters, digits, `-`, `.`, `_` and `+` as `%XX` (RFC 6381 §3.3).
  static func plain(_ format: FourCC) -> String {
    var text = ""
    for byte in format.bytes {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "+"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += "%" + hexPair(byte)
      }
    }
    return text
  }

  /// Returns the codec string in a container other than MP4, from FFmpeg's codec name and the
  /// configuration record; nil if the record does not have the form used in MP4, or the codec has
  /// no registered name.
  ///
  /// Matroska stores the records of MP4 (draft-ietf-cellar-codec §3). Names without a record are
  /// those of the W3C's WebCodecs registry; AC-3 and E-AC-3 have the codes of their sample entries.
  package static func string(codec: String, configuration: ByteSlice) -> String? {
    switch codec {
    case "flac", "opus", "vorbis", "mp3", "vp8": return codec
    case "ac3": return "ac-3"
    case "eac3": return "ec-3"
    case "aac":
      let config = try? AudioSpecificConfig.parse(configuration)
      return config.map { "mp4a.40.\($0.objectType)" }
    case "h264" where configuration[0] == 1:
      return try? AVCConfiguration.parse(configuration).codecString(.avc1)
    case "hevc" where configuration[0] == 1:
      return try? HEVCConfiguration.parse(configuration).codecString(.hvc1)
    case "av1" where configuration[0] == 0x81:
      return try? AV1Configuration.parse(configuration).codecString(.av01)
    default: return nil
    }
  }
}

extension FourCC {
  fileprivate static let avc1 = FourCC("a", "v", "c", "1")
  fileprivate static let hvc1 = FourCC("h", "v", "c", "1")
  fileprivate static let av01 = FourCC("a", "v", "0", "1")
}
