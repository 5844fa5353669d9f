internal import MetaCore

/// Finds, on each disc of an album, missing and duplicate track numbers, numbers above the total,
/// and gaps between the numbers.
///
/// Gaps are reported only if every file has a number and at least half of the numbers exist. Discs
/// with record sides (A1, B2) are skipped.
struct TrackNumberRule: AlbumRule {
  let kinds: Set<FindingKind> = [.trackMissing, .trackGap, .trackDouble, .trackBeyondCount]

  func findings(of album: CheckedAlbum, in files: [CheckedFile]) -> [Finding] {
    album.discs(files).flatMap { disc in
      Disc(album: album, number: disc.number, files: disc.files, all: files).findings
    }
  }

  /// The files on one disc of an album, as indices into all files, with the findings about their
  /// track numbers.
  private struct Disc {
    let album: CheckedAlbum
    let number: Int
    let files: [Int]
    let all: [CheckedFile]

    var findings: [Finding] {
      // Record sides (A1, B2) are not numbered consecutively.
      guard !files.contains(where: { all[$0].track?.label != nil }) else { return [] }
      return missing + doubles + gaps + beyond
    }

    private var spread: ValueCounts<Int> { ValueCounts(files) { numberOf($0) } }

    /// Returns the track number of a file; 0 means unknown.
    private func numberOf(_ file: Int) -> Int? {
      all[file].track?.number.flatMap { $0 > 0 ? $0 : nil }
    }

    private func finding(_ kind: FindingKind, _ files: [Int], _ message: String) -> Finding {
      Finding(kind: kind, files: files, album: album.title, field: .track, message: message)
    }

    /// Findings about files without a track number, if other files on the disc have one.
    private var missing: [Finding] {
      let without = files.filter { numberOf($0) == nil }
      guard without.count < files.count else { return [] }
      return without.map { finding(.trackMissing, [$0], "has no track number, but others do") }
    }

    /// Findings about track numbers that several files have.
    private var doubles: [Finding] {
      spread.groups.filter { $0.files.count > 1 }.sorted { $0.value < $1.value }.map { group in
        finding(
          .trackDouble, group.files,
          "track \(group.value) of disc \(number) occurs \(group.files.count) times")
      }
    }

    /// Findings about missing numbers, if at least half of the tracks are present, because users
    /// keep only a few songs from some albums.
    private var gaps: [Finding] {
      let numbers = Set(spread.groups.map(\.value))
      let counts = Set(files.compactMap { all[$0].track?.count })
      let last = max(numbers.max() ?? 0, counts.count == 1 ? counts.first ?? 0 : 0)
      guard numbers.count > 1, numbers.count >= last - numbers.count else { return [] }
      // A song without a number may be the missing one.
      guard !files.contains(where: { numberOf($0) == nil }) else { return [] }
      let gaps = (1...last).filter { !numbers.contains($0) }
      guard !gaps.isEmpty else { return [] }
      let names = gaps.prefix(8).map(String.init).joined(separator: ", ")
      let rest = gaps.count > 8 ? " and \(gaps.count - 8) more" : ""
      return [
        finding(
          .trackGap, files,
          "track\(gaps.count == 1 ? "" : "s") \(names)\(rest) of disc \(number) \(gaps.count == 1 ? "is" : "are") missing"
        )
      ]
    }

    /// Findings about track numbers above the total that their own file specifies.
    private var beyond: [Finding] {
      files.compactMap { file in
        guard let track = all[file].track, let place = track.number, let count = track.count,
          count > 0, place > count
        else { return nil }
        return finding(.trackBeyondCount, [file], "track \(place) exceeds the total of \(count)")
      }
    }
  }
}
