/// A key that is independent of the format (`title`, `artist`), to which many keys of the formats
/// are mapped; the counterpart of AVFoundation's `AVMetadataKey` for `comn`, with the same strings.
public struct CommonKey: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
  /// The string that AVFoundation uses.
  public let rawValue: String

  /// Creates a common key from its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The string that AVFoundation uses.
  public var description: String { rawValue }

  /// The title.
  public static let title = CommonKey(rawValue: "title")
  /// The creator of the work (for music, the composer).
  public static let creator = CommonKey(rawValue: "creator")
  /// The subject.
  public static let subject = CommonKey(rawValue: "subject")
  /// A description.
  public static let description = CommonKey(rawValue: "description")
  /// The publisher.
  public static let publisher = CommonKey(rawValue: "publisher")
  /// The contributors.
  public static let contributor = CommonKey(rawValue: "contributor")
  /// The creation date.
  public static let creationDate = CommonKey(rawValue: "creationDate")
  /// The date of the last change.
  public static let lastModifiedDate = CommonKey(rawValue: "lastModifiedDate")
  /// The type (the genre, for music).
  public static let type = CommonKey(rawValue: "type")
  /// The format.
  public static let format = CommonKey(rawValue: "format")
  /// An identifier.
  public static let identifier = CommonKey(rawValue: "identifier")
  /// The source.
  public static let source = CommonKey(rawValue: "source")
  /// The language.
  public static let language = CommonKey(rawValue: "language")
  /// A related work.
  public static let relation = CommonKey(rawValue: "relation")
  /// The location of the recording.
  public static let location = CommonKey(rawValue: "location")
  /// The copyright notice.
  public static let copyrights = CommonKey(rawValue: "copyrights")
  /// The album.
  public static let albumName = CommonKey(rawValue: "albumName")
  /// The author (for music, the lyricist).
  public static let author = CommonKey(rawValue: "author")
  /// The artist.
  public static let artist = CommonKey(rawValue: "artist")
  /// The artwork.
  public static let artwork = CommonKey(rawValue: "artwork")
  /// The maker of the device.
  public static let make = CommonKey(rawValue: "make")
  /// The model of the device.
  public static let model = CommonKey(rawValue: "model")
  /// The software.
  public static let software = CommonKey(rawValue: "software")
  /// A description for people with impaired sight or hearing.
  public static let accessibilityDescription = CommonKey(rawValue: "accessibilityDescription")

  /// All the common keys above.
  public static let known: [CommonKey] = [
    title, creator, subject, description, publisher, contributor, creationDate, lastModifiedDate,
    type, format, identifier, source, language, relation, location, copyrights, albumName,
    author, artist, artwork, make, model, software, accessibilityDescription,
  ]
}
