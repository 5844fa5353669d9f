public import MetaCore

/// A song, film or podcast in an editor: the model object of a window with a control for each
/// property.
///
/// It is the same for every format: MetaCore's converters map the artwork, numbers, genres and
/// comments of iTunes, ID3, Vorbis comments and other formats to one form and back.
///
///     var item = try await MediaItem(path: "song.m4a")
///     item.values.name = "Blue Train (live)"
///     item.values.track.number = 3
///     try await item.save()
public struct MediaItem: Sendable {
  /// The editable values.
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
    /// The track number and count.
    public var track = NumberPair(number: nil)
    /// The disc number and count.
    public var disc = NumberPair(number: nil)
    /// The front cover, or else the first picture.
    public var artwork: Artwork?
  }

  /// The file.
  public let path: String
  /// The current, possibly edited values.
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

  /// Whether there are unsaved edits.
  public var isEdited: Bool { values != saved }

  /// Discards unsaved edits.
  public mutating func revert() { values = saved }

  // MARK: Saving

  /// Writes the edits to the file, without touching its media samples.
  public mutating func save() async throws(MetaError) {
    try await Asset(path).apply(edits)
    self = try await MediaItem(path: path)
  }

  /// Exports the media with the edited values to a new file, whose extension determines the type.
  ///
  /// The file itself is unchanged.
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

  /// The edited values as items of a key space, for a writer of new files, and the losses of the
  /// conversion.
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
