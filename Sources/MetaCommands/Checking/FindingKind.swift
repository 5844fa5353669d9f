internal import MetaCore

/// The kinds of problems that `check` finds in a library; docs/check.md lists them.
///
/// The raw values are used in the output and by `--only` and `--skip`, and never change.
enum FindingKind: String, CaseIterable, Sendable, Hashable {
  case damaged
  case duplicateMedia
  case conflictingValues
  case mojibake
  case titleMissing
  case artistMissing
  case albumMissing
  case spelling
  case albumArtistUnequal
  case dateUnequal
  case genreUnequal
  case discCountUnequal
  case trackCountUnequal
  case trackMissing
  case trackGap
  case trackDouble
  case trackBeyondCount
  case coverMissing
  case coverSmall
  case coverSeveral
  case coverUnequal

  /// The meaning, for the help text and docs/check.md.
  var summary: String {
    switch self {
    case .damaged: "the file is damaged, as reported by verify, or is not a recognised media file"
    case .duplicateMedia: "several files have the same media"
    case .conflictingValues: "a field has different values in two places of a file"
    case .mojibake: "text was decoded with the wrong code page, or has lost characters"
    case .titleMissing: "a song has no title"
    case .artistMissing: "a song has no artist"
    case .albumMissing: "a song has no album"
    case .spelling: "names in an album differ only in case or spacing"
    case .albumArtistUnequal: "files in the same album have different album artists"
    case .dateUnequal: "files in the same album have different years"
    case .genreUnequal: "files in the same album have different genres"
    case .discCountUnequal: "files in the same album have different disc totals"
    case .trackCountUnequal: "files on the same disc have different track totals"
    case .trackMissing: "a file has no track number, but others on its disc do"
    case .trackGap: "track numbers are missing from a disc"
    case .trackDouble: "several files on the same disc have the same track number"
    case .trackBeyondCount: "a track number exceeds the track total"
    case .coverMissing: "a song has no cover"
    case .coverSmall: "the cover is smaller than --min-cover"
    case .coverSeveral: "a song has several front covers"
    case .coverUnequal: "files on the same disc have different covers"
    }
  }

  /// Whether finding problems of this kind requires reading all media.
  var needsMedia: Bool { self == .damaged || self == .duplicateMedia }

  /// The position of this kind in reports about one file.
  var order: Int { FindingKind.allCases.firstIndex(of: self) ?? 0 }

  /// Parses a comma-separated list of kinds.
  ///
  /// - Throws: ``Failure`` with `usage` for an unknown kind; it suggests a similar kind.
  static func kinds(_ list: String) throws(Failure) -> Set<FindingKind> {
    var kinds: Set<FindingKind> = []
    for word in list.split(separator: ",") {
      let name = LetterCase.trimmed(String(word))
      guard let kind = allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() })
      else {
        let names = allCases.map(\.rawValue)
        let hint =
          SpellingSuggestion.nearest(to: name, of: names).map { "; did you mean \($0)?" }
          ?? "; the findings are " + names.joined(separator: ", ")
        throw Failure(.usage, "usage", "unknown finding \(name)\(hint)")
      }
      kinds.insert(kind)
    }
    return kinds
  }
}
