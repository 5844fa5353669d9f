public import MetaCore

/// A song, film or podcast as an editor shows it: the model object of a window with a control for
/// each property.
///
/// It is the same for every format: MetaCore's converters bring the artwork, numbers, genres and
/// comments of iTunes, ID3, Vorbis comments and the others to one form and back.
///
///     var item = try await MediaItem(path: "song.m4a")
///     item.values.name = "Blue Train (live)"
///     item.values.track.number = 3
///     try await item.save()
public struct MediaItem: Sendable {
  /// What can be edited.
  public struct Values: Sendable, Equatable {
    /// The title.
    public var name: String?
    /// The artists.
    public var artists: [String] = []
    /// The artists of the whole album.
    public var albumArtists: [String] = []
    /// The genres.
    public var genres: [String] = []
    /// The comment.
    public var comment: String?
    /// The number of the track, and how many there are.
    public var track = NumberPair(number: nil)
    /// The number of the disc, and how many there are.
    public var disc = NumberPair(number: nil)
    /// The front cover, or else the first picture.
    public var artwork: Artwork?
  }

  /// The file.
  public let path: String
  /// The values as they are edited.
  public var values: Values
  /// The values of the file.
  public private(set) var saved: Values

  /// Reads a file.
  public init(path: String) async throws(MetaError) {
    self.path = path
    let (fields, artwork) = try await Asset(path).load(.fields, .artwork)
    values = Values(fields, artwork)
    saved = values
  }

  /// Whether something was edited and not saved.
  public var isEdited: Bool { values != saved }

  /// Discards what was edited and not saved.
  public mutating func revert() { values = saved }

  // MARK: Saving

  /// Writes what was edited into the file, without touching a sample of its media.
  public mutating func save() async throws(MetaError) {
    try await Asset(path).apply(edits)
    self = try await MediaItem(path: path)
  }

  /// Exports the media with the edited values into a new file, whose extension names the type.
  ///
  /// The file itself stays as it is.
  public func export(to output: String) async throws(MetaError) {
    let session = ExportSession(asset: Asset(path))
    session.options.edits = edits
    try await session.export(to: output)
  }

  /// The edits from the saved to the edited values; items that were not edited keep their bytes.
  public var edits: [MetadataEdit] {
    var edits: [MetadataEdit] = []
    let (old, new) = (saved.fields, values.fields)
    for (field, value) in new where old[field] != value {
      edits.append(.set(.field(field), value.listValue ?? [value]))
    }
    for field in old.keys where new[field] == nil { edits.append(.set(field)) }
    if values.artwork != saved.artwork {
      edits.append(.setArtwork(values.artwork.map { [$0] } ?? []))
    }
    return edits
  }

  // MARK: Items

  /// The edited values as items of a key space, as a writer of new files needs them, and what of
  /// them the key space cannot store.
  public func items(
    for keySpace: KeySpace
  ) -> (items: [MetadataItem], losses: [ConversionLoss]) {
    let converter = ItemConverter(to: keySpace)
    var (items, losses): ([MetadataItem], [ConversionLoss]) = ([], [])
    for (field, value) in values.fields.sorted(by: { $0.key.name < $1.key.name }) {
      let conversion = converter.items(for: field, value)
      items += conversion.items
      losses += conversion.losses
    }
    if let artwork = values.artwork, let item = converter.item(for: artwork) { items.append(item) }
    return (items, losses)
  }
}

extension MediaItem.Values {
  /// The values of a file.
  init(_ fields: MetadataView, _ pictures: [Artwork]) {
    name = fields.title
    artists = fields.artist
    albumArtists = fields.albumArtist
    genres = fields.genre
    comment = fields.comment
    track = fields.track ?? NumberPair(number: nil)
    disc = fields.disc ?? NumberPair(number: nil)
    artwork = pictures.first { $0.kind == .frontCover } ?? pictures.first
  }

  /// The values that are not empty, by field.
  var fields: [Field: MetadataValue] {
    var fields: [Field: MetadataValue] = [:]
    if let name, !name.isEmpty { fields[.title] = .string(name) }
    if let comment, !comment.isEmpty { fields[.comment] = .string(comment) }
    for (field, texts) in [(Field.artist, artists), (.albumArtist, albumArtists), (.genre, genres)]
    where !texts.isEmpty { fields[field] = .list(texts.map { .string($0) }) }
    // A number or a count of 0 removes the old one.
    if track.number != nil || track.count != nil { fields[.track] = track.complete }
    if disc.number != nil || disc.count != nil { fields[.disc] = disc.complete }
    return fields
  }
}

extension NumberPair {
  fileprivate var complete: MetadataValue { .pair(number ?? 0, of: count ?? 0) }
}
