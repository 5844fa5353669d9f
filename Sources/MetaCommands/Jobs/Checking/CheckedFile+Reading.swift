internal import MetaCore

extension CheckedFile {
  /// Reads the facts about a file that the rules compare.
  init(_ path: InputPath, _ reading: InspectedFile) {
    self.init(path: path)
    let document = reading.document
    isMusic = document.isMusic
    let view = MetadataView(document)
    title = view[.title]?.stringValue
    artists = view[.artist]?.stringValues ?? []
    album = view[.album]?.stringValue
    albumArtists = view[.albumArtist]?.stringValues ?? []
    genres = view[.genre]?.stringValues ?? []
    year = view[.date]?.dateValue?.year
    track = view[.track]?.pairValue?.withoutNoughts
    disc = view[.disc]?.pairValue?.withoutNoughts
    isCompilation = view[.compilation]?.booleanValue ?? false
    conflicts = view.conflicts
    garbled = view.entries.flatMap(CheckedFile.garbled)
    covers = document.artwork.map { Cover($0, of: document, from: reading.source) }
    media.damage = document.diagnostics.filter(\.isDamage).map(\.description)
  }

  /// Returns the values of a text field that were decoded with the wrong code page or have lost
  /// characters.
  private static func garbled(_ entry: MetadataView.Entry) -> [GarbledField] {
    guard entry.field.kind == .text else { return [] }
    return entry.value.stringValues.compactMap { text in
      GarbledText(text).map { GarbledField(field: entry.field, text: $0) }
    }
  }
}

extension CheckedFile.Cover {
  /// Reads the facts about a picture in a file, with its digest instead of its bytes.
  fileprivate init(_ artwork: Artwork, of document: Document, from source: any ByteSource) {
    isFront = artwork.kind == .frontCover
    hasKind = document.items[artwork.item][extra: .pictureType] != nil
    width = artwork.width
    height = artwork.height
    digest = try? artwork.data.sha256(from: source)
  }
}

extension CheckedFile.MediaFacts {
  /// Converts a report from `verify`.
  init(_ report: VerifyReport) {
    digest = report.digest?.tracks.filter { $0.sampleCount > 0 }.map(\.media)
    damage = report.problems
    gaps = report.integrity.gaps
  }
}

extension Document {
  /// Whether the file has audio and no video; chapter images do not count as video.
  fileprivate var isMusic: Bool {
    let chapters = chapterTracks
    return tracks.contains { $0.mediaType == .audio }
      && !tracks.contains { $0.mediaType == .video && !chapters.contains($0.id) }
  }
}

extension NumberPair {
  /// The pair with nil instead of 0, because 0 means that a number is unknown.
  fileprivate var withoutNoughts: NumberPair {
    NumberPair(
      number: number == 0 ? nil : number, count: count == 0 ? nil : count, label: label)
  }
}
