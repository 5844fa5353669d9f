internal import MetaCore

/// What rules compare of a file: values and digests, never pictures or media.
struct CheckedFile: Sendable {
  let path: InputPath
  /// Whether it has sound and no video, so that a title, an artist, an album and a cover are
  /// expected.
  var isMusic = false
  var title: String?
  var artists: [String] = []
  var album: String?
  var albumArtists: [String] = []
  var genres: [String] = []
  var year: Int?
  var track: NumberPair?
  var disc: NumberPair?
  /// Whether it is marked as a part of a compilation.
  var isCompilation = false
  var covers: [Cover] = []
  /// The fields whose places disagree.
  var conflicts: [MetadataView.Conflict] = []
  /// Texts in the wrong code page.
  var garbled: [GarbledField] = []
  var media = MediaFacts()

  init(path: InputPath) { self.path = path }

  /// A picture, by its digest.
  struct Cover: Sendable, Hashable {
    let isFront: Bool
    /// Whether the file says what it shows; all pictures of MP4 are covers.
    var hasKind = true
    var width: Int?
    var height: Int?
    /// The SHA-256 of its bytes; nil where they could not be read.
    var digest: String?
  }

  /// A text of a field that is in the wrong code page.
  struct GarbledField: Sendable {
    let field: Field
    let text: GarbledText
  }

  /// What reading the media came to.
  struct MediaFacts: Sendable {
    /// The SHA-256 of the samples of each track; nil where they were not read, or are not read
    /// here.
    var digest: [String]?
    /// What is wrong with the file.
    var damage: [String] = []
    /// What cannot be known of it, by name.
    var gaps: [IntegrityGap] = []
  }

  /// The picture that players show: the front cover, or the first where none is called so.
  var cover: Cover? { covers.first(where: \.isFront) ?? covers.first }

  /// The values of a field that names something, as they are spelled.
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
