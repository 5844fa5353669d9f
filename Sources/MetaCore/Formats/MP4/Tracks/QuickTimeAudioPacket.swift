/// The actual packet size of a track of old QuickTime audio, in whose sample tables a sample is one
/// audio frame and its size is meaningless.
///
/// In such tables, the uniform size is 1; the actual size is in the description (QTFF "Sound Sample
/// Descriptions").
struct QuickTimeAudioPacket: Sendable, Hashable {
  /// The number of samples per packet.
  let samples: Int
  /// The size, in bytes, of a packet of all channels.
  let bytes: Int

  /// Returns the size, in bytes, of the complete packets in the given number of samples.
  func size(of count: Int) -> Int64 {
    let packets = Int64(count / samples)
    let size = packets.multipliedReportingOverflow(by: Int64(bytes))
    return size.overflow ? .max : size.partialValue
  }

  /// Returns the size, in bytes, of one sample, numbered from 0 in its chunk: the last sample of a
  /// packet has all bytes of the packet, and the others have none.
  func size(ofSample index: UInt32) -> UInt32 {
    (Int(index) + 1).isMultiple(of: samples) ? UInt32(clamping: bytes) : 0
  }

  /// Creates the packet size for a track; nil if its tables have the actual sizes, or its sample
  /// description does not determine a packet size.
  init?(_ stbl: Atom, in window: SourceWindow) throws(ParseError) {
    guard let header = try? SampleTable(stbl, in: window).sizeHeader(), header.uniformSize == 1,
      let stsd = stbl.child(.stsd)
    else { return nil }
    let table: SampleDescriptionAtom
    do throws(ParseError) {
      table = try SampleDescriptionAtom.parse(
        try stsd.payload(in: window, limit: Limits.standard.table), limit: 1)
    } catch {
      if error.code == .io { throw error }
      return nil
    }
    guard let entry = table.entries.first,
      let audio = try? AudioSampleDescription.parse(
        entry.fields, tableVersion: table.header.version)
    else { return nil }
    self.init(entry.format, audio)
  }

  /// Takes the sizes from the fields of version 1 or 2, or else from the format: the fields of
  /// version 0 determine only the size of uncompressed samples.
  private init?(_ format: FourCC, _ audio: AudioSampleDescription) {
    if let packets = audio.packets, packets.samplesPerPacket > 0, packets.bytesPerFrame > 0 {
      (samples, bytes) = (Int(packets.samplesPerPacket), Int(packets.bytesPerFrame))
    } else if let linear = audio.linear, linear.framesPerPacket > 0, linear.bytesPerPacket > 0 {
      (samples, bytes) = (Int(linear.framesPerPacket), Int(linear.bytesPerPacket))
    } else if let packed = QuickTimeAudioPacket.compressed[format], audio.channels > 0 {
      (samples, bytes) = (packed.samples, packed.bytes * Int(audio.channels))
    } else if let width = QuickTimeAudioPacket.widths[format] ?? audio.plainWidth(format),
      audio.channels > 0
    {
      (samples, bytes) = (1, width * Int(audio.channels))
    } else {
      return nil
    }
    // The tables already state one byte per sample.
    guard bytes != samples else { return nil }
  }

  /// The number of bytes per sample of one channel, for formats with a fixed width.
  private static let widths: [FourCC: Int] = [
    FourCC("i", "n", "2", "4"): 3, FourCC("i", "n", "3", "2"): 4, FourCC("f", "l", "3", "2"): 4,
    FourCC("f", "l", "6", "4"): 8, FourCC("u", "l", "a", "w"): 1, FourCC("a", "l", "a", "w"): 1,
  ]

  /// The numbers of samples and bytes in a packet of one channel, for compressed formats that may
  /// have a description of version 0 (QTFF "Formats Supported in QuickTime").
  private static let compressed: [FourCC: (samples: Int, bytes: Int)] = [
    FourCC("i", "m", "a", "4"): (64, 34), FourCC("M", "A", "C", "3"): (6, 2),
    FourCC("M", "A", "C", "6"): (6, 1),
  ]
}

extension AudioSampleDescription {
  /// Returns the number of bytes per sample of one channel, for an uncompressed format; nil for
  /// other formats, in which the field is meaningless.
  fileprivate func plainWidth(_ format: FourCC) -> Int? {
    guard AudioSampleDescription.plain.contains(format) else { return nil }
    return bits > 0 && bits % 8 == 0 ? Int(bits) / 8 : nil
  }

  /// The uncompressed formats whose width is in the description; a code of zero means `raw`.
  private static let plain: Set<FourCC> = [
    FourCC(rawValue: 0), FourCC("r", "a", "w", " "), FourCC("N", "O", "N", "E"),
    FourCC("t", "w", "o", "s"), FourCC("s", "o", "w", "t"), FourCC("l", "p", "c", "m"),
  ]
}
