/// Key space and key in one string, the same as AVFoundation's: `itsk/%A9nam`, `id3/TIT2`, `id3/%00TT2`.
///
/// Bytes `A-Z a-z 0-9 - . _` of the key stand as they are, every other byte is `%XX`.
public struct MetadataIdentifier: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
  /// The whole string.
  public let rawValue: String

  /// Takes a string as it is.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Joins key space and key.
  public init(keySpace: KeySpace, key: MetadataKey) {
    var bytes = Array(keySpace.identifierPrefix.utf8)
    bytes.append(UInt8(ascii: "/"))
    MetadataIdentifier.escape(key, in: keySpace) { bytes.append($0) }
    rawValue = String(decoding: bytes, as: UTF8.self)
  }

  /// The key space named before the slash.
  public var keySpace: KeySpace {
    KeySpace(identifierPrefix: String(rawValue.prefix { $0 != "/" }))
  }

  /// The key behind the slash, with its escapes resolved; nil when there is none.
  public var key: MetadataKey? {
    guard let slash = rawValue.firstIndex(of: "/") else { return nil }
    var bytes = MetadataIdentifier.unescape(rawValue[rawValue.index(after: slash)...])
    if keySpace.hasFourByteKeys {
      guard bytes.count == 4 else { return nil }
      return .code(FourCC(rawValue: bytes.reduce(0) { $0 << 8 | UInt32($1) }))
    }
    if keySpace == .id3, bytes.first == 0 { bytes.removeFirst() }
    return bytes.isEmpty ? nil : .text(String(decoding: bytes, as: UTF8.self))
  }

  /// The whole string.
  public var description: String { rawValue }

  /// Hands out the bytes of a key as an identifier spells them.
  static func escape(_ key: MetadataKey, in keySpace: KeySpace, to output: (UInt8) -> Void) {
    switch key {
    case .code(let code):
      for byte in code.bytes { escape(byte, to: output) }
    case .text(let text):
      // A three-letter frame of ID3v2.2 is led by a zero byte, as in `id3/%00TT2`.
      if keySpace == .id3, text.utf8.count == 3 { escape(0, to: output) }
      for byte in text.utf8 { escape(byte, to: output) }
    }
  }

  private static func escape(_ byte: UInt8, to output: (UInt8) -> Void) {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"):
      output(byte)
    default:
      output(UInt8(ascii: "%"))
      for digit in hexPair(byte).utf8 { output(digit) }
    }
  }

  private static func unescape(_ text: Substring) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else if byte == 0xC2, rest.first == 0xA9 {
        // `itsk/©nam`, the readable spelling of the command line.
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
  /// Whether keys of this space are four-byte codes.
  var hasFourByteKeys: Bool {
    self == .iTunes || self == .quickTimeUserData || self == .isoUserData
  }
}
