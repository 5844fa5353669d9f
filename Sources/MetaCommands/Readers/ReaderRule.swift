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

  static let all = tagLib + libavformat
}

// MARK: - Predictions that both readers use

extension ReaderRule {
  /// The first of these tags that has something is the only one.
  static func firstTag(
    _ reader: ForeignReading.Reader, _ kinds: Set<String>, _ order: [KeySpace], _ reason: String
  ) -> ReaderRule {
    ReaderRule(reader: reader, kinds: kinds, reason: reason) { file, row in
      guard let tag = file.first(of: order, file.items) else { return [] }
      return file.values(of: row.field, from: tag.items, [tag.space])
    }
  }

  /// These tags are read, and the first that has the field counts.
  static func overlaid(
    _ reader: ForeignReading.Reader, _ kinds: Set<String>, _ order: [KeySpace], _ reason: String
  ) -> ReaderRule {
    ReaderRule(reader: reader, kinds: kinds, reason: reason) { file, row in
      let items = file.document.items.filter { order.contains($0.keySpace) }
      return file.values(of: row.field, from: items, order)
    }
  }

  /// An ID3v2 tag counts at the start of the file only, APEv2 and ID3v1 tags at its end.
  static func usualPlaces(
    _ reader: ForeignReading.Reader, _ kinds: Set<String>, _ order: [KeySpace], _ reason: String
  ) -> ReaderRule {
    ReaderRule(reader: reader, kinds: kinds, reason: reason) { file, row in
      let tag = file.first(of: order) { space in
        let items = space == .id3v1 ? file.items(space) : file.items(space).firstTag
        switch space {
        case .id3: return items.first.map { $0.location.offset <= 32 } == true ? items : []
        case .ape:
          // The footer of the tag, perhaps an ID3v1 tag.
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

  /// Pictures in blocks of FLAC in Ogg are not seen, only those in Vorbis comments.
  static func noPictureBlocks(_ reader: ForeignReading.Reader) -> ReaderRule {
    ReaderRule(
      reader: reader, kinds: ["ogg"], fields: [.artwork],
      reason: "\(reader.rawValue) reads no picture blocks of FLAC in Ogg"
    ) { file, _ in
      file.document.tracks.contains { $0.codec?.lowercased() == "flac" } ? [] : nil
    }
  }

  /// Where we have no value, because it is empty in the file, the reader gives the empty text.
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
