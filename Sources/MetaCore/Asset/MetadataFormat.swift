/// A kind of metadata that a file can contain, such as ID3 tags or QuickTime user data; the
/// counterpart of AVFoundation's `AVMetadataFormat`.
///
/// Formats that AVFoundation also has use the same strings; the others use the string of their
/// ``KeySpace``.
public struct MetadataFormat: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
  /// The string that AVFoundation uses for the format or, if it does not have the format, the
  /// string of the key space.
  public let rawValue: String

  /// Creates a format from its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The same string as ``rawValue``.
  public var description: String { rawValue }

  /// QuickTime user data.
  public static let quickTimeUserData = MetadataFormat(rawValue: "com.apple.quicktime.udta")
  /// ISO and 3GPP user data.
  public static let isoUserData = MetadataFormat(rawValue: "org.mp4ra")
  /// QuickTime metadata.
  public static let quickTimeMetadata = MetadataFormat(rawValue: "com.apple.quicktime.mdta")
  /// iTunes items, including freeform items.
  public static let iTunesMetadata = MetadataFormat(rawValue: "com.apple.itunes")
  /// ID3 tags.
  public static let id3Metadata = MetadataFormat(rawValue: "org.id3")
  /// HTTP Live Streaming metadata.
  public static let hlsMetadata = MetadataFormat(rawValue: "com.apple.quicktime.HLS")
  /// An unknown format.
  public static let unknown = MetadataFormat(rawValue: "public.unknown")

  /// Creates the format for items in the given key space; if AVFoundation has no format for it, the
  /// string of the key space is used.
  public init(keySpace: KeySpace) {
    switch keySpace {
    case .iTunes, .iTunesLong: self = .iTunesMetadata
    case .quickTimeMetadata: self = .quickTimeMetadata
    case .quickTimeUserData: self = .quickTimeUserData
    case .isoUserData: self = .isoUserData
    case .id3: self = .id3Metadata
    case .hlsDateRange: self = .hlsMetadata
    default: self.init(rawValue: keySpace.rawValue)
    }
  }
}

extension [MetadataItem] {
  /// The distinct formats of the items, in the order in which they first occur.
  var formats: [MetadataFormat] {
    var formats: [MetadataFormat] = []
    for item in self {
      let format = MetadataFormat(keySpace: item.keySpace)
      if formats.last != format, !formats.contains(format) { formats.append(format) }
    }
    return formats
  }

  /// Returns the items in the given format.
  func items(of format: MetadataFormat) -> [MetadataItem] {
    filter { MetadataFormat(keySpace: $0.keySpace) == format }
  }
}
