/// Where a metadata key comes from; AVFoundation's `AVMetadataKeySpace`, with the same strings.
public struct KeySpace: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
  /// The string that AVFoundation uses (`itsk`, `org.id3`).
  public let rawValue: String
  /// Which of the known spaces it is, from 1, or 0; comparisons and look-ups start with this number.
  let ordinal: UInt8

  /// Makes a key space of its string.
  public init(rawValue: String) {
    self.init(rawValue, KeySpace.ordinal(of: rawValue))
  }

  private init(_ rawValue: String, _ ordinal: UInt8) {
    self.rawValue = rawValue
    self.ordinal = ordinal
  }

  /// Keys that all formats share.
  public static let common = KeySpace("comn", 1)
  /// iTunes items: four-character atoms of `ilst`.
  public static let iTunes = KeySpace("itsk", 2)
  /// iTunes freeform items: `----` atoms, whose key is mean, dot, name.
  public static let iTunesLong = KeySpace("itlk", 3)
  /// QuickTime metadata: reverse-DNS keys of a `keys` atom.
  public static let quickTimeMetadata = KeySpace("mdta", 4)
  /// QuickTime user data: atoms of `udta` in a QuickTime movie.
  public static let quickTimeUserData = KeySpace("udta", 5)
  /// ISO and 3GPP user data: full atoms of `udta`.
  public static let isoUserData = KeySpace("uiso", 6)
  /// ID3 frames.
  public static let id3 = KeySpace("org.id3", 7)
  /// RIFF `INFO` chunks and `bext` (ours; AVFoundation has none).
  public static let riff = KeySpace("riff", 8)
  /// AIFF text chunks (ours).
  public static let aiff = KeySpace("aiff", 9)
  /// APEv2 items (ours).
  public static let ape = KeySpace("ape", 10)
  /// Windows Media attributes: the `Xtra` atom (ours).
  public static let asf = KeySpace("asf", 11)
  /// ID3v1 fields (ours).
  public static let id3v1 = KeySpace("id3v1", 12)
  /// XMP properties (ours).
  public static let xmp = KeySpace("xmp", 13)
  /// Vorbis comments.
  public static let vorbis = KeySpace("vorb", 14)
  /// Matroska tags (ours).
  public static let matroska = KeySpace("mkv", 15)
  /// Stream titles of Icecast and Shoutcast.
  public static let icy = KeySpace("icy", 16)
  /// Lyrics3 fields (ours).
  public static let lyrics3 = KeySpace("lyrics3", 17)
  /// Information of audio files as AudioToolbox gives it.
  public static let audioFile = KeySpace("caaf", 18)
  /// Date ranges of HTTP Live Streaming.
  public static let hlsDateRange = KeySpace("lsdr", 19)

  /// Every key space above.
  public static let known: [KeySpace] = [
    common, iTunes, iTunesLong, quickTimeMetadata, quickTimeUserData, isoUserData, id3, riff, aiff,
    ape, asf, id3v1, xmp, vorbis, matroska, icy, lyrics3,
    audioFile, hlsDateRange,
  ]

  private static func ordinal(of rawValue: String) -> UInt8 {
    known.first { $0.rawValue == rawValue }?.ordinal ?? 0
  }

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

  /// Whether both are the same key space.
  public static func == (left: KeySpace, right: KeySpace) -> Bool {
    left.ordinal == right.ordinal && (left.ordinal != 0 || left.rawValue == right.rawValue)
  }

  /// Hashes the string.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
