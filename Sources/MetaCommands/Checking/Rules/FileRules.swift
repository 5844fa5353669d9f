internal import MetaCore

/// Finds files whose damage was noted when they were read (``CheckedFile/MediaFacts``), as by
/// `verify`; these include files that are not recognised.
///
/// Without reading the media (`--no-media`), only damage in headers is noted.
struct DamageRule: FileRule {
  let kinds: Set<FindingKind> = [.damaged]

  func findings(of file: CheckedFile, at index: Int) -> [Finding] {
    guard let first = file.media.damage.first else { return [] }
    let further = file.media.damage.count - 1
    let rest =
      further == 0
      ? "" : " (and \(further.counted("more problem")); run verify to list them)"
    return [Finding(kind: .damaged, files: [index], message: first + rest)]
  }
}

/// Finds fields with different values in two places of one file, such as ID3v1 and ID3v2.
///
/// The repair writes the displayed value to all places.
struct ConflictRule: FileRule {
  let kinds: Set<FindingKind> = [.conflictingValues]

  func findings(of file: CheckedFile, at index: Int) -> [Finding] {
    file.conflicts.map { conflict in
      Finding(
        kind: .conflictingValues, files: [index], field: conflict.field,
        message: """
          \(conflict.field.name) is \(conflict.shown.quoted) in \(conflict.place.rawValue), which is shown, \
          and \(conflict.other.quoted) in \(conflict.otherPlace.rawValue)
          """,
        fixes: [FieldFix(file: index, field: conflict.field)])
    }
  }
}

/// Finds text that was decoded with the wrong code page (mojibake) or has lost characters.
///
/// The repair decodes the text with another encoding, if only one encoding is plausible.
struct MojibakeRule: FileRule {
  let kinds: Set<FindingKind> = [.mojibake]

  func findings(of file: CheckedFile, at index: Int) -> [Finding] {
    file.garbled.map { garbled in
      let text = garbled.text
      let fix = text.onlyReading.map {
        FieldFix(file: index, field: garbled.field, replacements: [text.text: $0.text])
      }
      return Finding(
        kind: .mojibake, files: [index], field: garbled.field,
        message: "\(garbled.field.name) \(text.text.quoted) \(MojibakeRule.explanation(text))",
        fixes: fix.map { [$0] } ?? [])
    }
  }

  /// Returns the end of the message: the probable readings with their encodings, or that characters
  /// were lost.
  private static func explanation(_ text: GarbledText) -> String {
    guard !text.readings.isEmpty else { return "has lost characters" }
    let readings = text.readings.map { reading in
      "\(reading.text.quoted) in \(reading.written.rawValue)"
    }
    return "is probably " + readings.joined(separator: " or ")
  }
}

/// Finds songs (files with audio and without video) that have no title, no album, or neither an
/// artist nor an album artist.
struct MissingFieldRule: FileRule {
  let kinds: Set<FindingKind> = [.titleMissing, .artistMissing, .albumMissing]

  func findings(of file: CheckedFile, at index: Int) -> [Finding] {
    guard file.isMusic else { return [] }
    let missing: [(isMissing: Bool, kind: FindingKind, field: Field)] = [
      (file.title == nil, .titleMissing, .title),
      (file.artists.isEmpty && file.albumArtists.isEmpty, .artistMissing, .artist),
      (file.album == nil, .albumMissing, .album),
    ]
    return missing.filter(\.isMissing).map { missing in
      Finding(
        kind: missing.kind, files: [index], field: missing.field,
        message: "has no \(missing.field.name)")
    }
  }
}

/// Finds files with the same media, regardless of their tags, by the digests of all tracks in any
/// order.
struct DuplicateRule: CheckRule {
  let kinds: Set<FindingKind> = [.duplicateMedia]

  func findings(in library: CheckedLibrary) -> [Finding] {
    let spread = ValueCounts(Array(library.files.indices)) { index in
      library.files[index].media.digest.flatMap { $0.isEmpty ? nil : $0.sorted() }
    }
    return spread.groups.filter { $0.files.count > 1 }.map { group in
      Finding(
        kind: .duplicateMedia, files: group.files,
        message: "these \(group.files.count.files) have the same media")
    }
  }
}

extension String {
  /// The text in quotes, shortened if long.
  var quoted: String {
    let text = count > 80 ? prefix(80) + "…" : self[...]
    return "“\(text)”"
  }
}

extension MetadataValue {
  /// The value in quotes, on one line.
  fileprivate var quoted: String { ValueText.line(self).quoted }
}
