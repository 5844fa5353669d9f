// Written by Scripts/generate-identifiers from facts/identifiers.tsv; do not edit.

extension KnownIdentifier {
  /// Keys, key spaces, formats and extra attributes: constant, kind, key space, key or value, how it is known.
  static let keyRows = """
    AVMetadata3GPUserDataKeyAlbumAndTrack|key|uiso|albm|runtime value
    AVMetadata3GPUserDataKeyAuthor|key|uiso|auth|runtime value
    AVMetadata3GPUserDataKeyCollection|key|uiso|coll|runtime value
    AVMetadata3GPUserDataKeyCopyright|key|uiso|cprt|runtime value
    AVMetadata3GPUserDataKeyDescription|key|uiso|dscp|runtime value
    AVMetadata3GPUserDataKeyGenre|key|uiso|gnre|runtime value
    AVMetadata3GPUserDataKeyKeywordList|key|uiso|kywd|runtime value
    AVMetadata3GPUserDataKeyLocation|key|uiso|loci|runtime value
    AVMetadata3GPUserDataKeyMediaClassification|key|uiso|clsf|runtime value
    AVMetadata3GPUserDataKeyMediaRating|key|uiso|rtng|runtime value
    AVMetadata3GPUserDataKeyPerformer|key|uiso|perf|runtime value
    AVMetadata3GPUserDataKeyRecordingYear|key|uiso|yrrc|runtime value
    AVMetadata3GPUserDataKeyThumbnail|key|uiso|thmb|runtime value
    AVMetadata3GPUserDataKeyTitle|key|uiso|titl|runtime value
    AVMetadata3GPUserDataKeyUserRating|key|uiso|urat|runtime value
    AVMetadataCommonKeyAccessibilityDescription|key|comn|accessibilityDescription|runtime value
    AVMetadataCommonKeyAlbumName|key|comn|albumName|runtime value
    AVMetadataCommonKeyArtist|key|comn|artist|runtime value
    AVMetadataCommonKeyArtwork|key|comn|artwork|runtime value
    AVMetadataCommonKeyAuthor|key|comn|author|runtime value
    AVMetadataCommonKeyContributor|key|comn|contributor|runtime value
    AVMetadataCommonKeyCopyrights|key|comn|copyrights|runtime value
    AVMetadataCommonKeyCreationDate|key|comn|creationDate|runtime value
    AVMetadataCommonKeyCreator|key|comn|creator|runtime value
    AVMetadataCommonKeyDescription|key|comn|description|runtime value
    AVMetadataCommonKeyFormat|key|comn|format|runtime value
    AVMetadataCommonKeyIdentifier|key|comn|identifier|runtime value
    AVMetadataCommonKeyLanguage|key|comn|language|runtime value
    AVMetadataCommonKeyLastModifiedDate|key|comn|lastModifiedDate|runtime value
    AVMetadataCommonKeyLocation|key|comn|location|runtime value
    AVMetadataCommonKeyMake|key|comn|make|runtime value
    AVMetadataCommonKeyModel|key|comn|model|runtime value
    AVMetadataCommonKeyPublisher|key|comn|publisher|runtime value
    AVMetadataCommonKeyRelation|key|comn|relation|runtime value
    AVMetadataCommonKeySoftware|key|comn|software|runtime value
    AVMetadataCommonKeySource|key|comn|source|runtime value
    AVMetadataCommonKeySubject|key|comn|subject|runtime value
    AVMetadataCommonKeyTitle|key|comn|title|runtime value
    AVMetadataCommonKeyType|key|comn|type|runtime value
    AVMetadataExtraAttributeBaseURIKey|extraAttributeKey||baseURL|runtime
    AVMetadataExtraAttributeInfoKey|extraAttributeKey||info|runtime
    AVMetadataExtraAttributeValueURIKey|extraAttributeKey||URL|runtime
    AVMetadataFormatHLSMetadata|format|com.apple.quicktime.HLS|com.apple.quicktime.HLS|runtime
    AVMetadataFormatID3Metadata|format|org.id3|org.id3|runtime
    AVMetadataFormatISOUserData|format|org.mp4ra|org.mp4ra|runtime
    AVMetadataFormatQuickTimeMetadata|format|com.apple.quicktime.mdta|com.apple.quicktime.mdta|runtime
    AVMetadataFormatQuickTimeUserData|format|com.apple.quicktime.udta|com.apple.quicktime.udta|runtime
    AVMetadataFormatUnknown|format|public.unknown|public.unknown|runtime
    AVMetadataFormatiTunesMetadata|format|com.apple.itunes|com.apple.itunes|runtime
    AVMetadataID3MetadataKeyAlbumSortOrder|key|org.id3|TSOA|runtime value
    AVMetadataID3MetadataKeyAlbumTitle|key|org.id3|TALB|runtime value
    AVMetadataID3MetadataKeyAttachedPicture|key|org.id3|APIC|runtime value
    AVMetadataID3MetadataKeyAudioEncryption|key|org.id3|AENC|runtime value
    AVMetadataID3MetadataKeyAudioSeekPointIndex|key|org.id3|ASPI|runtime value
    AVMetadataID3MetadataKeyBand|key|org.id3|TPE2|runtime value
    AVMetadataID3MetadataKeyBeatsPerMinute|key|org.id3|TBPM|runtime value
    AVMetadataID3MetadataKeyComments|key|org.id3|COMM|runtime value
    AVMetadataID3MetadataKeyCommercial|key|org.id3|COMR|runtime value
    AVMetadataID3MetadataKeyCommercialInformation|key|org.id3|WCOM|runtime value
    AVMetadataID3MetadataKeyCommerical|key|org.id3|COMR|runtime value
    AVMetadataID3MetadataKeyComposer|key|org.id3|TCOM|runtime value
    AVMetadataID3MetadataKeyConductor|key|org.id3|TPE3|runtime value
    AVMetadataID3MetadataKeyContentGroupDescription|key|org.id3|TIT1|runtime value
    AVMetadataID3MetadataKeyContentType|key|org.id3|TCON|runtime value
    AVMetadataID3MetadataKeyCopyright|key|org.id3|TCOP|runtime value
    AVMetadataID3MetadataKeyCopyrightInformation|key|org.id3|WCOP|runtime value
    AVMetadataID3MetadataKeyDate|key|org.id3|TDAT|runtime value
    AVMetadataID3MetadataKeyEncodedBy|key|org.id3|TENC|runtime value
    AVMetadataID3MetadataKeyEncodedWith|key|org.id3|TSSE|runtime value
    AVMetadataID3MetadataKeyEncodingTime|key|org.id3|TDEN|runtime value
    AVMetadataID3MetadataKeyEncryption|key|org.id3|ENCR|runtime value
    AVMetadataID3MetadataKeyEqualization|key|org.id3|EQUA|runtime value
    AVMetadataID3MetadataKeyEqualization2|key|org.id3|EQU2|runtime value
    AVMetadataID3MetadataKeyEventTimingCodes|key|org.id3|ETCO|runtime value
    AVMetadataID3MetadataKeyFileOwner|key|org.id3|TOWN|runtime value
    AVMetadataID3MetadataKeyFileType|key|org.id3|TFLT|runtime value
    AVMetadataID3MetadataKeyGeneralEncapsulatedObject|key|org.id3|GEOB|runtime value
    AVMetadataID3MetadataKeyGroupIdentifier|key|org.id3|GRID|runtime value
    AVMetadataID3MetadataKeyInitialKey|key|org.id3|TKEY|runtime value
    AVMetadataID3MetadataKeyInternationalStandardRecordingCode|key|org.id3|TSRC|runtime value
    AVMetadataID3MetadataKeyInternetRadioStationName|key|org.id3|TRSN|runtime value
    AVMetadataID3MetadataKeyInternetRadioStationOwner|key|org.id3|TRSO|runtime value
    AVMetadataID3MetadataKeyInvolvedPeopleList_v23|key|org.id3|IPLS|runtime value
    AVMetadataID3MetadataKeyInvolvedPeopleList_v24|key|org.id3|TIPL|runtime value
    AVMetadataID3MetadataKeyLanguage|key|org.id3|TLAN|runtime value
    AVMetadataID3MetadataKeyLeadPerformer|key|org.id3|TPE1|runtime value
    AVMetadataID3MetadataKeyLength|key|org.id3|TLEN|runtime value
    AVMetadataID3MetadataKeyLink|key|org.id3|LINK|runtime value
    AVMetadataID3MetadataKeyLyricist|key|org.id3|TEXT|runtime value
    AVMetadataID3MetadataKeyMPEGLocationLookupTable|key|org.id3|MLLT|runtime value
    AVMetadataID3MetadataKeyMediaType|key|org.id3|TMED|runtime value
    AVMetadataID3MetadataKeyModifiedBy|key|org.id3|TPE4|runtime value
    AVMetadataID3MetadataKeyMood|key|org.id3|TMOO|runtime value
    AVMetadataID3MetadataKeyMusicCDIdentifier|key|org.id3|MCDI|runtime value
    AVMetadataID3MetadataKeyMusicianCreditsList|key|org.id3|TMCL|runtime value
    AVMetadataID3MetadataKeyOfficialArtistWebpage|key|org.id3|WOAR|runtime value
    AVMetadataID3MetadataKeyOfficialAudioFileWebpage|key|org.id3|WOAF|runtime value
    AVMetadataID3MetadataKeyOfficialAudioSourceWebpage|key|org.id3|WOAS|runtime value
    AVMetadataID3MetadataKeyOfficialInternetRadioStationHomepage|key|org.id3|WORS|runtime value
    AVMetadataID3MetadataKeyOfficialPublisherWebpage|key|org.id3|WPUB|runtime value
    AVMetadataID3MetadataKeyOriginalAlbumTitle|key|org.id3|TOAL|runtime value
    AVMetadataID3MetadataKeyOriginalArtist|key|org.id3|TOPE|runtime value
    AVMetadataID3MetadataKeyOriginalFilename|key|org.id3|TOFN|runtime value
    AVMetadataID3MetadataKeyOriginalLyricist|key|org.id3|TOLY|runtime value
    AVMetadataID3MetadataKeyOriginalReleaseTime|key|org.id3|TDOR|runtime value
    AVMetadataID3MetadataKeyOriginalReleaseYear|key|org.id3|TORY|runtime value
    AVMetadataID3MetadataKeyOwnership|key|org.id3|OWNE|runtime value
    AVMetadataID3MetadataKeyPartOfASet|key|org.id3|TPOS|runtime value
    AVMetadataID3MetadataKeyPayment|key|org.id3|WPAY|runtime value
    AVMetadataID3MetadataKeyPerformerSortOrder|key|org.id3|TSOP|runtime value
    AVMetadataID3MetadataKeyPlayCounter|key|org.id3|PCNT|runtime value
    AVMetadataID3MetadataKeyPlaylistDelay|key|org.id3|TDLY|runtime value
    AVMetadataID3MetadataKeyPopularimeter|key|org.id3|POPM|runtime value
    AVMetadataID3MetadataKeyPositionSynchronization|key|org.id3|POSS|runtime value
    AVMetadataID3MetadataKeyPrivate|key|org.id3|PRIV|runtime value
    AVMetadataID3MetadataKeyProducedNotice|key|org.id3|TPRO|runtime value
    AVMetadataID3MetadataKeyPublisher|key|org.id3|TPUB|runtime value
    AVMetadataID3MetadataKeyRecommendedBufferSize|key|org.id3|RBUF|runtime value
    AVMetadataID3MetadataKeyRecordingDates|key|org.id3|TRDA|runtime value
    AVMetadataID3MetadataKeyRecordingTime|key|org.id3|TDRC|runtime value
    AVMetadataID3MetadataKeyRelativeVolumeAdjustment|key|org.id3|RVAD|runtime value
    AVMetadataID3MetadataKeyRelativeVolumeAdjustment2|key|org.id3|RVA2|runtime value
    AVMetadataID3MetadataKeyReleaseTime|key|org.id3|TDRL|runtime value
    AVMetadataID3MetadataKeyReverb|key|org.id3|RVRB|runtime value
    AVMetadataID3MetadataKeySeek|key|org.id3|SEEK|runtime value
    AVMetadataID3MetadataKeySetSubtitle|key|org.id3|TSST|runtime value
    AVMetadataID3MetadataKeySignature|key|org.id3|SIGN|runtime value
    AVMetadataID3MetadataKeySize|key|org.id3|TSIZ|runtime value
    AVMetadataID3MetadataKeySubTitle|key|org.id3|TIT3|runtime value
    AVMetadataID3MetadataKeySynchronizedLyric|key|org.id3|SYLT|runtime value
    AVMetadataID3MetadataKeySynchronizedTempoCodes|key|org.id3|SYTC|runtime value
    AVMetadataID3MetadataKeyTaggingTime|key|org.id3|TDTG|runtime value
    AVMetadataID3MetadataKeyTermsOfUse|key|org.id3|USER|runtime value
    AVMetadataID3MetadataKeyTime|key|org.id3|TIME|runtime value
    AVMetadataID3MetadataKeyTitleDescription|key|org.id3|TIT2|runtime value
    AVMetadataID3MetadataKeyTitleSortOrder|key|org.id3|TSOT|runtime value
    AVMetadataID3MetadataKeyTrackNumber|key|org.id3|TRCK|runtime value
    AVMetadataID3MetadataKeyUniqueFileIdentifier|key|org.id3|UFID|runtime value
    AVMetadataID3MetadataKeyUnsynchronizedLyric|key|org.id3|USLT|runtime value
    AVMetadataID3MetadataKeyUserText|key|org.id3|TXXX|runtime value
    AVMetadataID3MetadataKeyUserURL|key|org.id3|WXXX|runtime value
    AVMetadataID3MetadataKeyYear|key|org.id3|TYER|runtime value
    AVMetadataISOUserDataKeyAccessibilityDescription|key|uiso|ades|runtime value
    AVMetadataISOUserDataKeyCopyright|key|uiso|cprt|runtime value
    AVMetadataISOUserDataKeyDate|key|uiso|date|runtime value
    AVMetadataISOUserDataKeyTaggedCharacteristic|key|uiso|tagc|runtime value
    AVMetadataIcyMetadataKeyStreamTitle|key|icy|StreamTitle|runtime value
    AVMetadataIcyMetadataKeyStreamURL|key|icy|StreamUrl|runtime value
    AVMetadataKeySpaceAudioFile|keyspace|caaf|caaf|runtime
    AVMetadataKeySpaceCommon|keyspace|comn|comn|runtime
    AVMetadataKeySpaceHLSDateRange|keyspace|lsdr|lsdr|runtime
    AVMetadataKeySpaceID3|keyspace|org.id3|org.id3|runtime
    AVMetadataKeySpaceISOUserData|keyspace|uiso|uiso|runtime
    AVMetadataKeySpaceIcy|keyspace|icy|icy|runtime
    AVMetadataKeySpaceQuickTimeMetadata|keyspace|mdta|mdta|runtime
    AVMetadataKeySpaceQuickTimeUserData|keyspace|udta|udta|runtime
    AVMetadataKeySpaceiTunes|keyspace|itsk|itsk|runtime
    AVMetadataQuickTimeMetadataKeyAccessibilityDescription|key|mdta|com.apple.quicktime.accessibility.description|runtime value
    AVMetadataQuickTimeMetadataKeyAlbum|key|mdta|com.apple.quicktime.album|runtime value
    AVMetadataQuickTimeMetadataKeyArranger|key|mdta|com.apple.quicktime.arranger|runtime value
    AVMetadataQuickTimeMetadataKeyArtist|key|mdta|com.apple.quicktime.artist|runtime value
    AVMetadataQuickTimeMetadataKeyArtwork|key|mdta|com.apple.quicktime.artwork|runtime value
    AVMetadataQuickTimeMetadataKeyAuthor|key|mdta|com.apple.quicktime.author|runtime value
    AVMetadataQuickTimeMetadataKeyCameraFrameReadoutTime|key|mdta|com.apple.quicktime.camera.framereadouttimeinmicroseconds|runtime value
    AVMetadataQuickTimeMetadataKeyCameraIdentifier|key|mdta|com.apple.quicktime.camera.identifier|runtime value
    AVMetadataQuickTimeMetadataKeyCollectionUser|key|mdta|com.apple.quicktime.collection.user|runtime value
    AVMetadataQuickTimeMetadataKeyComment|key|mdta|com.apple.quicktime.comment|runtime value
    AVMetadataQuickTimeMetadataKeyComposer|key|mdta|com.apple.quicktime.composer|runtime value
    AVMetadataQuickTimeMetadataKeyContentIdentifier|key|mdta|com.apple.quicktime.content.identifier|runtime value
    AVMetadataQuickTimeMetadataKeyCopyright|key|mdta|com.apple.quicktime.copyright|runtime value
    AVMetadataQuickTimeMetadataKeyCreationDate|key|mdta|com.apple.quicktime.creationdate|runtime value
    AVMetadataQuickTimeMetadataKeyCredits|key|mdta|com.apple.quicktime.credits|runtime value
    AVMetadataQuickTimeMetadataKeyDescription|key|mdta|com.apple.quicktime.description|runtime value
    AVMetadataQuickTimeMetadataKeyDirectionFacing|key|mdta|com.apple.quicktime.direction.facing|runtime value
    AVMetadataQuickTimeMetadataKeyDirectionMotion|key|mdta|com.apple.quicktime.direction.motion|runtime value
    AVMetadataQuickTimeMetadataKeyDirector|key|mdta|com.apple.quicktime.director|runtime value
    AVMetadataQuickTimeMetadataKeyDisplayName|key|mdta|com.apple.quicktime.displayname|runtime value
    AVMetadataQuickTimeMetadataKeyEncodedBy|key|mdta|com.apple.quicktime.encodedby|runtime value
    AVMetadataQuickTimeMetadataKeyGenre|key|mdta|com.apple.quicktime.genre|runtime value
    AVMetadataQuickTimeMetadataKeyInformation|key|mdta|com.apple.quicktime.information|runtime value
    AVMetadataQuickTimeMetadataKeyIsMontage|key|mdta|com.apple.quicktime.is-montage|runtime value
    AVMetadataQuickTimeMetadataKeyKeywords|key|mdta|com.apple.quicktime.keywords|runtime value
    AVMetadataQuickTimeMetadataKeyLocationBody|key|mdta|com.apple.quicktime.location.body|runtime value
    AVMetadataQuickTimeMetadataKeyLocationDate|key|mdta|com.apple.quicktime.location.date|runtime value
    AVMetadataQuickTimeMetadataKeyLocationISO6709|key|mdta|com.apple.quicktime.location.ISO6709|runtime value
    AVMetadataQuickTimeMetadataKeyLocationName|key|mdta|com.apple.quicktime.location.name|runtime value
    AVMetadataQuickTimeMetadataKeyLocationNote|key|mdta|com.apple.quicktime.location.note|runtime value
    AVMetadataQuickTimeMetadataKeyLocationRole|key|mdta|com.apple.quicktime.location.role|runtime value
    AVMetadataQuickTimeMetadataKeyMake|key|mdta|com.apple.quicktime.make|runtime value
    AVMetadataQuickTimeMetadataKeyModel|key|mdta|com.apple.quicktime.model|runtime value
    AVMetadataQuickTimeMetadataKeyOriginalArtist|key|mdta|com.apple.quicktime.originalartist|runtime value
    AVMetadataQuickTimeMetadataKeyPerformer|key|mdta|com.apple.quicktime.performer|runtime value
    AVMetadataQuickTimeMetadataKeyPhonogramRights|key|mdta|com.apple.quicktime.phonogramrights|runtime value
    AVMetadataQuickTimeMetadataKeyProducer|key|mdta|com.apple.quicktime.producer|runtime value
    AVMetadataQuickTimeMetadataKeyPublisher|key|mdta|com.apple.quicktime.publisher|runtime value
    AVMetadataQuickTimeMetadataKeyRatingUser|key|mdta|com.apple.quicktime.rating.user|runtime value
    AVMetadataQuickTimeMetadataKeySoftware|key|mdta|com.apple.quicktime.software|runtime value
    AVMetadataQuickTimeMetadataKeyTitle|key|mdta|com.apple.quicktime.title|runtime value
    AVMetadataQuickTimeMetadataKeyYear|key|mdta|com.apple.quicktime.year|runtime value
    AVMetadataQuickTimeMetadataKeyiXML|key|mdta|info.ixml.xml|runtime value
    AVMetadataQuickTimeUserDataKeyAccessibilityDescription|key|udta|©ade|runtime value
    AVMetadataQuickTimeUserDataKeyAlbum|key|udta|©alb|runtime value
    AVMetadataQuickTimeUserDataKeyArranger|key|udta|©arg|runtime value
    AVMetadataQuickTimeUserDataKeyArtist|key|udta|©ART|runtime value
    AVMetadataQuickTimeUserDataKeyAuthor|key|udta|©aut|runtime value
    AVMetadataQuickTimeUserDataKeyChapter|key|udta|©chp|runtime value
    AVMetadataQuickTimeUserDataKeyComment|key|udta|©cmt|runtime value
    AVMetadataQuickTimeUserDataKeyComposer|key|udta|©com|runtime value
    AVMetadataQuickTimeUserDataKeyCopyright|key|udta|©cpy|runtime value
    AVMetadataQuickTimeUserDataKeyCreationDate|key|udta|©day|runtime value
    AVMetadataQuickTimeUserDataKeyCredits|key|udta|©src|runtime value
    AVMetadataQuickTimeUserDataKeyDescription|key|udta|©des|runtime value
    AVMetadataQuickTimeUserDataKeyDirector|key|udta|©dir|runtime value
    AVMetadataQuickTimeUserDataKeyDisclaimer|key|udta|©dis|runtime value
    AVMetadataQuickTimeUserDataKeyEncodedBy|key|udta|©enc|runtime value
    AVMetadataQuickTimeUserDataKeyFullName|key|udta|©nam|runtime value
    AVMetadataQuickTimeUserDataKeyGenre|key|udta|©gen|runtime value
    AVMetadataQuickTimeUserDataKeyHostComputer|key|udta|©hst|runtime value
    AVMetadataQuickTimeUserDataKeyInformation|key|udta|©inf|runtime value
    AVMetadataQuickTimeUserDataKeyKeywords|key|udta|©key|runtime value
    AVMetadataQuickTimeUserDataKeyLocationISO6709|key|udta|©xyz|runtime value
    AVMetadataQuickTimeUserDataKeyMake|key|udta|©mak|runtime value
    AVMetadataQuickTimeUserDataKeyModel|key|udta|©mod|runtime value
    AVMetadataQuickTimeUserDataKeyOriginalArtist|key|udta|©ope|runtime value
    AVMetadataQuickTimeUserDataKeyOriginalFormat|key|udta|©fmt|runtime value
    AVMetadataQuickTimeUserDataKeyOriginalSource|key|udta|©src|runtime value
    AVMetadataQuickTimeUserDataKeyPerformers|key|udta|©prf|runtime value
    AVMetadataQuickTimeUserDataKeyPhonogramRights|key|udta|©phg|runtime value
    AVMetadataQuickTimeUserDataKeyProducer|key|udta|©prd|runtime value
    AVMetadataQuickTimeUserDataKeyProduct|key|udta|©PRD|runtime value
    AVMetadataQuickTimeUserDataKeyPublisher|key|udta|©pub|runtime value
    AVMetadataQuickTimeUserDataKeySoftware|key|udta|©swr|runtime value
    AVMetadataQuickTimeUserDataKeySpecialPlaybackRequirements|key|udta|©req|runtime value
    AVMetadataQuickTimeUserDataKeyTaggedCharacteristic|key|udta|tagc|runtime value
    AVMetadataQuickTimeUserDataKeyTrack|key|udta|©trk|runtime value
    AVMetadataQuickTimeUserDataKeyTrackName|key|udta|tnam|runtime value
    AVMetadataQuickTimeUserDataKeyURLLink|key|udta|©url|runtime value
    AVMetadataQuickTimeUserDataKeyWarning|key|udta|©wrn|runtime value
    AVMetadataQuickTimeUserDataKeyWriter|key|udta|©wrt|runtime value
    AVMetadataiTunesMetadataKeyAccountKind|key|itsk|akID|runtime value
    AVMetadataiTunesMetadataKeyAcknowledgement|key|itsk|©cak|runtime value
    AVMetadataiTunesMetadataKeyAlbum|key|itsk|©alb|runtime value
    AVMetadataiTunesMetadataKeyAlbumArtist|key|itsk|aART|runtime value
    AVMetadataiTunesMetadataKeyAppleID|key|itsk|apID|runtime value
    AVMetadataiTunesMetadataKeyArranger|key|itsk|©arg|runtime value
    AVMetadataiTunesMetadataKeyArtDirector|key|itsk|©ard|runtime value
    AVMetadataiTunesMetadataKeyArtist|key|itsk|©ART|runtime value
    AVMetadataiTunesMetadataKeyArtistID|key|itsk|atID|runtime value
    AVMetadataiTunesMetadataKeyAuthor|key|itsk|©aut|runtime value
    AVMetadataiTunesMetadataKeyBeatsPerMin|key|itsk|tmpo|runtime value
    AVMetadataiTunesMetadataKeyComposer|key|itsk|©wrt|runtime value
    AVMetadataiTunesMetadataKeyConductor|key|itsk|©con|runtime value
    AVMetadataiTunesMetadataKeyContentRating|key|itsk|rtng|runtime value
    AVMetadataiTunesMetadataKeyCopyright|key|itsk|cprt|runtime value
    AVMetadataiTunesMetadataKeyCoverArt|key|itsk|covr|runtime value
    AVMetadataiTunesMetadataKeyCredits|key|itsk|©src|runtime value
    AVMetadataiTunesMetadataKeyDescription|key|itsk|©des|runtime value
    AVMetadataiTunesMetadataKeyDirector|key|itsk|©dir|runtime value
    AVMetadataiTunesMetadataKeyDiscCompilation|key|itsk|cpil|runtime value
    AVMetadataiTunesMetadataKeyDiscNumber|key|itsk|disk|runtime value
    AVMetadataiTunesMetadataKeyEQ|key|itsk|©equ|runtime value
    AVMetadataiTunesMetadataKeyEncodedBy|key|itsk|©enc|runtime value
    AVMetadataiTunesMetadataKeyEncodingTool|key|itsk|©too|runtime value
    AVMetadataiTunesMetadataKeyExecProducer|key|itsk|©xpd|runtime value
    AVMetadataiTunesMetadataKeyGenreID|key|itsk|geID|runtime value
    AVMetadataiTunesMetadataKeyGrouping|key|itsk|grup|runtime value
    AVMetadataiTunesMetadataKeyLinerNotes|key|itsk|©lnt|runtime value
    AVMetadataiTunesMetadataKeyLyrics|key|itsk|©lyr|runtime value
    AVMetadataiTunesMetadataKeyOnlineExtras|key|itsk|©url|runtime value
    AVMetadataiTunesMetadataKeyOriginalArtist|key|itsk|©ope|runtime value
    AVMetadataiTunesMetadataKeyPerformer|key|itsk|©prf|runtime value
    AVMetadataiTunesMetadataKeyPhonogramRights|key|itsk|©phg|runtime value
    AVMetadataiTunesMetadataKeyPlaylistID|key|itsk|plID|runtime value
    AVMetadataiTunesMetadataKeyPredefinedGenre|key|itsk|gnre|runtime value
    AVMetadataiTunesMetadataKeyProducer|key|itsk|©prd|runtime value
    AVMetadataiTunesMetadataKeyPublisher|key|itsk|©pub|runtime value
    AVMetadataiTunesMetadataKeyRecordCompany|key|itsk|©mak|runtime value
    AVMetadataiTunesMetadataKeyReleaseDate|key|itsk|©day|runtime value
    AVMetadataiTunesMetadataKeySoloist|key|itsk|©sol|runtime value
    AVMetadataiTunesMetadataKeySongID|key|itsk|cnID|runtime value
    AVMetadataiTunesMetadataKeySongName|key|itsk|©nam|runtime value
    AVMetadataiTunesMetadataKeySoundEngineer|key|itsk|©sne|runtime value
    AVMetadataiTunesMetadataKeyThanks|key|itsk|©thx|runtime value
    AVMetadataiTunesMetadataKeyTrackNumber|key|itsk|trkn|runtime value
    AVMetadataiTunesMetadataKeyTrackSubTitle|key|itsk|©st3|runtime value
    AVMetadataiTunesMetadataKeyUserComment|key|itsk|©cmt|runtime value
    AVMetadataiTunesMetadataKeyUserGenre|key|itsk|©gen|runtime value
    AVMetadataQuickTimeMetadataKeyCameraFocalLength35mmEquivalent|key|mdta|com.apple.quicktime.camera.focal_length.35mm_equivalent|runtime value
    AVMetadataQuickTimeMetadataKeyCameraLensModel|key|mdta|com.apple.quicktime.camera.lens_model|runtime value
    AVMetadataQuickTimeMetadataKeyFullFrameRatePlaybackIntent|key|mdta|com.apple.quicktime.full-frame-rate-playback-intent|runtime value
    AVMetadataQuickTimeMetadataKeyCameraISOSensitivity|key|mdta|org.smpte.rdd18.camera.isosensitivity|runtime value
    AVMetadataQuickTimeMetadataKeyCameraLensIrisFNumber|key|mdta|com.apple.quicktime.camera.lens_irisfnumber|runtime value
    AVMetadataQuickTimeMetadataKeyCameraShutterSpeedAngle|key|mdta|org.smpte.rdd18.camera.shutterspeed_angle|runtime value
    AVMetadataQuickTimeMetadataKeyCameraShutterSpeedTime|key|mdta|org.smpte.rdd18.camera.shutterspeed_time|runtime value
    AVMetadataQuickTimeMetadataKeyCameraWhiteBalance|key|mdta|org.smpte.rdd18.camera.whitebalance|runtime value
    AVMetadataQuickTimeMetadataKeyCinematicVideoIntent|key|mdta|com.apple.quicktime.cinematic-video-intent|runtime value
    AVMetadataQuickTimeMetadataKeyWhiteBalanceByCCTColorMatrices|key|mdta|com.apple.proresraw.whitebalance.bycct.colormatrices|runtime value
    AVMetadataQuickTimeMetadataKeyWhiteBalanceByCCTWhiteBalanceFactors|key|mdta|com.apple.proresraw.whitebalance.bycct.whitebalancefactors|runtime value
    AVMetadataQuickTimeMetadataKeyFrontAndBackCameraComposition|key|mdta|com.apple.quicktime.front-and-back-camera-composition|inferred
    AVMetadataQuickTimeMetadataKeyFrontAndBackCameraCompositionPictureInPictureRect|key|mdta|com.apple.quicktime.front-and-back-camera-composition-picture-in-picture-rect|inferred
    kCMMetadataKeySpace_QuickTimeUserData|keyspace|udta|udta|runtime
    kCMMetadataKeySpace_ISOUserData|keyspace|uiso|uiso|runtime
    kCMMetadataKeySpace_QuickTimeMetadata|keyspace|mdta|mdta|runtime
    kCMMetadataKeySpace_iTunes|keyspace|itsk|itsk|runtime
    kCMMetadataKeySpace_ID3|keyspace|org.id3|org.id3|runtime
    kCMMetadataKeySpace_Icy|keyspace|icy|icy|runtime
    kCMMetadataKeySpace_HLSDateRange|keyspace|lsdr|lsdr|runtime
    """
}
