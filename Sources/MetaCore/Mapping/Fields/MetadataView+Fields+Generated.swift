// Made of the rows of FieldTable by GeneratedTableTests; do not edit.

extension MetadataView {
  /// Title of the track, film or episode.
  public var title: String? { text(0) }

  /// Artist as credited.
  public var artist: [String] { texts(1) }

  /// Album or collection.
  public var album: String? { text(2) }

  /// Artist of the whole album.
  public var albumArtist: [String] { texts(3) }

  /// Composer.
  public var composer: [String] { texts(4) }

  /// Genre; the numbers of ID3v1 and iTunes are shown by name.
  public var genre: [String] { texts(5) }

  /// Number of the track, and how many there are.
  public var track: NumberPair? { pair(6) }

  /// Number of the disc, and how many there are.
  public var disc: NumberPair? { pair(7) }

  /// Date of release or recording, as far as the file gives it.
  public var date: MetadataDate? { date(8) }

  /// Comment; those of iTunes' machinery have fields of their own.
  public var comment: String? { text(9) }

  /// Words of the song.
  public var lyrics: String? { text(10) }

  /// Copyright notice.
  public var copyright: String? { text(11) }

  /// Short description.
  public var description: String? { text(12) }

  /// Long description.
  public var longDescription: String? { text(13) }

  /// Description of the series or store entry.
  public var seriesDescription: String? { text(14) }

  /// Keywords.
  public var keywords: [String] { texts(15) }

  /// Subtitle, or what refines the title.
  public var subtitle: String? { text(16) }

  /// Group of tracks that belong together.
  public var grouping: String? { text(17) }

  /// Work that the movement is part of.
  public var work: String? { text(18) }

  /// Name of the movement.
  public var movement: String? { text(19) }

  /// Number of the movement.
  public var movementNumber: Int? { integer(20) }

  /// How many movements there are.
  public var movementCount: Int? { integer(21) }

  /// Whether players show work and movement in place of the title.
  public var showMovement: Bool? { boolean(22) }

  /// Title of the disc.
  public var discSubtitle: String? { text(23) }

  /// Whether it is part of a compilation.
  public var compilation: Bool? { boolean(24) }

  /// Beats per minute.
  public var bpm: Double? { real(25) }

  /// Musical key.
  public var key: String? { text(26) }

  /// Mood.
  public var mood: String? { text(27) }

  /// Languages of the words.
  public var language: [String] { texts(28) }

  /// Title as it is sorted.
  public var titleSort: String? { text(29) }

  /// Artist as sorted.
  public var artistSort: String? { text(30) }

  /// Album as sorted.
  public var albumSort: String? { text(31) }

  /// Album artist as sorted.
  public var albumArtistSort: String? { text(32) }

  /// Composer as sorted.
  public var composerSort: String? { text(33) }

  /// Television show as sorted.
  public var showSort: String? { text(34) }

  /// Date of the first release.
  public var originalDate: MetadataDate? { date(35) }

  /// Year of the first release.
  public var originalYear: String? { text(36) }

  /// Date of this release, where it is kept apart from the date of recording.
  public var releaseDate: MetadataDate? { date(37) }

  /// Album of the first release.
  public var originalAlbum: String? { text(38) }

  /// Title of the first release.
  public var originalTitle: String? { text(39) }

  /// Name of the file that it was made from.
  public var originalFilename: String? { text(40) }

  /// Artists one by one.
  public var artists: [String] { texts(44) }

  /// Album artists one by one.
  public var albumArtists: [String] { texts(45) }

  /// Author of the words.
  public var lyricist: [String] { texts(46) }

  /// Author of the work or the script.
  public var writer: [String] { texts(47) }

  /// Performers, with their instrument in brackets where it is known.
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

  /// DJ who mixed it.
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

  /// Author of the words of the first release.
  public var originalLyricist: String? { text(63) }

  /// Record label or publisher.
  public var label: String? { text(64) }

  /// Record company.
  public var recordCompany: String? { text(65) }

  /// Rights in the recording.
  public var phonogramRights: String? { text(66) }

  /// Licence, or where it stands.
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

  /// Cast and crew as a property list of iTunes.
  public var movieCredits: String? { text(73) }

  /// Kind of media: Music, Audiobook, Music Video, Movie, TV Show, Podcast, ....
  public var mediaKind: String? { text(74) }

  /// None, Explicit or Clean.
  public var advisory: String? { text(75) }

  /// Rating of a film board: standard, code, score and annotation.
  public var contentRating: String? { text(76) }

  /// Classification of the media.
  public var classification: String? { text(77) }

  /// The user's rating, 0 to 100; five stars are 100.
  public var rating: Int? { integer(78) }

  /// How often it was played.
  public var playCount: Int? { integer(79) }

  /// Whether it is a podcast.
  public var podcast: Bool? { boolean(80) }

  /// Address of the podcast's feed.
  public var podcastURL: String? { text(81) }

  /// Identifier of the podcast's episode.
  public var podcastID: String? { text(82) }

  /// Category of the podcast.
  public var podcastCategory: String? { text(83) }

  /// Whether it belongs to iTunes U.
  public var iTunesU: Bool? { boolean(84) }

  /// Television show.
  public var tvShow: String? { text(85) }

  /// Number of the season.
  public var tvSeason: Int? { integer(86) }

  /// Number of the episode.
  public var tvEpisode: Int? { integer(87) }

  /// Identifier of the episode.
  public var tvEpisodeID: String? { text(88) }

  /// Television network.
  public var tvNetwork: String? { text(89) }

  /// Series of the audiobook.
  public var series: String? { text(90) }

  /// Part of the series.
  public var seriesPart: String? { text(91) }

  /// Collection of the user.
  public var collection: String? { text(92) }

  /// 0 standard definition, 1 720p, 2 1080p, 3 4K.
  public var hdVideo: Int? { integer(93) }

  /// When the recording was made.
  public var creationDate: MetadataDate? { date(94) }

  /// Where it was recorded, as ISO 6709 writes it.
  public var location: Location? { location(95) }

  /// Name of the place.
  public var locationName: String? { text(96) }

  /// Accuracy of the place in metres.
  public var locationAccuracy: Double? { real(97) }

  /// Note on the place.
  public var locationNote: String? { text(98) }

  /// Maker of the device.
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

  /// Pairs the picture and the film of a Live Photo.
  public var contentIdentifier: String? { text(112) }

  /// Whether a Live Photo was taken automatically.
  public var livePhotoAuto: Bool? { boolean(113) }

  /// Whether it is a montage.
  public var isMontage: Bool? { boolean(114) }

  /// Whether it is meant to be played at its full frame rate.
  public var fullFrameRatePlayback: Bool? { boolean(115) }

  /// Direction in which the camera looks.
  public var facing: String? { text(116) }

  /// Direction in which the camera moves.
  public var motion: String? { text(117) }

  /// Information.
  public var information: String? { text(118) }

  /// Description for people who cannot see or hear it.
  public var accessibilityDescription: String? { text(119) }

  /// Name of the track.
  public var trackName: String? { text(120) }

  /// Name of the chapter.
  public var chapterName: String? { text(121) }

  /// Warning.
  public var warning: String? { text(122) }

  /// Disclaimer.
  public var disclaimer: String? { text(123) }

  /// Special requirements of playback.
  public var requirements: String? { text(124) }

  /// Original format.
  public var originalFormat: String? { text(125) }

  /// Host computer.
  public var hostComputer: String? { text(126) }

  /// Product.
  public var product: String? { text(127) }

  /// Program that encoded it.
  public var encoder: String? { text(128) }

  /// Who encoded it.
  public var encodedBy: String? { text(129) }

  /// Settings of the encoder.
  public var encoderSettings: String? { text(130) }

  /// When it was encoded.
  public var encodingDate: MetadataDate? { date(131) }

  /// When it was tagged.
  public var taggingDate: MetadataDate? { date(132) }

  /// Program or system that made it.
  public var software: String? { text(133) }

  /// Type of the audio.
  public var fileType: String? { text(134) }

  /// Length that the tag claims, in milliseconds.
  public var length: Int? { integer(135) }

  /// Silence between tracks, in milliseconds.
  public var playlistDelay: Int? { integer(136) }

  /// Medium that it comes from.
  public var media: String? { text(137) }

  /// Whether the album plays without gaps.
  public var gapless: Bool? { boolean(138) }

  /// Encoder delay, padding and length as iTunes writes them.
  public var gaplessInfo: String? { text(139) }

  /// Loudness as iTunes writes it.
  public var soundCheck: String? { text(140) }

  /// Disc signature of the Gracenote data base.
  public var iTunesCDDB1: String? { text(141) }

  /// Identifiers of the Gracenote data base.
  public var iTunesCDDBIDs: String? { text(142) }

  /// Track number of the Gracenote data base.
  public var iTunesCDDBTrackNumber: String? { text(143) }

  /// ReplayGain of the track in dB.
  public var replayGainTrackGain: Double? { real(144) }

  /// Peak of the track; 1 is full scale.
  public var replayGainTrackPeak: Double? { real(145) }

  /// Loudness range of the track in dB.
  public var replayGainTrackRange: Double? { real(146) }

  /// ReplayGain of the album in dB.
  public var replayGainAlbumGain: Double? { real(147) }

  /// Peak of the album.
  public var replayGainAlbumPeak: Double? { real(148) }

  /// Loudness range of the album in dB.
  public var replayGainAlbumRange: Double? { real(149) }

  /// Loudness that ReplayGain refers to, in LUFS.
  public var replayGainReferenceLoudness: Double? { real(150) }

  /// Gain of an Opus track to -23 LUFS, in steps of 1/256 dB.
  public var r128TrackGain: Int? { integer(151) }

  /// Gain of an Opus album to -23 LUFS, in steps of 1/256 dB.
  public var r128AlbumGain: Int? { integer(152) }

  /// Preset of the equaliser.
  public var equalizerPreset: String? { text(153) }

  /// Version of the encoding tool.
  public var encodingParameters: String? { text(154) }

  /// International standard recording code.
  public var isrc: String? { text(155) }

  /// Barcode of the release.
  public var barcode: String? { text(156) }

  /// Catalogue number of the release.
  public var catalogNumber: String? { text(157) }

  /// Number of the release at Amazon.
  public var asin: String? { text(158) }

  /// Script of the titles (ISO 15924).
  public var script: String? { text(159) }

  /// Country of the release.
  public var releaseCountry: String? { text(160) }

  /// Status of the release.
  public var releaseStatus: String? { text(161) }

  /// Types of the release.
  public var releaseType: [String] { texts(162) }

  /// Recording at MusicBrainz.
  public var musicBrainzRecordingID: String? { text(163) }

  /// Track of the release at MusicBrainz.
  public var musicBrainzTrackID: String? { text(164) }

  /// Release at MusicBrainz.
  public var musicBrainzReleaseID: String? { text(165) }

  /// Release group at MusicBrainz.
  public var musicBrainzReleaseGroupID: String? { text(166) }

  /// Artists at MusicBrainz.
  public var musicBrainzArtistID: [String] { texts(167) }

  /// Album artists at MusicBrainz.
  public var musicBrainzReleaseArtistID: [String] { texts(168) }

  /// Composers at MusicBrainz.
  public var musicBrainzComposerID: [String] { texts(169) }

  /// Work at MusicBrainz.
  public var musicBrainzWorkID: String? { text(170) }

  /// Disc at MusicBrainz.
  public var musicBrainzDiscID: String? { text(171) }

  /// Original artists at MusicBrainz.
  public var musicBrainzOriginalArtistID: [String] { texts(172) }

  /// Original release at MusicBrainz.
  public var musicBrainzOriginalReleaseID: String? { text(173) }

  /// TRM fingerprint at MusicBrainz.
  public var musicBrainzTRMID: String? { text(174) }

  /// Identifier of the sound at AcoustID.
  public var acoustID: String? { text(175) }

  /// Fingerprint of the sound.
  public var acoustIDFingerprint: String? { text(176) }

  /// Fingerprint of MusicIP.
  public var musicIPFingerprint: String? { text(177) }

  /// Identifier of MusicIP.
  public var musicIPPUID: String? { text(178) }

  /// Identifier of the film at IMDb.
  public var imdbID: String? { text(179) }

  /// Identifier of the film at TMDB.
  public var tmdbID: String? { text(180) }

  /// Website of the artist.
  public var website: String? { text(181) }

  /// Address that goes with it.
  public var url: String? { text(182) }

  /// Address of the audio file.
  public var audioFileWebsite: String? { text(183) }

  /// Address of the source.
  public var audioSourceWebsite: String? { text(184) }

  /// Where it can be bought.
  public var commercialURL: String? { text(185) }

  /// Website of the publisher.
  public var publisherWebsite: String? { text(186) }

  /// Internet radio station.
  public var radioStation: String? { text(187) }

  /// Owner of the radio station.
  public var radioStationOwner: String? { text(188) }

  /// Website of the radio station.
  public var radioStationWebsite: String? { text(189) }

  /// When it was bought.
  public var purchaseDate: MetadataDate? { date(190) }

  /// Account that bought it.
  public var accountName: String? { text(191) }

  /// Kind of the account: 0 iTunes, 1 AOL.
  public var accountKind: Int? { integer(192) }

  /// Number of the store's country.
  public var storeCountry: Int? { integer(193) }

  /// Number of the item in the store.
  public var catalogID: Int? { integer(194) }

  /// Number of the artist in the store.
  public var artistID: Int? { integer(195) }

  /// Number of the composer in the store.
  public var composerID: Int? { integer(196) }

  /// Number of the album in the store.
  public var albumID: Int? { integer(197) }

  /// Number of the genre in the store.
  public var genreID: Int? { integer(198) }

  /// Identifier of the vendor.
  public var vendorID: String? { text(199) }

  /// Identifier of the product.
  public var productID: String? { text(200) }

  /// Flavour of the asset.
  public var flavor: String? { text(201) }
}
