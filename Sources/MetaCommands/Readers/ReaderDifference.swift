internal import MetaCore

/// A field that another reader gives otherwise than we do.
struct ReaderDifference {
  /// The name of the field.
  let name: String
  /// Our values; none where we have none.
  let ours: [String]
  /// Those of the other reader.
  let theirs: [String]
  /// Why; nil where no rule predicts what the other reader says.
  let reason: String?

  /// The fields that one reader gives otherwise; none where it does not read the file.
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
