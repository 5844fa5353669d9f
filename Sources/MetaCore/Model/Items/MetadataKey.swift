/// The key of an item inside its key space.
///
/// Keys of `itsk`, `udta` and `uiso` are four-byte codes, all others are texts (AVFoundation reports them so, too).
public enum MetadataKey: Sendable, Hashable, Codable {
  /// A four-byte code.
  case code(FourCC)
  /// A text: an ID3 frame id, a reverse-DNS key, mean, dot and name.
  case text(String)
}

extension MetadataKey: CustomStringConvertible {
  /// The key as people write it: `©nam`, `TT2`, `com.apple.quicktime.title`.
  public var description: String {
    switch self {
    case .code(let code): code.description
    case .text(let text): text
    }
  }
}

extension MetadataKey: ExpressibleByStringLiteral {
  /// A text key.
  public init(stringLiteral value: String) { self = .text(value) }
}
