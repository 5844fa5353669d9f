internal import MetaCore

/// The files that were checked, and their albums.
struct CheckedLibrary: Sendable {
  let files: [CheckedFile]
  let albums: [CheckedAlbum]

  init(_ files: [CheckedFile]) {
    self.files = files
    albums = CheckedAlbum.albums(of: files)
  }

  /// What the rules find, in the order of the files.
  func findings(
    of kinds: Set<FindingKind>, by rules: [any CheckRule]
  ) -> [Finding] {
    let all = rules.filter { !kinds.isDisjoint(with: $0.kinds) }.flatMap { $0.findings(in: self) }
    return all.filter { kinds.contains($0.kind) }.sorted { left, right in
      (left.files.first ?? 0, left.kind.order) < (right.files.first ?? 0, right.kind.order)
    }
  }
}

/// Something that is looked for in a library.
protocol CheckRule: Sendable {
  /// The kinds that it finds.
  var kinds: Set<FindingKind> { get }

  func findings(in library: CheckedLibrary) -> [Finding]
}

/// A rule about each file by itself.
protocol FileRule: CheckRule {
  /// What is wrong with a file; `index` is its place among all.
  func findings(of file: CheckedFile, at index: Int) -> [Finding]
}

extension FileRule {
  func findings(in library: CheckedLibrary) -> [Finding] {
    library.files.enumerated().flatMap { findings(of: $1, at: $0) }
  }
}

/// A rule about the files of each album.
protocol AlbumRule: CheckRule {
  /// What is wrong with an album.
  func findings(of album: CheckedAlbum, in files: [CheckedFile]) -> [Finding]
}

extension AlbumRule {
  func findings(in library: CheckedLibrary) -> [Finding] {
    library.albums.flatMap { findings(of: $0, in: library.files) }
  }
}

extension CheckedAlbum {
  /// The files of each disc, by its number.
  func discs(_ files: [CheckedFile]) -> [(number: Int, files: [Int])] {
    Dictionary(grouping: self.files) { files[$0].discNumber }
      .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
