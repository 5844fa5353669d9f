/// Decodes one sample of a Sony camera's real-time metadata track (`rtmd` of XAVC S; ExifTool "Sony
/// rtmd Tags", github.com/SK-Hardwired/xavc_rtmd2srt) into metadata items.
///
///     u16 size of a header, the header; then { u16 tag, u16 size, value }
///     tag 0x8300: a list, whose size is skipped; tag 0x060e: the first two of 16 bytes of a label (SMPTE ST 336)
///
/// Tags 0x8500 to 0x85ff are the tags of Exif's GPS directory plus 0x8500 (CIPA DC-008 §4.6.6).
enum SonyRealTimeSample {
  /// The tag of a list of other tags.
  private static let list: UInt16 = 0x8300
  /// The first two bytes of a label, which take the place of a tag.
  private static let label: UInt16 = 0x060E
  /// The size of a label in bytes, including these two.
  private static let labelSize = 16

  /// Returns the values of a sample; the values of unknown tags, and values that do not have the
  /// form of their tag, are bytes.
  static func items(_ sample: ByteSlice, in range: MediaTimeRange) -> [MetadataItem] {
    var reader = ByteReader(sample)
    var items: [MetadataItem] = []
    guard let header = try? reader.u16(), header >= 2,
      (try? reader.skip(Int(header) - 2)) != nil
    else { return [] }
    while let (tag, bytes) = try? entry(&reader) {
      guard let bytes else { continue }
      let row = rows.first { $0.tag == tag }
      var item = MetadataItem(
        keySpace: .sonyRealTime, key: .text(row?.name ?? name(tag)),
        value: row.flatMap { $0.form.value(bytes) } ?? .data(.bytes(bytes)),
        dataType: DataType(name: "record"))
      item.timeRange = range
      items.append(item)
    }
    return items
  }

  private static func name(_ tag: UInt16) -> String {
    "0x" + String(hexadecimal: tag, width: 4)
  }

  /// Reads a tag and its value; lists and labels have no value of their own.
  private static func entry(
    _ reader: inout ByteReader
  ) throws(ParseError) -> (tag: UInt16, bytes: ByteSlice?) {
    let tag = try reader.u16()
    guard tag != 0 else { throw ParseError(.malformed, at: reader.fileOffset, "the end") }
    if tag == label {
      try reader.skip(labelSize - 2)
      return (tag, nil)
    }
    let size = Int(try reader.u16())
    return tag == list ? (tag, nil) : (tag, try reader.bytes(size))
  }

  /// The storage form of the value of a tag, which defines its decoding.
  fileprivate enum Form: Sendable {
    case text, unsigned, signed, rationals, aperture, hundredths, bcdDate

    func value(_ bytes: ByteSlice) -> MetadataValue? { try? read(bytes) }

    private func read(_ bytes: ByteSlice) throws(ParseError) -> MetadataValue? {
      var reader = ByteReader(bytes)
      switch self {
      case .text: return .string(TextEncoding.latin1.decode(bytes.withoutTrailingZeros))
      case .unsigned: return .integer(Int64(clamping: try reader.unsigned(width: bytes.count)))
      case .signed: return try signed(&reader)
      case .rationals: return try rationals(&reader)
      // The value is a logarithm, as in ExifTool's table.
      case .aperture: return .real(Mathematics.power(2, 8 - Double(try reader.u16()) / 8192))
      case .hundredths: return .real(Double(try reader.u16()) / 100)
      case .bcdDate: return try date(&reader)
      }
    }

    private func signed(_ reader: inout ByteReader) throws(ParseError) -> MetadataValue {
      var values: [MetadataValue] = []
      while reader.remaining >= 2 { values.append(.integer(Int64(try reader.i16()))) }
      return values.count == 1 ? values[0] : .list(values)
    }

    private func rationals(_ reader: inout ByteReader) throws(ParseError) -> MetadataValue? {
      var values: [MetadataValue] = []
      while reader.remaining >= 8 {
        let (above, below) = (Double(try reader.u32()), Double(try reader.u32()))
        guard below != 0 else { return nil }
        values.append(.real(above / below))
      }
      return values.count == 1 ? values[0] : .list(values)
    }

    /// Reads a byte, then year (two bytes), month, day, hour, minute and second in BCD.
    private func date(_ reader: inout ByteReader) throws(ParseError) -> MetadataValue? {
      try reader.skip(1)
      var numbers: [Int] = []
      while !reader.isAtEnd, numbers.count < 7 {
        let byte = try reader.u8()
        guard byte >> 4 < 10, byte & 15 < 10 else { return nil }
        numbers.append(Int(byte >> 4) * 10 + Int(byte & 15))
      }
      guard numbers.count == 7 else { return nil }
      return .date(
        MetadataDate(
          year: numbers[0] * 100 + numbers[1], month: numbers[2], day: numbers[3],
          hour: numbers[4], minute: numbers[5], second: numbers[6]))
    }
  }

  /// One row of the table of known tags: the tag, its name as the key of the item, and the form of
  /// its value.
  private struct Row: Sendable {
    let tag: UInt16
    let name: String
    let form: Form

    init(_ tag: UInt16, _ name: String, _ form: Form) {
      self.tag = tag
      self.name = name
      self.form = form
    }
  }

  private static let rows = [
    Row(0x8000, "fNumber", .aperture), Row(0x8109, "exposureTime", .rationals),
    Row(0x810A, "masterGain", .hundredths), Row(0x810B, "iso", .unsigned),
    Row(0x810C, "electricalExtenderMagnification", .unsigned),
    Row(0x8501, "gpsLatitudeRef", .text), Row(0x8502, "gpsLatitude", .rationals),
    Row(0x8503, "gpsLongitudeRef", .text), Row(0x8504, "gpsLongitude", .rationals),
    Row(0x8505, "gpsAltitudeRef", .unsigned), Row(0x8506, "gpsAltitude", .rationals),
    Row(0x8507, "gpsTimeStamp", .rationals), Row(0x8509, "gpsStatus", .text),
    Row(0x850A, "gpsMeasureMode", .text), Row(0x850B, "gpsDOP", .rationals),
    Row(0x850C, "gpsSpeedRef", .text), Row(0x850D, "gpsSpeed", .rationals),
    Row(0x850E, "gpsTrackRef", .text), Row(0x850F, "gpsTrack", .rationals),
    Row(0x8512, "gpsMapDatum", .text), Row(0x851D, "gpsDateStamp", .text),
    Row(0xE303, "whiteBalance", .unsigned), Row(0xE304, "dateTime", .bcdDate),
    Row(0xE43B, "pitchRollYaw", .signed), Row(0xE44B, "accelerometer", .signed),
  ]
}
