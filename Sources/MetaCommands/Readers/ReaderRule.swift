internal import MetaCore

/// A rule that predicts from our items what another reader gives for a field.
struct ReaderRule: Sendable {
  let reader: ForeignReading.Reader
  /// The containers that it is about; none for all.
  var kinds: Set<String> = []
  /// The fields that it is about; none for all.
  var fields: Set<Field> = []
  /// Why the reader gives what it gives.
  let reason: String
  /// What the reader gives; nil where the rule has nothing to say.
  let predict: @Sendable (ReaderFile, ReaderField) -> [String]?

  /// The reason for what a reader gives: that of the first rule whose prediction is just that.
  static func reason(
    for theirs: [String], of row: ReaderField, in file: ReaderFile, _ reader: ForeignReading.Reader
  ) -> String? {
    all.first { rule in
      guard rule.reader == reader,
        rule.kinds.isEmpty || rule.kinds.contains(file.document.container.kind),
        rule.fields.isEmpty || rule.fields.contains(row.field),
        let predicted = rule.predict(file, row)
      else { return false }
      return row.agree(predicted, theirs)
    }?.reason
  }

  static let all: [ReaderRule] = []
}

/// A rule that predicts how many pictures another reader finds.
struct PictureRule: Sendable {
  let reader: ForeignReading.Reader
  /// The containers that it is about; none for all.
  var kinds: Set<String> = []
  let reason: String
  let predict: @Sendable (ReaderFile) -> Int?

  static func reason(
    for theirs: Int, in file: ReaderFile, _ reader: ForeignReading.Reader
  ) -> String? {
    all.first { rule in
      rule.reader == reader
        && (rule.kinds.isEmpty || rule.kinds.contains(file.document.container.kind))
        && rule.predict(file) == theirs
    }?.reason
  }

  static let all: [PictureRule] = []
}
