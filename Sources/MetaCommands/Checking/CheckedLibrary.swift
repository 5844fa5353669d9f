internal import MetaCore

/// The files of one `check` command as ``CheckedFile``, grouped into albums; it applies rules to
/// them and returns the findings.
struct CheckedLibrary: Sendable {
  let files: [CheckedFile]
  let albums: [CheckedAlbum]

  init(_ files: [CheckedFile]) {
    self.files = files
    albums = CheckedAlbum.albums(of: files)
  }

  /// Returns the findings of the given kinds from the rules, sorted by their first file.
  func findings(
    of kinds: Set<FindingKind>, by rules: [any CheckRule]
  ) -> [Finding] {
    let all = rules.filter { !kinds.isDisjoint(with: $0.kinds) }.flatMap { $0.findings(in: self) }
    return all.filter { kinds.contains($0.kind) }.sorted { left, right in
      (left.files.first ?? 0, left.kind.order) < (right.files.first ?? 0, right.kind.order)
    }
  }
}

/// A rule for `check`, which examines a library without reading files, and returns problems of
/// certain kinds.
///
/// ``CheckRules`` lists all rules. Most rules are a ``FileRule`` or an ``AlbumRule``.
protocol CheckRule: Sendable {
  /// The kinds of findings that the rule reports.
  var kinds: Set<FindingKind> { get }

  func findings(in library: CheckedLibrary) -> [Finding]
}

/// A rule that examines each file on its own, such as ``MissingFieldRule``, which finds songs
/// without a title.
protocol FileRule: CheckRule {
  /// Returns the findings for a file; `index` is its index in the library.
  func findings(of file: CheckedFile, at index: Int) -> [Finding]
}

extension FileRule {
  func findings(in library: CheckedLibrary) -> [Finding] {
    library.files.enumerated().flatMap { findings(of: $1, at: $0) }
  }
}

/// A rule that compares the files in each album with each other, such as ``AlbumArtistRule``.
protocol AlbumRule: CheckRule {
  /// Returns the findings for an album.
  func findings(of album: CheckedAlbum, in files: [CheckedFile]) -> [Finding]
}

extension AlbumRule {
  func findings(in library: CheckedLibrary) -> [Finding] {
    library.albums.flatMap { findings(of: $0, in: library.files) }
  }
}

extension CheckedAlbum {
  /// Returns the files on each disc, sorted by disc number.
  func discs(_ files: [CheckedFile]) -> [(number: Int, files: [Int])] {
    Dictionary(grouping: self.files) { files[$0].discNumber }
      .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
