/// The fields of a video sample description: the content of an `stsd` entry of a video track after
/// its data reference, parsed or to be written (QTFF "Video Sample Descriptions"; ISO/IEC 14496-12
/// §12.1.3).
///
///     u16 version, revision; u32 vendor, temporal and spatial quality
///     u16 width, height; u32 horizontal and vertical resolution 16.16; u32 data size; u16 frames per sample
///     u8[32] compressor: length byte and text; u16 depth; i16 colour table
///     extensions: atoms
struct VisualDescription: Sendable, Hashable {
  /// Version, revision, vendor and quality fields, in stored form.
  var codecFields = ByteSlice(Array(repeating: 0, count: 16))
  var width: UInt16
  var height: UInt16
  var horizontalResolution: UInt32 = 0x48_0000
  var verticalResolution: UInt32 = 0x48_0000
  var dataSize: UInt32 = 0
  var frameCount: UInt16 = 1
  /// The compressor name in stored form: length and text in 32 bytes.
  var compressor = ByteSlice(Array(repeating: 0, count: 32))
  var depth: UInt16 = 24
  var colorTable: Int16 = -1
  var extensions = ByteSlice.empty

  init(width: UInt16, height: UInt16) {
    self.width = width
    self.height = height
  }

  static func parse(_ fields: ByteSlice) throws(ParseError) -> VisualDescription {
    var reader = ByteReader(fields)
    let codecFields = try reader.bytes(16)
    var description = VisualDescription(width: try reader.u16(), height: try reader.u16())
    description.codecFields = codecFields
    description.horizontalResolution = try reader.u32()
    description.verticalResolution = try reader.u32()
    description.dataSize = try reader.u32()
    description.frameCount = try reader.u16()
    description.compressor = try reader.bytes(32)
    description.depth = try reader.u16()
    description.colorTable = try reader.i16()
    description.extensions = reader.rest
    return description
  }

  /// The compressor name; nil if it is empty, or its length exceeds 31 bytes.
  var compressorName: String? {
    let length = Int(compressor[0] ?? 0)
    guard (1...31).contains(length) else { return nil }
    let text = compressor.clamped(from: 1, count: length)
    var name = TextEncoding.decodeQuickTime(text, languageCode: 0)
    while name.last == " " { name.removeLast() }
    return name.isEmpty ? nil : name
  }

  func encode(into writer: inout ByteWriter) {
    writer.append(codecFields)
    writer.u16(width)
    writer.u16(height)
    writer.u32(horizontalResolution)
    writer.u32(verticalResolution)
    writer.u32(dataSize)
    writer.u16(frameCount)
    writer.append(compressor)
    writer.u16(depth)
    writer.i16(colorTable)
    writer.append(extensions)
  }
}
