// Written by Scripts/generate-identifiers from facts/identifiers.tsv; do not edit.

/// AVFoundation's identifiers of QuickTime metadata.
extension MetadataIdentifier {
  /// `mdta/com.apple.quicktime.accessibility.description`: `AVMetadataIdentifierQuickTimeMetadataAccessibilityDescription`.
  public static let quickTimeMetadataAccessibilityDescription = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.accessibility.description")
  /// `mdta/com.apple.quicktime.album`: `AVMetadataIdentifierQuickTimeMetadataAlbum`.
  public static let quickTimeMetadataAlbum = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.album")
  /// `mdta/com.apple.quicktime.arranger`: `AVMetadataIdentifierQuickTimeMetadataArranger`.
  public static let quickTimeMetadataArranger = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.arranger")
  /// `mdta/com.apple.quicktime.artist`: `AVMetadataIdentifierQuickTimeMetadataArtist`.
  public static let quickTimeMetadataArtist = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.artist")
  /// `mdta/com.apple.quicktime.artwork`: `AVMetadataIdentifierQuickTimeMetadataArtwork`.
  public static let quickTimeMetadataArtwork = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.artwork")
  /// `mdta/com.apple.quicktime.author`: `AVMetadataIdentifierQuickTimeMetadataAuthor`.
  public static let quickTimeMetadataAuthor = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.author")
  /// `mdta/com.apple.quicktime.live-photo.auto`: `AVMetadataIdentifierQuickTimeMetadataAutoLivePhoto`.
  public static let quickTimeMetadataAutoLivePhoto = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.live-photo.auto")
  /// `mdta/com.apple.quicktime.camera.framereadouttimeinmicroseconds`: `AVMetadataIdentifierQuickTimeMetadataCameraFrameReadoutTime`.
  public static let quickTimeMetadataCameraFrameReadoutTime = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.camera.framereadouttimeinmicroseconds")
  /// `mdta/com.apple.quicktime.camera.identifier`: `AVMetadataIdentifierQuickTimeMetadataCameraIdentifier`.
  public static let quickTimeMetadataCameraIdentifier = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.camera.identifier")
  /// `mdta/com.apple.quicktime.collection.user`: `AVMetadataIdentifierQuickTimeMetadataCollectionUser`.
  public static let quickTimeMetadataCollectionUser = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.collection.user")
  /// `mdta/com.apple.quicktime.comment`: `AVMetadataIdentifierQuickTimeMetadataComment`.
  public static let quickTimeMetadataComment = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.comment")
  /// `mdta/com.apple.quicktime.composer`: `AVMetadataIdentifierQuickTimeMetadataComposer`.
  public static let quickTimeMetadataComposer = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.composer")
  /// `mdta/com.apple.quicktime.content.identifier`: `AVMetadataIdentifierQuickTimeMetadataContentIdentifier`.
  public static let quickTimeMetadataContentIdentifier = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.content.identifier")
  /// `mdta/com.apple.quicktime.copyright`: `AVMetadataIdentifierQuickTimeMetadataCopyright`.
  public static let quickTimeMetadataCopyright = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.copyright")
  /// `mdta/com.apple.quicktime.creationdate`: `AVMetadataIdentifierQuickTimeMetadataCreationDate`.
  public static let quickTimeMetadataCreationDate = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.creationdate")
  /// `mdta/com.apple.quicktime.credits`: `AVMetadataIdentifierQuickTimeMetadataCredits`.
  public static let quickTimeMetadataCredits = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.credits")
  /// `mdta/com.apple.quicktime.description`: `AVMetadataIdentifierQuickTimeMetadataDescription`.
  public static let quickTimeMetadataDescription = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.description")
  /// `mdta/com.apple.quicktime.detected-cat-body`: `AVMetadataIdentifierQuickTimeMetadataDetectedCatBody`.
  public static let quickTimeMetadataDetectedCatBody = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.detected-cat-body")
  /// `mdta/com.apple.quicktime.detected-dog-body`: `AVMetadataIdentifierQuickTimeMetadataDetectedDogBody`.
  public static let quickTimeMetadataDetectedDogBody = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.detected-dog-body")
  /// `mdta/com.apple.quicktime.detected-face`: `AVMetadataIdentifierQuickTimeMetadataDetectedFace`.
  public static let quickTimeMetadataDetectedFace = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.detected-face")
  /// `mdta/com.apple.quicktime.detected-human-body`: `AVMetadataIdentifierQuickTimeMetadataDetectedHumanBody`.
  public static let quickTimeMetadataDetectedHumanBody = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.detected-human-body")
  /// `mdta/com.apple.quicktime.detected-salient-object`: `AVMetadataIdentifierQuickTimeMetadataDetectedSalientObject`.
  public static let quickTimeMetadataDetectedSalientObject = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.detected-salient-object")
  /// `mdta/com.apple.quicktime.direction.facing`: `AVMetadataIdentifierQuickTimeMetadataDirectionFacing`.
  public static let quickTimeMetadataDirectionFacing = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.direction.facing")
  /// `mdta/com.apple.quicktime.direction.motion`: `AVMetadataIdentifierQuickTimeMetadataDirectionMotion`.
  public static let quickTimeMetadataDirectionMotion = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.direction.motion")
  /// `mdta/com.apple.quicktime.director`: `AVMetadataIdentifierQuickTimeMetadataDirector`.
  public static let quickTimeMetadataDirector = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.director")
  /// `mdta/com.apple.quicktime.displayname`: `AVMetadataIdentifierQuickTimeMetadataDisplayName`.
  public static let quickTimeMetadataDisplayName = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.displayname")
  /// `mdta/com.apple.quicktime.encodedby`: `AVMetadataIdentifierQuickTimeMetadataEncodedBy`.
  public static let quickTimeMetadataEncodedBy = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.encodedby")
  /// `mdta/com.apple.quicktime.genre`: `AVMetadataIdentifierQuickTimeMetadataGenre`.
  public static let quickTimeMetadataGenre = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.genre")
  /// `mdta/com.apple.quicktime.information`: `AVMetadataIdentifierQuickTimeMetadataInformation`.
  public static let quickTimeMetadataInformation = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.information")
  /// `mdta/com.apple.quicktime.is-montage`: `AVMetadataIdentifierQuickTimeMetadataIsMontage`.
  public static let quickTimeMetadataIsMontage = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.is-montage")
  /// `mdta/com.apple.quicktime.keywords`: `AVMetadataIdentifierQuickTimeMetadataKeywords`.
  public static let quickTimeMetadataKeywords = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.keywords")
  /// `mdta/com.apple.quicktime.live-photo.vitality-score`: `AVMetadataIdentifierQuickTimeMetadataLivePhotoVitalityScore`.
  public static let quickTimeMetadataLivePhotoVitalityScore = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.live-photo.vitality-score")
  /// `mdta/com.apple.quicktime.live-photo.vitality-scoring-version`: `AVMetadataIdentifierQuickTimeMetadataLivePhotoVitalityScoringVersion`.
  public static let quickTimeMetadataLivePhotoVitalityScoringVersion = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.live-photo.vitality-scoring-version")
  /// `mdta/com.apple.quicktime.location.body`: `AVMetadataIdentifierQuickTimeMetadataLocationBody`.
  public static let quickTimeMetadataLocationBody = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.location.body")
  /// `mdta/com.apple.quicktime.location.date`: `AVMetadataIdentifierQuickTimeMetadataLocationDate`.
  public static let quickTimeMetadataLocationDate = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.location.date")
  /// `mdta/com.apple.quicktime.location.accuracy.horizontal`: `AVMetadataIdentifierQuickTimeMetadataLocationHorizontalAccuracyInMeters`.
  public static let quickTimeMetadataLocationHorizontalAccuracyInMeters = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.location.accuracy.horizontal")
  /// `mdta/com.apple.quicktime.location.ISO6709`: `AVMetadataIdentifierQuickTimeMetadataLocationISO6709`.
  public static let quickTimeMetadataLocationISO6709 = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.location.ISO6709")
  /// `mdta/com.apple.quicktime.location.name`: `AVMetadataIdentifierQuickTimeMetadataLocationName`.
  public static let quickTimeMetadataLocationName = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.location.name")
  /// `mdta/com.apple.quicktime.location.note`: `AVMetadataIdentifierQuickTimeMetadataLocationNote`.
  public static let quickTimeMetadataLocationNote = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.location.note")
  /// `mdta/com.apple.quicktime.location.role`: `AVMetadataIdentifierQuickTimeMetadataLocationRole`.
  public static let quickTimeMetadataLocationRole = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.location.role")
  /// `mdta/com.apple.quicktime.make`: `AVMetadataIdentifierQuickTimeMetadataMake`.
  public static let quickTimeMetadataMake = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.make")
  /// `mdta/com.apple.quicktime.model`: `AVMetadataIdentifierQuickTimeMetadataModel`.
  public static let quickTimeMetadataModel = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.model")
  /// `mdta/com.apple.quicktime.originalartist`: `AVMetadataIdentifierQuickTimeMetadataOriginalArtist`.
  public static let quickTimeMetadataOriginalArtist = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.originalartist")
  /// `mdta/com.apple.quicktime.performer`: `AVMetadataIdentifierQuickTimeMetadataPerformer`.
  public static let quickTimeMetadataPerformer = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.performer")
  /// `mdta/com.apple.quicktime.phonogramrights`: `AVMetadataIdentifierQuickTimeMetadataPhonogramRights`.
  public static let quickTimeMetadataPhonogramRights = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.phonogramrights")
  /// `mdta/com.apple.quicktime.preferred-affine-transform`: `AVMetadataIdentifierQuickTimeMetadataPreferredAffineTransform`.
  public static let quickTimeMetadataPreferredAffineTransform = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.preferred-affine-transform")
  /// `mdta/com.apple.quicktime.producer`: `AVMetadataIdentifierQuickTimeMetadataProducer`.
  public static let quickTimeMetadataProducer = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.producer")
  /// `mdta/com.apple.quicktime.publisher`: `AVMetadataIdentifierQuickTimeMetadataPublisher`.
  public static let quickTimeMetadataPublisher = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.publisher")
  /// `mdta/com.apple.quicktime.rating.user`: `AVMetadataIdentifierQuickTimeMetadataRatingUser`.
  public static let quickTimeMetadataRatingUser = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.rating.user")
  /// `mdta/com.apple.quicktime.software`: `AVMetadataIdentifierQuickTimeMetadataSoftware`.
  public static let quickTimeMetadataSoftware = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.software")
  /// `mdta/com.apple.quicktime.spatial-overcapture.quality-score`: `AVMetadataIdentifierQuickTimeMetadataSpatialOverCaptureQualityScore`.
  public static let quickTimeMetadataSpatialOverCaptureQualityScore = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.spatial-overcapture.quality-score")
  /// `mdta/com.apple.quicktime.spatial-overcapture.quality-scoring-version`: `AVMetadataIdentifierQuickTimeMetadataSpatialOverCaptureQualityScoringVersion`.
  public static let quickTimeMetadataSpatialOverCaptureQualityScoringVersion = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.spatial-overcapture.quality-scoring-version")
  /// `mdta/com.apple.quicktime.title`: `AVMetadataIdentifierQuickTimeMetadataTitle`.
  public static let quickTimeMetadataTitle = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.title")
  /// `mdta/com.apple.quicktime.video-orientation`: `AVMetadataIdentifierQuickTimeMetadataVideoOrientation`.
  public static let quickTimeMetadataVideoOrientation = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.video-orientation")
  /// `mdta/com.apple.quicktime.year`: `AVMetadataIdentifierQuickTimeMetadataYear`.
  public static let quickTimeMetadataYear = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.year")
  /// `mdta/info.ixml.xml`: `AVMetadataIdentifierQuickTimeMetadataiXML`.
  public static let quickTimeMetadataiXML = MetadataIdentifier(
    rawValue: "mdta/info.ixml.xml")
  /// `mdta/com.apple.quicktime.camera.focal_length.35mm_equivalent`: `AVMetadataIdentifierQuickTimeMetadataCameraFocalLength35mmEquivalent`.
  public static let quickTimeMetadataCameraFocalLength35mmEquivalent = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.camera.focal_length.35mm_equivalent")
  /// `mdta/com.apple.quicktime.camera.lens_model`: `AVMetadataIdentifierQuickTimeMetadataCameraLensModel`.
  public static let quickTimeMetadataCameraLensModel = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.camera.lens_model")
  /// `mdta/com.apple.quicktime.full-frame-rate-playback-intent`: `AVMetadataIdentifierQuickTimeMetadataFullFrameRatePlaybackIntent`.
  public static let quickTimeMetadataFullFrameRatePlaybackIntent = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.full-frame-rate-playback-intent")
  /// `mdta/org.smpte.rdd18.camera.isosensitivity`: `AVMetadataIdentifierQuickTimeMetadataCameraISOSensitivity`.
  public static let quickTimeMetadataCameraISOSensitivity = MetadataIdentifier(
    rawValue: "mdta/org.smpte.rdd18.camera.isosensitivity")
  /// `mdta/com.apple.quicktime.camera.lens_irisfnumber`: `AVMetadataIdentifierQuickTimeMetadataCameraLensIrisFNumber`.
  public static let quickTimeMetadataCameraLensIrisFNumber = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.camera.lens_irisfnumber")
  /// `mdta/org.smpte.rdd18.camera.shutterspeed_angle`: `AVMetadataIdentifierQuickTimeMetadataCameraShutterSpeedAngle`.
  public static let quickTimeMetadataCameraShutterSpeedAngle = MetadataIdentifier(
    rawValue: "mdta/org.smpte.rdd18.camera.shutterspeed_angle")
  /// `mdta/org.smpte.rdd18.camera.shutterspeed_time`: `AVMetadataIdentifierQuickTimeMetadataCameraShutterSpeedTime`.
  public static let quickTimeMetadataCameraShutterSpeedTime = MetadataIdentifier(
    rawValue: "mdta/org.smpte.rdd18.camera.shutterspeed_time")
  /// `mdta/org.smpte.rdd18.camera.whitebalance`: `AVMetadataIdentifierQuickTimeMetadataCameraWhiteBalance`.
  public static let quickTimeMetadataCameraWhiteBalance = MetadataIdentifier(
    rawValue: "mdta/org.smpte.rdd18.camera.whitebalance")
  /// `mdta/com.apple.quicktime.cinematic-video-intent`: `AVMetadataIdentifierQuickTimeMetadataCinematicVideoIntent`.
  public static let quickTimeMetadataCinematicVideoIntent = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.cinematic-video-intent")
  /// `mdta/com.apple.proresraw.whitebalance.bycct.colormatrices`: `AVMetadataIdentifierQuickTimeMetadataWhiteBalanceByCCTColorMatrices`.
  public static let quickTimeMetadataWhiteBalanceByCCTColorMatrices = MetadataIdentifier(
    rawValue: "mdta/com.apple.proresraw.whitebalance.bycct.colormatrices")
  /// `mdta/com.apple.proresraw.whitebalance.bycct.whitebalancefactors`: `AVMetadataIdentifierQuickTimeMetadataWhiteBalanceByCCTWhiteBalanceFactors`.
  public static let quickTimeMetadataWhiteBalanceByCCTWhiteBalanceFactors = MetadataIdentifier(
    rawValue: "mdta/com.apple.proresraw.whitebalance.bycct.whitebalancefactors")
  /// `mdta/com.apple.quicktime.front-and-back-camera-composition`: `AVMetadataIdentifierQuickTimeMetadataFrontAndBackCameraComposition`.
  public static let quickTimeMetadataFrontAndBackCameraComposition = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.front-and-back-camera-composition")
  /// `mdta/com.apple.quicktime.front-and-back-camera-composition-picture-in-picture-rect`: `AVMetadataIdentifierQuickTimeMetadataFrontAndBackCameraCompositionPictureInPictureRect`.
  public static let quickTimeMetadataFrontAndBackCameraCompositionPictureInPictureRect =
    MetadataIdentifier(
      rawValue: "mdta/com.apple.quicktime.front-and-back-camera-composition-picture-in-picture-rect"
    )
  /// `mdta/com.apple.quicktime.aime-data`: `AVMetadataIdentifierQuickTimeMetadataAIMEData`.
  public static let quickTimeMetadataAIMEData = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.aime-data")
  /// `mdta/com.apple.quicktime.spatial.low-motion`: `AVMetadataIdentifierQuickTimeMetadataSpatialLowMotion`.
  public static let quickTimeMetadataSpatialLowMotion = MetadataIdentifier(
    rawValue: "mdta/com.apple.quicktime.spatial.low-motion")
}
