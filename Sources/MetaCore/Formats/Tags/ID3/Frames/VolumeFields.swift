// Volume and equalisation: RVA2, RVAD, EQU2, EQUA, RGAD.

extension FrameReader {
  /// Reads entries that consist of a channel (1 byte), an adjustment in 512ths of a decibel (2),
  /// the number of bits in the peak (1), and the peak (ID3v2.4 §4.11).
  mutating func readChannels() throws(ParseError) -> MetadataValue {
    var entries: [MetadataValue] = []
    while reader.remaining >= 4 {
      try checkCount(entries.count)
      let channel = MetadataValue.integer(Int64(try reader.u8()))
      let gain = MetadataValue.real(Double(try reader.i16()) / 512)
      let bits = try reader.u8()
      var parts = [
        MetadataValue.Part("channel", channel), .init("gain", gain),
        .init("peakBits", .integer(Int64(bits))),
      ]
      if bits > 0 { parts.append(.init("peak", try readPeak(width: (Int(bits) + 7) / 8))) }
      entries.append(.record(parts))
    }
    return .list(entries)
  }

  /// Reads a peak volume; a peak of more than 64 bits is kept as bytes.
  private mutating func readPeak(width: Int) throws(ParseError) -> MetadataValue {
    width <= 8
      ? .number(try reader.unsigned(width: width)) : .data(.bytes(try reader.bytes(width)))
  }

  /// Reads the signs (1 byte), the number of bits per value (1), then the values for the speakers
  /// present (ID3v2.3 §4.12).
  mutating func readSpeakers() throws(ParseError) -> MetadataValue {
    let signs = try reader.u8()
    let bits = try reader.u8()
    let width = (Int(bits) + 7) / 8
    var parts = [MetadataValue.Part("bits", .integer(Int64(bits)))]
    guard width > 0, width < 8 else {
      throw ParseError(
        .malformed, at: reader.fileOffset, "numbers of \(bits) bits are not supported")
    }
    for speaker in SpeakerNumber.rows where reader.remaining >= width {
      let amount = Int64(clamping: try reader.unsigned(width: width))
      // A bit is set for an increment (ID3v2.3 §4.12).
      let isDecrement = speaker.sign.map { signs & $0 == 0 } ?? false
      parts.append(.init(speaker.name, .integer(isDecrement ? -amount : amount)))
    }
    return .record(parts)
  }

  /// Reads entries that consist of a frequency in units of half a hertz (2 bytes) and an adjustment
  /// in 512ths of a decibel (2) (EQU2).
  mutating func readPoints() throws(ParseError) -> MetadataValue {
    var entries: [MetadataValue] = []
    while reader.remaining >= 4 {
      try checkCount(entries.count)
      let frequency = MetadataValue.real(Double(try reader.u16()) / 2)
      let gain = MetadataValue.real(Double(try reader.i16()) / 512)
      entries.append(.record([.init("frequency", frequency), .init("gain", gain)]))
    }
    return .list(entries)
  }

  /// Reads the number of bits in an adjustment (1 byte), then entries that consist of a sign and a
  /// frequency (2) and an adjustment (EQUA).
  mutating func readBands() throws(ParseError) -> MetadataValue {
    let bits = try reader.u8()
    let width = (Int(bits) + 7) / 8
    guard width > 0, width < 8 else {
      throw ParseError(
        .malformed, at: reader.fileOffset, "numbers of \(bits) bits are not supported")
    }
    var entries: [MetadataValue] = []
    while reader.remaining >= 2 + width {
      try checkCount(entries.count)
      // The highest bit is set for an increment (ID3v2.3 §4.13).
      let band = try reader.u16()
      let amount = Int64(clamping: try reader.unsigned(width: width))
      entries.append(
        .record([
          .init("frequency", .integer(Int64(band & 0x7FFF))),
          .init("adjustment", .integer(band & 0x8000 == 0 ? -amount : amount)),
        ]))
    }
    return .record([.init("bits", .integer(Int64(bits))), .init("bands", .list(entries))])
  }

  /// Reads a name (3 bits), an originator (3), a sign (1) and tenths of a decibel (9) (ReplayGain
  /// proposal, `RGAD`).
  mutating func readGain() throws(ParseError) -> MetadataValue {
    let word = try reader.u16()
    let tenths = Double(word & 0x1FF)
    return .record([
      .init("name", .integer(Int64(word >> 13))),
      .init("originator", .integer(Int64(word >> 10 & 7))),
      .init("gain", .real((word & 0x200 == 0 ? tenths : -tenths) / 10)),
    ])
  }
}

/// A number in an RVAD or RVA frame: the name of its part in the item, and its bit in the sign
/// byte; peaks have no sign.
private struct SpeakerNumber {
  let name: String
  let sign: UInt8?

  static let rows = [
    SpeakerNumber(name: "right", sign: 1), SpeakerNumber(name: "left", sign: 2),
    SpeakerNumber(name: "rightPeak", sign: nil), SpeakerNumber(name: "leftPeak", sign: nil),
    SpeakerNumber(name: "rightBack", sign: 4), SpeakerNumber(name: "leftBack", sign: 8),
    SpeakerNumber(name: "rightBackPeak", sign: nil), SpeakerNumber(name: "leftBackPeak", sign: nil),
    SpeakerNumber(name: "center", sign: 16), SpeakerNumber(name: "centerPeak", sign: nil),
    SpeakerNumber(name: "bass", sign: 32), SpeakerNumber(name: "bassPeak", sign: nil),
  ]
}

extension FrameWriter {
  /// Writes the entries of an RVA2 frame.
  mutating func writeChannels(_ value: MetadataValue?) throws(ParseError) {
    for entry in try entries(value) {
      try writeInteger(entry[part: "channel"], 1)
      try writeDecibels(entry[part: "gain"])
      try writeInteger(entry[part: "peakBits"], 1)
      let width = (Int(try number(entry[part: "peakBits"], 1)) + 7) / 8
      if case .data(.bytes(let peak)) = entry[part: "peak"] {
        writer.append(peak)
      } else if width > 0 {
        try writeInteger(entry[part: "peak"], width)
      }
    }
  }

  private mutating func writeDecibels(_ value: MetadataValue?) throws(ParseError) {
    guard let amount = Int16(exactly: try fixed(value, unit: 512)) else {
      throw FrameWriter.refusal("an adjustment must be between -64 and 64 dB")
    }
    writer.i16(amount)
  }

  /// Writes an RVAD frame up to the first missing number, since numbers at the end are optional
  /// (ID3v2.3 §4.12).
  mutating func writeSpeakers(_ value: MetadataValue?) throws(ParseError) {
    let width = (Int(try number(value?[part: "bits"], 1)) + 7) / 8
    var signs: UInt8 = 0
    var numbers = ByteWriter()
    for speaker in SpeakerNumber.rows {
      guard let amount = value?[part: speaker.name]?.integerValue else { break }
      if amount >= 0, let sign = speaker.sign { signs |= sign }
      numbers.unsigned(try number(.number(amount.magnitude), width), width: width)
    }
    writer.u8(signs)
    try writeInteger(value?[part: "bits"], 1)
    writer.append(numbers.bytes)
  }

  /// Writes the entries of an EQU2 frame.
  mutating func writePoints(_ value: MetadataValue?) throws(ParseError) {
    for entry in try entries(value) {
      guard let frequency = UInt16(exactly: try fixed(entry[part: "frequency"], unit: 2)) else {
        throw FrameWriter.refusal("a frequency must be below 32768 Hz")
      }
      writer.u16(frequency)
      try writeDecibels(entry[part: "gain"])
    }
  }

  /// Writes an EQUA frame.
  mutating func writeBands(_ value: MetadataValue?) throws(ParseError) {
    let width = (Int(try number(value?[part: "bits"], 1)) + 7) / 8
    try writeInteger(value?[part: "bits"], 1)
    for entry in try entries(value?[part: "bands"]) {
      let frequency = try number(entry[part: "frequency"], 2)
      let amount = entry[part: "adjustment"]?.integerValue ?? 0
      guard frequency < 0x8000 else {
        throw FrameWriter.refusal("the frequency \(frequency) Hz is not below 32768 Hz")
      }
      writer.unsigned(frequency | (amount < 0 ? 0 : 0x8000), width: 2)
      writer.unsigned(try number(.number(amount.magnitude), width), width: width)
    }
  }

  /// Writes one gain in an RGAD frame.
  mutating func writeGain(_ value: MetadataValue?) throws(ParseError) {
    let name = try number(value?[part: "name"], 1)
    let originator = try number(value?[part: "originator"], 1)
    let tenths = try fixed(value?[part: "gain"], unit: 10)
    guard name < 8, originator < 8, tenths.magnitude < 512 else {
      throw FrameWriter.refusal(
        "the name and originator must be below 8, and the gain must be below 51.2 dB")
    }
    let sign: UInt64 = tenths < 0 ? 0x200 : 0
    writer.unsigned(name << 13 | originator << 10 | sign | UInt64(tenths.magnitude), width: 2)
  }
}
