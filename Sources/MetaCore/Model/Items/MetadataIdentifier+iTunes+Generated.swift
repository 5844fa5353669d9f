// Written by Scripts/generate-identifiers from facts/identifiers.tsv; do not edit.

/// AVFoundation's identifiers of iTunes items.
extension MetadataIdentifier {
  /// `itsk/akID`: `AVMetadataIdentifieriTunesMetadataAccountKind`.
  public static let iTunesMetadataAccountKind = MetadataIdentifier(
    rawValue: "itsk/akID")
  /// `itsk/%A9cak`: `AVMetadataIdentifieriTunesMetadataAcknowledgement`.
  public static let iTunesMetadataAcknowledgement = MetadataIdentifier(
    rawValue: "itsk/%A9cak")
  /// `itsk/%A9alb`: `AVMetadataIdentifieriTunesMetadataAlbum`.
  public static let iTunesMetadataAlbum = MetadataIdentifier(
    rawValue: "itsk/%A9alb")
  /// `itsk/aART`: `AVMetadataIdentifieriTunesMetadataAlbumArtist`.
  public static let iTunesMetadataAlbumArtist = MetadataIdentifier(
    rawValue: "itsk/aART")
  /// `itsk/apID`: `AVMetadataIdentifieriTunesMetadataAppleID`.
  public static let iTunesMetadataAppleID = MetadataIdentifier(
    rawValue: "itsk/apID")
  /// `itsk/%A9arg`: `AVMetadataIdentifieriTunesMetadataArranger`.
  public static let iTunesMetadataArranger = MetadataIdentifier(
    rawValue: "itsk/%A9arg")
  /// `itsk/%A9ard`: `AVMetadataIdentifieriTunesMetadataArtDirector`.
  public static let iTunesMetadataArtDirector = MetadataIdentifier(
    rawValue: "itsk/%A9ard")
  /// `itsk/%A9ART`: `AVMetadataIdentifieriTunesMetadataArtist`.
  public static let iTunesMetadataArtist = MetadataIdentifier(
    rawValue: "itsk/%A9ART")
  /// `itsk/atID`: `AVMetadataIdentifieriTunesMetadataArtistID`.
  public static let iTunesMetadataArtistID = MetadataIdentifier(
    rawValue: "itsk/atID")
  /// `itsk/%A9aut`: `AVMetadataIdentifieriTunesMetadataAuthor`.
  public static let iTunesMetadataAuthor = MetadataIdentifier(
    rawValue: "itsk/%A9aut")
  /// `itsk/tmpo`: `AVMetadataIdentifieriTunesMetadataBeatsPerMin`.
  public static let iTunesMetadataBeatsPerMin = MetadataIdentifier(
    rawValue: "itsk/tmpo")
  /// `itsk/%A9wrt`: `AVMetadataIdentifieriTunesMetadataComposer`.
  public static let iTunesMetadataComposer = MetadataIdentifier(
    rawValue: "itsk/%A9wrt")
  /// `itsk/%A9con`: `AVMetadataIdentifieriTunesMetadataConductor`.
  public static let iTunesMetadataConductor = MetadataIdentifier(
    rawValue: "itsk/%A9con")
  /// `itsk/rtng`: `AVMetadataIdentifieriTunesMetadataContentRating`.
  public static let iTunesMetadataContentRating = MetadataIdentifier(
    rawValue: "itsk/rtng")
  /// `itsk/cprt`: `AVMetadataIdentifieriTunesMetadataCopyright`.
  public static let iTunesMetadataCopyright = MetadataIdentifier(
    rawValue: "itsk/cprt")
  /// `itsk/covr`: `AVMetadataIdentifieriTunesMetadataCoverArt`.
  public static let iTunesMetadataCoverArt = MetadataIdentifier(
    rawValue: "itsk/covr")
  /// `itsk/%A9src`: `AVMetadataIdentifieriTunesMetadataCredits`.
  public static let iTunesMetadataCredits = MetadataIdentifier(
    rawValue: "itsk/%A9src")
  /// `itsk/%A9des`: `AVMetadataIdentifieriTunesMetadataDescription`.
  public static let iTunesMetadataDescription = MetadataIdentifier(
    rawValue: "itsk/%A9des")
  /// `itsk/%A9dir`: `AVMetadataIdentifieriTunesMetadataDirector`.
  public static let iTunesMetadataDirector = MetadataIdentifier(
    rawValue: "itsk/%A9dir")
  /// `itsk/cpil`: `AVMetadataIdentifieriTunesMetadataDiscCompilation`.
  public static let iTunesMetadataDiscCompilation = MetadataIdentifier(
    rawValue: "itsk/cpil")
  /// `itsk/disk`: `AVMetadataIdentifieriTunesMetadataDiscNumber`.
  public static let iTunesMetadataDiscNumber = MetadataIdentifier(
    rawValue: "itsk/disk")
  /// `itsk/%A9equ`: `AVMetadataIdentifieriTunesMetadataEQ`.
  public static let iTunesMetadataEQ = MetadataIdentifier(
    rawValue: "itsk/%A9equ")
  /// `itsk/%A9enc`: `AVMetadataIdentifieriTunesMetadataEncodedBy`.
  public static let iTunesMetadataEncodedBy = MetadataIdentifier(
    rawValue: "itsk/%A9enc")
  /// `itsk/%A9too`: `AVMetadataIdentifieriTunesMetadataEncodingTool`.
  public static let iTunesMetadataEncodingTool = MetadataIdentifier(
    rawValue: "itsk/%A9too")
  /// `itsk/%A9xpd`: `AVMetadataIdentifieriTunesMetadataExecProducer`.
  public static let iTunesMetadataExecProducer = MetadataIdentifier(
    rawValue: "itsk/%A9xpd")
  /// `itsk/geID`: `AVMetadataIdentifieriTunesMetadataGenreID`.
  public static let iTunesMetadataGenreID = MetadataIdentifier(
    rawValue: "itsk/geID")
  /// `itsk/grup`: `AVMetadataIdentifieriTunesMetadataGrouping`.
  public static let iTunesMetadataGrouping = MetadataIdentifier(
    rawValue: "itsk/grup")
  /// `itsk/%A9lnt`: `AVMetadataIdentifieriTunesMetadataLinerNotes`.
  public static let iTunesMetadataLinerNotes = MetadataIdentifier(
    rawValue: "itsk/%A9lnt")
  /// `itsk/%A9lyr`: `AVMetadataIdentifieriTunesMetadataLyrics`.
  public static let iTunesMetadataLyrics = MetadataIdentifier(
    rawValue: "itsk/%A9lyr")
  /// `itsk/%A9url`: `AVMetadataIdentifieriTunesMetadataOnlineExtras`.
  public static let iTunesMetadataOnlineExtras = MetadataIdentifier(
    rawValue: "itsk/%A9url")
  /// `itsk/%A9ope`: `AVMetadataIdentifieriTunesMetadataOriginalArtist`.
  public static let iTunesMetadataOriginalArtist = MetadataIdentifier(
    rawValue: "itsk/%A9ope")
  /// `itsk/%A9prf`: `AVMetadataIdentifieriTunesMetadataPerformer`.
  public static let iTunesMetadataPerformer = MetadataIdentifier(
    rawValue: "itsk/%A9prf")
  /// `itsk/%A9phg`: `AVMetadataIdentifieriTunesMetadataPhonogramRights`.
  public static let iTunesMetadataPhonogramRights = MetadataIdentifier(
    rawValue: "itsk/%A9phg")
  /// `itsk/plID`: `AVMetadataIdentifieriTunesMetadataPlaylistID`.
  public static let iTunesMetadataPlaylistID = MetadataIdentifier(
    rawValue: "itsk/plID")
  /// `itsk/gnre`: `AVMetadataIdentifieriTunesMetadataPredefinedGenre`.
  public static let iTunesMetadataPredefinedGenre = MetadataIdentifier(
    rawValue: "itsk/gnre")
  /// `itsk/%A9prd`: `AVMetadataIdentifieriTunesMetadataProducer`.
  public static let iTunesMetadataProducer = MetadataIdentifier(
    rawValue: "itsk/%A9prd")
  /// `itsk/%A9pub`: `AVMetadataIdentifieriTunesMetadataPublisher`.
  public static let iTunesMetadataPublisher = MetadataIdentifier(
    rawValue: "itsk/%A9pub")
  /// `itsk/%A9mak`: `AVMetadataIdentifieriTunesMetadataRecordCompany`.
  public static let iTunesMetadataRecordCompany = MetadataIdentifier(
    rawValue: "itsk/%A9mak")
  /// `itsk/%A9day`: `AVMetadataIdentifieriTunesMetadataReleaseDate`.
  public static let iTunesMetadataReleaseDate = MetadataIdentifier(
    rawValue: "itsk/%A9day")
  /// `itsk/%A9sol`: `AVMetadataIdentifieriTunesMetadataSoloist`.
  public static let iTunesMetadataSoloist = MetadataIdentifier(
    rawValue: "itsk/%A9sol")
  /// `itsk/cnID`: `AVMetadataIdentifieriTunesMetadataSongID`.
  public static let iTunesMetadataSongID = MetadataIdentifier(
    rawValue: "itsk/cnID")
  /// `itsk/%A9nam`: `AVMetadataIdentifieriTunesMetadataSongName`.
  public static let iTunesMetadataSongName = MetadataIdentifier(
    rawValue: "itsk/%A9nam")
  /// `itsk/%A9sne`: `AVMetadataIdentifieriTunesMetadataSoundEngineer`.
  public static let iTunesMetadataSoundEngineer = MetadataIdentifier(
    rawValue: "itsk/%A9sne")
  /// `itsk/%A9thx`: `AVMetadataIdentifieriTunesMetadataThanks`.
  public static let iTunesMetadataThanks = MetadataIdentifier(
    rawValue: "itsk/%A9thx")
  /// `itsk/trkn`: `AVMetadataIdentifieriTunesMetadataTrackNumber`.
  public static let iTunesMetadataTrackNumber = MetadataIdentifier(
    rawValue: "itsk/trkn")
  /// `itsk/%A9st3`: `AVMetadataIdentifieriTunesMetadataTrackSubTitle`.
  public static let iTunesMetadataTrackSubTitle = MetadataIdentifier(
    rawValue: "itsk/%A9st3")
  /// `itsk/%A9cmt`: `AVMetadataIdentifieriTunesMetadataUserComment`.
  public static let iTunesMetadataUserComment = MetadataIdentifier(
    rawValue: "itsk/%A9cmt")
  /// `itsk/%A9gen`: `AVMetadataIdentifieriTunesMetadataUserGenre`.
  public static let iTunesMetadataUserGenre = MetadataIdentifier(
    rawValue: "itsk/%A9gen")
}
