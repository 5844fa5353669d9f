// Written by Scripts/generate-identifiers from facts/identifiers.tsv; do not edit.

/// AVFoundation's identifiers of keys that all formats share, and of streams.
extension MetadataIdentifier {
  /// `common/accessibilityDescription`: `AVMetadataCommonIdentifierAccessibilityDescription`.
  public static let commonIdentifierAccessibilityDescription = MetadataIdentifier(
    rawValue: "common/accessibilityDescription")
  /// `common/albumName`: `AVMetadataCommonIdentifierAlbumName`.
  public static let commonIdentifierAlbumName = MetadataIdentifier(
    rawValue: "common/albumName")
  /// `common/artist`: `AVMetadataCommonIdentifierArtist`.
  public static let commonIdentifierArtist = MetadataIdentifier(
    rawValue: "common/artist")
  /// `common/artwork`: `AVMetadataCommonIdentifierArtwork`.
  public static let commonIdentifierArtwork = MetadataIdentifier(
    rawValue: "common/artwork")
  /// `common/identifier`: `AVMetadataCommonIdentifierAssetIdentifier`.
  public static let commonIdentifierAssetIdentifier = MetadataIdentifier(
    rawValue: "common/identifier")
  /// `common/author`: `AVMetadataCommonIdentifierAuthor`.
  public static let commonIdentifierAuthor = MetadataIdentifier(
    rawValue: "common/author")
  /// `common/contributor`: `AVMetadataCommonIdentifierContributor`.
  public static let commonIdentifierContributor = MetadataIdentifier(
    rawValue: "common/contributor")
  /// `common/copyrights`: `AVMetadataCommonIdentifierCopyrights`.
  public static let commonIdentifierCopyrights = MetadataIdentifier(
    rawValue: "common/copyrights")
  /// `common/creationDate`: `AVMetadataCommonIdentifierCreationDate`.
  public static let commonIdentifierCreationDate = MetadataIdentifier(
    rawValue: "common/creationDate")
  /// `common/creator`: `AVMetadataCommonIdentifierCreator`.
  public static let commonIdentifierCreator = MetadataIdentifier(
    rawValue: "common/creator")
  /// `common/description`: `AVMetadataCommonIdentifierDescription`.
  public static let commonIdentifierDescription = MetadataIdentifier(
    rawValue: "common/description")
  /// `common/format`: `AVMetadataCommonIdentifierFormat`.
  public static let commonIdentifierFormat = MetadataIdentifier(
    rawValue: "common/format")
  /// `common/language`: `AVMetadataCommonIdentifierLanguage`.
  public static let commonIdentifierLanguage = MetadataIdentifier(
    rawValue: "common/language")
  /// `common/lastModifiedDate`: `AVMetadataCommonIdentifierLastModifiedDate`.
  public static let commonIdentifierLastModifiedDate = MetadataIdentifier(
    rawValue: "common/lastModifiedDate")
  /// `common/location`: `AVMetadataCommonIdentifierLocation`.
  public static let commonIdentifierLocation = MetadataIdentifier(
    rawValue: "common/location")
  /// `common/make`: `AVMetadataCommonIdentifierMake`.
  public static let commonIdentifierMake = MetadataIdentifier(
    rawValue: "common/make")
  /// `common/model`: `AVMetadataCommonIdentifierModel`.
  public static let commonIdentifierModel = MetadataIdentifier(
    rawValue: "common/model")
  /// `common/publisher`: `AVMetadataCommonIdentifierPublisher`.
  public static let commonIdentifierPublisher = MetadataIdentifier(
    rawValue: "common/publisher")
  /// `common/relation`: `AVMetadataCommonIdentifierRelation`.
  public static let commonIdentifierRelation = MetadataIdentifier(
    rawValue: "common/relation")
  /// `common/software`: `AVMetadataCommonIdentifierSoftware`.
  public static let commonIdentifierSoftware = MetadataIdentifier(
    rawValue: "common/software")
  /// `common/source`: `AVMetadataCommonIdentifierSource`.
  public static let commonIdentifierSource = MetadataIdentifier(
    rawValue: "common/source")
  /// `common/subject`: `AVMetadataCommonIdentifierSubject`.
  public static let commonIdentifierSubject = MetadataIdentifier(
    rawValue: "common/subject")
  /// `common/title`: `AVMetadataCommonIdentifierTitle`.
  public static let commonIdentifierTitle = MetadataIdentifier(
    rawValue: "common/title")
  /// `common/type`: `AVMetadataCommonIdentifierType`.
  public static let commonIdentifierType = MetadataIdentifier(
    rawValue: "common/type")
  /// `icy/StreamTitle`: `AVMetadataIdentifierIcyMetadataStreamTitle`.
  public static let icyMetadataStreamTitle = MetadataIdentifier(
    rawValue: "icy/StreamTitle")
  /// `icy/StreamUrl`: `AVMetadataIdentifierIcyMetadataStreamURL`.
  public static let icyMetadataStreamURL = MetadataIdentifier(
    rawValue: "icy/StreamUrl")
}
