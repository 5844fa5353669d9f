/// Decodes the content of an ID3v2 frame into a ``FrameContent``, field by field in the order
/// listed in its ``FrameShape``; ``FrameWriter`` is the counterpart.
///
/// ``ID3TagReader`` reads the content after the fields (``FrameTail``), such as a picture.
struct FrameReader {
  /// The maximum number of entries in a list; frames with longer lists stay raw.
  static let maximumEntries = 65536

  var reader: ByteReader
  /// Whether the content is complete, so that text may end without a terminating zero.
  let isWhole: Bool
  var content = FrameContent()
  /// Whether the last byte order mark was big-endian, which applies to UTF-16 without a mark.
  var isBigEndian = false
  /// A description of invalid content that could still be read.
  var finding: String?

  init(_ slice: ByteSlice, isWhole: Bool = true) {
    reader = ByteReader(slice)
    self.isWhole = isWhole
  }

  /// Reads every field before the tail.
  ///
  /// - Throws: `truncated` when the content ends within a field; `limitExceeded` when a list is too
  ///   long.
  mutating func read(_ shape: FrameShape) throws(ParseError) {
    if !shape.isPlainText { content.extras.reserveCapacity(3) }
    for field in shape.fields {
      if field.isOptional, isWhole, reader.isAtEnd { continue }
      try read(field)
    }
  }

  /// Reads one field and stores its value.
  private mutating func read(_ field: FrameField) throws(ParseError) {
    switch field.kind {
    case .encoding: try readEncoding()
    case .imageFormat: try readImageFormat()
    case .contentsFlags: try readContentsFlags()
    default: content.store(try value(of: field.kind), at: field.place)
    }
  }

  /// Reads the value of a field of any kind that ``read(_:)`` does not handle itself.
  private mutating func value(of kind: FrameField.Kind) throws(ParseError) -> MetadataValue {
    switch kind {
    case .language: try readLanguage()
    case .latin1: .string(try readLatin1())
    case .latin1List: try readLatin1List()
    case .url: readURL()
    case .characters(let count): .string(TextEncoding.latin1.decode(try reader.bytes(count)))
    case .text: .string(try readText())
    case .textList: try readTextList()
    case .integer(let width): .number(try reader.unsigned(width: width))
    case .counter: .number(try reader.unsigned(width: reader.remaining))
    case .float: .real(Double(Float(bitPattern: try reader.u32())))
    default: try list(of: kind)
    }
  }

  /// Reads a field that is a list of entries with several parts.
  private mutating func list(of kind: FrameField.Kind) throws(ParseError) -> MetadataValue {
    switch kind {
    case .people: try readPeople()
    case .timedTexts: try readTimedTexts()
    case .channels: try readChannels()
    case .speakers: try readSpeakers()
    case .points: try readPoints()
    case .bands: try readBands()
    case .events: try readEvents()
    case .tempos: try readTempos()
    case .seekPoints: try readSeekPoints()
    case .gain: try readGain()
    case .ids: try readIDs()
    default: throw ParseError(.unsupported, at: reader.fileOffset, "no such field")
    }
  }

  /// Checks that a list with `count` entries so far can have another one within the limit.
  func checkCount(_ count: Int) throws(ParseError) {
    try FrameReader.checkCount(count, at: reader.fileOffset)
  }

  /// Checks that a list with `count` entries so far can have another one within the limit.
  ///
  /// - Throws: `limitExceeded`.
  static func checkCount(_ count: Int, at offset: Int64) throws(ParseError) {
    guard count < maximumEntries else {
      throw ParseError(
        .limitExceeded, at: offset, "more than \(maximumEntries) entries in a frame")
    }
  }
}

extension MetadataValue {
  /// Creates an integer of any size.
  static func number(_ number: UInt64) -> MetadataValue {
    Int64(exactly: number).map { .integer($0) } ?? .unsigned(number)
  }

  /// The value as a non-negative integer, or nil.
  var unsignedValue: UInt64? {
    switch self {
    case .integer(let number): UInt64(exactly: number)
    case .unsigned(let number): number
    default: nil
    }
  }
}
