internal import MetaCore

/// Finds names of albums, artists, album artists and genres whose spellings within an album differ
/// only in case and white space.
///
/// The repair is the spelling in at least two files and two thirds of the files that have the name,
/// if there is one.
struct SpellingRule: AlbumRule {
  let kinds: Set<FindingKind> = [.spelling]

  private static let fields: [Field] = [.album, .albumArtist, .artist, .genre]

  func findings(of album: CheckedAlbum, in files: [CheckedFile]) -> [Finding] {
    SpellingRule.fields.flatMap { field in
      SpellingRule.spellings(of: field, album, files).map { spread in
        SpellingRule.finding(spread, of: field, album, files)
      }
    }
  }

  /// Returns the spellings of each name that has several spellings.
  private static func spellings(
    of field: Field, _ album: CheckedAlbum, _ files: [CheckedFile]
  ) -> [ValueCounts<String>] {
    var names: [String] = []
    for file in album.files {
      for name in files[file].names(of: field).map(\.withoutCaseAndBlanks)
      where !names.contains(name) {
        names.append(name)
      }
    }
    return names.map { name in
      ValueCounts(album.files) { file in
        files[file].names(of: field).first { $0.withoutCaseAndBlanks == name }
      }
    }.filter(\.isUnequal)
  }

  /// Returns the finding about one name, with a repair for each file that deviates from the
  /// majority, if there is one.
  private static func finding(
    _ spread: ValueCounts<String>, of field: Field, _ album: CheckedAlbum, _ files: [CheckedFile]
  ) -> Finding {
    let fixes = spread.majority.map { right in
      spread.groups.dropFirst().flatMap { group in
        group.files.map {
          FieldFix(file: $0, field: field, replacements: [group.value: right])
        }
      }
    }
    return Finding(
      kind: .spelling, files: spread.deviating, album: album.title, field: field,
      message: "\(field.name) is spelled " + spread.sentence(\.quoted), fixes: fixes ?? [])
  }
}

/// Finds albums whose files have different album artists, or in which only some files have one.
struct AlbumArtistRule: AlbumRule {
  let kinds: Set<FindingKind> = [.albumArtistUnequal]

  func findings(of album: CheckedAlbum, in files: [CheckedFile]) -> [Finding] {
    album.unequal(.albumArtistUnequal, .albumArtist, files) { $0.albumArtists }
  }
}

/// Finds albums, except compilations, whose files have different genres, or in which only some
/// files have one.
struct GenreRule: AlbumRule {
  let kinds: Set<FindingKind> = [.genreUnequal]

  func findings(of album: CheckedAlbum, in files: [CheckedFile]) -> [Finding] {
    guard !album.isCompilation(files) else { return [] }
    return album.unequal(.genreUnequal, .genre, files) { $0.genres }
  }
}

/// Finds albums, except compilations, whose files have different years, or in which only some files
/// have one.
struct DateRule: AlbumRule {
  let kinds: Set<FindingKind> = [.dateUnequal]

  func findings(of album: CheckedAlbum, in files: [CheckedFile]) -> [Finding] {
    guard !album.isCompilation(files) else { return [] }
    return album.unequal(.dateUnequal, .date, files) { $0.year.map { [String($0)] } ?? [] }
  }
}

/// Finds albums whose files specify different disc totals.
struct DiscCountRule: AlbumRule {
  let kinds: Set<FindingKind> = [.discCountUnequal]

  func findings(of album: CheckedAlbum, in files: [CheckedFile]) -> [Finding] {
    let spread = ValueCounts(album.files) { files[$0].disc?.count }
    guard spread.isUnequal else { return [] }
    return [
      Finding(
        kind: .discCountUnequal, files: spread.deviating, album: album.title, field: .disc,
        message: "the disc total is " + spread.sentence { "\($0)" })
    ]
  }
}

/// Finds discs whose files specify different track totals.
struct TrackCountRule: AlbumRule {
  let kinds: Set<FindingKind> = [.trackCountUnequal]

  func findings(of album: CheckedAlbum, in files: [CheckedFile]) -> [Finding] {
    album.discs(files).compactMap { disc in
      let spread = ValueCounts(disc.files) { files[$0].track?.count }
      guard spread.isUnequal else { return nil }
      return Finding(
        kind: .trackCountUnequal, files: spread.deviating, album: album.title, field: .track,
        message: "the track total of disc \(disc.number) is " + spread.sentence { "\($0)" })
    }
  }
}

extension CheckedAlbum {
  /// Returns a finding if the values of a field differ in more than case and white space; a missing
  /// value counts as different.
  fileprivate func unequal(
    _ kind: FindingKind, _ field: Field, _ files: [CheckedFile],
    _ values: (CheckedFile) -> [String]
  ) -> [Finding] {
    let spread = ValueCounts(self.files) { values(files[$0]).map(\.withoutCaseAndBlanks).sorted() }
    guard spread.isUnequal else { return [] }
    var spelled: [[String]: String] = [:]
    for file in self.files {
      let values = values(files[file])
      let key = values.map(\.withoutCaseAndBlanks).sorted()
      spelled[key] = spelled[key] ?? values.joined(separator: "; ")
    }
    let message = spread.sentence { $0.isEmpty ? "missing" : (spelled[$0] ?? "").quoted }
    return [
      Finding(
        kind: kind, files: spread.deviating, album: title, field: field,
        message: "\(field.name) is \(message)")
    ]
  }

  /// Whether the album is a compilation, whose genres and years may differ.
  fileprivate func isCompilation(_ files: [CheckedFile]) -> Bool {
    self.files.contains { index in
      files[index].isCompilation
        || files[index].albumArtists.contains {
          ["various artists", "various", "va"].contains($0.withoutCaseAndBlanks)
        }
    }
  }
}
