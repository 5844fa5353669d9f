extension WaveformFile {
  /// Reads a `.dat` or JSON file of version 1 or 2.
  ///
  /// These files contain only minima and maxima: the average and RMS of each bin are 0, and the
  /// number of samples assumes complete bins. Version 1 files have one channel.
  ///
  /// - Throws: ``ParseError`` with `malformed` or `truncated` if the bytes are not a valid file,
  ///   `unsupported` for other versions.
  public static func read(_ bytes: [UInt8]) throws(ParseError) -> WaveformData {
    let isText = bytes.first { $0 != 0x20 && !(9...13).contains($0) } == UInt8(ascii: "{")
    return isText ? try readJSON(bytes) : try readData(bytes)
  }

  /// The header of a waveform file in either format.
  private struct Header {
    var version = 0
    var bits = 16
    var sampleRate = 0
    var samplesPerPixel = 0
    var length = 0
    var channels = 1
  }

  // MARK: .dat

  /// Reads a `.dat` file; ``WaveformFile`` documents the layout, in which version 1 has no channel
  /// count.
  private static func readData(_ bytes: [UInt8]) throws(ParseError) -> WaveformData {
    func number(_ index: Int) throws(ParseError) -> Int {
      let start = index * 4
      guard start + 4 <= bytes.count else {
        throw ParseError(.truncated, at: Int64(start), "the waveform header")
      }
      let value = (0..<4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[start + $1]) }
      return Int(Int32(bitPattern: value))
    }
    var header = Header()
    header.version = try number(0)
    guard header.version == 1 || header.version == 2 else {
      throw ParseError(.unsupported, at: 0, "waveform version \(header.version)")
    }
    header.bits = try number(1) & 1 == 1 ? 8 : 16
    header.sampleRate = try number(2)
    header.samplesPerPixel = try number(3)
    header.length = try number(4)
    if header.version == 2 { header.channels = try number(5) }
    let start = header.version == 2 ? 24 : 20
    let width = header.bits / 8
    let count = try valueCount(header)
    guard count <= (bytes.count - start) / width else {
      throw ParseError(
        .truncated, at: Int64(bytes.count), "the waveform has fewer than \(count) values")
    }
    let values = (0..<count).map { index in
      let offset = start + index * width
      if width == 1 { return Int(Int8(bitPattern: bytes[offset])) }
      return Int(Int16(bitPattern: UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8))
    }
    return waveform(header, values)
  }

  /// Returns the number of values in a file: a minimum and a maximum per bin and channel.
  private static func valueCount(_ header: Header) throws(ParseError) -> Int {
    let (sum, isTooLarge) = header.length.multipliedReportingOverflow(by: 2 * header.channels)
    guard (1...24).contains(header.channels), header.length >= 0, !isTooLarge,
      header.sampleRate > 0, header.samplesPerPixel > 0, header.samplesPerPixel <= Int(Int32.max)
    else { throw ParseError(.malformed, at: 0, "the waveform header is inconsistent") }
    return sum
  }

  /// Returns the bins of all channels as fractions of full scale.
  private static func waveform(_ header: Header, _ values: [Int]) -> WaveformData {
    let full: Float = header.bits == 8 ? 128 : 32768
    let channels = (0..<header.channels).map { channel in
      (0..<header.length).map { bin in
        let index = (bin * header.channels + channel) * 2
        return WaveformData.Bin(
          minimum: Float(values[index]) / full, maximum: Float(values[index + 1]) / full,
          average: 0, rms: 0)
      }
    }
    return WaveformData(
      sampleRate: header.sampleRate, samplesPerPixel: header.samplesPerPixel, channels: channels,
      sampleCount: Int64(header.length).times(Int64(header.samplesPerPixel)))
  }

  // MARK: JSON

  /// Reads a JSON file, whose members may be in any order.
  private static func readJSON(_ bytes: [UInt8]) throws(ParseError) -> WaveformData {
    var scanner = NumberScanner(bytes: bytes)
    var header = Header()
    var values: [Int] = []
    try scanner.expect("{")
    repeat {
      let name = try scanner.name()
      switch name {
      case "version": header.version = try scanner.number()
      case "bits": header.bits = try scanner.number()
      case "sample_rate": header.sampleRate = try scanner.number()
      case "samples_per_pixel": header.samplesPerPixel = try scanner.number()
      case "length": header.length = try scanner.number()
      case "channels": header.channels = try scanner.number()
      case "data": values = try scanner.numbers()
      default: throw scanner.failure("unknown member “\(name)”")
      }
    } while scanner.skip(",")
    try scanner.expect("}")
    guard header.version == 1 || header.version == 2 else {
      throw ParseError(.unsupported, at: 0, "waveform version \(header.version)")
    }
    guard header.bits == 8 || header.bits == 16, values.count == (try valueCount(header)) else {
      throw ParseError(
        .malformed, at: 0, "\(values.count) values do not match \(header.length) bins")
    }
    let beyond = 1 << (header.bits - 1)
    guard values.allSatisfy({ $0 >= -beyond && $0 < beyond }) else {
      throw ParseError(.malformed, at: 0, "a value does not fit in \(header.bits) bits")
    }
    return waveform(header, values)
  }
}

/// Parses waveform JSON (RFC 8259) in one pass: an object with integers and arrays of integers.
private struct NumberScanner {
  let bytes: [UInt8]
  private var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  func failure(_ what: String) -> ParseError {
    ParseError(.malformed, at: Int64(position), "\(what) in waveform JSON")
  }

  /// Skips white space and the given character; returns false if a different character follows.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
      position += 1
    }
    guard position < bytes.count, UInt32(bytes[position]) == character.value else { return false }
    position += 1
    return true
  }

  mutating func expect(_ character: Unicode.Scalar) throws(ParseError) {
    guard skip(character) else { throw failure("“\(character)” expected") }
  }

  mutating func name() throws(ParseError) -> String {
    try expect("\"")
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") { position += 1 }
    let name = String(decoding: bytes[start..<position], as: UTF8.self)
    try expect("\"")
    try expect(":")
    return name
  }

  /// Parses an integer of at most ten digits, which cannot overflow.
  mutating func number() throws(ParseError) -> Int {
    let isNegative = skip("-")
    let start = position
    var value = 0
    while position < bytes.count, (0x30...0x39).contains(bytes[position]), position - start < 10 {
      value = value * 10 + Int(bytes[position] - 0x30)
      position += 1
    }
    guard position > start else { throw failure("expected a number") }
    return isNegative ? -value : value
  }

  mutating func numbers() throws(ParseError) -> [Int] {
    var numbers: [Int] = []
    try expect("[")
    if skip("]") { return [] }
    repeat { numbers.append(try number()) } while skip(",")
    try expect("]")
    return numbers
  }
}
