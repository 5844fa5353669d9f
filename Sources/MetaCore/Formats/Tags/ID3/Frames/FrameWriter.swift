/// Encodes a ``FrameContent`` as the content of an ID3v2 frame, field by field in the order listed
/// in its ``FrameShape``; ``FrameReader`` is the counterpart.
///
/// ``ID3Frame`` appends the content after the fields (``FrameTail``), such as a picture.
struct FrameWriter {
  var writer = ByteWriter()
  let content: FrameContent
  /// The data type, which determines the width of an integer.
  let dataType: DataType

  init(_ content: FrameContent, dataType: DataType = .raw) {
    self.content = content
    self.dataType = dataType
  }

  /// Writes every field before the tail.
  ///
  /// - Throws: `notRepresentable` when a field is missing or cannot hold its value.
  mutating func write(_ shape: FrameShape) throws(ParseError) {
    for field in shape.fields {
      let value = content.value(at: field.place)
      if field.isOptional, value == nil { continue }
      try write(field, value)
    }
  }

  /// Writes one field; a nil `value` means that the item has no value for the field.
  private mutating func write(_ field: FrameField, _ value: MetadataValue?) throws(ParseError) {
    switch field.kind {
    case .encoding: writer.u8(content.encoding.rawValue)
    case .language: writeLanguage()
    case .imageFormat: writeImageFormat()
    case .contentsFlags: writeContentsFlags()
    case .latin1: try writeLatin1(value?.stringValue ?? "")
    case .latin1List: try writeLatin1List(value)
    case .url: try writeURL(value)
    case .characters(let count): try writeCharacters(value?.stringValue ?? "", count)
    case .text: try writeText(value?.stringValue ?? "")
    case .textList: try writeTextList(value)
    case .integer(let width): try writeInteger(value, width)
    case .counter: try writeCounter(value)
    case .float: writer.u32(Float(try real(value)).bitPattern)
    default: try writeList(field.kind, value)
    }
  }

  /// Writes a field that is a list of entries with several parts.
  private mutating func writeList(
    _ kind: FrameField.Kind, _ value: MetadataValue?
  ) throws(ParseError) {
    switch kind {
    case .people: try writePeople(value)
    case .timedTexts: try writeTimedTexts(value)
    case .channels: try writeChannels(value)
    case .speakers: try writeSpeakers(value)
    case .points: try writePoints(value)
    case .bands: try writeBands(value)
    case .events: try writeEvents(value)
    case .tempos: try writeTempos(value)
    case .seekPoints: try writeSeekPoints(value)
    case .gain: try writeGain(value)
    case .ids: try writeIDs(value)
    default: throw FrameWriter.refusal("no such field")
    }
  }

  /// Returns the error for a value that the frame cannot hold.
  static func refusal(_ reason: String) -> ParseError {
    ParseError(.notRepresentable, at: 0, reason)
  }

  /// Returns the entries of a list; a single value is treated as a list with one entry.
  func entries(_ value: MetadataValue?) throws(ParseError) -> [MetadataValue] {
    switch value {
    case .list(let entries): return entries
    case let single?: return [single]
    case nil: throw FrameWriter.refusal("the list is missing")
    }
  }

  /// Returns a number that must fit in `width` bytes.
  func number(_ value: MetadataValue?, _ width: Int) throws(ParseError) -> UInt64 {
    guard let number = value?.unsignedValue else {
      throw FrameWriter.refusal("a number is missing")
    }
    guard width >= 8 || number < 1 << UInt64(width * 8) else {
      throw FrameWriter.refusal("\(number) does not fit in \(width) bytes")
    }
    return number
  }

  /// Returns a floating-point number.
  func real(_ value: MetadataValue?) throws(ParseError) -> Double {
    switch value {
    case .real(let number): return number
    case .integer(let number): return Double(number)
    default: throw FrameWriter.refusal("a number is missing")
    }
  }

  /// Returns a floating-point number as a rounded count of fractions of 1/`unit`.
  func fixed(_ value: MetadataValue?, unit: Double) throws(ParseError) -> Int {
    let scaled = (try real(value) * unit).rounded()
    guard let count = Int(exactly: scaled) else {
      throw FrameWriter.refusal("\(scaled) is not a valid number")
    }
    return count
  }

  mutating func writeInteger(_ value: MetadataValue?, _ width: Int) throws(ParseError) {
    writer.unsigned(try number(value, width), width: width)
  }

  /// Writes a counter in the width of the data type, by default four bytes, or in more bytes if it
  /// needs them.
  mutating func writeCounter(_ value: MetadataValue?) throws(ParseError) {
    let number = try number(value, 8)
    let declared = dataType.name.hasPrefix("uint") ? Int(dataType.name.dropFirst(4)) : nil
    // The number of significant bits (64 minus the leading zeros), rounded up to whole bytes.
    let needed = (71 - number.leadingZeroBitCount) / 8
    let width = max(needed, declared.map { $0 / 8 } ?? 4)
    guard width <= 8 else { throw FrameWriter.refusal("a counter of \(width) bytes is too wide") }
    writer.unsigned(number, width: width)
  }
}
