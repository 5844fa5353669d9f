/// A GUID in an ASF file, such as the type of an object or of a stream, in stored byte order.
struct ASFIdentifier: Sendable, Hashable {
  let high: UInt64
  let low: UInt64

  init(_ high: UInt64, _ low: UInt64) {
    self.high = high
    self.low = low
  }

  init(_ reader: inout ByteReader) throws(ParseError) {
    self.init(try reader.u64(), try reader.u64())
  }

  func encode(into writer: inout ByteWriter) {
    writer.u64(high)
    writer.u64(low)
  }
}

/// The location and type of one object of an ASF file (Microsoft "Advanced Systems Format (ASF)
/// Specification" 01.20.03, §2.1).
///
/// ASF files consist of objects, some of which contain other objects.
///
/// Offset and size of each field in bytes:
///
///     0 16  identifier     16  8  size including this header, little-endian     24  …  content
struct ASFObject: Sendable, Hashable {
  /// The size, in bytes, of the identifier and the size field.
  static let headerSize = 24

  var id: ASFIdentifier
  var offset: Int64
  var size: Int64
  /// Whether the object is entirely in the range.
  var isWhole = true

  var contentOffset: Int64 { offset + Int64(ASFObject.headerSize) }
  var end: Int64 { offset + size }
  var range: Range<Int64> { offset..<end }
  var content: Range<Int64> { contentOffset..<max(contentOffset, end) }

  /// Encodes the header of an object with `contentSize` bytes of content.
  static func header(_ id: ASFIdentifier, contentSize: Int64) -> [UInt8] {
    var writer = ByteWriter(reserving: headerSize)
    id.encode(into: &writer)
    writer.littleU64(UInt64(clamping: contentSize + Int64(headerSize)))
    return writer.bytes
  }
}

/// Iterates over the consecutive objects in a range of an ASF file; reads only their headers.
struct ASFWalker {
  let window: SourceWindow
  let end: Int64
  private(set) var position: Int64
  private var remaining: Int

  init(_ window: SourceWindow, in range: Range<Int64>, limits: Limits) {
    self.window = window
    position = range.lowerBound
    end = min(range.upperBound, window.length)
    remaining = limits.structures
  }

  /// Returns the next object, or nil after the last one; an invalid size and too many objects are
  /// logged and end the iteration.
  mutating func next(log: inout DiagnosticLog) throws(ParseError) -> ASFObject? {
    let available = end - position
    guard available >= Int64(ASFObject.headerSize) else { return nil }
    guard remaining > 0 else {
      log.note(.limitExceeded, StructurePath(), at: position, "too many objects")
      position = end
      return nil
    }
    remaining -= 1
    var reader = ByteReader(try window.bytes(at: position, count: ASFObject.headerSize))
    let id = try ASFIdentifier(&reader)
    let claimed = Int64(clamping: try reader.littleU64())
    // The data object of a live stream has size 0.
    let size = claimed == 0 && id == .data ? available : claimed
    guard size >= Int64(ASFObject.headerSize) else {
      log.note(
        .malformed, StructurePath(), at: position,
        "an object size of \(claimed) bytes is smaller than the header")
      position = end
      return nil
    }
    var object = ASFObject(id: id, offset: position, size: size)
    if size > available {
      object.size = available
      object.isWhole = false
      log.note(
        .truncated, StructurePath([id.name]), at: position,
        "the object declares \(size) bytes, but only \(available) are present")
    }
    position = object.end
    return object
  }
}

extension ASFIdentifier {
  static let header = ASFIdentifier(0x3026_B275_8E66_CF11, 0xA6D9_00AA_0062_CE6C)
  static let data = ASFIdentifier(0x3626_B275_8E66_CF11, 0xA6D9_00AA_0062_CE6C)
  static let fileProperties = ASFIdentifier(0xA1DC_AB8C_47A9_CF11, 0x8EE4_00C0_0C20_5365)
  static let streamProperties = ASFIdentifier(0x9107_DCB7_B7A9_CF11, 0x8EE6_00C0_0C20_5365)
  static let headerExtension = ASFIdentifier(0xB503_BF5F_2EA9_CF11, 0x8EE3_00C0_0C20_5365)
  static let marker = ASFIdentifier(0x01CD_87F4_51A9_CF11, 0x8EE6_00C0_0C20_5365)
  static let contentDescription = ASFIdentifier(0x3326_B275_8E66_CF11, 0xA6D9_00AA_0062_CE6C)
  static let extendedContentDescription = ASFIdentifier(
    0x40A4_D0D2_07E3_D211, 0x97F0_00A0_C95E_A850)
  static let digitalSignature = ASFIdentifier(0xFCB3_1122_23BD_D211, 0xB4B7_00A0_C955_FC6E)
  static let padding = ASFIdentifier(0x74D4_0618_DFCA_0945, 0xA4BA_9AAB_CB96_AAE8)
  static let extendedStreamProperties = ASFIdentifier(
    0xCBA5_E614_72C6_3243, 0x8399_A969_5206_5B5A)
  static let languageList = ASFIdentifier(0xA946_437C_E0EF_FC4B, 0xB229_393E_DE41_5C85)
  static let contentEncryption = ASFIdentifier(0xFBB3_1122_23BD_D211, 0xB4B7_00A0_C955_FC6E)
  static let extendedContentEncryption = ASFIdentifier(
    0x14E6_8A29_2226_174C, 0xB935_DAE0_7EE9_289C)
  static let advancedContentEncryption = ASFIdentifier(
    0x3385_0543_8169_E649, 0x9B74_AD12_CB86_D58C)
  static let metadata = ASFIdentifier(0xEACB_F8C5_AF5B_7748, 0x8467_AA8C_44FA_4CCA)
  static let metadataLibrary = ASFIdentifier(0x941C_2344_9894_D149, 0xA141_1D13_4E45_7054)

  /// Whether the object's content is arbitrary, because the object is not in the specification or
  /// contains the writer's own data.
  var isForeign: Bool {
    ASFIdentifier.names[self].map { ["ContentBranding", "ScriptCommand"].contains($0) } ?? true
  }

  /// The object's name in the specification, without "Object", or the GUID if the object is not in
  /// the specification.
  var name: String { ASFIdentifier.names[self] ?? description }

  private static let names: [ASFIdentifier: String] = [
    header: "Header", data: "Data", fileProperties: "FileProperties",
    streamProperties: "StreamProperties", headerExtension: "HeaderExtension", marker: "Marker",
    contentDescription: "ContentDescription",
    extendedContentDescription: "ExtendedContentDescription",
    digitalSignature: "DigitalSignature", padding: "Padding",
    extendedStreamProperties: "ExtendedStreamProperties", languageList: "LanguageList",
    metadata: "Metadata", metadataLibrary: "MetadataLibrary",
    ASFIdentifier(0x9008_0033_B1E5_CF11, 0x89F4_00A0_C903_49CB): "SimpleIndex",
    ASFIdentifier(0xD329_E2D6_DA35_D111, 0x9034_00A0_C903_49BE): "Index",
    ASFIdentifier(0xF803_B1FE_AD12_644C, 0x840F_2A1D_2F7A_D48C): "MediaObjectIndex",
    ASFIdentifier(0xD03F_B73C_4A0C_0348, 0x953D_EDF7_B622_8F0C): "TimecodeIndex",
    ASFIdentifier(0x4052_D186_1D31_D011, 0xA3A4_00A0_C903_48F6): "CodecList",
    ASFIdentifier(0x301A_FB1E_620B_D011, 0xA39B_00A0_C903_48F6): "ScriptCommand",
    ASFIdentifier(0xDC29_E2D6_DA35_D111, 0x9034_00A0_C903_49BE): "BitrateMutualExclusion",
    ASFIdentifier(0x3526_B275_8E66_CF11, 0xA6D9_00AA_0062_CE6C): "ErrorCorrection",
    ASFIdentifier(0xFAB3_1122_23BD_D211, 0xB4B7_00A0_C955_FC6E): "ContentBranding",
    ASFIdentifier(0xCE75_F87B_8D46_D111, 0x8D82_0060_97C9_A2B2): "StreamBitrateProperties",
    contentEncryption: "ContentEncryption",
    extendedContentEncryption: "ExtendedContentEncryption",
    ASFIdentifier(0xCF49_86A0_7547_7046, 0x8A16_6E35_3575_66CD): "AdvancedMutualExclusion",
    ASFIdentifier(0x405A_46D1_795A_3843, 0xB71B_E36B_8FD6_C249): "GroupMutualExclusion",
    ASFIdentifier(0x5BD1_FED4_D388_4F45, 0x81F0_ED5C_4599_9E24): "StreamPrioritization",
    ASFIdentifier(0xE609_96A6_7B51_D211, 0xB6AF_00C0_4FD9_08E9): "BandwidthSharing",
    ASFIdentifier(0xDF29_E2D6_DA35_D111, 0x9034_00A0_C903_49BE): "IndexParameters",
    ASFIdentifier(0xAD3B_206B_113F_E448, 0xACA8_D761_3DE2_CFA7): "MediaObjectIndexParameters",
    ASFIdentifier(0x6D49_5EF5_9797_5D4B, 0x8C8B_604D_FE9B_FB24): "TimecodeIndexParameters",
    ASFIdentifier(0x5D8B_F126_8445_EC47, 0x9F5F_0E65_1F04_52C9): "Compatibility",
    advancedContentEncryption: "AdvancedContentEncryption",
  ]
}

extension ASFIdentifier: CustomStringConvertible {
  /// The GUID in Windows notation: its first three parts are little-endian numbers.
  var description: String {
    func hex(_ value: UInt64, _ digits: Int) -> String {
      String(hexadecimal: value, width: digits, uppercase: true)
    }
    let first = UInt32(truncatingIfNeeded: high >> 32).byteSwapped
    let second = UInt16(truncatingIfNeeded: high >> 16).byteSwapped
    let third = UInt16(truncatingIfNeeded: high).byteSwapped
    return [
      hex(UInt64(first), 8), hex(UInt64(second), 4), hex(UInt64(third), 4), hex(low >> 48, 4),
      hex(low & 0xFFFF_FFFF_FFFF, 12),
    ].joined(separator: "-")
  }
}
