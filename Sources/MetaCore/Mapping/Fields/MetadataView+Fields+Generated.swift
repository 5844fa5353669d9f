// Made of the rows of FieldTable by GeneratedTableTests; do not edit.

extension MetadataView {
  /// Title of the track, film or episode.
  public var title: String? { text(0) }

  /// Artist, as credited.
  public var artist: [String] { texts(1) }

  /// Album or collection.
  public var album: String? { text(2) }

  /// Artist of the whole album.
  public var albumArtist: [String] { texts(3) }

  /// Composer.
  public var composer: [String] { texts(4) }

  /// Genre; ID3v1 and iTunes genre numbers are shown by name.
  public var genre: [String] { texts(5) }

  /// Track number and track total.
  public var track: NumberPair? { pair(6) }

  /// Disc number and disc total.
  public var disc: NumberPair? { pair(7) }

  /// Release or recording date, as precise as the file stores it.
  public var date: MetadataDate? { date(8) }

  /// Comment; technical comments written by iTunes have their own fields.
  public var comment: String? { text(9) }

  /// Lyrics.
  public var lyrics: String? { text(10) }

  /// Copyright notice.
  public var copyright: String? { text(11) }

  /// Short description.
  public var description: String? { text(12) }

  /// Long description.
  public var longDescription: String? { text(13) }

  /// Description of the series or of the store item.
  public var seriesDescription: String? { text(14) }

  /// Keywords.
  public var keywords: [String] { texts(15) }

  /// Subtitle, or a refinement of the title.
  public var subtitle: String? { text(16) }

  /// Grouping of related tracks.
  public var grouping: String? { text(17) }

  /// Work to which the movement belongs.
  public var work: String? { text(18) }

  /// Name of the movement.
  public var movement: String? { text(19) }

  /// Number of the movement.
  public var movementNumber: Int? { integer(20) }

  /// Number of movements.
  public var movementCount: Int? { integer(21) }

  /// Whether players show work and movement instead of the title.
  public var showMovement: Bool? { boolean(22) }

  /// Title of the disc.
  public var discSubtitle: String? { text(23) }

  /// Whether it belongs to a compilation.
  public var compilation: Bool? { boolean(24) }

  /// Beats per minute.
  public var bpm: Double? { real(25) }

  /// Musical key.
  public var key: String? { text(26) }

  /// Mood.
  public var mood: String? { text(27) }

  /// Languages of the vocals or dialogue.
  public var language: [String] { texts(28) }

  /// Sort form of the title.
  public var titleSort: String? { text(29) }

  /// Sort form of the artist.
  public var artistSort: String? { text(30) }

  /// Sort form of the album.
  public var albumSort: String? { text(31) }

  /// Sort form of the album artist.
  public var albumArtistSort: String? { text(32) }

  /// Sort form of the composer.
  public var composerSort: String? { text(33) }

  /// Sort form of the television show.
  public var showSort: String? { text(34) }

  /// Date of the first release.
  public var originalDate: MetadataDate? { date(35) }

  /// Year of the first release.
  public var originalYear: String? { text(36) }

  /// Date of this release, if stored separately from the recording date.
  public var releaseDate: MetadataDate? { date(37) }

  /// Album of the first release.
  public var originalAlbum: String? { text(38) }

  /// Title of the first release.
  public var originalTitle: String? { text(39) }

  /// Name of the original file.
  public var originalFilename: String? { text(40) }

  /// Artists, listed individually.
  public var artists: [String] { texts(44) }

  /// Album artists, listed individually.
  public var albumArtists: [String] { texts(45) }

  /// Lyricist.
  public var lyricist: [String] { texts(46) }

  /// Writer of the work or screenplay.
  public var writer: [String] { texts(47) }

  /// Performers, with their instruments in brackets if known.
  public var performer: [String] { texts(48) }

  /// Conductor.
  public var conductor: [String] { texts(49) }

  /// Arranger.
  public var arranger: [String] { texts(50) }

  /// Remixer.
  public var remixer: [String] { texts(51) }

  /// Producer.
  public var producer: [String] { texts(52) }

  /// Executive producer.
  public var executiveProducer: [String] { texts(53) }

  /// Sound engineer.
  public var engineer: [String] { texts(54) }

  /// Mixing engineer.
  public var mixer: [String] { texts(55) }

  /// DJ mixer.
  public var djMixer: [String] { texts(56) }

  /// Director.
  public var director: [String] { texts(57) }

  /// Art director.
  public var artDirector: [String] { texts(58) }

  /// Narrator.
  public var narrator: [String] { texts(59) }

  /// Soloist.
  public var soloist: [String] { texts(60) }

  /// Actors.
  public var actors: [String] { texts(61) }

  /// Artist of the first release.
  public var originalArtist: String? { text(62) }

  /// Lyricist of the first release.
  public var originalLyricist: String? { text(63) }

  /// Record label or publisher.
  public var label: String? { text(64) }

  /// Record company.
  public var recordCompany: String? { text(65) }

  /// Phonogram copyright of the recording.
  public var phonogramRights: String? { text(66) }

  /// Licence, or its URL.
  public var license: String? { text(67) }

  /// Credits.
  public var credits: String? { text(68) }

  /// Acknowledgement.
  public var acknowledgement: String? { text(69) }

  /// Thanks.
  public var thanks: String? { text(70) }

  /// Liner notes.
  public var linerNotes: String? { text(71) }

  /// Owner of the file.
  public var owner: String? { text(72) }

  /// Cast and crew, as an iTunes property list.
  public var movieCredits: String? { text(73) }

  /// Kind of media: Music, Audiobook, Music Video, Movie, TV Show, Podcast, ....
  public var mediaKind: String? { text(74) }

  /// None, Explicit or Clean.
  public var advisory: String? { text(75) }

  /// Content rating: board, code, score and annotation.
  public var contentRating: String? { text(76) }

  /// Classification of the media.
  public var classification: String? { text(77) }

  /// The user's rating, 0 to 100; five stars are 100.
  public var rating: Int? { integer(78) }

  /// Play count.
  public var playCount: Int? { integer(79) }

  /// Whether this is a podcast.
  public var podcast: Bool? { boolean(80) }

  /// URL of the podcast feed.
  public var podcastURL: String? { text(81) }

  /// Episode identifier of the podcast.
  public var podcastID: String? { text(82) }

  /// Podcast category.
  public var podcastCategory: String? { text(83) }

  /// Whether it belongs to iTunes U.
  public var iTunesU: Bool? { boolean(84) }

  /// Television show.
  public var tvShow: String? { text(85) }

  /// Season number.
  public var tvSeason: Int? { integer(86) }

  /// Episode number.
  public var tvEpisode: Int? { integer(87) }

  /// Episode identifier.
  public var tvEpisodeID: String? { text(88) }

  /// Television network.
  public var tvNetwork: String? { text(89) }

  /// Series of the audiobook.
  public var series: String? { text(90) }

  /// Position in the series.
  public var seriesPart: String? { text(91) }

  /// User-defined collection.
  public var collection: String? { text(92) }

  /// 0 for standard definition, 1 for 720p, 2 for 1080p, 3 for 4K.
  public var hdVideo: Int? { integer(93) }

  /// Date and time of recording.
  public var creationDate: MetadataDate? { date(94) }

  /// Recording location in ISO 6709 format.
  public var location: Location? { location(95) }

  /// Name of the location.
  public var locationName: String? { text(96) }

  /// Accuracy of the location in metres.
  public var locationAccuracy: Double? { real(97) }

  /// Note on the location.
  public var locationNote: String? { text(98) }

  /// Manufacturer of the device.
  public var make: String? { text(99) }

  /// Model of the device.
  public var model: String? { text(100) }

  /// Model of the lens.
  public var lensModel: String? { text(101) }

  /// F-number of the lens.
  public var lensFNumber: String? { text(102) }

  /// Focal length on 35 mm film, in millimetres.
  public var focalLength35mm: Double? { real(103) }

  /// Identifier of the camera.
  public var cameraID: String? { text(104) }

  /// Name of the camera.
  public var cameraName: String? { text(105) }

  /// Camera angle.
  public var cameraAngle: String? { text(106) }

  /// Reel.
  public var reel: String? { text(107) }

  /// Scene.
  public var scene: String? { text(108) }

  /// Shot.
  public var shot: String? { text(109) }

  /// Identifier of the clip.
  public var clipID: String? { text(110) }

  /// Frame rate of the camera.
  public var captureFrameRate: Double? { real(111) }

  /// Pairs the image and the video of a Live Photo.
  public var contentIdentifier: String? { text(112) }

  /// Whether the Live Photo was captured automatically.
  public var livePhotoAuto: Bool? { boolean(113) }

  /// Whether this is a montage.
  public var isMontage: Bool? { boolean(114) }

  /// Whether playback at full frame rate is intended.
  public var fullFrameRatePlayback: Bool? { boolean(115) }

  /// Direction in which the camera points.
  public var facing: String? { text(116) }

  /// Direction of the camera movement.
  public var motion: String? { text(117) }

  /// Information.
  public var information: String? { text(118) }

  /// Description for people with impaired vision or hearing.
  public var accessibilityDescription: String? { text(119) }

  /// Name of the track.
  public var trackName: String? { text(120) }

  /// Name of the chapter.
  public var chapterName: String? { text(121) }

  /// Warning.
  public var warning: String? { text(122) }

  /// Disclaimer.
  public var disclaimer: String? { text(123) }

  /// Playback requirements.
  public var requirements: String? { text(124) }

  /// Original format.
  public var originalFormat: String? { text(125) }

  /// Host computer.
  public var hostComputer: String? { text(126) }

  /// Product.
  public var product: String? { text(127) }

  /// Encoding program.
  public var encoder: String? { text(128) }

  /// Person or organisation that encoded the file.
  public var encodedBy: String? { text(129) }

  /// Encoder settings.
  public var encoderSettings: String? { text(130) }

  /// Encoding date.
  public var encodingDate: MetadataDate? { date(131) }

  /// Tagging date.
  public var taggingDate: MetadataDate? { date(132) }

  /// Program or system that created the file.
  public var software: String? { text(133) }

  /// Audio type.
  public var fileType: String? { text(134) }

  /// Length declared by the tag, in milliseconds.
  public var length: Int? { integer(135) }

  /// Silence between tracks, in milliseconds.
  public var playlistDelay: Int? { integer(136) }

  /// Source medium.
  public var media: String? { text(137) }

  /// Whether the album is played without gaps.
  public var gapless: Bool? { boolean(138) }

  /// Encoder delay, padding and length, in the iTunes format.
  public var gaplessInfo: String? { text(139) }

  /// Loudness, in the iTunes Sound Check format.
  public var soundCheck: String? { text(140) }

  /// Disc signature of the Gracenote database.
  public var iTunesCDDB1: String? { text(141) }

  /// Gracenote database identifiers.
  public var iTunesCDDBIDs: String? { text(142) }

  /// Gracenote database track number.
  public var iTunesCDDBTrackNumber: String? { text(143) }

  /// ReplayGain track gain in dB.
  public var replayGainTrackGain: Double? { real(144) }

  /// ReplayGain track peak; 1 is full scale.
  public var replayGainTrackPeak: Double? { real(145) }

  /// Track loudness range in dB.
  public var replayGainTrackRange: Double? { real(146) }

  /// ReplayGain album gain in dB.
  public var replayGainAlbumGain: Double? { real(147) }

  /// ReplayGain album peak; 1 is full scale.
  public var replayGainAlbumPeak: Double? { real(148) }

  /// Album loudness range in dB.
  public var replayGainAlbumRange: Double? { real(149) }

  /// ReplayGain reference loudness in LUFS.
  public var replayGainReferenceLoudness: Double? { real(150) }

  /// Gain of an Opus track to -23 LUFS, in steps of 1/256 dB.
  public var r128TrackGain: Int? { integer(151) }

  /// Gain of an Opus album to -23 LUFS, in steps of 1/256 dB.
  public var r128AlbumGain: Int? { integer(152) }

  /// Equaliser preset.
  public var equalizerPreset: String? { text(153) }

  /// Encoder version and parameters.
  public var encodingParameters: String? { text(154) }

  /// International Standard Recording Code.
  public var isrc: String? { text(155) }

  /// Release barcode.
  public var barcode: String? { text(156) }

  /// Catalogue number.
  public var catalogNumber: String? { text(157) }

  /// Amazon Standard Identification Number.
  public var asin: String? { text(158) }

  /// Script of the release text (ISO 15924).
  public var script: String? { text(159) }

  /// Release country.
  public var releaseCountry: String? { text(160) }

  /// Release status.
  public var releaseStatus: String? { text(161) }

  /// Release types.
  public var releaseType: [String] { texts(162) }

  /// MusicBrainz recording ID.
  public var musicBrainzRecordingID: String? { text(163) }

  /// MusicBrainz release track ID.
  public var musicBrainzTrackID: String? { text(164) }

  /// MusicBrainz release ID.
  public var musicBrainzReleaseID: String? { text(165) }

  /// MusicBrainz release group ID.
  public var musicBrainzReleaseGroupID: String? { text(166) }

  /// MusicBrainz artist IDs.
  public var musicBrainzArtistID: [String] { texts(167) }

  /// MusicBrainz album artist IDs.
  public var musicBrainzReleaseArtistID: [String] { texts(168) }

  /// MusicBrainz composer IDs.
  public var musicBrainzComposerID: [String] { texts(169) }

  /// MusicBrainz work ID.
  public var musicBrainzWorkID: String? { text(170) }

  /// MusicBrainz disc ID.
  public var musicBrainzDiscID: String? { text(171) }

  /// MusicBrainz IDs of the original artists.
  public var musicBrainzOriginalArtistID: [String] { texts(172) }

  /// MusicBrainz ID of the original release.
  public var musicBrainzOriginalReleaseID: String? { text(173) }

  /// MusicBrainz TRM fingerprint.
  public var musicBrainzTRMID: String? { text(174) }

  /// AcoustID identifier of the recording.
  public var acoustID: String? { text(175) }

  /// AcoustID fingerprint.
  public var acoustIDFingerprint: String? { text(176) }

  /// MusicIP fingerprint.
  public var musicIPFingerprint: String? { text(177) }

  /// MusicIP identifier (PUID).
  public var musicIPPUID: String? { text(178) }

  /// IMDb identifier.
  public var imdbID: String? { text(179) }

  /// TMDB identifier.
  public var tmdbID: String? { text(180) }

  /// Website of the artist.
  public var website: String? { text(181) }

  /// Related URL.
  public var url: String? { text(182) }

  /// URL of the audio file.
  public var audioFileWebsite: String? { text(183) }

  /// URL of the audio source.
  public var audioSourceWebsite: String? { text(184) }

  /// URL of a seller.
  public var commercialURL: String? { text(185) }

  /// Website of the publisher.
  public var publisherWebsite: String? { text(186) }

  /// Internet radio station.
  public var radioStation: String? { text(187) }

  /// Owner of the radio station.
  public var radioStationOwner: String? { text(188) }

  /// Website of the radio station.
  public var radioStationWebsite: String? { text(189) }

  /// Date of purchase.
  public var purchaseDate: MetadataDate? { date(190) }

  /// Account that purchased the item.
  public var accountName: String? { text(191) }

  /// Account type: 0 iTunes, 1 AOL.
  public var accountKind: Int? { integer(192) }

  /// Country number of the store.
  public var storeCountry: Int? { integer(193) }

  /// Item number in the store.
  public var catalogID: Int? { integer(194) }

  /// Artist number in the store.
  public var artistID: Int? { integer(195) }

  /// Composer number in the store.
  public var composerID: Int? { integer(196) }

  /// Album number in the store.
  public var albumID: Int? { integer(197) }

  /// Genre number in the store.
  public var genreID: Int? { integer(198) }

  /// Identifier of the vendor.
  public var vendorID: String? { text(199) }

  /// Identifier of the product.
  public var productID: String? { text(200) }

  /// Flavour of the asset.
  public var flavor: String? { text(201) }
}
