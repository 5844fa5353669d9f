// Attached pictures stored unchanged in a file.

extension PrivateTraces {
  /// Removes private data from the pictures among the items of a document, regardless of their
  /// keys; timed items are skipped.
  ///
  /// Pictures stored in a different form are handled elsewhere: pictures in Vorbis comments by the
  /// file formats, and all other pictures as items.
  mutating func addPictures(
    of document: Document, in window: SourceWindow
  ) throws(ParseError) {
    var numbers: [Int: Int] = [:]
    for artwork in document.artwork { numbers[artwork.item] = artwork.index }
    for (index, item) in document.items.enumerated() where item.timeRange == nil {
      let place =
        numbers[index].map { "artwork \($0)" }
        ?? "\(item.location.container.rawValue) \(item.identifier.rawValue)"
      let isPicture = ArtworkConverter.picture(item) != nil
      try addPictures(in: item.value, place, isPicture: isPicture, window)
    }
  }

  /// Adds the pictures in a value that stay in the file, including those in lists and records.
  private mutating func addPictures(
    in value: MetadataValue, _ place: String, isPicture: Bool, _ window: SourceWindow
  ) throws(ParseError) {
    switch value {
    case .data(.file(let location)):
      let range = location.offset..<(location.offset + max(0, location.count))
      add(try PictureTraces.find(in: range, of: window, place: place, isPicture: isPicture))
    case .list(let values):
      for value in values { try addPictures(in: value, place, isPicture: isPicture, window) }
    case .record(let parts):
      for part in parts { try addPictures(in: part.value, place, isPicture: isPicture, window) }
    default: break
    }
  }

  /// Merges the findings of a picture.
  mutating func add(_ picture: PictureTraces) {
    mask.add(picture.mask)
    report = report + picture.report
  }
}
