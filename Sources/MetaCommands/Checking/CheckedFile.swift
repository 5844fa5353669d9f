internal import MetaCore

/// The facts about one file that the rules of `check` compare: fields and digests, but no images or
/// media, so that the memory required for a library depends only on the number of files.
struct CheckedFile: Sendable {
  let path: InputPath
  /// Whether the file has audio and no video, and should therefore have a title, an artist, an
  /// album and a cover.
  var isMusic = false
  var title: String?
  var artists: [String] = []
  var album: String?
  var albumArtists: [String] = []
  var genres: [String] = []
  var year: Int?
  var track: NumberPair?
  var disc: NumberPair?
  /// Whether the file is marked as part of a compilation.
  var isCompilation = false
  var covers: [Cover] = []
  /// The fields with different values in different places.
  var conflicts: [MetadataView.Conflict] = []
  /// The text values that were decoded with the wrong code page or have lost characters.
  var garbled: [GarbledField] = []
  var media = MediaFacts()

  init(path: InputPath) { self.path = path }

  /// A picture in the file: its kind, its size in pixels, and a digest instead of its bytes.
  struct Cover: Sendable, Hashable {
    let isFront: Bool
    /// Whether the file specifies the kind of picture; in MP4, all pictures count as covers.
    var hasKind = true
    var width: Int?
    var height: Int?
    /// The SHA-256 of the picture's bytes, or nil if they could not be read.
    var digest: String?
  }

  /// A value of a text field that was decoded with the wrong code page or has lost characters, with
  /// its probable readings.
  struct GarbledField: Sendable {
    let field: Field
    let text: GarbledText
  }

  /// The damage in a file, and, if its media was read, the digests for finding duplicates and the
  /// checks that were not possible.
  ///
  /// Damage in headers is found without reading the media.
  struct MediaFacts: Sendable {
    /// The SHA-256 of the samples of each track, or nil if they were not read.
    var digest: [String]?
    /// The damage that was found.
    var damage: [String] = []
    /// The checks that were not possible.
    var gaps: [IntegrityGap] = []
  }

  /// The picture that players show: the front cover, or else the first picture.
  var cover: Cover? { covers.first(where: \.isFront) ?? covers.first }

  /// Returns the values of a name field as spelled in the file.
  func names(of field: Field) -> [String] {
    switch field {
    case .album: album.map { [$0] } ?? []
    case .albumArtist: albumArtists
    case .artist: artists
    case .genre: genres
    default: []
    }
  }
}
