// Text that a file calls Latin-1, or whose encoding it leaves open, read in the encoding that it really has.

extension MetadataItem {
  /// What became of an item whose text was read in another encoding.
  enum Rereading: Sendable, Hashable {
    /// Its text says what it is in, or reads the same.
    case same
    /// It reads otherwise.
    case changed(MetadataItem)
    /// Its bytes are no text of the encoding.
    case illegal
  }

  /// The item as it reads in `encoding`, where its text is one of ID3's Latin-1, ID3v1's, or one whose encoding nothing tells.
  func reread(as encoding: TextEncoding) -> Rereading {
    guard let stored = storedEncoding else { return .same }
    var rereader = TextRereader(from: stored, to: encoding)
    var item = self
    if holdsStoredText { item.value = rereader.reread(value) }
    if keySpace == .id3 {
      item.extraAttributes = extraAttributes.map { extra in
        extra.name == .info || extra.name == .fileName
          ? ExtraAttribute(extra.name, rereader.reread(extra.value)) : extra
      }
    }
    if rereader.isIllegal { return .illegal }
    return item == self ? .same : .changed(item)
  }

  /// The encoding in which the text was read for want of a better one; nil where the file says which it is.
  private var storedEncoding: TextEncoding? {
    switch keySpace {
    case .id3:
      guard MetadataItem.framesWithEncoding.contains(key.description) || isTextFrame else {
        return nil
      }
      if let name = self[extra: .encoding]?.stringValue { return name == "latin1" ? .latin1 : nil }
      // Pictures and the like are of a type of their own, and say their encoding only where it is another.
      return dataType == .utf8 || dataType.name.hasPrefix("utf16") ? nil : .latin1
    case .id3v1: return dataType == .latin1 ? .latin1 : nil
    case .riff, .ape, .lyrics3, .aiff:
      return MetadataItem.assumed.first { $0.dataType == dataType }?.encoding
    default: return nil
    }
  }

  /// How text is read whose encoding nothing tells, and what says so.
  private static let assumed: [(encoding: TextEncoding, dataType: DataType)] = [
    (.windows1252, DataType(.windows1252)), (.macRoman, DataType(.macRoman)), (.latin1, .latin1),
  ]

  /// Whether the value itself is in the encoding, not only a description beside it.
  private var holdsStoredText: Bool {
    guard keySpace == .id3 else { return true }
    return isTextFrame || MetadataItem.framesOfText.contains(key.description)
  }

  private var isTextFrame: Bool { key.description.hasPrefix("T") }

  /// Frames beside those of texts whose value is in the encoding that they declare.
  private static let framesOfText: Set<String> = [
    "COMM", "COM", "USLT", "ULT", "SYLT", "SLT", "IPLS", "IPL", "USER", "XSOP", "XSOT", "XSOA",
    "XDOR", "GRP1", "GP1", "MVNM", "MVN", "MVIN", "MVI",
  ]

  /// Frames that declare an encoding at all (ID3v2.4 §4).
  private static let framesWithEncoding: Set<String> = framesOfText.union([
    "APIC", "PIC", "GEOB", "GEO", "WXXX", "WXX",
  ])
}

/// Reads texts again, from the bytes that they were read of.
private struct TextRereader {
  private let old: TextEncoding
  private let new: TextEncoding
  /// Whether a text was none in the new encoding.
  private(set) var isIllegal = false

  init(from old: TextEncoding, to new: TextEncoding) {
    self.old = old
    self.new = new
  }

  mutating func reread(_ value: MetadataValue) -> MetadataValue {
    switch value {
    case .string(let text): return .string(reread(text))
    case .list(let values):
      var all: [MetadataValue] = []
      for value in values { all.append(reread(value)) }
      return .list(all)
    case .record(let parts):
      var all: [MetadataValue.Part] = []
      for part in parts { all.append(.init(part.name, reread(part.value))) }
      return .record(all)
    default: return value
    }
  }

  private mutating func reread(_ text: String) -> String {
    guard let bytes = old.encodeWhole(text) else { return text }
    guard let again = new.decodeStrictly(ByteSlice(bytes)) else {
      isIllegal = true
      return text
    }
    return again
  }
}
