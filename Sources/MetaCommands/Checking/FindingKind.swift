internal import MetaCore

/// What can be wrong with a library; the raw values are those of JSON and of `--only`, and never
/// change.
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

  /// What it means, for help and docs/check.md.
  var summary: String {
    switch self {
    case .damaged: "the file is damaged, as verify finds it, or of no known kind"
    case .duplicateMedia: "several files have the same media"
    case .conflictingValues: "two places of a file have different values of a field"
    case .mojibake: "text is in the wrong code page, or has lost characters"
    case .titleMissing: "a song has no title"
    case .artistMissing: "a song has no artist"
    case .albumMissing: "a song has no album"
    case .spelling: "names of an album differ only in case and blanks"
    case .albumArtistUnequal: "files of an album have different album artists"
    case .dateUnequal: "files of an album are of different years"
    case .genreUnequal: "files of an album have different genres"
    case .discCountUnequal: "files of an album have different counts of discs"
    case .trackCountUnequal: "files of a disc have different counts of tracks"
    case .trackMissing: "a file has no track number, and others of its disc do"
    case .trackGap: "track numbers of a disc are missing"
    case .trackDouble: "several files of a disc have the same track number"
    case .trackBeyondCount: "a track number is above the count of tracks"
    case .coverMissing: "a song has no cover"
    case .coverSmall: "the cover has fewer pixels than --min-cover"
    case .coverSeveral: "a song has several front covers"
    case .coverUnequal: "files of a disc have different covers"
    }
  }

  /// Whether all media have to be read for it.
  var needsMedia: Bool { self == .damaged || self == .duplicateMedia }

  /// Its place in reports about one file.
  var order: Int { FindingKind.allCases.firstIndex(of: self) ?? 0 }

  /// The kinds of a list with commas.
  ///
  /// - Throws: ``Failure`` with `usage`, which names a kind that is close.
  static func kinds(_ list: String) throws(Failure) -> Set<FindingKind> {
    var kinds: Set<FindingKind> = []
    for word in list.split(separator: ",") {
      let name = LetterCase.trimmed(String(word))
      guard let kind = allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() })
      else {
        let names = allCases.map(\.rawValue)
        let hint =
          NearestWord.nearest(to: name, of: names).map { "; did you mean \($0)?" }
          ?? "; there are " + names.joined(separator: ", ")
        throw Failure(.usage, "usage", "there is no finding \(name)\(hint)")
      }
      kinds.insert(kind)
    }
    return kinds
  }
}
