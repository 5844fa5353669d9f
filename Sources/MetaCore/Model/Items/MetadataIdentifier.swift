/// The key space and key of a metadata item as one string in AVFoundation's form, such as
/// `itsk/%A9nam`, `id3/TIT2` or `id3/%00TT2`.
///
/// The bytes `A-Z a-z 0-9 - . _` of the key are unchanged; every other byte is written as `%XX`.
public struct MetadataIdentifier: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
  /// The complete string.
  public let rawValue: String

  /// Creates an identifier from its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates an identifier from a key space and a key.
  public init(keySpace: KeySpace, key: MetadataKey) {
    var bytes: [UInt8] = []
    MetadataIdentifier.append(keySpace, key, to: &bytes)
    rawValue = String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the bytes of the string without creating the string.
  static func append(_ keySpace: KeySpace, _ key: MetadataKey, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: keySpace.identifierPrefix.utf8)
    bytes.append(UInt8(ascii: "/"))
    switch key {
    case .code(let code):
      var rest = code.rawValue
      for _ in 0..<4 {
        escape(UInt8(truncatingIfNeeded: rest >> 24), to: &bytes)
        rest <<= 8
      }
    case .text(let text):
      // Three-letter frame IDs from ID3v2.2 have a leading zero byte, as in `id3/%00TT2`.
      if keySpace == .id3, text.utf8.count == 3 { escape(0, to: &bytes) }
      for byte in text.utf8 { escape(byte, to: &bytes) }
    }
  }

  /// The key space named before the slash.
  public var keySpace: KeySpace {
    KeySpace(identifierPrefix: String(rawValue.prefix { $0 != "/" }))
  }

  /// The key after the slash, unescaped; nil if there is no key, or if it does not have four bytes
  /// in a key space with four-byte keys.
  public var key: MetadataKey? {
    guard let slash = rawValue.firstIndex(of: "/") else { return nil }
    let keySpace = keySpace
    var bytes = MetadataIdentifier.unescape(
      rawValue[rawValue.index(after: slash)...], hasFourBytes: keySpace.hasFourByteKeys)
    if keySpace.hasFourByteKeys {
      guard bytes.count == 4 else { return nil }
      return .code(FourCC(rawValue: bytes.reduce(0) { $0 << 8 | UInt32($1) }))
    }
    if keySpace == .id3, bytes.first == 0 { bytes.removeFirst() }
    return bytes.isEmpty ? nil : .text(String(decoding: bytes, as: UTF8.self))
  }

  /// The complete string.
  public var description: String { rawValue }

  /// Appends a byte of a key, escaped unless it is one of the bytes that are left unchanged.
  private static func escape(_ byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"):
      bytes.append(byte)
    default:
      bytes.append(UInt8(ascii: "%"))
      bytes.append(hexDigit(byte >> 4))
      bytes.append(hexDigit(byte & 15))
    }
  }

  /// Returns a value below 16 as an upper-case hexadecimal digit.
  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  /// Returns the bytes of an escaped key; in four-byte keys, `©` in UTF-8 becomes the single byte
  /// A9.
  private static func unescape(_ text: Substring, hasFourBytes: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let value = UInt8(digits: String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else if hasFourBytes, byte == 0xC2, rest.first == 0xA9 {
        // `itsk/©nam`, the readable spelling used on the command line.
        bytes.append(0xA9)
        rest = rest.dropFirst()
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}

extension KeySpace {
  /// Whether keys in this key space are four-byte codes.
  package var hasFourByteKeys: Bool {
    self == .iTunes || self == .quickTimeUserData || self == .isoUserData
  }
}

extension MetadataIdentifier: ExpressibleByStringLiteral {
  /// Creates an identifier from its string.
  public init(stringLiteral value: String) { self.init(rawValue: value) }
}
