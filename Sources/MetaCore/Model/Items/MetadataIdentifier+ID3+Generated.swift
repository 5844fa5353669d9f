// Written by Scripts/generate-identifiers from facts/identifiers.tsv; do not edit.

/// AVFoundation's identifiers of ID3 frames.
extension MetadataIdentifier {
  /// `id3/TSOA`: `AVMetadataIdentifierID3MetadataAlbumSortOrder`.
  public static let id3MetadataAlbumSortOrder = MetadataIdentifier(
    rawValue: "id3/TSOA")
  /// `id3/TALB`: `AVMetadataIdentifierID3MetadataAlbumTitle`.
  public static let id3MetadataAlbumTitle = MetadataIdentifier(
    rawValue: "id3/TALB")
  /// `id3/APIC`: `AVMetadataIdentifierID3MetadataAttachedPicture`.
  public static let id3MetadataAttachedPicture = MetadataIdentifier(
    rawValue: "id3/APIC")
  /// `id3/AENC`: `AVMetadataIdentifierID3MetadataAudioEncryption`.
  public static let id3MetadataAudioEncryption = MetadataIdentifier(
    rawValue: "id3/AENC")
  /// `id3/ASPI`: `AVMetadataIdentifierID3MetadataAudioSeekPointIndex`.
  public static let id3MetadataAudioSeekPointIndex = MetadataIdentifier(
    rawValue: "id3/ASPI")
  /// `id3/TPE2`: `AVMetadataIdentifierID3MetadataBand`.
  public static let id3MetadataBand = MetadataIdentifier(
    rawValue: "id3/TPE2")
  /// `id3/TBPM`: `AVMetadataIdentifierID3MetadataBeatsPerMinute`.
  public static let id3MetadataBeatsPerMinute = MetadataIdentifier(
    rawValue: "id3/TBPM")
  /// `id3/COMM`: `AVMetadataIdentifierID3MetadataComments`.
  public static let id3MetadataComments = MetadataIdentifier(
    rawValue: "id3/COMM")
  /// `id3/COMR`: `AVMetadataIdentifierID3MetadataCommercial`.
  public static let id3MetadataCommercial = MetadataIdentifier(
    rawValue: "id3/COMR")
  /// `id3/WCOM`: `AVMetadataIdentifierID3MetadataCommercialInformation`.
  public static let id3MetadataCommercialInformation = MetadataIdentifier(
    rawValue: "id3/WCOM")
  /// `id3/COMR`: `AVMetadataIdentifierID3MetadataCommerical`.
  public static let id3MetadataCommerical = MetadataIdentifier(
    rawValue: "id3/COMR")
  /// `id3/TCOM`: `AVMetadataIdentifierID3MetadataComposer`.
  public static let id3MetadataComposer = MetadataIdentifier(
    rawValue: "id3/TCOM")
  /// `id3/TPE3`: `AVMetadataIdentifierID3MetadataConductor`.
  public static let id3MetadataConductor = MetadataIdentifier(
    rawValue: "id3/TPE3")
  /// `id3/TIT1`: `AVMetadataIdentifierID3MetadataContentGroupDescription`.
  public static let id3MetadataContentGroupDescription = MetadataIdentifier(
    rawValue: "id3/TIT1")
  /// `id3/TCON`: `AVMetadataIdentifierID3MetadataContentType`.
  public static let id3MetadataContentType = MetadataIdentifier(
    rawValue: "id3/TCON")
  /// `id3/TCOP`: `AVMetadataIdentifierID3MetadataCopyright`.
  public static let id3MetadataCopyright = MetadataIdentifier(
    rawValue: "id3/TCOP")
  /// `id3/WCOP`: `AVMetadataIdentifierID3MetadataCopyrightInformation`.
  public static let id3MetadataCopyrightInformation = MetadataIdentifier(
    rawValue: "id3/WCOP")
  /// `id3/TDAT`: `AVMetadataIdentifierID3MetadataDate`.
  public static let id3MetadataDate = MetadataIdentifier(
    rawValue: "id3/TDAT")
  /// `id3/TENC`: `AVMetadataIdentifierID3MetadataEncodedBy`.
  public static let id3MetadataEncodedBy = MetadataIdentifier(
    rawValue: "id3/TENC")
  /// `id3/TSSE`: `AVMetadataIdentifierID3MetadataEncodedWith`.
  public static let id3MetadataEncodedWith = MetadataIdentifier(
    rawValue: "id3/TSSE")
  /// `id3/TDEN`: `AVMetadataIdentifierID3MetadataEncodingTime`.
  public static let id3MetadataEncodingTime = MetadataIdentifier(
    rawValue: "id3/TDEN")
  /// `id3/ENCR`: `AVMetadataIdentifierID3MetadataEncryption`.
  public static let id3MetadataEncryption = MetadataIdentifier(
    rawValue: "id3/ENCR")
  /// `id3/EQUA`: `AVMetadataIdentifierID3MetadataEqualization`.
  public static let id3MetadataEqualization = MetadataIdentifier(
    rawValue: "id3/EQUA")
  /// `id3/EQU2`: `AVMetadataIdentifierID3MetadataEqualization2`.
  public static let id3MetadataEqualization2 = MetadataIdentifier(
    rawValue: "id3/EQU2")
  /// `id3/ETCO`: `AVMetadataIdentifierID3MetadataEventTimingCodes`.
  public static let id3MetadataEventTimingCodes = MetadataIdentifier(
    rawValue: "id3/ETCO")
  /// `id3/TOWN`: `AVMetadataIdentifierID3MetadataFileOwner`.
  public static let id3MetadataFileOwner = MetadataIdentifier(
    rawValue: "id3/TOWN")
  /// `id3/TFLT`: `AVMetadataIdentifierID3MetadataFileType`.
  public static let id3MetadataFileType = MetadataIdentifier(
    rawValue: "id3/TFLT")
  /// `id3/GEOB`: `AVMetadataIdentifierID3MetadataGeneralEncapsulatedObject`.
  public static let id3MetadataGeneralEncapsulatedObject = MetadataIdentifier(
    rawValue: "id3/GEOB")
  /// `id3/GRID`: `AVMetadataIdentifierID3MetadataGroupIdentifier`.
  public static let id3MetadataGroupIdentifier = MetadataIdentifier(
    rawValue: "id3/GRID")
  /// `id3/TKEY`: `AVMetadataIdentifierID3MetadataInitialKey`.
  public static let id3MetadataInitialKey = MetadataIdentifier(
    rawValue: "id3/TKEY")
  /// `id3/TSRC`: `AVMetadataIdentifierID3MetadataInternationalStandardRecordingCode`.
  public static let id3MetadataInternationalStandardRecordingCode = MetadataIdentifier(
    rawValue: "id3/TSRC")
  /// `id3/TRSN`: `AVMetadataIdentifierID3MetadataInternetRadioStationName`.
  public static let id3MetadataInternetRadioStationName = MetadataIdentifier(
    rawValue: "id3/TRSN")
  /// `id3/TRSO`: `AVMetadataIdentifierID3MetadataInternetRadioStationOwner`.
  public static let id3MetadataInternetRadioStationOwner = MetadataIdentifier(
    rawValue: "id3/TRSO")
  /// `id3/IPLS`: `AVMetadataIdentifierID3MetadataInvolvedPeopleList_v23`.
  public static let id3MetadataInvolvedPeopleList_v23 = MetadataIdentifier(
    rawValue: "id3/IPLS")
  /// `id3/TIPL`: `AVMetadataIdentifierID3MetadataInvolvedPeopleList_v24`.
  public static let id3MetadataInvolvedPeopleList_v24 = MetadataIdentifier(
    rawValue: "id3/TIPL")
  /// `id3/TLAN`: `AVMetadataIdentifierID3MetadataLanguage`.
  public static let id3MetadataLanguage = MetadataIdentifier(
    rawValue: "id3/TLAN")
  /// `id3/TPE1`: `AVMetadataIdentifierID3MetadataLeadPerformer`.
  public static let id3MetadataLeadPerformer = MetadataIdentifier(
    rawValue: "id3/TPE1")
  /// `id3/TLEN`: `AVMetadataIdentifierID3MetadataLength`.
  public static let id3MetadataLength = MetadataIdentifier(
    rawValue: "id3/TLEN")
  /// `id3/LINK`: `AVMetadataIdentifierID3MetadataLink`.
  public static let id3MetadataLink = MetadataIdentifier(
    rawValue: "id3/LINK")
  /// `id3/TEXT`: `AVMetadataIdentifierID3MetadataLyricist`.
  public static let id3MetadataLyricist = MetadataIdentifier(
    rawValue: "id3/TEXT")
  /// `id3/MLLT`: `AVMetadataIdentifierID3MetadataMPEGLocationLookupTable`.
  public static let id3MetadataMPEGLocationLookupTable = MetadataIdentifier(
    rawValue: "id3/MLLT")
  /// `id3/TMED`: `AVMetadataIdentifierID3MetadataMediaType`.
  public static let id3MetadataMediaType = MetadataIdentifier(
    rawValue: "id3/TMED")
  /// `id3/TPE4`: `AVMetadataIdentifierID3MetadataModifiedBy`.
  public static let id3MetadataModifiedBy = MetadataIdentifier(
    rawValue: "id3/TPE4")
  /// `id3/TMOO`: `AVMetadataIdentifierID3MetadataMood`.
  public static let id3MetadataMood = MetadataIdentifier(
    rawValue: "id3/TMOO")
  /// `id3/MCDI`: `AVMetadataIdentifierID3MetadataMusicCDIdentifier`.
  public static let id3MetadataMusicCDIdentifier = MetadataIdentifier(
    rawValue: "id3/MCDI")
  /// `id3/TMCL`: `AVMetadataIdentifierID3MetadataMusicianCreditsList`.
  public static let id3MetadataMusicianCreditsList = MetadataIdentifier(
    rawValue: "id3/TMCL")
  /// `id3/WOAR`: `AVMetadataIdentifierID3MetadataOfficialArtistWebpage`.
  public static let id3MetadataOfficialArtistWebpage = MetadataIdentifier(
    rawValue: "id3/WOAR")
  /// `id3/WOAF`: `AVMetadataIdentifierID3MetadataOfficialAudioFileWebpage`.
  public static let id3MetadataOfficialAudioFileWebpage = MetadataIdentifier(
    rawValue: "id3/WOAF")
  /// `id3/WOAS`: `AVMetadataIdentifierID3MetadataOfficialAudioSourceWebpage`.
  public static let id3MetadataOfficialAudioSourceWebpage = MetadataIdentifier(
    rawValue: "id3/WOAS")
  /// `id3/WORS`: `AVMetadataIdentifierID3MetadataOfficialInternetRadioStationHomepage`.
  public static let id3MetadataOfficialInternetRadioStationHomepage = MetadataIdentifier(
    rawValue: "id3/WORS")
  /// `id3/WPUB`: `AVMetadataIdentifierID3MetadataOfficialPublisherWebpage`.
  public static let id3MetadataOfficialPublisherWebpage = MetadataIdentifier(
    rawValue: "id3/WPUB")
  /// `id3/TOAL`: `AVMetadataIdentifierID3MetadataOriginalAlbumTitle`.
  public static let id3MetadataOriginalAlbumTitle = MetadataIdentifier(
    rawValue: "id3/TOAL")
  /// `id3/TOPE`: `AVMetadataIdentifierID3MetadataOriginalArtist`.
  public static let id3MetadataOriginalArtist = MetadataIdentifier(
    rawValue: "id3/TOPE")
  /// `id3/TOFN`: `AVMetadataIdentifierID3MetadataOriginalFilename`.
  public static let id3MetadataOriginalFilename = MetadataIdentifier(
    rawValue: "id3/TOFN")
  /// `id3/TOLY`: `AVMetadataIdentifierID3MetadataOriginalLyricist`.
  public static let id3MetadataOriginalLyricist = MetadataIdentifier(
    rawValue: "id3/TOLY")
  /// `id3/TDOR`: `AVMetadataIdentifierID3MetadataOriginalReleaseTime`.
  public static let id3MetadataOriginalReleaseTime = MetadataIdentifier(
    rawValue: "id3/TDOR")
  /// `id3/TORY`: `AVMetadataIdentifierID3MetadataOriginalReleaseYear`.
  public static let id3MetadataOriginalReleaseYear = MetadataIdentifier(
    rawValue: "id3/TORY")
  /// `id3/OWNE`: `AVMetadataIdentifierID3MetadataOwnership`.
  public static let id3MetadataOwnership = MetadataIdentifier(
    rawValue: "id3/OWNE")
  /// `id3/TPOS`: `AVMetadataIdentifierID3MetadataPartOfASet`.
  public static let id3MetadataPartOfASet = MetadataIdentifier(
    rawValue: "id3/TPOS")
  /// `id3/WPAY`: `AVMetadataIdentifierID3MetadataPayment`.
  public static let id3MetadataPayment = MetadataIdentifier(
    rawValue: "id3/WPAY")
  /// `id3/TSOP`: `AVMetadataIdentifierID3MetadataPerformerSortOrder`.
  public static let id3MetadataPerformerSortOrder = MetadataIdentifier(
    rawValue: "id3/TSOP")
  /// `id3/PCNT`: `AVMetadataIdentifierID3MetadataPlayCounter`.
  public static let id3MetadataPlayCounter = MetadataIdentifier(
    rawValue: "id3/PCNT")
  /// `id3/TDLY`: `AVMetadataIdentifierID3MetadataPlaylistDelay`.
  public static let id3MetadataPlaylistDelay = MetadataIdentifier(
    rawValue: "id3/TDLY")
  /// `id3/POPM`: `AVMetadataIdentifierID3MetadataPopularimeter`.
  public static let id3MetadataPopularimeter = MetadataIdentifier(
    rawValue: "id3/POPM")
  /// `id3/POSS`: `AVMetadataIdentifierID3MetadataPositionSynchronization`.
  public static let id3MetadataPositionSynchronization = MetadataIdentifier(
    rawValue: "id3/POSS")
  /// `id3/PRIV`: `AVMetadataIdentifierID3MetadataPrivate`.
  public static let id3MetadataPrivate = MetadataIdentifier(
    rawValue: "id3/PRIV")
  /// `id3/TPRO`: `AVMetadataIdentifierID3MetadataProducedNotice`.
  public static let id3MetadataProducedNotice = MetadataIdentifier(
    rawValue: "id3/TPRO")
  /// `id3/TPUB`: `AVMetadataIdentifierID3MetadataPublisher`.
  public static let id3MetadataPublisher = MetadataIdentifier(
    rawValue: "id3/TPUB")
  /// `id3/RBUF`: `AVMetadataIdentifierID3MetadataRecommendedBufferSize`.
  public static let id3MetadataRecommendedBufferSize = MetadataIdentifier(
    rawValue: "id3/RBUF")
  /// `id3/TRDA`: `AVMetadataIdentifierID3MetadataRecordingDates`.
  public static let id3MetadataRecordingDates = MetadataIdentifier(
    rawValue: "id3/TRDA")
  /// `id3/TDRC`: `AVMetadataIdentifierID3MetadataRecordingTime`.
  public static let id3MetadataRecordingTime = MetadataIdentifier(
    rawValue: "id3/TDRC")
  /// `id3/RVAD`: `AVMetadataIdentifierID3MetadataRelativeVolumeAdjustment`.
  public static let id3MetadataRelativeVolumeAdjustment = MetadataIdentifier(
    rawValue: "id3/RVAD")
  /// `id3/RVA2`: `AVMetadataIdentifierID3MetadataRelativeVolumeAdjustment2`.
  public static let id3MetadataRelativeVolumeAdjustment2 = MetadataIdentifier(
    rawValue: "id3/RVA2")
  /// `id3/TDRL`: `AVMetadataIdentifierID3MetadataReleaseTime`.
  public static let id3MetadataReleaseTime = MetadataIdentifier(
    rawValue: "id3/TDRL")
  /// `id3/RVRB`: `AVMetadataIdentifierID3MetadataReverb`.
  public static let id3MetadataReverb = MetadataIdentifier(
    rawValue: "id3/RVRB")
  /// `id3/SEEK`: `AVMetadataIdentifierID3MetadataSeek`.
  public static let id3MetadataSeek = MetadataIdentifier(
    rawValue: "id3/SEEK")
  /// `id3/TSST`: `AVMetadataIdentifierID3MetadataSetSubtitle`.
  public static let id3MetadataSetSubtitle = MetadataIdentifier(
    rawValue: "id3/TSST")
  /// `id3/SIGN`: `AVMetadataIdentifierID3MetadataSignature`.
  public static let id3MetadataSignature = MetadataIdentifier(
    rawValue: "id3/SIGN")
  /// `id3/TSIZ`: `AVMetadataIdentifierID3MetadataSize`.
  public static let id3MetadataSize = MetadataIdentifier(
    rawValue: "id3/TSIZ")
  /// `id3/TIT3`: `AVMetadataIdentifierID3MetadataSubTitle`.
  public static let id3MetadataSubTitle = MetadataIdentifier(
    rawValue: "id3/TIT3")
  /// `id3/SYLT`: `AVMetadataIdentifierID3MetadataSynchronizedLyric`.
  public static let id3MetadataSynchronizedLyric = MetadataIdentifier(
    rawValue: "id3/SYLT")
  /// `id3/SYTC`: `AVMetadataIdentifierID3MetadataSynchronizedTempoCodes`.
  public static let id3MetadataSynchronizedTempoCodes = MetadataIdentifier(
    rawValue: "id3/SYTC")
  /// `id3/TDTG`: `AVMetadataIdentifierID3MetadataTaggingTime`.
  public static let id3MetadataTaggingTime = MetadataIdentifier(
    rawValue: "id3/TDTG")
  /// `id3/USER`: `AVMetadataIdentifierID3MetadataTermsOfUse`.
  public static let id3MetadataTermsOfUse = MetadataIdentifier(
    rawValue: "id3/USER")
  /// `id3/TIME`: `AVMetadataIdentifierID3MetadataTime`.
  public static let id3MetadataTime = MetadataIdentifier(
    rawValue: "id3/TIME")
  /// `id3/TIT2`: `AVMetadataIdentifierID3MetadataTitleDescription`.
  public static let id3MetadataTitleDescription = MetadataIdentifier(
    rawValue: "id3/TIT2")
  /// `id3/TSOT`: `AVMetadataIdentifierID3MetadataTitleSortOrder`.
  public static let id3MetadataTitleSortOrder = MetadataIdentifier(
    rawValue: "id3/TSOT")
  /// `id3/TRCK`: `AVMetadataIdentifierID3MetadataTrackNumber`.
  public static let id3MetadataTrackNumber = MetadataIdentifier(
    rawValue: "id3/TRCK")
  /// `id3/UFID`: `AVMetadataIdentifierID3MetadataUniqueFileIdentifier`.
  public static let id3MetadataUniqueFileIdentifier = MetadataIdentifier(
    rawValue: "id3/UFID")
  /// `id3/USLT`: `AVMetadataIdentifierID3MetadataUnsynchronizedLyric`.
  public static let id3MetadataUnsynchronizedLyric = MetadataIdentifier(
    rawValue: "id3/USLT")
  /// `id3/TXXX`: `AVMetadataIdentifierID3MetadataUserText`.
  public static let id3MetadataUserText = MetadataIdentifier(
    rawValue: "id3/TXXX")
  /// `id3/WXXX`: `AVMetadataIdentifierID3MetadataUserURL`.
  public static let id3MetadataUserURL = MetadataIdentifier(
    rawValue: "id3/WXXX")
  /// `id3/TYER`: `AVMetadataIdentifierID3MetadataYear`.
  public static let id3MetadataYear = MetadataIdentifier(
    rawValue: "id3/TYER")
}
