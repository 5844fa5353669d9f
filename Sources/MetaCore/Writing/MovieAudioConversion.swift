/// Converts AAC, MPEG audio and FLAC from the form in which other containers store them to the form
/// in which movies store them: it creates the sample description, and changes the bytes of samples
/// where necessary.
///
/// - AAC with ADTS headers: headers are removed, and the configuration is stored in `esds` (ISO/IEC
///   14496-14 §6.7).
/// - MPEG audio: unchanged, as `mp4a` with object type 0x6B or 0x69 (mp4ra.org, "Object types"),
///   or, for layer III in QuickTime, as `.mp3`.
/// - FLAC: unchanged, as `fLaC` with `dfLa` ("Encapsulation of FLAC in ISO Base Media File Format"
///   §3.3).
enum MovieAudioConversion {
  /// Returns the sample description for samples like the given one; nil for other codecs.
  ///
  /// - Throws: ``MetaError`` with `unsupported` for AAC without a channel configuration.
  static func entry(
    for format: FormatDescription, sample: ByteSlice, isQuickTime: Bool
  ) throws(MetaError) -> StoredSampleEntry? {
    guard let audio = format.audio else { return nil }
    switch format.codec {
    case "aac":
      guard let header = ADTSHeader(sample) else { return nil }
      return try advanced(header, audio)
    case "mp3", "mp2", "mp1": return layeredEntry(format.codec, audio, isQuickTime: isQuickTime)
    case "flac":
      guard let info = format.codecConfiguration, info.count == FLACStreamInfo.size else {
        return nil
      }
      var writer = ByteWriter()
      writer.u32(0)
      writer.u32(lastStreamInfo | UInt32(info.count))
      writer.append(info)
      let bits = audio.bitsPerSample.map { UInt16(clamping: $0) } ?? 16
      return entry(.fLaC, description(audio, bits: bits, .dfLa, writer.bytes))
    default: return nil
    }
  }

  /// Returns a sample in the form stored in movies.
  ///
  /// - Throws: ``MetaError`` with `unsupported` for an ADTS frame with several raw data blocks,
  ///   which are not separate samples.
  static func sample(
    _ bytes: ByteSlice, of format: FormatDescription
  ) throws(MetaError) -> ByteSlice {
    guard format.sampleEntry == nil, format.codec == "aac", let header = ADTSHeader(bytes) else {
      return bytes
    }
    guard header.blockCount == 1 else {
      throw MetaError(
        .unsupported, reason: "ADTS frames with several raw data blocks are not supported")
    }
    return bytes.clamped(from: ADTSHeader.size + (header.hasChecksum ? 2 : 0))
  }

  /// The block header of STREAMINFO (RFC 9639 §8.1) as the only block, without its size.
  private static let lastStreamInfo: UInt32 = 0x8000_0000

  // MARK: Descriptions

  /// Returns the sample description for AAC, with the configuration from an ADTS header.
  ///
  /// AudioSpecificConfig (ISO/IEC 14496-3 §1.6.2.1) consists of five bits of object type, four of
  /// sample rate, four of channel configuration, and three zero bits.
  private static func advanced(
    _ header: ADTSHeader, _ audio: AudioDescription
  ) throws(MetaError) -> StoredSampleEntry? {
    guard header.channels != nil else {
      throw MetaError(
        .unsupported,
        reason:
          "AAC whose frames describe the channels (channel configuration 0) is not supported")
    }
    let rate = header.rawValue >> 10 & 15
    let channels = header.rawValue >> 6 & 7
    let word = UInt32(header.objectType) << 11 | rate << 7 | channels << 3
    let settings = [UInt8(word >> 8 & 0xFF), UInt8(word & 0xFF)]
    let stream = ElementaryStreamDescriptor.audio(0x40, settings: settings)
    return entry(.mp4a, description(audio, bits: 16, .esds, stream))
  }

  /// Returns the sample description for MPEG audio: for layer III in QuickTime, a version 1
  /// description with compression ID -2 (QTFF "Sound Sample Descriptions").
  private static func layeredEntry(
    _ codec: String, _ audio: AudioDescription, isQuickTime: Bool
  ) -> StoredSampleEntry? {
    // MPEG-2 halves the sample rates of MPEG-1, the lowest of which is 32 kHz.
    let isFirst = (audio.sampleRate ?? 0) >= 32000
    guard isQuickTime, codec == "mp3" else {
      let stream = ElementaryStreamDescriptor.audio(isFirst ? 0x6B : 0x69, settings: [])
      return entry(.mp4a, description(audio, bits: 16, .esds, stream))
    }
    var description = description(audio, bits: 16, nil, [])
    description.version = 1
    description.compression = -2
    description.packets = .init(
      samplesPerPacket: isFirst ? 1152 : 576, bytesPerPacket: 0, bytesPerFrame: 0,
      bytesPerSample: 2)
    return entry(FourCC(".", "m", "p", "3"), description)
  }

  /// Returns an audio sample description, with an atom for codec settings if any are given.
  ///
  /// The sample rate has 16 integral bits; a rate that needs more is replaced with 0.
  private static func description(
    _ audio: AudioDescription, bits: UInt16, _ type: FourCC?, _ settings: [UInt8]
  ) -> AudioSampleDescription {
    let rate = audio.sampleRate ?? 0
    var description = AudioSampleDescription(
      channels: UInt16(clamping: audio.channels ?? 2), bits: bits,
      rate: rate < 65536 ? FixedPoint.number(rate) : 0)
    if let type {
      var writer = ByteWriter()
      writer.atom(type) { $0.append(settings) }
      description.extensions = ByteSlice(writer.bytes)
    }
    return description
  }

  private static func entry(_ format: FourCC, _ description: AudioSampleDescription)
    -> StoredSampleEntry
  {
    var writer = ByteWriter()
    description.encode(into: &writer)
    return StoredSampleEntry(format: format, fields: ByteSlice(writer.bytes), tableVersion: 0)
  }
}

extension FourCC {
  fileprivate static let fLaC = FourCC("f", "L", "a", "C")
}
