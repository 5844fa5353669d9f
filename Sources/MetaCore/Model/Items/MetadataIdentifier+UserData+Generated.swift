// Written by Scripts/generate-identifiers from facts/identifiers.tsv; do not edit.

/// AVFoundation's identifiers of user data of QuickTime, ISO and 3GPP files.
extension MetadataIdentifier {
  /// `uiso/albm`: `AVMetadataIdentifier3GPUserDataAlbumAndTrack`.
  public static let identifier3GPUserDataAlbumAndTrack = MetadataIdentifier(
    rawValue: "uiso/albm")
  /// `uiso/auth`: `AVMetadataIdentifier3GPUserDataAuthor`.
  public static let identifier3GPUserDataAuthor = MetadataIdentifier(
    rawValue: "uiso/auth")
  /// `uiso/coll`: `AVMetadataIdentifier3GPUserDataCollection`.
  public static let identifier3GPUserDataCollection = MetadataIdentifier(
    rawValue: "uiso/coll")
  /// `uiso/cprt`: `AVMetadataIdentifier3GPUserDataCopyright`.
  public static let identifier3GPUserDataCopyright = MetadataIdentifier(
    rawValue: "uiso/cprt")
  /// `uiso/dscp`: `AVMetadataIdentifier3GPUserDataDescription`.
  public static let identifier3GPUserDataDescription = MetadataIdentifier(
    rawValue: "uiso/dscp")
  /// `uiso/gnre`: `AVMetadataIdentifier3GPUserDataGenre`.
  public static let identifier3GPUserDataGenre = MetadataIdentifier(
    rawValue: "uiso/gnre")
  /// `uiso/kywd`: `AVMetadataIdentifier3GPUserDataKeywordList`.
  public static let identifier3GPUserDataKeywordList = MetadataIdentifier(
    rawValue: "uiso/kywd")
  /// `uiso/loci`: `AVMetadataIdentifier3GPUserDataLocation`.
  public static let identifier3GPUserDataLocation = MetadataIdentifier(
    rawValue: "uiso/loci")
  /// `uiso/clsf`: `AVMetadataIdentifier3GPUserDataMediaClassification`.
  public static let identifier3GPUserDataMediaClassification = MetadataIdentifier(
    rawValue: "uiso/clsf")
  /// `uiso/rtng`: `AVMetadataIdentifier3GPUserDataMediaRating`.
  public static let identifier3GPUserDataMediaRating = MetadataIdentifier(
    rawValue: "uiso/rtng")
  /// `uiso/perf`: `AVMetadataIdentifier3GPUserDataPerformer`.
  public static let identifier3GPUserDataPerformer = MetadataIdentifier(
    rawValue: "uiso/perf")
  /// `uiso/yrrc`: `AVMetadataIdentifier3GPUserDataRecordingYear`.
  public static let identifier3GPUserDataRecordingYear = MetadataIdentifier(
    rawValue: "uiso/yrrc")
  /// `uiso/thmb`: `AVMetadataIdentifier3GPUserDataThumbnail`.
  public static let identifier3GPUserDataThumbnail = MetadataIdentifier(
    rawValue: "uiso/thmb")
  /// `uiso/titl`: `AVMetadataIdentifier3GPUserDataTitle`.
  public static let identifier3GPUserDataTitle = MetadataIdentifier(
    rawValue: "uiso/titl")
  /// `uiso/urat`: `AVMetadataIdentifier3GPUserDataUserRating`.
  public static let identifier3GPUserDataUserRating = MetadataIdentifier(
    rawValue: "uiso/urat")
  /// `uiso/ades`: `AVMetadataIdentifierISOUserDataAccessibilityDescription`.
  public static let isoUserDataAccessibilityDescription = MetadataIdentifier(
    rawValue: "uiso/ades")
  /// `uiso/cprt`: `AVMetadataIdentifierISOUserDataCopyright`.
  public static let isoUserDataCopyright = MetadataIdentifier(
    rawValue: "uiso/cprt")
  /// `uiso/date`: `AVMetadataIdentifierISOUserDataDate`.
  public static let isoUserDataDate = MetadataIdentifier(
    rawValue: "uiso/date")
  /// `uiso/tagc`: `AVMetadataIdentifierISOUserDataTaggedCharacteristic`.
  public static let isoUserDataTaggedCharacteristic = MetadataIdentifier(
    rawValue: "uiso/tagc")
  /// `udta/%A9ade`: `AVMetadataIdentifierQuickTimeUserDataAccessibilityDescription`.
  public static let quickTimeUserDataAccessibilityDescription = MetadataIdentifier(
    rawValue: "udta/%A9ade")
  /// `udta/%A9alb`: `AVMetadataIdentifierQuickTimeUserDataAlbum`.
  public static let quickTimeUserDataAlbum = MetadataIdentifier(
    rawValue: "udta/%A9alb")
  /// `udta/%A9arg`: `AVMetadataIdentifierQuickTimeUserDataArranger`.
  public static let quickTimeUserDataArranger = MetadataIdentifier(
    rawValue: "udta/%A9arg")
  /// `udta/%A9ART`: `AVMetadataIdentifierQuickTimeUserDataArtist`.
  public static let quickTimeUserDataArtist = MetadataIdentifier(
    rawValue: "udta/%A9ART")
  /// `udta/%A9aut`: `AVMetadataIdentifierQuickTimeUserDataAuthor`.
  public static let quickTimeUserDataAuthor = MetadataIdentifier(
    rawValue: "udta/%A9aut")
  /// `udta/%A9chp`: `AVMetadataIdentifierQuickTimeUserDataChapter`.
  public static let quickTimeUserDataChapter = MetadataIdentifier(
    rawValue: "udta/%A9chp")
  /// `udta/%A9cmt`: `AVMetadataIdentifierQuickTimeUserDataComment`.
  public static let quickTimeUserDataComment = MetadataIdentifier(
    rawValue: "udta/%A9cmt")
  /// `udta/%A9com`: `AVMetadataIdentifierQuickTimeUserDataComposer`.
  public static let quickTimeUserDataComposer = MetadataIdentifier(
    rawValue: "udta/%A9com")
  /// `udta/%A9cpy`: `AVMetadataIdentifierQuickTimeUserDataCopyright`.
  public static let quickTimeUserDataCopyright = MetadataIdentifier(
    rawValue: "udta/%A9cpy")
  /// `udta/%A9day`: `AVMetadataIdentifierQuickTimeUserDataCreationDate`.
  public static let quickTimeUserDataCreationDate = MetadataIdentifier(
    rawValue: "udta/%A9day")
  /// `udta/%A9src`: `AVMetadataIdentifierQuickTimeUserDataCredits`.
  public static let quickTimeUserDataCredits = MetadataIdentifier(
    rawValue: "udta/%A9src")
  /// `udta/%A9des`: `AVMetadataIdentifierQuickTimeUserDataDescription`.
  public static let quickTimeUserDataDescription = MetadataIdentifier(
    rawValue: "udta/%A9des")
  /// `udta/%A9dir`: `AVMetadataIdentifierQuickTimeUserDataDirector`.
  public static let quickTimeUserDataDirector = MetadataIdentifier(
    rawValue: "udta/%A9dir")
  /// `udta/%A9dis`: `AVMetadataIdentifierQuickTimeUserDataDisclaimer`.
  public static let quickTimeUserDataDisclaimer = MetadataIdentifier(
    rawValue: "udta/%A9dis")
  /// `udta/%A9enc`: `AVMetadataIdentifierQuickTimeUserDataEncodedBy`.
  public static let quickTimeUserDataEncodedBy = MetadataIdentifier(
    rawValue: "udta/%A9enc")
  /// `udta/%A9nam`: `AVMetadataIdentifierQuickTimeUserDataFullName`.
  public static let quickTimeUserDataFullName = MetadataIdentifier(
    rawValue: "udta/%A9nam")
  /// `udta/%A9gen`: `AVMetadataIdentifierQuickTimeUserDataGenre`.
  public static let quickTimeUserDataGenre = MetadataIdentifier(
    rawValue: "udta/%A9gen")
  /// `udta/%A9hst`: `AVMetadataIdentifierQuickTimeUserDataHostComputer`.
  public static let quickTimeUserDataHostComputer = MetadataIdentifier(
    rawValue: "udta/%A9hst")
  /// `udta/%A9inf`: `AVMetadataIdentifierQuickTimeUserDataInformation`.
  public static let quickTimeUserDataInformation = MetadataIdentifier(
    rawValue: "udta/%A9inf")
  /// `udta/%A9key`: `AVMetadataIdentifierQuickTimeUserDataKeywords`.
  public static let quickTimeUserDataKeywords = MetadataIdentifier(
    rawValue: "udta/%A9key")
  /// `udta/%A9xyz`: `AVMetadataIdentifierQuickTimeUserDataLocationISO6709`.
  public static let quickTimeUserDataLocationISO6709 = MetadataIdentifier(
    rawValue: "udta/%A9xyz")
  /// `udta/%A9mak`: `AVMetadataIdentifierQuickTimeUserDataMake`.
  public static let quickTimeUserDataMake = MetadataIdentifier(
    rawValue: "udta/%A9mak")
  /// `udta/%A9mod`: `AVMetadataIdentifierQuickTimeUserDataModel`.
  public static let quickTimeUserDataModel = MetadataIdentifier(
    rawValue: "udta/%A9mod")
  /// `udta/%A9ope`: `AVMetadataIdentifierQuickTimeUserDataOriginalArtist`.
  public static let quickTimeUserDataOriginalArtist = MetadataIdentifier(
    rawValue: "udta/%A9ope")
  /// `udta/%A9fmt`: `AVMetadataIdentifierQuickTimeUserDataOriginalFormat`.
  public static let quickTimeUserDataOriginalFormat = MetadataIdentifier(
    rawValue: "udta/%A9fmt")
  /// `udta/%A9src`: `AVMetadataIdentifierQuickTimeUserDataOriginalSource`.
  public static let quickTimeUserDataOriginalSource = MetadataIdentifier(
    rawValue: "udta/%A9src")
  /// `udta/%A9prf`: `AVMetadataIdentifierQuickTimeUserDataPerformers`.
  public static let quickTimeUserDataPerformers = MetadataIdentifier(
    rawValue: "udta/%A9prf")
  /// `udta/%A9phg`: `AVMetadataIdentifierQuickTimeUserDataPhonogramRights`.
  public static let quickTimeUserDataPhonogramRights = MetadataIdentifier(
    rawValue: "udta/%A9phg")
  /// `udta/%A9prd`: `AVMetadataIdentifierQuickTimeUserDataProducer`.
  public static let quickTimeUserDataProducer = MetadataIdentifier(
    rawValue: "udta/%A9prd")
  /// `udta/%A9PRD`: `AVMetadataIdentifierQuickTimeUserDataProduct`.
  public static let quickTimeUserDataProduct = MetadataIdentifier(
    rawValue: "udta/%A9PRD")
  /// `udta/%A9pub`: `AVMetadataIdentifierQuickTimeUserDataPublisher`.
  public static let quickTimeUserDataPublisher = MetadataIdentifier(
    rawValue: "udta/%A9pub")
  /// `udta/%A9swr`: `AVMetadataIdentifierQuickTimeUserDataSoftware`.
  public static let quickTimeUserDataSoftware = MetadataIdentifier(
    rawValue: "udta/%A9swr")
  /// `udta/%A9req`: `AVMetadataIdentifierQuickTimeUserDataSpecialPlaybackRequirements`.
  public static let quickTimeUserDataSpecialPlaybackRequirements = MetadataIdentifier(
    rawValue: "udta/%A9req")
  /// `udta/tagc`: `AVMetadataIdentifierQuickTimeUserDataTaggedCharacteristic`.
  public static let quickTimeUserDataTaggedCharacteristic = MetadataIdentifier(
    rawValue: "udta/tagc")
  /// `udta/%A9trk`: `AVMetadataIdentifierQuickTimeUserDataTrack`.
  public static let quickTimeUserDataTrack = MetadataIdentifier(
    rawValue: "udta/%A9trk")
  /// `udta/tnam`: `AVMetadataIdentifierQuickTimeUserDataTrackName`.
  public static let quickTimeUserDataTrackName = MetadataIdentifier(
    rawValue: "udta/tnam")
  /// `udta/%A9url`: `AVMetadataIdentifierQuickTimeUserDataURLLink`.
  public static let quickTimeUserDataURLLink = MetadataIdentifier(
    rawValue: "udta/%A9url")
  /// `udta/%A9wrn`: `AVMetadataIdentifierQuickTimeUserDataWarning`.
  public static let quickTimeUserDataWarning = MetadataIdentifier(
    rawValue: "udta/%A9wrn")
  /// `udta/%A9wrt`: `AVMetadataIdentifierQuickTimeUserDataWriter`.
  public static let quickTimeUserDataWriter = MetadataIdentifier(
    rawValue: "udta/%A9wrt")
}
