/// The type of a media file, named by its uniform type identifier (`public.mpeg-4`); the
/// counterpart of AVFoundation's `AVFileType`.
public struct FileType: RawRepresentable, Sendable, Hashable {
  /// The uniform type identifier.
  public let rawValue: String

  /// Creates a type from its uniform type identifier.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A QuickTime movie.
  public static let quickTimeMovie = FileType(rawValue: "com.apple.quicktime-movie")
  /// An MP4 file.
  public static let mp4 = FileType(rawValue: "public.mpeg-4")
  /// An MP4 file with audio only.
  public static let m4a = FileType(rawValue: "com.apple.m4a-audio")
  /// An audio book: an MP4 audio file with the extension `m4b`.
  public static let m4b = FileType(rawValue: "com.apple.m4b-audio")
  /// An MP4 video file as used by iTunes.
  public static let m4v = FileType(rawValue: "com.apple.m4v-video")
  /// A 3GPP file.
  public static let mobile3GPP = FileType(rawValue: "public.3gpp")
  /// A 3GPP2 file.
  public static let mobile3GPP2 = FileType(rawValue: "public.3gpp2")
  /// MPEG audio, layer 3.
  public static let mp3 = FileType(rawValue: "public.mp3")
  /// MPEG audio, layer 2.
  public static let mp2 = FileType(rawValue: "public.mp2")
  /// MPEG audio, layer 1.
  public static let mp1 = FileType(rawValue: "public.mp1")
  /// AAC without a container.
  public static let aac = FileType(rawValue: "public.aac-audio")

  /// Creates the type for a file name extension; nil when it is not recognised.
  public init?(pathExtension: String) {
    let name = pathExtension.lowercased()
    guard let row = FileType.extensions.first(where: { $0.extensions.contains(name) }) else {
      return nil
    }
    self = row.type
  }

  /// The standard file name extension; nil for a type without a constant here.
  public var pathExtension: String? {
    FileType.extensions.first { $0.type == self }?.extensions.first
  }

  /// The file name extension in capitals, or the identifier of a type without one, for messages.
  package var name: String { pathExtension?.uppercased() ?? rawValue }

  private static let extensions: [(type: FileType, extensions: [String])] = [
    (.quickTimeMovie, ["mov", "qt"]), (.mp4, ["mp4", "mpg4"]), (.m4a, ["m4a", "m4r"]),
    (.m4b, ["m4b"]), (.m4v, ["m4v"]), (.mobile3GPP, ["3gp", "3gpp"]),
    (.mobile3GPP2, ["3g2", "3gp2"]), (.mp3, ["mp3"]),
    (.mp2, ["mp2", "m2a"]), (.mp1, ["mp1"]), (.aac, ["aac", "adts"]),
  ]
}
