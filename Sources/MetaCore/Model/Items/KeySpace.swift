/// The namespace of a metadata key, one for each way in which formats name metadata (iTunes atoms,
/// ID3 frames); AVFoundation's `AVMetadataKeySpace`, with the same strings.
public struct KeySpace: Sendable, Hashable, Codable, RawRepresentable, CustomStringConvertible {
  /// The number of a known key space, from 1, or of an interned name.
  private let number: UInt32

  /// Creates a key space from its string.
  public init(rawValue: String) {
    let place = KeySpace.names.firstIndex(of: rawValue)
    number = place.map { UInt32(clamping: $0 + 1) } ?? InternedName(rawValue).number
  }

  private init(_ number: UInt32) { self.number = number }

  /// Whether both are the same key space; compares the numbers, which map one-to-one to strings.
  public static func == (left: KeySpace, right: KeySpace) -> Bool { left.number == right.number }

  /// Hashes the number.
  public func hash(into hasher: inout Hasher) { hasher.combine(number) }

  /// The string that AVFoundation uses (`itsk`, `org.id3`).
  public var rawValue: String {
    let place = Int(number) - 1
    return KeySpace.names.indices.contains(place)
      ? KeySpace.names[place] : InternedName(number: number).text
  }

  /// The number of a known key space, from 1, or 0 for others; look-ups start with this number.
  var ordinal: UInt8 { UInt8(exactly: number) ?? 0 }

  /// Keys shared by all formats.
  public static let common = KeySpace(1)
  /// iTunes items: four-character atoms of `ilst`.
  public static let iTunes = KeySpace(2)
  /// iTunes freeform items: `----` atoms, whose key is mean, dot, name.
  public static let iTunesLong = KeySpace(3)
  /// QuickTime metadata: reverse-DNS keys of a `keys` atom.
  public static let quickTimeMetadata = KeySpace(4)
  /// QuickTime user data: atoms of `udta` in a QuickTime movie.
  public static let quickTimeUserData = KeySpace(5)
  /// ISO and 3GPP user data: full atoms of `udta`.
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
  /// Stream titles of Icecast and Shoutcast.
  public static let icy = KeySpace(16)
  /// Lyrics3 fields (not in AVFoundation).
  public static let lyrics3 = KeySpace(17)
  /// Information about audio files, as in AudioToolbox.
  public static let audioFile = KeySpace(18)
  /// Date ranges of HTTP Live Streaming.
  public static let hlsDateRange = KeySpace(19)
  /// Values of `onMetaData` in Flash video (not in AVFoundation).
  public static let flashVideo = KeySpace(20)
  /// Service information of an MPEG transport stream (not in AVFoundation).
  public static let transportStream = KeySpace(21)
  /// Tags read by libavformat that have no key space here (not in AVFoundation).
  public static let libavformat = KeySpace(22)

  /// Texts of the master in DSDIFF files (not in AVFoundation).
  public static let dsdiff = KeySpace(23)

  /// Titles and instrument names in tracker modules (not in AVFoundation).
  public static let tracker = KeySpace(24)
  /// GoPro's metadata: the keys of GPMF (not in AVFoundation).
  public static let goPro = KeySpace(25)
  /// Camera motion metadata: a name for each type of packet (not in AVFoundation).
  public static let cameraMotion = KeySpace(26)
  /// Sony's real-time metadata: the names of its tags, or their numbers (not in AVFoundation).
  public static let sonyRealTime = KeySpace(27)
  /// The claims of a C2PA manifest, which is not validated (not in AVFoundation).
  public static let contentCredentials = KeySpace(28)

  /// Every key space above.
  public static let known: [KeySpace] = [
    common, iTunes, iTunesLong, quickTimeMetadata, quickTimeUserData, isoUserData, id3, riff, aiff,
    ape, asf, id3v1, xmp, vorbis, matroska, icy, lyrics3,
    audioFile, hlsDateRange, flashVideo, transportStream, libavformat, dsdiff,
    tracker, goPro, cameraMotion, sonyRealTime, contentCredentials,
  ]

  /// The strings of the known spaces, by their numbers.
  private static let names = [
    "comn", "itsk", "itlk", "mdta", "udta", "uiso", "org.id3", "riff", "aiff", "ape", "asf",
    "id3v1", "xmp", "vorb", "mkv", "icy", "lyrics3", "caaf", "lsdr",
    "flv", "mpts", "lavf", "diin", "trck", "gpmf", "camm", "rtmd", "c2pa",
  ]

  /// The part of an identifier before the slash: the key space itself, except for `common` and
  /// `id3`.
  public var identifierPrefix: String {
    switch self {
    case .common: "common"
    case .id3: "id3"
    default: rawValue
    }
  }

  /// Creates the key space of an identifier's prefix.
  public init(identifierPrefix: String) {
    switch identifierPrefix {
    case "common": self = .common
    case "id3": self = .id3
    default: self.init(rawValue: identifierPrefix)
    }
  }

  /// Returns the known key space of an identifier's prefix; nil for any other.
  package static func known(prefix: String) -> KeySpace? {
    known.first { $0.identifierPrefix == prefix || $0.rawValue == prefix }
  }

  /// The string that AVFoundation uses.
  public var description: String { rawValue }
}
