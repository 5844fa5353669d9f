/// Creates the metadata atoms (`udta` and `meta`) of a new movie and its tracks by editing the
/// movie without its samples, and copying the resulting atoms.
struct MovieMetadata {
  private let items: [MetadataItem]
  private let tracks: [AssetWriterInput]
  /// The gapless playback information of an audio file, in iTunes' format.
  private var gapless: MetadataEdit?

  init(_ items: [MetadataItem], tracks: [AssetWriterInput]) {
    self.items = items
    self.tracks = tracks
  }

  /// Adds gapless playback information to an audio file if decoders output samples before the
  /// actual audio.
  mutating func addGaplessInfo(of movie: NewMovie) {
    guard movie.target.isAudioOnly, let field = Field.named("gaplessInfo"),
      let track = movie.tracks.first(where: { $0.handler == .soun }),
      track.descriptions.entries.first?.format == .mp4a,
      let gaplessInfo = track.samples.gapless(track.parts), gaplessInfo.before > 0
    else { return }
    gapless = .set(.field(field), [.string(gaplessInfo.itunesText)])
  }

  /// Adds the metadata atoms to the movie and its tracks.
  ///
  /// - Throws: `EditRefusal` if the movie has no container for an item, or ``ParseError``.
  func add(to movie: inout NewMovie) throws {
    let edits = edits(of: movie)
    guard !edits.isEmpty else { return }
    let bytes = try edited(movie.withoutSamples, edits)
    let window = SourceWindow(DataSource(bytes))
    guard let moov = try AtomTree(window).movie else { return }
    movie.metadata = try MovieMetadata.atoms(of: moov, in: window)
    var index = 0
    for trak in moov.children where trak.type == .trak && index < movie.tracks.count {
      movie.tracks[index].metadata = try MovieMetadata.atoms(of: trak, in: window)
      index += 1
    }
  }

  /// Returns the metadata atoms of a movie or track: `udta` and `meta`.
  private static func atoms(of parent: Atom, in window: SourceWindow) throws(ParseError) -> [UInt8]
  {
    var bytes: [UInt8] = []
    for atom in parent.children where atom.type == .udta || atom.type == .meta {
      bytes += try window.bytes(at: atom.offset, count: Int(clamping: atom.size)).bytes
    }
    return bytes
  }

  /// Returns a movie without samples after the edits, which are planned as for a movie file.
  private func edited(_ movie: NewMovie, _ edits: [MetadataEdit]) throws -> [UInt8] {
    let bytes = movie.brands() + movie.encoded()
    let source = DataSource(bytes)
    let reader = try FormatReader(source)
    let document = try reader.document()
    var resolved = try EditResolver.resolve(
      edits, for: document, insertionPoints: reader.insertionPoints(of: document))
    guard !resolved.edit.isEmpty else { return bytes }
    let shape = LayoutConstraints(movement: .free, padding: 0)
    guard let plan = try reader.plan(resolved.edit, of: document, shape: shape) else {
      return bytes
    }
    try resolved.checkPromise(
      plan.rewrite, of: source, document, values: source, allowingLoss: false)
    let new = PlannedSource(plan.rewrite, of: source)
    return try new.read(at: 0, count: Int(clamping: plan.rewrite.newSize))
  }

  // MARK: Edits

  /// Returns the edits that add all items to the movie and its tracks.
  private func edits(of movie: NewMovie) -> [MetadataEdit] {
    var edits = [gapless].compactMap(\.self) + items.map { .addItem($0) }
    for track in movie.tracks {
      let input = tracks[Int(track.id) - 1]
      var trackEdits = input.metadata.map { MetadataEdit.addItem($0) }
      if let title = input.title {
        let name = MetadataIdentifier(rawValue: "udta/name")
        trackEdits.append(.set(.items(name, []), [.string(title)]))
      }
      edits += trackEdits.map { .onTrack(track.id, $0) }
    }
    return edits
  }
}

extension NewMovie {
  /// The same movie before its tracks have samples.
  fileprivate var withoutSamples: NewMovie {
    var movie = self
    for index in movie.tracks.indices { movie.tracks[index].samples = TrackSamples() }
    return movie
  }
}
