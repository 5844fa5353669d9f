/// The metadata of one file, loaded so that it can be copied to other files: fields, pictures and
/// chapters; items that belong to no field are not copied (``remaining(of:)``).
///
/// ``edits(of:_:)`` returns the edits for a target file.
package struct MetadataTransfer: Sendable {
  /// The handling of existing metadata in the file to which metadata is copied: fields, pictures
  /// and chapters.
  package enum Mode: Sendable {
    /// Existing metadata that is also in the copied metadata is replaced.
    case set
    /// The existing metadata is kept, and only missing metadata is copied.
    case merge
    /// All existing metadata is removed, except for what ``MetadataEdit/clear(keeping:)`` always
    /// keeps.
    case replace
  }

  private var values: [(field: Field, values: [MetadataValue])] = []
  private var pictures: [Artwork]?
  private var chapters: [Chapter]?
  /// The private data in the pictures, and the pictures that were not inspected.
  package private(set) var privacy = PrivateData.Report()

  /// Selects metadata of a file (all of it if `fields` is nil), and removes private data from
  /// pictures if the copy is for sharing.
  ///
  /// All values are loaded, because locations in this file have no meaning in another file.
  ///
  /// - Throws: The errors from ``DataValue/load(from:limit:)`` if a picture or another binary value
  ///   cannot be read.
  package init(
    _ document: Document, in source: any ByteSource, fields: [Field]? = nil,
    isForSharing: Bool = false
  ) throws(ParseError) {
    func isWanted(_ field: Field) -> Bool { fields?.contains(field) ?? true }
    for entry in MetadataView(document).entries where isWanted(entry.field) {
      let value = try entry.value.loaded(from: source)
      if case .list(let all) = value, entry.field.isList {
        values.append((entry.field, all))
      } else {
        values.append((entry.field, [value]))
      }
    }
    for field in Field.all where isWanted(field) {
      switch field.kind {
      case .artwork where !document.artwork.isEmpty:
        pictures = try document.artwork.map { (artwork) throws(ParseError) in
          try artwork.loaded(from: source)
        }
      case .chapters where !document.chapters.isEmpty:
        chapters = try document.chapters.loaded(from: source)
      default: break
      }
    }
    if isForSharing { try removePrivate(source) }
  }

  /// Removes private data from the pictures of the file and its chapters.
  private mutating func removePrivate(_ source: any ByteSource) throws(ParseError) {
    if var clean = pictures {
      for index in clean.indices {
        clean[index].data = plain(clean[index].data, at: "artwork \(index)")
      }
      pictures = clean
    }
    for (index, chapter) in (chapters ?? []).enumerated() {
      guard let image = chapter.image else { continue }
      let bytes = try image.load(from: source)
      let clean = plain(.bytes(bytes), at: "chapter \(index)")
      chapters?[index].image = clean
    }
  }

  /// Returns a picture without private data, and adds the findings to the report.
  private mutating func plain(_ picture: DataValue, at place: String) -> DataValue {
    var pictures = PrivateImageData(place: place)
    pictures.isPicture = true
    let clean = pictures.plain(picture)
    privacy = privacy + pictures.report
    return clean
  }

  /// Returns the edits that apply the metadata to a file.
  package func edits(of document: Document, _ mode: Mode) -> [MetadataEdit] {
    var edits: [MetadataEdit] = mode == .replace ? [.clear(keeping: [])] : []
    let view = mode == .merge ? MetadataView(document) : nil
    for (field, values) in values where view?[field] == nil {
      edits.append(.set(.field(field), values))
    }
    if let pictures, mode != .merge || document.artwork.isEmpty {
      edits.append(.setArtwork(pictures))
    }
    if let chapters, mode != .merge || document.chapters.isEmpty {
      edits.append(.setChapters(chapters))
    }
    return edits
  }

  /// Returns the items of the whole file that belong to no field and are therefore not copied.
  package static func remaining(of document: Document) -> [MetadataItem] {
    let claims = FieldClaims(document.items, precedence: document.precedence, countsEmpty: true)
    let claimed = Set(claims.claims.map { Int($0.item) } + document.artwork.map(\.item))
    return document.items.enumerated().compactMap { index, item in
      claimed.contains(index) || !item.isOfWholeFile || isOfChapter(item, document) ? nil : item
    }
  }

  /// Whether an item is one of those from which the chapters were read.
  private static func isOfChapter(_ item: MetadataItem, _ document: Document) -> Bool {
    item.keySpace == .vorbis && !document.chapters.isEmpty
      && VorbisChapters.part(of: item.key.description) != nil
  }

  /// Returns the edits that move the metadata to the preferred containers of a file that has it in
  /// other containers.
  func movingEdits() -> [MetadataEdit] {
    var edits: [MetadataEdit] = []
    for (field, values) in values {
      edits += [.set(.field(field), []), .set(.field(field), values)]
    }
    if let pictures { edits += [.setArtwork([]), .setArtwork(pictures)] }
    return edits
  }
}
