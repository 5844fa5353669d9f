/// Decoders and encoders for Latin-1 and UTF-16, written without Foundation, which MetaCore does
/// not use.
enum UnicodeText {
  /// Decodes Latin-1, in which every byte is a character.
  static func decodeLatin1(_ slice: ByteSlice) -> String {
    if slice.isASCII, let text = slice.utf8Text { return text }
    var utf8: [UInt8] = []
    utf8.reserveCapacity(slice.count + slice.count / 4)
    for byte in slice.bytes {
      if byte < 0x80 {
        utf8.append(byte)
      } else {
        utf8.append(0xC0 | byte >> 6)
        utf8.append(0x80 | byte & 0x3F)
      }
    }
    return String(decoding: utf8, as: UTF8.self)
  }

  /// Encodes a string in Latin-1; returns nil when it has other characters.
  static func encodeLatin1(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      guard let byte = UInt8(exactly: scalar.value) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  /// Returns the bytes after the byte order mark, and whether they are big-endian; without one,
  /// they are little-endian.
  static func unmarked(_ slice: ByteSlice) -> (bytes: ByteSlice, isBigEndian: Bool) {
    switch (slice[0], slice[1]) {
    case (0xFE, 0xFF): (slice.clamped(from: 2), true)
    case (0xFF, 0xFE): (slice.clamped(from: 2), false)
    default: (slice, false)
    }
  }

  /// Decodes UTF-16; unpaired surrogates and an odd last byte become U+FFFD.
  static func decodeUTF16(_ slice: ByteSlice, bigEndian: Bool) -> String {
    if let text = decodeASCII(slice, bigEndian: bigEndian) { return text }
    var utf8: [UInt8] = []
    utf8.reserveCapacity(slice.count)
    var first: UInt8?
    var high: UInt32?
    for byte in slice.bytes {
      guard let lead = first else {
        first = byte
        continue
      }
      first = nil
      let unit = bigEndian ? UInt32(lead) << 8 | UInt32(byte) : UInt32(byte) << 8 | UInt32(lead)
      if unit < 0x80, high == nil {
        utf8.append(UInt8(truncatingIfNeeded: unit))
      } else {
        high = utf8.appendUnit(unit, after: high)
      }
    }
    if high != nil || first != nil { utf8.appendUTF8(0xFFFD) }
    return String(decoding: utf8, as: UTF8.self)
  }

  /// Returns the text if it is short and every unit is below 0x80, as in most metadata; otherwise
  /// nil.
  private static func decodeASCII(_ slice: ByteSlice, bigEndian: Bool) -> String? {
    let count = slice.count / 2
    guard slice.count.isMultiple(of: 2), count <= shortText else { return nil }
    let units = slice.storage.span.extracting(slice.lower..<slice.upper)
    let (high, low) = bigEndian ? (0, 1) : (1, 0)
    var ascii = InlineArray<256, UInt8>(repeating: 0)
    for index in 0..<count {
      guard units[2 * index + high] == 0, units[2 * index + low] < 0x80 else { return nil }
      ascii[index] = units[2 * index + low]
    }
    do {
      return String(copying: try UTF8Span(validating: ascii.span.extracting(..<count)))
    } catch {
      return nil
    }
  }

  /// The maximum length of text that is converted without an allocation.
  private static let shortText = 256

  /// Returns the text, or nil when there is an odd byte or half a surrogate pair.
  static func decodeUTF16Strictly(_ slice: ByteSlice, bigEndian: Bool) -> String? {
    guard slice.count.isMultiple(of: 2) else { return nil }
    var units: [UInt16] = []
    units.reserveCapacity(slice.count / 2)
    var first: UInt8?
    for byte in slice.bytes {
      if let lead = first {
        units.append(
          bigEndian ? UInt16(lead) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(lead))
        first = nil
      } else {
        first = byte
      }
    }
    return String(validating: units, as: UTF16.self)
  }

  /// Encodes a string in UTF-16 without a byte order mark.
  static func encodeUTF16(_ text: String, bigEndian: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count * 2)
    for unit in text.utf16 {
      let (high, low) = (UInt8(truncatingIfNeeded: unit >> 8), UInt8(truncatingIfNeeded: unit))
      bytes.append(bigEndian ? high : low)
      bytes.append(bigEndian ? low : high)
    }
    return bytes
  }
}

extension [UInt8] {
  /// Appends a UTF-16 unit as UTF-8, combined with a preceding high surrogate; returns a high
  /// surrogate that still needs its second unit.
  fileprivate mutating func appendUnit(_ unit: UInt32, after high: UInt32?) -> UInt32? {
    let isLow = unit & 0xFC00 == 0xDC00
    if let high {
      if isLow {
        appendUTF8(0x10000 + (high & 0x3FF) << 10 + unit & 0x3FF)
        return nil
      }
      appendUTF8(0xFFFD)
    }
    if unit & 0xFC00 == 0xD800 { return unit }
    appendUTF8(unit)
    return nil
  }
}
