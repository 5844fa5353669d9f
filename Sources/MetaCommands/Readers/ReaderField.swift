internal import MetaCore

/// One field that `readers` compares with other readers, with its names in TagLib and libavformat:
/// a row of the table of compared fields.
struct ReaderField: Sendable {
  let field: Field
  /// The names in TagLib's property map and in libavformat's dictionaries; the first name with a
  /// value counts.
  let tagLib: [String]
  let libavformat: [String]
  /// The names of the count, if the field has one.
  var counts: [String] = []

  /// All compared fields.
  static let all = [
    ReaderField(field: .title, tagLib: ["TITLE"], libavformat: ["title"]),
    ReaderField(field: .artist, tagLib: ["ARTIST"], libavformat: ["artist"]),
    ReaderField(field: .album, tagLib: ["ALBUM"], libavformat: ["album"]),
    ReaderField(field: .albumArtist, tagLib: ["ALBUMARTIST"], libavformat: ["album_artist"]),
    ReaderField(field: .composer, tagLib: ["COMPOSER"], libavformat: ["composer"]),
    ReaderField(field: .genre, tagLib: ["GENRE"], libavformat: ["genre"]),
    ReaderField(
      field: .track, tagLib: ["TRACKNUMBER"], libavformat: ["track"],
      counts: ["TRACKTOTAL", "TOTALTRACKS"]),
    ReaderField(
      field: .disc, tagLib: ["DISCNUMBER"], libavformat: ["disc"],
      counts: ["DISCTOTAL", "TOTALDISCS"]),
    ReaderField(field: .date, tagLib: ["DATE"], libavformat: ["date"]),
    ReaderField(field: .comment, tagLib: ["COMMENT"], libavformat: ["comment"]),
    ReaderField(
      field: .lyrics, tagLib: ["LYRICS"], libavformat: ["lyrics", "lyrics-eng", "lyrics-XXX"]),
    ReaderField(field: .copyright, tagLib: ["COPYRIGHT"], libavformat: ["copyright"]),
    // Pictures are counted.
    ReaderField(field: .artwork, tagLib: [], libavformat: []),
  ]

  /// Returns the values from a reader.
  func values(in reading: ForeignReading) -> [String] {
    if field == .artwork { return ReaderFile.counted(reading.pictures) }
    let names = reading.reader == .tagLib ? tagLib : libavformat
    let values = names.lazy.map(reading.values(named:)).first { !$0.isEmpty } ?? []
    let count = counts.lazy.map(reading.values(named:)).first { !$0.isEmpty }
    guard let count = count?.first, values.count <= 1, values.first?.contains("/") != true
    else { return values }
    return ["\(values.first ?? "")/\(count)"]
  }

  /// Returns whether two lists of values agree; numbers and dates may be formatted differently.
  func agree(_ ours: [String], _ theirs: [String]) -> Bool {
    ours == theirs || normal(ours) == normal(theirs)
  }

  /// Returns values without trailing white space, with numbers and dates in a common format.
  private func normal(_ values: [String]) -> [String] {
    values.map { text in
      let trimmed = String(text.reversed().drop { $0.isWhitespace }.reversed())
      guard field.kind == .pair || field.kind == .date else { return trimmed }
      return field.value(of: trimmed).map(ValueText.line) ?? trimmed
    }
  }
}
