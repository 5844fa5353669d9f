/// Decodes and encodes the payload of QuickTime `data` atoms according to their well-known type.
///
/// QTFF "Well-known types". A payload that the type does not allow, such as an integer of five
/// bytes, remains binary, so nothing is lost.
enum QuickTimeValue {
  /// Whether values of the given type are opaque (images, unknown types) and need not be read.
  static func isBinary(_ type: UInt32) -> Bool { shape(type) == .data }

  /// The form of a type's bytes; the associated values are the text encoding, the allowed sizes in
  /// bytes, or the count of numbers.
  private enum Shape: Equatable {
    case data
    case text(TextEncoding)
    case signed([Int])
    case unsigned([Int])
    case float32(count: Int)
    case float64(count: Int)
    case uuid
    case macDate
  }

  /// Returns the form of the given type (QTFF "Well-known types").
  private static func shape(_ type: UInt32) -> Shape {
    switch type {
    case 1, 4, 6, 7, 9, 10, 15, 25: .text(.utf8)
    case 2, 5: .text(.utf16BigEndian)
    case 3: .text(.shiftJIS)
    case 8: .uuid
    case 16: .unsigned([4])
    case 17: .macDate
    case 21: .signed([1, 2, 3, 4, 8])
    case 22: .unsigned([1, 2, 3, 4, 8])
    case 23: .float32(count: 1)
    case 24: .float64(count: 1)
    case 65: .signed([1])
    case 66: .signed([2])
    case 67: .signed([4])
    case 70, 71: .float32(count: 2)
    case 72: .float32(count: 4)
    case 74: .signed([8])
    case 75: .unsigned([1])
    case 76: .unsigned([2])
    case 77: .unsigned([4])
    case 78: .unsigned([8])
    case 79: .float64(count: 9)
    default: .data
    }
  }

  /// Returns the value of the bytes that follow the type and locale in a `data` atom.
  static func parse(_ bytes: ByteSlice, type: UInt32) -> MetadataValue {
    switch shape(type) {
    case .text(let encoding): .string(text(bytes, encoding))
    case .signed(let widths) where widths.contains(bytes.count): signed(bytes)
    case .unsigned(let widths) where widths.contains(bytes.count): unsigned(bytes)
    case .float32(let count) where bytes.count == count * 4: float32(bytes, count)
    case .float64(let count) where bytes.count == count * 8: float64(bytes, count)
    // iTunes once wrote its advisory rating as a single byte of type 24.
    case .float64 where bytes.count == 1: unsigned(bytes)
    case .uuid where bytes.count == 16: .string(uuidText(bytes))
    case .macDate: macDate(bytes)
    default: .data(.bytes(bytes))
    }
  }

  /// Encodes a value as the given type; the inverse of ``parse(_:type:)``.
  ///
  /// An integer has `width` bytes if a width is given; otherwise, an integer of type 21 or 22 has
  /// 1, 2, 4 or 8 bytes, as few as can hold it. A date has four bytes unless `width` is 8 or it
  /// needs eight. Returns nil when the type or width cannot hold the value, or binary data is not
  /// in memory.
  static func encode(_ value: MetadataValue, type: UInt32, width: Int? = nil) -> [UInt8]? {
    switch (shape(type), value) {
    case (.data, .data(.bytes(let bytes))): Array(bytes.bytes)
    case (.text(let encoding), .string(let text)): encoding.encode(text)
    case (.signed(let widths), _):
      integer(value, widths: width.map { [$0] } ?? widths, signed: true)
    case (.unsigned(let widths), _):
      integer(value, widths: width.map { [$0] } ?? widths, signed: false)
    case (.float32(let count), _): reals(value, count).map { encodeFloat32($0) }
    case (.float64(let count), _): reals(value, count).map { encodeFloat64($0) }
    case (.uuid, .string(let text)): uuidBytes(text)
    case (.macDate, .date(let date)): encodeMacDate(date, width: width ?? 4)
    default: nil
    }
  }
}

// MARK: - Text

extension QuickTimeValue {
  /// Decodes text; a byte order mark in UTF-16 is honoured although the type forbids it.
  private static func text(_ bytes: ByteSlice, _ encoding: TextEncoding) -> String {
    guard encoding == .utf16BigEndian else { return encoding.decode(bytes) }
    let isMarked = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
    return (isMarked ? TextEncoding.utf16 : encoding).decode(bytes)
  }

  /// Returns 16 bytes in UUID form.
  private static func uuidText(_ bytes: ByteSlice) -> String {
    var text = ""
    for (index, byte) in bytes.bytes.enumerated() {
      if index == 4 || index == 6 || index == 8 || index == 10 { text += "-" }
      text += hexPair(byte)
    }
    return text
  }

  /// Returns the bytes of a string of 32 hexadecimal digits, ignoring hyphens; nil for any other
  /// string.
  private static func uuidBytes(_ text: String) -> [UInt8]? {
    let digits = text.utf8.filter { $0 != 0x2D }
    guard digits.count == 32 else { return nil }
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in digits {
      guard let value = UInt8(String(Unicode.Scalar(digit)), radix: 16) else { return nil }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return bytes
  }
}

// MARK: - Numbers

extension QuickTimeValue {
  /// Returns up to eight bytes as a big-endian number.
  private static func bits(_ bytes: ByteSlice) -> UInt64 {
    bytes.bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Returns a two's complement number of up to eight bytes.
  private static func signed(_ bytes: ByteSlice) -> MetadataValue {
    let unused = UInt64(64 - min(8, bytes.count) * 8)
    return .integer(Int64(bitPattern: bits(bytes) << unused) >> Int64(unused))
  }

  /// Returns an unsigned number of up to eight bytes.
  private static func unsigned(_ bytes: ByteSlice) -> MetadataValue {
    let number = bits(bytes)
    return Int64(exactly: number).map { .integer($0) } ?? .unsigned(number)
  }

  /// Encodes an integer or a Boolean in the first of the given widths that holds it; returns nil
  /// when none does.
  private static func integer(_ value: MetadataValue, widths: [Int], signed: Bool) -> [UInt8]? {
    let number: Int128
    switch value {
    case .integer(let whole): number = Int128(whole)
    case .unsigned(let whole): number = Int128(whole)
    case .boolean(let flag): number = flag ? 1 : 0
    default: return nil
    }
    // Three-byte integers are read, but written only to replace existing three-byte integers.
    let usual = widths.count > 1 ? widths.filter { $0 != 3 } : widths
    guard let width = usual.first(where: { fits(number, width: $0, signed: signed) }) else {
      return nil
    }
    var writer = ByteWriter(reserving: width)
    writer.unsigned(UInt64(truncatingIfNeeded: number), width: width)
    return writer.bytes
  }

  /// Whether a number fits in `width` bytes.
  private static func fits(_ number: Int128, width: Int, signed: Bool) -> Bool {
    guard width >= 1, width <= 8 else { return false }
    let bits = signed ? width * 8 - 1 : width * 8
    let lowest: Int128 = signed ? -(1 << bits) : 0
    return number >= lowest && number < 1 << bits
  }

  /// Returns one number, or a list of several numbers.
  private static func float32(_ bytes: ByteSlice, _ count: Int) -> MetadataValue {
    list(count) { index in
      Double(Float(bitPattern: UInt32(clamping: bits(bytes.clamped(from: index * 4, count: 4)))))
    }
  }

  private static func float64(_ bytes: ByteSlice, _ count: Int) -> MetadataValue {
    list(count) { Double(bitPattern: bits(bytes.clamped(from: $0 * 8, count: 8))) }
  }

  private static func list(_ count: Int, _ number: (Int) -> Double) -> MetadataValue {
    count == 1 ? .real(number(0)) : .list((0..<count).map { .real(number($0)) })
  }

  /// Returns the numbers of a value, which is a number or a list of numbers; nil unless there are
  /// `count` of them.
  private static func reals(_ value: MetadataValue, _ count: Int) -> [Double]? {
    var numbers: [Double] = []
    let values: [MetadataValue]
    if case .list(let members) = value { values = members } else { values = [value] }
    for member in values {
      switch member {
      case .real(let number): numbers.append(number)
      case .integer(let number): numbers.append(Double(number))
      default: return nil
      }
    }
    return numbers.count == count ? numbers : nil
  }

  private static func encodeFloat32(_ numbers: [Double]) -> [UInt8] {
    var writer = ByteWriter(reserving: numbers.count * 4)
    for number in numbers { writer.u32(Float(number).bitPattern) }
    return writer.bytes
  }

  private static func encodeFloat64(_ numbers: [Double]) -> [UInt8] {
    var writer = ByteWriter(reserving: numbers.count * 8)
    for number in numbers { writer.u64(number.bitPattern) }
    return writer.bytes
  }
}

// MARK: - Dates

extension QuickTimeValue {
  /// Decodes a date stored as seconds since 1904.
  private static func macDate(_ bytes: ByteSlice) -> MetadataValue {
    guard bytes.count == 4 || bytes.count == 8, let date = MetadataDate(macEpoch: bits(bytes))
    else { return .data(.bytes(bytes)) }
    return .date(date)
  }

  /// Encodes a date in eight bytes if `width` is not 4 or four bytes are not enough, otherwise in
  /// four; returns nil if the date has no seconds since 1904.
  private static func encodeMacDate(_ date: MetadataDate, width: Int) -> [UInt8]? {
    guard let seconds = date.macEpochSeconds else { return nil }
    let short = width == 4 && seconds <= UInt32.max
    var writer = ByteWriter(reserving: 8)
    writer.unsigned(seconds, width: short ? 4 : 8)
    return writer.bytes
  }
}
