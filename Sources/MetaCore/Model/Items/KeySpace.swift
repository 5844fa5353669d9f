/// The namespace of a metadata key, one for each way in which formats name metadata, such as iTunes
/// atoms or ID3 frames; the counterpart of AVFoundation's `AVMetadataKeySpace`.
///
/// Key spaces that AVFoundation also has use the same strings.
public struct KeySpace: Sendable, Hashable, Codable, RawRepresentable, CustomStringConvertible {
  /// The number of a known key space (1 or higher), or of an interned name.
  private let number: UInt32

  /// Creates a key space from its string.
  public init(rawValue: String) {
    let index = KeySpace.names.firstIndex(of: rawValue)
    number = index.map { UInt32(clamping: $0 + 1) } ?? InternedName(rawValue).number
  }

  private init(_ number: UInt32) { self.number = number }

  /// Whether two key spaces are the same; compares their numbers, which correspond one-to-one to
  /// strings.
  public static func == (left: KeySpace, right: KeySpace) -> Bool { left.number == right.number }

  /// Hashes the number.
  public func hash(into hasher: inout Hasher) { hasher.combine(number) }

  /// The string, such as `itsk` or `org.id3`, which is that of AVFoundation if it has the key
  /// space.
  public var rawValue: String {
    let index = Int(number) - 1
    return KeySpace.names.indices.contains(index)
      ? KeySpace.names[index] : InternedName(number: number).text
  }

  /// The number of a known key space (1 or higher), or 0 for other key spaces; look-ups start with
  /// this number.
  var ordinal: UInt8 { UInt8(exactly: number) ?? 0 }

  /// Keys shared by all formats.
  public static let common = KeySpace(1)
  /// iTunes items: four-character atoms in `ilst`.
  public static let iTunes = KeySpace(2)
  /// iTunes freeform items: `----` atoms, whose key is mean, dot, name.
  public static let iTunesLong = KeySpace(3)
  /// QuickTime metadata: reverse-DNS keys in a `keys` atom.
  public static let quickTimeMetadata = KeySpace(4)
  /// QuickTime user data: atoms in the `udta` atom of a QuickTime movie.
  public static let quickTimeUserData = KeySpace(5)
  /// ISO and 3GPP user data: full atoms in `udta`.
  public static let isoUserData = KeySpace(6)
  /// ID3 frames.
  public static let id3 = KeySpace(7)
  /// RIFF `INFO` chunks and `bext` (not in AVFoundation).
  public static let riff = KeySpace(8)
  /// AIFF text chunks (not in AVFoundation).
  public static let aiff = KeySpace(9)
  /// APEv2 items (not in AVFoundation).
  public static let ape = KeySpace(10)
  /// Windows Media attributes, in ASF files and in the `Xtra` atom of MP4 (not in AVFoundation).
  public static let asf = KeySpace(11)
  /// ID3v1 fields (not in AVFoundation).
  public static let id3v1 = KeySpace(12)
  /// XMP properties (not in AVFoundation).
  public static let xmp = KeySpace(13)
  /// Vorbis comments.
  public static let vorbis = KeySpace(14)
  /// Matroska tags (not in AVFoundation).
  public static let matroska = KeySpace(15)
  /// Icecast and Shoutcast stream titles.
  public static let icy = KeySpace(16)
  /// Lyrics3 fields (not in AVFoundation).
  public static let lyrics3 = KeySpace(17)
  /// Information about audio files, as in AudioToolbox.
  public static let audioFile = KeySpace(18)
  /// HTTP Live Streaming date ranges.
  public static let hlsDateRange = KeySpace(19)
  /// `onMetaData` values in Flash video (not in AVFoundation).
  public static let flashVideo = KeySpace(20)
  /// Service information in an MPEG transport stream (not in AVFoundation).
  public static let transportStream = KeySpace(21)
  /// Tags read by libavformat that have no key space here (not in AVFoundation).
  public static let libavformat = KeySpace(22)

  /// Text about the master in DSDIFF files (not in AVFoundation).
  public static let dsdiff = KeySpace(23)

  /// Titles and instrument names in tracker modules (not in AVFoundation).
  public static let tracker = KeySpace(24)
  /// GoPro metadata: GPMF keys (not in AVFoundation).
  public static let goPro = KeySpace(25)
  /// Camera motion metadata, in which each type of packet has a name (not in AVFoundation).
  public static let cameraMotion = KeySpace(26)
  /// Sony's real-time metadata: the names or numbers of its tags (not in AVFoundation).
  public static let sonyRealTime = KeySpace(27)
  /// Claims in a C2PA manifest, which is not validated (not in AVFoundation).
  public static let contentCredentials = KeySpace(28)

  /// All the key spaces above.
  public static let known: [KeySpace] = [
    common, iTunes, iTunesLong, quickTimeMetadata, quickTimeUserData, isoUserData, id3, riff, aiff,
    ape, asf, id3v1, xmp, vorbis, matroska, icy, lyrics3,
    audioFile, hlsDateRange, flashVideo, transportStream, libavformat, dsdiff,
    tracker, goPro, cameraMotion, sonyRealTime, contentCredentials,
  ]

  /// The strings for the known key spaces, in order of their numbers.
  private static let names = [
    "comn", "itsk", "itlk", "mdta", "udta", "uiso", "org.id3", "riff", "aiff", "ape", "asf",
    "id3v1", "xmp", "vorb", "mkv", "icy", "lyrics3", "caaf", "lsdr",
    "flv", "mpts", "lavf", "diin", "trck", "gpmf", "camm", "rtmd", "c2pa",
  ]

  /// The part of an identifier before the slash, which is the string for the key space except for
  /// `common` and `id3`.
  public var identifierPrefix: String {
    switch self {
    case .common: "common"
    case .id3: "id3"
    default: rawValue
    }
  }

  /// Creates the key space for an identifier prefix.
  public init(identifierPrefix: String) {
    switch identifierPrefix {
    case "common": self = .common
    case "id3": self = .id3
    default: self.init(rawValue: identifierPrefix)
    }
  }

  /// Returns the known key space for an identifier prefix, or for the string of a key space; nil
  /// for any other string.
  package static func known(prefix: String) -> KeySpace? {
    known.first { $0.identifierPrefix == prefix || $0.rawValue == prefix }
  }

  /// The same string as ``rawValue``.
  public var description: String { rawValue }
}
