/// The fields of a sound sample description: the content of an `stsd` entry of an audio track after
/// its data reference, parsed or to be written (QTFF "Sound Sample Descriptions"; ISO/IEC 14496-12
/// §12.2.3).
///
///     u16 version, revision; u32 vendor
///     u16 channels, bits; i16 compression; u16 packet size; u32 rate 16.16
///     version 1 of QuickTime: u32 samples per packet, bytes per packet, per frame, per sample
///     version 2: u32 total size (72); f64 rate; u32 channels, 0x7F000000, bits, format flags, bytes per packet,
///                frames per packet
///     extensions: atoms
struct AudioSampleDescription: Sendable, Hashable {
  /// The additional fields of version 1: the sizes of packets of compressed audio.
  struct Packets: Sendable, Hashable {
    var samplesPerPacket: UInt32
    var bytesPerPacket: UInt32
    var bytesPerFrame: UInt32
    var bytesPerSample: UInt32
  }

  /// The additional fields of version 2, which replace those of version 0: sample rates above
  /// 65,535 Hz, and more channels.
  struct Linear: Sendable, Hashable {
    var size: UInt32 = 72
    var rate: Double
    var channels: UInt32
    var always: UInt32 = 0x7F00_0000
    var bits: UInt32
    var flags: UInt32
    var bytesPerPacket: UInt32
    var framesPerPacket: UInt32
    /// Fields of later revisions, before the extensions.
    var more = ByteSlice.empty
  }

  var version: UInt16 = 0
  var revision: UInt16 = 0
  var vendor: UInt32 = 0
  var channels: UInt16
  var bits: UInt16
  var compression: Int16 = 0
  var packetSize: UInt16 = 0
  /// The sample rate in Hz, in 16.16 fixed point.
  var rate: UInt32
  var packets: Packets?
  var linear: Linear?
  var extensions = ByteSlice.empty

  init(channels: UInt16, bits: UInt16, rate: UInt32) {
    self.channels = channels
    self.bits = bits
    self.rate = rate
  }

  /// Parses the fields; version 1 has no more fields than version 0 if `stsd` itself has version 1.
  static func parse(
    _ fields: ByteSlice, tableVersion: UInt8 = 0
  ) throws(ParseError) -> AudioSampleDescription {
    var reader = ByteReader(fields)
    let version = try reader.u16()
    let revision = try reader.u16()
    let vendor = try reader.u32()
    var description = AudioSampleDescription(
      channels: try reader.u16(), bits: try reader.u16(), rate: 0)
    description.version = version
    description.revision = revision
    description.vendor = vendor
    description.compression = try reader.i16()
    description.packetSize = try reader.u16()
    description.rate = try reader.u32()
    if version == 1, tableVersion == 0 { description.packets = try parsePackets(&reader) }
    if version == 2 { description.linear = try parseLinear(&reader) }
    description.extensions = reader.rest
    return description
  }

  private static func parsePackets(_ reader: inout ByteReader) throws(ParseError) -> Packets {
    Packets(
      samplesPerPacket: try reader.u32(), bytesPerPacket: try reader.u32(),
      bytesPerFrame: try reader.u32(), bytesPerSample: try reader.u32())
  }

  private static func parseLinear(_ reader: inout ByteReader) throws(ParseError) -> Linear {
    var linear = Linear(
      size: try reader.u32(), rate: Double(bitPattern: try reader.u64()),
      channels: try reader.u32(), always: try reader.u32(), bits: try reader.u32(),
      flags: try reader.u32(), bytesPerPacket: try reader.u32(),
      framesPerPacket: try reader.u32())
    let more = Int(clamping: linear.size) - 72
    if more > 0, more <= reader.remaining { linear.more = try reader.bytes(more) }
    return linear
  }

  func encode(into writer: inout ByteWriter) {
    writer.u16(version)
    writer.u16(revision)
    writer.u32(vendor)
    writer.u16(channels)
    writer.u16(bits)
    writer.i16(compression)
    writer.u16(packetSize)
    writer.u32(rate)
    packets?.encode(into: &writer)
    linear?.encode(into: &writer)
    writer.append(extensions)
  }
}

extension AudioSampleDescription.Packets {
  func encode(into writer: inout ByteWriter) {
    for number in [samplesPerPacket, bytesPerPacket, bytesPerFrame, bytesPerSample] {
      writer.u32(number)
    }
  }
}

extension AudioSampleDescription.Linear {
  func encode(into writer: inout ByteWriter) {
    writer.u32(size)
    writer.u64(rate.bitPattern)
    for number in [channels, always, bits, flags, bytesPerPacket, framesPerPacket] {
      writer.u32(number)
    }
    writer.append(more)
  }
}
