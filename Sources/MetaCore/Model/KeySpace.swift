/// Where a metadata key comes from; AVFoundation's `AVMetadataKeySpace`, with the same strings.
public struct KeySpace: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
  /// The string that AVFoundation uses (`itsk`, `org.id3`).
  public let rawValue: String

  /// Makes a key space of its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Keys that all formats share.
  public static let common = KeySpace(rawValue: "comn")
  /// iTunes items: four-character atoms of `ilst`.
  public static let iTunes = KeySpace(rawValue: "itsk")
  /// iTunes freeform items: `----` atoms, whose key is mean, dot, name.
  public static let iTunesLong = KeySpace(rawValue: "itlk")
  /// QuickTime metadata: reverse-DNS keys of a `keys` atom.
  public static let quickTimeMetadata = KeySpace(rawValue: "mdta")
  /// QuickTime user data: atoms of `udta` in a QuickTime movie.
  public static let quickTimeUserData = KeySpace(rawValue: "udta")
  /// ISO and 3GPP user data: full atoms of `udta`.
  public static let isoUserData = KeySpace(rawValue: "uiso")
  /// ID3 frames.
  public static let id3 = KeySpace(rawValue: "org.id3")
  /// RIFF `INFO` chunks and `bext` (ours; AVFoundation has none).
  public static let riff = KeySpace(rawValue: "riff")
  /// AIFF text chunks (ours).
  public static let aiff = KeySpace(rawValue: "aiff")
  /// APEv2 items (ours).
  public static let ape = KeySpace(rawValue: "ape")
  /// Windows Media attributes: the `Xtra` atom (ours).
  public static let asf = KeySpace(rawValue: "asf")
  /// ID3v1 fields (ours).
  public static let id3v1 = KeySpace(rawValue: "id3v1")
  /// XMP properties (ours).
  public static let xmp = KeySpace(rawValue: "xmp")
  /// Vorbis comments (ours).
  public static let vorbis = KeySpace(rawValue: "vorb")
  /// Matroska tags (ours).
  public static let matroska = KeySpace(rawValue: "mkv")

  /// What stands before the slash of an identifier: the key space itself but for `common` and `id3`.
  public var identifierPrefix: String {
    switch self {
    case .common: "common"
    case .id3: "id3"
    default: rawValue
    }
  }

  /// The key space of an identifier's prefix.
  public init(identifierPrefix: String) {
    switch identifierPrefix {
    case "common": self = .common
    case "id3": self = .id3
    default: self.init(rawValue: identifierPrefix)
    }
  }

  /// The string that AVFoundation uses.
  public var description: String { rawValue }
}
