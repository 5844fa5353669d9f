// Redecoding of text that a file declares as Latin-1, or whose encoding it does not declare, in its
// actual encoding.

extension MetadataItem {
  /// The result of redecoding the text of an item in another encoding: unchanged, different text,
  /// or invalid bytes.
  enum RedecodedItem: Sendable, Hashable {
    /// The encoding is declared, or the text is the same in both encodings.
    case same
    /// The text differs.
    case changed(MetadataItem)
    /// The bytes are not valid text in the encoding.
    case illegal
  }

  /// Returns the item with its text read in `encoding`, if the text is Latin-1 in ID3, is from
  /// ID3v1, or has no declared encoding.
  func reread(as encoding: TextEncoding) -> RedecodedItem {
    guard let stored = storedEncoding else { return .same }
    var isIllegal = false
    let item = mappingStoredTexts { text in
      guard let bytes = stored.encodeWhole(text) else { return text }
      guard let again = encoding.decodeStrictly(ByteSlice(bytes)) else {
        isIllegal = true
        return text
      }
      return again
    }
    if isIllegal { return .illegal }
    return item == self ? .same : .changed(item)
  }

  /// The strings that ``reread(as:)`` redecodes.
  var legacyTexts: [LegacyText] {
    guard let stored = storedEncoding else { return [] }
    var texts: [LegacyText] = []
    _ = mappingStoredTexts { text in
      if let bytes = stored.encodeWhole(text) {
        texts.append(
          LegacyText(
            bytes: ByteSlice(bytes), stored: stored,
            mayBeTruncated: keySpace == .id3v1 && bytes.count >= MetadataItem.fullID3v1Text))
      }
      return text
    }
    return texts
  }

  /// The minimum length of text that may fill an ID3v1 field, whose size is 28 or 30 bytes.
  private static let fullID3v1Text = 28

  /// Returns the item with the strings that are in ``storedEncoding`` replaced.
  private func mappingStoredTexts(_ body: (String) -> String) -> MetadataItem {
    var item = self
    if holdsStoredText { item.value = value.mappingTexts(body) }
    if keySpace == .id3 {
      item.extraAttributes = extraAttributes.map { extra in
        extra.name == .info || extra.name == .fileName
          ? ExtraAttribute(extra.name, extra.value.mappingTexts(body)) : extra
      }
    }
    return item
  }

  /// The encoding in which the text was read, if it may not be the actual one; nil if it is
  /// certain.
  private var storedEncoding: TextEncoding? {
    switch keySpace {
    case .id3:
      guard MetadataItem.framesWithEncoding.contains(key.description) || isTextFrame else {
        return nil
      }
      if let name = self[extra: .encoding]?.stringValue { return name == "latin1" ? .latin1 : nil }
      // Pictures and similar values have a different data type, and an encoding attribute only if
      // the encoding is not Latin-1.
      return dataType == .utf8 || dataType.name.hasPrefix("utf16") ? nil : .latin1
    case .id3v1: return dataType == .latin1 ? .latin1 : nil
    case .riff, .ape, .lyrics3, .aiff:
      return MetadataItem.assumed.first { $0.dataType == dataType }?.encoding
    default: return nil
    }
  }

  /// The default encodings for text without a declared encoding, and the data types that indicate
  /// them.
  private static let assumed: [(encoding: TextEncoding, dataType: DataType)] = [
    (.windows1252, DataType(.windows1252)), (.macRoman, DataType(.macRoman)), (.latin1, .latin1),
  ]

  /// Whether the value itself is in that encoding, rather than only its description.
  private var holdsStoredText: Bool {
    guard keySpace == .id3 else { return true }
    return isTextFrame || MetadataItem.framesOfText.contains(key.description)
  }

  /// Whether the item is an ID3 text frame, whose ID begins with T.
  private var isTextFrame: Bool { key.description.hasPrefix("T") }

  /// The frames other than text frames whose value is in their declared encoding.
  private static let framesOfText: Set<String> = [
    "COMM", "COM", "USLT", "ULT", "SYLT", "SLT", "IPLS", "IPL", "USER", "XSOP", "XSOT", "XSOA",
    "XDOR", "GRP1", "GP1", "MVNM", "MVN", "MVIN", "MVI",
  ]

  /// The frames other than text frames that declare an encoding (ID3v2.4 §4) and are redecoded.
  private static let framesWithEncoding: Set<String> = framesOfText.union([
    "APIC", "PIC", "GEOB", "GEO", "WXXX", "WXX",
  ])
}

extension MetadataValue {
  /// Returns the value with its strings replaced; other parts are unchanged.
  fileprivate func mappingTexts(_ body: (String) -> String) -> MetadataValue {
    switch self {
    case .string(let text): .string(body(text))
    case .list(let values): .list(values.map { $0.mappingTexts(body) })
    case .record(let parts): .record(parts.map { .init($0.name, $0.value.mappingTexts(body)) })
    default: self
    }
  }
}

extension SourceEncoding {
  /// Returns the encoding in which to redecode the text in a file, nil to leave it unchanged, and
  /// the finding to report if the encoding was guessed.
  func encoding(for items: [MetadataItem]) -> (encoding: TextEncoding?, finding: Diagnostic?) {
    guard case .guessed = self else {
      if case .named(let encoding) = self { return (encoding, nil) }
      return (nil, nil)
    }
    let first = items.first { item in item.legacyTexts.contains { !$0.bytes.isASCII } }
    guard let container = first?.location.container else { return (nil, nil) }
    func finding(_ code: Diagnostic.Code, _ message: String) -> Diagnostic {
      Diagnostic(
        code: code, path: StructurePath(container.rawValue.split(separator: "/").map(String.init)),
        offset: nil, message: message)
    }
    switch EncodingGuess.guess(items.flatMap(\.legacyTexts)) {
    case .asShown: return (nil, nil)
    case .encoding(let encoding):
      let name = encoding.rawValue
      return (
        encoding,
        finding(
          .guessedEncoding,
          "text was decoded as \(name), which was guessed from all text in the file")
      )
    case .unclear(let encoding):
      let message = """
        text may be in another encoding, perhaps \(encoding.rawValue); the guess is uncertain, so the text is left unchanged
        """
      return (nil, finding(.unclearEncoding, message))
    }
  }
}
