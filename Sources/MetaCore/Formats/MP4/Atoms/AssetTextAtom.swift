/// One string of 3GPP user data in one language, parsed or to be written: `titl dscp cprt perf auth
/// gnre coll albm` (3GPP TS 26.244 §8; `cprt` also ISO/IEC 14496-12 §8.10.2).
///
///     u32 version and flags (0)
///     u16 language          packed ISO 639-2
///     text                  UTF-8, or UTF-16 after a byte order mark, with a terminating zero of its width
///     albm only: u8 track   optional
struct AssetTextAtom: Sendable, Hashable {
  var language: UInt16
  var text: TerminatedText
  /// The bytes after the text, such as the track number in `albm`.
  var rest: ByteSlice

  /// Reads the payload.
  static func parse(_ payload: ByteSlice) throws(ParseError) -> AssetTextAtom {
    var reader = try ByteReader(assetPayload: payload)
    let language = try reader.u16()
    let text = TerminatedText.parse(&reader)
    return AssetTextAtom(language: language, text: text, rest: reader.takeRest())
  }

  /// Writes the payload.
  func encode(into writer: inout ByteWriter) {
    writer.u32(0)
    writer.u16(language)
    text.encode(into: &writer)
    writer.append(rest)
  }
}

/// A zero-terminated string of 3GPP user data in stored form: UTF-8, or UTF-16 if it starts with a
/// byte order mark.
///
/// It records whether the zero was present, so that an unchanged atom is written as it was read.
struct TerminatedText: Sendable, Hashable {
  /// The bytes without the terminating zero, but with the byte order mark.
  var bytes: ByteSlice
  /// Whether the string is zero-terminated.
  var isTerminated = true

  /// The decoded text.
  var string: String { encoding.decode(bytes) }

  /// The text encoding.
  var encoding: TextEncoding { isUTF16 ? .utf16 : .utf8 }

  private var isUTF16: Bool { TerminatedText.isUTF16(bytes) }

  private static func isUTF16(_ bytes: ByteSlice) -> Bool {
    bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
  }

  /// Reads text and its terminating zero; unterminated text continues to the end of the bytes.
  static func parse(_ reader: inout ByteReader) -> TerminatedText {
    let all = reader.rest
    guard isUTF16(all) else {
      if let bytes = reader.bytes(until: 0) { return TerminatedText(bytes: bytes) }
      return TerminatedText(bytes: reader.takeRest(), isTerminated: false)
    }
    var length = 0
    while let high = all[length], let low = all[length + 1] {
      if high == 0, low == 0 { break }
      length += 2
    }
    let isTerminated = length + 2 <= all.count
    let bytes = all.clamped(from: 0, count: isTerminated ? length : all.count)
    try? reader.skip(isTerminated ? length + 2 : all.count)
    return TerminatedText(bytes: bytes, isTerminated: isTerminated)
  }

  /// Writes the text, and its terminating zero if it is zero-terminated.
  func encode(into writer: inout ByteWriter) {
    writer.append(bytes)
    guard isTerminated else { return }
    writer.u8(0)
    if isUTF16 { writer.u8(0) }
  }
}

extension ByteReader {
  /// Creates a reader for the payload after version and flags, which are zero in all 3GPP user
  /// data.
  ///
  /// - Throws: `truncated`, or `malformed` when they are not zero, to detect atoms of the same type
  ///   from other vendors.
  init(assetPayload payload: ByteSlice) throws(ParseError) {
    self.init(payload)
    let offset = fileOffset
    guard try u32() == 0 else {
      throw ParseError(.malformed, at: offset, "version and flags are not zero")
    }
  }
}
