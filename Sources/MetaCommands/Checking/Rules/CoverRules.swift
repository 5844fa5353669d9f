/// Finds songs without an embedded picture.
struct MissingCoverRule: FileRule {
  let kinds: Set<FindingKind> = [.coverMissing]

  func findings(of file: CheckedFile, at index: Int) -> [Finding] {
    guard file.isMusic, file.covers.isEmpty else { return [] }
    return [Finding(kind: .coverMissing, files: [index], message: "has no cover")]
  }
}

/// Finds songs whose cover is below a minimum, in pixels, in width or height.
struct SmallCoverRule: FileRule {
  let kinds: Set<FindingKind> = [.coverSmall]
  private let minimum: Int

  init(_ minimum: Int) { self.minimum = minimum }

  func findings(of file: CheckedFile, at index: Int) -> [Finding] {
    // Images of unknown size are not reported.
    guard file.isMusic, let cover = file.cover, let width = cover.width,
      let height = cover.height, min(width, height) < minimum
    else { return [] }
    return [
      Finding(
        kind: .coverSmall, files: [index],
        message: "its cover is \(width) × \(height) pixels; the minimum is \(minimum) × \(minimum)"
      )
    ]
  }
}

/// Finds songs with several front covers, or, in formats without picture kinds (MP4), with several
/// copies of the same picture.
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

/// Finds discs whose files have covers with different digests; files without a cover are not
/// compared.
struct UnequalCoverRule: AlbumRule {
  let kinds: Set<FindingKind> = [.coverUnequal]

  func findings(of album: CheckedAlbum, in files: [CheckedFile]) -> [Finding] {
    album.discs(files).compactMap { disc in
      let spread = ValueCounts(disc.files) { files[$0].cover?.digest }
      guard spread.isUnequal else { return nil }
      return Finding(
        kind: .coverUnequal, files: spread.deviating, album: album.title,
        message: "the files on disc \(disc.number) have \(spread.groups.count) different covers: "
          + spread.sentence { "\($0.prefix(8))…" })
    }
  }
}
