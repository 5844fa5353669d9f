internal import MetaCore

/// A field of one file for which another reader, TagLib or libavformat, returns different values
/// from MetaCore, with the reason if a ``ReaderRule`` predicts them.
struct ReaderDifference {
  /// The name of the field.
  let name: String
  /// MetaCore's values; empty if it has none.
  let ours: [String]
  /// The other reader's values.
  let theirs: [String]
  /// The reason, or nil if no rule predicts the other reader's values.
  let reason: String?

  /// Returns the fields that one reader reads differently; empty if it does not read the file.
  static func all(between file: ReaderFile, and reading: ForeignReading) -> [ReaderDifference] {
    guard reading.refusal == nil else { return [] }
    return ReaderField.all.compactMap { row -> ReaderDifference? in
      let (ours, theirs) = (file.values(of: row.field), row.values(in: reading))
      guard !row.agree(ours, theirs) else { return nil }
      return ReaderDifference(
        name: row.field.name, ours: ours, theirs: theirs,
        reason: ReaderRule.reason(for: theirs, of: row, in: file, reading.reader))
    }
  }
}
