/// The value of a metadata item or field, decoded as its type allows: text, number, Boolean, date,
/// number with total, bytes, a list, or a structure of named parts.
///
/// Large payloads are boxed, so that text and numbers need no allocation.
@nonexhaustive
public enum MetadataValue: Sendable, Hashable {
  /// Text.
  case string(String)
  /// An integer.
  case integer(Int64)
  /// An integer above `Int64.max`.
  case unsigned(UInt64)
  /// A floating-point number.
  case real(Double)
  /// A Boolean value.
  case boolean(Bool)
  /// A date, as precise as in the file.
  indirect case date(MetadataDate)
  /// A number and a total, as in "8 of 10".
  indirect case pair(NumberPair)
  /// Bytes, such as artwork, private data, and values without a decoded form.
  indirect case data(DataValue)
  /// Several values in one item.
  case list([MetadataValue])
  /// Named parts of a composite value, in their order in the file.
  case record([Part])

  /// One named part of a composite value, such as the name in a credit.
  public struct Part: Sendable, Hashable, Codable {
    /// The name of the part.
    public let name: String
    /// The value of the part.
    public let value: MetadataValue

    /// Creates a part.
    public init(_ name: String, _ value: MetadataValue) {
      self.name = name
      self.value = value
    }
  }
}

extension MetadataValue {
  /// Whether both values are equal: strings have the same bytes, because a file stores composed and
  /// decomposed characters differently, and two NaN values are equal.
  public static func == (left: MetadataValue, right: MetadataValue) -> Bool {
    switch (left, right) {
    case (.string(let one), .string(let other)): one.hasSameBytes(as: other)
    case (.integer(let one), .integer(let other)): one == other
    case (.unsigned(let one), .unsigned(let other)): one == other
    case (.real(let one), .real(let other)): one == other || one.isNaN && other.isNaN
    case (.boolean(let one), .boolean(let other)): one == other
    case (.date(let one), .date(let other)): one == other
    case (.pair(let one), .pair(let other)): one == other
    case (.data(let one), .data(let other)): one == other
    case (.list(let one), .list(let other)): one == other
    case (.record(let one), .record(let other)): one == other
    default: false
    }
  }

  /// Whether both values are equal, or differ only in canonically equivalent strings, such as a
  /// composed and a decomposed é.
  func isEquivalent(to other: MetadataValue) -> Bool {
    switch (self, other) {
    case (.string(let one), .string(let two)): one == two
    case (.list(let values), .list(let others)):
      values.elementsEqual(others) { $0.isEquivalent(to: $1) }
    case (.record(let parts), .record(let others)):
      parts.elementsEqual(others) { $0.name == $1.name && $0.value.isEquivalent(to: $1.value) }
    default: self == other
    }
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .string(let text): hasher.combine(text)
    case .integer(let number): hasher.combine(number)
    case .unsigned(let number): hasher.combine(number)
    case .real(let number): hasher.combine(number.isNaN ? .nan : number)
    case .boolean(let flag): hasher.combine(flag)
    case .date(let date): hasher.combine(date)
    case .pair(let pair): hasher.combine(pair)
    case .data(let data): hasher.combine(data)
    case .list(let values): hasher.combine(values)
    case .record(let parts): hasher.combine(parts)
    }
  }
}

extension MetadataValue: ExpressibleByStringLiteral {
  /// Creates a text value.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension MetadataValue: ExpressibleByIntegerLiteral {
  /// Creates an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
}

extension MetadataValue: ExpressibleByFloatLiteral {
  /// Creates a floating-point number.
  public init(floatLiteral value: Double) { self = .real(value) }
}

extension MetadataValue: ExpressibleByBooleanLiteral {
  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension MetadataValue: ExpressibleByArrayLiteral {
  /// Creates a list.
  public init(arrayLiteral elements: MetadataValue...) { self = .list(elements) }
}

extension MetadataValue {
  /// Returns a value with a number and a total, as in `.pair(8, of: 10)`.
  public static func pair(_ number: Int, of count: Int? = nil) -> MetadataValue {
    .pair(NumberPair(number: number, count: count))
  }
}

extension MetadataValue: CustomStringConvertible {
  /// The value in readable form; bytes are represented by their number.
  public var description: String {
    switch self {
    case .string(let text): text
    case .integer(let number): "\(number)"
    case .unsigned(let number): "\(number)"
    case .real(let number): "\(number)"
    case .boolean(let flag): "\(flag)"
    case .date(let date): date.description
    case .pair(let pair): pair.description
    case .data(let data): data.description
    case .list(let values): values.map(\.description).joined(separator: "; ")
    case .record(let parts):
      parts.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
    }
  }
}

extension DataValue: CustomStringConvertible {
  /// The number of bytes.
  public var description: String { count.counted("byte") }
}

extension NumberPair: CustomStringConvertible {
  /// The number or its label, and the total, in the form used by ID3 and Vorbis comments: `8/10`,
  /// `8` or `/10`.
  public var description: String {
    let first = label ?? number.map(String.init) ?? ""
    return count.map { "\(first)/\($0)" } ?? first
  }
}

extension MetadataValue {
  /// The string, if the value is text; that of the first member, if it is a list; otherwise nil.
  public var stringValue: String? {
    switch self {
    case .string(let text): text
    case .list(let values): values.first?.stringValue
    default: nil
    }
  }

  /// The string, if the value is text; the strings among the members, if it is a list; otherwise
  /// empty.
  public var stringValues: [String] {
    switch self {
    case .string(let text): [text]
    case .list(let values): values.flatMap(\.stringValues)
    default: []
    }
  }

  /// The value as a Boolean, for Booleans and values with an ``integerValue``; zero is false.
  public var booleanValue: Bool? {
    if case .boolean(let flag) = self { return flag }
    return integerValue.map { $0 != 0 }
  }

  /// The value as a number and a total, for pairs and values with an ``integerValue``.
  public var pairValue: NumberPair? {
    if case .pair(let pair) = self { return pair }
    return integerValue.flatMap { Int(exactly: $0) }.map { NumberPair(number: $0) }
  }

  /// The date, for dates and for text in ISO 8601 form; the first member of a list counts if it is
  /// text.
  public var dateValue: MetadataDate? {
    if case .date(let date) = self { return date }
    return stringValue.flatMap { MetadataDate(iso8601: $0) }
  }

  /// The values in a list; nil for other values.
  public var listValue: [MetadataValue]? {
    guard case .list(let values) = self else { return nil }
    return values
  }

  /// The value as an integer, for integers, Booleans and decimal text; nil if it does not fit in
  /// `Int64`.
  public var integerValue: Int64? {
    switch self {
    case .integer(let number): number
    case .unsigned(let number): Int64(exactly: number)
    case .boolean(let flag): flag ? 1 : 0
    case .string(let text): Int64(text)
    default: nil
    }
  }

  /// The value as a number, for finite numbers and for text that is such a number.
  public var realValue: Double? {
    let number: Double? =
      switch self {
      case .integer(let number): Double(number)
      case .unsigned(let number): Double(number)
      case .real(let number): number
      case .string(let text): Double(text)
      case .boolean, .date, .pair, .data, .list, .record: nil
      }
    return number?.isFinite == true ? number : nil
  }

  /// The bytes, if the value is binary.
  public var dataValue: DataValue? {
    guard case .data(let data) = self else { return nil }
    return data
  }

  /// The first part called `name` of a composite value, or nil.
  public subscript(part name: String) -> MetadataValue? {
    guard case .record(let parts) = self else { return nil }
    return parts.first { $0.name == name }?.value
  }
}

/// The bytes of a binary value, such as a picture: in memory, as base64 in memory, or as a location
/// in the file, whose bytes are read only when requested.
///
/// ``Asset/data(of:limit:)-(MetadataItem,Int)`` and ``load(from:limit:)`` return the bytes.
public enum DataValue: Sendable, Hashable, Codable {
  /// Bytes in memory.
  case bytes(ByteSlice)
  /// Bytes that were not loaded, given by their location in their source.
  case file(FileLocation)
  /// Bytes in memory as base64.
  case base64(Base64Bytes)

  /// The number of bytes.
  public var count: Int64 {
    switch self {
    case .bytes(let slice): Int64(slice.count)
    case .file(let location): location.count
    case .base64(let bytes): Int64(bytes.count)
    }
  }

  /// The location of bytes that were not loaded; nil when they are in memory.
  public var location: FileLocation? {
    guard case .file(let location) = self else { return nil }
    return location
  }

  /// Returns the bytes, reading them from `source` if they are not in memory; more than `limit`
  /// bytes are not read.
  ///
  /// `source` must be the source from which the value was read, or another source for the same
  /// unchanged file.
  ///
  /// - Throws: ``ParseError`` with code `otherSource`, `limitExceeded`, `truncated`, `malformed` or
  ///   `io`.
  public func load(
    from source: any ByteSource, limit: Int = Limits.standard.table
  ) throws(ParseError) -> ByteSlice {
    switch self {
    case .bytes(let slice): return slice
    case .base64(let bytes): return ByteSlice(try bytes.decoded())
    case .file(let location):
      let (offset, count) = (location.offset, location.count)
      guard count <= limit else {
        throw ParseError(.limitExceeded, at: offset, "\(count) bytes; the limit is \(limit)")
      }
      try location.check(in: source)
      let bytes = try source.read(at: offset, count: Int(clamping: count))
      guard bytes.count == count else {
        throw ParseError(
          .truncated, at: offset, "needs \(count) bytes, but has only \(bytes.count)")
      }
      return ByteSlice(bytes, origin: offset)
    }
  }

  /// Returns the same value with its bytes in memory, for use in another file; base64 is decoded.
  ///
  /// - Throws: ``ParseError``, as ``load(from:limit:)`` does.
  package func loaded(from source: any ByteSource) throws(ParseError) -> DataValue {
    .bytes(try load(from: source))
  }
}

extension DataValue {
  /// The bytes, if they are in memory; nil if they are not, or are not valid base64.
  var bytesInMemory: ByteSlice? {
    switch self {
    case .bytes(let slice): slice
    case .file: nil
    case .base64(let bytes): (try? bytes.decoded()).map { ByteSlice($0) }
    }
  }

  /// Returns the first bytes, at most `count` of them.
  func head(_ count: Int, in window: SourceWindow) throws(ParseError) -> ByteSlice {
    switch self {
    case .bytes(let slice): slice.clamped(from: 0, count: count)
    case .file(let location):
      try location.bytes(upTo: count, in: window)
    case .base64(let bytes): ByteSlice(try bytes.clamped(from: 0, count: count).decoded())
    }
  }

  /// Returns a part of the data; the range must be inside it.
  func part(from offset: Int64, count: Int64) -> DataValue {
    switch self {
    case .bytes(let slice): .bytes(slice.clamped(from: Int(offset), count: Int(count)))
    case .file(let location):
      .file(FileLocation(offset: location.offset + offset, count: count, in: location.source))
    case .base64(let bytes): .base64(bytes.clamped(from: Int(offset), count: Int(count)))
    }
  }
}

extension MetadataValue {
  /// Returns the same value with all bytes in memory, for use in another file; base64 is decoded.
  ///
  /// - Throws: ``ParseError``, as ``DataValue/load(from:limit:)`` does.
  package func loaded(from source: any ByteSource) throws(ParseError) -> MetadataValue {
    switch self {
    case .data(let data): return .data(try data.loaded(from: source))
    case .list(let values):
      var all: [MetadataValue] = []
      for value in values { all.append(try value.loaded(from: source)) }
      return .list(all)
    case .record(let parts):
      var all: [Part] = []
      for part in parts { all.append(Part(part.name, try part.value.loaded(from: source))) }
      return .record(all)
    default: return self
    }
  }
}

extension FileLocation {
  /// Returns the first bytes, at most `count` of them.
  fileprivate func bytes(upTo count: Int, in window: SourceWindow) throws(ParseError) -> ByteSlice {
    guard window.source.sourceIdentity == source else {
      throw ParseError(.otherSource, at: offset, "these bytes belong to another file")
    }
    return try window.bytes(at: offset, upTo: Int(clamping: min(self.count, Int64(count))))
  }
}

/// A number and its total, as in track 8 of 10.
public struct NumberPair: Sendable, Hashable, Codable {
  /// The number, or nil when it is not given.
  public var number: Int?
  /// The total, or nil when it is not given.
  public var count: Int?
  /// The text that replaces the number when it is not a plain number, such as "A1".
  public var label: String?

  /// Creates a pair.
  public init(number: Int?, count: Int? = nil, label: String? = nil) {
    self.number = number
    self.count = count
    self.label = label
  }
}
