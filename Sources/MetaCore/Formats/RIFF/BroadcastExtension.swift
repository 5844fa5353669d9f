/// The `bext` chunk of broadcast WAV files, parsed or to be written, and its conversion to metadata
/// items and back (EBU Tech 3285 version 2, §2.3).
///
/// Offset and size of each field in bytes:
///
///       0  256  description          256   32  originator        288   32  originator's reference
///     320   10  date yyyy-mm-dd      330    8  time hh:mm:ss     338    8  samples since midnight
///     346    2  version              348   64  UMID (version 1)
///     412   10  loudness in 1/100: value, range, true peak, momentary, short term (version 2)
///     422  180  zero                 602    …  coding history
struct BroadcastExtension: Sendable, Hashable {
  /// The size, in bytes, of the fields before the coding history.
  static let fixedSize = 602
  /// The size of the UMID in bytes.
  private static let umidSize = 64
  /// The size of the reserved field in bytes.
  private static let reservedSize = 180

  /// The keys and widths of the fixed-width strings, in file order.
  static let texts: [(key: String, width: Int)] = [
    ("bext/Description", 256), ("bext/Originator", 32), ("bext/OriginatorReference", 32),
    ("bext/OriginationDate", 10), ("bext/OriginationTime", 8),
  ]
  /// The keys of the five loudness values, in file order.
  static let loudnessKeys = [
    "bext/LoudnessValue", "bext/LoudnessRange", "bext/MaxTruePeakLevel",
    "bext/MaxMomentaryLoudness", "bext/MaxShortTermLoudness",
  ]
  private static let timeKey = "bext/TimeReference"
  private static let umidKey = "bext/UMID"
  private static let historyKey = "bext/CodingHistory"
  /// The stored value for a loudness that was not measured (EBU Tech 3285, §2.4).
  private static let unknownLoudness = Int16.max

  /// The five strings at full width.
  var texts: [ByteSlice]
  /// Samples since midnight.
  var timeReference: UInt64
  var version: UInt16
  var umid: ByteSlice
  var loudness: [Int16]
  var reserved: ByteSlice
  /// Lines about the coding of the audio, terminated by CR LF.
  var codingHistory: ByteSlice

  static func parse(
    _ body: ByteSlice, _ order: ByteOrder = .little
  ) throws(ParseError) -> BroadcastExtension {
    var reader = ByteReader(body)
    var texts: [ByteSlice] = []
    for field in BroadcastExtension.texts { texts.append(try reader.bytes(field.width)) }
    // Two numbers, the low one first in either byte order (EBU Tech 3285 §2.3).
    let (low, high) = (UInt64(try reader.u32(order)), UInt64(try reader.u32(order)))
    let time = high << 32 | low
    let version = try reader.u16(order)
    let umid = try reader.bytes(umidSize)
    var loudness: [Int16] = []
    for _ in loudnessKeys { loudness.append(Int16(bitPattern: try reader.u16(order))) }
    return BroadcastExtension(
      texts: texts, timeReference: time, version: version, umid: umid, loudness: loudness,
      reserved: try reader.bytes(reservedSize), codingHistory: reader.takeRest())
  }

  /// Encodes the body of the chunk.
  func encode(_ order: ByteOrder = .little) -> [UInt8] {
    var writer = ByteWriter(reserving: BroadcastExtension.fixedSize + codingHistory.count)
    for text in texts { writer.append(text) }
    writer.u32(UInt32(truncatingIfNeeded: timeReference), order)
    writer.u32(UInt32(truncatingIfNeeded: timeReference >> 32), order)
    writer.u16(version, order)
    writer.append(umid)
    for value in loudness { writer.u16(UInt16(bitPattern: value), order) }
    writer.append(reserved)
    writer.append(codingHistory)
    return writer.bytes
  }
}

extension BroadcastExtension {
  /// Returns the time reference and, if they are set and the version defines them, the other fields
  /// as items.
  func metadataItems(at location: ItemLocation) -> [MetadataItem] {
    var items: [MetadataItem] = []
    func add(_ key: String, _ value: MetadataValue, _ type: DataType) {
      items.append(
        MetadataItem(
          keySpace: .riff, key: .text(key), value: value, dataType: type, location: location))
    }
    func add(_ key: String, _ bytes: ByteSlice) {
      let text = bytes.clamped(from: 0, count: bytes.firstIndex(of: 0) ?? bytes.count)
      guard !text.isEmpty else { return }
      let (string, type) = StoredText.decode(text, otherwise: .windows1252)
      add(key, .string(string), type)
    }
    for (field, text) in zip(BroadcastExtension.texts, texts) { add(field.key, text) }
    let time = Int64(exactly: timeReference).map { MetadataValue.integer($0) }
    add(
      BroadcastExtension.timeKey, time ?? .unsigned(timeReference), DataType(.uint64))
    if version >= 1, umid.bytes.contains(where: { $0 != 0 }) {
      add(BroadcastExtension.umidKey, .data(.bytes(umid)), .raw)
    }
    if version >= 2 {
      for (key, value) in zip(BroadcastExtension.loudnessKeys, loudness)
      where value != BroadcastExtension.unknownLoudness {
        add(key, .real(Double(value) / 100), DataType(.int16))
      }
    }
    add(BroadcastExtension.historyKey, codingHistory)
    return items
  }

  /// Creates the chunk for these items; strings that are too long are truncated.
  ///
  /// Fields without an item are zero, except that missing loudness values are stored as "not
  /// measured" if there are others. The version is the lowest that defines the fields.
  init(_ items: [MetadataItem]) {
    func value(_ key: String) -> MetadataItem? { items.first { $0.key.description == key } }
    texts = BroadcastExtension.texts.map { field in
      let item = value(field.key)
      let bytes = item.map { StoredText.encode($0.value.stringValue ?? "", as: $0.dataType) } ?? []
      return BroadcastExtension.padded(bytes, to: field.width)
    }
    let time = value(BroadcastExtension.timeKey)?.value
    if case .unsigned(let number) = time {
      timeReference = number
    } else {
      timeReference = UInt64(clamping: time?.integerValue ?? 0)
    }
    var umidBytes: [UInt8] = []
    if case .data(.bytes(let bytes)) = value(BroadcastExtension.umidKey)?.value {
      umidBytes = Array(bytes.bytes)
    }
    umid = BroadcastExtension.padded(umidBytes, to: BroadcastExtension.umidSize)
    let levels = BroadcastExtension.loudnessKeys.map { value($0)?.value }
    let hasLevels = levels.contains { $0 != nil }
    loudness = levels.map { BroadcastExtension.level($0, isUsed: hasLevels) }
    version = hasLevels ? 2 : umidBytes.isEmpty ? 0 : 1
    reserved = BroadcastExtension.padded([], to: BroadcastExtension.reservedSize)
    let history = value(BroadcastExtension.historyKey)
    codingHistory = ByteSlice(
      history.map { StoredText.encode($0.value.stringValue ?? "", as: $0.dataType) } ?? [])
  }

  /// Creates the chunk for these items; unchanged fields keep their bytes, and the version does not
  /// decrease.
  ///
  /// - Throws: `notRepresentable` when a string or number does not fit its field.
  init(_ items: [MetadataItem], changing old: BroadcastExtension?) throws(ParseError) {
    self.init(try items.map { (item) throws(ParseError) in try item.broadcastForm() })
    for item in items {
      let width = BroadcastExtension.texts.first { $0.key == item.key.description }?.width
      let text = StoredText.encode(item.value.stringValue ?? "", as: item.dataType)
      guard let width, text.count > width else { continue }
      throw ParseError(
        .notRepresentable, at: 0,
        "the text is \(text.count) bytes long; the field can hold only \(width)",
        path: StructurePath([item.key.description]))
    }
    guard let old else { return }
    let oldItems = old.metadataItems(at: ItemLocation())
    func isSame(_ key: String) -> Bool {
      items.first { $0.key.description == key }?.value
        == oldItems.first { $0.key.description == key }?.value
    }
    for (index, field) in BroadcastExtension.texts.enumerated() where isSame(field.key) {
      texts[index] = old.texts[index]
    }
    if isSame(BroadcastExtension.umidKey) { umid = old.umid }
    if isSame(BroadcastExtension.historyKey) { codingHistory = old.codingHistory }
    reserved = old.reserved
    version = max(version, old.version)
    if BroadcastExtension.loudnessKeys.allSatisfy(isSame) {
      loudness = old.loudness
    } else if !items.contains(where: {
      BroadcastExtension.loudnessKeys.contains($0.key.description)
    }) {
      // The chunk keeps its version, in which zeros are values.
      loudness = loudness.map { _ in BroadcastExtension.unknownLoudness }
    }
  }

  /// Returns the value in the form of its field; nil when the field cannot hold it.
  fileprivate static func value(_ value: MetadataValue, of key: String) -> MetadataValue? {
    if key == timeKey {
      if case .unsigned = value { return value }
      return value.integerValue.flatMap { UInt64(exactly: $0) }.map { .unsigned($0) }
    }
    if key == umidKey {
      guard case .data(.bytes(let bytes)) = value, bytes.count <= umidSize else { return nil }
      return value
    }
    guard loudnessKeys.contains(key) else { return value.stringValue == nil ? nil : value }
    guard let number = ScalarConverter.number(value),
      let stored = Int16(exactly: (number * 100).rounded()), stored != unknownLoudness
    else { return nil }
    return .real(number)
  }

  /// Describes the required value for messages.
  fileprivate static func requirement(_ key: String) -> String {
    switch key {
    case timeKey: "a whole number from 0 to 18446744073709551615"
    case umidKey: "up to \(umidSize) bytes"
    case _ where loudnessKeys.contains(key): "a number from -327.68 to 327.66"
    default: "text"
    }
  }

  /// Returns the stored form of a loudness value: hundredths, or, if it is missing, the number for
  /// "not measured" if other values are measured.
  private static func level(_ value: MetadataValue?, isUsed: Bool) -> Int16 {
    guard case .real(let number) = value else { return isUsed ? unknownLoudness : 0 }
    return Int16(exactly: (number * 100).rounded()) ?? unknownLoudness
  }

  private static func padded(_ bytes: [UInt8], to width: Int) -> ByteSlice {
    let prefix = bytes.prefix(width)
    return ByteSlice(prefix + [UInt8](repeating: 0, count: width - prefix.count))
  }
}

extension MetadataItem {
  /// Returns the item with its value in the form of its `bext` field.
  ///
  /// - Throws: `notRepresentable` when the field cannot hold the value.
  fileprivate func broadcastForm() throws(ParseError) -> MetadataItem {
    let name = key.description
    guard let value = BroadcastExtension.value(value, of: name) else {
      throw ParseError(
        .notRepresentable, at: 0, "the field requires \(BroadcastExtension.requirement(name))",
        path: StructurePath([name]))
    }
    var item = self
    item.value = value
    return item
  }
}
