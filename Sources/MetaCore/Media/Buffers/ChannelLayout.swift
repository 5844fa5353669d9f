/// Names of channel layouts, which are FFmpeg's: `mono`, `stereo`, `5.1(side)`.
enum ChannelLayout {
  /// The name of a set of speakers, as bits in the order of WAVEFORMATEXTENSIBLE (mmreg.h), by
  /// FFmpeg (libavutil, channel_layout.c); nil where it has none.
  ///
  /// No dictionary: the first use of one costs more than to read a file.
  static func name(speakers: UInt32) -> String? {
    switch speakers {
    case 0x004: "mono"
    case 0x003: "stereo"
    case 0x00B: "2.1"
    case 0x007: "3.0"
    case 0x103: "3.0(back)"
    case 0x107: "4.0"
    case 0x033: "quad"
    case 0x603: "quad(side)"
    case 0x00F: "3.1"
    case 0x037: "5.0"
    case 0x607: "5.0(side)"
    case 0x10F: "4.1"
    case 0x03F: "5.1"
    case 0x60F: "5.1(side)"
    case 0x707: "6.0"
    case 0x70F: "6.1"
    case 0x13F: "6.1(back)"
    case 0x637: "7.0"
    case 0x63F: "7.1"
    case 0x0FF: "7.1(wide)"
    case 0x6CF: "7.1(wide-side)"
    case 0x137: "hexagonal"
    case 0x737: "octagonal"
    case 0x6C3: "6.0(front)"
    case 0x6C7: "7.0(front)"
    case 0x6CB: "6.1(front)"
    case 0x500F: "3.1.2"
    case 0x560F: "5.1.2"
    case 0x2_D60F: "5.1.4"
    case 0x563F: "7.1.2"
    case 0x2_D63F: "7.1.4"
    default: nil
    }
  }

  /// The speakers of a layout tag of CoreAudio without the number of channels
  /// (CoreAudioBaseTypes.h); left and right surround are the bits 4 and 5 there.
  private static func speakers(tag: UInt32) -> UInt32? {
    switch tag {
    case 100: 0x004
    case 101, 102, 103: 0x003
    case 108: 0x033
    case 113, 114: 0x007
    case 115, 116: 0x107
    case 117...120: 0x037
    case 121...124: 0x03F
    case 125: 0x13F
    case 128: 0x63F
    case 131: 0x103
    case 133: 0x00B
    default: nil
    }
  }

  /// The speakers of a configuration of ISO/IEC 23001-8 table 8, which AAC and `chnl` use.
  private static func speakers(configuration: UInt32) -> UInt32? {
    switch configuration {
    case 1: 0x004
    case 2: 0x003
    case 3: 0x007
    case 4: 0x107
    case 5: 0x037
    case 6: 0x03F
    case 7: 0x0FF
    case 11: 0x13F
    case 12: 0x63F
    default: nil
    }
  }

  /// The speakers of three to eight channels where a codec fixes their order: FLAC (RFC 9639
  /// §9.1.3); Vorbis (I §4.3.9) and Opus (RFC 7845 §5.1.1.2) have the same, Apple Lossless
  /// (ALACMagicCookieDescription.txt) others.
  private static func fixed(_ channels: Int, isApple: Bool) -> UInt32? {
    switch channels {
    case 3: 0x007
    case 4: isApple ? 0x107 : 0x033
    case 5: 0x037
    case 6: 0x03F
    case 7: isApple ? 0x13F : 0x70F
    case 8: isApple ? 0x0FF : 0x63F
    default: nil
    }
  }

  /// The layout of a codec that fixes the speakers by the number of channels; nil for others with
  /// more than two.
  static func name(codec: String, channels: Int) -> String? {
    switch channels {
    case 1: return "mono"
    case 2: return "stereo"
    default: break
    }
    switch codec.lowercased() {
    case "flac", "vorbis", "opus":
      return fixed(channels, isApple: false).flatMap { name(speakers: $0) }
    case "alac": return fixed(channels, isApple: true).flatMap { name(speakers: $0) }
    case "aac":
      // Eight channels are configuration 7.
      let configuration = channels == 8 ? 7 : UInt32(clamping: channels)
      guard channels <= 6 || channels == 8 else { return nil }
      return speakers(configuration: configuration).flatMap { name(speakers: $0) }
    default: return nil
    }
  }

  /// How deep `wave` atoms may be in one another.
  private static let deepest = 3

  /// The layout that the atoms of a sample description name; nil where none does.
  static func name(in extensions: ByteSlice, depth: Int = 0) -> String? {
    var atoms = SliceAtoms(extensions)
    while let atom = atoms.next() {
      let name =
        switch atom.type {
        case .chan: try? quickTime(atom.payload)
        case .chnl: try? standard(atom.payload)
        case .esds: try? elementaryStream(atom.payload)
        case .dac3: try? dolby(atom.payload, isEnhanced: false)
        case .dec3: try? dolby(atom.payload, isEnhanced: true)
        case .ddts: (try? SoundConfiguration.parseDTS(atom.payload))?.speakers.flatMap(name)
        case .dmlp: (try? SoundConfiguration.parseTrueHD(atom.payload))?.speakers.flatMap(name)
        case .wave: depth < deepest ? self.name(in: atom.payload, depth: depth + 1) : nil
        default: String?.none
        }
      if let name { return name }
    }
    return nil
  }

  /// `chan` (QTFF "Audio Channel Layout"): u8 version, u24 flags, u32 tag, bits, count of
  /// descriptions; each: u32 label, flags, three floats.
  private static func quickTime(_ payload: ByteSlice) throws(ParseError) -> String? {
    var reader = ByteReader(payload)
    try reader.skip(4)
    let (tag, bits) = (try reader.u32(), try reader.u32())
    // kAudioChannelLayoutTag_UseChannelBitmap
    if tag == 0x1_0000 { return name(speakers: bits) }
    guard tag == 0 else { return speakers(tag: tag >> 16).flatMap { name(speakers: $0) } }
    var labels: [UInt32] = []
    for _ in 0..<min(try reader.u32(), 64) {
      labels.append(try reader.u32())
      try reader.skip(16)
    }
    return name(labels: labels)
  }

  /// The layout of CoreAudio's labels of channels (CoreAudioBaseTypes.h): 1 to 18 are bits; where
  /// there are speakers at the rear, surrounds are at the sides.
  private static func name(labels: [UInt32]) -> String? {
    let hasRear = labels.contains(33)
    var speakers: UInt32 = 0
    for label in labels {
      switch label {
      case 5 where hasRear: speakers |= 0x200
      case 6 where hasRear: speakers |= 0x400
      case 1...18: speakers |= 1 << (label - 1)
      case 33: speakers |= 0x10
      case 34: speakers |= 0x20
      case 35: speakers |= 0x40
      case 36: speakers |= 0x80
      default: return nil
      }
    }
    return name(speakers: speakers)
  }

  /// `chnl` (ISO/IEC 14496-12 §12.2.4): u8 version, u24 flags; version 0: u8 structure (1:
  /// channels), u8 layout; 0: a position for each channel.
  ///
  /// Version 1: 4 bits structure, 4 bits order, u8 count of channels, u8 layout; 0: u8 count of
  /// positions, the positions.
  private static func standard(_ payload: ByteSlice) throws(ParseError) -> String? {
    var reader = ByteReader(payload)
    let version = try reader.u8()
    guard version < 2 else { return nil }
    try reader.skip(3)
    guard try reader.u8() & (version == 0 ? 0x01 : 0x10) != 0 else { return nil }
    if version == 1 { try reader.skip(1) }
    let layout = try reader.u8()
    guard layout == 0 else {
      return self.speakers(configuration: UInt32(layout)).flatMap { name(speakers: $0) }
    }
    if version == 1 { reader = ByteReader(try reader.take(Int(try reader.u8()))) }
    var speakers: UInt32 = 0
    while !reader.isAtEnd {
      let position = Int(try reader.u8())
      guard positions.indices.contains(position) else { return nil }
      speakers |= positions[position]
    }
    return name(speakers: speakers)
  }

  /// The speakers of the first positions of ISO/IEC 23001-8 table 7: L, R, C, LFE, Ls, Rs, Lc, Rc,
  /// Lsr, Rsr, Cs.
  private static let positions: [UInt32] = [
    0x001, 0x002, 0x004, 0x008, 0x200, 0x400, 0x040, 0x080, 0x010, 0x020, 0x100,
  ]

  private static func elementaryStream(_ payload: ByteSlice) throws(ParseError) -> String? {
    let stream = try ElementaryStreamDescriptor.parse(payload)
    guard stream.objectType == 0x40, let bytes = stream.decoderConfiguration else { return nil }
    let config = try AudioSpecificConfig.parse(bytes)
    // Parametric stereo makes two channels of one.
    if config.channels == 2 { return "stereo" }
    return speakers(configuration: config.channelConfiguration).flatMap { name(speakers: $0) }
  }

  private static func dolby(
    _ payload: ByteSlice, isEnhanced: Bool
  ) throws(ParseError) -> String? {
    let configuration =
      isEnhanced
      ? try DolbyAudioConfiguration.parseEnhanced(payload)
      : try DolbyAudioConfiguration.parseAC3(payload)
    guard !configuration.hasDependentStreams else {
      return configuration.channels == 8 ? "7.1" : nil
    }
    return name(
      speakers: DolbyFrame.speakers(
        mode: configuration.mode, hasLowFrequencies: configuration.hasLowFrequencies))
  }
}

extension TrackDescription {
  /// The speakers of the channels, by FFmpeg's name: `stereo`, `5.1`; nil when the file does not
  /// say and there are more than two.
  public var channelLayout: String? {
    guard let audio else { return nil }
    if let speakers, let name = ChannelLayout.name(speakers: speakers) { return name }
    let channels = audio.channels ?? 0
    // One or two need no look at the atoms.
    if channels > 2, !formatExtensions.isEmpty,
      let named = ChannelLayout.name(in: formatExtensions)
    {
      return named
    }
    return ChannelLayout.name(codec: codec ?? "", channels: channels)
  }
}

extension FourCC {
  fileprivate static let chan = FourCC("c", "h", "a", "n")
  fileprivate static let chnl = FourCC("c", "h", "n", "l")
  fileprivate static let dac3 = FourCC("d", "a", "c", "3")
  fileprivate static let dec3 = FourCC("d", "e", "c", "3")
}
