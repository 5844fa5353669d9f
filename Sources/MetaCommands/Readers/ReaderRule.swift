internal import MetaCore

/// A known behaviour of another reader (TagLib, libavformat), as a prediction: it derives the
/// values that the reader returns for a field from the values that MetaCore reads.
///
/// If the reader actually returns these values, the rule is the reason for the difference.
struct ReaderRule: Sendable {
  let reader: ForeignReading.Reader
  /// The containers to which the rule applies; empty for all containers.
  var kinds: Set<String> = []
  /// The fields to which the rule applies; empty for all fields.
  var fields: Set<Field> = []
  /// The reason for the reader's values.
  let reason: String
  /// Returns the predicted values, or nil if the rule does not apply.
  let predict: @Sendable (ReaderFile, ReaderField) -> [String]?

  /// Returns the reason given by the first rule that predicts a reader's values.
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

  /// The rules in order; if several predict the same values, the first rule is reported.
  static let all = tagLib + libavformat
}

// MARK: - Common predictions

extension ReaderRule {
  /// Returns the rule that the reader reads only the first of these tags that has items.
  static func firstTag(
    _ reader: ForeignReading.Reader, _ kinds: Set<String>, _ order: [KeySpace], _ reason: String
  ) -> ReaderRule {
    ReaderRule(reader: reader, kinds: kinds, reason: reason) { file, row in
      guard let tag = file.first(of: order, file.items) else { return [] }
      return file.values(of: row.field, from: tag.items, [tag.space])
    }
  }

  /// Returns the rule that the reader reads these tags, and the first tag that has the field takes
  /// precedence.
  static func overlaid(
    _ reader: ForeignReading.Reader, _ kinds: Set<String>, _ order: [KeySpace], _ reason: String
  ) -> ReaderRule {
    ReaderRule(reader: reader, kinds: kinds, reason: reason) { file, row in
      let items = file.document.items.filter { order.contains($0.keySpace) }
      return file.values(of: row.field, from: items, order)
    }
  }

  /// Returns the rule that the reader reads ID3v2 tags only at the start of the file, and APEv2 and
  /// ID3v1 tags only at its end.
  static func usualPlaces(
    _ reader: ForeignReading.Reader, _ kinds: Set<String>, _ order: [KeySpace], _ reason: String
  ) -> ReaderRule {
    ReaderRule(reader: reader, kinds: kinds, reason: reason) { file, row in
      let tag = file.first(of: order) { space in
        let items = space == .id3v1 ? file.items(space) : file.items(space).firstTag
        switch space {
        case .id3: return items.first.map { $0.location.offset <= 32 } == true ? items : []
        case .ape:
          // The footer of the tag, and an optional ID3v1 tag.
          let rest = file.document.size - file.items(space).end - 32
          return rest == 0 || rest == 128 ? items : []
        default:
          return items.first.map { $0.location.offset >= file.document.size - 128 } == true
            ? items : []
        }
      }
      guard let tag else { return [] }
      return file.values(of: row.field, from: tag.items, [tag.space])
    }
  }

  /// Returns the rule that the reader ignores FLAC picture blocks in Ogg, but not pictures in
  /// Vorbis comments.
  static func noPictureBlocks(_ reader: ForeignReading.Reader) -> ReaderRule {
    ReaderRule(
      reader: reader, kinds: ["ogg"], fields: [.artwork],
      reason: "\(reader.rawValue) does not read FLAC picture blocks in Ogg"
    ) { file, _ in
      file.document.tracks.contains { $0.codec?.lowercased() == "flac" } ? [] : nil
    }
  }

  /// Returns the rule that the reader returns an empty string for empty values, which MetaCore
  /// ignores.
  static func emptyText(_ reader: ForeignReading.Reader) -> ReaderRule {
    ReaderRule(reader: reader, reason: "the value is empty, which metatool does not show") {
      file, row in
      guard file.values(of: row.field).isEmpty,
        file.items(named: row.field).contains(where: { ReaderFile.texts([$0]) == [""] })
      else { return nil }
      return [""]
    }
  }
}
