/// Songs without a cover.
struct MissingCoverRule: FileRule {
  let kinds: Set<FindingKind> = [.coverMissing]

  func findings(of file: CheckedFile, at index: Int) -> [Finding] {
    guard file.isMusic, file.covers.isEmpty else { return [] }
    return [Finding(kind: .coverMissing, files: [index], message: "has no cover")]
  }
}

/// Covers with too few pixels.
struct SmallCoverRule: FileRule {
  let kinds: Set<FindingKind> = [.coverSmall]
  private let minimum: Int

  init(_ minimum: Int) { self.minimum = minimum }

  func findings(of file: CheckedFile, at index: Int) -> [Finding] {
    // An image of unknown size is not called small.
    guard file.isMusic, let cover = file.cover, let width = cover.width,
      let height = cover.height, min(width, height) < minimum
    else { return [] }
    return [
      Finding(
        kind: .coverSmall, files: [index],
        message: "its cover has \(width) × \(height) pixels; \(minimum) × \(minimum) is the minimum"
      )
    ]
  }
}

/// Songs with several front covers, or with the same picture several times where the format has no
/// kinds of pictures.
struct SeveralCoversRule: FileRule {
  let kinds: Set<FindingKind> = [.coverSeveral]

  func findings(of file: CheckedFile, at index: Int) -> [Finding] {
    guard file.isMusic else { return [] }
    let fronts = file.covers.filter(\.isFront)
    let declared = fronts.count(where: \.hasKind)
    let digests = fronts.compactMap(\.digest)
    let message: String
    if declared > 1 {
      message = "has \(declared) front covers"
    } else if Set(digests).count < digests.count {
      message = "has the same cover several times"
    } else {
      return []
    }
    return [Finding(kind: .coverSeveral, files: [index], message: message)]
  }
}

/// Discs whose files have different covers.
struct UnequalCoverRule: AlbumRule {
  let kinds: Set<FindingKind> = [.coverUnequal]

  func findings(of album: CheckedAlbum, in files: [CheckedFile]) -> [Finding] {
    album.discs(files).compactMap { disc in
      let spread = Spread(disc.files) { files[$0].cover?.digest }
      guard spread.isUnequal else { return nil }
      return Finding(
        kind: .coverUnequal, files: spread.deviating, album: album.title,
        message: "the files of disc \(disc.number) have \(spread.groups.count) different covers: "
          + spread.sentence { "\($0.prefix(8))…" })
    }
  }
}
