// Made of the rows of FieldTable by GeneratedTableTests; do not edit.

extension Field {
  /// Title of the track, film or episode.
  public static var title: Field { Field(number: 0) }

  /// Artist, as credited.
  public static var artist: Field { Field(number: 1) }

  /// Album or collection.
  public static var album: Field { Field(number: 2) }

  /// Artist of the whole album.
  public static var albumArtist: Field { Field(number: 3) }

  /// Composer.
  public static var composer: Field { Field(number: 4) }

  /// Genre; ID3v1 and iTunes genre numbers are shown by name.
  public static var genre: Field { Field(number: 5) }

  /// Track number and track total.
  public static var track: Field { Field(number: 6) }

  /// Disc number and disc total.
  public static var disc: Field { Field(number: 7) }

  /// Release or recording date, as precise as the file stores it.
  public static var date: Field { Field(number: 8) }

  /// Comment; technical comments written by iTunes have their own fields.
  public static var comment: Field { Field(number: 9) }

  /// Lyrics.
  public static var lyrics: Field { Field(number: 10) }

  /// Copyright notice.
  public static var copyright: Field { Field(number: 11) }

  /// Short description.
  public static var description: Field { Field(number: 12) }

  /// Long description.
  public static var longDescription: Field { Field(number: 13) }

  /// Description of the series or of the store item.
  public static var seriesDescription: Field { Field(number: 14) }

  /// Keywords.
  public static var keywords: Field { Field(number: 15) }

  /// Subtitle, or a refinement of the title.
  public static var subtitle: Field { Field(number: 16) }

  /// Grouping of related tracks.
  public static var grouping: Field { Field(number: 17) }

  /// Work to which the movement belongs.
  public static var work: Field { Field(number: 18) }

  /// Name of the movement.
  public static var movement: Field { Field(number: 19) }

  /// Number of the movement.
  public static var movementNumber: Field { Field(number: 20) }

  /// Number of movements.
  public static var movementCount: Field { Field(number: 21) }

  /// Whether players show work and movement instead of the title.
  public static var showMovement: Field { Field(number: 22) }

  /// Title of the disc.
  public static var discSubtitle: Field { Field(number: 23) }

  /// Whether it belongs to a compilation.
  public static var compilation: Field { Field(number: 24) }

  /// Beats per minute.
  public static var bpm: Field { Field(number: 25) }

  /// Musical key.
  public static var key: Field { Field(number: 26) }

  /// Mood.
  public static var mood: Field { Field(number: 27) }

  /// Languages of the vocals or dialogue.
  public static var language: Field { Field(number: 28) }

  /// Sort form of the title.
  public static var titleSort: Field { Field(number: 29) }

  /// Sort form of the artist.
  public static var artistSort: Field { Field(number: 30) }

  /// Sort form of the album.
  public static var albumSort: Field { Field(number: 31) }

  /// Sort form of the album artist.
  public static var albumArtistSort: Field { Field(number: 32) }

  /// Sort form of the composer.
  public static var composerSort: Field { Field(number: 33) }

  /// Sort form of the television show.
  public static var showSort: Field { Field(number: 34) }

  /// Date of the first release.
  public static var originalDate: Field { Field(number: 35) }

  /// Year of the first release.
  public static var originalYear: Field { Field(number: 36) }

  /// Date of this release, if stored separately from the recording date.
  public static var releaseDate: Field { Field(number: 37) }

  /// Album of the first release.
  public static var originalAlbum: Field { Field(number: 38) }

  /// Title of the first release.
  public static var originalTitle: Field { Field(number: 39) }

  /// Name of the original file.
  public static var originalFilename: Field { Field(number: 40) }

  /// Pictures, which dumps list as `artwork`.
  public static var artwork: Field { Field(number: 41) }

  /// Chapters, which dumps list as `chapters`.
  public static var chapters: Field { Field(number: 42) }

  /// Synchronised lyrics, which dumps list as `items`.
  public static var syncedLyrics: Field { Field(number: 43) }

  /// Artists, listed individually.
  public static var artists: Field { Field(number: 44) }

  /// Album artists, listed individually.
  public static var albumArtists: Field { Field(number: 45) }

  /// Lyricist.
  public static var lyricist: Field { Field(number: 46) }

  /// Writer of the work or screenplay.
  public static var writer: Field { Field(number: 47) }

  /// Performers, with their instruments in brackets if known.
  public static var performer: Field { Field(number: 48) }

  /// Conductor.
  public static var conductor: Field { Field(number: 49) }

  /// Arranger.
  public static var arranger: Field { Field(number: 50) }

  /// Remixer.
  public static var remixer: Field { Field(number: 51) }

  /// Producer.
  public static var producer: Field { Field(number: 52) }

  /// Executive producer.
  public static var executiveProducer: Field { Field(number: 53) }

  /// Sound engineer.
  public static var engineer: Field { Field(number: 54) }

  /// Mixing engineer.
  public static var mixer: Field { Field(number: 55) }

  /// DJ mixer.
  public static var djMixer: Field { Field(number: 56) }

  /// Director.
  public static var director: Field { Field(number: 57) }

  /// Art director.
  public static var artDirector: Field { Field(number: 58) }

  /// Narrator.
  public static var narrator: Field { Field(number: 59) }

  /// Soloist.
  public static var soloist: Field { Field(number: 60) }

  /// Actors.
  public static var actors: Field { Field(number: 61) }

  /// Artist of the first release.
  public static var originalArtist: Field { Field(number: 62) }

  /// Lyricist of the first release.
  public static var originalLyricist: Field { Field(number: 63) }

  /// Record label or publisher.
  public static var label: Field { Field(number: 64) }

  /// Record company.
  public static var recordCompany: Field { Field(number: 65) }

  /// Phonogram copyright of the recording.
  public static var phonogramRights: Field { Field(number: 66) }

  /// Licence, or its URL.
  public static var license: Field { Field(number: 67) }

  /// Credits.
  public static var credits: Field { Field(number: 68) }

  /// Acknowledgement.
  public static var acknowledgement: Field { Field(number: 69) }

  /// Thanks.
  public static var thanks: Field { Field(number: 70) }

  /// Liner notes.
  public static var linerNotes: Field { Field(number: 71) }

  /// Owner of the file.
  public static var owner: Field { Field(number: 72) }

  /// Cast and crew, as an iTunes property list.
  public static var movieCredits: Field { Field(number: 73) }

  /// Kind of media: Music, Audiobook, Music Video, Movie, TV Show, Podcast, ....
  public static var mediaKind: Field { Field(number: 74) }

  /// None, Explicit or Clean.
  public static var advisory: Field { Field(number: 75) }

  /// Content rating: board, code, score and annotation.
  public static var contentRating: Field { Field(number: 76) }

  /// Classification of the media.
  public static var classification: Field { Field(number: 77) }

  /// The user's rating, 0 to 100; five stars are 100.
  public static var rating: Field { Field(number: 78) }

  /// Play count.
  public static var playCount: Field { Field(number: 79) }

  /// Whether this is a podcast.
  public static var podcast: Field { Field(number: 80) }

  /// URL of the podcast feed.
  public static var podcastURL: Field { Field(number: 81) }

  /// Episode identifier of the podcast.
  public static var podcastID: Field { Field(number: 82) }

  /// Podcast category.
  public static var podcastCategory: Field { Field(number: 83) }

  /// Whether it belongs to iTunes U.
  public static var iTunesU: Field { Field(number: 84) }

  /// Television show.
  public static var tvShow: Field { Field(number: 85) }

  /// Season number.
  public static var tvSeason: Field { Field(number: 86) }

  /// Episode number.
  public static var tvEpisode: Field { Field(number: 87) }

  /// Episode identifier.
  public static var tvEpisodeID: Field { Field(number: 88) }

  /// Television network.
  public static var tvNetwork: Field { Field(number: 89) }

  /// Series of the audiobook.
  public static var series: Field { Field(number: 90) }

  /// Position in the series.
  public static var seriesPart: Field { Field(number: 91) }

  /// User-defined collection.
  public static var collection: Field { Field(number: 92) }

  /// 0 for standard definition, 1 for 720p, 2 for 1080p, 3 for 4K.
  public static var hdVideo: Field { Field(number: 93) }

  /// Date and time of recording.
  public static var creationDate: Field { Field(number: 94) }

  /// Recording location in ISO 6709 format.
  public static var location: Field { Field(number: 95) }

  /// Name of the location.
  public static var locationName: Field { Field(number: 96) }

  /// Accuracy of the location in metres.
  public static var locationAccuracy: Field { Field(number: 97) }

  /// Note on the location.
  public static var locationNote: Field { Field(number: 98) }

  /// Manufacturer of the device.
  public static var make: Field { Field(number: 99) }

  /// Model of the device.
  public static var model: Field { Field(number: 100) }

  /// Model of the lens.
  public static var lensModel: Field { Field(number: 101) }

  /// F-number of the lens.
  public static var lensFNumber: Field { Field(number: 102) }

  /// Focal length on 35 mm film, in millimetres.
  public static var focalLength35mm: Field { Field(number: 103) }

  /// Identifier of the camera.
  public static var cameraID: Field { Field(number: 104) }

  /// Name of the camera.
  public static var cameraName: Field { Field(number: 105) }

  /// Camera angle.
  public static var cameraAngle: Field { Field(number: 106) }

  /// Reel.
  public static var reel: Field { Field(number: 107) }

  /// Scene.
  public static var scene: Field { Field(number: 108) }

  /// Shot.
  public static var shot: Field { Field(number: 109) }

  /// Identifier of the clip.
  public static var clipID: Field { Field(number: 110) }

  /// Frame rate of the camera.
  public static var captureFrameRate: Field { Field(number: 111) }

  /// Pairs the image and the video of a Live Photo.
  public static var contentIdentifier: Field { Field(number: 112) }

  /// Whether the Live Photo was captured automatically.
  public static var livePhotoAuto: Field { Field(number: 113) }

  /// Whether this is a montage.
  public static var isMontage: Field { Field(number: 114) }

  /// Whether playback at full frame rate is intended.
  public static var fullFrameRatePlayback: Field { Field(number: 115) }

  /// Direction in which the camera points.
  public static var facing: Field { Field(number: 116) }

  /// Direction of the camera movement.
  public static var motion: Field { Field(number: 117) }

  /// Information.
  public static var information: Field { Field(number: 118) }

  /// Description for people with impaired vision or hearing.
  public static var accessibilityDescription: Field { Field(number: 119) }

  /// Name of the track.
  public static var trackName: Field { Field(number: 120) }

  /// Name of the chapter.
  public static var chapterName: Field { Field(number: 121) }

  /// Warning.
  public static var warning: Field { Field(number: 122) }

  /// Disclaimer.
  public static var disclaimer: Field { Field(number: 123) }

  /// Playback requirements.
  public static var requirements: Field { Field(number: 124) }

  /// Original format.
  public static var originalFormat: Field { Field(number: 125) }

  /// Host computer.
  public static var hostComputer: Field { Field(number: 126) }

  /// Product.
  public static var product: Field { Field(number: 127) }

  /// Encoding program.
  public static var encoder: Field { Field(number: 128) }

  /// Person or organisation that encoded the file.
  public static var encodedBy: Field { Field(number: 129) }

  /// Encoder settings.
  public static var encoderSettings: Field { Field(number: 130) }

  /// Encoding date.
  public static var encodingDate: Field { Field(number: 131) }

  /// Tagging date.
  public static var taggingDate: Field { Field(number: 132) }

  /// Program or system that created the file.
  public static var software: Field { Field(number: 133) }

  /// Audio type.
  public static var fileType: Field { Field(number: 134) }

  /// Length declared by the tag, in milliseconds.
  public static var length: Field { Field(number: 135) }

  /// Silence between tracks, in milliseconds.
  public static var playlistDelay: Field { Field(number: 136) }

  /// Source medium.
  public static var media: Field { Field(number: 137) }

  /// Whether the album is played without gaps.
  public static var gapless: Field { Field(number: 138) }

  /// Encoder delay, padding and length, in the iTunes format.
  public static var gaplessInfo: Field { Field(number: 139) }

  /// Loudness, in the iTunes Sound Check format.
  public static var soundCheck: Field { Field(number: 140) }

  /// Disc signature of the Gracenote database.
  public static var iTunesCDDB1: Field { Field(number: 141) }

  /// Gracenote database identifiers.
  public static var iTunesCDDBIDs: Field { Field(number: 142) }

  /// Gracenote database track number.
  public static var iTunesCDDBTrackNumber: Field { Field(number: 143) }

  /// ReplayGain track gain in dB.
  public static var replayGainTrackGain: Field { Field(number: 144) }

  /// ReplayGain track peak; 1 is full scale.
  public static var replayGainTrackPeak: Field { Field(number: 145) }

  /// Track loudness range in dB.
  public static var replayGainTrackRange: Field { Field(number: 146) }

  /// ReplayGain album gain in dB.
  public static var replayGainAlbumGain: Field { Field(number: 147) }

  /// ReplayGain album peak; 1 is full scale.
  public static var replayGainAlbumPeak: Field { Field(number: 148) }

  /// Album loudness range in dB.
  public static var replayGainAlbumRange: Field { Field(number: 149) }

  /// ReplayGain reference loudness in LUFS.
  public static var replayGainReferenceLoudness: Field { Field(number: 150) }

  /// Gain of an Opus track to -23 LUFS, in steps of 1/256 dB.
  public static var r128TrackGain: Field { Field(number: 151) }

  /// Gain of an Opus album to -23 LUFS, in steps of 1/256 dB.
  public static var r128AlbumGain: Field { Field(number: 152) }

  /// Equaliser preset.
  public static var equalizerPreset: Field { Field(number: 153) }

  /// Encoder version and parameters.
  public static var encodingParameters: Field { Field(number: 154) }

  /// International Standard Recording Code.
  public static var isrc: Field { Field(number: 155) }

  /// Release barcode.
  public static var barcode: Field { Field(number: 156) }

  /// Catalogue number.
  public static var catalogNumber: Field { Field(number: 157) }

  /// Amazon Standard Identification Number.
  public static var asin: Field { Field(number: 158) }

  /// Script of the release text (ISO 15924).
  public static var script: Field { Field(number: 159) }

  /// Release country.
  public static var releaseCountry: Field { Field(number: 160) }

  /// Release status.
  public static var releaseStatus: Field { Field(number: 161) }

  /// Release types.
  public static var releaseType: Field { Field(number: 162) }

  /// MusicBrainz recording ID.
  public static var musicBrainzRecordingID: Field { Field(number: 163) }

  /// MusicBrainz release track ID.
  public static var musicBrainzTrackID: Field { Field(number: 164) }

  /// MusicBrainz release ID.
  public static var musicBrainzReleaseID: Field { Field(number: 165) }

  /// MusicBrainz release group ID.
  public static var musicBrainzReleaseGroupID: Field { Field(number: 166) }

  /// MusicBrainz artist IDs.
  public static var musicBrainzArtistID: Field { Field(number: 167) }

  /// MusicBrainz album artist IDs.
  public static var musicBrainzReleaseArtistID: Field { Field(number: 168) }

  /// MusicBrainz composer IDs.
  public static var musicBrainzComposerID: Field { Field(number: 169) }

  /// MusicBrainz work ID.
  public static var musicBrainzWorkID: Field { Field(number: 170) }

  /// MusicBrainz disc ID.
  public static var musicBrainzDiscID: Field { Field(number: 171) }

  /// MusicBrainz IDs of the original artists.
  public static var musicBrainzOriginalArtistID: Field { Field(number: 172) }

  /// MusicBrainz ID of the original release.
  public static var musicBrainzOriginalReleaseID: Field { Field(number: 173) }

  /// MusicBrainz TRM fingerprint.
  public static var musicBrainzTRMID: Field { Field(number: 174) }

  /// AcoustID identifier of the recording.
  public static var acoustID: Field { Field(number: 175) }

  /// AcoustID fingerprint.
  public static var acoustIDFingerprint: Field { Field(number: 176) }

  /// MusicIP fingerprint.
  public static var musicIPFingerprint: Field { Field(number: 177) }

  /// MusicIP identifier (PUID).
  public static var musicIPPUID: Field { Field(number: 178) }

  /// IMDb identifier.
  public static var imdbID: Field { Field(number: 179) }

  /// TMDB identifier.
  public static var tmdbID: Field { Field(number: 180) }

  /// Website of the artist.
  public static var website: Field { Field(number: 181) }

  /// Related URL.
  public static var url: Field { Field(number: 182) }

  /// URL of the audio file.
  public static var audioFileWebsite: Field { Field(number: 183) }

  /// URL of the audio source.
  public static var audioSourceWebsite: Field { Field(number: 184) }

  /// URL of a seller.
  public static var commercialURL: Field { Field(number: 185) }

  /// Website of the publisher.
  public static var publisherWebsite: Field { Field(number: 186) }

  /// Internet radio station.
  public static var radioStation: Field { Field(number: 187) }

  /// Owner of the radio station.
  public static var radioStationOwner: Field { Field(number: 188) }

  /// Website of the radio station.
  public static var radioStationWebsite: Field { Field(number: 189) }

  /// Date of purchase.
  public static var purchaseDate: Field { Field(number: 190) }

  /// Account that purchased the item.
  public static var accountName: Field { Field(number: 191) }

  /// Account type: 0 iTunes, 1 AOL.
  public static var accountKind: Field { Field(number: 192) }

  /// Country number of the store.
  public static var storeCountry: Field { Field(number: 193) }

  /// Item number in the store.
  public static var catalogID: Field { Field(number: 194) }

  /// Artist number in the store.
  public static var artistID: Field { Field(number: 195) }

  /// Composer number in the store.
  public static var composerID: Field { Field(number: 196) }

  /// Album number in the store.
  public static var albumID: Field { Field(number: 197) }

  /// Genre number in the store.
  public static var genreID: Field { Field(number: 198) }

  /// Identifier of the vendor.
  public static var vendorID: Field { Field(number: 199) }

  /// Identifier of the product.
  public static var productID: Field { Field(number: 200) }

  /// Flavour of the asset.
  public static var flavor: Field { Field(number: 201) }
}
