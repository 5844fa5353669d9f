/// `esds`: the descriptor of an MPEG-4 elementary stream: codec, bit rates and decoder
/// configuration of one audio or video track (ISO/IEC 14496-14 §6.7.2, ISO/IEC 14496-1 §7.2.6).
///
/// ``parse(_:)`` reads a descriptor; ``audio(_:settings:)`` and ``visual(_:)`` create the payload
/// for a new sample description.
///
///     u8 version, u24 flags
///     descriptors: u8 tag, length in 1 to 4 bytes of seven bits, body
///     3 stream: u16 ID, u8 flags, [u16 depends on] [URL] [u16 clock], descriptors
///     4 decoder: u8 object type, u8 stream type, u24 buffer, u32 maximum and u32 average bit rate, descriptors
///     5 decoder specific: AudioSpecificConfig, or the header of the video stream
struct ElementaryStreamDescriptor: Sendable, Hashable {
  /// The codec, as registered for MP4 object types.
  var objectType: UInt8?
  var maximumBitRate: UInt32 = 0
  var averageBitRate: UInt32 = 0
  /// The decoder-specific configuration.
  var decoderConfiguration: ByteSlice?

  static func parse(_ payload: ByteSlice) throws(ParseError) -> ElementaryStreamDescriptor {
    var reader = ByteReader(payload)
    try reader.skip(4)
    var result = ElementaryStreamDescriptor()
    // The three descriptors are nested; reading continues inside each descriptor after its fields.
    while reader.remaining >= 2 {
      let tag = try reader.u8()
      let length = try length(&reader)
      switch tag {
      case 3: try skipStreamFields(&reader)
      case 4: try result.parseDecoderFields(&reader)
      case 5:
        result.decoderConfiguration = try reader.bytes(min(length, reader.remaining))
        return result
      default: try reader.skip(min(length, reader.remaining))
      }
    }
    return result
  }

  /// Returns the payload of the atom for video that requires only an object type.
  static func visual(_ objectType: UInt8) -> [UInt8] {
    // Stream type 4 (video) in the upper six bits; the lowest bit is reserved and always set.
    let decoder: [UInt8] = [4, 13, objectType, 0x11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    // The last descriptor states that the sync layer is that of MP4 (ISO/IEC 14496-1 §7.3.2.3).
    let stream: [UInt8] = [3, UInt8(3 + decoder.count + 3), 0, 0, 0] + decoder + [6, 1, 2]
    return [0, 0, 0, 0] + stream
  }

  private static func length(_ reader: inout ByteReader) throws(ParseError) -> Int {
    var length = 0
    for _ in 0..<4 {
      let byte = try reader.u8()
      length = length << 7 | Int(byte & 0x7F)
      if byte & 0x80 == 0 { break }
    }
    return length
  }

  private static func skipStreamFields(_ reader: inout ByteReader) throws(ParseError) {
    try reader.skip(2)
    let flags = try reader.u8()
    if flags & 0x80 != 0 { try reader.skip(2) }
    if flags & 0x40 != 0 { try reader.skip(Int(try reader.u8())) }
    if flags & 0x20 != 0 { try reader.skip(2) }
  }

  private mutating func parseDecoderFields(_ reader: inout ByteReader) throws(ParseError) {
    objectType = try reader.u8()
    try reader.skip(4)
    maximumBitRate = try reader.u32()
    averageBitRate = try reader.u32()
  }

  /// The profile and level in the header of an MPEG-4 video stream (ISO/IEC 14496-2 §6.2.2).
  var videoProfile: UInt8? {
    guard let bytes = decoderConfiguration, bytes.starts(with: [0, 0, 1, 0xB0]) else { return nil }
    return bytes[4]
  }
}

extension ElementaryStreamDescriptor {
  /// Returns the payload of the atom for audio: its object type, and the decoder configuration.
  static func audio(_ objectType: UInt8, settings: [UInt8]) -> [UInt8] {
    let specificInfo = settings.isEmpty ? [] : [5, UInt8(clamping: settings.count)] + settings
    // Stream type 5 (audio) in the upper six bits; the lowest bit is reserved and always set.
    let fields: [UInt8] = [objectType, 5 << 2 | 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    let decoder: [UInt8] =
      [4, UInt8(clamping: fields.count + specificInfo.count)] + fields + specificInfo
    return [0, 0, 0, 0, 3, UInt8(clamping: 3 + decoder.count + 3), 0, 0, 0] + decoder + [6, 1, 2]
  }
}
