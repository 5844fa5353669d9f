/// The key of a metadata item in its key space: a four-byte code, such as `©nam`, or a string, such
/// as `TIT2`.
///
/// Keys in `itsk`, `udta` and `uiso` are four-byte codes; all other keys are strings, as in
/// AVFoundation.
public enum MetadataKey: Sendable, Hashable {
  /// A four-byte code.
  case code(FourCC)
  /// A string, such as an ID3 frame ID, a reverse-DNS key, or mean, dot and name.
  case text(String)
}

/// Encodes and decodes a key as an object with one member, named after the case.
extension MetadataKey: Codable {
  private enum CodingKeys: String, CodingKey {
    case code, text
  }

  /// Reads a key.
  ///
  /// - Throws: `DecodingError` if the object has neither member.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let code = try container.decodeIfPresent(FourCC.self, forKey: .code) {
      self = .code(code)
    } else {
      self = .text(try container.decode(String.self, forKey: .text))
    }
  }

  /// Writes a key.
  ///
  /// - Throws: Errors from the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .code(let code): try container.encode(code, forKey: .code)
    case .text(let text): try container.encode(text, forKey: .text)
    }
  }
}

extension MetadataKey: CustomStringConvertible {
  /// The key in readable form, such as `©nam`, `TT2` or `com.apple.quicktime.title`.
  public var description: String {
    switch self {
    case .code(let code): code.description
    case .text(let text): text
    }
  }
}

extension MetadataKey: ExpressibleByStringLiteral {
  /// Creates a text key.
  public init(stringLiteral value: String) { self = .text(value) }
}
