/// A four-byte code: the type of an atom, a brand, a codec or a data format.
///
/// Bytes are not characters: `©nam` is the bytes `A9 6E 61 6D` (QTFF "User Data Text Strings"), so
/// a code is compared and hashed as a number, and only converted to text for display.
public struct FourCC: Sendable, Hashable, Codable, RawRepresentable {
  /// The four bytes as one big-endian number.
  public let rawValue: UInt32

  /// Creates a code from its big-endian number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Creates a code from four characters below U+0100, each of which becomes the byte with the same
  /// value.
  ///
  /// The compiler folds such a call into a constant, so codes in a `switch` cost nothing.
  public init(
    _ first: Unicode.Scalar, _ second: Unicode.Scalar, _ third: Unicode.Scalar,
    _ fourth: Unicode.Scalar
  ) {
    rawValue =
      (first.value & 0xFF) << 24 | (second.value & 0xFF) << 16
      | (third.value & 0xFF) << 8 | (fourth.value & 0xFF)
  }

  /// Creates a code from a string of four characters below U+0100, such as `"©nam"`; nil for any
  /// other string.
  public init?(_ text: some StringProtocol) {
    var value: UInt32 = 0
    var count = 0
    for scalar in text.unicodeScalars {
      guard scalar.value < 0x100, count < 4 else { return nil }
      value = value << 8 | scalar.value
      count += 1
    }
    guard count == 4 else { return nil }
    rawValue = value
  }

  /// Whether two codes are equal; the implementation for `RawRepresentable` is generic and
  /// therefore slow in debug builds.
  public static func == (one: FourCC, other: FourCC) -> Bool { one.rawValue == other.rawValue }

  /// The four bytes in file order.
  public var bytes: [UInt8] {
    [UInt8(rawValue >> 24), byte(16), byte(8), byte(0)]
  }

  private func byte(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: rawValue >> shift) }
}

extension FourCC: CustomStringConvertible {
  /// The code in readable form, such as `©nam` or `moov`; bytes other than printable Latin-1 are
  /// written in hexadecimal, such as `\x00`.
  public var description: String {
    if let text = asciiText { return text }
    var text: [UInt8] = []
    text.reserveCapacity(8)
    for byte in bytes {
      switch byte {
      case 0x20..<0x7F: text.append(byte)
      case 0xA1...0xFF: text += [0xC0 | byte >> 6, 0x80 | byte & 0x3F]
      default: text += "\\x\(hexPair(byte))".utf8
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension FourCC {
  /// The code as text if every byte is printable ASCII, as in nearly all codes; created without an
  /// allocation.
  private var asciiText: String? {
    let letters: InlineArray<4, UInt8> = [byte(24), byte(16), byte(8), byte(0)]
    for index in letters.indices where letters[index] < 0x20 || letters[index] >= 0x7F {
      return nil
    }
    do {
      return String(copying: try UTF8Span(validating: letters.span))
    } catch {
      return nil
    }
  }
}

/// Returns a byte as two upper-case hexadecimal digits.
func hexPair(_ byte: UInt8) -> String {
  // This avoids `String(_:radix:)`, whose first use makes the runtime look up several conformances.
  String(decoding: [hexDigit(byte >> 4), hexDigit(byte & 15)], as: UTF8.self)
}

/// Returns a value below 16 as an upper-case hexadecimal digit.
private func hexDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
}

extension ParseError {
  /// Returns the same error, located inside an atom of the given type.
  func inside(_ type: FourCC) -> ParseError { inside(type.description) }
}
